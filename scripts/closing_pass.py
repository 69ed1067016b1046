#!/usr/bin/env python3
"""Names the lenses that look at the fixes once more before the gate is written.

JSON with sorted keys on standard output; exit 2 and one line on standard error for bad input. The same step runs as
`code-review step closing_pass`; `--help` explains the options.
"""

from _door import run_step

if __name__ == "__main__":
    run_step("closing_pass")
