#!/usr/bin/env python3
"""Records a boundary event in the evidence ledger; nothing that says that a lens finished or how a review ended.

JSON with sorted keys on standard output; one line on standard error for bad input. The same step runs as
`code-review step boundary_events`; `--help` explains the options.
"""

from _door import run_step

if __name__ == "__main__":
    run_step("boundary_events")
