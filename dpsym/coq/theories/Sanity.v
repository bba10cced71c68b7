(* No definition is empty: each has a theorem X_holds, that it holds for what it must, and another
   X_fails, that it fails for what it must. *)
From Coq Require Import Reals Lra Psatz List ZArith.
From Coquelicot Require Import Coquelicot.
From dpsym Require Import Finite Divergences Mechanisms Processing Composition Domination Order Conversions Response ApproxConcentrated Groups Laws
  Variation Sampling Noise Laplace Gaussian Geometric Logistic Curves Triangular Roots Range Interactive Protocols Information.
Import ListNotations.
Open Scope R_scope.

Lemma silence_pure {X} : PureDP (Silence (X := X)) 0.
Proof. intros _ _ [] x y _. apply max_same. Qed.
Lemma pure_never_negative {X} (M : mechanism X) : ~ PureDP M (-1).
Proof. intros H. generalize (pure_nonneg M (-1) H). lra. Qed.

Theorem response_loss e f : 0 <= e -> ProbabilisticDP (RandomizedResponse e) f 0 <-> e <= f.
Proof.
  intros He. rewrite <- (response_pure e f He). split; [apply fact_loss_pure |].
  intros H. apply fact_pure_loss with f; (assumption || lra).
Qed.
Theorem response_zcdp_flat e x : 0 <= e -> ZCDP (RandomizedResponse e) x 0 <-> e <= x.
Proof.
  intros He. rewrite <- (response_pure e x He). split; [apply fact_zcdp_pure |].
  intros H. apply fact_pure_zcdp with x; (assumption || lra).
Qed.
Theorem response_range e w : 0 <= e -> BoundedRange (RandomizedResponse e) w <-> 2 * e <= w.
Proof.
  intros He. split; [| intros H; apply fact_pure_range with e; [now apply fact_response | assumption]].
  intros H. apply holds_bits in H. destruct H as [H _]. generalize (H None (Some None)). clear H.
  destruct (coin_masses e) as [A B]. rewrite !A, !B. simpl. destruct (coin_ends e) as [H1 [H2 H3]]. rewrite H3. intros L.
  set (q := 1 / (1 + exp e)) in *. assert (0 < q * q) by now apply Rmult_lt_0_compat.
  assert (M : exp (2 * e) * (q * q) <= exp w * (q * q)) by (replace (2 * e) with (e + e) by ring; rewrite exp_plus; lra).
  apply Rmult_le_reg_r in M; [| assumption]. destruct M as [M | M]; [left; now apply exp_lt_inv | right; now apply exp_inv].
Qed.
(* A composition of k responses loses k times as much, and no less. *)
Theorem rounds_pure e k f : 0 <= e -> PureDP (Rounds (RandomizedResponse e) k) f <-> INR k * e <= f.
Proof.
  intros He. split; [| intros H; apply fact_weaken_pure with (2 := H); apply fact_repeat_pure; now apply fact_response].
  assert (Z : exists z, 0 < power_law (coin e false) k z /\ power_law (coin e true) k z = exp (INR k * e) * power_law (coin e false) k z).
  { induction k as [| k [z [Hz E]]].
    - exists tt. simpl. rewrite Rmult_0_l, exp_0. lra.
    - exists (existT _ (None : numbers 2) z). rewrite S_INR. simpl power_law.
      assert (A : coin e true None = exp e * coin e false None /\ 0 < coin e false None).
      { destruct (coin_masses e) as [A B]. rewrite A, B. simpl. destruct (coin_ends e) as [H1 [H2 H3]]. now split. }
      destruct A as [A1 A2]. split.
      + apply Rmult_lt_0_compat; assumption.
      + change (coin e true None * power_law (coin e true) k z = exp ((INR k + 1) * e) * (coin e false None * power_law (coin e false) k z)).
        rewrite E, A1. replace ((INR k + 1) * e) with (e + INR k * e) by ring. rewrite exp_plus. ring. }
  intros H. destruct Z as [z [Hz E]].
  assert (L := H _ _ (rounds_power (RandomizedResponse e) (coin e) k (Only (X := bits) (coin e))) true false ltac:(simpl; discriminate) z).
  change (power_law (coin e true) k z <= exp f * power_law (coin e false) k z) in L. rewrite E in L. apply Rmult_le_reg_r in L; [| assumption].
  destruct L as [L | L]; [left; now apply exp_lt_inv | right; now apply exp_inv].
Qed.
(* What fails with probability d is no less than approximately concentrated. *)
Theorem canonical_not_certain e d x r : 0 <= e -> 0 < d -> d <= 1 -> r = 0 -> x = e -> ~ ApproxZCDP (CanonicalRR e d) 0 x r.
Proof.
  intros He Hd Hd1 -> -> H. apply fact_approx_zcdp_certain, fact_zcdp_pure in H.
  apply (fact_pure_approx _ e 0) in H; [| lra]. apply canonical_approx in H; lra.
