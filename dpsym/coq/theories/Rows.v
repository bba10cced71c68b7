(* The rows of the table of facts as the kernel has them. Counts are real numbers that are integers,
   as in the lemmas about numbers. *)
From Coq Require Import Reals Lra Psatz List.
From Coquelicot Require Import Coquelicot.
From dpsym Require Import prelude naturals special Numbers.
From dpsym Require Import Finite Divergences Mechanisms Processing Order Composition Domination Conversions Losses Response ApproxConcentrated Tails Groups Laws Means Counted Integrated Noise Laplace Gaussian Variation
  Sampling Curves Sticks Geometric Logistic Triangular Roots Range Centred Moments Optimal Interactive Protocols Information.
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

Lemma row_compose_loss : forall (X : databases) (M1 : mechanism X) (M2 : mechanism X) (e1 d1 e2 d2 : R),
  ProbabilisticDP M1 e1 d1 ->
  ProbabilisticDP M2 e2 d2 ->
  d1 <= 1 ->
  d2 <= 1 ->
  ProbabilisticDP (Compose M1 M2) (e1 + e2) (1 + (- ((1 + (- d1)) * (1 + (- d2))))).
Proof. intros. dpsym_row (fact_compose_loss M1 M2 e1 d1 e2 d2). Qed.

Lemma row_repeat_loss : forall (X : databases) (M : mechanism X) (e d k : R),
  dpsym_integer k ->
  1 <= k ->
  ProbabilisticDP M e d ->
  d <= 1 ->
  ProbabilisticDP (Rounds M (dpsym_count k)) (e * k) (1 + (- (dpsym_expt (1 + (- d)) k))).
Proof. intros. dpsym_row (fact_repeat_loss M e d (dpsym_count k)). Qed.

Lemma row_parallel_loss : forall (X : databases) (Y : databases) (M1 : mechanism X) (M2 : mechanism Y) (e1 d1 e2 d2 : R),
  ProbabilisticDP M1 e1 d1 ->
  ProbabilisticDP M2 e2 d2 ->
  d1 <= 1 ->
  d2 <= 1 ->
  ProbabilisticDP (Parallel M1 M2) (Rmax e1 e2) (Rmax d1 d2).
Proof. intros. dpsym_row (fact_parallel_loss M1 M2 e1 d1 e2 d2). Qed.

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

Lemma row_pure_renyi : forall (X : databases) (M : mechanism X) (e a t : R),
  1 <= a ->
  PureDP M e ->
  e <= t ->
  RenyiDP M a t.
Proof. intros. dpsym_row (fact_pure_renyi M e a t). Qed.

Lemma row_bounded_zcdp_zcdp : forall (X : databases) (M : mechanism X) (x r : R),
  ZCDP M x r ->
  ZCDP M x r.
Proof. intros. dpsym_row (fact_bounded_zcdp_zcdp M x r). Qed.

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

Lemma row_approx_zcdp_flat : forall (X : databases) (M : mechanism X) (c x r e d : R),
  0 <= c ->
  c <= 1 ->
  ApproxZCDP M c x r ->
  r <= 0 ->
  x <= e ->
  c <= d ->
  ApproxDP M e d.
Proof. intros. dpsym_row (fact_approx_zcdp_flat M c x r e d). Qed.

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

Lemma row_approx_by_response : forall (X : databases) (M : mechanism X) (e d x r : R),
  0 <= e ->
  0 <= d ->
  d <= 1 ->
  ApproxDP M e d ->
  ZCDP (RandomizedResponse e) x r ->
  ApproxZCDP M d x r.
Proof. intros. dpsym_row (fact_approx_by_response M e d x r). Qed.

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

Lemma row_order_between : forall (T : space) (P : law T) (Q : law T) (a c b : R),
  1 <= a ->
  1 <= c ->
  1 <= b ->
  a <= c ->
  c <= b ->
  1 < c ->
  a < b ->
  (P << Q -> P << Q /\ (Renyi c P Q) <= ((/ ((- 1) + c)) * (/ ((- a) + b)) * (((Renyi a P Q) * ((- 1) + a) * (b + (- c))) + ((Renyi b P Q) * ((- 1) + b) * ((- a) + c))))).
Proof. intros. dpsym_row (fact_order_between P Q a c b). Qed.

Lemma row_order_below_infinite : forall (T : space) (P : law T) (Q : law T) (a c : R),
  1 <= a ->
  1 <= c ->
  a <= c ->
  1 < c ->
  (P << Q -> P << Q /\ (Renyi c P Q) <= ((/ ((- 1) + c)) * (((MaxDivergence P Q) * ((- a) + c)) + ((Renyi a P Q) * ((- 1) + a))))).
Proof. intros. dpsym_row (fact_order_below_infinite P Q a c). Qed.

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

Lemma row_process_tail : forall (X : databases) (M : mechanism X) (x r : R),
  0 <= r ->
  TailDP M x r ->
  TailDP (PostProcess M) x r.
Proof. intros. dpsym_row (fact_process_tail M x r). Qed.

Lemma row_approx_tail_markov : forall (X : databases) (M : mechanism X) (c x r e y : R),
  0 <= c ->
  c <= 1 ->
  ApproxZCDP M c x r ->
  0 < r ->
  (r + x) <= e ->
  (exp (- ((/ r) * ((e + (- r) + (- x)) ^ 2) * (1 / 4)))) <= y ->
  ApproxDP M e (c + (y * (1 + (- c)))).
Proof. intros. dpsym_row (fact_approx_tail_markov M c x r e y). Qed.

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
  intros X M a t e d Ha H0 H1 H2. apply (renyi_approx_power M a t e d); try assumption.
  assert (0 < 1 + - / a) by (assert (/ a < / 1) by (apply Rinv_lt_contravar; lra); lra).
  rewrite dpsym_expt_exp in H1 by assumption. replace (Rpower (1 - 1 / a) (a - 1)) with (exp ((- 1 + a) * ln (1 + - / a))).
  - replace ((a - 1) * (t - e)) with ((- 1 + a) * (- e + t)) by ring. unfold Rdiv. rewrite (Rmult_comm (exp _)), Rmult_comm, <- Rmult_assoc. exact H1.
  - unfold Rpower. f_equal. f_equal; [ring |]. f_equal. unfold Rdiv. ring.
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

(* Terms of rows as they are written there *)
Lemma dpsym_sharp_root r y : sqrt (4 * r * ln (1 + sqrt (2 * r) / y)) = sqrt (r * ln (1 + sqrt 2 * sqrt r * / y)) * 2.
Proof. rewrite Rmult_assoc, dpsym_root_4, (sqrt_mult_alt 2 r) by lra. reflexivity. Qed.

Lemma dpsym_bell_form e x r : 0 < r -> exp (- (e - x - r) ^ 2 / (4 * r)) = exp (- (/ r * (e + - r + - x) ^ 2 * (1 / 4))).
Proof. intros H. f_equal. field. lra. Qed.

Lemma dpsym_integral_form e x r : 0 < r -> exp (- (e - x - r) ^ 2 / (4 * r)) * sqrt (PI * r) =
  sqrt PI * sqrt r * exp (- (/ r * (e + - r + - x) ^ 2 * (1 / 4))).
Proof. intros H. assert (P := PI_RGT_0). rewrite dpsym_bell_form by assumption. rewrite (sqrt_mult_alt PI r) by lra. ring. Qed.

Lemma dpsym_mills_form e x r : 0 < r ->
  exp (- (e - x - r) ^ 2 / (4 * r)) * 2 / (1 + (e - x - r) / (2 * r) + sqrt ((1 + (e - x - r) / (2 * r)) ^ 2 + 4 / (PI * r))) =
  (/ (1 + ((/ r) * (e + (- r) + (- x)) * (1 / 2)) + (sqrt (((/ PI) * (/ r) * 4) + ((1 + ((/ r) * (e + (- r) + (- x)) * (1 / 2))) ^ 2))))) * (exp (- ((/ r) * ((e + (- r) + (- x)) ^ 2) * (1 / 4)))) * 2.
