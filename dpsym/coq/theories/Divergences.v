(* Divergences of laws on a finite space. The first law is the numerator; logarithms are natural. *)
From Coq Require Import Reals Lra Psatz List.
From dpsym Require Import Finite.
Import ListNotations.
Open Scope R_scope.


(* x**a for x >= 0, where 0**a is 0. *)
Definition power (x a : R) : R := if Rle_dec x 0 then 0 else Rpower x a.
(* x*log(x/y) *)
Definition entropy (x y : R) : R := if Rle_dec x 0 then 0 else x * ln (x / y).
(* p**a*q**(1 - a) *)
Definition moment (a p q : R) : R := power p a * power q (1 - a).
Definition largest {A : Type} (l : list A) (f : A -> R) : R := fold_right (fun x m => Rmax (f x) m) 0 l.

Section Divergences.
  Context {T : space}.
  Implicit Types P Q : T -> R.

  (* Divergences that may be infinite are so where P is not absolutely continuous with respect to Q;
     there the numbers below are without meaning. *)
  Definition absolutely_continuous P Q := forall x, Q x = 0 -> P x = 0.
  Definition HockeyStick e P Q := Sum T (fun x => Rmax (P x - exp e * Q x) 0).
  Definition TotalVariation P Q := Sum T (fun x => Rabs (P x - Q x)) / 2.
  Definition Hellinger P Q := 1 - Sum T (fun x => sqrt (P x * Q x)).
  Definition Moment a P Q := Sum T (fun x => moment a (P x) (Q x)).
  Definition KL P Q := Sum T (fun x => entropy (P x) (Q x)).
  Definition ChiSquared P Q := Sum T (fun x => (P x - Q x) ^ 2 / Q x).
  Definition MaxDivergence P Q := ln (largest (points T) (fun x => P x / Q x)).
  Definition Renyi a P Q := if Req_EM_T a 1 then KL P Q else ln (Moment a P Q) / (a - 1).
  (* The probability under P that log(P/Q) exceeds e; no divergence. *)
  Definition LossTail e P Q := Sum T (fun x => if Rlt_dec (exp e * Q x) (P x) then P x else 0).
End Divergences.
Notation "P << Q" := (absolutely_continuous P Q) (at level 70).

(* That a divergence is finite, and at most t. *)
Section AtMost.
  Context {T : space}.
  Implicit Types P Q : T -> R.
  Definition renyi_at_most a t P Q := P << Q /\ Renyi a P Q <= t.
  Definition kl_at_most t P Q := P << Q /\ KL P Q <= t.
  Definition chi_at_most t P Q := P << Q /\ ChiSquared P Q <= t.
  Definition max_at_most t P Q := forall x, P x <= exp t * Q x.
End AtMost.

(* Numbers *)
Lemma exp_line x : 1 + x <= exp x.
Proof. destruct (Req_dec x 0) as [-> | H]; [rewrite exp_0; lra | left; now apply exp_ineq1]. Qed.
Lemma exp_up x y : x <= y -> exp x <= exp y.
Proof. intros [H | <-]; [left; now apply exp_increasing | lra]. Qed.
Lemma exp_ge_1 x : 0 <= x -> 1 <= exp x.
Proof. intros H. generalize (exp_line x). lra. Qed.
Lemma ln_up x y : 0 < x -> x <= y -> ln x <= ln y.
Proof. intros Hx [H | <-]; [left; now apply ln_increasing | lra]. Qed.
Lemma ln_div x y : 0 < x -> 0 < y -> ln (x / y) = ln x - ln y.
Proof.
  intros Hx Hy. unfold Rdiv. rewrite ln_mult, ln_Rinv; [ring | assumption | assumption |].
  now apply Rinv_0_lt_compat.
Qed.

Lemma power_0 a : power 0 a = 0.
Proof. unfold power. destruct Rle_dec; lra. Qed.
Lemma power_exp x a : 0 < x -> power x a = exp (a * ln x).
Proof. unfold power. destruct Rle_dec; [lra | reflexivity]. Qed.
Lemma power_nonneg x a : 0 <= power x a.
Proof. unfold power. destruct Rle_dec; [lra | left; apply exp_pos]. Qed.
Lemma power_mult x y a : 0 <= x -> 0 <= y -> power (x * y) a = power x a * power y a.
Proof.
  intros [Hx | <-] [Hy | <-]; rewrite ?Rmult_0_l, ?Rmult_0_r, ?power_0; try lra.
  rewrite !power_exp, ln_mult, <- exp_plus by nra. f_equal; ring.
