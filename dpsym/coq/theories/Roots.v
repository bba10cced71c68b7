(* What roots of masses say, by the inequality of Cauchy and Schwarz. *)
From Coq Require Import Reals Lra Psatz List.
From dpsym Require Import Finite Divergences Mechanisms Processing Order Conversions Tails Variation.
Open Scope R_scope.

Lemma cauchy (T : space) (f g : T -> R) : Sum T (fun x => f x * g x) ^ 2 <= Sum T (fun x => f x ^ 2) * Sum T (fun x => g x ^ 2).
Proof.
  set (F := Sum T (fun x => f x ^ 2)). set (C := Sum T (fun x => f x * g x)). set (G := Sum T (fun x => g x ^ 2)).
  assert (HF : 0 <= F) by (apply Sum_nonneg; intros; apply pow2_ge_0).
  destruct HF as [HF | HF].
  - assert (N : 0 <= C ^ 2 * F + (-2 * C * F * C + F ^ 2 * G)).
    { unfold F at 1, C at 3, G. rewrite <- Sum_scal, <- Sum_lin, <- Sum_plus. apply Sum_nonneg; intros x.
      generalize (pow2_ge_0 (C * f x - F * g x)). simpl. lra. }
    apply Rmult_le_reg_l with F; [assumption |]. simpl in *. lra.
  - assert (E : C = 0).
    { unfold C. rewrite <- (Sum_zero T). apply Sum_ext; intros x.
      assert (Z : f x ^ 2 <= 0) by (rewrite HF; apply (Sum_term T (fun x => f x ^ 2)); intros; apply pow2_ge_0).
      assert (f x = 0) as -> by (simpl in Z; nra). ring. }
    rewrite E, <- HF. simpl. lra.
Qed.

