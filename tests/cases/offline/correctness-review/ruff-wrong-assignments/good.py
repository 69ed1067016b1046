def rows(table, found):
    count = 0
    for _ in table:
        count += 1
    found.total = found.total or 0
    first, second = table[0], table[1]
    for row in table:
        print(row)
    return count, first, second


def load(path, opener):
    with opener(path) as handle:
        return handle.read()


def by_name(users):
    return {user.name: user for user in users}


LIMITS = {
    "small": 1,
    "large": 5,
}


class Order:
    state: str = "new"
    total: int = 0