Qed.
Lemma moment_exp a p q : 0 < p -> 0 < q -> moment a p q = exp (a * ln p + (1 - a) * ln q).
Proof. intros. unfold moment. now rewrite !power_exp, exp_plus. Qed.
Lemma moment_nonneg a p q : 0 <= moment a p q.
Proof. apply Rmult_le_pos; apply power_nonneg. Qed.
Lemma moment_0 a q : moment a 0 q = 0.
Proof. unfold moment. now rewrite power_0, Rmult_0_l. Qed.
Lemma moment_mult a p q p' q' : 0 <= p -> 0 <= q -> 0 <= p' -> 0 <= q' ->
  moment a (p * p') (q * q') = moment a p q * moment a p' q'.
Proof. intros. unfold moment. rewrite !power_mult by assumption. ring. Qed.
Lemma moment_scaled a t p q : 0 <= t -> 0 <= p -> 0 <= q -> moment a (t * p) (t * q) = t * moment a p q.
Proof.
  intros [Ht | <-] [Hp | <-] [Hq | <-]; rewrite ?Rmult_0_l, ?Rmult_0_r, ?moment_0; try ring.
  - rewrite !moment_exp, !ln_mult by nra. rewrite <- (exp_ln t) at 3 by assumption. rewrite <- exp_plus. f_equal. ring.
  - unfold moment. rewrite !power_0. ring.
Qed.
Lemma moment_same a p : 0 <= p -> moment a p p = p.
Proof.
  intros [H | <-]; [| apply moment_0]. rewrite moment_exp by assumption.
  replace (a * ln p + (1 - a) * ln p) with (ln p) by ring. now apply exp_ln.
Qed.
Lemma entropy_0 q : entropy 0 q = 0.
Proof. unfold entropy. destruct Rle_dec; lra. Qed.
Lemma entropy_pos p q : 0 < p -> entropy p q = p * ln (p / q).
Proof. unfold entropy. destruct Rle_dec; lra. Qed.

Lemma largest_nonneg A (l : list A) f : 0 <= largest l f.
Proof. induction l; simpl; [lra |]. apply Rle_trans with (1 := IHl), Rmax_r. Qed.
Lemma largest_ge A (l : list A) f x : In x l -> f x <= largest l f.
Proof.
  induction l as [| y l IH]; simpl; [tauto |]. intros [-> | H]; [apply Rmax_l |].
  apply Rle_trans with (1 := IH H), Rmax_r.
Qed.
Lemma largest_le A (l : list A) f c : 0 <= c -> (forall x, In x l -> f x <= c) -> largest l f <= c.
Proof. intros Hc. induction l as [| y l IH]; simpl; intros H; [assumption |]. apply Rmax_lub; auto. Qed.

