(* erfc and limits at infinity. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From dpsym Require Import prelude naturals.
Open Scope R_scope.

(* erfc, by the integral of exp(-t^2); what it tends to, by Laplace's double integral. *)
Definition dpsym_bell (t : R) := exp (- t ^ 2).
Definition dpsym_area (x : R) := RInt dpsym_bell 0 x.
Definition dpsym_strip (x t : R) := exp (- x ^ 2 * (1 + t ^ 2)) / (1 + t ^ 2).

Lemma dpsym_one_more : forall t : R, 0 < 1 + t ^ 2.
Proof. intros t. generalize (pow2_ge_0 t). lra. Qed.

Lemma dpsym_bell_continuous : forall t, continuous dpsym_bell t.
Proof. intros t. apply (ex_derive_continuous dpsym_bell). unfold dpsym_bell. auto_derive. exact I. Qed.

Lemma dpsym_bell_integrable : forall a b, ex_RInt dpsym_bell a b.
Proof. intros a b. apply (@ex_RInt_continuous R_CompleteNormedModule). intros t _. apply dpsym_bell_continuous. Qed.

Lemma dpsym_area_derive : forall x : R, is_derive dpsym_area x (dpsym_bell x).
Proof.
  intros x. apply (@is_derive_RInt R_CompleteNormedModule dpsym_bell dpsym_area 0 x).
  - apply filter_forall. intros y. apply (@RInt_correct R_CompleteNormedModule), dpsym_bell_integrable.
  - apply dpsym_bell_continuous.
Qed.

Lemma dpsym_strip_continuous : forall x t : R, continuous (dpsym_strip x) t.
Proof.
  intros x t. apply (ex_derive_continuous (dpsym_strip x)). unfold dpsym_strip. generalize (dpsym_one_more t). intros H.
  auto_derive. simpl in H. lra.
Qed.

Lemma dpsym_strip_integrable : forall x a b, ex_RInt (dpsym_strip x) a b.
Proof. intros x a b. apply (@ex_RInt_continuous R_CompleteNormedModule). intros t _. apply dpsym_strip_continuous. Qed.

Lemma dpsym_strip_derive : forall x t,
  is_derive (fun u => dpsym_strip u t) x (- (2 * x) * exp (- x ^ 2 * (1 + t ^ 2))).
Proof.
  intros x t. unfold dpsym_strip. generalize (dpsym_one_more t). intros H.
  auto_derive; [simpl in H; lra |]. simpl. simpl in H. field. lra.
Qed.

Lemma dpsym_strips_derive : forall x : R,
  is_derive (fun u => RInt (dpsym_strip u) 0 1) x (- (2 * dpsym_area x * dpsym_bell x)).
Proof.
  intros x.
  replace (- (2 * dpsym_area x * dpsym_bell x)) with (RInt (fun t => Derive (fun u => dpsym_strip u t) x) 0 1).
  - apply (is_derive_RInt_param dpsym_strip).
    + apply filter_forall. intros y t _. eexists. apply dpsym_strip_derive.
    + intros t _. apply continuity_2d_pt_ext with (f := fun u v => - (2 * u) * exp (- u ^ 2 * (1 + v ^ 2))).
      * intros u v. symmetry. apply is_derive_unique, dpsym_strip_derive.
      * apply continuity_2d_pt_mult.
        -- apply continuity_2d_pt_opp, continuity_2d_pt_mult; [apply continuity_2d_pt_const | apply continuity_2d_pt_id1].
        -- apply (continuity_1d_2d_pt_comp exp (fun u v => - u ^ 2 * (1 + v ^ 2))).
           ++ apply derivable_continuous_pt, derivable_pt_exp.
           ++ apply continuity_2d_pt_mult.
              ** apply (continuity_1d_2d_pt_comp (fun u => - u ^ 2) (fun u _ => u)); [reg | apply continuity_2d_pt_id1].
              ** apply (continuity_1d_2d_pt_comp (fun v => 1 + v ^ 2) (fun _ v => v)); [reg | apply continuity_2d_pt_id2].
    + apply filter_forall. intros y. apply dpsym_strip_integrable.
  - transitivity (RInt (fun t => (- 2 * dpsym_bell x) * (x * dpsym_bell (x * t + 0))) 0 1).
    + apply RInt_ext. intros t _. replace (Derive (fun u => dpsym_strip u t) x) with (- (2 * x) * exp (- x ^ 2 * (1 + t ^ 2))) by (symmetry; apply is_derive_unique, dpsym_strip_derive).
      unfold dpsym_bell. replace (- x ^ 2 * (1 + t ^ 2)) with (- x ^ 2 + - (x * t + 0) ^ 2) by ring.
      rewrite exp_plus. simpl. ring.
    + rewrite (RInt_scal (V := R_CompleteNormedModule) (fun t => x * dpsym_bell (x * t + 0))).
      * generalize (RInt_comp_lin (V := R_CompleteNormedModule) dpsym_bell x 0 0 1 (dpsym_bell_integrable _ _)).
        replace (x * 0 + 0) with 0 by ring. replace (x * 1 + 0) with x by ring. intros H.
        change (- 2 * dpsym_bell x * RInt (fun t => x * dpsym_bell (x * t + 0)) 0 1 = - (2 * dpsym_area x * dpsym_bell x)).
        change (RInt (fun t => x * dpsym_bell (x * t + 0)) 0 1 = dpsym_area x) in H. rewrite H. ring.
      * apply (@ex_RInt_continuous R_CompleteNormedModule). intros t _.
        apply (ex_derive_continuous (fun t => x * dpsym_bell (x * t + 0))). unfold dpsym_bell. auto_derive. exact I.
Qed.

Lemma dpsym_laplace : forall x : R, dpsym_area x ^ 2 + RInt (dpsym_strip x) 0 1 = PI / 4.
Proof.
  intros x.
  assert (H0 : dpsym_area 0 ^ 2 + RInt (dpsym_strip 0) 0 1 = PI / 4).
  { unfold dpsym_area. rewrite (RInt_point (V := R_CompleteNormedModule)). unfold zero; simpl.
    rewrite (RInt_ext (dpsym_strip 0) (fun t => / (1 + t²))).
    - rewrite (is_RInt_unique (V := R_CompleteNormedModule) _ 0 1 (minus (atan 1) (atan 0))).
      + rewrite atan_0, atan_1. unfold minus, plus, opp; simpl. lra.
      + apply (is_RInt_derive (V := R_CompleteNormedModule) atan).
        * intros t _. apply is_derive_atan.
        * intros t _. apply (ex_derive_continuous (fun t => / (1 + t²))). unfold Rsqr. generalize (dpsym_one_more t). intros H.
          auto_derive. simpl in H. lra.
    - intros t _. change (@eq R (dpsym_strip 0 t) (/ (1 + t²))). unfold dpsym_strip. rewrite Rsqr_pow2. replace (- 0 ^ 2 * (1 + t ^ 2)) with 0 by ring.
      rewrite exp_0. unfold Rdiv. ring. }
  rewrite <- H0.
  pose (slope := fun u => INR 2 * dpsym_bell u * dpsym_area u ^ 1 + - (2 * dpsym_area u * dpsym_bell u)).
  assert (Hd : forall u : R, is_derive (fun u => dpsym_area u ^ 2 + RInt (dpsym_strip u) 0 1) u (slope u)).
  { intros u. apply (@is_derive_plus R_AbsRing R_NormedModule (fun u => dpsym_area u ^ 2)); [| apply dpsym_strips_derive].
    apply is_derive_pow, dpsym_area_derive. }
  destruct (MVT_gen (fun u => dpsym_area u ^ 2 + RInt (dpsym_strip u) 0 1) 0 x slope) as [c [_ Hc]].
  - intros u _. apply Hd.
  - intros u _. apply derivable_continuous_pt. exists (slope u). apply is_derive_Reals, Hd.
  - unfold slope in Hc. simpl INR in Hc. lra.
Qed.

Lemma dpsym_strips_bounds : forall x : R, 0 < RInt (dpsym_strip x) 0 1 <= PI / 4 * exp (- x ^ 2).
Proof.
  intros x. split.
  - apply RInt_gt_0; [lra | | intros t _; apply dpsym_strip_continuous].
    intros t _. apply Rdiv_lt_0_compat; [apply exp_pos | apply dpsym_one_more].
  - generalize (dpsym_laplace 0). unfold dpsym_area. rewrite (RInt_point (V := R_CompleteNormedModule)). unfold zero; simpl.
    intros H0. replace (PI / 4) with (RInt (dpsym_strip 0) 0 1) by lra.
    rewrite Rmult_comm. rewrite <- (RInt_scal (V := R_CompleteNormedModule)) by apply dpsym_strip_integrable.
    apply RInt_le; [lra | apply dpsym_strip_integrable | |].
    + apply (ex_RInt_scal (V := R_NormedModule)), dpsym_strip_integrable.
    + intros t _. change (dpsym_strip x t <= exp (- x ^ 2) * dpsym_strip 0 t). unfold dpsym_strip, Rdiv.
      rewrite <- Rmult_assoc, <- exp_plus. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, dpsym_one_more |].
      destruct (Req_dec (- x ^ 2 * (1 + t ^ 2)) (- x ^ 2 + - 0 ^ 2 * (1 + t ^ 2))) as [-> | Hne]; [lra |].
      left. apply exp_increasing. assert (0 <= x ^ 2 * t ^ 2) by (apply Rmult_le_pos; apply pow2_ge_0). lra.
Qed.

Definition dpsym_erfc (x : R) := 1 - 2 / sqrt PI * dpsym_area x.

Theorem dpsym_erfc_derive : forall x : R, is_derive dpsym_erfc x (- (2 / sqrt PI * exp (- x ^ 2))).
Proof.
  intros x. unfold dpsym_erfc. assert (is_derive dpsym_area x (dpsym_bell x)) by apply dpsym_area_derive.
  auto_derive; [eexists; eassumption |]. replace (Derive (fun x => dpsym_area x) x) with (dpsym_bell x) by (symmetry; apply is_derive_unique; exact H). unfold dpsym_bell. ring.
Qed.

Global Instance dpsym_erfc_diff : UnaryDiff dpsym_erfc := Build_UnaryDiff _ _ dpsym_erfc_derive.

Theorem dpsym_erfc_0 : dpsym_erfc 0 = 1.
Proof. unfold dpsym_erfc, dpsym_area. rewrite (RInt_point (V := R_CompleteNormedModule)). unfold zero; simpl. ring. Qed.

Theorem dpsym_erfc_opp : forall x : R, dpsym_erfc (- x) = 2 - dpsym_erfc x.
Proof.
  intros x.
  destruct (MVT_gen (fun u => dpsym_erfc (- u) + dpsym_erfc u) 0 x (fun u => 0)) as [c [_ Hc]].
  - intros u _. auto_derive; [exact I |]. simpl. replace (- u * (- u * 1)) with (u * (u * 1)) by ring. ring.
  - intros u _. apply derivable_continuous_pt. exists 0. apply is_derive_Reals. auto_derive; [exact I |].
    simpl. replace (- u * (- u * 1)) with (u * (u * 1)) by ring. ring.
  - rewrite Ropp_0, dpsym_erfc_0 in Hc. lra.
Qed.

Theorem dpsym_erfc_between : forall x : R, 0 <= x -> 0 < dpsym_erfc x <= exp (- x ^ 2).
Proof.
  intros x Hx. assert (0 <= dpsym_area x).
  { apply RInt_ge_0; [exact Hx | apply dpsym_bell_integrable |]. intros t _. left. apply exp_pos. }
  generalize (dpsym_strips_bounds x) (dpsym_laplace x) PI_RGT_0. intros [Hl Hu] He Hpi.
  assert (Hs : 0 < sqrt PI) by (apply sqrt_lt_R0; lra).
  set (y := 2 / sqrt PI * dpsym_area x). assert (0 <= y) by (apply Rmult_le_pos; [left; apply Rdiv_lt_0_compat; lra | lra]).
  assert (Hy : y * y = 1 - 4 / PI * RInt (dpsym_strip x) 0 1).
  { unfold y. replace (2 / sqrt PI * dpsym_area x * (2 / sqrt PI * dpsym_area x))
      with (4 / (sqrt PI * sqrt PI) * dpsym_area x ^ 2) by (field; lra).
    rewrite sqrt_sqrt by lra. replace (dpsym_area x ^ 2) with (PI / 4 - RInt (dpsym_strip x) 0 1) by lra. field. lra. }
  assert (0 < 4 / PI * RInt (dpsym_strip x) 0 1) by (apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat; lra | lra]).
  assert (4 / PI * RInt (dpsym_strip x) 0 1 <= exp (- x ^ 2)).
  { replace (exp (- x ^ 2)) with (4 / PI * (PI / 4 * exp (- x ^ 2))) by (field; lra).
    apply Rmult_le_compat_l; [left; apply Rdiv_lt_0_compat; lra | lra]. }
  unfold dpsym_erfc. fold y. split; nra.
