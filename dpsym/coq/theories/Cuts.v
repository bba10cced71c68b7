(* Continuous noise cut at one point: what guarantees say of the masses beyond it, for refutations. *)
From Coq Require Import Reals Lra Psatz List ZArith.
From Coquelicot Require Import Coquelicot.
From dpsym Require Import prelude naturals special Numbers.
From dpsym Require Import Finite Divergences Mechanisms Processing Conversions ApproxConcentrated Noise Laplace Gaussian.
From Interval Require Import Tactic.
Import ListNotations.
Open Scope R_scope.

Definition cut (F : noise) (t : R) : law (numbers 2) := partitioned F [t] (conj I I).
Lemma cut_near {X : databases} (F : X -> noise) (G : guarantee) x y t :
  holds G (Noisy F) -> near x y -> G _ (cut (F x) t) (cut (F y) t).
Proof. intros H. exact (H _ _ (CutUp F [t] (conj I I)) x y). Qed.
Lemma cut_sum (phi : R -> R -> R) F G t :
  Sum (numbers 2) (fun i => phi (cut F t i) (cut G t i)) =
  phi (F (Rbar.Finite t)) (G (Rbar.Finite t)) + phi (1 - F (Rbar.Finite t)) (1 - G (Rbar.Finite t)).
Proof.
  unfold Sum. simpl. unfold between. simpl fst. simpl snd. rewrite !below_low, !below_high, !Rminus_0_r. ring.
Qed.

(* Databases k steps apart in a row *)
Lemma line_chain k : @chain line k (Z.of_nat k) 0%Z.
Proof.
  induction k as [| k IH]; [constructor |].
  apply (Step (X := line) k (Z.of_nat (S k)) (Z.of_nat k)); [left; rewrite Nat2Z.inj_succ; lia | exact IH].
Qed.

Section Gaussian.
  Variables b s : R.
  Hypothesis Hs : 0 < s.
  Lemma gaussian_at (G : guarantee) k t :
    G _ (cut (normal (IZR k * b / positive s)) t) (cut (normal (IZR 0 * b / positive s)) t) ->
    G _ (cut (normal (IZR k * (b / s))) t) (cut (normal 0) t).
  Proof.
    rewrite positive_is by assumption. replace (IZR 0 * b / s) with 0 by (simpl; field; lra).
    now replace (IZR k * b / s) with (IZR k * (b / s)) by (field; lra).
  Qed.
  Lemma gaussian_cut (G : guarantee) t : holds G (GaussianMechanism b s) -> G _ (cut (normal (1 * (b / s))) t) (cut (normal 0) t).
  Proof. intros H. apply (gaussian_at G 1). apply (cut_near _ G _ _ t H). now left. Qed.
  Lemma gaussian_group_cut (G : guarantee) k t : holds G (Group (GaussianMechanism b s) k) ->
    G _ (cut (normal (INR k * (b / s))) t) (cut (normal 0) t).
  Proof. intros H. rewrite INR_IZR_INZ. apply gaussian_at. exact (H _ _ (CutUp _ [t] (conj I I)) _ _ (line_chain k)). Qed.
End Gaussian.

Lemma beyond_normal m t : 1 - normal m (Rbar.Finite t) = Phi (m - t).
Proof. simpl. replace (m - t) with (- (t - m)) by ring. now rewrite Phi_opp. Qed.
Lemma normal_stick_cut e d m t : approx e d _ (cut (normal m) t) (cut (normal 0) t) -> Phi (m - t) - exp e * Phi (0 - t) <= d.
Proof.
  unfold approx, HockeyStick. rewrite (cut_sum (fun p q => Rmax (p - exp e * q) 0)), !beyond_normal. intros H.
  generalize (Rmax_r (normal m (Rbar.Finite t) - exp e * normal 0 (Rbar.Finite t)) 0) (Rmax_l (Phi (m - t) - exp e * Phi (0 - t)) 0). lra.
Qed.
Lemma normal_renyi_cut a r m t : 1 < a -> renyi_at_most a r (cut (normal m) t) (cut (normal 0) t) ->
  exp (a * ln (Phi (m - t)) + (1 - a) * ln (Phi (0 - t))) + exp (a * ln (1 - Phi (m - t)) + (1 - a) * ln (1 - Phi (0 - t))) <= exp ((a - 1) * r).
