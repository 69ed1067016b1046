import math
import sys


def check(kind, text, flag, other, value):
    if kind is "admin":  # expect: F632
        return 1
    if (kind, text):  # expect: F634
        return 2
    if value == None:  # expect: E711
        return 3
    if flag == True:  # expect: E712
        return 4
    if value == value:  # expect: PLR0124
        return 5
    if flag and not flag:  # expect: SIM220
        return 6
    if kind == "a" or "b":  # expect: SIM222
        return 7
    if other and False:  # expect: SIM223
        return 8
    if value == math.nan:  # expect: PLW0177
        return 9
    kind == "user"  # expect: B015
    return text if flag else text  # expect: RUF034


def search(items, wanted):
    for item in items:
        if item == wanted:
            print(item)
    else:  # expect: PLW0120
        print("not found")
    text = items.pop
    text.upper  # expect: B018
    assert (text, "no text")  # expect: F631


OLD = sys.version[:3] < "3.8"  # expect: YTT101


def test_kinds_are_equal(kind, other):
    with kind:
        kind == other  # expect: B015
