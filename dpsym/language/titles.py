"""What may stand before a claim without changing it: titles and citations, and nothing else."""

from __future__ import annotations

import re

from dpsym.errors import ClaimSyntaxError

KINDS = (
    "theorem|lemma|proposition|corollary|claim|fact|remark|definition|equation|thm|lem|prop|cor|eq"
)
_NOUNS = (
    rf"{KINDS}|assertion|axiom|conjecture|example|exercise|observation|problem|property|question"
    "|result|section|statement|inequality|inequalities|bound|identity|formula|conversion"
    "|composition|processing"
)
_TITLE = re.compile(rf"\b(?:{_NOUNS})\b|\b(?:1[89]|20)\d\d", re.IGNORECASE)
_CITED = (
    r"(?:[A-Z][\w'\u2019\u2013.-]*|\d[\d.]*[a-z]?|\[[\w\s,+.-]+\]|et|al\.?|and|von|van|der?|di"
    rf"|cf\.?|see|pp?\.|sec\.|section|(?:{KINDS})\.?)"
)
_CITATION = re.compile(rf"{_CITED}(?:[\s,;&~]+{_CITED})*|(?:[\w'\u2019-]+\s+)*[\w-]*(?:{_NOUNS})")
_LIMITING = re.compile(
    r"\b(?:is|are|satisfies|has|for|every|any|all|each|let|if|when|suppose|assum\w+|given|provided"
    r"|where|with|exists?|there|some|not?|never|false|unless|small|large|high|low|integers?"
    r"|(?:non)?(?:positive|negative|zero)|real|rational|natural|(?:in)?finite|\w*dp|private|under|in"
    r"|at|up|without|except|almost|even|odd|prime|discrete|continuous|bits?|nats?|base|regime|limit"
    r"|replace\w*|add|remove|adjacen\w+|neighbou?r\w*|asymptotic\w*|approximat\w+|informal\w*"
    r"|heuristic\w*|local\w*|generic\w*|usual\w*|typical\w*|eventual\w*|rough\w*|essential\w*"
    r"|possibl[ey]|probabl[ey]|impossib\w+|dis\w*prov\w+|disproof|refut\w+|negat\w+|counter\w*"
    r"|contradict\w+|untrue|wrongly|fail\w*|expected|reverse\w*|in(?:correct|valid)\w*|erroneous\w*"
    r"|mistaken\w*|flawed|nearly|mostly|most|about|only|hardly|barely|seldom|rarely|often"
    r"|sometimes|bogus|fake|dubious|doubtful|questionable|non-?adaptiv\w*|oblivious\w*|otherwise"
    r"|fallac\w*|myths?|misconception|nonsense|absurd\w*|unlikely|unsound|symmetric|independent"
    r"|identical|(?:non|pseudo|anti)-?(?:examples?|theorems?|lemmas?|facts?|results?))\b",
    re.IGNORECASE,
)
"""Words that say when, for what or whether a claim holds."""
_LONGEST = 200
EXPECTED = ("proved", "refuted", "open")
"""Notes that say what is expected of a claim in a file."""


def require_title(name: str, note: str) -> None:
    """Complain about a title, or a note in parentheses behind it, that may limit the claim.

    Raises:
        ClaimSyntaxError: the title is no name and no title of a theorem, or the note no citation.

    >>> require_title("Lemma 3.2", "Bun and Steinke, 2016")
    """
    words = name.split()
    denied = re.search(r"\bwrong\b", name, re.IGNORECASE) and note not in EXPECTED
    if denied or _LIMITING.search(name) or (len(words) > 1 and not _TITLE.search(name)):
        raise ClaimSyntaxError(
            f"{name[:_LONGEST]!r} before the colon may limit the claim, or deny it",
            part=name,
            remedy="write 'Lemma 1:' for a title, and a hypothesis as in 'eps <= 1 and A => B'",
        )
    cited = len(note) <= _LONGEST and _CITATION.fullmatch(note)
    if note and note not in EXPECTED and (not cited or _LIMITING.search(note)):
        said = note.lower().split()[-1:]
        raise ClaimSyntaxError(
            f"the note ({note[:_LONGEST]}) may limit the claim",
            part=note,
            remedy=f"write ({said[0]})"
            if said and said[0] in EXPECTED
            else "write a hypothesis, as in 'eps <= 1 and PureDP(M, eps) => ...'",
        )
