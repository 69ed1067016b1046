#!/usr/bin/env python3
"""Merges findings of several lenses that name the same file and line.

JSON with sorted keys on standard output; exit 2 and one line on standard error for bad input. The same step runs as
`code-review step consolidate`; `--help` explains the options.
"""

from _door import run_step

if __name__ == "__main__":
    run_step("consolidate")
