"""The program's own files: a changed one is found."""

import base64
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from sabot.audit import program
from sabot.cli import main


def installed(folder: Path, name: str, needs: str = "") -> Path:
    """A package of one file, as pip leaves it."""
    code, about = folder / f"{name}.py", folder / f"{name}-1.0.dist-info"
    code.write_text("paid = 8\n")
    about.mkdir()
    asked = f"Requires-Dist: {needs}\n" if needs else ""
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n{asked}")
    digest = base64.urlsafe_b64encode(sha256(code.read_bytes()).digest()).rstrip(b"=").decode()
    (about / "RECORD").write_text(f"{name}.py,sha256={digest},9\n{name}-1.0.dist-info/RECORD,,\n")
    return code


def test_one_flipped_bit_in_one_file_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    installed(tmp_path, "casino_of_ours", "payer-of-ours (>=1) ; extra == 'casino'")
    code = installed(tmp_path, "payer_of_ours", "casino-of-ours")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    assert program.look_at_program("casino_of_ours") == (2, ())
    data = bytearray(code.read_bytes())
    data[-2] ^= 1
    code.write_bytes(data)
    assert program.look_at_program("casino_of_ours") == (2, ("payer_of_ours.py",))
    code.unlink()
    monkeypatch.setattr(
        "sabot.cli.oversight.verify.look_at_program",
        lambda: program.look_at_program("casino_of_ours"),
    )
    assert main(["verify", "--program"]) == 1
    assert "payer_of_ours.py is not as it was installed" in capsys.readouterr().out


def test_what_is_installed_here_is_as_it_was_installed() -> None:
    found = program.look_at_program("msgspec")
    assert found.files > 5 and not found.changed
