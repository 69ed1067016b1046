"""Whether the work tree holds what is reviewed, so that a tool which needs an environment may run in it."""

from orchestrator.redaction import is_secret_file
from orchestrator.scope.own import own_files
from orchestrator.seams import Git, SourceTree
from orchestrator.values.change import Change
from orchestrator.values.text import printable_path


def why_away(git: Git, change: Change, work_tree: SourceTree) -> str:
    """Why the work tree is not what is reviewed; empty when it is.

    Tracked files must equal the subject's tree, and no file may lie beside them that is neither ignored, nor written
    by this tool, nor one that holds secrets, which no review takes in. Ignored files, such as installed packages, are
    the environment. A scope of whole files reads the work tree itself.
    """
    if not change.tree:
        return ""
    if not git.ok("diff", "--quiet", "--ignore-submodules=none", change.tree, "--"):
        return "it differs from what is reviewed"
    listed = git.run("ls-files", "-z", "--others", "--exclude-standard")
    paths = [raw.decode("utf-8", "surrogateescape") for raw in listed.split(b"\0") if raw]
    own = own_files(paths, work_tree)
    beside = [path for path in paths if path not in own and not is_secret_file(path)]
    if not beside:
        return ""
    more = f" and {len(beside) - 1} more" if len(beside) > 1 else ""
    return f"it holds untracked files that are not reviewed ({printable_path(beside[0])}{more})"
