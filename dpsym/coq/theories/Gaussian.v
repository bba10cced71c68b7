(* Gaussian noise, and Gaussian differential privacy. *)
From Coq Require Import Reals Lra Psatz List ZArith.
From Coquelicot Require Import Coquelicot.
From dpsym Require Import prelude naturals special.
From dpsym Require Import Finite Divergences Mechanisms Processing Order Composition Conversions Noise Laplace.
Import ListNotations.
Open Scope R_scope.

(* The standard normal distribution function *)
Definition Phi (x : R) : R := dpsym_erfc (- x / sqrt 2) / 2.
Definition density (x : R) : R := / sqrt (2 * PI) * exp (- (x * x / 2)).

Lemma root_2 : 0 < sqrt 2 /\ sqrt 2 * sqrt 2 = 2.
Proof. split; [apply sqrt_lt_R0; lra | apply sqrt_sqrt; lra]. Qed.
Lemma density_pos x : 0 < density x.
Proof.
  apply Rmult_lt_0_compat; [| apply exp_pos]. apply Rinv_0_lt_compat, sqrt_lt_R0. generalize PI_RGT_0. lra.
Qed.
Lemma Phi_derive x : is_derive Phi x (density x).
Proof.
  destruct root_2 as [H2 S2]. assert (HP : 0 < sqrt PI) by (apply sqrt_lt_R0, PI_RGT_0). unfold Phi. evar_last.
  - apply (is_derive_ext (fun x => / 2 * dpsym_erfc (- x / sqrt 2))); [intros; unfold Rdiv; apply Rmult_comm |].
    apply is_derive_scal. apply (is_derive_comp dpsym_erfc (fun x => - x / sqrt 2)); [apply dpsym_erfc_derive |].
    auto_derive; [lra | reflexivity].
  - unfold scal; simpl; unfold mult; simpl. unfold density. rewrite sqrt_mult_alt by lra.
    replace (- x / sqrt 2 * (- x / sqrt 2 * 1)) with (x * x / 2).
    + field. split; lra.
    + replace (- x / sqrt 2 * (- x / sqrt 2 * 1)) with (x * x / (sqrt 2 * sqrt 2)) by (field; lra). now rewrite S2.
Qed.
Lemma Phi_opp x : Phi (- x) = 1 - Phi x.
Proof. unfold Phi. rewrite Ropp_involutive. replace (x / sqrt 2) with (- (- x / sqrt 2)) by (destruct root_2; field; lra). rewrite dpsym_erfc_opp. field. Qed.
Lemma Phi_up x y : x < y -> Phi x < Phi y.
Proof.
  intros H. destruct (MVT_cor2 Phi density x y H) as [z [E _]]; [intros z _; apply is_derive_Reals, Phi_derive |].
  generalize (density_pos z). nra.
Qed.
Lemma Phi_range x : 0 < Phi x < 1.
Proof. unfold Phi. generalize (dpsym_erfc_pos (- x / sqrt 2)) (dpsym_erfc_lt_2 (- x / sqrt 2)). lra. Qed.
Lemma Phi_far : forall eta, 0 < eta -> exists M, forall x, M < x -> 1 - eta < Phi x.
Proof.
  intros eta He. destruct root_2 as [H2 _]. exists (sqrt 2 * (1 + / eta)). intros x Hx. assert (0 < / eta) by now apply Rinv_0_lt_compat.
  assert (L : 1 + / eta < x / sqrt 2).
  { apply Rmult_lt_reg_l with (sqrt 2); [assumption |]. replace (sqrt 2 * (x / sqrt 2)) with x by (field; lra). assumption. }
  rewrite <- (Ropp_involutive x), Phi_opp. unfold Phi. rewrite Ropp_involutive. set (y := x / sqrt 2) in *.
  destruct (dpsym_erfc_between y) as [_ B]; [lra |]. assert (exp (- y ^ 2) < eta); [| lra].
  rewrite exp_Ropp, <- (Rinv_inv eta). apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; [assumption | apply exp_pos] |].
  apply Rlt_le_trans with (1 + y ^ 2); [simpl; nra |]. apply exp_line.
Qed.
Lemma Phi_lim_up : is_lim Phi p_infty 1.
Proof.
  apply is_lim_spec. intros eta. destruct (Phi_far eta (cond_pos eta)) as [M HM]. exists M. intros x Hx.
  generalize (HM x Hx) (Phi_range x) (cond_pos eta). intros. apply Rabs_def1; lra.
