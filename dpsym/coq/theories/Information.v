(* What a mechanism tells of a database that is drawn at random. *)
From Coq Require Import Reals Lra Psatz List.
From dpsym Require Import Finite Divergences Mechanisms Processing Composition Domination Order Conversions Laws Groups.
Open Scope R_scope.

(* Of what is drawn and what is said: the divergence of both together from both independently *)
Definition MutualInformation {B T : space} (p : law B) (A : kernel B T) :=
  KL (joint (fun _ => T) p A) (Product p (push A p)).

(* A draw of m blocks one after the other, each independent of the others, of which any, changed
   alone, moves the database by at most l steps between neighbours. *)
Inductive blocked {X : databases} (l : nat) : nat -> forall B : space, law B -> (B -> X) -> Prop :=
| NoBlock x : blocked l 0 one sure (fun _ => x)
| Block m (B C : space) (p : law B) (q : law C) (db : B -> C -> X) :
    (forall b, blocked l m C q (db b)) -> (forall b b' c, chain l (db b c) (db b' c)) ->
    blocked l (S m) (pairs B C) (Product p q) (fun z => db (projT1 z) (projT2 z)).

(* Capacity(M, m, l) <= x; Capacity(M, l) is that of one block. *)
Definition capacity_at_most {X} (M : mechanism X) (m l : nat) x :=
  forall (T : space) (A : X -> law T), M T A -> forall B p db, blocked l m B p db ->
  MutualInformation p (fun b => A (db b)) <= x.

Lemma information_sum {B T : space} (p : law B) (A : kernel B T) :
  MutualInformation p A = Sum B (fun b => Sum T (fun y => entropy (p b * A b y) (p b * push A p y))).
Proof. unfold MutualInformation, KL. now rewrite Sum_sigma. Qed.
Lemma push_part {B T : space} (p : law B) (A : kernel B T) b y : p b * A b y <= push A p y.
Proof.
  rewrite push_mass. apply (Sum_term B (fun x => p x * A x y)). intros. apply Rmult_le_pos; apply mass_nonneg.
Qed.

(* A mean by way of another *)
Lemma entropy_through a q r s : 0 <= a -> 0 <= q -> (0 < a -> 0 < q) -> (0 < a -> 0 < r) -> (0 < a -> 0 < s) ->
  entropy a (q * s) = entropy a (q * r) + a * ln (r / s).
Proof.
  intros [Ha | <-] Hq Pq Pr Ps; [| rewrite !entropy_0; ring]. specialize (Pq Ha). specialize (Pr Ha). specialize (Ps Ha).
  rewrite !entropy_pos by assumption. rewrite !ln_div, !ln_mult by (try apply Rmult_lt_0_compat; assumption). ring.
Qed.
Lemma entropy_scaled t a b : 0 < t -> entropy (t * a) (t * b) = t * entropy a b.
Proof.
  intros Ht. unfold entropy. destruct (Rle_dec a 0) as [L | L], (Rle_dec (t * a) 0) as [M | M]; try nra.
  replace (t * a / (t * b)) with (a / b); [ring |]. destruct (Req_dec b 0) as [-> | N].
  - rewrite Rmult_0_r. unfold Rdiv. rewrite Rinv_0. ring.
  - field. lra.
Qed.
Lemma compensated {B T : space} (p : law B) (A : kernel B T) (s : T -> R) y : within (push A p y) (s y) -> 0 <= s y ->
  Sum B (fun b => entropy (p b * A b y) (p b * s y)) = Sum B (fun b => entropy (p b * A b y) (p b * push A p y)) + entropy (push A p y) (s y).
Proof.
  intros W Hs. set (r := push A p y).
  assert (E : entropy r (s y) = Sum B (fun b => p b * A b y * ln (r / s y))).
  { rewrite Sum_scal_r. rewrite <- push_mass. fold r. destruct (mass_nonneg (push A p) y) as [H | H]; fold r in H.
    - now apply entropy_pos.
    - rewrite <- H. rewrite entropy_0. ring. }
  rewrite E, <- Sum_plus. apply Sum_ext; intros b.
  assert (P : 0 <= p b * A b y) by (apply Rmult_le_pos; apply mass_nonneg). assert (L := push_part p A b y). fold r in L.
  assert (R : 0 < p b * A b y -> 0 < s y).
  { intros H. destruct Hs as [Hs | Hs]; [assumption | exfalso]. symmetry in Hs. apply W in Hs. fold r in Hs. lra. }
  apply entropy_through; try assumption; [apply mass_nonneg | | intros; lra].
  intros H. destruct (mass_nonneg (p) b) as [Hb | Hb]; [assumption | rewrite <- Hb in H; lra].
