import time

from shop import start_import


def test_import_ends() -> None:
    job = start_import()
    time.sleep(2)  # expect: py-sleep-in-test
    assert job.done
