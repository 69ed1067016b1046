"""`python -m orchestrator` is `code-review`."""

import sys

from orchestrator.cli.entry import main

if __name__ == "__main__":
    if not sys.flags.safe_path:
        # Python puts the current folder first, and that is the repository under review: none of its files may be imported.
        del sys.path[0]
    sys.exit(main())
