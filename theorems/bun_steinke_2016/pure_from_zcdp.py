"""Section 7: a pure private mechanism from a concentrated one, by its explicit finite forms."""

from __future__ import annotations

from dpsym import theorem


@theorem(source="BunSteinke2016, Theorem 7.1, proof")
def thm_7_1() -> str:
    """With n records of the theorem the errors of its proof add up to 10*alpha at most.

    R stands for rho*n**2 + xi*n*(1 + log(n)): the packing of radius 4*alpha has log-size at most
    2*(R + log(2)), see bs16.lem_7_4_size, and every error is 8*alpha plus the selection's.
    """
    return (
        "n >= 4/(epsilon*a)*(R + 1) => 8*a + 8/(epsilon*n)*(R + log(2)) <= 10*a"
        " for a in (0, oo), epsilon in (0, oo), R in [0, oo), n in 1..oo"
    )


@theorem(source="BunSteinke2016, Theorem 7.1, proof")
def thm_7_1_tail() -> str:
    """With probability 1 - beta the error is at most 10*alpha + 4/(epsilon*n)*log(1/beta)."""
    return (
        "n >= 4/(epsilon*a)*(R + 1) =>"
        " 8*a + 4/(epsilon*n)*(2*(R + log(2)) + log(1/b)) <= 10*a + 4/(epsilon*n)*log(1/b)"
        " for a in (0, oo), epsilon in (0, oo), R in [0, oo), n in 1..oo, b in (0, 1]"
    )


@theorem(source="BunSteinke2016, Theorem 7.1 with fewer records", expect="refuted")
def thm_7_1_fewer() -> str:
    """Three quarters of the records of Theorem 7.1 are enough for its proof.

    The theorem is bs16.thm_7_1.
    """
    return (
        "n >= 3/(epsilon*a)*(R + 1) => 8*a + 8/(epsilon*n)*(R + log(2)) <= 10*a"
        " for a in (0, oo), epsilon in (0, oo), R in [0, oo), n in 1..oo"
    )


@theorem(source="BunSteinke2016, Theorem 1.11, proof for n*alpha >= 9/8")
def thm_1_11_large() -> str:
    """For x = n*alpha at least 9/8 a packing of radius 357/100*alpha has error factor below 10.

    Theorem 1.11 states the existence of a mechanism; its error factor, from Theorem 7.1's parts
    with queries in [-1, 1], is a function of x.
    """
    return (
        "357/100 + 2 + sqrt(2) + 4/5*(x**2 + log(2))/(x**2*(1 - 200/357)) <= 10 for x in [9/8, oo)"
    )


@theorem(source="BunSteinke2016, Theorem 1.11, proof for n*alpha <= 9/8")
def thm_1_11_small() -> str:
    """For x = n*alpha at most 9/8 the constant mechanism has error factor below 10."""
    return "2/(1 - x/sqrt(2)) <= 10 for x in [0, 9/8]"


@theorem(source="BunSteinke2016, Theorem 1.11 by the packing alone", expect="refuted")
def thm_1_11_packing() -> str:
    """The packing of radius 357/100*alpha alone has error factor below 10 for every n and alpha.

    It needs n*alpha large, see bs16.thm_1_11_large and, for the rest, bs16.thm_1_11_small.
    """
    return "357/100 + 2 + sqrt(2) + 4/5*(x**2 + log(2))/(x**2*(1 - 200/357)) <= 10 for x in (0, oo)"


@theorem(source="BunSteinke2016, remark after Theorem 7.1, Gaussian noise")
def rem_7_1() -> str:
    """Noise of variance 2*k/(n**2*rho) on k means of n numbers in [-1, 1] is rho-zCDP."""
    return (
        "ZCDP(Compose(GaussianMechanism(2/n, sqrt(2*k/(n**2*rho))), k), rho)"
        " for k in 1..oo, n in 1..oo, rho in (0, oo)"
    )


@theorem(source="BunSteinke2016, remark after Theorem 7.1, xi = 0")
def rem_7_1_size() -> str:
    """For xi = 0 and n**2*rho >= 1 the theorem holds from N = 8*n**2*rho/(epsilon*alpha) on."""
    return (
        "n**2*rho >= 1 and N >= 8*n**2*rho/(epsilon*a) => N >= 4/(epsilon*a)*(rho*n**2 + 1)"
        " for n in 1..oo, N in 1..oo, rho in (0, oo), epsilon in (0, oo), a in (0, oo)"
    )


