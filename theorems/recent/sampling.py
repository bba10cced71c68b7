"""Amplification by sampling."""

from __future__ import annotations

from dpsym import theorem


@theorem(source="BalleBartheGaboardi2018, Theorem 2")
def advanced_joint_convexity() -> str:
    """The hockey stick of two mixtures with a common part is that of the other parts at a larger
    level.
    """
    return (
        "HockeyStick(log(1 + q*(exp(eps) - 1)), Mixture(q, P, R), Mixture(q, Q, R)) == "
        "q*HockeyStick(eps, P, Mixture((1 + q*(exp(eps) - 1))/exp(eps), Q, R)) for q in (0, "
        "1), eps in [0, oo)"
    )


@theorem(source="BalleBartheGaboardi2018, Theorem 2 for binary laws")
def advanced_joint_convexity_binary() -> str:
    """Sampling at rate q multiplies the hockey stick by q at the amplified level."""
    return (
        "HockeyStick(log(1 + q*(exp(eps) - 1)), Mixture(q, Bernoulli(x), Bernoulli(y)), "
        "Bernoulli(y)) <= q*HockeyStick(eps, Bernoulli(x), Bernoulli(y)) for q in (0, 1], "
        "eps in [0, oo), x in [0, 1], y in [0, 1]"
    )


@theorem(source="BalleBartheGaboardi2018, Poisson sampling")
def poisson_sampling() -> str:
    """Poisson sampling at rate q amplifies epsilon and multiplies delta by q."""
    return (
        "ApproxDP(M, eps, delta) => ApproxDP(Subsample(M, q), log(1 + q*(exp(eps) - 1)), q*delta)"
    )


@theorem(source="AbadiEtAl2016, Lemma 3 at lambda one", expect="open")
def sampled_chi_squared() -> str:
    """Sampling multiplies the chi-squared divergence by the square of the rate."""
    return "ChiSquared(Mixture(q, P, Q), Q) <= q**2*ChiSquared(P, Q)"


