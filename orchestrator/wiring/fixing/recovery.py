"""After a run that was killed while it fixed: its changes are taken back, or kept."""

from contextlib import ExitStack

from orchestrator.seams import Git
from orchestrator.wiring.fixing.journal import open_journal
from orchestrator.wiring.fixing.taking_back import take_back
from orchestrator.wiring.fixing.workspace import UNFINISHED, UNFINISHED_HINT, lock_work_tree


def is_unfinished(git: Git) -> bool:
    """True while a run fixes in this work tree, and after one that was killed."""
    return open_journal(git).exists()


def unfinished_notice(git: Git) -> str:
    """For the report of a run that reads the work tree all the same; empty when nothing is unfinished."""
    return f"{UNFINISHED}, and its fixes are part of what was read; {UNFINISHED_HINT}" if is_unfinished(git) else ""


def recover(git: Git) -> list[str]:
    """Takes back what a killed run had not settled; returns lines for people, none when there was no such run.

    The first line counts what was brought back, and each other one tells of a file that was not. Files that were changed since are left alone. Raises UsageError while a run is at work, StateError for a damaged
    journal and RepositoryError when git fails; the journal stays then.
    """
    journal = open_journal(git)
    with ExitStack() as opened:
        if not journal.exists():
            return []
        lock_work_tree(journal, opened)
        record = journal.load()
        left = take_back(git, journal, record)
        lost = {one.path for one in left}
        journal.drop(record, lost=lost)
    back = len(set(record.files) - lost)
    return [f"brought back {back} file{'' if back == 1 else 's'}", *(one.line for one in left)]


def keep(git: Git) -> list[str]:
    """Lets everything stay as a killed run left it; returns lines for people. Raises as `recover`."""
    journal = open_journal(git)
    with ExitStack() as opened:
        if not journal.exists():
            return []
        lock_work_tree(journal, opened)
        record = journal.load()
        count = len(record.files)
        journal.drop(record)
    return [f"kept {count} file{'' if count == 1 else 's'} as the interrupted run left them"]
