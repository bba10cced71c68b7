(* Every pair of laws within (e, d) is an image of the canonical responses (Kairouz, Oh and
   Viswanath 2015), and what that means for mechanisms. *)
From Coq Require Import Reals Lra Psatz List FunctionalExtensionality.
From dpsym Require Import Finite Divergences Mechanisms Processing Composition.
Import ListNotations.
Open Scope R_scope.

(* The masses of the responses *)
Lemma Sum_2 (f : index 2 -> R) : Sum (numbers 2) f = f None + f (Some None).
Proof. unfold Sum. simpl. ring. Qed.
Lemma Sum_4 (f : index 4 -> R) :
  Sum (numbers 4) f = f None + f (Some None) + f (Some (Some None)) + f (Some (Some (Some None))).
Proof. unfold Sum. simpl. ring. Qed.

Lemma odds_probabilities e : probabilities [exp e / (1 + exp e); 1 / (1 + exp e)] /\
  probabilities [1 / (1 + exp e); exp e / (1 + exp e)].
Proof.
  assert (E := exp_pos e). assert (0 <= exp e / (1 + exp e)) by (left; apply Rdiv_lt_0_compat; lra).
  assert (0 <= 1 / (1 + exp e)) by (left; apply Rdiv_lt_0_compat; lra).
  split; (split; [repeat (apply Forall_cons; [assumption |]); apply Forall_nil | simpl; field; lra]).
Qed.
Lemma coin_mass e : coin e true None = exp e / (1 + exp e) /\ coin e true (Some None) = 1 / (1 + exp e) /\
  coin e false None = 1 / (1 + exp e) /\ coin e false (Some None) = exp e / (1 + exp e).
Proof.
  destruct (odds_probabilities e) as [A B].
  exact (conj (Finite_mass A None) (conj (Finite_mass A (Some None)) (conj (Finite_mass B None) (Finite_mass B (Some None))))).
Qed.

Lemma canonical_probabilities e d : 0 <= d <= 1 ->
  probabilities [d; (1 - d) * exp e / (1 + exp e); (1 - d) / (1 + exp e); 0] /\
  probabilities [0; (1 - d) / (1 + exp e); (1 - d) * exp e / (1 + exp e); d].
Proof.
  intros Hd. assert (E := exp_pos e). assert (I : 0 < / (1 + exp e)) by (apply Rinv_0_lt_compat; lra).
  assert (0 <= (1 - d) * exp e / (1 + exp e)) by (unfold Rdiv; repeat apply Rmult_le_pos; lra).
  assert (0 <= (1 - d) / (1 + exp e)) by (unfold Rdiv; apply Rmult_le_pos; lra).
  split; (split; [repeat (apply Forall_cons; [assumption || lra |]); apply Forall_nil | simpl; field; lra]).
Qed.
Lemma canonical_mass e d : 0 <= d <= 1 ->
  (forall i, canonical e d true i = nth_mass [d; (1 - d) * exp e / (1 + exp e); (1 - d) / (1 + exp e); 0] i) /\
  (forall i, canonical e d false i = nth_mass [0; (1 - d) / (1 + exp e); (1 - d) * exp e / (1 + exp e); d] i).
Proof.
  intros Hd. destruct (canonical_probabilities e d Hd) as [A B]. exact (conj (Finite_mass A) (Finite_mass B)).
Qed.

Definition on2 {T} (a b : T) : index 2 -> T := fun i => match i with None => a | Some _ => b end.
Definition on4 {T} (a b c d : T) : index 4 -> T := fun i =>
  match i with None => a | Some None => b | Some (Some None) => c | Some (Some (Some _)) => d end.

Lemma coin_masses e : (forall i, coin e true i = on2 (exp e / (1 + exp e)) (1 / (1 + exp e)) i) /\
  (forall i, coin e false i = on2 (1 / (1 + exp e)) (exp e / (1 + exp e)) i).
Proof. destruct (coin_mass e) as [A [B [C D]]]. split; intros [[[] |] |]; assumption. Qed.

