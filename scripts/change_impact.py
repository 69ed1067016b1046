#!/usr/bin/env python3
"""Says whether a patch can matter to the architecture lens.

JSON with sorted keys on standard output; exit 2 and one line on standard error for bad input. The same step runs as
`code-review step change_impact`; `--help` explains the options.
"""

from _door import run_step

if __name__ == "__main__":
    run_step("change_impact")
