(* Geometric noise: integers with masses that fall by exp(-e) in each step from the answer. *)
From Coq Require Import Reals Lra Psatz List ZArith Lia.
From Coquelicot Require Import Coquelicot.
From dpsym Require Import Finite Divergences Mechanisms Processing Noise Laplace.
Import ListNotations.
Open Scope R_scope.

Section Geometric.
  Variable e : R.
  Hypothesis He : 0 < e.
  (* Its law up to k, and its mass at k *)
  Definition geometric_to (k : Z) : R :=
    if Z_le_dec 0 k then 1 - exp (- e * IZR (k + 1)) / (1 + exp (- e)) else exp (e * IZR k) / (1 + exp (- e)).
  Definition geometric_at (k : Z) : R := (1 - exp (- e)) / (1 + exp (- e)) * exp (- e * Rabs (IZR k)).
  Lemma geometric_scale : 0 < exp (- e) < 1 /\ 0 < 1 + exp (- e).
  Proof. generalize (exp_pos (- e)) (exp_increasing (- e) 0 ltac:(lra)). rewrite exp_0. lra. Qed.
  Lemma geometric_step k : geometric_to k - geometric_to (k - 1) = geometric_at k.
  Proof.
    destruct geometric_scale as [G0 G1]. unfold geometric_to, geometric_at. destruct (Z_le_dec 0 k) as [H | H], (Z_le_dec 0 (k - 1)) as [H' | H']; try lia.
    - rewrite Rabs_right by (apply Rle_ge, (IZR_le 0); lia). replace (k - 1 + 1)%Z with k by lia. rewrite plus_IZR, Rmult_plus_distr_l, exp_plus, Rmult_1_r.
      field. lra.
    - replace k with 0%Z by lia. simpl. rewrite Rabs_R0, Rmult_0_r, Rmult_1_r, exp_0. replace (e * -1) with (- e) by ring. field. lra.
    - rewrite Rabs_left by (apply (IZR_lt k 0); lia). rewrite minus_IZR. replace (e * (IZR k - 1)) with (- e + e * IZR k) by ring.
      replace (- e * - IZR k) with (e * IZR k) by ring. rewrite exp_plus. field. lra.
  Qed.
  Lemma geometric_at_pos k : 0 < geometric_at k.
  Proof.
    destruct geometric_scale as [G0 G1]. unfold geometric_at. apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat; lra | apply exp_pos].
  Qed.
  Lemma geometric_turned k : geometric_to k = 1 - geometric_to (- k - 1).
  Proof.
    destruct geometric_scale as [G0 G1]. unfold geometric_to. destruct (Z_le_dec 0 k), (Z_le_dec 0 (- k - 1)); try lia.
    - replace (- k - 1)%Z with (- (k + 1))%Z by lia. rewrite opp_IZR. replace (e * - IZR (k + 1)) with (- e * IZR (k + 1)) by ring. ring.
    - replace (- k - 1 + 1)%Z with (- k)%Z by lia. rewrite opp_IZR. replace (- e * - IZR k) with (e * IZR k) by ring. ring.
  Qed.
  Lemma geometric_range k : 0 < geometric_to k < 1.
  Proof.
    assert (P : forall n, 0 < geometric_to n).
    { intros n. destruct geometric_scale as [G0 G1]. unfold geometric_to. destruct (Z_le_dec 0 n) as [H | H].
      - assert (exp (- e * IZR (n + 1)) <= 1).
        { rewrite <- exp_0. apply exp_up. assert (0 <= IZR (n + 1)) by (apply (IZR_le 0); lia). nra. }
        assert (exp (- e * IZR (n + 1)) / (1 + exp (- e)) < 1); [| lra].
        apply Rmult_lt_reg_r with (1 + exp (- e)); [assumption |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
      - apply Rdiv_lt_0_compat; [apply exp_pos | assumption]. }
    split; [apply P |]. rewrite geometric_turned. generalize (P (- k - 1)%Z). lra.
  Qed.
  Lemma geometric_between n k : geometric_to (k + Z.of_nat n) - geometric_to k = sum (seq 1 n) (fun j => geometric_at (k + Z.of_nat j)).
  Proof.
    induction n as [| n IH]; [simpl; rewrite Z.add_0_r; ring |]. rewrite seq_S, sum_app, <- IH. cbn [sum Nat.add].
    generalize (geometric_step (k + Z.of_nat (S n))). replace (k + Z.of_nat (S n) - 1)%Z with (k + Z.of_nat n)%Z by lia. lra.
  Qed.
  (* A shift by 1 *)
  Lemma geometric_at_moved k d : Z.abs d = 1%Z -> geometric_at (k + d) <= exp e * geometric_at k.
  Proof.
    intros Hd. destruct geometric_scale as [G0 G1]. unfold geometric_at.
    rewrite <- Rmult_assoc, (Rmult_comm (exp e)), Rmult_assoc, <- exp_plus. apply Rmult_le_compat_l; [apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat] |].
    apply exp_up. rewrite plus_IZR. assert (D : Rabs (IZR d) = 1) by (rewrite <- abs_IZR, Hd; reflexivity).
    assert (Rabs (IZR k) <= Rabs (IZR k + IZR d) + 1).
    { rewrite <- D, <- (Rabs_Ropp (IZR d)). apply Rle_trans with (2 := Rabs_triang _ _). right. f_equal. ring. }
    nra.
  Qed.
  Lemma geometric_between_moved k l d : (k <= l)%Z -> Z.abs d = 1%Z ->
    geometric_to (l + d) - geometric_to (k + d) <= exp e * (geometric_to l - geometric_to k).
  Proof.
    intros H Hd. replace l with (k + Z.of_nat (Z.to_nat (l - k)))%Z by (rewrite Z2Nat.id; lia). set (n := Z.to_nat (l - k)).
    replace (k + Z.of_nat n + d)%Z with (k + d + Z.of_nat n)%Z by lia. rewrite !geometric_between, <- sum_scal. apply sum_le; intros j.
    replace (k + d + Z.of_nat j)%Z with (k + Z.of_nat j + d)%Z by lia. now apply geometric_at_moved.
  Qed.
  Lemma geometric_low_moved k d : Z.abs d = 1%Z -> geometric_to (k + d) <= exp e * geometric_to k.
  Proof.
    intros Hd. set (l := (- Z.abs k - 2)%Z). assert (B := geometric_between_moved l k d ltac:(unfold l; lia) Hd).
    assert (T : geometric_to (l + d) <= exp e * geometric_to l); [| lra].
    destruct geometric_scale as [G0 G1]. unfold geometric_to. destruct (Z_le_dec 0 (l + d)), (Z_le_dec 0 l); try (unfold l in *; lia).
    rewrite plus_IZR. unfold Rdiv. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat |]. rewrite <- exp_plus. apply exp_up.
    assert (IZR d <= 1) by (apply (IZR_le d 1); lia). nra.
  Qed.
  Lemma geometric_high_moved k d : Z.abs d = 1%Z -> 1 - geometric_to (k + d) <= exp e * (1 - geometric_to k).
  Proof.
    intros Hd. rewrite (geometric_turned (k + d)), (geometric_turned k). replace (- (k + d) - 1)%Z with (- k - 1 + - d)%Z by lia.
    generalize (geometric_low_moved (- k - 1) (- d) ltac:(lia)). lra.
  Qed.
  Lemma geometric_up k l : (k <= l)%Z -> geometric_to k <= geometric_to l.
  Proof.
    intros H. replace l with (k + Z.of_nat (Z.to_nat (l - k)))%Z by (rewrite Z2Nat.id; lia).
    generalize (geometric_between (Z.to_nat (l - k)) k). assert (0 <= sum (seq 1 (Z.to_nat (l - k))) (fun j => geometric_at (k + Z.of_nat j))); [| lra].
    apply sum_nonneg. intros j. left. apply geometric_at_pos.
  Qed.
