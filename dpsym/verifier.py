"""A process that knows the kernel and neither provers nor sympy, and judges what they found.

It is begun at the first claim that is checked and asked again for each, so that a verdict rests on
the code that ``dpsym verify`` runs and on nothing else.
"""

from __future__ import annotations

import atexit
import json
import os
from threading import local
from time import monotonic, process_time
from typing import TYPE_CHECKING, NamedTuple

from dpsym.confining import SECONDS, Bounds, Confined
from dpsym.process import use_own_algebra

if TYPE_CHECKING:
    from dpsym.certificate import Certificate

_DOING = "re-checking it"


class Judgement(NamedTuple):
    """What the kernel says of a certificate.

    Attributes:
        refused: which node is refused and why; empty where nothing is.
        axioms: those by which the claim is shown, where it is.
        seconds: of the processor that it took, or by the clock where it came to no end.
    """

    refused: str
    axioms: tuple[str, ...] = ()
    seconds: float = 0.0


_IDLE: list[Confined[tuple[str, str], Judgement]] = []
"""Processes that wait for a certificate: as many as there were threads that asked at once."""
_SPENT = local()


def begin() -> None:
    """Begin such a process, if there is none, without waiting until it is ready."""
    worker = _idle()
    try:
        worker.begin()
    except OSError:
        return  # whoever has something to judge is told
    _IDLE.append(worker)


def judge(certificate: Certificate, seconds: float, written: str = "") -> Judgement:
    """The kernel's judgement of a certificate but for the axioms that it names.

    Where the claim was read from a text, the kernel reads that text too, and judges the certificate
    of what it says there. It is refused where all that takes more seconds of the processor, or more
    than 2 GB of memory.
    """
    worker, begun = _idle(), monotonic()
    try:
        found = worker((json.dumps(certificate.to_json()), written), seconds)
    except OSError as error:
        found = f"no process can be begun that re-checks it: {error}"
    _IDLE.append(worker)
    taken = min(monotonic() - begun, max(seconds, 0.0))
    judgement = Judgement(found, (), taken) if isinstance(found, str) else found
    _SPENT.seconds = spent() + judgement.seconds
    return judgement


def refusal(certificate: Certificate, seconds: float = SECONDS, written: str = "") -> str:
    """Why the kernel does not accept a certificate with the axioms that it names, or nothing."""
    refused, axioms, _ = judge(certificate, seconds, written)
    differ = axioms != certificate.axioms
    return refused or (f"the axioms used are {[*axioms]}" if differ else "")


def spent() -> float:
    """Seconds of the processor that judging took which this thread asked for."""
    seconds: float = getattr(_SPENT, "seconds", 0.0)
    return seconds


def prepare() -> None:
    """Load the kernel, without sympy."""
    use_own_algebra()
    import dpsym.kernel.verify  # noqa: F401  # before the first certificate comes


def judged(asked: tuple[str, str]) -> Judgement:
    """The judgement of a certificate as JSON text and the text of its claim, without sympy."""
    prepare()
    from dpsym.certificate import UnreadableError, claim_of, loaded
    from dpsym.kernel.rejection import Rejected
    from dpsym.kernel.verify import axioms_of, restated

    begun, (data, written) = process_time(), asked
    refused = ""
    axioms: tuple[str, ...] = ()
    try:
        certificate = loaded(json.loads(data))
        axioms = axioms_of(certificate)
        if written and claim_of(written) != claim_of(certificate.claim):
            axioms_of(restated(certificate, written))
    except (Rejected, UnreadableError) as error:
        refused = str(error)
    return Judgement(refused, axioms, process_time() - begun)


def _idle() -> Confined[tuple[str, str], Judgement]:
    try:
        return _IDLE.pop()
    except IndexError:
        return Confined(judged, Bounds(), _DOING, prepare)


def _end() -> None:
    for worker in _IDLE:
        worker.end()


atexit.register(_end)
os.register_at_fork(after_in_child=_IDLE.clear)
