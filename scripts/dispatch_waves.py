#!/usr/bin/env python3
"""Cuts a roster into waves of a bounded size.

JSON with sorted keys on standard output; exit 2 and one line on standard error for bad input. The same step runs as
`code-review step dispatch_waves`; `--help` explains the options.
"""

from _door import run_step

if __name__ == "__main__":
    run_step("dispatch_waves")