@theorem(source="BunSteinke2016, remark after Theorem 7.1, display (9)")
def rem_7_1_net() -> str:
    """The bound of Lemma 7.5 is at most 4*alpha for xi and rho up to alpha**2."""
    return (
        "xi <= a**2 and rho <= a**2 => 2*a + sqrt(2*(xi + rho)) <= 4*a"
        " for xi in [0, oo), rho in [0, oo), a in (0, oo)"
    )


def _enough(records: str) -> str:
    return (
        f"log(2*k) < {records} => 2*k*exp(-8*n*a**2) < 1 for k in 1..oo, n in 1..oo, a in (0, oo)"
    )


@theorem(source="BunSteinke2016, remark after Theorem 7.1, display (9) for k queries")
def rem_7_1_queries() -> str:
    """For n above log(2*k)/(8*alpha**2) display (9) holds of k queries, whatever rho is.

    Of n rows drawn from a database the mean of a query is off by more than 4*alpha with probability
    2*exp(-8*n*alpha**2) at most (Hoeffding's inequality, numbers in [-1, 1]), so that of all k by
    less than one: some n rows are off by no more.
    """
    return _enough("8*n*a**2")


@theorem(
    source="BunSteinke2016, remark after Theorem 7.1, display (9) for k queries, 2 % fewer records",
    expect="refuted",
)
def rem_7_1_queries_less() -> str:
    """For k queries 2 % fewer records leave the probability below one.

    It takes those of bs16.rem_7_1_queries.
    """
    return _enough("51/50*8*n*a**2")


@theorem(source="BunSteinke2016, remark after Theorem 7.1, Gaussian noise, its error")
def rem_7_1_error() -> str:
    """The mean error a of the noise of bs16.rem_7_1 has n**2*rho = 4*k/(pi*a**2).

    Normal noise of deviation s is off by s*sqrt(2/pi) in the mean.
    """
    return (
        "a == sqrt(2*k/(n**2*rho))*sqrt(2/pi) => rho*n**2 == 4*k/(pi*a**2)"
        " for k in 1..oo, n in 1..oo, rho in (0, oo), a in (0, oo)"
    )


@theorem(source="BunSteinke2016, remark after Theorem 7.1, Gaussian noise, its size")
def rem_7_1_gaussian() -> str:
    """For the noise of bs16.rem_7_1 the theorem holds from N = 32*k/(pi*alpha**3*epsilon) on.

    With n**2*rho from bs16.rem_7_1_error, at least 1.
    """
    return (
        "4*k/(pi*a**2) >= 1 and N >= 32*k/(pi*a**3*epsilon)"
        " => N >= 4/(epsilon*a)*(4*k/(pi*a**2) + 1)"
        " for k in 1..oo, N in 1..oo, epsilon in (0, oo), a in (0, oo)"
    )


@theorem(source="BunSteinke2016, remark after Theorem 7.1, Laplace noise")
def rem_7_1_laplace() -> str:
    """Laplace noise of scale 2*k/(n*epsilon) on k means in [-1, 1] is epsilon-DP.

    Its mean error is its scale, so that n = 2*k/(alpha*epsilon) is enough: less by the order of
    alpha**2 than bs16.rem_7_1_gaussian.
    """
    return (
        "PureDP(Compose(LaplaceMechanism(2/n, 2*k/(n*epsilon)), k), epsilon)"
        " for k in 1..oo, n in 1..oo, epsilon in (0, oo)"
    )


@theorem(source="BunSteinke2016, Lemma 7.2, for three points")
def lem_7_2() -> str:
    """Of three points one chooses, one by one, those that are farther than D from all before.

    The second and third are a and b from the first, and c from each other. Whatever is chosen has
    its points D apart and the others within D: each case is a minimum of such differences.
    The construction itself is run in the tests.
    """
    return (
        "Max(Min(D - a, D - b), Min(D - a, b - D), Min(a - D, Max(D - b, D - c)),"
        " Min(a - D, b - D, c - D)) >= 0"
        " for a in [0, oo), b in [0, oo), c in [0, oo), D in (0, oo)"
    )