End Geometric.

(* The noise about an integer: below a cut are the integers up to it. *)
Definition geometric (m : Z) (e : R) : noise.
Proof.
  refine (Noise (on_line (fun x => geometric_to (positive e) (up x - 1 - m))) _ eq_refl eq_refl).
  assert (E := positive_pos e).
  intros [x | |] [y | |]; simpl; try tauto; intros H; try lra;
    try (generalize (geometric_range (positive e) E (up x - 1 - m)); lra); try (generalize (geometric_range (positive e) E (up y - 1 - m)); lra).
  apply geometric_up; [assumption |]. assert (up x <= up y)%Z; [| lia].
  destruct (archimed x) as [X1 X2], (archimed y) as [Y1 Y2]. destruct (Z_le_gt_dec (up x) (up y)) as [| N]; [assumption | exfalso].
  assert (IZR (up y + 1) <= IZR (up x)) by (apply IZR_le; lia). rewrite plus_IZR in *. lra.
Defined.
Definition GeometricMechanism (e : R) : mechanism line := Noisy (X := line) (fun i => geometric i e).
Lemma fact_geometric : forall e, 0 < e -> PureDP (GeometricMechanism e) e.
Proof.
  intros e He. apply noisy_holds. intros x y cuts H Hxy i. simpl. unfold between. generalize (cell_lt cuts m_infty H i).
  destruct (cell m_infty cuts i) as [u v]. simpl. rewrite !positive_is by assumption.
  set (d := (y - x)%Z). assert (Hd : Z.abs d = 1%Z) by (unfold d; destruct Hxy; lia).
  assert (E : forall z, (up z - 1 - x)%Z = (up z - 1 - y + d)%Z) by (intros; unfold d; lia).
  destruct u as [u | |], v as [v | |]; simpl; try tauto; intros Huv; rewrite ?E.
  - apply geometric_between_moved; try assumption.
    destruct (archimed u) as [X1 X2], (archimed v) as [Y1 Y2]. destruct (Z_le_gt_dec (up u) (up v)) as [| N]; [lia | exfalso].
    assert (IZR (up v + 1) <= IZR (up u)) by (apply IZR_le; lia). rewrite plus_IZR in *. lra.
  - now apply geometric_high_moved.
  - rewrite !Rminus_0_r. now apply geometric_low_moved.
  - generalize (exp_up 0 e ltac:(lra)). rewrite exp_0. lra.
Qed.
