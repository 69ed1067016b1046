def read(path, mode):
    return open(path, mode)