Proof.
  intros H. assert (P := PI_RGT_0). rewrite dpsym_bell_form by assumption. unfold Rdiv at 1.
  replace (1 + (e - x - r) / (2 * r)) with (1 + / r * (e + - r + - x) * (1 / 2)) by (field; lra).
  replace ((1 + / r * (e + - r + - x) * (1 / 2)) ^ 2 + 4 / (PI * r)) with (/ PI * / r * 4 + (1 + / r * (e + - r + - x) * (1 / 2)) ^ 2) by (field; lra).
  ring.
Qed.

Lemma dpsym_phi u v : u = - v / sqrt 2 -> dpsym_erfc u * (1 / 2) = Phi v.
Proof. intros ->. unfold Phi. field. Qed.

Lemma dpsym_half_root u : u / sqrt 2 = sqrt 2 * u * (1 / 2).
Proof. destruct root_2 as [H S]. rewrite <- (Rmult_1_r (u / sqrt 2)). replace 1 with (sqrt 2 * sqrt 2 * (1 / 2)) at 1 by lra. field. lra. Qed.

Lemma row_group_pure : forall (X : databases) (M : mechanism X) (e k : R),
  dpsym_integer k ->
  1 <= k ->
  PureDP M e ->
  PureDP (Group M (dpsym_count k)) (e * k).
Proof. intros. dpsym_row (fact_group_pure M e (dpsym_count k)). Qed.

Lemma row_group_approx : forall (X : databases) (M : mechanism X) (e d k : R),
  dpsym_integer k ->
  1 <= k ->
  ApproxDP M e d ->
  0 <= e ->
  ApproxDP (Group M (dpsym_count k)) (e * k) (d * (dpsym_sum (fun j => (exp (e * j))) 0 ((- 1) + k))).
Proof.
  intros. assert (G := fact_group_approx M e d (dpsym_count k) H1 H2). rewrite dpsym_count_is in G by assumption.
  replace (e * k) with (k * e) by ring.
  rewrite (dpsym_sum_alike (fun j => exp (e * j)) (fun j => exp (j * e)) 0 (- 1 + k) 0 (k - 1)); [exact G | intros; f_equal; ring | ring | ring].
Qed.

Lemma row_group_range : forall (X : databases) (M : mechanism X) (e k : R),
  0 <= e ->
  dpsym_integer k ->
  1 <= k ->
  BoundedRange M e ->
  BoundedRange (Group M (dpsym_count k)) (e * k).
Proof. intros. dpsym_row (fact_group_range M e (dpsym_count k)). Qed.

Lemma row_group_zcdp_above : forall (X : databases) (M : mechanism X) (x r k : R),
  dpsym_integer k ->
  1 <= k ->
  ZCDP M x r ->
  0 <= r ->
  0 <= x ->
  ZCDP (Group M (dpsym_count k)) (k * x * (dpsym_harmonic k)) (r * (k ^ 2)).
Proof. intros. dpsym_row (fact_group_zcdp_above M x r (dpsym_count k)). Qed.

Lemma row_group_zcdp_below : forall (X : databases) (M : mechanism X) (x r k : R),
  dpsym_integer k ->
  1 <= k ->
  ZCDP M x r ->
  0 <= r ->
  x <= 0 ->
  ZCDP (Group M (dpsym_count k)) (k * x) (r * (k ^ 2)).
Proof. intros. dpsym_row (fact_group_zcdp_below M x r (dpsym_count k)). Qed.

Lemma row_group_order : forall (X : databases) (M : mechanism X) (m x r a k : R),
  1 <= m ->
  1 <= a ->
  dpsym_integer k ->
  1 <= k ->
  BoundedZCDP M m x r ->
  0 <= r ->
  1 < a ->
  (a * k) <= m ->
  RenyiDP (Group M (dpsym_count k)) a ((x * (dpsym_sum (fun j => (a * k * (/ ((- j) + (a * k))))) 0 ((- 1) + k))) + (a * r * (k ^ 2))).
Proof.
  intros. assert (Hk : (1 <= dpsym_count k)%nat) by (apply INR_le; rewrite dpsym_count_is by assumption; simpl; lra).
  assert (G := fact_group_order M m x r a (dpsym_count k) H3 H4 H5 ltac:(rewrite dpsym_count_is by assumption; lra) Hk).
  rewrite dpsym_count_is in G by assumption.
  replace (a * r * k ^ 2) with (k ^ 2 * r * a) by ring.
  rewrite (dpsym_sum_alike (fun j => a * k * / (- j + a * k)) (fun j => k * a / (k * a - j)) 0 (- 1 + k) 0 (k - 1)); [exact G | | ring | ring].
  intros j. unfold Rdiv. replace (- j + a * k) with (k * a - j) by ring. ring.
Qed.

Lemma row_gaussian_variation : forall (X : databases) (M : mechanism X) (m d : R),
  0 <= m ->
  GaussianDP M m ->
  ((- 1) + ((1 + (- ((dpsym_erfc (m * (sqrt 2) * (1 / 4))) * (1 / 2)))) * 2)) <= d ->
  ApproxDP M 0 d.
Proof.
  intros. apply (fact_gaussian_variation M m d); try assumption.
  rewrite (dpsym_phi _ (- (m / 2))) in H1; [rewrite Phi_opp in H1; lra |].
  rewrite Ropp_involutive, dpsym_half_root. field.
Qed.

Lemma row_mean_zcdp_zero : forall (X : databases) (M : mechanism X) (m t : R),
  0 <= t ->
  MeanCDP M m t ->
  ZCDP M 0 ((t ^ 2) * (1 / 2)).
Proof. intros. dpsym_row (fact_mean_zcdp_zero M m t). Qed.

Lemma row_gaussian_approx : forall (X : databases) (M : mechanism X) (m e d : R),
  0 <= m ->
  GaussianDP M m ->
  0 < m ->
  (((dpsym_erfc ((sqrt 2) * ((- (m * (1 / 2))) + (e * (/ m))) * (1 / 2))) * (1 / 2)) + (- (((dpsym_erfc ((sqrt 2) * ((m * (1 / 2)) + (e * (/ m))) * (1 / 2))) * (1 / 2)) * (exp e)))) <= d ->
  ApproxDP M e d.
Proof.
  intros. apply (fact_gaussian_approx M m e d); try assumption.
  rewrite (dpsym_phi _ (m / 2 - e / m)), (dpsym_phi _ (- m / 2 - e / m)) in H2.
  - rewrite (Rmult_comm (exp e)). exact H2.
  - rewrite <- dpsym_half_root. f_equal. field. lra.
  - rewrite <- dpsym_half_root. f_equal. field. lra.
Qed.

Lemma row_mean_zcdp : forall (X : databases) (M : mechanism X) (m t : R),
  0 <= t ->
  MeanCDP M m t ->
  ZCDP M (m + (- ((t ^ 2) * (1 / 2)))) ((t ^ 2) * (1 / 2)).
Proof. intros. dpsym_row (fact_mean_zcdp M m t). Qed.

Lemma row_triangle_variation : forall (T : space) (P : law T) (Q : law T) (v_R : law T),
  (TotalVariation P Q) <= ((TotalVariation P v_R) + (TotalVariation v_R Q)).
Proof. intros. dpsym_row (fact_triangle_variation P Q v_R). Qed.

Lemma row_triangle_infinite : forall (T : space) (P : law T) (Q : law T) (v_R : law T),
  (P << v_R -> v_R << Q -> P << Q /\ (MaxDivergence P Q) <= ((MaxDivergence P v_R) + (MaxDivergence v_R Q))).
Proof. intros. dpsym_row (fact_triangle_infinite P Q v_R). Qed.

Lemma row_product_variation : forall (T : space) (U : space) (P : law T) (v_R : law U) (Q : law T) (S : law U),
  (TotalVariation (Product P v_R) (Product Q S)) <= ((TotalVariation P Q) + (TotalVariation v_R S)).
Proof. intros. dpsym_row (fact_product_variation P v_R Q S). Qed.

