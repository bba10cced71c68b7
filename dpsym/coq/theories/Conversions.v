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
  Lemma fact_weaken_zcdp_each : forall M x r y s, ZCDP M x r -> x <= y -> r <= s -> ZCDP M y s.
  Proof. intros M x r y s H L1 L2. apply (fact_weaken_zcdp M x r); (assumption || lra). Qed.
  Lemma fact_weaken_renyi : forall M a t b u, 1 <= b -> RenyiDP M a t -> b <= a -> t <= u -> RenyiDP M b u.
  Proof.
    intros M a t b u Hb H L1 L2. revert H. apply implied. intros T P Q [C H]. split; [assumption |].
    apply Rle_trans with (2 := L2). apply Rle_trans with (2 := H). now apply fact_order.
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
    apply Rmult_le_reg_r with (1 - exp (e - x)); [lra |]. apply Rle_trans with (2 := Hy). apply Rle_trans with (2 := H).
    unfold LossTail. rewrite <- Sum_scal_r. apply Sum_le; intros z.
    generalize (Rmax_l (P z - exp e * Q z) 0) (Rmax_r (P z - exp e * Q z) 0). intros.
    destruct Rlt_dec as [N |]; [| lra]. apply Rle_trans with (P z - exp e * Q z); [| assumption].
    assert (E : exp e = exp (e - x) * exp x) by (rewrite <- exp_plus; f_equal; ring). rewrite E.
    generalize (exp_pos (e - x)). nra.
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
    intros M x r a t Ha H L. revert H. apply implied. intros T P Q H. destruct Ha as [Ha | <-].
    - apply renyi_more with (2 := H a Ha). assumption.
    - split; [apply (H 2 ltac:(lra)) |]. apply Rle_trans with (2 := L). apply le_epsilon. intros eta He.
      (* KL is below all orders above one *)
      pose (b := 1 + eta / (1 + Rabs r)).
      assert (Ar : 0 < 1 + Rabs r) by (generalize (Rabs_pos r); lra).
      assert (Hb : 1 < b) by (unfold b; generalize (Rdiv_lt_0_compat eta (1 + Rabs r) He Ar); lra).
      destruct (H b Hb) as [C HL]. apply Rle_trans with (Renyi b P Q); [apply fact_order; (assumption || lra) |].
      apply Rle_trans with (1 := HL). assert (r * (b - 1) <= eta); [| lra]. unfold b.
      replace (r * (1 + eta / (1 + Rabs r) - 1)) with (eta * (r / (1 + Rabs r))) by (field; lra).
      rewrite <- (Rmult_1_r eta) at 2. apply Rmult_le_compat_l; [lra |].
      apply Rmult_le_reg_r with (1 + Rabs r); [assumption |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
      generalize (Rle_abs r). lra.
  Qed.
  Lemma fact_zcdp_bounded : forall M x r m, ZCDP M x r -> BoundedZCDP M m x r.
  Proof. intros M x r m. apply implied. intros T P Q H a Ha _. now apply H. Qed.
  Lemma fact_renyi_pure : forall M e, PureDP M e -> PureDP M e.
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
  Lemma fact_zcdp_loss_flat : forall M x e d, ZCDP M x 0 -> x <= e -> 0 <= d -> ProbabilisticDP M e d.
  Proof. intros M x e d H L Hd. apply fact_pure_loss with x; try assumption. now apply fact_zcdp_pure. Qed.
End From.
