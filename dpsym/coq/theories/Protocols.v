(* Protocols of several parties with a bit each, and what they hide of a party's bit. *)
From Coq Require Import Reals Lra Psatz List Bool Arith.
From dpsym Require Import Finite Divergences Processing.
Open Scope R_scope.

(* One party after the other broadcasts a message by a law that its bit tells, with coins of its own;
   who speaks next, and how, the messages before tell. *)
Inductive protocol :=
| Adjourned : protocol
| Speaks : forall (party : nat) (T : space), (bool -> law T) -> (T -> protocol) -> protocol.

Fixpoint transcript (T : protocol) : space :=
  match T with Adjourned => one | Speaks _ U _ next => sigma U (fun t => transcript (next t)) end.

(* Where all follow the protocol *)
Fixpoint spoken (T : protocol) (bits : nat -> bool) : law (transcript T) :=
  match T with
  | Adjourned => sure
  | Speaks i U say next => joint _ (say (bits i)) (fun t => spoken (next t) bits)
  end.
Definition CuriousDP (T : protocol) (n : nat) e d := forall bits bits' : nat -> bool,
  (forall i, i <> n -> bits i = bits' i) -> bits n <> bits' n -> HockeyStick e (spoken T bits) (spoken T bits') <= d.

(* Where all but party n say what they like, by the messages before *)
Fixpoint others (T : protocol) : Type :=
  match T with Adjourned => unit | Speaks _ U _ next => (law U * forall t, others (next t))%type end.
Fixpoint opposed (T : protocol) (n : nat) : others T -> bool -> law (transcript T) :=
  match T return others T -> bool -> law (transcript T) with
  | Adjourned => fun _ _ => sure
  | Speaks i U say next => fun s b => joint _ (if Nat.eq_dec i n then say b else fst s) (fun t => opposed (next t) n (snd s t) b)
  end.
Definition MaliciousDP (T : protocol) (n : nat) e d := forall (s : others T) (b b' : bool), b <> b' ->
  HockeyStick e (opposed T n s b) (opposed T n s b') <= d.

Lemma fact_weaken_curious : forall T n e d x y, CuriousDP T n e d -> e <= x -> d <= y -> CuriousDP T n x y.
Proof.
  intros T n e d x y H He Hd v w E D. apply Rle_trans with (1 := stick_falls _ _ _ _ He). generalize (H v w E D). lra.
Qed.
Lemma fact_weaken_malicious : forall T n e d x y, MaliciousDP T n e d -> e <= x -> d <= y -> MaliciousDP T n x y.
Proof.
  intros T n e d x y H He Hd s v w D. apply Rle_trans with (1 := stick_falls _ _ _ _ He). generalize (H s v w D). lra.
Qed.

(* Who follows the protocol may be any of the others. *)
Fixpoint honest (T : protocol) (bits : nat -> bool) : others T :=
  match T with Adjourned => tt | Speaks i U say next => (say (bits i), fun t => honest (next t) bits) end.
Lemma honest_spoken T n bits bits' : (forall i, i <> n -> bits i = bits' i) ->
  forall z, opposed T n (honest T bits) (bits' n) z = spoken T bits' z.
Proof.
  intros E. induction T as [| i U say next IH]; intros z; [reflexivity |]. destruct z as [t z]. simpl. rewrite IH. f_equal.
  destruct (Nat.eq_dec i n) as [<- | N]; [reflexivity |]. now rewrite (E i N).
Qed.
Lemma fact_malicious_curious : forall T n e d, MaliciousDP T n e d -> CuriousDP T n e d.
Proof.
  intros T n e d H v w E D.
  replace (HockeyStick e (spoken T v) (spoken T w)) with (HockeyStick e (opposed T n (honest T v) (v n)) (opposed T n (honest T v) (w n)));
    [now apply H |].
  apply Sum_ext; intros z. now rewrite !honest_spoken.
Qed.
