(* Poisson sampling: mixtures dominate, and what mixtures keep is kept. *)
From Coq Require Import Reals Lra Psatz List.
From dpsym Require Import Finite Divergences Mechanisms Processing Order Composition Domination Conversions Response Laws.
Open Scope R_scope.

(* The laws of neighbours are images of a mixture and one of its parts, in either order. *)
Lemma sampled_law {X : databases} {T : space} (q : R) (S : space) (w : law S) (more less : S -> X) (A : X -> law T) o :
  0 <= q <= 1 ->
  push (fun s => A (drawn (with_record q S w more less) s)) (chance (with_record q S w more less)) o =
  Sum S (fun s => w s * (q * A (more s) o + (1 - q) * A (less s) o)).
Proof.
  intros Hq. rewrite push_mass. simpl. rewrite Sum_pairs. apply Sum_ext; intros s. rewrite Sum_two. simpl.
  rewrite weight_inside by assumption. ring.
Qed.
Theorem rule_domination_subsample {X : databases} (M : mechanism X) (q : R) (G : guarantee) {S : space} (A B : law S) :
  0 <= q <= 1 -> closed G -> (forall x y, near x y -> dominated_at x y A B M) ->
  G S (Mixture q A B) B -> G S B (Mixture q A B) -> holds G (Subsample M q).
Proof.
  intros Hq HC H G1 G2 _ _ [T C HA] z z' Hz.
  assert (I : forall (V : space) (w : law V) (more less : V -> X), (forall s, near (more s) (less s)) ->
    exists K : kernel S T, forall o,
      push (fun s => C (drawn (with_record q V w more less) s)) (chance (with_record q V w more less)) o = push K (Mixture q A B) o /\
      push (fun s => C (drawn (Draws V w less) s)) (chance (Draws V w less)) o = push K B o).
  { intros V w more less Hn.
    destruct (choice V (fun _ => kernel S T) (fun s K => forall o, C (more s) o = push K A o /\ C (less s) o = push K B o)) as [K HK].
    { intros s. exact (H _ _ (Hn s) T C HA). }
    exists (fun x => push (fun s => K s x) w). intros o. rewrite sampled_law by assumption. rewrite !push_mass. split.
    - rewrite (Sum_ext S _ (fun x => Sum V (fun s => w s * (Mixture q A B x * K s x o)))).
      + rewrite <- Sum_swap. apply Sum_ext; intros s. rewrite Sum_scal. f_equal. destruct (HK s o) as [-> ->]. rewrite !push_mass.
        rewrite <- Sum_lin. apply Sum_ext; intros x. rewrite Mixture_mass by assumption. ring.
      + intros x. rewrite push_mass, <- Sum_scal. apply Sum_ext; intros s. ring.
    - rewrite (Sum_ext S (fun x => B x * push (fun s => K s x) w o) (fun x => Sum V (fun s => w s * (B x * K s x o)))).
      + rewrite <- Sum_swap. apply Sum_ext; intros s. rewrite Sum_scal. f_equal. destruct (HK s o) as [_ E]. exact E.
      + intros x. rewrite push_mass, <- Sum_scal. apply Sum_ext; intros s. ring. }
  destruct Hz as [V w more less Hn | V w more less Hn]; destruct (I V w more less Hn) as [K HK].
  - exact (closed_image G S T (Mixture q A B) B K _ _ HC HK G1).
  - exact (closed_image G S T B (Mixture q A B) K _ _ HC (fun o => conj (proj2 (HK o)) (proj1 (HK o))) G2).
Qed.

(* Amplification, on the canonical pair or any other *)
Lemma mixture_stick {T : space} (P Q : law T) e d q : 0 <= e -> 0 <= q <= 1 -> HockeyStick e P Q <= d -> HockeyStick e Q P <= d ->
  HockeyStick (ln (1 + q * (exp e - 1))) (Mixture q P Q) Q <= q * d /\ HockeyStick (ln (1 + q * (exp e - 1))) Q (Mixture q P Q) <= q * d.
