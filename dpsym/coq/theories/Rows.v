(* The rows of the table of facts as the kernel has them. Counts are real numbers that are integers,
   as in the lemmas about numbers. *)
From Coq Require Import Reals Lra Psatz List.
From Coquelicot Require Import Coquelicot.
From dpsym Require Import prelude naturals Numbers.
From dpsym Require Import Finite Divergences Mechanisms Processing Order Composition Domination Conversions Response ApproxConcentrated Tails.
Open Scope R_scope.

Lemma dpsym_count_is k : dpsym_integer k -> 1 <= k -> INR (dpsym_count k) = k.
Proof. intros Hk H. apply (dpsym_count_next k Hk). lra. Qed.

Lemma dpsym_count_ge k : dpsym_integer k -> 1 <= k -> (1 <= dpsym_count k)%nat.
Proof. intros Hk H. apply INR_le. rewrite dpsym_count_is by assumption. exact H. Qed.

(* A guarantee whose numbers are written in another way. *)
Ltac dpsym_counts := repeat match goal with
  | |- context [INR (dpsym_count ?k)] => rewrite (dpsym_count_is k) by assumption
  | |- context [dpsym_expt ?x ?k] => rewrite (dpsym_expt_whole x k) by (assumption || lra)
  end.
(* A hypothesis with other terms for the same numbers. *)
Lemma dpsym_root_4 x : sqrt (4 * x) = sqrt x * 2.
Proof. replace (4 * x) with (2 * 2 * x) by ring. rewrite sqrt_mult_alt, sqrt_square by lra. ring. Qed.
Ltac dpsym_terms_alike := repeat match goal with
  | |- context [sqrt (4 * ?r * ?u)] => replace (4 * r * u) with (4 * (r * u)) by ring; rewrite dpsym_root_4
  | |- context [ln (1 / ?y)] => replace (1 / y) with (/ y) by (unfold Rdiv; ring)
  end.
Ltac dpsym_alike_number := first [ reflexivity | lra | solve [ field; repeat split; lra ]
  | solve [ dpsym_terms_alike; field; repeat split; lra ] | solve [ progress f_equal; dpsym_alike_number ]
  | dpsym_equal ].
Ltac dpsym_written := match goal with
  | H : ?a <= ?b |- ?c <= ?b => replace c with a by dpsym_alike_number; exact H
  | H : ?a <= ?b |- ?c <= ?d => replace c with a by dpsym_alike_number; replace d with b by dpsym_alike_number; exact H
  end.
Ltac dpsym_premises L := repeat lazymatch type of L with
  | ?a -> _ => let h := fresh in assert (h : a) by (first [ assumption | apply dpsym_count_ge; assumption | lra | dpsym_counts; first [ lra | nra ] | dpsym_written ]); specialize (L h); clear h
  end.
Ltac dpsym_row L := let H := fresh in assert (H := L); dpsym_premises H;
  first [ exact H | let T := type of H in lazymatch goal with |- ?G => cut (T = G); [ intros <-; exact H |] end; f_equal; dpsym_counts; first [ ring | dpsym_alike_number ] ].

Lemma row_compose_pure : forall (X : databases) (M1 : mechanism X) (M2 : mechanism X) (e1 e2 : R),
  PureDP M1 e1 ->
  PureDP M2 e2 ->
  PureDP (Compose M1 M2) (e1 + e2).
Proof. intros. dpsym_row (fact_compose_pure M1 M2 e1 e2). Qed.

Lemma row_repeat_pure : forall (X : databases) (M : mechanism X) (e k : R),
  dpsym_integer k ->
  1 <= k ->
  PureDP M e ->
  PureDP (Rounds M (dpsym_count k)) (e * k).
Proof. intros. dpsym_row (fact_repeat_pure M e (dpsym_count k)). Qed.

Lemma row_parallel_pure : forall (X : databases) (Y : databases) (M1 : mechanism X) (M2 : mechanism Y) (e1 e2 : R),
  PureDP M1 e1 ->
  PureDP M2 e2 ->
  PureDP (Parallel M1 M2) (Rmax e1 e2).
