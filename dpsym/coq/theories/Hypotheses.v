(* Experiments in which a hidden vector of bits says which database each round runs on. *)
From Coq Require Import Reals Lra List Bool Arith Lia.
From dpsym Require Import prelude naturals Numbers Finite Divergences Mechanisms Processing Composition Conversions Domination Rules.
Import ListNotations.
Open Scope R_scope.

(* An adversary chooses, for each round, an algorithm of its mechanism and two neighbours, by the
   answers before; the round runs on the second of them where the vector has a one. *)
Inductive asks {X : databases} : list (mechanism X) -> forall T : space, (list bool -> law T) -> Prop :=
| Over : asks [] one (fun _ => sure)
| Ask (M : mechanism X) (r : list (mechanism X)) (T : space) (A : X -> law T) (x y : X) (U : T -> space) (V : forall o, list bool -> law (U o)) :
    M T A -> near x y -> (forall o, asks r (U o) (V o)) ->
    asks (M :: r) (sigma T U) (fun b => joint U (A (if hd false b then y else x)) (fun o => V o (tl b))).

(* A law on vectors. *)
Record prior := Prior { ways : space; chances : law ways; vector : ways -> list bool }.
Definition seen {T : space} (V : list bool -> law T) (p : prior) : law T := push (fun w => V (vector p w)) (chances p).

(* HypothesisDP(Compose(M1, ...), A, B, e, d), where hypotheses are sets of laws on vectors. *)
Definition HypothesisDP {X} (r : list (mechanism X)) (A B : prior -> Prop) e d :=
  forall (T : space) V, asks r T V -> forall p q, A p -> B q ->
  HockeyStick e (seen V p) (seen V q) <= d /\ HockeyStick e (seen V q) (seen V p) <= d.

(* A set of vectors stands for all laws on it: all vectors with some numbers of ones, or listed ones. *)
Definition On (n : nat) (S : list bool -> bool) (p : prior) := forall w, length (vector p w) = n /\ S (vector p w) = true.
Definition ones (b : list bool) : nat := count_occ bool_dec b true.
Definition Ones (few many : nat) (b : list bool) : bool := (few <=? ones b)%nat && (ones b <=? many)%nat.
Definition Every (l : list (list bool)) (b : list bool) : bool := existsb (fun c => if list_eq_dec bool_dec b c then true else false) l.

(* Hockey sticks with weights on both sides *)
Definition part {T : space} (a c : R) (P Q : T -> R) := Sum T (fun x => Rmax (a * P x - c * Q x) 0).
Lemma part_stick {T : space} e (P Q : T -> R) : part 1 (exp e) P Q = HockeyStick e P Q.
Proof. apply Sum_ext; intros x. now rewrite Rmult_1_l. Qed.
Lemma part_joint {T : space} {U : T -> space} a c (P Q : law T) (K L : forall o, law (U o)) :
  part a c (joint U P K) (joint U Q L) = Sum T (fun o => part (a * P o) (c * Q o) (K o) (L o)).
Proof. unfold part. rewrite Sum_sigma. apply Sum_ext; intros x. apply Sum_ext; intros y. simpl. f_equal; ring. Qed.
Lemma part_scaled {T : space} a c t (P Q : T -> R) : 0 <= t -> part (a * t) (c * t) P Q = t * part a c P Q.
Proof.
  intros Ht. unfold part. rewrite <- Sum_scal. apply Sum_ext; intros x. rewrite <- RmaxRmult by assumption. f_equal; ring.
Qed.
Lemma part_total {T : space} a c (P Q : law T) : Rmax (a - c) 0 <= part a c P Q.
Proof.
  apply Rmax_lub.
  - apply Rle_trans with (Sum T (fun x => a * P x + - c * Q x)); [rewrite Sum_lin, !mass_one; lra |].
    apply Sum_le; intros x. generalize (Rmax_l (a * P x - c * Q x) 0). lra.
  - apply Sum_nonneg; intros x. apply Rmax_r.
Qed.
Lemma part_sure a c : part a c sure sure = Rmax (a - c) 0.
Proof. unfold part, Sum. simpl. rewrite !Rmult_1_r. lra. Qed.
Lemma part_unused {T U : space} a c (P Q : law T) (R S : law U) :
  part a c R S <= part a c (joint (fun _ => U) P (fun _ => R)) (joint (fun _ => U) Q (fun _ => S)).
Proof.
  rewrite part_joint. unfold part. rewrite <- Sum_swap. apply Sum_le; intros u.
  assert (E : a * R u - c * S u = Sum T (fun o => a * P o * R u - c * Q o * S u)).
  { rewrite (Sum_ext T _ (fun o => (a * R u) * P o + (- (c * S u)) * Q o)) by (intros; ring).
    rewrite Sum_lin, !mass_one. ring. }
  rewrite E. apply Rmax_lub; [apply Sum_le; intros; apply Rmax_l | apply Sum_nonneg; intros; apply Rmax_r].
