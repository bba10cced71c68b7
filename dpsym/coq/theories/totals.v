(* What is made of all numbers of a family: sums, products and maxima over an index from 1. *)
From Coq Require Import Reals Lra Lia.
From Flocq Require Import Core.Raux.
From dpsym Require Import prelude naturals.
Open Scope R_scope.

Fixpoint dpsym_total (op : R -> R -> R) (none : R) (f : nat -> R) (n : nat) : R :=
  match n with
  | O => none
  | S m => match m with O => f 1%nat | S _ => op (dpsym_total op none f m) (f (S m)) end
  end.
Definition dpsym_total_sum := dpsym_total Rplus 0.
Definition dpsym_total_product := dpsym_total Rmult 1.
Definition dpsym_total_max := dpsym_total Rmax 0.

Lemma dpsym_total_keeps : forall (op : R -> R -> R) (none : R) (f : nat -> R) (n : nat) (P : R -> Prop), (1 <= n)%nat ->
  (forall i, (1 <= i <= n)%nat -> P (f i)) -> (forall x y, P x -> P y -> P (op x y)) -> P (dpsym_total op none f n).
Proof.
  intros op none f n P Hn Hf Ho. induction n as [| m IH]; [lia |]. destruct m as [| m]; [apply Hf; lia |].
  change (P (op (dpsym_total op none f (S m)) (f (S (S m))))). apply Ho; [| apply Hf; lia].
  apply IH; [lia |]. intros i Hi. apply Hf. lia.
Qed.

(* Where each number of a family is not negative, positive, or at most 1. *)
Ltac dpsym_kept := intros; unfold dpsym_total_sum, dpsym_total_product, dpsym_total_max;
  apply dpsym_total_keeps; [lia | assumption | intros].
Lemma dpsym_total_sum_nonneg : forall f n, (1 <= n)%nat -> (forall i, (1 <= i <= n)%nat -> 0 <= f i) -> 0 <= dpsym_total_sum f n.
Proof. dpsym_kept. lra. Qed.
Lemma dpsym_total_sum_pos : forall f n, (1 <= n)%nat -> (forall i, (1 <= i <= n)%nat -> 0 < f i) -> 0 < dpsym_total_sum f n.
Proof. dpsym_kept. lra. Qed.
Lemma dpsym_total_product_nonneg : forall f n, (1 <= n)%nat -> (forall i, (1 <= i <= n)%nat -> 0 <= f i) -> 0 <= dpsym_total_product f n.
Proof. dpsym_kept. now apply Rmult_le_pos. Qed.
Lemma dpsym_total_product_pos : forall f n, (1 <= n)%nat -> (forall i, (1 <= i <= n)%nat -> 0 < f i) -> 0 < dpsym_total_product f n.
Proof. dpsym_kept. now apply Rmult_lt_0_compat. Qed.
Lemma dpsym_total_product_small : forall f n, (1 <= n)%nat -> (forall i, (1 <= i <= n)%nat -> 0 <= f i) ->
  (forall i, (1 <= i <= n)%nat -> 0 <= 1 - f i) -> 0 <= 1 - dpsym_total_product f n.
Proof.
  intros f n Hn H0 H1. cut (0 <= dpsym_total_product f n <= 1); [lra |].
  unfold dpsym_total_product. apply (dpsym_total_keeps Rmult 1 f n (fun x => 0 <= x <= 1)); [exact Hn | |].
  - intros i Hi. specialize (H0 i Hi). specialize (H1 i Hi). lra.
  - intros x y Hx Hy. nra.
