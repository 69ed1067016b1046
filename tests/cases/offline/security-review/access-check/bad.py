def delete(user: object, store: object, key: int) -> None:
    assert user.is_admin, "only for administrators"  # expect: py-access-check-by-assert
    store.remove(key)