Section Roots.
  Context {T : space}.
  Implicit Types P Q R : law T.
  Definition affinity P Q := Sum T (fun x => sqrt (P x * Q x)).
  Lemma root_square P x : sqrt (P x) * sqrt (P x) = P x.
  Proof. apply sqrt_sqrt, mass_nonneg. Qed.
  Lemma hellinger_roots P Q : Sum T (fun x => (sqrt (P x) - sqrt (Q x)) ^ 2) = 2 * Hellinger P Q.
  Proof.
    rewrite (Sum_ext T _ (fun x => -2 * sqrt (P x * Q x) + (1 * P x + 1 * Q x))).
    - rewrite Sum_plus, Sum_scal, Sum_lin, !mass_one. unfold Hellinger. ring.
    - intros x. rewrite sqrt_mult_alt by apply mass_nonneg. generalize (root_square P x) (root_square Q x). simpl. lra.
  Qed.
  Lemma hellinger_nonneg P Q : 0 <= Hellinger P Q.
  Proof.
    assert (0 <= 2 * Hellinger P Q); [| lra]. rewrite <- hellinger_roots. apply Sum_nonneg; intros; apply pow2_ge_0.
  Qed.
  Lemma fact_triangle_hellinger : forall P Q R, Hellinger P Q <= (sqrt (Hellinger P R) + sqrt (Hellinger R Q)) ^ 2.
  Proof.
    intros P Q R. set (f := fun x => sqrt (P x) - sqrt (R x)). set (g := fun x => sqrt (R x) - sqrt (Q x)).
    assert (E : 2 * Hellinger P Q = 2 * Hellinger P R + (2 * Sum T (fun x => f x * g x) + 2 * Hellinger R Q)).
    { rewrite <- !hellinger_roots, <- Sum_scal, <- !Sum_plus. apply Sum_ext; intros x. unfold f, g. ring. }
    assert (C := cauchy T f g). unfold f at 2, g at 2 in C. rewrite !hellinger_roots in C.
    assert (HR := hellinger_nonneg P R). assert (HQ := hellinger_nonneg R Q).
    assert (S1 := sqrt_sqrt _ HR). assert (S2 := sqrt_sqrt _ HQ).
    assert (B : Sum T (fun x => f x * g x) <= 2 * (sqrt (Hellinger P R) * sqrt (Hellinger R Q))).
    { revert C S1 S2. generalize (sqrt_pos (Hellinger P R)) (sqrt_pos (Hellinger R Q)).
      generalize (sqrt (Hellinger P R)) (sqrt (Hellinger R Q)) (Sum T (fun x => f x * g x)). intros a b s Ha Hb C S1 S2.
      assert (0 <= a * b) by now apply Rmult_le_pos. rewrite <- S1, <- S2 in C.
      destruct (Rle_lt_dec s (2 * (a * b))) as [| N]; [assumption | exfalso].
      assert (2 * (a * b) * (2 * (a * b)) < s * s) by (apply Rmult_le_0_lt_compat; lra). simpl in C. lra. }
    simpl. lra.
  Qed.

  (* Bretagnolle and Huber *)
  Lemma variation_affinity P Q : TotalVariation P Q ^ 2 <= 1 - affinity P Q ^ 2.
  Proof.
    assert (C := cauchy T (fun x => Rabs (sqrt (P x) - sqrt (Q x))) (fun x => sqrt (P x) + sqrt (Q x))). cbv beta in C.
    rewrite (Sum_ext T (fun x => Rabs _ * _) (fun x => Rabs (P x - Q x))) in C.
    2: { intros x. rewrite <- (Rabs_right (sqrt (P x) + sqrt (Q x))).
         - rewrite <- Rabs_mult. f_equal. rewrite <- (root_square P x) at 3. rewrite <- (root_square Q x) at 3. ring.
         - apply Rle_ge. generalize (sqrt_pos (P x)) (sqrt_pos (Q x)). lra. }
    rewrite (Sum_ext T (fun x => Rabs _ ^ 2) (fun x => (sqrt (P x) - sqrt (Q x)) ^ 2)) in C by (intros; apply pow2_abs).
    rewrite hellinger_roots in C.
    assert (E : Sum T (fun x => (sqrt (P x) + sqrt (Q x)) ^ 2) = 2 + 2 * affinity P Q).
    { rewrite (Sum_ext T _ (fun x => 2 * sqrt (P x * Q x) + (1 * P x + 1 * Q x))).
      - rewrite Sum_plus, Sum_scal, Sum_lin, !mass_one. unfold affinity. ring.
      - intros x. rewrite sqrt_mult_alt by apply mass_nonneg. generalize (root_square P x) (root_square Q x). simpl. lra. }
    rewrite E in C. unfold TotalVariation. revert C. change (Hellinger P Q) with (1 - affinity P Q).
    generalize (Sum T (fun x => Rabs (P x - Q x))) (affinity P Q). simpl. intros. lra.
  Qed.
  Lemma affinity_kl P Q : P << Q -> exp (- KL P Q) <= affinity P Q ^ 2.
  Proof.
    intros C. destruct (law_positive P) as [z Hz].
    assert (HB : 0 < affinity P Q).
    { apply Rlt_le_trans with (sqrt (P z * Q z)).
      - apply sqrt_lt_R0. apply Rmult_lt_0_compat; [assumption | now apply positive_of with P].
      - apply (Sum_term T (fun x => sqrt (P x * Q x))). intros; apply sqrt_pos. }
    set (b := affinity P Q) in *.
    assert (K : - KL P Q <= 2 * ln b).
    { assert (L : Sum T (fun x => (2 - 2 * ln b) * P x + - 2 * / b * sqrt (P x * Q x)) <= KL P Q).
      { apply Sum_le; intros x. destruct (mass_nonneg P x) as [Hp | <-].
        - assert (Hq := positive_of P Q x C Hp). rewrite entropy_pos by assumption.
          assert (Sp : 0 < sqrt (P x)) by now apply sqrt_lt_R0. assert (Sq : 0 < sqrt (Q x)) by now apply sqrt_lt_R0.
          rewrite sqrt_mult_alt by lra.
          assert (I : 0 < sqrt (Q x) / (sqrt (P x) * b)) by (apply Rdiv_lt_0_compat; [| apply Rmult_lt_0_compat]; assumption).
          generalize (exp_line (ln (sqrt (Q x) / (sqrt (P x) * b)))). rewrite exp_ln by assumption.
          rewrite ln_div, ln_mult by (try apply Rmult_lt_0_compat; assumption).
          assert (E1 : P x = sqrt (P x) * sqrt (P x)) by (symmetry; apply root_square).
          assert (E2 : Q x = sqrt (Q x) * sqrt (Q x)) by (symmetry; apply root_square).
          assert (L1 : ln (P x / Q x) = 2 * ln (sqrt (P x)) - 2 * ln (sqrt (Q x))).
          { rewrite ln_div by assumption. rewrite E1 at 1. rewrite E2 at 1. rewrite !ln_mult by assumption. ring. }
          rewrite L1. intros H. apply Rmult_le_compat_l with (r := 2 * P x) in H; [| lra].
          replace (2 * P x * (sqrt (Q x) / (sqrt (P x) * b))) with (2 * / b * (sqrt (P x) * sqrt (Q x))) in H by (transitivity (2 * (sqrt (P x) * sqrt (P x)) * (sqrt (Q x) / (sqrt (P x) * b))); [field; split; lra | now rewrite root_square]).
          lra.
        - rewrite entropy_0, Rmult_0_l, sqrt_0. lra. }
      rewrite Sum_lin, mass_one in L. fold (affinity P Q) in L. fold b in L.
      replace (-2 * / b * b) with (-2) in L by (field; lra). lra. }
    apply Rle_trans with (exp (2 * ln b)); [now apply exp_up |].
    replace (2 * ln b) with (ln b + ln b) by ring. rewrite exp_plus, exp_ln by assumption. simpl. lra.
  Qed.
  Theorem variation_mean P Q : P << Q -> TotalVariation P Q ^ 2 <= 1 - exp (- KL P Q).
  Proof. intros C. generalize (variation_affinity P Q) (affinity_kl P Q C). lra. Qed.

