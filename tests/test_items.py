"""Laws of the tables of items: every item of a paper is there, and every theorem stands in one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dpsym import items
from dpsym.cli import main
from dpsym.errors import ClaimError, UnknownTheoremError
from dpsym.library import theorems

CATALOGUE = {
    path.stem: path.read_text().split() for path in (Path(__file__).parent / "items").glob("*.txt")
}
SOURCES = items.sources()

every_source = pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.key)

ENTRY = '[[item]]\nid = "bs16.a"\ntitle = "A"\nkind = "claim"\ntheorems = ["prop_3_3"]\n'


@every_source
def test_no_item_of_the_catalogue_is_missing(source: items.Source) -> None:
    if source.key in CATALOGUE:
        listed = {item.id for item in source.items}
        listed |= {name.rpartition(".")[0] for name in listed}  # an item may stand by its parts
        assert [name for name in CATALOGUE[source.key] if name not in listed] == []


@every_source
def test_every_theorem_an_item_names_exists_and_every_theorem_stands_in_an_item(
    source: items.Source,
) -> None:
    assert items.missing(source, theorems()) == ([], [])


@every_source
def test_every_item_without_a_theorem_says_what_stands_for_it(source: items.Source) -> None:
    assert [i.id for i in source.items if not i.theorems and not i.note] == []


def test_bun_and_steinke_list_their_items() -> None:
    source = next(s for s in SOURCES if s.key == "bs16")
    assert len(source.items) == 95 + 14
    claiming = ("claim", "step", "example", "derived")
    assert [i.id for i in source.items if i.kind in claiming and not i.theorems] == []


# How many items of a source state something, and the fewest of them that stand in full: an item
# that is restricted again is noticed here.
STATING = {"blog": (9, 9), "bs16": (96, 88), "gce24": (56, 55), "kov15": (40, 38), "vw21": (12, 12)}


@every_source
def test_items_that_state_something_stand_in_full_or_say_what_is_missing(
    source: items.Source,
) -> None:
    stating = [item for item in source.items if item.states]
    full = [item for item in stating if item.in_full]
    if source.key in STATING:
        expected, fewest = STATING[source.key]
        assert len(stating) == expected
        assert len(full) >= fewest
    assert [i.id for i in stating if i.kind == "definition" and i.restricted] == []
    assert source.standing() == (
        f"{len(stating)} items state something, {len(full)} of them in full"
    )


def test_the_five_sources_state_as_much_as_their_catalogue() -> None:
    assert set(STATING) == set(CATALOGUE)
    assert sum(expected for expected, _ in STATING.values()) == 213


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("[[item]", "cannot read"),
        ("other = 1", "lists no items"),
        (ENTRY.replace('"A"', "1"), "title=1"),
        (ENTRY.replace('"claim"', '"remark"'), "kind='remark'"),
        (ENTRY + "restricted = 1\n", "restricted=1"),
        (ENTRY + "source = 1\n", "unknown field 'source'"),
        (ENTRY + ENTRY, "twice"),
        (ENTRY.replace('["prop_3_3"]', "[3]"), r"theorems=\[3\]"),
        ("item = [1]", "is no table"),
    ],
)
def test_items_that_are_not_well_formed_are_refused(
    content: str, complaint: str, tmp_path: Path
) -> None:
    path = tmp_path / items.FILE
    path.write_text(content)
    with pytest.raises(ClaimError, match=complaint):
        items.read(path, "bs16")


def test_items_are_read_in_order(tmp_path: Path) -> None:
    path = tmp_path / items.FILE
    path.write_text(ENTRY + ENTRY.replace("bs16.a", "bs16.b").replace('["prop_3_3"]', "[]"))
    source = items.read(path, "bs16")
    assert [(item.id, name) for item, name in source.rows()] == [
        ("bs16.a", "bs16.prop_3_3"),
        ("bs16.b", ""),
    ]


def test_what_an_item_leaves_out_is_read(tmp_path: Path) -> None:
    path = tmp_path / items.FILE
    half = ENTRY.replace("bs16.a", "bs16.b") + 'restricted = "More than three rounds"\n'
    path.write_text(ENTRY + half)
    source = items.read(path, "bs16")
    assert [item.restricted for item in source.items] == ["", "More than three rounds"]
    assert [item.in_full for item in source.items] == [True, False]
    assert source.standing() == "2 items state something, 1 of them in full"


def test_the_table_counts_what_stands_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--table", "vw21", "kov15"]) == 0
    shown = capsys.readouterr().out
    for source in items.select(("vw21", "kov15")):
        stating = [item for item in source.items if item.states]
        full = sum(item.in_full for item in stating)
        assert f"{source.key}: {len(stating)} state something, {full} of them in full" in shown
    assert "restricted" in shown.partition("\n")[0]


def test_an_unknown_source_is_named() -> None:
    with pytest.raises(UnknownTheoremError, match=r"'nobody99'.*bs16"):
        items.select(("nobody99",))


def test_the_table_names_item_theorem_and_expectation(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--table", "theorems/bun_steinke_2016"]) == 0
    heading, *lines = capsys.readouterr().out.splitlines()
    assert heading.split()[:5] == ["item", "title", "kind", "theorem", "expected"]
    line = next(line for line in lines if "bs16.prop_5_3 " in line)
    assert "refuted" in line


def test_the_table_takes_verdicts_from_a_saved_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stated = next(t for t in theorems() if t.name == "bs16.prop_1_4")
    saved = tmp_path / "run.json"
    saved.write_text(
        json.dumps(
            {
                "claim": stated.claim.text,
                "verdict": "proved",
                "reason": "by domination",
                "axioms": ["domination"],
                "seconds": 1.25,
            }
        )
    )
    assert main(["list", "--table", "bs16", "--json", "--run", str(saved)]) == 0
    rows = json.loads(capsys.readouterr().out)
    judged = {row["theorem"]: (row["verdict"], row["how"]) for row in rows if row["verdict"]}
    assert judged == {"bs16.prop_1_4": ("proved", "by domination [domination] (1.2 s)")}


@pytest.mark.parametrize(
    "arguments",
    [
        ["list", "--check"],
        ["list", "--table", "nobody99"],
        ["list", "--table", "--run", "no/such/file"],
        ["list", "--table", "--run", "pyproject.toml"],
    ],
)
def test_bad_usage_of_the_table_is_refused(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith("dpsym: ")