Qed.

(* Divergences are 0 between equal laws, and not between the laws of a response that tells something *)
Section Divergences.
  Context {T : space}.
  Variable P : law T.
  Theorem HockeyStick_holds e : 0 <= e -> HockeyStick e P P = 0.
  Proof. apply stick_same. Qed.
  Theorem TotalVariation_holds : TotalVariation P P = 0.
  Proof. rewrite variation_stick. apply stick_same. lra. Qed.
  Theorem Hellinger_holds : Hellinger P P = 0.
  Proof.
    unfold Hellinger. rewrite (Sum_ext T _ P), mass_one; [ring |]. intros x. apply sqrt_square, mass_nonneg.
  Qed.
  Theorem KL_holds : KL P P = 0.
  Proof.
    apply Rle_antisym; [| rewrite <- Renyi_one; apply renyi_nonneg; [lra | now intros x]].
    apply renyi_kl, renyi_same. lra.
  Qed.
  Theorem Renyi_holds a : 1 <= a -> Renyi a P P = 0.
  Proof. intros Ha. apply Rle_antisym; [now apply renyi_same | apply renyi_nonneg; [assumption | now intros x]]. Qed.
  Theorem ChiSquared_holds : ChiSquared P P = 0.
  Proof. unfold ChiSquared. rewrite <- (Sum_zero T). apply Sum_ext; intros x. unfold Rdiv. rewrite Rminus_diag_eq by reflexivity. simpl. ring. Qed.
  Theorem TriangularDiscrimination_holds : TriangularDiscrimination P P = 0.
  Proof.
    unfold TriangularDiscrimination, discrimination. rewrite <- (Sum_zero T). apply Sum_ext; intros x. unfold Rdiv. rewrite Rminus_diag_eq by reflexivity. simpl. ring.
  Qed.
  Theorem MaxDivergence_holds : MaxDivergence P P = 0.
  Proof.
    apply Rle_antisym; [apply max_divergence, max_same |].
    apply Rle_trans with (Renyi 2 P P); [rewrite Renyi_holds; lra |]. apply fact_order_infinite; [lra | now intros x].
  Qed.
  Theorem LossTail_holds e : 0 <= e -> LossTail e P P = 0.
  Proof.
    intros He. refine (eq_trans _ (Sum_zero T)). apply Sum_ext; intros x. destruct Rlt_dec as [L | L]; [| reflexivity].
    generalize (exp_ge_1 e He) (mass_nonneg P x). nra.
  Qed.
End Divergences.

Section Told.
  Variable e : R.
  Hypothesis He : 0 < e.
  Let P := coin e true.
  Let Q := coin e false.
  Lemma told_apart : HockeyStick 0 P Q = (exp e - 1) / (1 + exp e).
  Proof.
    destruct (coin_masses e) as [A B]. assert (E : 1 < exp e) by (rewrite <- exp_0; now apply exp_increasing).
    assert (O : 1 / (1 + exp e) < exp e / (1 + exp e)) by (unfold Rdiv; apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat |]; lra).
    unfold HockeyStick, P, Q. rewrite Sum_2, !A, !B, exp_0. simpl. rewrite Rmax_left, Rmax_right by lra. field. lra.
  Qed.
  Lemma told_positive : 0 < (exp e - 1) / (1 + exp e).
  Proof. assert (E : 1 < exp e) by (rewrite <- exp_0; now apply exp_increasing). apply Rdiv_lt_0_compat; lra. Qed.
  Theorem HockeyStick_fails : 0 < HockeyStick 0 P Q.
  Proof. rewrite told_apart. apply told_positive. Qed.
  Theorem TotalVariation_fails : 0 < TotalVariation P Q.
  Proof. rewrite variation_stick. apply HockeyStick_fails. Qed.
  Theorem KL_fails : 0 < KL P Q.
  Proof. generalize (pinsker P Q (coin_continuous e true false)) TotalVariation_fails. simpl. nra. Qed.
  Theorem Renyi_fails a : 1 <= a -> 0 < Renyi a P Q.
  Proof. intros Ha. apply Rlt_le_trans with (1 := KL_fails). now apply fact_order_one, coin_continuous. Qed.
  Theorem MaxDivergence_fails : 0 < MaxDivergence P Q.
  Proof. apply Rlt_le_trans with (1 := KL_fails). apply fact_order_both, coin_continuous. Qed.
  Theorem ChiSquared_fails : 0 < ChiSquared P Q.
  Proof. generalize (variation_second P Q (coin_continuous e true false)) TotalVariation_fails. simpl. nra. Qed.
  Theorem Hellinger_fails : 0 < Hellinger P Q.
  Proof.
    generalize (variation_affinity P Q) TotalVariation_fails (hellinger_nonneg P Q). change (Hellinger P Q) with (1 - affinity P Q).
    generalize (affinity P Q) (TotalVariation P Q). simpl. intros. nra.
  Qed.
  Theorem LossTail_fails : 0 < LossTail 0 P Q.
  Proof. apply Rlt_le_trans with (1 := HockeyStick_fails). apply Sum_le; intros z.
    generalize (exp_pos 0) (mass_nonneg Q z) (mass_nonneg P z). intros. destruct Rlt_dec; apply Rmax_lub; nra. Qed.
  Theorem TriangularDiscrimination_fails : 0 < TriangularDiscrimination P Q.
  Proof.
    destruct (coin_masses e) as [A B]. assert (E : 1 < exp e) by (rewrite <- exp_0; now apply exp_increasing).
    unfold TriangularDiscrimination, discrimination, P, Q. rewrite Sum_2, !A, !B. simpl.
    replace (exp e / (1 + exp e) - 1 / (1 + exp e)) with ((exp e - 1) / (1 + exp e)) by (field; lra).
    replace (1 / (1 + exp e) - exp e / (1 + exp e)) with (- ((exp e - 1) / (1 + exp e))) by (field; lra).
    replace (exp e / (1 + exp e) + 1 / (1 + exp e)) with 1 by (field; lra). replace (1 / (1 + exp e) + exp e / (1 + exp e)) with 1 by (field; lra).
    generalize told_positive. intros. unfold Rdiv at 1 3. rewrite Rinv_1. nra.
  Qed.
