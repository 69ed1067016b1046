def load(mode, path):
    return open(path, mode)
