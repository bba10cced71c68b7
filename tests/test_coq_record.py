"""The record of what Coq accepted, and what is said of a verdict because of it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner
from coq_sessions import complaint_of_all, shared

from dpsym import library, site
from dpsym.certificate import Certificate, Node
from dpsym.checking import check
from dpsym.cli.application import application
from dpsym.coq.assumed import ASSUMED
from dpsym.coq.compiling import ACCEPTED, REFUSED, UNEXPORTED, Compiled
from dpsym.coq.export import source
from dpsym.coq.lemmas import unexported
from dpsym.coq.record import SCOPE, add, recorded, standing
from dpsym.trusted_base import base_of

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.xdist_group("coq")
needs_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed")
SAMPLE = sorted(recorded())[11 :: len(recorded()) // 4]


@shared
def sampled(claim: str) -> Mapping[str, str]:
    """The file of a claim of the sample, by its title."""
    certificate = check(claim, budget=600).certificate
    assert certificate is not None
    title = f"recorded_{SAMPLE.index(claim)}"
    return {title: source(certificate, title)}


def test_a_record_says_which_claims_are_false(tmp_path: Path) -> None:
    (tmp_path / "one.v").write_text("")
    add(tmp_path / "record", [Compiled("one", "1 <= 0", ACCEPTED, verdict="refuted")], tmp_path)
    known = json.loads((tmp_path / "record").read_text())
    assert known == {"1 <= 0": f"refuted {sha256(b'').hexdigest()}"}


@needs_coq
@pytest.mark.parametrize("claim", SAMPLE)
def test_coq_accepts_what_the_record_says(coq_folder: Path, claim: str) -> None:
    assert not complaint_of_all(coq_folder, f"sample_{SAMPLE.index(claim)}", sampled(claim))


def test_the_record_speaks_of_theorems_of_the_library() -> None:
    assert set(recorded()) <= {theorem.claim.text for theorem in library.theorems()}


def test_what_is_not_accepted_any_more_leaves_the_record(tmp_path: Path) -> None:
    record, names = tmp_path / "record.json", ("one", "two", "three", "elsewhere")
    record.write_text(json.dumps(dict.fromkeys(names, "before")))
    (tmp_path / "one.v").write_text("")
    statuses = zip(names, (ACCEPTED, REFUSED, UNEXPORTED), strict=False)
    add(record, [Compiled(name, name, status) for name, status in statuses], tmp_path)
    assert json.loads(record.read_text()) == {"one": sha256(b"").hexdigest(), "elsewhere": "before"}


def told(claim: str, verdict: str = "proved", proof: Node | None = None) -> str:
    return " ".join(standing(Certificate(claim, "", verdict, proof=proof)))


def test_what_is_said_of_a_verdict_is_what_the_record_says() -> None:
    every = [theorem for theorem in library.theorems() if theorem.claim.text in recorded()]
    words = {each.claim.text: told(each.claim.text, each.expectation.value) for each in every}
    assert {claim for claim, said in words.items() if "in Coq as well" not in said} == set()
    assert any(SCOPE in said for said in words.values())
    assert any("Refuted in Coq as well" in said for said in words.values())
    assert "in Coq as well" not in told("PureDP(M, eps) => PureDP(M, 17*eps)")
    for each in every:
        other = "proved" if each.expectation.value == "refuted" else "refuted"
        assert "in Coq as well" not in told(each.claim.text, other)


@pytest.mark.parametrize("row", ASSUMED)
def test_facts_that_coq_has_not_proved_are_named(row: str) -> None:
    claim = "PureDP(M, eps) => PureDP(M, 17*eps)"
    below = Node("fact", claim, {"fact": row})
    said = told(claim, proof=Node("cut", claim, {}, (below,)))
    assert f"It uses the fact {row}, " in said
    assert ASSUMED[row].source in said
    assert "It uses the fact" not in told(claim, proof=Node("cut", claim))


def test_verdicts_and_what_must_be_believed_name_them_too() -> None:
    row, invoke = "compose-gaussian", CliRunner().invoke
    used = "GaussianDP(M, a) and GaussianDP(N, b) => GaussianDP(Compose(M, N), sqrt(a**2 + b**2))"
    cited = f"{row} ({ASSUMED[row].source}; not proved in Coq)"
    for claim, rows in ((used, [row]), ("PureDP(M, e) => PureDP(M, 2*e)", [])):
        found = json.loads(invoke(application, ["check", claim, "--json"]).stdout)
        assert found["assumed"] == rows
        assert ("assumed " + cited in invoke(application, ["check", claim]).stdout) is bool(rows)
        certificate = check(claim).certificate
        assert certificate is not None
        assert list(base_of(certificate).assumed) == rows


def test_the_page_of_facts_lists_them_with_who_uses_them(tmp_path: Path) -> None:
    theorem = next(t for t in library.theorems() if t.name == "recent.gaussian_composes")
    site.write([site.entry(theorem, site.outcome(check(theorem)))], tmp_path)
    page = (tmp_path / "facts.html").read_text(encoding="utf-8")
    _, _, rows = page.partition("that Coq has not proved")
    assert 'id="compose-gaussian"' in rows
    assert ASSUMED["compose-gaussian"].source in rows
    assert "theorems/recent.gaussian_composes.html" in rows
    assert "repeat-gaussian" not in rows


def test_rules_that_have_no_lemma_are_named_where_no_proof_is_recorded() -> None:
    claim = next(claim for claim, kept in recorded().items() if "refuted" not in kept)
    other = "PureDP(M, eps) => PureDP(M, 17*eps)"
    (rule, why), *_ = unexported().items()
    for text, used in ((other, rule), (claim, rule), (other, "conjunction")):
        said = told(text, proof=Node("conjunction", text, {}, (Node(used, text, {}),)))
        named = f"It uses the rule {rule}, which has no lemma in Coq: {why}." in said
        assert named is ((text, used) == (other, rule))


def test_the_pages_say_how_much_is_proved_in_coq() -> None:
    names = {4: "four", 13: "thirteen", 14: "fourteen", 15: "fifteen"}
    assert f"(all but {names[len(ASSUMED)]}, which" in (ROOT / "docs" / "coq.md").read_text()
    stated = library.theorems()
    share = sum(theorem.claim.text in recorded() for theorem in stated) / len(stated)
    assert "has proved seven in ten as well" in (ROOT / "README.md").read_text()
    assert 0.65 < share < 0.75
