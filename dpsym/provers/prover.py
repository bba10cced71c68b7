"""What a prover is: a function from a claim and a budget to an outcome.

Two kinds share one vocabulary. A *closer* decides a claim by itself; the search for a
counterexample is one. A *reduction* offers ways to replace a claim by others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from time import thread_time
from typing import Any, Protocol, TypeVar

from dpsym.errors import ClaimError, EvaluationError
from dpsym.language.claim import Claim
from dpsym.process import hear
from dpsym.verdict import Step, Witness

Found = TypeVar("Found")
ONE_GOAL, MOST_OF_LITTLE, LITTLE = 0.4, 0.8, 2.5


@dataclass(frozen=True, slots=True)
class Budget:
    """A deadline on the processor time of this thread, which other programs do not change.

    Attributes:
        begun: searches that lacked time, by what they are for; every share goes on with them.
        pause: asked in the middle of a long search, whether to go no further.

    >>> Budget.of(10).remaining() <= 10
    True
    """

    deadline: float
    begun: dict[object, Any] = field(default_factory=dict, compare=False, repr=False)
    pause: Callable[[], bool] = field(default=bool, compare=False, repr=False)

    @classmethod
    def of(cls, seconds: float) -> Budget:
        """A budget of this many seconds of work from now."""
        return cls(thread_time() + seconds)

    def remaining(self) -> float:
        """Seconds of work left, never negative."""
        return max(0.0, self.deadline - thread_time())

    def share(self, fraction: float) -> Budget:
        """A budget of this fraction of what is left."""
        return self.part(self.remaining() * fraction)

    def part(self, seconds: float) -> Budget:
        """A budget of this many seconds of work from now, for the same purpose."""
        return Budget(thread_time() + seconds, self.begun, self.pause)

    @property
    def spent(self) -> bool:
        """Whether no time is left."""
        return self.remaining() <= 0.0


def for_one_goal(left: float) -> float:
    """Seconds for one scalar goal: a share of what is left, and most of it where that is little.

    >>> for_one_goal(1.0), for_one_goal(3.0), for_one_goal(10.0)
    (0.8, 2.4000000000000004, 4.0)
    """
    return max(ONE_GOAL * left, min(MOST_OF_LITTLE * left, LITTLE))


@dataclass(frozen=True, slots=True)
class Split:
    """The claim holds if all of ``subgoals`` hold.

    Attributes:
        subgoals: claims to decide instead.
        words: the reduction in one sentence, for readers alone.
        axioms: facts the reduction uses without proof.
        detail: its parameters, JSON data.
        rule: the rule of the kernel that it is, with these parameters; empty where it is made of
            several, which ``concluded`` offers.
        whole: whether the claim says nothing that the subgoals do not say, in as many names.
        equal: whether the claim implies the subgoals too, so that it fails where one does.
        between: claims that follow from subgoals or others between, each with the way, and from
            which the claim follows by the rule; the first is what a rule generalises.
        concluded: where it is made of several rules, the ways to conclude the claim by them from
            the subgoals, asked once these are proved.
        sufficient: whether no more is to be proved where the rule needs more than is said.
    """

    subgoals: tuple[Claim, ...]
    words: str
    axioms: tuple[str, ...] = ()
    detail: dict[str, Any] = field(default_factory=dict)
    rule: str = ""
    whole: bool = False
    equal: bool = False
    between: tuple[tuple[Claim, Split], ...] = ()
    concluded: Callable[[], Iterator[Split]] | None = None
    sufficient: bool = False


@dataclass(frozen=True, slots=True)
class Stuck:
    """The prover could not decide.

    Attributes:
        why: names the goal at which it stopped.
        reached: for which values the claim itself was proved, in words; empty where for none.
        goal: the inequality that is left, as text; empty where there is none, or it is false.
        fails: whether the claim certainly fails at some point of its domains.
    """

    why: str
    reached: str = ""
    goal: str = ""
    fails: bool = False


def attempted(name: str, run: Callable[[], Found]) -> Found | Stuck:
    """What a prover answers; where it fails, that is how it got stuck and nobody else's failure.

    >>> attempted("division", lambda: 1 // 0).why
    'division failed: ZeroDivisionError: integer division or modulo by zero'
    """
    try:
        found: Found | Stuck = run()
    except (ClaimError, EvaluationError) as error:
        found = Stuck(f"{name}: {error}")
    except Exception as error:  # noqa: BLE001  # a verdict needs no prover that answers
        found = Stuck(f"{name} failed: {type(error).__name__}: {error}")
    hear()
    return found


class Closer(Protocol):
    """A prover that decides a claim by itself, or gives up.

    Guarantees:
        a :class:`Step` is answered only for a claim that holds; a :class:`Witness` only where
        hypotheses and failure are certified.
    """

    @property
    def name(self) -> str:
        """A word for trails."""
        ...

    def accepts(self, claim: Claim) -> bool:
        """Whether it is worth asking; cheap."""
        ...

    def attempt(self, claim: Claim, budget: Budget) -> Step | Witness | Stuck:
        """Try within the budget."""
        ...


class Reduction(Protocol):
    """A prover that offers ways to replace a claim by others, the most promising first.

    Guarantees:
        the subgoals of every :class:`Split` together imply the claim, given its axioms.
    """

    @property
    def name(self) -> str:
        """A word for trails."""
        ...

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The ways; none where the reduction does not apply."""
        ...