End Told.

(* Guarantees *)
Section Guarantees.
  Variable e : R.
  Hypothesis He : 0 < e.
  Let M := RandomizedResponse e.
  Let kept : PureDP M e := fact_response e (Rlt_le _ _ He).
  Lemma response_not (G : guarantee) : (forall (T : space) (P Q : law T), G T P Q -> HockeyStick 0 P Q <= 0) -> ~ holds G M.
  Proof.
    intros I H. apply holds_bits in H. destruct H as [H _]. generalize (I _ _ _ H) (HockeyStick_fails e He). lra.
  Qed.
  Lemma kl_none {T : space} (P Q : law T) : P << Q -> KL P Q <= 0 -> HockeyStick 0 P Q <= 0.
  Proof. intros C K. rewrite <- variation_stick. generalize (pinsker P Q C) (variation_nonneg P Q). simpl. nra. Qed.
  Theorem PureDP_holds : PureDP M e.  Proof. exact kept. Qed.
  Theorem PureDP_fails f : f < e -> ~ PureDP M f.
  Proof. intros L H. apply response_pure in H; lra. Qed.
  Theorem ApproxDP_holds : ApproxDP M e 0.  Proof. apply fact_pure_approx; [exact kept | lra]. Qed.
  Theorem ApproxDP_fails : ~ ApproxDP M 0 0.
  Proof. apply response_not. trivial. Qed.
  Theorem ZCDP_holds : ZCDP M 0 e.  Proof. apply fact_pure_zcdp with e; (exact kept || lra). Qed.
  Theorem ZCDP_fails : ~ ZCDP M 0 0.
  Proof. intros H. apply fact_zcdp_pure in H. revert H. now apply PureDP_fails. Qed.
  Theorem RenyiDP_holds a : 1 <= a -> RenyiDP M a e.
  Proof. intros Ha T A HA x y Hxy. apply order_max; [assumption |]. now apply (kept T A). Qed.
  Theorem RenyiDP_fails a : 1 <= a -> ~ RenyiDP M a 0.
  Proof. intros Ha H. apply fact_renyi_equal in H; [| assumption]. revert H. now apply PureDP_fails. Qed.
  Theorem BoundedZCDP_holds m : BoundedZCDP M m 0 e.  Proof. apply fact_zcdp_bounded, ZCDP_holds. Qed.
  Theorem BoundedZCDP_fails m : 1 < m -> ~ BoundedZCDP M m 0 0.
  Proof. intros Hm H. apply (fact_bounded_zcdp_renyi M m 0 0 1 0) in H; [revert H; apply RenyiDP_fails | ..]; lra. Qed.
  Theorem ApproxZCDP_holds d : 0 <= d -> d <= 1 -> ApproxZCDP M d 0 e.
  Proof. intros H0 H1. apply fact_zcdp_approx_zcdp; try assumption. apply ZCDP_holds. Qed.
  Theorem ApproxZCDP_fails : ~ ApproxZCDP M 0 0 0.
  Proof. intros H. apply fact_approx_zcdp_certain in H. now apply ZCDP_fails in H. Qed.
  Theorem MeanCDP_holds : MeanCDP M (e * ((exp (e / 2) - exp (- (e / 2))) / (exp (e / 2) + exp (- (e / 2))))) e.
  Proof. apply fact_pure_mean with e; (exact kept || lra). Qed.
  Theorem MeanCDP_fails t : ~ MeanCDP M 0 t.
  Proof. apply response_not. intros T P Q [C [K _]]. now apply kl_none. Qed.
  Theorem BoundedRange_holds : BoundedRange M (2 * e).  Proof. apply fact_pure_range with e; (exact kept || lra). Qed.
  Theorem BoundedRange_fails w : w < 2 * e -> ~ BoundedRange M w.
  Proof. intros L H. apply response_range in H; lra. Qed.
  Theorem ProbabilisticDP_holds : ProbabilisticDP M e 0.  Proof. apply fact_pure_loss with e; (exact kept || lra). Qed.
  Theorem ProbabilisticDP_fails : ~ ProbabilisticDP M 0 0.
  Proof. intros H. apply fact_loss_approx in H. now apply ApproxDP_fails. Qed.
  Theorem TailDP_holds : TailDP M e 0.
  Proof.
    intros T A HA x y Hxy d Hd Hd1. rewrite Rmult_0_l, sqrt_0, Rplus_0_r.
    apply Rle_trans with 0; [now apply (ApproxDP_holds T A) | lra].
  Qed.
  Theorem TailDP_fails : ~ TailDP M 0 0.
  Proof.
    apply response_not. intros T P Q H. apply le_epsilon. intros eta Heta. set (d := Rmin eta 1).
    assert (0 < d <= 1) by (unfold d, Rmin; destruct Rle_dec; lra). generalize (H d ltac:(lra) ltac:(lra)). rewrite Rmult_0_l, sqrt_0, Rplus_0_r.
    assert (d <= eta) by apply Rmin_l. lra.
  Qed.
  Theorem Simulable_holds : Simulable M e 0.  Proof. apply (fact_pure_simulable M e e 0); (exact kept || lra). Qed.
  Theorem Simulable_fails : ~ Simulable M 0 0.
  Proof. intros H. apply fact_simulable_pure in H; [revert H; now apply PureDP_fails | lra]. Qed.
  Theorem GaussianDP_holds : exists m, 0 <= m /\ GaussianDP M m.
  Proof.
    assert (E := exp_pos e). destruct (Phi_far (1 / (1 + exp e))) as [z Hz]; [apply Rdiv_lt_0_compat; lra |].
    exists (2 * (Rabs z + 1)). assert (A := Rabs_pos z). split; [lra |]. apply fact_response_gaussian; [| lra | lra].
    replace (2 * (Rabs z + 1) / 2) with (Rabs z + 1) by field. generalize (Hz (Rabs z + 1) ltac:(generalize (Rle_abs z); lra)).
    replace (exp e / (1 + exp e)) with (1 - 1 / (1 + exp e)) by (field; lra). lra.
  Qed.
  Theorem GaussianDP_fails : ~ GaussianDP M 0.
  Proof.
    apply response_not. intros T P Q H. apply Rle_trans with (1 := H 0). unfold gaussian_stick. destruct Req_EM_T; [| lra].
    rewrite exp_0, Rmax_right; lra.
  Qed.

  (* Operations *)
  Theorem PostProcess_holds : PureDP (PostProcess M) e.  Proof. now apply fact_process_pure. Qed.
  Lemma processed_still f : PureDP (PostProcess M) f -> PureDP M f.
  Proof.
    intros H T A HA x y Hxy z. assert (B := H _ _ (Post M T T identity A HA) x y Hxy z). cbv beta in B. now rewrite !push_identity in B.
  Qed.
  Theorem PostProcess_fails f : f < e -> ~ PureDP (PostProcess M) f.
  Proof. intros L H. apply processed_still in H. revert H. now apply PureDP_fails. Qed.
  Theorem Compose_holds : PureDP (Compose M M) (e + e).  Proof. now apply fact_compose_pure. Qed.
  Theorem Compose_fails f : f < e + e -> ~ PureDP (Compose M M) f.
  Proof.
    intros L H. destruct (coin_ends e) as [H1 [H2 H3]]. destruct (coin_masses e) as [A B].
    assert (C := H _ _ (compose_product (coin e) (coin e) M M (Only (X := bits) (coin e)) (Only (X := bits) (coin e))) true false ltac:(simpl; discriminate) (existT _ (None : index 2) (None : index 2))).
    simpl in C. rewrite !A, !B in C. simpl in C. rewrite H3 in C. set (q := 1 / (1 + exp e)) in *.
    assert (exp f < exp (e + e)) by now apply exp_increasing. rewrite exp_plus in H0. assert (0 < q * q) by nra. nra.
  Qed.
  Theorem Rounds_holds k : PureDP (Rounds M k) (INR k * e).  Proof. now apply fact_repeat_pure. Qed.
  Theorem Rounds_fails k f : f < INR k * e -> ~ PureDP (Rounds M k) f.
  Proof. intros L H. apply rounds_pure in H; lra. Qed.
  Theorem Group_holds k : PureDP (Group M k) (INR k * e).  Proof. now apply fact_group_pure. Qed.
  Theorem Group_fails k f : f < e -> ~ PureDP (Group M (S k)) f.
  Proof.
    intros L H. apply (PureDP_fails f L). intros T A HA x y Hxy. apply (H T A HA).
    exact (Step (X := bits) k x y y Hxy (Stay k y)).
  Qed.
  Theorem Subsample_holds q : 0 <= q <= 1 -> ApproxDP (Subsample M q) (ln (1 + q * (exp e - 1))) (q * 0).
  Proof. intros Hq. apply subsample_approx; try lra. apply ApproxDP_holds. Qed.
  Theorem Subsample_fails : ~ PureDP (Subsample M 1) 0.
  Proof.
    intros H. apply (PureDP_fails 0 He). intros T A HA x y Hxy z.
    assert (B := H _ _ (OnDraw M 1 T A HA) _ _ (Added 1 one sure (fun _ => x) (fun _ => y) (fun _ => Hxy)) z).
    cbv beta in B. rewrite sampled_law in B by lra. rewrite push_mass in B. unfold Sum in B. simpl in B. lra.
  Qed.
  Theorem Parallel_holds : PureDP (Parallel M M) e.
  Proof. generalize (fact_parallel_pure M M e e kept kept). now rewrite Rmax_left by lra. Qed.
  Theorem Parallel_fails f : f < e -> ~ PureDP (Parallel M M) f.
  Proof.
    intros L H. destruct (coin_ends e) as [H1 [H2 H3]]. destruct (coin_masses e) as [A B].
    assert (C := H _ _ (InParallel M M (numbers 2) (fun _ => numbers 2) (coin e) (fun _ => coin e) (Only (X := bits) (coin e)) (fun _ => Only (X := bits) (coin e)))
      (true, true) (false, true) ltac:(left; simpl; split; [discriminate | reflexivity]) (existT _ (None : index 2) (None : index 2))).
    simpl in C. rewrite !A, !B in C. simpl in C. rewrite H3 in C. set (q := 1 / (1 + exp e)) in *.
    assert (exp f < exp e) by now apply exp_increasing.
    assert (K : exp e * (q * (exp e * q)) <= exp f * (q * (exp e * q))) by lra. apply Rmult_le_reg_r in K; [lra |].
    apply Rmult_lt_0_compat; [assumption | apply Rmult_lt_0_compat; [apply exp_pos | assumption]].
  Qed.
