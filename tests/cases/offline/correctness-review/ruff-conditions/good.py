import math
import sys

import pytest


def check(kind, text, flag, other, value):
    if kind == "admin":
        return 1
    if kind or text:
        return 2
    if value is None:
        return 3
    if flag:
        return 4
    if value == other:
        return 5
    if kind in ("a", "b"):
        return 7
    if math.isnan(value):
        return 9
    return text if flag else other


def search(items, wanted):
    for item in items:
        if item == wanted:
            break
    else:
        print("not found")
    text = items.pop()
    assert text, "no text"
    return text.upper()


OLD = sys.version_info < (3, 8)


def test_kinds_cannot_be_ordered(kind, other):
    with pytest.raises(
        TypeError,
    ):
        kind < other
    with pytest.raises(TypeError):
        kind > other