Proof.
  intros He Hq H1 H2. assert (HE := exp_ge_1 e He). assert (HX : 0 < 1 + q * (exp e - 1)) by nra. split.
  - apply Rle_trans with (q * HockeyStick e P Q); [| apply Rmult_le_compat_l; lra].
    unfold HockeyStick. rewrite exp_ln by assumption. rewrite <- Sum_scal. apply Sum_le; intros x. rewrite Mixture_mass by assumption.
    generalize (Rmax_l (P x - exp e * Q x) 0) (Rmax_r (P x - exp e * Q x) 0). intros. apply Rmax_lub; nra.
  - apply Rle_trans with (q * HockeyStick e Q P); [| apply Rmult_le_compat_l; lra].
    unfold HockeyStick. rewrite exp_ln by assumption. rewrite <- Sum_scal. apply Sum_le; intros x. rewrite Mixture_mass by assumption.
    generalize (Rmax_l (Q x - exp e * P x) 0) (Rmax_r (Q x - exp e * P x) 0) (mass_nonneg P x) (mass_nonneg Q x).
    generalize (P x) (Q x) (Rmax (Q x - exp e * P x) 0). intros p s m M1 M2 Hp Hs. revert HE M1. generalize (exp e). intros E HE M1.
    assert (Y : s - (1 + q * (E - 1)) * (q * p + (1 - q) * s) = q * ((1 - (1 - q) * (E - 1)) * s - (1 + q * (E - 1)) * p)) by ring.
    rewrite Y. apply Rmax_lub; [| apply Rmult_le_pos; lra]. apply Rmult_le_compat_l; [lra |].
    destruct (Rle_lt_dec s p).
    + apply Rle_trans with 0; [| assumption]. assert (0 <= (1 - q) * (E - 1)) by (apply Rmult_le_pos; lra).
      assert (0 <= q * (E - 1)) by (apply Rmult_le_pos; lra). nra.
    + apply Rle_trans with (2 := M1). assert (0 <= (1 - q) * (E - 1) * (s - p)) by (repeat apply Rmult_le_pos; lra). lra.
Qed.
Theorem subsample_approx {X : databases} (M : mechanism X) e d q : 0 <= e -> 0 <= d -> d <= 1 -> 0 <= q <= 1 -> ApproxDP M e d ->
  ApproxDP (Subsample M q) (ln (1 + q * (exp e - 1))) (q * d).
Proof.
  intros He Hd Hd1 Hq H.
  assert (F := fact_canonical e d He Hd Hd1). apply holds_bits in F.
  destruct (mixture_stick (canonical e d true) (canonical e d false) e d q He Hq (proj1 F) (proj2 F)) as [G1 G2].
  apply (rule_domination_subsample M q _ (canonical e d true) (canonical e d false) Hq (closed_approx _ _)); try assumption.
  now apply rule_domination_approx.
Qed.

(* What a mixture keeps in every part: closed under maps, and where the first outcome is the same. *)
Definition mixes (G : guarantee) := closed G /\ (forall (T : space) (P : law T), G T P P) /\
  forall (T : space) (U : T -> space) (P : law T) (P' Q' : forall o, law (U o)),
    (forall o, G (U o) (P' o) (Q' o)) -> G (sigma T U) (joint U P P') (joint U P Q').
Lemma mixed G {T U : space} (w : law T) (K L : kernel T U) : mixes G -> (forall s, G U (K s) (L s)) -> G U (push K w) (push L w).
Proof.
  intros [HC [_ HJ]] H. apply (closed_image G (sigma T (fun _ => U)) U (joint (fun _ => U) w K) (joint (fun _ => U) w L) (fun z => identity (projT2 z))).
  - exact HC.
  - assert (E : forall N : kernel T U, forall y, push N w y = push (fun z : sigma T (fun _ => U) => identity (projT2 z)) (joint (fun _ => U) w N) y).
    { intros N y. rewrite !push_mass, Sum_sigma. apply Sum_ext; intros x. simpl.
      rewrite (Sum_ext U _ (fun u => w x * (N x u * (if same U u y then 1 else 0)))) by (intros; ring).
      now rewrite Sum_scal, Sum_point. }
    intros y. now split.
  - now apply HJ.
