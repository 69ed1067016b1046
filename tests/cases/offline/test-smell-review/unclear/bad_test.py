from shop import users


def test_users() -> None:
    print(users())  # expect: py-output-instead-of-check
    assert len(users()) == 3
