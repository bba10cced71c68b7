(* Continuous noise, as the set of its finite partitions of the line into intervals. *)
From Coq Require Import Reals Lra Psatz List ZArith.
From Coquelicot Require Import Coquelicot.
From dpsym Require Import Finite Divergences Mechanisms Processing.
Import ListNotations.
Open Scope R_scope.

(* A distribution function on the extended line *)
Record noise := Noise {
  below_end :> Rbar -> R;
  below_up : forall s t, Rbar_lt s t -> below_end s <= below_end t;
  below_low : below_end m_infty = 0;
  below_high : below_end p_infty = 1 }.

(* Cuts that rise from an end, and the intervals between them *)
Fixpoint rising_cuts (s : Rbar) (cuts : list R) : Prop :=
  match cuts with nil => Rbar_lt s p_infty | cons t r => Rbar_lt s t /\ rising_cuts t r end.
Fixpoint cell (s : Rbar) (cuts : list R) : index (S (length cuts)) -> Rbar * Rbar :=
  match cuts with
  | nil => fun _ => (s, p_infty)
  | cons t r => fun i => match i with None => (s, Rbar.Finite t) | Some j => cell t r j end
  end.
Definition between (F : Rbar -> R) (c : Rbar * Rbar) : R := F (snd c) - F (fst c).

Lemma cell_lt cuts : forall s, rising_cuts s cuts -> forall i, Rbar_lt (fst (cell s cuts i)) (snd (cell s cuts i)).
Proof.
  induction cuts as [| t r IH]; simpl; intros s H i; [assumption |]. destruct i as [j |]; [now apply IH | easy].
Qed.
Lemma cell_sum F cuts : forall s, Sum (numbers (S (length cuts))) (fun i => between F (cell s cuts i)) = F p_infty - F s.
Proof.
  induction cuts as [| t r IH]; intros s.
  - unfold Sum, between. simpl. ring.
  - change (length (t :: r)) with (S (length r)). rewrite Sum_numbers. cbn [cell]. rewrite IH. unfold between. simpl. ring.
Qed.

Definition partitioned (F : noise) (cuts : list R) (H : rising_cuts m_infty cuts) : law (numbers (S (length cuts))).
Proof.
  refine (Law (numbers (S (length cuts))) (fun i => between F (cell m_infty cuts i)) _ _).
  - intros i. unfold between. generalize (below_up F _ _ (cell_lt cuts m_infty H i)). lra.
  - rewrite cell_sum, below_low, below_high. ring.
Defined.
(* Noise for every database: its partitions are run. *)
Inductive cut_up {X : databases} (F : X -> noise) : forall T, (X -> law T) -> Prop :=
  CutUp cuts H : cut_up F (numbers (S (length cuts))) (fun x => partitioned (F x) cuts H).
Definition Noisy {X : databases} (F : X -> noise) : mechanism X.
Proof. refine (Mechanism (cut_up F) _). do 2 eexists. exact (CutUp F nil I). Defined.

(* What bounds every interval bounds the sum over a partition. *)
Lemma partition_sum (F G : noise) (phi : R -> R -> R) (M : Rbar -> R) cuts H :
  (forall s t, Rbar_lt s t -> phi (F t - F s) (G t - G s) <= M t - M s) ->
  Sum (numbers (S (length cuts))) (fun i => phi (partitioned F cuts H i) (partitioned G cuts H i)) <= M p_infty - M m_infty.
Proof.
  intros B. rewrite <- (cell_sum M cuts m_infty). apply Sum_le; intros i. simpl. unfold between. apply B, cell_lt, H.
Qed.

Lemma noisy_holds {X : databases} (F : X -> noise) (G : guarantee) :
  (forall x y cuts H, near x y -> G _ (partitioned (F x) cuts H) (partitioned (F y) cuts H)) -> holds G (Noisy F).
Proof. intros HG _ _ [cuts H] x y Hxy. now apply HG. Qed.

(* Numbers that have to be positive *)
Definition positive (s : R) : R := if Rlt_dec 0 s then s else 1.
Lemma positive_pos s : 0 < positive s.
Proof. unfold positive. destruct Rlt_dec; lra. Qed.
Lemma positive_is s : 0 < s -> positive s = s.
Proof. unfold positive. destruct Rlt_dec; [reflexivity | contradiction]. Qed.

(* Neighbours in a row answer a query that moves by its sensitivity. *)
Lemma line_near (x y : line) : near x y -> IZR x - IZR y = 1 \/ IZR x - IZR y = -1.
Proof. simpl. intros [-> | ->]; rewrite plus_IZR; [left | right]; simpl; lra. Qed.
