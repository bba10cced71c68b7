(* Databases, mechanisms, guarantees, and what is made of mechanisms. *)
From Coq Require Import Reals Lra Psatz List Bool ZArith.
From dpsym Require Import Finite Divergences.
Import ListNotations.
Open Scope R_scope.

(* Databases, of which some are neighbours. *)
Record databases := Databases {
  database :> Type;
  near : database -> database -> Prop;
  near_sym : forall x y, near x y -> near y x;
  near_some : exists x y, near x y }.
Arguments near {_} _ _.

(* A mechanism: the randomised algorithms on the same databases of which one may be run under its
   name. Where a mechanism is composed, the answers before choose which. *)
Record mechanism (X : databases) := Mechanism {
  runs :> forall T : space, (X -> law T) -> Prop;
  runs_some : exists T A, runs T A }.
Arguments Mechanism {_} _ _.
Arguments runs {_} _ _ _.

(* A guarantee bounds two laws; a mechanism has it if every algorithm has on every ordered pair of
   neighbours. *)
Definition guarantee := forall T : space, (T -> R) -> (T -> R) -> Prop.
Definition holds {X} (G : guarantee) (M : mechanism X) :=
  forall (T : space) (A : X -> law T), M T A -> forall x y, near x y -> G T (A x) (A y).

Definition pure e : guarantee := fun T P Q => max_at_most e P Q.
Definition approx e d : guarantee := fun T P Q => HockeyStick e P Q <= d.
Definition renyi a t : guarantee := fun T P Q => renyi_at_most a t P Q.
Definition zcdp x r : guarantee := fun T P Q => forall a, 1 < a -> renyi_at_most a (x + r * a) P Q.
Definition bounded_zcdp m x r : guarantee := fun T P Q => forall a, 1 < a -> a < m -> renyi_at_most a (x + r * a) P Q.
Definition approx_zcdp d x r : guarantee := fun T P Q => exists A B C D : law T,
  (forall y, P y = d * C y + (1 - d) * A y /\ Q y = d * D y + (1 - d) * B y) /\ zcdp x r T A B /\ zcdp x r T B A.
(* The privacy loss ln(P/Q) under P: a mean of at most m, and t-subgaussian about it. *)
Definition mean m t : guarantee := fun T P Q => P << Q /\ KL P Q <= m /\
  forall l, Sum T (fun x => P x * exp (l * (ln (P x / Q x) - KL P Q))) <= exp (l ^ 2 * t ^ 2 / 2).
Definition range w : guarantee := fun T P Q => forall x y, P x * Q y <= exp w * (P y * Q x).
Definition loss e d : guarantee := fun T P Q => LossTail e P Q <= d.
Definition tail x r : guarantee := fun T P Q =>
  forall d, 0 < d -> d <= 1 -> HockeyStick (x + sqrt (r * ln (1 / d))) P Q <= d.

Definition PureDP {X} (M : mechanism X) e := holds (pure e) M.
Definition ApproxDP {X} (M : mechanism X) e d := holds (approx e d) M.
Definition RenyiDP {X} (M : mechanism X) a t := holds (renyi a t) M.
Definition ZCDP {X} (M : mechanism X) x r := holds (zcdp x r) M.
Definition BoundedZCDP {X} (M : mechanism X) m x r := holds (bounded_zcdp m x r) M.
Definition ApproxZCDP {X} (M : mechanism X) d x r := holds (approx_zcdp d x r) M.
Definition MeanCDP {X} (M : mechanism X) m t := holds (mean m t) M.
Definition BoundedRange {X} (M : mechanism X) w := holds (range w) M.
Definition ProbabilisticDP {X} (M : mechanism X) e d := holds (loss e d) M.
Definition TailDP {X} (M : mechanism X) x r := holds (tail x r) M.

(* Any randomised map of the output. *)
Inductive post_processed {X} (M : mechanism X) : forall U, (X -> law U) -> Prop :=
  Post : forall T U (K : kernel T U) (A : X -> law T), M T A -> post_processed M U (fun x => push K (A x)).
Definition PostProcess {X} (M : mechanism X) : mechanism X.
Proof.
  refine (Mechanism (post_processed M) _). destruct (runs_some X M) as [T [A H]].
  exists T. eexists. exact (Post M T T identity A H).
