"""Started by the installed hooks with the standard library alone: `python -I -S entry.py NAME ...`."""

import sys
from types import ModuleType


class Late(ModuleType):
    """Stands in for a module of the standard library until something in it is asked for."""

    def __getattr__(self, name: str) -> object:
        """Loads the module after all."""
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(__import__(self.__name__), name)


if __name__ == "__main__":
    # An isolated interpreter knows nothing of this package; its folder is three steps above this file.
    sys.path.insert(0, __file__.rsplit("/", 3)[0])
    # `dataclasses` imports it for classes without a docstring, of which there are none here; it is a tenth of the start.
    sys.modules["inspect"] = Late("inspect")
    from orchestrator.gate.doors import main

    sys.exit(main(sys.argv[1:]))
