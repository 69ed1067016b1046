"""What counts as which failure of a program: each told by a stand-in that is really started."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from orchestrator.engines.programs.claude import ClaudeSpeaker
from orchestrator.engines.programs.codex import CodexSpeaker
from orchestrator.engines.programs.command import CommandSpeaker
from orchestrator.engines.programs.gemini import GeminiSpeaker
from orchestrator.engines.programs.guard import WorkTreeGuard
from orchestrator.engines.programs.program import Doors, ProgramEngine, Speaker
from orchestrator.engines.programs.room import Room
from orchestrator.scope.tree import GitTree
from orchestrator.system.clock import SystemClock
from orchestrator.system.git import GitDoor
from orchestrator.system.process import ProcessDoor
from tests.support.programs import stand_in
from tests.support.repo import Repo
from tests.support.wire import ask, failed

FAILURES = [
    (
        "claude",
        'claude(is_error=True, api_error_status=529, result="API Error: 529 Overloaded"); sys.exit(1)',
        "retryable",
        "529",
    ),
    ("claude", 'claude(is_error=True, api_error_status=401, result="Invalid API key"); sys.exit(1)', "final", "401"),
    (
        "claude",
        'claude(is_error=True, api_error_status=429, result="Your spend limit is reached"); sys.exit(1)',
        "final",
        "429",
    ),
    (
        "claude",
        'claude(is_error=True, result="API Error: Unable to connect to API"); sys.exit(1)',
        "retryable",
        "connect",
    ),
    ("claude", 'claude(is_error=True, result="Not logged in. Please run /login"); sys.exit(1)', "final", "/login"),
    ("claude", 'claude(is_error=True, result="something odd")', "crash", "something odd"),
    ("claude", 'claude(stop_reason="max_tokens", structured_output=None)', "cut", "cut"),
    ("claude", 'claude(stop_reason="refusal", structured_output=None)', "refused", "declined"),
    ("claude", 'print(\'{"type": "result", "is_err\')', "malformed", "no whole JSON"),
    ("claude", "print(\"error: unknown option '--safe-mode'\", file=sys.stderr); sys.exit(1)", "final", "--safe-mode"),
    (
        "claude",
        'sys.stderr.write("noise " * 50_000 + chr(10) + "error: broken pipe" + chr(10)); sys.exit(3)',
        "crash",
        "exit code 3",
    ),
    ("claude", "os.kill(os.getpid(), 9)", "crash", "SIGKILL"),
    (
        "codex",
        'codex({"type": "turn.failed", "error": {"message": "unexpected status 529 x: Overloaded"}}); sys.exit(1)',
        "retryable",
        "529",
    ),
    (
        "codex",
        'codex({"type": "turn.failed", "error": {"message": "unexpected status 401 Unauthorized: bad key"}}); sys.exit(1)',
        "final",
        "401",
    ),
    (
        "codex",
        'codex({"type": "error", "message": "stream disconnected before completion"}); sys.exit(1)',
        "retryable",
        "disconnected",
    ),
    (
        "codex",
        'codex({"type": "turn.failed", "error": {"message": "You have hit your usage limit"}}); sys.exit(1)',
        "final",
        "limit",
    ),
    (
        "codex",
        "print(\"error: unexpected argument '--ephemeral' found\", file=sys.stderr); sys.exit(2)",
        "final",
        "--ephemeral",
    ),
    ("codex", 'codex(message("{}")); print(\'{"type": "turn.comp\')', "malformed", "no whole JSON"),
    (
        "gemini",
        'print("stack\\n" + json.dumps({"error": {"message": "bad key", "code": 403}}), file=sys.stderr); sys.exit(145)',
        "final",
        "403",
    ),
    (
        "gemini",
        'print(json.dumps({"error": {"message": "Invalid auth method selected.", "code": 41}}), file=sys.stderr); sys.exit(41)',
        "final",
        "auth method",
    ),
    ("gemini", 'print("Unknown argument: admin-policy", file=sys.stderr); sys.exit(1)', "final", "admin-policy"),
    (
        "command",
        'print(json.dumps({"failure": "refused", "detail": "not this one"})); sys.exit(9)',
        "refused",
        "not this one",
    ),
    ("command", 'print(json.dumps({"reply": PASS})); sys.exit(9)', "crash", "exit code 9"),
    ("command", 'print(json.dumps({"reply": PASS, "text": "both"}))', "malformed", "exactly one"),
    ("command", 'print(json.dumps({"answer": 1}))', "malformed", "no answer"),
    ("command", "print('{\"reply\": {')", "malformed", "not JSON"),
    ("command", "pass", "malformed", "printed nothing"),
]


@contextmanager
def opened(repo: Repo) -> Iterator[Doors]:
    """Doors to a room in `repo`."""
    git = GitDoor(repo.top)
    with ExitStack() as closing:
        room = Room(GitTree(git, "HEAD"), WorkTreeGuard(git), closing.callback)
        yield Doors(ProcessDoor(), SystemClock(), {"PATH": "/usr/bin:/bin"}, room)


def repository(folder: Path) -> Repo:
    repo = Repo.create(folder / "repo")
    repo.write_all({"src/lib.rs": "mod total;\n", "docs/notes.md": "notes\n"})
    repo.commit("base")
    return repo


@pytest.fixture(scope="module")
def doors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Doors]:
    """For programs that change nothing."""
    with opened(repository(tmp_path_factory.mktemp("programs"))) as made:
        yield made


def speaker(name: str, place: str) -> Speaker:
    makers: dict[str, Callable[[], Speaker]] = {
        "claude": lambda: ClaudeSpeaker(place, ()),
        "codex": lambda: CodexSpeaker(place, ()),
        "gemini": lambda: GeminiSpeaker(place, ()),
        "command": lambda: CommandSpeaker((place,), "a command", leaves_machine=True),
    }
    return makers[name]()


@pytest.mark.parametrize(("name", "body", "kind", "said"), FAILURES)
def test_every_failure_has_its_kind(doors: Doors, tmp_path: Path, name: str, body: str, kind: str, said: str) -> None:
    program = stand_in(tmp_path, name, body)
    failure = failed(ask(ProgramEngine(speaker(name, str(program.place)), doors)))
    assert failure.kind == kind
    assert said in failure.detail
    assert len(program.starts) == 1


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("open('new.txt', 'w').write('x')", "new.txt (in its folder)"),
        ("os.chmod('src/lib.rs', 0o644); open('src/lib.rs', 'a').write('x')", "src/lib.rs (in its folder)"),
        ("os.chmod('docs', 0o755); os.remove('docs/notes.md')", "docs/notes.md (in its folder)"),
        ("open(TOP + '/src/lib.rs', 'a').write('x')", "src/lib.rs (in the work tree)"),
        ("open(TOP + '/dropped', 'w').write('x')", "dropped (in the work tree)"),
        ("open(TOP + '/.git/hooks/pre-push', 'w').write('x')", ".git/hooks/pre-push (in the work tree)"),
        ("subprocess.run(['git', '-C', TOP, 'branch', 'mine'])", ".git/refs/heads (in the work tree)"),
        ("subprocess.run(['git', '-C', TOP, 'rm', '-q', '--cached', 'src/lib.rs'])", ".git/index (in the work tree)"),
    ],
)
def test_whatever_it_writes_is_seen(tmp_path: Path, body: str, said: str) -> None:
    repo = repository(tmp_path)
    program = stand_in(tmp_path, "claude", f"os.chmod('.', 0o755); TOP = {str(repo.top)!r}; {body}; claude()")
    with opened(repo) as own:
        failure = failed(ask(ProgramEngine(speaker("claude", str(program.place)), own)))
    assert failure.kind == "tampered"
    assert said in failure.detail
