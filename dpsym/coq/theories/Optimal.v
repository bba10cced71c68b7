(* Optimal composition of k rounds: Kairouz, Oh and Viswanath 2015. *)
From Coq Require Import Reals Lra Psatz List Lia.
From Coquelicot Require Import Coquelicot.
From dpsym Require Import prelude naturals.
From dpsym Require Import Finite Divergences Mechanisms Processing Composition Domination Conversions Response Counted Noise Geometric Rules.
Import ListNotations.
Open Scope R_scope.

Lemma binomial_out n : forall k, (n < k)%nat -> dpsym_binomials n k = 0.
Proof. induction n; intros [| k] H; simpl; try lia; [reflexivity |]. rewrite !IHn by lia. lra. Qed.

Definition upto (n : nat) (f : nat -> R) := sum (seq 0 n) f.
Lemma upto_first n f : upto (S n) f = f 0%nat + upto n (fun l => f (S l)).
Proof. unfold upto. simpl. now rewrite <- seq_shift, sum_map. Qed.
Lemma upto_last n f : upto (S n) f = upto n f + f n.
Proof. unfold upto. rewrite seq_S, sum_app. simpl. lra. Qed.
Lemma upto_more n m f : (forall l, (n <= l)%nat -> f l = 0) -> upto (n + m) f = upto n f.
Proof.
  intros H. induction m as [| m IH]; [now rewrite Nat.add_0_r |]. rewrite Nat.add_succ_r, upto_last, IH, H by lia. ring.
Qed.
Lemma pascal k g : upto (S (S k)) (fun l => dpsym_binomials (S k) l * g l) =
  upto (S k) (fun l => dpsym_binomials k l * g l) + upto (S k) (fun l => dpsym_binomials k l * g (S l)).
Proof.
  rewrite upto_first. cbn [dpsym_binomials].
  unfold upto at 1. rewrite (sum_ext _ _ (fun l => dpsym_binomials k l * g (S l) + dpsym_binomials k (S l) * g (S l))) by (intros; ring).
  rewrite sum_plus. fold (upto (S k) (fun l => dpsym_binomials k l * g (S l))). fold (upto (S k) (fun l => dpsym_binomials k (S l) * g (S l))).
  assert (E : upto (S (S k)) (fun l => dpsym_binomials k l * g l) = upto (S k) (fun l => dpsym_binomials k l * g l)).
  { rewrite upto_last, (binomial_out k (S k)) by lia. ring. }
  rewrite upto_first in E. replace (dpsym_binomials k 0) with 1 in E by now destruct k. lra.
Qed.

(* Rounds by the number of answers that are false *)
Section Spread.
  Variables (p q : R) (A B : law (numbers 2)).
  Hypotheses (At : A None = p) (Af : A (Some None) = q) (Bt : B None = q) (Bf : B (Some None) = p).
  Lemma by_count k : forall F : R -> R -> R,
    Sum (power_space (numbers 2) k) (fun z => F (power_law A k z) (power_law B k z)) =
    upto (S k) (fun l => dpsym_binomials k l * F (p ^ (k - l) * q ^ l) (q ^ (k - l) * p ^ l)).
  Proof.
    induction k as [| k IH]; intros F.
    - unfold Sum, upto. simpl. rewrite !Rmult_1_r. ring.
    - rewrite (pascal k (fun l => F (p ^ (S k - l) * q ^ l) (q ^ (S k - l) * p ^ l))).
      cbn [power_space power_law]. unfold pairs. rewrite Sum_sigma, Sum_2. simpl mass. cbn [projT1 projT2]. rewrite At, Af, Bt, Bf.
      rewrite (IH (fun x y => F (p * x) (q * y))), (IH (fun x y => F (q * x) (p * y))).
      f_equal; apply sum_ext_in; intros l Hl; apply in_seq in Hl; f_equal; f_equal.
      + assert (E : (S k - l = S (k - l))%nat) by lia. rewrite E. simpl. ring.
      + assert (E : (S k - l = S (k - l))%nat) by lia. rewrite E. simpl. ring.
      + simpl. ring.
      + simpl. ring.
  Qed.
End Spread.

