"""The nouns of a review, frozen and deeply immutable.

In: nothing. Out: every other package speaks in these values; none of them does any I/O.
"""