Proof. intros. dpsym_row (fact_parallel_pure M1 M2 e1 e2). Qed.

Lemma row_compose_approx : forall (X : databases) (M1 : mechanism X) (M2 : mechanism X) (e1 d1 e2 d2 : R),
  ApproxDP M1 e1 d1 ->
  ApproxDP M2 e2 d2 ->
  d1 <= 1 ->
  d2 <= 1 ->
  ApproxDP (Compose M1 M2) (e1 + e2) (1 + (- ((1 + (- d1)) * (1 + (- d2))))).
Proof. intros. dpsym_row (fact_compose_approx M1 M2 e1 d1 e2 d2). Qed.

Lemma row_repeat_approx : forall (X : databases) (M : mechanism X) (e d k : R),
  dpsym_integer k ->
  1 <= k ->
  ApproxDP M e d ->
  d <= 1 ->
  ApproxDP (Rounds M (dpsym_count k)) (e * k) (1 + (- (dpsym_expt (1 + (- d)) k))).
Proof. intros. dpsym_row (fact_repeat_approx M e d (dpsym_count k)). Qed.

Lemma row_parallel_approx : forall (X : databases) (Y : databases) (M1 : mechanism X) (M2 : mechanism Y) (e1 d1 e2 d2 : R),
  ApproxDP M1 e1 d1 ->
  ApproxDP M2 e2 d2 ->
  d1 <= 1 ->
  d2 <= 1 ->
  ApproxDP (Parallel M1 M2) (Rmax e1 e2) (Rmax d1 d2).
Proof. intros. dpsym_row (fact_parallel_approx M1 M2 e1 d1 e2 d2). Qed.

Lemma row_compose_zcdp : forall (X : databases) (M1 : mechanism X) (M2 : mechanism X) (x1 r1 x2 r2 : R),
  ZCDP M1 x1 r1 ->
  ZCDP M2 x2 r2 ->
  ZCDP (Compose M1 M2) (x1 + x2) (r1 + r2).
Proof. intros. dpsym_row (fact_compose_zcdp M1 M2 x1 r1 x2 r2). Qed.

Lemma row_repeat_zcdp : forall (X : databases) (M : mechanism X) (x r k : R),
  dpsym_integer k ->
  1 <= k ->
  ZCDP M x r ->
  ZCDP (Rounds M (dpsym_count k)) (k * x) (k * r).
Proof. intros. dpsym_row (fact_repeat_zcdp M x r (dpsym_count k)). Qed.

Lemma row_parallel_zcdp : forall (X : databases) (Y : databases) (M1 : mechanism X) (M2 : mechanism Y) (x1 r1 x2 r2 : R),
  ZCDP M1 x1 r1 ->
  ZCDP M2 x2 r2 ->
  ZCDP (Parallel M1 M2) (Rmax x1 x2) (Rmax r1 r2).
Proof. intros. dpsym_row (fact_parallel_zcdp M1 M2 x1 r1 x2 r2). Qed.

Lemma row_compose_renyi : forall (X : databases) (M1 : mechanism X) (M2 : mechanism X) (a t1 t2 : R),
  1 <= a ->
  RenyiDP M1 a t1 ->
  RenyiDP M2 a t2 ->
  RenyiDP (Compose M1 M2) a (t1 + t2).
Proof. intros. dpsym_row (fact_compose_renyi M1 M2 a t1 t2). Qed.

Lemma row_repeat_renyi : forall (X : databases) (M : mechanism X) (a t k : R),
  1 <= a ->
  dpsym_integer k ->
  1 <= k ->
  RenyiDP M a t ->
  RenyiDP (Rounds M (dpsym_count k)) a (k * t).
Proof. intros. dpsym_row (fact_repeat_renyi M a t (dpsym_count k)). Qed.