Lemma push_coin {U : space} (K0 K1 : law U) e y :
  push (T := numbers 2) (on2 K0 K1) (coin e true) y = exp e / (1 + exp e) * K0 y + 1 / (1 + exp e) * K1 y /\
  push (T := numbers 2) (on2 K0 K1) (coin e false) y = 1 / (1 + exp e) * K0 y + exp e / (1 + exp e) * K1 y.
Proof. destruct (coin_mass e) as [A [B [C D]]]. rewrite !push_mass, !Sum_2. unfold on2. now rewrite A, B, C, D. Qed.
Lemma push_canonical {U : space} (K0 K1 K2 K3 : law U) e d y : 0 <= d <= 1 ->
  push (T := numbers 4) (on4 K0 K1 K2 K3) (canonical e d true) y =
    d * K0 y + (1 - d) * exp e / (1 + exp e) * K1 y + (1 - d) / (1 + exp e) * K2 y /\
  push (T := numbers 4) (on4 K0 K1 K2 K3) (canonical e d false) y =
    (1 - d) / (1 + exp e) * K1 y + (1 - d) * exp e / (1 + exp e) * K2 y + d * K3 y.
Proof.
  intros Hd. destruct (canonical_mass e d Hd) as [A B]. rewrite !push_mass, !Sum_4, !A, !B. simpl. split; ring.
Qed.

(* Pure *)
Lemma split_pure e (U : space) (P Q : law U) : 0 <= e -> max_at_most e P Q -> max_at_most e Q P ->
  exists K0 K1 : law U, forall y,
    P y = exp e / (1 + exp e) * K0 y + 1 / (1 + exp e) * K1 y /\
    Q y = 1 / (1 + exp e) * K0 y + exp e / (1 + exp e) * K1 y.
