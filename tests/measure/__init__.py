"""Claims with truths that other code computes, and what the referee says of them; see README.md."""