Qed.
Lemma average_least (T : space) (P : law T) (f : T -> R) t : (forall x, f x <= t) -> Sum T (fun x => P x * f x) <= t.
Proof.
  intros H. apply Rle_trans with (Sum T (fun x => P x * t)).
  - apply Sum_le; intros x. apply Rmult_le_compat_l; [apply mass_nonneg | apply H].
  - rewrite Sum_scal_r, mass_one. lra.
Qed.
Lemma greatest_point (T : space) (P : law T) (f : T -> R) : exists x, forall y, f y <= f x.
Proof. destruct (greatest f (law_inhabited P)) as [x [_ H]]. exists x. intros y. apply H, full. Qed.

(* Laws on vectors are mixtures of vectors. *)
Lemma seen_stick {T : space} (V : list bool -> law T) p q e d :
  (forall v w, HockeyStick e (V (vector p v)) (V (vector q w)) <= d) -> HockeyStick e (seen V p) (seen V q) <= d.
Proof.
  intros H. set (Z := pairs (ways p) (ways q)). set (W := Product (chances p) (chances q) : law Z).
  set (K := fun z : Z => V (vector p (projT1 z))). set (L := fun z : Z => V (vector q (projT2 z))).
  assert (E : HockeyStick e (push K W) (push L W) <= d).
  { apply Rle_trans with (Sum Z (fun z => W z * HockeyStick e (K z) (L z))); [| apply average_least; intros z; apply H].
    unfold HockeyStick. apply Rle_trans with (Sum T (fun y => Sum Z (fun z => W z * Rmax (K z y - exp e * L z y) 0))).
    - apply Sum_le; intros y. rewrite !push_mass. apply Rmax_lub.
      + apply Rle_trans with (Sum Z (fun z => W z * (K z y - exp e * L z y))).
        * right. rewrite (Sum_ext Z (fun z => W z * (K z y - exp e * L z y)) (fun z => 1 * (W z * K z y) + - exp e * (W z * L z y))) by (intros; ring).
          rewrite Sum_lin. ring.
        * apply Sum_le; intros z. apply Rmult_le_compat_l; [apply mass_nonneg | apply Rmax_l].
      + apply Sum_nonneg; intros z. apply Rmult_le_pos; [apply mass_nonneg | apply Rmax_r].
    - rewrite Sum_swap. apply Req_le, Sum_ext; intros z. now rewrite Sum_scal. }
  replace (mass (seen V p)) with (mass (push K W)); [replace (mass (seen V q)) with (mass (push L W)); [exact E |] |];
    apply FunctionalExtensionality.functional_extensionality; intros y; unfold seen; rewrite !push_mass; unfold Z, W, K, L; rewrite Sum_pairs; simpl.
  - rewrite (Sum_ext (ways p) _ (fun v => chances p v * Sum (ways q) (fun w => chances q w * V (vector q w) y))).
    + rewrite Sum_scal_r, mass_one. ring.
    + intros v. rewrite <- Sum_scal. apply Sum_ext; intros w. ring.
  - apply Sum_ext; intros v. rewrite (Sum_ext (ways q) _ (fun w => (chances p v * V (vector p v) y) * chances q w)) by (intros; ring).
    rewrite Sum_scal, mass_one. ring.
Qed.

(* A mechanism asked about two neighbours runs on a bit. *)
Inductive on_two {X} (M : mechanism X) : forall T, (bits -> law T) -> Prop :=
  OnTwo T (A : X -> law T) x y : M T A -> near x y -> on_two M T (fun b : bits => A (if b : bool then y else x)).
Definition paired {X} (M : mechanism X) : mechanism bits.
Proof.
  refine (Mechanism (X := bits) (on_two M) _). destruct (runs_some X M) as [T [A H]], (near_some X) as [x [y N]].
  exists T. eexists. exact (OnTwo M T A x y H N).
Defined.
Lemma paired_holds {X} (G : guarantee) (M : mechanism X) : holds G M -> holds G (paired M).
Proof.
  intros H T B HB u v N. destruct HB as [T A x y HA Hxy]. apply (H T A HA).
  destruct u, v; try (now destruct N); [now apply near_sym | assumption].
Qed.

(* Rule "domination" of the second of two mechanisms: what is shown of any first one that runs on a
   bit holds of the first one on any two neighbours. *)