End Roots.

Section Rows.
  Context {X : databases}.
  Implicit Types M : mechanism X.
  Lemma stick_of_mean {T : space} (P Q : law T) e t d : 0 <= e -> P << Q -> KL P Q <= t -> sqrt (1 - exp (- t)) <= d -> HockeyStick e P Q <= d.
  Proof.
    intros He C L Hd. apply Rle_trans with (1 := stick_variation P Q e He).
    apply root_bound with (1 - exp (- t)); [apply variation_nonneg | | assumption].
    apply Rle_trans with (1 := variation_mean P Q C). assert (exp (- t) <= exp (- KL P Q)) by (apply exp_up; lra). lra.
  Qed.
  Lemma fact_renyi_variation_mean : forall M a t e d, RenyiDP M a t -> 1 <= a -> 0 <= e -> 0 <= t -> sqrt (1 - exp (- t)) <= d -> ApproxDP M e d.
  Proof.
    intros M a t e d H Ha He _ Hd. revert H. apply implied. intros T P Q [C H].
    apply stick_of_mean with t; try assumption. apply Rle_trans with (2 := H). now apply fact_order_one.
  Qed.
  Lemma fact_approx_zcdp_variation_mean : forall M c x r e y, 0 <= c -> ApproxZCDP M c x r -> c <= 1 -> 0 <= e -> 0 <= x + r ->
    sqrt (1 - exp (- (x + r))) <= y -> ApproxDP M e (c + (1 - c) * y).
  Proof.
    intros M c x r e y Hc H Hc1 He _ Hy. revert H. apply approx_stick; try assumption.
    intros T P Q H. destruct (zcdp_mean P Q x r H) as [C L]. now apply stick_of_mean with (x + r).
  Qed.
End Rows.
