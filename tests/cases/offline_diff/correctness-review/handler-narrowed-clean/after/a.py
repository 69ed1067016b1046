def f():
    try:
        return load_all()
    except FileNotFoundError:
        return None