(* Two laws on two answers with the masses of a response *)
Definition like_coins (e : R) (A B : law (numbers 2)) :=
  A None = exp e / (1 + exp e) /\ A (Some None) = 1 / (1 + exp e) /\ B None = 1 / (1 + exp e) /\ B (Some None) = exp e / (1 + exp e).
Lemma sum_to f k : dpsym_sum f 0 (INR k) = upto (S k) (fun j => f (INR j)).
Proof. replace (INR k) with (INR (S k) - 1) by (rewrite S_INR; ring). apply sum_seq. Qed.
Definition everywhere (e : R) (k : nat) (x : R) : R :=
  dpsym_sum (fun l => dpsym_binomial (INR k) l * Rmax 0 (exp (e * (INR k - l)) - exp (x + e * l))) 0 (INR k).
Theorem coins_everywhere e k x (A B : law (numbers 2)) : like_coins e A B ->
  HockeyStick x (power_law A k) (power_law B k) = everywhere e k x / (1 + exp e) ^ k.
Proof.
  intros [A0 [A1 [B0 B1]]]. unfold HockeyStick.
  assert (HE : 0 < 1 + exp e) by (generalize (exp_pos e); lra).
  rewrite (by_count _ _ _ _ A0 A1 B0 B1 k (fun p q => Rmax (p - exp x * q) 0)). unfold everywhere. rewrite sum_to.
  unfold Rdiv, upto. rewrite <- sum_scal_r. apply sum_ext_in. intros l Hl. apply in_seq in Hl.
  unfold dpsym_binomial. rewrite !dpsym_count_INR, Rmult_assoc. f_equal.
  rewrite !Rmult_1_l, !Rpow_mult_distr, !dpsym_exp_pow, !pow_inv by lra. rewrite minus_INR by lia.
  assert (N : 0 < / (1 + exp e) ^ k) by (apply Rinv_0_lt_compat, pow_lt; lra).
  rewrite (Rmult_comm (Rmax _ _) (/ _)), <- RmaxRmult, Rmax_comm by lra. f_equal; [ring |].
  replace ((1 + exp e) ^ k) with ((1 + exp e) ^ (k - l) * (1 + exp e) ^ l) by (rewrite <- pow_add; f_equal; lia).
  rewrite exp_plus, !(Rmult_comm e).
  assert ((1 + exp e) ^ (k - l) <> 0) by (apply pow_nonzero; lra). assert ((1 + exp e) ^ l <> 0) by (apply pow_nonzero; lra).
  field. auto.
Qed.

(* Between two places on the grid of steps below k*e the answers that count are the first ones; at any they count no more than all. *)
Definition firsts (e x : R) (k i : nat) : R :=
  dpsym_sum (fun l => dpsym_binomial (INR k) l * (exp (e * (INR k - l)) - exp (x + e * l))) 0 (INR i - 1).
Definition extra (e x : R) (k l : nat) : R := exp (e * (INR k - INR l)) - exp (x + e * INR l).
Lemma everywhere_upto e x k : everywhere e k x = upto (S k) (fun l => dpsym_binomials k l * Rmax (extra e x k l) 0).
Proof.
  unfold everywhere. rewrite sum_to. apply sum_ext. intros l. unfold dpsym_binomial. now rewrite !dpsym_count_INR, Rmax_comm.
Qed.
Lemma firsts_upto e x k i : firsts e x k i = upto i (fun l => dpsym_binomials k l * extra e x k l).
Proof.
  unfold firsts. rewrite sum_seq. apply sum_ext. intros l. unfold dpsym_binomial. now rewrite !dpsym_count_INR.
Qed.
Lemma binomials_nonneg n : forall k, 0 <= dpsym_binomials n k.
Proof. induction n; intros [| k]; simpl; try lra. generalize (IHn k) (IHn (S k)). lra. Qed.
Lemma firsts_everywhere e x k i : 0 <= e -> (INR k - 2 * INR i) * e <= x -> x <= (INR k - 2 * INR i + 2) * e ->
  everywhere e k x = firsts e x k i.