Proof.
  intros Ha H. apply renyi_moment in H; [| assumption]. destruct H as [_ H]. apply Rle_trans with (2 := H). apply Req_le.
  unfold Moment. rewrite (cut_sum (moment a)), !beyond_normal.
  assert (E : forall m, normal m (Rbar.Finite t) = 1 - Phi (m - t)) by (intros; rewrite <- beyond_normal; ring).
  rewrite !E, !moment_exp by (generalize (Phi_range (m - t)) (Phi_range (0 - t)); lra). apply Rplus_comm.
Qed.

(* False claims about Gaussian noise: at the point where the densities have the ratio exp(e), and where the moment has most. *)
Lemma gaussian_false_approx b s e d : ApproxDP (GaussianMechanism b s) e d -> 0 < s -> forall t,
  Phi (b / s - t) - exp e * Phi (0 - t) <= d.
Proof. intros H Hs t. apply normal_stick_cut. rewrite <- (Rmult_1_l (b / s)). now apply gaussian_cut. Qed.
Lemma gaussian_false_renyi b s a r : RenyiDP (GaussianMechanism b s) a r -> 0 < s -> 1 < a -> forall t,
  exp (a * ln (Phi (b / s - t)) + (1 - a) * ln (Phi (0 - t))) + exp (a * ln (1 - Phi (b / s - t)) + (1 - a) * ln (1 - Phi (0 - t))) <= exp ((a - 1) * r).
Proof. intros H Hs Ha t. apply normal_renyi_cut; [assumption |]. rewrite <- (Rmult_1_l (b / s)). now apply (gaussian_cut b s Hs (renyi a r)). Qed.
Lemma gaussian_false_group b s k a x r : ZCDP (Group (GaussianMechanism b s) k) x r -> 0 < s -> 1 < a -> forall t,
  exp (a * ln (Phi (INR k * (b / s) - t)) + (1 - a) * ln (Phi (0 - t))) +
  exp (a * ln (1 - Phi (INR k * (b / s) - t)) + (1 - a) * ln (1 - Phi (0 - t))) <= exp ((a - 1) * (x + r * a)).
Proof. intros H Hs Ha t. apply normal_renyi_cut; [assumption |]. exact (gaussian_group_cut b s Hs (zcdp x r) k t H a Ha). Qed.
Lemma gaussian_zcdp_renyi {X : databases} (M : mechanism X) x r a : ZCDP M x r -> 1 < a -> RenyiDP M a (x + r * a).
Proof. intros H Ha T A HA y z N. exact (H T A HA y z N a Ha). Qed.

(* What Gaussian noise does guarantee *)
Lemma gaussian_zcdp_shown b s x r : 0 < s -> b ^ 2 / (2 * s ^ 2) <= r -> b ^ 2 / (2 * s ^ 2) <= x + r -> ZCDP (GaussianMechanism b s) x r.
Proof.
  intros Hs Hr Hx T A HA y z N a Ha. apply renyi_more with (2 := fact_gaussian_zcdp b s Hs T A HA y z N a Ha). nra.
Qed.

Lemma gaussian_renyi_shown b s a r : 0 < s -> 1 < a -> b ^ 2 / (2 * s ^ 2) * a <= r -> RenyiDP (GaussianMechanism b s) a r.
Proof.
  intros Hs Ha H T A HA y z N. apply renyi_more with (2 := fact_gaussian_zcdp b s Hs T A HA y z N a Ha). lra.
Qed.

