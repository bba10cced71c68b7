"""The kernel: re-checks certificates with an arithmetic and rules of its own.

It imports nothing of the provers, of the enclosures, of the strategies or of flint.
"""
