"""The templates of the pages with the filters that they use."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from sympy import Symbol

from dpsym import __version__
from dpsym.certificate import loaded
from dpsym.coq.assumed import ASSUMED
from dpsym.coq.record import standing
from dpsym.explaining import Line, marked
from dpsym.kernel.facts import FACTS
from dpsym.language.printing import latex
from dpsym.provers.axioms import AXIOMS
from dpsym.site.entries import Entry, Outcome
from dpsym.site.formulas import mathml, prose, sentence, statement
from dpsym.site.pictures import picture, sides
from dpsym.site.references import references

_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def environment() -> Environment:
    """Templates for HTML, in which everything is escaped that is no markup."""
    made = Environment(
        loader=PackageLoader("dpsym.site"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "bibtex": _bibtex,
        "formula": _formula,
        "item": _item,
        "letter": _letter,
        "linked": linked,
        "picture": picture,
        "prose": prose,
        "sentence": sentence,
        "sides": sides,
        "standing": _standing,
        "statement": statement,
        "steps": steps,
        "symbol": lambda name: mathml(latex(Symbol(name))),
        "words": searched,
    }
    made.globals |= {"version": __version__, "references": references()}
    made.globals |= {"facts": AXIOMS, "table": FACTS, "assumed": ASSUMED}
    return made


def steps(proof: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The numbered steps of an explanation, each with its lines: those shown, those folded."""
    found: list[dict[str, Any]] = []
    for line in proof:
        if line["part"] != "step":
            continue
        if line["number"]:
            found.append({**line, "shown": [], "routine": []})
        else:
            found[-1]["routine" if line["routine"] else "shown"].append(line)
    return found


def linked(words: Markup, names: Iterable[str]) -> Markup:
    """The words with a link from each of these names to the page of its theorem.

    >>> str(linked(Markup("as a.b_1, and a.b."), ["a.b"]))
    'as a.b_1, and <a href="a.b.html">a.b</a>.'
    """
    known = set(names)

    def link(found: re.Match[str]) -> str:
        name = found[0]
        return f'<a href="{name}.html">{name}</a>' if name in known else name

    return Markup(re.sub(r"\w[\w.]*\w", link, words))


def searched(entry: Entry) -> str:
    """What a search looks through, with Greek letters by their names.

    The script of the site changes what is searched for in the same way.
    """
    reference = references().get(entry.key)
    about = [reference.title, *reference.authors] if reference else []
    spoken = re.sub(r"\\(?:left|right|text|mathrm|mathcal|frac)|[\\{}$]", "", entry.latex)
    kept = [entry.name, entry.source, entry.sentence, entry.claim, entry.family, spoken, *about]
    return canonical(" ".join(kept))


def canonical(words: str) -> str:
    r"""Lower case, letters by their names, one name for each.

    >>> canonical("\N{GREEK SMALL LETTER EPSILON}-DP, eps1 and varepsilon")
    'epsilon-dp, epsilon1 and epsilon'
    """
    named = "".join(map(_name, words)).lower()
    return re.sub(r"\b(?:var)?eps(?:ilon)?(?=[^a-z]|$)", "epsilon", named)


def _formula(written: str) -> Markup:
    return prose(Line(marked(written)).typeset())


def _name(character: str) -> str:
    """A Greek letter by its name, anything else as it is."""
    kind, *words = unicodedata.name(character, "").split(" LETTER ")
    if not kind.startswith("GREEK") or not words:
        return "oo" if character == "\N{INFINITY}" else character
    return words[0].split()[0].replace("LAMDA", "LAMBDA").lower()


def _letter(name: str) -> str:
    r"""A name as the letter that it is, for text that cannot be typeset; digits are subscripts.

    >>> print(ascii(_letter("delta1")), _letter("x"))
    '\u03b4\u2081' x
    """
    word = name.rstrip("0123456789")
    below = name[len(word) :].translate(_SUBSCRIPTS)
    spelled = canonical(word).upper().replace("LAMBDA", "LAMDA")
    try:
        return unicodedata.lookup(f"GREEK SMALL LETTER {spelled}") + below
    except KeyError:
        return word.rstrip("_") + below


def _standing(found: Outcome) -> list[str]:
    """What was checked of a claim, and what is assumed beyond."""
    return [] if found.certificate is None else standing(loaded(found.certificate))


def _item(entry: Entry) -> str:
    """Where in its source a theorem stands."""
    return entry.source.partition(",")[2].strip() or entry.source


def _bibtex(entry: Entry) -> str:
    reference = references().get(entry.key)
    own = (
        f"@misc{{dpsym.{entry.name},\n  title = {{{entry.sentence.rstrip('.')}}},\n"
        f"  howpublished = {{{entry.outcome.verdict.capitalize()} by dpsym {__version__}}},\n"
        f"  note = {{{entry.source}; claim {entry.outcome.digest}}},\n}}"
    )
    return "\n\n".join(filter(None, (reference.bibtex if reference else "", own)))
