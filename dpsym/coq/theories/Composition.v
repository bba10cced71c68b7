(* Adaptive composition, rounds and parallel parts. *)
From Coq Require Import Reals Lra Psatz List.
From dpsym Require Import Finite Divergences Mechanisms Processing.
Open Scope R_scope.

(* A first outcome by P or Q, then a second by a law that it chooses. *)
Section Joint.
  Context {T : space} {U : T -> space} (P Q : law T) (P' Q' : forall x, law (U x)).

  Lemma joint_continuous : P << Q -> (forall x, P' x << Q' x) -> joint U P P' << joint U Q Q'.
  Proof.
    intros C C' [x y]. simpl. intros E. apply Rmult_integral in E.
    destruct E as [E | E]; [rewrite (C _ E) | rewrite (C' _ _ E)]; lra.
  Qed.

  Lemma joint_max a b : max_at_most a P Q -> (forall x, max_at_most b (P' x) (Q' x)) ->
    max_at_most (a + b) (joint U P P') (joint U Q Q').
  Proof.
    intros H H' [x y]. simpl. rewrite exp_plus.
    generalize (H x) (H' x y) (mass_nonneg P x) (mass_nonneg (Q' x) y). intros H1 H2 H3 H4.
    apply Rle_trans with (P x * (exp b * Q' x y)); [now apply Rmult_le_compat_l |].
    generalize (exp_pos b). intros. assert (0 <= exp b * Q' x y) by nra. nra.
  Qed.

  Lemma joint_stick a b c d : d <= 1 -> HockeyStick a P Q <= c -> (forall x, HockeyStick b (P' x) (Q' x) <= d) ->
    HockeyStick (a + b) (joint U P P') (joint U Q Q') <= 1 - (1 - c) * (1 - d).
  Proof.
    intros Hd H H'. unfold HockeyStick. rewrite Sum_sigma. simpl.
    pose (h := fun x => Rmax (P x - exp a * Q x) 0). pose (f := fun x y => Rmax (P' x y - exp b * Q' x y) 0).
    assert (Hh : Sum T h <= c) by exact H.
    assert (Hf : forall x, Sum (U x) (f x) <= d) by exact H'.
    apply Rle_trans with (Sum T (fun x => h x * (1 - d) + P x * d)).
    - apply Sum_le; intros x. apply Rle_trans with (Sum (U x) (fun y => h x * P' x y + (P x - h x) * f x y)).
      + apply Sum_le; intros y. unfold h, f. rewrite exp_plus.
        generalize (exp_pos a) (exp_pos b) (mass_nonneg P x) (mass_nonneg Q x) (mass_nonneg (P' x) y) (mass_nonneg (Q' x) y).
        generalize (exp a) (exp b) (P x) (Q x) (P' x y) (Q' x y). intros A B p q p' q' HA HB Hp Hq Hp' Hq'.
        assert (0 <= A * q) by nra. assert (0 <= B * q') by nra.
        unfold Rmax at 2 3 4. destruct (Rle_dec (p - A * q) 0), (Rle_dec (p' - B * q') 0); apply Rmax_lub; nra.
      + rewrite Sum_lin, mass_one. specialize (Hf x).
        assert (h x <= P x).
        { apply Rmax_lub; generalize (exp_pos a) (mass_nonneg P x) (mass_nonneg Q x); intros; nra. }
        nra.
    - rewrite Sum_plus, !Sum_scal_r, mass_one. nra.
  Qed.

  Lemma joint_Moment a : Moment a (joint U P P') (joint U Q Q') = Sum T (fun x => moment a (P x) (Q x) * Moment a (P' x) (Q' x)).
  Proof.
    unfold Moment. rewrite Sum_sigma. apply Sum_ext; intros x. rewrite <- Sum_scal. apply Sum_ext; intros y.
    apply moment_mult; apply mass_nonneg.
  Qed.

  Lemma entropy_mult p q p' q' : 0 <= p -> 0 <= q -> 0 <= p' -> 0 <= q' -> within p q -> within p' q' ->
    entropy (p * p') (q * q') = p' * entropy p q + p * entropy p' q'.
  Proof.
    intros [Hp | <-] Hq [Hp' | <-] Hq' W W'; rewrite ?Rmult_0_l, ?Rmult_0_r, ?entropy_0, ?Rmult_0_r, ?Rmult_0_l; try lra.
    destruct Hq as [Hq | <-]; [| rewrite W in Hp; lra]. destruct Hq' as [Hq' | <-]; [| rewrite W' in Hp'; lra].
    rewrite !entropy_pos by nra. rewrite !ln_div, !ln_mult by nra. ring.
  Qed.

  Lemma joint_KL : P << Q -> (forall x, P' x << Q' x) ->
    KL (joint U P P') (joint U Q Q') = KL P Q + Sum T (fun x => P x * KL (P' x) (Q' x)).
  Proof.
    intros C C'. unfold KL. rewrite Sum_sigma. rewrite <- Sum_plus. apply Sum_ext; intros x. simpl.
    rewrite (Sum_ext (U x) _ (fun y => entropy (P x) (Q x) * P' x y + P x * entropy (P' x y) (Q' x y))).
    - rewrite Sum_lin, mass_one. ring.
    - intros y. rewrite entropy_mult; [ring | apply mass_nonneg .. | exact (C x) | exact (C' x y)].
  Qed.

  Lemma joint_renyi a t u : 1 <= a -> renyi_at_most a t P Q -> (forall x, renyi_at_most a u (P' x) (Q' x)) ->
    renyi_at_most a (t + u) (joint U P P') (joint U Q Q').
  Proof.
    intros Ha H H'. assert (C : P << Q) by apply H. assert (C' : forall x, P' x << Q' x) by (intros x; apply H').
    destruct Ha as [Ha | <-].
    - rewrite renyi_moment in H by assumption. rewrite renyi_moment by assumption.
      split; [now apply joint_continuous |]. rewrite joint_Moment, Rmult_plus_distr_l, exp_plus.
      apply Rle_trans with (Sum T (fun x => moment a (P x) (Q x) * exp ((a - 1) * u))).
      + apply Sum_le; intros x. apply Rmult_le_compat_l; [apply moment_nonneg |].
        now apply (renyi_moment a u (P' x) (Q' x) Ha).
      + rewrite Sum_scal_r. apply Rmult_le_compat_r; [left; apply exp_pos | apply H].
    - rewrite renyi_kl in H. rewrite renyi_kl. split; [now apply joint_continuous |]. rewrite joint_KL by assumption.
      apply Rplus_le_compat; [apply H |]. rewrite <- (Rmult_1_l u), <- (mass_one P), <- Sum_scal_r.
      apply Sum_le; intros x. apply Rmult_le_compat_l; [apply mass_nonneg |]. apply renyi_kl, H'.
  Qed.
End Joint.

Lemma joint_same_stick {T : space} {U : T -> space} (P : law T) (P' Q' : forall x, law (U x)) e :
  HockeyStick e (joint U P P') (joint U P Q') = Sum T (fun x => P x * HockeyStick e (P' x) (Q' x)).
Proof.
  unfold HockeyStick. rewrite Sum_sigma. apply Sum_ext; intros x. rewrite <- Sum_scal. apply Sum_ext; intros y. simpl.
  rewrite <- RmaxRmult by apply mass_nonneg. f_equal; ring.
Qed.

Lemma renyi_same {T : space} (P : law T) a : 1 <= a -> renyi_at_most a 0 P P.
Proof.
  intros [Ha | <-].
  - rewrite renyi_moment by assumption. split; [intros x; auto |]. rewrite Rmult_0_r, exp_0, <- (mass_one P).
    apply Sum_le; intros x. rewrite moment_same by apply mass_nonneg. lra.
  - rewrite renyi_kl. split; [intros x; auto |]. unfold KL. rewrite <- (Sum_zero T). apply Sum_le; intros x.
    destruct (mass_nonneg P x) as [H | <-]; [| rewrite entropy_0; lra].
    rewrite entropy_pos by assumption. unfold Rdiv. rewrite Rinv_r, ln_1 by lra. lra.
Qed.
Lemma max_same {T : space} (P : law T) : max_at_most 0 P P.
Proof. intros x. rewrite exp_0. lra. Qed.
Lemma stick_same {T : space} (P : law T) e : 0 <= e -> HockeyStick e P P = 0.
Proof.
  intros H. unfold HockeyStick. refine (eq_trans _ (Sum_zero T)). apply Sum_ext; intros x. apply Rmax_right.
  generalize (exp_ge_1 e H) (mass_nonneg P x). nra.
Qed.
Lemma stick_same_law {T : space} (P : law T) e : HockeyStick e P P = Rmax (1 - exp e) 0.
Proof.
  unfold HockeyStick. rewrite (Sum_ext T _ (fun x => Rmax (1 - exp e) 0 * P x)).
  - rewrite Sum_scal, mass_one. ring.
  - intros x. replace (P x - exp e * P x) with (P x * (1 - exp e)) by ring. rewrite <- (Rmult_0_r (P x)) at 1. rewrite RmaxRmult by apply mass_nonneg. ring.
Qed.

Section Parts.
  Context {X : databases}.
  Implicit Types M N : mechanism X.

  Lemma fact_compose_pure : forall M1 M2 e1 e2, PureDP M1 e1 -> PureDP M2 e2 -> PureDP (Compose M1 M2) (e1 + e2).
  Proof.
    intros M N a b HM HN _ _ [T U A B HA HB] x y Hxy. apply joint_max; [now apply (HM T A) |].
    intros o. now apply (HN (U o) (B o)).
  Qed.
  Lemma fact_compose_approx : forall M1 M2 e1 d1 e2 d2, ApproxDP M1 e1 d1 -> ApproxDP M2 e2 d2 -> d1 <= 1 -> d2 <= 1 ->
    ApproxDP (Compose M1 M2) (e1 + e2) (1 - (1 - d1) * (1 - d2)).
  Proof.
    intros M N a c b d HM HN _ Hd _ _ [T U A B HA HB] x y Hxy. apply joint_stick; [assumption | now apply (HM T A) |].
    intros o. now apply (HN (U o) (B o)).
  Qed.
  Lemma fact_compose_renyi : forall M1 M2 a t1 t2, 1 <= a -> RenyiDP M1 a t1 -> RenyiDP M2 a t2 ->
    RenyiDP (Compose M1 M2) a (t1 + t2).
  Proof.
    intros M N a t u Ha HM HN _ _ [T U A B HA HB] x y Hxy. apply joint_renyi; [assumption | now apply (HM T A) |].
    intros o. now apply (HN (U o) (B o)).
  Qed.
  Lemma zcdp_renyi M x r : ZCDP M x r <-> forall a, 1 < a -> RenyiDP M a (x + r * a).
  Proof.
    split; [intros H a Ha T A HA z w Hzw; now apply (H T A) | intros H T A HA z w Hzw a Ha; now apply (H a Ha T A)].
  Qed.
  Lemma fact_compose_zcdp : forall M1 M2 x1 r1 x2 r2, ZCDP M1 x1 r1 -> ZCDP M2 x2 r2 ->
    ZCDP (Compose M1 M2) (x1 + x2) (r1 + r2).
  Proof.
    intros M N x r y s. rewrite !zcdp_renyi. intros HM HN a Ha.
    replace (x + y + (r + s) * a) with ((x + r * a) + (y + s * a)) by ring.
    apply fact_compose_renyi; auto; lra.
  Qed.

  (* What adds up over two parts does over k rounds. *)
  Lemma repeat (G : R -> guarantee) M t : G 0 one sure sure ->
    (forall N u, holds (G t) M -> holds (G u) N -> holds (G (t + u)) (Compose M N)) ->
    holds (G t) M -> forall k, holds (G (INR k * t)) (Rounds M k).
  Proof.
    intros H0 HC HM. induction k as [| k IH].
    - intros _ _ [] x y _. rewrite Rmult_0_l. exact H0.
    - rewrite S_INR. replace ((INR k + 1) * t) with (t + INR k * t) by ring. simpl. now apply HC.
  Qed.
  Lemma fact_repeat_pure : forall M e k, PureDP M e -> PureDP (Rounds M k) (INR k * e).
  Proof.
    intros M e k H. apply (repeat pure M e); [apply max_same | | assumption]. intros. now apply fact_compose_pure.
  Qed.
  Lemma fact_repeat_renyi : forall M a t k, 1 <= a -> RenyiDP M a t -> RenyiDP (Rounds M k) a (INR k * t).
  Proof.
    intros M a t k Ha H. apply (repeat (renyi a) M t); [now apply renyi_same | | assumption].
    intros. now apply fact_compose_renyi.
  Qed.
  Lemma fact_repeat_zcdp : forall M x r k, ZCDP M x r -> ZCDP (Rounds M k) (INR k * x) (INR k * r).
  Proof.
    intros M x r k. rewrite !zcdp_renyi. intros HM a Ha.
    replace (INR k * x + INR k * r * a) with (INR k * (x + r * a)) by ring.
    apply fact_repeat_renyi; [lra | auto].
  Qed.
  Lemma fact_repeat_approx : forall M e d k, ApproxDP M e d -> d <= 1 -> ApproxDP (Rounds M k) (INR k * e) (1 - (1 - d) ^ k).
  Proof.
    intros M e d k H Hd. induction k as [| k IH].
    - intros _ _ [] x y _. unfold approx. rewrite Rmult_0_l, stick_same by lra. simpl. lra.
    - rewrite S_INR. replace ((INR k + 1) * e) with (e + INR k * e) by ring.
      replace (1 - (1 - d) ^ S k) with (1 - (1 - d) * (1 - (1 - (1 - d) ^ k))) by (simpl; ring).
      assert (0 <= (1 - d) ^ k) by (apply pow_le; lra). apply fact_compose_approx; try assumption; lra.
  Qed.
End Parts.

(* Parallel parts: where the first changes, what follows is an image; where the second does, the
   first outcome may be seen. *)
Lemma in_part (G : guarantee) {X Y} (M : mechanism X) (N : mechanism Y) : closed G -> holds G M ->
  (forall (T : space) (U : T -> space) (P : law T) (P' Q' : forall o, law (U o)),
    (forall o, G (U o) (P' o) (Q' o)) -> G (sigma T U) (joint U P P') (joint U P Q')) ->
  holds G N -> holds G (Parallel M N).
Proof.
  intros C HM HJ HN _ _ [T U A B HA HB] [x y] [x' y'] [[H E] | [E H]]; cbn [fst snd] in *; subst.
  - apply (closed_image G T _ (A x) (A x') (fun o => joint U (identity o) (fun o => B o y'))); [assumption | | now apply (HM T A)].
    intros [o z]. simpl.
    assert (I : forall P : law T, Sum T (fun v => P v * ((if same T v o then 1 else 0) * B o y' z)) = P o * B o y' z).
    { intros P. rewrite <- (Sum_point T P o), <- Sum_scal_r. apply Sum_ext; intros v. ring. }
    now rewrite !I.
  - apply HJ. intros o. now apply (HN (U o) (B o)).
Qed.

Lemma fact_parallel_pure : forall {X Y : databases} (M1 : mechanism X) (M2 : mechanism Y) e1 e2,
  PureDP M1 e1 -> PureDP M2 e2 -> PureDP (Parallel M1 M2) (Rmax e1 e2).
Proof.
  intros X Y M N a b HM HN. apply in_part.
  - apply closed_pure.
  - intros T A HA x y Hxy z. generalize (HM T A HA x y Hxy z) (exp_up _ _ (Rmax_l a b)) (mass_nonneg (A y) z). nra.
  - intros T U P P' Q' H [o z]. simpl. generalize (H o z) (mass_nonneg P o). nra.
  - intros T A HA x y Hxy z. generalize (HN T A HA x y Hxy z) (exp_up _ _ (Rmax_r a b)) (mass_nonneg (A y) z). nra.
Qed.
Lemma fact_parallel_approx : forall {X Y : databases} (M1 : mechanism X) (M2 : mechanism Y) e1 d1 e2 d2,
  ApproxDP M1 e1 d1 -> ApproxDP M2 e2 d2 -> d1 <= 1 -> d2 <= 1 -> ApproxDP (Parallel M1 M2) (Rmax e1 e2) (Rmax d1 d2).
Proof.
  intros X Y M N a c b d HM HN _ _. apply in_part.
  - apply closed_approx.
  - intros T A HA x y Hxy. apply Rle_trans with (1 := stick_falls _ _ _ _ (Rmax_l a b)).
    apply Rle_trans with (2 := Rmax_l c d). now apply (HM T A).
  - intros T U P P' Q' H. unfold approx. rewrite joint_same_stick. rewrite <- (Rmult_1_l (Rmax c d)), <- (mass_one P), <- Sum_scal_r.
    apply Sum_le; intros o. apply Rmult_le_compat_l; [apply mass_nonneg | apply H].
  - intros T A HA x y Hxy. apply Rle_trans with (1 := stick_falls _ _ _ _ (Rmax_r a b)).
    apply Rle_trans with (2 := Rmax_r c d). now apply (HN T A).
Qed.
Lemma fact_parallel_renyi : forall {X Y : databases} (M1 : mechanism X) (M2 : mechanism Y) a t1 t2, 1 <= a ->
  RenyiDP M1 a t1 -> RenyiDP M2 a t2 -> RenyiDP (Parallel M1 M2) a (Rmax t1 t2).
Proof.
  intros X Y M N a t u Ha HM HN. apply in_part.
  - now apply closed_renyi.
  - intros T A HA x y Hxy. destruct (HM T A HA x y Hxy) as [C H]. split; [assumption |].
    apply Rle_trans with (1 := H), Rmax_l.
  - intros T U P P' Q' H. replace (Rmax t u) with (0 + Rmax t u) by ring. apply joint_renyi; [assumption | now apply renyi_same | exact H].
  - intros T A HA x y Hxy. destruct (HN T A HA x y Hxy) as [C H]. split; [assumption |].
    apply Rle_trans with (1 := H), Rmax_r.
Qed.
Lemma fact_parallel_zcdp : forall {X Y : databases} (M1 : mechanism X) (M2 : mechanism Y) x1 r1 x2 r2,
  ZCDP M1 x1 r1 -> ZCDP M2 x2 r2 -> ZCDP (Parallel M1 M2) (Rmax x1 x2) (Rmax r1 r2).
Proof.
  intros X Y M N x r y s. rewrite !zcdp_renyi. intros HM HN a Ha T A HA z w Hzw.
  destruct (fact_parallel_renyi M N a _ _ (Rlt_le _ _ Ha) (HM a Ha) (HN a Ha) T A HA z w Hzw) as [C H].
  split; [assumption |]. apply Rle_trans with (1 := H). generalize (Rmax_l x y) (Rmax_r x y) (Rmax_l r s) (Rmax_r r s).
  intros. apply Rmax_lub; nra.
Qed.
