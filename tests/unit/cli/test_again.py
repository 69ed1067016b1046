"""A command line that is said once more reviews the same."""

from pathlib import Path

from orchestrator.cli.again import command_line
from orchestrator.cli.options import FailOn
from orchestrator.cli.record_start import StartOptions

WORDS = ("code-review", "record", "start")


def test_flags_at_their_default_are_left_out() -> None:
    assert command_line(WORDS, StartOptions(change="add-totals")) == "code-review record start --change add-totals"


def test_every_flag_is_written_as_it_is_given() -> None:
    options = StartOptions(
        change="add-totals",
        since="main",
        path=["src/a b.py", "--odd"],
        everything=True,
        agent=["correctness-review", "security-review"],
        assign=["max_files=10"],
        replay_dir=Path("replies"),
        budget_usd=0.5,
        static_analysis=False,
        cache=True,
        fail_on=FailOn.WARNING,
        patch="-",
    )
    assert command_line(WORDS, options) == (
        "code-review record start --since main --patch - --path 'src/a b.py' --path=--odd --all "
        "--agent correctness-review --agent security-review --set max_files=10 --replay-dir replies --budget-usd 0.5 "
        "--no-static-analysis --cache --fail-on warning --change add-totals"
    )
