(* Laws that are written out: their masses, and divergences as sums over them. *)
From Coq Require Import Reals Lra Psatz List FunctionalExtensionality.
From Interval Require Import Tactic.
From dpsym Require Import prelude naturals Numbers Finite Divergences Mechanisms Processing Domination Conversions ApproxConcentrated Response Noise Gaussian Cuts Rules.
Import ListNotations.
Open Scope R_scope.

Definition Bernoulli (p : R) : law (numbers 2) := Finite (1 - p) [p].

Lemma Finite_masses p r : probabilities (p :: r) -> mass (Finite p r) = nth_mass (p :: r).
Proof. apply Finite_function. Qed.
Lemma Mixture_masses {T : space} t (P Q : law T) : 0 <= t -> t <= 1 -> mass (Mixture t P Q) = (fun x => t * P x + (1 - t) * Q x).
Proof. intros. now apply Mixture_function. Qed.
Lemma Product_masses {T U : space} (P : law T) (Q : law U) : mass (Product P Q) = (fun z => P (projT1 z) * Q (projT2 z)).
Proof. reflexivity. Qed.
Lemma probabilities_of l : Forall (fun p => 0 <= p) l -> sum l (fun p => p) = 1 -> probabilities l.
Proof. now split. Qed.

(* What holds of the masses of each outcome *)
Fixpoint each {A : Type} (l : list A) (f : A -> Prop) : Prop :=
  match l with [] => True | x :: r => match r with [] => f x | _ => f x /\ each r f end end.
Lemma each_in A (l : list A) (f : A -> Prop) : each l f -> forall x, In x l -> f x.
Proof.
  induction l as [| y [| z r] IH]; simpl; [tauto | intros H x [<- | []]; assumption |].
  intros [H H'] x [<- | Hx]; [assumption |]. apply IH; [exact H' | exact Hx].
Qed.
Lemma every (T : space) (f : T -> Prop) : each (points T) f -> forall x, f x.
Proof. intros H x. apply (each_in _ _ _ H), full. Qed.
Lemma each_of A (l : list A) (f : A -> Prop) : (forall x, f x) -> each l f.
Proof. intros H. induction l as [| y [| z r] IH]; simpl; auto. Qed.

Lemma continuous_of {T : space} (P Q : T -> R) : each (points T) (fun x => Q x = 0 -> P x = 0) -> P << Q.
Proof. intros H. exact (every T _ H). Qed.
Lemma ratios_of {T : space} (P Q : law T) e : each (points T) (fun x => P x <= exp e * Q x) -> P << Q /\ MaxDivergence P Q <= e.
Proof. intros H. apply max_divergence. exact (every T _ H). Qed.
Lemma ratios_are {T : space} (P Q : law T) e : P << Q /\ MaxDivergence P Q <= e -> each (points T) (fun x => P x <= exp e * Q x).
Proof. intros H. apply (each_of T). now apply max_divergence. Qed.

Lemma continuous_are {T : space} (P Q : T -> R) : P << Q -> each (points T) (fun x => Q x = 0 -> P x = 0).
Proof. intros H. apply (each_of T). exact H. Qed.

