"""Scripts for Coq of rules about experiments in which a vector of bits chooses the databases.

The library runs the rounds that matter on mechanisms on two bits, of which guarantees are kept; so
what is needed of their composition is stated of all mechanisms with these guarantees.
"""

from __future__ import annotations

from sympy import Basic, Integer

from dpsym.coq.atoms import atom, experiment, is_number, is_relation, mechanism
from dpsym.coq.atoms import vectors as written_vectors
from dpsym.coq.nodes import Rule
from dpsym.coq.notation import UnexportableError, coq, count_of
from dpsym.coq.sorts import binders
from dpsym.coq.statements import indented
from dpsym.coq.steps import Lines
from dpsym.kernel.implications import plain
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.heads import ObjectName
from dpsym.language.hypotheses import differences


def rounds(rule: Rule) -> Lines:
    """A guarantee against vectors by one of the rounds in which they may differ."""
    found, *numbers = rule.goal.atom.args
    run, first, second = found.args
    written, _, _ = experiment(found)
    parameters = " ".join(map(coq, numbers))
    if any(is_relation(plain(c.conclusions[0])) for c in rule.needed):
        raise UnexportableError("hypotheses between which no round differs")
    if not (isinstance(run, heads.Compose) and is_number(run.args[-1])):
        return _listed(rule, written, parameters)
    one, count = mechanism(run.args[0]), count_of(run.args[1])
    (most,) = rule.needed if len(rule.needed) == 1 else (None,)
    composed = plain(most.conclusions[0]).args[0] if most else None
    if most is None or not isinstance(composed, heads.Compose):
        raise UnexportableError("rounds of one mechanism that differ in several numbers")
    lines, held = _stated(rule, most)
    last, width = [_used(rule, most, held)], rule.node.params["width"]
    few = count_of(composed.args[1])
    if width == "all":
        return [*lines, "apply rule_rounds_all.", *last]
    if width == "ones" and all(isinstance(side, heads.Ones) for side in (first, second)):
        ends = " ".join(
            count_of(n) for side in (first, second) for n in (side.args[0], side.args[-1])
        )
        apply = f"apply (rule_rounds_ones {one} {count} {ends} {parameters} {few})."
        return [*lines, apply, "{ dpsym_few. }", *last]
    sets = " ".join(map(written_vectors, (first, second)))
    checked = (
        f"(each_pair_is {count} {sets} (fun b c => Nat.leb (differ {count} b c) {few}) eq_refl)"
    )
    return [
        *lines,
        f"apply (rounds_differ {one} {count} {sets} {parameters} {few}).",
        f"{{ intros b c Hb Hc HS HT. apply Nat.leb_le. exact ({checked} b c Hb Hc HS HT). }}",
        *last,
    ]


def _listed(rule: Rule, written: str, parameters: str) -> Lines:
    """The sets of rounds in which vectors differ, each with what is needed of it."""
    run, first, second = rule.goal.atom.args[0].args
    parts = run.args if isinstance(run, heads.Compose) else (run,)
    sets = [sorted(chosen) for chosen in differences(first, second, len(parts)) if chosen]
    if rule.node.params["width"] == "all":
        sets = [list(range(len(parts)))]
    lines: Lines = []
    ends: Lines = []
    for chosen in sets:
        kept = [parts[i] for i in chosen]
        composed = kept[0] if len(kept) == 1 else heads.Compose(*kept)
        claim = next(
            (c for c in rule.needed if plain(c.conclusions[0]).args[0] == composed), None
        )  # fmt: skip
        if claim is None or len(set(kept)) < len(kept):
            raise UnexportableError(f"the rounds {composed} are not composed in this order")
        stated, held = _stated(rule, claim)
        lines += stated
        ends += ["destruct H as [<- | H].", "{", "  cbn [several map chosen hd tl].",
                 f"  {_used(rule, claim, held)}", "}"]  # fmt: skip
    masks = "; ".join(_mask(chosen, len(parts)) for chosen in sets)
    both = " ".join(map(written_vectors, (first, second)))
    return [
        *lines,
        f"apply (rule_rounds_sets {written} {len(parts)} {both} {parameters} [{masks}]);",
        "  [ reflexivity | vm_compute; reflexivity |].",
        "intros mask H.",
        *ends,
        "destruct H.",
    ]


