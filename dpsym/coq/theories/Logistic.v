(* Logistic noise. *)
From Coq Require Import Reals Lra Psatz List ZArith.
From Coquelicot Require Import Coquelicot.
From dpsym Require Import Finite Divergences Mechanisms Processing Noise Laplace.
Import ListNotations.
Open Scope R_scope.

Definition logistic_cdf (x : R) : R := / (1 + exp (- x)).
Lemma logistic_up x y : x < y -> logistic_cdf x < logistic_cdf y.
Proof.
  intros H. generalize (exp_pos (- x)) (exp_pos (- y)) (exp_increasing (- y) (- x) ltac:(lra)). intros.
  apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; lra | lra].
Qed.
Lemma logistic_range x : 0 < logistic_cdf x < 1.
Proof.
  generalize (exp_pos (- x)). intros. unfold logistic_cdf. split; [apply Rinv_0_lt_compat; lra |].
  rewrite <- Rinv_1. apply Rinv_lt_contravar; lra.
Qed.
Definition logistic (m s : R) : noise.
Proof.
  refine (Noise (on_line (fun x => logistic_cdf ((x - m) / positive s))) _ eq_refl eq_refl).
  intros [x | |] [y | |]; simpl; try tauto; intros H; try lra;
    try (generalize (logistic_range ((x - m) / positive s)); lra); try (generalize (logistic_range ((y - m) / positive s)); lra).
  left. apply logistic_up. unfold Rdiv. apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat, positive_pos | lra].
Defined.

(* A shift by h, in the variables u = exp(-x), v = exp(-y), t = exp(-h) *)
Section Shift.
  Variables d h : R.
  Hypothesis Hh : Rabs h <= d.
  Let t := exp (- h).
  Lemma shift_scale : 0 < t /\ t <= exp d /\ 1 <= exp d * t /\ 1 <= exp d.
  Proof.
    assert (- d <= h <= d) by (revert Hh; unfold Rabs; destruct Rcase_abs; lra). unfold t.
    repeat split; [apply exp_pos | apply exp_up; lra | rewrite <- exp_plus, <- exp_0; apply exp_up; lra | rewrite <- exp_0; apply exp_up; lra].
  Qed.
  Lemma shift_one u : 0 < u -> 1 + u <= exp d * (1 + t * u) /\ t * (1 + u) <= exp d * (1 + t * u).
  Proof. intros Hu. destruct shift_scale as [T0 [T1 [T2 T3]]]. assert (u <= exp d * t * u) by nra. assert (t * u <= exp d * (t * u)) by (assert (0 < t * u) by nra; nra). nra. Qed.
  Lemma shift_two u v : 0 < u -> 0 < v -> t * ((1 + u) * (1 + v)) <= exp d * ((1 + t * u) * (1 + t * v)).
  Proof.
    intros Hu Hv. destruct shift_scale as [T0 [T1 [T2 T3]]]. assert (0 < t * u) by nra. assert (0 < t * v) by nra. destruct (Rle_lt_dec t 1) as [L | L].
    - assert (A : t * (1 + u) * (t * (1 + v)) <= (1 + t * u) * (1 + t * v)) by (apply Rmult_le_compat; nra).
      assert (B : 0 < t * ((1 + u) * (1 + v))) by (apply Rmult_lt_0_compat; nra).
      apply Rle_trans with (exp d * t * (t * ((1 + u) * (1 + v)))); [nra |].
      replace (exp d * t * (t * ((1 + u) * (1 + v)))) with (exp d * (t * (1 + u) * (t * (1 + v)))) by ring. apply Rmult_le_compat_l; lra.
    - assert (A : (1 + u) * (1 + v) <= (1 + t * u) * (1 + t * v)) by (apply Rmult_le_compat; nra).
      assert (0 < (1 + u) * (1 + v)) by nra. apply Rmult_le_compat; lra.
  Qed.
  Lemma logistic_moved x : logistic_cdf (x + h) = / (1 + t * exp (- x)).
  Proof. unfold logistic_cdf, t. now rewrite Ropp_plus_distr, exp_plus, (Rmult_comm (exp (- x))). Qed.
  Lemma logistic_between x y : x <= y -> logistic_cdf (y + h) - logistic_cdf (x + h) <= exp d * (logistic_cdf y - logistic_cdf x).
  Proof.
    intros H. rewrite !logistic_moved. unfold logistic_cdf. assert (U := exp_pos (- x)). assert (V := exp_pos (- y)).
    assert (L : exp (- y) <= exp (- x)) by (apply exp_up; lra). revert U V L. generalize (exp (- x)) (exp (- y)). intros u v U V L.
    destruct shift_scale as [T0 _]. assert (0 < t * u) by nra. assert (0 < t * v) by nra. assert (S := shift_two u v U V).
    replace (/ (1 + t * v) - / (1 + t * u)) with (t * (u - v) * / ((1 + t * u) * (1 + t * v))) by (field; lra).
    replace (exp d * (/ (1 + v) - / (1 + u))) with (exp d * (u - v) * / ((1 + u) * (1 + v))) by (field; lra).
    assert (P : 0 < (1 + t * u) * (1 + t * v)) by nra. assert (Q : 0 < (1 + u) * (1 + v)) by nra.
    apply Rmult_le_reg_r with ((1 + t * u) * (1 + t * v) * ((1 + u) * (1 + v))); [now apply Rmult_lt_0_compat |].
    replace (t * (u - v) * / ((1 + t * u) * (1 + t * v)) * ((1 + t * u) * (1 + t * v) * ((1 + u) * (1 + v)))) with ((u - v) * (t * ((1 + u) * (1 + v)))) by (field; lra).
    replace (exp d * (u - v) * / ((1 + u) * (1 + v)) * ((1 + t * u) * (1 + t * v) * ((1 + u) * (1 + v)))) with ((u - v) * (exp d * ((1 + t * u) * (1 + t * v)))) by (field; lra).
    apply Rmult_le_compat_l; lra.
  Qed.
  Lemma logistic_low y : logistic_cdf (y + h) <= exp d * logistic_cdf y.
  Proof.
    rewrite logistic_moved. unfold logistic_cdf. assert (V := exp_pos (- y)). revert V. generalize (exp (- y)). intros v V.
    destruct shift_scale as [T0 _]. assert (0 < t * v) by nra. destruct (shift_one v V) as [S _].
    apply Rmult_le_reg_r with ((1 + t * v) * (1 + v)); [nra |].
    replace (/ (1 + t * v) * ((1 + t * v) * (1 + v))) with (1 + v) by (field; lra). now replace (exp d * / (1 + v) * ((1 + t * v) * (1 + v))) with (exp d * (1 + t * v)) by (field; lra).
  Qed.
  Lemma logistic_high x : 1 - logistic_cdf (x + h) <= exp d * (1 - logistic_cdf x).
  Proof.
    rewrite logistic_moved. unfold logistic_cdf. assert (U := exp_pos (- x)). revert U. generalize (exp (- x)). intros u U.
    destruct shift_scale as [T0 _]. assert (0 < t * u) by nra. destruct (shift_one u U) as [_ S].
    apply Rmult_le_reg_r with ((1 + t * u) * (1 + u)); [nra |].
    replace ((1 - / (1 + t * u)) * ((1 + t * u) * (1 + u))) with (u * (t * (1 + u))) by (field; lra).
    replace (exp d * (1 - / (1 + u)) * ((1 + t * u) * (1 + u))) with (u * (exp d * (1 + t * u))) by (field; lra). apply Rmult_le_compat_l; lra.
  Qed.
