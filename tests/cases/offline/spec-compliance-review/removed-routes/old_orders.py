from shop.web import router


@router.get("/orders/{id}")
def show(id: str) -> str:
    return id


@router.get("/orders/{id}/invoice")
def invoice(id: str) -> str:
    return f"{id}.pdf"


def start() -> None:
    router.listen()
