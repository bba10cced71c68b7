"""One pair of laws under bounds on moments of their likelihood ratio: a linear program."""
