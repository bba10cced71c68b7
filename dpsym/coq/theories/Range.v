(* Bounded range: what it composes to, and Hoeffding's lemma for the loss. *)
From Coq Require Import Reals Lra Psatz List.
From Coquelicot Require Import Coquelicot.
From dpsym Require Import prelude.
From dpsym Require Import Finite Divergences Mechanisms Processing Order Composition Domination Conversions Response Means.
Import ListNotations.
Open Scope R_scope.

(* Of laws between which the loss ranges over w, each is within w of the other. *)
Lemma range_max {T : space} (P Q : law T) w : range w T P Q -> max_at_most w P Q /\ max_at_most w Q P.
Proof.
  intros H. split; intros x.
  - apply Rle_trans with (Sum T (fun y => P x * Q y)); [rewrite Sum_scal, mass_one; lra |].
    apply Rle_trans with (Sum T (fun y => exp w * Q x * P y)); [| rewrite Sum_scal, mass_one; lra].
    apply Sum_le; intros y. generalize (H x y). lra.
  - apply Rle_trans with (Sum T (fun y => Q x * P y)); [rewrite Sum_scal, mass_one; lra |].
    apply Rle_trans with (Sum T (fun y => exp w * P x * Q y)); [| rewrite Sum_scal, mass_one; lra].
    apply Sum_le; intros y. generalize (H y x). lra.
Qed.
Lemma joint_range_pure {T : space} {U : T -> space} (P Q : law T) (P' Q' : forall x, law (U x)) w f :
  range w T P Q -> (forall o, max_at_most f (P' o) (Q' o) /\ max_at_most f (Q' o) (P' o)) ->
  range (w + 2 * f) (sigma T U) (joint U P P') (joint U Q Q').
Proof.
  intros H H' [x u] [y v]. simpl. replace (w + 2 * f) with (w + (f + f)) by ring. rewrite !exp_plus.
  assert (A := H x y). assert (B := proj1 (H' x) u). assert (C := proj2 (H' y) v).
  assert (0 <= P x * Q y) by (apply Rmult_le_pos; apply mass_nonneg).
  apply Rle_trans with (P x * Q y * (exp f * Q' x u * (exp f * P' y v))).
  - replace (P x * P' x u * (Q y * Q' y v)) with (P x * Q y * (P' x u * Q' y v)) by ring.
    apply Rmult_le_compat_l; [assumption |]. apply Rmult_le_compat; try assumption; apply mass_nonneg.
  - apply Rle_trans with (exp w * (P y * Q x) * (exp f * Q' x u * (exp f * P' y v))); [| apply Req_le; ring].
    apply Rmult_le_compat_r; [| assumption]. generalize (exp_pos f) (mass_nonneg (Q' x) u) (mass_nonneg (P' y) v). intros.
    apply Rmult_le_pos; apply Rmult_le_pos; lra.
Qed.

