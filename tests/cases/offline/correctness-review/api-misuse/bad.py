async def notify(user: str) -> None:
    print(user)


async def finish(user: str) -> None:
    notify(user)  # expect: py-coroutine-not-awaited


def ordered(names: list[str]) -> list[str]:
    result = names.sort()  # expect: py-in-place-result-used
    return result


def clean(text: str) -> str:
    text.strip()  # expect: py-text-result-dropped
    text.replace("-", "_")  # expect: py-text-result-dropped
    return text
