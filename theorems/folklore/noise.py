"""Noise mechanisms: scales, radii and sums."""

from __future__ import annotations

from dpsym import theorem


@theorem(source="DworkRoth2014, Theorem A.1 without its hypothesis", expect="refuted")
def classical_gaussian_everywhere() -> str:
    """Noise sqrt(2*log(1.25/delta))/epsilon is (epsilon, delta)-private for every epsilon.

    The theorem asks for epsilon below one, folklore.classical_gaussian.
    """
    return (
        "ApproxDP(GaussianMechanism(1, sqrt(2*log(5/(4*delta)))/eps), eps, delta) for eps "
        "in (0, oo), delta in (0, 1)"
    )


@theorem(source="DworkRoth2014, Theorem A.1 for one delta")
def classical_gaussian() -> str:
    """Noise sqrt(2*log(1.25/delta))/epsilon is (epsilon, delta)-private for epsilon up to one.

    For delta = 1/100000.
    """
    return (
        "ApproxDP(GaussianMechanism(1, sqrt(2*log(125000))/eps), eps, 1/100000) for eps in (0, 1]"
    )


@theorem(source="DworkRoth2014, Theorem A.1")
def classical_gaussian_lemma() -> str:
    """Noise Delta*sqrt(2*log(1.25/delta))/epsilon is (epsilon, delta)-private below epsilon one.

    At every sensitivity Delta; with equality in the bound on sigma.
    """
    return (
        "ApproxDP(GaussianMechanism(Delta, Delta*sqrt(2*log(5/(4*delta)))/eps), eps, delta) for "
        "Delta in (0, oo), eps in (0, 1), delta in (0, 1)"
    )


@theorem(source="DworkRoth2014, Theorem A.1 with a smaller constant", expect="refuted")
def classical_gaussian_constant() -> str:
    """Noise sqrt(2*log(0.98/delta))/epsilon is (epsilon, delta)-private below epsilon one.

    With 1.25 in the place of 0.98 it is, folklore.classical_gaussian_lemma.
    """
    return (
        "ApproxDP(GaussianMechanism(1, sqrt(2*log(49/(50*delta)))/eps), eps, delta) for eps in "
        "(0, 1), delta in (0, 49/50)"
    )


@theorem(source="folklore, as believed", expect="refuted")
def laplace_euclidean() -> str:
    """Laplace noise scaled to the Euclidean sensitivity is epsilon-private.

    In the plane, for a shift on the unit circle; it is the sum of the coordinates that counts,
    folklore.laplace_taxicab.
    """
    return (
        "MaxDivergence(Product(Laplace(0, 1/eps), Laplace(0, 1/eps)), Product(Laplace(x, "
        "1/eps), Laplace(sqrt(1 - x**2), 1/eps))) <= eps for x in [0, 1], eps in (0, oo)"
    )


@theorem(source="DworkMcSherryNissimSmith2006, the Laplace mechanism")
def laplace_taxicab() -> str:
    """Laplace noise scaled to the L1 sensitivity is epsilon-private.

    In the plane.
    """
    return (
        "MaxDivergence(Product(Laplace(0, 1/eps), Laplace(0, 1/eps)), Product(Laplace(x, "
        "1/eps), Laplace(1 - x, 1/eps))) <= eps for x in [0, 1], eps in (0, oo)"
    )


@theorem(source="HolohanEtAl2020, who correct it", expect="refuted")
def laplace_resampled() -> str:
    """Laplace noise conditioned on the domain keeps epsilon.

    The domain is [0, 2], the query moves from 0 to 1, the event is [0, h]. The normalisation moves
    as well and costs another epsilon, folklore.laplace_resampled_doubles.
    """
    return (
        "PureDP(FiniteMechanism(Bernoulli((1 - exp(-eps*h))/(1 - exp(-2*eps))), "
        "Bernoulli((exp(-eps*(1 - h)) - exp(-eps))/(2*(1 - exp(-eps))))), eps) for h in (0, "
        "1), eps in (0, oo)"
    )


@theorem(source="HolohanEtAl2020, the cost of naive truncation")
def laplace_resampled_doubles() -> str:
    """Laplace noise conditioned on the domain costs at most twice epsilon.

    The same domain, query and event.
    """
    return (
        "PureDP(FiniteMechanism(Bernoulli((1 - exp(-eps*h))/(1 - exp(-2*eps))), "
        "Bernoulli((exp(-eps*(1 - h)) - exp(-eps))/(2*(1 - exp(-eps))))), 2*eps) for h in "
        "(0, 1), eps in (0, oo)"
    )


@theorem(source="NissimRaskhodnikovaSmith2007, who disprove it", expect="refuted")
def local_sensitivity_noise() -> str:
    """Laplace noise scaled to the local sensitivity is epsilon-private.

    Neighbours have the same answer and local sensitivities s and 1; the event is to miss it by more
    than h. The global sensitivity is safe, folklore.global_sensitivity_noise.
    """
    return (
        "PureDP(FiniteMechanism(Bernoulli(exp(-eps*h/s)), Bernoulli(exp(-eps*h))), eps) for "
        "eps in (0, oo), h in (0, oo), s in (0, 1]"
    )


@theorem(source="DworkMcSherryNissimSmith2006, the Laplace mechanism")
def global_sensitivity_noise() -> str:
    """Laplace noise scaled to the global sensitivity is epsilon-private."""
    return "PureDP(LaplaceMechanism(L, L/eps), eps) for eps in (0, oo), L in (0, oo)"


