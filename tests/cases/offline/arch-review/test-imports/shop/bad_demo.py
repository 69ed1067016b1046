from tests.samples import SAMPLE  # expect-own: layer-violation


def demo() -> str:
    return SAMPLE
