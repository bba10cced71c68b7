(* Hockey sticks of concentrated laws by the integral over the tail of the privacy loss. *)
From Coq Require Import Reals Lra Psatz List.
From Coquelicot Require Import Coquelicot.
From dpsym Require Import prelude naturals special.
From dpsym Require Import Finite Divergences Mechanisms Processing Order Conversions Tails.
Open Scope R_scope.

(* A function whose increments are bounded by those of a smooth one up to the fall of a factor *)
Lemma increments (f K b : R -> R) (u0 u1 : R) : u0 <= u1 ->
  (forall u v, u0 <= u -> u <= v -> v <= u1 -> f v - f u <= b v * (v - u)) ->
  (forall u v, u0 <= u -> u <= v -> v <= u1 -> b u * (v - u) <= K v - K u) ->
  f u1 - f u0 <= K u1 - K u0.
Proof.
  intros H01 Hf HK. set (h := fun n : nat => (u1 - u0) / INR (S n)).
  assert (N : forall n, 0 < INR (S n)) by (intros; apply lt_0_INR; auto with arith).
  assert (B : forall n, f u1 - f u0 <= K u1 - K u0 + (b u1 - b u0) * (u1 - u0) / INR (S n)).
  { intros n. assert (Hh : 0 <= h n) by (unfold h; apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat, N]).
    assert (P : forall i, (i <= S n)%nat -> f (u0 + INR i * h n) - f u0 <= K (u0 + INR i * h n) - K u0 + (b (u0 + INR i * h n) - b u0) * h n).
    { induction i as [| i IH]; intros Hi.
      - simpl. rewrite Rmult_0_l, Rplus_0_r. lra.
      - specialize (IH ltac:(auto with arith)). set (u := u0 + INR i * h n) in *.
        assert (E : u0 + INR (S i) * h n = u + h n) by (unfold u; rewrite S_INR; ring). rewrite E.
        assert (L : u + h n <= u1).
        { rewrite <- E. apply le_INR in Hi. assert (INR (S i) * h n <= INR (S n) * h n) by now apply Rmult_le_compat_r.
          assert (INR (S n) * h n = u1 - u0) by (unfold h; field; apply Rgt_not_eq, N). lra. }
        assert (G : u0 <= u) by (unfold u; generalize (pos_INR i); nra).
        generalize (Hf u (u + h n) G ltac:(lra) L) (HK u (u + h n) G ltac:(lra) L).
        replace (u + h n - u) with (h n) by ring. lra. }
    specialize (P (S n) (le_n _)). assert (E : u0 + INR (S n) * h n = u1) by (unfold h; field; apply Rgt_not_eq, N).
    rewrite E in P. unfold h in P. unfold Rdiv in *. lra. }
  apply le_epsilon. intros eta He. set (c := Rabs ((b u1 - b u0) * (u1 - u0))).
  destruct (archimed_cor1 (eta / (c + 1))) as [n [Hn Hn0]].
  { apply Rdiv_lt_0_compat; [assumption |]. unfold c. generalize (Rabs_pos ((b u1 - b u0) * (u1 - u0))). lra. }
  destruct n as [| n]; [inversion Hn0 |]. apply Rle_trans with (1 := B n). apply Rplus_le_compat_l.
  assert (0 <= c) by apply Rabs_pos. assert (I : 0 < / INR (S n)) by apply Rinv_0_lt_compat, N.
  apply Rle_trans with (c * / INR (S n)).
  - unfold Rdiv. apply Rmult_le_compat_r; [lra |]. apply Rle_abs.
  - apply Rle_trans with (c * (eta / (c + 1))); [apply Rmult_le_compat_l; lra |].
    replace (c * (eta / (c + 1))) with (eta * (c / (c + 1))) by (field; lra).
    rewrite <- (Rmult_1_r eta) at 2. apply Rmult_le_compat_l; [lra |].
    apply Rmult_le_reg_r with (c + 1); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.

Lemma is_derive_id_R (x : R) : is_derive (fun t => t) x 1.
Proof. apply (is_derive_id (K := R_AbsRing)). Qed.

