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

DATA, DOMINATION, CHAIN = "data-processing", "domination", "chain-rule"
HOELDER, ORDER, TAIL = "hoelder", "monotone-order", "moments-to-hockey-stick"

Row = tuple[str, str, tuple[str, ...]]

_MILLS = "sqrt(pi)*exp(w**2)*erfc(w)*(w + sqrt(w**2 + 4/pi)) <= 2 for w in [0, oo)"
_SHARPER = "1/((1 + w/d)*(1 + sqrt(2*log(1 + w/d))/w)) <= d for w in (0, oo), d in (0, 1]"
_PINSKER = "2*TotalVariation(P, Q)**2 <= KL(P, Q)"
_SECOND_MOMENT = "TotalVariation(P, Q) <= sqrt(exp(Renyi(2, P, Q)) - 1)/2"
_A = "(1 + (e - x - r)/(2*r))"
_DECAY = "exp(-(e - x - r)**2/(4*r))"
_TAILS = {
    "markov": (_DECAY, ()),
    "markov-order": (f"{_DECAY}/{_A}", ()),
    "integral": (f"{_DECAY}*sqrt(pi*r)", ()),
    "mills": (f"{_DECAY}*2/({_A} + sqrt({_A}**2 + 4/(pi*r)))", (_MILLS,)),
}
_SIZES = {"given-delta": ("1/y", ()), "given-delta-sharp": ("(1 + sqrt(2*r)/y)", (_SHARPER,))}

