(* Refutations: what holds at a point, and what does not. *)
From Coq Require Import Reals Lra Psatz List FunctionalExtensionality.
From Interval Require Import Tactic.
From dpsym Require Import prelude naturals special Numbers Finite Divergences Mechanisms Processing Domination Composition Order Means Conversions ApproxConcentrated Response Sampling Noise Gaussian Cuts Rules Computed Hypotheses.
Import ListNotations.
Open Scope R_scope.

Lemma stick_point {T : space} (P Q : T -> R) e d x : HockeyStick e P Q <= d -> P x - exp e * Q x <= d.
Proof.
  intros H. apply Rle_trans with (2 := H). apply Rle_trans with (1 := Rmax_l (P x - exp e * Q x) 0).
  apply (Sum_term T (fun x => Rmax (P x - exp e * Q x) 0)). intros. apply Rmax_r.
Qed.

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

Lemma laws_of_pair (G : guarantee) {T U : space} (A : bits -> law T) (B : bits -> law U) : holds G (Compose (Single A) (Single B)) ->
  G _ (Product (A true) (B true)) (Product (A false) (B false)).
Proof.
  intros H. apply (H _ _ (Composed (Single A) (Single B) T (fun _ => U) A (fun _ => B) (Only A) (fun _ => Only B)) true false). discriminate.
Qed.

Lemma laws_of_sample (G : guarantee) {X : databases} (M : mechanism X) q {T : space} (A : X -> law T) x y :
  holds G (Subsample M q) -> 0 <= q <= 1 -> M T A -> near x y -> G T (Mixture q (A x) (A y)) (A y) /\ G T (A y) (Mixture q (A x) (A y)).
Proof.
  intros H Hq HA N. set (z := with_record q one sure (fun _ => x) (fun _ => y)). set (w := Draws one sure (fun _ => y) : draws X).
  assert (E : mass (push (fun s => A (drawn z s)) (chance z)) = mass (Mixture q (A x) (A y))).
  { apply functional_extensionality. intros o. unfold z. rewrite sampled_law, Mixture_mass by assumption. unfold Sum. simpl. ring. }
  assert (F : mass (push (fun s => A (drawn w s)) (chance w)) = mass (A y)).
  { apply functional_extensionality. intros o. unfold w. rewrite push_mass. unfold Sum. simpl. ring. }
  split.
  - generalize (H T _ (OnDraw M q T A HA) z w (Added q one sure (fun _ => x) (fun _ => y) (fun _ => N))). now rewrite E, F.
  - generalize (H T _ (OnDraw M q T A HA) w z (Removed q one sure (fun _ => x) (fun _ => y) (fun _ => N))). now rewrite E, F.
Qed.
Lemma laws_of_sampled_bits (G : guarantee) {T : space} (A : bits -> law T) q : holds G (Subsample (Single A) q) -> 0 <= q <= 1 ->
  (G T (Mixture q (A true) (A false)) (A false) /\ G T (A false) (Mixture q (A true) (A false))) /\
  G T (Mixture q (A false) (A true)) (A true) /\ G T (A true) (Mixture q (A false) (A true)).
Proof. intros H Hq. split; apply (laws_of_sample G (Single A)); (assumption || apply Only || discriminate). Qed.
Lemma gaussian_false_sampled b s q e d : ApproxDP (Subsample (GaussianMechanism b s) q) e d -> 0 < s -> 0 <= q <= 1 -> forall t,
  q * Phi (b / s - t) + (1 - q) * Phi (0 - t) - exp e * Phi (0 - t) <= d.
Proof.
  intros H Hs Hq t. set (A := fun i : line => cut (normal (IZR i * b / positive s)) t).
  assert (E : forall k, A k (Some None) = Phi (IZR k * (b / s) - t)).
  { intros k. unfold A. rewrite positive_is by assumption. replace (IZR k * b / s) with (IZR k * (b / s)) by (field; lra).
    rewrite <- beyond_normal. unfold cut. simpl. unfold between. simpl. ring. }
  destruct (laws_of_sample _ _ q A 1%Z 0%Z H Hq (CutUp _ [t] (conj I I)) (or_introl eq_refl)) as [K _].
  generalize (stick_point (T := numbers 2) _ _ _ _ (Some None) K). rewrite Mixture_mass, !E by assumption. now rewrite Rmult_1_l, Rmult_0_l.
Qed.

(* What some guarantees say of two laws, as far as finitely many numbers show it *)
Lemma mean_bounds {T : space} (P Q : law T) m t l : mean m t T P Q ->
  P << Q /\ KL P Q <= m /\ Moment (1 + l) P Q <= exp (l * KL P Q + l ^ 2 * t ^ 2 / 2).
