"""From verdicts to certificates: the provers' steps elaborated into the rules of the kernel."""