Qed.
Theorem sampled_keeps {X : databases} (G : guarantee) (M : mechanism X) (q : R) : mixes G -> holds G M -> holds G (Subsample M q).
Proof.
  intros HG H _ _ [T C HA] z z' Hz.
  assert (I : forall (V : space) (w : law V) (more less : V -> X), (forall s, near (more s) (less s)) -> forall o,
    push (fun s => C (drawn (Draws V w less) s)) (chance (Draws V w less)) o =
    push (fun u : pairs V two => C (less (projT1 u))) (Product w (bernoulli q)) o).
  { intros V w more less Hn o. rewrite !push_mass, Sum_pairs. apply Sum_ext; intros s. simpl. rewrite Sum_two. simpl. ring. }
  assert (E : forall (V : space) (w : law V) (more less : V -> X), (forall s, near (more s) (less s)) ->
    mass (push (fun s => C (drawn (Draws V w less) s)) (chance (Draws V w less))) =
    mass (push (fun u : pairs V two => C (less (projT1 u))) (Product w (bernoulli q)))).
  { intros. apply FunctionalExtensionality.functional_extensionality. eapply I; eassumption. }
  destruct Hz as [V w more less Hn | V w more less Hn]; rewrite (E V w more less Hn); apply mixed; try assumption;
    intros [s []]; simpl; try (apply HG); apply (H T C HA); [apply Hn | apply near_sym, Hn].
Qed.
Lemma mixes_renyi a t : 1 <= a -> 0 <= t -> mixes (renyi a t).
Proof.
  intros Ha Ht. split; [now apply closed_renyi |]. split.
  - intros T P. apply renyi_more with (1 := Ht). now apply renyi_same.
  - intros T U P P' Q' H. unfold renyi. replace t with (0 + t) by ring. apply joint_renyi; [assumption | now apply renyi_same | exact H].
Qed.

(* With the record the laws are mixtures with those without it, whatever else is drawn. *)
Theorem sampled_mixtures {X : databases} (G H : guarantee) (M : mechanism X) (q : R) : 0 <= q <= 1 -> mixes H ->
  (forall (T : space) (P Q : law T), G T P Q -> G T Q P -> H T (Mixture q P Q) Q /\ H T Q (Mixture q P Q)) ->
  holds G M -> holds H (Subsample M q).
Proof.
  intros Hq HH I HG _ _ [T C HA] z z' Hz.
  assert (E : forall (V : space) (w : law V) (more less : V -> X),
    mass (push (fun s => C (drawn (with_record q V w more less) s)) (chance (with_record q V w more less))) =
    mass (push (fun s => Mixture q (C (more s)) (C (less s))) w)).
  { intros V w more less. apply FunctionalExtensionality.functional_extensionality. intros o.
    rewrite sampled_law, push_mass by assumption. apply Sum_ext; intros s. now rewrite Mixture_mass. }
  destruct Hz as [V w more less Hn | V w more less Hn]; rewrite (E V w more less); apply mixed; try assumption;
    intros s; simpl; apply I; apply (HG T C HA); (apply Hn || apply near_sym, Hn).
Qed.
Lemma Moment_same {T : space} (P : law T) a : Moment a P P = 1.
Proof. rewrite <- (mass_one P). apply Sum_ext; intros x. apply moment_same, mass_nonneg. Qed.
Lemma mixture_same {T : space} (P : law T) q : 0 <= q <= 1 -> mass (Mixture q P P) = mass P.
Proof. intros Hq. apply FunctionalExtensionality.functional_extensionality. intros o. rewrite Mixture_mass by assumption. ring. Qed.
Lemma mixture_one_side {T : space} (P Q : law T) a t q : 1 < a -> 0 <= q <= 1 -> renyi_at_most a t P Q -> renyi_at_most a t Q P ->
  renyi_at_most a (ln (1 - q + q * exp ((a - 1) * t)) / (a - 1)) (Mixture q P Q) Q /\
  renyi_at_most a (ln (1 - q + q * exp ((a - 1) * t)) / (a - 1)) Q (Mixture q P Q).
