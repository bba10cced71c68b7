"""The library of theorems: one folder for each source, one function for each claim."""
