(* Rule "pointwise": the probabilities of the event at which a hockey stick is attained. *)
From Coq Require Import Reals Lra.
From dpsym Require Import Finite Divergences Mechanisms.
Open Scope R_scope.

Definition event {T : space} (f : T -> R) := forall x, 0 <= f x <= 1.
Definition probability {T : space} (f P : T -> R) := Sum T (fun x => P x * f x).

Section Events.
  Context {T : space}.
  Implicit Types P Q : law T.

  Lemma probability_nonneg f P : event f -> 0 <= probability f P.
  Proof. intros H. apply Sum_nonneg; intros x. apply Rmult_le_pos; [apply mass_nonneg | apply H]. Qed.
  Lemma probability_mixture f t P Q : 0 <= t -> t <= 1 ->
    probability f (Mixture t P Q) = t * probability f P + (1 - t) * probability f Q.
  Proof.
    intros H0 H1. unfold probability. rewrite <- Sum_lin. apply Sum_ext; intros x.
    rewrite Mixture_mass by now split. ring.
  Qed.
  Lemma probability_gap f P Q c : probability f P - c * probability f Q = Sum T (fun x => (P x - c * Q x) * f x).
  Proof.
    unfold probability. rewrite (Sum_ext T (fun x => (P x - c * Q x) * f x) (fun x => 1 * (P x * f x) + - c * (Q x * f x))) by (intros; ring).
    rewrite Sum_lin. ring.
  Qed.

  Lemma rule_pointwise_attained e P Q : exists f : T -> R, event f /\
    HockeyStick e P Q = probability f P - exp e * probability f Q.
  Proof.
    exists (fun x => if Rle_dec (exp e * Q x) (P x) then 1 else 0). split; [intros x; destruct Rle_dec; lra |].
    rewrite probability_gap. apply Sum_ext; intros x. destruct Rle_dec; [rewrite Rmax_left | rewrite Rmax_right]; lra.
  Qed.
  Lemma rule_pointwise_event e P Q f : event f -> probability f P - exp e * probability f Q <= HockeyStick e P Q.
  Proof.
    intros H. rewrite probability_gap. apply Sum_le; intros x. generalize (H x). intros [H0 H1].
    generalize (Rmax_l (P x - exp e * Q x) 0) (Rmax_r (P x - exp e * Q x) 0). intros L N.
    apply Rle_trans with (Rmax (P x - exp e * Q x) 0 * f x); [apply Rmult_le_compat_r; assumption |]. nra.
  Qed.
  Lemma rule_pointwise_attained_variation P Q : exists f : T -> R, event f /\
    TotalVariation P Q = probability f P - 1 * probability f Q.
  Proof. rewrite variation_stick, <- exp_0. apply rule_pointwise_attained. Qed.
  Lemma rule_pointwise_event_variation P Q f : event f -> probability f P - 1 * probability f Q <= TotalVariation P Q.
  Proof. intros H. rewrite variation_stick, <- exp_0. now apply rule_pointwise_event. Qed.
  (* A bounded ratio is a hockey stick that vanishes. *)
  Lemma rule_pointwise_ratio t P Q f : event f -> P << Q /\ MaxDivergence P Q <= t ->
    probability f P - exp t * probability f Q <= 0.
  Proof.
    intros H C. rewrite probability_gap, <- (Sum_zero T). apply Sum_le; intros x. destruct (H x) as [H0 _].
    generalize (proj2 (max_divergence t P Q) C x). nra.
  Qed.
End Events.
