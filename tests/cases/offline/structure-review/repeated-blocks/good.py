def _net(line: dict[str, int]) -> int:
    net = line["quantity"] * line["price"]
    return net - net // 10 if line["quantity"] > 100 else net


def twice(lines: list[dict[str, int]]) -> tuple[int, int]:
    return sum(map(_net, lines)), max(map(_net, lines))