def _mask(chosen: list[int], count: int) -> str:
    return f"[{'; '.join('true' if i in chosen else 'false' for i in range(count))}]"


def _objects(claim: Claim) -> list[tuple[str, str]]:
    """The names of databases and mechanisms with their types."""
    return [(n, b.type) for b in binders(claim) if b.type != "R" for n in b.names]


def _guarantees(claim: Claim) -> list[Basic]:
    return [h for h in map(plain, claim.hypotheses) if not is_relation(h)]


def _stated(rule: Rule, claim: Claim) -> tuple[Lines, str]:
    """A script that has a needed claim in the context for all mechanisms, and its name."""
    step, held = rule.step, rule.step.script.fresh("K")
    if any(not isinstance(h.args[0], ObjectName) for h in _guarantees(claim)):
        raise UnexportableError("rounds of which more than guarantees is known")
    bound, assumed = _objects(claim), _guarantees(claim)
    quantified = " ".join(f"({n} : {kind})" for n, kind in bound)
    stated = " -> ".join([*map(atom, assumed), atom(plain(claim.conclusions[0]))])
    mine = [step.held[atom(h)] for h in _guarantees(rule.goal.claim)]
    gone = [*mine, *(n for n, _ in reversed(_objects(rule.goal.claim)))]
    names = [*(n for n, _ in bound), *(step.held[atom(h)] for h in assumed)]
    body = [f"clear {' '.join(gone)}.", f"intros {' '.join(names)}.", *step.needs(claim)]
    return [f"assert ({held} : forall {quantified}, {stated}).", "{", *indented(body), "}"], held


def _used(rule: Rule, claim: Claim, held: str) -> str:
    """The script that uses it for mechanisms on two bits."""
    values = ("bits" if kind == "databases" else f"(paired {n})" for n, kind in _objects(claim))
    return f"apply ({held} {' '.join(values)}); apply paired_holds; assumption."


def vectors(rule: Rule) -> Lines:
    """A guarantee against hypotheses by one against others that differ wherever these do."""
    step, goal = rule.step, rule.goal
    given = plain(goal.claim.hypotheses[goal.params["number"]])
    run, *sides = given.args[0].args
    if run != goal.atom.args[0].args[0]:
        raise UnexportableError("vectors for experiments with other numbers of rounds")
    repeated = isinstance(run, heads.Compose) and is_number(run.args[-1])
    count = run.args[1] if repeated else Integer(len(getattr(run, "args", ())))
    used = [f"exact {step.held[atom(given)]}."]
    scripts = [used, *(step.needs(claim) for claim in rule.needed)]
    last = [line for script in scripts for line in ("{", *indented(script), "}")]
    if count.is_Integer:
        written, *_ = experiment(given.args[0])
        wanted = " ".join(map(written_vectors, (*goal.atom.args[0].args[1:], *sides)))
        numbers = " ".join(coq(n) for found in (given, goal.atom) for n in found.args[1:])
        apply = f"apply (rule_vectors {written} {count} {wanted} {numbers});"
        return [apply, "  [ reflexivity | vm_compute; reflexivity | | |].", *last]
    ways = {(heads.Ones(0), heads.Ones(count)): "ends", (heads.Ones(0, count),) * 2: "all"}
    if tuple(sides) not in ways:
        raise UnexportableError(f"the hypotheses {sides[0]} and {sides[1]}")
    parameters = f"(e := {coq(given.args[1])}) (d := {coq(given.args[2])})"
    return [f"apply rule_vectors_{ways[tuple(sides)]} with {parameters}.", *last]