(* Values of the normal distribution function: near 0 by an integral, far below by Mills' ratio *)
Lemma density_derive x : is_derive density x (- (x * density x)).
Proof. unfold density. auto_derive; [trivial |]. unfold Rdiv. field. apply Rgt_not_eq, sqrt_lt_R0. generalize PI_RGT_0. lra. Qed.
Lemma Phi_integral x : Phi x = 1 / 2 + RInt (fun t => exp (- t ^ 2)) 0 (x / sqrt 2) / sqrt PI.
Proof.
  assert (H : 0 < sqrt PI) by apply sqrt_lt_R0, PI_RGT_0. rewrite <- (Ropp_involutive x), Phi_opp. unfold Phi.
  rewrite Ropp_involutive. unfold dpsym_erfc, dpsym_area, dpsym_bell. field. lra.
Qed.
Lemma Phi_mirrored x : Phi x = 1 - Phi (- x).
Proof. rewrite Phi_opp. ring. Qed.
Lemma Phi_small : forall eta, 0 < eta -> exists M, forall x, M < x -> Phi (- x) < eta.
Proof. intros eta He. destruct (Phi_far eta He) as [M HM]. exists M. intros x Hx. rewrite Phi_opp. specialize (HM x Hx). lra. Qed.
Lemma density_small : forall eta, 0 < eta -> exists M, forall x, M < x -> density x < eta.
Proof.
  intros eta He. exists (1 + 2 / eta). intros x Hx. assert (0 < / eta) by now apply Rinv_0_lt_compat.
  assert (H1 : 1 <= sqrt (2 * PI)) by (rewrite <- sqrt_1; apply sqrt_le_1_alt; generalize PI2_1; lra).
  apply Rle_lt_trans with (exp (- (x * x / 2))).
  - unfold density. rewrite <- (Rmult_1_l (exp _)) at 2. apply Rmult_le_compat_r; [left; apply exp_pos |].
    rewrite <- Rinv_1. apply Rinv_le_contravar; lra.
  - rewrite exp_Ropp, <- (Rinv_inv eta). apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; [assumption | apply exp_pos] |].
    apply Rlt_le_trans with (2 := exp_line (x * x / 2)). unfold Rdiv in *. nra.
Qed.
Lemma Phi_mirrored_derive x : is_derive (fun x => Phi (- x)) x (- density x).
Proof.
  evar_last; [apply (is_derive_comp Phi (fun x => - x)); [apply Phi_derive | auto_derive; [trivial | reflexivity]] |].
  unfold scal; simpl; unfold mult; simpl. unfold density. replace (- x * - x) with (x * x) by ring. ring.
