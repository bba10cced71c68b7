(* Optimal composition of k rounds: Kairouz, Oh and Viswanath 2015. *)
From Coq Require Import Reals Lra Psatz List Lia.
From Coquelicot Require Import Coquelicot.
From dpsym Require Import prelude naturals.
From dpsym Require Import Finite Divergences Mechanisms Processing Composition Domination Conversions Response Counted Noise Geometric Rules.
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

Definition excess (e : R) (k i : nat) : R :=
  dpsym_sum (fun l => dpsym_binomial (INR k) l * (exp (e * (INR k - l)) - exp (e * (INR k - 2 * INR i + l)))) 0 (INR i - 1).
Theorem coins_stick e k i : 0 <= e ->
  HockeyStick ((INR k - 2 * INR i) * e) (power_law (coin e true) k) (power_law (coin e false) k) = excess e k i / (1 + exp e) ^ k.
Proof.
  intros He. unfold HockeyStick. set (X := exp ((INR k - 2 * INR i) * e)).
  assert (HE : 0 < 1 + exp e) by (generalize (exp_pos e); lra). assert (E0 := exp_pos e).
  destruct (coin_mass e) as [A0 [A1 [B0 B1]]].
  rewrite (by_count _ _ _ _ A0 A1 B0 B1 k (fun x y => Rmax (x - X * y) 0)).
  set (term := fun l => exp (e * (INR k - INR l)) - exp (e * (INR k - 2 * INR i + INR l))).
  assert (T : forall l, (l <= k)%nat ->
    Rmax ((exp e / (1 + exp e)) ^ (k - l) * (1 / (1 + exp e)) ^ l - X * ((1 / (1 + exp e)) ^ (k - l) * (exp e / (1 + exp e)) ^ l)) 0 =
    Rmax (term l) 0 * / (1 + exp e) ^ k).
  { intros l Hl. unfold term, Rdiv. rewrite !Rmult_1_l, !Rpow_mult_distr, !dpsym_exp_pow, !pow_inv by lra. unfold X.
    rewrite minus_INR by assumption.
    assert (N : 0 < / (1 + exp e) ^ k) by (apply Rinv_0_lt_compat, pow_lt; lra).
    rewrite (Rmult_comm (Rmax (_ - _) _)), <- RmaxRmult by lra. f_equal; [| ring].
    replace ((1 + exp e) ^ k) with ((1 + exp e) ^ (k - l) * (1 + exp e) ^ l) by (rewrite <- pow_add; f_equal; lia).
    rewrite (Rmult_comm e (INR k - 2 * INR i + INR l)), Rmult_plus_distr_r, exp_plus, (Rmult_comm e).
    assert ((1 + exp e) ^ (k - l) <> 0) by (apply pow_nonzero; lra). assert ((1 + exp e) ^ l <> 0) by (apply pow_nonzero; lra).
    field. auto. }
  unfold upto. rewrite (sum_ext_in (seq 0 (S k)) _ (fun l => dpsym_binomials k l * Rmax (term l) 0 * / (1 + exp e) ^ k)).
  2: { intros l Hl. apply in_seq in Hl. rewrite T by lia. ring. }
  rewrite sum_scal_r. unfold Rdiv. f_equal. fold (upto (S k) (fun l => dpsym_binomials k l * Rmax (term l) 0)).
  unfold excess. rewrite sum_seq. fold (upto i (fun j => dpsym_binomial (INR k) (INR j) * (exp (e * (INR k - INR j)) - exp (e * (INR k - 2 * INR i + INR j))))).
  rewrite <- (upto_more (S k) i) by (intros l Hl; rewrite binomial_out by lia; ring).
  rewrite Nat.add_comm, upto_more.
  - apply sum_ext_in. intros l Hl. apply in_seq in Hl. unfold dpsym_binomial. rewrite !dpsym_count_INR. fold (term l). f_equal. apply Rmax_left.
    assert (INR l <= INR i) by (apply le_INR; lia). apply Rge_le, Rge_minus, Rle_ge, exp_up. nra.
  - intros l Hl. rewrite Rmax_right; [ring |]. assert (INR i <= INR l) by (apply le_INR; lia). apply Rle_minus, exp_up. nra.
Qed.

Theorem optimal {X : databases} (M : mechanism X) e k i : 0 <= e -> PureDP M e ->
  ApproxDP (Rounds M k) ((INR k - 2 * INR i) * e) (1 - (1 - excess e k i / (1 + exp e) ^ k)).
Proof.
  intros He HM. replace (1 - (1 - excess e k i / (1 + exp e) ^ k)) with (excess e k i / (1 + exp e) ^ k) by ring.
  apply (rule_domination _ _ (power_law (coin e true) k) (power_law (coin e false) k) (closed_approx _ _)).
  - now apply rule_domination_rounds, rule_domination_pure.
  - apply Req_le. now apply coins_stick.
Qed.
Lemma fact_repeated_response : forall e k i, 0 <= e ->
  ApproxDP (Rounds (RandomizedResponse e) k) ((INR k - 2 * INR i) * e) (1 - (1 - excess e k i / (1 + exp e) ^ k)).
Proof. intros e k i He. apply optimal; [assumption | now apply fact_response]. Qed.
Lemma fact_repeated_geometric : forall e k i, 0 < e ->
  ApproxDP (Rounds (GeometricMechanism e) k) ((INR k - 2 * INR i) * e) (1 - (1 - excess e k i / (1 + exp e) ^ k)).
Proof. intros e k i He. apply optimal; [lra | now apply fact_geometric]. Qed.
Lemma fact_repeated_canonical : forall e d k i, 0 <= e -> 0 <= d -> d <= 1 ->
  ApproxDP (Rounds (CanonicalRR e d) k) ((INR k - 2 * INR i) * e) (1 - (1 - d) ^ k * (1 - excess e k i / (1 + exp e) ^ k)).
Proof. intros e d k i He Hd Hd1. apply rule_without_failure_rounds; [lra |]. rewrite coins_stick by assumption. lra. Qed.
