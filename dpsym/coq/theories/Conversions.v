(* Rows of facts that need little more than the definitions: larger parameters, randomised maps,
   one guarantee from another. *)
From Coq Require Import Reals Lra Psatz List.
From dpsym Require Import Finite Divergences Mechanisms Processing Composition Order.
Open Scope R_scope.

(* A guarantee follows from another if it does for the laws of every ordered pair of neighbours. *)
Lemma implied {X} (G H : guarantee) (M : mechanism X) : (forall (T : space) (P Q : law T), G T P Q -> H T P Q) -> holds G M -> holds H M.
Proof. intros I HG T A HA x y Hxy. apply I. now apply (HG T A). Qed.
Lemma implied_both {X} (G H : guarantee) (M : mechanism X) :
  (forall (T : space) (P Q : law T), G T P Q -> G T Q P -> H T P Q) -> holds G M -> holds H M.
Proof. intros I HG T A HA x y Hxy. apply I; apply (HG T A HA); [| apply near_sym]; assumption. Qed.

(* There is a pair of neighbours. *)
Lemma some_pair {X} (M : mechanism X) G : holds G M -> exists (T : space) (P Q : law T), G T P Q.
Proof.
  intros H. destruct (runs_some X M) as [T [A HA]], (near_some X) as [x [y Hxy]].
  exists T, (A x), (A y). now apply (H T A).
Qed.
Lemma pure_nonneg {X} (M : mechanism X) e : PureDP M e -> 0 <= e.
Proof.
  intros H. destruct (some_pair M _ H) as [T [P [Q HP]]]. destruct (Rle_lt_dec 0 e) as [| N]; [assumption | exfalso].
  assert (L : Sum T P <= Sum T (fun x => exp e * Q x)) by (apply Sum_le; exact HP).
  rewrite Sum_scal, !mass_one in L. generalize (exp_increasing e 0 N). rewrite exp_0. lra.
Qed.
Lemma approx_nonneg {X} (M : mechanism X) e d : ApproxDP M e d -> 0 <= d.
Proof.
  intros H. destruct (some_pair M _ H) as [T [P [Q HP]]]. exact (Rle_trans _ _ _ (stick_nonneg e P Q) HP).
Qed.
Lemma renyi_nonneg {T : space} (P Q : law T) a : 1 <= a -> P << Q -> 0 <= Renyi a P Q.
Proof.
  intros Ha C. apply Rle_trans with (KL P Q); [| rewrite <- Renyi_one; apply fact_order; (assumption || lra)].
  apply Rle_trans with (Sum T (fun x => 1 * P x + - 1 * Q x)); [rewrite Sum_lin, !mass_one; lra |].
  apply Sum_le; intros x. generalize (entropy_line 1 (P x) (Q x) ltac:(lra) (mass_nonneg P x) (mass_nonneg Q x) (C x)).
  rewrite ln_1. lra.
Qed.

Lemma renyi_more {T : space} (P Q : law T) a t u : t <= u -> renyi_at_most a t P Q -> renyi_at_most a u P Q.
Proof. intros H [C L]. split; [assumption | lra]. Qed.

