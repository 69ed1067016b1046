def withdraw(amount, account):
    if amount < 0:
        ValueError("negative")  # expect: PLW0133
    if amount > account.balance:
        raise "not enough"  # expect: B016
    if account.frozen:
        raise NotImplemented  # expect: F901
    raise  # expect: PLE0704


def pages(source):
    while True:
        page = source.next()
        if page is None:
            raise StopIteration  # expect: PLR1708
        yield page
