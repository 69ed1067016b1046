def load(source):
    return source.read()


def load(source):  # expect: F811
    size = len(source.text)  # expect: F841
    try:
        return source.read()
    except OSError:  # expect: TRY203
        raise