Proof.
  intros He Hl Hu. rewrite everywhere_upto, firsts_upto. unfold extra.
  rewrite <- (upto_more (S k) i) by (intros l L; rewrite binomial_out by lia; ring).
  rewrite Nat.add_comm, upto_more.
  - apply sum_ext_in. intros l L. apply in_seq in L. f_equal. apply Rmax_left.
    assert (INR (S l) <= INR i) by (apply le_INR; lia). rewrite S_INR in *. apply Rge_le, Rge_minus, Rle_ge, exp_up. nra.
  - intros l L. rewrite Rmax_right; [ring |]. assert (INR i <= INR l) by (apply le_INR; lia). apply Rle_minus, exp_up. nra.
Qed.
Lemma firsts_below e x k i : firsts e x k i <= everywhere e k x.
Proof.
  rewrite everywhere_upto, firsts_upto. set (large := fun l => dpsym_binomials k l * Rmax (extra e x k l) 0).
  assert (P : forall l, 0 <= large l).
  { intros l. apply Rmult_le_pos; [apply binomials_nonneg | apply Rmax_r]. }
  rewrite <- (upto_more (S k) i) by (intros l L; unfold large; rewrite binomial_out by lia; ring). rewrite Nat.add_comm.
  apply Rle_trans with (upto i large).
  - apply sum_le_in. intros l _. apply Rmult_le_compat_l; [apply binomials_nonneg | apply Rmax_l].
  - induction (S k) as [| m IH]; [rewrite Nat.add_0_r; lra |]. rewrite Nat.add_succ_r, upto_last. generalize (P (i + m)%nat). lra.
Qed.
Lemma firsts_part e x k i : firsts e x k i / (1 + exp e) ^ k <= everywhere e k x / (1 + exp e) ^ k.
Proof.
  apply Rmult_le_compat_r; [| apply firsts_below]. apply Rlt_le, Rinv_0_lt_compat, pow_lt. generalize (exp_pos e). lra.
Qed.

Theorem optimal_anywhere {X : databases} (M : mechanism X) e k x : 0 <= e -> PureDP M e ->
  ApproxDP (Rounds M k) x (everywhere e k x / (1 + exp e) ^ k).
Proof.
  intros He HM. apply (rule_domination _ _ (power_law (coin e true) k) (power_law (coin e false) k) (closed_approx _ _)).
  - now apply rule_domination_rounds, rule_domination_pure.
  - apply Req_le, coins_everywhere, coin_mass.
Qed.
Lemma fact_repeated_response_anywhere : forall e k x, 0 <= e ->
  ApproxDP (Rounds (RandomizedResponse e) k) x (everywhere e k x / (1 + exp e) ^ k).
Proof. intros e k x He. apply optimal_anywhere; [assumption | now apply fact_response]. Qed.
Lemma fact_repeated_geometric_anywhere : forall e k x, 0 < e ->
  ApproxDP (Rounds (GeometricMechanism e) k) x (everywhere e k x / (1 + exp e) ^ k).
Proof. intros e k x He. apply optimal_anywhere; [lra | now apply fact_geometric]. Qed.
Lemma fact_repeated_canonical_anywhere : forall e d k x, 0 <= e -> 0 <= d -> d <= 1 ->
  ApproxDP (Rounds (CanonicalRR e d) k) x (1 - (1 - d) ^ k * (1 - everywhere e k x / (1 + exp e) ^ k)).
Proof. intros e d k x He Hd Hd1. apply rule_without_failure_rounds; [lra |]. rewrite (coins_everywhere e k x _ _ (coin_mass e)). lra. Qed.

Lemma fact_repeated_response : forall e x k i, 0 <= e -> (INR k - 2 * INR i) * e <= x -> x <= (INR k - 2 * INR i + 2) * e ->
  ApproxDP (Rounds (RandomizedResponse e) k) x (firsts e x k i / (1 + exp e) ^ k).
Proof. intros e x k i He Hl Hu. rewrite <- firsts_everywhere by assumption. now apply fact_repeated_response_anywhere. Qed.
Lemma fact_repeated_geometric : forall e x k i, 0 < e -> (INR k - 2 * INR i) * e <= x -> x <= (INR k - 2 * INR i + 2) * e ->
  ApproxDP (Rounds (GeometricMechanism e) k) x (firsts e x k i / (1 + exp e) ^ k).
