"""Started by the installed hooks with the standard library alone: `python -I -S entry.py NAME ...`."""

import sys

if __name__ == "__main__":
    # An isolated interpreter knows nothing of this package; its folder is three steps above this file.
    sys.path.insert(0, __file__.rsplit("/", 3)[0])
    from orchestrator.gate.doors import main

    sys.exit(main(sys.argv[1:]))
