def read_rows(path: str, separator: str) -> list[list[str]]:
    rows = []
    with open(path, encoding="utf-8") as stream:
        for line in stream:
            text = line.strip()
            if not text or text.startswith("#"):
                continue
            rows.append([cell.strip() for cell in text.split(separator)])
    return sorted(rows)