Lemma image_itself {T : space} (P Q : law T) : image P Q P Q.
Proof. exists identity. intros y. now rewrite !push_identity. Qed.
Theorem by_model_after {X : databases} (G : guarantee) (N M : mechanism X) (C : mechanism bits) :
  closed G -> modelled M C -> holds G (Compose (paired N) C) -> holds G (Compose N M).
Proof.
  intros HG [S [A [HA D]]] H U B HB x y Hxy. destruct HB as [T V P Q HP HQ].
  assert (W : Compose (paired N) C (sigma T (fun _ => S)) (fun b : bits => joint (fun _ => S) (P (if b : bool then x else y)) (fun _ => A b))).
  { apply (Composed (paired N) C T (fun _ => S) (fun b : bits => P (if b : bool then x else y)) (fun _ => A)); [| intros _; exact HA].
    exact (OnTwo N T P y x HP (near_sym _ _ _ Hxy)). }
  apply (image_closed G _ _ _ _ HG (image_joint (P x) (P y) (A true) (A false) (P x) (P y) (fun o => Q o x) (fun o => Q o y) (image_itself _ _) (fun o => D x y Hxy (V o) (Q o) (HQ o)))).
  apply (H _ _ W true false). discriminate.
Qed.

(* Rounds that agree are drawn by the adversary itself. *)
Section Rounds.
  Context {X : databases}.
  Implicit Types M : mechanism X.

  Lemma oriented M T (A : X -> law T) x y (u v : bool) : M T A -> near x y -> u <> v ->
    exists B : bits -> law T, paired M T B /\ B false = A (if u then y else x) /\ B true = A (if v then y else x).
  Proof.
    intros HA N D. destruct u, v; try congruence.
    - exists (fun b : bits => A (if b : bool then x else y)). split; [exact (OnTwo M T A y x HA (near_sym X _ _ N)) | now split].
    - exists (fun b : bits => A (if b : bool then y else x)). split; [exact (OnTwo M T A x y HA N) | now split].
  Qed.

  (* In which rounds vectors differ, of those that a mask leaves *)
  Fixpoint fits (n : nat) (b c mask : list bool) : bool :=
    match n with
    | O => true
    | S n => (eqb (hd false b) (hd false c) || hd false mask) && fits n (tl b) (tl c) (tl mask)
    end.
  Fixpoint chosen (mask : list bool) (r : list (mechanism X)) : list (mechanism X) :=
    match r with [] => [] | M :: r => if hd false mask then M :: chosen (tl mask) r else chosen (tl mask) r end.
  Fixpoint several {Y : databases} (r : list (mechanism Y)) : mechanism Y :=
    match r with [] => Silence | M :: r => match r with [] => M | _ => Compose M (several r) end end.

  Lemma silent_part {Y : databases} (U : space) (W : Y -> law U) x y a c : runs Silence U W -> part a c (W x) (W y) = Rmax (a - c) 0.
  Proof. intros []. apply part_sure. Qed.

  (* One more round whose answer is used, or not *)
  Lemma composed_rounds {Y : databases} (N N' : mechanism Y) (T : space) (B : Y -> law T) x y a c (f : T -> R) :
    N T B -> (forall o, exists (U : space) (W : Y -> law U), runs N' U W /\ f o <= part (a * B x o) (c * B y o) (W x) (W y)) ->
    exists (U : space) (W : Y -> law U), runs (Compose N N') U W /\ Sum T f <= part a c (W x) (W y).
  Proof.
    intros HB H. destruct (choice T (fun _ => {U : space & Y -> law U}) (fun o z => runs N' (projT1 z) (projT2 z) /\
      f o <= part (a * B x o) (c * B y o) (projT2 z x) (projT2 z y))) as [F HF].
    { intros o. destruct (H o) as [U [W HW]]. now exists (existT _ U W). }
    do 2 eexists. split; [exact (Composed N N' T (fun o => projT1 (F o)) B (fun o => projT2 (F o)) HB (fun o => proj1 (HF o))) |].
    cbv beta. rewrite part_joint. apply Sum_le; intros o. apply HF.
  Qed.
  Lemma more_rounds {Y : databases} (N : mechanism Y) (r : list (mechanism Y)) (T : space) (B : Y -> law T) x y a c (f : T -> R) : 0 <= a -> 0 <= c ->
    N T B -> (forall o, exists (U : space) (W : Y -> law U), runs (several r) U W /\ f o <= part (a * B x o) (c * B y o) (W x) (W y)) ->
    exists (U : space) (W : Y -> law U), runs (several (N :: r)) U W /\ Sum T f <= part a c (W x) (W y).
  Proof.
    intros Ha Hc HB H. destruct r as [| N' r].
    - exists T, B. split; [exact HB |]. apply Sum_le; intros o. destruct (H o) as [U [W [HW L]]].
      now rewrite (silent_part U W x y _ _ HW) in L.
    - exact (composed_rounds N (several (N' :: r)) T B x y a c f HB H).
  Qed.
  Lemma unused_round {Y : databases} (N : mechanism Y) (r : list (mechanism Y)) x y a c t : 0 <= a -> 0 <= c ->
    (exists (U : space) (W : Y -> law U), runs (several r) U W /\ t <= part a c (W x) (W y)) ->
    exists (U : space) (W : Y -> law U), runs (several (N :: r)) U W /\ t <= part a c (W x) (W y).
  Proof.
    intros Ha Hc [U [W [HW L]]]. destruct (runs_some Y N) as [T [B HB]]. destruct r as [| N' r].
    - rewrite (silent_part U W x y _ _ HW) in L. exists T, B. split; [assumption |]. apply Rle_trans with (1 := L), part_total.
    - do 2 eexists. split; [exact (Composed N (several (N' :: r)) T (fun _ => U) B (fun _ => W) HB (fun _ => HW)) |].
      cbv beta. apply Rle_trans with (1 := L). apply part_unused.
  Qed.

  Theorem rounds_of_mask (r : list (mechanism X)) T V : asks r T V -> forall b c mask, fits (length r) b c mask = true ->
    forall a k, 0 <= a -> 0 <= k -> exists (U : space) (W : bits -> law U), runs (several (map paired (chosen mask r))) U W /\
    part a k (V b) (V c) <= part a k (W false) (W true).
  Proof.
    induction 1 as [| M r T A x y U V HA N HV IH]; intros b c mask F a k Ha Hk.
    - exists one, (fun _ => sure). split; [constructor | apply Rle_refl].
    - simpl in F. apply andb_prop in F. destruct F as [F F']. cbv beta. rewrite part_joint.
      destruct (bool_dec (hd false b) (hd false c)) as [E | D].
      + assert (L : exists (W0 : space) (W : bits -> law W0), runs (several (map paired (chosen (tl mask) r))) W0 W /\
          Sum T (fun o => part (a * A (if hd false b then y else x) o) (k * A (if hd false c then y else x) o) (V o (tl b)) (V o (tl c))) <=
          part a k (W false) (W true)).
        { rewrite E. set (P := A (if hd false c then y else x)).
          destruct (greatest_point T P (fun o => part a k (V o (tl b)) (V o (tl c)))) as [o Ho].
          destruct (IH o (tl b) (tl c) (tl mask) F' a k Ha Hk) as [W0 [W [HW L]]]. exists W0, W. split; [assumption |].
          apply Rle_trans with (2 := L). rewrite (Sum_ext T _ (fun o => P o * part a k (V o (tl b)) (V o (tl c)))).
          - now apply average_least.
          - intros o'. apply part_scaled, mass_nonneg. }
        simpl chosen. destruct (hd false mask); [| exact L]. now apply unused_round.
      + destruct (hd false b) eqn:Eb, (hd false c) eqn:Ec; try congruence; simpl in F; rewrite ?orb_false_l in F; simpl chosen; rewrite F.
        * destruct (oriented M T A x y true false HA N) as [B [HB [B0 B1]]]; [discriminate |]. rewrite <- B0, <- B1.
          apply (more_rounds (paired M) (map paired (chosen (tl mask) r)) T B false true a k _ Ha Hk HB). intros o.
          apply (IH o (tl b) (tl c) (tl mask) F'); apply Rmult_le_pos; try assumption; apply mass_nonneg.
        * destruct (oriented M T A x y false true HA N) as [B [HB [B0 B1]]]; [discriminate |]. rewrite <- B0, <- B1.
          apply (more_rounds (paired M) (map paired (chosen (tl mask) r)) T B false true a k _ Ha Hk HB). intros o.
          apply (IH o (tl b) (tl c) (tl mask) F'); apply Rmult_le_pos; try assumption; apply mass_nonneg.
  Qed.

  (* Rounds of one mechanism, of which at most n differ *)
  Fixpoint differ (n : nat) (b c : list bool) : nat :=
    match n with O => O | S n => ((if eqb (hd false b) (hd false c) then 0 else 1) + differ n (tl b) (tl c))%nat end.
  Theorem rounds_of_one M (r : list (mechanism X)) T V : asks r T V -> (forall N, In N r -> N = M) ->
    forall b c n, (differ (length r) b c <= n)%nat -> forall a k, 0 <= a -> 0 <= k ->
    exists (U : space) (W : bits -> law U), runs (Rounds (paired M) n) U W /\ part a k (V b) (V c) <= part a k (W false) (W true).
  Proof.
    induction 1 as [| N0 r T A x y U V HA N HV IH]; intros Same b c n F a k Ha Hk.
    - destruct (runs_some _ (Rounds (paired M) n)) as [U [W HW]]. exists U, W. split; [assumption |].
      rewrite part_sure. apply part_total.
    - assert (E0 : N0 = M) by (apply Same; now left). subst N0.
      assert (Rest : forall N, In N r -> N = M) by (intros; apply Same; now right).
      simpl in F. cbv beta. rewrite part_joint. destruct (bool_dec (hd false b) (hd false c)) as [E | D].
      + rewrite E, eqb_reflx in *. simpl in F. set (P := A (if hd false c then y else x)).
        destruct (greatest_point T P (fun o => part a k (V o (tl b)) (V o (tl c)))) as [o Ho].
        destruct (IH o Rest (tl b) (tl c) n F a k Ha Hk) as [W0 [W [HW L]]]. exists W0, W. split; [assumption |].
        apply Rle_trans with (2 := L). rewrite (Sum_ext T _ (fun o => P o * part a k (V o (tl b)) (V o (tl c)))).
        * now apply average_least.
        * intros o'. apply part_scaled, mass_nonneg.
      + destruct (oriented M T A x y (hd false b) (hd false c) HA N D) as [B [HB [B0 B1]]]. rewrite <- B0, <- B1.
        assert (E : eqb (hd false b) (hd false c) = false) by now apply eqb_false_iff. rewrite E in F.
        destruct n as [| n]; [lia |]. assert (F' : (differ (length r) (tl b) (tl c) <= n)%nat) by lia.
        apply (composed_rounds (paired M) (Rounds (paired M) n) T B false true a k _ HB). intros o.
        apply (IH o Rest (tl b) (tl c) n F'); apply Rmult_le_pos; try assumption; apply mass_nonneg.
  Qed.

  (* Other vectors that differ wherever these do *)
  Fixpoint covered (n : nat) (b c b' c' : list bool) : bool :=
    match n with
    | O => true
    | S n => (eqb (hd false b) (hd false c) || negb (eqb (hd false b') (hd false c'))) && covered n (tl b) (tl c) (tl b') (tl c')
    end.
  Theorem rounds_of_cover (r : list (mechanism X)) T V : asks r T V -> forall b c b' c', covered (length r) b c b' c' = true ->
    forall a k, 0 <= a -> 0 <= k -> exists (U : space) (W : list bool -> law U), asks r U W /\
    part a k (V b) (V c) <= part a k (W b') (W c').
  Proof.
    induction 1 as [| M r T A x y U V HA N HV IH]; intros b c b' c' F a k Ha Hk.
    - exists one, (fun _ => sure). split; [constructor | apply Rle_refl].
    - simpl in F. apply andb_prop in F. destruct F as [F F']. cbv beta. rewrite part_joint.
      destruct (bool_dec (hd false b) (hd false c)) as [E | D].
      + rewrite E. set (P := A (if hd false c then y else x)).
        destruct (greatest_point T P (fun o => part a k (V o (tl b)) (V o (tl c)))) as [o Ho].
        destruct (IH o (tl b) (tl c) (tl b') (tl c') F' a k Ha Hk) as [U0 [W [HW L]]].
        do 2 eexists. split; [exact (Ask M r T A x y (fun _ => U0) (fun _ => W) HA N (fun _ => HW)) |]. cbv beta.
        apply Rle_trans with (2 := part_unused a k _ _ _ _). apply Rle_trans with (2 := L).
        rewrite (Sum_ext T _ (fun o => P o * part a k (V o (tl b)) (V o (tl c)))).
        * now apply average_least.
        * intros o'. apply part_scaled, mass_nonneg.
      + assert (D' : hd false b' <> hd false c').
        { intros E. rewrite E, eqb_reflx in F. simpl in F. rewrite orb_false_r in F. now apply eqb_prop in F. }
        assert (Z : exists x' y', near x' y' /\ (if hd false b' then y' else x') = (if hd false b then y else x) /\
          (if hd false c' then y' else x') = (if hd false c then y else x)).
        { assert (N' := near_sym X _ _ N). destruct (hd false b), (hd false c), (hd false b'), (hd false c'); try congruence;
            (now exists x, y) || (now exists y, x). }
        destruct Z as [x' [y' [N' [E E']]]]. rewrite <- E, <- E'.
        destruct (choice T (fun _ => {U : space & list bool -> law U}) (fun o z => asks r (projT1 z) (projT2 z) /\
          part (a * A (if hd false b' then y' else x') o) (k * A (if hd false c' then y' else x') o) (V o (tl b)) (V o (tl c)) <=
          part (a * A (if hd false b' then y' else x') o) (k * A (if hd false c' then y' else x') o) (projT2 z (tl b')) (projT2 z (tl c')))) as [G HG].
        { intros o. destruct (IH o (tl b) (tl c) (tl b') (tl c') F' (a * A (if hd false b' then y' else x') o) (k * A (if hd false c' then y' else x') o)) as [U0 [W HW]].
          - apply Rmult_le_pos; [assumption | apply mass_nonneg].
          - apply Rmult_le_pos; [assumption | apply mass_nonneg].
          - now exists (existT _ U0 W). }
        do 2 eexists. split; [exact (Ask M r T A x' y' (fun o => projT1 (G o)) (fun o => projT2 (G o)) HA N' (fun o => proj1 (HG o))) |].
        cbv beta. rewrite part_joint. apply Sum_le; intros o. apply HG.
  Qed.
End Rounds.

(* All vectors of a length *)
Fixpoint vectors (n : nat) : list (list bool) :=
  match n with O => [[]] | S n => map (cons false) (vectors n) ++ map (cons true) (vectors n) end.
Lemma vectors_all n : forall b, length b = n -> In b (vectors n).
Proof.
  induction n as [| n IH]; intros [| u b] H; try discriminate; simpl; [now left |]. injection H as H.
  apply in_or_app. destruct u; [right | left]; now apply in_map, IH.
Qed.
Definition each_pair (n : nat) (S S' : list bool -> bool) (f : list bool -> list bool -> bool) : bool :=
  forallb (fun b => forallb (fun c => implb (S b && S' c) (f b c)) (vectors n)) (vectors n).
Lemma each_pair_is n S S' f : each_pair n S S' f = true -> forall b c, length b = n -> length c = n -> S b = true -> S' c = true -> f b c = true.
Proof.
  intros H b c Hb Hc HS HS'. unfold each_pair in H. rewrite forallb_forall in H. specialize (H b (vectors_all n b Hb)).
  rewrite forallb_forall in H. specialize (H c (vectors_all n c Hc)). now rewrite HS, HS' in H.
Qed.
Lemma fits_sym n : forall b c mask, fits n c b mask = fits n b c mask.
Proof. induction n as [| n IH]; intros b c mask; simpl; [reflexivity |]. rewrite IH. f_equal. f_equal. now destruct (hd false b), (hd false c). Qed.
Lemma differ_sym n : forall b c, differ n c b = differ n b c.
Proof. induction n as [| n IH]; intros b c; simpl; [reflexivity |]. rewrite IH. now destruct (hd false b), (hd false c). Qed.
Lemma covered_sym n : forall b c b' c', covered n c b c' b' = covered n b c b' c'.
Proof.
  induction n as [| n IH]; intros b c b' c'; simpl; [reflexivity |]. rewrite IH. f_equal.
  now destruct (hd false b), (hd false c), (hd false b'), (hd false c').
Qed.
Lemma differ_ones n : forall b c, length b = n -> length c = n -> (differ n b c <= ones b + ones c)%nat.
Proof.
  induction n as [| n IH]; intros [| u b] [| v c] Hb Hc; try discriminate; simpl; [lia |].
  injection Hb as Hb. injection Hc as Hc. specialize (IH b c Hb Hc). unfold ones in *. destruct u, v; simpl; lia.
Qed.
Lemma differ_all n : forall b c, (differ n b c <= n)%nat.
Proof. induction n as [| n IH]; intros b c; simpl; [lia |]. specialize (IH (tl b) (tl c)). destruct eqb; lia. Qed.

Section Claims.
  Context {X : databases}.
  Lemma by_vectors (r : list (mechanism X)) n S S' e d :
    (forall T V, asks r T V -> forall b c, length b = n -> length c = n -> S b = true -> S' c = true ->
      HockeyStick e (V b) (V c) <= d /\ HockeyStick e (V c) (V b) <= d) -> HypothesisDP r (On n S) (On n S') e d.
  Proof.
    intros H T V HV p q Hp Hq. split; apply seen_stick; intros v w.
    - destruct (Hp v), (Hq w). refine (proj1 (H T V HV (vector p v) (vector q w) _ _ _ _)); assumption.
    - destruct (Hp w), (Hq v). refine (proj2 (H T V HV (vector p w) (vector q v) _ _ _ _)); assumption.
  Qed.
  Lemma by_bits (N : mechanism bits) e d (U : space) (W : bits -> law U) (T : space) (P Q : T -> R) : ApproxDP N e d -> N U W ->
    part 1 (exp e) P Q <= part 1 (exp e) (W false) (W true) -> HockeyStick e P Q <= d.
  Proof.
    intros H HW L. rewrite !part_stick in L. apply Rle_trans with (1 := L). apply (H U W HW). discriminate.
  Qed.

  Theorem rule_rounds_sets (r : list (mechanism X)) n S S' e d masks : n = length r ->
    each_pair n S S' (fun b c => existsb (fits n b c) masks) = true ->
    (forall mask, In mask masks -> ApproxDP (several (map paired (chosen mask r))) e d) ->
    HypothesisDP r (On n S) (On n S') e d.
  Proof.
    intros -> C H. apply by_vectors. intros T V HV b c Hb Hc HS HS'.
    assert (E := each_pair_is _ _ _ _ C b c Hb Hc HS HS'). apply existsb_exists in E. destruct E as [mask [Hm F]].
    assert (F' : fits (length r) c b mask = true) by now rewrite fits_sym.
    destruct (rounds_of_mask r T V HV b c mask F 1 (exp e)) as [U [W [HW L]]]; [lra | left; apply exp_pos |].
    destruct (rounds_of_mask r T V HV c b mask F' 1 (exp e)) as [U' [W' [HW' L']]]; [lra | left; apply exp_pos |].
    split; [exact (by_bits _ e d U W T _ _ (H mask Hm) HW L) | exact (by_bits _ e d U' W' T _ _ (H mask Hm) HW' L')].
  Qed.

  Lemma rounds_differ (M : mechanism X) n S S' e d m :
    (forall b c, length b = n -> length c = n -> S b = true -> S' c = true -> (differ n b c <= m)%nat) ->
    ApproxDP (Rounds (paired M) m) e d -> HypothesisDP (List.repeat M n) (On n S) (On n S') e d.
  Proof.
    intros C H. apply by_vectors. intros T V HV b c Hb Hc HS HS'.
    assert (Same : forall N, In N (List.repeat M n) -> N = M) by apply repeat_spec.
    assert (L : length (List.repeat M n) = n) by apply repeat_length.
    assert (F : (differ (length (List.repeat M n)) b c <= m)%nat) by (rewrite L; now apply C).
    assert (F' : (differ (length (List.repeat M n)) c b <= m)%nat) by now rewrite differ_sym.
    destruct (rounds_of_one M _ T V HV Same b c m F 1 (exp e)) as [U [W [HW I]]]; [lra | left; apply exp_pos |].
    destruct (rounds_of_one M _ T V HV Same c b m F' 1 (exp e)) as [U' [W' [HW' I']]]; [lra | left; apply exp_pos |].
    split; [exact (by_bits _ e d U W T _ _ H HW I) | exact (by_bits _ e d U' W' T _ _ H HW' I')].
  Qed.
  Theorem rule_rounds_ones (M : mechanism X) n i j i' j' e d m : (j + j' <= m)%nat -> ApproxDP (Rounds (paired M) m) e d ->
    HypothesisDP (List.repeat M n) (On n (Ones i j)) (On n (Ones i' j')) e d.
  Proof.
    intros C. apply rounds_differ. intros b c Hb Hc HS HS'. generalize (differ_ones n b c Hb Hc).
    unfold Ones in *. apply andb_prop in HS. apply andb_prop in HS'. destruct HS as [_ HS], HS' as [_ HS'].
    apply Nat.leb_le in HS. apply Nat.leb_le in HS'. lia.
  Qed.
  Theorem rule_rounds_all (M : mechanism X) n S S' e d : ApproxDP (Rounds (paired M) n) e d ->
    HypothesisDP (List.repeat M n) (On n S) (On n S') e d.
  Proof. apply rounds_differ. intros. apply differ_all. Qed.

  (* Hypotheses about other vectors *)
  Lemma at_vector {T : space} (V : list bool -> law T) b : mass (seen V (Prior one sure (fun _ => b))) = mass (V b).
  Proof. apply FunctionalExtensionality.functional_extensionality. intros y. unfold seen. rewrite push_mass. unfold Sum. simpl. ring. Qed.
  Lemma vectors_cover (r : list (mechanism X)) n S S' R R' e d f c : n = length r ->
    (forall b u, length b = n -> length u = n -> S b = true -> S' u = true -> exists b' u',
      length b' = n /\ length u' = n /\ R b' = true /\ R' u' = true /\ covered n b u b' u' = true) ->
    HypothesisDP r (On n R) (On n R') e d -> e <= f -> d <= c -> HypothesisDP r (On n S) (On n S') f c.
  Proof.
    intros -> C H He Hd. apply by_vectors. intros T V HV b u Hb Hu HS HS'.
    destruct (C b u Hb Hu HS HS') as [b' [u' [Hb' [Hu' [HR [HR' F]]]]]].
    assert (F' : covered (length r) u b u' b' = true) by now rewrite covered_sym.
    assert (P : forall T V, asks r T V -> HockeyStick e (V b') (V u') <= d /\ HockeyStick e (V u') (V b') <= d).
    { intros T0 V0 HV0. generalize (H T0 V0 HV0 (Prior one sure (fun _ => b')) (Prior one sure (fun _ => u')) (fun _ => conj Hb' HR) (fun _ => conj Hu' HR')).
      now rewrite !at_vector. }
    destruct (rounds_of_cover r T V HV b u b' u' F 1 (exp e)) as [U [W [HW I]]]; [lra | left; apply exp_pos |].
    destruct (rounds_of_cover r T V HV u b u' b' F' 1 (exp e)) as [U' [W' [HW' I']]]; [lra | left; apply exp_pos |].
    rewrite !part_stick in *. destruct (P U W HW) as [Q _], (P U' W' HW') as [_ Q'].
    split; [generalize (stick_falls e f (V b) (V u) He) | generalize (stick_falls e f (V u) (V b) He)]; lra.
  Qed.
  Theorem rule_vectors (r : list (mechanism X)) n S S' R R' e d f c : n = length r ->
    each_pair n S S' (fun b u => existsb (fun b' => existsb (fun u' => R b' && R' u' && ((length b' =? n) && (length u' =? n))%nat && covered n b u b' u') (vectors n)) (vectors n)) = true ->
    HypothesisDP r (On n R) (On n R') e d -> e <= f -> d <= c -> HypothesisDP r (On n S) (On n S') f c.
  Proof.
    intros E C. apply vectors_cover; [assumption |]. intros b u Hb Hu HS HS'.
    assert (F := each_pair_is _ _ _ _ C b u Hb Hu HS HS'). apply existsb_exists in F. destruct F as [b' [_ F]].
    apply existsb_exists in F. destruct F as [u' [_ F]]. repeat (apply andb_prop in F; destruct F as [F ?]).
    repeat match goal with H : (_ && _)%bool = true |- _ => apply andb_prop in H; destruct H end.
    exists b', u'. repeat split; try assumption; now apply Nat.eqb_eq.
  Qed.
  Lemma covered_self n : forall b c, covered n b c b c = true.
  Proof. induction n as [| n IH]; intros b c; simpl; [reflexivity |]. rewrite IH. now destruct eqb. Qed.
  Lemma covered_ends n : forall b c, covered n b c (List.repeat false n) (List.repeat true n) = true.
  Proof. induction n as [| n IH]; intros b c; simpl; [reflexivity |]. rewrite IH, orb_true_r. reflexivity. Qed.
  Lemma ones_ends n : ones (List.repeat false n) = 0%nat /\ ones (List.repeat true n) = n.
  Proof. unfold ones. induction n as [| n [IH IH']]; simpl; [now split |]. now rewrite IH, IH'. Qed.
  Lemma ones_length b : (ones b <= length b)%nat.
  Proof. apply count_occ_bound. Qed.
  (* From the two ends, and from all vectors *)
  Theorem rule_vectors_ends (M : mechanism X) n S S' e d f c : HypothesisDP (List.repeat M n) (On n (Ones 0 0)) (On n (Ones n n)) e d ->
    e <= f -> d <= c -> HypothesisDP (List.repeat M n) (On n S) (On n S') f c.
  Proof.
    apply vectors_cover; [symmetry; apply repeat_length |]. intros b u _ _ _ _. destruct (ones_ends n) as [E0 E1].
    exists (List.repeat false n), (List.repeat true n). unfold Ones. rewrite !repeat_length, E0, E1, !Nat.leb_refl.
    repeat split; try reflexivity. apply covered_ends.
  Qed.
  Theorem rule_vectors_all (M : mechanism X) n S S' e d f c : HypothesisDP (List.repeat M n) (On n (Ones 0 n)) (On n (Ones 0 n)) e d ->
    e <= f -> d <= c -> HypothesisDP (List.repeat M n) (On n S) (On n S') f c.
  Proof.
    apply vectors_cover; [symmetry; apply repeat_length |]. intros b u Hb Hu _ _. exists b, u. unfold Ones.
    assert (Lb := ones_length b). assert (Lu := ones_length u). rewrite Hb in Lb. rewrite Hu in Lu.
    apply Nat.leb_le in Lb. apply Nat.leb_le in Lu. rewrite Lb, Lu. repeat split; try assumption. apply covered_self.
  Qed.
End Claims.

(* Counts of ones that are real numbers *)
Ltac dpsym_few := first [ lia | apply INR_le; rewrite ?plus_INR;
  repeat match goal with |- context [INR (dpsym_count ?x)] =>
    rewrite (proj2 (dpsym_count_next x ltac:(first [ assumption | dpsym_whole ]) ltac:(lra))) end; simpl; lra ].