Lemma row_parallel_renyi : forall (X : databases) (Y : databases) (M1 : mechanism X) (M2 : mechanism Y) (a t1 t2 : R),
  1 <= a ->
  RenyiDP M1 a t1 ->
  RenyiDP M2 a t2 ->
  RenyiDP (Parallel M1 M2) a (Rmax t1 t2).
Proof. intros. dpsym_row (fact_parallel_renyi M1 M2 a t1 t2). Qed.

Lemma row_compose_approx_zcdp : forall (X : databases) (M1 : mechanism X) (M2 : mechanism X) (d1 x1 r1 d2 x2 r2 : R),
  0 <= d1 ->
  d1 <= 1 ->
  0 <= d2 ->
  d2 <= 1 ->
  ApproxZCDP M1 d1 x1 r1 ->
  ApproxZCDP M2 d2 x2 r2 ->
  ApproxZCDP (Compose M1 M2) (1 + (- ((1 + (- d1)) * (1 + (- d2))))) (x1 + x2) (r1 + r2).
Proof. intros. dpsym_row (fact_compose_approx_zcdp M1 M2 d1 x1 r1 d2 x2 r2). Qed.

Lemma row_repeat_approx_zcdp : forall (X : databases) (M : mechanism X) (d x r k : R),
  0 <= d ->
  d <= 1 ->
  dpsym_integer k ->
  1 <= k ->
  ApproxZCDP M d x r ->
  ApproxZCDP (Rounds M (dpsym_count k)) (1 + (- (dpsym_expt (1 + (- d)) k))) (k * x) (k * r).
Proof. intros. dpsym_row (fact_repeat_approx_zcdp M d x r (dpsym_count k)). Qed.

Lemma row_parallel_approx_zcdp : forall (X : databases) (Y : databases) (M1 : mechanism X) (M2 : mechanism Y) (d1 x1 r1 d2 x2 r2 : R),
  0 <= d1 ->
  d1 <= 1 ->
  0 <= d2 ->
  d2 <= 1 ->
  ApproxZCDP M1 d1 x1 r1 ->
  ApproxZCDP M2 d2 x2 r2 ->
  ApproxZCDP (Parallel M1 M2) (Rmax d1 d2) (Rmax x1 x2) (Rmax r1 r2).
Proof. intros. dpsym_row (fact_parallel_approx_zcdp M1 M2 d1 x1 r1 d2 x2 r2). Qed.

Lemma row_repeat_approx_zcdp_union : forall (X : databases) (M : mechanism X) (d x r k : R),
  0 <= d ->
  d <= 1 ->
  dpsym_integer k ->
  1 <= k ->
  ApproxZCDP M d x r ->
  (d * k) <= 1 ->
  ApproxZCDP (Rounds M (dpsym_count k)) (d * k) (k * x) (k * r).
Proof. intros. dpsym_row (fact_repeat_approx_zcdp_union M d x r (dpsym_count k)). Qed.

Lemma row_canonical : forall e d : R,
  0 <= e ->
  0 <= d ->
  d <= 1 ->
  ApproxDP (CanonicalRR e d) e d.
Proof. intros. dpsym_row (fact_canonical e d). Qed.

Lemma row_response : forall e : R,
  0 <= e ->
  PureDP (RandomizedResponse e) e.
Proof. intros. dpsym_row (fact_response e). Qed.

Lemma row_weaken_zcdp : forall (X : databases) (M : mechanism X) (x r y s : R),
  ZCDP M x r ->
  (r + x) <= (s + y) ->
  r <= s ->
  ZCDP M y s.
Proof. intros. dpsym_row (fact_weaken_zcdp M x r y s). Qed.

Lemma row_weaken_zcdp_each : forall (X : databases) (M : mechanism X) (x r y s : R),
  ZCDP M x r ->
  x <= y ->
  r <= s ->
  ZCDP M y s.
Proof. intros. dpsym_row (fact_weaken_zcdp_each M x r y s). Qed.

