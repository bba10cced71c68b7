(* Rows of facts about divergences of laws: images, mixtures, products, triangles. *)
From Coq Require Import Reals Lra Psatz List FunctionalExtensionality.
From dpsym Require Import Finite Divergences Mechanisms Processing Composition Order Conversions.
Open Scope R_scope.

(* Images *)
Section Images.
  Context {T U : space} (K : kernel T U) (P Q : law T).
  Lemma fact_kernel_HockeyStick e : HockeyStick e (push K P) (push K Q) <= HockeyStick e P Q.
  Proof. apply push_stick. Qed.
  Lemma fact_kernel_TotalVariation : TotalVariation (push K P) (push K Q) <= TotalVariation P Q.
  Proof. apply push_variation. Qed.
  Lemma fact_kernel_Hellinger : Hellinger (push K P) (push K Q) <= Hellinger P Q.
  Proof. apply push_hellinger. Qed.
  Lemma fact_kernel_KL : P << Q -> push K P << push K Q /\ KL (push K P) (push K Q) <= KL P Q.
  Proof. intros C. split; [now apply push_continuous | now apply push_kl]. Qed.
  Lemma fact_kernel_ChiSquared : P << Q -> push K P << push K Q /\ ChiSquared (push K P) (push K Q) <= ChiSquared P Q.
  Proof. intros C. split; [now apply push_continuous | now apply push_chi]. Qed.
  Lemma fact_kernel_Renyi a : 1 <= a -> P << Q -> push K P << push K Q /\ Renyi a (push K P) (push K Q) <= Renyi a P Q.
  Proof. intros Ha C. apply push_renyi_at_most; [assumption |]. split; [assumption | lra]. Qed.
  Lemma fact_kernel_MaxDivergence : P << Q -> push K P << push K Q /\ MaxDivergence (push K P) (push K Q) <= MaxDivergence P Q.
  Proof. intros C. apply max_divergence, push_max, max_divergence. split; [assumption | lra]. Qed.
End Images.

