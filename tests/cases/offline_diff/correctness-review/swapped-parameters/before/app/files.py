def load(path, mode):
    return open(path, mode)
