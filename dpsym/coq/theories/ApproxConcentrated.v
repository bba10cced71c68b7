(* Approximate concentrated privacy: a part of the laws is concentrated. *)
From Coq Require Import Reals Lra Psatz List.
From dpsym Require Import Finite Divergences Mechanisms Processing Composition Domination Order Conversions Response.
Open Scope R_scope.

(* A pair of laws of which other laws make up at least the weight 1 - d *)
Lemma approx_zcdp_from d x r (T : space) (P Q A B : law T) : 0 <= d <= 1 ->
  (forall y, (1 - d) * A y <= P y /\ (1 - d) * B y <= Q y) -> zcdp x r T A B -> zcdp x r T B A -> approx_zcdp d x r T P Q.
Proof.
  intros Hd H HA HB. destruct (rest d T P A Hd (fun y => proj1 (H y))) as [C HC].
  destruct (rest d T Q B Hd (fun y => proj2 (H y))) as [D HD].
  exists A, B, C, D. split; [intros y; split; [apply HC | apply HD] | now split].
Qed.
Lemma approx_zcdp_parts d x r (T : space) (P Q : law T) : 0 <= d <= 1 -> approx_zcdp d x r T P Q ->
  exists A B : law T, (forall y, (1 - d) * A y <= P y /\ (1 - d) * B y <= Q y) /\ zcdp x r T A B /\ zcdp x r T B A.
Proof.
  intros Hd [A [B [C [D [H [HA HB]]]]]]. exists A, B. split; [| now split]. intros y. destruct (H y) as [-> ->].
  generalize (mass_nonneg C y) (mass_nonneg D y). split; nra.
Qed.

Lemma zcdp_more {T : space} (P Q : law T) x r y s : x + r <= y + s -> r <= s -> zcdp x r T P Q -> zcdp y s T P Q.
Proof. intros L1 L2 H a Ha. apply renyi_more with (2 := H a Ha). nra. Qed.
Lemma zcdp_same {T : space} (P : law T) : zcdp 0 0 T P P.
Proof. intros a Ha. replace (0 + 0 * a) with 0 by ring. apply renyi_same. lra. Qed.
Lemma zcdp_joint {T : space} {U : T -> space} (P Q : law T) (P' Q' : forall o, law (U o)) x r y s :
  zcdp x r T P Q -> (forall o, zcdp y s (U o) (P' o) (Q' o)) -> zcdp (x + y) (r + s) _ (joint U P P') (joint U Q Q').
Proof.
  intros H H' a Ha. replace (x + y + (r + s) * a) with ((x + r * a) + (y + s * a)) by ring.
  apply joint_renyi; [lra | now apply H |]. intros o. now apply H'.
Qed.

Lemma approx_zcdp_joint {T : space} {U : T -> space} (P Q : law T) (P' Q' : forall o, law (U o)) c x r d y s :
  0 <= c <= 1 -> 0 <= d <= 1 -> approx_zcdp c x r T P Q -> (forall o, approx_zcdp d y s (U o) (P' o) (Q' o)) ->
  approx_zcdp (1 - (1 - c) * (1 - d)) (x + y) (r + s) _ (joint U P P') (joint U Q Q').
