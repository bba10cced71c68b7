(* Rule "identity": divergences written otherwise; and marginals of products, as images of these. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From dpsym Require Import Finite Divergences Mechanisms Processing Composition Domination Order Conversions Variation Rules.
Open Scope R_scope.

Section Products.
  Context {T U : space}.
  Implicit Types P Q : law T.
  Implicit Types R S : law U.

  Lemma product_continuous P Q R S : P << Q -> R << S -> Product P R << Product Q S.
  Proof. intros C C'. now apply joint_continuous. Qed.
  Lemma product_continuous_parts P Q R S : Product P R << Product Q S -> P << Q /\ R << S.
  Proof.
    intros C. destruct (law_positive P) as [x Hx], (law_positive R) as [y Hy]. split.
    - intros z E. assert (H := C (existT _ z y)). simpl in H. rewrite E, Rmult_0_l in H. specialize (H eq_refl).
      apply Rmult_integral in H. destruct H; lra.
    - intros z E. assert (H := C (existT _ x z)). simpl in H. rewrite E, Rmult_0_r in H. specialize (H eq_refl).
      apply Rmult_integral in H. destruct H; lra.
  Qed.
  Lemma product_moment a P Q R S : Moment a (Product P R) (Product Q S) = Moment a P Q * Moment a R S.
  Proof. refine (eq_trans (joint_Moment P Q (fun _ => R) (fun _ => S) a) _). now rewrite Sum_scal_r. Qed.

  Lemma rule_identity_expanded_kl P Q R S : P << Q -> R << S -> KL (Product P R) (Product Q S) = KL P Q + KL R S.
  Proof.
    intros C C'. refine (eq_trans (joint_KL P Q (fun _ => R) (fun _ => S) C (fun _ => C')) _).
    rewrite Sum_scal_r, mass_one. ring.
  Qed.
  Lemma rule_identity_expanded_renyi a P Q R S : 1 <= a -> P << Q -> R << S ->
    Renyi a (Product P R) (Product Q S) = Renyi a P Q + Renyi a R S.
  Proof.
    intros [Ha | <-] C C'; [| rewrite !Renyi_one; now apply rule_identity_expanded_kl].
    rewrite !Renyi_order, product_moment, ln_mult by (lra || now apply Moment_pos). field. lra.
  Qed.
  Lemma rule_identity_multiplied_hellinger P Q R S :
    Hellinger (Product P R) (Product Q S) = 1 - (1 - Hellinger P Q) * (1 - Hellinger R S).
  Proof.
    unfold Hellinger, Product, pairs.
    replace (Sum (sigma T (fun _ => U)) _) with (Sum T (fun x => sqrt (P x * Q x)) * Sum U (fun y => sqrt (R y * S y))); [ring |].
    rewrite Sum_sigma, <- Sum_scal_r. apply Sum_ext; intros x. rewrite <- Sum_scal. apply Sum_ext; intros y. simpl.
    rewrite <- sqrt_mult by (apply Rmult_le_pos; apply mass_nonneg). f_equal. ring.
  Qed.
  Lemma rule_identity_multiplied_chi P Q R S : P << Q -> R << S ->
    ChiSquared (Product P R) (Product Q S) = (1 + ChiSquared P Q) * (1 + ChiSquared R S) - 1.
  Proof.
    intros C C'. rewrite !chi_moment by (assumption || now apply product_continuous).
    rewrite rule_identity_expanded_renyi by (lra || assumption). rewrite exp_plus. ring.
  Qed.
  (* A common factor *)
  Lemma rule_identity_second_stick e P R S : HockeyStick e (Product P R) (Product P S) = HockeyStick e R S.
  Proof. refine (eq_trans (joint_same_stick P (fun _ => R) (fun _ => S) e) _). rewrite Sum_scal_r, mass_one. ring. Qed.
  Lemma rule_identity_first_stick e P Q R : HockeyStick e (Product P R) (Product Q R) = HockeyStick e P Q.
  Proof.
    unfold HockeyStick. rewrite Sum_pairs. apply Sum_ext; intros x. simpl.
    rewrite (Sum_ext U _ (fun y => Rmax (P x - exp e * Q x) 0 * R y)); [rewrite Sum_scal, mass_one; ring |].
    intros y. transitivity (R y * Rmax (P x - exp e * Q x) 0); [| ring]. rewrite <- RmaxRmult by apply mass_nonneg. f_equal; ring.
  Qed.
  Lemma rule_identity_second_variation P R S : TotalVariation (Product P R) (Product P S) = TotalVariation R S.
  Proof. rewrite !variation_stick. apply rule_identity_second_stick. Qed.
  Lemma rule_identity_first_variation P Q R : TotalVariation (Product P R) (Product Q R) = TotalVariation P Q.
  Proof. rewrite !variation_stick. apply rule_identity_first_stick. Qed.
End Products.

