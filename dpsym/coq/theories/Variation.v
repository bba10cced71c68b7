(* Total variation bounded by other divergences: Pinsker's inequality and second moments. *)
From Coq Require Import Reals Lra Psatz List.
From Coquelicot Require Import Coquelicot.
From dpsym Require Import prelude.
From dpsym Require Import Finite Divergences Mechanisms Processing Order Conversions Tails.
Open Scope R_scope.

Lemma pinsker_slope x : 0 < x -> (1 <= x -> 0 <= (2 * x + 2) * ln x - 4 * (x - 1)) /\ (x <= 1 -> (2 * x + 2) * ln x - 4 * (x - 1) <= 0).
Proof.
  intros Hx. set (g := fun x => (2 * x + 2) * ln x - 4 * (x - 1)).
  assert (D : forall a b, 0 < a -> a <= b -> g a <= g b).
  { intros a b Ha Hb. apply (dpsym_up g (fun x => 2 * ln x + 2 / x - 2)); [assumption | |].
    - intros t Ht. unfold g. auto_derive; [lra | field; lra].
    - intros t Ht. generalize (exp_line (- ln t)). rewrite exp_Ropp, exp_ln by lra. intros.
      replace (2 / t) with (2 * / t) by reflexivity. lra. }
  assert (g 1 = 0) by (unfold g; rewrite ln_1; ring).
  split; intros H1; [rewrite <- H; apply D; lra | rewrite <- H at 1; apply D; lra].
Qed.
Lemma pinsker_ratio x : 0 < x -> 0 <= (x + 2) * (x * ln x - x + 1) - 3 / 2 * (x - 1) * (x - 1).
Proof.
  intros Hx. set (f := fun x => (x + 2) * (x * ln x - x + 1) - 3 / 2 * (x - 1) * (x - 1)).
  assert (f 1 = 0) by (unfold f; rewrite ln_1; field). change (0 <= f x). rewrite <- H.
  assert (D : forall t, 0 < t -> is_derive f t ((2 * t + 2) * ln t - 4 * (t - 1))).
  { intros t Ht. unfold f. auto_derive; [lra | field; lra]. }
  destruct (Rle_lt_dec 1 x).
  - apply (dpsym_up f (fun t => (2 * t + 2) * ln t - 4 * (t - 1))); [assumption | intros; apply D; lra |].
    intros t Ht. apply pinsker_slope; lra.
  - apply (dpsym_down f (fun t => (2 * t + 2) * ln t - 4 * (t - 1))); [lra | intros; apply D; lra |].
    intros t Ht. assert ((2 * t + 2) * ln t - 4 * (t - 1) <= 0) by (apply pinsker_slope; lra). lra.
Qed.
Lemma pinsker_point v p q : 0 <= p -> 0 <= q -> within p q ->
  v * Rabs (p - q) <= entropy p q - p + q + v * v / 6 * (p + 2 * q).
Proof.
  intros Hp Hq H.
  assert (A : 0 < p + 2 * q -> 3 / 2 * ((p - q) * (p - q)) <= (p + 2 * q) * (entropy p q - p + q) ->
    v * Rabs (p - q) <= entropy p q - p + q + v * v / 6 * (p + 2 * q)).
  { intros M L. assert (E : (p - q) * (p - q) = Rabs (p - q) * Rabs (p - q)).
    { rewrite <- Rabs_mult. symmetry. apply Rabs_right, Rle_ge, Rle_0_sqr. }
    rewrite E in L. apply Rmult_le_reg_l with (p + 2 * q); [assumption |].
    revert L. generalize (entropy p q - p + q) (Rle_0_sqr (3 * Rabs (p - q) - v * (p + 2 * q))).
    unfold Rsqr. generalize (Rabs (p - q)) (p + 2 * q). intros. lra. }
  destruct Hq as [Hq | <-].
  - apply A; [lra |]. destruct Hp as [Hp | <-].
    + rewrite entropy_pos by assumption.
      assert (X : 0 < p / q) by (apply Rdiv_lt_0_compat; lra). generalize (pinsker_ratio (p / q) X). set (l := ln (p / q)).
      intros I. apply Rmult_le_compat_l with (r := q * q) in I; [| nra]. rewrite Rmult_0_r in I.
      replace (q * q * ((p / q + 2) * (p / q * l - p / q + 1) - 3 / 2 * (p / q - 1) * (p / q - 1))) with
        ((p + 2 * q) * (p * l - p + q) - 3 / 2 * ((p - q) * (p - q))) in I by (field; lra). lra.
    + rewrite entropy_0. nra.
  - rewrite H by reflexivity. rewrite entropy_0, Rminus_0_r, Rabs_R0. lra.
Qed.

Section Pair.
  Context {T : space}.
  Variables P Q : law T.

  Theorem pinsker : P << Q -> 2 * TotalVariation P Q ^ 2 <= KL P Q.
  Proof.
    intros C. unfold TotalVariation. set (v := Sum T (fun x => Rabs (P x - Q x))).
    assert (v * v <= KL P Q + v * v / 6 * 3); [| simpl; lra].
    apply Rle_trans with (Sum T (fun x => 1 * entropy (P x) (Q x) + ((v * v / 6 - 1) * P x + (v * v / 3 + 1) * Q x))).
    - unfold v at 2. rewrite <- Sum_scal. apply Sum_le; intros x.
      generalize (pinsker_point v (P x) (Q x) (mass_nonneg P x) (mass_nonneg Q x) (C x)). lra.
    - rewrite Sum_plus, Sum_scal, Sum_lin, !mass_one. unfold KL. lra.
  Qed.

  (* Cauchy and Schwarz *)
  Theorem variation_second : P << Q -> 4 * TotalVariation P Q ^ 2 <= ChiSquared P Q.
  Proof.
    intros C. unfold TotalVariation. set (v := Sum T (fun x => Rabs (P x - Q x))).
    assert (v * v <= ChiSquared P Q); [| simpl; lra].
    apply Rle_trans with (Sum T (fun x => chi (P x) (Q x) + v * v * Q x) - v * v + (v * v - v * v)); [| rewrite Sum_plus, Sum_scal, mass_one; unfold ChiSquared, chi; lra].
    assert (2 * v * v <= Sum T (fun x => chi (P x) (Q x) + v * v * Q x)); [| lra].
    replace (2 * v * v) with (Sum T (fun x => 2 * v * Rabs (P x - Q x))) by (rewrite Sum_scal; reflexivity).
    apply Sum_le; intros x. destruct (mass_nonneg Q x) as [Hq | Hq].
    - unfold chi. apply Rmult_le_reg_r with (Q x); [assumption |]. rewrite Rmult_plus_distr_r.
      replace ((P x - Q x) ^ 2 / Q x * Q x) with (Rabs (P x - Q x) ^ 2) by (rewrite RPow_abs, Rabs_right by (apply Rle_ge, pow2_ge_0); field; lra).
      generalize (pow2_ge_0 (Rabs (P x - Q x) - v * Q x)). simpl. lra.
    - rewrite <- Hq, C, chi_0, Rminus_0_r, Rabs_R0 by (now symmetry). lra.
  Qed.
  Lemma chi_moment : P << Q -> ChiSquared P Q = exp (Renyi 2 P Q) - 1.
  Proof.
    intros C. replace (Renyi 2 P Q) with ((2 - 1) * Renyi 2 P Q) by ring. rewrite <- Moment_Renyi by (assumption || lra).
    unfold Moment. 
    assert (E : Sum T (fun x => moment 2 (P x) (Q x)) = Sum T (fun x => chi (P x) (Q x) + (2 * P x + -1 * Q x))).
    { apply Sum_ext; intros x. destruct (mass_nonneg Q x) as [Hq | Hq].
      - destruct (mass_nonneg P x) as [Hp | <-].
        + rewrite moment_exp by assumption. replace (2 * ln (P x) + (1 - 2) * ln (Q x)) with (ln (P x) + ln (P x) + - ln (Q x)) by ring.
          rewrite !exp_plus, exp_Ropp, !exp_ln by assumption. unfold chi. field. lra.
        + rewrite moment_0. unfold chi. field. lra.
      - rewrite <- Hq, C, moment_0, chi_0 by (now symmetry). ring. }
    rewrite E, Sum_plus, Sum_lin, !mass_one. unfold ChiSquared, chi. ring.
  Qed.
  Lemma stick_variation e : 0 <= e -> HockeyStick e P Q <= TotalVariation P Q.
  Proof. intros He. rewrite variation_stick. now apply stick_falls. Qed.
  Lemma root_bound (v t d : R) : 0 <= v -> v ^ 2 <= t -> sqrt t <= d -> v <= d.
  Proof.
    intros Hv Ht Hd. apply Rle_trans with (2 := Hd). rewrite <- (sqrt_Rsqr v) by assumption.
    apply sqrt_le_1_alt. unfold Rsqr. simpl in Ht. lra.
  Qed.
  Lemma fact_pinsker : P << Q -> TotalVariation P Q ^ 2 * 2 <= KL P Q.
  Proof. intros C. generalize (pinsker C). lra. Qed.
  Lemma fact_variation_information : P << Q -> TotalVariation P Q <= sqrt 2 * sqrt (KL P Q) * (1 / 2).
  Proof.
    intros C. assert (B := pinsker C). assert (V := variation_nonneg P Q).
    assert (2 * TotalVariation P Q <= sqrt 2 * sqrt (KL P Q)); [| lra].
    rewrite <- sqrt_mult_alt by lra. apply (root_bound (2 * TotalVariation P Q) (2 * KL P Q)); [lra | simpl in *; lra | lra].
  Qed.
  Lemma stick_of_kl e t d : 0 <= e -> P << Q -> KL P Q <= t -> sqrt (t / 2) <= d -> HockeyStick e P Q <= d.
  Proof.
    intros He C H Hd. apply Rle_trans with (1 := stick_variation e He).
    apply root_bound with (t / 2); [apply variation_nonneg | generalize (pinsker C); lra | assumption].
  Qed.
  Lemma stick_of_second e t d : 0 <= e -> P << Q -> Renyi 2 P Q <= t -> sqrt (exp t - 1) / 2 <= d -> HockeyStick e P Q <= d.
  Proof.
    intros He C H Hd. apply Rle_trans with (1 := stick_variation e He). apply Rle_trans with (2 := Hd).
    assert (2 * TotalVariation P Q <= sqrt (exp t - 1)); [| lra].
    apply root_bound with (t := exp t - 1); [generalize (variation_nonneg P Q); lra | | lra].
    generalize (variation_second C) (exp_up _ _ H). rewrite chi_moment by assumption. simpl. lra.
  Qed.
End Pair.

Lemma zcdp_mean {T : space} (P Q : law T) x r : zcdp x r T P Q -> P << Q /\ KL P Q <= x + r.
Proof. intros H. apply zcdp_kl with 2; [lra |]. intros; now apply H. Qed.

Section Rows.
  Context {X : databases}.
  Implicit Types M : mechanism X.
  Lemma fact_renyi_variation : forall M a t e d, RenyiDP M a t -> 1 <= a -> 0 <= e -> 0 <= t -> sqrt (t / 2) <= d -> ApproxDP M e d.
  Proof.
    intros M a t e d H Ha He _ Hd. revert H. apply implied. intros T P Q [C H]. apply (stick_of_kl P Q e t d He C); [| assumption].
    apply Rle_trans with (2 := H). now apply fact_order_one.
  Qed.
  Lemma fact_zcdp_variation : forall M x r e d, ZCDP M x r -> 0 <= e -> 0 <= x + r -> sqrt ((x + r) / 2) <= d -> ApproxDP M e d.
  Proof.
    intros M x r e d H He Hx Hd. apply (fact_renyi_variation M 1 (x + r)); try assumption; [| lra].
    apply (fact_zcdp_renyi M x r); try assumption; lra.
  Qed.
  Lemma fact_approx_zcdp_variation : forall M c x r e y, 0 <= c -> ApproxZCDP M c x r -> c <= 1 -> 0 <= e -> 0 <= x + r ->
    sqrt ((x + r) / 2) <= y -> ApproxDP M e (c + (1 - c) * y).
  Proof.
    intros M c x r e y Hc H Hc1 He _ Hy. revert H. apply approx_stick; try assumption.
    intros T P Q H. destruct (zcdp_mean P Q x r H) as [C L]. now apply (stick_of_kl P Q e (x + r) y He C).
  Qed.
  Lemma fact_renyi_variation_second : forall M a t e d, RenyiDP M a t -> 2 <= a -> 0 <= e -> 0 <= t -> sqrt (exp t - 1) / 2 <= d -> ApproxDP M e d.
  Proof.
    intros M a t e d H Ha He _ Hd. revert H. apply implied. intros T P Q [C H]. apply (stick_of_second P Q e t d He C); [| assumption].
    apply Rle_trans with (2 := H). apply fact_order; (assumption || lra).
  Qed.
  Lemma fact_zcdp_variation_second : forall M x r e d, ZCDP M x r -> 0 <= e -> 0 <= x + 2 * r -> sqrt (exp (x + 2 * r) - 1) / 2 <= d -> ApproxDP M e d.
  Proof.
    intros M x r e d H He Hx Hd. apply (fact_renyi_variation_second M 2 (x + 2 * r)); try assumption; [| lra].
    apply (fact_zcdp_renyi M x r); try assumption; lra.
  Qed.
End Rows.