(* One outcome's share of a divergence *)
Lemma entropy_value p q : 0 <= p -> entropy p q = p * ln (p / q).
Proof. intros [H | <-]; [now apply entropy_pos |]. rewrite entropy_0. ring. Qed.
Lemma moment_value a p q : 0 < p -> 0 < q -> moment a p q = exp (a * ln p) * exp ((1 - a) * ln q).
Proof. intros. unfold moment. now rewrite !power_exp. Qed.
Lemma part_above e p q : exp e * q <= p -> Rmax (p - exp e * q) 0 = p - exp e * q.
Proof. intros. apply Rmax_left. lra. Qed.
Lemma part_below e p q : p <= exp e * q -> Rmax (p - exp e * q) 0 = 0.
Proof. intros. apply Rmax_right. lra. Qed.

Lemma moment_expt a p q : 0 < p -> 0 < q -> moment a p q = dpsym_expt p a * dpsym_expt q (1 - a).
Proof. intros. rewrite !dpsym_expt_exp by assumption. now apply moment_value. Qed.
(* At a whole order, where p may be 0 *)
Lemma moment_whole n a p q : a = INR (S n) -> 0 <= p -> 0 < q -> moment a p q = p ^ S n * q * / q ^ S n.
Proof.
  intros -> [H | <-] Hq; [| rewrite moment_0; simpl; ring].
  rewrite moment_expt by assumption. rewrite dpsym_expt_INR. rewrite Rmult_assoc. f_equal.
  rewrite dpsym_expt_exp by assumption. replace ((1 - INR (S n)) * ln q) with (ln q + - (INR (S n) * ln q)) by ring.
  rewrite exp_plus, exp_ln, exp_Ropp, <- dpsym_expt_exp, dpsym_expt_INR by assumption. reflexivity.
Qed.

Ltac dpsym_outcomes := cbn [Sum points numbers indices map sum nth_mass length pairs sigma flat_map app projT1 projT2 each largest fold_right
  coin canonical power_law power_space one].
(* Relations between constants, with few exponentials of logarithms *)
Ltac dpsym_ordered_values := first [ lra | apply Rminus_le; apply Ropp_le_cancel; rewrite Ropp_0, Ropp_minus_distr; interval ].
Ltac dpsym_extremes := repeat match goal with
  | |- context [Rabs ?x] => first [ rewrite (Rabs_pos_eq x) by dpsym_ordered_values | rewrite (Rabs_left1 x) by dpsym_ordered_values ]
  | |- context [Rmax ?x ?y] => first [ rewrite (Rmax_left x y) by dpsym_ordered_values | rewrite (Rmax_right x y) by dpsym_ordered_values ]
  end.
Ltac dpsym_settled := rewrite ?exp_0, ?exp_Ropp; rewrite ?exp_ln by first [ lra | interval ];
  first [ lra | solve [ field; lra ] | solve [ dpsym_extremes; first [ lra | dpsym_decided ] ] | dpsym_decided ].
Ltac dpsym_concrete := apply probabilities_of; [ repeat (apply Forall_cons; [ dpsym_settled |]); apply Forall_nil | cbn [sum]; first [ ring | dpsym_settled ] ].
Ltac dpsym_law T L := lazymatch L with
  | Finite ?p ?r => let E := fresh in assert (E : @mass T L = nth_mass (p :: r))
      by exact (Finite_masses p r ltac:(first [ assumption | dpsym_concrete ])); rewrite E; clear E
  | Mixture ?t ?P ?Q => let E := fresh in assert (E : @mass T L = (fun x => t * mass P x + (1 - t) * mass Q x))
      by exact (Mixture_masses t P Q ltac:(first [ assumption | lra ]) ltac:(first [ assumption | lra ])); rewrite E; clear E
  | Product ?P ?Q => let E := fresh in assert (E := Product_masses P Q); change (@mass T L) with (mass (Product P Q)); rewrite E; clear E
  | sure => change (@mass T L) with (fun _ : one => 1)
  end.
Ltac dpsym_laws := unfold Bernoulli; cbn [coin canonical]; repeat match goal with
  | |- context [@mass ?T ?L] => dpsym_law T L
  | |- context [@mass ?T ?L _] => dpsym_law T L
  end.
Ltac dpsym_masses_out := dpsym_laws; dpsym_outcomes; dpsym_laws; dpsym_outcomes.
Ltac dpsym_computed := unfold HockeyStick, TotalVariation, Hellinger, Moment, KL, ChiSquared, MaxDivergence, Sum; dpsym_laws; first
  [ solve [ cbv beta iota zeta delta [Sum points numbers indices map sum nth_mass length pairs sigma flat_map app projT1 projT2 each largest
      fold_right coin canonical power_law power_space one]; reflexivity ]
  | dpsym_outcomes; dpsym_laws; dpsym_outcomes; reflexivity ].
Ltac dpsym_mass := first [ reflexivity | assumption | lra | solve [ simpl; lra ] | dpsym_pos | dpsym_nonneg | dpsym_range ].
Ltac dpsym_all_nonneg := repeat (apply Forall_cons; [ dpsym_mass |]); apply Forall_nil.
Ltac dpsym_share := unfold Rdiv; first [ reflexivity | ring | solve [ rewrite ?exp_0; dpsym_exp_ln; ring ] | lazymatch goal with
  | |- context [ln ?u] => match goal with |- _ = ?r => match r with context [ln ?v] => replace u with v by ring; ring end end
  | |- sqrt _ = sqrt _ => f_equal; ring
  | |- context [dpsym_expt ?q (1 - ?a)] => replace (1 - a) with (1 + (- a)) by ring; first [ reflexivity | ring ] end ].
Ltac dpsym_joined := first [ ring | unfold Rdiv; ring | lazymatch goal with
  | |- ln ?u / _ = ?r => match r with context [ln ?v] => replace u with v by ring; first [ field; lra | field ] end end ].
Ltac dpsym_absurd := first [ lra | exfalso; lra | match goal with H : ?q = 0 |- _ => exfalso; assert (0 < q) by dpsym_pos; lra end ].
Ltac dpsym_ratio := first [ assumption | lra | rewrite Rmult_comm; first [ assumption | lra ] | nra ].
Ltac dpsym_mirrored := rewrite ?Renyi_order by lra; unfold HockeyStick, TotalVariation, Hellinger, Moment, KL, ChiSquared, Sum; dpsym_masses_out;
  first [ ring | f_equal; first [ ring | f_equal; ring ] ].

(* Divergences as free numbers *)
Lemma dpsym_at_most_1_HockeyStick (T : space) e (P Q : law T) : HockeyStick e P Q <= 1.
Proof. apply stick_le_1. Qed.
Lemma dpsym_at_most_1_TotalVariation (T : space) (P Q : law T) : TotalVariation P Q <= 1.
Proof. rewrite variation_stick. apply stick_le_1. Qed.
Lemma dpsym_at_most_1_Hellinger (T : space) (P Q : law T) : Hellinger P Q <= 1.
Proof. unfold Hellinger. assert (0 <= Sum T (fun x => sqrt (P x * Q x))) by (apply Sum_nonneg; intros; apply sqrt_pos). lra. Qed.
Lemma kl_size {T : space} (P Q : law T) : P << Q -> 0 <= KL P Q.
Proof. intros C. rewrite <- Renyi_one. apply renyi_nonneg; [lra | assumption]. Qed.
Lemma max_size {T : space} (P Q : law T) : P << Q -> 0 <= MaxDivergence P Q.
Proof. intros C. unfold MaxDivergence. rewrite <- ln_1. apply ln_up; [lra |]. now apply largest_ratio. Qed.
Lemma chi_size {T : space} (P Q : law T) : 0 <= ChiSquared P Q.
Proof.
  apply Sum_nonneg; intros x. destruct (mass_nonneg Q x) as [H | <-].
  - apply Rmult_le_pos; [apply pow2_ge_0 | left; now apply Rinv_0_lt_compat].
  - unfold Rdiv. rewrite Rinv_0. lra.
Qed.
Lemma hellinger_size {T : space} (P Q : law T) : 0 <= Hellinger P Q.
Proof.
  unfold Hellinger. assert (S : Sum T (fun x => sqrt (P x * Q x)) <= Sum T (fun x => / 2 * P x + / 2 * Q x)).
  { apply Sum_le; intros x. generalize (mass_nonneg P x) (mass_nonneg Q x). intros HP HQ. rewrite sqrt_mult by assumption.
    generalize (Rle_0_sqr (sqrt (P x) - sqrt (Q x))) (sqrt_sqrt (P x) HP) (sqrt_sqrt (Q x) HQ). unfold Rsqr. intros. nra. }
  rewrite Sum_lin, !mass_one in S. lra.
Qed.
Ltac dpsym_size := first [ apply stick_nonneg | apply variation_nonneg | apply hellinger_size | apply chi_size
  | apply renyi_nonneg; [ first [ lra | nra ] | assumption ] | apply kl_size; assumption | apply max_size; assumption ].
Ltac dpsym_continued := match goal with
  | K : ?a << ?b, H : ?a << ?b -> _ |- _ => specialize (H K)
  | H : _ /\ _ |- _ => destruct H
  end.
(* The orders of a bound as the goal has them *)
Ltac dpsym_same_numbers L := repeat match type of L with context [Renyi ?b ?P ?Q] => match goal with |- context [Renyi ?a P Q] =>
  lazymatch a with b => fail | _ => replace b with a in L by (field; repeat split; first [ lra | nra ]) end end end.

(* Responses that are written out *)
(* An inequality for the same divergence, of laws that are the same up to conversion *)
Ltac dpsym_same_stick K := match type of K with context [HockeyStick ?e ?P ?Q] => let h := fresh in set (h := HockeyStick e P Q) in K;
  match goal with |- context [@HockeyStick ?T ?e ?P' ?Q'] => change (@HockeyStick T e P' Q') with h end end;
  apply Rle_trans with (2 := K); apply Req_le; ring.
Ltac dpsym_odds := unfold Rdiv; first [ ring | field; match goal with |- context [exp ?e] => generalize (exp_pos e); lra end ].
Ltac dpsym_continuous_responses := first [ apply coin_continuous | assumption ].
