(* Data processing and joint convexity, by the lines below a sublinear function of two masses. *)
From Coq Require Import Reals Lra Psatz List FunctionalExtensionality.
From dpsym Require Import Finite Divergences Mechanisms.
Open Scope R_scope.

(* phi is the supremum of the lines l*p + m*q below it, among pairs of masses of which D speaks *)
Definition below (D : R -> R -> Prop) (phi : R -> R -> R) := forall p0 q0 eta,
  0 <= p0 -> 0 <= q0 -> D p0 q0 -> 0 < eta -> exists l m,
  phi p0 q0 <= l * p0 + m * q0 + eta /\
  forall p q, 0 <= p -> 0 <= q -> D p q -> l * p + m * q <= phi p q.

Definition always (p q : R) := True.
Definition within (p q : R) := q = 0 -> p = 0.

Lemma jensen (T : space) (D : R -> R -> Prop) phi (P Q k : T -> R) : below D phi ->
  (forall x, 0 <= P x) -> (forall x, 0 <= Q x) -> (forall x, 0 <= k x) -> (forall x, D (P x) (Q x)) ->
  D (Sum T (fun x => P x * k x)) (Sum T (fun x => Q x * k x)) ->
  phi (Sum T (fun x => P x * k x)) (Sum T (fun x => Q x * k x)) <= Sum T (fun x => phi (P x) (Q x) * k x).
Proof.
  intros B HP HQ Hk HD HS. apply le_epsilon. intros eta He.
  destruct (B _ _ eta (Sum_nonneg _ _ (fun x => Rmult_le_pos _ _ (HP x) (Hk x)))
                      (Sum_nonneg _ _ (fun x => Rmult_le_pos _ _ (HQ x) (Hk x))) HS He) as [l [m [H1 H2]]].
  apply Rle_trans with (1 := H1). apply Rplus_le_compat_r. rewrite <- !Sum_scal, <- Sum_plus.
  apply Sum_le; intros x. generalize (H2 _ _ (HP x) (HQ x) (HD x)) (Hk x). intros; nra.
Qed.

Lemma within_sum (T : space) (P Q k : T -> R) :
  (forall x, 0 <= Q x) -> (forall x, 0 <= k x) -> (forall x, within (P x) (Q x)) ->
  within (Sum T (fun x => P x * k x)) (Sum T (fun x => Q x * k x)).
Proof.
  intros HQ Hk H H0. unfold Sum. rewrite <- (sum_zero (points T)). apply sum_ext; intros x.
  assert (E : Q x * k x = 0).
  { apply Rle_antisym; [| now apply Rmult_le_pos]. rewrite <- H0.
    apply (Sum_term T (fun x => Q x * k x)). intros; now apply Rmult_le_pos. }
  apply Rmult_integral in E. destruct E as [E | E]; [rewrite (H _ E) | rewrite E]; lra.
Qed.

Lemma processing D phi : below D phi -> forall (T U : space) (K : kernel T U) (P Q : law T),
  (forall x, D (P x) (Q x)) -> (forall y, D (push K P y) (push K Q y)) ->
  Sum U (fun y => phi (push K P y) (push K Q y)) <= Sum T (fun x => phi (P x) (Q x)).
