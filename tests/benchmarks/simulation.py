"""The experiment of Vadhan and Wang 2021, and how long the recursions on trees take, in one run."""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator
from fractions import Fraction

from feasibility import simulation_residual, three_messages
from flint import fmpq
from rich.console import Console
from rich.table import Table

from dpsym.games import (
    END,
    Branch,
    Message,
    Query,
    advantage,
    composition_game,
    laws,
    moment,
    response,
    simulate,
)
from dpsym.games.trees import Node, size

SEED = 2021
BELOW = fmpq(1, 100)
ODDS = (Fraction(11, 10), Fraction(3, 2), Fraction(2), Fraction(5))


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mechanisms", type=int, default=400, metavar="N")
    console = Console()
    console.print(_experiment(parser.parse_args().mechanisms))
    console.print(_recursions())


def _experiment(count: int) -> Table:
    rng = random.Random(SEED)
    feasible, infeasible, exact, tried = [], [], 0, 0
    spent = {"program": 0.0, "exact": 0.0}
    for _ in range(count):
        node, t = three_messages(rng), rng.choice(ODDS)
        delta = advantage([node], t)
        begun = time.process_time()
        feasible.append(simulation_residual(node, t, delta))
        if delta >= BELOW:
            tried += 1
            infeasible.append(simulation_residual(node, t, delta - BELOW))
        spent["program"] += time.process_time() - begun
        begun = time.process_time()
        exact += simulate(node, t, delta).verify()
        spent["exact"] += time.process_time() - begun
    table = Table(title=f"{count} mechanisms of three messages of one bit, seed {SEED}")
    for column in ("", "mechanisms", "L1 residual", "ms each"):
        table.add_column(column, justify="right" if column else "left")
    per = 1000 / count
    table.add_row(
        "linear program at the least delta",
        str(count),
        f"at most {max(feasible):.1e}",
        f"{spent['program'] * per / 2:.2f}",
    )
    table.add_row("the same, delta less 1/100", str(tried), f"at least {min(infeasible):.1e}", "")
    table.add_row(
        "four normals, verified in rationals", str(exact), "0", f"{spent['exact'] * per:.2f}"
    )
    return table


def _random(rng: random.Random, depth: int) -> Node:
    """Binary messages and two questions in turn, ``depth`` messages deep."""
    if depth == 0:
        return END
    p, q = (fmpq(rng.randint(1, 9), 10) for _ in range(2))

    def after() -> Node:
        if depth == 1:
            return END
        return Query((_random(rng, depth - 1), _random(rng, depth - 1)))

    return Message((Branch(p, q, after()), Branch(1 - p, 1 - q, after())))


def _talk(rng: random.Random, depth: int) -> Node:
    """Binary messages only."""
    if depth == 0:
        return END
    p, q = (fmpq(rng.randint(1, 9), 10) for _ in range(2))
    return Message(
        (Branch(p, q, _talk(rng, depth - 1)), Branch(1 - p, 1 - q, _talk(rng, depth - 1)))
    )


def _cases() -> Iterator[tuple[str, int, Callable[[], object]]]:
    rng = random.Random(SEED)
    one = _random(rng, 6)
    yield "one, 6 messages, 2 questions each", size(one), lambda: advantage([one], 2)
    yield "its simulation, verified", size(one), lambda: simulate(one, 10**9, 1).verify()
    yield "its moment of order 5", size(one), lambda: moment(one, 5)
    two = [_talk(rng, 6), _talk(rng, 6)]
    yield "two at once, 6 messages", sum(map(size, two)), lambda: advantage(two, 2)
    asked = [_random(rng, 3), _random(rng, 3)]
    yield "two at once, 3 messages, 2 questions", sum(map(size, asked)), lambda: advantage(asked, 2)
    mixed = [_random(rng, 4), _random(rng, 3)]
    yield (
        "two at once, 4 and 3 messages, 2 questions",
        sum(map(size, mixed)),
        lambda: advantage(mixed, 2),
    )
    deeper = [_random(rng, 5), _random(rng, 5)]
    yield (
        "two at once, 5 messages, 2 questions",
        sum(map(size, deeper)),
        lambda: advantage(deeper, 2),
    )
    three = [_random(rng, 2) for _ in range(3)]
    yield (
        "three at once, 2 messages, 2 questions",
        sum(map(size, three)),
        lambda: advantage(three, 2),
    )
    menu = [response(2, fmpq(1, 50)), laws([fmpq(3, 4), fmpq(1, 4)], [fmpq(1, 2), fmpq(1, 2)])]
    game = composition_game(menu, 6)
    yield "two at once, 6 rounds of a menu of two", 0, lambda: advantage([game, game], 8)


def _recursions() -> Table:
    table = Table(title="Recursions on trees, exact rationals")
    for column in ("mechanisms", "nodes", "seconds"):
        table.add_column(column, justify="left" if column == "mechanisms" else "right")
    for label, nodes, run in _cases():
        begun = time.process_time()
        run()
        table.add_row(label, str(nodes or "shared"), f"{time.process_time() - begun:.3f}")
    return table


if __name__ == "__main__":
    main()