Qed.
Lemma dpsym_total_max_nonneg : forall f n, (1 <= n)%nat -> (forall i, (1 <= i <= n)%nat -> 0 <= f i) -> 0 <= dpsym_total_max f n.
Proof. dpsym_kept. unfold Rmax. destruct (Rle_dec x y); assumption. Qed.
Lemma dpsym_total_max_pos : forall f n, (1 <= n)%nat -> (forall i, (1 <= i <= n)%nat -> 0 < f i) -> 0 < dpsym_total_max f n.
Proof. dpsym_kept. unfold Rmax. destruct (Rle_dec x y); assumption. Qed.
Lemma dpsym_total_max_small : forall f n, (1 <= n)%nat -> (forall i, (1 <= i <= n)%nat -> 0 <= 1 - f i) -> 0 <= 1 - dpsym_total_max f n.
Proof.
  intros f n Hn H. cut (dpsym_total_max f n <= 1); [lra |]. unfold dpsym_total_max.
  apply (dpsym_total_keeps Rmax 0 f n (fun x => x <= 1)); [exact Hn | intros i Hi; specialize (H i Hi); lra |].
  intros x y Hx Hy. unfold Rmax. destruct (Rle_dec x y); assumption.
Qed.

Lemma dpsym_total_sum_constant : forall c n, dpsym_total_sum (fun _ => c) n = INR n * c.
Proof.
  intros c n. induction n as [| m IH]; [simpl; unfold dpsym_total_sum; simpl; ring |].
  destruct m as [| m]; [unfold dpsym_total_sum; simpl; ring |].
  change (dpsym_total_sum (fun _ => c) (S m) + c = INR (S (S m)) * c). rewrite IH, !S_INR. ring.
Qed.
Lemma dpsym_total_product_constant : forall c n, dpsym_total_product (fun _ => c) n = c ^ n.
Proof.
  intros c n. induction n as [| m IH]; [reflexivity |]. destruct m as [| m]; [unfold dpsym_total_product; simpl; ring |].
  change (dpsym_total_product (fun _ => c) (S m) * c = c ^ S (S m)). rewrite IH. simpl. ring.
Qed.
Lemma dpsym_total_product_count : forall c k : R, dpsym_integer k -> 0 <= k -> dpsym_total_product (fun _ => c) (dpsym_count k) = dpsym_expt c k.
Proof. intros c k Hi Hk. rewrite dpsym_total_product_constant, dpsym_expt_whole by assumption. reflexivity. Qed.
Lemma dpsym_total_max_constant : forall c n, (1 <= n)%nat -> dpsym_total_max (fun _ => c) n = c.
Proof.
  intros c n Hn. unfold dpsym_total_max. apply (dpsym_total_keeps Rmax 0 (fun _ => c) n (fun x => x = c)); [exact Hn | reflexivity |].
  intros x y -> ->. unfold Rmax. destruct (Rle_dec c c); reflexivity.
Qed.

Lemma dpsym_total_sum_next : forall f m, dpsym_total_sum f (S (S m)) = dpsym_total_sum f (S m) + f (S (S m)).
Proof. reflexivity. Qed.
Lemma dpsym_total_product_next : forall f m, dpsym_total_product f (S (S m)) = dpsym_total_product f (S m) * f (S (S m)).
Proof. reflexivity. Qed.
Lemma dpsym_total_max_next : forall f m, dpsym_total_max f (S (S m)) = Rmax (dpsym_total_max f (S m)) (f (S (S m))).
Proof. reflexivity. Qed.
Lemma dpsym_total_sum_one : forall f, dpsym_total_sum f 1 = f 1%nat.
Proof. reflexivity. Qed.
Lemma dpsym_total_product_one : forall f, dpsym_total_product f 1 = f 1%nat.
Proof. reflexivity. Qed.
Lemma dpsym_total_max_one : forall f, dpsym_total_max f 1 = f 1%nat.
Proof. reflexivity. Qed.

(* How many members there are, as the number of the claim. *)
Lemma dpsym_members : forall k : R, dpsym_integer k -> 1 <= k -> (1 <= dpsym_count k)%nat /\ INR (dpsym_count k) = k.
Proof.
  intros k Hi Hk. destruct (dpsym_count_next k Hi) as [_ He]; [lra |]. split; [| exact He].
  apply INR_le. rewrite He. exact Hk.
