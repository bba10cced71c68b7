(* Finite sums, spaces, laws and kernels. *)
From Coq Require Import Reals Lra Psatz List Eqdep_dec Bool FinFun FunctionalExtensionality.
Import ListNotations.
Open Scope R_scope.
Set Implicit Arguments.

Fixpoint sum {A : Type} (l : list A) (f : A -> R) : R :=
  match l with [] => 0 | x :: r => f x + sum r f end.

Lemma sum_ext_in A (l : list A) f g : (forall x, In x l -> f x = g x) -> sum l f = sum l g.
Proof. induction l; simpl; intros H; [reflexivity | rewrite (H a), IHl; auto]. Qed.

Lemma sum_ext A (l : list A) f g : (forall x, f x = g x) -> sum l f = sum l g.
Proof. intros; apply sum_ext_in; auto. Qed.

Lemma sum_le_in A (l : list A) f g : (forall x, In x l -> f x <= g x) -> sum l f <= sum l g.
Proof. induction l; simpl; intros H; [lra | apply Rplus_le_compat; auto]. Qed.

Lemma sum_le A (l : list A) f g : (forall x, f x <= g x) -> sum l f <= sum l g.
Proof. intros; apply sum_le_in; auto. Qed.

Lemma sum_plus A (l : list A) f g : sum l (fun x => f x + g x) = sum l f + sum l g.
Proof. induction l; simpl; [lra | rewrite IHl; lra]. Qed.

Lemma sum_scal A (l : list A) c f : sum l (fun x => c * f x) = c * sum l f.
Proof. induction l; simpl; [lra | rewrite IHl; lra]. Qed.

Lemma sum_scal_r A (l : list A) c f : sum l (fun x => f x * c) = sum l f * c.
Proof. induction l; simpl; [lra | rewrite IHl; lra]. Qed.

Lemma sum_zero A (l : list A) : sum l (fun _ => 0) = 0.
Proof. induction l; simpl; lra. Qed.

Lemma sum_nonneg A (l : list A) f : (forall x, 0 <= f x) -> 0 <= sum l f.
Proof. intros H. rewrite <- (sum_zero l). apply sum_le; auto. Qed.

Lemma sum_term A (l : list A) f x : (forall x, 0 <= f x) -> In x l -> f x <= sum l f.
Proof.
  intros H. induction l; simpl; [tauto |]. intros [-> | Hx].
  - generalize (sum_nonneg l _ H). lra.
  - generalize (IHl Hx) (H a). lra.
Qed.

Lemma sum_swap A B (l : list A) (m : list B) f :
  sum l (fun x => sum m (fun y => f x y)) = sum m (fun y => sum l (fun x => f x y)).
Proof. induction l; simpl; [now rewrite sum_zero | now rewrite IHl, sum_plus]. Qed.

Lemma sum_app A (l m : list A) f : sum (l ++ m) f = sum l f + sum m f.
Proof. induction l; simpl; [lra | rewrite IHl; lra]. Qed.

Lemma sum_map A B (h : A -> B) l f : sum (map h l) f = sum l (fun x => f (h x)).
Proof. induction l; simpl; congruence. Qed.

Lemma sum_flat_map A B (h : A -> list B) l f :
  sum (flat_map h l) f = sum l (fun x => sum (h x) f).
Proof. induction l; simpl; [reflexivity | now rewrite sum_app, IHl]. Qed.

(* A finite space: a type with decidable equality, and a list of its points, each once. *)
Record space := Space {
  point :> Type;
  same : forall x y : point, {x = y} + {x <> y};
  points : list point;
  full : forall x, In x points;
  once : NoDup points }.

Definition Sum (T : space) (f : T -> R) : R := sum (points T) f.

(* A law on a finite space. *)
Record law (T : space) := Law {
  mass :> T -> R;
  mass_nonneg : forall x, 0 <= mass x;
  mass_one : Sum T mass = 1 }.

