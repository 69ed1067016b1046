#!/usr/bin/env python3
"""Checks facts about a repository that need no reviewer.

JSON with sorted keys on standard output; exit 2 and one line on standard error for bad input. The same step runs as
`code-review step repo_invariants`; `--help` explains the options.
"""

from _door import run_step

if __name__ == "__main__":
    run_step("repo_invariants")