Qed.
Lemma Phi_lim_down : is_lim Phi m_infty 0.
Proof.
  apply is_lim_spec. intros eta. destruct (Phi_far eta (cond_pos eta)) as [M HM]. exists (- M). intros x Hx.
  generalize (HM (- x) ltac:(lra)) (Phi_range x) (cond_pos eta). rewrite Phi_opp. intros. apply Rabs_def1; lra.
Qed.

(* Normal laws in units of their standard deviation *)
Definition NN (m : R) : Rbar -> R := on_line (fun x => Phi (x - m)).
Definition normal (m : R) : noise.
Proof.
  refine (Noise (NN m) _ eq_refl eq_refl).
  intros [x | |] [y | |]; simpl; try tauto; intros H; try lra;
    try (generalize (Phi_range (x - m)); lra); try (generalize (Phi_range (y - m)); lra).
  left. apply Phi_up. lra.
Defined.
Lemma NN_up m s t : Rbar_lt s t -> 0 < NN m t - NN m s.
Proof.
  destruct s as [s | |], t as [t | |]; simpl; intros H; try tauto; try lra.
  - generalize (Phi_up (s - m) (t - m)). lra.
  - generalize (Phi_range (s - m)). lra.
  - generalize (Phi_range (t - m)). lra.
Qed.

Lemma limits (f : R -> R) (u v : R) : (forall x y, x <= y -> f x <= f y) -> is_lim f p_infty u -> is_lim f m_infty v ->
  forall x, v <= f x <= u.
Proof.
  intros Hf Hu Hv x. split.
  - apply (is_lim_le_loc f (fun _ => f x) m_infty v (f x)); [exists x; intros y Hy; apply Hf; lra | assumption | apply is_lim_const].
  - apply (is_lim_le_loc (fun _ => f x) f p_infty (f x) u); [exists x; intros y Hy; apply Hf; lra | apply is_lim_const | assumption].
Qed.
Lemma shift_lim m : is_lim (fun x => Phi (x - m)) p_infty 1 /\ is_lim (fun x => Phi (x - m)) m_infty 0.
Proof.
  split.
  - apply (is_lim_comp Phi (fun x => x - m) p_infty 1 p_infty Phi_lim_up).
    + eapply is_lim_minus; [apply is_lim_id | apply is_lim_const | reflexivity].
    + exists 0. intros; discriminate.
  - apply (is_lim_comp Phi (fun x => x - m) m_infty 0 m_infty Phi_lim_down).
    + eapply is_lim_minus; [apply is_lim_id | apply is_lim_const | reflexivity].
    + exists 0. intros; discriminate.
Qed.
Lemma shift_derive m z : is_derive (fun x => Phi (x - m)) z (density (z - m)).
Proof.
  evar_last. apply (is_derive_comp Phi (fun x => x - m)); [apply Phi_derive | auto_derive; [trivial | reflexivity]].
  unfold scal; simpl; unfold mult; simpl. ring.
Qed.

(* Combinations of normal distribution functions rise where their density is not negative. *)
Lemma combination C l k m1 m2 m3 :
  (forall x, l * density (x - m1) + k * density (x - m2) <= C * density (x - m3)) ->
  forall s t, Rbar_le s t -> l * (NN m1 t - NN m1 s) + k * (NN m2 t - NN m2 s) <= C * (NN m3 t - NN m3 s).