Qed.

Theorem dpsym_erfc_pos : forall x : R, 0 < dpsym_erfc x.
Proof.
  intros x. destruct (Rle_lt_dec 0 x) as [H | H]; [apply dpsym_erfc_between; exact H |].
  rewrite <- (Ropp_involutive x), dpsym_erfc_opp. generalize (dpsym_erfc_between (- x)). intros Hb.
  assert (exp (- (- x) ^ 2) <= 1); [| lra].
  rewrite <- exp_0. destruct (pow2_ge_0 (- x)) as [Hp | <-]; [left; apply exp_increasing; lra | rewrite Ropp_0; lra].
Qed.

Theorem dpsym_erfc_lt_2 : forall x : R, dpsym_erfc x < 2.
Proof. intros x. generalize (dpsym_erfc_pos (- x)). rewrite dpsym_erfc_opp. lra. Qed.

Theorem dpsym_erfc_falls : forall x y : R, x <= y -> dpsym_erfc y <= dpsym_erfc x.
Proof.
  intros x y H. destruct H as [H | <-]; [| lra].
  destruct (MVT_cor2 dpsym_erfc (fun u => - (2 / sqrt PI * exp (- u ^ 2))) x y H) as [c [Hc _]].
  - intros u _. apply is_derive_Reals, dpsym_erfc_derive.
  - assert (0 < 2 / sqrt PI * exp (- c ^ 2)).
    { apply Rmult_lt_0_compat; [| apply exp_pos]. apply Rdiv_lt_0_compat; [lra | apply sqrt_lt_R0, PI_RGT_0]. }
    nra.
