(* Mean-concentrated privacy: the loss is subgaussian about its mean. *)
From Coq Require Import Reals Lra Psatz List.
From dpsym Require Import Finite Divergences Mechanisms Processing Order Conversions.
Open Scope R_scope.

Section Pair.
  Context {T : space}.
  Variables P Q : law T.
  Hypothesis C : P << Q.

  (* The mean of exp(l*Z) for the privacy loss Z *)
  Lemma loss_mean l : Sum T (fun x => P x * exp (l * ln (P x / Q x))) = Sum T (fun x => moment (1 + l) (P x) (Q x)).
  Proof.
    apply Sum_ext; intros x. destruct (mass_nonneg P x) as [Hp | <-]; [| rewrite moment_0; ring].
    assert (Hq := positive_of P Q x C Hp). rewrite moment_exp, ln_div by assumption.
    rewrite <- (exp_ln (P x)) at 1 by assumption. rewrite <- exp_plus. f_equal. ring.
  Qed.
  Lemma loss_centred l m : Sum T (fun x => P x * exp (l * (ln (P x / Q x) - m))) = exp (- (l * m)) * Moment (1 + l) P Q.
  Proof.
    unfold Moment. rewrite <- loss_mean, <- Sum_scal. apply Sum_ext; intros x.
    replace (l * (ln (P x / Q x) - m)) with (- (l * m) + l * ln (P x / Q x)) by ring. rewrite exp_plus. ring.
  Qed.
  Lemma moment_of_mean m t l : mean m t T P Q -> Moment (1 + l) P Q <= exp (l * KL P Q + l ^ 2 * t ^ 2 / 2).
  Proof.
    intros [_ [_ H]]. generalize (H l). rewrite loss_centred. intros B.
    apply Rmult_le_compat_l with (r := exp (l * KL P Q)) in B; [| left; apply exp_pos].
    rewrite <- Rmult_assoc, <- exp_plus in B. replace (l * KL P Q + - (l * KL P Q)) with 0 in B by ring.
    rewrite exp_0, Rmult_1_l, <- exp_plus in B. exact B.
  Qed.
  Lemma zcdp_of_mean m t : mean m t T P Q -> zcdp (KL P Q - t ^ 2 / 2) (t ^ 2 / 2) T P Q.
  Proof.
    intros H a Ha. apply renyi_moment; [assumption |]. split; [assumption |].
    generalize (moment_of_mean m t (a - 1) H). replace (1 + (a - 1)) with a by ring. intros B.
    apply Rle_trans with (1 := B). apply exp_up, Req_le. field.
  Qed.
End Pair.

Section Rows.
  Context {X : databases}.
  Implicit Types M : mechanism X.

  Lemma fact_mean_zcdp : forall M m t, MeanCDP M m t -> ZCDP M (m - t ^ 2 / 2) (t ^ 2 / 2).
  Proof.
    intros M m t. apply implied. intros T P Q H a Ha. assert (C : P << Q) by apply H. assert (K : KL P Q <= m) by apply H.
    apply renyi_more with (2 := zcdp_of_mean P Q C m t H a Ha). lra.
  Qed.
  Lemma fact_mean_zcdp_zero : forall M m t, MeanCDP M m t -> ZCDP M 0 (t ^ 2 / 2).
  Proof.
    intros M m t. apply implied_both. intros T P Q H H' a Ha. assert (C : P << Q) by apply H. assert (C' : Q << P) by apply H'.
    apply renyi_more with (2 := zcdp_of_mean P Q C m t H a Ha).
    (* exp(-Z) has the mean 1 *)
    assert (K : KL P Q <= t ^ 2 / 2); [| lra].
    generalize (moment_of_mean P Q C m t (-1) H). replace (1 + -1) with 0 by ring.
    assert (E : Moment 0 P Q = 1).
    { rewrite <- (mass_one Q). apply Sum_ext; intros x. destruct (mass_nonneg Q x) as [Hq | Hq].
      - assert (Hp := positive_of Q P x C' Hq). rewrite moment_exp by assumption.
        replace (0 * ln (P x) + (1 - 0) * ln (Q x)) with (ln (Q x)) by ring. now apply exp_ln.
      - rewrite C by now symmetry. rewrite moment_0. exact Hq. }
    rewrite E. intros B. destruct (Rle_lt_dec (KL P Q) (t ^ 2 / 2)) as [| N]; [assumption | exfalso].
    revert B. apply Rlt_not_le. apply Rlt_le_trans with (exp 0); [apply exp_increasing | rewrite exp_0; lra].
    replace ((-1) ^ 2) with 1 by ring. lra.
  Qed.
End Rows.
