(* Harmonic numbers, sums and powers: functions of integers, and powers of what may be 0. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core.Raux.
From dpsym Require Import prelude.
Open Scope R_scope.

Definition dpsym_count (x : R) := Z.to_nat (Zfloor x).

Theorem dpsym_count_next : forall x : R, dpsym_integer x -> 0 <= x -> dpsym_count (x + 1) = S (dpsym_count x) /\ INR (dpsym_count x) = x.
Proof.
  intros x [n ->] Hn. apply le_IZR in Hn. unfold dpsym_count. rewrite <- plus_IZR, !Zfloor_IZR. split; [lia |].
  rewrite INR_IZR_INZ, Z2Nat.id by exact Hn. reflexivity.
Qed.

Theorem dpsym_count_INR : forall n : nat, dpsym_count (INR n) = n.
Proof. intros n. unfold dpsym_count. rewrite INR_IZR_INZ, Zfloor_IZR. apply Nat2Z.id. Qed.

(* Harmonic numbers. *)
Fixpoint dpsym_harmonics (n : nat) : R := match n with O => 0 | S m => dpsym_harmonics m + / INR (S m) end.
Definition dpsym_harmonic (x : R) := dpsym_harmonics (dpsym_count x).

Theorem dpsym_harmonic_next : forall x : R, dpsym_integer x -> 0 <= x -> dpsym_harmonic (x + 1) = dpsym_harmonic x + / (x + 1).
Proof.
  intros x Hx Hn. destruct (dpsym_count_next x Hx Hn) as [Hs He]. unfold dpsym_harmonic. rewrite Hs.
  cbn [dpsym_harmonics]. rewrite S_INR, He. reflexivity.
Qed.

Theorem dpsym_harmonic_0 : dpsym_harmonic 0 = 0.
Proof. unfold dpsym_harmonic, dpsym_count. rewrite (Zfloor_IZR 0). reflexivity. Qed.

Theorem dpsym_harmonic_nonneg : forall x : R, 0 <= dpsym_harmonic x.
Proof.
  intros x. unfold dpsym_harmonic. induction (dpsym_count x) as [| n IH]; [simpl; lra |].
  cbn [dpsym_harmonics]. apply Rplus_le_le_0_compat; [exact IH |]. left. apply Rinv_0_lt_compat. rewrite S_INR. generalize (pos_INR n). lra.
Qed.

(* Binomial coefficients *)
Fixpoint dpsym_binomials (n k : nat) : R :=
  match k, n with O, _ => 1 | S _, O => 0 | S j, S m => dpsym_binomials m j + dpsym_binomials m (S j) end.
Definition dpsym_binomial (x y : R) := dpsym_binomials (dpsym_count x) (dpsym_count y).

(* Sums from an integer to another one, which is the one before it when there are no terms. *)
Fixpoint dpsym_sums (f : R -> R) (low : R) (n : nat) : R :=
  match n with O => 0 | S m => dpsym_sums f low m + f (low + INR m) end.
Definition dpsym_sum (f : R -> R) (low high : R) := dpsym_sums f low (dpsym_count (high - low + 1)).

Theorem dpsym_sum_next : forall (f : R -> R) (low high : R), dpsym_integer (high + - low) -> 0 <= high + - low ->
  dpsym_sum f low high = dpsym_sum f low (high + - 1) + f high.
Proof.
  intros f low high Hi Hn. fold (high - low) in Hi, Hn. unfold dpsym_sum. destruct (dpsym_count_next (high - low) Hi Hn) as [-> He]. cbn [dpsym_sums].
  replace (high + - 1 - low + 1) with (high - low) by ring. rewrite He. f_equal. f_equal. ring.
Qed.

Theorem dpsym_sum_none : forall (f : R -> R) (low high : R), high + - low = - 1 -> dpsym_sum f low high = 0.
Proof. intros f low high H. fold (high - low) in H. unfold dpsym_sum, dpsym_count. rewrite H. replace (- 1 + 1) with (IZR 0) by ring. rewrite Zfloor_IZR. reflexivity. Qed.

Theorem dpsym_sum_alike : forall (f g : R -> R) (a b c d : R), (forall x, f x = g x) -> a = c -> b = d -> dpsym_sum f a b = dpsym_sum g c d.
Proof.
  intros f g a b c d H -> ->. unfold dpsym_sum. induction (dpsym_count (d - c + 1)) as [| n IH]; [reflexivity |].
  cbn [dpsym_sums]. rewrite IH, H. reflexivity.
Qed.

Theorem dpsym_sum_nonneg : forall (f : R -> R) (low high : R), (forall x, low <= x -> 0 <= f x) -> 0 <= dpsym_sum f low high.
Proof.
  intros f low high H. unfold dpsym_sum. induction (dpsym_count (high - low + 1)) as [| n IH]; [simpl; lra |].
  cbn [dpsym_sums]. apply Rplus_le_le_0_compat; [exact IH | apply H]. generalize (pos_INR n). lra.
Qed.

(* Powers: of what is > 0 by the logarithm, else by counting the factors, of the inverse where the
   exponent is negative; 0 to the 0 is 1. *)
Definition dpsym_raised (y x : R) :=
  if Rlt_dec 0 x then exp (y * ln x)
  else if Req_EM_T y (INR (dpsym_count y)) then x ^ dpsym_count y
  else if Req_EM_T y (- INR (dpsym_count (- y))) then / x ^ dpsym_count (- y) else 0.
Definition dpsym_expt (x y : R) := dpsym_raised y x.
Definition dpsym_based (x y : R) := dpsym_raised y x.

Theorem dpsym_expt_exp : forall x y : R, 0 < x -> dpsym_expt x y = exp (y * ln x).
Proof. intros x y H. unfold dpsym_expt, dpsym_raised. destruct (Rlt_dec 0 x); [reflexivity | lra]. Qed.

Theorem dpsym_expt_INR : forall (x : R) (n : nat), dpsym_expt x (INR n) = x ^ n.
Proof.
  intros x n. unfold dpsym_expt, dpsym_raised. rewrite dpsym_count_INR.
  destruct (Rlt_dec 0 x) as [H | H]; [apply (Rpower_pow n x H) |].
  destruct (Req_EM_T (INR n) (INR n)) as [_ | []]; reflexivity.
Qed.

Theorem dpsym_expt_whole : forall x y : R, dpsym_integer y -> 0 <= y -> dpsym_expt x y = x ^ dpsym_count y.
Proof. intros x y Hi Hn. destruct (dpsym_count_next y Hi Hn) as [_ He]. rewrite <- He at 1. apply dpsym_expt_INR. Qed.

Theorem dpsym_expt_opp : forall x y : R, dpsym_integer y -> 0 <= y -> dpsym_expt x (- y) = / dpsym_expt x y.
Proof.
  intros x y Hi Hn. destruct (dpsym_count_next y Hi Hn) as [_ He]. rewrite (dpsym_expt_whole x y Hi Hn).
  unfold dpsym_expt, dpsym_raised. rewrite Ropp_involutive, He. destruct (Rlt_dec 0 x) as [H | H].
  - rewrite <- (Rpower_pow (dpsym_count y) x H), He. unfold Rpower. rewrite <- exp_Ropp. f_equal. ring.
  - destruct (Req_EM_T (- y) (INR (dpsym_count (- y)))) as [E | _].
    + assert (y = 0) as -> by (generalize (pos_INR (dpsym_count (- y))); lra).
      rewrite Ropp_0. unfold dpsym_count. rewrite (Zfloor_IZR 0). simpl. now rewrite Rinv_1.
    + destruct (Req_EM_T (- y) (- y)) as [_ | []]; reflexivity.
Qed.

Theorem dpsym_expt_more : forall (x y : R) (n : nat), dpsym_integer y -> 0 <= y -> dpsym_expt x (y + INR n) = x ^ n * dpsym_expt x y.
Proof.
  intros x y n Hi Hn. destruct (dpsym_count_next y Hi Hn) as [_ He].
  rewrite <- He. rewrite <- plus_INR, !dpsym_expt_INR, pow_add. ring.
Qed.

Theorem dpsym_expt_by : forall (x y z : R) (n : nat), dpsym_integer y -> 0 <= y -> z = y + INR n -> dpsym_expt x z = x ^ n * dpsym_expt x y.
Proof. intros x y z n Hi Hn ->. apply dpsym_expt_more; assumption. Qed.

Theorem dpsym_expt_0 : forall x : R, dpsym_expt x 0 = 1.
Proof. intros x. change 0 with (INR 0). rewrite dpsym_expt_INR. reflexivity. Qed.

Theorem dpsym_expt_pos : forall x y : R, 0 < x -> 0 < dpsym_expt x y.
Proof. intros x y H. rewrite dpsym_expt_exp by exact H. apply exp_pos. Qed.

Theorem dpsym_expt_nonneg : forall x y : R, 0 <= x -> 0 <= dpsym_expt x y.
Proof.
  intros x y H. unfold dpsym_expt, dpsym_raised. destruct (Rlt_dec 0 x); [left; apply exp_pos |].
  destruct (Req_EM_T y (INR (dpsym_count y))); [apply pow_le, H |]. destruct (Req_EM_T y (- INR (dpsym_count (- y)))); [| lra].
  destruct (pow_le x (dpsym_count (- y)) H) as [P | <-]; [left; now apply Rinv_0_lt_compat | rewrite Rinv_0; lra].
Qed.

Theorem dpsym_expt_le_1 : forall x y : R, 0 <= x -> 0 <= y -> 0 <= 1 - x -> dpsym_expt x y <= 1.
Proof.
  intros x y H Hy H1. unfold dpsym_expt, dpsym_raised. destruct (Rlt_dec 0 x) as [Hp | Hz].
  - apply dpsym_exp_le_1. rewrite Ropp_mult_distr_r. apply Rmult_le_pos; [exact Hy |]. generalize (dpsym_ln_nonpos x Hp H1). lra.
  - destruct (Req_EM_T y (INR (dpsym_count y))); [rewrite <- (pow1 (dpsym_count y)); apply pow_incr; lra |].
    destruct (Req_EM_T y (- INR (dpsym_count (- y)))); [| lra]. replace (dpsym_count (- y)) with O; [simpl; rewrite Rinv_1; lra |].
    apply INR_eq. change (INR 0) with 0. generalize (pos_INR (dpsym_count (- y))). lra.
Qed.

Theorem dpsym_expt_continuous : forall y x : R, dpsym_integer y -> 0 <= y -> continuity_pt (fun t => dpsym_expt t y) x.
Proof.
  intros y x Hi Hn. apply (continuity_pt_ext (fun t => t ^ dpsym_count y)).
  - intros t. symmetry. apply dpsym_expt_whole; assumption.
  - apply derivable_continuous_pt, derivable_pt_pow.
Qed.

Lemma dpsym_raised_derive : forall y x : R, 0 < x -> is_derive (dpsym_raised y) x (y * dpsym_expt x y * / x).
Proof.
  intros y x H. apply (is_derive_ext_loc (fun t => exp (y * ln t))).
  - exists (mkposreal x H). intros t Ht. symmetry. apply (dpsym_expt_exp t y).
    apply Rabs_lt_between' in Ht. simpl in Ht. lra.
  - rewrite dpsym_expt_exp by exact H. auto_derive; [exact H | field; lra].
Qed.

Lemma dpsym_based_derive : forall x y : R, 0 < x -> is_derive (dpsym_based x) y (dpsym_expt x y * ln x).
Proof.
  intros x y H. apply (is_derive_ext (fun t => exp (t * ln x))).
  - intros t. symmetry. apply (dpsym_expt_exp x t H).
  - rewrite dpsym_expt_exp by exact H. auto_derive; [exact I | ring].
Qed.

Global Instance dpsym_raised_diff (y : R) : UnaryDiff' (dpsym_raised y) := Build_UnaryDiff' _ _ _ (dpsym_raised_derive y).
Global Instance dpsym_based_diff (x : R) : UnaryDiff' (dpsym_based x) := Build_UnaryDiff' _ _ (fun _ => 0 < x) (dpsym_based_derive x).

Ltac dpsym_expt_bound := first [ apply dpsym_expt_nonneg; lra | apply dpsym_expt_le_1; lra ].

(* Powers of what is > 0 as exponentials. *)
Ltac dpsym_unexpt :=
  repeat match goal with |- context [dpsym_expt ?x ?y] => rewrite (dpsym_expt_exp x y) in * by dpsym_pos end.

(* What auto_derive reads: a function of the base, or of the exponent where the base is fixed. *)
Ltac dpsym_fixed f := lazymatch f with
  | context C [dpsym_expt ?x] => let g := context C [dpsym_based x] in dpsym_fixed g
  | _ => eval unfold dpsym_expt in f
  end.
Ltac dpsym_unary := lazymatch goal with
  |- is_derive ?f ?x ?l => let g := dpsym_fixed f in change (is_derive g x l)
  end.

(* Sides with the same sums, maxima and powers, of arguments in another order. *)
Ltac dpsym_arranged := try match goal with |- ?a = ?a => reflexivity end;
  repeat match goal with
  | |- context [dpsym_sum ?f ?a ?b] => match goal with |- context [dpsym_sum ?g ?c ?d] =>
      lazymatch constr:((f, (a, b))) with (g, (c, d)) => fail | _ =>
        replace (dpsym_sum f a b) with (dpsym_sum g c d) by (apply dpsym_sum_alike; [intros; dpsym_arranged | ring | ring]) end end
  | |- context [exp ?u] => match goal with |- context [exp ?v] =>
      lazymatch u with v => fail | _ => replace (exp u) with (exp v) by (f_equal; ring) end end
  | |- context [ln ?u] => match goal with |- context [ln ?v] =>
      lazymatch u with v => fail | _ => replace (ln u) with (ln v) by (f_equal; ring) end end
  | |- context [sqrt ?u] => match goal with |- context [sqrt ?v] =>
      lazymatch u with v => fail | _ => replace (sqrt u) with (sqrt v) by (f_equal; ring) end end
  | |- context [/ ?u] => match goal with |- context [/ ?v] =>
      lazymatch u with v => fail | _ => replace (/ u) with (/ v) by (f_equal; ring) end end
  | |- context [dpsym_harmonic ?u] => match goal with |- context [dpsym_harmonic ?v] =>
      lazymatch u with v => fail | _ => replace (dpsym_harmonic u) with (dpsym_harmonic v) by (f_equal; ring) end end
  | |- context [dpsym_expt ?a ?b] => match goal with |- context [dpsym_expt ?c ?d] =>
      lazymatch constr:((a, b)) with (c, d) => fail | _ => replace (dpsym_expt a b) with (dpsym_expt c d) by (f_equal; ring) end end
  | |- context [dpsym_binomial ?a ?b] => match goal with |- context [dpsym_binomial ?c ?d] =>
      lazymatch constr:((a, b)) with (c, d) => fail | _ => replace (dpsym_binomial a b) with (dpsym_binomial c d) by (f_equal; ring) end end
  | |- context [Rmax ?a ?b] => match goal with |- context [Rmax ?c ?d] =>
      lazymatch constr:((a, b)) with (c, d) => fail | _ =>
        replace (Rmax a b) with (Rmax c d) by first [ f_equal; ring | rewrite Rmax_comm; f_equal; ring ] end end
  end; first [ ring | dpsym_equal ].

Ltac dpsym_binary := repeat match goal with
  | |- context [dpsym_raised ?y ?x] => change (dpsym_raised y x) with (dpsym_expt x y)
  | |- context [dpsym_based ?x ?y] => change (dpsym_based x y) with (dpsym_expt x y)
  end.

Ltac dpsym_naturals_pos := lazymatch goal with
  | |- context [dpsym_raised _ _] => dpsym_binary; dpsym_pos
  | |- context [dpsym_based _ _] => dpsym_binary; dpsym_pos
  | |- 0 < dpsym_expt _ _ => apply dpsym_expt_pos; dpsym_pos
  | |- context [dpsym_expt _ _] => progress dpsym_unexpt; dpsym_pos
  end.
Ltac dpsym_naturals_nonneg := lazymatch goal with
  | |- 0 <= dpsym_harmonic _ => apply dpsym_harmonic_nonneg
  | |- 0 <= dpsym_sum _ _ _ => apply dpsym_sum_nonneg; intros; dpsym_nonneg
  | |- 0 <= dpsym_expt _ _ => apply dpsym_expt_nonneg; dpsym_nonneg
  | |- context [dpsym_expt _ _] => progress dpsym_unexpt; dpsym_nonneg
  end.
Ltac dpsym_naturals_bounds :=
  repeat match goal with
  | |- context [dpsym_harmonic ?u] =>
      lazymatch goal with H : 0 <= dpsym_harmonic u |- _ => fail | _ => assert (0 <= dpsym_harmonic u) by apply dpsym_harmonic_nonneg end
  | |- context [dpsym_expt ?x ?y] =>
      lazymatch goal with H : 0 <= dpsym_expt x y |- _ => fail | _ =>
        assert (0 <= dpsym_expt x y) by (apply dpsym_expt_nonneg; dpsym_nonneg);
        try assert (dpsym_expt x y <= 1) by (apply dpsym_expt_le_1; dpsym_nonneg)
      end
  end.
Ltac dpsym_special_pos ::= dpsym_naturals_pos.
Ltac dpsym_special_nonneg ::= dpsym_naturals_nonneg.
Ltac dpsym_special_values ::= rewrite ?dpsym_harmonic_0, ?dpsym_expt_0.
Ltac dpsym_special_bounds ::= dpsym_naturals_bounds.
