def load(path, mode, encoding):
    return open(path, mode)