Qed.

Theorem dpsym_erfc_le_1 : forall x : R, 0 <= x -> dpsym_erfc x <= 1.
Proof. intros x H. rewrite <- dpsym_erfc_0. apply dpsym_erfc_falls, H. Qed.

(* What a function tends to is nowhere below 0. *)
Definition dpsym_far (f : R -> R) := forall e, 0 < e -> exists M, forall x, M < x -> - e <= f x.
Definition dpsym_grows (f : R -> R) := forall m, exists M, forall x, M < x -> m < f x.

Theorem dpsym_far_ext : forall (a : R) (f g : R -> R), (forall x, a < x -> f x = g x) -> dpsym_far g -> dpsym_far f.
Proof.
  intros a f g Hfg Hg e He. destruct (Hg e He) as [M HM]. exists (Rmax a M). intros x Hx.
  rewrite Hfg; [apply HM |]; apply Rle_lt_trans with (2 := Hx); [apply Rmax_r | apply Rmax_l].
Qed.

Theorem dpsym_far_nonneg : forall (a : R) (f : R -> R), (forall x, a < x -> 0 <= f x) -> dpsym_far f.
Proof. intros a f Hf e He. exists a. intros x Hx. specialize (Hf x Hx). lra. Qed.

Theorem dpsym_far_plus : forall f g : R -> R, dpsym_far f -> dpsym_far g -> dpsym_far (fun x => f x + g x).
Proof.
  intros f g Hf Hg e He. destruct (Hf (e / 2)) as [M HM]; [lra |]. destruct (Hg (e / 2)) as [N HN]; [lra |].
  exists (Rmax M N). intros x Hx.
  assert (- (e / 2) <= f x) by (apply HM; apply Rle_lt_trans with (2 := Hx); apply Rmax_l).
  assert (- (e / 2) <= g x) by (apply HN; apply Rle_lt_trans with (2 := Hx); apply Rmax_r). lra.
