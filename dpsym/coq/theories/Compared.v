(* Tactics for signs and equations that the parts alone do not tell: exponentials by the order of their arguments, maxima and sizes
   by that of theirs. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From dpsym Require Import prelude naturals special.
Open Scope R_scope.

(* What exponentials say of each other and of 1, from the order of their arguments. *)
Ltac dpsym_exponents :=
  repeat match goal with |- context [exp ?u] =>
    lazymatch goal with H : 0 < exp u |- _ => fail | _ => assert (0 < exp u) by apply exp_pos end
  end;
  repeat match goal with |- context [exp ?u] =>
    lazymatch goal with H : exp u < 1 |- _ => fail | H : 1 < exp u |- _ => fail
                      | H : exp u <= 1 |- _ => fail | H : 1 <= exp u |- _ => fail | _ =>
      first [ assert (1 < exp u) by (apply dpsym_exp_gt_1; first [ lra | nra ])
            | assert (exp u < 1) by (rewrite <- exp_0; apply exp_increasing; first [ lra | nra ])
            | assert (1 <= exp u) by (apply dpsym_exp_ge_1; first [ lra | nra ])
            | assert (exp u <= 1) by (apply dpsym_exp_le_1; first [ lra | nra ]) ]
    end
  end;
  repeat match goal with |- context [exp ?u] =>
    match goal with |- context [exp ?v] =>
      lazymatch u with v => fail | _ => idtac end;
      lazymatch goal with H : exp u <= exp v |- _ => fail | _ =>
        assert (exp u <= exp v) by (apply dpsym_exp_le; first [ lra | nra ])
      end
    end
  end.

(* The sign of products and inverses by that of their factors. *)
Ltac dpsym_factors := first
  [ assumption | lra
  | lazymatch goal with
    | |- 0 <= / _ => left; apply Rinv_0_lt_compat; dpsym_factors
    | |- 0 < / _ => apply Rinv_0_lt_compat; dpsym_factors
    | |- 0 <= _ * _ => apply Rmult_le_pos; dpsym_factors
    | |- 0 < _ * _ => apply Rmult_lt_0_compat; dpsym_factors
    | |- 0 <= - ?a + ?a * ?b => replace (- a + a * b) with (a * (b - 1)) by ring; apply Rmult_le_pos; dpsym_factors
    | |- 0 <= ?a + - (?a * ?b) => replace (a + - (a * b)) with (a * (1 - b)) by ring; apply Rmult_le_pos; dpsym_factors
    end
  | nra ].

Ltac dpsym_inverses :=
  repeat match goal with |- context [/ ?u] =>
    lazymatch goal with H : u * / u = 1 |- _ => fail | _ =>
      let Hp := fresh in assert (Hp : 0 < u) by first [ assumption | dpsym_factors | dpsym_pos ];
      assert (0 < / u) by (apply Rinv_0_lt_compat, Hp);
      assert (u * / u = 1) by (apply Rinv_r, Rgt_not_eq, Hp)
    end
  end.

(* Maxima and sizes whose arguments have an order. *)
Ltac dpsym_resolved :=
  repeat match goal with
  | |- context [Rmax ?a ?b] => first
    [ rewrite (Rmax_right a b) by (apply Rminus_le; apply Ropp_le_cancel; rewrite Ropp_0, Ropp_minus_distr; dpsym_factors)
    | rewrite (Rmax_left a b) by (apply Rminus_le; apply Ropp_le_cancel; rewrite Ropp_0, Ropp_minus_distr; dpsym_factors) ]
  | |- context [Rabs ?a] => first
    [ rewrite (Rabs_pos_eq a) by dpsym_factors
    | rewrite (Rabs_left1 a) by (apply Ropp_le_cancel; rewrite Ropp_0; dpsym_factors) ]
  end.
(* Exponentials of twice an argument, or of its opposite, by that of the argument. *)
Ltac dpsym_halved :=
  repeat match goal with |- context [exp ?u] =>
    match goal with |- context [exp ?v] =>
      lazymatch u with v => fail | _ => idtac end;
      first [ replace (exp u) with (exp v * exp v) by (rewrite <- exp_plus; f_equal; lra)
            | lazymatch u with - _ => replace (exp u) with (/ exp v) by (rewrite <- exp_Ropp; f_equal; lra) end ]
    end
  end.

Ltac dpsym_vanishing := apply Req_le; symmetry; first
  [ ring | solve [ field; dpsym_nonzero ]
  | solve [ field; repeat split; first [ dpsym_nonzero | apply Rgt_not_eq; nra ] ] ].

Ltac dpsym_each_case :=
  repeat match goal with |- context [Rmax ?a ?b] =>
    destruct (Rle_lt_dec a b); [ rewrite (Rmax_right a b) by lra | rewrite (Rmax_left a b) by lra ]
  end.

(* A sign that the ranges of parts do not tell. *)
Ltac dpsym_compared := cbv beta; dpsym_exponents; first
  [ solve [ dpsym_factors ]
  | solve [ dpsym_inverses; dpsym_factors ]
  | solve [ dpsym_vanishing ]
  | solve [ dpsym_inverses; dpsym_resolved; first [ dpsym_factors | dpsym_vanishing ] ]
  | solve [ dpsym_halved; dpsym_inverses; dpsym_resolved; dpsym_vanishing ]
  | solve [ dpsym_inverses; dpsym_resolved; dpsym_each_case; dpsym_factors ]
  | solve [ dpsym_every_order ] ].

(* Products of exponentials as one. *)
Ltac dpsym_merged := rewrite ?pow_1, <- ?exp_Ropp, <- ?exp_plus;
  match goal with
  | |- exp ?u + - exp ?v = 0 => replace u with v by (field; dpsym_nonzero); ring
  | |- exp _ = exp _ => f_equal; field; dpsym_nonzero
  end.

(* Equal factors first. *)
Ltac dpsym_peeled := lazymatch goal with
  | |- ?a * ?b = _ * ?b => apply (f_equal (fun t => t * b)); dpsym_peeled
  | |- ?b * _ = ?b * _ => apply (f_equal (fun t => b * t)); dpsym_peeled
  | |- / _ = / _ => apply f_equal; dpsym_peeled
  | |- _ => field; dpsym_nonzero
  end.

(* Equal summands first, then one exponential against a product of powers and exponentials. *)
Ltac dpsym_raised := repeat rewrite dpsym_expt_exp by dpsym_pos;
  repeat lazymatch goal with |- _ + _ = _ + _ => first [ apply f_equal2; [ reflexivity |] | apply f_equal2; [| reflexivity ] ] | |- - _ = - _ => apply f_equal end;
  rewrite ?dpsym_exp_pow, <- ?exp_Ropp, <- ?exp_plus; apply f_equal; simpl INR; first [ ring | field; dpsym_nonzero ].

(* erfc of opposite arguments *)
Ltac dpsym_opposite := match goal with |- context [dpsym_erfc ?u] => match goal with |- context [dpsym_erfc ?v] =>
    lazymatch u with v => fail | _ => idtac end;
    replace (dpsym_erfc u) with (2 - dpsym_erfc v) by (rewrite <- (dpsym_erfc_opp v); f_equal; ring); ring
  end end.

(* Products of exponentials within sums, each as one whose argument is another's. *)
Lemma dpsym_exp_last x a b : x * exp a * exp b = x * exp (a + b).
Proof. now rewrite Rmult_assoc, <- exp_plus. Qed.
Ltac dpsym_gathered := rewrite ?dpsym_exp_pow, <- ?exp_Ropp, <- ?exp_plus, ?dpsym_exp_last; simpl INR;
  match goal with |- context [exp ?u] => match goal with |- context [exp ?v] =>
    lazymatch u with v => fail | _ => idtac end;
    replace (exp u) with (exp v) by (f_equal; field; dpsym_nonzero)
  end end;
  first [ ring | field; repeat split; first [ dpsym_nonzero | match goal with |- ?x <> 0 => ring_simplify x; dpsym_nonzero end ] ].

(* Powers of what is the inverse of the argument of a logarithm *)
Ltac dpsym_inverted := repeat match goal with |- context [dpsym_expt ?u ?v] => match goal with |- context [ln ?w] =>
    replace (dpsym_expt u v) with (/ exp (v * ln w)) by
      (replace u with (/ w) by (field; dpsym_nonzero); rewrite dpsym_expt_exp by dpsym_pos; rewrite ln_Rinv by dpsym_pos;
       rewrite <- exp_Ropp; f_equal; ring)
  end end; field; dpsym_nonzero.

(* An equation that the forms of functions do not tell. *)
(* An equation of terms whose signs are known by exponentials of logarithms *)
Ltac dpsym_recalled :=
  progress (repeat match goal with H : context [exp (ln ?a)] |- _ => rewrite (exp_ln a) in H by dpsym_pos end);
  dpsym_equal.

Ltac dpsym_equated := first
  [ solve [ dpsym_merged ]
  | solve [ dpsym_peeled ]
  | solve [ dpsym_opposite ]
  | solve [ dpsym_raised ]
  | solve [ dpsym_gathered ]
  | solve [ dpsym_inverted ]
  | solve [ dpsym_exponents; dpsym_inverses; dpsym_resolved; field; dpsym_nonzero ]
  | solve [ dpsym_recalled ] ].