Proof.
  unfold max_at_most. intros He H1 H2. generalize (exp_ge_1 e He). intros HE.
  revert H1 H2 HE. generalize (exp e). intros E H1 H2 [HE | <-].
  - destruct (make U (fun y => / (E - 1) * (E * P y + - 1 * Q y))) as [K0 H0].
    { intros y. apply Rmult_le_pos; [left; apply Rinv_0_lt_compat; lra | generalize (H2 y); lra]. }
    { rewrite Sum_scal, Sum_lin, !mass_one. field; lra. }
    destruct (make U (fun y => / (E - 1) * (E * Q y + - 1 * P y))) as [K1 H1'].
    { intros y. apply Rmult_le_pos; [left; apply Rinv_0_lt_compat; lra | generalize (H1 y); lra]. }
    { rewrite Sum_scal, Sum_lin, !mass_one. field; lra. }
    exists K0, K1. intros y. rewrite H0, H1'. split; field; lra.
  - exists P, P. intros y. assert (Q y = P y) by (apply Rle_antisym; [generalize (H2 y) | generalize (H1 y)]; lra). lra.
Qed.

(* Of laws within (e, d), the part that is within e *)
Lemma part_pure e (U : space) (P Q : law U) : 0 <= e -> HockeyStick e Q P <= HockeyStick e P Q -> HockeyStick e P Q < 1 ->
  exists A B : law U, max_at_most e A B /\ max_at_most e B A /\
    forall y, (1 - HockeyStick e P Q) * A y <= P y /\ (1 - HockeyStick e P Q) * B y <= Q y.
Proof.
  unfold max_at_most. intros He. generalize (exp_ge_1 e He). 
  unfold HockeyStick. generalize (exp e). intros E HE.
  pose (p := fun y => Rmin (P y) (E * Q y)). pose (q := fun y => Rmin (Q y) (E * P y)).
  assert (Hp : forall y, Rmax (P y - E * Q y) 0 = P y - p y).
  { intros y. unfold p, Rmax, Rmin. destruct Rle_dec, Rle_dec; lra. }
  assert (Hq : forall y, Rmax (Q y - E * P y) 0 = Q y - q y).
  { intros y. unfold q, Rmax, Rmin. destruct Rle_dec, Rle_dec; lra. }
  rewrite (Sum_ext _ _ _ Hp), (Sum_ext _ _ _ Hq).
  assert (Rest : forall (L : law U) f, Sum U (fun y => L y - f y) = 1 - Sum U f).
  { intros L f. rewrite (Sum_ext U _ (fun y => 1 * L y + - 1 * f y)) by (intros; ring). rewrite Sum_lin, mass_one. ring. }
  rewrite !Rest. intros Hba Ha. set (m := Sum U p) in *. set (n := Sum U q) in *.
  assert (B : forall y, 0 <= p y <= P y /\ 0 <= q y <= Q y /\ p y <= E * q y /\ q y <= E * p y).
  { intros y. unfold p, q. generalize (mass_nonneg P y) (mass_nonneg Q y). intros.
    assert (P y <= E * P y) by nra. assert (Q y <= E * Q y) by nra.
    unfold Rmin. destruct Rle_dec, Rle_dec; repeat split; nra. }
  assert (Hs : exists s, 0 <= s <= 1 /\ (1 - s) * n + s * (m / E) = m).
  { assert (m / E <= m). { apply Rmult_le_reg_r with E; [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra. }
    destruct (Req_dec n (m / E)) as [D | D]; [exists 0; lra |].
    assert (N : 0 < n - m / E) by lra. exists ((n - m) / (n - m / E)). split; [split |].
    + apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra].
    + apply Rmult_le_reg_r with (n - m / E); [lra |]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by lra. lra.
    + field. split; [lra |]. intros Z. apply (Rlt_irrefl 0). apply Rlt_le_trans with (E * (n - m / E)); [nra |].
      apply Req_le. rewrite <- Z. field. lra. }
  destruct Hs as [s [Hs Es]].
  destruct (make U (fun y => / m * p y)) as [A HA].
  { intros y. apply Rmult_le_pos; [left; apply Rinv_0_lt_compat; lra | apply B]. }
  { rewrite Sum_scal. fold m. field. lra. }
  assert (HiE : 0 < / E <= 1). { split; [apply Rinv_0_lt_compat; lra | rewrite <- Rinv_1; apply Rinv_le_contravar; lra]. }
  pose (r := fun y => (1 - s) * q y + s / E * p y).
  assert (Br : forall y, 0 <= r y <= q y /\ p y <= E * r y).
  { intros y. destruct (B y) as [B1 [B2 [B3 B4]]]. unfold r, Rdiv.
    assert (/ E * p y <= q y). { apply Rmult_le_reg_l with E; [lra |]. rewrite <- Rmult_assoc, Rinv_r; lra. }
    assert (0 <= / E * p y) by nra. repeat split; [nra | nra |].
    replace (E * ((1 - s) * q y + s * / E * p y)) with ((1 - s) * (E * q y) + s * p y) by (field; lra). nra. }
  destruct (make U (fun y => / m * r y)) as [C HC].
  { intros y. apply Rmult_le_pos; [left; apply Rinv_0_lt_compat; lra | apply Br]. }
  { unfold r. rewrite Sum_scal, Sum_lin. fold m n. replace (s / E * m) with (s * (m / E)) by (unfold Rdiv; ring). rewrite Es. field; lra. }
  assert (0 < / m) by (apply Rinv_0_lt_compat; lra).
  exists A, C. split; [| split; [| intros y; split]]; try intros y;
    rewrite ?HA, ?HC; destruct (B y) as [B1 [B2 [B3 B4]]]; destruct (Br y) as [B5 B6].
  - nra.
  - assert (r y <= E * p y) by lra. nra.
  - replace ((1 - (1 - m)) * (/ m * p y)) with (p y) by (field; lra). lra.
  - replace ((1 - (1 - m)) * (/ m * r y)) with (r y) by (field; lra). lra.
Qed.

(* What is left of a law. *)
Lemma rest d (U : space) (P A : law U) : 0 <= d <= 1 -> (forall y, (1 - d) * A y <= P y) ->
  exists B : law U, forall y, P y = d * B y + (1 - d) * A y.
Proof.
  intros [[Hd | <-] Hd1] H.
  - destruct (make U (fun y => / d * (1 * P y + - (1 - d) * A y))) as [B HB].
    + intros y. apply Rmult_le_pos; [left; now apply Rinv_0_lt_compat | generalize (H y); lra].
    + rewrite Sum_scal, Sum_lin, !mass_one. field; lra.
    + exists B. intros y. rewrite HB. field; lra.
  - exists P. intros y. rewrite (law_ge_eq A P); [ring |]. intros z. generalize (H z). lra.
Qed.

Lemma split_half e d (U : space) (P Q : law U) : 0 <= e -> 0 <= d <= 1 ->
  HockeyStick e Q P <= HockeyStick e P Q -> HockeyStick e P Q <= d ->
  exists A B C D : law U, max_at_most e A B /\ max_at_most e B A /\
    forall y, P y = d * C y + (1 - d) * A y /\ Q y = d * D y + (1 - d) * B y.
Proof.
  intros He Hd H1 H2. destruct (Rle_lt_dec 1 (HockeyStick e P Q)) as [H | H].
  - exists P, P, P, Q. assert (d = 1) as -> by lra.
    assert (max_at_most e P P) by (intros x; generalize (exp_ge_1 e He) (mass_nonneg P x); nra).
    repeat split; try assumption; lra.
  - destruct (part_pure e U P Q He H1 H) as [A [B [HA [HB HR]]]].
    destruct (rest d U P A Hd) as [C HC]. { intros y. generalize (HR y) (mass_nonneg A y). nra. }
    destruct (rest d U Q B Hd) as [D HD]. { intros y. generalize (HR y) (mass_nonneg B y). nra. }
    exists A, B, C, D. auto.
Qed.
Lemma split_approx e d (U : space) (P Q : law U) : 0 <= e -> 0 <= d <= 1 ->
  HockeyStick e P Q <= d -> HockeyStick e Q P <= d ->
  exists A B C D : law U, max_at_most e A B /\ max_at_most e B A /\
    forall y, P y = d * C y + (1 - d) * A y /\ Q y = d * D y + (1 - d) * B y.
Proof.
  intros He Hd H1 H2. destruct (Rle_lt_dec (HockeyStick e Q P) (HockeyStick e P Q)) as [H | H].
  - now apply split_half.
  - destruct (split_half e d U Q P He Hd (Rlt_le _ _ H) H2) as [A [B [C [D [HA [HB HX]]]]]].
    exists B, A, D, C. repeat split; try assumption; apply HX.
Qed.

(* Images of a pair of laws *)
Definition image {S T : space} (A B : law S) (P Q : T -> R) :=
  exists K : kernel S T, forall y, P y = push K A y /\ Q y = push K B y.

Lemma image_closed G {S T : space} (A B : law S) (P Q : T -> R) : closed G -> image A B P Q -> G S A B -> G T P Q.
Proof. intros C [K H]. now apply (closed_image G S T A B K). Qed.

Theorem coin_image e (U : space) (P Q : law U) : 0 <= e -> max_at_most e P Q -> max_at_most e Q P ->
  image (coin e true) (coin e false) P Q.
Proof.
  intros He H1 H2. destruct (split_pure e U P Q He H1 H2) as [K0 [K1 H]].
  exists (on2 K0 K1). intros y. destruct (push_coin K0 K1 e y) as [-> ->]. apply H.
Qed.
Theorem canonical_image e d (U : space) (P Q : law U) : 0 <= e -> 0 <= d <= 1 ->
  HockeyStick e P Q <= d -> HockeyStick e Q P <= d -> image (canonical e d true) (canonical e d false) P Q.
Proof.
  intros He Hd H1 H2. destruct (split_approx e d U P Q He Hd H1 H2) as [A [B [C [D [HA [HB HX]]]]]].
  destruct (split_pure e U A B He HA HB) as [K0 [K1 HK]].
  exists (on4 C K0 K1 D). intros y. destruct (push_canonical C K0 K1 D e d y Hd) as [-> ->].
  destruct (HX y) as [-> ->]. destruct (HK y) as [-> ->]. generalize (exp_pos e). intros. split; field; lra.
Qed.

Lemma image_joint {S S' T : space} {U : T -> space} (A B : law S) (A' B' : law S') (P Q : law T) (P' Q' : forall o, law (U o)) :
  image A B P Q -> (forall o, image A' B' (P' o) (Q' o)) ->
  image (Product A A') (Product B B') (joint U P P') (joint U Q Q').
Proof.
  intros [K HK] H. destruct (choice T (fun o => kernel S' (U o)) _ H) as [L HL].
  exists (fun z => joint U (K (projT1 z)) (fun o => L o (projT2 z))). intros [x y]. simpl.
  destruct (HK x) as [-> ->]. destruct (HL x y) as [-> ->]. simpl. rewrite !Sum_pairs. simpl.
  split; rewrite <- Sum_scal_r; apply Sum_ext; intros s; rewrite <- Sum_scal; apply Sum_ext; intros s'; ring.
Qed.
Lemma image_push {S T U : space} (A B : law S) (P Q : law T) (K : kernel T U) : image A B P Q -> image A B (push K P) (push K Q).
Proof.
  intros [L H]. exists (fun x => push K (L x)). intros y. rewrite <- !push_push.
  split; simpl; apply Sum_ext; intros x; f_equal; apply H.
Qed.

(* A mechanism of which the laws on two databases are images of two laws; on all neighbours *)
Definition dominated_at {X : databases} (x y : X) {S : space} (A B : law S) (M : mechanism X) :=
  forall (T : space) (C : X -> law T), M T C -> image A B (C x) (C y).
Definition dominated {X : databases} {S : space} (A B : law S) (M : mechanism X) := forall x y, near x y -> dominated_at x y A B M.

Fixpoint power_space (S : space) (k : nat) : space :=
  match k with O => one | S k => pairs S (power_space S k) end.
Fixpoint power_law {S : space} (A : law S) (k : nat) : law (power_space S k) :=
  match k with O => sure | S k => Product A (power_law A k) end.

Section Dominated.
  Context {X : databases}.
  Implicit Types M N : mechanism X.

  (* Rule "domination": a conclusion that maps keep holds if it does for the dominating pairs. *)
  Theorem rule_domination_each (G : guarantee) M : closed G ->
    (forall x y, near x y -> exists (S : space) (A B : law S), dominated_at x y A B M /\ G S A B) -> holds G M.
  Proof.
    intros C H T D HD x y Hxy. destruct (H x y Hxy) as [S [A [B [HM HG]]]].
    apply (image_closed G A B); [assumption | now apply HM | assumption].
  Qed.
  Theorem rule_domination G M {S : space} (A B : law S) : closed G -> dominated A B M -> G S A B -> holds G M.
  Proof. intros C H HG. apply rule_domination_each; [assumption |]. intros x y Hxy. exists S, A, B. split; [now apply H | assumption]. Qed.
  Theorem rule_domination_pure M e : 0 <= e -> PureDP M e -> dominated (coin e true) (coin e false) M.
  Proof. intros He H x y Hxy T A HA. apply coin_image; [assumption | |]; apply (H T A HA); [| apply near_sym]; assumption. Qed.
  Theorem rule_domination_approx M e d : 0 <= e -> 0 <= d -> d <= 1 -> ApproxDP M e d ->
    dominated (canonical e d true) (canonical e d false) M.
  Proof.
    intros He Hd Hd1 H x y Hxy T A HA.
    apply canonical_image; [assumption | now split | |]; apply (H T A HA); [| apply near_sym]; assumption.
  Qed.
  Theorem process_at M x y {S : space} (A B : law S) : dominated_at x y A B M -> dominated_at x y A B (PostProcess M).
  Proof. intros H _ _ [T U K C HC]. apply image_push. now apply H. Qed.
  Theorem compose_at M N x y {S S' : space} (A B : law S) (A' B' : law S') :
    dominated_at x y A B M -> dominated_at x y A' B' N -> dominated_at x y (Product A A') (Product B B') (Compose M N).
  Proof. intros HM HN _ _ [T U C D HC HD]. apply image_joint; [now apply HM |]. intros o. now apply HN. Qed.
  Theorem rounds_at M k x y {S : space} (A B : law S) :
    dominated_at x y A B M -> dominated_at x y (power_law A k) (power_law B k) (Rounds M k).
  Proof.
    intros HM. induction k as [| k IH]; [| now apply compose_at].
    intros _ _ []. exists (fun _ => sure). intros o. simpl. unfold Sum. simpl. lra.
  Qed.
  Theorem single_at {S : space} (A : X -> law S) x y : dominated_at x y (A x) (A y) (Single A).
  Proof. intros _ _ []. exists identity. intros o. rewrite !push_identity. now split. Qed.
  Theorem rule_domination_process M {S : space} (A B : law S) : dominated A B M -> dominated A B (PostProcess M).
  Proof. intros H x y Hxy. now apply process_at, H. Qed.
  Theorem rule_domination_compose M N {S S' : space} (A B : law S) (A' B' : law S') :
    dominated A B M -> dominated A' B' N -> dominated (Product A A') (Product B B') (Compose M N).
  Proof. intros HM HN x y Hxy. apply compose_at; [now apply HM | now apply HN]. Qed.
  Theorem rule_domination_rounds M k {S : space} (A B : law S) :
    dominated A B M -> dominated (power_law A k) (power_law B k) (Rounds M k).
  Proof. intros H x y Hxy. now apply rounds_at, H. Qed.
End Dominated.

(* What a mechanism with one algorithm has is what its laws have. *)
Lemma holds_bits G {T : space} (A : bool -> law T) :
  holds G (Single (X := bits) A) <-> G T (A true) (A false) /\ G T (A false) (A true).
Proof.
  split.
  - intros H. split; apply (H T A (Only (X := bits) A)); simpl; discriminate.
  - intros [H1 H2] _ _ [] [|] [|] N; try assumption; now destruct N.
Qed.
(* The powers of the laws of a mechanism are run by its rounds. *)
Lemma rounds_power {X : databases} {T : space} (M : mechanism X) (A : X -> law T) k : M T A -> Rounds M k (power_space T k) (fun x => power_law (A x) k).
Proof.
  intros H. induction k as [| k IH]; [constructor |].
  exact (Composed M (Rounds M k) T (fun _ => power_space T k) A (fun _ x => power_law (A x) k) H (fun _ => IH)).
Qed.
Lemma compose_product {T U : space} (A : bool -> law T) (B : bool -> law U) (M N : mechanism bits) : M T A -> N U B ->
  Compose M N (pairs T U) (fun b : bits => Product (A b) (B b)).
Proof. intros H H'. exact (Composed M N T (fun _ => U) A (fun _ => B) H (fun _ => H')). Qed.

Theorem by_response {X} G (M : mechanism X) e : closed G -> 0 <= e -> PureDP M e -> holds G (RandomizedResponse e) -> holds G M.
Proof.
  intros C He HM HG. apply (rule_domination G M (coin e true) (coin e false) C); [now apply rule_domination_pure |].
  now apply holds_bits in HG.
Qed.
Theorem by_canonical {X} G (M : mechanism X) e d : closed G -> 0 <= e -> 0 <= d -> d <= 1 -> ApproxDP M e d ->
  holds G (CanonicalRR e d) -> holds G M.
Proof.
  intros C He Hd Hd1 HM HG. apply (rule_domination G M (canonical e d true) (canonical e d false) C); [now apply rule_domination_approx |].
  now apply holds_bits in HG.
Qed.
