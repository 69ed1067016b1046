def stop(items):
    if items:
        break  # expect: F701
    continue  # expect: F702


async def pages(source):
    yield from source  # expect: PLE1700


def wait(task):
    await task  # expect: PLE1142


def read(source):
    try:
        source.read()
    except:  # expect: F707, E722
        source.reset()
    except OSError:
        source.close()


return 3  # expect: F706
yield 4  # expect: F704
