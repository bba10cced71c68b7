(* Tactics that join the lemmas about numbers: what the kernel finds evident. *)
From Coq Require Import Reals Lra Lia ZArith.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core.Raux.
From Interval Require Import Tactic.
From dpsym Require Import prelude naturals special.
Open Scope R_scope.

(* A maximum or minimum is one of its arguments. *)
Lemma dpsym_max_choice : forall x y : R, Rmax x y = x \/ Rmax x y = y.
Proof. intros x y. unfold Rmax. destruct Rle_dec; auto. Qed.
Lemma dpsym_min_choice : forall x y : R, Rmin x y = x \/ Rmin x y = y.
Proof. intros x y. unfold Rmin. destruct Rle_dec; auto. Qed.
Ltac dpsym_choice :=
  repeat match goal with
  | |- context [Rmax ?x ?y] => lazymatch x with context [Rmax _ _] => fail | _ => destruct (dpsym_max_choice x y) as [-> | ->] end
  | |- context [Rmin ?x ?y] => lazymatch x with context [Rmin _ _] => fail | _ => destruct (dpsym_min_choice x y) as [-> | ->] end
  end; tauto.

(* A bound of an absolute value, a maximum or a minimum, of its parts. *)
Ltac dpsym_spread := unfold Rabs, Rmax, Rmin; repeat match goal with
  | |- context [Rcase_abs ?x] => destruct (Rcase_abs x)
  | |- context [Rle_dec ?x ?y] => destruct (Rle_dec x y)
  end; intros; lra.

(* Terms that differ in parts of which one is at most the other, and grow with these. *)
Ltac dpsym_monotone := first
  [ assumption | apply Rle_refl
  | lazymatch goal with
    | |- _ + _ <= _ + _ => apply Rplus_le_compat; dpsym_monotone
    | |- ?f * _ <= ?f * _ => apply Rmult_le_compat_l; [ first [ dpsym_nonneg | dpsym_range ] | dpsym_monotone ]
    | |- _ * ?f <= _ * ?f => apply Rmult_le_compat_r; [ first [ dpsym_nonneg | dpsym_range ] | dpsym_monotone ]
    | |- sqrt _ <= sqrt _ => apply sqrt_le_1_alt; dpsym_monotone
    | |- exp _ <= exp _ => apply dpsym_exp_le; dpsym_monotone
    | |- _ ^ _ <= _ ^ _ => apply pow_incr; split; [ first [ dpsym_nonneg | dpsym_range ] | dpsym_monotone ]
    end ].

(* The values of an integer between two integers. *)
Lemma dpsym_between : forall n m : Z, IZR n <= IZR m -> IZR m < IZR (n + 1) -> IZR m = IZR n.
Proof. intros n m H L. apply le_IZR in H. apply lt_IZR in L. f_equal. lia. Qed.
Ltac dpsym_values_of x := lazymatch goal with
  | H : dpsym_integer x |- ?a \/ ?b => destruct (Req_dec x ltac:(lazymatch a with x = ?v => exact v end)) as [? | ?];
      [ left; assumption | right;
        lazymatch a with x = ?v => assert (v + 1 <= x) by (apply dpsym_next; [ dpsym_whole | assumption | lra ]) end; dpsym_values_of x ]
  | |- _ = _ => lra
  end.

(* Relations between constants, by exact or by interval arithmetic. *)
Ltac dpsym_constants :=
  repeat match goal with
  | |- context [dpsym_expt ?x (IZR ?z)] => rewrite (dpsym_expt_whole x (IZR z)) by (first [ dpsym_whole | lra ]);
      replace (dpsym_count (IZR z)) with (Z.to_nat z) by (symmetry; unfold dpsym_count; now rewrite Zfloor_IZR); simpl Z.to_nat
  end.
(* What a few digits show to be negative, whatever is assumed, is asked of no more of them. *)
Ltac dpsym_negative := first [ lazymatch goal with |- ?r 0 ?e => assert (e < 0) by (clear; interval) end ].
Ltac dpsym_positive := first [ lra | interval | assert_fails dpsym_negative; first [ interval with (i_prec 100) | interval with (i_prec 300) ] ].
Ltac dpsym_decided := dpsym_constants; lazymatch goal with
  | |- ?a < ?b => first [ lra | cut (0 < b - a); [ lra | dpsym_positive ] ]
  | |- ?a <= ?b => first [ lra | reflexivity | right; solve [ ring | field ] | cut (0 <= b - a); [ lra | dpsym_positive ] ]
  | |- ?a = ?b => first [ lra | ring | dpsym_equal ]
  end.