Defined.

(* First one mechanism, then another on the same database; the answer of the first chooses which of
   its algorithms the second runs. *)
Inductive composed {X} (M N : mechanism X) : forall U, (X -> law U) -> Prop :=
  Composed : forall (T : space) (U : T -> space) (A : X -> law T) (B : forall o, X -> law (U o)),
    M T A -> (forall o, N (U o) (B o)) -> composed M N (sigma T U) (fun x => joint U (A x) (fun o => B o x)).
Definition Compose {X} (M N : mechanism X) : mechanism X.
Proof.
  refine (Mechanism (composed M N) _). destruct (runs_some X M) as [T [A H]], (runs_some X N) as [U [B H']].
  do 2 eexists. exact (Composed M N T (fun _ => U) A (fun _ => B) H (fun _ => H')).
Defined.

Inductive nothing {X : databases} : forall U, (X -> law U) -> Prop := Nothing : nothing one (fun _ => sure).
Definition Silence {X} : mechanism X.
Proof. refine (Mechanism nothing _). do 2 eexists. constructor. Defined.

(* Compose(M, k) *)
Fixpoint Rounds {X} (M : mechanism X) (k : nat) : mechanism X :=
  match k with O => Silence | S k => Compose M (Rounds M k) end.

(* Databases at most k steps apart as neighbours. *)
Inductive chain {X : databases} : nat -> X -> X -> Prop :=
| Stay k x : chain k x x
| Step k x y z : near x y -> chain k y z -> chain (S k) x z.
Lemma chain_last {X : databases} k (x y : X) : chain k x y -> forall z, near y z -> chain (S k) x z.
Proof.
  induction 1; intros w H'.
  - eapply Step; [eassumption | constructor].
  - eapply Step; [eassumption |]. auto.
Qed.
Definition grown (k : nat) (X : databases) : databases.
Proof.
  refine (Databases X (chain k) _ _).
  - intros x y. induction 1; [constructor |]. eapply chain_last; [eassumption |]. now apply near_sym.
  - destruct (near_some X) as [x _]. exists x, x. constructor.
Defined.
Definition Group {X} (M : mechanism X) (k : nat) : mechanism (grown k X) := Mechanism (X := grown k X) (runs M) (runs_some X M).

(* A database from which records are drawn: what may be drawn of it, and how likely that is. The
   neighbour with one record more has it in the draw with probability q, whatever the others. *)
Record draws (X : databases) := Draws { draw : space; chance : law draw; drawn : draw -> X }.
Arguments Draws {_} _ _ _.
Arguments draw {_} _.
Arguments chance {_} _.
Arguments drawn {_} _ _.
Definition with_record {X : databases} (q : R) (S : space) (w : law S) (more less : S -> X) : draws X :=
  Draws (pairs S two) (Product w (bernoulli q)) (fun z => if projT2 z : two then more (projT1 z) else less (projT1 z)).
Inductive one_record {X : databases} (q : R) : draws X -> draws X -> Prop :=
| Added S w more less : (forall s, near (more s) (less s)) -> one_record q (with_record q S w more less) (Draws S w less)
| Removed S w more less : (forall s, near (more s) (less s)) -> one_record q (Draws S w less) (with_record q S w more less).
Definition sampled (q : R) (X : databases) : databases.
Proof.
  refine (Databases (draws X) (one_record q) _ _).
  - intros x y []; now constructor.
  - destruct (near_some X) as [x [y H]]. do 2 eexists. exact (Added q one sure (fun _ => x) (fun _ => y) (fun _ => H)).
Defined.
Inductive on_draw {X} (M : mechanism X) (q : R) : forall T, (sampled q X -> law T) -> Prop :=
  OnDraw : forall T (A : X -> law T), M T A ->
    on_draw M q T (fun z : sampled q X => push (fun s => A (drawn z s)) (chance z)).
Definition Subsample {X} (M : mechanism X) (q : R) : mechanism (sampled q X).
Proof.
  refine (Mechanism (on_draw M q) _). destruct (runs_some X M) as [T [A H]]. do 2 eexists. exact (OnDraw M q T A H).
Defined.

(* Two disjoint parts of a database, of which neighbours change one. *)
Definition divided (X Y : databases) : databases.
Proof.
  refine (Databases (X * Y) (fun z w => (near (fst z) (fst w) /\ snd z = snd w) \/ (fst z = fst w /\ near (snd z) (snd w))) _ _).
  - intros [x x'] [y y'] [[H E] | [E H]]; simpl in *; [left | right]; split; auto using near_sym.
  - destruct (near_some X) as [x [y H]], (near_some Y) as [z _]. exists (x, z), (y, z). now left.
Defined.
Inductive in_parallel {X Y} (M : mechanism X) (N : mechanism Y) : forall U, (divided X Y -> law U) -> Prop :=
  InParallel : forall (T : space) (U : T -> space) (A : X -> law T) (B : forall o, Y -> law (U o)),
    M T A -> (forall o, N (U o) (B o)) ->
    in_parallel M N (sigma T U) (fun z : divided X Y => joint U (A (fst z)) (fun o => B o (snd z))).
Definition Parallel {X Y} (M : mechanism X) (N : mechanism Y) : mechanism (divided X Y).
Proof.
  refine (Mechanism (in_parallel M N) _). destruct (runs_some X M) as [T [A H]], (runs_some Y N) as [U [B H']].
  do 2 eexists. exact (InParallel M N T (fun _ => U) A (fun _ => B) H (fun _ => H')).
Defined.

(* Two databases; databases in a row. *)
Definition bits : databases.
Proof.
  refine (Databases bool (fun x y => x <> y) _ _); [intros x y H E; now apply H |]. exists true, false. discriminate.
Defined.
Fixpoint place {n : nat} : index n -> nat :=
  match n with O => fun _ => O | S m => fun i => match i with None => O | Some j => S (place j) end end.
Definition row (n : nat) : databases.
Proof.
  refine (Databases (index (S (S n))) (fun x y => place x = S (place y) \/ place y = S (place x)) _ _); [tauto |].
  exists None, (Some None). now right.
Defined.
Definition line : databases.
Proof.
  refine (Databases Z (fun x y => x = (y + 1)%Z \/ y = (x + 1)%Z) _ _); [tauto |]. exists 0%Z, 1%Z. now right.
Defined.

(* One algorithm *)
Inductive only {X : databases} {T} (A : X -> law T) : forall U, (X -> law U) -> Prop := Only : only A T A.
Definition Single {X : databases} {T} (A : X -> law T) : mechanism X.
Proof. refine (Mechanism (only A) _). do 2 eexists. constructor. Defined.

(* RandomizedResponse(e) and CanonicalRR(e, d) tell a bit. *)
Definition coin (e : R) (b : bool) : law (numbers 2) :=
  if b then Finite (exp e / (1 + exp e)) [1 / (1 + exp e)] else Finite (1 / (1 + exp e)) [exp e / (1 + exp e)].
Definition canonical (e d : R) (b : bool) : law (numbers 4) :=
  if b then Finite d [(1 - d) * exp e / (1 + exp e); (1 - d) / (1 + exp e); 0]
  else Finite 0 [(1 - d) / (1 + exp e); (1 - d) * exp e / (1 + exp e); d].
Definition RandomizedResponse (e : R) : mechanism bits := Single (X := bits) (coin e).
Definition CanonicalRR (e d : R) : mechanism bits := Single (X := bits) (canonical e d).

(* The laws of a row of databases, on the same outcomes. *)
Fixpoint law_at {T} (l : list (law T)) (P : law T) : index (S (length l)) -> law T :=
  match l with
  | [] => fun _ => P
  | Q :: r => fun i => match i with None => P | Some j => law_at r Q j end
  end.
Definition FiniteMechanism {T} (P Q : law T) (r : list (law T)) : mechanism (row (length r)) :=
  Single (X := row (length r)) (law_at (Q :: r) P).

(* On each ordered pair of neighbours one randomised map of the canonical response answers. *)
Definition simulable e d : guarantee := fun T P Q => exists K : kernel (numbers 4) T,
  forall y, P y = push K (canonical e d true) y /\ Q y = push K (canonical e d false) y.
Definition Simulable {X} (M : mechanism X) e d := holds (simulable e d) M.
