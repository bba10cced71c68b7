"""The blog post Composition of privacy mechanisms."""

KEY = "blog"
