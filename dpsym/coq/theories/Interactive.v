(* Interactive mechanisms, their concurrent composition, and protocols of several parties. *)
From Coq Require Import Reals Lra Psatz List Bool.
From dpsym Require Import Finite Divergences Mechanisms Processing Composition Domination.
Open Scope R_scope.

(* What an interactive mechanism does on each database: it ends; or it says something by a law, and
   goes on as that tells; or it is asked, and goes on as the question tells. *)
Inductive interactive (X : databases) :=
| Silent : interactive X
| Says : forall T : space, (X -> law T) -> (T -> interactive X) -> interactive X
| Asks : forall Q : Type, (Q -> interactive X) -> interactive X.
Arguments Silent {X}.
Arguments Says {X} _ _ _.
Arguments Asks {X} _ _.

(* An adversary without coins chooses each question by what was said before, and stops when it will. *)
Fixpoint strategy {X} (M : interactive X) : Type :=
  match M with
  | Silent => unit
  | Says T _ next => option (forall t : T, strategy (next t))
  | Asks Q next => option {q : Q & strategy (next q)}
  end.
Definition stop {X} (M : interactive X) : strategy M :=
  match M with Silent => tt | Says _ _ _ => None | Asks _ _ => None end.
Fixpoint heard {X} (M : interactive X) : strategy M -> space :=
  match M return strategy M -> space with
  | Silent => fun _ => one
  | Says T _ next => fun s => match s with None => one | Some f => sigma T (fun t => heard (next t) (f t)) end
  | Asks Q next => fun s => match s with None => one | Some z => heard (next (projT1 z)) (projT2 z) end
  end.
Fixpoint view {X} (M : interactive X) : forall s : strategy M, X -> law (heard M s) :=
  match M return forall s : strategy M, X -> law (heard M s) with
  | Silent => fun _ _ => sure
  | Says T tell next => fun s =>
      match s return X -> law (heard (Says T tell next) s) with
      | None => fun _ => sure
      | Some f => fun x => joint _ (tell x) (fun t => view (next t) (f t) x)
      end
  | Asks Q next => fun s =>
      match s return X -> law (heard (Asks Q next) s) with None => fun _ => sure | Some z => view (next (projT1 z)) (projT2 z) end
  end.

(* What an adversary sees who draws coins first: these and what is said. A guarantee of an
   interactive mechanism is about all of this. *)
Inductive attacked {X} (M : interactive X) : forall T, (X -> law T) -> Prop :=
  Attacked : forall (C : space) (coins : law C) (s : C -> strategy M),
    attacked M (sigma C (fun c => heard M (s c))) (fun x => joint _ coins (fun c => view M (s c) x)).
Definition Views {X} (M : interactive X) : mechanism X.
Proof.
  refine (Mechanism (attacked M) _). do 2 eexists. exact (Attacked M one sure (fun _ => stop M)).
Defined.
Coercion Views : interactive >-> mechanism.

(* Two at once on one database: at any time the adversary says which of them is to go on. *)
Fixpoint Concurrent {X} (M : interactive X) : interactive X -> interactive X :=
  fix beside (N : interactive X) : interactive X :=
    Asks bool (fun first => if first
      then match M with
        | Silent => Silent
        | Says T tell next => Says T tell (fun t => Concurrent (next t) N)
        | Asks Q next => Asks Q (fun q => Concurrent (next q) N)
        end
      else match N with
        | Silent => Silent
        | Says T tell next => Says T tell (fun t => beside (next t))
        | Asks Q next => Asks Q (fun q => beside (next q))
        end).

