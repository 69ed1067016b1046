def withdraw(amount, account):
    if amount < 0:
        raise ValueError("negative")
    if amount > account.balance:
        raise RuntimeError("not enough")
    if account.frozen:
        raise NotImplementedError
    account.balance -= amount


def pages(source):
    while True:
        page = source.next()
        if page is None:
            return
        yield page