Lemma row_product_stick : forall (T : space) (U : space) (P : law T) (v_R : law U) (Q : law T) (S : law U) (e f : R),
  (HockeyStick (e + f) (Product P v_R) (Product Q S)) <= ((HockeyStick e P Q) + (HockeyStick f v_R S)).
Proof. intros. dpsym_row (fact_product_stick P v_R Q S e f). Qed.

Lemma row_process_gaussian : forall (X : databases) (M : mechanism X) (m : R),
  0 <= m ->
  GaussianDP M m ->
  GaussianDP (PostProcess M) m.
Proof. intros. dpsym_row (fact_process_gaussian M m). Qed.

Lemma row_approx_tail_integral : forall (X : databases) (M : mechanism X) (c x r e y : R),
  0 <= c ->
  c <= 1 ->
  ApproxZCDP M c x r ->
  0 < r ->
  (r + x) <= e ->
  ((sqrt PI) * (sqrt r) * (exp (- ((/ r) * ((e + (- r) + (- x)) ^ 2) * (1 / 4))))) <= y ->
  ApproxDP M e (c + (y * (1 + (- c)))).
Proof. intros. replace (c + y * (1 + - c)) with (c + (1 - c) * y) by ring. apply (fact_approx_tail_integral M c x r e y); try assumption; [lra |]. now rewrite dpsym_integral_form. Qed.

Lemma row_approx_tail_mills : forall (X : databases) (M : mechanism X) (c x r e y : R),
  0 <= c ->
  c <= 1 ->
  ApproxZCDP M c x r ->
  0 < r ->
  (r + x) <= e ->
  ((/ (1 + ((/ r) * (e + (- r) + (- x)) * (1 / 2)) + (sqrt (((/ PI) * (/ r) * 4) + ((1 + ((/ r) * (e + (- r) + (- x)) * (1 / 2))) ^ 2))))) * (exp (- ((/ r) * ((e + (- r) + (- x)) ^ 2) * (1 / 4)))) * 2) <= y ->
  ApproxDP M e (c + (y * (1 + (- c)))).
Proof. intros. replace (c + y * (1 + - c)) with (c + (1 - c) * y) by ring. apply (fact_approx_tail_mills M c x r e y); try assumption; [lra |]. now rewrite dpsym_mills_form. Qed.

Lemma row_approx_given_delta_sharp : forall (X : databases) (M : mechanism X) (c x r y e : R),
  0 <= c ->
  c <= 1 ->
  ApproxZCDP M c x r ->
  0 < y ->
  y <= 1 ->
  0 <= r ->
  ((sqrt (r * (ln (1 + ((sqrt 2) * (sqrt r) * (/ y)))))) * 2) <= (e + (- r) + (- x)) ->
  ApproxDP M e (c + (y * (1 + (- c)))).
Proof. intros. replace (c + y * (1 + - c)) with (c + (1 - c) * y) by ring. apply (fact_approx_given_delta_sharp M c x r y e); try assumption. rewrite dpsym_sharp_root. lra. Qed.

Lemma row_kernel_HockeyStick : forall (T : space) (U : space) (K : kernel T U) (P : law T) (Q : law T) (e : R),
  (HockeyStick e (push K P) (push K Q)) <= (HockeyStick e P Q).
Proof. intros. dpsym_row (fact_kernel_HockeyStick K P Q e). Qed.

Lemma row_mixture_HockeyStick : forall (T : space) (P : law T) (v_R : law T) (Q : law T) (S : law T) (t e : R),
  0 <= t ->
  t <= 1 ->
  (HockeyStick e (Mixture t P v_R) (Mixture t Q S)) <= (((HockeyStick e P Q) * t) + ((HockeyStick e v_R S) * (1 + (- t)))).
Proof. intros. dpsym_row (fact_mixture_HockeyStick P v_R Q S t e). Qed.

Lemma row_mixture_left_HockeyStick : forall (T : space) (P : law T) (v_R : law T) (S : law T) (t e : R),
  0 <= t ->
  t <= 1 ->
  (HockeyStick e (Mixture t P v_R) S) <= (((HockeyStick e P S) * t) + ((HockeyStick e v_R S) * (1 + (- t)))).
Proof. intros. dpsym_row (fact_mixture_left_HockeyStick P v_R S t e). Qed.

Lemma row_mixture_right_HockeyStick : forall (T : space) (S : law T) (P : law T) (v_R : law T) (t e : R),
  0 <= t ->
  t <= 1 ->
  (HockeyStick e S (Mixture t P v_R)) <= (((HockeyStick e S P) * t) + ((HockeyStick e S v_R) * (1 + (- t)))).
Proof. intros. dpsym_row (fact_mixture_right_HockeyStick S P v_R t e). Qed.

Lemma row_kernel_Renyi : forall (T : space) (U : space) (K : kernel T U) (P : law T) (Q : law T) (a : R),
  1 <= a ->
  (P << Q -> (push K P) << (push K Q) /\ (Renyi a (push K P) (push K Q)) <= (Renyi a P Q)).
Proof. intros. dpsym_row (fact_kernel_Renyi K P Q a). Qed.

Lemma row_mixture_Renyi : forall (T : space) (P : law T) (v_R : law T) (Q : law T) (S : law T) (t a : R),
  0 <= t ->
  t <= 1 ->
  1 <= a ->
  (P << Q -> v_R << S -> (Mixture t P v_R) << (Mixture t Q S) /\ (Renyi a (Mixture t P v_R) (Mixture t Q S)) <= (Rmax (Renyi a P Q) (Renyi a v_R S))).
Proof. intros. dpsym_row (fact_mixture_Renyi P v_R Q S t a). Qed.

Lemma row_mixture_left_Renyi : forall (T : space) (P : law T) (v_R : law T) (S : law T) (t a : R),
  0 <= t ->
  t <= 1 ->
  1 <= a ->
  (P << S -> v_R << S -> (Mixture t P v_R) << S /\ (Renyi a (Mixture t P v_R) S) <= (Rmax (Renyi a P S) (Renyi a v_R S))).
Proof. intros. dpsym_row (fact_mixture_left_Renyi P v_R S t a). Qed.

Lemma row_mixture_right_Renyi : forall (T : space) (S : law T) (P : law T) (v_R : law T) (t a : R),
  0 <= t ->
  t <= 1 ->
  1 <= a ->
  (S << P -> S << v_R -> S << (Mixture t P v_R) /\ (Renyi a S (Mixture t P v_R)) <= (Rmax (Renyi a S P) (Renyi a S v_R))).
Proof. intros. dpsym_row (fact_mixture_right_Renyi S P v_R t a). Qed.

Lemma row_kernel_KL : forall (T : space) (U : space) (K : kernel T U) (P : law T) (Q : law T),
  (P << Q -> (push K P) << (push K Q) /\ (KL (push K P) (push K Q)) <= (KL P Q)).
Proof. intros. dpsym_row (fact_kernel_KL K P Q). Qed.

Lemma row_kernel_MaxDivergence : forall (T : space) (U : space) (K : kernel T U) (P : law T) (Q : law T),
  (P << Q -> (push K P) << (push K Q) /\ (MaxDivergence (push K P) (push K Q)) <= (MaxDivergence P Q)).
Proof. intros. dpsym_row (fact_kernel_MaxDivergence K P Q). Qed.

Lemma row_mixture_MaxDivergence : forall (T : space) (P : law T) (v_R : law T) (Q : law T) (S : law T) (t : R),
  0 <= t ->
  t <= 1 ->
  (P << Q -> v_R << S -> (Mixture t P v_R) << (Mixture t Q S) /\ (MaxDivergence (Mixture t P v_R) (Mixture t Q S)) <= (Rmax (MaxDivergence P Q) (MaxDivergence v_R S))).
Proof. intros. dpsym_row (fact_mixture_MaxDivergence P v_R Q S t). Qed.

Lemma row_mixture_left_MaxDivergence : forall (T : space) (P : law T) (v_R : law T) (S : law T) (t : R),
  0 <= t ->
  t <= 1 ->
  (P << S -> v_R << S -> (Mixture t P v_R) << S /\ (MaxDivergence (Mixture t P v_R) S) <= (Rmax (MaxDivergence P S) (MaxDivergence v_R S))).
