"""Intervals of the kernel contain the values that balls of another library certify."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import flint
import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from dpsym.kernel.enclosures import is_below, is_less
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.scalar import check_scalar
from dpsym.kernel.scalar_intervals import BITS as BITS_OF_THE_KERNEL
from dpsym.kernel.scalar_intervals import INCREASING, Range, finer, increasing, iv
from dpsym.kernel.scalar_ranges import Region
from dpsym.kernel.term import ONE
from dpsym.language.parser import parse_expression

BITS = 600
VALUES: dict[str, Callable[[arb], arb]] = {
    "exp": arb.exp,
    "log": arb.log,
    "sinh": arb.sinh,
    "cosh": arb.cosh,
    "tanh": arb.tanh,
    "erf": arb.erf,
    "mirrored erfc": lambda x: (-x).erfc(),
    "Phi": lambda x: (-x / arb(2).sqrt()).erfc() / 2,
}
DYADIC = st.builds(
    lambda n, k: Fraction(n, 2**k), st.integers(1, 2**110), st.sampled_from([90, 105, 120, 170])
)
POSITIVE = st.one_of(st.fractions(Fraction(1, 10**9), 60, max_denominator=10**40), DYADIC).filter(
    lambda v: 0 < v < 60
)


def _ball(value: Fraction) -> arb:
    return arb(fmpq(value.numerator, value.denominator))


def _contains(found: Range, value: arb) -> bool:
    low, high = (Fraction(end) for end in found[:2])
    return not value < _ball(low) and not value > _ball(high)


def test_every_function_has_an_oracle() -> None:
    assert set(VALUES) == set(INCREASING)


@pytest.mark.parametrize("name", VALUES)
@settings(max_examples=80, derandomize=True, deadline=None)
@given(POSITIVE, st.sampled_from([1, -1]))
def test_the_image_of_a_point_contains_its_value(name: str, size: Fraction, sign: int) -> None:
    at = size if name in ("log", "cosh") else sign * size
    with flint.ctx.workprec(BITS):
        value = VALUES[name](_ball(at))
        assert at == 1 or _contains(increasing(Range(at, at), name), value)


@settings(max_examples=100, derandomize=True, deadline=None)
@given(POSITIVE, st.sampled_from([Fraction(1, 2), Fraction(2, 5), Fraction(7, 3)]))
def test_the_root_of_a_point_contains_its_value(base: Fraction, exponent: Fraction) -> None:
    found = Region({})._root(ONE, Range(base, base), exponent)
    with flint.ctx.workprec(BITS):
        value = (_ball(base).log() * _ball(exponent)).exp()
        if found.lower != found.upper:  # an exact root
            assert _contains(found, value)


def test_what_a_rounding_library_says_of_an_exponential_is_refused() -> None:
    x = Fraction(1, 2**57)
    goal = {"expression": f"{1 + x + x * x / 2} - exp({x})", "domains": {}, "relation": ">="}
    with pytest.raises(Rejected):
        check_scalar(goal, {"rule": "range"})


@settings(max_examples=150, derandomize=True, deadline=None)
@given(st.sampled_from(sorted(INCREASING)), POSITIVE, st.sampled_from([1, -1]))
def test_images_with_more_bits_contain_values_and_are_narrower(
    name: str, size: Fraction, sign: int
) -> None:
    value = size if name in ("log", "cosh") else sign * size
    with finer():
        found = increasing(Range(value, value), name)
    assert iv.prec == BITS_OF_THE_KERNEL
    with flint.ctx.workprec(2 * BITS):
        assert _contains(found, VALUES[name](_ball(value)))
    # The series of erfc end where they always do.
    if "erf" not in name and name != "Phi":
        assert found.upper - found.lower <= Fraction(1, 2**400) * (1 + abs(Fraction(found.upper)))


CLOSE = [
    # left and right, of which the left is less by some 1e-64, 1e-45 and 1e-120
    ("tanh(1/(2*10**13))", "1/(2*10**13) - 1/(24*10**39) + 1/10**64"),
    ("51 - exp(-51)", "51 + log(1 - exp(-51) + exp(-102))"),
    ("exp(1/10**60) - 1", "1/10**60 + 1/10**120"),
]


@pytest.mark.parametrize(("left", "right"), CLOSE)
def test_numbers_that_few_bits_do_not_tell_apart_are_compared_with_more(
    left: str, right: str
) -> None:
    less, more = map(parse_expression, (left, right))
    assert is_less(less, more)
    assert is_below(less, more)
    assert not is_less(more, less)
    assert not is_below(more, less)


def test_more_bits_are_given_back_where_something_fails() -> None:
    with pytest.raises(ZeroDivisionError), finer():
        raise ZeroDivisionError
    assert iv.prec == BITS_OF_THE_KERNEL


@pytest.mark.parametrize("name", ["mirrored erfc", "erf", "Phi"])
@pytest.mark.parametrize("at", [10**4, -(10**4), 10**9, -(10**9)])
def test_far_out_functions_of_the_normal_law_have_bounds_of_few_digits(name: str, at: int) -> None:
    found = increasing(Range(Fraction(at), Fraction(at)), name)
    limit = INCREASING[name][2 if at > 0 else 1]
    assert limit in found
    assert all(end.denominator.bit_length() < 10**7 for end in found[:2])
    assert abs(found.upper - found.lower) < Fraction(1, 2**100)
