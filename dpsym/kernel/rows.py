"""The facts of the table that are written out one by one; the others are made by patterns."""

from __future__ import annotations

from dpsym.language.noises import PURE

DATA, DOMINATION, CHAIN = "data-processing", "domination", "chain-rule"
HOELDER, ORDER, TAIL = "hoelder", "monotone-order", "moments-to-hockey-stick"

ROWS: dict[str, tuple[str, str]] = {
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
    "group-range": ("", "BoundedRange(M, e) => BoundedRange(Group(M, k), k*e)"),
    "group-gaussian": (DOMINATION, "GaussianDP(M, m) => GaussianDP(Group(M, k), k*m)"),
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
        "BoundedZCDP(M, m, x, r) and 0 <= r and 1 < a and k*a <= m and k*a < oo "
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
    # Fano's inequality for lists: the joint law of the database and the list that an answer names,
    # against the product of their laws, by whether the database is in the list
    "recovery": (
        f"{CHAIN} {DATA}",
        "RenyiDP(Group(M, l), 1, t) and 0 <= t and p <= Recovery(M, l, c) "
        "=> p*log(c) <= t + log(2)",
    ),
    "recovery-list": (
        f"{CHAIN} {DATA}",
        "RenyiDP(Group(M, l), 1, t) and 0 <= t and p <= Recovery(M, l, c, s) and s <= c "
        "=> p*(log(c) - log(s)) <= t + log(2)",
    ),
    # each law P_i of an answer has P_i(A) <= exp(e)*P_j(A) + d; so the sum of P_i(i is named) over
    # the c databases is at most exp(e)*(s - P_j(j is named)) + P_j(j is named) + (c - 1)*d: by the
    # mean over j, the share p that is named has p*(exp(e) + c - 1) <= s*exp(e) + (c - 1)*d
    **{
        f"recovery-stick{named}": (
            "",
            "ApproxDP(Group(M, l), e, d) "
            f"and ({odds} + (c - 1)*d)/(exp(e) + c - 1) <= x => Recovery(M, l{rest}) <= x",
        )
        for named, odds, rest in (("", "exp(e)", ", c"), ("-list", "s*exp(e)", ", c, s"))
    },
    # whoever names the same whatever the answer is right as often as any guess
    "recovery-guess": ("", "x <= 1/c => x <= Recovery(M, l, c)"),
    # concrete mechanisms
    "gaussian-zcdp": ("", "ZCDP(GaussianMechanism(b, s), 0, b**2/(2*s**2))"),
    "gaussian-gaussian": ("", "0 <= b and 0 < s => GaussianDP(GaussianMechanism(b, s), b/s)"),
    "gaussian-mean": ("", "MeanCDP(GaussianMechanism(b, s), b**2/(2*s**2), b/s)"),
    "canonical": ("", "0 <= e and 0 <= d and d <= 1 => ApproxDP(CanonicalRR(e, d), e, d)"),
    **{
        law.__name__.lower(): ("", f"0 <= b and 0 < s => PureDP({noise.__name__}(b, s), b/s)")
        for noise, law in PURE.items()
    },
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
    "weaken-approx-zcdp": (
        "",
        "ApproxZCDP(M, d, x, r) and d <= c and x + r <= y + s and r <= s and c <= 1 "
        "=> ApproxZCDP(M, c, y, s)",
    ),
    "weaken-renyi": (ORDER, "RenyiDP(M, a, t) and b <= a and t <= u => RenyiDP(M, b, u)"),
    "pure-renyi": (
        ORDER,
        "PureDP(M, e) and 1 <= a and a < oo and e <= t => RenyiDP(M, a, t)",
    ),
    "renyi-between": (
        HOELDER,
        "RenyiDP(M, a, s) and RenyiDP(M, b, t) and 1 <= a and a <= c and c <= b and 1 < c "
        "and a < b and b < oo and ((b - c)*(a - 1)*s + (c - a)*(b - 1)*t)/((b - a)*(c - 1)) <= u "
        "=> RenyiDP(M, c, u)",
    ),
    # no loss exceeds e, so that each order more costs the moments a factor exp(e) at most
    "renyi-below-pure": (
        "",
        "RenyiDP(M, a, s) and PureDP(M, e) and 1 <= a and a <= c and 1 < c and c < oo "
        "and ((a - 1)*s + (c - a)*e)/(c - 1) <= u => RenyiDP(M, c, u)",
    ),
    "renyi-equal": ("", "RenyiDP(M, a, 0) and 1 <= a => PureDP(M, 0)"),
    "approx-zcdp-certain": ("", "ApproxZCDP(M, 0, x, r) => ZCDP(M, x, r)"),
    "bounded-zcdp-zcdp": ("", "BoundedZCDP(M, oo, x, r) => ZCDP(M, x, r)"),
    # moments are continuous in the order from below
    "bounded-zcdp-renyi": (
        "",
        "BoundedZCDP(M, m, x, r) and x + r*a <= t and 1 <= a and 1 < m and a <= m and a < oo "
        "=> RenyiDP(M, a, t)",
    ),
    "weaken-tail": ("", "TailDP(M, x, r) and 0 <= r and x <= y and r <= s => TailDP(M, y, s)"),
    # one guarantee from another; who is private whatever others say is so while they are honest
    "malicious-curious": ("", "MaliciousDP(T, n, e, d) => CuriousDP(T, n, e, d)"),
    "gaussian-variation": (
        DOMINATION,
        "GaussianDP(M, m) and 2*Phi(m/2) - 1 <= d => ApproxDP(M, 0, d)",
    ),
    "approx-certain": ("", "1 <= d and e <= e => ApproxDP(M, e, d)"),
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
        "ZCDP(M, x, r) and 0 <= x + r and x + r <= m and 4*x + 6*r <= t**2 "
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
    "approx-zcdp-flat": (
        "",
        "ApproxZCDP(M, c, x, r) and r <= 0 and x <= e and c <= d and c <= 1 => ApproxDP(M, e, d)",
    ),
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
        "ZCDP(M, x, r) and 0 <= x + r and 0 <= r and x + r <= m and 7*(x + 2*r) <= t**2 "
        "and 7*(x + 2*r)**2 <= t**2 => MeanCDP(M, m, t)",
    ),
    "tail-zcdp": (
        "",
        "TailDP(M, x, r) and 0 <= r => ZCDP(M, x + 2*(pi*r)**(1/4) + sqrt(pi*r) - r/4, r/4)",
    ),
    "pure-approx": ("", "PureDP(M, e) and 0 <= d => ApproxDP(M, e, d)"),
    "pure-zcdp": (ORDER, "PureDP(M, e) and e <= x + r and 0 <= r => ZCDP(M, x, r)"),
    "approx-by-response": (
        DOMINATION,
        "ApproxDP(M, e, d) and ZCDP(RandomizedResponse(e), x, r) and 0 <= d and d <= 1 "
        "=> ApproxZCDP(M, d, x, r)",
    ),
    # divergences
    "order": (ORDER, "a <= b => Renyi(a, P, Q) <= Renyi(b, P, Q)"),
    "order-one": (ORDER, "1 <= a => KL(P, Q) <= Renyi(a, P, Q)"),
    # the logarithm of a moment is convex in its order
    "order-between": (
        HOELDER,
        "1 <= a and a <= c and c <= b and 1 < c and a < b and b < oo "
        "=> Renyi(c, P, Q) <= ((b - c)*(a - 1)*Renyi(a, P, Q) + (c - a)*(b - 1)*Renyi(b, P, Q))"
        "/((b - a)*(c - 1))",
    ),
    "order-below-infinite": (
        "",
        "1 <= a and a <= c and 1 < c and c < oo => Renyi(c, P, Q) "
        "<= ((a - 1)*Renyi(a, P, Q) + (c - a)*MaxDivergence(P, Q))/(c - 1)",
    ),
    "order-infinite": (ORDER, "Renyi(a, P, Q) <= MaxDivergence(P, Q)"),
    "order-both": (ORDER, "KL(P, Q) <= MaxDivergence(P, Q)"),
    "stick-moment": (
        TAIL,
        "1 < a and a < oo => HockeyStick(e, P, Q) "
        "<= exp((a - 1)*(Renyi(a, P, Q) - e))*(1 - 1/a)**(a - 1)/a",
    ),
    "triangle-variation": (
        "",
        "TotalVariation(P, Q) <= TotalVariation(P, R) + TotalVariation(R, Q)",
    ),
    "triangle-stick": (
        "",
        "HockeyStick(e + f, P, Q) <= HockeyStick(e, P, R) + exp(e)*HockeyStick(f, R, Q)",
    ),
    "triangle-infinite": ("", "MaxDivergence(P, Q) <= MaxDivergence(P, R) + MaxDivergence(R, Q)"),
    # the root of the squared Hellinger distance is a distance of the roots of densities
    "triangle-hellinger": (
        "",
        "Hellinger(P, Q) <= (sqrt(Hellinger(P, R)) + sqrt(Hellinger(R, Q)))**2",
    ),
    # one coordinate after the other; of a test with power b at most min(1, exp(f)*a) is kept
    "product-variation": (
        "",
        "TotalVariation(Product(P, R), Product(Q, S)) "
        "<= TotalVariation(P, Q) + TotalVariation(R, S)",
    ),
    "product-stick": (
        "",
        "HockeyStick(e + f, Product(P, R), Product(Q, S)) "
        "<= HockeyStick(e, P, Q) + HockeyStick(f, R, S)",
    ),
    # what a concentration is, and the limit at order 1
    "line-order": (
        "",
        "Concentration(x, P, Q) <= r and 1 < a and a < oo => Renyi(a, P, Q) <= x + r*a",
    ),
    "line-mean": ("", "Concentration(x, P, Q) <= r => KL(P, Q) <= x + r"),
    "hoelder": (
        HOELDER,
        "1 < k and 1 < a => Renyi(a, P, Q) "
        "<= k*a/(k*a - 1)*Renyi((k*a - 1)/(k - 1), P, R) + Renyi(k*a, R, Q)",
    ),
}