Proof.
  intros H. set (f := fun x => C * Phi (x - m3) - (l * Phi (x - m1) + k * Phi (x - m2))).
  assert (Hf : forall x y, x <= y -> f x <= f y).
  { intros x y Hxy. apply (dpsym_up f (fun x => C * density (x - m3) - (l * density (x - m1) + k * density (x - m2)))); [assumption | |].
    - intros z _. unfold f. apply (is_derive_minus (fun x => C * Phi (x - m3)) (fun x => l * Phi (x - m1) + k * Phi (x - m2))).
      + apply is_derive_scal, shift_derive.
      + apply (is_derive_plus (fun x => l * Phi (x - m1)) (fun x => k * Phi (x - m2))); apply is_derive_scal, shift_derive.
    - intros z _. generalize (H z). lra. }
  assert (L : is_lim f p_infty (C - (l + k)) /\ is_lim f m_infty 0).
  { destruct (shift_lim m1) as [U1 D1], (shift_lim m2) as [U2 D2], (shift_lim m3) as [U3 D3]. split; unfold f.
    - replace (C - (l + k)) with (C * 1 - (l * 1 + k * 1)) by ring.
      apply is_lim_minus'; [now apply (is_lim_scal_l _ C p_infty 1) |].
      apply is_lim_plus'; [now apply (is_lim_scal_l _ l p_infty 1) | now apply (is_lim_scal_l _ k p_infty 1)].
    - replace 0 with (C * 0 - (l * 0 + k * 0)) by ring.
      apply is_lim_minus'; [now apply (is_lim_scal_l _ C m_infty 0) |].
      apply is_lim_plus'; [now apply (is_lim_scal_l _ l m_infty 0) | now apply (is_lim_scal_l _ k m_infty 0)]. }
  destruct L as [Lu Ld]. assert (B := limits f _ _ Hf Lu Ld).
  intros [s | |] [t | |]; simpl; intros Hst; try tauto; try lra.
  - generalize (Hf s t Hst). unfold f. lra.
  - generalize (B s). unfold f. lra.
  - generalize (B t). unfold f. lra.
  - generalize (B 0). lra.
Qed.

Lemma cell_moment a m1 m2 s t : 1 < a -> Rbar_lt s t ->
  moment a (NN m1 t - NN m1 s) (NN m2 t - NN m2 s) <=
  exp (a * (a - 1) * ((m1 - m2) * (m1 - m2) / 2)) * (NN (a * m1 + (1 - a) * m2) t - NN (a * m1 + (1 - a) * m2) s).
Proof.
  intros Ha H. assert (H1 := NN_up m1 s t H). assert (H2 := NN_up m2 s t H).
  apply le_epsilon. intros eta He.
  destruct (below_moment a Ha _ _ eta (Rlt_le _ _ H1) (Rlt_le _ _ H2)) as [l [k [B1 B2]]]; [intros E; lra | assumption |].
  apply Rle_trans with (1 := B1). apply Rplus_le_compat_r. apply combination; [| now apply Rbar_lt_le].
  intros x. assert (P1 := density_pos (x - m1)). assert (P2 := density_pos (x - m2)).
  apply Rle_trans with (1 := B2 _ _ (Rlt_le _ _ P1) (Rlt_le _ _ P2) ltac:(intros E; lra)).
  assert (Hc : 0 < / sqrt (2 * PI)) by (apply Rinv_0_lt_compat, sqrt_lt_R0; generalize PI_RGT_0; lra).
  unfold density. rewrite moment_scaled by (first [lra | left; apply exp_pos]).
  rewrite moment_exp, !ln_exp by apply exp_pos.
  rewrite (Rmult_comm (exp _) (_ * _)), Rmult_assoc. apply Rmult_le_compat_l; [lra |]. rewrite <- exp_plus. apply exp_up, Req_le. field.
Qed.
Lemma normal_renyi a m1 m2 cuts H : 1 < a ->
  renyi_at_most a ((m1 - m2) * (m1 - m2) / 2 * a) (partitioned (normal m1) cuts H) (partitioned (normal m2) cuts H).
Proof.
  intros Ha. apply renyi_moment; [assumption |]. split.
  - intros i E. simpl in E. unfold between in E. generalize (NN_up m2 _ _ (cell_lt cuts m_infty H i)). lra.
  - unfold Moment. eapply Rle_trans.
    + apply (partition_sum (normal m1) (normal m2) (moment a)
        (fun t => exp (a * (a - 1) * ((m1 - m2) * (m1 - m2) / 2)) * NN (a * m1 + (1 - a) * m2) t)).
      intros s t Hst. apply Rle_trans with (1 := cell_moment a m1 m2 s t Ha Hst). apply Req_le. ring.
    + simpl. rewrite Rmult_0_r, Rminus_0_r, Rmult_1_r. apply exp_up, Req_le. field.
Qed.

(* The query moves by b in each step, in units of the standard deviation s by b/s. *)
Definition GaussianMechanism (b s : R) : mechanism line := Noisy (X := line) (fun i => normal (IZR i * b / positive s)).

Lemma steps_apart b s x y : 0 < s -> near (x : line) y ->
  (IZR x * b / positive s - IZR y * b / positive s) * (IZR x * b / positive s - IZR y * b / positive s) = (b / s) ^ 2.
Proof.
  intros Hs Hxy. rewrite positive_is by assumption.
  replace (IZR x * b / s - IZR y * b / s) with ((IZR x - IZR y) * (b / s)) by (field; lra).
  destruct (line_near x y Hxy) as [-> | ->]; ring.
Qed.
Lemma fact_gaussian_zcdp : forall b s, 0 < s -> ZCDP (GaussianMechanism b s) 0 (b ^ 2 / (2 * s ^ 2)).
Proof.
  intros b s Hs. apply noisy_holds. intros x y cuts H Hxy a Ha.
  apply renyi_more with (2 := normal_renyi a _ _ cuts H Ha). rewrite steps_apart by assumption. apply Req_le. field. lra.
Qed.

(* Gaussian differential privacy, by the hockey sticks of N(m, 1) and N(0, 1) *)
Definition gaussian_stick (e m : R) : R :=
  if Req_EM_T m 0 then Rmax (1 - exp e) 0 else Phi (m / 2 - e / m) - exp e * Phi (- m / 2 - e / m).
Definition gaussian m : guarantee := fun T P Q => forall e, HockeyStick e P Q <= gaussian_stick e m.
Definition GaussianDP {X} (M : mechanism X) m := holds (gaussian m) M.

Lemma closed_gaussian m : closed (gaussian m).
Proof. intros T U K P Q H e. apply Rle_trans with (2 := H e). apply push_stick. Qed.
Lemma fact_process_gaussian : forall {X} (M : mechanism X) m, GaussianDP M m -> GaussianDP (PostProcess M) m.
Proof. intros X M m. apply process, closed_gaussian. Qed.
Lemma fact_gaussian_approx : forall {X} (M : mechanism X) m e d, GaussianDP M m -> 0 < m ->
  Phi (m / 2 - e / m) - exp e * Phi (- m / 2 - e / m) <= d -> ApproxDP M e d.
Proof.
  intros X M m e d H Hm Hd. revert H. apply implied. intros T P Q H. apply Rle_trans with (2 := Hd). generalize (H e).
  unfold gaussian_stick. destruct Req_EM_T; [lra | trivial].
Qed.
Lemma fact_gaussian_variation : forall {X} (M : mechanism X) m d, 0 <= m -> GaussianDP M m -> 2 * Phi (m / 2) - 1 <= d -> ApproxDP M 0 d.
Proof.
  intros X M m d Hm H Hd. revert H. apply implied. intros T P Q H. apply Rle_trans with (2 := Hd). generalize (H 0).
  unfold gaussian_stick. rewrite exp_0. destruct Req_EM_T as [-> | N].
  - rewrite Rmax_right by lra. generalize (Phi_opp 0). rewrite Ropp_0. replace (0 / 2) with 0 by field. lra.
  - replace (m / 2 - 0 / m) with (m / 2) by (field; lra). replace (- m / 2 - 0 / m) with (- (m / 2)) by (field; lra).
    rewrite Phi_opp. lra.
Qed.

(* N(m, 1) against N(0, 1) on an interval: the likelihood ratio exceeds exp(e) above m/2 + e/m. *)
Lemma likelihood m e x : 0 < m -> density (x - m) - exp e * density x = density x * (exp (m * (x - (m / 2 + e / m)) + e) - exp e).
Proof.
  intros Hm. assert (E : density (x - m) = density x * exp (m * (x - (m / 2 + e / m)) + e)); [| rewrite E; ring].
  unfold density. rewrite Rmult_assoc, <- exp_plus. f_equal. f_equal. field. lra.
Qed.
Section Threshold.
  Variables m e : R.
  Hypothesis Hm : 0 < m.
  Definition threshold := m / 2 + e / m.
  Definition gain (x : R) := Phi (x - m) - exp e * Phi x.
  Lemma gain_derive x : is_derive gain x (density (x - m) - exp e * density x).
  Proof.
    unfold gain. apply (is_derive_minus (fun x => Phi (x - m)) (fun x => exp e * Phi x)); [apply shift_derive |].
    apply is_derive_scal, Phi_derive.
  Qed.
  Lemma gain_above x y : threshold <= x -> x <= y -> gain x <= gain y.
  Proof.
    intros Hx Hxy. apply (dpsym_up gain (fun x => density (x - m) - exp e * density x)); [assumption | intros; apply gain_derive |].
    intros t Ht. rewrite likelihood by assumption. apply Rmult_le_pos; [left; apply density_pos |].
    assert (exp e <= exp (m * (t - (m / 2 + e / m)) + e)); [| lra]. apply exp_up. unfold threshold in Hx. nra.
  Qed.
  Lemma gain_below x y : x <= y -> y <= threshold -> gain y <= gain x.
  Proof.
    intros Hxy Hy. apply (dpsym_down gain (fun x => density (x - m) - exp e * density x)); [assumption | intros; apply gain_derive |].
    intros t Ht. rewrite likelihood by assumption. assert (D := density_pos t).
    assert (exp (m * (t - (m / 2 + e / m)) + e) <= exp e); [| nra]. apply exp_up. unfold threshold in Hy. nra.
  Qed.
  Lemma gain_limits : is_lim gain p_infty (1 - exp e) /\ is_lim gain m_infty 0.
  Proof.
    destruct (shift_lim m) as [U D]. unfold gain. split.
    - replace (1 - exp e) with (1 - exp e * 1) by ring. apply is_lim_minus'; [assumption |]. apply (is_lim_scal_l _ (exp e) p_infty 1 Phi_lim_up).
    - replace 0 with (0 - exp e * 0) by ring. apply is_lim_minus'; [assumption |]. apply (is_lim_scal_l _ (exp e) m_infty 0 Phi_lim_down).
  Qed.
  Lemma gain_bounds x : (threshold <= x -> gain x <= 1 - exp e) /\ (x <= threshold -> gain x <= 0).
  Proof.
    destruct gain_limits as [U D]. split; intros Hx.
    - apply (is_lim_le_loc (fun _ => gain x) gain p_infty (gain x) (1 - exp e)); [| apply is_lim_const | assumption].
      exists x. intros y Hy. apply gain_above; lra.
    - apply (is_lim_le_loc (fun _ => gain x) gain m_infty (gain x) 0); [| apply is_lim_const | assumption].
      exists x. intros y Hy. apply gain_below; lra.
  Qed.
  (* The positive part of the gain over an interval is its gain above the threshold. *)
  Definition positive_gain (t : Rbar) : R :=
    match t with Rbar.Finite x => gain (Rmax x threshold) | p_infty => 1 - exp e | m_infty => gain threshold end.
  Lemma positive_gain_cell s t : Rbar_lt s t ->
    Rmax ((NN m t - NN m s) - exp e * (NN 0 t - NN 0 s)) 0 <= positive_gain t - positive_gain s.
  Proof.
    assert (Z : forall x, Phi (x - 0) = Phi x) by (intros; f_equal; ring).
    assert (A := fun x => proj1 (gain_bounds x)). assert (B := fun x => proj2 (gain_bounds x)).
    destruct s as [s | |], t as [t | |]; simpl; intros H; try tauto; rewrite ?Z; apply Rmax_lub.
    - assert (G : gain t - gain s <= gain (Rmax t threshold) - gain (Rmax s threshold)); [| unfold gain in G at 1 2; lra].
      unfold Rmax. destruct (Rle_dec t threshold), (Rle_dec s threshold); try lra.
      + generalize (gain_below s t). lra.
      + generalize (gain_below s threshold). lra.
    - assert (gain (Rmax s threshold) <= gain (Rmax t threshold)); [| lra].
      apply gain_above; [apply Rmax_r |]. apply Rle_max_compat_r. lra.
    - assert (G : 1 - exp e - gain s <= 1 - exp e - gain (Rmax s threshold)); [| unfold gain in G at 1; lra].
      unfold Rmax. destruct (Rle_dec s threshold); [generalize (gain_below s threshold); lra | lra].
    - generalize (A (Rmax s threshold) (Rmax_r _ _)). lra.
    - assert (G : gain t <= gain (Rmax t threshold) - gain threshold); [| unfold gain in G at 1; lra].
      unfold Rmax. destruct (Rle_dec t threshold) as [L | L].
      + generalize (B t L). lra.
      + generalize (B threshold). lra.
    - assert (gain threshold <= gain (Rmax t threshold)); [| lra]. apply gain_above; [lra | apply Rmax_r].
    - generalize (B threshold). lra.
    - generalize (A threshold). lra.
  Qed.
  Lemma stick_threshold : 1 - exp e - gain threshold = Phi (m / 2 - e / m) - exp e * Phi (- m / 2 - e / m).
  Proof.
    unfold gain, threshold. replace (m / 2 + e / m - m) with (- (m / 2 - e / m)) by (field; lra).
    replace (m / 2 + e / m) with (- (- m / 2 - e / m)) by (field; lra). rewrite !Phi_opp. ring.
  Qed.
End Threshold.

Definition moved (c : R) (t : Rbar) : Rbar := match t with Rbar.Finite x => Rbar.Finite (x - c) | u => u end.
Lemma moved_lt c s t : Rbar_lt s t -> Rbar_lt (moved c s) (moved c t).
Proof. destruct s, t; simpl; try tauto. lra. Qed.
Lemma NN_moved m c t : NN (m + c) t = NN m (moved c t).
Proof. destruct t; simpl; try reflexivity. f_equal. ring. Qed.
Lemma NN_base c t : NN c t = NN 0 (moved c t).
Proof. destruct t; simpl; try reflexivity. f_equal. ring. Qed.
Definition turned (t : Rbar) : Rbar := match t with Rbar.Finite x => Rbar.Finite (- x) | p_infty => m_infty | m_infty => p_infty end.
Lemma turned_lt s t : Rbar_lt s t -> Rbar_lt (turned t) (turned s).
Proof. destruct s, t; simpl; try tauto. lra. Qed.
Lemma NN_turned m t : NN m t = 1 - NN (- m) (turned t).
Proof. destruct t; simpl; try ring. rewrite <- Phi_opp. f_equal. ring. Qed.

Lemma normal_stick m1 m2 cuts H e :
  HockeyStick e (partitioned (normal m1) cuts H) (partitioned (normal m2) cuts H) <= gaussian_stick e (Rabs (m1 - m2)).
Proof.
  unfold gaussian_stick, HockeyStick. destruct (Rtotal_order m1 m2) as [L | [E | L]].
  - rewrite Rabs_left by lra. destruct Req_EM_T as [E | _]; [lra |].
    rewrite <- stick_threshold by lra. set (m := - (m1 - m2)).
    eapply Rle_trans; [apply (partition_sum (normal m1) (normal m2) (fun p q => Rmax (p - exp e * q) 0)
      (fun t => - positive_gain m e (moved (- m2) (turned t)))) |].
    + intros s t Hst. simpl below_end. rewrite !(NN_turned m1), !(NN_turned m2).
      replace (- m1) with (m + - m2) by (unfold m; ring). rewrite !(NN_moved m (- m2)).
      rewrite !(NN_base (- m2)).
      generalize (positive_gain_cell m e ltac:(unfold m; lra) _ _ (moved_lt (- m2) _ _ (turned_lt s t Hst))).
      match goal with |- Rmax ?a 0 <= _ -> Rmax ?b 0 <= _ => replace b with a by ring end. lra.
    + simpl. lra.
  - replace (m1 - m2) with 0 by lra. rewrite Rabs_R0. destruct Req_EM_T as [_ | N]; [| now destruct N].
    rewrite (Sum_ext _ _ (fun i => Rmax (1 - exp e) 0 * partitioned (normal m1) cuts H i)).
    + rewrite Sum_scal, mass_one. lra.
    + intros i. subst m2. generalize (mass_nonneg (partitioned (normal m1) cuts H) i). generalize (partitioned (normal m1) cuts H i). intros p Hp.
      replace (p - exp e * p) with (p * (1 - exp e)) by ring. rewrite <- (Rmult_0_r p) at 1. rewrite RmaxRmult by assumption. ring.
  - rewrite Rabs_right by lra. destruct Req_EM_T as [E | _]; [lra |].
    rewrite <- stick_threshold by lra. set (m := m1 - m2).
    eapply Rle_trans; [apply (partition_sum (normal m1) (normal m2) (fun p q => Rmax (p - exp e * q) 0)
      (fun t => positive_gain m e (moved m2 t))) |].
    + intros s t Hst. simpl below_end. replace m1 with (m + m2) by (unfold m; ring). rewrite !(NN_moved m m2).
      rewrite !(NN_base m2).
      apply positive_gain_cell; [unfold m; lra | now apply moved_lt].
    + simpl. lra.
Qed.

Lemma fact_gaussian_gaussian : forall b s, 0 <= b -> 0 < s -> GaussianDP (GaussianMechanism b s) (b / s).
Proof.
  intros b s Hb Hs. apply noisy_holds. intros x y cuts H Hxy e. apply Rle_trans with (1 := normal_stick _ _ cuts H e).
  apply Req_le. f_equal. rewrite positive_is by assumption.
  replace (IZR x * b / s - IZR y * b / s) with ((IZR x - IZR y) * (b / s)) by (field; lra).
  assert (0 <= b / s) by (apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]).
  rewrite Rabs_mult, (Rabs_right (b / s)) by lra.
  destruct (line_near x y Hxy) as [-> | ->]; [rewrite Rabs_R1 | replace (Rabs (-1)) with 1 by (rewrite Rabs_left; lra)]; ring.
Qed.
