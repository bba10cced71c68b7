"""What to do about signs and words that have no meaning where they stand."""

from __future__ import annotations

PLAIN = dict(
    zip(
        "^⇒→⟹≤≥·\u00d7\u2212÷∧&∈∞=√",
        "** => => => <= >= * * - / and and in oo == sqrt(...)".split(),
        strict=True,
    )
)
REMEDIES = {
    "==>": "write '=>'",
    "->": "write '=>'",
    "=<": "write '<='",
    "<=>": "state each direction as a claim of its own",
    "⇔": "state each direction as a claim of its own",
    "≠": "a claim compares with <=, >=, <, > or ==",
    "≈": "a claim compares with <=, >=, <, > or ==",
    "<<": "a claim has no relation of absolute continuity; divergences are oo without it",
    "±": "state a claim for each sign",
    "∃": "a claim is about all values; give domains at its end, as in 'for x in [0, oo)'",
    "\N{LOGICAL OR}": "atoms are joined by 'and' only",
    "¬": "state the claim itself; a verdict says whether it is refuted",
    "∘": "write Compose(M1, M2) for mechanisms one after another",
    "⊗": "write Compose(M1, M2) for mechanisms one after another",
    "∫": "write a divergence of two laws, or a closed form",
    "!=": "a claim compares with <=, >=, <, > or ==",
    "//": "write '/', which is exact",
    "|": "write Abs(x), or a comma between laws",
    "%": "write a fraction",
    "{": "write [a, b], or 1..10 for integers",
    "!": "write factorial(...)",
    "∀": "a claim is about all values; give domains at its end, as in 'for x in [0, oo)'",
} | {wrong: f"write {right!r}" for wrong, right in PLAIN.items()}
"""What to do about signs that have no meaning, the longer ones first."""
WORDS = {
    "implies": "write '=>'",
    "then": "write '=>'",
    "if": "write 'hypothesis => conclusion'",
    "iff": "state each direction as a claim of its own",
    **dict.fromkeys(
        ("or", "xor", "nor", "either", "neither", "but", "unless", "except", "else", "otherwise"),
        "atoms are joined by 'and' only",
    ),
    "not": "state the claim itself; a verdict says whether it is refuted",
    "forall": REMEDIES["∀"],
    "where": "write 'for'",
    "with": "write 'for'",
    "and": "write 'and'",
    "for": "write 'for'",
}
"""What to do about words that have no meaning where they stand, in lower case; none is a name."""
OPERATIONS = {
    "choose": "write binomial(n, k)",
    **dict.fromkeys(
        ("mod", "rem"), "a claim has no remainders; write the number as m*k + r, for k in 0..oo"
    ),
    "div": "write '/', which is exact",
}
"""What to do about words that stand between numbers elsewhere, and may be names here."""
