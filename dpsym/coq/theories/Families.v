(* Families of mechanisms, composed one after the other, or run at once. *)
From Coq Require Import Reals.
From dpsym Require Import Mechanisms Interactive.

Fixpoint ComposeAll {X} (M : nat -> mechanism X) (n : nat) : mechanism X :=
  match n with
  | O => Silence
  | S m => match m with O => M 1%nat | S _ => Compose (ComposeAll M m) (M (S m)) end
  end.
Fixpoint ConcurrentAll {X} (M : nat -> interactive X) (n : nat) : interactive X :=
  match n with
  | O => M 1%nat
  | S m => match m with O => M 1%nat | S _ => Concurrent (ConcurrentAll M m) (M (S m)) end
  end.
