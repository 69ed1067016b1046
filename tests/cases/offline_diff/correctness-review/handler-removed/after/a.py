def f():
    return load_all()
