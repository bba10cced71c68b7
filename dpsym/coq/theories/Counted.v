(* Rows of facts with sums, harmonic numbers and powers, in the functions of naturals.v. *)
From Coq Require Import Reals Lra Psatz List Lia.
From Coquelicot Require Import Coquelicot.
From dpsym Require Import prelude naturals.
From dpsym Require Import Finite Divergences Mechanisms Processing Order Composition Conversions Tails Groups.
Open Scope R_scope.

Lemma expt_power x y : 0 < x -> dpsym_expt x y = Rpower x y.
Proof. intros H. now rewrite dpsym_expt_exp. Qed.
Lemma inside_order a : 1 < a -> 0 < 1 - 1 / a.
Proof. intros H. replace (1 - 1 / a) with ((a - 1) / a) by (field; lra). apply Rdiv_lt_0_compat; lra. Qed.

Lemma sums_seq f k : dpsym_sums f 0 k = sum (seq 0 k) (fun j => f (INR j)).
Proof.
  induction k as [| k IH]; [reflexivity |]. cbn [dpsym_sums]. rewrite IH, seq_S, sum_app. cbn [sum Nat.add]. rewrite Rplus_0_l, Rplus_0_r. reflexivity.
Qed.
Lemma sum_seq f k : dpsym_sum f 0 (INR k - 1) = sum (seq 0 k) (fun j => f (INR j)).
Proof. unfold dpsym_sum. replace (INR k - 1 - 0 + 1) with (INR k) by ring. now rewrite dpsym_count_INR, sums_seq. Qed.
Lemma harmonic_is k : dpsym_harmonic (INR k) = harmonics k.
Proof. unfold dpsym_harmonic. rewrite dpsym_count_INR. induction k as [| k IH]; [reflexivity |]. cbn [dpsym_harmonics harmonics]. now rewrite IH. Qed.

Section Rows.
  Context {X : databases}.
  Implicit Types M : mechanism X.

  Lemma fact_renyi_approx : forall M a t e d, RenyiDP M a t ->
    exp ((a - 1) * (t - e)) * dpsym_expt (1 - 1 / a) (a - 1) / a <= d -> 1 < a -> ApproxDP M e d.
  Proof. intros M a t e d H Hd Ha. rewrite expt_power in Hd by now apply inside_order. now apply renyi_approx_power with a t. Qed.
  Lemma fact_group_approx : forall M e d k, ApproxDP M e d -> 0 <= e ->
    ApproxDP (Group M k) (INR k * e) (d * dpsym_sum (fun j => exp (j * e)) 0 (INR k - 1)).
  Proof. intros M e d k H He. rewrite sum_seq. now apply group_sticks. Qed.
  Lemma fact_group_zcdp_above : forall M x r k, (1 <= k)%nat -> ZCDP M x r -> 0 <= r -> 0 <= x ->
    ZCDP (Group M k) (INR k * dpsym_harmonic (INR k) * x) (INR k ^ 2 * r).
  Proof. intros M x r k Hk H Hr Hx. rewrite harmonic_is. now apply group_zcdp_above. Qed.
  Lemma fact_group_order : forall M m x r a k, BoundedZCDP M m x r -> 0 <= r -> 1 < a -> INR k * a <= m -> (1 <= k)%nat ->
    RenyiDP (Group M k) a (x * dpsym_sum (fun j => INR k * a / (INR k * a - j)) 0 (INR k - 1) + INR k ^ 2 * r * a).
  Proof.
    intros M m x r a k H Hr Ha Hl Hk. apply le_INR in Hk. simpl in Hk. rewrite sum_seq. apply bounded_group with m; try assumption. nra.
  Qed.
End Rows.
Lemma fact_stick_moment : forall {T : space} (P Q : law T) a e, 1 < a -> P << Q ->
  HockeyStick e P Q <= exp ((a - 1) * (Renyi a P Q - e)) * dpsym_expt (1 - 1 / a) (a - 1) / a.
Proof. intros T P Q a e Ha C. rewrite expt_power by now apply inside_order. now apply stick_moment_power. Qed.