Lemma row_weaken_approx_zcdp : forall (X : databases) (M : mechanism X) (d x r c y s : R),
  0 <= d ->
  d <= 1 ->
  0 <= c ->
  c <= 1 ->
  ApproxZCDP M d x r ->
  d <= c ->
  (r + x) <= (s + y) ->
  r <= s ->
  ApproxZCDP M c y s.
Proof. intros. dpsym_row (fact_weaken_approx_zcdp M d x r c y s). Qed.

Lemma row_weaken_renyi : forall (X : databases) (M : mechanism X) (a t b u : R),
  1 <= a ->
  1 <= b ->
  RenyiDP M a t ->
  b <= a ->
  t <= u ->
  RenyiDP M b u.
Proof. intros. dpsym_row (fact_weaken_renyi M a t b u). Qed.

Lemma row_renyi_pure : forall (X : databases) (M : mechanism X) (e : R),
  PureDP M e ->
  PureDP M e.
Proof. intros. dpsym_row (fact_renyi_pure M e). Qed.

Lemma row_renyi_equal : forall (X : databases) (M : mechanism X) (a : R),
  1 <= a ->
  RenyiDP M a 0 ->
  PureDP M 0.
Proof. intros. dpsym_row (fact_renyi_equal M a). Qed.

Lemma row_approx_zcdp_certain : forall (X : databases) (M : mechanism X) (x r : R),
  ApproxZCDP M 0 x r ->
  ZCDP M x r.
Proof. intros. dpsym_row (fact_approx_zcdp_certain M x r). Qed.

Lemma row_weaken_tail : forall (X : databases) (M : mechanism X) (x r y s : R),
  0 <= r ->
  0 <= s ->
  TailDP M x r ->
  x <= y ->
  r <= s ->
  TailDP M y s.
Proof. intros. dpsym_row (fact_weaken_tail M x r y s). Qed.

Lemma row_pure_range : forall (X : databases) (M : mechanism X) (e x : R),
  0 <= x ->
  PureDP M e ->
  (e * 2) <= x ->
  BoundedRange M x.
Proof. intros. dpsym_row (fact_pure_range M e x). Qed.

Lemma row_pure_loss : forall (X : databases) (M : mechanism X) (e x d : R),
  PureDP M e ->
  e <= x ->
  0 <= d ->
  ProbabilisticDP M x d.
Proof. intros. dpsym_row (fact_pure_loss M e x d). Qed.

Lemma row_loss_pure : forall (X : databases) (M : mechanism X) (e : R),
  ProbabilisticDP M e 0 ->
  PureDP M e.
Proof. intros. dpsym_row (fact_loss_pure M e). Qed.

Lemma row_loss_approx : forall (X : databases) (M : mechanism X) (e d : R),
  ProbabilisticDP M e d ->
  ApproxDP M e d.
Proof. intros. dpsym_row (fact_loss_approx M e d). Qed.

Lemma row_approx_loss : forall (X : databases) (M : mechanism X) (e d x y : R),
  ApproxDP M e d ->
  e < x ->
  d <= (y * (1 + (- (exp (e + (- x)))))) ->
  ProbabilisticDP M x y.
Proof. intros. dpsym_row (fact_approx_loss M e d x y). Qed.

Lemma row_zcdp_loss : forall (X : databases) (M : mechanism X) (x r e d : R),
  ZCDP M x r ->
  0 < r ->
  (r + x) <= e ->
  (exp (- ((/ r) * ((e + (- r) + (- x)) ^ 2) * (1 / 4)))) <= d ->
  ProbabilisticDP M e d.
Proof. intros. dpsym_row (fact_zcdp_loss M x r e d). Qed.

Lemma row_zcdp_loss_flat : forall (X : databases) (M : mechanism X) (x e d : R),
  ZCDP M x 0 ->
  x <= e ->
  0 <= d ->
  ProbabilisticDP M e d.
Proof. intros. dpsym_row (fact_zcdp_loss_flat M x e d). Qed.