Proof. intros. dpsym_row (fact_mixture_left_MaxDivergence P v_R S t). Qed.

Lemma row_mixture_right_MaxDivergence : forall (T : space) (S : law T) (P : law T) (v_R : law T) (t : R),
  0 <= t ->
  t <= 1 ->
  (S << P -> S << v_R -> S << (Mixture t P v_R) /\ (MaxDivergence S (Mixture t P v_R)) <= (Rmax (MaxDivergence S P) (MaxDivergence S v_R))).
Proof. intros. dpsym_row (fact_mixture_right_MaxDivergence S P v_R t). Qed.

Lemma row_kernel_TotalVariation : forall (T : space) (U : space) (K : kernel T U) (P : law T) (Q : law T),
  (TotalVariation (push K P) (push K Q)) <= (TotalVariation P Q).
Proof. intros. dpsym_row (fact_kernel_TotalVariation K P Q). Qed.

Lemma row_mixture_TotalVariation : forall (T : space) (P : law T) (v_R : law T) (Q : law T) (S : law T) (t : R),
  0 <= t ->
  t <= 1 ->
  (TotalVariation (Mixture t P v_R) (Mixture t Q S)) <= (((TotalVariation P Q) * t) + ((TotalVariation v_R S) * (1 + (- t)))).
Proof. intros. dpsym_row (fact_mixture_TotalVariation P v_R Q S t). Qed.

Lemma row_kernel_ChiSquared : forall (T : space) (U : space) (K : kernel T U) (P : law T) (Q : law T),
  (P << Q -> (push K P) << (push K Q) /\ (ChiSquared (push K P) (push K Q)) <= (ChiSquared P Q)).
Proof. intros. dpsym_row (fact_kernel_ChiSquared K P Q). Qed.

Lemma row_kernel_Hellinger : forall (T : space) (U : space) (K : kernel T U) (P : law T) (Q : law T),
  (Hellinger (push K P) (push K Q)) <= (Hellinger P Q).
Proof. intros. dpsym_row (fact_kernel_Hellinger K P Q). Qed.

Lemma row_mixture_Hellinger : forall (T : space) (P : law T) (v_R : law T) (Q : law T) (S : law T) (t : R),
  0 <= t ->
  t <= 1 ->
  (Hellinger (Mixture t P v_R) (Mixture t Q S)) <= (((Hellinger P Q) * t) + ((Hellinger v_R S) * (1 + (- t)))).
Proof. intros. dpsym_row (fact_mixture_Hellinger P v_R Q S t). Qed.

Lemma dpsym_half_square t : 0 <= t -> sqrt (t / 2) = sqrt 2 * sqrt t * (1 / 2).
Proof.
  intros H. rewrite <- (sqrt_square (sqrt 2 * sqrt t * (1 / 2))).
  - f_equal. destruct root_2 as [_ S]. replace (sqrt 2 * sqrt t * (1 / 2) * (sqrt 2 * sqrt t * (1 / 2))) with (sqrt 2 * sqrt 2 * (sqrt t * sqrt t) * (1 / 4)) by field.
    rewrite S, sqrt_sqrt by assumption. field.
  - apply Rmult_le_pos; [| lra]. apply Rmult_le_pos; apply sqrt_pos.
Qed.

Lemma row_renyi_variation : forall (X : databases) (M : mechanism X) (a t e d : R),
  1 <= a ->
  RenyiDP M a t ->
  0 <= e ->
  0 <= t ->
  ((sqrt 2) * (sqrt t) * (1 / 2)) <= d ->
  ApproxDP M e d.
Proof. intros. apply (fact_renyi_variation M a t e d); try assumption. now rewrite dpsym_half_square. Qed.

Lemma row_renyi_variation_second : forall (X : databases) (M : mechanism X) (a t e d : R),
  1 <= a ->
  RenyiDP M a t ->
  2 <= a ->
  0 <= e ->
  0 <= t ->
  ((sqrt ((- 1) + (exp t))) * (1 / 2)) <= d ->
  ApproxDP M e d.
Proof.
  intros. apply (fact_renyi_variation_second M a t e d); try assumption.
  replace (sqrt (exp t - 1) / 2) with (sqrt (- 1 + exp t) * (1 / 2)); [assumption |].
  replace (exp t - 1) with (- 1 + exp t) by ring. unfold Rdiv. ring.
Qed.

Lemma row_approx_zcdp_variation : forall (X : databases) (M : mechanism X) (c x r e y : R),
  0 <= c ->
  c <= 1 ->
  ApproxZCDP M c x r ->
  0 <= e ->
  0 <= (r + x) ->
  (sqrt ((r * (1 / 2)) + (x * (1 / 2)))) <= y ->
  ApproxDP M e (c + (y * (1 + (- c)))).
Proof. intros. dpsym_row (fact_approx_zcdp_variation M c x r e y). Qed.

Lemma row_laplace : forall b s : R,
  0 <= b ->
  0 < s ->
  PureDP (LaplaceMechanism b s) (b * (/ s)).
Proof. intros. dpsym_row (fact_laplace b s). Qed.

Lemma row_gaussian_zcdp : forall b s : R,
  0 <= b ->
  0 < s ->
  ZCDP (GaussianMechanism b s) 0 ((b ^ 2) * (/ (s ^ 2)) * (1 / 2)).
Proof. intros. dpsym_row (fact_gaussian_zcdp b s). Qed.

Lemma row_gaussian_gaussian : forall b s : R,
  0 <= b ->
  0 < s ->
  GaussianDP (GaussianMechanism b s) (b * (/ s)).
Proof. intros. dpsym_row (fact_gaussian_gaussian b s). Qed.

Lemma row_hoelder : forall (T : space) (P : law T) (Q : law T) (v_R : law T) (k a : R),
  1 <= a ->
  1 < k ->
  1 < a ->
  (P << v_R -> v_R << Q -> P << Q /\ (Renyi a P Q) <= ((Renyi (a * k) v_R Q) + ((Renyi ((/ ((- 1) + k)) * ((- 1) + (a * k))) P v_R) * a * k * (/ ((- 1) + (a * k)))))).
Proof.
  intros T P Q v_R k a _ Hk Ha C1 C2. destruct (fact_hoelder P Q v_R k a Hk Ha C1 C2) as [C L]. split; [assumption |].
  replace (/ (-1 + k) * (-1 + a * k)) with ((k * a - 1) / (k - 1)) by (field; lra). replace (a * k) with (k * a) by ring.
  apply Rle_trans with (1 := L). right. field. nra.
Qed.

Lemma row_mixture_moment : forall (T : space) (P : law T) (v_R : law T) (Q : law T) (S : law T) (t a : R),
  0 <= t ->
  t <= 1 ->
  1 <= a ->
  1 < a ->
  (P << Q -> v_R << S -> (Mixture t P v_R) << (Mixture t Q S) /\ (Renyi a (Mixture t P v_R) (Mixture t Q S)) <= ((/ ((- 1) + a)) * (ln ((t * (exp ((Renyi a P Q) * ((- 1) + a)))) + ((1 + (- t)) * (exp ((Renyi a v_R S) * ((- 1) + a)))))))).
Proof.
  intros T P v_R Q S t a H0 H1 _ Ha C1 C2. destruct (fact_mixture_moment P v_R Q S t a H0 H1 Ha C1 C2) as [C L]. split; [assumption |].
  replace (-1 + a) with (a - 1) by ring. replace (1 + - t) with (1 - t) by ring.
  rewrite (Rmult_comm (Renyi a P Q)), (Rmult_comm (Renyi a v_R S)), (Rmult_comm (/ (a - 1))). exact L.
Qed.

Lemma row_stick_moment : forall (T : space) (P : law T) (Q : law T) (a e : R),
  1 <= a ->
  1 < a ->
  (P << Q -> (HockeyStick e P Q) <= ((/ a) * (dpsym_expt (1 + (- (/ a))) ((- 1) + a)) * (exp (((- 1) + a) * ((Renyi a P Q) + (- e)))))).
