(* What curves say of moments: Gaussian differential privacy is concentrated. *)
From Coq Require Import Reals Lra Psatz List.
From Coquelicot Require Import Coquelicot.
From dpsym Require Import Finite Divergences Mechanisms Processing Composition Order Conversions Noise Gaussian Curves.
Import ListNotations.
Open Scope R_scope.

(* Cuts that rise, among which some numbers are *)
Fixpoint insert (x : R) (r : list R) : list R :=
  match r with [] => [x] | y :: s => if Rlt_dec x y then x :: r else if Req_EM_T x y then r else y :: insert x s end.
Lemma insert_in x y r : In y (x :: r) -> In y (insert x r).
Proof.
  induction r as [| z s IH]; [trivial |]. intros H. simpl. destruct (Rlt_dec x z); [exact H |].
  destruct (Req_EM_T x z) as [<- | N].
  - destruct H as [H | H]; [now left | exact H].
  - destruct H as [H | [H | H]]; [right; apply IH; now left | now left | right; apply IH; now right].
Qed.
Lemma insert_rising (x : R) r : forall s : Rbar, Rbar_lt s (Rbar.Finite x) -> rising_cuts s r -> rising_cuts s (insert x r).
Proof.
  induction r as [| z r IH]; intros s Hs H; [exact (conj Hs I) |]. destruct H as [H1 H2]. simpl. destruct (Rlt_dec x z) as [L | L].
  - repeat split; assumption.
  - destruct (Req_EM_T x z) as [<- | N]; split; try assumption. apply IH; [simpl; lra | assumption].
Qed.
Lemma arranged l : exists r, rising_cuts m_infty r /\ forall x, In x l -> In x r.
Proof.
  induction l as [| x l [r [S H]]]; [exists []; simpl; tauto |]. exists (insert x r). split.
  - apply insert_rising; [exact I | assumption].
  - intros y [<- | Hy]; apply insert_in; [now left | right; auto].
Qed.

