"""Dialogue between the table and its player: lines in, sentences out, short pauses between."""

import contextlib
import os
import select
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator
from typing import TextIO

from rich.console import Console
from rich.text import Text

from sabot.core.refusal import Refusal

try:
    import termios
except ImportError:  # not every system has terminals of this kind
    termios = None  # type: ignore[assignment]

LONGEST_LINE = 1000
ECHOED = 60
SHOWN = 20
WIDE_ENOUGH_TO_EDIT = 20


class TalkEnded(Exception):
    """Raised when the player has left: the input ended, or Ctrl-C was pressed."""


class Screen(Console):
    """A console that prints text as given, and leaves a broken pipe to its caller."""

    def __init__(self, file: TextIO | None = None, width: int | None = None) -> None:
        super().__init__(file=file, width=width, markup=False, highlight=False, emoji=False)

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class Talk:
    """Dialogue with the player, who types into `lines`.

    Pauses and animated cards are for a real terminal only, and stop once the player has `gone`.
    """

    def __init__(self, screen: Console, lines: TextIO, waits: bool = True) -> None:
        self.screen = screen
        self.gone = False
        self._lines = lines
        self._kept: deque[str] = deque()
        self._hurried = False
        self._waits = waits and screen.file.isatty() and not screen.is_dumb_terminal

    @property
    def moves(self) -> bool:
        """Return True if cards are animated."""
        return self._waits and not self.gone and not self._hurried

    @property
    def _at_terminal(self) -> bool:
        return self._lines is sys.stdin and self._lines.isatty()

    @property
    def plain(self) -> bool:
        """Return True if the terminal shows ASCII only."""
        return not self.screen.encoding.startswith("utf")

    @property
    def width(self) -> int:
        return max(1, self.screen.width)

    def say(self, text: str = "", style: str = "") -> None:
        """Print a sentence, wrapped to the window."""
        self.show([Text(text, style=style)])

    def show(self, lines: Iterable[Text]) -> None:
        """Print lines, wrapped to the window if they do not fit, without trailing blanks."""
        width = self.width
        parts: list[Text] = []
        for line in lines:
            parts += [line] if line.cell_len <= width else line.wrap(self.screen, width)
        for part in parts:
            part.rstrip()
        self.screen.print(Text("\n").join(parts), no_wrap=True)

    def refuse(self, refusal: Refusal) -> None:
        """Print a refusal in one sentence, with its clause."""
        self.say(cited(refusal.message, refusal.clause), "yellow")

    def pause(self, seconds: float) -> None:
        """Wait for some seconds. Enter ends this pause and all others of the coup."""
        if not self.moves:
            return
        if termios is None or not self._at_terminal:
            time.sleep(seconds)
        elif select.select([self._lines], [], [], seconds)[0]:
            self._hurried = True
            self._take_ahead(os.read(self._lines.fileno(), LONGEST_LINE))

    def _take_ahead(self, typed: bytes) -> None:
        """Keep lines that were typed early. A first Enter only ends the pause."""
        if not typed:
            self.leave()
        lines = typed.decode(self._lines.encoding, "replace").splitlines(keepends=True)
        whole = [line.rstrip("\r\n") for line in lines if line.endswith(("\r", "\n"))]
        self._kept += whole if whole and whole[0] else whole[1:]

    @contextlib.contextmanager
    def hushed(self) -> Iterator[None]:
        """Turn off the echo of keys, so that they cannot spoil an animation."""
        if termios is None or not self._at_terminal:
            yield
            return
        before = termios.tcgetattr(self._lines)
        silent = [*before]
        silent[3] = before[3] & ~termios.ECHO
        termios.tcsetattr(self._lines, termios.TCSADRAIN, silent)
        try:
            yield
        finally:
            termios.tcsetattr(self._lines, termios.TCSADRAIN, before)

    def leave(self) -> None:
        """End pauses, and let every later question raise `TalkEnded`."""
        self.gone = True
        self._kept.clear()

    def keep(self, line: str) -> None:
        """Keep this line as the answer to the next question."""
        self._kept.append(line)

    def ask(self, prompt: str = "> ") -> str:
        """Return the next line of the player, without its end; raise Left when there is none."""
        self._hurried = False
        if self._kept:
            line = self._kept.popleft()
            self._echo(prompt, line)
            return line
        if self.gone:
            raise TalkEnded
        read = self._typed if self._lines.isatty() else self._piped
        try:
            while len(line := read(prompt)) >= LONGEST_LINE:
                self.say("That line is too long to be a bet.", "yellow")
        except (EOFError, KeyboardInterrupt):
            self.leave()
            self.say()
            raise TalkEnded from None
        return line

    def _typed(self, prompt: str) -> str:
        if not self._at_terminal:
            self.screen.print(Text(prompt), end="")
            return self._line()
        if self.width >= WIDE_ENOUGH_TO_EDIT:
            import readline  # noqa: F401  input() then edits the line and remembers the last ones
        try:
            return input(prompt)[:LONGEST_LINE]
        except OSError:
            raise EOFError from None

    def _piped(self, prompt: str) -> str:
        """Read a line and echo it, since no terminal did."""
        line = self._line()
        self._echo(prompt, line)
        return line

    def _echo(self, prompt: str, line: str) -> None:
        self.say(prompt + printable(line)[:ECHOED], "bold")

    def _line(self) -> str:
        try:
            part = line = self._lines.readline(LONGEST_LINE)
            while len(part) == LONGEST_LINE and not part.endswith("\n"):
                part = self._lines.readline(LONGEST_LINE)
        except OSError:
            raise EOFError from None
        if not line:
            raise EOFError
        return line.rstrip("\r\n")


def printable(text: str) -> str:
    """Replace characters other than printable ASCII by a question mark."""
    return "".join(c if c.isascii() and c.isprintable() else "?" for c in text)


def shown(word: str) -> str:
    """Return a word as a refusal quotes it."""
    text = printable(word)
    return f"'{text}'" if len(text) <= SHOWN else f"'{text[:SHOWN]}'..."


def cited(sentence: str, clause: str | None) -> str:
    """Return the sentence with its clause."""
    return f"{sentence.removesuffix('.')} ({clause})." if clause else sentence


def and_list(words: Iterable[str], last: str = "and") -> str:
    """
    >>> and_list(["player", "banker", "tie"], "or")
    'player, banker or tie'
    """
    *most, final = words
    return f"{', '.join(most)} {last} {final}" if most else final


def chosen(word: str, names: Iterable[str]) -> list[str]:
    """Return the names that a word may stand for: itself, or all that begin with it."""
    listed = list(names)
    return [word] if word in listed else [name for name in listed if name.startswith(word)]