Qed.
Lemma dpsym_INR_integer : forall n : nat, dpsym_integer (INR n).
Proof. intros n. exists (Z.of_nat n). apply INR_IZR_INZ. Qed.
Lemma dpsym_INR_one : forall n : nat, (1 <= n)%nat -> 1 <= INR n.
Proof. intros n H. apply (le_INR 1 n H). Qed.

Ltac dpsym_numbered := lia.

(* What is said of all members at once, and of the members so far. *)
Ltac dpsym_unfamiliar :=
  repeat match goal with |- context [dpsym_total_product (fun _ => ?c) (dpsym_count ?k)] =>
    rewrite (dpsym_total_product_count c k) by first [ assumption | lra ] end;
  rewrite ?dpsym_total_sum_next, ?dpsym_total_product_next, ?dpsym_total_max_next, ?dpsym_total_sum_one, ?dpsym_total_product_one,
    ?dpsym_total_max_one, ?dpsym_total_sum_constant, ?dpsym_total_product_constant;
  cbv beta; rewrite ?S_INR; repeat match goal with H : INR (dpsym_count _) = _ |- _ => rewrite H end; rewrite ?Rmult_1_r.
Ltac dpsym_members_alike := first
  [ reflexivity
  | dpsym_unfamiliar; first [ reflexivity | ring | lazymatch goal with |- Rmax _ _ = _ => rewrite Rmax_comm; reflexivity end ] ].
Ltac dpsym_members_equal := first [ dpsym_members_alike | dpsym_unfamiliar; first [ dpsym_equal | f_equal; dpsym_equal ] ].
Ltac dpsym_total_equal := first
  [ reflexivity
  | dpsym_unfamiliar; first [ reflexivity | ring | apply Rmax_comm ]
  | rewrite dpsym_total_max_constant by lia; reflexivity ].
Ltac dpsym_as_known H :=
  let E := fresh "E" in
  lazymatch type of H with ?A => lazymatch goal with |- ?B => assert (E : A = B); [ f_equal; dpsym_members_alike | rewrite <- E; exact H ] end end.
Ltac dpsym_by_known H := first
  [ exact H
  | let E := fresh "E" in
    lazymatch type of H with ?A => lazymatch goal with |- ?B => assert (E : A = B); [ f_equal; dpsym_members_equal | rewrite <- E; exact H ] end end ].

(* A premise of what was shown about one member, at a member. *)
Ltac dpsym_given := cbv beta; first
  [ assumption | apply dpsym_INR_integer | apply dpsym_INR_one; lia
  | match goal with H : forall i : nat, (1 <= i <= _)%nat -> _ |- _ => apply H; lia end
  | lra | dpsym_whole
  | match goal with
    | H : forall i : nat, (1 <= i <= _)%nat -> _ |- _ => let L := fresh in epose proof (H _ ltac:(lia)) as L; dpsym_as_known L
    | H : _ |- _ => dpsym_as_known H
    end ].

(* Of a few members written out. *)
Ltac dpsym_counted := repeat match goal with H : context [dpsym_count (IZR ?z)] |- _ =>
  let n := eval vm_compute in (Z.to_nat z) in
  replace (dpsym_count (IZR z)) with n in H by (unfold dpsym_count; rewrite Zfloor_IZR; reflexivity) end.
Ltac dpsym_few := cbn [dpsym_total_sum dpsym_total_product dpsym_total_max dpsym_total INR] in *; cbv beta iota in *.
Ltac dpsym_written_out H := first [ exact H | dpsym_few; dpsym_by_known H ].
Ltac dpsym_of_members := first
  [ assumption | dpsym_given
  | dpsym_few; first [ assumption | lra | match goal with H : _ |- _ => dpsym_by_known H end ]
  | let i := fresh "i" in intros i ?; do 9 try (destruct i as [| i]; [ first [ lia | dpsym_few; first [ assumption | lra | match goal with H : _ |- _ => dpsym_by_known H end ] ] |]); lia ].
