"""The durable report file."""

from pathlib import Path

from orchestrator.report.files import write_durable


def test_first_write_makes_the_folder(tmp_path: Path) -> None:
    assert write_durable(tmp_path, b"# one\n") == "Report written: .dev-team-reports/code-review.md"
    assert (tmp_path / ".dev-team-reports" / "code-review.md").read_bytes() == b"# one\n"


def test_second_write_replaces_and_says_so(tmp_path: Path) -> None:
    write_durable(tmp_path, b"# one\n")
    line = write_durable(tmp_path, b"# two\n")
    assert line == "Report written: .dev-team-reports/code-review.md (replaced previous run)"
    assert (tmp_path / ".dev-team-reports" / "code-review.md").read_bytes() == b"# two\n"
    assert [path.name for path in (tmp_path / ".dev-team-reports").iterdir()] == ["code-review.md"]


def test_a_failure_is_a_line_and_no_error(tmp_path: Path) -> None:
    (tmp_path / ".dev-team-reports").write_text("in the way")
    line = write_durable(tmp_path, b"# one\n")
    assert line.startswith("Cannot write .dev-team-reports/code-review.md: ")
    assert str(tmp_path) not in line


def test_links_are_not_written_through(tmp_path: Path) -> None:
    top = tmp_path / "repo"
    outside = tmp_path / "outside"
    outside.mkdir()
    top.mkdir()
    (top / ".dev-team-reports").symlink_to(outside)
    assert "symbolic link" in write_durable(top, b"# one\n")
    assert list(outside.iterdir()) == []
