(* Gaussian differential privacy: its curves rise with the parameter, chains, samples and parts. *)
From Coq Require Import Reals Lra Psatz List.
From Coquelicot Require Import Coquelicot.
From dpsym Require Import prelude.
From dpsym Require Import Finite Divergences Mechanisms Processing Composition Domination Order Conversions Response Groups Laws Noise Laplace Gaussian Sampling.
Open Scope R_scope.

(* The power of a test by a threshold is below the curve. *)
Lemma gain_threshold m e y : 0 < m -> gain m e (threshold m e) <= gain m e y.
Proof.
  intros Hm. destruct (Rle_lt_dec y (threshold m e)); [apply gain_below | apply gain_above]; lra.
Qed.
Lemma gain_test m e y : gain m e y = 1 - exp e - (Phi (m - y) - exp e * Phi (- y)).
Proof. unfold gain. replace (y - m) with (- (m - y)) by ring. rewrite !Phi_opp. ring. Qed.
Lemma stick_gain m e : 0 < m -> gaussian_stick e m = 1 - exp e - gain m e (threshold m e).
Proof. intros Hm. unfold gaussian_stick. destruct Req_EM_T; [lra |]. now rewrite stick_threshold. Qed.
Lemma test_below m e y : 0 <= m -> Phi (m - y) - exp e * Phi (- y) <= gaussian_stick e m.
Proof.
  intros [Hm | <-].
  - rewrite stick_gain by assumption. generalize (gain_threshold m e y Hm). rewrite (gain_test m e y). lra.
  - unfold gaussian_stick. destruct Req_EM_T as [_ | N]; [| easy]. rewrite Rminus_0_l.
    generalize (Phi_range (- y)) (Rmax_l (1 - exp e) 0) (Rmax_r (1 - exp e) 0). intros. nra.
Qed.
Lemma curve_ends m e : 0 <= m -> Rmax (1 - exp e) 0 <= gaussian_stick e m.
Proof.
  intros [Hm | <-].
  - rewrite stick_gain by assumption. destruct (gain_bounds m e Hm (threshold m e)) as [A B].
    apply Rmax_lub; [generalize (B (Rle_refl _)) | generalize (A (Rle_refl _))]; lra.
  - unfold gaussian_stick. destruct Req_EM_T as [_ | N]; [lra | easy].
Qed.
(* The best test against a smaller parameter does at least as well against a larger one. *)
Lemma curve_up e m n : 0 <= m -> m <= n -> gaussian_stick e m <= gaussian_stick e n.
Proof.
  intros [Hm | <-] H.
  - rewrite stick_gain by assumption. rewrite gain_test. apply Rle_trans with (2 := test_below n e (threshold m e) ltac:(lra)).
    destruct H as [H | <-]; [| lra]. generalize (Phi_up (m - threshold m e) (n - threshold m e) ltac:(lra)). lra.
  - apply Rle_trans with (2 := curve_ends n e H). unfold gaussian_stick. destruct Req_EM_T; [lra | easy].
Qed.
(* The curve of a sum, by the same threshold *)
Lemma curve_sum m k e : 0 < m -> 0 <= k ->
  exists e1 e2, e1 + e2 = e /\ gaussian_stick e1 m + gaussian_stick e2 (k * m) * exp e1 <= gaussian_stick e ((k + 1) * m).
Proof.
  intros Hm [Hk | <-].
  - set (n := k * m). assert (Hn : 0 < n) by now apply Rmult_lt_0_compat. replace ((k + 1) * m) with (m + n) by (unfold n; ring).
    set (t := threshold (m + n) e). exists (m * (t - n - m / 2)), (n * (t - n / 2)).
    assert (E : m * (t - n - m / 2) + n * (t - n / 2) = e) by (unfold t, threshold; field; lra).
    split; [exact E |].
    rewrite (stick_gain m), (stick_gain n), (stick_gain (m + n)), !gain_test by lra.
    replace (threshold m (m * (t - n - m / 2))) with (t - n) by (unfold threshold; field; lra).
    replace (threshold n (n * (t - n / 2))) with t by (unfold threshold; field; lra). fold t.
    rewrite <- E at 1. rewrite exp_plus. replace (m - (t - n)) with (m + n - t) by ring. replace (- (t - n)) with (n - t) by ring.
    rewrite <- E. rewrite !exp_plus. lra.
  - exists e, 0. split; [ring |]. rewrite Rmult_0_l, Rplus_0_l, Rmult_1_l. unfold gaussian_stick at 2. destruct Req_EM_T as [_ | N]; [| easy].
    rewrite exp_0, Rmax_right by lra. lra.
Qed.

Lemma mixes_gaussian m : 0 <= m -> mixes (gaussian m).
Proof.
  intros Hm. split; [apply closed_gaussian |]. split.
  - intros T P e. rewrite stick_same_law. now apply curve_ends.
  - intros T U P P' Q' H e. rewrite joint_same_stick. rewrite <- (Rmult_1_l (gaussian_stick e m)), <- (mass_one P), <- Sum_scal_r.
    apply Sum_le; intros o. apply Rmult_le_compat_l; [apply mass_nonneg | apply H].