Proof.
  intros B T U K P Q HD HD'. apply Rle_trans with (Sum U (fun y => Sum T (fun x => phi (P x) (Q x) * K x y))).
  - apply Sum_le; intros y. simpl. apply (jensen T D phi P Q (fun x => K x y)); auto; try apply mass_nonneg.
    intros; apply mass_nonneg. exact (HD' y).
  - rewrite Sum_swap. apply Req_le, Sum_ext; intros x. now rewrite Sum_scal, mass_one, Rmult_1_r.
Qed.

Lemma convex D phi t p q r s : below D phi -> 0 <= t <= 1 -> 0 <= p -> 0 <= q -> 0 <= r -> 0 <= s ->
  D p q -> D r s -> D (t * p + (1 - t) * r) (t * q + (1 - t) * s) ->
  phi (t * p + (1 - t) * r) (t * q + (1 - t) * s) <= t * phi p q + (1 - t) * phi r s.
Proof.
  intros B Ht Hp Hq Hr Hs D1 D2 D3. apply le_epsilon. intros eta He.
  destruct (B (t * p + (1 - t) * r) (t * q + (1 - t) * s) eta) as [l [m [H1 H2]]]; try assumption; try nra.
  generalize (H2 p q Hp Hq D1) (H2 r s Hr Hs D2). intros L1 L2. apply Rle_trans with (1 := H1).
  apply Rle_trans with (t * (l * p + m * q) + (1 - t) * (l * r + m * s) + eta); [lra |]. nra.
Qed.

Lemma within_mix t p q r s : 0 <= t <= 1 -> 0 <= q -> 0 <= s -> within p q -> within r s ->
  within (t * p + (1 - t) * r) (t * q + (1 - t) * s).
Proof.
  intros [[Ht | <-] [Ht1 | ->]] Hq Hs H1 H2 E.
  - assert (q = 0) by nra. assert (s = 0) by nra. rewrite H1, H2 by assumption. ring.
  - rewrite H1; [ring |]. lra.
  - rewrite H2; [ring |]. lra.
  - lra.
Qed.

(* The lines below each divergence *)
Lemma bernoulli_power a s : 1 <= a -> 1 + a * (exp s - 1) <= exp (a * s).
Proof.
  intros Ha. replace (a * s) with (s + (a - 1) * s) by ring. rewrite exp_plus.
  generalize (exp_line ((a - 1) * s)) (exp_line (- s)) (exp_pos s). rewrite exp_Ropp. intros H1 H2 H3.
  assert ((1 - s) * exp s <= 1).
  { replace 1 with (/ exp s * exp s) at 2 by (field; lra). apply Rmult_le_compat_r; lra. }
  nra.
Qed.

Lemma below_moment a : 1 < a -> below within (moment a).
Proof.
  intros Ha p0 q0 eta Hp0 Hq0 H0 He.
  destruct Hp0 as [Hp0 | <-].
  2: { exists 0, 0. rewrite moment_0. split; [lra |]. intros. rewrite !Rmult_0_l, Rplus_0_l. apply moment_nonneg. }
  destruct Hq0 as [Hq0 | <-]; [| now rewrite H0 in Hp0; lra].
  pose (c := ln p0 - ln q0). exists (a * exp ((a - 1) * c)), (- (a - 1) * exp (a * c)). split.
  - assert (E : exp (a * c) * q0 = moment a p0 q0).
    { rewrite moment_exp by assumption. rewrite <- (exp_ln q0) at 1 by assumption. rewrite <- exp_plus. f_equal. unfold c; ring. }
    assert (E' : exp ((a - 1) * c) * p0 = moment a p0 q0).
    { rewrite moment_exp by assumption. rewrite <- (exp_ln p0) at 1 by assumption. rewrite <- exp_plus. f_equal. unfold c; ring. }
    nra.
  - intros p q Hp Hq H. assert (0 < exp (a * c)) by apply exp_pos. assert (0 < exp ((a-1) * c)) by apply exp_pos.
    assert (0 <= moment a p q) by apply moment_nonneg.
    assert (0 <= (a - 1) * exp (a * c) * q) by (repeat apply Rmult_le_pos; lra).
    destruct Hp as [Hp | <-]; [| lra].
    destruct Hq as [Hq | <-]; [| rewrite H in Hp; lra].
    pose (s := ln p - ln q - c).
    assert (E : moment a p q = exp (a * c) * q * exp (a * s)).
    { rewrite moment_exp by assumption. rewrite <- (exp_ln q) at 2 by assumption. rewrite <- !exp_plus. f_equal. unfold s; ring. }
    assert (E' : exp ((a - 1) * c) * p = exp (a * c) * q * exp s).
    { rewrite <- (exp_ln q) at 1 by assumption. rewrite <- (exp_ln p) at 1 by assumption. rewrite <- !exp_plus. f_equal. unfold s; ring. }
    generalize (bernoulli_power a s (Rlt_le _ _ Ha)). intros B. rewrite E. rewrite Rmult_assoc, E'.
    assert (0 < exp (a * c) * q) by nra. nra.
Qed.

Lemma below_stick e : below always (fun p q => Rmax (p - exp e * q) 0).
Proof.
  intros p0 q0 eta _ _ _ He. destruct (Rle_dec (p0 - exp e * q0) 0).
  - exists 0, 0. rewrite Rmax_right by lra. split; [lra |]. intros p q _ _ _. generalize (Rmax_r (p - exp e * q) 0). lra.
  - exists 1, (- exp e). rewrite Rmax_left by lra. split; [lra |]. intros p q _ _ _. generalize (Rmax_l (p - exp e * q) 0). lra.
Qed.

Lemma entropy_line c p q : 0 < c -> 0 <= p -> 0 <= q -> within p q -> (ln c + 1) * p - c * q <= entropy p q.
Proof.
  intros Hc Hp Hq H. unfold entropy. destruct Rle_dec.
  - replace p with 0 by lra. nra.
  - destruct Hq as [Hq | <-]; [| rewrite H in n; lra].
    assert (L := exp_line (ln (c * q / p))). assert (0 < c * q) by nra. assert (0 < / p) by (apply Rinv_0_lt_compat; lra).
    rewrite exp_ln in L by (unfold Rdiv; nra).
    replace (p / q) with (c / (c * q / p)) by (field; lra).
    assert (E : ln (c / (c * q / p)) = ln c - ln (c * q / p)) by (apply ln_div; [lra | unfold Rdiv; nra]).
    rewrite E. assert (p * (c * q / p) = c * q) by (field; lra). nra.
Qed.

Lemma below_entropy : below within entropy.
Proof.
  intros p0 q0 eta Hp0 Hq0 H0 He.
  destruct Hp0 as [Hp0 | <-].
  - destruct Hq0 as [Hq0 | <-]; [| now rewrite H0 in Hp0; lra].
    assert (0 < p0 / q0) by (apply Rdiv_lt_0_compat; lra).
    exists (ln (p0 / q0) + 1), (- (p0 / q0)). split.
    + rewrite entropy_pos by assumption. replace (- (p0 / q0) * q0) with (- p0) by (field; lra). nra.
    + intros. generalize (entropy_line (p0 / q0) p q H H1 H2 H3). lra.
  - assert (0 < eta / (q0 + 1)) by (apply Rdiv_lt_0_compat; lra).
    exists (ln (eta / (q0 + 1)) + 1), (- (eta / (q0 + 1))). split.
    + rewrite entropy_0. assert (eta / (q0 + 1) * q0 <= eta); [| lra].
      replace eta with (eta / (q0 + 1) * (q0 + 1)) at 2 by (field; lra). nra.
    + intros p q H1 H2 H3. generalize (entropy_line (eta / (q0 + 1)) p q H H1 H2 H3). lra.
Qed.

Definition chi (p q : R) := (p - q) ^ 2 / q.
Lemma chi_0 : chi 0 0 = 0.
Proof. unfold chi, Rdiv. simpl. ring. Qed.
Lemma below_chi : below within chi.
Proof.
  intros p0 q0 eta Hp0 Hq0 H0 He.
  assert (L : forall r p q, 0 <= p -> 0 <= q -> within p q -> (2 * r - 2) * p + (1 - r ^ 2) * q <= chi p q).
  { intros r p q Hp [Hq | <-] H; [| rewrite H, chi_0 by reflexivity; lra].
    unfold chi. apply Rmult_le_reg_r with q; [assumption |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    generalize (pow2_ge_0 (p - r * q)). nra. }
  destruct Hq0 as [Hq0 | <-].
  - exists (2 * (p0 / q0) - 2), (1 - (p0 / q0) ^ 2). split; [| intros; now apply L].
    apply Rle_trans with ((2 * (p0 / q0) - 2) * p0 + (1 - (p0 / q0) ^ 2) * q0); [| lra].
    apply Req_le. unfold chi. field. lra.
  - exists (2 * 0 - 2), (1 - 0 ^ 2). split; [| intros; now apply L]. rewrite H0, chi_0 by reflexivity. lra.
Qed.

Definition overlap (p q : R) := - sqrt (p * q).
Lemma below_overlap : below always overlap.
Proof.
  intros p0 q0 eta Hp0 Hq0 _ He.
  assert (L : forall c p q, 0 < c -> 0 <= p -> 0 <= q -> always p q -> - (c / 2) * p + - (/ (2 * c)) * q <= overlap p q).
  { intros c p q Hc Hp Hq _. unfold overlap. rewrite sqrt_mult_alt by assumption.
    assert (0 < / (2 * c)) by (apply Rinv_0_lt_compat; lra).
    generalize (pow2_ge_0 (c * sqrt p - sqrt q)) (sqrt_sqrt p Hp) (sqrt_sqrt q Hq).
    generalize (sqrt p) (sqrt q). intros s t S E1 E2. apply Ropp_le_cancel. rewrite Ropp_involutive. apply Rmult_le_reg_l with (2 * c); [lra |].
    replace (2 * c * - (- (c / 2) * p + - / (2 * c) * q)) with (c * c * p + q) by (field; lra).
    rewrite <- E1, <- E2. simpl in S. lra. }
  destruct Hp0 as [Hp0 | <-]; [destruct Hq0 as [Hq0 | <-] |].
  - assert (Hs : 0 < sqrt p0) by now apply sqrt_lt_R0. assert (Ht : 0 < sqrt q0) by now apply sqrt_lt_R0.
    assert (Hc : 0 < sqrt q0 / sqrt p0) by now apply Rdiv_lt_0_compat.
    exists (- (sqrt q0 / sqrt p0 / 2)), (- (/ (2 * (sqrt q0 / sqrt p0)))). split; [| intros; now apply L].
    unfold overlap. rewrite sqrt_mult_alt by lra. generalize (sqrt_sqrt p0 (Rlt_le _ _ Hp0)) (sqrt_sqrt q0 (Rlt_le _ _ Hq0)).
    revert Hs Ht. generalize (sqrt p0) (sqrt q0). intros s t Hs Ht E1 E2. rewrite <- E1, <- E2.
    apply Rle_trans with (- (s * t) + eta); [lra |]. apply Req_le. field. lra.
  - assert (Hc : 0 < eta / (p0 + 1)) by (apply Rdiv_lt_0_compat; lra).
    exists (- (eta / (p0 + 1) / 2)), (- (/ (2 * (eta / (p0 + 1))))). split; [| intros; now apply L].
    unfold overlap. rewrite Rmult_0_r, sqrt_0.
    assert (eta / (p0 + 1) * p0 <= eta); [| lra].
    replace eta with (eta / (p0 + 1) * (p0 + 1)) at 2 by (field; lra). nra.
  - assert (Hc : 0 < (q0 + 1) / eta) by (apply Rdiv_lt_0_compat; lra).
    exists (- ((q0 + 1) / eta / 2)), (- (/ (2 * ((q0 + 1) / eta)))). split; [| intros; now apply L].
    unfold overlap. rewrite Rmult_0_l, sqrt_0.
    assert (/ (2 * ((q0 + 1) / eta)) * q0 <= eta); [| lra].
    replace (/ (2 * ((q0 + 1) / eta)) * q0) with (eta * q0 / (2 * (q0 + 1))) by (field; lra).
    apply Rmult_le_reg_r with (2 * (q0 + 1)); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra.
Qed.

(* Data processing *)
Section Push.
  Context {T U : space} (K : kernel T U) (P Q : law T).
  Lemma push_continuous : P << Q -> push K P << push K Q.
  Proof. intros H y. simpl. apply within_sum; auto; intros; apply mass_nonneg. Qed.
  Lemma push_max t : max_at_most t P Q -> max_at_most t (push K P) (push K Q).
  Proof.
    intros H y. simpl. rewrite <- Sum_scal. apply Sum_le; intros x.
    rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [apply mass_nonneg | apply H].
  Qed.
  Lemma push_stick e : HockeyStick e (push K P) (push K Q) <= HockeyStick e P Q.
  Proof. exact (processing always _ (below_stick e) T U K P Q (fun _ => I) (fun _ => I)). Qed.
  Lemma push_variation : TotalVariation (push K P) (push K Q) <= TotalVariation P Q.
  Proof. rewrite !variation_stick. apply push_stick. Qed.
  Lemma push_hellinger : Hellinger (push K P) (push K Q) <= Hellinger P Q.
  Proof.
    generalize (processing always _ below_overlap T U K P Q (fun _ => I) (fun _ => I)). unfold Hellinger, overlap.
    rewrite (Sum_ext U _ (fun y => -1 * sqrt (push K P y * push K Q y))) by (intros; ring).
    rewrite (Sum_ext T _ (fun y => -1 * sqrt (P y * Q y))) by (intros; ring).
    rewrite (Sum_scal U), (Sum_scal T). lra.
  Qed.
  Lemma push_moment a : 1 < a -> P << Q -> Moment a (push K P) (push K Q) <= Moment a P Q.
  Proof. intros Ha C. exact (processing within _ (below_moment a Ha) T U K P Q C (push_continuous C)). Qed.
  Lemma push_kl : P << Q -> KL (push K P) (push K Q) <= KL P Q.
  Proof. intros C. exact (processing within _ below_entropy T U K P Q C (push_continuous C)). Qed.
  Lemma push_chi : P << Q -> ChiSquared (push K P) (push K Q) <= ChiSquared P Q.
  Proof. intros C. exact (processing within _ below_chi T U K P Q C (push_continuous C)). Qed.
  Lemma push_renyi_at_most a t : 1 <= a -> renyi_at_most a t P Q -> renyi_at_most a t (push K P) (push K Q).
  Proof.
    intros [Ha | <-].
    - rewrite !renyi_moment by assumption. intros [C H]. split; [now apply push_continuous |].
      apply Rle_trans with (2 := H). now apply push_moment.
    - rewrite !renyi_kl. intros [C H]. split; [now apply push_continuous |].
      apply Rle_trans with (2 := H). now apply push_kl.
  Qed.
End Push.

(* Guarantees that are kept by randomised maps *)
Definition closed (G : guarantee) := forall (T U : space) (K : kernel T U) (P Q : law T), G T P Q -> G U (push K P) (push K Q).

Theorem process {X} G (M : mechanism X) : closed G -> holds G M -> holds G (PostProcess M).
Proof. intros C H T B HB x y Hxy. destruct HB as [T U K A HA]. apply C. now apply (H T A). Qed.

Theorem closed_pure e : closed (pure e).
Proof. intros T U K P Q. apply push_max. Qed.
Theorem closed_approx e d : closed (approx e d).
Proof. intros T U K P Q H. apply Rle_trans with (2 := H). apply push_stick. Qed.
Theorem closed_renyi a t : 1 <= a -> closed (renyi a t).
Proof. intros Ha T U K P Q. now apply push_renyi_at_most. Qed.
Theorem closed_zcdp x r : closed (zcdp x r).
Proof. intros T U K P Q H a Ha. apply push_renyi_at_most; [lra | now apply H]. Qed.
Theorem closed_bounded_zcdp m x r : closed (bounded_zcdp m x r).
Proof. intros T U K P Q H a Ha Hm. apply push_renyi_at_most; [lra | now apply H]. Qed.
Lemma push_mix (T U : space) (K : kernel T U) d (C A : law T) (P : T -> R) y :
  (forall z, P z = d * C z + (1 - d) * A z) -> Sum T (fun x => P x * K x y) = d * push K C y + (1 - d) * push K A y.
Proof. intros H. simpl. rewrite <- Sum_lin. apply Sum_ext; intros z. rewrite H. ring. Qed.
Theorem closed_approx_zcdp d x r : closed (approx_zcdp d x r).
Proof.
  intros T U K P Q [A [B [C [D [H [HA HB]]]]]]. exists (push K A), (push K B), (push K C), (push K D).
  split; [| split; now apply closed_zcdp]. intros y. split; apply push_mix; intros z; apply H.
Qed.
Theorem closed_range w : closed (range w).
Proof.
  intros T U K P Q H x y. simpl.
  assert (E : forall (A B : T -> R) (f g : T -> R), Sum T (fun a => A a * f a) * Sum T (fun b => B b * g b) =
    Sum T (fun a => Sum T (fun b => A a * B b * (f a * g b)))).
  { intros. rewrite <- Sum_scal_r. apply Sum_ext; intros a. rewrite <- Sum_scal. apply Sum_ext; intros b. ring. }
  rewrite !E, (Sum_swap T T (fun a b => P a * Q b * (K a y * K b x))), <- Sum_scal.
  apply Sum_le; intros a. rewrite <- Sum_scal. apply Sum_le; intros b.
  generalize (H a b) (mass_nonneg (K a) x) (mass_nonneg (K b) y). intros.
  assert (0 <= K a x * K b y) by now apply Rmult_le_pos.
  apply Rle_trans with (exp w * (P b * Q a) * (K a x * K b y)); [nra |]. apply Req_le. ring.
Qed.
Theorem closed_tail x r : closed (tail x r).
Proof. intros T U K P Q H d Hd Hd1. apply Rle_trans with (2 := H d Hd Hd1). apply push_stick. Qed.
Lemma push_push (T U V : space) (K : kernel T U) (L : kernel U V) (P : law T) y :
  push L (push K P) y = push (fun x => push L (K x)) P y.
Proof.
  simpl. rewrite (Sum_ext U _ (fun u => Sum T (fun x => P x * (K x u * L u y)))).
  - rewrite <- Sum_swap. apply Sum_ext; intros x. now rewrite Sum_scal.
  - intros u. rewrite <- Sum_scal_r. apply Sum_ext; intros x. ring.
Qed.
Theorem closed_simulable e d : closed (simulable e d).
Proof.
  intros T U K P Q [L H]. exists (fun x => push K (L x)). intros y. rewrite <- !push_push.
  split; simpl; apply Sum_ext; intros x; f_equal; apply H.
Qed.

(* What is equal to images of two laws has what they have. *)
Lemma closed_image G (S T : space) (A B : law S) (K : kernel S T) (P Q : T -> R) : closed G ->
  (forall y, P y = push K A y /\ Q y = push K B y) -> G S A B -> G T P Q.
Proof.
  intros C H HG.
  replace P with (mass (push K A)) by (apply functional_extensionality; intros y; symmetry; apply H).
  replace Q with (mass (push K B)) by (apply functional_extensionality; intros y; symmetry; apply H).
  now apply C.
Qed.
