def invoice_total(lines: list[int]) -> int:
    charged = [line for line in lines if line > 0]
    return sum(charged)