(* For a bound B of the loss tail that falls, and K with K' = - B(z)*exp(-z), K >= 0 *)
Section Layers.
  Context {T : space} (P Q : law T).
  Variables (B K : R -> R) (e : R).
  Hypothesis HC : P << Q.
  Hypothesis HB : forall z, e <= z -> LossTail z P Q <= B z.
  Hypothesis Bfalls : forall y z, e <= y -> y <= z -> B z <= B y.
  Hypothesis HK : forall z, e <= z -> is_derive K z (- (B z * exp (- z))).
  Hypothesis Kpos : forall z, 0 <= K z.

  Definition part (z : R) := exp (- z) * HockeyStick z P Q.

  Lemma part_line y z : y <= z -> part y - part z <= LossTail y P Q * (exp (- y) - exp (- z)).
  Proof.
    intros H. unfold part, HockeyStick, LossTail. rewrite <- !Sum_scal, <- Sum_scal_r.
    assert (E : exp (- z) <= exp (- y)) by (apply exp_up; lra).
    apply Rle_trans with (Sum T (fun x => exp (- y) * Rmax (P x - exp y * Q x) 0 + -1 * (exp (- z) * Rmax (P x - exp z * Q x) 0))).
    { apply Req_le. rewrite Sum_plus, (Sum_scal T (-1)). ring. }
    apply Sum_le; intros x.
    assert (Ey : exp (- y) * exp y = 1) by (rewrite <- exp_plus; replace (- y + y) with 0 by ring; apply exp_0).
    assert (Ez : exp (- z) * exp z = 1) by (rewrite <- exp_plus; replace (- z + z) with 0 by ring; apply exp_0).
    generalize (exp_pos (- y)) (exp_pos (- z)) (mass_nonneg P x) (mass_nonneg Q x) (Rmax_l (P x - exp z * Q x) 0) (Rmax_r (P x - exp z * Q x) 0). intros.
    destruct Rlt_dec as [L | L].
    - rewrite Rmax_left by lra. nra.
    - rewrite Rmax_right by lra. assert (0 <= exp (- z) * Rmax (P x - exp z * Q x) 0) by (apply Rmult_le_pos; lra). lra.
  Qed.

  Lemma part_vanishes : exists z, e <= z /\ part z = 0.
  Proof.
    set (t := MaxDivergence P Q). exists (Rmax e t). split; [apply Rmax_l |].
    assert (H : max_at_most t P Q) by (apply max_divergence; split; [assumption | unfold t; lra]).
    unfold part. assert (E : HockeyStick (Rmax e t) P Q = 0); [| rewrite E; ring].
    refine (eq_trans _ (Sum_zero T)). apply Sum_ext; intros x. apply Rmax_right.
    generalize (H x) (exp_up t (Rmax e t) (Rmax_r e t)) (mass_nonneg Q x). nra.
  Qed.

  Lemma stick_layers : HockeyStick e P Q <= exp e * K e.
  Proof.
    destruct part_vanishes as [z1 [H1 Hz]].
    (* in the variable u = -exp(-z), which rises *)
    assert (L : part e - part z1 <= K e - K z1).
    { generalize (increments (fun u => part (- ln u)) (fun u => K (- ln u)) (fun u => B (- ln u)) (exp (- z1)) (exp (- e))).
      intros I. rewrite !ln_exp, !Ropp_involutive in I. apply I; clear I.
      - apply exp_up. lra.
      - intros u v Hu Huv Hv. assert (P1 : 0 < u) by (generalize (exp_pos (- z1)); lra). assert (P2 : 0 < v) by lra.
        assert (G : ln u <= ln v) by now apply ln_up.
        assert (G' : ln v <= - e) by (rewrite <- (ln_exp (- e)); now apply ln_up).
        generalize (part_line (- ln v) (- ln u) ltac:(lra)). rewrite !Ropp_involutive, !exp_ln by assumption. intros X.
        apply Rle_trans with (1 := X). apply Rmult_le_compat_r; [lra |]. apply HB. lra.
      - intros u v Hu Huv Hv. assert (P1 : 0 < u) by (generalize (exp_pos (- z1)); lra).
        assert (G' : forall w, w <= v -> 0 < w -> ln w <= - e) by (intros w Hw Hw0; rewrite <- (ln_exp (- e)); apply ln_up; lra).
        apply Rminus_le. apply Ropp_le_cancel. rewrite Ropp_0.
        apply Rle_trans with (K (- ln v) - B (- ln u) * v - (K (- ln u) - B (- ln u) * u)); [| lra].
        apply Rle_0_minus || (apply -> Rminus_le_0).
        apply (dpsym_up (fun w => K (- ln w) - B (- ln u) * w) (fun w => B (- ln w) - B (- ln u))); [assumption | |].
        + intros w Hw. evar_last.
          * apply (is_derive_minus (fun w => K (- ln w)) (fun w => B (- ln u) * w)); [| apply is_derive_scal, is_derive_id_R].
            apply (is_derive_comp K (fun w => - ln w)); [apply HK; generalize (G' w ltac:(lra) ltac:(lra)); lra |].
            auto_derive; [lra | reflexivity].
          * unfold minus, plus, opp, scal, one; simpl; unfold mult; simpl. rewrite Ropp_involutive, exp_ln by lra. field. lra.
        + intros w Hw. assert (B (- ln u) <= B (- ln w)); [| lra].
          assert (Lw : ln u <= ln w) by (apply ln_up; lra). generalize (G' w ltac:(lra) ltac:(lra)). intros. apply Bfalls; lra. }
    rewrite Hz in L. generalize (Kpos z1) (exp_pos e). intros. unfold part in L.
    assert (E : exp e * exp (- e) = 1) by (rewrite <- exp_plus; replace (e + - e) with 0 by ring; apply exp_0).
    apply Rle_trans with (exp e * (exp (- e) * HockeyStick e P Q)); [apply Req_le; rewrite <- Rmult_assoc, E; ring |].
    apply Rmult_le_compat_l; lra.
  Qed.
End Layers.

(* The normal tail of the loss of zCDP *)
Section Normal.
  Variables (x r : R).
  Hypothesis Hr : 0 < r.
  Definition layers (z : R) := exp (- x) * sqrt (PI * r) * dpsym_erfc ((z - x + r) / (2 * sqrt r)).
  Lemma layers_derive z : is_derive layers z (- (exp (- (z - x - r) ^ 2 / (4 * r)) * exp (- z))).
  Proof.
    assert (Hs : 0 < sqrt r) by now apply sqrt_lt_R0. assert (Ss : sqrt r * sqrt r = r) by (apply sqrt_sqrt; lra).
    assert (Hp : 0 < sqrt PI) by (apply sqrt_lt_R0, PI_RGT_0).
    unfold layers. evar_last.
    - apply is_derive_scal. apply (is_derive_comp dpsym_erfc (fun z => (z - x + r) / (2 * sqrt r))); [apply dpsym_erfc_derive |].
      auto_derive; [trivial | reflexivity].
    - unfold scal; simpl; unfold mult; simpl. rewrite sqrt_mult by (try apply PI_RGT_0; generalize PI_RGT_0; lra).
      rewrite <- exp_plus.
      replace (- ((z - x - r) * ((z - x - r) * 1)) / (4 * r) + - z) with
        (- x + - ((z - x + r) / (2 * sqrt r) * ((z - x + r) / (2 * sqrt r) * 1))).
      + rewrite exp_plus. field. split; apply Rgt_not_eq; assumption.
      + revert Ss Hs. generalize (sqrt r). intros s Ss Hs. rewrite <- Ss. field. lra.
  Qed.
End Normal.

(* Mills' ratio, by the sign of the derivative of the difference *)
Lemma mills w : 0 <= w -> sqrt PI * exp (w ^ 2) * dpsym_erfc w * (w + sqrt (w ^ 2 + 4 / PI)) <= 2.
Proof.
  assert (HPI := PI_RGT_0). assert (H3 : 3 < PI) by (generalize PI2_3_2; lra).
  assert (HP : 0 < sqrt PI) by now apply sqrt_lt_R0. assert (SP : sqrt PI * sqrt PI = PI) by (apply sqrt_sqrt; lra).
  assert (H4 : 0 < 4 / PI) by (apply Rdiv_lt_0_compat; lra).
  assert (H42 : 4 / PI < 2) by (apply Rmult_lt_reg_r with PI; [lra |]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra).
  set (c := 4 / PI) in *. set (s := fun t : R => sqrt (t ^ 2 + c)).
  assert (Q : forall t, 0 < t ^ 2 + c) by (intros t; generalize (pow2_ge_0 t); lra).
  assert (S0 : forall t, 0 < s t) by (intros t; apply sqrt_lt_R0, Q).
  assert (S2 : forall t, s t * s t = t ^ 2 + c) by (intros t; apply sqrt_sqrt, Rlt_le, Q).
  assert (Sw : forall t, 0 <= t -> t <= s t).
  { intros t Ht. apply Rsqr_incr_0; [| assumption | left; apply S0]. unfold Rsqr. rewrite S2. simpl. lra. }
  assert (Ds : forall t, is_derive s t (t / s t)).
  { intros t. unfold s. assert (H := Q t). auto_derive; [simpl in H; lra |].
    replace (t * (t * 1) + c) with (t ^ 2 + c) by (simpl; ring). fold (s t). field. apply Rgt_not_eq, S0. }
  set (h := fun t => 2 / sqrt PI * exp (- t ^ 2) * / (t + s t) - dpsym_erfc t).
  set (W := fun t => 2 / sqrt PI * exp (- t ^ 2) * / (t + s t) * / (s t * (t + s t))).
  intros Hw. assert (N : 0 <= h w).
  { assert (h 0 = 0) as Z.
    { unfold h, s. rewrite dpsym_erfc_0. replace (0 ^ 2 + c) with (2 / sqrt PI * (2 / sqrt PI)).
      - assert (0 < 2 / sqrt PI) by (apply Rdiv_lt_0_compat; lra). rewrite sqrt_square by lra. replace (- 0 ^ 2) with 0 by ring. rewrite exp_0. field. lra.
      - unfold c. rewrite <- SP at 3. field. lra. }
    destruct (dpsym_hill_far h W (fun t => (c - 1) * s t - t) (fun t => (c - 1) * (t / s t) - 1) 0 w 0 Hw) as [L | L]; [| | | | | lra | lra].
    - intros t Ht. assert (P : 0 < t + s t) by (generalize (S0 t); lra). unfold h. evar_last.
      + apply (is_derive_minus (fun t => 2 / sqrt PI * exp (- t ^ 2) * / (t + s t)) dpsym_erfc); [| apply dpsym_erfc_derive].
        apply (is_derive_mult (fun t => 2 / sqrt PI * exp (- t ^ 2)) (fun t => / (t + s t))); [| | intros; apply Rmult_comm].
        * auto_derive; [trivial | reflexivity].
        * apply (is_derive_inv (fun t => t + s t)); [| lra]. apply (is_derive_plus (fun t => t) s); [apply is_derive_id_R | apply Ds].
      + unfold minus, plus, opp, mult, one; simpl. unfold W. assert (E := S2 t). assert (Hs := S0 t). simpl in E.
        replace (t * (t * 1)) with (t ^ 2) in * by (simpl; ring). set (x := exp (- t ^ 2)). revert E Hs P. generalize (s t). intros q E Hs P.
        replace c with (q * q - t ^ 2) by lra. field. repeat split; lra.
    - intros t Ht. unfold W. assert (0 < t + s t) by (generalize (S0 t); lra).
      assert (0 < / (t + s t)) by now apply Rinv_0_lt_compat. assert (0 < / (s t * (t + s t))) by (apply Rinv_0_lt_compat, Rmult_lt_0_compat; [apply S0 | assumption]).
      assert (0 < 2 / sqrt PI) by (apply Rdiv_lt_0_compat; lra). repeat apply Rmult_le_pos; try lra. left. apply exp_pos.
    - intros t Ht. evar_last.
      + apply (is_derive_minus (fun t => (c - 1) * s t) (fun t => t)); [apply is_derive_scal, Ds | apply is_derive_id_R].
      + reflexivity.
    - intros t Ht. assert (t / s t <= 1).
      { apply Rmult_le_reg_r with (s t); [apply S0 |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by (apply Rgt_not_eq, S0). generalize (Sw t ltac:(lra)). lra. }
      assert (0 <= t / s t) by (apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat, S0]). nra.
    - intros e He. destruct (dpsym_far_erfc (fun t => t) dpsym_grows_id e He) as [M HM]. exists (Rmax 0 M). intros t Ht.
      assert (0 < t) by (apply Rle_lt_trans with (2 := Ht), Rmax_l). assert (M < t) by (apply Rle_lt_trans with (2 := Ht), Rmax_r).
      generalize (HM t H0). unfold h. assert (0 <= 2 / sqrt PI * exp (- t ^ 2) * / (t + s t)); [| lra].
      assert (0 < t + s t) by (generalize (S0 t); lra). assert (0 < 2 / sqrt PI) by (apply Rdiv_lt_0_compat; lra).
      repeat apply Rmult_le_pos; try lra; [left; apply exp_pos | left; now apply Rinv_0_lt_compat]. }
  assert (P : 0 < w + s w) by (generalize (S0 w); lra). fold (s w). unfold h in N.
  assert (L : dpsym_erfc w <= 2 / sqrt PI * exp (- w ^ 2) * / (w + s w)) by lra.
  assert (X : exp (w ^ 2) * exp (- w ^ 2) = 1) by (rewrite <- exp_plus; replace (w ^ 2 + - w ^ 2) with 0 by ring; apply exp_0).
  apply Rle_trans with (sqrt PI * exp (w ^ 2) * (2 / sqrt PI * exp (- w ^ 2) * / (w + s w)) * (w + s w)).
  - apply Rmult_le_compat_r; [lra |]. apply Rmult_le_compat_l; [| assumption]. apply Rmult_le_pos; [lra | left; apply exp_pos].
  - apply Req_le. replace (sqrt PI * exp (w ^ 2) * (2 / sqrt PI * exp (- w ^ 2) * / (w + s w)) * (w + s w)) with (2 * (exp (w ^ 2) * exp (- w ^ 2))) by (field; lra). rewrite X. ring.
Qed.

Section Pair.
  Context {T : space} (P Q : law T).
  Variables x r e : R.
  Hypotheses (Hr : 0 < r) (He : x + r <= e) (H : zcdp x r T P Q).

  Lemma stick_erfc : HockeyStick e P Q <= exp (e - x) * sqrt (PI * r) * dpsym_erfc ((e - x + r) / (2 * sqrt r)).
  Proof.
    assert (C : P << Q) by apply (H 2 ltac:(lra)).
    apply Rle_trans with (exp e * layers x r e).
    - apply (stick_layers P Q (fun z => exp (- (z - x - r) ^ 2 / (4 * r)))); try assumption.
      + intros z Hz. apply loss_chernoff; try assumption. lra.
      + intros y z Hy Hz. apply exp_up. unfold Rdiv. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra |].
        assert ((y - x - r) ^ 2 <= (z - x - r) ^ 2) by (apply pow_incr; lra). lra.
      + intros z _. now apply layers_derive.
      + intros z. unfold layers. repeat apply Rmult_le_pos; [left; apply exp_pos | apply sqrt_pos | left; apply dpsym_erfc_pos].
    - apply Req_le. unfold layers. unfold Rminus at 2. rewrite exp_plus. ring.
  Qed.

  Definition steps := (e - x + r) / (2 * sqrt r).
  Lemma steps_facts : 0 < sqrt r /\ sqrt r * sqrt r = r /\ 0 < steps /\
    exp (e - x) = exp (- (e - x - r) ^ 2 / (4 * r)) * exp (steps ^ 2).
  Proof.
    assert (Hs : 0 < sqrt r) by now apply sqrt_lt_R0. assert (Ss : sqrt r * sqrt r = r) by (apply sqrt_sqrt; lra).
    repeat split; try assumption; unfold steps; [apply Rdiv_lt_0_compat; lra |].
    rewrite <- exp_plus. f_equal. revert Ss Hs. generalize (sqrt r). intros s Ss Hs. rewrite <- Ss. field. lra.
  Qed.
  Lemma stick_integral : HockeyStick e P Q <= exp (- (e - x - r) ^ 2 / (4 * r)) * sqrt (PI * r).
  Proof.
    apply Rle_trans with (1 := stick_erfc). fold steps. destruct steps_facts as [Hs [Ss [Hw E]]]. rewrite E.
    destruct (dpsym_erfc_between steps ltac:(lra)) as [_ L].
    assert (F : exp (steps ^ 2) * dpsym_erfc steps <= 1).
    { apply Rmult_le_compat_l with (r := exp (steps ^ 2)) in L; [| left; apply exp_pos].
      rewrite <- exp_plus in L. replace (steps ^ 2 + - steps ^ 2) with 0 in L by ring. now rewrite exp_0 in L. }
    assert (G : 0 <= exp (- (e - x - r) ^ 2 / (4 * r)) * sqrt (PI * r)) by (apply Rmult_le_pos; [left; apply exp_pos | apply sqrt_pos]).
    apply Rle_trans with (exp (- (e - x - r) ^ 2 / (4 * r)) * sqrt (PI * r) * (exp (steps ^ 2) * dpsym_erfc steps)); [apply Req_le; ring |].
    rewrite <- (Rmult_1_r (exp (- (e - x - r) ^ 2 / (4 * r)) * sqrt (PI * r))) at 2. now apply Rmult_le_compat_l.
  Qed.
  Lemma stick_mills : HockeyStick e P Q <= exp (- (e - x - r) ^ 2 / (4 * r)) * 2 /
      (1 + (e - x - r) / (2 * r) + sqrt ((1 + (e - x - r) / (2 * r)) ^ 2 + 4 / (PI * r))).
  Proof.
    apply Rle_trans with (1 := stick_erfc). fold steps. destruct steps_facts as [Hs [Ss [Hw E]]]. rewrite E.
    assert (M := mills steps ltac:(lra)). assert (HPI := PI_RGT_0).
    set (a := 1 + (e - x - r) / (2 * r)).
    assert (Ew : steps = sqrt r * a).
    { unfold steps, a. revert Ss Hs. generalize (sqrt r). intros s Ss Hs. rewrite <- Ss. field. lra. }
    assert (Ha : 0 < a) by (unfold a; assert (0 <= (e - x - r) / (2 * r)) by (apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]); lra).
    assert (Er : sqrt (steps ^ 2 + 4 / PI) = sqrt r * sqrt (a ^ 2 + 4 / (PI * r))).
    { rewrite <- sqrt_mult_alt by lra. f_equal. rewrite Ew. rewrite <- Ss at 2. replace ((sqrt r * a) ^ 2) with (sqrt r * sqrt r * a ^ 2) by ring. 
      rewrite Ss. field. split; apply Rgt_not_eq; lra. }
    assert (D : 0 < a + sqrt (a ^ 2 + 4 / (PI * r))) by (generalize (sqrt_pos (a ^ 2 + 4 / (PI * r))); lra).
    set (b := a + sqrt (a ^ 2 + 4 / (PI * r))) in *. set (decay := exp (- (e - x - r) ^ 2 / (4 * r))) in *.
    apply Rmult_le_reg_r with b; [assumption |].
    replace (decay * 2 / b * b) with (decay * 2) by (field; lra).
    rewrite Er in M. rewrite Ew in M at 3.
    apply Rle_trans with (decay * (sqrt PI * exp (steps ^ 2) * dpsym_erfc steps * (sqrt r * a + sqrt r * sqrt (a ^ 2 + 4 / (PI * r))))).
    - apply Req_le. rewrite sqrt_mult by lra. unfold b. ring.
    - apply Rmult_le_compat_l; [left; apply exp_pos |]. exact M.
  Qed.
End Pair.

(* The number that the rows "given-delta-sharp" need *)
Lemma sharper w d : 0 < w -> 0 < d -> d <= 1 -> 1 / ((1 + w / d) * (1 + sqrt (2 * ln (1 + w / d)) / w)) <= d.
Proof.
  intros Hw Hd Hd1. set (E := 1 + w / d). assert (Hwd : 0 < w / d) by now apply Rdiv_lt_0_compat.
  assert (HE : 1 < E) by (unfold E; lra). assert (Ew : w = d * (E - 1)) by (unfold E; field; lra).
  assert (L : 0 < ln E) by (rewrite <- ln_1; apply ln_increasing; lra). set (s := sqrt (2 * ln E)).
  assert (Hs : 0 < s) by (apply sqrt_lt_R0; lra). assert (Ss : s * s = 2 * ln E) by (apply sqrt_sqrt; lra).
  assert (I : / E = exp (- (s * s / 2))) by (rewrite Ss; replace (- (2 * ln E / 2)) with (- ln E) by field; rewrite exp_Ropp, exp_ln by lra; reflexivity).
  assert (B : 1 - / E <= s).
  { destruct (Rle_lt_dec 1 s) as [H | H].
    - assert (0 < / E) by (apply Rinv_0_lt_compat; lra). lra.
    - rewrite I. generalize (exp_line (- (s * s / 2))). nra. }
  assert (B' : E - 1 <= s * E).
  { apply Rmult_le_compat_r with (r := E) in B; [| lra]. rewrite Rmult_minus_distr_r, Rinv_l in B by lra. lra. }
  apply Rmult_le_reg_r with (E * (1 + s / w)); [apply Rmult_lt_0_compat; [lra |]; assert (0 < s / w) by (now apply Rdiv_lt_0_compat); lra |].
  assert (Hsw : 0 < s / w) by now apply Rdiv_lt_0_compat.
  unfold Rdiv at 1. rewrite Rmult_1_l, Rinv_l by nra.
  replace (d * (E * (1 + s / w))) with (d * E + s * E / (E - 1)) by (rewrite Ew; field; split; lra).
  assert (1 <= s * E / (E - 1)); [| nra].
  apply Rmult_le_reg_r with (E - 1); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Lemma given_delta_sharp (T : space) (P Q : law T) x r y e : zcdp x r T P Q -> 0 < y -> y <= 1 -> 0 <= r ->
  sqrt (4 * r * ln (1 + sqrt (2 * r) / y)) <= e - x - r -> HockeyStick e P Q <= y.
Proof.
  intros H Hy Hy1 [Hr | <-] Hs.
  - assert (Hw : 0 < sqrt (2 * r)) by (apply sqrt_lt_R0; lra). assert (Ww : sqrt (2 * r) * sqrt (2 * r) = 2 * r) by (apply sqrt_sqrt; lra).
    set (w := sqrt (2 * r)) in *. set (L := ln (1 + w / y)) in *.
    assert (Hwy : 0 < w / y) by now apply Rdiv_lt_0_compat.
    assert (HL : 0 < L) by (unfold L; rewrite <- ln_1; apply ln_increasing; lra).
    assert (P0 := sqrt_pos (4 * r * L)). assert (S4 : sqrt (4 * r * L) * sqrt (4 * r * L) = 4 * r * L) by (apply sqrt_sqrt; nra).
    apply Rle_trans with (1 := stick_markov P Q x r e Hr ltac:(lra) H).
    set (m := sqrt (4 * r * L)) in *.
    assert (D1 : exp (- (e - x - r) ^ 2 / (4 * r)) <= / (1 + w / y)).
    { replace (/ (1 + w / y)) with (exp (- L)) by (unfold L; rewrite exp_Ropp, exp_ln by lra; reflexivity).
      apply exp_up. apply Rmult_le_reg_r with (4 * r); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra. }
    assert (D2 : 1 + sqrt (2 * L) / w <= 1 + (e - x - r) / (2 * r)).
    { apply Rplus_le_compat_l. assert (Em : sqrt (2 * L) * w = m).
      { unfold w, m. rewrite <- sqrt_mult by lra. f_equal. ring. }
      apply Rmult_le_reg_r with (2 * r); [lra |]. unfold Rdiv. rewrite (Rmult_assoc (e - x - r)), Rinv_l by lra.
      rewrite <- Ww. replace (sqrt (2 * L) * / w * (w * w)) with (sqrt (2 * L) * w) by (field; lra). lra. }
    assert (S0 := sqrt_pos (2 * L)). assert (0 <= sqrt (2 * L) / w) by (apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]).
    apply Rle_trans with (2 := sharper w y Hw Hy Hy1). fold L.
    assert (I : forall a b, 0 < a -> 0 < b -> 1 / (a * b) = / a * / b) by (intros; field; lra). rewrite I by lra.
    apply Rmult_le_compat; [left; apply exp_pos | left; apply Rinv_0_lt_compat; lra | assumption |].
    apply Rinv_le_contravar; lra.
  - apply (given_delta T P Q x 0 e y); try assumption; [lra |]. rewrite Rmult_0_r, Rmult_0_l, sqrt_0 in *. lra.
Qed.

Section Rows.
  Context {X : databases}.
  Implicit Types M : mechanism X.

  Lemma fact_tail_integral : forall M x r e y, ZCDP M x r -> 0 < r -> x + r <= e ->
    exp (- (e - x - r) ^ 2 / (4 * r)) * sqrt (PI * r) <= y -> ApproxDP M e y.
  Proof.
    intros M x r e y H Hr He Hy. revert H. apply implied. intros T P Q H. apply Rle_trans with (2 := Hy). now apply stick_integral.
  Qed.
  Lemma fact_approx_tail_integral : forall M c x r e y, 0 <= c -> ApproxZCDP M c x r -> c <= 1 -> 0 < r -> x + r <= e ->
    exp (- (e - x - r) ^ 2 / (4 * r)) * sqrt (PI * r) <= y -> ApproxDP M e (c + (1 - c) * y).
  Proof.
    intros M c x r e y Hc H Hc1 Hr He Hy. revert H. apply approx_stick; try assumption.
    intros T P Q H. apply Rle_trans with (2 := Hy). now apply stick_integral.
  Qed.
  Lemma fact_tail_mills : forall M x r e y, ZCDP M x r -> 0 < r -> x + r <= e ->
    exp (- (e - x - r) ^ 2 / (4 * r)) * 2 / (1 + (e - x - r) / (2 * r) + sqrt ((1 + (e - x - r) / (2 * r)) ^ 2 + 4 / (PI * r))) <= y ->
    ApproxDP M e y.
  Proof.
    intros M x r e y H Hr He Hy. revert H. apply implied. intros T P Q H. apply Rle_trans with (2 := Hy). now apply stick_mills.
  Qed.
  Lemma fact_approx_tail_mills : forall M c x r e y, 0 <= c -> ApproxZCDP M c x r -> c <= 1 -> 0 < r -> x + r <= e ->
    exp (- (e - x - r) ^ 2 / (4 * r)) * 2 / (1 + (e - x - r) / (2 * r) + sqrt ((1 + (e - x - r) / (2 * r)) ^ 2 + 4 / (PI * r))) <= y ->
    ApproxDP M e (c + (1 - c) * y).
  Proof.
    intros M c x r e y Hc H Hc1 Hr He Hy. revert H. apply approx_stick; try assumption.
    intros T P Q H. apply Rle_trans with (2 := Hy). now apply stick_mills.
  Qed.
  Lemma fact_given_delta_sharp : forall M x r y e, ZCDP M x r -> 0 < y -> y <= 1 -> 0 <= r ->
    sqrt (4 * r * ln (1 + sqrt (2 * r) / y)) <= e - x - r -> ApproxDP M e y.
  Proof. intros M x r y e H Hy Hy1 Hr Hs. revert H. apply implied. intros T P Q H. now apply (given_delta_sharp T P Q x r). Qed.
  Lemma fact_approx_given_delta_sharp : forall M c x r y e, 0 <= c -> ApproxZCDP M c x r -> c <= 1 -> 0 < y -> y <= 1 -> 0 <= r ->
    sqrt (4 * r * ln (1 + sqrt (2 * r) / y)) <= e - x - r -> ApproxDP M e (c + (1 - c) * y).
  Proof.
    intros M c x r y e Hc H Hc1 Hy Hy1 Hr Hs. revert H. apply approx_stick; try assumption.
    intros T P Q H. now apply (given_delta_sharp T P Q x r).
  Qed.
End Rows.
