"""`python -m orchestrator` is `code-review`."""

import sys

from orchestrator.cli.entry import main

if __name__ == "__main__":
    sys.exit(main())
