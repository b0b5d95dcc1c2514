"""`sabot play` as a process of its own, in a terminal."""

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

import pytest

from support.terminal_play import (
    PATIENCE,
)

# Real processes


def environment(**more: str) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS")}
    return kept | {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8"} | more


def test_a_pipe_gets_no_control_codes_and_bad_bytes_do_no_harm() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "sabot", "play", "star-baccarat"],
        input=b"\xff\xfe\x00\nbanker 5\n\n",
        capture_output=True,
        env=environment(),
        timeout=PATIENCE,
    )
    assert ran.returncode == 0 and ran.stderr == b""
    assert b"1 coup," in ran.stdout
    assert b"\x1b" not in ran.stdout


def _hears_ctrl_c() -> None:
    """Tests that run in the background are deaf to it, and so would be all that they start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """A session in a terminal of its own, 80 columns by 24 rows."""

    def __init__(self, *words: str, **more: str) -> None:
        self.printed = ""
        self._seen = 0
        self._fd, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sabot", "play", "star-baccarat", "--seed", "3", *words],
            stdin=inner,
            stdout=inner,
            stderr=inner,
            env=environment(**more),
            start_new_session=True,
            preexec_fn=_hears_ctrl_c,
        )
        os.close(inner)

    def wait_for(self, text: str) -> None:
        """Read until the text has come, in addition to what was read before."""
        until = time.monotonic() + PATIENCE
        while (found := self.printed.find(text, self._seen)) < 0:
            assert time.monotonic() < until, self.printed
            if select.select([self._fd], [], [], 0.2)[0]:
                with contextlib.suppress(OSError):  # the other end is closed
                    self.printed += os.read(self._fd, 65536).decode(errors="replace")
        self._seen = found + len(text)

    def type(self, text: str) -> None:
        os.write(self._fd, text.encode())

    def ended(self) -> int:
        status = self.process.wait(PATIENCE)
        os.close(self._fd)
        return status


def test_cards_move_in_a_terminal_enter_hurries_them_and_bets_may_be_typed_ahead() -> None:
    table = Terminal()
    table.wait_for("cut> ")
    table.type("100\n")
    table.wait_for("> ")
    table.type("banker 25\n")
    table.wait_for("behind.")
    table.wait_for("> ")
    table.type("\n")
    table.wait_for("╭───╮")
    table.type("\n")
    table.wait_for("Bankroll 1024.00, up 24.00.")
    table.wait_for("> ")
    table.type("\n")
    table.wait_for("╭───╮")
    table.type("tie 1\n")
    table.wait_for("On the layout: Tie 1.00; 1023.00 behind.")
    table.type("quit\n")
    table.wait_for("Thank you for playing: 2 coups")
    assert table.ended() == 0
    assert "\x1b[1;31m" in table.printed


def test_ctrl_c_in_a_terminal_finishes_the_coup_and_leaves_politely() -> None:
    table = Terminal()
    table.wait_for("cut> ")
    table.type("100\nbanker 25\n")
    table.wait_for("behind.")
    table.wait_for("> ")
    table.type("\n")
    table.wait_for("╭───╮")
    os.killpg(table.process.pid, signal.SIGINT)
    table.wait_for("Thank you for playing: 1 coup")
    assert table.ended() == 0
    assert "Traceback" not in table.printed


@pytest.mark.parametrize("more", [{"TERM": "dumb"}, {"NO_COLOR": "1"}])
def test_dumb_and_colourless_terminals_are_respected(more: dict[str, str]) -> None:
    table = Terminal("--no-wait", **more)
    table.wait_for("cut> ")
    table.type("\n")
    table.wait_for("> ")
    table.type("\n")
    table.wait_for("Big road")
    table.wait_for("> ")
    table.type("\x04")
    table.wait_for("Thank you for playing: 1 coup")
    assert table.ended() == 0
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]m", table.printed)
    if more.get("TERM") == "dumb":
        assert "\x1b" not in table.printed
