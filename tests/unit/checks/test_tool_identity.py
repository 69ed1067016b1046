import os
from pathlib import Path

import pytest

from orchestrator.checks.tool_identity import program_identity


def write(path: Path, data: bytes) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return str(path)


def test_a_native_program_is_known_by_its_file(tmp_path: Path) -> None:
    program = write(tmp_path / "bin" / "tool", b"\x7fELF 1")
    first = program_identity("tool", program)
    assert first == program_identity("tool", program) != ""
    link = tmp_path / "link"
    link.symlink_to(program)
    assert program_identity("tool", str(link)) == first
    state = Path(program).stat()
    beside = Path(write(tmp_path / "bin" / "new", b"\x7fELF 2"))
    os.utime(beside, ns=(state.st_atime_ns, state.st_mtime_ns))
    beside.replace(program)
    assert program_identity("tool", program) not in {first, ""}


@pytest.mark.parametrize("packages", ["site-packages", "dist-packages"])
def test_a_script_is_known_by_the_package_behind_it(tmp_path: Path, packages: str) -> None:
    program = write(tmp_path / "bin" / "tool", b"#!/usr/bin/python3\n")
    assert program_identity("tool", program) == ""
    record = tmp_path / "lib" / "python3.11" / packages / "tool-1.0.dist-info" / "RECORD"
    write(record, b"tool/core,sha256=a,1\n")
    first = program_identity("tool", program)
    write(record, b"tool/core,sha256=b,1\n")
    assert "" != first != program_identity("tool", program) != ""
    assert program_identity("other", program) == ""


def test_another_search_path_is_another_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = write(tmp_path / "bin" / "tool", b"#!/usr/bin/python3\n")
    write(tmp_path / "lib" / "python3.11" / "site-packages" / "tool-1.0.dist-info" / "RECORD", b"x")
    monkeypatch.delenv("PYTHONPATH", raising=False)
    first = program_identity("tool", program)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert program_identity("tool", program) != first


def test_a_program_that_is_gone_has_none(tmp_path: Path) -> None:
    assert program_identity("tool", str(tmp_path / "gone")) == ""
