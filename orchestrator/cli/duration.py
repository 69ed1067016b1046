"""Durations on the command line."""

from orchestrator.errors import UsageError


def seconds_of(text: str) -> float:
    """Seconds of `90s`, `5m`, `1.5h`, `30d`, `8w` or a bare number of seconds. Raises UsageError for anything else, nothing included."""
    units = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0, "w": 604800.0}
    tidy = text.strip().lower()[:20]
    number = tidy.rstrip("hmsdw")
    unit = tidy[len(number) :] or "s"
    plain_number = number.replace(".", "", 1)
    if unit not in units or not (plain_number.isascii() and plain_number.isdigit()) or float(number) <= 0:
        raise UsageError(f"{text!r} is no duration", hint="for example 90s, 5m, 1.5h or 30d")
    return float(number) * units[unit]
