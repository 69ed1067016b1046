import itertools
import os
import re


def clean(url, rows, text):
    name = url.lstrip("http://")  # expect: B005
    for _, group in itertools.groupby(rows):
        for _ in range(2):
            print(list(group))  # expect: B031
    size = os.environ.get("SIZE", 10)  # expect: PLW1508
    port = os.getenv(8080)  # expect: PLE1507
    folded = re.sub("a", "b", text, re.IGNORECASE)  # expect: B034
    return name, size, port, folded


def save(path, data):
    with open(path, "rw") as handle:  # expect: PLW1501
        handle.write(data)
    send(data, retries=1, **{"retries": 2})  # expect: PLE1132


def send(data, **options):
    print(data, options)
    breakpoint()  # expect: T100


class Shape:
    __slots__ = ("width",)

    def __init__(self, width):
        self.width = width
        self.height = width  # expect: PLE0237

    def __exit__(self, kind):  # expect: PLE0302
        return False

    @property
    def scaled(self, factor):  # expect: PLR0206
        return self.width * factor


class Square(Shape):
    def __init__(self, width):
        super.__init__(width)  # expect: PLW0245
        return width  # expect: PLE0101
