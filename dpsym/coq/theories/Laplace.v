(* Laplace noise. *)
From Coq Require Import Reals Lra Psatz List ZArith.
From Coquelicot Require Import Coquelicot.
From dpsym Require Import Finite Divergences Mechanisms Processing Noise.
Import ListNotations.
Open Scope R_scope.

Definition laplace_cdf (x : R) : R := if Rle_dec x 0 then exp x / 2 else 1 - exp (- x) / 2.
Lemma laplace_neg x : x <= 0 -> laplace_cdf x = exp x / 2.
Proof. unfold laplace_cdf. destruct Rle_dec; [reflexivity | contradiction]. Qed.
Lemma laplace_pos x : 0 <= x -> laplace_cdf x = 1 - exp (- x) / 2.
Proof.
  intros H. unfold laplace_cdf. destruct Rle_dec; [| reflexivity]. replace x with 0 by lra. rewrite Ropp_0, exp_0. lra.
Qed.
Lemma laplace_opp x : laplace_cdf (- x) = 1 - laplace_cdf x.
Proof.
  destruct (Rle_lt_dec x 0).
  - rewrite (laplace_neg x), (laplace_pos (- x)), Ropp_involutive by lra. ring.
  - rewrite (laplace_neg (- x)), (laplace_pos x) by lra. ring.
Qed.
Lemma laplace_up x y : x < y -> laplace_cdf x < laplace_cdf y.
Proof.
  assert (N : forall x y, x < y -> y <= 0 -> laplace_cdf x < laplace_cdf y).
  { intros u v H Hv. rewrite !laplace_neg by lra. generalize (exp_increasing u v H). lra. }
  assert (P : forall x y, 0 <= x -> x < y -> laplace_cdf x < laplace_cdf y).
  { intros u v Hu H. rewrite !laplace_pos by lra. generalize (exp_increasing (- v) (- u) ltac:(lra)). lra. }
  intros H. destruct (Rle_lt_dec y 0); [now apply N |]. destruct (Rle_lt_dec 0 x); [now apply P |].
  apply Rlt_trans with (laplace_cdf 0); [apply N | apply P]; lra.
Qed.
Lemma laplace_range x : 0 < laplace_cdf x < 1.
Proof.
  destruct (Rle_lt_dec x 0).
  - rewrite laplace_neg by assumption. generalize (exp_pos x) (exp_up x 0 r). rewrite exp_0. lra.
  - rewrite laplace_pos by lra. generalize (exp_pos (- x)) (exp_up (- x) 0 ltac:(lra)). rewrite exp_0. lra.
Qed.

Definition on_line (f : R -> R) (t : Rbar) : R := match t with Rbar.Finite x => f x | p_infty => 1 | m_infty => 0 end.
Definition laplace (m s : R) : noise.
Proof.
  refine (Noise (on_line (fun x => laplace_cdf ((x - m) / positive s))) _ eq_refl eq_refl).
  intros [x | |] [y | |]; simpl; try tauto; intros H; try lra;
    try (generalize (laplace_range ((x - m) / positive s)); lra); try (generalize (laplace_range ((y - m) / positive s)); lra).
  left. apply laplace_up. unfold Rdiv. apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat, positive_pos | lra].
Defined.

(* Shifts by at most d change the mass of an interval by the factor exp(d) at most. *)
Definition shift_le (d h x y : R) := laplace_cdf (y + h) - laplace_cdf (x + h) <= exp d * (laplace_cdf y - laplace_cdf x).
Lemma shift_join d h x y z : shift_le d h x y -> shift_le d h y z -> shift_le d h x z.
Proof. unfold shift_le. lra. Qed.
Lemma shift_piece d h x y : Rabs h <= d -> x <= y -> (y <= 0 \/ 0 <= x) -> (y + h <= 0 \/ 0 <= x + h) -> shift_le d h x y.
Proof.
  intros Hd Hxy S1 S2. assert (- d <= h <= d) by (revert Hd; unfold Rabs; destruct Rcase_abs; lra). unfold shift_le.
  assert (N : forall u v c, u <= v -> c <= d -> exp c * (exp v - exp u) <= exp d * (exp v - exp u)).
  { intros u v c Huv Hc. apply Rmult_le_compat_r; [generalize (exp_up u v Huv); lra | now apply exp_up]. }
  destruct S1 as [S1 | S1], S2 as [S2 | S2].
  - rewrite !laplace_neg by lra. rewrite !exp_plus. generalize (N x y h ltac:(lra) ltac:(lra)). lra.
  - rewrite (laplace_pos (y + h)), (laplace_pos (x + h)), !laplace_neg by lra.
    generalize (N x y (- h - x - y) ltac:(lra) ltac:(lra)). rewrite !Rmult_minus_distr_l, <- !exp_plus.
    replace (- h - x - y + y) with (- (x + h)) by ring. replace (- h - x - y + x) with (- (y + h)) by ring.
    rewrite !exp_plus. lra.
  - rewrite (laplace_neg (y + h)), (laplace_neg (x + h)), !laplace_pos by lra.
    generalize (N (- y) (- x) (h + x + y) ltac:(lra) ltac:(lra)). rewrite !Rmult_minus_distr_l, <- !exp_plus.
    replace (h + x + y + - x) with (y + h) by ring. replace (h + x + y + - y) with (x + h) by ring.
    rewrite !exp_plus. lra.
  - rewrite !laplace_pos by lra. generalize (N (- y) (- x) (- h) ltac:(lra) ltac:(lra)). rewrite !Rmult_minus_distr_l, <- !exp_plus.
    replace (- h + - x) with (- (x + h)) by ring. replace (- h + - y) with (- (y + h)) by ring. rewrite !exp_plus. lra.