Lemma row_zcdp_tail : forall (X : databases) (M : mechanism X) (x r y s : R),
  0 <= s ->
  ZCDP M x r ->
  0 <= r ->
  (r + x) <= y ->
  (r * 4) <= s ->
  TailDP M y s.
Proof. intros. dpsym_row (fact_zcdp_tail M x r y s). Qed.

Lemma row_tail_approx : forall (X : databases) (M : mechanism X) (x r d e : R),
  0 <= r ->
  TailDP M x r ->
  0 < d ->
  d <= 1 ->
  (x + (sqrt (r * (ln (/ d))))) <= e ->
  ApproxDP M e d.
Proof. intros. dpsym_row (fact_tail_approx M x r d e). Qed.

Lemma row_approx_simulable : forall (X : databases) (M : mechanism X) (e d x y : R),
  0 <= x ->
  0 <= y ->
  y <= 1 ->
  ApproxDP M e d ->
  0 <= e ->
  e <= x ->
  0 <= d ->
  d <= y ->
  Simulable M x y.
Proof. intros. dpsym_row (fact_approx_simulable M e d x y). Qed.

Lemma row_pure_simulable : forall (X : databases) (M : mechanism X) (e x y : R),
  0 <= x ->
  0 <= y ->
  y <= 1 ->
  PureDP M e ->
  0 <= e ->
  e <= x ->
  Simulable M x y.
Proof. intros. dpsym_row (fact_pure_simulable M e x y). Qed.

Lemma row_simulable_approx : forall (X : databases) (M : mechanism X) (e d x y : R),
  0 <= e ->
  0 <= d ->
  d <= 1 ->
  Simulable M e d ->
  e <= x ->
  d <= y ->
  ApproxDP M x y.
Proof. intros. dpsym_row (fact_simulable_approx M e d x y). Qed.

Lemma row_simulable_pure : forall (X : databases) (M : mechanism X) (e : R),
  0 <= e ->
  Simulable M e 0 ->
  PureDP M e.
Proof. intros. dpsym_row (fact_simulable_pure M e). Qed.

Lemma row_zcdp_approx_zcdp : forall (X : databases) (M : mechanism X) (x r d : R),
  0 <= d ->
  d <= 1 ->
  ZCDP M x r ->
  ApproxZCDP M d x r.
Proof. intros. dpsym_row (fact_zcdp_approx_zcdp M x r d). Qed.

Lemma row_zcdp_bounded : forall (X : databases) (M : mechanism X) (x r m : R),
  1 <= m ->
  ZCDP M x r ->
  BoundedZCDP M m x r.
Proof. intros. dpsym_row (fact_zcdp_bounded M x r m). Qed.

Lemma row_zcdp_renyi : forall (X : databases) (M : mechanism X) (x r a t : R),
  1 <= a ->
  ZCDP M x r ->
  (x + (a * r)) <= t ->
  RenyiDP M a t.
Proof. intros. dpsym_row (fact_zcdp_renyi M x r a t). Qed.

Lemma row_zcdp_pure : forall (X : databases) (M : mechanism X) (x : R),
  ZCDP M x 0 ->
  PureDP M x.
Proof. intros. dpsym_row (fact_zcdp_pure M x). Qed.

Lemma row_zcdp_flat : forall (X : databases) (M : mechanism X) (x r e d : R),
  ZCDP M x r ->
  r <= 0 ->
  x <= e ->
  0 <= d ->
  ApproxDP M e d.
Proof. intros. dpsym_row (fact_zcdp_flat M x r e d). Qed.

Lemma row_approx_zcdp_flat : forall (X : databases) (M : mechanism X) (c x r e d : R),
  0 <= c ->
  c <= 1 ->
  ApproxZCDP M c x r ->
  r <= 0 ->
  x <= e ->
  c <= d ->
  ApproxDP M e d.
Proof. intros. dpsym_row (fact_approx_zcdp_flat M c x r e d). Qed.