Definition kernel (T U : space) := T -> law U.

Section Sums.
  Variables T U : space.
  Implicit Types f g : T -> R.
  Lemma Sum_ext f g : (forall x, f x = g x) -> Sum T f = Sum T g.
  Proof. apply sum_ext. Qed.
  Lemma Sum_le f g : (forall x, f x <= g x) -> Sum T f <= Sum T g.
  Proof. apply sum_le. Qed.
  Lemma Sum_plus f g : Sum T (fun x => f x + g x) = Sum T f + Sum T g.
  Proof. apply sum_plus. Qed.
  Lemma Sum_scal c f : Sum T (fun x => c * f x) = c * Sum T f.
  Proof. apply sum_scal. Qed.
  Lemma Sum_scal_r c f : Sum T (fun x => f x * c) = Sum T f * c.
  Proof. apply sum_scal_r. Qed.
  Lemma Sum_lin a b f g : Sum T (fun x => a * f x + b * g x) = a * Sum T f + b * Sum T g.
  Proof. now rewrite Sum_plus, !Sum_scal. Qed.
  Lemma Sum_swap (f : T -> U -> R) : Sum T (fun x => Sum U (f x)) = Sum U (fun y => Sum T (fun x => f x y)).
  Proof. apply sum_swap. Qed.
  Lemma Sum_zero : Sum T (fun _ => 0) = 0.
  Proof. apply sum_zero. Qed.
  Lemma Sum_nonneg f : (forall x, 0 <= f x) -> 0 <= Sum T f.
  Proof. apply sum_nonneg. Qed.
  Lemma Sum_term f x : (forall x, 0 <= f x) -> f x <= Sum T f.
  Proof. intros; apply sum_term; [assumption | apply full]. Qed.
End Sums.

Lemma mass_le_one (T : space) (P : law T) x : P x <= 1.
Proof. rewrite <- (mass_one P). apply Sum_term, mass_nonneg. Qed.

Lemma law_inhabited (T : space) (P : law T) : points T <> [].
Proof. intros N. generalize (mass_one P). unfold Sum. rewrite N. simpl. lra. Qed.

(* A law with given masses. *)
Lemma make (U : space) (f : U -> R) : (forall y, 0 <= f y) -> Sum U f = 1 -> exists L : law U, forall y, L y = f y.
Proof. intros H1 H2. now exists (Law U f H1 H2). Qed.

Lemma law_ge_eq (T : space) (A B : law T) : (forall y, A y <= B y) -> forall y, A y = B y.
Proof.
  intros H y. assert (D : Sum T (fun y => 1 * B y + -1 * A y) = 0) by (rewrite Sum_lin, !mass_one; ring).
  assert (Z : 1 * B y + -1 * A y <= Sum T (fun y => 1 * B y + -1 * A y)).
  { apply (Sum_term T (fun y => 1 * B y + -1 * A y)). intros z. generalize (H z). lra. }
  generalize (H y). lra.
Qed.

(* The image of a law under a kernel. *)
Program Definition push (T U : space) (K : kernel T U) (P : law T) : law U :=
  Law U (fun y => Sum T (fun x => P x * K x y)) _ _.
Next Obligation. apply Sum_nonneg; intros. apply Rmult_le_pos; apply mass_nonneg. Qed.
Next Obligation.
  rewrite <- Sum_swap. rewrite <- (mass_one P). apply Sum_ext; intros x.
  rewrite Sum_scal, mass_one; lra.
Qed.

Lemma push_mass (T U : space) (K : kernel T U) (P : law T) y : push K P y = Sum T (fun x => P x * K x y).
Proof. reflexivity. Qed.

(* The map that keeps every point. *)
Lemma sum_point (T : space) (l : list T) (f : T -> R) o : NoDup l -> In o l ->
  sum l (fun x => f x * (if same T x o then 1 else 0)) = f o.
