"""The document that a catalogue was written from, and whether a user's copy is that document.

The text is not part of Sabot. `source.toml` has its title, day and SHA-256; `wording.tsv` has a
digest of the wording of each clause, so that a copy with other line breaks, page numbers or markup
is known for the same document, and each clause that is worded otherwise is found.

`python -m sabot.annotation.source RULEBOOK FILE` writes `wording.tsv` of a new document.
"""

import sys
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import Final

from sabot.annotation.official_text import plain, read_clauses, words_of
from sabot.core.refusal import Refusal, quoted
from sabot.rulebooks.catalogue import catalogue

DIGITS: Final = 16
"""Hexadecimal digits of the digest of a clause's wording."""
MOST_BYTES: Final = 20_000_000
ENOUGH: Final = 0.5
"""Share of the clauses that have to read as in the document before a copy counts as one of it."""


@dataclass(frozen=True)
class DocumentSource:
    """The document that was read, and the digests of its clauses' wording, by number."""

    title: str
    authority: str
    dated: str
    sha256: str
    bytes: int
    wording: dict[str, str] = field(repr=False, default_factory=dict)


@dataclass(frozen=True)
class OfficialCopy:
    """A user's copy of the document. `clauses`: its text by clause number; `identical`: byte for
    byte the text that was read. Lists of clauses: `differing` are worded otherwise than in the
    document, `unnumbered` have no number in the text that was read or none here, `missing` were
    found there and not here, `unknown` are here and not in the catalogue."""

    file: str
    sha256: str
    identical: bool
    clauses: dict[str, str] = field(repr=False)
    differing: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    unnumbered: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def matching(self) -> int:
        """Return how many clauses read as in the document."""
        return len(self.clauses) - len(self.differing) - len(self.unknown)


def source_of(rulebook: str) -> DocumentSource | None:
    """Return the document of a rulebook; None if it has none on record."""
    folder = resources.files("sabot.rulebooks") / rulebook.replace("-", "_")
    file = folder / "source.toml"
    if not file.is_file():
        return None
    told = tomllib.loads(file.read_text("utf-8"))
    wording = folder / "wording.tsv"
    rows = wording.read_text("utf-8").splitlines() if wording.is_file() else []
    return DocumentSource(**told, wording=dict(row.split("\t") for row in rows))


def wording_digest(text: str) -> str:
    """Return the digest of a clause's words, independent of case, spaces, punctuation and markup.

    >>> wording_digest("The **Banker's** hand,\\n acts") == wording_digest("the Banker’s hand acts")
    True
    """
    return sha256(words_of(text).encode()).hexdigest()[:DIGITS]


def read_copy(rulebook: str, path: Path) -> OfficialCopy:
    """Read a user's copy of a document. Refuse a file that is none of it."""
    source, raw = source_of(rulebook), _bytes(path)
    if source is None:
        raise Refusal(
            "not-the-document", None,
            "No document is on record for {rulebook}, so that a text cannot be compared.",
            rulebook=rulebook,
        )  # fmt: skip
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _unreadable(path, "is no UTF-8 text") from None
    known = list(catalogue(rulebook).clauses)
    found = read_clauses(text, known)
    same = [each for each in found if wording_digest(found[each]) == source.wording.get(each)]
    digest = sha256(raw).hexdigest()
    if len(same) < ENOUGH * len(source.wording):
        raise Refusal(
            "not-the-document", None,
            "{file} is not the document ({title}): of its {all} clauses it has {same} in its words."
            " Its SHA-256 is {digest}, that of the text that was read {expected}.",
            file=quoted(path.name), all=len(source.wording), title=source.title,
            same=len(same), digest=digest, expected=source.sha256,
        )  # fmt: skip
    agreed = set(same)
    return OfficialCopy(
        path.name,
        digest,
        digest == source.sha256,
        {number: plain(said) for number, said in found.items()},
        _in(source.wording, lambda each: each in found and each not in agreed),
        _in(source.wording, lambda each: each not in found),
        _in(known, lambda each: each not in source.wording),
        _in(found, lambda each: each not in known),
    )


def _in(numbers: Iterable[str], wanted: Callable[[str], bool]) -> tuple[str, ...]:
    return tuple(each for each in numbers if wanted(each))


def _bytes(path: Path) -> bytes:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise _unreadable(path, f"has more than {MOST_BYTES:,} bytes")
        raw = path.read_bytes()
    except OSError as error:
        raise _unreadable(path, f"cannot be read: {error.strerror}") from None
    if raw.startswith(b"%PDF-"):
        raise _unreadable(path, "is a PDF: turn it into text first, for instance by pdftotext")
    return raw


def _unreadable(path: Path, why: str) -> Refusal:
    return Refusal("unreadable", None, "{file} {why}.", file=quoted(str(path)), why=why)


def main(rulebook: str, file: str) -> None:
    """Write `wording.tsv` of a document from its text."""
    known = list(catalogue(rulebook).clauses)
    found = read_clauses(Path(file).read_text("utf-8"), known)
    folder = Path(__file__).parents[1] / "rulebooks" / rulebook.replace("-", "_")
    rows = (f"{each}\t{wording_digest(found[each])}\n" for each in known if each in found)
    (folder / "wording.tsv").write_text("".join(rows))


if __name__ == "__main__":
    main(*sys.argv[1:])
