#!/usr/bin/env python3
"""Appends the row of one review round to the metrics of this work tree.

JSON with sorted keys on standard output; exit 2 and one line on standard error for bad input. The same step runs as
`code-review step review_round_log`; `--help` explains the options.
"""

from _door import run_step

if __name__ == "__main__":
    run_step("review_round_log")
