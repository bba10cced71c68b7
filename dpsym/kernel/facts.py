"""The facts about guarantees and divergences that certificates may use, as claims.

Each row is the axiom it rests on ("" where it is the definition or arithmetic), the claim, and
claims without hypotheses that it needs besides. Names of numbers stand for any expressions,
of mechanisms, laws and kernels for any of these. In a row ``op[...#...]`` stands for the bracket
with # = 1, 2, ..., n, joined by the operation. The words {G} run through the guarantees or
divergences that the row names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from dpsym.kernel.rows import CHAIN, DATA, DOMINATION, ORDER, ROWS, TAIL
from dpsym.language.divergences import DIVERGENCES

Row = tuple[str, str, tuple[str, ...]]

_MILLS = "sqrt(pi)*exp(w**2)*erfc(w)*(w + sqrt(w**2 + 4/pi)) <= 2 for w in [0, oo)"
_SHARPER = "1/((1 + w/d)*(1 + sqrt(2*log(1 + w/d))/w)) <= d for w in (0, oo), d in (0, 1]"
_PINSKER = "2*TotalVariation(P, Q)**2 <= KL(P, Q)"
_SECOND_MOMENT = "TotalVariation(P, Q) <= sqrt(exp(Renyi(2, P, Q)) - 1)/2"
_EXPONENTIAL = "exp(-KL(P, Q)) <= 1 - TotalVariation(P, Q)**2"
_A = "(1 + (e - x - r)/(2*r))"
_DECAY = "exp(-(e - x - r)**2/(4*r))"
_TAILS = {
    "markov": (_DECAY, ()),
    "markov-order": (f"{_DECAY}/{_A}", ()),
    "integral": (f"{_DECAY}*sqrt(pi*r)", ()),
    "mills": (f"{_DECAY}*2/({_A} + sqrt({_A}**2 + 4/(pi*r)))", (_MILLS,)),
}
_SIZES = {"given-delta": ("1/y", ()), "given-delta-sharp": ("(1 + sqrt(2*r)/y)", (_SHARPER,))}

_ORDERED = {"HockeyStick": "HockeyStick(e, ", "Renyi": "Renyi(a, "}
_GUARANTEES = {
    "pure": "PureDP(M, e)",
    "approx": "ApproxDP(M, e, d)",
    "zcdp": "ZCDP(M, x, r)",
    "renyi": "RenyiDP(M, a, t)",
    "approx-zcdp": "ApproxZCDP(M, d, x, r)",
    "gaussian": "GaussianDP(M, m)",
    "range": "BoundedRange(M, e)",
    "bounded-zcdp": "BoundedZCDP(M, m, x, r)",
    "mean": "MeanCDP(M, m, t)",
    "loss": "ProbabilisticDP(M, e, d)",
    "tail": "TailDP(M, x, r)",
    "curious": "CuriousDP(T, n, e, d)",
    "malicious": "MaliciousDP(T, n, e, d)",
}
_SAMPLED = "zcdp renyi gaussian bounded-zcdp".split()
_KEPT = "pure approx zcdp renyi approx-zcdp gaussian".split()
_COMPOSED = [*_KEPT, "loss"]
_PROCESSED = [*_KEPT, "range", "bounded-zcdp", "tail"]
_IN_TURN = "compose-approx-zcdp compose-range compose-loss".split()
_WEAKENED = "pure approx gaussian mean range loss curious malicious".split()
_COMPOSED_BY = {"approx": DOMINATION, "gaussian": DOMINATION, "loss": ""}
_SUMS = {"d": "1 - *[(1 - d#)]", "m": "sqrt(+[m#**2])", **{p: f"+[{p}#]" for p in "exrt"}}
_TIMES = {"d": "1 - (1 - d)**k", "m": "sqrt(k)*m", **{p: f"k*{p}" for p in "exrt"}}
_LARGEST = {p: f"Max(,[{p}#])" for p in "edxrmt"}


def _instead(form: str, terms: Mapping[str, str], mechanism: str = "M") -> str:
    """A guarantee with terms for its parameters and another mechanism."""
    changed = {"M": mechanism, **terms}
    return re.sub(r"\b[a-zM]\b", lambda name: changed.get(name.group(), name.group()), form)


def _composed() -> dict[str, tuple[str, str]]:
    """Adaptive composition of several and of one, and parts of which only one changes.

    Bun and Steinke 2016, Lemmas 2.3 and 8.2; Murtagh and Vadhan 2016; Dong, Roth and Su 2022,
    Corollary 3. Where no loss of a part exceeds its bound, their sum does not exceed the sum.
    """
    rows: dict[str, tuple[str, str]] = {}
    numbered = {p: f"{p}#" for p in "edxrmt"}
    for name in _COMPOSED:
        form = _GUARANTEES[name]
        axiom = _COMPOSED_BY.get(name, CHAIN)
        some, whole = ("d <= 1", "[d# <= 1]") if " d" in form else ("", "")
        each = f"and[{_instead(form, numbered, 'M#')}]" + (f" and and{whole}" if whole else "")
        one = form + (f" and {some}" if some else "")
        rows |= {
            f"compose-{name}": (axiom, f"{each} => {_instead(form, _SUMS, 'Compose(,[M#])')}"),
            f"repeat-{name}": (axiom, f"{one} => {_instead(form, _TIMES, 'Compose(M, k)')}"),
            f"parallel-{name}": ("", f"{each} => {_instead(form, _LARGEST, 'Parallel(,[M#])')}"),
        }
    return rows


# no order is below that of KL; sticks at e >= 0 are below total variation
_VARIATIONS = {
    "renyi-variation": (
        "RenyiDP(M, a, t) and 1 <= a and 0 <= e and 0 <= t and sqrt(t/2) <= d => ApproxDP(M, e, d)",
        _PINSKER,
    ),
    "renyi-variation-mean": (
        "RenyiDP(M, a, t) and 1 <= a and 0 <= e and 0 <= t and sqrt(1 - exp(-t)) <= d "
        "=> ApproxDP(M, e, d)",
        _EXPONENTIAL,
    ),
    "renyi-variation-second": (
        "RenyiDP(M, a, t) and 2 <= a and 0 <= e and 0 <= t and sqrt(exp(t) - 1)/2 <= d "
        "=> ApproxDP(M, e, d)",
        _SECOND_MOMENT,
    ),
    "approx-zcdp-variation": (
        "ApproxZCDP(M, c, x, r) and c <= 1 and 0 <= e and 0 <= x + r and sqrt((x + r)/2) <= y "
        "=> ApproxDP(M, e, c + (1 - c)*y)",
        _PINSKER,
    ),
    "approx-zcdp-variation-mean": (
        "ApproxZCDP(M, c, x, r) and c <= 1 and 0 <= e and 0 <= x + r "
        "and sqrt(1 - exp(-(x + r))) <= y => ApproxDP(M, e, c + (1 - c)*y)",
        _EXPONENTIAL,
    ),
}
# what the lemma says of all pairs of laws, said of one
_PAIRS = {
    "pinsker": (_PINSKER, _PINSKER),
    "variation-information": ("TotalVariation(P, Q) <= sqrt(KL(P, Q)/2)", _PINSKER),
}
_ONE_SIDED = "HockeyStick Renyi MaxDivergence".split()
_RESPONSES = {
    "response": ("RandomizedResponse(e)", ""),
    "geometric": ("GeometricMechanism(e)", ""),
    "canonical": ("CanonicalRR(e, d)", " and 0 <= d and d <= 1"),
}


def _table() -> dict[str, Row]:
    known = _composed() | ROWS
    for name in _WEAKENED:
        form = _GUARANTEES[name]
        larger = dict(zip(re.findall(r"\b[edmt]\b", form), "xy", strict=False))
        where = " and ".join(f"{small} <= {large}" for small, large in larger.items())
        where += " and 0 <= t" if name == "mean" else ""
        known[f"weaken-{name}"] = "", f"{form} and {where} => {_instead(form, larger)}"
    for name in _PROCESSED:
        form = _GUARANTEES[name]
        known[f"process-{name}"] = DATA, f"{form} => {_instead(form, {}, 'PostProcess(M)')}"
    # for each sample of the others the laws are q*P + (1 - q)*Q and Q, images of P and Q
    for name in _SAMPLED:
        form = _GUARANTEES[name]
        known[f"sample-{name}"] = DATA, f"{form} => {_instead(form, {}, 'Subsample(M, q)')}"
    known["sample-moment"] = (
        DATA,
        "RenyiDP(M, a, t) and 1 < a and a < oo and 0 <= q and q <= 1 "
        "=> RenyiDP(Subsample(M, q), a, log(1 - q + q*exp((a - 1)*t))/(a - 1))",
    )
    rows: dict[str, Row] = {name: (axiom, text, ()) for name, (axiom, text) in known.items()}
    # with l of k answers false P is exp((k - 2*l)*e)*Q, which exceeds exp(x)*Q iff x < (k - 2*l)*e;
    # so the stick at any x is a sum over l, and no delta below it suffices: Kairouz, Oh and
    # Viswanath 2015, equations 28 to 30; Murtagh and Vadhan 2016, Theorem 1.5. The outcomes with
    # l < i have no more of it than all, and just as much where x lies between the places of i
    sticks = {
        "": "Sum(binomial(k, l)*(exp(e*(k - l)) - exp(e*(u + l))), (l, 0, i - 1))",
        "-anywhere": "Sum(binomial(k, l)*Max(exp(e*(k - l)) - exp(x + e*l), 0), (l, 0, k))",
    }
    for name, (response, where) in _RESPONSES.items():
        for place, stick in sticks.items():
            delta = f"1 - {'(1 - d)**k*' if where else ''}(1 - {stick}/(1 + exp(e))**k)"
            repeated = f"ApproxDP(Compose({response}, k), {'x' if place else 'e*u'}"
            between = "" if place else " and k - 2*i <= u and u <= k - 2*i + 2"
            text = f"0 <= e{where}{between} => {repeated}, {delta})"
            rows[f"repeated-{name}{place}"] = "", text, ()
            text = f"{repeated}, y) and 0 <= e{where} and z <= {delta} => z <= y"
            rows[f"attained-{name}{place}"] = "", text, ()
    # of concentrated privacy without failures they are those that fail with probability zero
    for name, (bound, lemmas) in _TAILS.items():
        rows[f"approx-tail-{name}"] = (
            TAIL,
            f"ApproxZCDP(M, c, x, r) and c <= 1 and 0 < r and x + r <= e and {bound} <= y "
            "=> ApproxDP(M, e, c + (1 - c)*y)",
            lemmas,
        )
        rows[f"line-tail-{name}"] = (
            TAIL,
            "Concentration(x, P, Q) <= r and 0 < r and x + r <= e "
            f"=> HockeyStick(e, P, Q) <= {bound}",
            lemmas,
        )
    for name, (text, lemma) in _VARIATIONS.items():
        rows[name] = ORDER, text, (lemma,)
    for name, (text, lemma) in _PAIRS.items():
        rows[name] = "", text, (lemma,)
    for name, (size, lemmas) in _SIZES.items():
        where = f"0 < y and y <= 1 and 0 <= r and sqrt(4*r*log({size})) <= e - x - r"
        rows[f"approx-{name}"] = (
            TAIL,
            f"ApproxZCDP(M, c, x, r) and c <= 1 and {where} => ApproxDP(M, e, c + (1 - c)*y)",
            lemmas,
        )
    for kind, found in DIVERGENCES.items():
        name, linear = kind.__name__, found.integrand is not None
        d = _ORDERED.get(name, f"{name}(")
        rows[f"kernel-{name}"] = DATA, f"{d}Pushforward(K, P), Pushforward(K, Q)) <= {d}P, Q)", ()
        mean = f"t*{d}P, Q) + (1 - t)*{d}R, S)" if linear else f"Max({d}P, Q), {d}R, S))"
        rows[f"mixture-{name}"] = (
            DATA,
            f"0 <= t and t <= 1 => {d}Mixture(t, P, R), Mixture(t, Q, S)) <= {mean}",
            (),
        )
        if name == "Renyi":
            moments = f"t*exp((a - 1)*{d}P, Q)) + (1 - t)*exp((a - 1)*{d}R, S))"
            moment = f"{d}Mixture(t, P, R), Mixture(t, Q, S)) <= log({moments})/(a - 1)"
            rows["mixture-moment"] = DATA, f"0 <= t and t <= 1 and 1 < a and a < oo => {moment}", ()
        # of the others, which are integrals of smooth functions, moments prove it
        sides = {"left": "{}, S", "right": "S, {}"} if name in _ONE_SIDED else {}
        for side, laws in sides.items():
            parts = [f"{d}{laws.format(law)})" for law in "PR"]
            mixed = f"{d}{laws.format('Mixture(t, P, R)')})"
            mean = f"t*{parts[0]} + (1 - t)*{parts[1]}" if linear else f"Max({', '.join(parts)})"
            rows[f"mixture-{side}-{name}"] = DATA, f"0 <= t and t <= 1 => {mixed} <= {mean}", ()
    for name, (axiom, text, lemmas) in list(rows.items()):
        if "Compose(,[" in text and name not in _IN_TURN:
            rows[f"concurrent-{name}"] = axiom, text.replace("Compose", "Concurrent"), lemmas
    return rows


FACTS: dict[str, Row] = _table()
NATURAL = "i"
"""The name that stands for natural numbers only."""