Proof.
  intros T P Q a e _ Ha C. apply Rle_trans with (1 := fact_stick_moment P Q a e Ha C). apply Req_le.
  replace (-1 + a) with (a - 1) by ring. replace (1 + - / a) with (1 - 1 / a) by (field; lra).
  replace (Renyi a P Q + - e) with (Renyi a P Q - e) by ring. field. lra.
Qed.

Lemma row_mixture_KL : forall (T : space) (P : law T) (v_R : law T) (Q : law T) (S : law T) (t : R),
  0 <= t ->
  t <= 1 ->
  (P << Q -> v_R << S -> (Mixture t P v_R) << (Mixture t Q S) /\ (KL (Mixture t P v_R) (Mixture t Q S)) <= (((KL P Q) * t) + ((KL v_R S) * (1 + (- t))))).
Proof.
  intros T P v_R Q S t H0 H1 C1 C2. destruct (fact_mixture_KL P v_R Q S t H0 H1 C1 C2) as [C L]. split; [assumption |].
  apply Rle_trans with (1 := L). right. ring.
Qed.

Lemma row_mixture_ChiSquared : forall (T : space) (P : law T) (v_R : law T) (Q : law T) (S : law T) (t : R),
  0 <= t ->
  t <= 1 ->
  (P << Q -> v_R << S -> (Mixture t P v_R) << (Mixture t Q S) /\ (ChiSquared (Mixture t P v_R) (Mixture t Q S)) <= (((ChiSquared P Q) * t) + ((ChiSquared v_R S) * (1 + (- t))))).
Proof.
  intros T P v_R Q S t H0 H1 C1 C2. destruct (fact_mixture_ChiSquared P v_R Q S t H0 H1 C1 C2) as [C L]. split; [assumption |].
  apply Rle_trans with (1 := L). right. ring.
Qed.

(* What the first answers count as the row has it *)
Lemma scale_written e k : dpsym_integer k -> 1 <= k -> dpsym_expt (1 + exp e) (- k) = / (1 + exp e) ^ dpsym_count k.
Proof.
  intros Hk Hk1. assert (E : 0 < 1 + exp e) by (generalize (exp_pos e); lra).
  rewrite dpsym_expt_exp by assumption. replace (- k * ln (1 + exp e)) with (- (INR (dpsym_count k) * ln (1 + exp e))) by (rewrite dpsym_count_is by assumption; ring).
  now rewrite exp_Ropp, <- dpsym_exp_pow, exp_ln.
Qed.
Lemma firsts_written e u k i : dpsym_integer k -> 1 <= k -> dpsym_integer i -> 0 <= i ->
  firsts e (e * u) (dpsym_count k) (dpsym_count i) / (1 + exp e) ^ dpsym_count k =
  dpsym_expt (1 + exp e) (- k) * dpsym_sum (fun l => (exp (e * (k + - l)) + - exp (e * (l + u))) * dpsym_binomial k l) 0 (- 1 + i).
Proof.
  intros Hk Hk1 Hi Hi0. rewrite scale_written by assumption. unfold Rdiv. rewrite Rmult_comm. f_equal.
  unfold firsts. rewrite (dpsym_count_is k), (proj2 (dpsym_count_next i Hi Hi0)) by assumption. apply dpsym_sum_alike; [| reflexivity | ring].
  intros l. rewrite Rmult_comm. f_equal. unfold Rminus. f_equal. f_equal. f_equal. ring.
Qed.

(* What counts of them at any loss *)
Lemma everywhere_written e k x : dpsym_integer k -> 1 <= k ->
  everywhere e (dpsym_count k) x / (1 + exp e) ^ dpsym_count k =
  dpsym_expt (1 + exp e) (- k) * dpsym_sum (fun l => dpsym_binomial k l * Rmax 0 (exp (e * (k + - l)) + - exp (x + e * l))) 0 k.
Proof.
  intros Hk Hk1. rewrite scale_written by assumption. unfold everywhere. rewrite (dpsym_count_is k) by assumption. apply Rmult_comm.
Qed.

Lemma row_parallel_gaussian : forall (X : databases) (Y : databases) (M1 : mechanism X) (M2 : mechanism Y) (m1 m2 : R),
  0 <= m1 ->
  0 <= m2 ->
  GaussianDP M1 m1 ->
  GaussianDP M2 m2 ->
  GaussianDP (Parallel M1 M2) (Rmax m1 m2).
Proof. intros. dpsym_row (fact_parallel_gaussian M1 M2 m1 m2). Qed.

Lemma row_compose_range : forall (X : databases) (M1 : mechanism X) (M2 : mechanism X) (e1 e2 : R),
  0 <= e1 ->
  0 <= e2 ->
  BoundedRange M1 e1 ->
  BoundedRange M2 e2 ->
  BoundedRange (Compose M1 M2) (e1 + (e2 * 2)).
Proof. intros. dpsym_row (fact_compose_range M1 M2 e1 e2). Qed.

Lemma row_repeat_range : forall (X : databases) (M : mechanism X) (e k : R),
  0 <= e ->
  dpsym_integer k ->
  1 <= k ->
  BoundedRange M e ->
  BoundedRange (Rounds M (dpsym_count k)) (e * ((- 1) + (k * 2))).
Proof. intros. dpsym_row (fact_repeat_range M e (dpsym_count k)). Qed.

Lemma row_group_gaussian : forall (X : databases) (M : mechanism X) (m k : R),
  0 <= m ->
  dpsym_integer k ->
  1 <= k ->
  GaussianDP M m ->
  GaussianDP (Group M (dpsym_count k)) (k * m).
Proof. intros. dpsym_row (fact_group_gaussian M m (dpsym_count k)). Qed.

Lemma row_geometric : forall e : R,
  0 < e ->
  0 <= e ->
  PureDP (GeometricMechanism e) e.
Proof. intros. dpsym_row (fact_geometric e). Qed.

Lemma row_response_gaussian : forall e m : R,
  0 <= e ->
  0 <= m ->
  ((/ (1 + (exp e))) * (exp e)) <= (1 + (- ((dpsym_erfc (m * (sqrt 2) * (1 / 4))) * (1 / 2)))) ->
  GaussianDP (RandomizedResponse e) m.
Proof.
  intros e m He Hm H. apply fact_response_gaussian; try assumption.
  rewrite (dpsym_phi _ (- (m / 2))) in H; [rewrite Phi_opp in H; unfold Rdiv at 1; rewrite Rmult_comm; lra |].
  rewrite Ropp_involutive, dpsym_half_root. field.
Qed.

Lemma row_renyi_between : forall (X : databases) (M : mechanism X) (a s b t c u : R),
  1 <= a ->
  1 <= b ->
  1 <= c ->
  RenyiDP M a s ->
  RenyiDP M b t ->
  a <= c ->
  c <= b ->
  1 < c ->
  a < b ->
  ((/ ((- 1) + c)) * (/ ((- a) + b)) * ((s * ((- 1) + a) * (b + (- c))) + (t * ((- 1) + b) * ((- a) + c)))) <= u ->
  RenyiDP M c u.
Proof. intros. dpsym_row (fact_renyi_between M a s b t c u). Qed.

Lemma row_renyi_below_pure : forall (X : databases) (M : mechanism X) (a s e c u : R),
  1 <= a ->
  1 <= c ->
  RenyiDP M a s ->
  PureDP M e ->
  a <= c ->
  1 < c ->
  ((/ ((- 1) + c)) * ((e * ((- a) + c)) + (s * ((- 1) + a)))) <= u ->
  RenyiDP M c u.
Proof. intros. dpsym_row (fact_renyi_below_pure M a s e c u). Qed.

Lemma row_bounded_zcdp_renyi : forall (X : databases) (M : mechanism X) (m x r a t : R),
  1 <= m ->
  1 <= a ->
  BoundedZCDP M m x r ->
  (x + (a * r)) <= t ->
  1 < m ->
  a <= m ->
  RenyiDP M a t.
