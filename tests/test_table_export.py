"""`sabot table --export` and `--import`: a log travels as a file, and only whole."""

from pathlib import Path

import pytest

from sabot.cli import main
from sabot.store import open_store, verify_lines


@pytest.fixture
def night(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> tuple[Path, bytes]:
    """A store that robots have played at, and its export."""
    store = str(tmp_path / "night.db")
    words = ["--robots", "--rulebook", "star-seven-up", "--coups", "2", "--quiet"]
    assert main(["table", "--store", store, *words]) == 0
    capfdbinary.readouterr()
    assert main(["table", "--store", store, "--export"]) == 0
    return tmp_path, capfdbinary.readouterr().out


def test_an_export_is_the_whole_log_and_goes_into_another_store(
    night: tuple[Path, bytes], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    folder, exported = night
    assert not list(verify_lines(exported.splitlines(keepends=True)))
    (folder / "log.jsonl").write_bytes(exported)
    copy = str(folder / "copy.db")
    with open_store(copy):
        pass
    words = ["--robots", "--rulebook", "star-seven-up", "--coups", "1", "--quiet"]
    assert main(["table", "--store", copy, "--import", str(folder / "log.jsonl"), "--export"]) == 2
    assert main(["table", "--store", copy, "--import", str(folder / "log.jsonl"), *words]) == 0
    with open_store(copy) as store:
        lines = b"".join(stored.line + b"\n" for stored in store.read_all())
    assert lines.startswith(exported) and len(lines) > len(exported)


def test_a_broken_line_is_named_and_nothing_after_it_is_imported(
    night: tuple[Path, bytes], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    folder, exported = night
    lines = exported.splitlines(keepends=True)
    (folder / "bad.jsonl").write_bytes(b"".join([*lines[:4], lines[5], *lines[6:]]))
    words = ["table", "--store", str(folder / "bad.db"), "--import", str(folder / "bad.jsonl")]
    assert main(words) == 2
    assert b"Line 5" in capfdbinary.readouterr().err


def test_no_store_and_no_file_are_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["table", "--store", str(tmp_path / "none.db"), "--export"]) == 2
    assert "There is no store" in capsys.readouterr().err
    words = ["table", "--store", str(tmp_path / "new.db"), "--import", str(tmp_path / "none")]
    assert main(words) == 2
    assert "cannot be read" in capsys.readouterr().err
