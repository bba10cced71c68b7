(* No definition is empty: each guarantee holds for what it must, and fails for what it must. *)
From Coq Require Import Reals Lra Psatz List.
From dpsym Require Import Finite Divergences Mechanisms Processing Composition Domination Order Conversions Response ApproxConcentrated.
Import ListNotations.
Open Scope R_scope.

Lemma silence_pure {X} : PureDP (Silence (X := X)) 0.
Proof. intros _ _ [] x y _. apply max_same. Qed.
Lemma pure_never_negative {X} (M : mechanism X) : ~ PureDP M (-1).
Proof. intros H. generalize (pure_nonneg M (-1) H). lra. Qed.

Theorem response_loss e f : 0 <= e -> ProbabilisticDP (RandomizedResponse e) f 0 <-> e <= f.
Proof.
  intros He. rewrite <- (response_pure e f He). split; [apply fact_loss_pure |].
  intros H. apply fact_pure_loss with f; (assumption || lra).
Qed.
Theorem response_zcdp_flat e x : 0 <= e -> ZCDP (RandomizedResponse e) x 0 <-> e <= x.
Proof.
  intros He. rewrite <- (response_pure e x He). split; [apply fact_zcdp_pure |].
  intros H. apply fact_pure_zcdp with x; (assumption || lra).
Qed.
Theorem response_range e w : 0 <= e -> BoundedRange (RandomizedResponse e) w <-> 2 * e <= w.
Proof.
  intros He. split; [| intros H; apply fact_pure_range with e; [now apply fact_response | assumption]].
  intros H. apply holds_bits in H. destruct H as [H _]. generalize (H None (Some None)). clear H.
  destruct (coin_masses e) as [A B]. rewrite !A, !B. simpl. destruct (coin_ends e) as [H1 [H2 H3]]. rewrite H3. intros L.
  set (q := 1 / (1 + exp e)) in *. assert (0 < q * q) by now apply Rmult_lt_0_compat.
  assert (M : exp (2 * e) * (q * q) <= exp w * (q * q)) by (replace (2 * e) with (e + e) by ring; rewrite exp_plus; lra).
  apply Rmult_le_reg_r in M; [| assumption]. destruct M as [M | M]; [left; now apply exp_lt_inv | right; now apply exp_inv].
Qed.
(* A composition of k responses loses k times as much, and no less. *)
Theorem rounds_pure e k f : 0 <= e -> PureDP (Rounds (RandomizedResponse e) k) f <-> INR k * e <= f.
Proof.
  intros He. split; [| intros H; apply fact_weaken_pure with (2 := H); apply fact_repeat_pure; now apply fact_response].
  assert (Z : exists z, 0 < power_law (coin e false) k z /\ power_law (coin e true) k z = exp (INR k * e) * power_law (coin e false) k z).
  { induction k as [| k [z [Hz E]]].
    - exists tt. simpl. rewrite Rmult_0_l, exp_0. lra.
    - exists (existT _ (None : numbers 2) z). rewrite S_INR. simpl power_law.
      assert (A : coin e true None = exp e * coin e false None /\ 0 < coin e false None).
      { destruct (coin_masses e) as [A B]. rewrite A, B. simpl. destruct (coin_ends e) as [H1 [H2 H3]]. now split. }
      destruct A as [A1 A2]. split.
      + apply Rmult_lt_0_compat; assumption.
      + change (coin e true None * power_law (coin e true) k z = exp ((INR k + 1) * e) * (coin e false None * power_law (coin e false) k z)).
        rewrite E, A1. replace ((INR k + 1) * e) with (e + INR k * e) by ring. rewrite exp_plus. ring. }
  intros H. destruct Z as [z [Hz E]].
  assert (L := H _ _ (rounds_power (coin e) (RandomizedResponse e) k (Only (X := bits) (coin e))) true false ltac:(simpl; discriminate) z).
  change (power_law (coin e true) k z <= exp f * power_law (coin e false) k z) in L. rewrite E in L. apply Rmult_le_reg_r in L; [| assumption].
  destruct L as [L | L]; [left; now apply exp_lt_inv | right; now apply exp_inv].
Qed.
(* What fails with probability d is no less than approximately concentrated. *)
Theorem canonical_not_certain e d x r : 0 <= e -> 0 < d -> d <= 1 -> r = 0 -> x = e -> ~ ApproxZCDP (CanonicalRR e d) 0 x r.
Proof.
  intros He Hd Hd1 -> -> H. apply fact_approx_zcdp_certain, fact_zcdp_pure in H.
  apply (fact_pure_approx _ e 0) in H; [| lra]. apply canonical_approx in H; lra.
Qed.