Lemma row_approx_zcdp_approx : forall (X : databases) (M : mechanism X) (d x : R),
  0 <= d ->
  d <= 1 ->
  ApproxZCDP M d x 0 ->
  ApproxDP M x d.
Proof. intros. dpsym_row (fact_approx_zcdp_approx M d x). Qed.

Lemma row_pure_approx : forall (X : databases) (M : mechanism X) (e d : R),
  PureDP M e ->
  0 <= d ->
  ApproxDP M e d.
Proof. intros. dpsym_row (fact_pure_approx M e d). Qed.

Lemma row_pure_zcdp : forall (X : databases) (M : mechanism X) (e x r : R),
  PureDP M e ->
  e <= (r + x) ->
  0 <= r ->
  ZCDP M x r.
Proof. intros. dpsym_row (fact_pure_zcdp M e x r). Qed.

Lemma row_pure_by_response : forall (X : databases) (M : mechanism X) (e x r : R),
  0 <= e ->
  PureDP M e ->
  ZCDP (RandomizedResponse e) x r ->
  ZCDP M x r.
Proof. intros. dpsym_row (fact_pure_by_response M e x r). Qed.

Lemma row_approx_by_response : forall (X : databases) (M : mechanism X) (e d x r : R),
  0 <= e ->
  0 <= d ->
  d <= 1 ->
  ApproxDP M e d ->
  ZCDP (RandomizedResponse e) x r ->
  ApproxZCDP M d x r.
Proof. intros. dpsym_row (fact_approx_by_response M e d x r). Qed.

Lemma row_approx_to_approx_zcdp : forall (X : databases) (M : mechanism X) (e d x r : R),
  0 <= d ->
  d <= 1 ->
  ApproxDP M e d ->
  0 <= e ->
  e <= (r + x) ->
  0 <= r ->
  ApproxZCDP M d x r.
Proof. intros. dpsym_row (fact_approx_to_approx_zcdp M e d x r). Qed.

Lemma row_order : forall (T : space) (P : law T) (Q : law T) (a b : R),
  1 <= a ->
  1 <= b ->
  a <= b ->
  (P << Q -> P << Q /\ (Renyi a P Q) <= (Renyi b P Q)).
Proof. intros. dpsym_row (fact_order P Q a b). Qed.

Lemma row_order_one : forall (T : space) (P : law T) (Q : law T) (a : R),
  1 <= a ->
  (P << Q -> P << Q /\ (KL P Q) <= (Renyi a P Q)).
Proof. intros. dpsym_row (fact_order_one P Q a). Qed.

Lemma row_order_infinite : forall (T : space) (P : law T) (Q : law T) (a : R),
  1 <= a ->
  (P << Q -> P << Q /\ (Renyi a P Q) <= (MaxDivergence P Q)).
Proof. intros. dpsym_row (fact_order_infinite P Q a). Qed.

Lemma row_order_both : forall (T : space) (P : law T) (Q : law T),
  (P << Q -> P << Q /\ (KL P Q) <= (MaxDivergence P Q)).
Proof. intros. dpsym_row (fact_order_both P Q). Qed.

Lemma row_weaken_pure : forall (X : databases) (M : mechanism X) (e x : R),
  PureDP M e ->
  e <= x ->
  PureDP M x.
Proof. intros. dpsym_row (fact_weaken_pure M e x). Qed.

Lemma row_weaken_approx : forall (X : databases) (M : mechanism X) (e d x y : R),
  ApproxDP M e d ->
  e <= x ->
  d <= y ->
  ApproxDP M x y.
Proof. intros. dpsym_row (fact_weaken_approx M e d x y). Qed.

Lemma row_weaken_mean : forall (X : databases) (M : mechanism X) (m t x y : R),
  0 <= t ->
  0 <= y ->
  MeanCDP M m t ->
  m <= x ->
  t <= y ->
  MeanCDP M x y.
Proof. intros. dpsym_row (fact_weaken_mean M m t x y). Qed.