Qed.

Section Rows.
  Context {X : databases}.
  Implicit Types M : mechanism X.
  Lemma fact_weaken_gaussian : forall M m x, 0 <= m -> GaussianDP M m -> m <= x -> GaussianDP M x.
  Proof. intros M m x Hm H L. revert H. apply implied. intros T P Q H e. apply Rle_trans with (1 := H e). now apply curve_up. Qed.
  Lemma fact_sample_gaussian : forall M m q, 0 <= m -> GaussianDP M m -> GaussianDP (Subsample M q) m.
  Proof. intros M m q Hm H. apply sampled_keeps; [now apply mixes_gaussian | assumption]. Qed.
  Lemma fact_group_gaussian : forall M m k, 0 <= m -> GaussianDP M m -> GaussianDP (Group M k) (INR k * m).
  Proof.
    intros M m k Hm H. apply on_chains. intros T A HA x y Hxy. induction Hxy as [k x | k x z y Hxz _ IH]; intros e.
    - rewrite stick_same_law. apply curve_ends. apply Rmult_le_pos; [apply pos_INR | assumption].
    - assert (L : exists e1 e2, e1 + e2 = e /\ gaussian_stick e1 m + gaussian_stick e2 (INR k * m) * exp e1 <= gaussian_stick e ((INR k + 1) * m)).
      { destruct Hm as [Hm | <-]; [apply curve_sum; [assumption | apply pos_INR] |]. exists e, 0. split; [ring |]. rewrite !Rmult_0_r.
        unfold gaussian_stick. destruct Req_EM_T as [_ | N]; [| easy]. rewrite exp_0, (Rmax_right (1 - 1)) by lra. lra. }
      destruct L as [e1 [e2 [E L]]]. rewrite S_INR. apply Rle_trans with (2 := L). rewrite <- E.
      apply Rle_trans with (1 := fact_triangle_stick (A x) (A y) (A z) e1 e2).
      apply Rplus_le_compat; [now apply (H T A HA) | apply Rmult_le_compat_r; [left; apply exp_pos | apply IH]].
  Qed.
End Rows.
Lemma fact_parallel_gaussian : forall {X Y : databases} (M1 : mechanism X) (M2 : mechanism Y) m1 m2, 0 <= m1 -> 0 <= m2 ->
  GaussianDP M1 m1 -> GaussianDP M2 m2 -> GaussianDP (Parallel M1 M2) (Rmax m1 m2).
Proof.
  intros X Y M N m n Hm Hn HM HN.
  assert (R := mixes_gaussian (Rmax m n) (Rle_trans _ _ _ Hm (Rmax_l m n))). apply in_part.
  - apply closed_gaussian.
  - now apply fact_weaken_gaussian with (3 := Rmax_l m n).
  - apply R.
  - now apply fact_weaken_gaussian with (3 := Rmax_r m n).
Qed.
(* The response loses e on both sides: the test at m/2 bounds one outcome, the ends both. *)
Lemma fact_response_gaussian : forall e m, exp e / (1 + exp e) <= Phi (m / 2) -> 0 <= m -> 0 <= e -> GaussianDP (RandomizedResponse e) m.
Proof.
  intros e m H Hm He. assert (E := exp_ge_1 e He). destruct (coin_masses e) as [A B]. 
  assert (Q : forall f b, HockeyStick f (coin e b) (coin e (negb b)) =
    Rmax (exp e / (1 + exp e) - exp f * (1 / (1 + exp e))) 0 + Rmax (1 / (1 + exp e) - exp f * (exp e / (1 + exp e))) 0).
  { intros f b. unfold HockeyStick. rewrite Sum_2. destruct b; cbn [negb]; rewrite !A, !B; simpl; ring. }
  assert (L : forall f, Rmax (exp e / (1 + exp e) - exp f * (1 / (1 + exp e))) 0 + Rmax (1 / (1 + exp e) - exp f * (exp e / (1 + exp e))) 0 <= gaussian_stick f m).
  { intros f. assert (F := exp_pos f).
    assert (S : exp e / (1 + exp e) + 1 / (1 + exp e) = 1) by (field; lra).
    assert (O : 1 / (1 + exp e) <= exp e / (1 + exp e)) by (unfold Rdiv; apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat |]; lra).
    generalize (curve_ends m f Hm) (test_below m f (m / 2) Hm) (Rmax_l (1 - exp f) 0) (Rmax_r (1 - exp f) 0).
    replace (m - m / 2) with (m / 2) by field. rewrite Phi_opp. revert H S O. generalize (exp e / (1 + exp e)) (1 / (1 + exp e)) (Phi (m / 2)).
    intros p q F0 H S O C1 C2 C3 C4. unfold Rmax at 1 2. destruct Rle_dec, Rle_dec; nra. }
  apply holds_bits. split; intros f.
  - change (HockeyStick f (coin e true) (coin e (negb true)) <= gaussian_stick f m). rewrite Q. apply L.
  - change (HockeyStick f (coin e false) (coin e (negb false)) <= gaussian_stick f m). rewrite Q. apply L.
Qed.