@theorem(source="BunSteinke2016, Lemma 7.3, on three outcomes")
def lem_7_3_private() -> str:
    """The exponential mechanism is epsilon-DP for losses that differ by at most Delta.

    For the losses (0, 1, 2) and (1, 1, 1) with Delta = 1; every instance is finite.
    """
    return "PureDP(ExponentialMechanism(epsilon, 1, (0, 1, 2), (1, 1, 1)), epsilon)"


@theorem(source="BunSteinke2016, Lemma 7.3, one likelihood ratio")
def lem_7_3_ratio() -> str:
    """With two outcomes no likelihood ratio exceeds exp(epsilon).

    The losses differ by a; Delta is 1 and the neighbour changes their difference by at most 2.
    """
    return (
        "Abs(x) <= 2 => (1 + exp(-a))/(1 + exp(-a - epsilon*x/2)) <= exp(epsilon)"
        " for a in (-oo, oo), epsilon in [0, oo), x in (-oo, oo)"
    )


@theorem(source="BunSteinke2016, Lemma 7.3, on two outcomes")
def lem_7_3_mean() -> str:
    """The mean loss is above the least one by log(2) units of 2*Delta/epsilon at most.

    One outcome has the least loss and the other x units more.
    """
    return "x*exp(-x)/(1 + exp(-x)) <= log(2) for x in [0, oo)"


@theorem(source="BunSteinke2016, Lemma 7.3")
def lem_7_3_tail() -> str:
    """Outcomes worse by log(T/b) units have mass b at most, where there are T outcomes."""
    return "(T - 1)*exp(-log(T/b)) <= b for T in 1..oo, b in (0, 1]"


@theorem(source="BunSteinke2016, Lemma 7.4, Fano's inequality")
def lem_7_4() -> str:
    """The entropy bound log(T) - h(b) - b*log(T - 1) is at least (1 - b)*log(T) - log(2).

    The left side bounds the information that identifies one of T points up to the probability b,
    which bs16.prop_6_1 bounds from above.
    """
    return (
        "log(T) + b*log(b) + (1 - b)*log(1 - b) - b*log(T - 1) >= (1 - b)*log(T) - log(2)"
        " for T in 2..oo, b in (0, 1)"
    )


@theorem(source="BunSteinke2016, Lemma 7.4, for xi = 0")
def lem_7_4_records() -> str:
    """To tell T points apart up to the probability b takes sqrt(((1 - b)*log(T) - log(2))/rho)."""
    return (
        "(1 - b)*log(T) - log(2) <= rho*n**2 and (1 - b)*log(T) >= log(2)"
        " => n >= sqrt(((1 - b)*log(T) - log(2))/rho)"
        " for T in 2..oo, b in (0, 1), rho in (0, oo), n in 1..oo"
    )


@theorem(source="BunSteinke2016, Lemma 7.4")
def lem_7_4_recovery() -> str:
    """A mechanism that tells T points apart up to the probability b says (1 - b)*log(T) - log(2).

    And at most what its (xi, rho)-zCDP allows on n records. A rule that names the point of a
    packing nearest to the answer is right where the answer is within half of its distance,
    bs16.lem_7_4_nearest; that it is so up to the probability b is said of one in the mean.
    """
    return (
        "ZCDP(M, xi, rho) and Recovery(M, n, T) >= 1 - b"
        " => (1 - b)*log(T) - log(2) <= xi*n*(1 + log(n)) + rho*n**2 for b in [0, 1], T in 1..oo"
    )


@theorem(source="BunSteinke2016, Lemma 7.4, for xi = 0")
def lem_7_4_recovery_records() -> str:
    """To tell T points apart up to the probability b takes sqrt(((1 - b)*log(T) - log(2))/rho)."""
    return (
        "ZCDP(M, rho) and Recovery(M, n, T) >= 1 - b and (1 - b)*log(T) >= log(2)"
        " => n >= sqrt(((1 - b)*log(T) - log(2))/rho) for b in [0, 1], T in 1..oo, rho in (0, oo)"
    )


