(* The kernel's rules about concrete mechanisms and laws, each in the form in which a proof uses it. *)
From Coq Require Import Reals Lra Psatz List FunctionalExtensionality.
From dpsym Require Import Finite Divergences Mechanisms Processing Order Composition Domination Conversions Laws Tails Response.
Import ListNotations.
Open Scope R_scope.

(* Rule "definition": what a guarantee of a concrete mechanism says of its laws *)

(* A guarantee for the two orders of two laws *)
Definition both_ways (G : guarantee) {T : space} (P Q : law T) := G T P Q /\ G T Q P.

Theorem rule_definition_bits (G : guarantee) {T : space} (A : bool -> law T) :
  both_ways G (A true) (A false) -> holds G (Single (X := bits) A).
Proof. apply holds_bits. Qed.

(* Neighbours in a row *)
Fixpoint each_step (G : guarantee) {T : space} (P : law T) (l : list (law T)) : Prop :=
  match l with [] => True | Q :: r => both_ways G P Q /\ each_step G Q r end.
Lemma step_at (G : guarantee) {T : space} (l : list (law T)) : forall P, each_step G P l ->
  forall i j : index (S (length l)), place j = S (place i) -> both_ways G (law_at l P i) (law_at l P j).
Proof.
  induction l as [| Q r IH]; intros P H i j E.
  - destruct i as [[] |], j as [[] |]; simpl in E. discriminate.
  - destruct H as [H1 H2]. destruct j as [j |]; [| simpl in E; discriminate]. destruct i as [i |].
    + apply (IH Q H2 i j). change (S (place j) = S (S (place i))) in E. now injection E.
    + change (S (place j) = 1%nat) in E. injection E as E. assert (j = None) as ->.
      { destruct j as [j |]; [| reflexivity]. destruct r; simpl in E; discriminate. }
      destruct r; exact H1.
Qed.
Theorem rule_definition_row (G : guarantee) {T : space} (P Q : law T) (r : list (law T)) :
  each_step G P (Q :: r) -> holds G (FiniteMechanism P Q r).
Proof.
  intros H _ _ [] x y [E | E].
  - destruct (step_at G (Q :: r) P H y x E) as [_ X]. exact X.
  - destruct (step_at G (Q :: r) P H x y E) as [X _]. exact X.
Qed.

(* Compositions of mechanisms with one algorithm, for guarantees that maps keep *)
Theorem rule_definition_compose (G : guarantee) {X : databases} {T U : space} (A : X -> law T) (B : X -> law U) : closed G ->
  (forall x y, near x y -> G _ (Product (A x) (B x)) (Product (A y) (B y))) -> holds G (Compose (Single A) (Single B)).
Proof.
  intros C H. apply rule_domination_each; [assumption |]. intros x y Hxy.
  exists (pairs T U), (Product (A x) (B x)), (Product (A y) (B y)). split; [apply compose_at; apply single_at | now apply H].
Qed.
Theorem rule_definition_rounds (G : guarantee) {X : databases} {T : space} (A : X -> law T) k : closed G ->
  (forall x y, near x y -> G _ (power_law (A x) k) (power_law (A y) k)) -> holds G (Rounds (Single A) k).
Proof.
  intros C H. apply rule_domination_each; [assumption |]. intros x y Hxy.
  exists (power_space T k), (power_law (A x) k), (power_law (A y) k). split; [apply rounds_at, single_at | now apply H].
Qed.

(* Two outcomes exchanged: the two orders of responses are images of each other. *)
Definition exchanged2 : kernel (numbers 2) (numbers 2) := on2 (identity (T := numbers 2) (Some None)) (identity (T := numbers 2) None).
Lemma coin_exchanged e b i : push (T := numbers 2) exchanged2 (coin e b) i = coin e (negb b) i.
Proof.
  destruct (coin_masses e) as [A B]. rewrite push_mass, Sum_2.
  destruct b; cbn [negb]; rewrite !A, !B; destruct i as [[[] |] |]; simpl; ring.
Qed.
Theorem rule_definition_response (G : guarantee) e : closed G -> G _ (coin e true) (coin e false) -> holds G (RandomizedResponse e).
Proof.
  intros C H. apply holds_bits. split; [assumption |].
  apply (closed_image G _ _ (coin e true) (coin e false) exchanged2); [assumption | | assumption].
  intros i. rewrite !coin_exchanged. now split.
Qed.
Definition exchanged4 : kernel (numbers 4) (numbers 4) :=
  on4 (identity (T := numbers 4) (Some (Some (Some None)))) (identity (T := numbers 4) (Some (Some None)))
      (identity (T := numbers 4) (Some None)) (identity (T := numbers 4) None).
Lemma canonical_exchanged e d b i : 0 <= d <= 1 -> push (T := numbers 4) exchanged4 (canonical e d b) i = canonical e d (negb b) i.
Proof.
  intros Hd. destruct (canonical_mass e d Hd) as [A B]. rewrite push_mass, Sum_4.
  destruct b; cbn [negb]; rewrite !A, !B; destruct i as [[[[[] |] |] |] |]; simpl; ring.
Qed.
Theorem rule_definition_canonical (G : guarantee) e d : closed G -> 0 <= d <= 1 ->
  G _ (canonical e d true) (canonical e d false) -> holds G (CanonicalRR e d).
Proof.
  intros C Hd H. apply holds_bits. split; [assumption |].
  apply (closed_image G _ _ (canonical e d true) (canonical e d false) exchanged4); [assumption | | assumption].
  intros i. rewrite !(fun b => canonical_exchanged e d b i Hd). now split.
Qed.

(* Concentrated privacy of responses, from the closed form of their Renyi divergence *)
Theorem rule_definition_zcdp_response e x r :
  (forall a, 1 < a -> ln ((exp (a * e) + exp ((1 - a) * e)) / (1 + exp e)) / (a - 1) <= x + r * a) -> ZCDP (RandomizedResponse e) x r.
Proof.
  intros H. apply rule_definition_response; [apply closed_zcdp |]. intros a Ha.
  split; [apply coin_continuous |]. rewrite (coin_Renyi e a true Ha : Renyi a (coin e true) (coin e false) = _). now apply H.
Qed.
Theorem rule_definition_renyi_response e a t : 1 < a ->
  ln ((exp (a * e) + exp ((1 - a) * e)) / (1 + exp e)) / (a - 1) <= t -> RenyiDP (RandomizedResponse e) a t.
Proof.
  intros Ha H. apply rule_definition_response; [apply closed_renyi; lra |].
  split; [apply coin_continuous |]. rewrite (coin_Renyi e a true Ha : Renyi a (coin e true) (coin e false) = _). exact H.
Qed.
(* Several rounds of one algorithm, of which Renyi divergences add *)
Lemma power_renyi {T : space} (P Q : law T) a k : 1 <= a -> P << Q ->
  renyi_at_most a (INR k * Renyi a P Q) (power_law P k) (power_law Q k).
Proof.
  intros Ha C. induction k as [| k IH].
  - replace (INR 0 * Renyi a P Q) with 0 by (simpl; ring). exact (renyi_same sure a Ha).
  - rewrite S_INR. replace ((INR k + 1) * Renyi a P Q) with (Renyi a P Q + INR k * Renyi a P Q) by ring.
    apply (joint_renyi P Q (fun _ => power_law P k) (fun _ => power_law Q k)); [assumption | split; [assumption | lra] |].
    intros _. exact IH.
Qed.
Theorem rule_definition_repeat {X : databases} {T : space} (A : X -> law T) k x r :
  (forall y z, near y z -> forall a, 1 < a -> A y << A z /\ INR k * Renyi a (A y) (A z) <= x + r * a) -> ZCDP (Rounds (Single A) k) x r.
Proof.
  intros H. apply rule_definition_rounds; [apply closed_zcdp |]. intros y z Hyz a Ha. destruct (H y z Hyz a Ha) as [C L].
  apply renyi_more with (1 := L). apply power_renyi; [lra | assumption].
Qed.

(* Rule "closed-form": masses of written-out laws *)
Lemma Finite_function p r : probabilities (p :: r) -> mass (Finite p r) = nth_mass (p :: r).
Proof. intros H. apply functional_extensionality. intros i. now apply Finite_mass. Qed.
Lemma Mixture_function {T : space} t (P Q : law T) : 0 <= t <= 1 -> mass (Mixture t P Q) = (fun x => t * P x + (1 - t) * Q x).
Proof. intros H. apply functional_extensionality. intros i. now apply Mixture_mass. Qed.
Ltac dpsym_probabilities := split; [repeat (apply Forall_cons; [first [assumption | lra] |]); apply Forall_nil | simpl; first [lra | field; lra]].
Ltac dpsym_masses := cbn [Sum points numbers indices map sum nth_mass length pairs sigma flat_map app projT1 projT2 Product joint mass].

Lemma rule_closed_form_renyi {T : space} (P Q : law T) a : 1 < a -> Renyi a P Q = ln (Moment a P Q) / (a - 1).
Proof. intros H. apply Renyi_order. lra. Qed.
Lemma rule_closed_form_same_stick {T : space} (P : law T) e : HockeyStick e P P = Rmax (1 - exp e) 0.
Proof. apply stick_same_law. Qed.

(* Rule "ratios": a max-divergence is at most e if every mass is at most exp(e) times the other. *)
Lemma rule_ratios {T : space} (P Q : law T) e : (forall x, P x <= exp e * Q x) -> P << Q /\ MaxDivergence P Q <= e.
Proof. intros H. now apply max_divergence. Qed.

(* Rule "law-domination": divergences of images are at most those of the canonical pair. *)
Section Image.
  Context {S T : space} (A B : law S) (P Q : law T).
  Hypothesis H : image A B P Q.
  Lemma rule_law_domination_stick e : HockeyStick e P Q <= HockeyStick e A B.
  Proof. exact (image_closed (approx e (HockeyStick e A B)) A B P Q (closed_approx e _) H (Rle_refl _)). Qed.
  Lemma rule_law_domination_variation : TotalVariation P Q <= TotalVariation A B.
  Proof. rewrite !variation_stick. apply rule_law_domination_stick. Qed.
  Lemma rule_law_domination_renyi a : 1 <= a -> A << B -> P << Q /\ Renyi a P Q <= Renyi a A B.
  Proof. intros Ha C. exact (image_closed (renyi a (Renyi a A B)) A B P Q (closed_renyi a _ Ha) H (conj C (Rle_refl _))). Qed.
  Lemma rule_law_domination_kl : A << B -> P << Q /\ KL P Q <= KL A B.
  Proof. intros C. generalize (rule_law_domination_renyi 1 (Rle_refl 1) C). now rewrite !Renyi_one. Qed.
  Lemma rule_law_domination_max : A << B -> P << Q /\ MaxDivergence P Q <= MaxDivergence A B.
  Proof.
    intros C. apply max_divergence. apply (image_closed (pure (MaxDivergence A B)) A B P Q (closed_pure _) H).
    apply max_divergence. split; [assumption | lra].
  Qed.
End Image.
Lemma rule_law_domination_pure {T : space} (P Q : law T) e : 0 <= e -> P << Q -> MaxDivergence P Q <= e -> Q << P -> MaxDivergence Q P <= e ->
  image (coin e true) (coin e false) P Q.
Proof. intros He C H C' H'. apply coin_image; [assumption | |]; apply max_divergence; now split. Qed.
Lemma rule_law_domination_approx {T : space} (P Q : law T) e d : 0 <= e -> 0 <= d -> d <= 1 -> HockeyStick e P Q <= d -> HockeyStick e Q P <= d ->
  image (canonical e d true) (canonical e d false) P Q.
Proof. intros. now apply canonical_image. Qed.
Lemma rule_law_domination_product {S S' T T' : space} (A B : law S) (A' B' : law S') (P Q : law T) (P' Q' : law T') :
  image A B P Q -> image A' B' P' Q' -> image (Product A A') (Product B B') (Product P P') (Product Q Q').
Proof. intros H H'. apply (image_joint A B A' B' P Q (fun _ => P') (fun _ => Q')); [assumption | trivial]. Qed.

(* Rule "without-failure": canonical responses reveal nothing but with probability 1 - (1 - d)... *)
Definition keeps {T : space} (k : R) (A P : law T) := forall y, k * A y <= P y.
Lemma keeps_product {T U : space} k l (A P : law T) (B Q : law U) : 0 <= k -> 0 <= l -> keeps k A P -> keeps l B Q -> keeps (k * l) (Product A B) (Product P Q).
Proof.
  intros Hk Hl H H' [x y]. simpl. replace (k * l * (A x * B y)) with ((k * A x) * (l * B y)) by ring.
  generalize (mass_nonneg A x) (mass_nonneg B y). intros. apply Rmult_le_compat; [nra | nra | apply H | apply H'].
Qed.
Lemma keeps_power {T : space} k (A P : law T) n : 0 <= k -> keeps k A P -> keeps (k ^ n) (power_law A n) (power_law P n).
Proof.
  intros Hk H. induction n as [| n IH]; [intros y; simpl; lra |]. simpl. apply keeps_product; try assumption. now apply pow_le.
Qed.
Lemma stick_keeps {T : space} (A B P Q : law T) k e : 0 <= k <= 1 -> keeps k A P -> keeps k B Q ->
  HockeyStick e P Q <= 1 - k * (1 - HockeyStick e A B).
Proof.
  intros Hk HA HB.
  destruct (rest (1 - k) T P A ltac:(lra)) as [C HC]. { intros y. replace (1 - (1 - k)) with k by ring. apply HA. }
  destruct (rest (1 - k) T Q B ltac:(lra)) as [D HD]. { intros y. replace (1 - (1 - k)) with k by ring. apply HB. }
  generalize (stick_mix A B C D P Q (1 - k) e ltac:(lra) (fun y => conj (HC y) (HD y))). lra.
Qed.
(* The response that is told where the canonical one does not fail *)
Definition inside : kernel (numbers 2) (numbers 4) := on2 (identity (T := numbers 4) (Some None)) (identity (T := numbers 4) (Some (Some None))).
Definition told e b : law (numbers 4) := push (T := numbers 2) inside (coin e b).
Lemma told_keeps e d b : 0 <= d <= 1 -> keeps (1 - d) (told e b) (canonical e d b).
Proof.
  intros Hd i. destruct (canonical_mass e d Hd) as [A B]. destruct (coin_masses e) as [A' B'].
  unfold told. rewrite push_mass, Sum_2.
  destruct b; rewrite ?A, ?B, ?A', ?B'; destruct i as [[[[[] |] |] |] |]; simpl; unfold Rdiv; lra.
Qed.
Theorem rule_without_failure e d f c : 0 <= d <= 1 -> 1 - (1 - d) * (1 - HockeyStick f (coin e true) (coin e false)) <= c ->
  ApproxDP (CanonicalRR e d) f c.
Proof.
  intros Hd H. apply rule_definition_canonical; [apply closed_approx | assumption |]. apply Rle_trans with (2 := H).
  apply Rle_trans with (1 := stick_keeps (told e true) (told e false) _ _ (1 - d) f ltac:(lra) (told_keeps e d true Hd) (told_keeps e d false Hd)).
  generalize (push_stick inside (coin e true) (coin e false) f). fold (told e true) (told e false). nra.
Qed.
Lemma image_told e : image (coin e true) (coin e false) (told e true) (told e false).
Proof. exists inside. now split. Qed.
Lemma image_power {S T : space} (A B : law S) (P Q : law T) k : image A B P Q -> image (power_law A k) (power_law B k) (power_law P k) (power_law Q k).
Proof.
  intros H. induction k as [| k IH]; [exists (fun _ => sure); intros y; simpl; unfold Sum; simpl; lra |].
  simpl. now apply rule_law_domination_product.
Qed.
Lemma image_sym_coin e : image (coin e true) (coin e false) (coin e false) (coin e true).
Proof. exists exchanged2. intros y. rewrite !coin_exchanged. now split. Qed.
Lemma canonical_at e d x y : 0 <= d <= 1 -> near (x : bits) y -> dominated_at x y (canonical e d true) (canonical e d false) (CanonicalRR e d).
Proof.
  intros Hd Hxy _ _ []. destruct x, y; try (now destruct Hxy).
  - exists identity. intros i. rewrite !push_identity. now split.
  - exists exchanged4. intros i. rewrite !(fun b => canonical_exchanged e d b i Hd). now split.
Qed.
Theorem rule_without_failure_compose e1 d1 e2 d2 f c : 0 <= d1 <= 1 -> 0 <= d2 <= 1 ->
  1 - (1 - d1) * (1 - d2) * (1 - HockeyStick f (Product (coin e1 true) (coin e2 true)) (Product (coin e1 false) (coin e2 false))) <= c ->
  ApproxDP (Compose (CanonicalRR e1 d1) (CanonicalRR e2 d2)) f c.
Proof.
  intros H1 H2 H. apply (rule_domination _ _ (Product (canonical e1 d1 true) (canonical e2 d2 true)) (Product (canonical e1 d1 false) (canonical e2 d2 false)) (closed_approx f c)).
  - intros x y Hxy. now apply compose_at; apply canonical_at.
  - apply Rle_trans with (2 := H).
    apply Rle_trans with (1 := stick_keeps (Product (told e1 true) (told e2 true)) (Product (told e1 false) (told e2 false)) _ _ ((1 - d1) * (1 - d2)) f
      ltac:(nra) (keeps_product (1 - d1) (1 - d2) _ _ _ _ ltac:(lra) ltac:(lra) (told_keeps e1 d1 true H1) (told_keeps e2 d2 true H2))
      (keeps_product (1 - d1) (1 - d2) _ _ _ _ ltac:(lra) ltac:(lra) (told_keeps e1 d1 false H1) (told_keeps e2 d2 false H2))).
    generalize (rule_law_domination_stick _ _ _ _ (rule_law_domination_product _ _ _ _ _ _ _ _ (image_told e1) (image_told e2)) f).
    assert (0 <= (1 - d1) * (1 - d2)) by nra. nra.
Qed.
Theorem rule_without_failure_rounds e d k f c : 0 <= d <= 1 ->
  1 - (1 - d) ^ k * (1 - HockeyStick f (power_law (coin e true) k) (power_law (coin e false) k)) <= c ->
  ApproxDP (Rounds (CanonicalRR e d) k) f c.
Proof.
  intros Hd H. apply (rule_domination _ _ (power_law (canonical e d true) k) (power_law (canonical e d false) k) (closed_approx f c)).
  - intros x y Hxy. now apply rounds_at, canonical_at.
  - apply Rle_trans with (2 := H). assert (Hk : 0 <= (1 - d) ^ k <= 1).
    { clear - Hd. induction k as [| k IH]; simpl; [lra |]. nra. }
    apply Rle_trans with (1 := stick_keeps (power_law (told e true) k) (power_law (told e false) k) _ _ ((1 - d) ^ k) f
      Hk (keeps_power (1 - d) _ _ k ltac:(lra) (told_keeps e d true Hd)) (keeps_power (1 - d) _ _ k ltac:(lra) (told_keeps e d false Hd))).
    generalize (rule_law_domination_stick _ _ _ _ (image_power _ _ _ _ k (image_told e)) f). nra.
Qed.

(* Rule "joint-range", of total variation with one other divergence: two outcomes, where P exceeds Q
   and where it does not, keep the variation and increase nothing. *)
Definition exceeding {T : space} (P Q : law T) : kernel T two := fun x => identity (T := two) (if Rle_dec (Q x) (P x) then true else false).
Lemma exceeding_variation {T : space} (P Q : law T) : TotalVariation (push (exceeding P Q) P) (push (exceeding P Q) Q) = TotalVariation P Q.
Proof.
  apply Rle_antisym; [apply push_variation |]. unfold TotalVariation. apply Rmult_le_compat_r; [lra |].
  rewrite Sum_two. 
  assert (E : forall b, Rabs (push (exceeding P Q) P b - push (exceeding P Q) Q b) =
    Sum T (fun x => exceeding P Q x b * Rabs (P x - Q x))).
  { intros b. rewrite !push_mass.
    assert (D : Sum T (fun x => P x * exceeding P Q x b) - Sum T (fun x => Q x * exceeding P Q x b) = Sum T (fun x => exceeding P Q x b * (P x - Q x))).
    { rewrite (Sum_ext T (fun x => exceeding P Q x b * (P x - Q x)) (fun x => 1 * (P x * exceeding P Q x b) + -1 * (Q x * exceeding P Q x b))) by (intros; ring).
      rewrite Sum_lin. ring. }
    rewrite D. destruct b.
    - rewrite Rabs_right.
      + apply Sum_ext; intros x. unfold exceeding. destruct Rle_dec; simpl; [rewrite (Rabs_right (P x - Q x)) by lra; ring | ring].
      + apply Rle_ge, Sum_nonneg; intros x. unfold exceeding. destruct Rle_dec; simpl; lra.
    - rewrite Rabs_left1.
      + rewrite <- (Rmult_1_l (Sum T (fun x => exceeding P Q x false * Rabs (P x - Q x)))). rewrite <- Ropp_mult_distr_l_reverse || idtac.
        replace (- Sum T (fun x => exceeding P Q x false * (P x - Q x))) with (Sum T (fun x => -1 * (exceeding P Q x false * (P x - Q x)))) by (rewrite Sum_scal; ring).
        rewrite Rmult_1_l. apply Sum_ext; intros x. unfold exceeding. destruct Rle_dec; simpl; [ring | rewrite (Rabs_left (P x - Q x)) by lra; ring].
      + apply Rle_trans with (Sum T (fun _ => 0)); [| rewrite Sum_zero; lra]. apply Sum_le; intros x. unfold exceeding. destruct Rle_dec; simpl; lra. }
  rewrite !E, <- Sum_plus. apply Sum_le; intros x. unfold exceeding. destruct Rle_dec; simpl; lra.
Qed.
(* Every law on two points has a probability of true. *)
Lemma two_bernoulli (P : law two) : exists p, 0 <= p <= 1 /\ forall b, P b = bernoulli p b.
Proof.
  exists (P true). generalize (mass_nonneg P true) (mass_le_one P true) (mass_one P). rewrite Sum_two. intros H0 H1 H2.
  split; [lra |]. intros [|]; simpl; rewrite weight_inside; lra.
Qed.
Theorem rule_joint_range_two {T : space} (P Q : law T) : exists p q, 0 <= p <= 1 /\ 0 <= q <= 1 /\
  image P Q (bernoulli p) (bernoulli q) /\ TotalVariation (bernoulli p) (bernoulli q) = TotalVariation P Q.
Proof.
  destruct (two_bernoulli (push (exceeding P Q) P)) as [p [Hp Ep]], (two_bernoulli (push (exceeding P Q) Q)) as [q [Hq Eq]].
  exists p, q. repeat split; try apply Hp; try apply Hq.
  - exists (exceeding P Q). intros y. now rewrite Ep, Eq.
  - rewrite <- (exceeding_variation P Q). unfold TotalVariation. rewrite !Sum_two. now rewrite !Ep, !Eq.
Qed.

(* Rule "domination" of what is made of several mechanisms: a mechanism on two bits runs an algorithm
   of whose laws all laws of another one are images. *)
Definition modelled {X : databases} (M : mechanism X) (N : mechanism bits) :=
  exists (S : space) (A : bits -> law S), runs N S A /\ dominated (A true) (A false) M.
Theorem by_model {X : databases} (G : guarantee) (M : mechanism X) (N : mechanism bits) : closed G -> modelled M N -> holds G N -> holds G M.
Proof.
  intros C [S [A [HA D]]] H. apply (rule_domination G M (A true) (A false)); [assumption | assumption |].
  apply (H S A HA true false). discriminate.
Qed.
Section Modelled.
  Context {X : databases}.
  Implicit Types M : mechanism X.
  Lemma modelled_response M e : 0 <= e -> PureDP M e -> modelled M (RandomizedResponse e).
  Proof. intros He H. exists (numbers 2), (coin e). split; [constructor | now apply rule_domination_pure]. Qed.
  Lemma modelled_canonical M e d : 0 <= e -> 0 <= d -> d <= 1 -> ApproxDP M e d -> modelled M (CanonicalRR e d).
  Proof. intros He Hd Hd1 H. exists (numbers 4), (canonical e d). split; [constructor | now apply rule_domination_approx]. Qed.
  Lemma modelled_process M N : modelled M N -> modelled (PostProcess M) N.
  Proof. intros [S [A [HA D]]]. exists S, A. split; [assumption | now apply rule_domination_process]. Qed.
  Lemma modelled_compose M M' N N' : modelled M N -> modelled M' N' -> modelled (Compose M M') (Compose N N').
  Proof.
    intros [S [A [HA D]]] [S' [A' [HA' D']]]. exists (pairs S S'), (fun b => Product (A b) (A' b)).
    split; [exact (Composed N N' S (fun _ => S') A (fun _ => A') HA (fun _ => HA')) | now apply rule_domination_compose].
  Qed.
  Lemma modelled_rounds M N k : modelled M N -> modelled (Rounds M k) (Rounds N k).
  Proof.
    intros [S [A [HA D]]]. exists (power_space S k), (fun b => power_law (A b) k). split; [| now apply rule_domination_rounds].
    clear D. induction k as [| k IH]; [constructor |].
    exact (Composed N (Rounds N k) S (fun _ => power_space S k) A (fun _ b => power_law (A b) k) HA (fun _ => IH)).
  Qed.
End Modelled.
