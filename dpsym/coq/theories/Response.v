(* What the responses guarantee, and what follows for all mechanisms that they dominate. *)
From Coq Require Import Reals Lra Psatz List.
From dpsym Require Import Finite Divergences Mechanisms Processing Composition Domination Order Conversions.
Open Scope R_scope.

Lemma coin_ends e : 0 < exp e / (1 + exp e) /\ 0 < 1 / (1 + exp e) /\ exp e / (1 + exp e) = exp e * (1 / (1 + exp e)).
Proof.
  assert (E := exp_pos e). repeat split; [apply Rdiv_lt_0_compat; lra | apply Rdiv_lt_0_compat; lra | field; lra].
Qed.

Lemma fact_response : forall e, 0 <= e -> PureDP (RandomizedResponse e) e.
Proof.
  intros e He. destruct (coin_ends e) as [H1 [H2 H3]]. destruct (coin_masses e) as [A B].
  assert (E := exp_ge_1 e He).
  apply holds_bits. split; (intros [[[] |] |]; rewrite A, B; simpl; rewrite H3; nra).
Qed.

(* Not more, and not less. *)
Theorem response_pure e f : 0 <= e -> PureDP (RandomizedResponse e) f <-> e <= f.
Proof.
  intros He. split; [| intros H; apply fact_weaken_pure with (2 := H); now apply fact_response].
  intros H. apply holds_bits in H. destruct H as [H _]. generalize (H None). clear H.
  destruct (coin_ends e) as [H1 [H2 H3]]. destruct (coin_masses e) as [A B]. rewrite A, B. simpl. rewrite H3. intros L.
  apply Rmult_le_reg_r in L; [| assumption]. destruct L as [L | L]; [left; now apply exp_lt_inv | right; now apply exp_inv].
Qed.

Lemma fact_canonical : forall e d, 0 <= e -> 0 <= d -> d <= 1 -> ApproxDP (CanonicalRR e d) e d.
Proof.
  intros e d He Hd Hd1. assert (E := exp_ge_1 e He). destruct (canonical_mass e d (conj Hd Hd1)) as [A B].
  assert (0 <= (1 - d) / (1 + exp e)) by (unfold Rdiv; apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]).
  assert (S : (1 - d) * exp e / (1 + exp e) = exp e * ((1 - d) / (1 + exp e))) by (field; lra).
  apply holds_bits. split; unfold approx, HockeyStick; rewrite Sum_4, !A, !B; simpl; rewrite S; set (q := (1 - d) / (1 + exp e)) in *;
    assert (0 <= (exp e - 1) * q) by nra; assert (0 <= exp e * q) by nra; assert (0 <= exp e * (exp e * q) - q) by nra;
    assert (0 <= exp e * d) by nra; unfold Rmax; repeat destruct Rle_dec; lra.
Qed.

Theorem canonical_approx e d c : 0 <= e -> 0 <= d -> d <= 1 -> ApproxDP (CanonicalRR e d) e c <-> d <= c.
Proof.
  intros He Hd Hd1. split; [| intros H; apply fact_weaken_approx with (3 := H) (e := e); [now apply fact_canonical | lra]].
  intros H. apply holds_bits in H. destruct H as [H _]. apply Rle_trans with (2 := H). unfold HockeyStick.
  destruct (canonical_mass e d (conj Hd Hd1)) as [A B].
  apply Rle_trans with (Rmax (canonical e d true None - exp e * canonical e d false None) 0).
  - rewrite A, B. simpl. apply Rle_trans with (2 := Rmax_l _ _). lra.
  - apply (Sum_term (numbers 4) (fun x => Rmax (canonical e d true x - exp e * canonical e d false x) 0) None). intros. apply Rmax_r.
Qed.

(* Moments of the response, as the closed form has them *)
Lemma coin_continuous e b c : coin e b << coin e c.
Proof.
  destruct (coin_ends e) as [H1 [H2 _]]. destruct (coin_masses e) as [A B].
  intros [[[] |] |]; destruct c; rewrite ?A, ?B; simpl; lra.
