"""Functions of the audited libraries that are not audited, and why."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

LEFT_OUT: Mapping[str, Mapping[str, str]] = {
    "dp_accounting": {"dp_event.SampledWithReplacementDpEvent": "no accountant there takes it"},
}
"""Why a function is not audited, by its library and its name there."""


def reasons(libraries: Collection[str]) -> Iterator[tuple[str, str, list[str]]]:
    """For each library the reasons there are, and the functions that are left out for each.

    >>> next(reasons(["dp_accounting"]))
    ('dp_accounting', 'no accountant there takes it', ['dp_event.SampledWithReplacementDpEvent'])
    """
    for library, functions in LEFT_OUT.items():
        if library in libraries:
            for reason in dict.fromkeys(functions.values()):
                yield library, reason, [name for name, why in functions.items() if why == reason]
