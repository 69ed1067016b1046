from unittest import mock


def test_saves_the_order(shop):
    store = mock.Mock()
    shop.save(store)
    store.write.assert_called_once_with(1)
    assert shop.saved == 1, "saved once"
