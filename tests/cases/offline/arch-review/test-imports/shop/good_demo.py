from shop.samples import SAMPLE


def demo() -> str:
    return SAMPLE
