def fee(age: int, member: bool, rows: list[list[list[int]]]) -> tuple[int, list[int]]:
    price = (2 if member else 3) if age < 18 else 5  # expect: py-nested-conditional-expression
    flat = [cell for block in rows for row in block for cell in row]  # expect: py-comprehension-in-three-levels
    return price, flat