Qed.

(* What one block tells, while others are drawn *)
Section Block.
  Context {B C T : space} (p : law B) (q : law C) (A : B -> C -> law T).
  Let W : law (pairs B (pairs B C)) := Product p (Product p q).
  Let K : kernel (sigma (pairs B (pairs B C)) (fun _ => T)) (pairs B T) :=
    fun z => Product (identity (projT1 (projT1 z))) (identity (projT2 z)).
  Lemma picked (V : B -> B -> C -> law T) b y :
    push K (joint (fun _ => T) W (fun w => V (projT1 w) (projT1 (projT2 w)) (projT2 (projT2 w)))) (existT _ b y) =
    p b * Sum B (fun b' => p b' * Sum C (fun c => q c * V b b' c y)).
  Proof.
    rewrite push_mass, Sum_sigma.
    rewrite (Sum_ext _ _ (fun w : pairs B (pairs B C) => W w * V (projT1 w) (projT1 (projT2 w)) (projT2 (projT2 w)) y * (if same B (projT1 w) b then 1 else 0))).
    2: { intros w. cbn [joint mass projT1 projT2].
      rewrite (Sum_ext T _ (fun v => W w * (if same B (projT1 w) b then 1 else 0) * (V (projT1 w) (projT1 (projT2 w)) (projT2 (projT2 w)) v * (if same T v y then 1 else 0)))).
      - rewrite Sum_scal, Sum_point. ring.
      - intros v. simpl. ring. }
    rewrite Sum_pairs.
    rewrite (Sum_ext B _ (fun v => p v * Sum B (fun b' => p b' * Sum C (fun c => q c * V v b' c y)) * (if same B v b then 1 else 0))).
    - apply (Sum_point B (fun v => p v * Sum B (fun b' => p b' * Sum C (fun c => q c * V v b' c y)))).
    - intros v. rewrite <- Sum_scal, <- Sum_scal_r, Sum_pairs. apply Sum_ext; intros b'.
      rewrite <- !Sum_scal, <- Sum_scal_r. apply Sum_ext; intros c. simpl. ring.
  Qed.
  Lemma one_block t : (forall b b' c, renyi_at_most 1 t (A b c) (A b' c)) -> MutualInformation p (fun b => push (A b) q) <= t.
  Proof.
    intros H. apply (renyi_kl t (joint (fun _ => T) p (fun b => push (A b) q)) (Product p (push (fun b => push (A b) q) p))).
    apply (closed_image (renyi 1 t) _ _ (joint (fun _ => T) W (fun w => A (projT1 w) (projT2 (projT2 w))))
      (joint (fun _ => T) W (fun w => A (projT1 (projT2 w)) (projT2 (projT2 w)))) K); [now apply closed_renyi; lra | |].
    - intros [b y].
      rewrite (picked (fun b _ c => A b c)), (picked (fun _ b c => A b c)). simpl. split; f_equal.
      rewrite Sum_scal_r, mass_one. ring.
    - unfold renyi. replace t with (0 + t) by ring. apply joint_renyi; [lra | apply renyi_same; lra | intros w; apply H].
  Qed.
End Block.

Lemma information_blocks {B C T : space} (p : law B) (q : law C) (A : B -> C -> law T) :
  MutualInformation (Product p q) (fun z => A (projT1 z) (projT2 z)) =
  Sum B (fun b => p b * MutualInformation q (A b)) + MutualInformation p (fun b => push (A b) q).
Proof.
  rewrite !information_sum. rewrite Sum_pairs.
  assert (M : forall y, push (fun z : pairs B C => A (projT1 z) (projT2 z)) (Product p q) y = push (fun b => push (A b) q) p y).
  { intros y. rewrite !push_mass, Sum_pairs. apply Sum_ext; intros b. rewrite push_mass, <- Sum_scal. apply Sum_ext; intros c. simpl. ring. }
  rewrite <- Sum_plus. apply Sum_ext; intros b. rewrite information_sum, <- Sum_scal.
  rewrite (Sum_swap C T). rewrite (Sum_ext C _ (fun c => Sum T (fun y => p b * entropy (q c * A b c y) (q c * push (A b) q y)))) by (intros c; now rewrite Sum_scal).
  rewrite (Sum_swap C T), <- Sum_plus. apply Sum_ext; intros y.
  set (s := push (fun b => push (A b) q) p y).
  destruct (mass_nonneg p b) as [Hb | Hb].
  2: { rewrite <- Hb. rewrite Rmult_0_l, entropy_0, Rplus_0_r. apply Sum_ext; intros c. simpl. rewrite <- Hb, !Rmult_0_l, entropy_0. ring. }
  assert (L : p b * push (A b) q y <= s) by apply (push_part p (fun b => push (A b) q)).
  assert (R := mass_nonneg (push (A b) q) y).
  rewrite (Sum_ext C _ (fun c => p b * entropy (q c * A b c y) (q c * s))).
  - rewrite Sum_scal, (compensated q (A b) (fun _ => s) y), Rmult_plus_distr_l.
    + f_equal; [now rewrite Sum_scal | now rewrite entropy_scaled].
    + intros Z. fold s in Z. destruct R as [R | R]; [nra | now symmetry].
    + apply mass_nonneg.
  - intros c. cbn [Product joint mass projT1 projT2]. rewrite M. fold s. rewrite !Rmult_assoc. apply entropy_scaled. assumption.
Qed.

Lemma information_blocked {X : databases} {T : space} (A : X -> law T) l t :
  (forall x y, chain l x y -> renyi_at_most 1 t (A x) (A y)) ->
  forall m B p db, blocked l m B p db -> MutualInformation p (fun b => A (db b)) <= INR m * t.
Proof.
  intros H m B p db D. induction D as [x | m B C p q db D IH L].
  - rewrite information_sum. unfold Sum at 1. simpl. rewrite Rmult_0_l, Rplus_0_r. right. rewrite <- (Sum_zero T). apply Sum_ext; intros y.
    unfold Sum. simpl. rewrite !Rmult_1_l, Rplus_0_r. unfold entropy. destruct Rle_dec as [| N]; [reflexivity |].
    unfold Rdiv. rewrite Rinv_r, ln_1 by lra. ring.
  - rewrite (information_blocks p q (fun b c => A (db b c))), S_INR. replace ((INR m + 1) * t) with (INR m * t + t) by ring.
    apply Rplus_le_compat.
    + replace (INR m * t) with (Sum B (fun b => p b * (INR m * t))) by (rewrite Sum_scal_r, mass_one; ring).
      apply Sum_le; intros b. apply Rmult_le_compat_l; [apply mass_nonneg | apply IH].
    + apply (one_block p q (fun b c => A (db b c))). intros b b' c. apply H, L.
Qed.

Section Capacity.
  Context {X : databases}.
  Implicit Types M : mechanism X.
  Lemma fact_capacity : forall M l t m, RenyiDP (Group M l) 1 t -> capacity_at_most M m l (INR m * t).
  Proof.
    intros M l t m H T A HA B p db D. apply (information_blocked A l t); [| assumption].
    intros x y C. exact (H T A HA x y C).
  Qed.
  Lemma fact_capacity_one : forall M l t, RenyiDP (Group M l) 1 t -> capacity_at_most M 1 l t.
  Proof. intros M l t H. replace t with (INR 1 * t) by (simpl; ring). now apply fact_capacity. Qed.
  Lemma chain_one (x y : X) : chain 1 x y -> x = y \/ near x y.
  Proof. intros C. inversion C as [| k a b c H D]; subst; [now left | right]. now inversion D; subst. Qed.
  Lemma fact_capacity_single : forall M t m, RenyiDP M 1 t -> capacity_at_most M m 1 (INR m * t).
  Proof.
    intros M t m H T A HA B p db D. apply (information_blocked A 1 t); [| assumption].
    intros x y C. apply chain_one in C. destruct C as [<- | C]; [| exact (H T A HA x y C)].
    destruct (near_some X) as [z [w Hzw]].
    assert (N : 0 <= t) by (apply Rle_trans with (Renyi 1 (A z) (A w)); [apply renyi_nonneg; [lra |] |]; now apply (H T A HA z w Hzw)).
    destruct (renyi_same (A x) 1 ltac:(lra)) as [C S]. split; [assumption | lra].
  Qed.
  Lemma fact_capacity_record : forall M t, RenyiDP M 1 t -> capacity_at_most M 1 1 t.
  Proof. intros M t H. replace t with (INR 1 * t) by (simpl; ring). now apply fact_capacity_single. Qed.
End Capacity.