Proof. intros e x k i He Hl Hu. rewrite <- firsts_everywhere by (assumption || lra). now apply fact_repeated_geometric_anywhere. Qed.
Lemma fact_repeated_canonical : forall e d x k i, 0 <= e -> 0 <= d -> d <= 1 ->
  (INR k - 2 * INR i) * e <= x -> x <= (INR k - 2 * INR i + 2) * e ->
  ApproxDP (Rounds (CanonicalRR e d) k) x (1 - (1 - d) ^ k * (1 - firsts e x k i / (1 + exp e) ^ k)).
Proof. intros e d x k i He Hd Hd1 Hl Hu. rewrite <- firsts_everywhere by assumption. now apply fact_repeated_canonical_anywhere. Qed.

(* What rounds attain: a guarantee of them bounds the sticks of the powers of any algorithm. *)
Lemma rounds_attain {X : databases} (M : mechanism X) {T : space} (A : X -> law T) a b k x y : ApproxDP (Rounds M k) x y -> M T A -> near a b ->
  HockeyStick x (power_law (A a) k) (power_law (A b) k) <= y.
Proof. intros H HA. exact (H _ _ (rounds_power M A k HA) a b). Qed.
Lemma fact_attained_response_anywhere : forall e k x y, ApproxDP (Rounds (RandomizedResponse e) k) x y ->
  everywhere e k x / (1 + exp e) ^ k <= y.
Proof.
  intros e k x y H. rewrite <- (coins_everywhere e k x _ _ (coin_mass e)).
  apply (rounds_attain (X := bits) _ (coin e) true false k x y H (Only _)). simpl. discriminate.
Qed.
Lemma fact_attained_response : forall e k x y i, ApproxDP (Rounds (RandomizedResponse e) k) x y -> firsts e x k i / (1 + exp e) ^ k <= y.
Proof. intros e k x y i H. apply Rle_trans with (1 := firsts_part e x k i). now apply fact_attained_response_anywhere. Qed.

(* Geometric noise on 0 and 1 cut between them *)
Lemma geometric_coins e : 0 < e ->
  like_coins e (partitioned (geometric 0 e) [0] (conj I I)) (partitioned (geometric 1 e) [0] (conj I I)).
Proof.
  intros He. assert (U : up 0 = 1%Z) by (symmetry; apply tech_up; lra).
  assert (E := exp_pos e). unfold like_coins. simpl. unfold between. simpl. rewrite U, positive_is by assumption.
  unfold geometric_to. simpl. rewrite exp_Ropp. replace (- e * 1) with (- e) by ring. replace (e * -1) with (- e) by ring. rewrite exp_Ropp.
  repeat split; field; lra.
Qed.
Lemma fact_attained_geometric_anywhere : forall e k x y, 0 < e -> ApproxDP (Rounds (GeometricMechanism e) k) x y ->
  everywhere e k x / (1 + exp e) ^ k <= y.
Proof.
  intros e k x y He H. rewrite <- (coins_everywhere e k x _ _ (geometric_coins e He)).
  apply (rounds_attain (X := line) _ _ 0%Z 1%Z k x y H (CutUp _ [0] (conj I I))). now right.
Qed.
Lemma fact_attained_geometric : forall e k x y i, 0 < e -> ApproxDP (Rounds (GeometricMechanism e) k) x y ->
  firsts e x k i / (1 + exp e) ^ k <= y.
Proof. intros e k x y i He H. apply Rle_trans with (1 := firsts_part e x k i). now apply fact_attained_geometric_anywhere. Qed.

(* Sticks of rounds of canonical responses: all is revealed unless no round fails, and then the rounds
   are of responses. *)
Lemma stick_parts {T : space} (P Q : law T) p q x y : 0 <= p -> q = p * exp y ->
  Sum T (fun z => Rmax (p * P z - exp x * (q * Q z)) 0) = p * HockeyStick (x + y) P Q.
Proof.
  intros Hp ->. unfold HockeyStick. rewrite <- Sum_scal. apply Sum_ext; intros z. rewrite <- RmaxRmult by assumption.
  rewrite exp_plus. f_equal; ring.
