"""``dpsym export``: the real leaves of a proof as files for Coq."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dpsym.cli import targets
from dpsym.cli.destinations import make_folder

if TYPE_CHECKING:
    from dpsym.cli.targets import Target
    from dpsym.coq.export import Exported


def export(
    arguments: Annotated[
        list[str], typer.Argument(metavar="CLAIM|NAME", help="What to prove and export.")
    ],
    *,
    coq: Annotated[Path, typer.Option("--coq", metavar="DIR", help="Where to write the files.")],
    budget: Annotated[float, typer.Option(min=0.1, help="Seconds for each claim.")] = 60.0,
) -> None:
    r"""Write a Coq file for every real leaf of the proofs of claims, and say which have none.

    In DIR, ``coq_makefile -f _CoqProject -o Makefile && make`` compiles them; assumptions.v prints
    what they assume.
    Only what coqc accepts is proved; the tactics do not suffice for every file.
    The status is 0 when every leaf was written, 1 when some was not, 3 when a claim is not proved.

    \b
    Examples:
      dpsym export bs16.lem_B_1_cosh --coq leaves
      dpsym export "x**2/2 >= log(cosh(x)) for x in [0, oo)" --coq leaves
    """
    chosen = targets.select(arguments).targets
    make_folder("--coq", coq)
    found: list[Exported] = []
    unproved = False
    for number, target in enumerate(chosen, 1):
        exported = _exported(target, f"claim_{number}", coq, budget)
        unproved = unproved or exported is None
        found += exported or []
    from dpsym.coq.export import write_project

    write_project(coq, [leaf.lemma for leaf in found if leaf.lemma is not None])
    for leaf in found:
        typer.echo(f"{leaf.lemma}.v" if leaf.lemma else f"not exported: {leaf.leaf}: {leaf.why}")
    if unproved or any(leaf.lemma is None for leaf in found):
        raise typer.Exit(3 if unproved else 1)


def _exported(target: Target, stem: str, folder: Path, budget: float) -> list[Exported] | None:
    """What became of the leaves of one claim; None when it is not proved."""
    from dpsym.checking import check
    from dpsym.coq.export import export as write
    from dpsym.verdict import Proved

    verdict = check(target.theorem() or target.text, budget=budget)
    if not isinstance(verdict, Proved):
        typer.echo(f"{target.name or target.text}: {verdict.kind}, nothing is exported", err=True)
        return None
    proof = verdict.certificate.proof if verdict.certificate else None
    return write(proof, re.sub(r"\W", "_", target.name) or stem, folder) if proof else None


def register(application: typer.Typer) -> None:
    """Adds the command."""
    application.command(short_help="Write the leaves of a proof for Coq.")(export)
