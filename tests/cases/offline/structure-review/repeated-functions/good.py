from report import read_rows


def load_table(file_name: str) -> list[list[str]]:
    return read_rows(file_name, ";")
