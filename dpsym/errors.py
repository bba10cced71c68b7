"""Everything dpsym raises, as one tree.

::

    DpsymError
    ├── ClaimError (ValueError)       a claim that is not well formed
    │   ├── ClaimSyntaxError          the text does not follow the grammar
    │   ├── LimitError                too long, too deep, too large a number
    │   └── DomainError               a domain that is empty or outside what a role permits
    ├── EvaluationError (ValueError)  an expression has no value, or no enclosure, at a point
    ├── MissingDependencyError        an optional extra is needed
    └── UnknownTheoremError (LookupError)

Not knowing whether a claim holds is no error: it is the verdict ``Undecided``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

_LONGEST = 200


class DpsymError(Exception):
    """The root of all errors that dpsym raises on purpose."""


class ClaimError(DpsymError, ValueError):
    """A claim is not well formed.

    Attributes:
        part: the innermost guilty piece of the claim, as text.
        remedy: what to write instead.
        position: index of the guilty character in the claim's text, where there is one.
        reading: the text in the grammar that was made of another way of writing; the position is
            one in it. Empty where the claim was written in the grammar.
    """

    def __init__(
        self, message: str, *, part: str = "", remedy: str = "", position: int | None = None
    ) -> None:
        self.part = part
        self.remedy = remedy
        self.position = position
        self.reading = ""
        super().__init__("; ".join(piece for piece in (message, remedy) if piece))


class ClaimSyntaxError(ClaimError):
    """The text of a claim does not follow the grammar."""


class LimitError(ClaimError):
    """A claim exceeds a limit of size, depth or magnitude."""


class DomainError(ClaimError):
    """A domain is empty or larger than a place permits, or nothing compares its ends."""


class EvaluationError(DpsymError, ValueError):
    """An expression has no value at a point, or no enclosure is known for one of its heads."""


class MissingDependencyError(DpsymError, ImportError):
    """An optional extra is needed for this call."""


def shown(value: object) -> str:
    """The value as a message shows it: on not too many characters, whatever it is.

    >>> shown([1, 2]), len(shown("a" * 1000))
    ('[1, 2]', 200)
    """
    try:
        written = repr(value)
    except Exception:  # noqa: BLE001 - a value that cannot write itself is named by its type
        return f"<{type(value).__name__}>"
    return written if len(written) <= _LONGEST else f"{written[: _LONGEST - 3]}..."


EXTRAS = {
    "IPython": "notebook",
    "distributed": "cluster",
    "dask": "cluster",
    "jinja2": "site",
    "latex2mathml": "site",
    "matplotlib": "plots",
}
"""The extra of dpsym that brings a package which a command can do without."""


@contextmanager
def from_extras() -> Iterator[None]:
    """Runs imports of packages that extras bring.

    Raises:
        MissingDependencyError: one is not installed; the message names its extra.

    >>> with from_extras():
    ...     raise ModuleNotFoundError("no matplotlib", name="matplotlib.figure")
    Traceback (most recent call last):
        ...
    dpsym.errors.MissingDependencyError: matplotlib is not installed; pip install 'dpsym[plots]'
    """
    try:
        yield
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package not in EXTRAS:
            raise
        raise MissingDependencyError(
            f"{package} is not installed; pip install 'dpsym[{EXTRAS[package]}]'"
        ) from None


class UnknownTheoremError(DpsymError, LookupError):
    """No theorem of the library has this name."""
