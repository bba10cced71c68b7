(* Definitions of guarantees on the responses, with the divergences written out as the kernel does. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From dpsym Require Import prelude Finite Divergences Mechanisms Domination Response.
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
