"""`sabot rules RULEBOOK --book FILE`: the annotated rulebook as a page, a PDF, JSON or XML."""

from pathlib import Path
from typing import Final

from sabot.annotation.book import annotated
from sabot.annotation.forms import FORMS
from sabot.annotation.page import page
from sabot.annotation.source import OfficialCopy, read_copy
from sabot.core.refusal import Refusal, quoted
from sabot.math_report.pdf import find_browser, print_pdf
from sabot.rules import Rulebook

PDF: Final = ".pdf"


def write_book(book: Rulebook, output: str, language: str, text: str | None) -> OfficialCopy | None:
    """Write the annotated rulebook to a file, beside the user's copy of the document if one is
    named; return that copy. Nothing is written if the copy is not the document."""
    path = Path(output)
    ending = path.suffix.lower()
    if ending not in (*FORMS, PDF):
        known = ", ".join((*FORMS, PDF))
        raise Refusal(
            "bad-words", None, f"A book is written as {known}: {quoted(output)} has another ending."
        )
    if ending == PDF:
        find_browser()
    copy = None if text is None else read_copy(book.id, Path(text))
    made = annotated(book, language, copy)
    if ending == PDF:
        print_pdf(page(made), path)
    else:
        _write(path, FORMS[ending](made))
    return copy


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8")
    except (OSError, ValueError):
        raise Refusal(
            "unwritable", None, f"The file {quoted(str(path))} cannot be written."
        ) from None


def describe_copy(copy: OfficialCopy) -> list[str]:
    """Return what a user's copy is, and each list of clauses that do not match, as lines."""
    if copy.identical:
        lines = [f"{copy.file} is the document that was read, byte for byte."]
    else:
        lines = [
            f"{copy.file} is the document in another form: {copy.matching} clauses have its words.",
            f"SHA-256 of this copy: {copy.sha256}",
        ]
    lists = {
        "Worded otherwise": copy.differing,
        "Not found": copy.missing,
        "Without a number in the text that was read": copy.unnumbered,
        "Not in the catalogue": copy.unknown,
    }
    return lines + [f"{head}: {', '.join(each)}" for head, each in lists.items() if each]