Proof. intros H. assert (C : P << Q) by apply H. split; [exact C |]. split; [apply H | now apply moment_of_mean with m]. Qed.
Lemma loss_points e d {T : space} (P Q : law T) : loss e d T P Q -> each (points T) (fun x => exp e * Q x < P x -> P x <= d).
Proof.
  intros H. apply (each_of T). intros x L. apply Rle_trans with (2 := H). unfold LossTail.
  set (f := fun y : T => if Rlt_dec (exp e * Q y) (P y) then P y else 0).
  replace (P x) with (f x) by (unfold f; destruct Rlt_dec; [reflexivity | contradiction]).
  apply Sum_term. intros y. unfold f. destruct Rlt_dec; [apply mass_nonneg | lra].
Qed.
Lemma approx_of_zcdp d x (T : space) (P Q : law T) : 0 <= d <= 1 -> 0 <= x -> approx_zcdp d x 0 T P Q -> approx x d T P Q.
Proof.
  intros Hd Hx [A [B [C [D [E [H _]]]]]]. unfold approx, HockeyStick.
  apply Rle_trans with (Sum T (fun y => d * C y)); [| rewrite Sum_scal, mass_one; lra].
  apply Sum_le; intros y. destruct (E y) as [-> ->].
  assert (L : pure x T A B) by (apply renyi_all_max; intros a Ha; generalize (H a Ha); now rewrite Rmult_0_l, Rplus_0_r). specialize (L y).
  assert (1 <= exp x) by (rewrite <- exp_0; now apply exp_up).
  generalize (mass_nonneg C y) (mass_nonneg D y) (exp_pos x). intros.
  apply Rmax_lub; [| apply Rmult_le_pos; lra].
  assert (0 <= exp x * (d * D y)) by (apply Rmult_le_pos; [lra |]; apply Rmult_le_pos; lra). nra.
Qed.

Lemma approx_of_simulable e d (T : space) (P Q : law T) : 0 <= e -> 0 <= d -> d <= 1 -> simulable e d T P Q -> approx e d T P Q.
Proof.
  intros He Hd Hd1 HK. apply (image_closed (approx e d) (canonical e d true) (canonical e d false) P Q); [apply closed_approx | exact HK |].
  assert (F := fact_canonical e d He Hd Hd1). apply holds_bits in F. apply F.
Qed.

(* Experiments: one view, under two vectors *)
Definition tells {X : databases} (r : list (mechanism X)) b c p q := exists (T : space) (V : list bool -> law T) (o : T), asks r T V /\ V b o = p /\ V c o = q.
Lemma tells_over {X : databases} b c : tells (X := X) [] b c 1 1.
Proof. exists one, (fun _ => sure), tt. split; [constructor | now split]. Qed.
Lemma tells_bit {T : space} (A : bits -> law T) (o : T) r x y b c p q : tells r b c p q ->
  tells (Single A :: r) (x :: b) (y :: c) (A (negb x) o * p) (A (negb y) o * q).
Proof.
  intros [U [V [u [HV [<- <-]]]]]. assert (N : near (true : bits) false) by discriminate.
  exists (sigma T (fun _ => U)), (fun b => joint (fun _ => U) (A (if hd false b then false else true)) (fun _ => V (tl b))), (existT _ o u).
  split; [exact (Ask (Single A) r T A true false (fun _ => U) (fun _ => V) (Only A) N (fun _ => HV)) |]. simpl. split; now destruct x, y.
Qed.
Lemma hypothesis_tells {X : databases} (r : list (mechanism X)) n S S' e d b c p q : HypothesisDP r (On n S) (On n S') e d ->
  length b = n -> length c = n -> S b = true -> S' c = true -> tells r b c p q -> p - exp e * q <= d.
