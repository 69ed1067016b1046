def parse_line(line: str) -> tuple[str, int]:
    name, _, amount = line.partition(";")
    name = name.strip().lower()
    if not amount:
        return name, 0
    return name, int(amount)


def parse_line_v2(line: str) -> tuple[str, int]:  # expect-own: context-blindness
    name, _, amount = line.partition(",")
    name = name.strip().lower()
    if not amount:
        return name, 0
    return name, int(amount)