Qed.

Theorem dpsym_far_erfc : forall u : R -> R, dpsym_grows u -> dpsym_far (fun x => - dpsym_erfc (u x)).
Proof.
  intros u Hu e He. destruct (Hu (Rmax 1 (- ln e))) as [M HM]. exists M. intros x Hx. specialize (HM x Hx).
  assert (H1 : 1 < u x) by (apply Rle_lt_trans with (2 := HM); apply Rmax_l).
  assert (H2 : - ln e < u x) by (apply Rle_lt_trans with (2 := HM); apply Rmax_r).
  apply Ropp_le_contravar. apply Rle_trans with (exp (- u x ^ 2)); [apply dpsym_erfc_between; lra |].
  replace e with (exp (ln e)) by (apply exp_ln; exact He). left. apply exp_increasing. nra.
Qed.

Theorem dpsym_grows_id : dpsym_grows (fun x => x).
Proof. intros m. exists m. intros x Hx. exact Hx. Qed.

Theorem dpsym_grows_times : forall (c : R) (u : R -> R), 0 < c -> dpsym_grows u -> dpsym_grows (fun x => c * u x).
Proof.
  intros c u Hc Hu m. destruct (Hu (m / c)) as [M HM]. exists M. intros x Hx. specialize (HM x Hx).
  apply (Rmult_lt_compat_l c) in HM; [| exact Hc]. replace (c * (m / c)) with m in HM by (field; lra). exact HM.
