from pathlib import Path

import pytest

from orchestrator.checks.scratch import Scratch
from orchestrator.values.change import ChangedFile, Status
from tests.support.trees import MemoryTree, whole

STEERING = [
    ".semgrepignore",
    ".gitignore",
    "ruff.toml",
    "pyproject.toml",
    "sub/.ruff.toml",
    "sub/setup.cfg",
    "Ruff.toml",
]


def _scratch(files: dict[str, str | bytes], **options: int) -> Scratch:
    return Scratch(MemoryTree(files), [whole(path) for path in files], **options)


def test_plain_names_are_kept_and_lead_back_to_the_same_path() -> None:
    with _scratch({"src/a b/x.py": "x = 1\n", "tests/t+1@2.js": "y\n"}) as scratch:
        assert scratch.files == ("src/a b/x.py", "tests/t+1@2.js")
        assert (scratch.root / "src/a b/x.py").read_text() == "x = 1\n"
        assert [scratch.real(name) for name in scratch.files] == ["src/a b/x.py", "tests/t+1@2.js"]


@pytest.mark.parametrize(
    "path", ["-rf.py", "sub/--config=evil.py", "nä.py", "a\nb.py", "we$ird.py", "x" * 180 + ".py", "tab\t/x.py"]
)
def test_a_dangerous_name_is_replaced_and_keeps_its_extension(path: str) -> None:
    with _scratch({path: "x = 1\n"}) as scratch:
        (name,) = scratch.files
        assert name.endswith(".py")
        assert name != path
        assert all(part.isascii() and not part.startswith("-") for part in name.split("/"))
        assert scratch.real(name) == path
        assert (scratch.root / name).read_text() == "x = 1\n"


@pytest.mark.parametrize("path", STEERING)
def test_a_file_that_would_configure_a_tool_never_gets_its_name(path: str) -> None:
    with _scratch({path: "everything\n"}) as scratch:
        (name,) = scratch.files
        assert Path(name).name.lower() != Path(path).name.lower()
        assert scratch.real(name) == path
        assert (scratch.root / ".semgrepignore").read_bytes() == b""


def test_a_folder_named_dot_git_is_replaced() -> None:
    with _scratch({".git/config": "x\n"}) as scratch:
        assert not (scratch.root / ".git").exists()
        assert [scratch.real(name) for name in scratch.files] == [".git/config"]


def test_names_that_differ_in_case_only_stay_two_files() -> None:
    with _scratch({"A.py": "upper\n", "a.py": "lower\n"}) as scratch:
        assert len({name.lower() for name in scratch.files}) == 2
        assert {scratch.real(name): (scratch.root / name).read_text() for name in scratch.files} == {
            "A.py": "upper\n",
            "a.py": "lower\n",
        }


def test_line_numbers_are_those_of_every_other_reader() -> None:
    with _scratch({"crlf.py": b"a\r\nb\rc\n", "bom.py": b"\xef\xbb\xbfx\n", "latin.py": b"\xe9\n"}) as scratch:
        assert (scratch.root / "crlf.py").read_bytes() == b"a\nb c\n"
        assert (scratch.root / "bom.py").read_bytes() == b"x\n"
        assert (scratch.root / "latin.py").read_text(encoding="utf-8") == "é\n"


def test_what_is_no_text_of_this_repository_is_listed_with_its_reason() -> None:
    tree = MemoryTree({"bin": b"a\0b", "big.py": "x" * 50, "link": "target", "ok.py": "x\n"})
    files = [
        *(whole("bin"), whole("big.py"), whole("ok.py"), whole("gone.py")),
        ChangedFile(path="link", new_mode="120000"),
        ChangedFile(path="module", new_mode="160000"),
        ChangedFile(path="deleted.py", status=Status.DELETED),
    ]
    with Scratch(tree, files, cap=40) as scratch:
        assert scratch.files == ("ok.py",)
        assert dict(scratch.skipped) == {
            "bin": "binary",
            "big.py": "50 bytes, tools read at most 40",
            "gone.py": "could not be read",
            "link": "a symbolic link",
            "module": "a submodule pointer",
        }


def test_the_directory_lies_outside_any_repository_and_is_gone_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".git").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with _scratch({"a.py": "x\n"}) as scratch:
        root = scratch.root
        assert tmp_path not in root.parents
        assert not any((parent / ".git").exists() for parent in root.parents)
    assert not root.exists()
    with pytest.raises(RuntimeError, match="inside its context"):
        _ = scratch.root