@theorem(source="folklore, libraries that treat n as public", expect="refuted")
def mean_noise_add_remove() -> str:
    """A mean with Laplace noise 1/(n*epsilon) is epsilon-private under add and remove.

    The databases (0) and (0, 1), the event that the answer is at least h. With one scale for both
    it is, folklore.mean_noise_fixed.
    """
    return (
        "PureDP(FiniteMechanism(Bernoulli(exp(-eps*h)/2), Bernoulli(exp(-2*eps*(h - "
        "1/2))/2)), eps) for eps in (0, oo), h in [1/2, oo)"
    )


@theorem(source="DworkMcSherryNissimSmith2006, the Laplace mechanism")
def mean_noise_fixed() -> str:
    """A mean with noise of a scale that does not depend on the data is epsilon-private.

    The same databases and event.
    """
    return (
        "PureDP(FiniteMechanism(Bernoulli(exp(-eps*h)/2), Bernoulli(exp(-eps*(h - "
        "1/2))/2)), eps) for eps in (0, oo), h in [1/2, oo)"
    )


@theorem(source="folklore, as believed", expect="refuted")
def thresholded_histogram_pure() -> str:
    """Releasing keys whose noisy count exceeds a threshold is epsilon-private.

    The key of one record is in one database only. The privacy is approximate,
    folklore.thresholded_histogram_approximate.
    """
    return (
        "PureDP(FiniteMechanism(Bernoulli(exp(-eps*(tau - 1))/2), Bernoulli(0)), eps) for "
        "eps in (0, oo), tau in [1, oo)"
    )


@theorem(source="KorolovaKenthapadiMishraNtoulas2009, the thresholded release")
def thresholded_histogram_approximate() -> str:
    """Releasing a key whose noisy count exceeds a threshold costs delta = exp(-epsilon*(tau -
    1))/2.
    """
    return (
        "ApproxDP(FiniteMechanism(Bernoulli(exp(-eps*(tau - 1))/2), Bernoulli(0)), eps, "
        "exp(-eps*(tau - 1))/2) for eps in (0, oo), tau in [1, oo)"
    )


@theorem(source="ChaudhuriMonteleoniSarwate2011, with another radius", expect="refuted")
def exponential_radius() -> str:
    """Noise in the plane of uniform direction and exponential radius is epsilon-private.

    Its density is proportional to exp(-epsilon*r)/r; compared at r and at 1 + r. With the Gamma
    radius it is, folklore.gamma_radius.
    """
    return "exp(-eps*r)/r <= exp(eps)*(exp(-eps*(1 + r))/(1 + r)) for r in (0, oo), eps in (0, oo)"


@theorem(source="ChaudhuriMonteleoniSarwate2011, output perturbation")
def gamma_radius() -> str:
    """Noise in the plane with density proportional to exp(-epsilon*r) is epsilon-private.

    Compared at r and at 1 + r.
    """
    return "exp(-eps*r) <= exp(eps)*exp(-eps*(1 + r)) for r in (0, oo), eps in (0, oo)"


@theorem(source="DingEtAl2018, the wrong histograms", expect="refuted")
def laplace_scale_inverted() -> str:
    """Laplace noise of scale epsilon is epsilon-private.

    The scale is 1/epsilon, folklore.laplace_scale.
    """
    return "PureDP(LaplaceMechanism(1, eps), eps) for eps in (0, oo)"


@theorem(source="DworkMcSherryNissimSmith2006, the Laplace mechanism")
def laplace_scale() -> str:
    """Laplace noise of scale 1/epsilon is epsilon-private."""
    return "PureDP(LaplaceMechanism(1, 1/eps), eps) for eps in (0, oo)"


@theorem(source="KairouzLiuSteinke2021, who disprove it", expect="refuted")
def discrete_gaussians_add() -> str:
    """The sum of two discrete Gaussians is a discrete Gaussian of twice the variance.

    The probability of zero, x = exp(-1/(4*sigma**2)): theta(x)*theta(x**4) = theta(x**2)**2 for
    theta(x) the sum of x**(n*n) over the integers; the left side is cut short and the right one
    bounded. True is one direction, folklore.discrete_gaussians_add_peaked.
    """
    return "(1 + 2*x**4)*(1 + 2*x + 2*x**4) <= (1 + 2*x**2 + 2*x**8/(1 - x**10))**2 for x in (0, 1)"


@theorem(source="KairouzLiuSteinke2021, a consequence")
def discrete_gaussians_add_peaked() -> str:
    """The sum of two discrete Gaussians is zero at least as often as the discrete Gaussian of
    twice the variance.

    For x up to a half, where the bounds used are sharp enough.
    """
    return (
        "(1 + 2*x**2 + 2*x**8/(1 - x**10))**2 <= (1 + 2*x + 2*x**4)*(1 + 2*x**4) for x in (0, 1/2]"
    )


@theorem(source="folklore, reported as a bug of an accountant", expect="refuted")
def noise_never_costs_zero() -> str:
    """A subsampled Gaussian mechanism is not (0, delta)-private.

    It is for every delta above its total variation, which is at most q,
    folklore.subsampling_total_variation.
    """
    return (
        "TotalVariation(Mixture(q, Gaussian(1, s), Gaussian(0, s)), Gaussian(0, s)) > delta "
        "for q in (0, 1), s in (0, oo), delta in (0, 1)"
    )


@theorem(source="BalleBartheGaboardi2018, Theorem 2 at epsilon zero")
def subsampling_total_variation() -> str:
    """Subsampling multiplies the total variation by the rate."""
    return "HockeyStick(0, Mixture(q, P, Q), Q) <= q*HockeyStick(0, P, Q)"
