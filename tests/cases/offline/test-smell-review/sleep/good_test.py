import time

from shop import start_import


def test_import_ends() -> None:
    job = start_import()
    deadline = time.monotonic() + 5
    while not job.done and time.monotonic() < deadline:
        time.sleep(0.01)
    assert job.done


def slow_answer() -> str:
    time.sleep(0.1)
    return "late"