Qed.
Lemma Phi_mills x : 0 < x -> density x * (x / (1 + x ^ 2)) <= Phi (- x) <= density x * ((x ^ 2 + 2) / (x ^ 3 + 3 * x)).
Proof.
  intros Hx. assert (D := density_pos). split; apply Rminus_le; apply Ropp_le_cancel; rewrite Ropp_0, Ropp_minus_distr.
  - apply (dpsym_down_far (fun x => Phi (- x) - density x * (x / (1 + x ^ 2))) (fun x => - (density x * (2 / (1 + x ^ 2) ^ 2)))).
    + intros t Ht. evar_last.
      * apply (is_derive_minus (fun x => Phi (- x)) (fun x => density x * (x / (1 + x ^ 2)))); [apply Phi_mirrored_derive |].
        apply (is_derive_mult density (fun x => x / (1 + x ^ 2))); [apply density_derive | | apply Rmult_comm].
        auto_derive; [nra | reflexivity].
      * unfold minus, plus, opp, mult; simpl. field. nra.
    + intros t Ht. rewrite Ropp_involutive. left. apply Rmult_lt_0_compat; [apply D |]. apply Rdiv_lt_0_compat; [lra | apply pow_lt; nra].
    + intros eta He. destruct (density_small eta He) as [M HM]. exists (Rmax 1 M). intros t Ht.
      assert (1 < t) by (apply Rle_lt_trans with (2 := Ht); apply Rmax_l).
      assert (M < t) by (apply Rle_lt_trans with (2 := Ht); apply Rmax_r).
      assert (B : 0 <= t / (1 + t ^ 2) <= 1).
      { split; [apply Rdiv_le_0_compat; nra |]. apply Rmult_le_reg_r with (1 + t ^ 2); [nra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by nra. nra. }
      generalize (Phi_range (- t)) (HM t ltac:(assumption)) (D t). nra.
  - apply (dpsym_down_far (fun x => density x * ((x ^ 2 + 2) / (x ^ 3 + 3 * x)) - Phi (- x)) (fun x => - (density x * (6 / (x ^ 3 + 3 * x) ^ 2)))).
    + intros t Ht. assert (0 < t ^ 3 + 3 * t) by (generalize (pow_lt t 3 ltac:(lra)); lra). evar_last.
      * apply (is_derive_minus (fun x => density x * ((x ^ 2 + 2) / (x ^ 3 + 3 * x))) (fun x => Phi (- x))); [| apply Phi_mirrored_derive].
        apply (is_derive_mult density (fun x => (x ^ 2 + 2) / (x ^ 3 + 3 * x))); [apply density_derive | | apply Rmult_comm].
        auto_derive; [simpl in *; lra | reflexivity].
      * unfold minus, plus, opp, mult; simpl. field. simpl in *. lra.
    + intros t Ht. rewrite Ropp_involutive. left. apply Rmult_lt_0_compat; [apply D |]. apply Rdiv_lt_0_compat; [lra |]. apply pow_lt.
      generalize (pow_lt t 3 ltac:(lra)). lra.
    + intros eta He. destruct (Phi_small eta He) as [M HM]. exists (Rmax 1 M). intros t Ht.
      assert (1 < t) by (apply Rle_lt_trans with (2 := Ht); apply Rmax_l).
      assert (M < t) by (apply Rle_lt_trans with (2 := Ht); apply Rmax_r).
      assert (0 <= density t * ((t ^ 2 + 2) / (t ^ 3 + 3 * t))).
      { apply Rmult_le_pos; [left; apply D |]. apply Rdiv_le_0_compat; [nra |]. generalize (pow_lt t 3 ltac:(lra)). lra. }
      generalize (HM t ltac:(assumption)). lra.
Qed.

Ltac dpsym_normal_value L u := let I := fresh in let B := fresh in let W := fresh in first
  [ assert (I : -1 <= u <= 5) by interval; clear I; rewrite (Phi_integral u) in L;
    interval_intro (u / sqrt 2) with (Tactic.i_prec 80) as W; generalize dependent (u / sqrt 2); intros ? L W;
    match type of L with context [RInt ?f 0 ?x] =>
      integral_intro (RInt f 0 x) with (Tactic.i_relwidth 30) as I; generalize dependent (RInt f 0 x); intros ? L I; clear dependent x end
  | assert (I : u <= -5) by interval; clear I; assert (B := Phi_mills (- u) ltac:(interval)); rewrite Ropp_involutive in B; unfold density in B;
    generalize dependent (Phi u); intros ? L B
  | rewrite (Phi_mirrored u) in L; dpsym_normal_value L (- u) ].
Ltac dpsym_false_values L := repeat match type of L with context [Phi ?u] => dpsym_normal_value L u end;
  exfalso; revert L; apply Rlt_not_le; apply Rminus_gt_0_lt; first [ interval | interval with (Tactic.i_prec 100) ].

(* An outcome whose probability grows by a factor from one database to the other *)
Definition reaches {X : databases} (M : mechanism X) (x y : X) c := exists (T : space) (A : X -> law T) o, M T A /\ 0 < A y o /\ c * A y o <= A x o.
Lemma pure_reaches {X : databases} (M : mechanism X) e x y c : PureDP M e -> near x y -> reaches M x y c -> c <= exp e.
Proof.
  intros H N [T [A [o [HA [P L]]]]]. apply Rmult_le_reg_r with (A y o); [assumption |]. apply Rle_trans with (1 := L). exact (H T A HA x y N o).
Qed.
Lemma reaches_compose {X : databases} (M N : mechanism X) x y c d : 0 <= d -> reaches M x y c -> reaches N x y d -> reaches (Compose M N) x y (c * d).
Proof.
  intros Hd [T [A [o [HA [P L]]]]] [U [B [u [HB [Q K]]]]]. exists (sigma T (fun _ => U)), (fun x => joint (fun _ => U) (A x) (fun _ => B x)), (existT _ o u).
  split; [exact (Composed M N T (fun _ => U) A (fun _ => B) HA (fun _ => HB)) |]. simpl. split; [now apply Rmult_lt_0_compat |].
  replace (c * d * (A y o * B y u)) with (c * A y o * (d * B y u)) by ring.
  apply Rle_trans with (A x o * (d * B y u)); [apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | assumption] |].
  apply Rmult_le_compat_l; [apply mass_nonneg | assumption].
