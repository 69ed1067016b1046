def without_negatives(numbers: list[int]) -> list[int]:
    for number in numbers:  # expect: py-collection-changed-while-iterated
        if number < 0:
            numbers.remove(number)
    return numbers


def expire(sessions: dict[str, int], now: int) -> None:
    for key, end in sessions.items():  # expect: py-collection-changed-while-iterated
        if end < now:
            del sessions[key]


def grid(rows: int, columns: int) -> list[list[int]]:
    return [[0] * columns] * rows  # expect: py-list-of-one-shared-object


def buckets(count: int) -> list[list[str]]:
    return [[]] * count  # expect: py-list-of-one-shared-object


def trim(names: list[str]) -> list[str]:
    for name in names:  # expect: py-loop-variable-assigned-only
        name = name.strip()
    return names