(* Mixtures *)
Section Mixtures.
  Context {T : space}.
  Implicit Types P Q R S : law T.

  Lemma mixture_same P t x : 0 <= t <= 1 -> Mixture t P P x = P x.
  Proof. intros H. rewrite Mixture_mass by assumption. ring. Qed.

  (* With a weight of 0 or 1 a mixture is one of its laws, so that a row of mixtures needs nothing of
     the divergence that has the factor 0, which may be infinite. *)
  Lemma mixture_0 P R : mass (Mixture 0 P R) = mass R.
  Proof. apply functional_extensionality. intros x. rewrite Mixture_mass by lra. ring. Qed.
  Lemma mixture_1 P R : mass (Mixture 1 P R) = mass P.
  Proof. apply functional_extensionality. intros x. rewrite Mixture_mass by lra. ring. Qed.

  Lemma convex_sum D phi P R Q S t : below D phi -> 0 <= t <= 1 ->
    (forall x, D (P x) (Q x)) -> (forall x, D (R x) (S x)) -> (forall x, D (Mixture t P R x) (Mixture t Q S x)) ->
    Sum T (fun x => phi (Mixture t P R x) (Mixture t Q S x)) <=
    t * Sum T (fun x => phi (P x) (Q x)) + (1 - t) * Sum T (fun x => phi (R x) (S x)).
  Proof.
    intros B Ht D1 D2 D3. rewrite <- Sum_lin. apply Sum_le; intros x. specialize (D3 x).
    rewrite !Mixture_mass in * by assumption. apply (convex D); auto; apply mass_nonneg.
  Qed.
  Lemma mixture_continuous P R Q S t : 0 <= t <= 1 -> P << Q -> R << S -> Mixture t P R << Mixture t Q S.
  Proof.
    intros Ht C C' x. rewrite !Mixture_mass by assumption. apply within_mix; try assumption; try apply mass_nonneg; [exact (C x) | exact (C' x)].
  Qed.

  Lemma fact_mixture_HockeyStick : forall P R Q S t e, 0 <= t -> t <= 1 ->
    HockeyStick e (Mixture t P R) (Mixture t Q S) <= t * HockeyStick e P Q + (1 - t) * HockeyStick e R S.
  Proof. intros P R Q S t e H0 H1. apply (convex_sum always _ P R Q S t (below_stick e)); try (intros; exact I); now split. Qed.
  Lemma fact_mixture_TotalVariation : forall P R Q S t, 0 <= t -> t <= 1 ->
    TotalVariation (Mixture t P R) (Mixture t Q S) <= t * TotalVariation P Q + (1 - t) * TotalVariation R S.
  Proof. intros P R Q S t H0 H1. rewrite !variation_stick. now apply fact_mixture_HockeyStick. Qed.
  Lemma overlap_sum P Q : Hellinger P Q = 1 + Sum T (fun x => overlap (P x) (Q x)).
  Proof. unfold Hellinger, overlap. rewrite (Sum_ext T (fun x => - sqrt (P x * Q x)) (fun x => -1 * sqrt (P x * Q x))) by (intros; ring). rewrite Sum_scal. ring. Qed.
  Lemma fact_mixture_Hellinger : forall P R Q S t, 0 <= t -> t <= 1 ->
    Hellinger (Mixture t P R) (Mixture t Q S) <= t * Hellinger P Q + (1 - t) * Hellinger R S.
  Proof.
    intros P R Q S t H0 H1. rewrite !overlap_sum.
    generalize (convex_sum always _ P R Q S t below_overlap (conj H0 H1) (fun _ => I) (fun _ => I) (fun _ => I)). lra.
  Qed.
  Lemma fact_mixture_KL : forall P R Q S t, 0 <= t -> t <= 1 -> P << Q -> R << S ->
    Mixture t P R << Mixture t Q S /\ KL (Mixture t P R) (Mixture t Q S) <= t * KL P Q + (1 - t) * KL R S.
  Proof.
    intros P R Q S t H0 H1 C C'. assert (M := mixture_continuous P R Q S t (conj H0 H1) C C').
    split; [assumption |]. exact (convex_sum within _ P R Q S t below_entropy (conj H0 H1) C C' M).
  Qed.
  Lemma fact_mixture_ChiSquared : forall P R Q S t, 0 <= t -> t <= 1 -> P << Q -> R << S ->
    Mixture t P R << Mixture t Q S /\ ChiSquared (Mixture t P R) (Mixture t Q S) <= t * ChiSquared P Q + (1 - t) * ChiSquared R S.
  Proof.
    intros P R Q S t H0 H1 C C'. assert (M := mixture_continuous P R Q S t (conj H0 H1) C C').
    split; [assumption |]. exact (convex_sum within _ P R Q S t below_chi (conj H0 H1) C C' M).
  Qed.
  Lemma mixture_Moment P R Q S t a : 1 < a -> 0 <= t -> t <= 1 -> P << Q -> R << S ->
    Moment a (Mixture t P R) (Mixture t Q S) <= t * Moment a P Q + (1 - t) * Moment a R S.
  Proof.
    intros Ha H0 H1 C C'. assert (M := mixture_continuous P R Q S t (conj H0 H1) C C').
    exact (convex_sum within _ P R Q S t (below_moment a Ha) (conj H0 H1) C C' M).
  Qed.
  Lemma fact_mixture_moment : forall P R Q S t a, 0 <= t -> t <= 1 -> 1 < a -> P << Q -> R << S ->
    Mixture t P R << Mixture t Q S /\ Renyi a (Mixture t P R) (Mixture t Q S) <=
      ln (t * exp ((a - 1) * Renyi a P Q) + (1 - t) * exp ((a - 1) * Renyi a R S)) / (a - 1).
  Proof.
    intros P R Q S t a H0 H1 Ha C C'. assert (M := mixture_continuous P R Q S t (conj H0 H1) C C').
    split; [assumption |]. rewrite (Renyi_order a (Mixture t P R)) by lra. rewrite <- !Moment_Renyi by assumption.
    unfold Rdiv. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra |].
    apply ln_up; [now apply Moment_pos | now apply mixture_Moment].
  Qed.
  Lemma mixture_renyi P R Q S t a u : 1 <= a -> 0 <= t -> t <= 1 ->
    renyi_at_most a u P Q -> renyi_at_most a u R S -> renyi_at_most a u (Mixture t P R) (Mixture t Q S).
  Proof.
    intros [Ha | <-] H0 H1.
    - rewrite !renyi_moment by assumption. intros [C M] [C' M']. split; [now apply mixture_continuous |].
      apply Rle_trans with (1 := mixture_Moment P R Q S t a Ha H0 H1 C C'). nra.
    - rewrite !renyi_kl. intros [C M] [C' M']. destruct (fact_mixture_KL P R Q S t H0 H1 C C') as [CM L].
      split; [assumption |]. apply Rle_trans with (1 := L). nra.
  Qed.
  Lemma fact_mixture_Renyi : forall P R Q S t a, 1 <= a -> 0 <= t -> t <= 1 -> P << Q -> R << S ->
    Mixture t P R << Mixture t Q S /\ Renyi a (Mixture t P R) (Mixture t Q S) <= Rmax (Renyi a P Q) (Renyi a R S).
  Proof.
    intros P R Q S t a Ha H0 H1 C C'. apply mixture_renyi; try assumption; (split; [assumption |]); [apply Rmax_l | apply Rmax_r].
  Qed.
  Lemma mixture_max P R Q S t u : 0 <= t -> t <= 1 -> max_at_most u P Q -> max_at_most u R S -> max_at_most u (Mixture t P R) (Mixture t Q S).
  Proof. intros H0 H1 H H' x. rewrite !Mixture_mass by now split. generalize (H x) (H' x). nra. Qed.
  Lemma fact_mixture_MaxDivergence : forall P R Q S t, 0 <= t -> t <= 1 -> P << Q -> R << S ->
    Mixture t P R << Mixture t Q S /\ MaxDivergence (Mixture t P R) (Mixture t Q S) <= Rmax (MaxDivergence P Q) (MaxDivergence R S).
  Proof.
    intros P R Q S t H0 H1 C C'. apply max_divergence. apply mixture_max; try assumption; apply max_divergence; (split; [assumption |]); [apply Rmax_l | apply Rmax_r].
  Qed.
End Mixtures.

(* Mixtures on one side *)
Section Sides.
  Context {T : space}.
  Implicit Types P Q R S : law T.

  Lemma same_masses (f : (T -> R) -> Prop) P t (Ht : 0 <= t <= 1) : f (Mixture t P P) -> f P.
  Proof. replace (mass (Mixture t P P)) with (mass P); [trivial |]. apply FunctionalExtensionality.functional_extensionality. intros x. now rewrite mixture_same. Qed.
End Sides.

Section OneSided.
  Context {T : space}.
  Implicit Types P R S : law T.
  Lemma fact_mixture_left_HockeyStick : forall P R S t e, 0 <= t -> t <= 1 ->
    HockeyStick e (Mixture t P R) S <= t * HockeyStick e P S + (1 - t) * HockeyStick e R S.
  Proof.
    intros P R S t e H0 H1.
    exact (same_masses (fun m => HockeyStick e (Mixture t P R) m <= t * HockeyStick e P S + (1 - t) * HockeyStick e R S) S t
      (conj H0 H1) (fact_mixture_HockeyStick P R S S t e H0 H1)).
  Qed.
  Lemma fact_mixture_right_HockeyStick : forall S P R t e, 0 <= t -> t <= 1 ->
    HockeyStick e S (Mixture t P R) <= t * HockeyStick e S P + (1 - t) * HockeyStick e S R.
  Proof.
    intros S P R t e H0 H1.
    exact (same_masses (fun m => HockeyStick e m (Mixture t P R) <= t * HockeyStick e S P + (1 - t) * HockeyStick e S R) S t
      (conj H0 H1) (fact_mixture_HockeyStick S S P R t e H0 H1)).
  Qed.
  Lemma fact_mixture_left_Renyi : forall P R S t a, 1 <= a -> 0 <= t -> t <= 1 -> P << S -> R << S ->
    Mixture t P R << S /\ Renyi a (Mixture t P R) S <= Rmax (Renyi a P S) (Renyi a R S).
  Proof.
    intros P R S t a Ha H0 H1 C C'.
    exact (same_masses (fun m => Mixture t P R << m /\ Renyi a (Mixture t P R) m <= Rmax (Renyi a P S) (Renyi a R S)) S t
      (conj H0 H1) (fact_mixture_Renyi P R S S t a Ha H0 H1 C C')).
  Qed.
  Lemma fact_mixture_right_Renyi : forall S P R t a, 1 <= a -> 0 <= t -> t <= 1 -> S << P -> S << R ->
    S << Mixture t P R /\ Renyi a S (Mixture t P R) <= Rmax (Renyi a S P) (Renyi a S R).
  Proof.
    intros S P R t a Ha H0 H1 C C'.
    exact (same_masses (fun m => m << Mixture t P R /\ Renyi a m (Mixture t P R) <= Rmax (Renyi a S P) (Renyi a S R)) S t
      (conj H0 H1) (fact_mixture_Renyi S S P R t a Ha H0 H1 C C')).
  Qed.
  Lemma fact_mixture_left_MaxDivergence : forall P R S t, 0 <= t -> t <= 1 -> P << S -> R << S ->
    Mixture t P R << S /\ MaxDivergence (Mixture t P R) S <= Rmax (MaxDivergence P S) (MaxDivergence R S).
  Proof.
    intros P R S t H0 H1 C C'.
    exact (same_masses (fun m => Mixture t P R << m /\ MaxDivergence (Mixture t P R) m <= Rmax (MaxDivergence P S) (MaxDivergence R S)) S t
      (conj H0 H1) (fact_mixture_MaxDivergence P R S S t H0 H1 C C')).
  Qed.
  Lemma fact_mixture_right_MaxDivergence : forall S P R t, 0 <= t -> t <= 1 -> S << P -> S << R ->
    S << Mixture t P R /\ MaxDivergence S (Mixture t P R) <= Rmax (MaxDivergence S P) (MaxDivergence S R).
  Proof.
    intros S P R t H0 H1 C C'.
    exact (same_masses (fun m => m << Mixture t P R /\ MaxDivergence m (Mixture t P R) <= Rmax (MaxDivergence S P) (MaxDivergence S R)) S t
      (conj H0 H1) (fact_mixture_MaxDivergence S S P R t H0 H1 C C')).
  Qed.
End OneSided.

(* Triangles and products *)
Section Triangles.
  Context {T U : space}.
  Lemma fact_triangle_variation : forall P Q R : law T, TotalVariation P Q <= TotalVariation P R + TotalVariation R Q.
  Proof.
    intros P Q R. unfold TotalVariation. rewrite <- Rdiv_plus_distr. unfold Rdiv. apply Rmult_le_compat_r; [lra |].
    rewrite <- Sum_plus. apply Sum_le; intros x. replace (P x - Q x) with ((P x - R x) + (R x - Q x)) by ring. apply Rabs_triang.
  Qed.
  Lemma fact_triangle_stick : forall (P Q R : law T) e f, HockeyStick (e + f) P Q <= HockeyStick e P R + HockeyStick f R Q * exp e.
  Proof.
    intros P Q R e f. rewrite <- (Rmult_1_l (HockeyStick e P R)), (Rmult_comm (HockeyStick f R Q)). unfold HockeyStick. rewrite <- Sum_lin.
    apply Sum_le; intros x. rewrite exp_plus. assert (E := exp_pos e).
    generalize (Rmax_l (P x - exp e * R x) 0) (Rmax_r (P x - exp e * R x) 0) (Rmax_l (R x - exp f * Q x) 0) (Rmax_r (R x - exp f * Q x) 0).
    intros. apply Rmax_lub; nra.
  Qed.
  Lemma triangle_max (P Q R : law T) t u : max_at_most t P R -> max_at_most u R Q -> max_at_most (t + u) P Q.
  Proof.
    intros H H' x. rewrite exp_plus. apply Rle_trans with (1 := H x). rewrite Rmult_assoc.
    apply Rmult_le_compat_l; [left; apply exp_pos | apply H'].
  Qed.
  Lemma fact_triangle_infinite : forall P Q R : law T, P << R -> R << Q ->
    P << Q /\ MaxDivergence P Q <= MaxDivergence P R + MaxDivergence R Q.
  Proof. intros P Q R C C'. apply max_divergence. apply triangle_max with R; apply max_divergence; (split; [assumption | lra]). Qed.
  Lemma fact_product_stick : forall (P : law T) (R : law U) (Q : law T) (S : law U) e f,
    HockeyStick (e + f) (Product P R) (Product Q S) <= HockeyStick e P Q + HockeyStick f R S.
  Proof.
    intros P R Q S e f.
    apply Rle_trans with (1 := joint_stick P Q (fun _ => R) (fun _ => S) e f (HockeyStick e P Q) (HockeyStick f R S)
      (stick_le_1 f R S) (Rle_refl _) (fun _ => Rle_refl _)).
    generalize (stick_nonneg e P Q) (stick_nonneg f R S). nra.
  Qed.
  Lemma fact_product_variation : forall (P : law T) (R : law U) (Q : law T) (S : law U),
    TotalVariation (Product P R) (Product Q S) <= TotalVariation P Q + TotalVariation R S.
  Proof.
    intros P R Q S. rewrite !variation_stick. generalize (fact_product_stick P R Q S 0 0). now rewrite Rplus_0_r.
  Qed.
End Triangles.
