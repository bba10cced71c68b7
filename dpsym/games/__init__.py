"""Interactive mechanisms, adversaries and protocols as finite trees, in exact rationals.

An interactive mechanism on two neighbouring databases is one tree with two masses on every
message; a protocol is a tree whose messages belong to parties. What an adversary can do at best is
a recursion on such trees: sums over messages, maxima over questions.
"""

from __future__ import annotations

from dpsym.games.adversaries import Ask, Read, Stop, adversaries, views
from dpsym.games.concurrent import advantage, worst_adversary
from dpsym.games.experiment import composition_game
from dpsym.games.moments import largest_ratio, moment
from dpsym.games.simulation import Plan, Simulation, simulate
from dpsym.games.trees import END, Branch, End, Message, Query, laws, response

__all__ = [
    "END",
    "Ask",
    "Branch",
    "End",
    "Message",
    "Plan",
    "Query",
    "Read",
    "Simulation",
    "Stop",
    "advantage",
    "adversaries",
    "composition_game",
    "largest_ratio",
    "laws",
    "moment",
    "response",
    "simulate",
    "views",
    "worst_adversary",
]