(* The sign of a number with values of erfc, by enclosures of the integrals that these are. *)
Ltac dpsym_erfc_enclosed w p := repeat match goal with |- context [dpsym_erfc ?x] =>
  let H := fresh in let A := fresh in
  integral_intro (RInt (fun t => exp (- t ^ 2)) 0 x) with (i_width w, i_prec p, i_fuel 400, i_degree 20) as H;
  change (dpsym_erfc x) with (1 - 2 / sqrt PI * RInt (fun t => exp (- t ^ 2)) 0 x);
  set (A := RInt (fun t => exp (- t ^ 2)) 0 x) in *; clearbody A
  end.
Ltac dpsym_erfc_sign := repeat rewrite dpsym_expt_exp by dpsym_pos; first
  [ solve [ dpsym_erfc_enclosed (-30)%Z 60%positive; interval with (i_prec 90) ]
  | solve [ dpsym_erfc_enclosed (-60)%Z 90%positive; interval with (i_prec 90) ] ].

Ltac dpsym_inside := first [ dpsym_whole | dpsym_decided ].
Ltac dpsym_refuted L := exfalso; lazymatch type of L with
  | ?a <= ?b => assert (b < a) by dpsym_decided; lra
  | ?a < ?b => assert (b <= a) by dpsym_decided; lra
  | ?a = ?b => first [ assert (b < a) by dpsym_decided; lra | assert (a < b) by dpsym_decided; lra ]
  end.

(* Denominators that are no zero as orders exceed 1. *)
Ltac dpsym_no_zero := first
  [ dpsym_nonzero | lra | nra | apply Rgt_not_eq; nra
  | match goal with A : 1 < ?a, B : 1 < ?b |- _ =>
      assert (0 < (a - 1) * b) by (apply Rmult_lt_0_compat; lra); apply Rgt_not_eq; nra
    end ].

(* A relation between the same numbers in another order, where the same laws are continuous. *)
Ltac dpsym_same_bound L :=
  repeat (let h := fresh in intros h);
  repeat lazymatch type of L with ?a -> _ => let h := fresh in assert (h : a) by assumption; specialize (L h) end;
  repeat match goal with H : _ /\ _ |- _ => destruct H end;
  repeat match goal with |- _ /\ _ => split end; first
    [ assumption | lra | rewrite Rmax_comm; assumption | unfold Rmax, Rmin in *; repeat destruct Rle_dec; lra
    | match goal with H : ?a <= _ |- ?a <= _ => apply Rle_trans with (1 := H); apply Req_le; field; repeat split; dpsym_no_zero end
    | match goal with H : _ <= _ |- _ => apply Rle_trans with (1 := H); rewrite Rplus_comm; apply Rle_refl end ].

(* An equal number in the place of an argument of the goal, after which some others stand. *)
Lemma dpsym_moved : forall (P : R -> Prop) (a b : R), a = b -> P b -> P a.
Proof. intros P a b ->. trivial. Qed.
Ltac dpsym_argument_0 E := lazymatch goal with |- ?f _ => refine (dpsym_moved f _ _ E _) end.
Ltac dpsym_argument_1 E := lazymatch goal with |- ?f _ ?x => refine (dpsym_moved (fun z => f z x) _ _ E _) end.
Ltac dpsym_argument_2 E := lazymatch goal with |- ?f _ ?x ?y => refine (dpsym_moved (fun z => f z x y) _ _ E _) end.
Ltac dpsym_argument_3 E := lazymatch goal with |- ?f _ ?x ?y ?w => refine (dpsym_moved (fun z => f z x y w) _ _ E _) end.

(* Binomial coefficients of numbers, counted by Pascal's rule. *)
Fixpoint dpsym_pascal (n k : nat) : Z :=
  match k, n with O, _ => 1 | S _, O => 0 | S j, S m => dpsym_pascal m j + dpsym_pascal m (S j) end%Z.

Theorem dpsym_binomial_is : forall (n k : nat) (x y : R) (z : Z),
  x = IZR (Z.of_nat n) -> y = IZR (Z.of_nat k) -> dpsym_pascal n k = z -> dpsym_binomial x y = IZR z.
Proof.
  intros n k x y z -> -> <-. unfold dpsym_binomial. rewrite <- !INR_IZR_INZ, !dpsym_count_INR.
  revert k. induction n as [| n IH]; intros [| k]; cbn [dpsym_binomials dpsym_pascal]; try reflexivity.
  rewrite plus_IZR, !IH. reflexivity.
Qed.