Section Largest.
  Context {T U : space}.
  Lemma largest_attained {V : space} (P Q : law V) : P << Q -> exists x, 0 < Q x /\ exp (MaxDivergence P Q) * Q x = P x.
  Proof.
    intros C. destruct (greatest (fun x => P x / Q x) (law_inhabited P)) as [x [Hx H]]. exists x.
    assert (L : largest (points V) (fun x => P x / Q x) = P x / Q x).
    { apply Rle_antisym; [| now apply (largest_ge _ (points V) (fun x => P x / Q x))].
      apply largest_le; [| exact H]. apply Rle_trans with (2 := H x Hx). cbv beta.
      destruct (mass_nonneg Q x) as [Hq | Hq]; [apply Rmult_le_pos; [apply mass_nonneg | left; now apply Rinv_0_lt_compat] |].
      rewrite C by now symmetry. unfold Rdiv. rewrite Rmult_0_l. lra. }
    assert (G := largest_ratio P Q C). rewrite L in G.
    assert (Hq : 0 < Q x).
    { destruct (mass_nonneg Q x) as [Hq | Hq]; [assumption | exfalso]. rewrite C in G by now symmetry. unfold Rdiv in G. rewrite Rmult_0_l in G. lra. }
    split; [assumption |]. unfold MaxDivergence. rewrite L, exp_ln by lra. field. lra.
  Qed.
  Lemma rule_identity_expanded_max (P Q : law T) (R S : law U) : P << Q -> R << S ->
    MaxDivergence (Product P R) (Product Q S) = MaxDivergence P Q + MaxDivergence R S.
  Proof.
    intros C C'. assert (M : max_at_most (MaxDivergence P Q) P Q) by (apply max_divergence; split; [assumption | lra]).
    assert (M' : max_at_most (MaxDivergence R S) R S) by (apply max_divergence; split; [assumption | lra]).
    apply Rle_antisym.
    - apply max_divergence. apply (joint_max P Q (fun _ => R) (fun _ => S)); [assumption | now intros].
    - destruct (largest_attained P Q C) as [x [Hx Ex]], (largest_attained R S C') as [y [Hy Ey]].
      assert (N : max_at_most (MaxDivergence (Product P R) (Product Q S)) (Product P R) (Product Q S)).
      { apply max_divergence. split; [now apply product_continuous | lra]. }
      set (m := MaxDivergence (Product P R) (Product Q S)) in *. specialize (N (existT _ x y)). simpl in N. rewrite <- Ex, <- Ey in N.
      apply Rnot_lt_le. intros L. apply exp_increasing in L. rewrite exp_plus in L.
      apply Rmult_lt_compat_r with (r := Q x * S y) in L; [lra | now apply Rmult_lt_0_compat].
  Qed.
End Largest.

Section Same.
  Context {T : space}.
  Implicit Types P Q : law T.
  Lemma continuous_self P : P << P.
  Proof. now intros x. Qed.
  Lemma rule_identity_same_renyi a P : 1 <= a -> Renyi a P P = 0.
  Proof.
    intros Ha. apply Rle_antisym; [now apply renyi_same | apply renyi_nonneg; [assumption | apply continuous_self]].
  Qed.
  Lemma rule_identity_same_kl P : KL P P = 0.
  Proof. rewrite <- Renyi_one. apply rule_identity_same_renyi. lra. Qed.
  Lemma rule_identity_same_max P : MaxDivergence P P = 0.
  Proof.
    assert (C := continuous_self P). apply Rle_antisym; [apply max_divergence, max_same |].
    unfold MaxDivergence. rewrite <- ln_1. apply ln_up; [lra | now apply largest_ratio].
  Qed.
  Lemma rule_identity_same_variation P : TotalVariation P P = 0.
  Proof. rewrite variation_stick. apply stick_same. lra. Qed.
  Lemma rule_identity_same_chi P : ChiSquared P P = 0.
  Proof. unfold ChiSquared. rewrite <- (Sum_zero T). apply Sum_ext; intros x. unfold Rdiv. ring. Qed.
  Lemma rule_identity_same_hellinger P : Hellinger P P = 0.
  Proof.
    unfold Hellinger. rewrite (Sum_ext T _ P); [rewrite mass_one; ring |].
    intros x. apply sqrt_square, mass_nonneg.
  Qed.
  Lemma rule_identity_second_order P Q : P << Q -> Renyi 2 P Q = ln (1 + ChiSquared P Q).
  Proof.
    intros C. rewrite chi_moment by assumption. replace (1 + (exp (Renyi 2 P Q) - 1)) with (exp (Renyi 2 P Q)) by ring.
    symmetry. apply ln_exp.
  Qed.
  Lemma rule_identity_symmetric_variation P Q : TotalVariation P Q = TotalVariation Q P.
  Proof. unfold TotalVariation. f_equal. apply Sum_ext; intros x. apply Rabs_minus_sym. Qed.
  Lemma rule_identity_symmetric_hellinger P Q : Hellinger P Q = Hellinger Q P.
  Proof. unfold Hellinger. f_equal. apply Sum_ext; intros x. f_equal. apply Rmult_comm. Qed.
  Lemma rule_identity_reflected e P Q : HockeyStick e P Q = 1 - exp e + exp e * HockeyStick (- e) Q P.
  Proof.
    unfold HockeyStick. rewrite <- Sum_scal.
    rewrite (Sum_ext T (fun x => Rmax (P x - exp e * Q x) 0) (fun x => (1 * P x + - exp e * Q x) + exp e * Rmax (Q x - exp (- e) * P x) 0)).
    - rewrite Sum_plus, Sum_lin, !mass_one. ring.
    - intros x. rewrite <- RmaxRmult by (left; apply exp_pos).
      replace (exp e * (Q x - exp (- e) * P x)) with (- (P x - exp e * Q x)).
      + unfold Rmax. repeat destruct Rle_dec; lra.
      + rewrite exp_Ropp. field. apply Rgt_not_eq, exp_pos.
  Qed.
End Same.

(* Marginals are images. *)
Lemma image_self {T : space} (P Q : law T) : image P Q P Q.
Proof. exists identity. intros y. now rewrite !push_identity. Qed.
Definition first_of {T U : space} : kernel (pairs T U) T := fun z => identity (projT1 z).
Definition second_of {T U : space} : kernel (pairs T U) U := fun z => identity (projT2 z).
Lemma image_first {T U : space} (P Q : law T) (R S : law U) : image (Product P R) (Product Q S) P Q.
Proof.
  exists first_of. assert (E : forall (A : law T) (B : law U) y, A y = push first_of (Product A B) y); [| now split].
  intros A B y. rewrite push_mass, Sum_pairs. simpl. rewrite <- (Sum_point T A y) at 1. apply Sum_ext; intros x.
  rewrite (Sum_ext U _ (fun z => (A x * (if same T x y then 1 else 0)) * B z)) by (intros; ring).
  rewrite Sum_scal, mass_one. ring.
Qed.
Lemma image_second {T U : space} (P Q : law T) (R S : law U) : image (Product P R) (Product Q S) R S.
Proof.
  exists second_of. assert (E : forall (A : law T) (B : law U) y, B y = push second_of (Product A B) y); [| now split].
  intros A B y. rewrite push_mass, Sum_pairs. simpl.
  rewrite (Sum_ext T _ (fun x => A x * B y)); [rewrite Sum_scal_r, mass_one; ring |].
  intros x. rewrite (Sum_ext U _ (fun z => A x * (B z * (if same U z y then 1 else 0)))) by (intros; ring).
  rewrite Sum_scal, Sum_point. reflexivity.
Qed.
Lemma image_through {S T U : space} (A B : law S) (P Q : law T) (V W : U -> R) : image A B P Q -> image P Q V W -> image A B V W.
Proof.
  intros [K H] [L H']. exists (fun x => push L (K x)). intros y. destruct (H' y) as [-> ->].
  rewrite <- !push_push. rewrite !push_mass. split; apply Sum_ext; intros z; now rewrite <- (proj1 (H z)) || rewrite <- (proj2 (H z)).
Qed.

Ltac dpsym_marginal := first
  [ apply image_self
  | apply rule_law_domination_product; [ solve [ dpsym_marginal ] | solve [ dpsym_marginal ] ]
  | apply image_through with (1 := image_first _ _ _ _); solve [ dpsym_marginal ]
  | apply image_through with (1 := image_second _ _ _ _); solve [ dpsym_marginal ] ].

Ltac dpsym_split_products := repeat match goal with
  | H : mass (Product _ _) << mass (Product _ _) |- _ => apply product_continuous_parts in H
  | H : _ /\ _ |- _ => destruct H
  end.
Ltac dpsym_continuous_products := first [ assumption | apply continuous_self | apply product_continuous; dpsym_continuous_products ].
(* The ways in which divergences are written otherwise *)
Ltac dpsym_expanded := repeat first
  [ rewrite rule_closed_form_same_stick | rewrite rule_identity_same_variation | rewrite rule_identity_same_hellinger
  | rewrite rule_identity_same_kl | rewrite rule_identity_same_max | rewrite rule_identity_same_chi
  | rewrite rule_identity_same_renyi by lra | rewrite Renyi_one
  | rewrite rule_identity_second_stick | rewrite rule_identity_first_stick
  | rewrite rule_identity_second_variation | rewrite rule_identity_first_variation
  | rewrite rule_identity_expanded_kl by dpsym_continuous_products
  | rewrite rule_identity_expanded_max by dpsym_continuous_products
  | rewrite rule_identity_expanded_renyi by (lra || dpsym_continuous_products) ];
  first [ reflexivity | ring | rewrite Rmax_comm; reflexivity ].
Ltac dpsym_multiplied := repeat first
  [ rewrite rule_identity_multiplied_hellinger | rewrite rule_identity_multiplied_chi by dpsym_continuous_products ]; ring.
Ltac dpsym_second_order := rewrite rule_identity_second_order by assumption; reflexivity.
Ltac dpsym_symmetric := first [ apply rule_identity_symmetric_variation | apply rule_identity_symmetric_hellinger ].
Ltac dpsym_reflected := refine (eq_trans (rule_identity_reflected _ _ _) _);
  match goal with |- context [HockeyStick (- ?a) _ _] => match goal with |- _ = ?r => match r with context [HockeyStick ?b _ _] =>
    replace (- a) with b by ring end end end; ring.
