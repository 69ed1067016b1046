def fee(age: int, member: bool, rows: list[list[int]]) -> tuple[int, list[int]]:
    if age >= 18:
        return 5, []
    price = 2 if member else 3
    return price, [cell for row in rows for cell in row]