Lemma row_weaken_range : forall (X : databases) (M : mechanism X) (e x : R),
  0 <= e ->
  0 <= x ->
  BoundedRange M e ->
  e <= x ->
  BoundedRange M x.
Proof. intros. dpsym_row (fact_weaken_range M e x). Qed.

Lemma row_weaken_loss : forall (X : databases) (M : mechanism X) (e d x y : R),
  ProbabilisticDP M e d ->
  e <= x ->
  d <= y ->
  ProbabilisticDP M x y.
Proof. intros. dpsym_row (fact_weaken_loss M e d x y). Qed.

Lemma row_process_pure : forall (X : databases) (M : mechanism X) (e : R),
  PureDP M e ->
  PureDP (PostProcess M) e.
Proof. intros. dpsym_row (fact_process_pure M e). Qed.

Lemma row_process_approx : forall (X : databases) (M : mechanism X) (e d : R),
  ApproxDP M e d ->
  ApproxDP (PostProcess M) e d.
Proof. intros. dpsym_row (fact_process_approx M e d). Qed.

Lemma row_process_zcdp : forall (X : databases) (M : mechanism X) (x r : R),
  ZCDP M x r ->
  ZCDP (PostProcess M) x r.
Proof. intros. dpsym_row (fact_process_zcdp M x r). Qed.

Lemma row_process_renyi : forall (X : databases) (M : mechanism X) (a t : R),
  1 <= a ->
  RenyiDP M a t ->
  RenyiDP (PostProcess M) a t.
Proof. intros. dpsym_row (fact_process_renyi M a t). Qed.

Lemma row_process_approx_zcdp : forall (X : databases) (M : mechanism X) (d x r : R),
  0 <= d ->
  d <= 1 ->
  ApproxZCDP M d x r ->
  ApproxZCDP (PostProcess M) d x r.
Proof. intros. dpsym_row (fact_process_approx_zcdp M d x r). Qed.

Lemma row_process_range : forall (X : databases) (M : mechanism X) (e : R),
  0 <= e ->
  BoundedRange M e ->
  BoundedRange (PostProcess M) e.
Proof. intros. dpsym_row (fact_process_range M e). Qed.

Lemma row_process_bounded_zcdp : forall (X : databases) (M : mechanism X) (m x r : R),
  1 <= m ->
  BoundedZCDP M m x r ->
  BoundedZCDP (PostProcess M) m x r.
Proof. intros. dpsym_row (fact_process_bounded_zcdp M m x r). Qed.

Lemma row_tail_markov : forall (X : databases) (M : mechanism X) (x r e y : R),
  ZCDP M x r ->
  0 < r ->
  (r + x) <= e ->
  (exp (- ((/ r) * ((e + (- r) + (- x)) ^ 2) * (1 / 4)))) <= y ->
  ApproxDP M e y.
Proof. intros. dpsym_row (fact_tail_markov M x r e y). Qed.

Lemma row_approx_tail_markov : forall (X : databases) (M : mechanism X) (c x r e y : R),
  0 <= c ->
  c <= 1 ->
  ApproxZCDP M c x r ->
  0 < r ->
  (r + x) <= e ->
  (exp (- ((/ r) * ((e + (- r) + (- x)) ^ 2) * (1 / 4)))) <= y ->
  ApproxDP M e (c + (y * (1 + (- c)))).
Proof. intros. dpsym_row (fact_approx_tail_markov M c x r e y). Qed.

Lemma row_given_delta : forall (X : databases) (M : mechanism X) (x r y e : R),
  ZCDP M x r ->
  0 < y ->
  y <= 1 ->
  0 <= r ->
  ((sqrt (r * (ln (/ y)))) * 2) <= (e + (- r) + (- x)) ->
  ApproxDP M e y.
Proof. intros. dpsym_row (fact_given_delta M x r y e). Qed.

