"""Compositions of families of mechanisms with known laws, written out where they are assumed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from accepting import proof_of

from dpsym import Proved, Refuted, check
from dpsym.certificate import Certificate, Node, loaded
from dpsym.errors import ClaimError
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.verify import verify
from dpsym.language.parser import parse_claim

ALL = "(i, 1, k)"
NORMAL = f"Compose(GaussianMechanism(D[i], s), {ALL})"
SQUARES = f"Sum(D[i]**2, {ALL})/(2*s**2)"
MOVED = "for D[i] in [0, oo), s in (0, oo)"
FORMS = (
    (f"ZCDP({NORMAL}, rho) => {{}}*{SQUARES} <= rho {MOVED}", "1", "51/50"),
    (f"ZCDP({NORMAL}, xi, rho) => {{}}*{SQUARES} <= xi/2 + rho {MOVED}", "1", "51/50"),
    (f"RenyiDP({NORMAL}, a, x) => {{}}*a*{SQUARES} <= x {MOVED}, a in [1, oo)", "1", "51/50"),
    (f"RenyiDP(Compose(GaussianMechanism(D[i], s[i]), {ALL}), a, x) =>"
     f" a*Sum(D[i]**2/s[i]**2, {ALL}) <= {{}}*x for D[i] in [0, oo), s[i] in (0, oo)",
     "2", "49/25"),
    (f"PureDP(Concurrent(LaplaceMechanism(D[i], b[i]), {ALL}), x) =>"
     f" {{}}*Sum(D[i]/b[i], {ALL}) <= x for D[i] in [0, oo), b[i] in (0, oo)", "1", "51/50"),
    (f"RenyiDP(Compose(GaussianMechanism(D, s), {ALL}), a, x) => {{}}*k*a*D**2/(2*s**2) <= x"
     " for D in [0, oo), s in (0, oo)", "1", "51/50"),
    (f"ZCDP(Compose(GaussianMechanism(Abs(m[i] - n[i]), s), {ALL}), rho) =>"
     f" {{}}*Sum((m[i] - n[i])**2, {ALL})/(2*s**2) <= rho"
     " for m[i] in (-oo, oo), n[i] in (-oo, oo), s in (0, oo)", "1", "51/50"),
    (f"Sum(2*c*Abs(e[i]), {ALL}) <= x => {{}}*c*Sum(e[i], {ALL}) <= x"
     " for c in (0, oo), e[i] in [0, oo), x in [0, oo)", "2", "51/25"),
)  # fmt: skip


@pytest.mark.parametrize(("form", "true", "false"), FORMS)
def test_what_is_assumed_of_a_composition_bounds_the_sum(form: str, true: str, false: str) -> None:
    found = check(form.format(true), budget=20)
    assert isinstance(found, Proved)
    assert found.certificate is not None
    verify(loaded(found.certificate.to_json()))
    assert isinstance(check(form.format(false), budget=20), Refuted)


OPEN = [
    f"ApproxDP({NORMAL}, e, d) => {SQUARES} <= e + d {MOVED}",
    f"PureDP(Parallel(LaplaceMechanism(D[i], 1), {ALL}), x) => Sum(D[i], {ALL}) <= x"
    " for D[i] in [0, oo)",
    f"PureDP({NORMAL}, x) => {SQUARES} <= x {MOVED}",
    f"ZCDP(Compose(M[i], {ALL}), rho) => {SQUARES} <= rho {MOVED}",
]
"""Hypotheses that bound no sum of closed forms, or no closed form of all members."""


@pytest.mark.parametrize("text", OPEN)
def test_what_does_not_add_or_has_no_closed_form_is_not_written_out(text: str) -> None:
    claim = parse_claim(text)
    sums = [text.partition("=> ")[2].partition(" <=")[0]]
    params = {"way": "written", "numbers": [0], "order": "alpha", "at": {"0": ["2"]}}
    for between in ([[]], [], [sums]):
        proof = Node("families", claim.text, params | {"between": between}, ())
        with pytest.raises(Rejected):
            verify(Certificate(claim.text, claim.digest, "proved", (), proof=proof))


@pytest.mark.parametrize(
    "changed",
    [
        {"numbers": []},
        {"numbers": [1]},
        {"numbers": [-1]},
        {"numbers": [False]},
        {"numbers": "0"},
        {"order": "s"},
        {"order": "rho"},
        {"at": {}},
        {"at": {"0": ["1/2"]}},
        {"at": {"0": ["1"]}},
        {"at": {"0": ["oo"]}},
        {"at": {"0": ["i + 1"]}},
        {"at": {"0": ["j"]}},
        {"at": {"0": ["D + 2"]}},
        {"at": {"0": ["3"]}},
        {"at": "2"},
    ],
)
def test_a_changed_step_is_refused(changed: dict[str, Any]) -> None:
    found, node = proof_of(check(FORMS[0][0].format("1"), budget=20))
    assert node.params["way"] == "written"
    proof = replace(node, params={**node.params, **changed})
    with pytest.raises((Rejected, ClaimError)):
        verify(replace(found, proof=proof))
