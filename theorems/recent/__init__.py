"""Recent results on conversions, tight parameters, composition and sampling."""

KEY = "recent"
