(* Mean-concentrated privacy from concentrated privacy: the loss about its mean, by moments. *)
From Coq Require Import Reals Lra Psatz List.
From Coquelicot Require Import Coquelicot.
From dpsym Require Import prelude.
From dpsym Require Import Finite Divergences Mechanisms Processing Order Composition Conversions Means.
Open Scope R_scope.

(* Orders below 1 *)
Lemma exp_rise s u : 0 <= s <= 1 -> 0 <= u -> exp (s * u) - 1 - s * u <= s ^ 2 * (exp u - 1 - u).
Proof.
  intros Hs Hu. assert (G : 0 <= s ^ 2 * (exp u - 1 - u) - (exp (s * u) - 1 - s * u)); [| lra].
  replace 0 with (s ^ 2 * (exp 0 - 1 - 0) - (exp (s * 0) - 1 - s * 0)) by (rewrite Rmult_0_r, exp_0; ring).
  apply (dpsym_up (fun u => s ^ 2 * (exp u - 1 - u) - (exp (s * u) - 1 - s * u)) (fun u => s ^ 2 * (exp u - 1) - (s * exp (s * u) - s))); [assumption | |].
  - intros t _. auto_derive; [trivial | ring].
  - intros t _. generalize (exp_convex s t 0 Hs). rewrite exp_0, Rmult_0_r, Rplus_0_r. intros. simpl. nra.
Qed.
Lemma sinh_above w : 0 <= w -> 2 * w <= exp w - exp (- w).
Proof.
  intros Hw. assert (G : 0 <= exp w - exp (- w) - 2 * w); [| lra].
  replace 0 with (exp 0 - exp (- 0) - 2 * 0) by (rewrite Ropp_0; ring).
  apply (dpsym_up (fun w => exp w - exp (- w) - 2 * w) (fun w => exp w + exp (- w) - 2)); [assumption | |].
  - intros t _. auto_derive; [trivial | ring].
  - intros t _. generalize (pow2_ge_0 (exp (t / 2) - exp (- (t / 2)))).
    replace (exp t) with (exp (t / 2) * exp (t / 2)) by (rewrite <- exp_plus; f_equal; field).
    replace (exp (- t)) with (exp (- (t / 2)) * exp (- (t / 2))) by (rewrite <- exp_plus; f_equal; field).
    assert (exp (t / 2) * exp (- (t / 2)) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0). simpl. lra.
Qed.
Lemma exp_second s u : -1 <= s <= 1 -> exp (s * u) - 1 - s * u <= s ^ 2 * (exp u + exp (- u) - 2).
Proof.
  assert (A : forall s u, 0 <= s <= 1 -> 0 <= u -> exp (s * u) - 1 - s * u <= s ^ 2 * (exp u + exp (- u) - 2)).
  { intros r v Hr Hv. apply Rle_trans with (1 := exp_rise r v Hr Hv). generalize (exp_line (- v)) (pow2_ge_0 r). intros. apply Rmult_le_compat_l; lra. }
  assert (B : forall s u, 0 <= s <= 1 -> 0 <= u -> exp (- (s * u)) - 1 + s * u <= s ^ 2 * (exp u + exp (- u) - 2)).
  { intros r v Hr Hv. apply Rle_trans with (2 := A r v Hr Hv). generalize (sinh_above (r * v) ltac:(apply Rmult_le_pos; lra)). lra. }
  intros Hs. destruct (Rle_lt_dec 0 s), (Rle_lt_dec 0 u).
  - apply A; lra.
  - generalize (B s (- u) ltac:(lra) ltac:(lra)). rewrite Ropp_involutive. replace (- (s * - u)) with (s * u) by ring. lra.
  - generalize (B (- s) u ltac:(lra) ltac:(lra)). replace (- (- s * u)) with (s * u) by ring. simpl. lra.
  - generalize (A (- s) (- u) ltac:(lra) ltac:(lra)). rewrite Ropp_involutive. replace (- s * - u) with (s * u) by ring. simpl. lra.
Qed.

