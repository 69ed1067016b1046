def without_negatives(numbers: list[int]) -> list[int]:
    return [number for number in numbers if number >= 0]


def expire(sessions: dict[str, int], now: int) -> None:
    for key, end in list(sessions.items()):
        if end < now:
            del sessions[key]


def drop_first_negative(numbers: list[int]) -> None:
    for number in numbers:
        if number < 0:
            numbers.remove(number)
            break


def buckets(count: int) -> list[list[str]]:
    return [[] for _ in range(count)]


def zeros(count: int) -> list[int]:
    return [0] * count


def trim(names: list[str]) -> list[str]:
    return [name.strip() for name in names]


def warm_up(cache):
    for _ in range(3):
        _ = cache.value


class Request:
    def drop_odd(self):
        for name in self.headers:
            if "_" in name:
                del self.headers[name]

    def last(self):
        rows = self.reverse()
        return rows[0]
