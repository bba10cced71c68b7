"""Ways to decide claims: closers, reductions, and the search for counterexamples."""