Proof.
  intros Hc Hd H H'. destruct (approx_zcdp_parts c x r T P Q Hc H) as [A [B [E [HA HB]]]].
  destruct (choice T (fun z => (law (U z) * law (U z))%type) (fun z ab =>
    (forall w, (1 - d) * fst ab w <= P' z w /\ (1 - d) * snd ab w <= Q' z w) /\ zcdp y s (U z) (fst ab) (snd ab) /\ zcdp y s (U z) (snd ab) (fst ab))) as [f Hf].
  { intros z. destruct (approx_zcdp_parts d y s (U z) (P' z) (Q' z) Hd (H' z)) as [A' [B' HX]]. now exists (A', B'). }
  apply (approx_zcdp_from _ _ _ _ _ _ (joint U A (fun z => fst (f z))) (joint U B (fun z => snd (f z)))).
  - nra.
  - intros [z w]. simpl. destruct (E z) as [E1 E2]. destruct (Hf z) as [F _]. destruct (F w) as [F1 F2].
    generalize (mass_nonneg A z) (mass_nonneg B z) (mass_nonneg (fst (f z)) w) (mass_nonneg (snd (f z)) w). intros.
    replace (1 - (1 - (1 - c) * (1 - d))) with ((1 - c) * (1 - d)) by ring.
    split; [replace ((1 - c) * (1 - d) * (A z * fst (f z) w)) with ((1 - c) * A z * ((1 - d) * fst (f z) w)) by ring |
            replace ((1 - c) * (1 - d) * (B z * snd (f z) w)) with ((1 - c) * B z * ((1 - d) * snd (f z) w)) by ring];
      apply Rmult_le_compat; try assumption; apply Rmult_le_pos; lra.
  - apply zcdp_joint; [assumption | intros o; apply Hf].
  - apply zcdp_joint; [assumption | intros o; apply Hf].
Qed.
Lemma approx_zcdp_more {T : space} (P Q : law T) d x r c y s : 0 <= d -> d <= c -> c <= 1 -> x + r <= y + s -> r <= s ->
  approx_zcdp d x r T P Q -> approx_zcdp c y s T P Q.
Proof.
  intros Hd Hdc Hc L1 L2 H. destruct (approx_zcdp_parts d x r T P Q ltac:(lra) H) as [A [B [E [HA HB]]]].
  apply (approx_zcdp_from c y s T P Q A B); [lra | | now apply (zcdp_more _ _ x r) | now apply (zcdp_more _ _ x r)].
  intros z. destruct (E z). generalize (mass_nonneg A z) (mass_nonneg B z). split; nra.
Qed.

Lemma pow_unit x k : 0 <= x <= 1 -> 0 <= x ^ k <= 1.
Proof. intros H. induction k as [| k IH]; simpl; [lra |]. nra. Qed.

Section Rows.
  Context {X : databases}.
  Implicit Types M : mechanism X.

  Lemma fact_compose_approx_zcdp : forall M1 M2 d1 x1 r1 d2 x2 r2, 0 <= d1 -> 0 <= d2 ->
    ApproxZCDP M1 d1 x1 r1 -> ApproxZCDP M2 d2 x2 r2 -> d1 <= 1 -> d2 <= 1 ->
    ApproxZCDP (Compose M1 M2) (1 - (1 - d1) * (1 - d2)) (x1 + x2) (r1 + r2).
  Proof.
    intros M N c x r d y s Hc Hd HM HN Hc1 Hd1 _ _ [T U A B HA HB] z w Hzw.
    apply approx_zcdp_joint; [lra | lra | now apply (HM T A) |]. intros o. now apply (HN (U o) (B o)).
  Qed.
  Lemma fact_repeat_approx_zcdp : forall M d x r k, 0 <= d -> ApproxZCDP M d x r -> d <= 1 ->
    ApproxZCDP (Rounds M k) (1 - (1 - d) ^ k) (INR k * x) (INR k * r).
  Proof.
    intros M d x r k Hd H Hd1. induction k as [| k IH].
    - intros _ _ [] y z _. simpl. rewrite !Rmult_0_l. apply (approx_zcdp_from _ _ _ _ sure sure sure sure); [lra | | apply zcdp_same | apply zcdp_same].
      intros t. simpl. lra.
    - assert (0 <= (1 - d) ^ k <= 1) by (apply pow_unit; lra).
      rewrite S_INR. replace (1 - (1 - d) ^ S k) with (1 - (1 - d) * (1 - (1 - (1 - d) ^ k))) by (simpl; ring).
      replace ((INR k + 1) * x) with (x + INR k * x) by ring. replace ((INR k + 1) * r) with (r + INR k * r) by ring.
      apply fact_compose_approx_zcdp; (assumption || lra).
  Qed.
  Lemma fact_weaken_approx_zcdp : forall M d x r c y s, 0 <= d -> ApproxZCDP M d x r -> d <= c -> x + r <= y + s -> r <= s -> c <= 1 ->
    ApproxZCDP M c y s.
  Proof. intros M d x r c y s Hd H L L1 L2 Hc. revert H. apply implied. intros T P Q. now apply approx_zcdp_more. Qed.
  Lemma bernoulli_sum d k : 0 <= d <= 1 -> 1 - (1 - d) ^ k <= INR k * d.
  Proof.
    intros Hd. induction k as [| k IH]; [simpl; lra |]. rewrite S_INR. simpl.
    assert (0 <= (1 - d) ^ k <= 1) by (apply pow_unit; lra). nra.
  Qed.
  Lemma fact_repeat_approx_zcdp_union : forall M d x r k, (1 <= k)%nat -> ApproxZCDP M d x r -> 0 <= d -> INR k * d <= 1 ->
    ApproxZCDP (Rounds M k) (INR k * d) (INR k * x) (INR k * r).
  Proof.
    intros M d x r k Hk H Hd Hkd. assert (1 <= INR k) by (apply le_INR in Hk; exact Hk). assert (Hd1 : d <= 1) by nra.
    assert (0 <= (1 - d) ^ k <= 1) by (apply pow_unit; lra).
    apply fact_weaken_approx_zcdp with (1 - (1 - d) ^ k) (INR k * x) (INR k * r); try lra.
    - now apply fact_repeat_approx_zcdp.
    - apply bernoulli_sum. lra.
  Qed.
  Lemma fact_zcdp_approx_zcdp : forall M x r d, ZCDP M x r -> 0 <= d -> d <= 1 -> ApproxZCDP M d x r.
  Proof.
    intros M x r d H Hd Hd1. revert H. apply implied_both. intros T P Q H1 H2.
    apply (approx_zcdp_from d x r T P Q P Q); try assumption; [lra |].
    intros y. generalize (mass_nonneg P y) (mass_nonneg Q y). split; nra.
  Qed.
  Lemma fact_approx_zcdp_certain : forall M x r, ApproxZCDP M 0 x r -> ZCDP M x r.
  Proof.
    intros M x r. apply implied. intros T P Q H. destruct (approx_zcdp_parts 0 x r T P Q ltac:(lra) H) as [A [B [E [HA _]]]].
    assert (EA : forall y, P y = A y) by (intros y; symmetry; apply law_ge_eq; intros z; generalize (E z); lra).
    assert (EB : forall y, Q y = B y) by (intros y; symmetry; apply law_ge_eq; intros z; generalize (E z); lra).
    apply (closed_image (zcdp x r) T T A B identity P Q); [apply closed_zcdp | | assumption].
    intros y. rewrite !push_identity. now split.
  Qed.
  Lemma approx_split M e d x r : 0 <= e -> 0 <= d -> d <= 1 ->
    (forall (T : space) (A B : law T), max_at_most e A B -> max_at_most e B A -> zcdp x r T A B) -> ApproxDP M e d -> ApproxZCDP M d x r.
  Proof.
    intros He Hd Hd1 Z. apply implied_both. intros T P Q H1 H2.
    destruct (split_approx e d T P Q He (conj Hd Hd1) H1 H2) as [A [B [C [D [HA [HB HX]]]]]].
    exists A, B, C, D. split; [assumption |]. split; now apply Z.
  Qed.
  Lemma fact_approx_by_response : forall M e d x r, 0 <= e -> ApproxDP M e d -> ZCDP (RandomizedResponse e) x r -> 0 <= d -> d <= 1 ->
    ApproxZCDP M d x r.
  Proof.
    intros M e d x r He H HR Hd Hd1. revert H. apply approx_split with (1 := He); try assumption.
    intros T A B HA HB. apply (image_closed (zcdp x r) (coin e true) (coin e false) A B); [apply closed_zcdp | now apply coin_image |].
    apply holds_bits in HR. apply HR.
  Qed.
  Lemma fact_approx_to_approx_zcdp : forall M e d x r, ApproxDP M e d -> 0 <= e -> e <= x + r -> 0 <= r -> 0 <= d -> d <= 1 ->
    ApproxZCDP M d x r.
  Proof.
    intros M e d x r H He L Hr Hd Hd1. revert H. apply approx_split with (1 := He); try assumption.
    intros T A B HA _ a Ha. apply renyi_more with e; [nra |]. apply order_max; [lra | assumption].
  Qed.
End Rows.
Lemma fact_parallel_approx_zcdp : forall {X Y : databases} (M1 : mechanism X) (M2 : mechanism Y) d1 x1 r1 d2 x2 r2, 0 <= d1 -> 0 <= d2 ->
  ApproxZCDP M1 d1 x1 r1 -> ApproxZCDP M2 d2 x2 r2 -> d1 <= 1 -> d2 <= 1 ->
  ApproxZCDP (Parallel M1 M2) (Rmax d1 d2) (Rmax x1 x2) (Rmax r1 r2).
Proof.
  intros X Y M N c x r d y s Hc Hd HM HN Hc1 Hd1.
  assert (D : 0 <= Rmax c d <= 1) by (split; [apply Rle_trans with c; [assumption | apply Rmax_l] | now apply Rmax_lub]).
  generalize (Rmax_l x y) (Rmax_r x y) (Rmax_l r s) (Rmax_r r s) (Rmax_l c d) (Rmax_r c d). intros.
  apply in_part.
  - apply closed_approx_zcdp.
  - intros T A HA z w Hzw. apply (approx_zcdp_more _ _ c x r); try lra. now apply (HM T A).
  - intros T U P P' Q' H5. replace (Rmax c d) with (1 - (1 - 0) * (1 - Rmax c d)) by ring.
    replace (Rmax x y) with (0 + Rmax x y) by ring. replace (Rmax r s) with (0 + Rmax r s) by ring.
    apply approx_zcdp_joint; try lra; [| exact H5].
    apply (approx_zcdp_from _ _ _ _ _ _ P P); [lra | | apply zcdp_same | apply zcdp_same]. intros t. lra.
  - intros T A HA z w Hzw. apply (approx_zcdp_more _ _ d y s); try lra. now apply (HN T A).
Qed.
