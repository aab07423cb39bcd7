"""The rule book, one chapter a file. A chapter has a guard, `refusal`, and moves that work on the step's own copy.

Moves return the points they give; chapters never import each other, `apply` puts them together.
"""
