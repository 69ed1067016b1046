def f(x):
    y = x
    if x < 10:
        y += 1
    return y