Proof.
  induction 1 as [| x l Hx Hl IH]; simpl; [tauto |]. destruct (same T x o) as [-> | N]; intros H.
  - rewrite (sum_ext_in _ _ (fun _ => 0)); [rewrite sum_zero; lra |].
    intros y Hy. destruct (same T y o); [subst; contradiction | ring].
  - rewrite IH; [lra |]. now destruct H.
Qed.
Lemma Sum_point (T : space) (f : T -> R) o : Sum T (fun x => f x * (if same T x o then 1 else 0)) = f o.
Proof. apply sum_point; [apply once | apply full]. Qed.
Program Definition identity (T : space) : kernel T T := fun x => Law T (fun y => if same T x y then 1 else 0) _ _.
Next Obligation. destruct same; lra. Qed.
Next Obligation.
  refine (eq_trans _ (Sum_point T (fun _ => 1) x)). apply Sum_ext; intros y.
  destruct (same T x y), (same T y x); subst; try congruence; lra.
Qed.
Lemma push_identity (T : space) (P : law T) y : push (@identity T) P y = P y.
Proof. apply Sum_point. Qed.
Arguments identity {T}.

(* A weight, which outside [0, 1] counts as the nearer end. *)
Definition weight (t : R) : R := Rmax 0 (Rmin 1 t).
Lemma weight_range t : 0 <= weight t <= 1.
Proof. unfold weight, Rmax, Rmin. destruct (Rle_dec 1 t); destruct Rle_dec; lra. Qed.
Lemma weight_inside t : 0 <= t <= 1 -> weight t = t.
Proof. unfold weight, Rmax, Rmin. destruct (Rle_dec 1 t); destruct Rle_dec; lra. Qed.

(* t*P + (1 - t)*Q *)
Program Definition Mixture (T : space) (t : R) (P Q : law T) : law T :=
  Law T (fun x => weight t * P x + (1 - weight t) * Q x) _ _.
Next Obligation.
  generalize (mass_nonneg P x) (mass_nonneg Q x) (weight_range t). intros.
  apply Rplus_le_le_0_compat; apply Rmult_le_pos; lra.
Qed.
Next Obligation. rewrite Sum_lin, !mass_one. ring. Qed.

Lemma Mixture_mass (T : space) t (P Q : law T) x : 0 <= t <= 1 -> Mixture t P Q x = t * P x + (1 - t) * Q x.
Proof. intros H. simpl. now rewrite weight_inside. Qed.

(* Pairs of which the second point lies in a space that the first chooses. *)
Lemma existT_same (T : space) (U : T -> space) x (y z : U x) : existT U x y = existT U x z -> y = z.
Proof. apply inj_pair2_eq_dec, same. Qed.