Lemma row_approx_given_delta : forall (X : databases) (M : mechanism X) (c x r y e : R),
  0 <= c ->
  c <= 1 ->
  ApproxZCDP M c x r ->
  0 < y ->
  y <= 1 ->
  0 <= r ->
  ((sqrt (r * (ln (/ y)))) * 2) <= (e + (- r) + (- x)) ->
  ApproxDP M e (c + (y * (1 + (- c)))).
Proof. intros. dpsym_row (fact_approx_given_delta M c x r y e). Qed.

Lemma row_approx_certain : forall (X : databases) (M : mechanism X) (d e : R),
  1 <= d ->
  e <= e ->
  ApproxDP M e d.
Proof.
  intros. apply fact_approx_certain; lra.
Qed.

Lemma row_renyi_approx : forall (X : databases) (M : mechanism X) (a t e d : R),
  1 <= a ->
  RenyiDP M a t ->
  ((/ a) * (dpsym_expt (1 + (- (/ a))) ((- 1) + a)) * (exp (((- 1) + a) * ((- e) + t)))) <= d ->
  1 < a ->
  ApproxDP M e d.
Proof.
  intros X M a t e d Ha H0 H1 H2. apply (fact_renyi_approx M a t e d); try assumption.
  assert (0 < 1 + - / a) by (assert (/ a < / 1) by (apply Rinv_lt_contravar; lra); lra).
  rewrite dpsym_expt_exp in H1 by assumption. replace (Rpower (1 - 1 / a) (a - 1)) with (exp ((- 1 + a) * ln (1 + - / a))).
  - replace ((a - 1) * (t - e)) with ((- 1 + a) * (- e + t)) by ring. unfold Rdiv. rewrite (Rmult_comm (exp _)), Rmult_comm, <- Rmult_assoc. exact H1.
  - unfold Rpower. f_equal. f_equal; [ring |]. f_equal. unfold Rdiv. ring.
Qed.

Lemma row_tail_markov_order : forall (X : databases) (M : mechanism X) (x r e y : R),
  ZCDP M x r ->
  0 < r ->
  (r + x) <= e ->
  ((/ (1 + ((/ r) * (e + (- r) + (- x)) * (1 / 2)))) * (exp (- ((/ r) * ((e + (- r) + (- x)) ^ 2) * (1 / 4))))) <= y ->
  ApproxDP M e y.
Proof.
  intros X M x r e y H0 H1 H2 H3. apply (fact_tail_markov_order M x r e y); try assumption; [lra |].
  replace (exp (- (e - x - r) ^ 2 / (4 * r))) with (exp (- (/ r * (e + - r + - x) ^ 2 * (1 / 4)))) by (f_equal; field; lra).
  replace (1 + (e - x - r) / (2 * r)) with (1 + / r * (e + - r + - x) * (1 / 2)) by (field; lra). unfold Rdiv. rewrite Rmult_comm. exact H3.
Qed.

Lemma row_approx_tail_markov_order : forall (X : databases) (M : mechanism X) (c x r e y : R),
  0 <= c ->
  c <= 1 ->
  ApproxZCDP M c x r ->
  0 < r ->
  (r + x) <= e ->
  ((/ (1 + ((/ r) * (e + (- r) + (- x)) * (1 / 2)))) * (exp (- ((/ r) * ((e + (- r) + (- x)) ^ 2) * (1 / 4))))) <= y ->
  ApproxDP M e (c + (y * (1 + (- c)))).
Proof.
  intros X M c x r e y Hc H0 H1 H2 H3 H4. replace (c + y * (1 + - c)) with (c + (1 - c) * y) by ring.
  apply (fact_approx_tail_markov_order M c x r e y); try assumption; [lra |].
  replace (exp (- (e - x - r) ^ 2 / (4 * r))) with (exp (- (/ r * (e + - r + - x) ^ 2 * (1 / 4)))) by (f_equal; field; lra).
  replace (1 + (e - x - r) / (2 * r)) with (1 + / r * (e + - r + - x) * (1 / 2)) by (field; lra). unfold Rdiv. rewrite Rmult_comm. exact H4.
Qed.