(* Hoeffding's lemma for two points, in the shape of their mean *)
Definition hoeffding_gap (q h : R) := h ^ 2 / 8 + q * h - ln (1 - q + q * exp h).
Definition hoeffding_slope (q h : R) := h / 4 + q - q * exp h / (1 - q + q * exp h).
Lemma mixed_pos q h : 0 <= q <= 1 -> 0 < 1 - q + q * exp h.
Proof. intros Hq. generalize (exp_pos h). intros. destruct (Req_dec q 1) as [-> |]; nra. Qed.
Lemma hoeffding_slope_up q x y : 0 <= q <= 1 -> x <= y -> hoeffding_slope q x <= hoeffding_slope q y.
Proof.
  intros Hq Hxy. apply (dpsym_up (hoeffding_slope q) (fun h => / 4 - q * exp h * (1 - q) / ((1 - q + q * exp h) * (1 - q + q * exp h)))); [assumption | |].
  - intros h _. assert (M := mixed_pos q h Hq). unfold hoeffding_slope. auto_derive; [lra | field; lra].
  - intros h _. assert (M := mixed_pos q h Hq). apply Rmult_le_reg_r with (4 * ((1 - q + q * exp h) * (1 - q + q * exp h))); [nra |].
    rewrite Rmult_0_l. replace ((/ 4 - q * exp h * (1 - q) / ((1 - q + q * exp h) * (1 - q + q * exp h))) * (4 * ((1 - q + q * exp h) * (1 - q + q * exp h))))
      with ((1 - q + q * exp h) * (1 - q + q * exp h) - 4 * (q * exp h * (1 - q))) by (field; lra).
    generalize (pow2_ge_0 (1 - q - q * exp h)). simpl. lra.
Qed.
Lemma hoeffding_two q h : 0 <= q <= 1 -> 1 - q + q * exp h <= exp (q * h + h ^ 2 / 8).
Proof.
  intros Hq. assert (M := mixed_pos q h Hq). assert (G : 0 <= hoeffding_gap q h).
  { assert (Z : hoeffding_gap q 0 = 0).
    { unfold hoeffding_gap. rewrite exp_0. replace (1 - q + q * 1) with 1 by ring. rewrite ln_1. field. }
    assert (S : hoeffding_slope q 0 = 0) by (unfold hoeffding_slope; rewrite exp_0; field; lra).
    assert (D : forall t, is_derive (hoeffding_gap q) t (hoeffding_slope q t)).
    { intros t. assert (N := mixed_pos q t Hq). unfold hoeffding_gap, hoeffding_slope. auto_derive; [lra | field; lra]. }
    rewrite <- Z. destruct (Rle_lt_dec 0 h).
    - apply (dpsym_up (hoeffding_gap q) (hoeffding_slope q)); [assumption | intros; apply D |].
      intros t Ht. rewrite <- S. apply hoeffding_slope_up; lra.
    - apply (dpsym_down (hoeffding_gap q) (hoeffding_slope q)); [lra | intros; apply D |].
      intros t Ht. generalize (hoeffding_slope_up q t 0 Hq). lra. }
  unfold hoeffding_gap in G. rewrite <- (exp_ln (1 - q + q * exp h)) by assumption. apply exp_up. lra.
Qed.
(* Hoeffding's lemma: what lies in an interval of length w is subgaussian about its mean. *)
Theorem hoeffding {T : space} (P : law T) (Z : T -> R) A w l : 0 <= w -> (forall x, 0 < P x -> A <= Z x <= A + w) ->
  Sum T (fun x => P x * exp (l * (Z x - Sum T (fun y => P y * Z y)))) <= exp (l ^ 2 * w ^ 2 / 8).
Proof.
  intros Hw H. set (m := Sum T (fun y => P y * Z y)).
  assert (HZ : forall x, A * P x <= P x * Z x <= (A + w) * P x).
  { intros x. destruct (mass_nonneg P x) as [Hp | <-]; [generalize (H x Hp); nra | lra]. }
  assert (Hm : A <= m <= A + w).
  { split; unfold m.
    - replace A with (Sum T (fun x => A * P x)) by (rewrite Sum_scal, mass_one; ring). apply Sum_le; intros x. apply HZ.
    - replace (A + w) with (Sum T (fun x => (A + w) * P x)) by (rewrite Sum_scal, mass_one; ring). apply Sum_le; intros x. apply HZ. }
  destruct Hw as [Hw | <-].
  - set (q := (m - A) / w). assert (Hq : 0 <= q <= 1).
    { unfold q. split; [apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat] |].
      apply Rmult_le_reg_r with w; [assumption |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    apply Rle_trans with (exp (- (q * (l * w))) * (1 - q + q * exp (l * w))).
    + apply Rle_trans with (Sum T (fun x => exp (l * (A - m)) * ((1 + A / w * (1 - exp (l * w))) * P x + (exp (l * w) - 1) / w * (P x * Z x)))).
      * apply Sum_le; intros x. destruct (mass_nonneg P x) as [Hp | <-]; [| lra]. destruct (H x Hp) as [H1 H2].
        replace (exp (l * (A - m)) * ((1 + A / w * (1 - exp (l * w))) * P x + (exp (l * w) - 1) / w * (P x * Z x)))
          with (P x * (exp (l * (A - m)) * ((A + w - Z x) / w * exp 0 + (1 - (A + w - Z x) / w) * exp (l * w)))) by (rewrite exp_0; field; lra).
        apply Rmult_le_compat_l; [lra |]. replace (l * (Z x - m)) with (l * (A - m) + ((A + w - Z x) / w * 0 + (1 - (A + w - Z x) / w) * (l * w))) by (field; lra).
        rewrite exp_plus. apply Rmult_le_compat_l; [left; apply exp_pos |]. apply exp_convex. split.
        -- apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat].
        -- apply Rmult_le_reg_r with w; [assumption |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
      * rewrite Sum_scal, Sum_lin, mass_one. fold m. apply Req_le. replace (l * (A - m)) with (- (q * (l * w))) by (unfold q; field; lra).
        f_equal. unfold q. field. lra.
    + apply Rle_trans with (exp (- (q * (l * w))) * exp (q * (l * w) + (l * w) ^ 2 / 8)).
      * apply Rmult_le_compat_l; [left; apply exp_pos | now apply hoeffding_two].
      * rewrite <- exp_plus. apply exp_up, Req_le. field.
  - apply Rle_trans with (Sum T P); [| rewrite mass_one; generalize (exp_ge_1 (l ^ 2 * 0 ^ 2 / 8)); intros E; apply E; lra].
    apply Sum_le; intros x. destruct (mass_nonneg P x) as [Hp | <-]; [| lra]. generalize (H x Hp). intros.
    replace (Z x - m) with 0 by lra. rewrite Rmult_0_r, exp_0. lra.
Qed.

Section Loss.
  Context {T : space}.
  Variables P Q : law T.
  Lemma kl_loss : P << Q -> KL P Q = Sum T (fun x => P x * ln (P x / Q x)).
  Proof.
    intros C. apply Sum_ext; intros x. destruct (mass_nonneg P x) as [Hp | <-]; [now rewrite entropy_pos by assumption | rewrite entropy_0; ring].
  Qed.
  Lemma loss_interval A w l : P << Q -> 0 <= w -> (forall x, 0 < P x -> A <= ln (P x / Q x) <= A + w) ->
    Sum T (fun x => P x * exp (l * (ln (P x / Q x) - KL P Q))) <= exp (l ^ 2 * w ^ 2 / 8).
  Proof. intros C Hw H. rewrite (kl_loss C). now apply (hoeffding P (fun x => ln (P x / Q x)) A w). Qed.
  Lemma loss_inverse : P << Q -> Q << P -> Sum T (fun x => P x * exp (-1 * (ln (P x / Q x) - KL P Q))) = exp (KL P Q).
  Proof.
    intros C D. rewrite (Sum_ext T _ (fun x => exp (KL P Q) * Q x)); [rewrite Sum_scal, mass_one; ring |].
    intros x. destruct (mass_nonneg P x) as [Hp | Hp].
    - assert (Hq := positive_of P Q x C Hp). replace (-1 * (ln (P x / Q x) - KL P Q)) with (KL P Q + (ln (Q x) - ln (P x))) by (rewrite ln_div by assumption; ring).
      rewrite exp_plus. unfold Rminus. rewrite exp_plus, exp_Ropp, !exp_ln by assumption. field. lra.
    - rewrite (D x (eq_sym Hp)), <- Hp. ring.
  Qed.
End Loss.

Section Rows.
  Context {X : databases}.
  Implicit Types M : mechanism X.
  Lemma fact_compose_range : forall M1 M2 e1 e2, BoundedRange M1 e1 -> BoundedRange M2 e2 -> BoundedRange (Compose M1 M2) (e1 + 2 * e2).
  Proof.
    intros M N a b HM HN _ _ [T U A B HA HB] x y Hxy. apply joint_range_pure; [now apply (HM T A) |].
    intros o. apply range_max. now apply (HN (U o) (B o)).
  Qed.
  Lemma range_pure M e : BoundedRange M e -> PureDP M e.
  Proof. apply implied. intros T P Q H. exact (proj1 (range_max P Q e H)). Qed.
  Lemma fact_repeat_range : forall M e k, (1 <= k)%nat -> BoundedRange M e -> BoundedRange (Rounds M k) ((2 * INR k - 1) * e).
  Proof.
    intros M e [| k] Hk H; [inversion Hk |]. clear Hk. assert (R := fact_repeat_pure M e k (range_pure M e H)).
    intros _ _ [T U A B HA HB] x y Hxy. rewrite S_INR. replace ((2 * (INR k + 1) - 1) * e) with (e + 2 * (INR k * e)) by ring.
    apply joint_range_pure; [now apply (H T A) |]. intros o. split; apply (R (U o) (B o)); try apply HB; [| apply near_sym]; assumption.
  Qed.

  Lemma fact_range_mean : forall M e m t, BoundedRange M e -> 0 <= e -> e ^ 2 / 8 <= m -> e / 2 <= t -> MeanCDP M m t.
  Proof.
    intros M e m t H He Hm Ht. revert H. apply implied. intros T P Q H. destruct (range_max P Q e H) as [M1 M2].
    assert (C := max_continuous e P Q M1). assert (D := max_continuous e Q P M2).
    destruct (greatest (l := points T) (fun x => Q x / P x) (law_inhabited P)) as [z [_ Hz]].
    destruct (law_positive P) as [y Hy]. assert (Hqy := positive_of P Q y C Hy).
    assert (Hp : 0 < P z).
    { destruct (mass_nonneg P z) as [Hp | Hp]; [assumption | exfalso]. generalize (Hz y (full T y)).
      rewrite (D z (eq_sym Hp)). unfold Rdiv at 2. rewrite Rmult_0_l. generalize (Rdiv_lt_0_compat _ _ Hqy Hy). lra. }
    assert (Hq := positive_of P Q z C Hp).
    assert (I : forall x, 0 < P x -> ln (P z / Q z) <= ln (P x / Q x) <= ln (P z / Q z) + e).
    { intros x Hx. assert (Hqx := positive_of P Q x C Hx). rewrite !ln_div by assumption. split.
      - assert (ln (Q x / P x) <= ln (Q z / P z)) as L by (apply ln_up; [now apply Rdiv_lt_0_compat | apply Hz, full]).
        rewrite !ln_div in L by assumption. lra.
      - generalize (H x z). intros L. apply ln_up in L; [| now apply Rmult_lt_0_compat].
        rewrite !ln_mult, ln_exp in L by (try apply Rmult_lt_0_compat; try apply exp_pos; assumption). lra. }
    split; [assumption |]. split.
    - apply Rle_trans with (2 := Hm). generalize (loss_interval P Q _ e (-1) C He I). rewrite (loss_inverse P Q C D). intros L.
      replace ((-1) ^ 2 * e ^ 2 / 8) with (e ^ 2 / 8) in L by field.
      destruct (Rle_lt_dec (KL P Q) (e ^ 2 / 8)) as [| N]; [assumption |]. generalize (exp_increasing _ _ N). lra.
    - intros l. apply Rle_trans with (1 := loss_interval P Q _ e l C He I). apply exp_up.
      assert (e ^ 2 / 4 <= t ^ 2) by (simpl; nra). assert (0 <= l ^ 2) by apply pow2_ge_0. nra.
  Qed.
  Lemma coin_kl e : KL (coin e true) (coin e false) = e * ((exp (e / 2) - exp (- (e / 2))) / (exp (e / 2) + exp (- (e / 2)))).
  Proof.
    destruct (coin_ends e) as [H1 [H2 H3]]. destruct (coin_masses e) as [A B]. unfold KL. rewrite Sum_2, !A, !B. simpl.
    rewrite !entropy_pos by assumption.
    assert (E : ln (exp e / (1 + exp e) / (1 / (1 + exp e))) = e).
    { replace (exp e / (1 + exp e) / (1 / (1 + exp e))) with (exp e) by (field; generalize (exp_pos e); lra). apply ln_exp. }
    assert (F : ln (1 / (1 + exp e) / (exp e / (1 + exp e))) = - e).
    { replace (1 / (1 + exp e) / (exp e / (1 + exp e))) with (exp (- e)) by (rewrite exp_Ropp; field; generalize (exp_pos e); lra). apply ln_exp. }
    rewrite E, F. replace (exp e) with (exp (e / 2) * exp (e / 2)) by (rewrite <- exp_plus; f_equal; field).
    rewrite exp_Ropp. assert (0 < exp (e / 2)) by apply exp_pos. field. split; nra.
  Qed.
  Lemma fact_pure_mean : forall M e m t, PureDP M e -> 0 <= e ->
    e * ((exp (e / 2) - exp (- (e / 2))) / (exp (e / 2) + exp (- (e / 2)))) <= m -> e <= t -> MeanCDP M m t.
  Proof.
    intros M e m t H He Hm Ht. revert H. apply implied_both. intros T P Q M1 M2.
    assert (C := max_continuous e P Q M1). split; [assumption |]. split.
    - apply Rle_trans with (2 := Hm). rewrite <- coin_kl. destruct (coin_image e T P Q He M1 M2) as [K HK].
      replace (KL P Q) with (KL (push K (coin e true)) (push K (coin e false))).
      + apply push_kl, coin_continuous.
      + apply Sum_ext; intros x. now rewrite <- (proj1 (HK x)), <- (proj2 (HK x)).
    - intros l. apply Rle_trans with (exp (l ^ 2 * (2 * e) ^ 2 / 8)).
      + apply (loss_interval P Q (- e)); [assumption | lra |]. intros x Hx. assert (Hq := positive_of P Q x C Hx).
        rewrite ln_div by assumption. assert (L1 := M1 x). assert (L2 := M2 x). apply ln_up in L1, L2; try assumption.
        rewrite ln_mult, ln_exp in L1, L2 by (try apply exp_pos; assumption). lra.
      + apply exp_up. assert (e ^ 2 <= t ^ 2) by (simpl; nra). assert (0 <= l ^ 2) by apply pow2_ge_0. nra.
  Qed.
End Rows.

(* Rule "bounded-range": laws between which the loss ranges over w are images of two bits; Dong,
   Durfee and Rogers 2020. *)
Lemma range_within {T : space} (P Q : law T) w : range w T P Q ->
  exists u, 1 <= u /\ u * exp (- w) <= 1 /\ forall y, P y <= u * Q y /\ u * exp (- w) * Q y <= P y.
Proof.
  intros H. destruct (range_max P Q w H) as [M1 _]. assert (C := max_continuous w P Q M1).
  destruct (greatest (l := points T) (fun x => P x / Q x) (law_inhabited P)) as [x [_ Hx]].
  set (u := P x / Q x) in *. exists u.
  assert (B1 : forall y, P y <= u * Q y).
  { intros y. rewrite (max_ratio P Q y C). apply Rmult_le_compat_r; [apply mass_nonneg | apply Hx, full]. }
  assert (U : 1 <= u).
  { rewrite <- (mass_one P). apply Rle_trans with (Sum T (fun y => u * Q y)); [now apply Sum_le |]. rewrite Sum_scal, mass_one. lra. }
  assert (Hq : 0 < Q x).
  { destruct (mass_nonneg Q x) as [Hq | Hq]; [assumption |]. unfold u in U. rewrite (C x (eq_sym Hq)) in U. unfold Rdiv in U. lra. }
  assert (B2 : forall y, u * exp (- w) * Q y <= P y).
  { intros y. rewrite exp_Ropp. generalize (H x y) (exp_pos w). intros L E. apply Rmult_le_reg_l with (exp w * Q x); [now apply Rmult_lt_0_compat |].
    apply Rle_trans with (P x * Q y); [| lra]. apply Req_le. unfold u. field. split; lra. }
  split; [assumption |]. split; [| auto]. rewrite <- (mass_one P).
  apply Rle_trans with (Sum T (fun y => u * exp (- w) * Q y)); [rewrite Sum_scal, mass_one; lra | now apply Sum_le].
Qed.
Lemma two_probabilities q : 0 <= q <= 1 -> probabilities [1 - q; q].
Proof. intros Hq. split; [repeat (apply Forall_cons; [lra |]); apply Forall_nil | simpl; ring]. Qed.
Lemma push_two {U : space} (K0 K1 : law U) q y : 0 <= q <= 1 ->
  push (T := numbers 2) (on2 K0 K1) (Finite (1 - q) [q]) y = (1 - q) * K0 y + q * K1 y.
Proof.
  intros Hq. rewrite push_mass, Sum_2. assert (F := Finite_mass (two_probabilities q Hq)). f_equal.
  - exact (f_equal (fun m => m * K0 y) (F None)).
  - exact (f_equal (fun m => m * K1 y) (F (Some None))).
Qed.
Theorem rule_bounded_range {X : databases} (M : mechanism X) (G : guarantee) w : closed G -> BoundedRange M w ->
  (forall q, 0 < q < 1 -> G (numbers 2) (Finite (1 - q * exp w / (1 - q + q * exp w)) [q * exp w / (1 - q + q * exp w)]) (Finite (1 - q) [q])) -> holds G M.
Proof.
  intros C HM HG T A HA x y Hxy. assert (H := HM T A HA x y Hxy). revert H. generalize (A x) (A y). clear A HA x y Hxy. intros P Q H.
  destruct (range_within P Q w H) as [u [U1 [U0 HU]]]. set (v := u * exp (- w)) in *.
  assert (I : forall q (K0 K1 : law T), 0 < q < 1 ->
    (forall y, P y = (1 - q * exp w / (1 - q + q * exp w)) * K0 y + q * exp w / (1 - q + q * exp w) * K1 y /\ Q y = (1 - q) * K0 y + q * K1 y) -> G T P Q).
  { intros q K0 K1 Hq HK. assert (E := exp_pos w). assert (D : 0 < q * exp w) by (apply Rmult_lt_0_compat; lra).
    refine (closed_image G (numbers 2) T _ _ (on2 K0 K1 : kernel (numbers 2) T) P Q C _ (HG q Hq)). intros y. rewrite !push_two; [apply HK | lra |]. split.
    - left. apply Rdiv_lt_0_compat; lra.
    - apply Rmult_le_reg_r with (1 - q + q * exp w); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (Eq : (forall y, P y = Q y) -> G T P Q).
  { intros E. apply (I (1 / 2) P P ltac:(lra)). intros y. rewrite <- E. split; field. generalize (exp_pos w). lra. }
  destruct (Rle_lt_dec u 1) as [L | Hu]. { apply Eq, law_ge_eq. intros y. replace u with 1 in HU by lra. generalize (HU y). lra. }
  destruct (Rle_lt_dec 1 v) as [L | Hv].
  { apply Eq. intros y. symmetry. revert y. apply law_ge_eq. intros y. replace v with 1 in HU by lra. generalize (HU y). lra. }
  assert (V : 0 < v) by (unfold v; generalize (exp_pos (- w)); nra).
  assert (EW : exp w = u / v). { unfold v. rewrite exp_Ropp. field. split; [generalize (exp_pos w); lra | lra]. }
  assert (Hq : 0 < (1 - v) / (u - v) < 1).
  { split; [apply Rdiv_lt_0_compat; lra |]. apply Rmult_lt_reg_r with (u - v); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  destruct (make T (fun y => / (u - 1) * (u * Q y + - 1 * P y))) as [K0 H0].
  { intros y. apply Rmult_le_pos; [left; apply Rinv_0_lt_compat; lra | generalize (HU y); lra]. }
  { rewrite Sum_scal, Sum_lin, !mass_one. field; lra. }
  destruct (make T (fun y => / (1 - v) * (1 * P y + - v * Q y))) as [K1 H1].
  { intros y. apply Rmult_le_pos; [left; apply Rinv_0_lt_compat; lra | generalize (HU y); lra]. }
  { rewrite Sum_scal, Sum_lin, !mass_one. field; lra. }
  apply (I _ K0 K1 Hq). intros y. rewrite H0, H1, EW. split; field; repeat split; nra.
Qed.
