(* Concentrated privacy bounds hockey sticks and the tail of the privacy loss. *)
From Coq Require Import Reals Lra Psatz List.
From dpsym Require Import Finite Divergences Mechanisms Processing Order Conversions.
Open Scope R_scope.

Section Pair.
  Context {T : space}.
  Variables P Q : law T.

  (* The order 1 + (e - x - r)/(2*r) of Bun and Steinke 2016, Lemma 3.5 *)
  Lemma stick_markov x r e : 0 < r -> x + r <= e -> zcdp x r T P Q ->
    HockeyStick e P Q <= exp (- (e - x - r) ^ 2 / (4 * r)) / (1 + (e - x - r) / (2 * r)).
  Proof.
    intros Hr [He | <-] H.
    - set (a := 1 + (e - x - r) / (2 * r)).
      assert (Ha : 1 < a) by (unfold a; assert (0 < (e - x - r) / (2 * r)) by (apply Rdiv_lt_0_compat; lra); lra).
      assert (B := H a Ha). rewrite renyi_moment in B by assumption. destruct B as [C B].
      apply Rle_trans with (1 := stick_of_moment P Q a e Ha C).
      assert (L : exp ((a - 1) * ln (1 - 1 / a)) <= 1).
      { apply Rle_trans with (exp 0); [apply exp_up | rewrite exp_0; lra]. assert (0 < 1 / a < 1).
        { split; [apply Rdiv_lt_0_compat; lra |]. apply Rmult_lt_reg_r with a; [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
        assert (ln (1 - 1 / a) <= 0) by (apply Rle_trans with (ln 1); [apply ln_up; lra | rewrite ln_1; lra]). nra. }
      assert (I : 0 < / a) by (apply Rinv_0_lt_compat; lra).
      apply Rle_trans with (1 / a * exp (- (a - 1) * e) * exp ((a - 1) * (x + r * a))).
      + assert (E := exp_pos (- (a - 1) * e)). assert (0 <= Moment a P Q) by (left; now apply Moment_pos).
        apply Rmult_le_compat; try assumption; [unfold Rdiv; repeat apply Rmult_le_pos; try (left; assumption || apply exp_pos) |].
        apply Rmult_le_compat_r; [lra |]. unfold Rdiv. apply Rmult_le_compat_r; lra.
      + apply Req_le. replace (- (e - x - r) ^ 2 / (4 * r)) with (- (a - 1) * e + (a - 1) * (x + r * a)) by (unfold a; field; lra).
        rewrite exp_plus. field. lra.
    - replace (- (x + r - x - r) ^ 2 / (4 * r)) with 0 by (field; lra).
      replace (1 + (x + r - x - r) / (2 * r)) with 1 by (field; lra). rewrite exp_0. generalize (stick_le_1 (x + r) P Q). lra.
  Qed.
  Lemma stick_tail x r e : 0 < r -> x + r <= e -> zcdp x r T P Q ->
    HockeyStick e P Q <= exp (- (e - x - r) ^ 2 / (4 * r)).
  Proof.
    intros Hr He H. apply Rle_trans with (1 := stick_markov x r e Hr He H).
    assert (0 <= (e - x - r) / (2 * r)) by (apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]).
    apply Rmult_le_reg_r with (1 + (e - x - r) / (2 * r)); [lra |]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by lra.
    generalize (exp_pos (- (e - x - r) ^ 2 / (4 * r))). nra.
  Qed.
  Lemma loss_of_moment a e : 1 < a -> P << Q -> LossTail e P Q <= exp (- (a - 1) * e) * Moment a P Q.
  Proof.
    intros Ha C. unfold LossTail, Moment. rewrite <- Sum_scal. apply Sum_le; intros z.
    assert (0 <= exp (- (a - 1) * e) * moment a (P z) (Q z)) by (apply Rmult_le_pos; [left; apply exp_pos | apply moment_nonneg]).
    destruct Rlt_dec as [N |]; [| assumption].
    assert (0 < P z) by (generalize (exp_pos e) (mass_nonneg Q z); intros; nra).
    assert (Hq := positive_of P Q z C H0). rewrite moment_exp, <- exp_plus by assumption.
    rewrite <- (exp_ln (P z)) at 1 by assumption. apply exp_up.
    assert (G : ln (exp e * Q z) <= ln (P z)) by (apply ln_up; [generalize (exp_pos e); nra | lra]).
    rewrite ln_mult, ln_exp in G by (try apply exp_pos; assumption). nra.
  Qed.
  Lemma loss_le_1 e : LossTail e P Q <= 1.
  Proof. rewrite <- (mass_one P). apply Sum_le; intros z. generalize (mass_nonneg P z). destruct Rlt_dec; lra. Qed.
  Lemma loss_chernoff x r e : 0 < r -> x + r <= e -> zcdp x r T P Q -> LossTail e P Q <= exp (- (e - x - r) ^ 2 / (4 * r)).
  Proof.
    intros Hr [He | <-] H.
    - set (a := 1 + (e - x - r) / (2 * r)).
      assert (Ha : 1 < a) by (unfold a; assert (0 < (e - x - r) / (2 * r)) by (apply Rdiv_lt_0_compat; lra); lra).
      assert (B := H a Ha). rewrite renyi_moment in B by assumption. destruct B as [C B].
      apply Rle_trans with (1 := loss_of_moment a e Ha C).
      apply Rle_trans with (1 := Rmult_le_compat_l _ _ _ (Rlt_le _ _ (exp_pos _)) B). rewrite <- exp_plus.
      apply exp_up, Req_le. unfold a. field. lra.
    - replace (- (x + r - x - r) ^ 2 / (4 * r)) with 0 by (field; lra). rewrite exp_0. apply loss_le_1.
  Qed.

  (* A part of the laws bounds the whole. *)
  Lemma stick_mix (A B C D : law T) (P0 Q0 : T -> R) d e : 0 <= d <= 1 ->
    (forall y, P0 y = d * C y + (1 - d) * A y /\ Q0 y = d * D y + (1 - d) * B y) ->
    HockeyStick e P0 Q0 <= d + (1 - d) * HockeyStick e A B.
  Proof.
    intros Hd H. apply Rle_trans with (Sum T (fun y => d * C y + (1 - d) * Rmax (A y - exp e * B y) 0)).
    - apply Sum_le; intros y. destruct (H y) as [-> ->].
      generalize (Rmax_l (A y - exp e * B y) 0) (Rmax_r (A y - exp e * B y) 0) (exp_pos e) (mass_nonneg C y) (mass_nonneg D y). intros.
      assert (0 <= d * exp e * D y) by (repeat apply Rmult_le_pos; lra). assert (0 <= d * C y) by (apply Rmult_le_pos; lra).
      apply Rmax_lub; nra.
    - rewrite Sum_lin, mass_one. unfold HockeyStick. lra.
  Qed.
End Pair.

Section Rows.
  Context {X : databases}.
  Implicit Types M : mechanism X.

  (* What bounds the hockey stick of all zCDP mechanisms does for the zCDP part of approximate ones. *)
  Lemma approx_stick M c x r e y : 0 <= c -> c <= 1 ->
    (forall (T : space) (P Q : law T), zcdp x r T P Q -> HockeyStick e P Q <= y) ->
    ApproxZCDP M c x r -> ApproxDP M e (c + (1 - c) * y).
  Proof.
    intros Hc Hc1 Hy. apply implied. intros T P Q [A [B [C [D [E [HA _]]]]]].
    apply Rle_trans with (1 := stick_mix A B C D P Q c e (conj Hc Hc1) E).
    apply Rplus_le_compat_l, Rmult_le_compat_l; [lra |]. now apply Hy.
  Qed.

  Lemma fact_tail_markov : forall M x r e y, ZCDP M x r -> 0 < r -> x + r <= e ->
    exp (- (e - x - r) ^ 2 / (4 * r)) <= y -> ApproxDP M e y.
  Proof.
    intros M x r e y H Hr He Hy. revert H. apply implied. intros T P Q H. apply Rle_trans with (2 := Hy). now apply stick_tail.
  Qed.
  Lemma fact_approx_tail_markov : forall M c x r e y, 0 <= c -> ApproxZCDP M c x r -> c <= 1 -> 0 < r -> x + r <= e ->
    exp (- (e - x - r) ^ 2 / (4 * r)) <= y -> ApproxDP M e (c + (1 - c) * y).
  Proof.
    intros M c x r e y Hc H Hc1 Hr He Hy. revert H. apply approx_stick; try assumption.
    intros T P Q H. apply Rle_trans with (2 := Hy). now apply stick_tail.
  Qed.
  Lemma fact_tail_markov_order : forall M x r e y, ZCDP M x r -> 0 < r -> x + r <= e ->
    exp (- (e - x - r) ^ 2 / (4 * r)) / (1 + (e - x - r) / (2 * r)) <= y -> ApproxDP M e y.
  Proof.
    intros M x r e y H Hr He Hy. revert H. apply implied. intros T P Q H. apply Rle_trans with (2 := Hy). now apply stick_markov.
  Qed.
  Lemma fact_approx_tail_markov_order : forall M c x r e y, 0 <= c -> ApproxZCDP M c x r -> c <= 1 -> 0 < r -> x + r <= e ->
    exp (- (e - x - r) ^ 2 / (4 * r)) / (1 + (e - x - r) / (2 * r)) <= y -> ApproxDP M e (c + (1 - c) * y).
  Proof.
    intros M c x r e y Hc H Hc1 Hr He Hy. revert H. apply approx_stick; try assumption.
    intros T P Q H. apply Rle_trans with (2 := Hy). now apply stick_markov.
  Qed.

  Lemma given_delta (T : space) (P Q : law T) x r e y : zcdp x r T P Q -> 0 < y -> y <= 1 -> 0 <= r ->
    sqrt (4 * r * ln (1 / y)) <= e - x - r -> HockeyStick e P Q <= y.
  Proof.
    intros H Hy Hy1 [Hr | <-] Hs.
    - assert (L := ln_inverse y Hy Hy1). assert (P0 := sqrt_pos (4 * r * ln (1 / y))).
      apply Rle_trans with (1 := stick_tail P Q x r e Hr ltac:(lra) H).
      assert (S : 4 * r * ln (1 / y) <= (e - x - r) ^ 2).
      { rewrite <- (sqrt_sqrt (4 * r * ln (1 / y))) by (apply Rmult_le_pos; lra). simpl. rewrite Rmult_1_r. apply Rmult_le_compat; lra. }
      refine (Rle_trans _ (exp (ln y)) _ _ (Req_le _ _ (exp_ln y Hy))). apply exp_up. apply Rmult_le_reg_r with (4 * r); [lra |].
      unfold Rdiv in *. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. rewrite Rmult_1_l, ln_Rinv in S by assumption. lra.
    - apply Rle_trans with 0; [| lra]. refine (Rle_trans _ _ _ _ (Req_le _ _ (Sum_zero T))). apply Sum_le; intros z.
      assert (PU : max_at_most x P Q).
      { apply renyi_all_max. intros a Ha. apply renyi_more with (2 := H a Ha). lra. }
      assert (E : x <= e) by (generalize (sqrt_pos (4 * 0 * ln (1 / y))); lra).
      generalize (PU z) (exp_up x e E) (mass_nonneg Q z). intros. apply Rmax_lub; nra.
  Qed.
  Lemma fact_given_delta : forall M x r y e, ZCDP M x r -> 0 < y -> y <= 1 -> 0 <= r ->
    sqrt (4 * r * ln (1 / y)) <= e - x - r -> ApproxDP M e y.
  Proof.
    intros M x r y e H Hy Hy1 Hr Hs. revert H. apply implied. intros T P Q H. now apply (given_delta T P Q x r).
  Qed.
  Lemma fact_approx_given_delta : forall M c x r y e, 0 <= c -> ApproxZCDP M c x r -> c <= 1 -> 0 < y -> y <= 1 -> 0 <= r ->
    sqrt (4 * r * ln (1 / y)) <= e - x - r -> ApproxDP M e (c + (1 - c) * y).
  Proof.
    intros M c x r y e Hc H Hc1 Hy Hy1 Hr Hs. revert H. apply approx_stick; try assumption.
    intros T P Q H. now apply (given_delta T P Q x r).
  Qed.
  Lemma fact_zcdp_loss : forall M x r e d, ZCDP M x r -> 0 < r -> x + r <= e -> exp (- (e - x - r) ^ 2 / (4 * r)) <= d ->
    ProbabilisticDP M e d.
  Proof.
    intros M x r e d H Hr He Hd. revert H. apply implied. intros T P Q H. apply Rle_trans with (2 := Hd). now apply loss_chernoff.
  Qed.
  Lemma fact_zcdp_tail : forall M x r y s, ZCDP M x r -> 0 <= r -> x + r <= y -> 4 * r <= s -> TailDP M y s.
  Proof.
    intros M x r y s H Hr L1 L2. revert H. apply implied. intros T P Q H d Hd Hd1.
    apply (given_delta T P Q x r); try assumption.
    assert (sqrt (4 * r * ln (1 / d)) <= sqrt (s * ln (1 / d))); [| lra].
    apply sqrt_le_1_alt, Rmult_le_compat_r; [now apply ln_inverse | assumption].
  Qed.
  Lemma fact_approx_zcdp_flat : forall M c x r e d, 0 <= c -> ApproxZCDP M c x r -> r <= 0 -> x <= e -> c <= d -> c <= 1 -> ApproxDP M e d.
  Proof.
    intros M c x r e d Hc H Hr L L' Hc1. apply fact_weaken_approx with (e := e) (d := c + (1 - c) * 0); try lra.
    revert H. apply approx_stick; try assumption. intros T P Q H.
    refine (Rle_trans _ _ _ _ (Req_le _ _ (Sum_zero T))). apply Sum_le; intros z.
    assert (PU : max_at_most x P Q).
    { apply renyi_all_max. intros a Ha. apply renyi_more with (2 := H a Ha). nra. }
    generalize (PU z) (exp_up x e L) (mass_nonneg Q z). intros. apply Rmax_lub; nra.
  Qed.
  Lemma renyi_approx_power : forall M a t e d, RenyiDP M a t ->
    exp ((a - 1) * (t - e)) * Rpower (1 - 1 / a) (a - 1) / a <= d -> 1 < a -> ApproxDP M e d.
  Proof.
    intros M a t e d H Hd Ha. revert H. apply implied. intros T P Q H. apply (renyi_moment a t P Q Ha) in H. destruct H as [C H].
    apply Rle_trans with (2 := Hd). apply Rle_trans with (1 := stick_of_moment P Q a e Ha C).
    apply Rle_trans with (exp ((a - 1) * ln (1 - 1 / a)) / a * exp (- (a - 1) * e) * exp ((a - 1) * t)).
    - apply Rmult_le_compat_l; [| assumption]. unfold Rdiv. repeat apply Rmult_le_pos; try (left; apply exp_pos).
      left. apply Rinv_0_lt_compat. lra.
    - apply Req_le. unfold Rpower. replace ((a - 1) * (t - e)) with (- (a - 1) * e + (a - 1) * t) by ring. rewrite exp_plus. field. lra.
  Qed.
End Rows.
Lemma stick_moment_power : forall {T : space} (P Q : law T) a e, 1 < a -> P << Q ->
  HockeyStick e P Q <= exp ((a - 1) * (Renyi a P Q - e)) * Rpower (1 - 1 / a) (a - 1) / a.
Proof.
  intros T P Q a e Ha C. apply Rle_trans with (1 := stick_of_moment P Q a e Ha C). rewrite Moment_Renyi by assumption.
  apply Req_le. unfold Rpower. replace ((a - 1) * (Renyi a P Q - e)) with (- (a - 1) * e + (a - 1) * Renyi a P Q) by ring.
  rewrite exp_plus. field. lra.
Qed.