Qed.
Lemma coin_Moment e a b : Moment a (coin e b) (coin e (negb b)) = (exp (a * e) + exp ((1 - a) * e)) / (1 + exp e).
Proof.
  assert (E := exp_pos e). destruct (coin_ends e) as [H1 [H2 H3]]. destruct (coin_masses e) as [A B].
  assert (L : ln (exp e / (1 + exp e)) = e + ln (1 / (1 + exp e))) by (rewrite H3, ln_mult, ln_exp by (assumption || apply exp_pos); ring).
  unfold Moment. rewrite Sum_2. destruct b; cbn [negb]; rewrite !A, !B; simpl; rewrite !moment_exp, L by assumption;
    set (l := ln (1 / (1 + exp e)));
    replace (a * (e + l) + (1 - a) * l) with (a * e + l) by ring;
    replace (a * l + (1 - a) * (e + l)) with ((1 - a) * e + l) by ring;
    rewrite !exp_plus; unfold l; rewrite exp_ln by assumption; field; lra.
Qed.
Lemma coin_Renyi e a b : 1 < a ->
  Renyi a (coin e b) (coin e (negb b)) = ln ((exp (a * e) + exp ((1 - a) * e)) / (1 + exp e)) / (a - 1).
Proof. intros Ha. rewrite Renyi_order, coin_Moment by lra. reflexivity. Qed.

Section By.
  Context {X : databases}.
  Implicit Types M : mechanism X.
  Lemma fact_pure_by_response : forall M e x r, PureDP M e -> ZCDP (RandomizedResponse e) x r -> ZCDP M x r.
  Proof. intros M e x r H. apply by_response; [apply closed_zcdp | now apply pure_nonneg with M | assumption]. Qed.
  Lemma fact_simulable_approx : forall M e d x y, 0 <= e -> 0 <= d -> d <= 1 ->
    Simulable M e d -> e <= x -> d <= y -> ApproxDP M x y.
  Proof.
    intros M e d x y He Hd Hd1 H L1 L2. apply fact_weaken_approx with e d; try assumption. revert H. apply implied.
    intros T P Q HK. apply (image_closed (approx e d) (canonical e d true) (canonical e d false) P Q); [apply closed_approx | exact HK |].
    assert (F := fact_canonical e d He Hd Hd1). apply holds_bits in F. apply F.
  Qed.
  Lemma canonical_pure e : 0 <= e -> PureDP (CanonicalRR e 0) e.
  Proof.
    intros He. assert (E := exp_ge_1 e He). destruct (canonical_mass e 0 ltac:(lra)) as [A B].
    assert (0 <= (1 - 0) / (1 + exp e)) by (unfold Rdiv; apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]).
    assert (S : (1 - 0) * exp e / (1 + exp e) = exp e * ((1 - 0) / (1 + exp e))) by (field; lra).
    apply holds_bits. split; intros [[[[[] |] |] |] |]; rewrite ?A, ?B; simpl; rewrite ?S;
      set (q := (1 - 0) / (1 + exp e)) in *; assert (0 <= (exp e - 1) * q) by nra; assert (0 <= exp e * q) by nra; nra.
  Qed.
  Lemma fact_simulable_pure : forall M e, 0 <= e -> Simulable M e 0 -> PureDP M e.
  Proof.
    intros M e He. apply implied. intros T P Q HK.
    apply (image_closed (pure e) (canonical e 0 true) (canonical e 0 false) P Q); [apply closed_pure | exact HK |].
    assert (F := canonical_pure e He). apply holds_bits in F. apply F.
  Qed.
  Lemma fact_approx_simulable : forall M e d x y, ApproxDP M e d -> 0 <= e -> e <= x -> 0 <= d -> d <= y -> y <= 1 -> Simulable M x y.
  Proof.
    intros M e d x y H He L1 Hd L2 Hy. assert (HM := fact_weaken_approx M e d x y H L1 L2).
    intros T A HA u v Huv. exact (rule_domination_approx M x y ltac:(lra) ltac:(lra) Hy HM u v Huv T A HA).
  Qed.
  Lemma fact_pure_simulable : forall M e x y, PureDP M e -> 0 <= e -> e <= x -> 0 <= y -> y <= 1 -> Simulable M x y.
  Proof.
    intros M e x y H He L1 Hy Hy1. apply (fact_approx_simulable M e 0); try (assumption || lra).
    apply fact_pure_approx; [assumption | lra].
  Qed.
End By.
