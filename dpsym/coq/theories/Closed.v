(* Definitions of guarantees on the responses, with the divergences written out as the kernel does. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From dpsym Require Import prelude Finite Divergences Mechanisms Domination Composition Conversions Response Noise Gaussian.
Open Scope R_scope.

Lemma rule_definition_response_renyi : forall e a t : R, 1 < a ->
  ((/ ((- 1) + a)) * (ln ((/ (1 + (exp e))) * ((exp (a * e)) + (exp (e * (1 + (- a)))))))) <= t ->
  RenyiDP (RandomizedResponse e) a t.
Proof.
  intros e a t Ha H. assert (E : forall b, renyi_at_most a t (coin e b) (coin e (negb b))).
  { intros b. split; [apply coin_continuous |]. rewrite coin_Renyi by assumption. apply Rle_trans with (2 := H).
    right. unfold Rdiv. rewrite Rmult_comm. f_equal; [f_equal; ring |]. f_equal. rewrite Rmult_comm. f_equal.
    f_equal. f_equal. ring. }
  apply holds_bits. split; [exact (E true) | exact (E false)].
Qed.

Lemma rule_definition_response_zcdp : forall e x r : R,
  (forall a : R, 1 < a ->
    ((/ ((- 1) + a)) * (ln ((/ (1 + (exp e))) * ((exp (a * e)) + (exp (e * (1 + (- a)))))))) <= (x + (a * r))) ->
  ZCDP (RandomizedResponse e) x r.
Proof.
  intros e x r H T A HA y z Hyz a Ha. assert (L : RenyiDP (RandomizedResponse e) a (x + r * a)).
  { apply rule_definition_response_renyi; [assumption |]. replace (x + r * a) with (x + a * r) by ring. now apply H. }
  exact (L T A HA y z Hyz).
Qed.

(* Gaussian noise, of which the Renyi divergences rise in proportion to the order *)
Lemma rule_definition_gaussian : forall b s : R, 0 < s -> ZCDP (GaussianMechanism b s) 0 (b ^ 2 * / s ^ 2 * (1 / 2)).
Proof.
  intros b s Hs. replace (b ^ 2 * / s ^ 2 * (1 / 2)) with (b ^ 2 / (2 * s ^ 2)) by (field; lra). now apply fact_gaussian_zcdp.
Qed.
Lemma rule_definition_gaussian_rounds : forall (X : databases) (M : mechanism X) (v : R) (n : nat), ZCDP M 0 v -> ZCDP (Rounds M n) 0 (INR n * v).
Proof. intros X M v n H. rewrite <- (Rmult_0_r (INR n)) at 1. now apply fact_repeat_zcdp. Qed.
Lemma rule_definition_line_zcdp : forall (X : databases) (M : mechanism X) (v x r : R), ZCDP M 0 v ->
  (forall a : R, 1 < a -> v * a <= x + r * a) -> ZCDP M x r.
Proof.
  intros X M v x r H L T A HA y z Hyz a Ha. apply renyi_more with (0 + v * a); [rewrite Rplus_0_l; now apply L |].
  exact (H T A HA y z Hyz a Ha).
Qed.
Lemma rule_definition_line_renyi : forall (X : databases) (M : mechanism X) (v a t : R), ZCDP M 0 v -> 1 < a -> v * a <= t -> RenyiDP M a t.
Proof.
  intros X M v a t H Ha L T A HA y z Hyz. apply renyi_more with (0 + v * a); [lra |]. exact (H T A HA y z Hyz a Ha).
Qed.

(* A line up to an order, at each order before it *)
Lemma rule_orders {X : databases} (M : mechanism X) (m x r : R) :
  (forall a : R, 1 < a -> a < m -> RenyiDP M a (x + r * a)) -> BoundedZCDP M m x r.
Proof. intros H T A HA y z Hyz a Ha Hm. exact (H a Ha Hm T A HA y z Hyz). Qed.