End Guarantees.

(* Concrete mechanisms *)
Theorem RandomizedResponse_holds e : 0 <= e -> PureDP (RandomizedResponse e) e.
Proof. apply fact_response. Qed.
Theorem RandomizedResponse_fails e : 0 < e -> ~ PureDP (RandomizedResponse e) 0.
Proof. intros He. now apply PureDP_fails. Qed.
Theorem CanonicalRR_holds e d : 0 <= e -> 0 <= d -> d <= 1 -> ApproxDP (CanonicalRR e d) e d.
Proof. apply fact_canonical. Qed.
Theorem CanonicalRR_fails e d c : 0 <= e -> 0 <= d -> d <= 1 -> c < d -> ~ ApproxDP (CanonicalRR e d) e c.
Proof. intros He Hd Hd1 L H. apply canonical_approx in H; lra. Qed.
(* Noise tells something: the answer 0 is below 0 more often than the answer b. *)
Lemma noise_tells (F : line -> noise) : F 1%Z (Rbar.Finite 0) < F 0%Z (Rbar.Finite 0) -> ~ PureDP (Noisy (X := line) F) 0.
Proof.
  intros L H. assert (C : rising_cuts m_infty [0]) by (split; exact I).
  assert (B := H _ _ (CutUp (X := line) F [0] C) 0%Z 1%Z (or_intror eq_refl) None).
  rewrite exp_0, Rmult_1_l in B. simpl in B. unfold between in B. simpl in B. rewrite !below_low in B. lra.