_ROWS: dict[str, tuple[str, str]] = {
    "repeat-approx-zcdp-union": (
        CHAIN,
        "ApproxZCDP(M, d, x, r) and 0 <= d and k*d <= 1 "
        "=> ApproxZCDP(Compose(M, k), k*d, k*x, k*r)",
    ),
    # the losses of each mechanism lie in an interval around 0, which answers before may choose
    "compose-range": (
        "",
        "and[BoundedRange(M#, e#)] => BoundedRange(Compose(,[M#]), 2*(+[e#]) - e1)",
    ),
    "repeat-range": (
        "",
        "BoundedRange(M, e) and 1 <= k => BoundedRange(Compose(M, k), (2*k - 1)*e)",
    ),
    # groups of size k: Vadhan 2017, Lemma 2.2; Bun and Steinke 2016, Proposition 5.3; Dong, Roth
    # and Su 2022, Theorem 7
    "group-pure": ("", "PureDP(M, e) => PureDP(Group(M, k), k*e)"),
    "group-approx": (
        "",
        "ApproxDP(M, e, d) and 0 <= e "
        "=> ApproxDP(Group(M, k), k*e, d*Sum(exp(j*e), (j, 0, k - 1)))",
    ),
    "group-approx-closed": (
        "",
        "ApproxDP(M, e, d) and 0 < e "
        "=> ApproxDP(Group(M, k), k*e, d*((exp(k*e) - 1)/(exp(e) - 1)))",
    ),
    "group-range": ("", "BoundedRange(M, e) => BoundedRange(Group(M, k), k*e)"),
    "group-gaussian": (DOMINATION, "GaussianDP(M, m) => GaussianDP(Group(M, k), k*m)"),
    "group-zcdp": (HOELDER, "ZCDP(M, 0, r) and 0 <= r => ZCDP(Group(M, k), 0, k**2*r)"),
    "group-zcdp-above": (
        HOELDER,
        "ZCDP(M, x, r) and 0 <= r and 0 <= x => ZCDP(Group(M, k), k*harmonic(k)*x, k**2*r)",
    ),
    "group-zcdp-below": (
        HOELDER,
        "ZCDP(M, x, r) and 0 <= r and x <= 0 => ZCDP(Group(M, k), k*x, k**2*r)",
    ),
    "group-order": (
        HOELDER,
        "ZCDP(M, x, r) and 0 <= r and 1 < a "
        "=> RenyiDP(Group(M, k), a, x*Sum(k*a/(k*a - j), (j, 0, k - 1)) + k**2*r*a)",
    ),
    # Bun and Steinke 2016, Propositions 6.1 to 6.3: the information on a block is a mean of KL
    "capacity": (
        f"{CHAIN} {DATA}",
        "RenyiDP(Group(M, l), 1, t) => Capacity(M, m, l) <= m*t",
    ),
    "capacity-one": (f"{CHAIN} {DATA}", "RenyiDP(Group(M, l), 1, t) => Capacity(M, l) <= t"),
    "capacity-single": (f"{CHAIN} {DATA}", "RenyiDP(M, 1, t) => Capacity(M, m, 1) <= m*t"),
    "capacity-record": (f"{CHAIN} {DATA}", "RenyiDP(M, 1, t) => Capacity(M, 1) <= t"),
    # concrete mechanisms
    "gaussian-zcdp": ("", "ZCDP(GaussianMechanism(b, s), 0, b**2/(2*s**2))"),
    "gaussian-gaussian": ("", "0 <= b and 0 < s => GaussianDP(GaussianMechanism(b, s), b/s)"),
    "gaussian-mean": ("", "MeanCDP(GaussianMechanism(b, s), b**2/(2*s**2), b/s)"),
    "canonical": ("", "0 <= e and 0 <= d and d <= 1 => ApproxDP(CanonicalRR(e, d), e, d)"),
    "laplace": ("", "0 <= b and 0 < s => PureDP(LaplaceMechanism(b, s), b/s)"),
    "geometric": ("", "0 <= e => PureDP(GeometricMechanism(e), e)"),
    # the curve of normal laws is convex, that of the response linear beside its kink: Dong, Roth
    # and Su 2022, Definition 4
    "response-gaussian": (
        "",
        "exp(e)/(1 + exp(e)) <= Phi(m/2) and 0 <= m and 0 <= e "
        "=> GaussianDP(RandomizedResponse(e), m)",
    ),
    "response": ("", "0 <= e => PureDP(RandomizedResponse(e), e)"),
    # larger parameters
    "weaken-zcdp": ("", "ZCDP(M, x, r) and x + r <= y + s and r <= s => ZCDP(M, y, s)"),
    "weaken-zcdp-each": ("", "ZCDP(M, x, r) and x <= y and r <= s => ZCDP(M, y, s)"),
    "weaken-approx-zcdp": (
        "",
        "ApproxZCDP(M, d, x, r) and d <= c and x + r <= y + s and r <= s and c <= 1 "
        "=> ApproxZCDP(M, c, y, s)",
    ),
    "weaken-renyi": (ORDER, "RenyiDP(M, a, t) and b <= a and t <= u => RenyiDP(M, b, u)"),
    "weaken-tail": ("", "TailDP(M, x, r) and 0 <= r and x <= y and r <= s => TailDP(M, y, s)"),
    # one guarantee from another; who is private whatever others say is so while they are honest
    "malicious-curious": ("", "MaliciousDP(T, n, e, d) => CuriousDP(T, n, e, d)"),
    "gaussian-variation": (
        DOMINATION,
        "GaussianDP(M, m) and 2*Phi(m/2) - 1 <= d => ApproxDP(M, 0, d)",
    ),
    "approx-certain": ("", "1 <= d => ApproxDP(M, e, d)"),
    "pure-range": ("", "PureDP(M, e) and 2*e <= x => BoundedRange(M, x)"),
    "pure-loss": ("", "PureDP(M, e) and e <= x and 0 <= d => ProbabilisticDP(M, x, d)"),
    "loss-pure": ("", "ProbabilisticDP(M, e, 0) => PureDP(M, e)"),
    "loss-approx": ("", "ProbabilisticDP(M, e, d) => ApproxDP(M, e, d)"),
    # the stick is the mean of max(1 - exp(e - Z), 0) over the loss Z
    "approx-loss": (
        "",
        "ApproxDP(M, e, d) and e < x and d <= y*(1 - exp(e - x)) => ProbabilisticDP(M, x, y)",
    ),
    # Chernoff's bound at the order 1 + (e - x - r)/(2*r)
    "zcdp-loss": (
        "",
        "ZCDP(M, x, r) and 0 < r and x + r <= e and exp(-(e - x - r)**2/(4*r)) <= d "
        "=> ProbabilisticDP(M, e, d)",
    ),
    "zcdp-loss-flat": ("", "ZCDP(M, x, 0) and x <= e and 0 <= d => ProbabilisticDP(M, e, d)"),
    "zcdp-tail": (TAIL, "ZCDP(M, x, r) and 0 <= r and x + r <= y and 4*r <= s => TailDP(M, y, s)"),
    "tail-approx": (
        "",
        "TailDP(M, x, r) and 0 <= r and 0 < d and d <= 1 and x + sqrt(r*log(1/d)) <= e "
        "=> ApproxDP(M, e, d)",
    ),
    "approx-simulable": (
        DOMINATION,
        "ApproxDP(M, e, d) and 0 <= e and e <= x and 0 <= d and d <= y and y <= 1 "
        "=> Simulable(M, x, y)",
    ),
    "pure-simulable": (
        DOMINATION,
        "PureDP(M, e) and 0 <= e and e <= x and 0 <= y and y <= 1 => Simulable(M, x, y)",
    ),
    "simulable-approx": (DATA, "Simulable(M, e, d) and e <= x and d <= y => ApproxDP(M, x, y)"),
    "simulable-pure": (DATA, "Simulable(M, e, 0) => PureDP(M, e)"),
    # Hoeffding's lemma; the mean by domination, or since E[exp(-Z)] <= 1
    "pure-mean": (
        f"{DATA} {DOMINATION}",
        "PureDP(M, e) and 0 <= e and e*tanh(e/2) <= m and e <= t => MeanCDP(M, m, t)",
    ),
    "range-mean": (
        "",
        "BoundedRange(M, e) and 0 <= e and e**2/8 <= m and e/2 <= t => MeanCDP(M, m, t)",
    ),
    # Bun and Steinke 2016, Lemmas B.4 and B.5, sharpened: dpsym.provers.guarantees.means
    "zcdp-mean-moments": (
        ORDER,
        "ZCDP(M, x, r) and 0 <= x and x + r <= m and 4*x + 6*r <= t**2 "
        "and 8*(exp(x/2 + 3*r/4) + exp((x + r)/2) - 2) <= t**2 and 0 <= t => MeanCDP(M, m, t)",
    ),
    "mean-zcdp-zero": ("", "MeanCDP(M, m, t) => ZCDP(M, 0, t**2/2)"),
    "zcdp-approx-zcdp": (
        "",
        "ZCDP(M, x, r) and 0 <= d and d <= 1 => ApproxZCDP(M, d, x, r)",
    ),
    "zcdp-bounded": ("", "ZCDP(M, x, r) => BoundedZCDP(M, m, x, r)"),
    "zcdp-renyi": ("", "ZCDP(M, x, r) and x + r*a <= t and a < oo => RenyiDP(M, a, t)"),
    "zcdp-pure": ("", "ZCDP(M, x, 0) => PureDP(M, x)"),
    "zcdp-flat": (
        "",
        "ZCDP(M, x, r) and r <= 0 and x <= e and 0 <= d => ApproxDP(M, e, d)",
    ),
    "approx-zcdp-flat": (
        "",
        "ApproxZCDP(M, c, x, r) and r <= 0 and x <= e and c <= d and c <= 1 => ApproxDP(M, e, d)",
    ),
    "approx-zcdp-approx": ("", "ApproxZCDP(M, d, x, 0) and d <= 1 => ApproxDP(M, x, d)"),
    "renyi-approx": (
        TAIL,
        "RenyiDP(M, a, t) and exp((a - 1)*(t - e))*(1 - 1/a)**(a - 1)/a <= d and 1 < a and a < oo "
        "=> ApproxDP(M, e, d)",
    ),
    "gaussian-approx": (
        DOMINATION,
        "GaussianDP(M, m) and 0 < m and Phi(m/2 - e/m) - exp(e)*Phi(-m/2 - e/m) <= d "
        "=> ApproxDP(M, e, d)",
    ),
    "gaussian-to-zcdp": (DOMINATION, "GaussianDP(M, m) => ZCDP(M, 0, m**2/2)"),
    # Bun and Steinke 2016, Lemma 4.2
    "mean-zcdp": ("", "MeanCDP(M, m, t) => ZCDP(M, m - t**2/2, t**2/2)"),
    # Bun and Steinke 2016, Lemmas 4.3 and 3.7, sharpened: proved where the provers use them
    "zcdp-mean": (
        ORDER,
        "ZCDP(M, x, r) and 0 <= x and 0 <= r and x + r <= m and 7*(x + 2*r) <= t**2 "
        "and 7*(x + 2*r)**2 <= t**2 => MeanCDP(M, m, t)",
    ),
    "tail-zcdp": (
        "",
        "TailDP(M, x, r) and 0 <= r => ZCDP(M, x + 2*(pi*r)**(1/4) + sqrt(pi*r) - r/4, r/4)",
    ),
    "pure-approx": ("", "PureDP(M, e) and 0 <= d => ApproxDP(M, e, d)"),
    "pure-zcdp": (ORDER, "PureDP(M, e) and e <= x + r and 0 <= r => ZCDP(M, x, r)"),
    "pure-by-response": (
        DOMINATION,
        "PureDP(M, e) and ZCDP(RandomizedResponse(e), x, r) => ZCDP(M, x, r)",
    ),
    "approx-by-response": (
        DOMINATION,
        "ApproxDP(M, e, d) and ZCDP(RandomizedResponse(e), x, r) and 0 <= d and d <= 1 "
        "=> ApproxZCDP(M, d, x, r)",
    ),
    "approx-to-approx-zcdp": (
        f"{DOMINATION} {ORDER}",
        "ApproxDP(M, e, d) and 0 <= e and e <= x + r and 0 <= r and 0 <= d and d <= 1 "
        "=> ApproxZCDP(M, d, x, r)",
    ),
    # divergences
    "order": (ORDER, "a <= b => Renyi(a, P, Q) <= Renyi(b, P, Q)"),
    "order-one": (ORDER, "1 <= a => KL(P, Q) <= Renyi(a, P, Q)"),
    "order-infinite": (ORDER, "Renyi(a, P, Q) <= MaxDivergence(P, Q)"),
    "order-both": (ORDER, "KL(P, Q) <= MaxDivergence(P, Q)"),
    "stick-moment": (
        TAIL,
        "1 < a and a < oo => HockeyStick(e, P, Q) "
        "<= exp((a - 1)*(Renyi(a, P, Q) - e))*(1 - 1/a)**(a - 1)/a",
    ),
    "hoelder": (
        HOELDER,
        "1 < k and 1 < a => Renyi(a, P, Q) "
        "<= k*a/(k*a - 1)*Renyi((k*a - 1)/(k - 1), P, R) + Renyi(k*a, R, Q)",
    ),
}
_MARKERS = {
    "HockeyStick": "HockeyStick(e, ",
    "Renyi": "Renyi(a, ",
    **{name: f"{name}(" for name in "KL MaxDivergence TotalVariation ChiSquared Hellinger".split()},
}
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
    "curious": "CuriousDP(T, n, e, d)",
    "malicious": "MaliciousDP(T, n, e, d)",
}
_COMPOSED = "pure approx zcdp renyi approx-zcdp gaussian".split()
_PROCESSED = [*_COMPOSED, "range", "bounded-zcdp"]
_WEAKENED = "pure approx gaussian mean range loss curious malicious".split()
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
    Corollary 3.
    """
    rows: dict[str, tuple[str, str]] = {}
    numbered = {p: f"{p}#" for p in "edxrmt"}
    for name in _COMPOSED:
        form = _GUARANTEES[name]
        axiom = DOMINATION if name in ("approx", "gaussian") else CHAIN
        some, whole = ("d <= 1", "[d# <= 1]") if " d" in form else ("", "")
        each = f"and[{_instead(form, numbered, 'M#')}]" + (f" and and{whole}" if whole else "")
        one = form + (f" and {some}" if some else "")
        rows |= {
            f"compose-{name}": (axiom, f"{each} => {_instead(form, _SUMS, 'Compose(,[M#])')}"),
            f"repeat-{name}": (axiom, f"{one} => {_instead(form, _TIMES, 'Compose(M, k)')}"),
            f"parallel-{name}": ("", f"{each} => {_instead(form, _LARGEST, 'Parallel(,[M#])')}"),
        }
    return rows


# the KL divergence of zCDP is the limit of order 1; sticks at e >= 0 are below total variation
_VARIATIONS = {
    "renyi-variation": (
        "RenyiDP(M, a, t) and 1 <= a and 0 <= e and 0 <= t and sqrt(t/2) <= d => ApproxDP(M, e, d)",
        _PINSKER,
    ),
    "zcdp-variation": (
        "ZCDP(M, x, r) and 0 <= e and 0 <= x + r and sqrt((x + r)/2) <= d => ApproxDP(M, e, d)",
        _PINSKER,
    ),
    "zcdp-variation-second": (
        "ZCDP(M, x, r) and 0 <= e and 0 <= x + 2*r and sqrt(exp(x + 2*r) - 1)/2 <= d "
        "=> ApproxDP(M, e, d)",
        _SECOND_MOMENT,
    ),
}
_RESPONSES = {
    "response": ("RandomizedResponse(e)", ""),
    "geometric": ("GeometricMechanism(e)", ""),
    "canonical": ("CanonicalRR(e, d)", " and 0 <= d and d <= 1"),
}


def _table() -> dict[str, Row]:
    known = _composed() | _ROWS
    for name in _WEAKENED:
        form = _GUARANTEES[name]
        larger = dict(zip(re.findall(r"\b[edmt]\b", form), "xy", strict=False))
        where = " and ".join(f"{small} <= {large}" for small, large in larger.items())
        where += " and 0 <= t" if name == "mean" else ""
        known[f"weaken-{name}"] = "", f"{form} and {where} => {_instead(form, larger)}"
    for name in _PROCESSED:
        form = _GUARANTEES[name]
        known[f"process-{name}"] = DATA, f"{form} => {_instead(form, {}, 'PostProcess(M)')}"
    rows: dict[str, Row] = {name: (axiom, text, ()) for name, (axiom, text) in known.items()}
    # with l of k answers false P exceeds exp((k - 2*i)*e)*Q iff l < i: Kairouz, Oh and Viswanath
    # 2015, equations 28 to 30
    for name, (response, where) in _RESPONSES.items():
        stick = "Sum(binomial(k, l)*(exp(e*(k - l)) - exp(e*(k - 2*i + l))), (l, 0, i - 1))"
        delta = f"1 - {'(1 - d)**k*' if where else ''}(1 - {stick}/(1 + exp(e))**k)"
        text = f"0 <= e{where} => ApproxDP(Compose({response}, k), (k - 2*i)*e, {delta})"
        rows[f"repeated-{name}"] = "", text, ()
    for name, (bound, lemmas) in _TAILS.items():
        where = "0 < r and x + r <= e"
        rows[f"tail-{name}"] = (
            TAIL,
            f"ZCDP(M, x, r) and {where} and {bound} <= y => ApproxDP(M, e, y)",
            lemmas,
        )
        rows[f"approx-tail-{name}"] = (
            TAIL,
            f"ApproxZCDP(M, c, x, r) and c <= 1 and {where} and {bound} <= y "
            "=> ApproxDP(M, e, c + (1 - c)*y)",
            lemmas,
        )
    for name, (text, lemma) in _VARIATIONS.items():
        rows[name] = ORDER, text, (lemma,)
    for name, (size, lemmas) in _SIZES.items():
        where = f"0 < y and y <= 1 and 0 <= r and sqrt(4*r*log({size})) <= e - x - r"
        rows[name] = TAIL, f"ZCDP(M, x, r) and {where} => ApproxDP(M, e, y)", lemmas
        rows[f"approx-{name}"] = (
            TAIL,
            f"ApproxZCDP(M, c, x, r) and c <= 1 and {where} => ApproxDP(M, e, c + (1 - c)*y)",
            lemmas,
        )
    for name, d in _MARKERS.items():
        linear = name not in ("Renyi", "MaxDivergence")
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
        for side, laws in (("left", "{}, S"), ("right", "S, {}")):
            parts = [f"{d}{laws.format(law)})" for law in "PR"]
            mixed = f"{d}{laws.format('Mixture(t, P, R)')})"
            mean = f"t*{parts[0]} + (1 - t)*{parts[1]}" if linear else f"Max({', '.join(parts)})"
            rows[f"mixture-{side}-{name}"] = DATA, f"0 <= t and t <= 1 => {mixed} <= {mean}", ()
    for name, (axiom, text, lemmas) in list(rows.items()):
        if "Compose(,[" in text and name not in ("compose-approx-zcdp", "compose-range"):
            rows[f"concurrent-{name}"] = axiom, text.replace("Compose", "Concurrent"), lemmas
    return rows


FACTS: dict[str, Row] = _table()
NATURAL = "i"
"""The name that stands for natural numbers only."""

__all__ = ["FACTS", "NATURAL"]
