"""The language of claims: heads, domains, claims, text and LaTeX."""
