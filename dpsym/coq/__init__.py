"""Coq files for real leaves: statements and proofs that ``coqc`` and coq-interval accept."""
