#!/usr/bin/env python3
"""Lists the files of a name-status listing, each once, and which of them are new.

JSON with sorted keys on standard output; exit 2 and one line on standard error for bad input. The same step runs as
`code-review step changed_file_list`; `--help` explains the options.
"""

from _door import run_step

if __name__ == "__main__":
    run_step("changed_file_list")
