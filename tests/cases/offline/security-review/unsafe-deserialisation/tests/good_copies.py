import pickle

from shop import Order


def test_an_order_survives_its_copy() -> None:
    order = Order(3)
    data = pickle.dumps([order])
    assert pickle.loads(data[:])[0] == order
