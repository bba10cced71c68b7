(* Hoelder's inequality for Renyi divergences, and groups of databases. *)
From Coq Require Import Reals Lra Psatz List Lia.
From dpsym Require Import Finite Divergences Mechanisms Processing Composition Order Conversions.
Open Scope R_scope.

Section Triangle.
  Context {T : space}.
  Implicit Types P Q R : law T.

  Lemma triangle a A B w t u P R Q :
    0 <= w <= 1 -> w * A = a -> (1 - w) * (B - 1) = a - 1 -> w * (1 - A) + (1 - w) * B = 0 ->
    P << R -> R << Q -> Moment A P R <= exp t -> Moment B R Q <= exp u ->
    Moment a P Q <= exp (w * t + (1 - w) * u).
  Proof.
    intros Hw Ea Eb E0 C1 C2 M1 M2.
    apply Rle_trans with (Sum T (fun x => exp (w * t + (1 - w) * u) *
      (w * exp (- t) * moment A (P x) (R x) + (1 - w) * exp (- u) * moment B (R x) (Q x)))).
    - apply Sum_le; intros x.
      assert (N : forall c p q, 0 <= moment c p q) by (intros; apply moment_nonneg).
      assert (0 <= exp (w * t + (1 - w) * u) *
        (w * exp (- t) * moment A (P x) (R x) + (1 - w) * exp (- u) * moment B (R x) (Q x))).
      { apply Rmult_le_pos; [left; apply exp_pos |]. generalize (exp_pos (- t)) (exp_pos (- u)). intros.
        apply Rplus_le_le_0_compat; (apply Rmult_le_pos; [apply Rmult_le_pos; lra | apply N]). }
      destruct (mass_nonneg P x) as [Hp | Hp]; [| apply Rle_trans with (2 := H); rewrite <- Hp, moment_0; lra].
      assert (Hr := positive_of P R x C1 Hp). assert (Hq := positive_of R Q x C2 Hr).
      rewrite !moment_exp, !Rmult_assoc, <- !exp_plus by assumption.
      apply Rle_trans with (exp (w * t + (1 - w) * u) * exp (w * (- t + (A * ln (P x) + (1 - A) * ln (R x))) +
        (1 - w) * (- u + (B * ln (R x) + (1 - B) * ln (Q x))))).
      + rewrite <- exp_plus. apply exp_up, Req_le.
        replace (w * (- t + (A * ln (P x) + (1 - A) * ln (R x))) + (1 - w) * (- u + (B * ln (R x) + (1 - B) * ln (Q x))))
          with (- (w * t + (1 - w) * u) + (w * A * ln (P x) + (w * (1 - A) + (1 - w) * B) * ln (R x) - ((1 - w) * (B - 1)) * ln (Q x))) by ring.
        rewrite Ea, Eb, E0. ring.
      + apply Rmult_le_compat_l; [left; apply exp_pos |]. now apply exp_convex.
    - rewrite Sum_scal, Sum_lin. fold (Moment A P R). fold (Moment B R Q).
      assert (E : forall c m, m <= exp c -> exp (- c) * m <= 1).
      { intros c m H. rewrite <- exp_0. replace 0 with (- c + c) by ring. rewrite exp_plus. apply Rmult_le_compat_l; [left; apply exp_pos | assumption]. }
      assert (L : w * exp (- t) * Moment A P R + (1 - w) * exp (- u) * Moment B R Q <= 1).
      { generalize (E t _ M1) (E u _ M2). rewrite !Rmult_assoc. generalize (exp (- t) * Moment A P R) (exp (- u) * Moment B R Q). intros. nra. }
      rewrite <- (Rmult_1_r (exp (w * t + (1 - w) * u))) at 2. apply Rmult_le_compat_l; [left; apply exp_pos | exact L].
  Qed.

  Lemma hoelder_at_most k a t u P R Q : 1 < k -> 1 < a ->
    renyi_at_most ((k * a - 1) / (k - 1)) t P R -> renyi_at_most (k * a) u R Q ->
    renyi_at_most a (k * a / (k * a - 1) * t + u) P Q.
  Proof.
    intros Hk Ha H1 H2. assert (Hka : 1 < k * a) by nra.
    assert (HA : 1 < (k * a - 1) / (k - 1)).
    { apply Rmult_lt_reg_r with (k - 1); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra. }
    rewrite renyi_moment in H1, H2 by assumption. rewrite renyi_moment by assumption.
    destruct H1 as [C1 M1], H2 as [C2 M2]. split; [intros x Hx; apply C1, C2, Hx |].
    assert (W : 0 <= a * (k - 1) / (k * a - 1) <= 1).
    { split; [apply Rmult_le_pos; [nra | left; apply Rinv_0_lt_compat; lra] |].
      apply Rmult_le_reg_r with (k * a - 1); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    apply Rle_trans with (1 := triangle a ((k * a - 1) / (k - 1)) (k * a) (a * (k - 1) / (k * a - 1)) _ _ P R Q W
      ltac:(field; lra) ltac:(field; lra) ltac:(field; lra) C1 C2 M1 M2). apply exp_up, Req_le. field. lra.
  Qed.
  Lemma fact_hoelder : forall P Q R k a, 1 < k -> 1 < a -> P << R -> R << Q ->
    P << Q /\ Renyi a P Q <= k * a / (k * a - 1) * Renyi ((k * a - 1) / (k - 1)) P R + Renyi (k * a) R Q.
  Proof. intros P Q R k a Hk Ha C1 C2. apply (hoelder_at_most k a _ _ P R Q); try assumption; (split; [assumption | lra]). Qed.
End Triangle.

(* The sum of the row "group-order". *)
Definition spread (k : nat) (b : R) := sum (seq 0 k) (fun j => b / (b - INR j)).
Lemma spread_last k b : spread (S k) b = spread k b + b / (b - INR k).
Proof. unfold spread. rewrite seq_S, sum_app. simpl. ring. Qed.
Lemma sum_const A (l : list A) c : sum l (fun _ => c) = INR (length l) * c.
Proof. induction l as [| a l IH]; [simpl; ring |]. cbn [length sum]. rewrite IH, S_INR. ring. Qed.
Lemma spread_ge k b : INR k <= b -> INR k <= spread k b.
Proof.
  intros H. unfold spread. replace (INR k) with (sum (seq 0 k) (fun _ => 1)) at 1 by (rewrite sum_const, seq_length; ring).
  apply sum_le_in. intros j Hj. apply in_seq in Hj. assert (INR j + 1 <= INR k) by (rewrite <- S_INR; apply le_INR; lia).
  apply Rmult_le_reg_r with (b - INR j); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. generalize (pos_INR j). lra.
Qed.
Lemma spread_le k b : INR k <= b -> spread k b <= INR k * b.
Proof.
  intros H. unfold spread. replace (INR k) with (INR (length (seq 0 k))) by now rewrite seq_length. rewrite <- sum_const.
  apply sum_le_in. intros j Hj. apply in_seq in Hj. assert (INR j + 1 <= INR k) by (rewrite <- S_INR; apply le_INR; lia).
  apply Rmult_le_reg_r with (b - INR j); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. generalize (pos_INR j). nra.
Qed.
Fixpoint harmonics (k : nat) : R := match k with O => 0 | S j => harmonics j + / INR (S j) end.
Lemma harmonics_spread k n : (k <= n)%nat -> sum (seq 0 k) (fun j => / INR (n - j)) = harmonics n - harmonics (n - k).
Proof.
  induction k as [| k IH]; intros H; [simpl; rewrite Nat.sub_0_r; ring |].
  rewrite seq_S, sum_app, IH by lia. cbn [sum Nat.add]. replace (n - k)%nat with (S (n - S k)) by lia. cbn [harmonics]. ring.
Qed.
Lemma spread_harmonics k b : INR k <= b -> (1 <= k)%nat -> spread k b <= INR k * harmonics k.
Proof.
  intros H Hk. assert (E := harmonics_spread k k (le_n k)). rewrite Nat.sub_diag in E. simpl harmonics at 2 in E.
  rewrite Rminus_0_r in E. rewrite <- E, <- sum_scal. unfold spread. apply sum_le_in. intros j Hj. apply in_seq in Hj.
  assert (INR j + 1 <= INR k) by (rewrite <- S_INR; apply le_INR; lia). rewrite minus_INR by lia.
  apply Rmult_le_reg_r with ((b - INR j) * (INR k - INR j)); [nra |].
  replace (b / (b - INR j) * ((b - INR j) * (INR k - INR j))) with (b * (INR k - INR j)) by (field; lra).
  replace (INR k * / (INR k - INR j) * ((b - INR j) * (INR k - INR j))) with (INR k * (b - INR j)) by (field; lra).
  generalize (pos_INR j). nra.
Qed.

Section Groups.
  Context {X : databases}.
  Implicit Types M : mechanism X.

  Lemma on_chains (G : guarantee) M k :
    (forall (T : space) (A : X -> law T), M T A -> forall x y, chain k x y -> G T (A x) (A y)) -> holds G (Group M k).
  Proof. exact (fun H => H). Qed.

  Lemma fact_group_pure : forall M e k, PureDP M e -> PureDP (Group M k) (INR k * e).
  Proof.
    intros M e k H. assert (He := pure_nonneg M e H). apply on_chains. intros T A HA x y Hxy.
    induction Hxy as [k x | k x z y Hxz _ IH]; intros o.
    - generalize (exp_line (INR k * e)) (pos_INR k) (mass_nonneg (A x) o). intros. assert (0 <= INR k * e) by nra. nra.
    - rewrite S_INR. replace ((INR k + 1) * e) with (e + INR k * e) by ring. rewrite exp_plus.
      generalize (H T A HA x z Hxz o) (IH o) (exp_pos e). intros. nra.
  Qed.
  Lemma fact_group_range : forall M e k, BoundedRange M e -> BoundedRange (Group M k) (INR k * e).
  Proof.
    intros M e k H. 
    assert (He : 0 <= e).
    { destruct (some_pair M _ H) as [T [P [Q HP]]]. destruct (Rle_lt_dec 0 e) as [| N]; [assumption | exfalso].
      assert (L : Sum T (fun z => Sum T (fun w => P z * Q w)) <= Sum T (fun z => Sum T (fun w => exp e * (P w * Q z)))).
      { apply Sum_le; intros z. apply Sum_le; intros w. apply HP. }
      rewrite (Sum_ext T _ P) in L by (intros z; rewrite Sum_scal, mass_one; ring).
      rewrite (Sum_ext T (fun z => Sum T (fun w => exp e * (P w * Q z))) (fun z => exp e * Q z)) in L
        by (intros z; rewrite Sum_scal, Sum_scal_r, mass_one; ring).
      rewrite Sum_scal, !mass_one in L. generalize (exp_increasing e 0 N). rewrite exp_0. lra. }
    apply on_chains. intros T A HA x y Hxy.
    induction Hxy as [k x | k x z y Hxz _ IH]; intros o w.
    - generalize (exp_line (INR k * e)) (pos_INR k) (mass_nonneg (A x) o) (mass_nonneg (A x) w). intros. assert (0 <= INR k * e) by nra.
      assert (0 <= A x o * A x w) by nra. nra.
    - assert (C : A z << A y).
      { intros v Hv. destruct (law_positive (A y)) as [u Hu]. generalize (IH v u) (mass_nonneg (A z) v). rewrite Hv. nra. }
      assert (C' : A x << A z).
      { intros v Hv. destruct (law_positive (A z)) as [u Hu]. generalize (H T A HA x z Hxz v u) (mass_nonneg (A x) v). rewrite Hv. nra. }
      rewrite S_INR. replace ((INR k + 1) * e) with (e + INR k * e) by ring. rewrite exp_plus.
      generalize (H T A HA x z Hxz o w) (IH o w) (exp_pos e) (exp_pos (INR k * e))
        (mass_nonneg (A x) o) (mass_nonneg (A x) w) (mass_nonneg (A y) o) (mass_nonneg (A y) w).
      destruct (mass_nonneg (A z) o) as [Hzo | Hzo]; [| rewrite (C' o) by (now symmetry); intros; rewrite Rmult_0_l; repeat apply Rmult_le_pos; lra].
      destruct (mass_nonneg (A z) w) as [Hzw | Hzw].
      2: { intros G1 G2 E1 E2 N1 N2 N3 N4. rewrite <- Hzw in G2. assert (A y w = 0 \/ 0 < A y w) as [-> | Y] by lra; [rewrite Rmult_0_r; repeat apply Rmult_le_pos; lra |]. nra. }
      generalize (A z o) (A z w) (A x o) (A x w) (A y o) (A y w) (exp e) (exp (INR k * e)) Hzo Hzw. clear.
      intros p q a b c d E F Hp Hq G1 G2 HE HF Ha Hb Hc Hd.
      (* a q <= E b p and p d <= F q c *)
      apply Rmult_le_reg_r with (p * q); [now apply Rmult_lt_0_compat |].
      apply Rle_trans with ((E * (b * p)) * (F * (q * c))); [| apply Req_le; ring].
      replace (a * d * (p * q)) with ((a * q) * (p * d)) by ring. apply Rmult_le_compat; try assumption; apply Rmult_le_pos; lra.
  Qed.

  Lemma group_sticks M e d k : ApproxDP M e d -> 0 <= e -> ApproxDP (Group M k) (INR k * e) (d * sum (seq 0 k) (fun j => exp (INR j * e))).
  Proof.
    intros H He. assert (Hd := approx_nonneg M e d H). apply on_chains. intros T A HA x y Hxy.
    assert (Z : forall k, 0 <= sum (seq 0 k) (fun j => exp (INR j * e))) by (intros; apply sum_nonneg; intros; left; apply exp_pos).
    induction Hxy as [k x | k x z y Hxz _ IH]; unfold approx in *.
    - rewrite stick_same; [now apply Rmult_le_pos |]. apply Rmult_le_pos; [apply pos_INR | assumption].
    - assert (E : sum (seq 0 (S k)) (fun j => exp (INR j * e)) = 1 + exp e * sum (seq 0 k) (fun j => exp (INR j * e))).
      { cbn [seq sum]. rewrite <- seq_shift, sum_map, Rmult_0_l, exp_0, <- sum_scal. f_equal. apply sum_ext; intros j.
        rewrite <- exp_plus. f_equal. rewrite S_INR. ring. }
      rewrite E. apply Rle_trans with (HockeyStick e (A x) (A z) + exp e * HockeyStick (INR k * e) (A z) (A y)).
      + unfold HockeyStick. rewrite <- Sum_scal, <- Sum_plus. apply Sum_le; intros o.
        rewrite S_INR. replace ((INR k + 1) * e) with (e + INR k * e) by ring. rewrite exp_plus.
        generalize (Rmax_l (A x o - exp e * A z o) 0) (Rmax_r (A x o - exp e * A z o) 0) (exp_pos e)
          (Rmax_l (A z o - exp (INR k * e) * A y o) 0) (Rmax_r (A z o - exp (INR k * e) * A y o) 0). intros. apply Rmax_lub; nra.
      + generalize (H T A HA x z Hxz) (exp_pos e). unfold approx. intros. nra.
  Qed.
  Lemma geometric_sum e k : 0 < e -> sum (seq 0 k) (fun j => exp (INR j * e)) = (exp (INR k * e) - 1) / (exp e - 1).
  Proof.
    intros He. assert (1 < exp e) by (rewrite <- exp_0; now apply exp_increasing).
    induction k as [| k IH]; [simpl; rewrite Rmult_0_l, exp_0; field; lra |].
    rewrite seq_S, sum_app, IH. cbn [sum Nat.add]. rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l, exp_plus. field. lra.
  Qed.

  Lemma bounded_line M m x r : BoundedZCDP M m x r -> 1 < m -> 0 <= x + r.
  Proof.
    intros H Hm. destruct (some_pair M _ H) as [T [P [Q HP]]]. destruct (zcdp_kl x r m P Q Hm HP) as [C L].
    apply Rle_trans with (2 := L). rewrite <- Renyi_one. apply renyi_nonneg; [lra | assumption].
  Qed.

  Lemma bounded_group M m x r k : BoundedZCDP M m x r -> 0 <= r -> forall a, 1 < a -> INR k * a <= m -> 1 < m ->
    RenyiDP (Group M k) a (x * spread k (INR k * a) + INR k ^ 2 * r * a).
  Proof.
    intros H Hr a Ha Hl Hm. assert (L := bounded_line M m x r H Hm). apply on_chains. intros T A HA u v Huv. revert a Ha Hl.
    induction Huv as [k u | k u w v Huw Hwv IH]; intros a Ha Hl.
    - apply renyi_more with 0; [| apply renyi_same; lra]. assert (K := pos_INR k).
      assert (INR k <= INR k * a) by nra. assert (S1 := spread_ge k (INR k * a) H0). assert (S2 := spread_le k (INR k * a) H0).
      destruct (Rle_lt_dec 0 x); [assert (0 <= x * spread k (INR k * a)) by (apply Rmult_le_pos; lra); assert (0 <= INR k ^ 2 * r * a) by (repeat apply Rmult_le_pos; try lra); lra |].
      assert (x * (INR k * (INR k * a)) <= x * spread k (INR k * a)) by nra.
      assert (0 <= (x + r) * (INR k * (INR k * a))) by (repeat apply Rmult_le_pos; lra). nra.
    - assert (B : forall b, 1 < b -> b <= m -> renyi_at_most b (x + r * b) (A u) (A w)).
      { intros b Hb Hbm. apply (fact_bounded_zcdp_renyi M m x r b (x + r * b)); try assumption; lra. }
      destruct k as [| k].
      + inversion Hwv; subst. apply renyi_more with (2 := B a Ha ltac:(simpl in Hl; lra)). unfold spread. simpl. apply Req_le. field. lra.
      + set (j := INR (S k)) in *. assert (Hj : 1 <= j) by (unfold j; rewrite S_INR; generalize (pos_INR k); lra).
        assert (Hk : 1 < (j + 1) / j). { apply Rmult_lt_reg_r with j; [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
        assert (Hka : 1 < (j + 1) / j * a) by nra.
        assert (H1 : 1 < ((j + 1) / j * a - 1) / ((j + 1) / j - 1)).
        { apply Rmult_lt_reg_r with ((j + 1) / j - 1); [lra |]. unfold Rdiv at 2. rewrite Rmult_assoc, Rinv_l by lra. nra. }
        rewrite S_INR in Hl. fold j in Hl.
        assert (H2 : ((j + 1) / j * a - 1) / ((j + 1) / j - 1) <= m).
        { replace (((j + 1) / j * a - 1) / ((j + 1) / j - 1)) with ((j + 1) * a - j) by (field; lra). lra. }
        assert (H3 : j * ((j + 1) / j * a) <= m) by (replace (j * ((j + 1) / j * a)) with ((j + 1) * a) by (field; lra); lra).
        assert (D := hoelder_at_most ((j + 1) / j) a _ _ (A u) (A w) (A v) Hk Ha (B _ H1 H2) (IH ((j + 1) / j * a) Hka H3)).
        apply renyi_more with (2 := D). apply Req_le. rewrite (spread_last (S k)).
        replace (INR (S (S k))) with (j + 1) by (unfold j; rewrite (S_INR (S k)); reflexivity). fold j.
        replace (j * ((j + 1) / j * a)) with ((j + 1) * a) by (field; lra).
        assert ((j + 1) * a - j <> 0) by nra. assert (j * a + a - j <> 0) by lra. field. repeat split; lra || nra.
  Qed.
  Lemma group_orders M x r k : ZCDP M x r -> 0 <= r -> forall a, 1 < a ->
    RenyiDP (Group M k) a (x * spread k (INR k * a) + INR k ^ 2 * r * a).
  Proof.
    intros H Hr a Ha. apply (bounded_group M (INR k * a + 2)); try assumption; try (generalize (pos_INR k); nra).
    now apply fact_zcdp_bounded.
  Qed.
  Lemma zcdp_of_orders M x r : (forall a, 1 < a -> RenyiDP M a (x + r * a)) -> ZCDP M x r.
  Proof. apply zcdp_renyi. Qed.
  Lemma group_zcdp M x r y k : ZCDP M x r -> 0 <= r -> (forall a, 1 < a -> x * spread k (INR k * a) <= y) ->
    ZCDP (Group M k) y (INR k ^ 2 * r).
  Proof.
    intros H Hr Hy T A HA u v Huv a Ha. apply renyi_more with (x * spread k (INR k * a) + INR k ^ 2 * r * a).
    - generalize (Hy a Ha). lra.
    - now apply (group_orders M x r k H Hr a Ha T A HA u v).
  Qed.
  Lemma fact_group_zcdp : forall M r k, ZCDP M 0 r -> 0 <= r -> ZCDP (Group M k) 0 (INR k ^ 2 * r).
  Proof. intros M r k H Hr. apply (group_zcdp M 0); try assumption. intros. lra. Qed.
  Lemma fact_group_zcdp_below : forall M x r k, ZCDP M x r -> 0 <= r -> x <= 0 -> ZCDP (Group M k) (INR k * x) (INR k ^ 2 * r).
  Proof.
    intros M x r k H Hr Hx. apply (group_zcdp M x); try assumption. intros a Ha.
    assert (S1 := spread_ge k (INR k * a) ltac:(generalize (pos_INR k); nra)). nra.
  Qed.
  Lemma group_zcdp_above M x r k : (1 <= k)%nat -> ZCDP M x r -> 0 <= r -> 0 <= x ->
    ZCDP (Group M k) (INR k * harmonics k * x) (INR k ^ 2 * r).
  Proof.
    intros Hk H Hr Hx. apply (group_zcdp M x); try assumption. intros a Ha.
    assert (S1 := spread_harmonics k (INR k * a) ltac:(generalize (pos_INR k); nra) Hk). nra.
  Qed.
End Groups.
