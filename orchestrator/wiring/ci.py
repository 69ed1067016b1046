"""Whether a run takes place in CI, where nobody is asked and nothing is taken over from earlier runs."""

from collections.abc import Mapping

_NOT_CI = frozenset({"", "0", "false", "no", "off"})


def in_ci(environ: Mapping[str, str]) -> bool:
    """True when the variable `CI` is set to anything but a word for no."""
    return environ.get("CI", "").strip().lower() not in _NOT_CI