Qed.
Lemma reaches_rounds {X : databases} (M : mechanism X) x y c k : 0 <= c -> reaches M x y c -> reaches (Rounds M k) x y (c ^ k).
Proof.
  intros Hc H. induction k as [| k IH].
  - exists one, (fun _ => sure), tt. split; [constructor |]. simpl. lra.
  - apply reaches_compose; [now apply pow_le | assumption | exact IH].
Qed.
Lemma laplace_reaches b s : 0 <= b -> 0 < s -> reaches (LaplaceMechanism b s) 1%Z 0%Z (exp (b / s)).
Proof.
  intros Hb Hs. exists (numbers 2), (fun i : line => cut (laplace (IZR i * b) s) b), (Some None). split; [exact (CutUp _ [b] (conj I I)) |].
  simpl. unfold between. simpl. rewrite positive_is by assumption.
  replace ((b - 0 * b) / s) with (b / s) by (field; lra). replace ((b - 1 * b) / s) with 0 by (field; lra).
  assert (0 <= b / s) by (apply Rdiv_le_0_compat; lra).
  rewrite !laplace_pos, Ropp_0, exp_0, exp_Ropp by lra. generalize (exp_pos (b / s)). intros P.
  assert (0 < / exp (b / s)) by now apply Rinv_0_lt_compat. split; [lra |].
  replace (exp (b / s) * (1 - (1 - / exp (b / s) / 2))) with (1 / 2) by (field; lra). lra.
Qed.
Ltac dpsym_ratio_of M := lazymatch M with
  | LaplaceMechanism ?b ?s => constr:(exp (b / s))
  | Compose ?M ?N => let c := dpsym_ratio_of M in let d := dpsym_ratio_of N in constr:(c * d)
  | Rounds ?M ?k => let c := dpsym_ratio_of M in constr:(c ^ k)
  end.
Ltac dpsym_reached := lazymatch goal with
  | |- reaches (LaplaceMechanism _ _) _ _ _ => apply laplace_reaches; dpsym_decided
  | |- reaches (Compose _ _) _ _ _ => apply reaches_compose; [ left; apply exp_pos | |]; dpsym_reached
  | |- reaches (Rounds _ _) _ _ _ => apply reaches_rounds; [ left; apply exp_pos |]; dpsym_reached
  end.

Ltac dpsym_false_noise L a := let K := fresh in lazymatch type of L with
  | ApproxDP (GaussianMechanism ?b ?s) ?e ?d => assert (K := gaussian_false_approx b s e d L ltac:(dpsym_decided) (b / s / 2 + e * s / b)); dpsym_false_values K
  | RenyiDP (GaussianMechanism ?b ?s) ?o ?r =>
      assert (K := gaussian_false_renyi b s o r L ltac:(dpsym_decided) ltac:(dpsym_decided) (o * (b / s) - 1)); dpsym_false_values K
  | ZCDP (Group (GaussianMechanism ?b ?s) (dpsym_count ?k)) ?x ?r =>
      assert (K := gaussian_false_group b s _ a x r L ltac:(dpsym_decided) ltac:(lra) (a * (k * (b / s)) - 1));
      rewrite (proj2 (dpsym_count_next k ltac:(dpsym_whole) ltac:(lra))) in K; dpsym_false_values K
  | ZCDP (GaussianMechanism _ _) _ _ => assert (K := gaussian_zcdp_renyi _ _ _ a L ltac:(lra)); dpsym_false_noise K a
  | PureDP ?M ?e => let c := dpsym_ratio_of M in
      assert (K := pure_reaches M e 1%Z 0%Z c L (or_introl eq_refl) ltac:(dpsym_reached)); unfold dpsym_count in K; rewrite ?Raux.Zfloor_IZR in K;
      simpl Z.to_nat in K; dpsym_refuted K
  end.
