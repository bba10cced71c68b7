(* Families of mechanisms, composed one after the other. *)
From Coq Require Import Reals.
From dpsym Require Import Mechanisms.

Fixpoint ComposeAll {X} (M : nat -> mechanism X) (n : nat) : mechanism X :=
  match n with
  | O => Silence
  | S m => match m with O => M 1%nat | S _ => Compose (ComposeAll M m) (M (S m)) end
  end.
