import os


def prepare(folder, old, target):
    if not os.path.exists(folder):  # expect: py-file-checked-then-changed
        os.makedirs(folder)
    if os.path.exists(old):  # expect: py-file-checked-then-changed
        os.remove(old)
    if not target.exists():  # expect: py-file-checked-then-changed
        target.mkdir()
