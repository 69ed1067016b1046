import functools


class Catalogue:
    @functools.lru_cache(maxsize=None)  # expect: B019
    def price(self, item):
        return self.table[item] * 2


def merged(parts):
    rows = sum(parts, [])  # expect: RUF017
    first = list(rows)[0]  # expect: RUF015
    return first, any([row.bad() for row in rows])  # expect: C419