Section Centred.
  Context {T : space}.
  Variables (P Q : law T) (x r : R).
  Hypotheses (HP : zcdp x r T P Q) (HQ : zcdp x r T Q P) (Hx : 0 <= x + r).
  Let C : P << Q := proj1 (HP 2 ltac:(lra)).
  Let D : Q << P := proj1 (HQ 2 ltac:(lra)).
  Let k := KL P Q.
  Definition centred (l : R) := Sum T (fun y => P y * exp (l * (ln (P y / Q y) - KL P Q))).

  Lemma mean_range : 0 <= k <= x + r.
  Proof.
    split; [unfold k; rewrite <- Renyi_one; apply renyi_nonneg; (exact C || lra) |].
    now apply (zcdp_kl x r 2 P Q ltac:(lra)); intros; apply HP.
  Qed.
  Lemma slope_nonneg : 0 <= r.
  Proof.
    destruct (Rle_lt_dec 0 r) as [| N]; [assumption | exfalso].
    assert (0 <= x) by lra. set (a := 2 + x / - r). assert (0 <= x / - r) by (apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]).
    assert (Ha : 1 < a) by (unfold a; lra). destruct (HP a Ha) as [_ L].
    assert (0 <= Renyi a P Q) by (apply renyi_nonneg; (exact C || lra)).
    assert (r * a = 2 * r - x) by (unfold a; field; lra). lra.
  Qed.
  Lemma centred_moment l : centred l = exp (- (l * k)) * Moment (1 + l) P Q.
  Proof. exact (loss_centred P Q C l k). Qed.
  Lemma mirrored a : Moment a P Q = Moment (1 - a) Q P.
  Proof.
    apply Sum_ext; intros y. destruct (mass_nonneg P y) as [Hp | Hp].
    - rewrite !moment_exp by (try apply (positive_of P Q y C); assumption). f_equal. ring.
    - rewrite <- Hp, (D y (eq_sym Hp)). now rewrite !moment_0.
  Qed.
  Lemma centred_up l : 0 < l -> centred l <= exp (l * (x + r) + r * l ^ 2).
  Proof.
    intros Hl. rewrite centred_moment. destruct mean_range as [K0 K1].
    assert (M := proj2 (proj1 (renyi_moment (1 + l) _ P Q ltac:(lra)) (HP (1 + l) ltac:(lra)))).
    apply Rle_trans with (exp (- (l * k)) * exp ((1 + l - 1) * (x + r * (1 + l)))); [apply Rmult_le_compat_l; [left; apply exp_pos | exact M] |].
    rewrite <- exp_plus. apply exp_up. assert (0 <= l * k) by (apply Rmult_le_pos; lra). simpl. lra.
  Qed.
  Lemma centred_low l : 1 <= l -> centred (- l) <= exp ((2 * l - 1) * x + r * l ^ 2).
  Proof.
    intros Hl. rewrite centred_moment, mirrored. replace (1 - (1 + - l)) with l by ring. destruct mean_range as [K0 K1].
    assert (M : Moment l Q P <= exp ((l - 1) * (x + r * l))).
    { destruct Hl as [Hl | <-]; [now apply renyi_moment, HQ |].
      apply (moment_order Q P 1 (x + r * 1)); [lra |]. apply renyi_kl. rewrite Rmult_1_r. apply (zcdp_kl x r 2 Q P ltac:(lra)). intros; now apply HQ. }
    apply Rle_trans with (exp (- (- l * k)) * exp ((l - 1) * (x + r * l))); [apply Rmult_le_compat_l; [left; apply exp_pos | exact M] |].
    rewrite <- exp_plus. apply exp_up. assert (l * k <= l * (x + r)) by (apply Rmult_le_compat_l; lra). simpl. lra.
  Qed.
  Lemma centred_between l : 0 <= l -> l <= 1 -> centred (- l) <= exp (l * (x + r)).
  Proof.
    intros Hl Hl1. rewrite centred_moment. destruct mean_range as [K0 K1].
    assert (M : Moment (1 + - l) P Q <= 1).
    { apply Rle_trans with (Sum T (fun y => (1 - l) * P y + l * Q y)); [| rewrite Sum_lin, !mass_one; lra]. apply Sum_le; intros y.
      destruct (mass_nonneg P y) as [Hp | <-]; [| rewrite moment_0; generalize (mass_nonneg Q y); nra].
      assert (Hq := positive_of P Q y C Hp). rewrite moment_exp by assumption.
      generalize (exp_convex (1 - l) (ln (P y)) (ln (Q y)) ltac:(lra)). rewrite !exp_ln by assumption.
      replace (1 - (1 + - l)) with (1 - (1 - l)) by ring. replace (1 + - l) with (1 - l) by ring. lra. }
    apply Rle_trans with (exp (- (- l * k)) * 1); [apply Rmult_le_compat_l; [left; apply exp_pos | exact M] |].
    rewrite Rmult_1_r. apply exp_up. assert (l * k <= l * (x + r)) by (apply Rmult_le_compat_l; lra). lra.
  Qed.
  (* Near 0 by the second differences at h *)
  Lemma centred_near h l : 0 < h -> - h <= l <= h -> centred l <= exp ((l / h) ^ 2 * (centred h + centred (- h) - 2)).
  Proof.
    intros Hh Hl. apply Rle_trans with (2 := exp_line _).
    assert (S : -1 <= l / h <= 1).
    { split; apply Rmult_le_reg_r with h; try assumption; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra. }
    set (Y := fun y => ln (P y / Q y) - KL P Q).
    assert (E : Sum T (fun y => P y * Y y) = 0).
    { rewrite (Sum_ext T _ (fun y => 1 * entropy (P y) (Q y) + - KL P Q * P y)).
      - rewrite Sum_lin, mass_one. fold (KL P Q). ring.
      - intros y. unfold Y. destruct (mass_nonneg P y) as [Hp | <-]; [rewrite entropy_pos by assumption | rewrite entropy_0]; ring. }
    apply Rle_trans with (Sum T (fun y => 1 * P y + l * (P y * Y y) + (l / h) ^ 2 * (P y * exp (h * Y y) + P y * exp (- h * Y y) + -2 * P y))).
    - apply Sum_le; intros y. fold (Y y). generalize (exp_second (l / h) (h * Y y) S).
      replace (l / h * (h * Y y)) with (l * Y y) by (field; lra). replace (- h * Y y) with (- (h * Y y)) by ring. intros B.
      apply Rmult_le_compat_l with (r := P y) in B; [lra | apply mass_nonneg].
    - rewrite Sum_plus, Sum_lin, E, mass_one, Sum_scal, !Sum_plus, Sum_scal, mass_one. unfold centred. fold Y. apply Req_le. unfold Y. ring.
  Qed.
  Lemma centred_all h w : 0 < h -> h <= 1 -> (x + r) / h + r <= w ->
    (centred h + centred (- h) - 2) / h ^ 2 <= w -> forall l, centred l <= exp (l ^ 2 * w).
  Proof.
    intros Hh Hh1 H1 H2 l. assert (Hr := slope_nonneg).
    assert (A : forall l, h <= l -> l * (x + r) <= l ^ 2 * ((x + r) / h)).
    { intros v Hv. apply Rmult_le_reg_r with h; [assumption |]. replace (v ^ 2 * ((x + r) / h) * h) with (v * (v * (x + r))) by (field; lra).
      assert (0 <= v * (x + r)) by (apply Rmult_le_pos; lra). nra. }
    assert (W : forall l, h <= l -> centred l <= exp (l ^ 2 * w)).
    { intros v Hv. apply Rle_trans with (1 := centred_up v ltac:(lra)). apply exp_up. generalize (A v Hv). assert (0 <= v ^ 2) by apply pow2_ge_0. nra. }
    assert (V : forall l, h <= l -> centred (- l) <= exp (l ^ 2 * w)).
    { intros v Hv. destruct (Rle_lt_dec 1 v) as [Hv1 | Hv1].
      - apply Rle_trans with (1 := centred_low v Hv1). apply exp_up. generalize (A v Hv). intros A'.
        assert (0 <= v ^ 2) by apply pow2_ge_0. assert (x + r <= (x + r) / h).
        { apply Rmult_le_reg_r with h; [assumption |]. replace ((x + r) / h * h) with (x + r) by (field; lra). nra. }
        destruct (Rle_lt_dec 0 x) as [Hx0 | Hx0].
        + assert ((2 * v - 1) * x <= v ^ 2 * x) by (apply Rmult_le_compat_r; [assumption | simpl; nra]).
          assert (v ^ 2 * (x + r) <= v ^ 2 * w) by (apply Rmult_le_compat_l; lra). lra.
        + assert ((2 * v - 1) * x <= 0) by nra. assert (v ^ 2 * r <= v ^ 2 * w) by (apply Rmult_le_compat_l; lra). lra.
      - apply Rle_trans with (1 := centred_between v ltac:(lra) ltac:(lra)). apply exp_up. generalize (A v Hv). assert (0 <= v ^ 2) by apply pow2_ge_0. nra. }
    destruct (Rle_lt_dec h l); [now apply W |]. destruct (Rle_lt_dec h (- l)).
    - replace l with (- - l) at 1 by ring. replace (l ^ 2) with ((- l) ^ 2) by ring. now apply V.
    - apply Rle_trans with (1 := centred_near h l Hh ltac:(lra)). apply exp_up.
      replace ((l / h) ^ 2 * (centred h + centred (- h) - 2)) with (l ^ 2 * ((centred h + centred (- h) - 2) / h ^ 2)) by (field; lra).
      apply Rmult_le_compat_l; [apply pow2_ge_0 | assumption].
  Qed.
