"""Two statements of one finding: what the later one says that the earlier one does not."""

from orchestrator.recording.draft import Draft
from orchestrator.values.mode import EVIDENCE

CATEGORY, SEVERITY, SUMMARY_OF = "category", "severity", "summary"


def more_in(later: Draft, earlier: Draft, *, proven: bool) -> tuple[str, ...]:
    """The parts of `later` that `earlier` does not hold already, by their names; what `later` leaves out is none.

    A text that the earlier one contains adds nothing. Of a finding that is `proven` another quote adds nothing either.
    """
    parts = [SEVERITY] if later.severity != earlier.severity else []
    parts += [CATEGORY] if later.category and later.category != earlier.category else []
    texts = {**later.fields, SUMMARY_OF: later.summary}
    before = {**earlier.fields, SUMMARY_OF: earlier.summary}
    for name, text in texts.items():
        if (name != EVIDENCE or not proven) and folded(text) not in folded(before.get(name, "")):
            parts.append(name)
    return tuple(parts)


def told(parts: tuple[str, ...], later: Draft, earlier: Draft) -> str:
    """`parts` in words: what each of the two says where that is one word, otherwise the name alone."""
    words = {SEVERITY: (later.severity, earlier.severity), CATEGORY: (later.category, earlier.category)}
    return ", ".join(
        f"{part} ({words[part][0]} here, {words[part][1] or 'none'} there)" if part in words else part for part in parts
    )


def folded(text: str) -> str:
    """`text` without what does not change its meaning: white space and case."""
    return " ".join(text.split()).casefold()
