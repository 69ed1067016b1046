def save(store: object, order: object) -> None:
    store.write(order, overwrite=True, notify=False)
    store.write(order, True)