Proof.
  intros H Hb Hc HS HS' [T [V [o [HV [<- <-]]]]].
  destruct (H T V HV (Prior one sure (fun _ => b)) (Prior one sure (fun _ => c)) (fun _ => conj Hb HS) (fun _ => conj Hc HS')) as [K _].
  rewrite !at_vector in K. exact (stick_point _ _ _ _ o K).
Qed.

(* Constants with values of the normal distribution function *)
Lemma erfc_normal x : dpsym_erfc x = 2 * Phi (- (x * sqrt 2)).
Proof. destruct root_2. unfold Phi. replace (- - (x * sqrt 2) / sqrt 2) with x by (field; lra). field. Qed.
Ltac dpsym_normal_out L := repeat match type of L with context [dpsym_erfc ?x] => rewrite (erfc_normal x) in L end;
  repeat match type of L with context [Phi ?u] => dpsym_normal_value L u end.
Ltac dpsym_positive_normal := lazymatch goal with
  | |- ?r 0 ?e => lazymatch e with context [dpsym_erfc _] => idtac end;
      let y := fresh in let L := fresh in
      cut (forall y, y = e -> r 0 y); [ let K := fresh in intros K; exact (K e eq_refl) | intros y L; dpsym_normal_out L; rewrite L; interval ]
  end.
Ltac dpsym_positive ::= first [ lra | interval
  | assert_fails dpsym_negative; first [ interval with (i_prec 100) | interval with (i_prec 300) | dpsym_positive_normal ] ].
Ltac dpsym_false_value L := dpsym_refuted L.
Ltac dpsym_false_sampled L := lazymatch type of L with
  | ApproxDP (Subsample (GaussianMechanism ?b ?s) ?q) ?e ?d => let K := fresh in
      assert (K := gaussian_false_sampled b s q e d L ltac:(dpsym_decided) ltac:(split; dpsym_decided) (ln ((exp e - 1 + q) / q) / (b / s) + b / s / 2));
      repeat match type of K with context [dpsym_erfc ?x] => rewrite (erfc_normal x) in K end; dpsym_false_values K
  end.

(* What holds at a point, and what does not *)
Ltac dpsym_zeros := repeat match goal with
  | |- context [moment _ ?p _] => progress replace p with 0 by ring
  | |- context [entropy ?p _] => progress replace p with 0 by ring
  end.
Ltac dpsym_valued := rewrite ?Renyi_order by lra; unfold HockeyStick, TotalVariation, Hellinger, Moment, KL, ChiSquared, Sum; dpsym_masses_out; dpsym_zeros;
  rewrite ?entropy_0, ?moment_0; repeat rewrite entropy_value by dpsym_settled; repeat rewrite moment_value by dpsym_settled.
Ltac dpsym_shown := lazymatch goal with
  | |- ZCDP (GaussianMechanism _ _) _ _ => apply gaussian_zcdp_shown; dpsym_settled
  | |- RenyiDP (GaussianMechanism _ _) _ _ => apply gaussian_renyi_shown; dpsym_settled
  | |- ZCDP (FiniteMechanism ?P ?Q ?r) ?x 0 => apply (fact_pure_zcdp _ x x 0); [ dpsym_shown | lra | lra ]
  | |- ApproxZCDP (CanonicalRR ?e ?d) ?d ?e 0 => apply (fact_approx_to_approx_zcdp _ e d e 0); [ dpsym_shown | dpsym_settled .. ]
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
  | _ < _ -> _ => specialize (L ltac:(dpsym_settled)); dpsym_wrong L
  | _ = 0 -> ?p = 0 => assert (p = 0) by (apply L; dpsym_settled); exfalso; lra
  | _ => rewrite ?exp_0, ?exp_Ropp in L; rewrite ?exp_ln in L by first [ lra | interval ]; first [ exfalso; lra | exfalso; lazymatch type of L with ?a <= ?b => assert (b < a) by dpsym_settled; lra end | dpsym_refuted L ]
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
  | mean _ _ _ _ _ => apply (mean_bounds _ _ _ _ a) in L; dpsym_false L
  | loss _ _ _ _ _ => apply loss_points in L; revert L; dpsym_masses_out; intros L; dpsym_one_wrong L
  | approx_zcdp _ _ ?r _ _ _ => replace r with 0 in L by lra; apply approx_of_zcdp in L; [ dpsym_false_pair L a | dpsym_settled .. ]
  | simulable _ _ _ _ _ => apply approx_of_simulable in L; [ dpsym_false_pair L a | dpsym_settled .. ]
  | zcdp _ _ _ _ _ => specialize (L a ltac:(lra)); unfold renyi_at_most in L; dpsym_false L
  end.
Ltac dpsym_false_guarantee L a :=
  unfold PureDP, ApproxDP, RenyiDP, ZCDP, ApproxZCDP, MeanCDP, ProbabilisticDP, Simulable in L;
  lazymatch type of L with
  | holds _ (FiniteMechanism _ _ []) => apply laws_of_two in L
  | holds _ (Group _ _) => apply laws_of_group in L; [| unfold dpsym_count; rewrite ?Raux.Zfloor_IZR; repeat constructor ]
  | holds _ (Subsample _ _) => apply laws_of_sampled_bits in L; [| lra ]
  | holds _ (Rounds _ _) => apply laws_of_rounds in L; cbn [power_law power_space] in L
  | holds _ (Compose _ _) => apply laws_of_pair in L
  | holds _ (RandomizedResponse _) => apply laws_of_bits in L
  | holds _ (CanonicalRR _ _) => apply laws_of_bits in L
  end; dpsym_false_pair L a.
Ltac dpsym_told := lazymatch goal with
  | |- tells [] _ _ _ _ => apply tells_over
  | |- tells (RandomizedResponse ?e :: _) (true :: _) (false :: _) _ _ => refine (tells_bit (coin e) (Some None) _ _ _ _ _ _ _ _); dpsym_told
  | |- tells (RandomizedResponse ?e :: _) _ _ _ _ => refine (tells_bit (coin e) None _ _ _ _ _ _ _ _); dpsym_told
  end.
Ltac dpsym_false_experiment L b c :=
  unfold dpsym_count in L; rewrite ?Raux.Zfloor_IZR in L; simpl Z.to_nat in L; cbn [List.repeat] in L;
  eapply (hypothesis_tells _ _ _ _ _ _ b c) in L; [| reflexivity | reflexivity | reflexivity | reflexivity | dpsym_told ];
  cbn [negb] in L; revert L; dpsym_masses_out; intros L; dpsym_wrong L.
