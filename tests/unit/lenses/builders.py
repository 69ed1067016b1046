"""Small values for tests of the lenses stage: lenses by scope, changes from real patch text."""

from orchestrator.lenses.parse import parse_lens
from orchestrator.scope.patch import parse_patch
from orchestrator.values.change import Change, ChangedFile, ScopeKind, Status
from orchestrator.values.lens import Lens


def lens_text(name: str, scope: str = "Scope: always", *, model: str = "haiku", rest: str = "") -> str:
    return (
        f"---\nname: {name}\ndescription: Looks at things.\ntools: Read, Grep\nmodel: {model}\neffort: low\n---\n"
        f"{scope}\nContext needs: full-file\n{rest}\n## Detect\n"
    )


def lens(name: str, scope: str = "Scope: always") -> Lens:
    return parse_lens(lens_text(name, scope), f"agents/{name}.md")


def file(path: str, status: Status | None = Status.MODIFIED, *, old_path: str | None = None) -> ChangedFile:
    """A file without hunks; a mode change keeps a modified one from looking unreadable."""
    return ChangedFile(path=path, status=status, old_path=old_path, old_mode="100644", new_mode="100755")


def edited(path: str, body: str, *, status: Status = Status.MODIFIED) -> ChangedFile:
    """A file with one hunk; each line of `body` starts with its mark: space, + or -."""
    lines = body.strip("\n").split("\n")
    old = sum(line[:1] != "+" for line in lines)
    new = sum(line[:1] != "-" for line in lines)
    mode = {Status.ADDED: "new file mode 100644\n", Status.DELETED: "deleted file mode 100644\n"}.get(status, "")
    head = f"diff --git a/{path} b/{path}\n{mode}index 111..222 100644\n--- a/{path}\n+++ b/{path}\n"
    patch = f"{head}@@ -10,{old} +10,{new} @@\n" + "\n".join(lines) + "\n"
    return parse_patch(patch.encode())[0]


def change(*files: ChangedFile, kind: ScopeKind = ScopeKind.SINCE) -> Change:
    return Change(kind=kind, files=files)
