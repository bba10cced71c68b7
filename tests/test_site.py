"""The report of the library: its data, its documents, and its pages without a browser."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from test_explaining import compiled, overfull

from dpsym import check, library, site
from dpsym.cli import main
from dpsym.errors import ClaimError
from dpsym.explaining.rendering import escaped
from dpsym.items import Item, Source
from dpsym.language.parser import parse_claim
from dpsym.site.entries import Entry, family
from dpsym.site.formulas import mathml, prose
from dpsym.site.pages import links
from dpsym.site.pictures import picture, sides
from dpsym.site.profiles import profile
from dpsym.site.references import references
from dpsym.site.templating import canonical, searched
from dpsym.verdict import Verdict

pytestmark = pytest.mark.xdist_group("site")

THEOREMS = '''
from dpsym import theorem


@theorem(source="Somebody1999, Theorem 1", repairs="stated.sharper")
def bounded() -> str:
    """Pure DP bounds total variation. <script>alert(1)</script> & 100%_#$"""
    return "PureDP(M, eps) => ApproxDP(M, 0, tanh(eps/2))"


@theorem(source="Somebody1999, Theorem 2", expect="refuted")
def sharper() -> str:
    """Pure DP bounds total variation better.

    See stated.bounded.
    """
    return "PureDP(M, eps) => ApproxDP(M, 0, tanh(eps/3))"


@theorem(source="Other2001, Lemma 3")
def smaller() -> str:
    """The hyperbolic tangent is at most its argument."""
    return "tanh(x) <= x for x in [0, oo)"


@theorem(source="Other2001, Lemma 4", expect="open")
def doubled() -> str:
    """A claim that nobody decided in this file, expected so and proved all the same."""
    return "exp(x) >= 1 + x for x in [0, oo)"
