(* Slopes of what is continuous, but not differentiable at the ends. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From dpsym Require Import prelude naturals.
Open Scope R_scope.

Theorem dpsym_mean_within : forall (f df : R -> R) (a b : R),
  a < b -> (forall x, a <= x <= b -> continuity_pt f x) -> (forall x, a < x < b -> is_derive f x (df x)) ->
  exists c, f b - f a = df c * (b - a) /\ a < c < b.
Proof.
  intros f df a b Hab Hc Hd.
  assert (pr : forall c, a < c < b -> derivable_pt f c) by (intros c H; exists (df c); apply is_derive_Reals, Hd, H).
  destruct (MVT f id a b pr (fun c _ => derivable_pt_id c) Hab Hc (fun c _ => derivable_continuous_pt id c (derivable_pt_id c))) as [c [P He]].
  exists c. split; [| exact P]. rewrite derive_pt_id in He.
  rewrite (derive_pt_eq_0 f c (df c) (pr c P)) in He by (apply is_derive_Reals, Hd, P). unfold id in He. lra.
Qed.

Theorem dpsym_up_within : forall (f df : R -> R) (a b : R),
  a <= b -> (forall x, a <= x <= b -> continuity_pt f x) -> (forall x, a < x < b -> is_derive f x (df x)) ->
  (forall x, a < x < b -> 0 <= df x) -> f a <= f b.
Proof.
  intros f df a b Hab Hc Hd Hs. destruct (Req_dec a b) as [<- | Hne]; [lra |].
  destruct (dpsym_mean_within f df a b) as [c [Heq Hi]]; [lra | assumption | assumption |].
  assert (0 <= df c) by (apply Hs; lra). nra.
Qed.

Theorem dpsym_down_within : forall (f df : R -> R) (a b : R),
  a <= b -> (forall x, a <= x <= b -> continuity_pt f x) -> (forall x, a < x < b -> is_derive f x (df x)) ->
  (forall x, a < x < b -> 0 <= - df x) -> f b <= f a.
Proof.
  intros f df a b Hab Hc Hd Hs. destruct (Req_dec a b) as [<- | Hne]; [lra |].
  destruct (dpsym_mean_within f df a b) as [c [Heq Hi]]; [lra | assumption | assumption |].
  assert (0 <= - df c) by (apply Hs; lra). nra.
Qed.

Theorem dpsym_hill_within : forall (f w g dg : R -> R) (a b x : R), a <= x <= b ->
  (forall t, a <= t <= b -> continuity_pt f t) -> (forall t, a < t < b -> is_derive f t (w t * g t)) ->
  (forall t, a < t < b -> 0 <= w t) ->
  (forall t, a < t < b -> is_derive g t (dg t)) ->
  (forall t, a < t < b -> 0 <= - dg t) -> f a <= f x \/ f b <= f x.
Proof.
  intros f w g dg a b x Hx Hc Hd Hw Hg Hs.
  destruct (Req_dec a x) as [<- | Hax]; [left; lra |]. destruct (Req_dec x b) as [-> | Hxb]; [right; lra |].
  destruct (Rle_lt_dec 0 (g x)) as [H | H].
  - left. apply (dpsym_up_within f (fun t => w t * g t)); [lra | intros; apply Hc; lra | intros; apply Hd; lra |].
    intros t Ht. apply Rmult_le_pos; [apply Hw; lra |].
    apply Rle_trans with (1 := H). apply (dpsym_down g dg); [lra | intros; apply Hg; lra | intros; apply Hs; lra].
  - right. apply (dpsym_down_within f (fun t => w t * g t)); [lra | intros; apply Hc; lra | intros; apply Hd; lra |].
    intros t Ht. assert (0 <= w t) by (apply Hw; lra).
    assert (g t <= g x) by (apply (dpsym_down g dg); [lra | intros; apply Hg; lra | intros; apply Hs; lra]). nra.
Qed.

(* Continuity, part by part. *)
Section parts.
Variables (f g : R -> R) (x : R).
Hypotheses (Hf : continuity_pt f x) (Hg : continuity_pt g x).

Lemma dpsym_continuous_plus : continuity_pt (fun t => f t + g t) x.
Proof. exact (continuity_pt_plus f g x Hf Hg). Qed.
Lemma dpsym_continuous_minus : continuity_pt (fun t => f t - g t) x.
Proof. exact (continuity_pt_minus f g x Hf Hg). Qed.
Lemma dpsym_continuous_mult : continuity_pt (fun t => f t * g t) x.
Proof. exact (continuity_pt_mult f g x Hf Hg). Qed.
Lemma dpsym_continuous_opp : continuity_pt (fun t => - f t) x.
Proof. exact (continuity_pt_opp f x Hf). Qed.
Lemma dpsym_continuous_inv : f x <> 0 -> continuity_pt (fun t => / f t) x.
Proof. exact (continuity_pt_inv f x Hf). Qed.
Lemma dpsym_continuous_div : g x <> 0 -> continuity_pt (fun t => f t / g t) x.
Proof. exact (continuity_pt_div f g x Hf Hg). Qed.
Lemma dpsym_continuous_of : forall h : R -> R, continuity_pt h (f x) -> continuity_pt (fun t => h (f t)) x.
Proof. intros h Hh. exact (continuity_pt_comp f h x Hf Hh). Qed.
Lemma dpsym_continuous_exp : continuity_pt (fun t => exp (f t)) x.
Proof. apply dpsym_continuous_of, derivable_continuous_pt, derivable_pt_exp. Qed.
Lemma dpsym_continuous_ln : 0 < f x -> continuity_pt (fun t => ln (f t)) x.
Proof. intros H. apply dpsym_continuous_of, derivable_continuous_pt. exists (/ f x). apply derivable_pt_lim_ln, H. Qed.
Lemma dpsym_continuous_sqrt : continuity_pt (fun t => sqrt (f t)) x.
Proof. apply dpsym_continuous_of, continuity_pt_filterlim, continuous_sqrt. Qed.
Lemma dpsym_continuous_pow : forall n : nat, continuity_pt (fun t => f t ^ n) x.
Proof. intros n. apply (dpsym_continuous_of (fun t => t ^ n)), derivable_continuous_pt, derivable_pt_pow. Qed.
Lemma dpsym_continuous_abs : continuity_pt (fun t => Rabs (f t)) x.
Proof. apply dpsym_continuous_of, Rcontinuity_abs. Qed.
Lemma dpsym_continuous_count : forall y : R, dpsym_integer y -> 0 <= y -> continuity_pt (fun t => dpsym_expt (f t) y) x.
Proof. intros y Hi Hn. apply (dpsym_continuous_of (fun t => dpsym_expt t y)), dpsym_expt_continuous; assumption. Qed.
End parts.

Lemma dpsym_continuous_power : forall (f g : R -> R) (x : R), continuity_pt f x -> continuity_pt g x -> 0 < f x ->
  continuity_pt (fun t => dpsym_expt (f t) (g t)) x.
Proof.
  intros f g x Hf Hg H. apply (continuity_pt_ext_loc (fun t => exp (g t * ln (f t)))).
  - assert (Hl : locally x (fun t => 0 < f t)).
    { apply continuity_pt_filterlim in Hf. apply Hf. exact (open_gt 0 (f x) H). }
    revert Hl. apply filter_imp. intros t Ht. symmetry. apply dpsym_expt_exp, Ht.
  - apply dpsym_continuous_exp, dpsym_continuous_mult; [exact Hg | apply dpsym_continuous_ln; assumption].
Qed.

Ltac dpsym_continuous := lazymatch goal with
  | |- continuity_pt (fun t => t) _ => apply derivable_continuous_pt, derivable_pt_id
  | |- continuity_pt (fun _ => ?c) _ => apply continuity_pt_const; intros ? ?; reflexivity
  | |- continuity_pt (fun t => @?f t + @?g t) ?x => apply (dpsym_continuous_plus f g x); dpsym_continuous
  | |- continuity_pt (fun t => @?f t - @?g t) ?x => apply (dpsym_continuous_minus f g x); dpsym_continuous
  | |- continuity_pt (fun t => @?f t * @?g t) ?x => apply (dpsym_continuous_mult f g x); dpsym_continuous
  | |- continuity_pt (fun t => - @?f t) ?x => apply (dpsym_continuous_opp f x); dpsym_continuous
  | |- continuity_pt (fun t => / @?f t) ?x => apply (dpsym_continuous_inv f x); [ dpsym_continuous | dpsym_nonzero ]
  | |- continuity_pt (fun t => @?f t / @?g t) ?x => apply (dpsym_continuous_div f g x); [ dpsym_continuous | dpsym_continuous | dpsym_nonzero ]
  | |- continuity_pt (fun t => ln (@?f t)) ?x => apply (dpsym_continuous_ln f x); [ dpsym_continuous | dpsym_range ]
  | |- continuity_pt (fun t => sqrt (@?f t)) ?x => apply (dpsym_continuous_sqrt f x); dpsym_continuous
  | |- continuity_pt (fun t => @?f t ^ ?n) ?x => apply (dpsym_continuous_pow f x); dpsym_continuous
  | |- continuity_pt (fun t => Rabs (@?f t)) ?x => apply (dpsym_continuous_abs f x); dpsym_continuous
  | |- continuity_pt (fun t => dpsym_expt (@?f t) (@?g t)) ?x => first
      [ apply (dpsym_continuous_count f x); [ dpsym_continuous | dpsym_whole | dpsym_range ]
      | apply (dpsym_continuous_power f g x); [ dpsym_continuous | dpsym_continuous | dpsym_range ] ]
  | |- continuity_pt (fun t => ?h (@?f t)) ?x =>
      refine (dpsym_continuous_of f x _ h _); [ dpsym_continuous | apply continuity_pt_filterlim, (ex_derive_continuous h); auto_derive; exact I ]
  end.