Definition sigma_same (T : space) (U : T -> space) (z w : {x : T & U x}) : {z = w} + {z <> w}.
Proof.
  destruct z as [x y], w as [x' y']. destruct (same T x x') as [<- | N]; [| right; congruence].
  destruct (same (U x) y y') as [<- | N]; [now left |]. right. intros H. now apply existT_same in H.
Defined.

Program Definition sigma (T : space) (U : T -> space) : space :=
  @Space {x : T & U x} (@sigma_same T U)
    (flat_map (fun x => map (existT _ x) (points (U x))) (points T)) _ _.
Next Obligation. apply in_flat_map. exists x. split; [apply full | apply in_map, full]. Qed.
Next Obligation.
  generalize (once T). induction (points T) as [| x l IH]; simpl; intros H; [constructor |].
  inversion_clear H as [| ? ? Hx Hl]. specialize (IH Hl). clear Hl.
  generalize (once (U x)). induction (points (U x)) as [| y m IHm]; simpl; intros H; [assumption |].
  inversion_clear H as [| ? ? Hy Hm]. constructor; [| auto].
  intros H. apply in_app_or in H. destruct H as [H | H].
  - apply in_map_iff in H. destruct H as [z [E Hz]]. apply existT_same in E. now subst.
  - apply in_flat_map in H. destruct H as [z [Hz E]]. apply in_map_iff in E.
    destruct E as [w [E _]]. apply Hx. now injection E as ->.
Qed.

Lemma Sum_sigma (T : space) (U : T -> space) f :
  Sum (sigma T U) f = Sum T (fun x => Sum (U x) (fun y => f (existT _ x y))).
Proof. unfold Sum; simpl. rewrite sum_flat_map. apply sum_ext; intros; apply sum_map. Qed.

(* A first outcome, then a second by a law that it chooses. *)
Program Definition joint (T : space) (U : T -> space) (P : law T) (K : forall x, law (U x)) : law (sigma T U) :=
  Law (sigma T U) (fun z => P (projT1 z) * K (projT1 z) (projT2 z)) _ _.
Next Obligation. apply Rmult_le_pos; apply mass_nonneg. Qed.
Next Obligation.
  rewrite Sum_sigma; simpl. rewrite <- (mass_one P). apply Sum_ext; intros x.
  now rewrite Sum_scal, mass_one, Rmult_1_r.
Qed.

(* Independent draws. *)
Definition pairs (T U : space) : space := sigma T (fun _ => U).
Definition Product (T U : space) (P : law T) (Q : law U) : law (pairs T U) := joint _ P (fun _ => Q).

Lemma Sum_pairs (T U : space) f : Sum (pairs T U) f = Sum T (fun x => Sum U (fun y => f (existT _ x y))).
Proof. apply Sum_sigma. Qed.

(* One point; two points; n points. *)
Program Definition one : space := @Space unit _ [tt] _ _.
Next Obligation. left; now destruct x, y. Qed.
Next Obligation. destruct x; auto. Qed.
Next Obligation. constructor; [auto | constructor]. Qed.

Program Definition sure : law one := Law one (fun _ => 1) _ _.
Next Obligation. lra. Qed.
Next Obligation. unfold Sum; simpl; lra. Qed.

Program Definition two : space := @Space bool bool_dec [true; false] _ _.
Next Obligation. destruct x; auto. Qed.
Next Obligation. repeat constructor; simpl; intuition congruence. Qed.

Lemma Sum_two (f : two -> R) : Sum two f = f true + f false.
Proof. unfold Sum. simpl. lra. Qed.

Fixpoint index (n : nat) : Type := match n with O => Empty_set | S n => option (index n) end.
Fixpoint indices (n : nat) : list (index n) := match n with O => [] | S n => None :: map Some (indices n) end.
Definition index_same (n : nat) : forall x y : index n, {x = y} + {x <> y}.
Proof. induction n; intros x y; [destruct x | simpl in *; decide equality]. Defined.
Definition numbers (n : nat) : space.
Proof.
  refine (Space (point := index n) (index_same n) (points := indices n) _ _).
  - induction n; intros x; [destruct x |]. destruct x as [x |]; simpl; [right; now apply in_map | now left].
  - induction n; simpl; constructor; [| apply Injective_map_NoDup; [intros x y; congruence | assumption]].
    intros H. apply in_map_iff in H. destruct H as [x [E _]]. discriminate.
Defined.

(* The law on two points with a probability of true. *)
Program Definition bernoulli (p : R) : law two := Law two (fun b => if b : bool then weight p else 1 - weight p) _ _.
Next Obligation. generalize (weight_range p). destruct x; lra. Qed.
Next Obligation. rewrite Sum_two. ring. Qed.

(* The law with masses p, q0, q1, ...; where these are no probabilities, the first point for sure. *)
Fixpoint nth_mass (l : list R) : index (length l) -> R :=
  match l with [] => fun _ => 0 | p :: r => fun i => match i with None => p | Some j => nth_mass r j end end.
Definition probabilities (l : list R) := Forall (fun p => 0 <= p) l /\ sum l (fun p => p) = 1.
Definition probabilities_dec l : {probabilities l} + {~ probabilities l}.
Proof.
  unfold probabilities. destruct (Forall_dec (fun p => 0 <= p) (fun p => Rle_dec 0 p) l) as [H | H]; [| right; tauto].
  destruct (Req_EM_T (sum l (fun p => p)) 1); [now left | right; tauto].
Defined.
Definition first_mass (n : nat) (i : index (S n)) : R := match i with None => 1 | Some _ => 0 end.

Lemma Sum_numbers n (f : index (S n) -> R) : Sum (numbers (S n)) f = f None + Sum (numbers n) (fun i => f (Some i)).
Proof. unfold Sum. simpl. now rewrite sum_map. Qed.

Lemma nth_mass_nonneg l : Forall (fun p => 0 <= p) l -> forall i, 0 <= nth_mass l i.
Proof. induction 1; simpl; intros i; [lra |]. destruct i; auto. Qed.
Lemma nth_mass_sum l : Sum (numbers (length l)) (nth_mass l) = sum l (fun p => p).
Proof.
  induction l as [| p r IH]; [reflexivity |]. change (length (p :: r)) with (S (length r)).
  rewrite Sum_numbers. simpl. now rewrite <- IH.
Qed.
Lemma first_mass_sum n : Sum (numbers (S n)) (@first_mass n) = 1.
Proof. rewrite Sum_numbers. simpl. rewrite Sum_zero. lra. Qed.

Definition Finite (p : R) (r : list R) : law (numbers (length (p :: r))).
Proof.
  refine (Law (numbers (length (p :: r)))
    (if probabilities_dec (p :: r) then nth_mass (p :: r) else @first_mass (length r)) _ _);
    destruct probabilities_dec as [[H1 H2] | H].
  - intros x. now apply nth_mass_nonneg.
  - intros [x |]; simpl; lra.
  - now rewrite nth_mass_sum.
  - apply first_mass_sum.
Defined.

Lemma Finite_mass p r : probabilities (p :: r) -> forall i, Finite p r i = nth_mass (p :: r) i.
Proof. intros H i. unfold Finite. simpl mass. destruct probabilities_dec; [reflexivity | contradiction]. Qed.

(* Finite choice. *)
Lemma choice (T : space) (B : T -> Type) (R : forall x, B x -> Prop) :
  (forall x, exists y, R x y) -> exists f : forall x, B x, forall x, R x (f x).
Proof.
  intros H.
  assert (X : forall l, exists f : forall x, option (B x), forall x, In x l -> match f x with Some y => R x y | None => False end).
  { induction l as [| a l [f IH]].
    - exists (fun _ => None). intros x [].
    - destruct (H a) as [y Hy].
      exists (fun x => match same T a x with left e => Some (eq_rect a B y x e) | right _ => f x end).
      intros x [<- | Hx]; destruct (same T a _) as [e | N]; try congruence; try now apply IH.
      + now rewrite <- Eqdep_dec.eq_rect_eq_dec by apply same.
      + subst. exact Hy. }
  destruct (X (points T)) as [f Hf].
  exists (fun x => match f x as o return (match o with Some y => R x y | None => False end) -> B x with
    Some y => fun _ => y | None => fun h => match h with end end (Hf x (full T x))).
  intros x. generalize (Hf x (full T x)). destruct (f x); [trivial | intros []].
Qed.

Lemma greatest A (l : list A) (f : A -> R) : l <> [] -> exists x, In x l /\ forall y, In y l -> f y <= f x.
Proof.
  induction l as [| a [| b l] IH]; intros H; [congruence | |].
  - exists a. split; [now left |]. intros y [<- | []]. lra.
  - destruct IH as [x [Hx Hm]]; [congruence |]. destruct (Rle_lt_dec (f a) (f x)) as [L | L].
    + exists x. split; [now right |]. intros y [<- | Hy]; auto.
    + exists a. split; [now left |]. intros y [<- | Hy]; [lra |]. generalize (Hm y Hy). lra.
Qed.
