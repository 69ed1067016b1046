def save(store: object, order: object) -> None:
    store.write(order, True, False)  # expect: py-flags-by-position