(* Where the orders just above 1 are bounded by a line, so is the Kullback-Leibler divergence. *)
Lemma zcdp_kl {T : space} x r m (P Q : law T) : 1 < m -> (forall a, 1 < a -> a < m -> renyi_at_most a (x + r * a) P Q) -> kl_at_most (x + r) P Q.
Proof.
  intros Hm H. assert (Ar : 0 < 1 + Rabs r) by (generalize (Rabs_pos r); lra).
  split; [apply (H ((1 + m) / 2)); lra |]. apply le_epsilon. intros eta He.
  set (b := 1 + Rmin (eta / (1 + Rabs r)) ((m - 1) / 2)).
  assert (I : 0 < eta / (1 + Rabs r)) by now apply Rdiv_lt_0_compat.
  assert (Hb : 1 < b < m /\ b - 1 <= eta / (1 + Rabs r)).
  { unfold b, Rmin. destruct Rle_dec; lra. }
  destruct (H b) as [C L]; try lra. apply Rle_trans with (1 := proj2 (fact_order_one P Q b ltac:(lra) C)).
  apply Rle_trans with (1 := L). assert (r * (b - 1) <= eta); [| lra].
  apply Rle_trans with (Rabs r * (b - 1)); [apply Rmult_le_compat_r; [lra | apply Rle_abs] |].
  apply Rle_trans with (Rabs r * (eta / (1 + Rabs r))); [apply Rmult_le_compat_l; [apply Rabs_pos | lra] |].
  apply Rmult_le_reg_r with (1 + Rabs r); [assumption |].
  replace (Rabs r * (eta / (1 + Rabs r)) * (1 + Rabs r)) with (Rabs r * eta) by (field; lra). generalize (Rabs_pos r). nra.
