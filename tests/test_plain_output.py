"""On a terminal there are colours; NO_COLOR means plain there too, without bold or dim."""

import os
import pty
import subprocess
import sys

import pytest


def on_a_terminal(*words: str, **more: str) -> bytes:
    """Output of a command when it is a terminal."""
    ours, theirs = pty.openpty()
    clean = {key: each for key, each in os.environ.items() if key not in ("NO_COLOR", "TERM")}
    command = [sys.executable, "-m", "sabot", *words]
    with subprocess.Popen(command, stdout=theirs, env=clean | {"TERM": "xterm"} | more) as run:
        os.close(theirs)
        said = b""
        while True:
            try:
                said += (got := os.read(ours, 65536))
            except OSError:
                break
            if not got:
                break
        run.wait()
    os.close(ours)
    return said


@pytest.mark.parametrize("words", [("rules", "star-baccarat", "5.8")])
def test_no_color_means_plain(words: tuple[str, ...]) -> None:
    assert b"\x1b[" in on_a_terminal(*words)
    plain = on_a_terminal(*words, NO_COLOR="1")
    assert b"\x1b" not in plain and b"5.8" in plain
