(* The lemmas and tactics that the exported proofs share. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic Specific_stdz Specific_ops.
Module SF := SpecificFloat StdZRadix2.
Module IT := IntervalTactic SF.
Export IT.
Open Scope R_scope.

Theorem dpsym_mean : forall (f df : R -> R) (a b : R),
  a < b -> (forall x, a <= x <= b -> is_derive f x (df x)) ->
  exists c, f b - f a = df c * (b - a) /\ a < c < b.
Proof.
  intros f df a b Hab Hd.
  destruct (MVT_cor2 f df a b Hab) as [c Hc].
  - intros c Hc. apply is_derive_Reals. apply Hd. lra.
  - exists c. exact Hc.
Qed.

Theorem dpsym_up : forall (f df : R -> R) (a b : R),
  a <= b -> (forall x, a <= x <= b -> is_derive f x (df x)) ->
  (forall x, a < x < b -> 0 <= df x) -> f a <= f b.
Proof.
  intros f df a b Hab Hd Hs.
  destruct (Req_dec a b) as [<- | Hne]; [lra |].
  destruct (dpsym_mean f df a b) as [c [Heq Hc]]; [lra | assumption |].
  assert (0 <= df c) by (apply Hs; lra). nra.
Qed.

Theorem dpsym_down : forall (f df : R -> R) (a b : R),
  a <= b -> (forall x, a <= x <= b -> is_derive f x (df x)) ->
  (forall x, a < x < b -> 0 <= - df x) -> f b <= f a.
Proof.
  intros f df a b Hab Hd Hs.
  destruct (Req_dec a b) as [<- | Hne]; [lra |].
  destruct (dpsym_mean f df a b) as [c [Heq Hc]]; [lra | assumption |].
  assert (0 <= - df c) by (apply Hs; lra). nra.
Qed.

(* A derivative that is a weight >= 0 times a falling function. *)
Theorem dpsym_hill : forall (f w g dg : R -> R) (a b x : R), a <= x <= b ->
  (forall t, a <= t <= b -> is_derive f t (w t * g t)) ->
  (forall t, a < t < b -> 0 <= w t) ->
  (forall t, a < t < b -> is_derive g t (dg t)) ->
  (forall t, a < t < b -> 0 <= - dg t) -> f a <= f x \/ f b <= f x.
Proof.
  intros f w g dg a b x Hx Hd Hw Hg Hs.
  destruct (Req_dec a x) as [<- | Hax]; [left; lra |].
  destruct (Req_dec x b) as [-> | Hxb]; [right; lra |].
  destruct (Rle_lt_dec 0 (g x)) as [H | H].
  - left. apply (dpsym_up f (fun t => w t * g t)); [lra | intros; apply Hd; lra |].
    intros t Ht. apply Rmult_le_pos; [apply Hw; lra |].
    apply Rle_trans with (1 := H). apply (dpsym_down g dg); [lra | intros; apply Hg; lra | intros; apply Hs; lra].
  - right. apply (dpsym_down f (fun t => w t * g t)); [lra | intros; apply Hd; lra |].
    intros t Ht. assert (0 <= w t) by (apply Hw; lra).
    assert (g t <= g x) by (apply (dpsym_down g dg); [lra | intros; apply Hg; lra | intros; apply Hs; lra]). nra.
Qed.

Theorem dpsym_valley : forall (f w g dg : R -> R) (c x : R), g c = 0 ->
  (forall t, c <= t <= x \/ x <= t <= c -> is_derive f t (w t * g t)) ->
  (forall t, c < t < x \/ x < t < c -> 0 <= w t) ->
  (forall t, c <= t <= x \/ x <= t <= c -> is_derive g t (dg t)) ->
  (forall t, c < t < x \/ x < t < c -> 0 <= dg t) -> f c <= f x.
Proof.
  intros f w g dg c x Hc Hd Hw Hg Hs.
  destruct (Rle_lt_dec c x) as [H | H].
  - apply (dpsym_up f (fun t => w t * g t)); [lra | intros; apply Hd; lra |].
    intros t Ht. apply Rmult_le_pos; [apply Hw; lra |]. rewrite <- Hc.
    apply (dpsym_up g dg); [lra | intros; apply Hg; lra | intros; apply Hs; lra].
  - apply (dpsym_down f (fun t => w t * g t)); [lra | intros; apply Hd; lra |].
    intros t Ht. assert (0 <= w t) by (apply Hw; lra).
    assert (g t <= 0) by (rewrite <- Hc; apply (dpsym_up g dg); [lra | intros; apply Hg; lra | intros; apply Hs; lra]). nra.
Qed.

(* Integers, by the reals that they are. *)
Definition dpsym_integer (x : R) := exists n : Z, x = IZR n.

Theorem dpsym_next : forall x y : R, dpsym_integer x -> dpsym_integer y -> x < y -> x + 1 <= y.
Proof. intros x y [n ->] [m ->] H. apply lt_IZR in H. rewrite <- plus_IZR. apply IZR_le. lia. Qed.

Theorem dpsym_induction : forall (P : R -> Prop) (low : R), dpsym_integer low -> P low ->
  (forall k, dpsym_integer k -> low <= k -> P k -> P (1 + k)) ->
  forall k, dpsym_integer k -> low <= k -> P k.
Proof.
  intros P low [m ->] H0 Hs k [n ->] Hk. apply le_IZR in Hk.
  pattern n. apply (Zlt_lower_bound_ind _ m); [| exact Hk].
  intros i IH Hi. destruct (Z.eq_dec i m) as [-> | Hne]; [exact H0 |].
  replace (IZR i) with (1 + IZR (i - 1)) by (rewrite minus_IZR; ring).
  apply Hs; [exists (i - 1)%Z; reflexivity | apply IZR_le; lia | apply IH; lia].
Qed.

Theorem dpsym_induction_to : forall (P : R -> Prop) (low high : R),
  dpsym_integer low -> dpsym_integer high -> P low ->
  (forall k, dpsym_integer k -> low <= k -> k <= high - 1 -> P k -> P (1 + k)) ->
  forall k, dpsym_integer k -> low <= k -> k <= high -> P k.
Proof.
  intros P low high Hl Hh H0 Hs k Hk Hlow. apply (dpsym_induction (fun k => k <= high -> P k) low); try assumption.
  - intros _. exact H0.
  - intros j Hj Hlj IH Hu. apply Hs; [assumption | assumption | lra | apply IH; lra].
Qed.

Theorem dpsym_square : forall p q : R, 0 <= p -> 0 <= p * p - q * q -> 0 <= p + q.
Proof. intros p q Hp Hq. destruct (Rle_lt_dec 0 (p + q)); [assumption |]. nra. Qed.

Theorem dpsym_exp_pow : forall (n : nat) (x : R), exp x ^ n = exp (INR n * x).
Proof.
  induction n as [| n IH]; intros x.
  - simpl. rewrite Rmult_0_l, exp_0. reflexivity.
  - rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l, exp_plus, <- IH. simpl. ring.
Qed.

Theorem dpsym_exp_ge_1 : forall u : R, 0 <= u -> 1 <= exp u.
Proof. intros u Hu. rewrite <- exp_0. destruct Hu as [Hu | <-]; [left; apply exp_increasing; lra | lra]. Qed.

Theorem dpsym_exp_gt_1 : forall u : R, 0 < u -> 1 < exp u.
Proof. intros u Hu. rewrite <- exp_0. apply exp_increasing; lra. Qed.

Theorem dpsym_exp_le_1 : forall u : R, 0 <= - u -> exp u <= 1.
Proof. intros u Hu. rewrite <- exp_0. destruct (Req_dec u 0) as [-> | Hne]; [lra | left; apply exp_increasing; lra]. Qed.

Theorem dpsym_ln_nonneg : forall u : R, 0 <= u - 1 -> 0 <= ln u.
Proof. intros u Hu. rewrite <- ln_1. destruct (Req_dec u 1) as [-> | Hne]; [lra | left; apply ln_increasing; lra]. Qed.

Theorem dpsym_ln_1_nonneg : forall u : R, 0 <= u -> 0 <= ln (1 + u).
Proof. intros u Hu. apply dpsym_ln_nonneg. lra. Qed.

Theorem dpsym_ln_nonpos : forall u : R, 0 < u -> 0 <= 1 - u -> ln u <= 0.
Proof. intros u Hp Hu. rewrite <- ln_1. destruct (Req_dec u 1) as [-> | Hne]; [lra | left; apply ln_increasing; lra]. Qed.

Theorem dpsym_ln_pos : forall u : R, 0 < u - 1 -> 0 < ln u.
Proof. intros u Hu. rewrite <- ln_1. apply ln_increasing; lra. Qed.

Theorem dpsym_ln_gap : forall u v : R, 0 < u -> 0 <= v - u -> 0 <= - ln u + ln v.
Proof. intros u v Hu H. destruct (Req_dec u v) as [<- | Hne]; [lra | assert (ln u < ln v) by (apply ln_increasing; lra); lra]. Qed.

(* What special.v adds to the tactics. *)
Ltac dpsym_special_pos := fail.
Ltac dpsym_special_nonneg := fail.
Ltac dpsym_special_values := idtac.
Ltac dpsym_special_bounds := idtac.

(* The sign of an expression from the signs of its parts. *)
Ltac dpsym_pos :=
  first
  [ assumption | lra | dpsym_special_pos
  | lazymatch goal with
    | |- 0 < exp _ => apply exp_pos
    | |- 0 < PI => apply PI_RGT_0
    | |- 0 < ln _ => apply dpsym_ln_pos; dpsym_pos
    | |- 0 < sqrt _ => apply sqrt_lt_R0; dpsym_pos
    | |- 0 < / _ => apply Rinv_0_lt_compat; dpsym_pos
    | |- 0 < _ / _ => apply Rdiv_lt_0_compat; dpsym_pos
    | |- 0 < _ ^ _ => apply pow_lt; dpsym_pos
    | |- 0 < _ * _ => first [ apply Rmult_lt_0_compat; dpsym_pos | nra ]
    | |- 0 < exp ?u - 1 => apply Rlt_Rminus; apply dpsym_exp_gt_1; dpsym_pos
    | |- 0 < _ + _ =>
        first [ apply Rplus_lt_0_compat; dpsym_pos
              | apply Rplus_lt_le_0_compat; [ dpsym_pos | dpsym_nonneg ]
              | apply Rplus_le_lt_0_compat; [ dpsym_nonneg | dpsym_pos ] ]
    end
  | dpsym_facts; lra | dpsym_facts; nra
  | interval | interval with (i_prec 60, i_depth 20) ]
with dpsym_nonneg :=
  first
  [ assumption | lra | dpsym_special_nonneg
  | lazymatch goal with
    | |- 0 <= exp _ => left; apply exp_pos
    | |- 0 <= PI => left; apply PI_RGT_0
    | |- 0 <= sqrt _ => apply sqrt_pos
    | |- 0 <= / _ => left; dpsym_pos
    | |- 0 <= _ / _ => apply Rdiv_le_0_compat; [ dpsym_nonneg | dpsym_pos ]
    | |- 0 <= ?a ^ 2 => apply pow2_ge_0
    | |- 0 <= _ ^ _ => apply pow_le; dpsym_nonneg
    | |- 0 <= ln (1 + _) => apply dpsym_ln_1_nonneg; dpsym_nonneg
    | |- 0 <= ln _ => apply dpsym_ln_nonneg; dpsym_nonneg
    | |- 0 <= - ln _ + ln _ => apply dpsym_ln_gap; [ dpsym_pos | dpsym_nonneg ]
    | |- 0 <= ln _ + - ln _ => rewrite Rplus_comm; apply dpsym_ln_gap; [ dpsym_pos | dpsym_nonneg ]
    | |- 0 <= - ln _ => apply Ropp_0_ge_le_contravar, Rle_ge, dpsym_ln_nonpos; [ dpsym_pos | dpsym_nonneg ]
    | |- 0 <= - (_ * _) => first [ rewrite Ropp_mult_distr_l; apply Rmult_le_pos; dpsym_nonneg
                                 | rewrite Ropp_mult_distr_r; apply Rmult_le_pos; dpsym_nonneg ]
    | |- 0 <= exp ?u - 1 => apply Rge_le, Rge_minus, Rle_ge, dpsym_exp_ge_1; dpsym_nonneg
    | |- 0 <= _ * _ => first [ apply Rmult_le_pos; dpsym_nonneg | nra ]
    | |- 0 <= Rabs _ => apply Rabs_pos
    | |- 0 <= Rmax _ _ => first [ apply Rle_trans with (2 := Rmax_l _ _); dpsym_nonneg
                                | apply Rle_trans with (2 := Rmax_r _ _); dpsym_nonneg ]
    | |- 0 <= _ + _ => apply Rplus_le_le_0_compat; dpsym_nonneg
    end
  | left; dpsym_pos
  | dpsym_facts; lra | dpsym_facts; nra
  | interval | interval with (i_prec 60, i_depth 20) ]
with dpsym_facts :=
  dpsym_special_bounds;
  repeat match goal with
  | |- context [exp ?u] =>
      lazymatch goal with H : 0 < exp u |- _ => fail | _ =>
        assert (0 < exp u) by apply exp_pos;
        first [ assert (1 < exp u) by (apply dpsym_exp_gt_1; first [ assumption | lra | nra ])
              | assert (1 <= exp u) by (apply dpsym_exp_ge_1; dpsym_nonneg)
              | assert (exp u <= 1) by (apply dpsym_exp_le_1; dpsym_nonneg)
              | idtac ]
      end
  | |- context [sqrt ?u] =>
      lazymatch goal with H : 0 <= sqrt u |- _ => fail | _ => assert (0 <= sqrt u) by apply sqrt_pos end
  | |- context [/ ?u] =>
      lazymatch goal with H : u * / u = 1 |- _ => fail | _ =>
        assert (0 < u) by first [ assumption | lra ];
        assert (0 < / u) by (apply Rinv_0_lt_compat; assumption);
        assert (u * / u = 1) by (apply Rinv_r, Rgt_not_eq; assumption)
      end
  end.

Ltac dpsym_range := cbv beta; lazymatch goal with
  | |- 0 <= _ => dpsym_nonneg
  | |- 0 < _ => dpsym_pos
  end.

(* Exponentials are ordered as their arguments are. *)
Ltac dpsym_ordered :=
  repeat match goal with |- context [exp ?u] =>
    match goal with |- context [exp ?v] =>
      lazymatch goal with H : exp u < exp v |- _ => fail | _ =>
        assert (exp u < exp v) by (apply exp_increasing; lra); assert (0 < exp u) by apply exp_pos end
    end
  end.

(* What is 0 only where something that is known to be > 0 would be: it is the numerator of that. *)
Ltac dpsym_numerator := match goal with H : 0 < ?h |- ?g <> 0 =>
    let Hz := fresh in intros Hz; assert (h = 0);
    [ field_simplify_eq;
      [ lra | repeat split; first [ assumption | apply pow_nonzero, Rgt_not_eq, exp_pos | apply Rgt_not_eq, exp_pos | apply Rgt_not_eq; unfold Rgt; dpsym_pos
                           | progress dpsym_ordered; intros ?; nra ] .. ]
    | lra ]
  end.

(* What field asks is > 0, < 0 or known. *)
Ltac dpsym_nonzero := repeat split; first
  [ assumption
  | apply Rgt_not_eq; unfold Rgt; dpsym_pos
  | apply Rlt_not_eq; apply Ropp_lt_cancel; rewrite Ropp_0; dpsym_pos
  | apply Rmult_integral_contrapositive_currified; dpsym_nonzero
  | match goal with H : 0 < ?y ^ 2 |- ?x <> 0 => replace y with x in H by ring; intros Hx; rewrite Hx in H; lra end
  | apply pow_nonzero; dpsym_nonzero
  | solve [ dpsym_numerator ]
  | progress dpsym_ordered; intros ?; nra ].

(* Powers, which auto_derive unfolds. *)
Ltac dpsym_powers :=
  repeat match goal with
  | |- context [?x * (?x * (?x * (?x * 1)))] => change (x * (x * (x * (x * 1)))) with (x ^ 4)
  | |- context [?x * (?x * (?x * 1))] => change (x * (x * (x * 1))) with (x ^ 3)
  | |- context [?x * (?x * 1)] => change (x * (x * 1)) with (x ^ 2)
  end.

(* The derivative is what it is said to be: conditions first, then an equation is left. *)
Ltac dpsym_side := repeat split; first
  [ exact I | lra | dpsym_nonzero | dpsym_range | apply Rlt_gt; dpsym_range | assumption ].

Ltac dpsym_derive :=
  auto_derive; lazymatch goal with |- @eq R _ _ => dpsym_powers | |- _ => dpsym_side end.

(* What a function is applied to in the goal, each once, the last first; a tactic for the first of them for which it succeeds. *)
Ltac dpsym_applied f seen := match goal with
  | |- context [f ?u] => lazymatch seen with context [cons u _] => fail | _ => dpsym_applied f constr:(cons u seen) end
  | |- _ => seen
  end.

Ltac dpsym_some us tac := lazymatch us with cons ?u ?others => first [ dpsym_some others tac | tac u ] end.

Ltac dpsym_vanishes f := let us := dpsym_applied f (@nil R) in
  dpsym_some us ltac:(fun u => progress (replace u with 0 by (field || lra))).
Ltac dpsym_is_one f := let us := dpsym_applied f (@nil R) in
  dpsym_some us ltac:(fun u => progress (replace u with 1 by (field || lra))).

Ltac dpsym_values :=
  dpsym_special_values;
  repeat first
  [ dpsym_vanishes exp
  | match goal with |- context [exp 0] => rewrite exp_0 end
  | dpsym_is_one ln
  | match goal with |- context [ln 1] => rewrite ln_1 end
  | dpsym_vanishes sqrt
  | dpsym_is_one sqrt
  | match goal with |- context [sqrt 0] => rewrite sqrt_0 end
  | match goal with |- context [sqrt 1] => rewrite sqrt_1 end
  | let us := dpsym_applied ln (@nil R) in
    dpsym_some us ltac:(fun a => dpsym_some us ltac:(fun b =>
      lazymatch a with b => fail | _ => replace (ln a) with (ln b) by (f_equal; field; dpsym_nonzero) end)) ].

Ltac dpsym_roots :=
  repeat match goal with
  | |- context [sqrt ?u] =>
      lazymatch goal with H : sqrt u * sqrt u = u |- _ => fail | _ =>
        assert (sqrt u * sqrt u = u) by (apply sqrt_sqrt; dpsym_nonneg) end
  end.

(* Maxima, minima and sizes by the order of their arguments. *)
Ltac dpsym_settled a := lazymatch a with context [Rle_dec _ _] => fail | context [Rcase_abs _] => fail | _ => idtac end.

Ltac dpsym_cases :=
  unfold Rmax, Rmin, Rabs;
  repeat match goal with
  | |- context [Rle_dec ?a ?b] => dpsym_settled a; dpsym_settled b; destruct (Rle_dec a b)
  | |- context [Rcase_abs ?a] => dpsym_settled a; destruct (Rcase_abs a)
  end; first [ lra | nra ].

(* The same where few of the orders are possible. *)
Ltac dpsym_every_order := unfold Rmax, Rmin, Rabs;
  repeat match goal with
  | |- context [Rle_dec ?a ?b] => dpsym_settled a; dpsym_settled b; destruct (Rle_dec a b); try solve [ exfalso; lra ]
  | |- context [Rcase_abs ?a] => dpsym_settled a; destruct (Rcase_abs a); try solve [ exfalso; lra ]
  end; lra.

Ltac dpsym_arguments := lazymatch goal with
  | |- Rmax _ _ = Rmax _ _ => f_equal; dpsym_arguments
  | |- Rmin _ _ = Rmin _ _ => f_equal; dpsym_arguments
  | |- _ => lra
  end.

(* Modulo the squares of roots and sizes, which are hypotheses. *)
Ltac dpsym_field := first
  [ solve [ field; dpsym_nonzero ]
  | solve [ lazymatch goal with
    | H : ?a * ?a = _, K : ?b * ?b = _, L : ?c * ?c = _, M : ?d * ?d = _ |- _ => field_simplify_eq [H K L M]
    | H : ?a * ?a = _, K : ?b * ?b = _, L : ?c * ?c = _ |- _ => field_simplify_eq [H K L]
    | H : ?a * ?a = _, K : ?b * ?b = _ |- _ => field_simplify_eq [H K]
    | H : ?a * ?a = _ |- _ => field_simplify_eq [H]
    end; first [ solve [ field; dpsym_nonzero ] | solve [ dpsym_nonzero ] ] ] ].

Ltac dpsym_sizes :=
  repeat match goal with
  | |- context [Rabs ?u] =>
      lazymatch goal with H : Rabs u * Rabs u = u * u |- _ => fail | _ =>
        assert (Rabs u * Rabs u = u * u) by exact (eq_sym (Rsqr_abs u)) end
  end.

Ltac dpsym_known := repeat match goal with H : context [ln (/ ?a)] |- _ => rewrite (ln_Rinv a) in H by dpsym_pos end;
  repeat match goal with H : context [sqrt ?u] |- context [sqrt ?v] => lazymatch u with v => fail | _ => replace u with v in H by lra end end.

(* Roots of multiples by those of the numbers. *)
Ltac dpsym_multiples := match goal with |- context [sqrt (?a * IZR ?n)] =>
    rewrite (sqrt_mult_alt a (IZR n)) by dpsym_nonneg;
    assert (sqrt (IZR n) * sqrt (IZR n) = IZR n) by (apply sqrt_sqrt; lra)
  end; dpsym_field.

(* Roots of composite numbers by those of their divisors. *)
Ltac dpsym_divisors :=
  repeat match goal with
  | |- context [sqrt (IZR ?n)] =>
      match goal with
      | |- context [sqrt (IZR ?p)] =>
          lazymatch eval compute in (Z.ltb p n && Z.eqb (Z.modulo n p) 0)%bool with true => idtac end;
          let q := eval compute in (Z.div n p) in
          replace (sqrt (IZR n)) with (sqrt (IZR p) * sqrt (IZR q)) by (rewrite <- sqrt_mult_alt by lra; f_equal; lra)
      end
  end; dpsym_roots; dpsym_field.

Ltac dpsym_equal := first
  [ reflexivity | lra | solve [ field; dpsym_nonzero ]
  | progress (dpsym_roots; dpsym_sizes); dpsym_field
  | dpsym_values; first [ reflexivity | lra | solve [ field; dpsym_nonzero ] ]
  | dpsym_roots; lra | dpsym_roots; nra
  | progress dpsym_known; dpsym_roots; dpsym_field
  | dpsym_multiples | solve [ dpsym_arguments ]
  | progress dpsym_cases | progress dpsym_divisors ].

(* Sides with the same functions of arguments that ring says are equal. *)
Ltac dpsym_congruent :=
  repeat match goal with
  | |- context [ln ?u] => match goal with |- context [ln ?v] =>
      lazymatch u with v => fail | _ => replace (ln u) with (ln v) by (f_equal; ring) end end
  | |- context [sqrt ?u] => match goal with |- context [sqrt ?v] =>
      lazymatch u with v => fail | _ => replace (sqrt u) with (sqrt v) by (f_equal; ring) end end
  | |- context [exp ?u] => match goal with |- context [exp ?v] =>
      lazymatch u with v => fail | _ => replace (exp u) with (exp v) by (f_equal; ring) end end
  end; ring.

Ltac dpsym_exp :=
  try match goal with |- exp ?u = 1 => replace u with 0 by first [ ring | lra | field; dpsym_nonzero ]; exact exp_0 end;
  rewrite ?dpsym_exp_pow; rewrite <- ?exp_Ropp; rewrite <- ?exp_plus; f_equal; cbn [INR]; first [ solve [ field; dpsym_nonzero ]
  | progress dpsym_roots; dpsym_field | progress dpsym_known; dpsym_roots; dpsym_field ].

Ltac dpsym_terms := repeat first
  [ assumption
  | match goal with
    | |- 0 <= 0 => lra
    | |- 0 <= _ + _ => apply Rplus_le_le_0_compat
    | |- 0 < _ * _ + _ => first [ apply Rplus_lt_le_0_compat; [ apply Rmult_lt_0_compat; assumption |]
                                | apply Rplus_le_lt_0_compat; [ apply Rmult_le_pos; assumption |] ]
    | |- 0 <= _ * _ => apply Rmult_le_pos
    | |- 0 < _ * _ => apply Rmult_lt_0_compat
    end ].

(* Logarithms of products. *)
Theorem dpsym_ln_pow : forall (n : nat) (x : R), 0 < x -> ln (x ^ n) = INR n * ln x.
Proof.
  intros n x Hx. induction n as [| n IH]; [simpl; rewrite ln_1; ring |].
  rewrite S_INR. simpl pow. rewrite ln_mult, IH; [ring | exact Hx | apply pow_lt, Hx].
Qed.

Theorem dpsym_ln_sqrt : forall x : R, 0 < x -> ln (sqrt x) = / 2 * ln x.
Proof. intros x Hx. rewrite <- (sqrt_sqrt x) at 2 by lra. rewrite ln_mult; [lra | |]; apply sqrt_lt_R0, Hx. Qed.

Theorem dpsym_sqrt_is : forall a b : R, 0 <= b -> b * b = a -> sqrt a = b.
Proof. intros a b Hb <-. apply sqrt_square, Hb. Qed.

Ltac dpsym_ln :=
  repeat match goal with
  | |- ln (?a * ?b) = _ => rewrite (ln_mult a b) by dpsym_pos
  | |- context [ln (?a * ?b)] => rewrite (ln_mult a b) by dpsym_pos
  | |- context [ln (/ ?a)] => rewrite (ln_Rinv a) by dpsym_pos
  | |- context [ln (?a ^ ?n)] => rewrite (dpsym_ln_pow n a) by dpsym_pos
  | |- context [ln (exp ?a)] => rewrite (ln_exp a)
  | |- context [ln (sqrt ?a)] => rewrite (dpsym_ln_sqrt a) by dpsym_pos
  | |- context [ln 1] => rewrite ln_1
  end; cbn [INR]; first [ lra | solve [ field; dpsym_nonzero ] ].

Ltac dpsym_alike t :=
  repeat match goal with
  | |- context [exp ?u] => lazymatch u with t => fail | _ => replace (exp u) with (exp t) by (f_equal; dpsym_equal) end
  end.

Theorem dpsym_sqrt_factor : forall a f b : R, 0 <= f -> a = f * f * b -> sqrt a = f * sqrt b.
Proof. intros a f b Hf ->. rewrite sqrt_mult_alt by nra. rewrite (sqrt_square f Hf). reflexivity. Qed.

(* A product of roots: all others stand before one of them, of whose sign nothing is known. *)
Ltac dpsym_root := first
  [ apply dpsym_sqrt_is; [ dpsym_nonneg | dpsym_equal ]
  | lazymatch goal with |- sqrt _ = sqrt _ => f_equal; dpsym_equal end
  | match goal with |- _ = ?w =>
      match w with context [sqrt ?b] =>
        let f := eval pattern (sqrt b) in w in
        lazymatch f with ?g _ =>
          transitivity (g 1 * sqrt b); cbv beta; [ apply dpsym_sqrt_factor; [ dpsym_nonneg | dpsym_equal ] | ring ]
        end
      end
    end ].

Ltac dpsym_exp_ln :=
  repeat match goal with |- context [exp (ln ?a)] => rewrite (exp_ln a) by dpsym_pos end.

(* Bounds of a value by the sign of its distance. *)
Ltac dpsym_within := first
  [ lra
  | lazymatch goal with
    | |- 0 <= _ => dpsym_range
    | |- 0 < _ => dpsym_range
    | |- ?a <= ?b => apply Rminus_le; apply Ropp_le_cancel; rewrite Ropp_0, Ropp_minus_distr; dpsym_range
    | |- ?a < ?b => apply Rminus_lt; apply Ropp_lt_cancel; rewrite Ropp_0, Ropp_minus_distr; dpsym_range
    end ].

(* A maximum or minimum is the argument that no other one beats. *)
Ltac dpsym_over := lazymatch goal with
  | |- Rmax _ _ <= _ => apply Rmax_lub; dpsym_over
  | |- _ <= Rmin _ _ => apply Rmin_glb; dpsym_over
  | |- _ => lra
  end.

Ltac dpsym_reach := first
  [ apply Rle_refl
  | apply Rle_trans with (2 := Rmax_r _ _); dpsym_reach | apply Rle_trans with (2 := Rmax_l _ _); dpsym_reach
  | apply Rle_trans with (1 := Rmin_r _ _); dpsym_reach | apply Rle_trans with (1 := Rmin_l _ _); dpsym_reach ].

Ltac dpsym_largest := first
  [ apply Rle_antisym; first [ solve [ dpsym_reach ] | solve [ dpsym_over ] ]
  | rewrite Rabs_pos_eq by lra; lra | rewrite Rabs_left1 by lra; lra
  | apply Rmax_left; dpsym_within | apply Rmax_right; dpsym_within
  | apply Rmin_left; dpsym_within | apply Rmin_right; dpsym_within | solve [ dpsym_every_order ] ].

(* A maximum of multiples is a multiple of a maximum. *)
Ltac dpsym_scaled := lazymatch goal with |- Rmax _ _ = ?f * Rmax ?p ?q =>
    rewrite <- (RmaxRmult p q f) by dpsym_nonneg;
    first [ f_equal; dpsym_equal | rewrite Rmax_comm; f_equal; dpsym_equal ]
  end.

(* Sums and products of integers are integers. *)
Theorem dpsym_integer_plus : forall x y : R, dpsym_integer x -> dpsym_integer y -> dpsym_integer (x + y).
Proof. intros x y [n ->] [m ->]. exists (n + m)%Z. symmetry. apply plus_IZR. Qed.

Theorem dpsym_integer_mult : forall x y : R, dpsym_integer x -> dpsym_integer y -> dpsym_integer (x * y).
Proof. intros x y [n ->] [m ->]. exists (n * m)%Z. symmetry. apply mult_IZR. Qed.

Theorem dpsym_integer_opp : forall x : R, dpsym_integer x -> dpsym_integer (- x).
Proof. intros x [n ->]. exists (- n)%Z. symmetry. apply opp_IZR. Qed.

Ltac dpsym_whole := first
  [ assumption
  | lazymatch goal with
    | |- dpsym_integer (_ + _) => apply dpsym_integer_plus; dpsym_whole
    | |- dpsym_integer (_ * _) => apply dpsym_integer_mult; dpsym_whole
    | |- dpsym_integer (- _) => apply dpsym_integer_opp; dpsym_whole
    | |- dpsym_integer (IZR ?n) => exists n; reflexivity
    end ].

(* An integer that lies beyond the number next to another integer lies beyond that. *)
Theorem dpsym_integer_least : forall x y : R, dpsym_integer x -> dpsym_integer y -> x - 1 < y -> x <= y.
Proof. intros x y [n ->] [m ->] H. apply IZR_le. rewrite <- minus_IZR in H. apply lt_IZR in H. lia. Qed.

Ltac dpsym_least := match goal with |- ?x <= ?y =>
    apply dpsym_integer_least; [solve [dpsym_whole] | solve [dpsym_whole] | lra]
  end.

(* Bounds of a term from those of its parts, which are all hypotheses that are left. *)
Theorem dpsym_exp_le : forall u v : R, u <= v -> exp u <= exp v.
Proof. intros u v [H | <-]; [left; apply exp_increasing, H | lra]. Qed.

Theorem dpsym_ln_le : forall u v : R, 0 < u -> u <= v -> ln u <= ln v.
Proof. intros u v Hu [H | <-]; [left; apply ln_increasing; assumption | lra]. Qed.

Theorem dpsym_sqrt_from : forall l x : R, 0 <= l -> l * l <= x -> l <= sqrt x.
Proof. intros l x Hl H. rewrite <- (sqrt_square l Hl). apply sqrt_le_1_alt, H. Qed.

Theorem dpsym_sqrt_above : forall l x : R, 0 <= l -> l * l < x -> l < sqrt x.
Proof. intros l x Hl H. rewrite <- (sqrt_square l Hl). apply sqrt_lt_1_alt. split; [nra | exact H]. Qed.

Theorem dpsym_sqrt_to : forall x u : R, 0 <= u -> x <= u * u -> sqrt x <= u.
Proof. intros x u Hu H. rewrite <- (sqrt_square u Hu). apply sqrt_le_1_alt, H. Qed.

Theorem dpsym_sqrt_below : forall x u : R, 0 <= x -> 0 <= u -> x < u * u -> sqrt x < u.
Proof. intros x u Hx Hu H. rewrite <- (sqrt_square u Hu). apply sqrt_lt_1_alt. split; assumption. Qed.

Theorem dpsym_pow_above : forall (n : nat) (a x : R), 0 <= a -> a < x -> a ^ S n < x ^ S n.
Proof.
  intros n a x Ha Hx. induction n as [| n IH]; [simpl; lra |].
  change (a * a ^ S n < x * x ^ S n). apply Rmult_le_0_lt_compat; try assumption. apply pow_le, Ha.
Qed.

Theorem dpsym_pow_even : forall (n : nat) (x : R), 0 <= x ^ (2 * n).
Proof. intros n x. rewrite pow_mult. apply pow_le, pow2_ge_0. Qed.

(* Odd powers are increasing. *)
Lemma dpsym_pow_opp n x : (- x) ^ S (2 * n) = - x ^ S (2 * n).
Proof. replace (- x) with (-1 * x) by ring. rewrite Rpow_mult_distr. change ((-1) ^ S (2 * n)) with (-1 * (-1) ^ (2 * n)). rewrite pow_1_even. ring. Qed.
Lemma dpsym_pow_odd n a x : a < x -> a ^ S (2 * n) < x ^ S (2 * n).
Proof.
  intros H. destruct (Rle_lt_dec 0 a) as [A | A].
  - apply (dpsym_pow_above (2 * n)); assumption.
  - assert (0 < (- a) ^ S (2 * n)) by (apply pow_lt; lra). rewrite dpsym_pow_opp in *.
    destruct (Rle_lt_dec 0 x) as [X | X].
    + assert (0 <= x ^ S (2 * n)) by (apply pow_le; assumption). lra.
    + assert ((- x) ^ S (2 * n) < (- a) ^ S (2 * n)) by (apply (dpsym_pow_above (2 * n)); lra).
      rewrite !dpsym_pow_opp in *. lra.
Qed.
Lemma dpsym_pow_odd_le n a x : a <= x -> a ^ S (2 * n) <= x ^ S (2 * n).
Proof. intros [H | <-]; [left; now apply dpsym_pow_odd | right; reflexivity]. Qed.

Ltac dpsym_number := first [ lra | rewrite ?exp_0, ?ln_1; lra | interval with (i_prec 200) ].

Ltac dpsym_domain := first
  [ assumption | lra
  | match goal with
    | H : ?x <= ?e |- ?x <= _ => apply Rle_trans with (1 := H); dpsym_number
    | H : ?x < ?e |- ?x < _ => apply Rlt_le_trans with (1 := H); dpsym_number
    | H : ?e <= ?x |- _ <= ?x => apply Rle_trans with (2 := H); dpsym_number
    | H : ?e < ?x |- _ < ?x => apply Rle_lt_trans with (2 := H); dpsym_number
    end ].

Ltac dpsym_loose := repeat match goal with H : _ <= _ |- _ => revert H | H : _ < _ |- _ => revert H end.

Ltac dpsym_product := first
  [ apply Rmult_le_pos; lra | apply Rmult_lt_0_compat; lra
  | match goal with
    | |- ?a * ?b <= _ => dpsym_loose; generalize b; generalize a
    | |- ?a * ?b < _ => dpsym_loose; generalize b; generalize a
    | |- _ <= ?a * ?b => dpsym_loose; generalize b; generalize a
    | |- _ < ?a * ?b => dpsym_loose; generalize b; generalize a
    end; clear; intros; nra
  | nra ].

Ltac dpsym_power := first
  [ apply pow_le; lra | apply pow_lt; lra
  | match goal with
    | |- 0 <= ?x ^ ?n => apply (dpsym_pow_even (Nat.div2 n) x)
    | H : ?a <= ?x |- _ <= ?x ^ ?n => apply Rle_trans with (a ^ n); [ lra | apply pow_incr; lra ]
    | H : ?x <= ?b |- ?x ^ ?n <= _ => apply Rle_trans with (b ^ n); [ apply pow_incr; lra | lra ]
    | H : ?a < ?x |- _ < ?x ^ ?n => apply Rle_lt_trans with (a ^ n); [ lra | apply (dpsym_pow_above (Nat.pred n)); lra ]
    | H : ?x < ?b |- ?x ^ ?n < _ => apply Rlt_le_trans with (b ^ n); [ apply (dpsym_pow_above (Nat.pred n)); lra | lra ]
    end
  | match goal with
    | H : ?a <= ?x |- _ <= ?x ^ ?n => apply Rle_trans with (a ^ n); [ lra | apply (dpsym_pow_odd_le (Nat.div2 n)); lra ]
    | H : ?x <= ?b |- ?x ^ ?n <= _ => apply Rle_trans with (b ^ n); [ apply (dpsym_pow_odd_le (Nat.div2 n)); lra | lra ]
    | H : ?a < ?x |- _ < ?x ^ ?n => apply Rle_lt_trans with (a ^ n); [ lra | apply (dpsym_pow_odd (Nat.div2 n)); lra ]
    | H : ?x < ?b |- ?x ^ ?n < _ => apply Rlt_le_trans with (b ^ n); [ apply (dpsym_pow_odd (Nat.div2 n)); lra | lra ]
    end
  | match goal with |- context [?x ^ _] => dpsym_loose; generalize x; clear; intros; nra end ].

Ltac dpsym_inverse := first
  [ apply Rinv_0_lt_compat; lra | left; apply Rinv_0_lt_compat; lra
  | match goal with |- context [/ ?x] =>
      assert (x * / x = 1) by (apply Rinv_r; lra);
      first [ assert (0 < / x) by (apply Rinv_0_lt_compat; lra) | assert (/ x < 0) by (apply Rinv_lt_0_compat; lra) ];
      generalize dependent (/ x); dpsym_loose; generalize x; clear; intros; nra
    end ].

Ltac dpsym_square_root := first
  [ apply sqrt_pos | apply sqrt_lt_R0; lra | apply dpsym_sqrt_from; lra | apply dpsym_sqrt_above; lra
  | apply dpsym_sqrt_to; lra | apply dpsym_sqrt_below; lra ].

Ltac dpsym_exp_bound := first
  [ apply exp_pos | left; apply exp_pos
  | match goal with
    | H : ?a <= ?u |- _ <= exp ?u => apply Rle_trans with (exp a); [ dpsym_number | apply dpsym_exp_le, H ]
    | H : ?a < ?u |- _ < exp ?u => apply Rle_lt_trans with (exp a); [ dpsym_number | apply exp_increasing, H ]
    | H : ?u <= ?b |- exp ?u <= _ => apply Rle_trans with (exp b); [ apply dpsym_exp_le, H | dpsym_number ]
    | H : ?u < ?b |- exp ?u < _ => apply Rlt_le_trans with (exp b); [ apply exp_increasing, H | dpsym_number ]
    end ].

Ltac dpsym_log_bound := match goal with
  | H : ?a <= ?u |- _ <= ln ?u => apply Rle_trans with (ln a); [ dpsym_number | apply dpsym_ln_le; lra ]
  | H : ?a < ?u |- _ < ln ?u => apply Rle_lt_trans with (ln a); [ dpsym_number | apply ln_increasing; lra ]
  | H : ?u <= ?b |- ln ?u <= _ => apply Rle_trans with (ln b); [ apply dpsym_ln_le; lra | dpsym_number ]
  | H : ?u < ?b |- ln ?u < _ => apply Rlt_le_trans with (ln b); [ apply ln_increasing; lra | dpsym_number ]
  end.

Ltac dpsym_extreme := lazymatch goal with
  | |- context [Rmax ?a ?b] => destruct (Rle_lt_dec a b); [ rewrite (Rmax_right a b) by lra | rewrite (Rmax_left a b) by lra ]; lra
  | |- context [Rmin ?a ?b] => destruct (Rle_lt_dec a b); [ rewrite (Rmin_left a b) by lra | rewrite (Rmin_right a b) by lra ]; lra
  | |- context [Rabs ?a] => first [ apply Rabs_pos | destruct (Rle_lt_dec 0 a); [ rewrite (Rabs_pos_eq a) by lra | rewrite (Rabs_left a) by lra ]; lra ]
  end.

(* Extremes of arguments that are equal, in whatever order. *)
Ltac dpsym_below := lazymatch goal with
  | |- Rmax _ _ <= _ => apply Rmax_lub; dpsym_below
  | |- _ <= Rmin _ _ => apply Rmin_glb; dpsym_below
  | |- _ => first
    [ apply Rle_trans with (2 := Rmax_l _ _); dpsym_below | apply Rle_trans with (2 := Rmax_r _ _); dpsym_below
    | apply Rle_trans with (1 := Rmin_l _ _); dpsym_below | apply Rle_trans with (1 := Rmin_r _ _); dpsym_below
    | lra ]
  end.

Ltac dpsym_one_by_one := lazymatch goal with
  | |- Rmax _ _ = Rmax _ _ => f_equal; dpsym_one_by_one
  | |- Rmin _ _ = Rmin _ _ => f_equal; dpsym_one_by_one
  | |- Rabs _ = Rabs _ => f_equal; dpsym_one_by_one
  | |- _ => dpsym_equal
  end.

Ltac dpsym_alike_extremes := first [ solve [ apply Rle_antisym; dpsym_below ] | dpsym_one_by_one ].
