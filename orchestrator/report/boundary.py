"""The way out: what leaves as JSON is checked against its published schema first."""

from collections.abc import Mapping

from orchestrator.errors import StateError
from orchestrator.schemas import load_schema


def check(value: Mapping[str, object], schema: str) -> None:
    """Raises StateError naming the first place where `value` is not what `schemas/<schema>.json` promises.

    That is always a fault of ours, and saying nothing is better than saying something a reader will misread.
    """
    # Imported late: most commands check nothing and jsonschema is slow to load.
    import jsonschema  # noqa: PLC0415

    problem = next(iter(jsonschema.Draft202012Validator(load_schema(schema)).iter_errors(value)), None)
    if problem is not None:
        # Part of the message is the value itself, which can be the whole report.
        said = problem.message if len(problem.message) <= 300 else f"{problem.message[:300]} ..."
        raise StateError(
            f"{schema}: the output breaks its own schema at {problem.json_path}: {said}",
            hint="this is a fault in code-review, please report it",
        )
