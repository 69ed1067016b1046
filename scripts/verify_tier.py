#!/usr/bin/env python3
"""Says on which model and effort a lens verifies a fix.

JSON with sorted keys on standard output; exit 2 and one line on standard error for bad input. The same step runs as
`code-review step verify_tier`; `--help` explains the options.
"""

from _door import run_step

if __name__ == "__main__":
    run_step("verify_tier")