'''


@pytest.fixture(scope="module")
def stated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("stated") / "stated.py"
    path.write_text(THEOREMS)
    return path


@pytest.fixture(scope="module")
def entries(stated: Path) -> list[Entry]:
    theorems = library.theorems_in(stated)
    return [site.entry(each, site.outcome(check(each))) for each in theorems]


@pytest.fixture(scope="module")
def pages(entries: list[Entry], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    site.write(entries, folder)
    return folder


class Links(HTMLParser):
    """Collects what a page links to and the ids it has."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.ids: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.targets.append(value)
            if name == "id" and value:
                self.ids.add(value)


def test_entries_say_what_was_found(entries: list[Entry]) -> None:
    assert [entry.outcome.verdict for entry in entries] == [
        "proved",
        "refuted",
        "proved",
        "proved",
    ]
    assert [entry.agreed for entry in entries] == [True, True, True, False]
    assert [entry.family for entry in entries] == [
        "conversion",
        "conversion",
        "inequality",
        "inequality",
    ]


def test_every_entry_shows_its_code(entries: list[Entry]) -> None:
    for entry in entries:
        assert entry.code.startswith("@theorem(source=")
        assert f"def {entry.name.rpartition('.')[2]}(" in entry.code


def test_every_theorem_of_the_library_has_code_a_family_and_mathml() -> None:
    for theorem in library.theorems():
        assert library.code_of(theorem).startswith("@theorem"), theorem.name
        assert family(theorem.claim)
        assert "\\" not in mathml(theorem.claim.latex()), theorem.name


def test_report_survives_json(entries: list[Entry]) -> None:
    kept = site.load(json.loads(json.dumps(site.dump(entries))))
    assert [kept[entry.outcome.digest] for entry in entries] == [e.outcome for e in entries]


@pytest.mark.parametrize(
    "data",
    [None, [], {}, {"format": "dpsym-report", "version": 99}, {"format": "other", "version": 4}],
    ids=repr,
)
def test_other_data_is_no_report(data: Any) -> None:
    with pytest.raises(ClaimError, match="this is no dpsym-report"):
        site.load(data)


@pytest.mark.parametrize("outcome", [{}, [], None, 3])
def test_damaged_report_is_named(outcome: Any) -> None:
    damaged = {"format": "dpsym-report", "version": 4, "theorems": [{"outcome": outcome}]}
    with pytest.raises(ClaimError, match="damaged"):
        site.load(damaged)


def test_a_report_hides_no_facts_and_shows_the_point_that_the_kernel_recomputes(
    entries: list[Entry],
) -> None:
    proved, refuted = (json.loads(json.dumps(site.dump([each]))) for each in entries[:2])
    assert site.load(proved)
    assert site.load(refuted)
    proved["theorems"][0]["outcome"]["axioms"] = []
    refuted["theorems"][0]["outcome"]["witness"]["point"] = {"eps": "1/7"}
    assert site.load(proved) == site.load(refuted) == {}


def test_a_family_of_mechanisms_in_an_experiment_has_no_profile() -> None:
    claim = (
        "PureDP(M[i], e[i]) each i in 1..k => HypothesisDP(Compose(M[i], (i, 1, k)), Ones(0), "
        "Ones(k), Sum(e[i], (i, 1, k)), 0)"
    )
    assert profile(parse_claim(claim)) is None
    assert site.outcome(check(claim, budget=20)).verdict == "proved"


def test_verdict_about_another_claim_is_refused(entries: list[Entry], stated: Path) -> None:
    first, second, *_ = library.theorems_in(stated)
    with pytest.raises(ClaimError, match="another claim"):
        site.entry(first, entries[1].outcome)
    assert site.entry(second, entries[1].outcome) == entries[1]


def test_no_link_is_broken_and_none_leaves_the_site(pages: Path) -> None:
    found = sorted(pages.rglob("*.html"))
    assert len(found) == 6
    for page in found:
        for target in Links(page).targets:
            if target == "data:,":
                continue
            if target in {reference.url for reference in references().values()}:
                continue
            assert not re.match(r"\w+:|//", target), target
            path, _, fragment = target.partition("#")
            linked = (page.parent / path).resolve() if path else page
            assert linked.is_file(), f"{page.name}: {target}"
            if "=" in fragment:  # what the script of the index shows
                assert fragment.partition("=")[0] in {*Links(linked).ids, "open"}, target
            elif fragment:
                assert fragment in Links(linked).ids, target


def test_words_of_a_theorem_are_escaped(pages: Path) -> None:
    for page in (pages / "index.html", pages / "theorems" / "stated.bounded.html"):
        content = page.read_text(encoding="utf-8")
        assert "<script>alert" not in content
        assert "&lt;script&gt;" in content


def test_page_says_everything(pages: Path) -> None:
    proved = (pages / "theorems" / "stated.bounded.html").read_text(encoding="utf-8")
    for part in ("<math", "domination", "<svg", "evidence/stated.bounded.json", "@theorem"):
        assert part in proved, part
    refuted = (pages / "theorems" / "stated.sharper.html").read_text(encoding="utf-8")
    for part in ("witnesses/stated.sharper.json", "stated.bounded.html", 'class="bars"'):
        assert part in refuted, part
    facts = (pages / "facts.html").read_text(encoding="utf-8")
    assert "theorems/stated.bounded.html" in facts


def test_links_follow_notes_and_goals(entries: list[Entry]) -> None:
    assert links(entries)["stated.sharper"] == ["stated.bounded"]
    assert links(entries)["stated.bounded"] == []


def test_a_page_says_what_is_believed_and_a_refutation_believes_nothing(
    pages: Path, entries: list[Entry]
) -> None:
    for entry in entries:
        page = (pages / "theorems" / f"{entry.name}.html").read_text(encoding="utf-8")
        assert ("What it rests on" in page) == bool(entry.outcome.axioms), entry.name
    assert {bool(entry.outcome.axioms) for entry in entries} == {True, False}


def test_downloads_are_the_evidence(pages: Path, entries: list[Entry]) -> None:
    kept = json.loads((pages / "evidence" / "stated.bounded.json").read_text())
    assert kept == json.loads(json.dumps(entries[0].outcome.evidence))
    assert kept["digest"] == entries[0].outcome.digest
    assert not (pages / "witnesses" / "stated.bounded.json").exists()


def test_markdown_names_every_theorem_and_fact(entries: list[Entry]) -> None:
    written = site.markdown(entries)
    for entry in entries:
        assert f"### {entry.name}: {entry.outcome.verdict}" in written
    assert "3 of" not in written
    assert "3 verdicts are as expected" in written
    assert "* **domination**: " in written


def test_latex_is_balanced_and_escaped(entries: list[Entry]) -> None:
    written = site.latex(entries)
    for name in ("enumerate", "quote", "description"):
        begun, ended = (written.count(rf"\{word}{{{name}}}") for word in ("begin", "end"))
        assert begun == ended > 0
    assert r"\& 100\%\_\#\$" in written
    bare = re.sub(r"\\[{}\\]", "", written)
    assert bare.count("{") == bare.count("}")
    assert len(re.findall(r"(?<!\\)\$", written)) % 2 == 0


def test_escaped_words_have_no_command() -> None:
    assert escaped("a_b^c~d\\e%{é}") == (
        r"a\_b\textasciicircum{}c\textasciitilde{}d\textbackslash{}e\%\{\'e\}"
    )


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="apt-get install texlive-latex-base")
def test_appendix_compiles(entries: list[Entry], tmp_path: Path) -> None:
    assert overfull(compiled(site.latex(entries), tmp_path)) < 1


def test_prose_keeps_words_and_sets_formulas() -> None:
    pieces = [("words", "put "), ("math", r"\alpha + 1"), ("code", "x_1"), ("words", ": 5% < 6%")]
    written = prose(pieces)
    assert "<math" in written
    assert "<code>x_1</code>" in written
    assert written.endswith(": 5% &lt; 6%")
    long = prose([("math", " + ".join("abcdefghij" * 8)), ("words", ". Then")])
    assert 'class="wide" tabindex="0"' in long
    assert long.endswith(".</span> Then"), "the mark that follows a formula stands beside it"


def test_every_source_has_a_title_and_a_place_where_it_is_found() -> None:
    """The few that have no address are not online under a lasting one, or are no publications."""
    known = references()
    keys = {theorem.source.partition(",")[0] for theorem in library.theorems()}
    assert keys <= set(known)
    assert all(known[key].title != key for key in keys)
    nowhere = {key for key in keys if not known[key].url}
    assert nowhere <= {
        *("CompositionPost", "elementary", "folklore", "HarrisonManurangsi2026"),
        *("KiferLin2012", "LiLyuSuYang2016", "McSherryTalwar2007"),
    }
    assert known["AbadiEtAl2016"].authors[0] == "Martín Abadi"


def test_a_search_finds_letters_names_and_words(entries: list[Entry]) -> None:
    found = searched(entries[0])
    for wanted in ("ε", "eps", "epsilon", "ε-DP", "Somebody1999", "bounds total variation"):
        assert canonical(wanted) in found, wanted
    assert canonical("step epsilons") == "step epsilons"


def test_page_begins_with_the_sentence_and_leads_to_the_repair(
    pages: Path, entries: list[Entry]
) -> None:
    proved = (pages / "theorems" / "stated.smaller.html").read_text(encoding="utf-8")
    assert "<h1>The hyperbolic tangent is at most its argument.</h1>" in proved
    assert proved.index('href="#cite">Cite</a>') < proved.index("The idea")
    assert proved.index('<h2 id="cite">') < proved.index('data-copy="bibtex"')
    assert "The idea" in proved
    assert "routine obligation" in proved
    assert proved.index("The idea") < proved.index("<svg") < proved.index("The proof")
    refuted = (pages / "theorems" / "stated.sharper.html").read_text(encoding="utf-8")
    repair = refuted.partition('class="repair"')[2]
    assert repair.index('href="stated.bounded.html"') < repair.index("</aside>")


@pytest.mark.parametrize(
    ("claim", "variable", "level"),
    [
        ("PureDP(M, eps) => PureDP(PostProcess(M), eps)", "eps", True),
        (
            "ApproxDP(M1, e1, d1) and ApproxDP(M2, e2, d2)"
            " => ApproxDP(Compose(M1, M2), e1 + e2, d1 + d2*exp(e1))",
            "d2",
            False,
        ),
    ],
)
def test_the_slack_is_drawn_along_a_number_where_there_is_any(
    claim: str, variable: str, level: bool
) -> None:
    drawn = profile(parse_claim(claim), seconds=20)
    assert drawn is not None
    assert (drawn["variable"], drawn["level"]) == (variable, level)


def test_a_bound_without_slack_is_told_and_not_drawn(entries: list[Entry], tmp_path: Path) -> None:
    flat = {"variable": "eps1", "family": "M: Gaussian", "discrete": False, "level": True}
    flat |= {"logarithmic": False, "points": [[x / 10, 0.0, 0.0] for x in range(10)]}
    told = replace(entries[0], outcome=replace(entries[0].outcome, curve=flat))
    sloped = replace(entries[1], outcome=replace(entries[1].outcome, curve=flat | {"level": False}))
    site.write([told, sloped], tmp_path)
    first, second = (
        (tmp_path / "theorems" / f"{each.name}.html").read_text(encoding="utf-8")
        for each in (told, sloped)
    )
    assert "<svg" not in first
    assert "No slack was found" in first
    assert ">\N{GREEK SMALL LETTER EPSILON}\N{SUBSCRIPT ONE}</text>" in second


def test_a_note_leads_to_the_theorems_that_it_names(pages: Path) -> None:
    refuted = (pages / "theorems" / "stated.sharper.html").read_text(encoding="utf-8")
    assert '<p class="note">See <a href="stated.bounded.html">stated.bounded</a>.</p>' in refuted


def test_a_repair_that_only_the_note_names_is_shown(entries: list[Entry], tmp_path: Path) -> None:
    undeclared = [replace(each, repairs="") for each in entries]
    site.write(undeclared, tmp_path)
    refuted = (tmp_path / "theorems" / "stated.sharper.html").read_text(encoding="utf-8")
    repair = refuted.partition('class="repair"')[2]
    assert repair.index('href="stated.bounded.html"') < repair.index("</aside>")
    proved = (tmp_path / "theorems" / "stated.bounded.html").read_text(encoding="utf-8")
    assert 'class="repair"' not in proved


def test_the_picture_is_of_the_one_inequality() -> None:
    drawn = site.outcome(check("PureDP(M, eps) => ZCDP(M, eps**2/2)")).curve
    assert drawn is not None
    assert (drawn["variable"], drawn["fixed"]) == ("eps", {"alpha": "2"})
    assert drawn["larger"] == "alpha*eps**2/2"
    assert all(low <= high for _, low, high in drawn["points"])


def test_no_picture_is_computed_for_a_report_that_shows_none(
    stated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Verdict] = []
    monkeypatch.setattr("dpsym.site.entries._picture", lambda verdict, *_: drawn.append(verdict))
    plain = ["--markdown", "a.md", "--latex", "a.tex", "--referee", "b.md"]
    for options, shown in (
        (plain, False),
        (["--json", "a.json"], True),
        (["--referee", "b.html"], True),
    ):
        drawn.clear()
        given = [each if each.startswith("--") else str(tmp_path / each) for each in options]
        assert main(["report", str(stated), *given]) == 1
        assert bool(drawn) is shown


def test_a_referees_page_needs_nothing_beside_it(entries: list[Entry]) -> None:
    item = Item("some.thm", "Theorem 1, eps-DP and delta", "claim", ("stated.bounded",))
    page = site.referee_page(entries, Source("stated", "stated", (item,)))
    assert re.findall(r"url\(\"([a-z/0-9;:]+)", page) == ["data:font/woff2;base64"]
    title = page.partition("Theorem 1, ")[2].partition("</h3>")[0]
    assert title.count("<math") == 2


def test_index_is_short_until_it_is_opened(entries: list[Entry], tmp_path: Path) -> None:
    many = [replace(entries[k % 4], name=f"many.t{k}", key=f"Key{k % 5}") for k in range(40)]
    site.write(many, tmp_path)
    index = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert index.count('<details class="group"') == 5
    assert " open>" not in index
    assert (tmp_path / "dpsym-math.woff2").read_bytes()[:4] == b"wOF2"
    assert (tmp_path / "GUST-FONT-LICENSE.txt").is_file()


def test_picture_stays_inside_its_frame(entries: list[Entry]) -> None:
    curve = entries[2].outcome.curve
    assert curve is not None
    assert curve["variable"] == "x"
    assert all(low <= high for _, low, high in curve["points"])
    drawn = picture(curve)
    for line in (drawn["smaller"], drawn["larger"], drawn["between"]):
        for x, y in (map(float, place.split(",")) for place in line.split()):
            assert drawn["left"] <= x <= drawn["right"]
            assert drawn["top"] <= y <= drawn["bottom"]
    assert 3 <= len(drawn["across"]) <= 7


def test_sides_of_an_infinite_bound_are_not_drawn() -> None:
    assert sides({"left": ["oo", "oo"], "right": ["1", "1"]}) == []
    assert sides({"left": ["1", "1"], "right": ["-oo", "0"]}) == []


def test_command_writes_all_forms_and_reads_verdicts_back(
    stated: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    kept = tmp_path / "verdicts.json"
    assert main(["report", str(stated), "--json", str(kept)]) == 1
    monkeypatch.setattr("dpsym.cli.reporting.decide", lambda *_: pytest.fail("decided again"))
    files = [str(tmp_path / name) for name in ("r.md", "r.tex", "site")]
    options = ["--markdown", files[0], "--latex", files[1], "--html", files[2]]
    assert main(["report", str(stated), "--verdicts", str(kept), *options]) == 1
    assert (tmp_path / "site" / "index.html").is_file()
    certificates = sorted((tmp_path / "site" / "certificates").glob("*.json"))
    assert certificates
    assert all(main(["verify", str(path)]) == 0 for path in certificates)
    capsys.readouterr()
    assert capsys.readouterr().out == ""
    assert main(["report", str(stated), "--verdicts", str(kept)]) == 1
    assert capsys.readouterr().out == (tmp_path / "r.md").read_text(encoding="utf-8")


def test_command_refuses_what_it_cannot_report(
    stated: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", "KL(P, Q) >= 0"]) == 2
    assert "not claims" in capsys.readouterr().err
    (tmp_path / "bad.json").write_text("[1, 2")
    assert main(["report", str(stated), "--verdicts", str(tmp_path / "bad.json")]) == 2
    assert "bad.json" in capsys.readouterr().err
    assert main(["report", str(stated), "--verdicts", str(tmp_path / "none.json")]) == 2
    assert main(["report", str(stated), "--budget", "0"]) == 2
