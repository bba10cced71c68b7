(* Triangular discrimination, of Vincze and Le Cam. *)
From Coq Require Import Reals Lra Psatz List.
From dpsym Require Import Finite Divergences Mechanisms Processing Composition Order Conversions Laws.
Open Scope R_scope.

Definition discrimination (p q : R) := (p - q) ^ 2 / (p + q).
Definition TriangularDiscrimination {T : space} (P Q : T -> R) := Sum T (fun x => discrimination (P x) (Q x)).

(* For every c the square of p - q - c*(p + q) says that a line is below. *)
Lemma below_discrimination : below always discrimination.
Proof.
  intros p0 q0 eta Hp0 Hq0 _ He. set (c := (p0 - q0) / (p0 + q0)). exists (2 * c - c ^ 2), (- 2 * c - c ^ 2). split.
  - destruct (Req_dec (p0 + q0) 0) as [Z | Z].
    + replace p0 with 0 by lra. replace q0 with 0 by lra. unfold discrimination, Rdiv. simpl. lra.
    + apply Rle_trans with ((2 * c - c ^ 2) * p0 + (-2 * c - c ^ 2) * q0); [| lra].
      apply Req_le. unfold c, discrimination. field. exact Z.
  - intros p q Hp Hq _. unfold discrimination. destruct (Req_dec (p + q) 0) as [Z | Z].
    + replace p with 0 by lra. replace q with 0 by lra. unfold Rdiv. simpl. lra.
    + apply Rmult_le_reg_r with (p + q); [lra |]. replace ((p - q) ^ 2 / (p + q) * (p + q)) with ((p - q) ^ 2) by (field; exact Z).
      generalize (pow2_ge_0 (p - q - c * (p + q))). simpl. lra.
Qed.

Section Rows.
  Context {T U : space}.
  Lemma fact_kernel_TriangularDiscrimination : forall (K : kernel T U) (P Q : law T),
    TriangularDiscrimination (push K P) (push K Q) <= TriangularDiscrimination P Q.
  Proof. intros K P Q. exact (processing always _ below_discrimination T U K P Q (fun _ => I) (fun _ => I)). Qed.
  Lemma fact_mixture_TriangularDiscrimination : forall (P R Q S : law T) t, 0 <= t -> t <= 1 ->
    TriangularDiscrimination (Mixture t P R) (Mixture t Q S) <= t * TriangularDiscrimination P Q + (1 - t) * TriangularDiscrimination R S.
  Proof. intros P R Q S t H0 H1. apply (convex_sum always _ P R Q S t below_discrimination); try (intros; exact I); now split. Qed.
End Rows.
