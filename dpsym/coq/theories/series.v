(* erfc by the series of exp(-t^2), term by term: how near a polynomial is. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From dpsym Require Import prelude naturals special.
Open Scope R_scope.

(* exp(-y) lies between two partial sums that follow each other. *)
Fixpoint dpsym_alternate (n : nat) (y : R) : R :=
  match n with O => 0 | S m => dpsym_alternate m y + (- y) ^ m / INR (fact m) end.

Lemma dpsym_alternate_0 : forall n : nat, dpsym_alternate (S n) 0 = 1.
Proof.
  induction n as [| n IH]; [simpl; field |].
  cbn [dpsym_alternate] in *. rewrite IH, Ropp_0, pow_ne_zero by discriminate. unfold Rdiv. ring.
Qed.

Lemma dpsym_alternate_derive : forall (n : nat) (y : R), is_derive (dpsym_alternate (S n)) y (- dpsym_alternate n y).
Proof.
  induction n as [| n IH]; intros y.
  - cbn [dpsym_alternate]. auto_derive; [exact I | simpl; ring].
  - change (is_derive (fun t => dpsym_alternate (S n) t + (- t) ^ S n / INR (fact (S n))) y (- dpsym_alternate (S n) y)).
    replace (- dpsym_alternate (S n) y) with (- dpsym_alternate n y + - ((- y) ^ n / INR (fact n))) by (cbn [dpsym_alternate]; ring).
    apply (is_derive_plus (dpsym_alternate (S n))); [apply IH |].
    auto_derive; [exact I |]. change (Init.Nat.pred (S n)) with n.
    change (match n with O => 1 | S _ => INR n + 1 end) with (INR (S n)). change (fact n + n * fact n)%nat with (S n * fact n)%nat. rewrite mult_INR.
    field. split; [apply INR_fact_neq_0 | apply not_0_INR; discriminate].
Qed.

Lemma dpsym_alternate_sign : forall (n : nat) (y : R), 0 <= y -> 0 <= (- 1) ^ n * (exp (- y) - dpsym_alternate n y).
Proof.
  induction n as [| n IH]; intros y Hy.
  - simpl. generalize (exp_pos (- y)). lra.
  - replace 0 with ((- 1) ^ S n * (exp (- 0) - dpsym_alternate (S n) 0)) by (rewrite dpsym_alternate_0, Ropp_0, exp_0; ring).
    apply (dpsym_up (fun t => (- 1) ^ S n * (exp (- t) - dpsym_alternate (S n) t)) (fun t => (- 1) ^ n * (exp (- t) - dpsym_alternate n t))); [exact Hy | |].
    + intros t _. replace ((- 1) ^ n * (exp (- t) - dpsym_alternate n t))
        with ((- 1) ^ S n * (- exp (- t) - - dpsym_alternate n t)) by (simpl; ring).
      apply (is_derive_scal (fun t => exp (- t) - dpsym_alternate (S n) t) t ((- 1) ^ S n)).
      apply (is_derive_minus (fun t => exp (- t)) (dpsym_alternate (S n))); [| apply dpsym_alternate_derive].
      auto_derive; [exact I | ring].
    + intros t Ht. apply IH. lra.
Qed.

(* The same of its integral. *)
Fixpoint dpsym_areas (n : nat) (x : R) : R :=
  match n with O => 0 | S m => dpsym_areas m x + (- 1) ^ m * x ^ (2 * m + 1) / (INR (fact m) * INR (2 * m + 1)) end.

Lemma dpsym_areas_0 : forall n : nat, dpsym_areas n 0 = 0.
Proof. induction n as [| n IH]; [reflexivity |]. cbn [dpsym_areas]. rewrite IH, pow_i by lia. unfold Rdiv. ring. Qed.

Lemma dpsym_areas_derive : forall (n : nat) (x : R), is_derive (dpsym_areas n) x (dpsym_alternate n (x ^ 2)).
Proof.
  induction n as [| n IH]; intros x; [apply (is_derive_const (V := R_NormedModule)) |].
  cbn [dpsym_alternate].
  change (is_derive (fun t => dpsym_areas n t + (- 1) ^ n * t ^ (2 * n + 1) / (INR (fact n) * INR (2 * n + 1))) x (dpsym_alternate n (x ^ 2) + (- x ^ 2) ^ n / INR (fact n))).
  apply (is_derive_plus (dpsym_areas n)); [apply IH |].
  auto_derive; [exact I |]. change (n + (n + 0) + 1)%nat with (2 * n + 1)%nat. replace (Init.Nat.pred (2 * n + 1)) with (2 * n)%nat by lia.
  replace (- x ^ 2) with ((- 1) * x ^ 2) by ring. rewrite Rpow_mult_distr, <- pow_mult.
  field. split; first [ apply INR_fact_neq_0 | apply not_0_INR; lia ].
Qed.

Lemma dpsym_areas_sign : forall (n : nat) (x : R), 0 <= x -> 0 <= (- 1) ^ n * (dpsym_area x - dpsym_areas n x).
Proof.
  intros n x Hx.
  replace 0 with ((- 1) ^ n * (dpsym_area 0 - dpsym_areas n 0)).
  - apply (dpsym_up (fun t => (- 1) ^ n * (dpsym_area t - dpsym_areas n t)) (fun t => (- 1) ^ n * (dpsym_bell t - dpsym_alternate n (t ^ 2)))); [exact Hx | |].
    + intros t _. apply (is_derive_scal (fun t => dpsym_area t - dpsym_areas n t) t ((- 1) ^ n)).
      apply (is_derive_minus dpsym_area (dpsym_areas n)); [apply dpsym_area_derive | apply dpsym_areas_derive].
    + intros t _. unfold dpsym_bell. apply dpsym_alternate_sign, pow2_ge_0.
  - rewrite dpsym_areas_0. unfold dpsym_area. rewrite (RInt_point (V := R_CompleteNormedModule)). unfold zero; simpl. ring.
Qed.

Theorem dpsym_erfc_series : forall (n : nat) (x b : R), 0 <= x <= b ->
  Rabs (dpsym_erfc x - (1 - 2 / sqrt PI * dpsym_areas n x)) <= 2 / sqrt PI * (b ^ (2 * n + 1) / (INR (fact n) * INR (2 * n + 1))).
Proof.
  intros n x b Hx. generalize (dpsym_areas_sign n x (proj1 Hx)) (dpsym_areas_sign (S n) x (proj1 Hx)). intros H0 H1.
  assert (Hp : 0 < 2 / sqrt PI) by (apply Rdiv_lt_0_compat; [lra | apply sqrt_lt_R0, PI_RGT_0]).
  replace (dpsym_erfc x - (1 - 2 / sqrt PI * dpsym_areas n x)) with (2 / sqrt PI * - (dpsym_area x - dpsym_areas n x)) by (unfold dpsym_erfc; ring).
  rewrite Rabs_mult, Rabs_Ropp, (Rabs_pos_eq (2 / sqrt PI)) by lra. apply Rmult_le_compat_l; [lra |].
  cbn [dpsym_areas] in H1. set (d := INR (fact n) * INR (2 * n + 1)) in *.
  assert (Hd : 0 < / d).
  { apply Rinv_0_lt_compat, Rmult_lt_0_compat; [apply INR_fact_lt_0 | apply lt_0_INR; lia]. }
  assert (Hb : x ^ (2 * n + 1) / d <= b ^ (2 * n + 1) / d) by (apply Rmult_le_compat_r; [lra | apply pow_incr, Hx]).
  apply Rle_trans with (2 := Hb).
  assert (He : (- 1) ^ S n * (dpsym_area x - (dpsym_areas n x + (- 1) ^ n * x ^ (2 * n + 1) / d)) =
    x ^ (2 * n + 1) / d - (- 1) ^ n * (dpsym_area x - dpsym_areas n x)).
  { assert (Hs : (- 1) ^ n * (- 1) ^ n = 1) by (rewrite <- Rpow_mult_distr; replace (- 1 * - 1) with 1 by ring; apply pow1).
    replace (x ^ (2 * n + 1) / d) with (((- 1) ^ n * (- 1) ^ n) * (x ^ (2 * n + 1) / d)) by (rewrite Hs; ring). simpl. unfold Rdiv. ring. }
  rewrite He in H1.
  replace (Rabs (dpsym_area x - dpsym_areas n x)) with (Rabs ((- 1) ^ n * (dpsym_area x - dpsym_areas n x))).
  - rewrite Rabs_pos_eq by exact H0. lra.
  - rewrite Rabs_mult, pow_1_abs, Rmult_1_l. reflexivity.
Qed.

(* The polynomial as interval arithmetic evaluates it. *)
Fixpoint dpsym_fact (n : nat) : Z := match n with O => 1%Z | S m => (Z.of_nat n * dpsym_fact m)%Z end.
Definition dpsym_part (n : nat) : R := / IZR (dpsym_fact n * Z.of_nat (2 * n + 1)).
Fixpoint dpsym_horner (n k : nat) (z : R) : R :=
  match n with O => 0 | S m => dpsym_part k - z * dpsym_horner m (S k) z end.

Lemma dpsym_part_is : forall n : nat, dpsym_part n = / (INR (fact n) * INR (2 * n + 1)).
Proof.
  intros n. unfold dpsym_part. f_equal. rewrite mult_IZR, <- INR_IZR_INZ. f_equal.
  induction n as [| n IH]; [reflexivity |].
  change (dpsym_fact (S n)) with (Z.of_nat (S n) * dpsym_fact n)%Z.
  rewrite fact_simpl, mult_IZR, IH, mult_INR, <- INR_IZR_INZ. reflexivity.
Qed.

Lemma dpsym_horner_next : forall (n k : nat) (z : R), dpsym_horner (S n) k z = dpsym_horner n k z + (- z) ^ n * dpsym_part (k + n).
Proof.
  induction n as [| n IH]; intros k z.
  - rewrite Nat.add_0_r. simpl. ring.
  - change (dpsym_horner (S (S n)) k z) with (dpsym_part k - z * dpsym_horner (S n) (S k) z). rewrite IH.
    replace (S k + n)%nat with (k + S n)%nat by lia. simpl. ring.
Qed.

Lemma dpsym_areas_horner : forall (n : nat) (x : R), dpsym_areas n x = x * dpsym_horner n 0 (x * x).
Proof.
  induction n as [| n IH]; intros x; [simpl; ring |].
  rewrite dpsym_horner_next, Nat.add_0_l, dpsym_part_is. cbn [dpsym_areas]. rewrite IH.
  replace (- (x * x)) with ((- 1) * x ^ 2) by ring. rewrite Rpow_mult_distr, <- pow_mult, pow_add. unfold Rdiv. ring.
Qed.

Theorem dpsym_erfc_near : forall (n : nat) (x b : R), 0 <= x -> x <= b ->
  exists e, dpsym_erfc x = 1 - 2 / sqrt PI * (x * dpsym_horner n 0 (x * x)) + e /\ Rabs e <= 2 / sqrt PI * (b ^ (2 * n + 1) * dpsym_part n).
Proof.
  intros n x b H0 Hb. exists (dpsym_erfc x - (1 - 2 / sqrt PI * (x * dpsym_horner n 0 (x * x)))). split; [ring |].
  rewrite <- dpsym_areas_horner, dpsym_part_is. apply dpsym_erfc_series. split; assumption.
Qed.

(* erfc at a point up to b as a polynomial and an error. *)
Ltac dpsym_series n u b small :=
  let e := fresh "e" in let He := fresh "He" in let Hb := fresh "Hb" in
  destruct (dpsym_erfc_near n u b) as [e [He Hb]]; [ assumption | assumption |];
  let h := eval cbv -[IZR Rplus Rminus Rmult Rinv] in (fun z : R => dpsym_horner n 0 z) in
  let p := eval cbv -[IZR Rinv] in (dpsym_part n) in let m := eval cbv in (2 * n + 1)%nat in
  change (dpsym_horner n 0) with h in He; change (2 * n + 1)%nat with m in Hb; change (dpsym_part n) with p in Hb; cbv beta in He;
  rewrite ?He; clear He;
  apply (fun H => Rle_trans _ _ small H) in Hb; [| interval];
  apply Rabs_le_between in Hb.
