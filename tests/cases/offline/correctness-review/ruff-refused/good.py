def stop(items):
    for item in items:
        if item:
            break
        continue


async def pages(source):
    async for page in source:
        yield page


async def wait(task):
    await task


def read(source):
    try:
        source.read()
    except OSError:
        source.close()
