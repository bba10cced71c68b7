(* The kernel's rule "intermediate": a continuous function of a new name reaches each value between two of its own. *)
From Coq Require Import Reals Lra Ranalysis5.
Open Scope R_scope.

Theorem rule_intermediate : forall (f : R -> R) (D C : R -> Prop) (low high x : R),
  (forall a b t, D a -> D b -> a <= t <= b -> D t) -> (forall t, D t -> continuity_pt f t) ->
  D low -> D high -> f low <= x -> x <= f high -> (forall t, D t -> C (f t)) -> C x.
Proof.
  intros f D C low high x Hi Hc Hl Hh Hx Hy H.
  destruct (Rtotal_order low high) as [L | [<- | L]].
  - destruct (f_interv_is_interv f low high x L (conj Hx Hy)) as [t [Ht <-]].
    { intros t Ht. apply Hc, (Hi low high); assumption. }
    apply H, (Hi low high); assumption.
  - replace x with (f low) by lra. exact (H low Hl).
  - destruct (f_interv_is_interv (fun t => - f t) high low (- x) L) as [t [Ht E]]; [lra | |].
    { intros t Ht. apply (continuity_pt_opp f t), Hc, (Hi high low); assumption. }
    replace x with (f t) by lra. apply H, (Hi high low); assumption.
Qed.