Qed.

Theorem dpsym_grows_by : forall (c : R) (u : R -> R), 0 < c -> dpsym_grows u -> dpsym_grows (fun x => u x * c).
Proof. intros c u Hc Hu m. destruct (dpsym_grows_times c u Hc Hu m) as [M HM]. exists M. intros x Hx. rewrite Rmult_comm. apply HM, Hx. Qed.

Theorem dpsym_grows_plus : forall (c : R) (u : R -> R), dpsym_grows u -> dpsym_grows (fun x => c + u x).
Proof. intros c u Hu m. destruct (Hu (m - c)) as [M HM]. exists M. intros x Hx. specialize (HM x Hx). lra. Qed.

Theorem dpsym_grows_more : forall (c : R) (u : R -> R), dpsym_grows u -> dpsym_grows (fun x => u x + c).
Proof. intros c u Hu m. destruct (Hu (m - c)) as [M HM]. exists M. intros x Hx. specialize (HM x Hx). lra. Qed.

Theorem dpsym_grows_and : forall (a : R) (u v : R -> R), dpsym_grows u -> (forall x, a < x -> 0 <= v x) -> dpsym_grows (fun x => u x + v x).
Proof.
  intros a u v Hu Hv m. destruct (Hu m) as [M HM]. exists (Rmax a M). intros x Hx.
  assert (m < u x) by (apply HM; apply Rle_lt_trans with (2 := Hx); apply Rmax_r).
  assert (0 <= v x) by (apply Hv; apply Rle_lt_trans with (2 := Hx); apply Rmax_l). lra.
Qed.

Theorem dpsym_grows_with : forall (a : R) (u v : R -> R), dpsym_grows u -> (forall x, a < x -> 0 <= - 1 + v x) -> dpsym_grows (fun x => u x * v x).
Proof.
  intros a u v Hu Hv m. destruct (Hu (Rmax 0 m)) as [M HM]. exists (Rmax a M). intros x Hx.
  assert (Hm : Rmax 0 m < u x) by (apply HM; apply Rle_lt_trans with (2 := Hx); apply Rmax_r).
  assert (0 <= - 1 + v x) by (apply Hv; apply Rle_lt_trans with (2 := Hx); apply Rmax_l).
  assert (0 < u x) by (apply Rle_lt_trans with (2 := Hm); apply Rmax_l).
  assert (m < u x) by (apply Rle_lt_trans with (2 := Hm); apply Rmax_r). nra.
