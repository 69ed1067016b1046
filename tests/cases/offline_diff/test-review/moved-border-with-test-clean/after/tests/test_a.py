from a import f


def test_f():
    assert f(3) == 4
    assert f(10) == 11
