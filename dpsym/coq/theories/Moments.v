(* Moments of a loss with normal tails: privacy by tails is concentrated. *)
From Coq Require Import Reals Lra Psatz List.
From Coquelicot Require Import Coquelicot.
From dpsym Require Import prelude naturals special.
From dpsym Require Import Finite Divergences Mechanisms Processing Order Conversions Means Integrated.
Open Scope R_scope.

(* For a bound B of the loss tail that falls, and K with K' = - b*exp(b*z)*B(z), K >= 0 *)
Section Above.
  Context {T : space} (P Q : law T).
  Variables (B K : R -> R) (b y : R).
  Hypothesis Hb : 0 < b.
  Hypothesis HC : P << Q.
  Hypothesis HB : forall z, y <= z -> LossTail z P Q <= B z.
  Hypothesis Bfalls : forall u z, y <= u -> u <= z -> B z <= B u.
  Hypothesis HK : forall z, y <= z -> is_derive K z (- (B z * (b * exp (b * z)))).
  Hypothesis Kpos : forall z, 0 <= K z.

  (* The mean of exp(b*Z) above exp(b*z) *)
  Definition above (z : R) := Sum T (fun x => P x * Rmax (exp (b * ln (P x / Q x)) - exp (b * z)) 0).
  Lemma above_line u z : u <= z -> above u - above z <= LossTail u P Q * (exp (b * z) - exp (b * u)).
  Proof.
    intros H. unfold above, LossTail. rewrite <- Sum_scal_r.
    assert (E : exp (b * u) <= exp (b * z)) by (apply exp_up; nra).
    apply Rle_trans with (Sum T (fun x => 1 * (P x * Rmax (exp (b * ln (P x / Q x)) - exp (b * u)) 0) + -1 * (P x * Rmax (exp (b * ln (P x / Q x)) - exp (b * z)) 0))).
    { apply Req_le. rewrite Sum_lin. ring. }
    apply Sum_le; intros x. destruct (mass_nonneg P x) as [Hp | <-]; [| destruct Rlt_dec; lra].
    assert (Hq := positive_of P Q x HC Hp). set (w := exp (b * ln (P x / Q x))).
    generalize (Rmax_l (w - exp (b * z)) 0) (Rmax_r (w - exp (b * z)) 0). intros.
    destruct Rlt_dec as [L | L].
    - assert (exp (b * u) < w).
      { unfold w. apply exp_increasing. apply Rmult_lt_compat_l; [assumption |]. rewrite <- (ln_exp u). apply ln_increasing; [apply exp_pos |].
        apply Rmult_lt_reg_r with (Q x); [assumption |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
      rewrite (Rmax_left (w - exp (b * u))) by lra. nra.
    - assert (w <= exp (b * u)).
      { unfold w. apply exp_up. apply Rmult_le_compat_l; [lra |]. rewrite <- (ln_exp u). apply ln_up; [now apply Rdiv_lt_0_compat |].
        apply Rmult_le_reg_r with (Q x); [assumption |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
      rewrite (Rmax_right (w - exp (b * u))), (Rmax_right (w - exp (b * z))) by lra. lra.
  Qed.
  Lemma above_vanishes : exists z, y <= z /\ above z = 0.
  Proof.
    set (t := MaxDivergence P Q). exists (Rmax y t). split; [apply Rmax_l |].
    assert (H : max_at_most t P Q) by (apply max_divergence; split; [assumption | unfold t; lra]).
    unfold above. refine (eq_trans _ (Sum_zero T)). apply Sum_ext; intros x. destruct (mass_nonneg P x) as [Hp | <-]; [| ring].
    assert (Hq := positive_of P Q x HC Hp). rewrite Rmax_right; [ring |].
    assert (exp (b * ln (P x / Q x)) <= exp (b * Rmax y t)); [| lra]. apply exp_up, Rmult_le_compat_l; [lra |].
    apply Rle_trans with t; [| apply Rmax_r]. generalize (ln_up _ _ Hp (H x)). rewrite ln_mult, ln_exp, ln_div by (assumption || apply exp_pos). lra.
  Qed.
  Lemma above_layers : above y <= K y.
  Proof.
    destruct above_vanishes as [z1 [H1 Hz]].
    (* in the variable -exp(b*z), which falls with z *)
    assert (L : above y - above z1 <= K y - K z1); [| generalize (Kpos z1); lra].
    set (at_ := fun u => ln (- u) / b).
    assert (A : forall z, at_ (- exp (b * z)) = z) by (intros z; unfold at_; rewrite Ropp_involutive, ln_exp; field; lra).
    assert (A' : forall u, u < 0 -> exp (b * at_ u) = - u) by (intros u Hu; unfold at_; replace (b * (ln (- u) / b)) with (ln (- u)) by (field; lra); apply exp_ln; lra).
    assert (G : forall u v, u <= v -> v < 0 -> at_ v <= at_ u).
    { intros u v Huv Hv. unfold at_, Rdiv. apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat |]. apply ln_up; lra. }
    generalize (increments (fun u => above (at_ u)) (fun u => K (at_ u)) (fun u => B (at_ u)) (- exp (b * z1)) (- exp (b * y))).
    intros I. cbv beta in I. rewrite !A in I. assert (N : forall z, - exp (b * z) < 0) by (intros z; generalize (exp_pos (b * z)); lra).
    assert (Top : forall v, v <= - exp (b * y) -> y <= at_ v) by (intros v Hv; rewrite <- (A y); apply G; [assumption | apply N]).
    apply I; clear I.
    - apply Ropp_le_contravar, exp_up. nra.
    - intros u v Hu Huv Hv. assert (V := N y). generalize (above_line (at_ v) (at_ u) ltac:(apply G; lra)). rewrite !A' by lra. intros X.
      apply Rle_trans with (1 := X). replace (- u - - v) with (v - u) by ring. apply Rmult_le_compat_r; [lra |]. apply HB, Top. assumption.
    - intros u v Hu Huv Hv. assert (V := N y).
      assert (Y : 0 <= K (at_ v) - B (at_ u) * v - (K (at_ u) - B (at_ u) * u)); [| lra].
      apply -> Rminus_le_0.
      apply (dpsym_up (fun w => K (at_ w) - B (at_ u) * w) (fun w => B (at_ w) - B (at_ u))); [assumption | |].
      + intros w Hw. evar_last.
        * apply (is_derive_minus (fun w => K (at_ w)) (fun w => B (at_ u) * w)); [| apply is_derive_scal, is_derive_id_R].
          apply (is_derive_comp K at_); [apply HK, Top; lra |]. unfold at_. auto_derive; [lra | reflexivity].
        * unfold minus, plus, opp, scal, one; simpl; unfold mult; simpl. rewrite A' by lra. field. lra.
      + intros w Hw. assert (B (at_ u) <= B (at_ w)); [| lra]. apply Bfalls; [apply Top | apply G]; lra.
  Qed.
  Lemma moment_layers : Moment (1 + b) P Q <= exp (b * y) + K y.
  Proof.
    apply Rle_trans with (exp (b * y) + above y); [| generalize above_layers; lra].
    unfold Moment. rewrite <- (loss_mean P Q HC b). replace (exp (b * y)) with (Sum T (fun x => exp (b * y) * P x)) by (rewrite Sum_scal, mass_one; ring).
    unfold above. rewrite <- Sum_plus. apply Sum_le; intros x.
    generalize (Rmax_l (exp (b * ln (P x / Q x)) - exp (b * y)) 0) (mass_nonneg P x). nra.
  Qed.
End Above.

Section Tail.
  Context {T : space} (P Q : law T).
  Variables (x r : R).
  Hypothesis Hr : 0 < r.
  Hypothesis H : tail x r T P Q.

  Lemma tail_stick w : 0 <= w -> HockeyStick (x + w) P Q <= exp (- (w ^ 2 / r)).
  Proof.
    intros Hw. assert (W : 0 <= w ^ 2 / r) by (apply Rmult_le_pos; [apply pow2_ge_0 | left; now apply Rinv_0_lt_compat]).
    assert (L := H (exp (- (w ^ 2 / r))) (exp_pos _)).
    replace (ln (1 / exp (- (w ^ 2 / r)))) with (w ^ 2 / r) in L by (unfold Rdiv at 2; rewrite Rmult_1_l, <- exp_Ropp, ln_exp, Ropp_involutive; reflexivity).
    replace (r * (w ^ 2 / r)) with (w * w) in L by (field; lra). rewrite sqrt_square in L by assumption. apply L.
    rewrite <- exp_0. apply exp_up. lra.
  Qed.
  Lemma tail_continuous : P << Q.
  Proof.
    intros z E. destruct (mass_nonneg P z) as [Hp | <-]; [exfalso | reflexivity].
    assert (Hl : 0 <= - ln (P z)) by (generalize (ln_up _ _ Hp (mass_le_one P z)); rewrite ln_1; lra).
    set (w := 1 + r * (1 - ln (P z))). assert (Hw : 1 <= w) by (unfold w; nra).
    assert (B := tail_stick w ltac:(lra)).
    assert (L : P z <= HockeyStick (x + w) P Q).
    { apply Rle_trans with (Rmax (P z - exp (x + w) * Q z) 0); [rewrite E; apply Rle_trans with (2 := Rmax_l _ _); lra |].
      apply (Sum_term T (fun y => Rmax (P y - exp (x + w) * Q y) 0)). intros. apply Rmax_r. }
    assert (S : exp (- (w ^ 2 / r)) < P z); [| lra]. rewrite <- (exp_ln (P z)) by assumption. apply exp_increasing.
    assert (1 - ln (P z) <= w ^ 2 / r); [| lra]. apply Rmult_le_reg_r with r; [assumption |].
    replace (w ^ 2 / r * r) with (w * w) by (field; lra). assert (w <= w * w) by nra. unfold w in *. lra.
  Qed.
  Let t := sqrt (sqrt (PI * r)).
  Lemma tail_root : 0 < t /\ t * t = sqrt (PI * r).
  Proof.
    assert (0 < sqrt (PI * r)) by (apply sqrt_lt_R0, Rmult_lt_0_compat; [apply PI_RGT_0 | assumption]).
    split; [now apply sqrt_lt_R0 | apply sqrt_sqrt; lra].
  Qed.
  Definition factor := / (1 - exp (- t)).
  Lemma factor_le : 0 < factor /\ factor * (t * t) <= t + t * t.
  Proof.
    destruct tail_root as [Ht _]. assert (E : exp (- t) <= / (1 + t)) by (rewrite exp_Ropp; apply Rinv_le_contravar; [lra | apply exp_line]).
    assert (I : t / (1 + t) <= 1 - exp (- t)) by (replace (t / (1 + t)) with (1 - / (1 + t)) by (field; lra); lra).
    assert (0 < t / (1 + t)) by (apply Rdiv_lt_0_compat; lra). unfold factor. split; [apply Rinv_0_lt_compat; lra |].
    apply Rle_trans with (/ (t / (1 + t)) * (t * t)); [apply Rmult_le_compat_r; [nra | now apply Rinv_le_contravar] |].
    apply Req_le. field. lra.
  Qed.
  Lemma tail_loss z : x + t <= z -> LossTail z P Q <= factor * exp (- ((z - (x + t)) ^ 2 / r)).
  Proof.
    intros Hz. destruct tail_root as [Ht _].
    assert (E : 0 < 1 - exp (- t)) by (generalize (exp_increasing (- t) 0 ltac:(lra)); rewrite exp_0; lra).
    apply Rmult_le_reg_l with (1 - exp (- t)); [assumption |]. unfold factor. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
    generalize (loss_of_stick P Q (z - t) z ltac:(lra)). replace (z - t - z) with (- t) by ring. intros L. rewrite Rmult_comm. apply Rle_trans with (1 := L).
    replace (z - t) with (x + (z - (x + t))) by ring. apply tail_stick. lra.
  Qed.
  Variable b : R.
  Hypothesis Hb : 0 < b.
  Definition area (z : R) := factor * b * exp (b * (x + t) + b ^ 2 * r / 4) * (sqrt (PI * r) / 2) * dpsym_erfc ((z - (x + t)) / sqrt r - b * sqrt r / 2).
  Lemma area_derive z : is_derive area z (- (factor * exp (- ((z - (x + t)) ^ 2 / r)) * (b * exp (b * z)))).
  Proof.
    assert (Hs : 0 < sqrt r) by now apply sqrt_lt_R0. assert (Ss : sqrt r * sqrt r = r) by (apply sqrt_sqrt; lra).
    assert (Hp : 0 < sqrt PI) by (apply sqrt_lt_R0, PI_RGT_0).
    unfold area. evar_last.
    - apply is_derive_scal. apply (is_derive_comp dpsym_erfc (fun z => (z - (x + t)) / sqrt r - b * sqrt r / 2)); [apply dpsym_erfc_derive |].
      auto_derive; [lra | reflexivity].
    - unfold scal; simpl; unfold mult; simpl. rewrite sqrt_mult_alt by (generalize PI_RGT_0; lra).
      set (v := (z - (x + t)) / sqrt r - b * sqrt r / 2).
      assert (E : exp (b * (x + t) + b * (b * 1) * r / 4) * exp (- (v * (v * 1))) = exp (- ((z - (x + t)) * ((z - (x + t)) * 1) / r)) * exp (b * z)).
      { rewrite <- !exp_plus. f_equal. unfold v. clearbody t. revert Hs Ss. generalize (sqrt r). intros s Hs Ss. rewrite <- Ss. field. lra. }
      transitivity (- (factor * b * (exp (b * (x + t) + b * (b * 1) * r / 4) * exp (- (v * (v * 1)))))); [field; lra | rewrite E; ring].
  Qed.
  Lemma tail_moment : Moment (1 + b) P Q <= exp (b * (x + 2 * t + t * t) + b ^ 2 * r / 4).
  Proof.
    destruct tail_root as [Ht Tt]. destruct factor_le as [F0 F1].
    apply Rle_trans with (exp (b * (x + t)) + area (x + t)).
    - apply (moment_layers P Q (fun z => factor * exp (- ((z - (x + t)) ^ 2 / r))) area b (x + t) Hb tail_continuous).
      + exact tail_loss.
      + intros u z Hu Hz. apply Rmult_le_compat_l; [lra |]. apply exp_up, Ropp_le_contravar. unfold Rdiv. apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat |].
        apply pow_incr. lra.
      + intros z _. apply area_derive.
      + intros z. unfold area. repeat apply Rmult_le_pos; try lra; [left; apply exp_pos | apply sqrt_pos | left; apply dpsym_erfc_pos].
    - unfold area. rewrite <- Tt. set (c := dpsym_erfc _). assert (C : c < 2) by apply dpsym_erfc_lt_2. assert (C0 : 0 < c) by apply dpsym_erfc_pos.
      set (s := b ^ 2 * r / 4). assert (S : 0 <= s) by (unfold s; assert (0 <= b ^ 2) by apply pow2_ge_0; nra).
      replace (b * (x + 2 * t + t * t) + s) with (b * (x + t) + (s + b * (t + t * t))) by ring. rewrite !exp_plus.
      assert (E1 := exp_ge_1 s S). assert (E2 := exp_line (b * (t + t * t))). assert (E0 := exp_pos (b * (x + t))).
      assert (K : b * (factor * (t * t)) <= b * (t + t * t)) by (apply Rmult_le_compat_l; lra).
      assert (M : factor * b * (t * t / 2) * c <= b * (t + t * t)).
      { apply Rle_trans with (2 := K). assert (0 < factor * b) by (apply Rmult_lt_0_compat; assumption). assert (0 < t * t) by nra.
        assert (0 < factor * b * (t * t)) by (apply Rmult_lt_0_compat; assumption). nra. }
      apply Rle_trans with (exp (b * (x + t)) * (exp s * (1 + b * (t + t * t)))); [| apply Rmult_le_compat_l; [lra |]; apply Rmult_le_compat_l; lra].
      apply Rle_trans with (exp (b * (x + t)) * (1 + exp s * (factor * b * (t * t / 2) * c))); [apply Req_le; ring |].
      apply Rmult_le_compat_l; [lra |]. assert (exp s * (factor * b * (t * t / 2) * c) <= exp s * (b * (t + t * t))) by (apply Rmult_le_compat_l; lra). lra.
  Qed.
End Tail.

Lemma fact_tail_zcdp : forall {X : databases} (M : mechanism X) x r, TailDP M x r -> 0 <= r ->
  ZCDP M (x + 2 * sqrt (sqrt (PI * r)) + sqrt (PI * r) - r / 4) (r / 4).
Proof.
  intros X M x r H [Hr | <-].
  - revert H. apply implied. intros T P Q H a Ha. apply renyi_moment; [assumption |]. split; [exact (tail_continuous P Q x r Hr H) |].
    generalize (tail_moment P Q x r Hr H (a - 1) ltac:(lra)). replace (1 + (a - 1)) with a by ring. destruct (tail_root r Hr) as [_ ->]. intros B.
    apply Rle_trans with (1 := B). apply exp_up, Req_le. field.
  - rewrite Rmult_0_r, sqrt_0, sqrt_0. apply fact_pure_zcdp with x; [| lra | lra]. revert H. apply implied. intros T P Q H z.
    assert (L : HockeyStick x P Q <= 0).
    { apply le_epsilon. intros eta He. set (d := Rmin eta 1). assert (0 < d <= 1) by (unfold d, Rmin; destruct Rle_dec; lra).
      generalize (H d ltac:(lra) ltac:(lra)). rewrite Rmult_0_l, sqrt_0, Rplus_0_r. intros. assert (d <= eta) by apply Rmin_l. lra. }
    generalize (Sum_term T (fun y => Rmax (P y - exp x * Q y) 0) z (fun y => Rmax_r _ _)) (Rmax_l (P z - exp x * Q z) 0).
    unfold HockeyStick in L. lra.
Qed.