End Centred.

Lemma exp_1_le : exp 1 <= 11 / 4.
Proof.
  assert (H : exp (/ 64) <= 64 / 63).
  { rewrite <- (Ropp_involutive (/ 64)), exp_Ropp. replace (64 / 63) with (/ (63 / 64)) by field.
    apply Rinv_le_contravar; [lra |]. generalize (exp_line (- / 64)). lra. }
  replace 1 with (INR 64 * / 64) by (simpl; field). rewrite <- dpsym_exp_pow.
  apply Rle_trans with ((64 / 63) ^ 64); [apply pow_incr; split; [left; apply exp_pos | assumption] | lra].
Qed.

Section Rows.
  Context {X : databases}.
  Implicit Types M : mechanism X.
  Lemma mean_of_moments M x r m t : ZCDP M x r -> 0 <= x + r -> x + r <= m ->
    (forall (T : space) (P Q : law T), zcdp x r T P Q -> zcdp x r T Q P -> forall l, centred P Q l <= exp (l ^ 2 * (t ^ 2 / 2))) -> MeanCDP M m t.
  Proof.
    intros H Hx Hm I. revert H. apply implied_both. intros T P Q H1 H2. split; [apply (H1 2); lra |]. split.
    - apply Rle_trans with (2 := Hm). exact (proj2 (mean_range P Q x r H1)).
    - intros l. apply Rle_trans with (1 := I T P Q H1 H2 l). apply exp_up, Req_le. field.
  Qed.
  Lemma fact_zcdp_mean_moments : forall M x r m t, ZCDP M x r -> 0 <= x + r -> x + r <= m -> 4 * x + 6 * r <= t ^ 2 ->
    8 * (exp (x / 2 + 3 * r / 4) + exp ((x + r) / 2) - 2) <= t ^ 2 -> 0 <= t -> MeanCDP M m t.
  Proof.
    intros M x r m t H Hx Hm H1 H2 _. apply mean_of_moments with x r; try assumption. intros T P Q HP HQ.
    assert (K1 := centred_up P Q x r HP (1 / 2) ltac:(lra)). assert (K2 := centred_between P Q x r HP (1 / 2) ltac:(lra) ltac:(lra)).
    replace (1 / 2 * (x + r) + r * (1 / 2) ^ 2) with (x / 2 + 3 * r / 4) in K1 by field. replace (1 / 2 * (x + r)) with ((x + r) / 2) in K2 by field.
    apply (centred_all P Q x r HP HQ Hx (1 / 2)); lra.
  Qed.
  Lemma fact_zcdp_mean : forall M x r m t, ZCDP M x r -> 0 <= x + r -> 0 <= r -> x + r <= m -> 7 * (x + 2 * r) <= t ^ 2 ->
    7 * (x + 2 * r) ^ 2 <= t ^ 2 -> MeanCDP M m t.
  Proof.
    intros M x r m t H Hx Hr Hm H1 H2. apply mean_of_moments with x r; try assumption. intros T P Q HP HQ.
    set (s := x + 2 * r) in *. set (b := Rmax 1 s). assert (Hb : 1 <= b) by apply Rmax_l. assert (Hs : 0 <= s <= b) by (split; [unfold s; lra | apply Rmax_r]).
    assert (HB : 7 * (s * b) <= t ^ 2) by (unfold b, Rmax; destruct Rle_dec; simpl in *; lra).
    assert (Hh : 0 < / b) by (apply Rinv_0_lt_compat; lra). assert (Hh1 : / b <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
    assert (Hsb : 0 <= s / b <= 1).
    { split; [apply Rmult_le_pos; lra |]. apply Rmult_le_reg_r with b; [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    assert (K : forall u, u <= s / b -> exp u <= 1 + 7 / 4 * (s / b)).
    { intros u Hu. apply Rle_trans with (1 := exp_up _ _ Hu). generalize (exp_convex (s / b) 1 0 Hsb) exp_1_le. rewrite exp_0, Rmult_1_r, Rmult_0_r, Rplus_0_r. nra. }
    assert (K1 := centred_up P Q x r HP (/ b) Hh). assert (K2 := centred_between P Q x r HP (/ b) ltac:(lra) Hh1).
    assert (R2 : / b ^ 2 <= / b) by (rewrite <- pow_inv by lra; simpl; nra).
    assert (L1 : centred P Q (/ b) <= 1 + 7 / 4 * (s / b)).
    { apply Rle_trans with (1 := K1). apply K. rewrite pow_inv by lra. unfold s, Rdiv. nra. }
    assert (L2 : centred P Q (- / b) <= 1 + 7 / 4 * (s / b)).
    { apply Rle_trans with (1 := K2). apply K. unfold s, Rdiv. nra. }
    apply (centred_all P Q x r HP HQ Hx (/ b) (t ^ 2 / 2) Hh Hh1).
    - unfold Rdiv at 1. rewrite Rinv_inv. unfold s in *. nra.
    - apply Rle_trans with (2 * (7 / 4 * (s / b)) / (/ b) ^ 2).
      + unfold Rdiv at 1 2. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, pow_lt; assumption | lra].
      + replace (2 * (7 / 4 * (s / b)) / (/ b) ^ 2) with (7 / 2 * (s * b)) by (field; lra). lra.
  Qed.
End Rows.
