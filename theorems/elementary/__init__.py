"""Bounds of one function by a simpler one, which the scalar prover uses as lemmas."""

KEY = "elementary"
