(* Samples of responses, and of what they dominate. *)
From Coq Require Import Reals Lra.
From dpsym Require Import Finite Divergences Mechanisms Processing Domination Response Sampling Rules Refutations.
Open Scope R_scope.

Theorem by_sample_model {X : databases} (G : guarantee) (M : mechanism X) (N : mechanism bits) q :
  closed G -> 0 <= q <= 1 -> modelled M N -> holds G (Subsample N q) -> holds G (Subsample M q).
Proof.
  intros C Hq [S [A [HA D]]] H. destruct (laws_of_sample G N q A true false H Hq HA ltac:(discriminate)) as [H1 H2].
  exact (rule_domination_subsample M q G (A true) (A false) Hq C D H1 H2).
Qed.

Lemma response_at e x y : near (x : bits) y -> dominated_at x y (coin e true) (coin e false) (RandomizedResponse e).
Proof.
  intros Hxy _ _ []. destruct x, y; try (now destruct Hxy).
  - exists identity. intros i. rewrite !push_identity. now split.
  - exact (image_sym_coin e).
Qed.
Theorem rule_definition_sampled_response (G : guarantee) e q : closed G -> 0 <= q <= 1 ->
  G _ (Mixture q (coin e true) (coin e false)) (coin e false) -> G _ (coin e false) (Mixture q (coin e true) (coin e false)) ->
  holds G (Subsample (RandomizedResponse e) q).
Proof. intros C Hq H1 H2. apply (rule_domination_subsample _ q G (coin e true) (coin e false)); try assumption. intros x y. apply response_at. Qed.
Theorem rule_definition_sampled_canonical (G : guarantee) e d q : closed G -> 0 <= q <= 1 -> 0 <= d <= 1 ->
  G _ (Mixture q (canonical e d true) (canonical e d false)) (canonical e d false) ->
  G _ (canonical e d false) (Mixture q (canonical e d true) (canonical e d false)) ->
  holds G (Subsample (CanonicalRR e d) q).
Proof.
  intros C Hq Hd H1 H2. apply (rule_domination_subsample _ q G (canonical e d true) (canonical e d false)); try assumption.
  intros x y. now apply canonical_at.
Qed.
