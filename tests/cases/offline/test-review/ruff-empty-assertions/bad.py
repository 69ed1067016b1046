from unittest import mock


def test_saves_the_order(shop):
    store = mock.Mock()
    shop.save(store)
    store.write.assert_called_once  # expect: PGH005, B018
    assert "saved once"  # expect: PLW0129