Proof. intros. dpsym_row (fact_bounded_zcdp_renyi M m x r a t). Qed.

Lemma row_pure_mean : forall (X : databases) (M : mechanism X) (e m t : R),
  0 <= t ->
  PureDP M e ->
  0 <= e ->
  (e * (((exp (e * (1 / 2))) - (exp (- (e * (1 / 2))))) / ((exp (e * (1 / 2))) + (exp (- (e * (1 / 2))))))) <= m ->
  e <= t ->
  MeanCDP M m t.
Proof. intros. dpsym_row (fact_pure_mean M e m t). Qed.

Lemma row_range_mean : forall (X : databases) (M : mechanism X) (e m t : R),
  0 <= e ->
  0 <= t ->
  BoundedRange M e ->
  ((e ^ 2) * (1 / 8)) <= m ->
  (e * (1 / 2)) <= t ->
  MeanCDP M m t.
Proof. intros. dpsym_row (fact_range_mean M e m t). Qed.

Lemma row_zcdp_mean_moments : forall (X : databases) (M : mechanism X) (x r m t : R),
  0 <= t ->
  ZCDP M x r ->
  0 <= (r + x) ->
  (r + x) <= m ->
  ((r * 6) + (x * 4)) <= (t ^ 2) ->
  ((- 16) + ((exp ((r * (1 / 2)) + (x * (1 / 2)))) * 8) + ((exp ((r * (3 / 4)) + (x * (1 / 2)))) * 8)) <= (t ^ 2) ->
  MeanCDP M m t.
Proof.
  intros X M x r m t Ht H Hx Hm H1 H2. apply (fact_zcdp_mean_moments M x r m t); try (assumption || lra).
  replace (x / 2 + 3 * r / 4) with (r * (3 / 4) + x * (1 / 2)) by field. replace ((x + r) / 2) with (r * (1 / 2) + x * (1 / 2)) by field. lra.
Qed.

Lemma row_gaussian_to_zcdp : forall (X : databases) (M : mechanism X) (m : R),
  0 <= m ->
  GaussianDP M m ->
  ZCDP M 0 ((m ^ 2) * (1 / 2)).
Proof. intros. dpsym_row (fact_gaussian_to_zcdp M m). Qed.

Lemma row_zcdp_mean : forall (X : databases) (M : mechanism X) (x r m t : R),
  0 <= t ->
  ZCDP M x r ->
  0 <= (r + x) ->
  0 <= r ->
  (r + x) <= m ->
  ((r * 14) + (x * 7)) <= (t ^ 2) ->
  ((((r * 2) + x) ^ 2) * 7) <= (t ^ 2) ->
  MeanCDP M m t.
Proof. intros. dpsym_row (fact_zcdp_mean M x r m t). Qed.

Lemma row_tail_zcdp : forall (X : databases) (M : mechanism X) (x r : R),
  0 <= r ->
  TailDP M x r ->
  ZCDP M ((- (r * (1 / 4))) + x + ((sqrt (sqrt PI)) * (sqrt (sqrt r)) * 2) + ((sqrt PI) * (sqrt r))) (r * (1 / 4)).
Proof.
  intros X M x r Hr H. generalize (fact_tail_zcdp M x r H Hr). rewrite (sqrt_mult_alt PI r), sqrt_mult_alt by (try apply sqrt_pos; left; apply PI_RGT_0).
  replace (- (r * (1 / 4)) + x + sqrt (sqrt PI) * sqrt (sqrt r) * 2 + sqrt PI * sqrt r) with (x + 2 * (sqrt (sqrt PI) * sqrt (sqrt r)) + sqrt PI * sqrt r - r / 4) by field.
  now replace (r * (1 / 4)) with (r / 4) by field.
Qed.

Lemma row_triangle_stick : forall (T : space) (P : law T) (Q : law T) (v_R : law T) (e f : R),
  (HockeyStick (e + f) P Q) <= ((HockeyStick e P v_R) + ((HockeyStick f v_R Q) * (exp e))).
Proof. intros. dpsym_row (fact_triangle_stick P Q v_R e f). Qed.

Lemma row_triangle_hellinger : forall (T : space) (P : law T) (Q : law T) (v_R : law T),
  (Hellinger P Q) <= (((sqrt (Hellinger P v_R)) + (sqrt (Hellinger v_R Q))) ^ 2).
Proof. intros. dpsym_row (fact_triangle_hellinger P Q v_R). Qed.

Lemma row_weaken_gaussian : forall (X : databases) (M : mechanism X) (m x : R),
  0 <= m ->
  0 <= x ->
  GaussianDP M m ->
  m <= x ->
  GaussianDP M x.
Proof. intros. dpsym_row (fact_weaken_gaussian M m x). Qed.

Lemma row_sample_zcdp : forall (X : databases) (M : mechanism X) (x r q : R),
  0 <= q ->
  q <= 1 ->
  ZCDP M x r ->
  ZCDP (Subsample M q) x r.
Proof. intros. dpsym_row (fact_sample_zcdp M x r q). Qed.

Lemma row_sample_renyi : forall (X : databases) (M : mechanism X) (a t q : R),
  1 <= a ->
  0 <= q ->
  q <= 1 ->
  RenyiDP M a t ->
  RenyiDP (Subsample M q) a t.
Proof. intros. dpsym_row (fact_sample_renyi M a t q). Qed.

Lemma row_sample_moment : forall (X : databases) (M : mechanism X) (a t q : R),
  1 <= a ->
  0 <= q ->
  q <= 1 ->
  RenyiDP M a t ->
  1 < a ->
  RenyiDP (Subsample M q) a ((/ ((- 1) + a)) * (ln (1 + (- q) + (q * (exp (t * ((- 1) + a))))))).
Proof.
  intros X M a t q _ H0 H1 H Ha. replace (t * (-1 + a)) with ((a - 1) * t) by ring. replace (-1 + a) with (a - 1) by ring.
  rewrite Rmult_comm. now apply fact_sample_moment.
Qed.

Lemma row_sample_gaussian : forall (X : databases) (M : mechanism X) (m q : R),
  0 <= m ->
  0 <= q ->
  q <= 1 ->
  GaussianDP M m ->
  GaussianDP (Subsample M q) m.
Proof. intros. dpsym_row (fact_sample_gaussian M m q). Qed.

Lemma row_sample_bounded_zcdp : forall (X : databases) (M : mechanism X) (m x r q : R),
  1 <= m ->
  0 <= q ->
  q <= 1 ->
  BoundedZCDP M m x r ->
  BoundedZCDP (Subsample M q) m x r.
Proof. intros. dpsym_row (fact_sample_bounded_zcdp M m x r q). Qed.

Lemma row_repeated_response : forall e k i u : R,
  0 <= e ->
  dpsym_integer k ->
  1 <= k ->
  dpsym_integer i ->
  0 <= i ->
  ((- (i * 2)) + k) <= u ->
  u <= (2 + (- (i * 2)) + k) ->
  ApproxDP (Rounds (RandomizedResponse e) (dpsym_count k)) (e * u) ((dpsym_expt (1 + (exp e)) (- k)) * (dpsym_sum (fun l => (((exp (e * (k + (- l)))) + (- (exp (e * (l + u))))) * (dpsym_binomial k l))) 0 ((- 1) + i))).
Proof.
  intros e k i u He Hk Hk1 Hi Hi0 Hl Hu. rewrite <- firsts_written by assumption.
  apply fact_repeated_response; [assumption | |]; rewrite (dpsym_count_is k), (proj2 (dpsym_count_next i Hi Hi0)) by assumption; nra.
Qed.

Lemma row_repeated_geometric : forall e k i u : R,
  0 < e ->
  dpsym_integer k ->
  1 <= k ->
  dpsym_integer i ->
  0 <= i ->
  0 <= e ->
  ((- (i * 2)) + k) <= u ->
  u <= (2 + (- (i * 2)) + k) ->
  ApproxDP (Rounds (GeometricMechanism e) (dpsym_count k)) (e * u) ((dpsym_expt (1 + (exp e)) (- k)) * (dpsym_sum (fun l => (((exp (e * (k + (- l)))) + (- (exp (e * (l + u))))) * (dpsym_binomial k l))) 0 ((- 1) + i))).