_SIXTEEN_ONES = (
    "Finite(1/(1 + t)**16, 16*t/(1 + t)**16, 120*t**2/(1 + t)**16, 560*t**3/(1 + t)**16, "
    "1820*t**4/(1 + t)**16, 4368*t**5/(1 + t)**16, 8008*t**6/(1 + t)**16, "
    "11440*t**7/(1 + t)**16, 12870*t**8/(1 + t)**16, 11440*t**9/(1 + t)**16, "
    "8008*t**10/(1 + t)**16, 4368*t**11/(1 + t)**16, 1820*t**12/(1 + t)**16, "
    "560*t**13/(1 + t)**16, 120*t**14/(1 + t)**16, 16*t**15/(1 + t)**16, t**16/(1 + t)**16)"
)
_SIXTEEN_AND_A_ZERO = (
    "Finite(t/(1 + t)**16, (1 + 15*t**2)/(1 + t)**16, (15*t + 105*t**3)/(1 + t)**16, "
    "(105*t**2 + 455*t**4)/(1 + t)**16, (455*t**3 + 1365*t**5)/(1 + t)**16, "
    "(1365*t**4 + 3003*t**6)/(1 + t)**16, (3003*t**5 + 5005*t**7)/(1 + t)**16, "
    "(5005*t**6 + 6435*t**8)/(1 + t)**16, (6435*t**7 + 6435*t**9)/(1 + t)**16, "
    "(6435*t**8 + 5005*t**10)/(1 + t)**16, (5005*t**9 + 3003*t**11)/(1 + t)**16, "
    "(3003*t**10 + 1365*t**12)/(1 + t)**16, (1365*t**11 + 455*t**13)/(1 + t)**16, "
    "(455*t**12 + 105*t**14)/(1 + t)**16, (105*t**13 + 15*t**15)/(1 + t)**16, "
    "(15*t**14 + t**16)/(1 + t)**16, t**15/(1 + t)**16)"
)
_ALL_ONES = (
    "Finite(1/3**45, 90/3**45, 3960/3**45, 113520/3**45, 2383920/3**45, 39096288/3**45, "
    "521283840/3**45, 5808591360/3**45, 55181617920/3**45, 453715525120/3**45, "
    "3266751780864/3**45, 20788420423680/3**45, 117801049067520/3**45, 598066864496640/3**45, "
    "2734019951984640/3**45, 11300615801536512/3**45, 42377309255761920/3**45, "
    "144581408049070080/3**45, 449808825041551360/3**45, 1278404029065461760/3**45, "
    "3323850475570200576/3**45, 7913929703738572800/3**45, 17266755717247795200/3**45, "
    "34533511434495590400/3**45, 63311437629908582400/3**45, 106363215218246418432/3**45, "
    "163635715720379105280/3**45, 230302118421274296320/3**45, 296102723684495523840/3**45, "
    "347154917423201648640/3**45, 370298578584748425216/3**45, 358353463146530734080/3**45, "
    "313559280253214392320/3**45, 247046705654047703040/3**45, 174385909873445437440/3**45, "
    "109614000491879989248/3**45, 60896666939933327360/3**45, 29625405538345943040/3**45, "
    "12473854963514081280/3**45, 4477794089466593280/3**45, 1343338226839977984/3**45, "
    "327643469960970240/3**45, 62408279992565760/3**45, 8708132091985920/3**45, "
    "791648371998720/3**45, 35184372088832/3**45)"
)
_ONE_ZERO = (
    "Finite(2/3**45, 177/3**45, 7656/3**45, 215688/3**45, 4449984/3**45, 71676528/3**45, "
    "938310912/3**45, 10261844736/3**45, 95648137728/3**45, 771316392704/3**45, "
    "5444586301440/3**45, 33954420025344/3**45, 188481678508032/3**45, 936971421044736/3**45, "
    "4192163926376448/3**45, 16950923702304768/3**45, 62153386908450816/3**45, "
    "207233351537000448/3**45, 629732355058171904/3**45, 1747152173056131072/3**45, "
    "4431800634093600768/3**45, 10288108614860144640/3**45, 21871223908513873920/3**45, "
    "42591330769211228160/3**45, 75973725155890298880/3**45, 124090417754620821504/3**45, "
    "185453811149762985984/3**45, 253332330263401725952/3**45, 315842905263461892096/3**45, "
    "358726748003975036928/3**45, 370298578584748425216/3**45, 346408347708313042944/3**45, "
    "292655328236333432832/3**45, 222342035088642932736/3**45, 151134455223652712448/3**45, "
    "91345000409899991040/3**45, 48717333551946661888/3**45, 22712810912731889664/3**45, "
    "9147493639910326272/3**45, 3134455862626615296/3**45, 895558817893318656/3**45, "
    "207507530975281152/3**45, 37444967995539456/3**45, 4934608185458688/3**45, "
    "422212465065984/3**45, 17592186044416/3**45)"
)


@theorem(source="FeldmanMcMillanTalwar2021, Theorem 3.1 for sixteen responses")
def shuffling_sixteen() -> str:
    """Of sixteen shuffled randomised responses, the number of ones hides with delta 9/10 whether
    all users hold a one or all but one.

    For every eps0 up to log(5/4) of the log(1.2523) for which the theorem has its bound; t is
    exp(eps0). In the direction from all ones.
    """
    return (
        f"HockeyStick(log(1 + (t - 1)/(t + 1)*(8*sqrt(t*log(40/9)/16) + 8*t/16)), {_SIXTEEN_ONES}, "
        f"{_SIXTEEN_AND_A_ZERO}) <= 9/10 for t in (1, 5/4]"
    )


@theorem(source="FeldmanMcMillanTalwar2021, Theorem 3.1 for forty-five responses")
def shuffling_forty_five() -> str:
    """Of forty-five shuffled randomised responses with likelihood ratio two, the number of ones
    hides whether all users hold a one or all but one.

    For every delta for which the theorem has its bound. In the direction from all ones.
    """
    return (
        "32*log(2/delta) <= 45 => HockeyStick(log(1 + (8*sqrt(2*log(4/delta)/45) + 16/45)/3), "
        f"{_ALL_ONES}, {_ONE_ZERO}) <= delta for delta in (0, 1]"
    )