Qed.
Theorem LaplaceMechanism_holds b s : 0 <= b -> 0 < s -> PureDP (LaplaceMechanism b s) (b / s).
Proof. apply fact_laplace. Qed.
Theorem LaplaceMechanism_fails b s : 0 < b -> 0 < s -> ~ PureDP (LaplaceMechanism b s) 0.
Proof.
  intros Hb Hs. apply noise_tells. simpl. rewrite positive_is by assumption. apply laplace_up. unfold Rdiv. apply Rmult_lt_compat_r; [now apply Rinv_0_lt_compat | lra].
Qed.
Theorem LogisticMechanism_holds b s : 0 <= b -> 0 < s -> PureDP (LogisticMechanism b s) (b / s).
Proof. apply fact_logistic. Qed.
Theorem LogisticMechanism_fails b s : 0 < b -> 0 < s -> ~ PureDP (LogisticMechanism b s) 0.
Proof.
  intros Hb Hs. apply noise_tells. simpl. rewrite positive_is by assumption. apply logistic_up. unfold Rdiv. apply Rmult_lt_compat_r; [now apply Rinv_0_lt_compat | lra].
Qed.
Theorem GaussianMechanism_holds b s : 0 < s -> ZCDP (GaussianMechanism b s) 0 (b ^ 2 / (2 * s ^ 2)).
Proof. apply fact_gaussian_zcdp. Qed.
Theorem GaussianMechanism_fails b s : 0 < b -> 0 < s -> ~ PureDP (GaussianMechanism b s) 0.
Proof.
  intros Hb Hs. apply noise_tells. simpl. rewrite positive_is by assumption. apply Phi_up. assert (0 < 1 * b / s) by (apply Rdiv_lt_0_compat; lra). unfold Rdiv in *. lra.
