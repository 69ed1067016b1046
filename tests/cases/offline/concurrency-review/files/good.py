import os


def prepare(folder, old, target):
    os.makedirs(folder, exist_ok=True)
    old.unlink(missing_ok=True)
    target.mkdir(exist_ok=True)
    if not os.path.exists(folder):
        raise FileNotFoundError(folder)
