(* Probabilistic privacy composes: where no loss of a part exceeds its bound, their sum does not. *)
From Coq Require Import Reals Lra Psatz List.
From dpsym Require Import Finite Divergences Mechanisms Composition Conversions.
Open Scope R_scope.

Section Joint.
  Context {T : space} {U : T -> space} (P Q : law T) (P' Q' : forall x, law (U x)).

  Lemma joint_loss a b c d : d <= 1 -> LossTail a P Q <= c -> (forall x, LossTail b (P' x) (Q' x) <= d) ->
    LossTail (a + b) (joint U P P') (joint U Q Q') <= 1 - (1 - c) * (1 - d).
  Proof.
    intros Hd H H'. unfold LossTail. rewrite Sum_sigma. simpl.
    pose (h := fun x => if Rlt_dec (exp a * Q x) (P x) then P x else 0).
    pose (f := fun x y => if Rlt_dec (exp b * Q' x y) (P' x y) then P' x y else 0).
    assert (Hh : Sum T h <= c) by exact H.
    assert (Hf : forall x, Sum (U x) (f x) <= d) by exact H'.
    apply Rle_trans with (Sum T (fun x => h x * (1 - d) + P x * d)).
    - apply Sum_le; intros x. apply Rle_trans with (Sum (U x) (fun y => h x * P' x y + (P x - h x) * f x y)).
      + apply Sum_le; intros y. unfold h, f. rewrite exp_plus.
        generalize (exp_pos a) (exp_pos b) (mass_nonneg P x) (mass_nonneg Q x) (mass_nonneg (P' x) y) (mass_nonneg (Q' x) y).
        generalize (exp a) (exp b) (P x) (Q x) (P' x y) (Q' x y). intros A B p q p' q' HA HB Hp Hq Hp' Hq'.
        assert (0 <= p * p') by now apply Rmult_le_pos.
        destruct (Rlt_dec (A * q) p) as [|N]; [destruct Rlt_dec, Rlt_dec; lra |].
        destruct (Rlt_dec (B * q') p') as [|N']; [destruct Rlt_dec; lra |].
        destruct Rlt_dec as [L |]; [exfalso | lra].
        apply (Rlt_not_le _ _ L). replace (A * B * (q * q')) with (A * q * (B * q')) by ring. apply Rmult_le_compat; lra.
      + rewrite Sum_lin, mass_one. specialize (Hf x).
        assert (h x <= P x) by (unfold h; generalize (mass_nonneg P x); destruct Rlt_dec; lra). nra.
    - rewrite Sum_plus, !Sum_scal_r, mass_one. nra.
  Qed.
  (* Where only the first or only the second part changes *)
  Lemma joint_loss_first e : LossTail e (joint U P P') (joint U Q P') <= LossTail e P Q.
  Proof.
    unfold LossTail. rewrite Sum_sigma. apply Sum_le; intros x.
    apply Rle_trans with (Sum (U x) (fun y => (if Rlt_dec (exp e * Q x) (P x) then P x else 0) * P' x y)).
    - apply Sum_le; intros y. simpl. generalize (mass_nonneg P x) (mass_nonneg (P' x) y). intros.
      destruct (Rlt_dec (exp e * Q x) (P x)) as [| N]; [destruct Rlt_dec; nra |].
      destruct Rlt_dec as [L |]; [exfalso | lra]. apply Rnot_lt_le in N. nra.
    - rewrite Sum_scal, mass_one. lra.
  Qed.
  Lemma joint_loss_second e d : (forall x, LossTail e (P' x) (Q' x) <= d) -> LossTail e (joint U P P') (joint U P Q') <= d.
  Proof.
    intros H. unfold LossTail. rewrite Sum_sigma. apply Rle_trans with (Sum T (fun x => P x * d)); [| rewrite Sum_scal_r, mass_one; lra].
    apply Sum_le; intros x. apply Rle_trans with (P x * LossTail e (P' x) (Q' x)); [| apply Rmult_le_compat_l; [apply mass_nonneg | apply H]].
    unfold LossTail. rewrite <- Sum_scal. apply Sum_le; intros y. simpl.
    generalize (mass_nonneg P x) (mass_nonneg (P' x) y). intros Hp Hp'.
    destruct (Rlt_dec (exp e * Q' x y) (P' x y)) as [| N]; [destruct Rlt_dec; nra |].
    destruct Rlt_dec as [L |]; [exfalso | lra]. apply Rnot_lt_le in N. nra.
  Qed.
End Joint.

Section Rows.
  Context {X : databases}.
  Implicit Types M : mechanism X.

  Lemma fact_compose_loss : forall M1 M2 e1 d1 e2 d2, ProbabilisticDP M1 e1 d1 -> ProbabilisticDP M2 e2 d2 -> d1 <= 1 -> d2 <= 1 ->
    ProbabilisticDP (Compose M1 M2) (e1 + e2) (1 - (1 - d1) * (1 - d2)).
  Proof.
    intros M N a c b d HM HN _ Hd _ _ [T U A B HA HB] x y Hxy. apply joint_loss; [assumption | now apply (HM T A) |].
    intros o. now apply (HN (U o) (B o)).
  Qed.
  Lemma loss_same {T : space} (P : law T) : LossTail 0 P P = 0.
  Proof.
    unfold LossTail. refine (eq_trans _ (Sum_zero T)). apply Sum_ext; intros x. rewrite exp_0.
    destruct Rlt_dec; lra.
  Qed.
  Lemma fact_repeat_loss : forall M e d k, ProbabilisticDP M e d -> d <= 1 -> ProbabilisticDP (Rounds M k) (INR k * e) (1 - (1 - d) ^ k).
  Proof.
    intros M e d k H Hd. induction k as [| k IH].
    - intros _ _ [] x y _. unfold loss. rewrite Rmult_0_l, loss_same. simpl. lra.
    - rewrite S_INR. replace ((INR k + 1) * e) with (e + INR k * e) by ring.
      replace (1 - (1 - d) ^ S k) with (1 - (1 - d) * (1 - (1 - (1 - d) ^ k))) by (simpl; ring).
      assert (0 <= (1 - d) ^ k) by (apply pow_le; lra). apply fact_compose_loss; try assumption; lra.
  Qed.
End Rows.
Lemma fact_parallel_loss : forall {X Y : databases} (M1 : mechanism X) (M2 : mechanism Y) e1 d1 e2 d2,
  ProbabilisticDP M1 e1 d1 -> ProbabilisticDP M2 e2 d2 -> d1 <= 1 -> d2 <= 1 -> ProbabilisticDP (Parallel M1 M2) (Rmax e1 e2) (Rmax d1 d2).
Proof.
  intros X Y M N a c b d HM HN _ _ _ _ [T U A B HA HB] [x y] [x' y'] [[H E] | [E H]]; cbn [fst snd] in *; subst.
  - apply Rle_trans with (1 := joint_loss_first _ _ _ _). apply Rle_trans with (1 := loss_falls _ _ _ _ (Rmax_l a b)).
    apply Rle_trans with (2 := Rmax_l c d). now apply (HM T A).
  - apply joint_loss_second. intros o. apply Rle_trans with (1 := loss_falls _ _ _ _ (Rmax_r a b)).
    apply Rle_trans with (2 := Rmax_r c d). now apply (HN (U o) (B o)).
Qed.