Qed.
Theorem GeometricMechanism_holds e : 0 < e -> PureDP (GeometricMechanism e) e.
Proof. apply fact_geometric. Qed.
Theorem GeometricMechanism_fails e : 0 < e -> ~ PureDP (GeometricMechanism e) 0.
Proof.
  intros He. apply noise_tells. simpl. rewrite positive_is by assumption.
  generalize (geometric_step e He (up 0 - 1 - 0)) (geometric_at_pos e He (up 0 - 1 - 0)).
  replace (up 0 - 1 - 0 - 1)%Z with (up 0 - 1 - 1)%Z by ring. lra.
Qed.

(* Interactive mechanisms: who tells a bit when asked, and two of them at once *)
Section Interactive.
  Variable e : R.
  Hypothesis He : 0 < e.
  Definition teller : interactive bits := Says (X := bits) (numbers 2) (coin e) (fun _ => Silent).
  Definition asked_teller : interactive bits := Asks bool (fun tells => if tells then teller else Silent).
  Lemma teller_view s : pure e (heard teller s) (view teller s true) (view teller s false) /\ pure e (heard teller s) (view teller s false) (view teller s true).
  Proof.
    generalize (fact_response e (Rlt_le _ _ He)). intros H. apply holds_bits in H. destruct H as [H1 H2].
    destruct s as [f |]; split; intros o; simpl.
    - destruct o as [t o]. simpl. destruct (f t). generalize (H1 t). simpl. lra.
    - destruct o as [t o]. simpl. destruct (f t). generalize (H2 t). simpl. lra.
    - generalize (exp_ge_1 e (Rlt_le _ _ He)). lra.
    - generalize (exp_ge_1 e (Rlt_le _ _ He)). lra.
  Qed.
  Lemma teller_tells f : f < e -> ~ pure f _ (view teller (Some (fun _ => tt)) true) (view teller (Some (fun _ => tt)) false).
  Proof.
    intros L H. destruct (coin_ends e) as [H1 [H2 H3]]. destruct (coin_masses e) as [A B].
    generalize (H (existT (fun _ => one) (None : index 2) tt)). simpl. rewrite A, B. simpl. rewrite H3.
    assert (exp f < exp e) by now apply exp_increasing. nra.
  Qed.
  Theorem InteractiveMechanism_holds : PureDP asked_teller e.
  Proof.
    intros _ _ [C coins s] x y Hxy. unfold pure. replace e with (0 + e) at 1 by ring. apply joint_max; [apply max_same |].
    intros c. destruct (s c) as [[[] q] |]; simpl.
    - destruct x, y; simpl in Hxy; try congruence; apply teller_view.
    - intros o. generalize (exp_ge_1 e (Rlt_le _ _ He)). simpl. lra.
    - intros o. generalize (exp_ge_1 e (Rlt_le _ _ He)). simpl. lra.
  Qed.
  Theorem InteractiveMechanism_fails f : f < e -> ~ PureDP asked_teller f.
  Proof.
    intros L H. apply (teller_tells f L).
    exact (alone (pure f) asked_teller (closed_pure f) H (Some (existT _ true (Some (fun _ => tt)))) true false ltac:(simpl; discriminate)).
  Qed.
  Theorem Concurrent_holds : PureDP (Concurrent asked_teller asked_teller) (e + e).
  Proof. apply fact_concurrent_compose_pure; apply InteractiveMechanism_holds. Qed.
  Definition asks_both : strategy (Concurrent asked_teller asked_teller) :=
    Some (existT _ true (Some (existT _ true (Some (existT _ false (Some (existT _ true (Some (existT _ true (Some (fun _ => Some (existT _ false (Some (fun _ => None)))))))))))))).
  Theorem Concurrent_fails f : f < e + e -> ~ PureDP (Concurrent asked_teller asked_teller) f.
  Proof.
    intros L H. destruct (coin_ends e) as [H1 [H2 H3]]. destruct (coin_masses e) as [A B].
    assert (C := alone (pure f) _ (closed_pure f) H asks_both true false ltac:(simpl; discriminate)).
    generalize (C (existT _ (None : index 2) (existT _ (None : index 2) tt))). simpl. rewrite A, B. simpl. rewrite H3.
    set (q := 1 / (1 + exp e)) in *. assert (E : exp f < exp (e + e)) by now apply exp_increasing. rewrite exp_plus in E.
    assert (0 < q * q) by nra. nra.
  Qed.


  (* A party that tells its bit, and one that does if the other lies *)
  Definition speaker : protocol := Speaks 1 (numbers 2) (coin e) (fun _ => Adjourned).
  Definition trap : protocol := Speaks 2 two (fun _ => bernoulli 0) (fun lie => if lie : bool then speaker else Adjourned).
  Lemma stick_zero (T : space) (P Q : law T) f : (forall z, P z <= exp f * Q z) -> HockeyStick f P Q <= 0.
  Proof.
    intros H. unfold HockeyStick. refine (Rle_trans _ _ _ _ (Req_le _ _ (Sum_zero T))). apply Sum_le; intros z.
    generalize (H z). intros. apply Rmax_lub; lra.
  Qed.
  Lemma coin_ratio b b' t : coin e b t <= exp e * coin e b' t.
  Proof.
    generalize (fact_response e (Rlt_le _ _ He)). intros H. apply holds_bits in H. destruct H as [H1 H2].
    generalize (H1 t) (H2 t) (exp_ge_1 e (Rlt_le _ _ He)) (mass_nonneg (coin e b') t). destruct b, b'; unfold pure, max_at_most; intros; nra.
  Qed.
  Lemma speaker_tells s : 0 < HockeyStick 0 (opposed speaker 1 s true) (opposed speaker 1 s false).
  Proof.
    replace (HockeyStick 0 _ _) with (HockeyStick 0 (coin e true) (coin e false)); [now apply HockeyStick_fails |].
    unfold HockeyStick. cbn [transcript speaker]. rewrite Sum_sigma. apply Sum_ext; intros t. unfold Sum. simpl. rewrite !Rmult_1_r, Rplus_0_r. reflexivity.
  Qed.
  Theorem MaliciousDP_holds : MaliciousDP speaker 1 e 0.
  Proof. intros s b b' _. apply stick_zero. intros [t []]. simpl. rewrite !Rmult_1_r. apply coin_ratio. Qed.
  Theorem MaliciousDP_fails : ~ MaliciousDP speaker 1 0 0.
  Proof. intros H. generalize (H (coin e true, fun _ => tt) true false ltac:(discriminate)) (speaker_tells (coin e true, fun _ => tt)). lra. Qed.
  Theorem CuriousDP_holds : CuriousDP speaker 1 e 0.
  Proof. apply fact_malicious_curious, MaliciousDP_holds. Qed.
  Theorem CuriousDP_fails : ~ CuriousDP speaker 1 0 0.
  Proof.
    intros H. generalize (H (fun _ => true) (fun i => negb (Nat.eqb i 1))). intros C.
    assert (L : HockeyStick 0 (opposed speaker 1 (honest speaker (fun _ => true)) true) (opposed speaker 1 (honest speaker (fun _ => true)) false) <= 0).
    { refine (Rle_trans _ _ _ (Req_le _ _ _) (C _ _)).
      - apply Sum_ext; intros [t []]. reflexivity.
      - intros i N. destruct (Nat.eqb_spec i 1); [contradiction | reflexivity].
      - discriminate. }
    generalize (speaker_tells (honest speaker (fun _ => true))). lra.
  Qed.
  (* Against parties that lie less is hidden. *)
  Theorem trap_curious : CuriousDP trap 1 0 0.
  Proof.
    intros v w _ _. apply stick_zero. intros [[] z]; simpl; rewrite exp_0, weight_inside by lra; ring_simplify; lra.
  Qed.
  Theorem trap_malicious : ~ MaliciousDP trap 1 0 0.
  Proof.
    intros H. assert (C := H (bernoulli 1, fun lie : two => if lie as b return others (if b : bool then speaker else Adjourned) then (coin e true, fun _ => tt) else tt) true false ltac:(discriminate)).
    generalize (speaker_tells (coin e true, fun _ => tt)). intros L. apply (Rlt_irrefl 0). apply Rlt_le_trans with (1 := L).
    refine (Rle_trans _ _ _ (Req_le _ _ _) C). unfold HockeyStick at 2. cbn [transcript trap]. rewrite Sum_sigma, Sum_two.
    unfold HockeyStick. rewrite <- (Rplus_0_r (Sum _ _)). f_equal.
    - apply Sum_ext; intros z. simpl. rewrite weight_inside by lra. rewrite !Rmult_1_l. reflexivity.
    - unfold Sum. simpl. rewrite weight_inside, exp_0, Rmax_right by lra. ring.
  Qed.
End Interactive.

(* What tells nothing tells nothing of a draw; a response tells some of a bit. *)
Theorem MutualInformation_holds {B T : space} (p : law B) (P : law T) : MutualInformation p (fun _ => P) = 0.
Proof.
  unfold MutualInformation. replace (KL _ _) with (KL (Product p P) (Product p P)); [apply KL_holds |].
  apply Sum_ext; intros [b y]. simpl. rewrite Sum_scal_r, mass_one, Rmult_1_l. reflexivity.
Qed.
Section Informed.
  Variable e : R.
  Hypothesis He : 0 < e.
  Theorem MutualInformation_fails : 0 < MutualInformation (bernoulli (1 / 2)) (coin e : kernel two (numbers 2)).
  Proof.
    set (P := joint (fun _ => numbers 2) (bernoulli (1 / 2)) (coin e : kernel two (numbers 2))).
    set (Q := Product (bernoulli (1 / 2)) (push (coin e : kernel two (numbers 2)) (bernoulli (1 / 2)))).
    destruct (coin_ends e) as [H1 [H2 H3]]. destruct (coin_masses e) as [A B].
    assert (E : 1 < exp e) by (rewrite <- exp_0; now apply exp_increasing).
    assert (C : P << Q).
    { intros [b y]. unfold P, Q. simpl. rewrite weight_inside, Sum_two, !A, !B by lra. intros Z. exfalso. revert Z.
      destruct b, y as [[[] |] |]; simpl; nra. }
    assert (L := pinsker P Q C). assert (V : 0 < TotalVariation P Q).
    2: { apply Rlt_le_trans with (2 := L). apply Rmult_lt_0_compat; [lra | now apply pow_lt]. }
    unfold TotalVariation. apply Rdiv_lt_0_compat; [| lra].
    apply Rlt_le_trans with (2 := Sum_term _ (fun x => Rabs (P x - Q x)) (existT _ true (None : index 2)) (fun x => Rabs_pos _)).
    unfold P, Q. simpl. rewrite weight_inside, Sum_two, !A, !B by lra. simpl. rewrite H3. apply Rabs_pos_lt. nra.
  Qed.
  Theorem Capacity_holds : capacity_at_most (RandomizedResponse e) 1 1 e.
  Proof.
    apply fact_capacity_record. apply (fact_zcdp_renyi (RandomizedResponse e) e 0 1 e); [lra | apply response_zcdp_flat; lra | lra].
  Qed.
  Theorem Capacity_fails : ~ capacity_at_most (RandomizedResponse e) 1 1 0.
  Proof.
    intros H. assert (D : blocked (X := bits) 1 1 (pairs two one) (Product (bernoulli (1 / 2)) sure) (fun z => projT1 z)).
    { apply (Block 1 0 two one (bernoulli (1 / 2)) sure (fun (b : two) (_ : one) => b : bits)).
      - intros b. apply NoBlock.
      - intros b b' _. destruct b, b'; first [ apply Stay | apply Step with (2 := Stay 0 _); simpl; discriminate ]. }
    assert (L : MutualInformation (Product (bernoulli (1 / 2)) sure) (fun z : pairs two one => coin e (projT1 z)) <= 0)
      by exact (H (numbers 2) (coin e) (Only (X := bits) (coin e)) _ _ _ D).
    apply (Rle_trans _ _ _ (Req_le _ _ (eq_sym (information_blocks (bernoulli (1 / 2)) sure (fun (b : two) (_ : one) => coin e b))))) in L.
    assert (Z : forall b : two, MutualInformation sure (fun _ : one => coin e b) = 0) by (intros b; apply MutualInformation_holds).
    rewrite (Sum_ext two _ (fun _ => 0)) in L by (intros b; rewrite Z; ring). rewrite Sum_zero, Rplus_0_l in L.
    generalize MutualInformation_fails. intros M.
    replace (MutualInformation (bernoulli (1 / 2)) (fun b : two => push (fun _ : one => coin e b) sure)) with
      (MutualInformation (bernoulli (1 / 2)) (coin e : kernel two (numbers 2))) in L; [lra |].
    rewrite !information_sum. apply Sum_ext; intros b. apply Sum_ext; intros y.
    assert (S : forall c : two, push (fun _ : one => coin e c) sure y = coin e c y).
    { intros c. rewrite push_mass. unfold Sum. simpl. ring. }
    assert (U : push (fun b : two => push (fun _ : one => coin e b) sure) (bernoulli (1 / 2)) y = push (coin e : kernel two (numbers 2)) (bernoulli (1 / 2)) y).
    { refine (Sum_ext two _ _ _). intros c. exact (f_equal (Rmult _) (S c)). }
    rewrite U, S. reflexivity.
  Qed.
End Informed.