Proof.
  intros e k i u He Hk Hk1 Hi Hi0 _ Hl Hu. rewrite <- firsts_written by assumption.
  apply fact_repeated_geometric; [assumption | |]; rewrite (dpsym_count_is k), (proj2 (dpsym_count_next i Hi Hi0)) by assumption; nra.
Qed.

Lemma row_repeated_canonical : forall e d k i u : R,
  0 <= e ->
  0 <= d ->
  d <= 1 ->
  dpsym_integer k ->
  1 <= k ->
  dpsym_integer i ->
  0 <= i ->
  ((- (i * 2)) + k) <= u ->
  u <= (2 + (- (i * 2)) + k) ->
  ApproxDP (Rounds (CanonicalRR e d) (dpsym_count k)) (e * u) (1 + (- ((dpsym_expt (1 + (- d)) k) * (1 + (- ((dpsym_expt (1 + (exp e)) (- k)) * (dpsym_sum (fun l => (((exp (e * (k + (- l)))) + (- (exp (e * (l + u))))) * (dpsym_binomial k l))) 0 ((- 1) + i)))))))).
Proof.
  intros e d k i u He Hd Hd1 Hk Hk1 Hi Hi0 Hl Hu. rewrite <- firsts_written, dpsym_expt_whole by (assumption || lra).
  apply fact_repeated_canonical; try assumption; rewrite (dpsym_count_is k), (proj2 (dpsym_count_next i Hi Hi0)) by assumption; nra.
Qed.

Lemma row_repeated_response_anywhere : forall e k x : R,
  0 <= e ->
  dpsym_integer k ->
  1 <= k ->
  ApproxDP (Rounds (RandomizedResponse e) (dpsym_count k)) x ((dpsym_expt (1 + (exp e)) (- k)) * (dpsym_sum (fun l => ((dpsym_binomial k l) * (Rmax 0 ((exp (e * (k + (- l)))) + (- (exp (x + (e * l)))))))) 0 k)).
Proof.
  intros e k x He Hk Hk1. rewrite <- everywhere_written by assumption. now apply fact_repeated_response_anywhere.
Qed.

Lemma row_repeated_geometric_anywhere : forall e k x : R,
  0 < e ->
  dpsym_integer k ->
  1 <= k ->
  0 <= e ->
  ApproxDP (Rounds (GeometricMechanism e) (dpsym_count k)) x ((dpsym_expt (1 + (exp e)) (- k)) * (dpsym_sum (fun l => ((dpsym_binomial k l) * (Rmax 0 ((exp (e * (k + (- l)))) + (- (exp (x + (e * l)))))))) 0 k)).
Proof.
  intros e k x He Hk Hk1 _. rewrite <- everywhere_written by assumption. now apply fact_repeated_geometric_anywhere.
Qed.

Lemma row_repeated_canonical_anywhere : forall e d k x : R,
  0 <= e ->
  0 <= d ->
  d <= 1 ->
  dpsym_integer k ->
  1 <= k ->
  ApproxDP (Rounds (CanonicalRR e d) (dpsym_count k)) x (1 + (- ((dpsym_expt (1 + (- d)) k) * (1 + (- ((dpsym_expt (1 + (exp e)) (- k)) * (dpsym_sum (fun l => ((dpsym_binomial k l) * (Rmax 0 ((exp (e * (k + (- l)))) + (- (exp (x + (e * l)))))))) 0 k))))))).
Proof.
  intros e d k x He Hd Hd1 Hk Hk1. rewrite <- everywhere_written, dpsym_expt_whole by (assumption || lra). now apply fact_repeated_canonical_anywhere.
Qed.

Lemma row_attained_response : forall e k u y z i : R,
  0 <= e ->
  dpsym_integer k ->
  1 <= k ->
  dpsym_integer i ->
  0 <= i ->
  ApproxDP (Rounds (RandomizedResponse e) (dpsym_count k)) (e * u) y ->
  z <= ((dpsym_expt (1 + (exp e)) (- k)) * (dpsym_sum (fun l => (((exp (e * (k + (- l)))) + (- (exp (e * (l + u))))) * (dpsym_binomial k l))) 0 ((- 1) + i))) ->
  z <= y.
Proof.
  intros e k u y z i _ Hk Hk1 Hi Hi0 H Hz. rewrite <- firsts_written in Hz by assumption. apply Rle_trans with (1 := Hz). now apply fact_attained_response.
Qed.

Lemma row_attained_response_anywhere : forall e k x y z : R,
  0 <= e ->
  dpsym_integer k ->
  1 <= k ->
  ApproxDP (Rounds (RandomizedResponse e) (dpsym_count k)) x y ->
  z <= ((dpsym_expt (1 + (exp e)) (- k)) * (dpsym_sum (fun l => ((dpsym_binomial k l) * (Rmax 0 ((exp (e * (k + (- l)))) + (- (exp (x + (e * l)))))))) 0 k)) ->
  z <= y.
Proof.
  intros e k x y z _ Hk Hk1 H Hz. rewrite <- everywhere_written in Hz by assumption. apply Rle_trans with (1 := Hz). now apply fact_attained_response_anywhere.
Qed.

Lemma row_attained_geometric : forall e k u y z i : R,
  0 < e ->
  dpsym_integer k ->
  1 <= k ->
  dpsym_integer i ->
  0 <= i ->
  ApproxDP (Rounds (GeometricMechanism e) (dpsym_count k)) (e * u) y ->
  0 <= e ->
  z <= ((dpsym_expt (1 + (exp e)) (- k)) * (dpsym_sum (fun l => (((exp (e * (k + (- l)))) + (- (exp (e * (l + u))))) * (dpsym_binomial k l))) 0 ((- 1) + i))) ->
  z <= y.
Proof.
  intros e k u y z i He Hk Hk1 Hi Hi0 H _ Hz. rewrite <- firsts_written in Hz by assumption. apply Rle_trans with (1 := Hz). now apply fact_attained_geometric.
Qed.

Lemma row_attained_geometric_anywhere : forall e k x y z : R,
  0 < e ->
  dpsym_integer k ->
  1 <= k ->
  ApproxDP (Rounds (GeometricMechanism e) (dpsym_count k)) x y ->
  0 <= e ->
  z <= ((dpsym_expt (1 + (exp e)) (- k)) * (dpsym_sum (fun l => ((dpsym_binomial k l) * (Rmax 0 ((exp (e * (k + (- l)))) + (- (exp (x + (e * l)))))))) 0 k)) ->
  z <= y.
Proof.
  intros e k x y z He Hk Hk1 H _ Hz. rewrite <- everywhere_written in Hz by assumption. apply Rle_trans with (1 := Hz). now apply fact_attained_geometric_anywhere.
Qed.

Lemma row_attained_canonical : forall e d k u y z i : R,
  0 <= e ->
  0 <= d ->
  d <= 1 ->
  dpsym_integer k ->
  1 <= k ->
  dpsym_integer i ->
  0 <= i ->
  ApproxDP (Rounds (CanonicalRR e d) (dpsym_count k)) (e * u) y ->
  z <= (1 + (- ((dpsym_expt (1 + (- d)) k) * (1 + (- ((dpsym_expt (1 + (exp e)) (- k)) * (dpsym_sum (fun l => (((exp (e * (k + (- l)))) + (- (exp (e * (l + u))))) * (dpsym_binomial k l))) 0 ((- 1) + i)))))))) ->
  z <= y.
Proof.
  intros e d k u y z i _ Hd Hd1 Hk Hk1 Hi Hi0 H Hz. rewrite <- firsts_written, dpsym_expt_whole in Hz by (assumption || lra). apply Rle_trans with (1 := Hz).
  now apply fact_attained_canonical.
Qed.