Qed.

Theorem dpsym_far_inverse : forall u : R -> R, dpsym_grows u -> dpsym_far (fun x => - / u x).
Proof.
  intros u Hu e He. destruct (Hu (/ e)) as [M HM]. exists M. intros x Hx. specialize (HM x Hx).
  apply Ropp_le_contravar. rewrite <- (Rinv_involutive e) by lra. left.
  apply Rinv_lt_contravar; [| exact HM]. apply Rinv_0_lt_compat in He. nra.
Qed.

Theorem dpsym_far_times : forall (c : R) (f : R -> R), 0 < c -> dpsym_far (fun x => - f x) -> dpsym_far (fun x => - (c * f x)).
Proof.
  intros c f Hc Hf e He. destruct (Hf (e / c)) as [M HM]; [apply Rdiv_lt_0_compat; assumption |]. exists M. intros x Hx. specialize (HM x Hx).
  apply (Rmult_le_compat_l c) in HM; [| lra]. replace (c * - (e / c)) with (- e) in HM by (field; lra). lra.
Qed.

Theorem dpsym_far_by : forall (c : R) (f : R -> R), 0 < c -> dpsym_far (fun x => - f x) -> dpsym_far (fun x => - (f x * c)).
Proof.
  intros c f Hc Hf e He. destruct (dpsym_far_times c f Hc Hf e He) as [M HM]. exists M. intros x Hx. rewrite Rmult_comm. apply HM, Hx.
Qed.

Theorem dpsym_grows_sqrt : forall u : R -> R, dpsym_grows u -> dpsym_grows (fun x => sqrt (u x)).
Proof.
  intros u Hu m. destruct (Hu (Rmax 0 m ^ 2)) as [M HM]. exists M. intros x Hx. specialize (HM x Hx).
  apply Rle_lt_trans with (Rmax 0 m); [apply Rmax_r |]. rewrite <- (sqrt_pow2 (Rmax 0 m)) by apply Rmax_l.
  apply sqrt_lt_1_alt. split; [apply pow2_ge_0 | exact HM].
Qed.

Ltac dpsym_grow a := first
  [ exact dpsym_grows_id
  | apply dpsym_grows_times; [ dpsym_pos | dpsym_grow a ] | apply dpsym_grows_by; [ dpsym_pos | dpsym_grow a ]
  | apply dpsym_grows_plus; dpsym_grow a | apply dpsym_grows_more; dpsym_grow a
  | apply dpsym_grows_sqrt; dpsym_grow a
  | lazymatch goal with
    | |- dpsym_grows (fun x => @?u x + @?v x) => apply (dpsym_grows_and a u v); [ dpsym_grow a | intros; dpsym_range ]
    | |- dpsym_grows (fun x => @?u x * exp (@?v x)) => apply (dpsym_grows_with a u (fun x => exp (v x)));
        [ dpsym_grow a | intros; cbv beta; lazymatch goal with |- _ <= _ + exp ?w => assert (1 <= exp w) by (apply dpsym_exp_ge_1; dpsym_nonneg); lra end ]
    end ].

Ltac dpsym_limit a := first
  [ apply dpsym_far_erfc; dpsym_grow a
  | apply dpsym_far_plus; dpsym_limit a
  | apply (dpsym_far_nonneg a); intros; dpsym_range
  | apply dpsym_far_inverse; dpsym_grow a
  | apply dpsym_far_times; [ dpsym_pos | dpsym_limit a ]
  | apply dpsym_far_by; [ dpsym_pos | dpsym_limit a ] ].

Theorem dpsym_down_far : forall (f df : R -> R) (x l : R),
  (forall t, x <= t -> is_derive f t (df t)) -> (forall t, x < t -> 0 <= - df t) ->
  dpsym_far (fun t => f t - l) -> l <= f x.
