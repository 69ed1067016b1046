def delete(user: object, store: object, key: int) -> None:
    if not user.is_admin:
        raise PermissionError("only for administrators")
    store.remove(key)
