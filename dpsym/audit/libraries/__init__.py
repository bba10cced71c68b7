"""The public functions of seven libraries, a module each, one function a line.

Parameters range over what the documentation of a function permits; what it says of neighbours
decides the sensitivity in the claim.
"""