Proof.
  intros f df x l Hd Hs Hl. destruct (Rle_lt_dec l (f x)) as [H | H]; [exact H | exfalso].
  destruct (Hl ((l - f x) / 2)) as [M HM]; [lra |]. pose (y := Rmax x M + 1).
  assert (Hx : x <= y) by (apply Rle_trans with (Rmax x M); [apply Rmax_l | unfold y; lra]).
  assert (M < y) by (apply Rle_lt_trans with (Rmax x M); [apply Rmax_r | unfold y; lra]).
  assert (f y <= f x) by (apply (dpsym_down f df); [exact Hx | intros; apply Hd; lra | intros; apply Hs; lra]).
  specialize (HM y ltac:(assumption)). lra.
Qed.

Theorem dpsym_hill_far : forall (f w g dg : R -> R) (a x l : R), a <= x ->
  (forall t, a <= t -> is_derive f t (w t * g t)) -> (forall t, a < t -> 0 <= w t) ->
  (forall t, a < t -> is_derive g t (dg t)) -> (forall t, a < t -> 0 <= - dg t) ->
  dpsym_far (fun t => f t - l) -> f a <= f x \/ l <= f x.
Proof.
  intros f w g dg a x l Hx Hd Hw Hg Hs Hl.
  destruct (Req_dec a x) as [<- | Hax]; [left; lra |].
  destruct (Rle_lt_dec 0 (g x)) as [H | H].
  - left. apply (dpsym_up f (fun t => w t * g t)); [lra | intros; apply Hd; lra |].
    intros t Ht. apply Rmult_le_pos; [apply Hw; lra |].
    apply Rle_trans with (1 := H). apply (dpsym_down g dg); [lra | intros; apply Hg; lra | intros; apply Hs; lra].
  - right. apply (dpsym_down_far f (fun t => w t * g t)); [intros; apply Hd; lra | | exact Hl].
    intros t Ht. assert (0 <= w t) by (apply Hw; lra).
    assert (g t <= g x) by (apply (dpsym_down g dg); [lra | intros; apply Hg; lra | intros; apply Hs; lra]). nra.
Qed.

Ltac dpsym_special_pos ::= lazymatch goal with
  | |- 0 < dpsym_erfc _ => apply dpsym_erfc_pos
  | |- _ => dpsym_naturals_pos
  end.
Ltac dpsym_special_values ::=
  repeat dpsym_vanishes dpsym_erfc;
  rewrite ?dpsym_erfc_0, ?dpsym_harmonic_0, ?dpsym_expt_0.
Ltac dpsym_special_bounds ::=
  repeat match goal with
  | |- context [dpsym_erfc ?u] =>
      lazymatch goal with H : 0 < dpsym_erfc u |- _ => fail | _ =>
        assert (0 < dpsym_erfc u) by apply dpsym_erfc_pos;
        first [ assert (dpsym_erfc u <= 1) by (apply dpsym_erfc_le_1; dpsym_nonneg) | assert (dpsym_erfc u < 2) by apply dpsym_erfc_lt_2 ]
      end
  end; dpsym_naturals_bounds.

(* Bounds of a value of erfc from those of its argument, which are all hypotheses that are left. *)
Ltac dpsym_erfc_bound := first
  [ apply dpsym_erfc_pos | apply dpsym_erfc_lt_2
  | match goal with H : ?a <= ?u |- dpsym_erfc ?u <= _ =>
      apply Rle_trans with (dpsym_erfc a); [ apply dpsym_erfc_falls; exact H |];
      apply Rle_trans with (exp (- a ^ 2)); [ apply dpsym_erfc_between; lra | dpsym_number ]
    end
  | match goal with H : ?a < ?u |- dpsym_erfc ?u <= _ =>
      apply Rle_trans with (dpsym_erfc a); [ apply dpsym_erfc_falls; left; exact H |];
      apply Rle_trans with (exp (- a ^ 2)); [ apply dpsym_erfc_between; lra | dpsym_number ]
    end ].
