def pairs(items: list[int]) -> list[int]:
    found = []
    for index in range(len(items) + 1):  # expect: py-range-past-end
        found.append(items[index] * 2)
    return found


def last(items: list[int]) -> int:
    return items[len(items)]  # expect: py-index-at-length
