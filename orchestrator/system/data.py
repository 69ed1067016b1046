"""Where the shipped data folders are: inside the installed package, or beside it in a checkout."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def data_dir(name: str) -> Path:
    """Absolute folder of `agents`, `knowledge` or `hooks`; raises FileNotFoundError when the installation is incomplete."""
    for root in (_PACKAGE / "_data", _PACKAGE.parent):
        folder = root / name
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"the installation lacks its {name} folder")
