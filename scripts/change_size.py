#!/usr/bin/env python3
"""Says whether a change is small enough for the short panel.

JSON with sorted keys on standard output; exit 2 and one line on standard error for bad input. The same step runs as
`code-review step change_size`; `--help` explains the options.
"""

from _door import run_step

if __name__ == "__main__":
    run_step("change_size")