Qed.
Lemma shift_half d h x y : Rabs h <= d -> x <= y -> (y <= 0 \/ 0 <= x) -> shift_le d h x y.
Proof.
  intros Hd Hxy S. destruct (Rle_lt_dec (y + h) 0); [apply shift_piece; auto |].
  destruct (Rle_lt_dec 0 (x + h)); [apply shift_piece; auto |].
  apply shift_join with (- h); apply shift_piece; try assumption; lra || (destruct S; lra).
Qed.
Lemma shift_all d h x y : Rabs h <= d -> x <= y -> shift_le d h x y.
Proof.
  intros Hd Hxy. destruct (Rle_lt_dec y 0); [apply shift_half; auto |].
  destruct (Rle_lt_dec 0 x); [apply shift_half; auto |].
  apply shift_join with 0; apply shift_half; try assumption; lra.
Qed.
Lemma shift_low d h y : Rabs h <= d -> laplace_cdf (y + h) <= exp d * laplace_cdf y.
Proof.
  intros Hd. assert (- d <= h <= d) by (revert Hd; unfold Rabs; destruct Rcase_abs; lra).
  pose (x := Rmin (Rmin y 0) (- h)). assert (x <= y /\ x <= 0 /\ x + h <= 0).
  { unfold x, Rmin. repeat destruct Rle_dec; lra. }
  generalize (shift_all d h x y Hd ltac:(lra)). unfold shift_le. rewrite (laplace_neg (x + h)), (laplace_neg x) by lra.
  rewrite exp_plus. generalize (exp_up h d ltac:(lra)) (exp_pos x). nra.
Qed.
Lemma shift_high d h x : Rabs h <= d -> 1 - laplace_cdf (x + h) <= exp d * (1 - laplace_cdf x).
Proof.
  intros Hd. rewrite <- !laplace_opp. replace (- (x + h)) with (- x + - h) by ring. apply shift_low. now rewrite Rabs_Ropp.
Qed.

Lemma laplace_pure m m' s d cuts H : Rabs (m - m') / positive s <= d ->
  max_at_most d (partitioned (laplace m s) cuts H) (partitioned (laplace m' s) cuts H).
Proof.
  intros Hd i. simpl. unfold between. generalize (cell_lt cuts m_infty H i). destruct (cell m_infty cuts i) as [u v]. simpl.
  assert (S := positive_pos s). set (h := (m' - m) / positive s).
  assert (Hh : Rabs h <= d).
  { unfold h, Rdiv. rewrite Rabs_mult, (Rabs_right (/ positive s)) by (left; now apply Rinv_0_lt_compat).
    rewrite Rabs_minus_sym. exact Hd. }
  assert (E : forall x, (x - m) / positive s = (x - m') / positive s + h) by (intros; unfold h; field; lra).
  destruct u as [u | |], v as [v | |]; simpl; try tauto; intros Huv; rewrite ?E.
  - apply shift_all; [assumption |]. unfold Rdiv. apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat | lra].
  - now apply shift_high.
  - rewrite !Rminus_0_r. now apply shift_low.
  - generalize (exp_up 0 d ltac:(generalize (Rabs_pos h); lra)). rewrite exp_0. lra.
Qed.

Definition LaplaceMechanism (b s : R) : mechanism line := Noisy (X := line) (fun i => laplace (IZR i * b) s).
Lemma fact_laplace : forall b s, 0 <= b -> 0 < s -> PureDP (LaplaceMechanism b s) (b / s).
Proof.
  intros b s Hb Hs. apply noisy_holds. intros x y cuts H Hxy. apply laplace_pure. rewrite positive_is by assumption.
  rewrite <- Rmult_minus_distr_r, Rabs_mult, (Rabs_right b) by lra.
  destruct (line_near x y Hxy) as [-> | ->]; rewrite ?Rabs_R1, ?Rabs_Ropp, ?Rabs_R1; [| replace (Rabs (-1)) with 1 by (rewrite Rabs_left; lra)];
    apply Req_le; unfold Rdiv; ring.
Qed.