Lemma row_attained_canonical_anywhere : forall e d k x y z : R,
  0 <= e ->
  0 <= d ->
  d <= 1 ->
  dpsym_integer k ->
  1 <= k ->
  ApproxDP (Rounds (CanonicalRR e d) (dpsym_count k)) x y ->
  z <= (1 + (- ((dpsym_expt (1 + (- d)) k) * (1 + (- ((dpsym_expt (1 + (exp e)) (- k)) * (dpsym_sum (fun l => ((dpsym_binomial k l) * (Rmax 0 ((exp (e * (k + (- l)))) + (- (exp (x + (e * l)))))))) 0 k))))))) ->
  z <= y.
Proof.
  intros e d k x y z _ Hd Hd1 Hk Hk1 H Hz. rewrite <- everywhere_written, dpsym_expt_whole in Hz by (assumption || lra). apply Rle_trans with (1 := Hz).
  now apply fact_attained_canonical_anywhere.
Qed.

Lemma row_renyi_variation_mean : forall (X : databases) (M : mechanism X) (a t e d : R),
  1 <= a ->
  RenyiDP M a t ->
  0 <= e ->
  0 <= t ->
  (sqrt (1 + (- (exp (- t))))) <= d ->
  ApproxDP M e d.
Proof. intros. dpsym_row (fact_renyi_variation_mean M a t e d). Qed.

Lemma row_approx_zcdp_variation_mean : forall (X : databases) (M : mechanism X) (c x r e y : R),
  0 <= c ->
  c <= 1 ->
  ApproxZCDP M c x r ->
  0 <= e ->
  0 <= (r + x) ->
  (sqrt (1 + (- (exp ((- r) + (- x)))))) <= y ->
  ApproxDP M e (c + (y * (1 + (- c)))).
Proof.
  intros X M c x r e y Hc Hc1 H He Hx Hy. replace (c + y * (1 + - c)) with (c + (1 - c) * y) by ring.
  apply (fact_approx_zcdp_variation_mean M c x r); try (assumption || lra).
  replace (- (x + r)) with (- r + - x) by ring. exact Hy.
Qed.

Lemma row_pinsker : forall (T : space) (P : law T) (Q : law T),
  (P << Q -> (((TotalVariation P Q) ^ 2) * 2) <= (KL P Q)).
Proof. intros. dpsym_row (fact_pinsker P Q). Qed.

Lemma row_variation_information : forall (T : space) (P : law T) (Q : law T),
  (P << Q -> (TotalVariation P Q) <= ((sqrt 2) * (sqrt (KL P Q)) * (1 / 2))).
Proof. intros. dpsym_row (fact_variation_information P Q). Qed.

Lemma row_kernel_TriangularDiscrimination : forall (T : space) (U : space) (K : kernel T U) (P : law T) (Q : law T),
  (TriangularDiscrimination (push K P) (push K Q)) <= (TriangularDiscrimination P Q).
Proof. intros. dpsym_row (fact_kernel_TriangularDiscrimination K P Q). Qed.

Lemma row_mixture_TriangularDiscrimination : forall (T : space) (P : law T) (v_R : law T) (Q : law T) (S : law T) (t : R),
  0 <= t ->
  t <= 1 ->
  (TriangularDiscrimination (Mixture t P v_R) (Mixture t Q S)) <= (((TriangularDiscrimination P Q) * t) + ((TriangularDiscrimination v_R S) * (1 + (- t)))).
Proof. intros. dpsym_row (fact_mixture_TriangularDiscrimination P v_R Q S t). Qed.

Lemma row_logistic : forall b s : R,
  0 <= b ->
  0 < s ->
  PureDP (LogisticMechanism b s) (b * (/ s)).
Proof. intros. dpsym_row (fact_logistic b s). Qed.

Lemma row_concurrent_compose_pure : forall (X : databases) (M1 : interactive X) (M2 : interactive X) (e1 e2 : R),
  PureDP M1 e1 ->
  PureDP M2 e2 ->
  PureDP (Concurrent M1 M2) (e1 + e2).
Proof. intros. dpsym_row (fact_concurrent_compose_pure M1 M2 e1 e2). Qed.

Lemma row_concurrent_compose_approx : forall (X : databases) (M1 : interactive X) (M2 : interactive X) (e1 d1 e2 d2 : R),
  ApproxDP M1 e1 d1 ->
  ApproxDP M2 e2 d2 ->
  d1 <= 1 ->
  d2 <= 1 ->
  ApproxDP (Concurrent M1 M2) (e1 + e2) (1 + (- ((1 + (- d1)) * (1 + (- d2))))).
Proof. intros. dpsym_row (fact_concurrent_compose_approx M1 M2 e1 d1 e2 d2). Qed.

Lemma row_concurrent_compose_zcdp : forall (X : databases) (M1 : interactive X) (M2 : interactive X) (x1 r1 x2 r2 : R),
  ZCDP M1 x1 r1 ->
  ZCDP M2 x2 r2 ->
  ZCDP (Concurrent M1 M2) (x1 + x2) (r1 + r2).
Proof. intros. dpsym_row (fact_concurrent_compose_zcdp M1 M2 x1 r1 x2 r2). Qed.

Lemma row_concurrent_compose_renyi : forall (X : databases) (M1 : interactive X) (M2 : interactive X) (a t1 t2 : R),
  1 <= a ->
  RenyiDP M1 a t1 ->
  RenyiDP M2 a t2 ->
  RenyiDP (Concurrent M1 M2) a (t1 + t2).
Proof. intros. dpsym_row (fact_concurrent_compose_renyi M1 M2 a t1 t2). Qed.

Lemma row_malicious_curious : forall (T : protocol) (n e d : R),
  dpsym_integer n ->
  1 <= n ->
  MaliciousDP T (dpsym_count n) e d ->
  CuriousDP T (dpsym_count n) e d.
Proof. intros. dpsym_row (fact_malicious_curious T (dpsym_count n) e d). Qed.

Lemma row_weaken_curious : forall (T : protocol) (n e d x y : R),
  dpsym_integer n ->
  1 <= n ->
  CuriousDP T (dpsym_count n) e d ->
  e <= x ->
  d <= y ->
  CuriousDP T (dpsym_count n) x y.
Proof. intros. dpsym_row (fact_weaken_curious T (dpsym_count n) e d x y). Qed.

Lemma row_weaken_malicious : forall (T : protocol) (n e d x y : R),
  dpsym_integer n ->
  1 <= n ->
  MaliciousDP T (dpsym_count n) e d ->
  e <= x ->
  d <= y ->
  MaliciousDP T (dpsym_count n) x y.
Proof. intros. dpsym_row (fact_weaken_malicious T (dpsym_count n) e d x y). Qed.

Lemma row_capacity : forall (X : databases) (M : mechanism X) (l t m : R),
  dpsym_integer l ->
  1 <= l ->
  dpsym_integer m ->
  1 <= m ->
  RenyiDP (Group M (dpsym_count l)) 1 t ->
  capacity_at_most M (dpsym_count m) (dpsym_count l) (m * t).
Proof. intros. dpsym_row (fact_capacity M (dpsym_count l) t (dpsym_count m)). Qed.

Lemma row_capacity_one : forall (X : databases) (M : mechanism X) (l t : R),
  dpsym_integer l ->
  1 <= l ->
  RenyiDP (Group M (dpsym_count l)) 1 t ->
  capacity_at_most M 1 (dpsym_count l) t.
Proof. intros. dpsym_row (fact_capacity_one M (dpsym_count l) t). Qed.

Lemma row_capacity_single : forall (X : databases) (M : mechanism X) (t m : R),
  dpsym_integer m ->
  1 <= m ->
  RenyiDP M 1 t ->
  capacity_at_most M (dpsym_count m) 1 (m * t).
Proof. intros. dpsym_row (fact_capacity_single M t (dpsym_count m)). Qed.

Lemma row_capacity_record : forall (X : databases) (M : mechanism X) (t : R),
  RenyiDP M 1 t ->
  capacity_at_most M 1 1 t.
Proof. intros. dpsym_row (fact_capacity_record M t). Qed.