End Shift.

Definition LogisticMechanism (b s : R) : mechanism line := Noisy (X := line) (fun i => logistic (IZR i * b) s).
Lemma fact_logistic : forall b s, 0 <= b -> 0 < s -> PureDP (LogisticMechanism b s) (b / s).
Proof.
  intros b s Hb Hs. apply noisy_holds. intros x y cuts H Hxy i. simpl. unfold between. generalize (cell_lt cuts m_infty H i).
  destruct (cell m_infty cuts i) as [u v]. simpl. rewrite !positive_is by assumption. set (h := (IZR y * b - IZR x * b) / s).
  assert (Hh : Rabs h <= b / s).
  { unfold h. rewrite <- Rmult_minus_distr_r. unfold Rdiv. rewrite Rmult_assoc, Rabs_mult, (Rabs_right (b * / s)) by (apply Rle_ge, Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]).
    destruct (line_near y x (near_sym line x y Hxy)) as [-> | ->]; [rewrite Rabs_R1 | replace (Rabs (-1)) with 1 by (rewrite Rabs_left; lra)]; lra. }
  assert (E : forall z, (z - IZR x * b) / s = (z - IZR y * b) / s + h) by (intros; unfold h; field; lra).
  destruct u as [u | |], v as [v | |]; simpl; try tauto; intros Huv; rewrite ?E.
  - apply logistic_between; [assumption |]. unfold Rdiv. apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat | lra].
  - now apply logistic_high.
  - rewrite !Rminus_0_r. now apply logistic_low.
  - generalize (exp_up 0 (b / s) ltac:(generalize (Rabs_pos h); lra)). rewrite exp_0. lra.
Qed.
