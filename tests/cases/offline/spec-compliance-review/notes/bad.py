def ship(order_id: str, country: str) -> str:
    # TODO: customs papers for countries outside the union  # expect-own: partial-requirement
    return f"{order_id} to {country}"
