def export_compact(rows: list[str]) -> str:
    kept = [row.strip() for row in rows]
    return ",".join(kept)


def export_page(rows: list[str], numbered: bool = False) -> str:
    lines = ["# Rows", *rows]
    if numbered:
        lines = [f"{at} {line}" for at, line in enumerate(lines)]
    lines.append("end")
    return "\n".join(lines)
