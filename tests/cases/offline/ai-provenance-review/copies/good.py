def parse_line(line: str, separator: str = ";") -> tuple[str, int]:
    name, _, amount = line.partition(separator)
    name = name.strip().lower()
    if not amount:
        return name, 0
    return name, int(amount)


def parse_line_of_v2(line: str) -> tuple[str, int]:
    return parse_line(line, ",")
