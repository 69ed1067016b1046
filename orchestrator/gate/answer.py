"""What a hook says: let it happen, or not, and why."""

from typing import NamedTuple


class Refusal(NamedTuple):
    """One reason against it: the rule's name, what is wrong, the command that mends it, further lines."""

    what: str
    rule: str
    reason: str
    mend: str = ""
    notes: tuple[str, ...] = ()
    subject: str = ""

    @property
    def text(self) -> str:
        """The lines for people."""
        mend = (f"to mend it: {self.mend}",) if self.mend else ()
        return "\n  ".join((f"code-review: {self.what} refused ({self.rule}): {self.reason}", *self.notes, *mend))


class Answer(NamedTuple):
    """`refusals` forbid it; `remarks` are said either way."""

    refusals: tuple[Refusal, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def open(self) -> bool:
        """True when nothing speaks against it."""
        return not self.refusals

    @property
    def text(self) -> str:
        """Everything there is to say, with a line end; "" when there is nothing."""
        lines = (*self.remarks, *(refusal.text for refusal in self.refusals))
        return "".join(f"{line}\n" for line in lines)
