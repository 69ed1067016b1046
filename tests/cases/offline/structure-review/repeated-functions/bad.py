def load_table(file_name: str, mark: str) -> list[list[str]]:  # expect-own: duplicated-logic
    found = []
    with open(file_name, encoding="utf-8") as source:
        for entry in source:
            content = entry.strip()
            if not content or content.startswith(";"):
                continue
            found.append([part.strip() for part in content.split(mark)])
    return sorted(found)
