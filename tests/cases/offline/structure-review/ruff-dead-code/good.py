def load(source):
    return source.read()


def load_all(sources):
    size = len(sources)
    try:
        return size, [load(source) for source in sources]
    except OSError:
        sources.clear()
        raise
