"""The referee report: each claim with its verdict, its evidence, and what stands in its place."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from dpsym import library, site
from dpsym.checking import check
from dpsym.cli import main
from dpsym.errors import ClaimError
from dpsym.items import Item, Source
from dpsym.paper_report import FORMS, referee_report
from dpsym.site import Outcome, outcome
from dpsym.statement import Theorem, theorem

pytestmark = pytest.mark.xdist_group("paper_report")


@theorem(source="Somebody2020, Lemma 1", name="some.wrong", expect="refuted")
def wrong() -> str:
    """Half the square is at least the number."""
    return "x**2/2 >= x for x in [0, 3]"


@theorem(source="Somebody2020, Lemma 1, repaired", name="some.right", repairs="some.wrong")
def right() -> str:
    """From 2 on half the square is at least the number & more."""
    return "x**2/2 >= x for x in [2, 3]"


@theorem(source="Somebody2020, Lemma 2", name="some.probe", expect="refuted")
def probe() -> str:
    """The square of a number <= 2 is at most 3."""
    return "x**2 <= 3 for x in [0, 2]"


THEOREMS: tuple[Theorem, ...] = (wrong, right, probe)


@pytest.fixture(scope="module")
def found() -> dict[str, Outcome]:
    return {t.name: outcome(check(t, budget=20)) for t in THEOREMS}


SOURCE = Source(
    "some",
    "somebody_2020",
    (
        Item("some.def", "Definition 1, squares", "definition", (), "x**2"),
        Item("some.lemma", "Lemma 1", "claim", ("some.wrong", "some.right"), "False near 1"),
        Item("some.vast", "Lemma 2", "claim", ("some.right",), restricted="Cubes"),
        Item("some.sharp", "No less", "derived", ("some.probe",)),
    ),
)


def test_every_form_names_every_claim_its_verdict_and_its_repair(
    found: dict[str, Outcome],
) -> None:
    for form in FORMS:
        written = referee_report(THEOREMS, found, source=SOURCE, form=form)
        assert written.index("What does not hold") < written.index("The claims")
        for item in SOURCE.items:
            assert item.title in written
        assert "Refuted" in written
        assert "Proved" in written
        assert "Instead: From 2 on half the square" in written
        assert "x = " in written, "the witness is there"
        assert "3 statements were decided: 1 proved, 2 refuted, 0 undecided" in written
        assert "3 items state something, 2 of them in full" in written
        assert "Cubes" in written.partition("Not in full")[2]


def test_items_are_settled_by_what_was_decided_alone(found: dict[str, Outcome]) -> None:
    every = referee_report(THEOREMS, found, source=SOURCE)
    assert "3 claim something; 3 of those are settled" in " ".join(every.split())
    some = referee_report([right], {"some.right": found["some.right"]}, source=SOURCE)
    assert "3 claim something; 1 of those are settled" in " ".join(some.split())


def test_what_the_paper_does_not_say_stands_apart(found: dict[str, Outcome]) -> None:
    written = referee_report(THEOREMS, found, source=SOURCE)
    _, _, end = written.partition("The claims")[0].partition("What does not hold")
    own, _, others = end.partition("What the paper does not say")
    assert "some.wrong" in own
    assert "some.probe" not in own
    assert "some.probe" in others


def test_without_items_the_theorems_come_in_their_order(found: dict[str, Outcome]) -> None:
    written = referee_report(THEOREMS, found)
    places = [written.index(f"\n{t.name}\n") for t in THEOREMS]
    assert places == sorted(places)


def test_page_is_balanced_escapes_and_begins_with_what_is_false(
    found: dict[str, Outcome],
) -> None:
    entries = [site.entry(t, found[t.name]) for t in THEOREMS]
    written = site.referee_page(entries, SOURCE)
    assert "number &amp; more" in written
    assert "What does not hold" in written
    assert written.index("What does not hold") < written.index("The claims, in their order")
    assert "What holds instead" in written
    assert "3 statements were decided: 1 proved, 2 refuted, 0 undecided" in written
    assert "3 items state something, 2 of them in full" in written
    assert "Not in full: Cubes." in written
    for item in SOURCE.items:
        assert item.title in written
    open_tags: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            if tag not in ("meta", "link"):
                open_tags.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert open_tags.pop() == tag

    Reader().feed(written)
    assert open_tags == []


def test_page_cites_as_papers_do_and_says_how_many_there_are() -> None:
    names = ("bs16.x_weaken_at_one", "blog.example_2_sharp")
    stated = [library.find(name)[0] for name in names]
    entries = [site.entry(each, site.outcome(check(each))) for each in stated]
    both = site.referee_page(entries)
    assert "Referee report on 2 papers" in both
    assert "BunSteinke2016," not in both
    one = site.referee_page(entries[:1])
    assert "Referee report on Bun and Steinke 2016" in one
    assert "Bun and Steinke 2016, the order of lines" in one


def test_without_a_false_claim_the_page_says_so(found: dict[str, Outcome]) -> None:
    assert "Nothing was refuted" in site.referee_page([site.entry(right, found["some.right"])])


def test_bad_requests_are_named(found: dict[str, Outcome]) -> None:
    with pytest.raises(ClaimError, match="form='pdf'"):
        referee_report(THEOREMS, found, form="pdf")
    with pytest.raises(ClaimError, match=r"some\.wrong has no verdict"):
        referee_report(THEOREMS, {})


def test_command_writes_a_report_of_a_paper(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ["sequential_composition", "parallel_one_part", "parallel_replaced"]
    wanted = [f"blog.{name}" for name in names]
    assert main(["report", *wanted, "--referee", "-", "-q"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("Referee report on CompositionPost")
    assert "Lemma, sequential composition" in printed
    assert "M1 = RandomizedResponse(log(2))" in printed
    page = tmp_path / "referee.html"
    assert main(["report", "blog.parallel_replaced", "--referee", str(page), "-q"]) == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert main(["report", "blog.parallel_replaced", "--referee", str(tmp_path), "-q"]) == 2


@pytest.mark.parametrize("verdict", ["refuted", "undecided"])
def test_what_is_not_proved_is_no_repair(
    found: dict[str, Outcome], verdict: str, tmp_path: Path
) -> None:
    other = found | {"some.right": replace(found["some.right"], verdict=verdict)}
    for form in FORMS:
        assert "Instead" not in referee_report(THEOREMS, other, source=SOURCE, form=form)
    entries = [site.entry(t, other[t.name]) for t in THEOREMS]
    assert "What holds instead" not in site.referee_page(entries, SOURCE)
    site.write(entries, tmp_path)
    for name, told in (("some.wrong", "What holds instead"), ("some.right", "It repairs")):
        assert told not in (tmp_path / "theorems" / f"{name}.html").read_text(encoding="utf-8")
