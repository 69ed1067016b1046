#!/usr/bin/env python3
"""Tells new findings of a review round from carried ones, and whether the fix loop ends.

JSON with sorted keys on standard output; exit 2 and one line on standard error for bad input. The same step runs as
`code-review step finding_signature`; `--help` explains the options.
"""

from _door import run_step

if __name__ == "__main__":
    run_step("finding_signature")
