import itertools
import os
import re


def clean(url, rows, text):
    name = url.removeprefix("http://").strip(" \n")
    for _, group in itertools.groupby(rows):
        kept = list(group)
        for _ in range(2):
            print(kept)
    size = int(os.environ.get("SIZE", "10"))
    port = os.getenv("PORT")
    folded = re.sub("a", "b", text, flags=re.IGNORECASE)
    return name, size, port, folded


def save(path, data):
    with open(path, "w") as handle:
        handle.write(data)
    send(data, retries=1, **{"delay": 2})


def send(data, **options):
    print(data, options)


class Shape:
    __slots__ = ("height", "width")

    def __init__(self, width):
        self.width = width
        self.height = width

    def __exit__(self, kind, error, trace):
        return False

    def scaled(self, factor):
        return self.width * factor


class Square(Shape):
    def __init__(self, width):
        super().__init__(width)

    @property
    def alive(self, now=0):
        return self.height > now


class Round(Shape):
    def __init__(self, width):
        return super().__init__(width)