(* Facts of laws *)
Section Laws.
  Context {T : space}.
  Implicit Types P Q R : law T.

  Lemma law_positive P : exists x, 0 < P x.
  Proof.
    destruct (greatest P (law_inhabited P)) as [x [_ H]]. exists x.
    destruct (mass_nonneg P x) as [| E]; [assumption | exfalso]. generalize (mass_one P).
    assert (Sum T P <= Sum T (fun _ => 0)) by (apply Sum_le; intros y; rewrite E; apply H, full).
    rewrite Sum_zero in *. lra.
  Qed.
  Lemma positive_of P Q x : P << Q -> 0 < P x -> 0 < Q x.
  Proof.
    intros C H. destruct (mass_nonneg Q x) as [| E]; [assumption |].
    rewrite C in H; [lra | now symmetry].
  Qed.
  Lemma Moment_pos a P Q : P << Q -> 0 < Moment a P Q.
  Proof.
    intros C. destruct (law_positive P) as [x Hx]. generalize (positive_of P Q x C Hx). intros Hq.
    apply Rlt_le_trans with (moment a (P x) (Q x)); [rewrite moment_exp by assumption; apply exp_pos |].
    apply (Sum_term T (fun x => moment a (P x) (Q x))). intros. apply moment_nonneg.
  Qed.
  Lemma Renyi_order a P Q : a <> 1 -> Renyi a P Q = ln (Moment a P Q) / (a - 1).
  Proof. intros H. unfold Renyi. now destruct Req_EM_T. Qed.
  Lemma Renyi_one P Q : Renyi 1 P Q = KL P Q.
  Proof. unfold Renyi. now destruct Req_EM_T. Qed.
  Lemma Moment_Renyi a P Q : P << Q -> 1 < a -> Moment a P Q = exp ((a - 1) * Renyi a P Q).
  Proof.
    intros C Ha. rewrite Renyi_order by lra. replace ((a - 1) * (ln (Moment a P Q) / (a - 1))) with (ln (Moment a P Q)) by (field; lra).
    symmetry. apply exp_ln. now apply Moment_pos.
  Qed.
  (* The form in which proofs use a Renyi divergence. *)
  Lemma renyi_moment a t P Q : 1 < a -> renyi_at_most a t P Q <-> P << Q /\ Moment a P Q <= exp ((a - 1) * t).
  Proof.
    intros Ha. unfold renyi_at_most. split; intros [C H]; split; try assumption.
    - rewrite Moment_Renyi by assumption. apply exp_up. nra.
    - rewrite Moment_Renyi in H by assumption. destruct (Rle_lt_dec (Renyi a P Q) t) as [| L]; [assumption | exfalso].
      revert H. apply Rlt_not_le, exp_increasing. nra.
  Qed.
  Lemma renyi_kl t P Q : renyi_at_most 1 t P Q <-> kl_at_most t P Q.
  Proof. unfold renyi_at_most, kl_at_most. now rewrite Renyi_one. Qed.

  Lemma max_continuous t P Q : max_at_most t P Q -> P << Q.
  Proof. intros H x E. generalize (H x) (mass_nonneg P x). rewrite E. lra. Qed.
  Lemma max_ratio P Q x : P << Q -> P x = P x / Q x * Q x.
  Proof.
    intros C. destruct (mass_nonneg Q x) as [H | H]; [field; lra |].
    rewrite C by now symmetry. unfold Rdiv. ring.
  Qed.
  Lemma largest_ratio P Q : P << Q -> 1 <= largest (points T) (fun x => P x / Q x).
  Proof.
    intros C. set (w := largest _ _). rewrite <- (mass_one P). replace w with (Sum T (fun x => w * Q x)) by (rewrite Sum_scal, mass_one; ring).
    apply Sum_le; intros x. rewrite (max_ratio P Q x C). apply Rmult_le_compat_r; [apply mass_nonneg |].
    apply (largest_ge _ (points T) (fun x => P x / Q x)), full.
  Qed.
  Lemma max_divergence t P Q : max_at_most t P Q <-> P << Q /\ MaxDivergence P Q <= t.
  Proof.
    unfold MaxDivergence. split.
    - intros H. assert (C : P << Q) by exact (max_continuous t P Q H). split; [assumption |].
      rewrite <- (ln_exp t). apply ln_up; [generalize (largest_ratio P Q C); lra |].
      apply largest_le; [left; apply exp_pos |]. intros x _.
      destruct (mass_nonneg Q x) as [Hq | Hq].
      + apply Rmult_le_reg_r with (Q x); [assumption |]. rewrite <- max_ratio by assumption. apply H.
      + rewrite C by now symmetry. unfold Rdiv. rewrite Rmult_0_l. left. apply exp_pos.
    - intros [C H] x. rewrite (max_ratio P Q x C). apply Rmult_le_compat_r; [apply mass_nonneg |].
      apply Rle_trans with (largest (points T) (fun x => P x / Q x)).
      + apply (largest_ge _ (points T) (fun x => P x / Q x)), full.
      + rewrite <- (exp_ln (largest _ _)) by (generalize (largest_ratio P Q C); lra). now apply exp_up.
  Qed.

  Lemma stick_nonneg e P Q : 0 <= HockeyStick e P Q.
  Proof. apply Sum_nonneg; intros; apply Rmax_r. Qed.
  Lemma stick_le_1 e P Q : HockeyStick e P Q <= 1.
  Proof.
    rewrite <- (mass_one P). apply Sum_le; intros x.
    generalize (exp_pos e) (mass_nonneg P x) (mass_nonneg Q x). intros. apply Rmax_lub; nra.
  Qed.
  Lemma variation_nonneg P Q : 0 <= TotalVariation P Q.
  Proof. unfold TotalVariation, Rdiv. apply Rmult_le_pos; [| lra]. apply Sum_nonneg; intros; apply Rabs_pos. Qed.
  Lemma variation_stick P Q : TotalVariation P Q = HockeyStick 0 P Q.
  Proof.
    unfold TotalVariation, HockeyStick.
    assert (E : Sum T (fun x => Rmax (P x - exp 0 * Q x) 0) = Sum T (fun x => / 2 * Rabs (P x - Q x) + (/ 2 * P x + - / 2 * Q x))).
    { apply Sum_ext; intros x. rewrite exp_0, Rmult_1_l. unfold Rmax, Rabs.
      destruct Rle_dec, Rcase_abs; lra. }
    rewrite E, Sum_plus, Sum_lin, Sum_scal, !mass_one. lra.
  Qed.
  Lemma stick_falls e f P Q : e <= f -> HockeyStick f P Q <= HockeyStick e P Q.
  Proof.
    intros H. apply Sum_le; intros x. apply Rle_max_compat_r.
    generalize (exp_up e f H) (mass_nonneg Q x). nra.
  Qed.
End Laws.
