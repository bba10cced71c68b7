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

(* What a guarantee of concrete mechanisms says of two of their laws *)
Lemma laws_of_two (G : guarantee) {T : space} (P Q : law T) : holds G (FiniteMechanism P Q []) -> G T P Q /\ G T Q P.
Proof.
  intros H. split; [exact (H _ _ (Only _) None (Some None) (or_intror eq_refl)) |].
  exact (H _ _ (Only _) (Some None) None (or_introl eq_refl)).
Qed.
Lemma laws_of_group (G : guarantee) {T : space} (P Q V : law T) k : (2 <= k)%nat -> holds G (Group (FiniteMechanism P Q [V]) k) -> G T P V /\ G T V P.
Proof.
  intros Hk H. destruct k as [| [| k]]; [inversion Hk | inversion Hk as [| ? Hk']; inversion Hk' |].
  set (X := row 1). set (x := None : X). set (y := Some None : X). set (z := Some (Some None) : X).
  assert (A : near x y) by (right; reflexivity). assert (B : near y z) by (right; reflexivity).
  split; [refine (H _ _ (Only _) x z _) | refine (H _ _ (Only _) z x _)].
  - exact (Step (S k) x y z A (Step k y z z B (Stay k z))).
  - exact (Step (S k) z y x (near_sym X _ _ B) (Step k y x x (near_sym X _ _ A) (Stay k x))).
Qed.
Lemma laws_of_bits (G : guarantee) {T : space} (A : bits -> law T) : holds G (Single A) -> G T (A true) (A false).
Proof. intros H. apply (H T A (Only A) true false). discriminate. Qed.
Lemma laws_of_rounds (G : guarantee) {T : space} (A : bits -> law T) k : holds G (Rounds (Single A) k) ->
  G _ (power_law (A true) k) (power_law (A false) k).
Proof.
  intros H. assert (R : forall n, runs (Rounds (Single A) n) (power_space T n) (fun b => power_law (A b) n)).
  { induction n as [| n IH]; [constructor |]. exact (Composed (Single A) (Rounds (Single A) n) T (fun _ => power_space T n) A (fun _ b => power_law (A b) n) (Only A) (fun _ => IH)). }
  apply (H _ _ (R k) true false). discriminate.
Qed.

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
Ltac dpsym_settled := rewrite ?exp_Ropp; rewrite ?exp_ln by first [ lra | interval ];
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
Ltac dpsym_computed := unfold HockeyStick, TotalVariation, Hellinger, Moment, KL, ChiSquared, MaxDivergence, Sum; dpsym_masses_out; reflexivity.
Ltac dpsym_mass := first [ reflexivity | assumption | lra | solve [ simpl; lra ] | dpsym_pos | dpsym_nonneg | dpsym_range ].
Ltac dpsym_all_nonneg := repeat (apply Forall_cons; [ dpsym_mass |]); apply Forall_nil.
Ltac dpsym_share := unfold Rdiv; first [ reflexivity | ring | lazymatch goal with
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
  | apply renyi_nonneg; [ lra | assumption ] | apply kl_size; assumption | apply max_size; assumption ].
Ltac dpsym_continued := match goal with
  | K : ?a << ?b, H : ?a << ?b -> _ |- _ => specialize (H K)
  | H : _ /\ _ |- _ => destruct H
  end.
(* The orders of a bound as the goal has them *)
Ltac dpsym_same_numbers L := repeat match type of L with context [Renyi ?b ?P ?Q] => match goal with |- context [Renyi ?a P Q] =>
  lazymatch a with b => fail | _ => replace b with a in L by (field; repeat split; lra) end end end.

(* Responses that are written out *)
(* An inequality for the same divergence, of laws that are the same up to conversion *)
Ltac dpsym_same_stick K := match type of K with context [HockeyStick ?e ?P ?Q] => let h := fresh in set (h := HockeyStick e P Q) in K;
  match goal with |- context [@HockeyStick ?T ?e ?P' ?Q'] => change (@HockeyStick T e P' Q') with h end end;
  apply Rle_trans with (2 := K); apply Req_le; ring.
Ltac dpsym_odds := unfold Rdiv; first [ ring | field; match goal with |- context [exp ?e] => generalize (exp_pos e); lra end ].
Ltac dpsym_continuous_responses := first [ apply coin_continuous | assumption ].

(* Refutations: what holds at a point, and what does not *)
Ltac dpsym_valued := rewrite ?Renyi_order by lra; unfold HockeyStick, TotalVariation, Hellinger, Moment, KL, ChiSquared, Sum; dpsym_masses_out;
  rewrite ?entropy_0, ?moment_0; repeat rewrite entropy_value by dpsym_settled; repeat rewrite moment_value by dpsym_settled.
Ltac dpsym_shown := lazymatch goal with
  | |- ZCDP (GaussianMechanism _ _) _ _ => apply gaussian_zcdp_shown; dpsym_settled
  | |- RenyiDP (GaussianMechanism _ _) _ _ => apply gaussian_renyi_shown; dpsym_settled
  | |- ApproxZCDP (GaussianMechanism _ _) 0 _ _ => apply fact_zcdp_approx_zcdp; [ dpsym_shown | lra | lra ]
  | |- PureDP (RandomizedResponse ?e) ?f => apply (response_pure e f); dpsym_settled
  | |- ApproxDP (CanonicalRR ?e ?d) ?e ?c => apply (canonical_approx e d c); dpsym_settled
  | |- ApproxDP (FiniteMechanism ?P ?Q ?r) ?e ?d => apply (rule_definition_row (approx e d) P Q r); cbn [each_step]; dpsym_shown
  | |- PureDP (FiniteMechanism ?P ?Q ?r) ?e => apply (rule_definition_row (pure e) P Q r); cbn [each_step]; dpsym_shown
  | |- RenyiDP (FiniteMechanism ?P ?Q ?r) ?a ?t => apply (rule_definition_row (renyi a t) P Q r); cbn [each_step]; dpsym_shown
  | |- True => exact I
  | |- both_ways _ _ _ => split; dpsym_shown
  | |- approx _ _ _ _ _ => unfold approx; dpsym_shown
  | |- pure _ _ _ _ => apply max_divergence; dpsym_shown
  | |- renyi _ _ _ _ _ => unfold renyi, renyi_at_most; dpsym_shown
  | |- _ /\ MaxDivergence _ _ <= _ => apply ratios_of; dpsym_masses_out; repeat split; dpsym_settled
  | |- _ /\ _ => split; dpsym_shown
  | |- _ << _ => apply continuous_of; dpsym_masses_out; repeat split; intros; dpsym_absurd
  | |- _ => dpsym_valued; dpsym_settled
  end.
Ltac dpsym_wrong L := lazymatch type of L with
  | _ = 0 -> ?p = 0 => assert (p = 0) by (apply L; dpsym_settled); exfalso; lra
  | _ => rewrite ?exp_Ropp in L; rewrite ?exp_ln in L by first [ lra | interval ]; first [ exfalso; lra | exfalso; lazymatch type of L with ?a <= ?b => assert (b < a) by dpsym_settled; lra end | dpsym_refuted L ]
  end.
Ltac dpsym_one_wrong L := lazymatch type of L with
  | _ /\ _ => let A := fresh in let B := fresh in destruct L as [A B]; first [ solve [ dpsym_wrong A ] | dpsym_one_wrong B ]
  | _ => dpsym_wrong L
  end.
Ltac dpsym_false L := lazymatch type of L with
  | _ << _ -> _ => let h := fresh in lazymatch type of L with ?a -> _ => assert (h : a) by dpsym_shown end; specialize (L h); dpsym_false L
  | _ /\ MaxDivergence _ _ <= _ => apply ratios_are in L; revert L; dpsym_masses_out; intros L; dpsym_one_wrong L
  | _ /\ _ => let A := fresh in let B := fresh in destruct L as [A B]; first [ solve [ dpsym_false A ] | dpsym_false B ]
  | _ << _ => apply continuous_are in L; revert L; dpsym_masses_out; intros L; dpsym_one_wrong L
  | _ => revert L; dpsym_valued; intros L; dpsym_wrong L
  end.
(* Of a guarantee of two laws, at an order where it speaks of all *)
Ltac dpsym_false_pair L a := lazymatch type of L with
  | _ /\ _ => let A := fresh in let B := fresh in destruct L as [A B]; first [ solve [ dpsym_false_pair A a ] | dpsym_false_pair B a ]
  | pure _ _ _ _ => apply max_divergence in L; dpsym_false L
  | approx _ _ _ _ _ => unfold approx in L; dpsym_false L
  | renyi _ _ _ _ _ => unfold renyi, renyi_at_most in L; dpsym_false L
  | zcdp _ _ _ _ _ => specialize (L a ltac:(lra)); unfold renyi_at_most in L; dpsym_false L
  end.
Ltac dpsym_false_guarantee L a :=
  unfold PureDP, ApproxDP, RenyiDP, ZCDP in L;
  lazymatch type of L with
  | holds _ (FiniteMechanism _ _ []) => apply laws_of_two in L
  | holds _ (Group _ _) => apply laws_of_group in L; [| unfold dpsym_count; rewrite ?Raux.Zfloor_IZR; repeat constructor ]
  | holds _ (Rounds _ _) => apply laws_of_rounds in L; cbn [power_law power_space] in L
  | holds _ (RandomizedResponse _) => apply laws_of_bits in L
  | holds _ (CanonicalRR _ _) => apply laws_of_bits in L
  end; dpsym_false_pair L a.