(* Moments are sums of hockey sticks, up to their lines below. *)
Section Order.
  Variable a : R.
  Hypothesis Ha : 1 < a.
  Definition line_at (c p q : R) := a * exp ((a - 1) * c) * p + - (a - 1) * exp (a * c) * q.

  Lemma line_touch c q : 0 < q -> line_at c (exp c * q) q = moment a (exp c * q) q.
  Proof.
    intros Hq. assert (0 < exp c * q) by (apply Rmult_lt_0_compat; [apply exp_pos | assumption]).
    rewrite moment_exp, ln_mult, ln_exp by (try apply exp_pos; assumption). unfold line_at.
    replace (a * (c + ln q) + (1 - a) * ln q) with (a * c + ln q) by ring. rewrite exp_plus, exp_ln by assumption.
    replace (a * c) with ((a - 1) * c + c) by ring. rewrite exp_plus. ring.
  Qed.
  Lemma line_below c p q : 0 <= p -> 0 <= q -> within p q -> line_at c p q <= moment a p q.
  Proof.
    intros Hp Hq H. assert (M := moment_nonneg a p q). unfold line_at.
    assert (0 <= (a - 1) * exp (a * c) * q) by (generalize (exp_pos (a * c)); intros; repeat apply Rmult_le_pos; lra).
    destruct Hp as [Hp | <-]; [| lra]. destruct Hq as [Hq | <-]; [| rewrite H in Hp; lra].
    set (s := ln p - ln q - c).
    assert (E : moment a p q = exp (a * c) * q * exp (a * s)).
    { rewrite moment_exp by assumption. rewrite <- (exp_ln q) at 2 by assumption. rewrite <- !exp_plus. f_equal. unfold s; ring. }
    assert (E' : exp ((a - 1) * c) * p = exp (a * c) * q * exp s).
    { rewrite <- (exp_ln q) at 1 by assumption. rewrite <- (exp_ln p) at 1 by assumption. rewrite <- !exp_plus. f_equal. unfold s; ring. }
    rewrite E, Rmult_assoc, E'. generalize (bernoulli_power a s (Rlt_le _ _ Ha)). intros B.
    assert (0 < exp (a * c) * q) by (apply Rmult_lt_0_compat; [apply exp_pos | assumption]). nra.
  Qed.
  Lemma slope_up c d : c <= d -> exp ((a - 1) * c) <= exp ((a - 1) * d).
  Proof. intros. apply exp_up. nra. Qed.
  Lemma line_later c d p q : c <= d -> 0 <= q -> exp d * q <= p -> line_at c p q <= line_at d p q.
  Proof.
    intros Hcd [Hq | <-] Hp.
    - assert (0 < exp d * q) by (apply Rmult_lt_0_compat; [apply exp_pos | assumption]).
      assert (B : line_at c (exp d * q) q <= line_at d (exp d * q) q) by (rewrite line_touch by assumption; apply line_below; [lra | lra | intros E; lra]).
      assert (0 <= a * (exp ((a - 1) * d) - exp ((a - 1) * c)) * (p - exp d * q)).
      { generalize (slope_up c d Hcd). intros. repeat apply Rmult_le_pos; lra. }
      unfold line_at in *. lra.
    - assert (0 <= a * (exp ((a - 1) * d) - exp ((a - 1) * c)) * p).
      { generalize (slope_up c d Hcd). intros. repeat apply Rmult_le_pos; lra. }
      unfold line_at. lra.
  Qed.
  Lemma line_sooner c d p q : c <= d -> 0 <= p -> 0 <= q -> p <= exp c * q -> line_at d p q <= line_at c p q.
  Proof.
    intros Hcd Hp0 [Hq | <-] Hp.
    - assert (0 < exp c * q) by (apply Rmult_lt_0_compat; [apply exp_pos | assumption]).
      assert (B : line_at d (exp c * q) q <= line_at c (exp c * q) q) by (rewrite (line_touch c) by assumption; apply line_below; [lra | lra | intros E; lra]).
      assert (0 <= a * (exp ((a - 1) * d) - exp ((a - 1) * c)) * (exp c * q - p)).
      { generalize (slope_up c d Hcd). intros. repeat apply Rmult_le_pos; lra. }
      unfold line_at in *. lra.
    - replace p with 0 by lra. unfold line_at. lra.
  Qed.

  Fixpoint bends (c : R) (r : list R) (p q : R) :=
    match r with [] => 0 | d :: s => Rmax (line_at d p q - line_at c p q) 0 + bends d s p q end.
  Lemma bends_nonneg r : forall c p q, 0 <= bends c r p q.
  Proof. induction r as [| d s IH]; intros c p q; simpl; [lra |]. generalize (Rmax_r (line_at d p q - line_at c p q) 0) (IH d p q). lra. Qed.
  Lemma bends_zero r : forall (c : R) p q, rising_cuts c r -> 0 <= p -> 0 <= q -> p <= exp c * q -> bends c r p q = 0.
  Proof.
    induction r as [| d s IH]; intros c p q S Hp Hq H; [reflexivity |]. destruct S as [S1 S2]. simpl in S1. simpl.
    rewrite Rmax_right by (generalize (line_sooner c d p q (Rlt_le _ _ S1) Hp Hq H); lra). rewrite IH; try assumption; [lra |].
    generalize (exp_up c d (Rlt_le _ _ S1)). nra.
  Qed.
  Lemma bends_below r : forall (c : R) p q, rising_cuts c r -> 0 <= p -> 0 <= q -> within p q -> line_at c p q + bends c r p q <= moment a p q.
  Proof.
    induction r as [| d s IH]; intros c p q S Hp Hq W; simpl; [generalize (line_below c p q Hp Hq W); lra |]. destruct S as [S1 S2]. simpl in S1.
    destruct (Rle_lt_dec (line_at c p q) (line_at d p q)) as [D | D].
    - rewrite Rmax_left by lra. generalize (IH d p q S2 Hp Hq W). lra.
    - rewrite Rmax_right by lra. rewrite bends_zero; try assumption; [generalize (line_below c p q Hp Hq W); lra |].
      destruct (Rle_lt_dec p (exp d * q)) as [| L]; [assumption |]. generalize (line_later c d p q (Rlt_le _ _ S1) Hq (Rlt_le _ _ L)). lra.
  Qed.
  Lemma bends_above r : forall c p q x, In x (c :: r) -> line_at x p q <= line_at c p q + bends c r p q.
  Proof.
    induction r as [| d s IH]; intros c p q x [<- | H]; simpl; try (simpl in H; tauto); try lra.
    - generalize (Rmax_r (line_at d p q - line_at c p q) 0) (bends_nonneg s d p q). lra.
    - generalize (IH d p q x H) (Rmax_l (line_at d p q - line_at c p q) 0). lra.
  Qed.

  (* At which levels the sticks count *)
  Fixpoint corners (c : R) (r : list R) : list R :=
    match r with [] => [] | d :: s => ln ((a - 1) * (exp (a * d) - exp (a * c)) / (a * (exp ((a - 1) * d) - exp ((a - 1) * c)))) :: corners d s end.
  Definition first_corner (c : R) := ln ((a - 1) * exp (a * c) / (a * exp ((a - 1) * c))).
  Definition sticks_below {T S : space} (P Q : law T) (A B : law S) (l : list R) := forall e, In e l -> HockeyStick e P Q <= HockeyStick e A B.

  Lemma stick_sum (T S : space) (P Q : law T) (A B : law S) l m : 0 < l -> 0 < m -> HockeyStick (ln (m / l)) P Q <= HockeyStick (ln (m / l)) A B ->
    Sum T (fun x => Rmax (l * P x - m * Q x) 0) <= Sum S (fun x => Rmax (l * A x - m * B x) 0).
  Proof.
    intros Hl Hm H.
    assert (X : forall p q, Rmax (l * p - m * q) 0 = l * Rmax (p - exp (ln (m / l)) * q) 0).
    { intros p q. rewrite exp_ln by (apply Rdiv_lt_0_compat; assumption). rewrite <- RmaxRmult by lra. rewrite Rmult_0_r. f_equal. field. lra. }
    rewrite (Sum_ext T _ _ (fun x => X (P x) (Q x))), (Sum_ext S _ _ (fun x => X (A x) (B x))), !Sum_scal.
    apply Rmult_le_compat_l; [lra | apply H].
  Qed.
  Lemma bends_sum (T S : space) (P Q : law T) (A B : law S) : forall r (c : R), rising_cuts c r -> sticks_below P Q A B (corners c r) ->
    Sum T (fun x => bends c r (P x) (Q x)) <= Sum S (fun x => bends c r (A x) (B x)).
  Proof.
    induction r as [| d s IH]; intros c O H; cbn [bends]; [rewrite !Sum_zero; lra |]. destruct O as [O1 O2]. simpl in O1.
    rewrite !Sum_plus. apply Rplus_le_compat; [| apply IH; [assumption |]; intros e He; apply H; now right].
    assert (X : forall p q, line_at d p q - line_at c p q = a * (exp ((a - 1) * d) - exp ((a - 1) * c)) * p - (a - 1) * (exp (a * d) - exp (a * c)) * q) by (intros; unfold line_at; ring).
    rewrite (Sum_ext T _ _ (fun x => f_equal (fun z => Rmax z 0) (X (P x) (Q x)))), (Sum_ext S _ _ (fun x => f_equal (fun z => Rmax z 0) (X (A x) (B x)))).
    assert (exp ((a - 1) * c) < exp ((a - 1) * d)) by (apply exp_increasing; nra).
    assert (exp (a * c) < exp (a * d)) by (apply exp_increasing; nra).
    apply stick_sum; [apply Rmult_lt_0_compat; lra | apply Rmult_lt_0_compat; lra | apply H; now left].
  Qed.

  (* Levels that suffice for two laws *)
  Theorem moment_by_sticks {T : space} (P Q : law T) : P << Q -> exists l, forall (S : space) (A B : law S), A << B ->
    sticks_below P Q A B l -> Moment a P Q <= Moment a A B.
  Proof.
    intros CP. destruct (arranged (map (fun x => ln (P x) - ln (Q x)) (points T))) as [[| c r] [O Hin]].
    { exfalso. destruct (law_positive P) as [x _]. apply (Hin (ln (P x) - ln (Q x))), (in_map (fun x => ln (P x) - ln (Q x))), full. }
    exists (first_corner c :: corners c r). intros S A B CA H. destruct O as [_ O].
    set (F := fun p q => Rmax (line_at c p q) 0 + bends c r p q).
    assert (X : forall p q, Rmax (line_at c p q) 0 = Rmax (a * exp ((a - 1) * c) * p - (a - 1) * exp (a * c) * q) 0) by (intros; unfold line_at; f_equal; ring).
    assert (E1 : 0 < exp (a * c)) by apply exp_pos. assert (E2 : 0 < exp ((a - 1) * c)) by apply exp_pos.
    apply Rle_trans with (Sum T (fun x => F (P x) (Q x))); [| apply Rle_trans with (Sum S (fun x => F (A x) (B x)))].
    + apply Sum_le; intros x. unfold F.
      generalize (Rmax_l (line_at c (P x) (Q x)) 0) (Rmax_r (line_at c (P x) (Q x)) 0) (bends_nonneg r c (P x) (Q x)). intros.
      destruct (mass_nonneg P x) as [Hp | Hp]; [| rewrite <- Hp in *; rewrite moment_0; lra].
      assert (Hq := positive_of P Q x CP Hp).
      assert (Hi : In (ln (P x) - ln (Q x)) (c :: r)) by (apply Hin; apply (in_map (fun x => ln (P x) - ln (Q x))), full).
      generalize (bends_above r c (P x) (Q x) _ Hi). intros U.
      assert (E : P x = exp (ln (P x) - ln (Q x)) * Q x).
      { unfold Rminus. rewrite exp_plus, exp_Ropp, !exp_ln by assumption. field. lra. }
      rewrite E in U at 2. rewrite line_touch in U by assumption. rewrite <- E in U. lra.
    + unfold F. rewrite !Sum_plus. apply Rplus_le_compat; [| apply bends_sum; [assumption |]; intros e He; apply H; now right].
      rewrite (Sum_ext T _ _ (fun x => X (P x) (Q x))), (Sum_ext S _ _ (fun x => X (A x) (B x))).
      apply stick_sum; [apply Rmult_lt_0_compat; lra | apply Rmult_lt_0_compat; lra | apply H; now left].
    + apply Sum_le; intros x. unfold F.
      generalize (mass_nonneg A x) (mass_nonneg B x) (CA x). generalize (A x) (B x). intros p q Hp Hq W.
      destruct (Rle_lt_dec 0 (line_at c p q)) as [Z | Z].
      * rewrite Rmax_left by assumption. now apply bends_below.
      * rewrite Rmax_right, bends_zero; try assumption; try lra; [rewrite Rplus_0_l; apply moment_nonneg |].
        destruct (Rle_lt_dec p (exp c * q)) as [| N]; [assumption | exfalso].
        assert (M := moment_nonneg a (exp c * q) q).
        assert (V : 0 <= line_at c (exp c * q) q).
        { destruct Hq as [Hq | <-]; [now rewrite line_touch |]. unfold line_at. rewrite !Rmult_0_r. lra. }
        assert (0 <= a * exp ((a - 1) * c) * (p - exp c * q)) by (repeat apply Rmult_le_pos; lra).
        unfold line_at in *. lra.
  Qed.
End Order.

(* Normal laws cut at thresholds attain their curve there. *)
Definition gains (m e : R) (t : Rbar) := NN m t - exp e * NN 0 t.
Lemma cut_gain m e (cuts : list R) : forall (s : Rbar) (t : R), In t cuts ->
  gains m e p_infty - gains m e t <=
  Sum (numbers (S (length cuts))) (fun i => Rmax (between (NN m) (cell s cuts i) - exp e * between (NN 0) (cell s cuts i)) 0).
Proof.
  induction cuts as [| u r IH]; intros s t H; [destruct H |]. change (length (u :: r)) with (S (length r)). rewrite Sum_numbers. cbn [cell].
  assert (R0 := Rmax_r (between (NN m) (s, Rbar.Finite u) - exp e * between (NN 0) (s, Rbar.Finite u)) 0).
  destruct H as [<- | H]; [| generalize (IH u t H); lra].
  apply Rle_trans with (0 + Sum (numbers (S (length r))) (fun i => between (gains m e) (cell u r i))).
  - rewrite cell_sum. lra.
  - apply Rplus_le_compat; [assumption |]. apply Sum_le; intros i. apply Rle_trans with (2 := Rmax_l _ _). unfold between, gains. lra.
Qed.
Lemma attained m l : 0 < m -> exists cuts (H : rising_cuts m_infty cuts), forall e, In e l ->
  gaussian_stick e m <= HockeyStick e (partitioned (normal m) cuts H) (partitioned (normal 0) cuts H).
Proof.
  intros Hm. destruct (arranged (map (threshold m) l)) as [cuts [H I]]. exists cuts, H. intros e He.
  rewrite stick_gain by assumption. generalize (cut_gain m e cuts m_infty (threshold m e) (I _ (in_map (threshold m) l e He))).
  unfold gains, gain. simpl NN. rewrite !Rminus_0_r. intros L. apply Rle_trans with (2 := L). lra.
Qed.
Lemma gaussian_continuous {T : space} (P Q : law T) m : 0 < m -> gaussian m T P Q -> P << Q.
Proof.
  intros Hm H x E. destruct (mass_nonneg P x) as [Hp | <-]; [exfalso | reflexivity].
  destruct (Phi_far (P x) Hp) as [M HM]. set (e := m * (m / 2 + Rabs M + 1)).
  assert (B : HockeyStick e P Q < P x).
  { apply Rle_lt_trans with (1 := H e). unfold gaussian_stick. destruct Req_EM_T; [lra |].
    replace (m / 2 - e / m) with (- (Rabs M + 1)) by (unfold e; field; lra). rewrite Phi_opp.
    generalize (HM (Rabs M + 1) ltac:(generalize (Rle_abs M); lra)) (Phi_range (- m / 2 - e / m)) (exp_pos e). nra. }
  assert (L : P x <= HockeyStick e P Q); [| lra].
  apply Rle_trans with (Rmax (P x - exp e * Q x) 0); [rewrite E; apply Rle_trans with (2 := Rmax_l _ _); lra |].
  apply (Sum_term T (fun y => Rmax (P y - exp e * Q y) 0)). intros. apply Rmax_r.
Qed.
Lemma fact_gaussian_to_zcdp : forall {X} (M : mechanism X) m, 0 <= m -> GaussianDP M m -> ZCDP M 0 (m ^ 2 / 2).
Proof.
  intros X M m [Hm | <-] H.
  - revert H. apply implied. intros T P Q H a Ha. assert (C := gaussian_continuous P Q m Hm H).
    destruct (moment_by_sticks a Ha P Q C) as [l Hl]. destruct (attained m l Hm) as [cuts [Hc Hs]].
    destruct (normal_renyi a m 0 cuts Hc Ha) as [CA R0].
    apply renyi_moment; [assumption |]. split; [assumption |].
    assert (B := proj2 (proj1 (renyi_moment a _ _ _ Ha) (normal_renyi a m 0 cuts Hc Ha))).
    apply Rle_trans with (Moment a (partitioned (normal m) cuts Hc) (partitioned (normal 0) cuts Hc)).
    + apply Hl; [assumption |]. intros e He. apply Rle_trans with (1 := H e). now apply Hs.
    + apply Rle_trans with (1 := B). apply exp_up, Req_le. field.
  - replace (0 ^ 2 / 2) with 0 by field. apply fact_pure_zcdp with 0; try lra. revert H. apply implied. intros T P Q H x.
    rewrite exp_0, Rmult_1_l. generalize (H 0). unfold gaussian_stick. destruct Req_EM_T as [_ | N]; [| easy].
    rewrite exp_0, (Rmax_right (1 - 1)) by lra. intros L.
    generalize (Sum_term T (fun y => Rmax (P y - exp 0 * Q y) 0) x (fun y => Rmax_r _ _)) (Rmax_l (P x - exp 0 * Q x) 0).
    unfold HockeyStick in L. rewrite exp_0 in *. lra.
Qed.