Section Concurrent.
  Context {X : databases}.
  Implicit Types M N : interactive X.

  (* What one of the two does next, beside the other. *)
  Definition first_next M N : interactive X :=
    match M with
    | Silent => Silent
    | Says T tell next => Says T tell (fun t => Concurrent (next t) N)
    | Asks Q next => Asks Q (fun q => Concurrent (next q) N)
    end.
  Definition second_next M N : interactive X :=
    match N with
    | Silent => Silent
    | Says T tell next => Says T tell (fun t => Concurrent M (next t))
    | Asks Q next => Asks Q (fun q => Concurrent M (next q))
    end.
  Lemma Concurrent_next M N : Concurrent M N = Asks bool (fun first => if first then first_next M N else second_next M N).
  Proof. destruct M, N; reflexivity. Qed.

  (* By what holds of both when each goes on *)
  Lemma by_turns (P : interactive X -> interactive X -> interactive X -> Prop) :
    (forall M N D, (forall b : bool, P M N (D b)) -> P M N (Asks bool D)) ->
    (forall M N, P M N Silent) ->
    (forall T tell next N D, (forall t, P (next t) N (D t)) -> P (Says T tell next) N (Says T tell D)) ->
    (forall Q next N D, (forall q, P (next q) N (D q)) -> P (Asks Q next) N (Asks Q D)) ->
    (forall M T tell next D, (forall t, P M (next t) (D t)) -> P M (Says T tell next) (Says T tell D)) ->
    (forall M Q next D, (forall q, P M (next q) (D q)) -> P M (Asks Q next) (Asks Q D)) ->
    forall M N, P M N (Concurrent M N).
  Proof.
    intros H0 H1 H2 H3 H4 H5.
    induction M as [| T tell next IH | Q next IH]; induction N as [| T' tell' next' IH' | Q' next' IH'];
      rewrite Concurrent_next; apply H0; intros []; simpl; auto.
  Qed.
End Concurrent.

Section Exchange.
  Context {X : databases} (x y : X).
  Implicit Types M N : interactive X.

  (* Each outcome of two at once is one of each, which they reach alike on every database. *)
  Lemma override (T : space) (F : T -> Type) (d : forall t, F t) t v : exists f : forall t, F t, f t = v.
  Proof.
    destruct (choice T F (fun t' w => forall e : t = t', eq_rect t F v t' e = w)) as [f Hf].
    - intros t'. destruct (same T t t') as [<- | n].
      + exists v. intros e. symmetry. now apply Eqdep_dec.eq_rect_eq_dec, same.
      + exists (d t'). intros e. contradiction.
    - exists f. symmetry. exact (Hf t eq_refl).
  Qed.
  Definition factors M N (D : interactive X) := forall (s : strategy D) o, exists s1 o1 s2 o2,
    forall z, view D s z o = view M s1 z o1 * view N s2 z o2.
  Lemma stop_alone M : exists o, forall z, view M (stop M) z o = 1.
  Proof. destruct M; exists tt; reflexivity. Qed.
  Lemma stop_both M N : exists s1 o1 s2 o2, forall z, 1 = view M s1 z o1 * view N s2 z o2.
  Proof.
    destruct (stop_alone M) as [o1 H1], (stop_alone N) as [o2 H2].
    exists (stop M), o1, (stop N), o2. intros z. rewrite H1, H2. ring.
  Qed.
  Lemma Concurrent_factors M N : factors M N (Concurrent M N).
  Proof.
    revert M N. apply by_turns; unfold factors.
    - intros M N D H [[b s] |] o; [now destruct (H b s o) as [s1 H'] ; exists s1 | apply stop_both].
    - intros M N s o. apply stop_both.
    - intros T tell next N D H [f |] o; [| apply stop_both]. destruct o as [t o].
      destruct (H t (f t) o) as [s1 [o1 [s2 [o2 E]]]].
      destruct (override T (fun t => strategy (next t)) (fun t => stop (next t)) t s1) as [g <-].
      exists (Some g : strategy (Says T tell next)), (existT (fun t => heard (next t) (g t)) t o1), s2, o2.
      intros z. simpl. rewrite E. ring.
    - intros Q next N D H [[q s] |] o; [| apply stop_both]. destruct (H q s o) as [s1 [o1 [s2 [o2 E]]]].
      exists (Some (existT _ q s1) : strategy (Asks Q next)), o1, s2, o2. exact E.
    - intros M T tell next D H [f |] o; [| apply stop_both]. destruct o as [t o].
      destruct (H t (f t) o) as [s1 [o1 [s2 [o2 E]]]].
      destruct (override T (fun t => strategy (next t)) (fun t => stop (next t)) t s2) as [g <-].
      exists s1, o1, (Some g : strategy (Says T tell next)), (existT (fun t => heard (next t) (g t)) t o2).
      intros z. simpl. rewrite E. ring.
    - intros M Q next D H [[q s] |] o; [| apply stop_both]. destruct (H q s o) as [s1 [o1 [s2 [o2 E]]]].
      exists s1, o1, (Some (existT _ q s2) : strategy (Asks Q next)), o2. exact E.
  Qed.

  (* A sum over what is heard, with weights for what was heard before *)
  Definition worth (f : R -> R -> R) M s p q := Sum (heard M s) (fun o => f (p * view M s x o) (q * view M s y o)).
  Lemma worth_stop f M p q : worth f M (stop M) p q = f p q.
  Proof. destruct M; unfold worth, Sum; simpl; rewrite !Rmult_1_r; ring. Qed.
  Lemma worth_unheard f T tell next p q : worth f (Says T tell next) None p q = f p q.
  Proof. apply (worth_stop f (Says T tell next)). Qed.
  Lemma worth_unasked f Q next p q : worth f (Asks Q next) None p q = f p q.
  Proof. apply (worth_stop f (Asks Q next)). Qed.
  Lemma worth_says f T tell next g p q :
    worth f (Says T tell next) (Some g) p q = Sum T (fun t => worth f (next t) (g t) (p * tell x t) (q * tell y t)).
  Proof.
    unfold worth. cbn [heard view]. rewrite Sum_sigma. apply Sum_ext; intros t. apply Sum_ext; intros o. simpl.
    now rewrite !Rmult_assoc.
  Qed.
  Lemma worth_asks f Q next z p q : worth f (Asks Q next) (Some z) p q = worth f (next (projT1 z)) (projT2 z) p q.
  Proof. reflexivity. Qed.

  (* Against two at once an adversary does no better than against each alone: where one goes on,
     what is done to the other may be what is best after any of the first one's words. *)
  Variables (A B sg : R) (f g h : R -> R -> R) (ok : R -> R -> Prop).
  Hypotheses (HA : 0 <= A) (HB : 0 <= B).
  Hypothesis Hg : forall p q, 0 <= p -> 0 <= q -> 0 <= A * g p q.
  Hypothesis Hh : forall p q, 0 <= p -> 0 <= q -> 0 <= A * h p q.
  Hypothesis leaf : forall p q p' q', 0 <= p -> 0 <= q -> 0 <= p' -> 0 <= q' -> ok p q -> ok p' q' ->
    sg * f (p * p') (q * q') <= sg * (A * (g p q * h p' q') + B * (p' * g p q + p * h p' q')).
  Definition fine M p q := forall s o, ok (p * view M s x o) (q * view M s y o).
  Definition swapped M N (D : interactive X) := forall p q p' q' s, 0 <= p -> 0 <= q -> 0 <= p' -> 0 <= q' ->
    fine M p q -> fine N p' q' -> exists s1 s2,
    sg * worth f D s (p * p') (q * q') <=
    sg * (A * (worth g M s1 p q * worth h N s2 p' q') + B * (p' * worth g M s1 p q + p * worth h N s2 p' q')).

  Lemma worth_sign (k : R -> R -> R) M s p q : (forall p q, 0 <= p -> 0 <= q -> 0 <= A * k p q) -> 0 <= p -> 0 <= q -> 0 <= A * worth k M s p q.
  Proof.
    intros Hk Hp Hq. unfold worth. rewrite <- Sum_scal. apply Sum_nonneg; intros o. apply Hk; apply Rmult_le_pos; auto using mass_nonneg.
  Qed.
  Lemma fine_stop M p q : fine M p q -> ok p q.
  Proof. intros H. destruct M; generalize (H (stop _) tt); simpl; now rewrite !Rmult_1_r. Qed.
  Lemma fine_says T tell next p q t : fine (Says T tell next) p q -> fine (next t) (p * tell x t) (q * tell y t).
  Proof.
    intros H s o. destruct (override T (fun t => strategy (next t)) (fun t => stop (next t)) t s) as [k <-].
    generalize (H (Some k) (existT (fun t => heard (next t) (k t)) t o)). simpl. now rewrite !Rmult_assoc.
  Qed.
  Lemma fine_asks Q next p q c : fine (Asks Q next) p q -> fine (next c) p q.
  Proof. intros H s o. exact (H (Some (existT _ c s)) o). Qed.
  Lemma swapped_stop M N p q p' q' : 0 <= p -> 0 <= q -> 0 <= p' -> 0 <= q' -> fine M p q -> fine N p' q' -> exists s1 s2,
    sg * f (p * p') (q * q') <=
    sg * (A * (worth g M s1 p q * worth h N s2 p' q') + B * (p' * worth g M s1 p q + p * worth h N s2 p' q')).
  Proof.
    intros Hp Hq Hp' Hq' F F'. exists (stop M), (stop N). rewrite !worth_stop. apply leaf; eauto using fine_stop.
  Qed.
  Lemma some (T : space) (P : law T) (k : T -> R) : exists t, forall t', k t' <= k t.
  Proof. destruct (greatest k (law_inhabited P)) as [t [_ H]]. exists t. intros t'. apply H, full. Qed.
  Lemma Concurrent_swapped M N : swapped M N (Concurrent M N).
  Proof.
    revert M N. apply by_turns; unfold swapped.
    - intros M N D H p q p' q' [[b s] |] Hp Hq Hp' Hq' F F'.
      + rewrite worth_asks. now apply (H b).
      + rewrite worth_unasked. now apply swapped_stop.
    - intros M N p q p' q' [] Hp Hq Hp' Hq' F F'. rewrite (worth_stop f Silent (p * p') (q * q') : worth f Silent tt _ _ = _). now apply swapped_stop.
    - intros T tell next N D H p q p' q' [k |] Hp Hq Hp' Hq' F F'.
      2: { rewrite worth_unheard. now apply swapped_stop. }
      destruct (choice T (fun t => (strategy (next t) * strategy N)%type) (fun t c =>
        sg * worth f (D t) (k t) (p * tell x t * p') (q * tell y t * q') <=
        sg * (A * (worth g (next t) (fst c) (p * tell x t) (q * tell y t) * worth h N (snd c) p' q') +
          B * (p' * worth g (next t) (fst c) (p * tell x t) (q * tell y t) + p * tell x t * worth h N (snd c) p' q')))) as [c Hc].
      { intros t. destruct (H t (p * tell x t) (q * tell y t) p' q' (k t)) as [s1 [s2 L]];
          auto using Rmult_le_pos, mass_nonneg, fine_says. now exists (s1, s2). }
      destruct (some T (tell x) (fun t => sg * worth h N (snd (c t)) p' q')) as [t0 Ht].
      exists (Some (fun t => fst (c t)) : strategy (Says T tell next)), (snd (c t0)).
      rewrite !worth_says. set (w := worth h N (snd (c t0)) p' q') in *.
      set (v := fun t => worth g (next t) (fst (c t)) (p * tell x t) (q * tell y t)).
      apply Rle_trans with (Sum T (fun t => (A * v t + B * p * tell x t) * (sg * w) + sg * B * p' * v t)).
      + rewrite <- Sum_scal. apply Sum_le; intros t. specialize (Hc t).
        replace (p * p' * tell x t) with (p * tell x t * p') by ring. replace (q * q' * tell y t) with (q * tell y t * q') by ring.
        apply Rle_trans with (1 := Hc). specialize (Ht t). fold (v t). revert Ht. generalize (worth h N (snd (c t)) p' q'). intros u Hu.
        assert (0 <= A * v t) by (apply worth_sign; [assumption | apply Rmult_le_pos; auto using mass_nonneg ..]).
        assert (0 <= B * p * tell x t) by auto using Rmult_le_pos, mass_nonneg.
        apply Rle_trans with ((A * v t + B * p * tell x t) * (sg * u) + sg * B * p' * v t); [right; ring |].
        apply Rplus_le_compat_r, Rmult_le_compat_l; [lra | exact Hu].
      + right. rewrite Sum_plus, Sum_scal_r, Sum_lin, Sum_scal, mass_one. fold v. ring.
    - intros Q next N D H p q p' q' [[c s] |] Hp Hq Hp' Hq' F F'.
      2: { rewrite worth_unasked. now apply swapped_stop. }
      destruct (H c p q p' q' s) as [s1 [s2 L]]; eauto using fine_asks.
      exists (Some (existT _ c s1) : strategy (Asks Q next)), s2. exact L.
    - intros M T tell next D H p q p' q' [k |] Hp Hq Hp' Hq' F F'.
      2: { rewrite worth_unheard. now apply swapped_stop. }
      destruct (choice T (fun t => (strategy M * strategy (next t))%type) (fun t c =>
        sg * worth f (D t) (k t) (p * (p' * tell x t)) (q * (q' * tell y t)) <=
        sg * (A * (worth g M (fst c) p q * worth h (next t) (snd c) (p' * tell x t) (q' * tell y t)) +
          B * (p' * tell x t * worth g M (fst c) p q + p * worth h (next t) (snd c) (p' * tell x t) (q' * tell y t))))) as [c Hc].
      { intros t. destruct (H t p q (p' * tell x t) (q' * tell y t) (k t)) as [s1 [s2 L]];
          auto using Rmult_le_pos, mass_nonneg, fine_says. now exists (s1, s2). }
      destruct (some T (tell x) (fun t => sg * worth g M (fst (c t)) p q)) as [t0 Ht].
      exists (fst (c t0)), (Some (fun t => snd (c t)) : strategy (Says T tell next)).
      rewrite !worth_says. set (w := worth g M (fst (c t0)) p q) in *.
      set (v := fun t => worth h (next t) (snd (c t)) (p' * tell x t) (q' * tell y t)).
      apply Rle_trans with (Sum T (fun t => (A * v t + B * p' * tell x t) * (sg * w) + sg * B * p * v t)).
      + rewrite <- Sum_scal. apply Sum_le; intros t. specialize (Hc t).
        replace (p * p' * tell x t) with (p * (p' * tell x t)) by ring. replace (q * q' * tell y t) with (q * (q' * tell y t)) by ring.
        apply Rle_trans with (1 := Hc). specialize (Ht t). fold (v t). revert Ht. generalize (worth g M (fst (c t)) p q). intros u Hu.
        assert (0 <= A * v t) by (apply worth_sign; [assumption | apply Rmult_le_pos; auto using mass_nonneg ..]).
        assert (0 <= B * p' * tell x t) by auto using Rmult_le_pos, mass_nonneg.
        apply Rle_trans with ((A * v t + B * p' * tell x t) * (sg * u) + sg * B * p * v t); [right; ring |].
        apply Rplus_le_compat_r, Rmult_le_compat_l; [lra | exact Hu].
      + right. rewrite Sum_plus, Sum_scal_r, Sum_lin, Sum_scal, mass_one. fold v. ring.
    - intros M Q next D H p q p' q' [[c s] |] Hp Hq Hp' Hq' F F'.
      2: { rewrite worth_unasked. now apply swapped_stop. }
      destruct (H c p q p' q' s) as [s1 [s2 L]]; eauto using fine_asks.
      exists s1, (Some (existT _ c s2) : strategy (Asks Q next)). exact L.
  Qed.
End Exchange.

Section Guarantees.
  Context {X : databases}.
  Implicit Types M N : interactive X.

  Lemma alone (G : guarantee) M : closed G -> holds G M -> forall s x y, near x y -> G (heard M s) (view M s x) (view M s y).
  Proof.
    intros C H s x y Hxy.
    apply (closed_image G _ _ (joint (fun _ => heard M s) sure (fun _ => view M s x)) (joint (fun _ => heard M s) sure (fun _ => view M s y))
      (fun z : sigma one (fun _ => heard M s) => identity (projT2 z))); [assumption | |].
    - intros o. rewrite !push_mass, !Sum_sigma. unfold Sum at 1 3. simpl. rewrite !Rplus_0_r.
      rewrite <- (Sum_point (heard M s) (view M s x) o) at 1. rewrite <- (Sum_point (heard M s) (view M s y) o) at 1.
      split; apply Sum_ext; intros v; ring.
    - exact (H _ _ (Attacked M one sure (fun _ => s)) x y Hxy).
  Qed.

  Lemma fact_concurrent_compose_pure : forall M1 M2 e1 e2, PureDP M1 e1 -> PureDP M2 e2 -> PureDP (Concurrent M1 M2) (e1 + e2).
  Proof.
    intros M N a b HM HN _ _ [C coins s] x y Hxy. unfold pure. replace (a + b) with (0 + (a + b)) by ring.
    apply joint_max; [apply max_same |]. intros c o.
    destruct (Concurrent_factors M N (s c) o) as [s1 [o1 [s2 [o2 E]]]]. rewrite !E, exp_plus.
    generalize (alone _ M (closed_pure a) HM s1 x y Hxy o1) (alone _ N (closed_pure b) HN s2 x y Hxy o2).
    generalize (mass_nonneg (view M s1 x) o1) (mass_nonneg (view N s2 x) o2). intros H1 H2 L1 L2.
    apply Rle_trans with (1 := Rmult_le_compat _ _ _ _ H1 H2 L1 L2). right. ring.
  Qed.

  Lemma Concurrent_continuous M N x y : (forall s, view M s x << view M s y) -> (forall s, view N s x << view N s y) ->
    forall s, view (Concurrent M N) s x << view (Concurrent M N) s y.
  Proof.
    intros HM HN s o. destruct (Concurrent_factors M N s o) as [s1 [o1 [s2 [o2 E]]]]. rewrite !E.
    intros Z. apply Rmult_integral in Z. destruct Z as [Z | Z]; [rewrite (HM s1 o1 Z) | rewrite (HN s2 o2 Z)]; ring.
  Qed.
  Lemma worth_whole f M s (x y : X) : worth x y f M s 1 1 = Sum (heard M s) (fun o => f (view M s x o) (view M s y o)).
  Proof. apply Sum_ext; intros o. now rewrite !Rmult_1_l. Qed.

  Lemma fact_concurrent_compose_renyi : forall M1 M2 a t1 t2, 1 <= a -> RenyiDP M1 a t1 -> RenyiDP M2 a t2 ->
    RenyiDP (Concurrent M1 M2) a (t1 + t2).
  Proof.
    intros M N a t u Ha HM HN _ _ [C coins s] x y Hxy. unfold renyi. replace (t + u) with (0 + (t + u)) by ring.
    apply joint_renyi; [assumption | now apply renyi_same |]. intros c. generalize (s c). clear C coins s c. intros s.
    assert (VM := fun s => alone _ M (closed_renyi a t Ha) HM s x y Hxy).
    assert (VN := fun s => alone _ N (closed_renyi a u Ha) HN s x y Hxy).
    assert (CM : forall s, view M s x << view M s y) by (intros s'; apply VM).
    assert (CN : forall s, view N s x << view N s y) by (intros s'; apply VN).
    assert (C := Concurrent_continuous M N x y CM CN s).
    destruct Ha as [Ha | <-].
    - apply renyi_moment; [assumption |]. split; [assumption |].
      destruct (Concurrent_swapped x y 1 0 1 (moment a) (moment a) (moment a) (fun _ _ => True)) with (M := M) (N := N) (p := 1) (q := 1) (p' := 1) (q' := 1) (s := s)
        as [s1 [s2 L]]; try lra; try exact (fun _ _ => I).
      + intros p q _ _. rewrite Rmult_1_l. apply moment_nonneg.
      + intros p q _ _. rewrite Rmult_1_l. apply moment_nonneg.
      + intros p q p' q' Hp Hq Hp' Hq' _ _. rewrite moment_mult by assumption. lra.
      + rewrite !Rmult_1_l, Rmult_0_l, Rplus_0_r, !worth_whole in L. apply Rle_trans with (1 := L).
        rewrite Rmult_plus_distr_l, exp_plus.
        apply Rmult_le_compat; [apply Sum_nonneg; intros; apply moment_nonneg .. | |].
        * apply renyi_moment; [assumption |]. apply VM.
        * apply renyi_moment; [assumption |]. apply VN.
    - apply renyi_kl. split; [assumption |].
      destruct (Concurrent_swapped x y 0 1 1 entropy entropy entropy within) with (M := M) (N := N) (p := 1) (q := 1) (p' := 1) (q' := 1) (s := s)
        as [s1 [s2 L]]; try lra.
      + intros p q _ _. lra.
      + intros p q _ _. lra.
      + intros p q p' q' Hp Hq Hp' Hq' W W'. rewrite entropy_mult by assumption. lra.
      + intros s' o. rewrite !Rmult_1_l. exact (CM s' o).
      + intros s' o. rewrite !Rmult_1_l. exact (CN s' o).
      + rewrite !Rmult_1_l, Rmult_0_l, Rplus_0_l, !worth_whole in L. apply Rle_trans with (1 := L).
        apply Rplus_le_compat; [generalize (VM s1) | generalize (VN s2)]; intros K; apply renyi_kl in K; apply K.
  Qed.
  Lemma fact_concurrent_compose_zcdp : forall M1 M2 x1 r1 x2 r2, ZCDP M1 x1 r1 -> ZCDP M2 x2 r2 ->
    ZCDP (Concurrent M1 M2) (x1 + x2) (r1 + r2).
  Proof.
    intros M N x r y s. rewrite !zcdp_renyi. intros HM HN a Ha.
    replace (x + y + (r + s) * a) with ((x + r * a) + (y + s * a)) by ring.
    apply fact_concurrent_compose_renyi; auto; lra.
  Qed.

  Lemma stick_rest e (T : space) (P Q : law T) : HockeyStick e P Q = 1 - Sum T (fun o => Rmin (P o) (exp e * Q o)).
  Proof.
    rewrite <- (mass_one P). unfold HockeyStick.
    rewrite (Sum_ext T _ (fun o => 1 * P o + -1 * Rmin (P o) (exp e * Q o))); [rewrite Sum_lin; ring |].
    intros o. unfold Rmax, Rmin. destruct Rle_dec, Rle_dec; lra.
  Qed.
  Lemma fact_concurrent_compose_approx : forall M1 M2 e1 d1 e2 d2, ApproxDP M1 e1 d1 -> ApproxDP M2 e2 d2 -> d1 <= 1 -> d2 <= 1 ->
    ApproxDP (Concurrent M1 M2) (e1 + e2) (1 - (1 - d1) * (1 - d2)).
  Proof.
    intros M N a c b d HM HN Hc Hd _ _ [C coins s] x y Hxy. unfold approx.
    replace (a + b) with (0 + (a + b)) by ring.
    replace (1 - (1 - c) * (1 - d)) with (1 - (1 - 0) * (1 - (1 - (1 - c) * (1 - d)))) by ring.
    apply joint_stick; [assert (0 <= (1 - c) * (1 - d)) by (apply Rmult_le_pos; lra); lra | rewrite stick_same; lra |].
    intros z. generalize (s z). clear C coins s z. intros s.
    assert (VM := fun s => alone _ M (closed_approx a c) HM s x y Hxy).
    assert (VN := fun s => alone _ N (closed_approx b d) HN s x y Hxy).
    assert (S : forall e p q, 0 <= p -> 0 <= q -> 0 <= Rmin p (exp e * q)).
    { intros e p q Hp Hq. apply Rmin_glb; [assumption | apply Rmult_le_pos; [left; apply exp_pos | assumption]]. }
    destruct (Concurrent_swapped x y 1 0 (-1) (fun p q => Rmin p (exp (a + b) * q)) (fun p q => Rmin p (exp a * q)) (fun p q => Rmin p (exp b * q)) (fun _ _ => True))
      with (M := M) (N := N) (p := 1) (q := 1) (p' := 1) (q' := 1) (s := s) as [s1 [s2 L]]; try lra; try exact (fun _ _ => I).
    + intros p q Hp Hq. rewrite Rmult_1_l. now apply S.
    + intros p q Hp Hq. rewrite Rmult_1_l. now apply S.
    + intros p q p' q' Hp Hq Hp' Hq' _ _. rewrite exp_plus.
      assert (Rmin p (exp a * q) * Rmin p' (exp b * q') <= Rmin (p * p') (exp a * exp b * (q * q'))); [| lra].
      apply Rmin_glb.
      * apply Rmult_le_compat; auto using Rmin_l.
      * apply Rle_trans with (exp a * q * (exp b * q')); [apply Rmult_le_compat; auto using Rmin_r | right; ring].
    + rewrite !Rmult_1_l, Rmult_0_l, Rplus_0_r, !worth_whole in L.
      specialize (VM s1). specialize (VN s2). unfold approx in VM, VN. rewrite stick_rest in VM, VN. rewrite stick_rest.
      revert VM VN L. generalize (Sum (heard M s1) (fun o => Rmin (view M s1 x o) (exp a * view M s1 y o))).
      generalize (Sum (heard N s2) (fun o => Rmin (view N s2 x o) (exp b * view N s2 y o))). intros w2 w1 L1 L2 L.
      assert ((1 - c) * (1 - d) <= w1 * w2) by (apply Rmult_le_compat; lra). lra.
  Qed.
End Guarantees.
