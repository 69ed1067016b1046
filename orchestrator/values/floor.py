"""How many reviewers must have looked, a number that the gate asks for and the closing pass provides."""

FLOOR = 2
"""Distinct registered lenses that must have finished for one subject."""
