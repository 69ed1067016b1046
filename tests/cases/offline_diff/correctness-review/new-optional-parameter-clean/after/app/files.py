def load(path, mode, encoding=None):
    return open(path, mode)
