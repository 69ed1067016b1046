from a import f


def test_f():
    assert f(3) == 5
