(* Renyi divergences increase with their order; moments bound hockey sticks. *)
From Coq Require Import Reals Lra Psatz List.
From dpsym Require Import Finite Divergences Mechanisms Processing.
Open Scope R_scope.

Lemma exp_convex w x y : 0 <= w <= 1 -> exp (w * x + (1 - w) * y) <= w * exp x + (1 - w) * exp y.
Proof.
  intros Hw. set (m := w * x + (1 - w) * y).
  assert (L : forall z, exp m * (1 + (z - m)) <= exp z).
  { intros z. replace z with (m + (z - m)) at 2 by ring. rewrite exp_plus.
    apply Rmult_le_compat_l; [left; apply exp_pos | apply exp_line]. }
  generalize (L x) (L y). intros Lx Ly.
  apply Rle_trans with (w * (exp m * (1 + (x - m))) + (1 - w) * (exp m * (1 + (y - m)))).
  - apply Req_le. unfold m. ring.
  - apply Rplus_le_compat; apply Rmult_le_compat_l; lra.
Qed.

Section Order.
  Context {T : space}.
  Implicit Types P Q : law T.

  Lemma order_above P Q a b : 1 < a -> a <= b -> P << Q -> Renyi a P Q <= Renyi b P Q.
  Proof.
    intros Ha Hab C. set (L := (b - 1) * Renyi b P Q). set (w := (a - 1) / (b - 1)).
    assert (Hw : 0 <= w <= 1).
    { unfold w. split; [apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra] |].
      apply Rmult_le_reg_r with (b - 1); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    assert (M : Moment a P Q <= exp (w * L)).
    { apply Rle_trans with (Sum T (fun x => exp (w * L) * (w * exp (- L) * moment b (P x) (Q x) + (1 - w) * P x))).
      - apply Sum_le; intros x. destruct (mass_nonneg P x) as [Hp | Hp].
        + assert (Hq := positive_of P Q x C Hp). rewrite !moment_exp by assumption.
          replace (P x) with (exp (ln (P x))) at 3 by now apply exp_ln.
          apply Rle_trans with (exp (w * L) * exp (w * (- L + (b * ln (P x) + (1 - b) * ln (Q x))) + (1 - w) * ln (P x))).
          * rewrite <- exp_plus. apply exp_up, Req_le. unfold w. field. lra.
          * apply Rmult_le_compat_l; [left; apply exp_pos |].
            apply Rle_trans with (1 := exp_convex w _ _ Hw). rewrite exp_plus. lra.
        + rewrite <- Hp, !moment_0. generalize (exp_pos (w * L)). intros. rewrite Rmult_0_r, Rmult_0_r. lra.
      - rewrite Sum_scal, Sum_lin. fold (Moment b P Q). rewrite mass_one, Moment_Renyi by (assumption || lra). fold L.
        rewrite Rmult_assoc, <- exp_plus. replace (- L + L) with 0 by ring. rewrite exp_0. lra. }
    rewrite Moment_Renyi in M by assumption. replace (w * L) with ((a - 1) * Renyi b P Q) in M by (unfold w, L; field; lra).
    destruct (Rle_lt_dec (Renyi a P Q) (Renyi b P Q)) as [| N]; [assumption | exfalso].
    revert M. apply Rlt_not_le, exp_increasing. nra.
  Qed.

  Lemma order_kl P Q b : 1 < b -> P << Q -> KL P Q <= Renyi b P Q.
  Proof.
    intros Hb C. set (L := (b - 1) * Renyi b P Q).
    assert (H : (b - 1) * KL P Q <= L); [| unfold L in H; nra].
    unfold KL. rewrite <- Sum_scal.
    apply Rle_trans with (Sum T (fun x => exp (- L) * moment b (P x) (Q x) + (L - 1) * P x)).
    - apply Sum_le; intros x. destruct (mass_nonneg P x) as [Hp | Hp].
      + assert (Hq := positive_of P Q x C Hp). rewrite entropy_pos, ln_div, moment_exp, <- exp_plus by assumption.
        generalize (exp_line (- L + (b - 1) * (ln (P x) - ln (Q x)))). intros E.
        replace (- L + (b * ln (P x) + (1 - b) * ln (Q x))) with (- L + (b - 1) * (ln (P x) - ln (Q x)) + ln (P x)) by ring.
        rewrite exp_plus, exp_ln by assumption. nra.
      + rewrite <- Hp, entropy_0, moment_0. lra.
    - rewrite Sum_lin. fold (Moment b P Q). rewrite mass_one, Moment_Renyi by assumption. fold L.
      rewrite <- exp_plus. replace (- L + L) with 0 by ring. rewrite exp_0. lra.
  Qed.

  Lemma fact_order : forall P Q a b, 1 <= a -> a <= b -> P << Q -> P << Q /\ Renyi a P Q <= Renyi b P Q.
  Proof.
    intros P Q a b [Ha | <-] Hab C; split; try assumption; [now apply order_above |].
    destruct Hab as [Hb | <-]; [| lra]. rewrite Renyi_one. now apply order_kl.
  Qed.
  Lemma fact_order_one : forall P Q a, 1 <= a -> P << Q -> P << Q /\ KL P Q <= Renyi a P Q.
  Proof. intros P Q a Ha C. rewrite <- Renyi_one. apply fact_order; (assumption || lra). Qed.

  Lemma order_max P Q a t : 1 <= a -> max_at_most t P Q -> renyi_at_most a t P Q.
  Proof.
    intros Ha H. assert (C : P << Q) by now apply max_continuous with t.
    assert (K : forall b, 1 < b -> renyi_at_most b t P Q).
    { intros b Hb. rewrite renyi_moment by assumption. split; [assumption |].
      replace (exp ((b - 1) * t)) with (Sum T (fun x => exp ((b - 1) * t) * P x)) by (rewrite Sum_scal, mass_one; ring).
      apply Sum_le; intros x. destruct (mass_nonneg P x) as [Hp | <-]; [| rewrite moment_0; lra].
      assert (Hq := positive_of P Q x C Hp). rewrite moment_exp by assumption.
      rewrite <- (exp_ln (P x)) at 2 by assumption. rewrite <- exp_plus. apply exp_up.
      assert (L : ln (P x) <= t + ln (Q x)).
      { rewrite <- (ln_exp t), <- ln_mult by (assumption || apply exp_pos). apply ln_up; [assumption | apply H]. }
      apply (Rmult_le_compat_l (b - 1)) in L; lra. }
    destruct Ha as [Ha | <-]; [now apply K |]. destruct (K 2 ltac:(lra)) as [_ L]. split; [assumption |].
    apply Rle_trans with (2 := L). apply fact_order; (assumption || lra).
  Qed.
  Lemma fact_order_infinite : forall P Q a, 1 <= a -> P << Q -> P << Q /\ Renyi a P Q <= MaxDivergence P Q.
  Proof. intros P Q a Ha C. apply order_max; [assumption |]. apply max_divergence. split; [assumption | lra]. Qed.
  Lemma fact_order_both : forall P Q, P << Q -> P << Q /\ KL P Q <= MaxDivergence P Q.
  Proof. intros P Q C. rewrite <- Renyi_one. apply fact_order_infinite; (assumption || lra). Qed.

  (* The best constant in Markov's inequality for hockey sticks, Canonne, Kamath and Steinke 2020 *)
  Lemma stick_of_moment P Q a e : 1 < a -> P << Q ->
    HockeyStick e P Q <= exp ((a - 1) * ln (1 - 1 / a)) / a * exp (- (a - 1) * e) * Moment a P Q.
  Proof.
    intros Ha C. unfold Moment. rewrite <- Sum_scal. apply Sum_le; intros x.
    set (c := exp ((a - 1) * ln (1 - 1 / a)) / a * exp (- (a - 1) * e)).
    assert (Hc : 0 < c).
    { unfold c, Rdiv. repeat apply Rmult_lt_0_compat; try apply exp_pos. apply Rinv_0_lt_compat; lra. }
    apply Rmax_lub; [| apply Rmult_le_pos; [lra | apply moment_nonneg]].
    destruct (mass_nonneg P x) as [Hp | <-].
    2: { rewrite moment_0. generalize (exp_pos e) (mass_nonneg Q x). nra. }
    assert (Hq := positive_of P Q x C Hp). set (u := a / (a - 1)).
    assert (Hu : 0 < u) by (apply Rdiv_lt_0_compat; lra).
    assert (Ew : ln (1 - 1 / a) = - ln u).
    { replace (1 - 1 / a) with (/ u) by (unfold u; field; lra). now rewrite ln_Rinv. }
    set (s := ln (P x) - ln (Q x) - e - ln u).
    assert (E : c * moment a (P x) (Q x) = exp e * Q x * (/ (a - 1)) * exp (a * s)).
    { unfold c. rewrite moment_exp, Ew by assumption.
      replace (a * s) with (a * ln (P x) + (1 - a) * ln (Q x) + - (a - 1) * e + (a - 1) * - ln u + (- e + - ln (Q x) + - ln u)) by (unfold s; ring).
      rewrite (exp_plus _ (- e + - ln (Q x) + - ln u)), !(exp_plus (_ + _) _), (exp_plus (a * ln (P x))), !(exp_plus (- e)), !exp_Ropp, !exp_ln by assumption.
      unfold u. field. generalize (exp_pos e). lra. }
    assert (Ep : P x = exp e * Q x * u * exp s).
    { unfold s. unfold Rminus. rewrite !exp_plus, !exp_Ropp, !exp_ln by assumption. field. generalize (exp_pos e). lra. }
    rewrite E, Ep. generalize (bernoulli_power a s (Rlt_le _ _ Ha)) (exp_pos e). intros B He.
    assert (0 < exp e * Q x) by now apply Rmult_lt_0_compat.
    assert (Hi : 0 < / (a - 1)) by (apply Rinv_0_lt_compat; lra).
    replace (exp e * Q x * u * exp s - exp e * Q x) with (exp e * Q x * / (a - 1) * (1 + a * (exp s - 1))) by (unfold u; field; lra).
    apply Rmult_le_compat_l; [| assumption]. apply Rmult_le_pos; lra.
  Qed.

  (* The Renyi divergence is at most max-divergence for all orders only if max-divergence is. *)
  Lemma renyi_all_max P Q t : (forall a, 1 < a -> renyi_at_most a t P Q) -> max_at_most t P Q.
  Proof.
    intros H z. destruct (mass_nonneg P z) as [Hp | <-]; [| generalize (exp_pos t) (mass_nonneg Q z); nra].
    assert (C : P << Q) by apply (H 2 ltac:(lra)). assert (Hq := positive_of P Q z C Hp).
    destruct (Rle_dec (P z) (exp t * Q z)) as [L | L]; [assumption | exfalso].
    assert (G : ln (exp t * Q z) < ln (P z)) by (apply ln_increasing; [generalize (exp_pos t); nra | lra]).
    rewrite ln_mult, ln_exp in G by (try apply exp_pos; assumption).
    pose (g := ln (P z) - ln (Q z) - t). pose (u := (1 + Rabs (ln (P z))) / g).
    assert (0 < g) by (unfold g; lra).
    assert (Hu : 0 < u) by (unfold u; apply Rdiv_lt_0_compat; [generalize (Rabs_pos (ln (P z))); lra | assumption]).
    assert (H' := H (1 + u) ltac:(lra)). rewrite renyi_moment in H' by lra. destruct H' as [_ B].
    assert (M : moment (1 + u) (P z) (Q z) <= exp ((1 + u - 1) * t)).
    { apply Rle_trans with (2 := B). apply (Sum_term T (fun x => moment (1 + u) (P x) (Q x))).
      intros; apply moment_nonneg. }
    rewrite moment_exp in M by assumption. revert M. apply Rlt_not_le, exp_increasing.
    assert (u * g = 1 + Rabs (ln (P z))) by (unfold u; field; lra).
    assert (- ln (P z) <= Rabs (ln (P z))) by (rewrite <- Rabs_Ropp; apply Rle_abs). unfold g in *. nra.
  Qed.
End Order.
