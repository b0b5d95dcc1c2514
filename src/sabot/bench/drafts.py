"""Rulebooks defined by a user's Python file."""

import importlib.util
import traceback
from pathlib import Path

from sabot.core.refusal import Refusal, quoted
from sabot.rules import Rulebook


def drafted(path: str) -> Rulebook:
    """The RULEBOOK that a file defines: a game of one's own, or a document not in force yet.

    >>> drafted("nowhere.py")
    Traceback (most recent call last):
    sabot.core.refusal.Refusal: There is no file "nowhere.py" with a rulebook.
    """
    if not Path(path).is_file():
        raise Refusal("unreadable", None, f"There is no file {quoted(path)} with a rulebook.")
    file = str(Path(path).absolute())
    spec = importlib.util.spec_from_file_location("drafted", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # a user's file may raise anything
        raise Refusal(
            "unreadable", None, f"{quoted(path)} is no rulebook: {_fault(error, file)}."
        ) from None
    book = getattr(module, "RULEBOOK", None)
    if not isinstance(book, Rulebook):
        raise Refusal("unreadable", None, f"{quoted(path)} defines no rulebook RULEBOOK.")
    return book


def _fault(error: Exception, file: str) -> str:
    """Return the error of a file, with its line."""
    steps = traceback.extract_tb(error.__traceback__)
    line = next((step.lineno for step in reversed(steps) if step.filename == file), None)
    what = str(error)
    if isinstance(error, SyntaxError):
        line, what = error.lineno, error.msg
    where = f"line {line}, " if line else ""
    return f"{where}{type(error).__name__}: {what}".replace("'", '"').rstrip(".")