@theorem(source="BunSteinke2016, Lemma 7.4, proof, the nearest point of a packing")
def lem_7_4_nearest() -> str:
    """Where an answer is within alpha/2 of its point, all points farther than alpha are farther.

    The answer is x from its point, y from another, and these two z from each other.
    """
    return (
        "x <= alpha/2 and z > alpha and z <= x + y => x < y"
        " for x in [0, oo), y in [0, oo), z in [0, oo), alpha in [0, oo)"
    )


@theorem(source="BunSteinke2016, Lemma 7.4, as Theorem 7.1 uses it")
def lem_7_4_size() -> str:
    """With error probability 1/2 a packing has log-size at most 2*(R + log(2))."""
    return "(1 - 1/2)*L - log(2) <= R => L <= 2*(R + log(2)) for L in [0, oo), R in [0, oo)"


@theorem(source="BunSteinke2016, Lemma 7.5, for randomised response on one record")
def lem_7_5() -> str:
    """A record is near the mean of its law, up to twice the error and sqrt(2*rho).

    The record is 1 or -1 with mean 2*p - 1, randomised response errs by 2/(1 + exp(epsilon)) and
    is zCDP with rho = epsilon**2/2.
    """
    return "4*p*(1 - p) <= 4/(1 + exp(epsilon)) + epsilon for p in [0, 1], epsilon in [0, oo)"


@theorem(source="BunSteinke2016, Lemma 7.3, for any losses of three outcomes")
def lem_7_3_three() -> str:
    """The exponential mechanism is epsilon-DP for any losses that move by at most Delta.

    On three outcomes with losses a, b, c and Delta = 1, by which all losses can be divided.
    """
    return (
        "Abs(x) <= 1 and Abs(y) <= 1 and Abs(z) <= 1 =>"
        " PureDP(ExponentialMechanism(epsilon, 1, (a, b, c), (a + x, b + y, c + z)), epsilon)"
        " for a in (-oo, oo), b in (-oo, oo), c in (-oo, oo),"
        " x in (-oo, oo), y in (-oo, oo), z in (-oo, oo)"
    )


@theorem(source="BunSteinke2016, Lemma 7.3, any number of outcomes, one of them")
def lem_7_3_terms() -> str:
    """The weight of each outcome changes by a factor of exp(epsilon/2) at most.

    Its loss is a and that of the neighbour a + x, in units of Delta.
    """
    return (
        "Abs(x) <= 1 => exp(-epsilon*(a + x)/2) <= exp(epsilon/2)*exp(-epsilon*a/2)"
        " for a in (-oo, oo), x in (-oo, oo), epsilon in [0, oo)"
    )


@theorem(source="BunSteinke2016, Lemma 7.3, any number of outcomes, their sum")
def lem_7_3_quotient() -> str:
    """If weights and their sum change by exp(epsilon/2) at most, probabilities do by exp(epsilon).

    With bs16.lem_7_3_terms, summed over the outcomes, the mechanism is epsilon-DP for any number
    of them; u and v are the weights of one, Z and W the sums over all.
    """
    return (
        "u <= exp(epsilon/2)*v and Z <= exp(epsilon/2)*W => u/W <= exp(epsilon)*v/Z"
        " for u in [0, oo), v in [0, oo), Z in (0, oo), W in (0, oo), epsilon in [0, oo)"
    )


@theorem(source="BunSteinke2016, Lemma 7.3, the mean for any number of outcomes, one of them")
def lem_7_3_entropy() -> str:
    """The entropy of T outcomes is at most log(T), by what one of probability p adds.

    Summed over the T outcomes the right side is 0.
    """
    return "p*log(1/(p*T)) <= 1/T - p for p in (0, 1], T in 1..oo"


@theorem(source="BunSteinke2016, Lemma 7.3, the mean for any number of outcomes, its loss")
def lem_7_3_loss() -> str:
    """An outcome x units worse than the best has a probability p of exp(-x) at most.

    So its loss is at most log(1/p), and the mean loss at most the entropy, bs16.lem_7_3_entropy.
    """
    return "p <= exp(-x) => x <= -log(p) for p in (0, 1], x in [0, oo)"