Qed.
(* Moments are at least their tangents, so that what bounds them at all orders before m does at m. *)
Lemma renyi_below {T : space} x r m (P Q : law T) : 1 < m -> (forall a, 1 < a -> a < m -> renyi_at_most a (x + r * a) P Q) -> renyi_at_most m (x + r * m) P Q.
Proof.
  intros Hm H. assert (C : P << Q) by (apply (H ((1 + m) / 2)); lra). rewrite renyi_moment by assumption. split; [assumption |].
  set (g := fun z => moment m (P z) (Q z) * (ln (P z) - ln (Q z))). set (c := Rabs (Sum T g)).
  assert (B : forall a, 1 < a -> a < m -> Moment m P Q <= exp ((a - 1) * (x + r * a)) + (m - a) * c).
  { intros a Ha Hl. destruct (proj1 (renyi_moment a _ P Q Ha) (H a Ha Hl)) as [_ L].
    assert (K : Moment m P Q - (m - a) * Sum T g <= Moment a P Q).
    { replace (Moment m P Q - (m - a) * Sum T g) with (1 * Moment m P Q + (a - m) * Sum T g) by ring. unfold Moment. rewrite <- Sum_lin.
      apply Sum_le; intros z. unfold g.
      destruct (mass_nonneg P z) as [Hp | <-]; [| rewrite !moment_0; lra]. assert (Hq := positive_of P Q z C Hp).
      rewrite !moment_exp by assumption. set (l := ln (P z)). set (k := ln (Q z)).
      replace (a * l + (1 - a) * k) with (m * l + (1 - m) * k + (a - m) * (l - k)) by ring. rewrite (exp_plus (m * l + (1 - m) * k)).
      apply Rle_trans with (exp (m * l + (1 - m) * k) * (1 + (a - m) * (l - k))); [apply Req_le; ring |].
      apply Rmult_le_compat_l; [left; apply exp_pos | apply exp_line]. }
    assert (0 <= (m - a) * (c - Sum T g)) by (apply Rmult_le_pos; generalize (Rle_abs (Sum T g)); fold c; lra). lra. }
  destruct (Rle_lt_dec (Moment m P Q) (exp ((m - 1) * (x + r * m)))) as [| N]; [assumption | exfalso].
  set (f := fun a => exp ((a - 1) * (x + r * a)) + (m - a) * c).
  assert (F : continuity_pt f m) by (apply derivable_continuous_pt; unfold f; reg).
  assert (E : 0 < Moment m P Q - f m) by (unfold f; lra).
  destruct (F _ E) as [d [Hd N']]. simpl in N'. unfold R_dist, D_x, no_cond in N'.
  set (a := m - Rmin (d / 2) ((m - 1) / 2)).
  assert (Ha : 1 < a < m /\ m - a < d) by (unfold a, Rmin; destruct Rle_dec; lra).
  assert (Y := N' a). assert (Z : Rabs (a - m) < d) by (rewrite Rabs_left; lra).
  assert (W : Rabs (f a - f m) < Moment m P Q - f m) by (apply Y; repeat split; lra).
  generalize (Rle_abs (f a - f m)) (B a ltac:(lra) ltac:(lra)). fold (f a). lra.
Qed.
Lemma loss_of_stick {T : space} (P Q : law T) e x : e < x -> LossTail x P Q * (1 - exp (e - x)) <= HockeyStick e P Q.
Proof.
  intros L. unfold LossTail. rewrite <- Sum_scal_r. apply Sum_le; intros z.
  generalize (Rmax_l (P z - exp e * Q z) 0) (Rmax_r (P z - exp e * Q z) 0). intros.
  assert (F : exp (e - x) < 1) by (rewrite <- exp_0; apply exp_increasing; lra).
  destruct Rlt_dec as [N |]; [| lra]. apply Rle_trans with (P z - exp e * Q z); [| assumption].
  assert (E : exp e = exp (e - x) * exp x) by (rewrite <- exp_plus; f_equal; ring). rewrite E.
  generalize (exp_pos (e - x)). nra.
Qed.

Section Larger.
  Context {X : databases}.
  Implicit Types M : mechanism X.

  Lemma fact_weaken_pure : forall M e x, PureDP M e -> e <= x -> PureDP M x.
  Proof.
    intros M e x H L. revert H. apply implied. intros T P Q H z. generalize (H z) (exp_up e x L) (mass_nonneg Q z). nra.
  Qed.
  Lemma fact_weaken_approx : forall M e d x y, ApproxDP M e d -> e <= x -> d <= y -> ApproxDP M x y.
  Proof.
    intros M e d x y H L1 L2. revert H. apply implied. intros T P Q H.
    apply Rle_trans with (1 := stick_falls e x P Q L1). unfold approx in H. lra.
  Qed.
  Lemma fact_weaken_zcdp : forall M x r y s, ZCDP M x r -> x + r <= y + s -> r <= s -> ZCDP M y s.
  Proof.
    intros M x r y s H L1 L2. revert H. apply implied. intros T P Q H a Ha. apply renyi_more with (2 := H a Ha). nra.
  Qed.
  Lemma fact_weaken_renyi : forall M a t b u, 1 <= b -> RenyiDP M a t -> b <= a -> t <= u -> RenyiDP M b u.
  Proof.
    intros M a t b u Hb H L1 L2. revert H. apply implied. intros T P Q [C H]. split; [assumption |].
    apply Rle_trans with (2 := L2). apply Rle_trans with (2 := H). now apply fact_order.
  Qed.
  Lemma fact_pure_renyi : forall M e a t, PureDP M e -> 1 <= a -> e <= t -> RenyiDP M a t.
  Proof.
    intros M e a t H Ha L. revert H. apply implied. intros T P Q H. apply renyi_more with (1 := L). now apply order_max.
  Qed.
  Lemma fact_weaken_mean : forall M m t x y, MeanCDP M m t -> m <= x -> t <= y -> 0 <= t -> MeanCDP M x y.
  Proof.
    intros M m t x y H L1 L2 Ht. revert H. apply implied. intros T P Q [C [H1 H2]]. split; [assumption |].
    split; [lra |]. intros l. apply Rle_trans with (1 := H2 l). apply exp_up.
    assert (0 <= l ^ 2) by apply pow2_ge_0. assert (t ^ 2 <= y ^ 2) by (apply pow_incr; lra). nra.
  Qed.
  Lemma fact_weaken_range : forall M e x, BoundedRange M e -> e <= x -> BoundedRange M x.
  Proof.
    intros M e x H L. revert H. apply implied. intros T P Q H z w. generalize (H z w) (exp_up e x L).
    assert (0 <= P w * Q z) by (apply Rmult_le_pos; apply mass_nonneg). nra.
  Qed.
  Lemma loss_falls {T : space} (P Q : law T) e x : e <= x -> LossTail x P Q <= LossTail e P Q.
  Proof.
    intros L. apply Sum_le; intros z. generalize (exp_up e x L) (mass_nonneg P z) (mass_nonneg Q z). intros.
    assert (exp e * Q z <= exp x * Q z) by nra. destruct Rlt_dec, Rlt_dec; lra.
  Qed.
  Lemma fact_weaken_loss : forall M e d x y, ProbabilisticDP M e d -> e <= x -> d <= y -> ProbabilisticDP M x y.
  Proof.
    intros M e d x y H L1 L2. revert H. apply implied. intros T P Q H. unfold loss in *.
    generalize (loss_falls P Q e x L1). lra.
  Qed.
  Lemma ln_inverse d : 0 < d -> d <= 1 -> 0 <= ln (1 / d).
  Proof.
    intros H L. rewrite <- ln_1. apply ln_up; [lra |]. apply Rmult_le_reg_r with d; [assumption |].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
  Qed.
  Lemma fact_weaken_tail : forall M x r y s, TailDP M x r -> 0 <= r -> x <= y -> r <= s -> TailDP M y s.
  Proof.
    intros M x r y s H Hr L1 L2. revert H. apply implied. intros T P Q H d Hd Hd1. apply Rle_trans with (2 := H d Hd Hd1).
    apply stick_falls. apply Rplus_le_compat; [assumption |]. apply sqrt_le_1_alt.
    apply Rmult_le_compat_r; [now apply ln_inverse | assumption].
  Qed.

  Lemma fact_process_pure : forall M e, PureDP M e -> PureDP (PostProcess M) e.
  Proof. intros M e. apply process, closed_pure. Qed.
  Lemma fact_process_approx : forall M e d, ApproxDP M e d -> ApproxDP (PostProcess M) e d.
  Proof. intros M e d. apply process, closed_approx. Qed.
  Lemma fact_process_zcdp : forall M x r, ZCDP M x r -> ZCDP (PostProcess M) x r.
  Proof. intros M x r. apply process, closed_zcdp. Qed.
  Lemma fact_process_renyi : forall M a t, 1 <= a -> RenyiDP M a t -> RenyiDP (PostProcess M) a t.
  Proof. intros M a t Ha. now apply process, closed_renyi. Qed.
  Lemma fact_process_approx_zcdp : forall M d x r, ApproxZCDP M d x r -> ApproxZCDP (PostProcess M) d x r.
  Proof. intros M d x r. apply process, closed_approx_zcdp. Qed.
  Lemma fact_process_range : forall M e, BoundedRange M e -> BoundedRange (PostProcess M) e.
  Proof. intros M e. apply process, closed_range. Qed.
  Lemma fact_process_bounded_zcdp : forall M m x r, BoundedZCDP M m x r -> BoundedZCDP (PostProcess M) m x r.
  Proof. intros M m x r. apply process, closed_bounded_zcdp. Qed.
  Lemma fact_process_tail : forall M x r, TailDP M x r -> TailDP (PostProcess M) x r.
  Proof. intros M x r. apply process, closed_tail. Qed.
End Larger.

Section From.
  Context {X : databases}.
  Implicit Types M : mechanism X.

  Lemma fact_pure_approx : forall M e d, PureDP M e -> 0 <= d -> ApproxDP M e d.
  Proof.
    intros M e d H Hd. revert H. apply implied. intros T P Q H. apply Rle_trans with (2 := Hd).
    unfold HockeyStick. refine (Rle_trans _ _ _ _ (Req_le _ _ (Sum_zero T))). apply Sum_le; intros z. generalize (H z). intros. apply Rmax_lub; lra.
  Qed.
  Lemma fact_approx_certain : forall M e d, 1 <= d -> e <= e -> ApproxDP M e d.
  Proof. intros M e d Hd _ T A _ x y _. apply Rle_trans with (2 := Hd). apply stick_le_1. Qed.
  Lemma fact_pure_range : forall M e x, PureDP M e -> 2 * e <= x -> BoundedRange M x.
  Proof.
    intros M e x H L. revert H. apply implied_both. intros T P Q H1 H2 z w.
    generalize (H1 z) (H2 w) (mass_nonneg P w) (mass_nonneg Q z) (mass_nonneg Q w) (exp_pos e) (exp_up _ _ L).
    replace (2 * e) with (e + e) by ring. rewrite exp_plus. intros A B HP HQ HQw HE L'.
    apply Rle_trans with (exp e * Q z * (exp e * P w)); [apply Rmult_le_compat; try assumption; apply mass_nonneg |].
    assert (0 <= P w * Q z) by now apply Rmult_le_pos. nra.
  Qed.
  Lemma fact_pure_loss : forall M e x d, PureDP M e -> e <= x -> 0 <= d -> ProbabilisticDP M x d.
  Proof.
    intros M e x d H L Hd. revert H. apply implied. intros T P Q H. apply Rle_trans with (2 := Hd).
    unfold LossTail. refine (Rle_trans _ _ _ _ (Req_le _ _ (Sum_zero T))). apply Sum_le; intros z. generalize (H z) (exp_up e x L) (mass_nonneg Q z). intros.
    destruct Rlt_dec; nra.
  Qed.
  Lemma fact_loss_pure : forall M e, ProbabilisticDP M e 0 -> PureDP M e.
  Proof.
    intros M e. apply implied. intros T P Q H z. destruct (Rle_lt_dec (P z) (exp e * Q z)) as [| N]; [assumption | exfalso].
    assert (0 < P z) by (generalize (exp_pos e) (mass_nonneg Q z); intros; nra).
    unfold loss, LossTail in H. generalize (Sum_term T (fun x => if Rlt_dec (exp e * Q x) (P x) then P x else 0) z).
    intros S. destruct (Rlt_dec (exp e * Q z) (P z)) as [_ | N']; [| contradiction].
    assert (P z <= 0); [| lra]. apply Rle_trans with (2 := H). apply S. intros x. destruct Rlt_dec; [apply mass_nonneg | lra].
  Qed.
  Lemma fact_loss_approx : forall M e d, ProbabilisticDP M e d -> ApproxDP M e d.
  Proof.
    intros M e d. apply implied. intros T P Q H. apply Rle_trans with (2 := H). apply Sum_le; intros z.
    generalize (exp_pos e) (mass_nonneg Q z) (mass_nonneg P z). intros. destruct Rlt_dec; apply Rmax_lub; nra.
  Qed.
  Lemma fact_approx_loss : forall M e d x y, ApproxDP M e d -> e < x -> d <= y * (1 - exp (e - x)) -> ProbabilisticDP M x y.
  Proof.
    intros M e d x y H L Hy. revert H. apply implied. intros T P Q H.
    assert (F : exp (e - x) < 1) by (rewrite <- exp_0; apply exp_increasing; lra).
    apply Rmult_le_reg_r with (1 - exp (e - x)); [lra |]. apply Rle_trans with (2 := Hy). apply Rle_trans with (2 := H). now apply loss_of_stick.
  Qed.
  Lemma fact_zcdp_pure : forall M x, ZCDP M x 0 -> PureDP M x.
  Proof.
    intros M x. apply implied. intros T P Q H. apply renyi_all_max. intros a Ha. generalize (H a Ha).
    now rewrite Rmult_0_l, Rplus_0_r.
  Qed.
  Lemma fact_pure_zcdp : forall M e x r, PureDP M e -> e <= x + r -> 0 <= r -> ZCDP M x r.
  Proof.
    intros M e x r H L Hr. revert H. apply implied. intros T P Q H a Ha. apply renyi_more with e; [nra |].
    apply order_max; [lra | exact H].
  Qed.
  Lemma fact_zcdp_renyi : forall M x r a t, 1 <= a -> ZCDP M x r -> x + r * a <= t -> RenyiDP M a t.
  Proof.
    intros M x r a t Ha H L. revert H. apply implied. intros T P Q H. apply renyi_more with (1 := L). destruct Ha as [Ha | <-].
    - now apply H.
    - apply renyi_kl. rewrite Rmult_1_r. apply zcdp_kl with 2; [lra |]. intros; now apply H.
  Qed.
  Lemma fact_bounded_zcdp_renyi : forall M m x r a t, 1 <= a -> BoundedZCDP M m x r -> x + r * a <= t -> 1 < m -> a <= m -> RenyiDP M a t.
  Proof.
    intros M m x r a t Ha H L Hm Hl. revert H. apply implied. intros T P Q H. apply renyi_more with (1 := L). destruct Ha as [Ha | <-].
    - destruct Hl as [Hl | ->]; [now apply H | now apply renyi_below].
    - apply renyi_kl. rewrite Rmult_1_r. now apply zcdp_kl with m.
  Qed.
  (* Moments are convex in their order on the scale of logarithms. *)
  Lemma moment_order {T : space} (P Q : law T) a t : 1 <= a -> renyi_at_most a t P Q -> P << Q /\ Moment a P Q <= exp ((a - 1) * t).
  Proof.
    intros [Ha | <-] H; [now apply renyi_moment |]. split; [apply H |]. rewrite Rminus_diag_eq, Rmult_0_l, exp_0 by reflexivity.
    apply Rle_trans with (Sum T P); [| rewrite mass_one; lra]. apply Sum_le; intros x. destruct (mass_nonneg P x) as [Hp | <-]; [| rewrite moment_0; lra].
    rewrite moment_exp by (try apply (positive_of P Q x (proj1 H)); assumption).
    replace (1 * ln (P x) + (1 - 1) * ln (Q x)) with (ln (P x)) by ring. rewrite exp_ln by assumption. lra.
  Qed.
  Lemma renyi_between {T : space} (P Q : law T) a s b t c : 1 <= a -> a <= c -> c <= b -> 1 < c -> a < b ->
    renyi_at_most a s P Q -> renyi_at_most b t P Q -> renyi_at_most c (((b - c) * (a - 1) * s + (c - a) * (b - 1) * t) / ((b - a) * (c - 1))) P Q.
  Proof.
    intros Ha Hac Hcb Hc Hab H1 H2.
    destruct (moment_order P Q a s Ha H1) as [C M1]. destruct (moment_order P Q b t ltac:(lra) H2) as [_ M2].
    apply renyi_moment; [assumption |]. split; [assumption |].
    set (w := (b - c) / (b - a)). set (K := (a - 1) * s) in *. set (L := (b - 1) * t) in *.
    assert (Hw : 0 <= w <= 1).
    { unfold w. split; [apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra] |].
      apply Rmult_le_reg_r with (b - a); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    apply Rle_trans with (exp (w * K + (1 - w) * L)); [| apply exp_up, Req_le; unfold w, K, L; field; lra].
    apply Rle_trans with (exp (w * K + (1 - w) * L) * (w * exp (- K) * Moment a P Q + (1 - w) * exp (- L) * Moment b P Q)).
    - unfold Moment. rewrite <- Sum_lin, <- Sum_scal. apply Sum_le; intros x.
      destruct (mass_nonneg P x) as [Hp | <-]; [| rewrite !moment_0; lra].
      assert (Hq := positive_of P Q x C Hp). rewrite !moment_exp by assumption. set (p := ln (P x)). set (q := ln (Q x)).
      rewrite !(Rmult_assoc _ (exp (- _))), <- !exp_plus.
      apply Rle_trans with (exp (w * K + (1 - w) * L) * exp (w * (- K + (a * p + (1 - a) * q)) + (1 - w) * (- L + (b * p + (1 - b) * q)))).
      + rewrite <- exp_plus. apply exp_up, Req_le. unfold w. field. lra.
      + apply Rmult_le_compat_l; [left; apply exp_pos |]. now apply exp_convex.
    - rewrite <- (Rmult_1_r (exp (w * K + (1 - w) * L))) at 2. apply Rmult_le_compat_l; [left; apply exp_pos |].
      assert (exp (- K) * Moment a P Q <= 1) by (apply Rmult_le_reg_l with (exp K); [apply exp_pos |]; rewrite <- Rmult_assoc, <- exp_plus, Rplus_opp_r, exp_0; lra).
      assert (exp (- L) * Moment b P Q <= 1) by (apply Rmult_le_reg_l with (exp L); [apply exp_pos |]; rewrite <- Rmult_assoc, <- exp_plus, Rplus_opp_r, exp_0; lra).
      nra.
  Qed.
  Lemma fact_order_between {T : space} : forall (P Q : law T) a c b, 1 <= a -> a <= c -> c <= b -> 1 < c -> a < b -> P << Q ->
    P << Q /\ Renyi c P Q <= ((b - c) * (a - 1) * Renyi a P Q + (c - a) * (b - 1) * Renyi b P Q) / ((b - a) * (c - 1)).
  Proof. intros P Q a c b Ha Hac Hcb Hc Hab C. apply renyi_between; try assumption; split; (assumption || lra). Qed.
  Lemma fact_renyi_between : forall M a s b t c u, 1 <= a -> RenyiDP M a s -> RenyiDP M b t -> a <= c -> c <= b -> 1 < c -> a < b ->
    ((b - c) * (a - 1) * s + (c - a) * (b - 1) * t) / ((b - a) * (c - 1)) <= u -> RenyiDP M c u.
  Proof.
    intros M a s b t c u Ha H1 H2 Hac Hcb Hc Hab Hu T A HA x y Hxy. apply renyi_more with (1 := Hu).
    apply renyi_between; try assumption; [now apply H1 | now apply H2].
  Qed.
  (* What no loss exceeds is the price of an order. *)
  Lemma renyi_below_max {T : space} (P Q : law T) a s t c : 1 <= a -> a <= c -> 1 < c ->
    renyi_at_most a s P Q -> max_at_most t P Q -> renyi_at_most c (((a - 1) * s + (c - a) * t) / (c - 1)) P Q.
  Proof.
    intros Ha Hac Hc H1 H2. destruct (moment_order P Q a s Ha H1) as [C M1]. apply renyi_moment; [assumption |]. split; [assumption |].
    apply Rle_trans with (exp ((c - a) * t) * Moment a P Q).
    - unfold Moment. rewrite <- Sum_scal. apply Sum_le; intros x.
      destruct (mass_nonneg P x) as [Hp | <-]; [| rewrite !moment_0; lra].
      assert (Hq := positive_of P Q x C Hp). rewrite !moment_exp, <- exp_plus by assumption. apply exp_up.
      assert (L : ln (P x) <= t + ln (Q x)).
      { rewrite <- (ln_exp t), <- ln_mult by (assumption || apply exp_pos). apply ln_up; [assumption | apply H2]. }
      apply (Rmult_le_compat_l (c - a)) in L; lra.
    - apply Rle_trans with (exp ((c - a) * t) * exp ((a - 1) * s)); [apply Rmult_le_compat_l; [left; apply exp_pos | assumption] |].
      rewrite <- exp_plus. apply exp_up, Req_le. field. lra.
  Qed.
  Lemma fact_order_below_infinite {T : space} : forall (P Q : law T) a c, 1 <= a -> a <= c -> 1 < c -> P << Q ->
    P << Q /\ Renyi c P Q <= ((a - 1) * Renyi a P Q + (c - a) * MaxDivergence P Q) / (c - 1).
  Proof. intros P Q a c Ha Hac Hc C. apply renyi_below_max; try assumption; [split; (assumption || lra) |]. apply max_divergence. split; (assumption || lra). Qed.
  Lemma fact_renyi_below_pure : forall M a s e c u, RenyiDP M a s -> PureDP M e -> 1 <= a -> a <= c -> 1 < c ->
    ((a - 1) * s + (c - a) * e) / (c - 1) <= u -> RenyiDP M c u.
  Proof.
    intros M a s e c u H1 H2 Ha Hac Hc Hu T A HA x y Hxy. apply renyi_more with (1 := Hu).
    apply renyi_below_max; try assumption; [now apply H1 | now apply H2].
  Qed.
  Lemma fact_zcdp_bounded : forall M x r m, ZCDP M x r -> BoundedZCDP M m x r.
  Proof. intros M x r m. apply implied. intros T P Q H a Ha _. now apply H. Qed.
  Lemma fact_bounded_zcdp_zcdp : forall M x r, ZCDP M x r -> ZCDP M x r.
  Proof. trivial. Qed.
  Lemma equal_of_KL {T : space} (P Q : law T) : P << Q -> KL P Q <= 0 -> forall x, P x = Q x.
  Proof.
    intros C H x. set (h := fun z => entropy (P z) (Q z) - P z + Q z).
    assert (N : forall z, 0 <= h z).
    { intros z. unfold h. generalize (entropy_line 1 (P z) (Q z) ltac:(lra) (mass_nonneg P z) (mass_nonneg Q z) (C z)). rewrite ln_1. lra. }
    assert (S : Sum T h <= 0).
    { unfold h. rewrite (Sum_ext T _ (fun z => entropy (P z) (Q z) + (-1 * P z + 1 * Q z))) by (intros; ring).
      rewrite Sum_plus, Sum_lin, !mass_one. unfold KL in H. lra. }
    assert (Hx : h x <= 0) by (generalize (Sum_term T h x N); lra). unfold h in Hx.
    destruct (mass_nonneg P x) as [Hp | Hp]; [| rewrite <- Hp, entropy_0 in Hx; generalize (mass_nonneg Q x); lra].
    assert (Hq := positive_of P Q x C Hp). rewrite entropy_pos in Hx by assumption.
    set (u := ln (P x / Q x)) in *. assert (E : P x = exp u * Q x).
    { unfold u. rewrite exp_ln by (now apply Rdiv_lt_0_compat). field. lra. }
    destruct (Req_dec u 0) as [Z | Z]; [rewrite E, Z, exp_0; ring | exfalso].
    assert (L := exp_ineq1 (- u) ltac:(lra)). rewrite exp_Ropp in L.
    assert (Hu := exp_pos u). assert ((1 - u) * exp u < 1).
    { apply Rmult_lt_reg_r with (/ exp u); [now apply Rinv_0_lt_compat |]. rewrite Rmult_assoc, Rinv_r by lra. lra. }
    rewrite E in Hx. nra.
  Qed.
  Lemma fact_renyi_equal : forall M a, RenyiDP M a 0 -> 1 <= a -> PureDP M 0.
  Proof.
    intros M a H Ha. revert H. apply implied. intros T P Q [C H] z.
    rewrite (equal_of_KL P Q C); [rewrite exp_0; lra |]. apply Rle_trans with (2 := H). now apply fact_order_one.
  Qed.
  Lemma fact_tail_approx : forall M x r d e, TailDP M x r -> 0 <= r -> 0 < d -> d <= 1 -> x + sqrt (r * ln (1 / d)) <= e -> ApproxDP M e d.
  Proof.
    intros M x r d e H _ Hd Hd1 L. revert H. apply implied. intros T P Q H.
    apply Rle_trans with (1 := stick_falls _ e P Q L). now apply H.
  Qed.
  Lemma fact_zcdp_flat : forall M x r e d, ZCDP M x r -> r <= 0 -> x <= e -> 0 <= d -> ApproxDP M e d.
  Proof.
    intros M x r e d H Hr L Hd. apply fact_pure_approx; [| assumption]. apply fact_weaken_pure with x; [| assumption].
    apply fact_zcdp_pure. revert H. apply implied. intros T P Q H a Ha. apply renyi_more with (2 := H a Ha). nra.
  Qed.
End From.
