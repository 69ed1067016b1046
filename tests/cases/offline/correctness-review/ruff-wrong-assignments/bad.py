def rows(table, found):
    count = 0
    for _ in table:
        ++count  # expect: B002, B018
    count = count  # expect: PLW0127
    first, first = table[0], table[1]  # expect: PLW0128
    for table in table:  # expect: B020, PLR1704
        print(table)
    return count, first


def load(path, opener):
    with opener(path) as path:  # expect: PLR1704
        return path.read()


def by_name(users, key):
    return {key: user for user in users}  # expect: B035


LIMITS = {
    "small": 1,
    "large": 5,
    "small": 2,  # expect: F601
}


class Order:
    state: str = "new"
    total: int = 0
    state: str = "open"  # expect: PIE794
