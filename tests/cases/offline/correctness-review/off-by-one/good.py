def prefixes(items: list[int]) -> list[list[int]]:
    return [items[:size] for size in range(len(items) + 1)]


def doubled(items: list[int]) -> list[int]:
    return [items[index] * 2 for index in range(len(items))]


def last(items: list[int]) -> int:
    return items[len(items) - 1]