Qed.
Lemma stick_power {U : space} (P Q : law U) k x : HockeyStick x (power_law P (S k)) (power_law Q (S k)) =
  Sum U (fun o => Sum (power_space U k) (fun z => Rmax (P o * power_law P k z - exp x * (Q o * power_law Q k z)) 0)).
Proof. exact (Sum_pairs (T := U) (U := power_space U k) _). Qed.
Theorem canonical_everywhere e d k : 0 <= d <= 1 -> forall x,
  HockeyStick x (power_law (canonical e d true) k) (power_law (canonical e d false) k) =
  1 - (1 - d) ^ k * (1 - HockeyStick x (power_law (coin e true) k) (power_law (coin e false) k)).
Proof.
  intros Hd. destruct (canonical_mass e d Hd) as [A B]. destruct (coin_mass e) as [A0 [A1 [B0 B1]]].
  assert (E := exp_pos e). assert (I : 0 < / (1 + exp e)) by (apply Rinv_0_lt_compat; lra).
  assert (L : forall p, 0 <= p -> 0 <= p * exp e / (1 + exp e) /\ 0 <= p / (1 + exp e)).
  { intros p Hp. unfold Rdiv. split; repeat apply Rmult_le_pos; lra. }
  destruct (L (1 - d) ltac:(lra)) as [D1 D2]. destruct (L 1 ltac:(lra)) as [C1 C2]. rewrite Rmult_1_l in C1. clear L I.
  induction k as [| k IH]; intros x; [simpl; ring |].
  rewrite !stick_power, Sum_4, Sum_2, !A, !B, A0, A1, B0, B1. cbn [nth_mass].
  rewrite (stick_parts _ _ ((1 - d) * exp e / (1 + exp e)) ((1 - d) / (1 + exp e)) x (- e)) by (assumption || (rewrite exp_Ropp; field; lra)).
  rewrite (stick_parts _ _ ((1 - d) / (1 + exp e)) ((1 - d) * exp e / (1 + exp e)) x e) by (assumption || (field; lra)).
  rewrite (stick_parts _ _ (exp e / (1 + exp e)) (1 / (1 + exp e)) x (- e)) by (assumption || (rewrite exp_Ropp; field; lra)).
  rewrite (stick_parts _ _ (1 / (1 + exp e)) (exp e / (1 + exp e)) x e) by (assumption || (field; lra)).
  rewrite !IH.
  rewrite (Sum_ext _ _ (fun z => d * power_law (canonical e d true) k z)).
  2: { intros z. rewrite Rmax_left; [ring |]. generalize (mass_nonneg (power_law (canonical e d true) k) z). nra. }
  rewrite (Sum_ext _ (fun z => Rmax (0 * _ - _) 0) (fun _ => 0)).
  2: { intros z. apply Rmax_right. generalize (mass_nonneg (power_law (canonical e d false) k) z) (exp_pos x). intros.
       assert (0 <= d * power_law (canonical e d false) k z) by nra. nra. }
  rewrite Sum_scal, mass_one, Sum_zero. simpl pow. field. lra.
Qed.
Lemma fact_attained_canonical_anywhere : forall e d k x y, 0 <= d -> d <= 1 -> ApproxDP (Rounds (CanonicalRR e d) k) x y ->
  1 - (1 - d) ^ k * (1 - everywhere e k x / (1 + exp e) ^ k) <= y.
Proof.
  intros e d k x y Hd Hd1 H. rewrite <- (coins_everywhere e k x _ _ (coin_mass e)), <- canonical_everywhere by (split; assumption).
  apply (rounds_attain (X := bits) _ (canonical e d) true false k x y H (Only _)). simpl. discriminate.
Qed.
Lemma fact_attained_canonical : forall e d k x y i, 0 <= d -> d <= 1 -> ApproxDP (Rounds (CanonicalRR e d) k) x y ->
  1 - (1 - d) ^ k * (1 - firsts e x k i / (1 + exp e) ^ k) <= y.
Proof.
  intros e d k x y i Hd Hd1 H. apply Rle_trans with (2 := fact_attained_canonical_anywhere e d k x y Hd Hd1 H).
  generalize (firsts_part e x k i) (pow_le (1 - d) k ltac:(lra)). nra.
Qed.
