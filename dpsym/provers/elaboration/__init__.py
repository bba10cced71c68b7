"""From the evidence of the scalar prover to proofs in the rules of the kernel."""
