from shop.web import router


@router.get("/orders/{id}")
def show(id: str) -> str:
    return id


def start() -> None:  # expect-own: interface-mismatch
    router.listen()