Proof.
  intros Ha Hq H1 H2. rewrite !renyi_moment in * by assumption. destruct H1 as [C1 M1], H2 as [C2 M2].
  assert (C : Q << Q) by (intros x; auto).
  assert (Z : 0 < 1 - q + q * exp ((a - 1) * t)).
  { assert (E := exp_pos ((a - 1) * t)). destruct (Rle_lt_dec q (1 / 2)); [assert (0 <= q * exp ((a - 1) * t)) by (apply Rmult_le_pos; lra); lra |].
    assert (0 < q * exp ((a - 1) * t)) by (apply Rmult_lt_0_compat; lra). lra. }
  replace ((a - 1) * (ln (1 - q + q * exp ((a - 1) * t)) / (a - 1))) with (ln (1 - q + q * exp ((a - 1) * t))) by (field; lra).
  rewrite exp_ln by assumption.
  assert (L1 := mixture_Moment P Q Q Q q a Ha (proj1 Hq) (proj2 Hq) C1 C). assert (D1 := mixture_continuous P Q Q Q q Hq C1 C).
  assert (L2 := mixture_Moment Q Q P Q q a Ha (proj1 Hq) (proj2 Hq) C2 C). assert (D2 := mixture_continuous Q Q P Q q Hq C2 C).
  rewrite (mixture_same Q q Hq), Moment_same in *. split; (split; [assumption |]); nra.
Qed.

Section Rows.
  Context {X : databases}.
  Implicit Types M : mechanism X.
  Lemma renyi_least M a t : 1 <= a -> RenyiDP M a t -> 0 <= t.
  Proof.
    intros Ha H. destruct (some_pair M _ H) as [T [P [Q [C L]]]]. apply Rle_trans with (2 := L). now apply renyi_nonneg.
  Qed.
  Lemma fact_sample_renyi : forall M a t q, 1 <= a -> RenyiDP M a t -> RenyiDP (Subsample M q) a t.
  Proof. intros M a t q Ha H. apply sampled_keeps; [| assumption]. apply mixes_renyi; [assumption | now apply renyi_least with M a]. Qed.
  Lemma fact_sample_moment : forall M a t q, RenyiDP M a t -> 1 < a -> 0 <= q -> q <= 1 ->
    RenyiDP (Subsample M q) a (ln (1 - q + q * exp ((a - 1) * t)) / (a - 1)).
  Proof.
    intros M a t q H Ha H0 H1. apply (sampled_mixtures (renyi a t)); [lra | | | assumption].
    - assert (Ht := renyi_least M a t ltac:(lra) H). apply mixes_renyi; [lra |].
      apply Rmult_le_pos; [| left; apply Rinv_0_lt_compat; lra]. rewrite <- ln_1. apply ln_up; [lra |].
      assert (1 <= exp ((a - 1) * t)) by (apply exp_ge_1, Rmult_le_pos; lra). nra.
    - intros T P Q HP HQ. now apply mixture_one_side.
  Qed.
  Lemma fact_sample_zcdp : forall M x r q, ZCDP M x r -> ZCDP (Subsample M q) x r.
  Proof. intros M x r q. rewrite !zcdp_renyi. intros H a Ha. apply fact_sample_renyi; [lra | auto]. Qed.
  Lemma fact_sample_bounded_zcdp : forall M m x r q, BoundedZCDP M m x r -> BoundedZCDP (Subsample M q) m x r.
  Proof.
    intros M m x r q H T A HA y z Hyz a Ha Hm. revert T A HA y z Hyz. change (RenyiDP (Subsample M q) a (x + r * a)).
    apply fact_sample_renyi; [lra |]. intros T A HA y z Hyz. exact (H T A HA y z Hyz a Ha Hm).
  Qed.
End Rows.
