#!/usr/bin/env python3
"""Prints the subject hash of the index or, with --branch-diff, of the branch as it is committed.

One bare line on standard output, for shells to keep; one line on standard error for bad input. The same step runs as
`code-review step review_gate_hash`; `--help` explains the options.
"""

from _door import run_step

if __name__ == "__main__":
    run_step("review_gate_hash")
