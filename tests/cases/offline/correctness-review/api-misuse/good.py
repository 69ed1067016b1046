import asyncio


async def notify(user: str) -> None:
    print(user)


async def finish(user: str) -> None:
    await notify(user)
    await asyncio.gather(
        notify(user),
        notify("operator"),
    )


def ordered(names: list[str]) -> list[str]:
    names.sort()
    return sorted(names)


def clean(text: str) -> str:
    text = text.strip()
    return text.replace("-", "_")


def words(texts: list[str]) -> list[str]:
    return [
        text.strip()
        for text in texts
        if text.lower()
    ]
