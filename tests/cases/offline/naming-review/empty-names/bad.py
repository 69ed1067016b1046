def invoice_total(lines: list[int]) -> int:
    data2 = [line for line in lines if line > 0]  # expect-own: vague-name
    return sum(data2)
