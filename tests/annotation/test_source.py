"""A user's copy of a document: found clause by clause, and known for the document or refused."""

from hashlib import sha256
from pathlib import Path

import pytest

from sabot import RULEBOOKS
from sabot.annotation import source
from sabot.annotation.official_text import plain, read_clauses
from sabot.annotation.source import DocumentSource, read_copy, source_of, wording_digest
from sabot.core.refusal import Refusal
from sabot.rulebooks import EDITIONS
from sabot.rulebooks.catalogue import catalogue

DOCUMENT = """
An order of the authority

Contents
1. Table .... 2
2. Cards .... 3

# 1. Table

- 1.1 A table has a **cloth**.
- 1.2 The cloth has these areas, as
1.1 says:
  - 1.2.1 one for the player; and
  - 1.2.2 one for the banker.

This is page 2 of 21 pages of the schedule
3

## 2. Cards

2.1. The cards are shuffled as rule
2.10 says.
2.3 The 1<sup>st</sup> card is burned.

Diagram A
"""
NUMBERS = ("1.1", "1.2", "1.2.1", "1.2.2", "2.1", "2.2", "2.3")


def test_each_clause_is_found_by_its_number() -> None:
    found = read_clauses(DOCUMENT, NUMBERS)
    assert list(found) == ["1.1", "1.2", "1.2.1", "1.2.2", "2.1", "2.3"]
    assert plain(found["1.2"]) == "The cloth has these areas, as 1.1 says:"
    assert plain(found["1.2.2"]) == "one for the banker."
    assert plain(found["2.1"]) == "The cards are shuffled as rule 2.10 says."


def test_the_order_tells_a_citation_from_a_clause() -> None:
    found = read_clauses(DOCUMENT.replace("rule\n2.10", "rule 2.10"), NUMBERS)
    assert plain(found["2.3"]) == "The 1st card is burned."


def test_a_citation_far_ahead_takes_no_clause_away() -> None:
    text = "1.1 One, as\n1.3 says.\n1.2 Two.\n1.2.1 An item.\n1.3 Three.\n1.5 New.\n2.1 Four."
    found = read_clauses(text, ("1.1", "1.2", "1.2.1", "1.3", "2.1"))
    assert list(found) == ["1.1", "1.2", "1.2.1", "1.3", "1.5", "2.1"]
    assert plain(found["1.1"]) == "One, as 1.3 says." and plain(found["1.3"]) == "Three."


def test_a_number_used_twice_is_one_clause() -> None:
    twice = "2.2 The cloth.\n2.2 The equipment:\n2.3.1 a shoe.\n2.3 A drop box.\n2.4 A sign."
    found = read_clauses(twice, ("2.2", "2.3", "2.3.1", "2.4"))
    assert {number: plain(text) for number, text in found.items()} == {
        "2.2": "The cloth. 2.2 The equipment:", "2.3.1": "a shoe.", "2.3": "A drop box.",
        "2.4": "A sign.",
    }  # fmt: skip


@pytest.fixture
def document(monkeypatch: pytest.MonkeyPatch) -> str:
    """A document of ours that stands in for an approved one: the summaries of its clauses."""
    book = "canberra-mini"
    rows = [f"{each.number} {each.summary}" for each in catalogue(book).clauses.values()]
    text = "\n\n".join(rows) + "\n"
    found = read_clauses(text, list(catalogue(book).clauses))
    assert list(found) == list(catalogue(book).clauses)
    wording = {number: wording_digest(said) for number, said in found.items()}
    digest = sha256(text.encode()).hexdigest()
    made = DocumentSource("A document", "An authority", "2017-12-06", digest, len(text), wording)
    monkeypatch.setattr(source, "source_of", lambda _: made)
    return text


def test_the_document_itself_is_known_byte_for_byte(document: str, tmp_path: Path) -> None:
    path = tmp_path / "copy.txt"
    path.write_text(document)
    copy = read_copy("canberra-mini", path)
    assert copy.identical and copy.matching == 109
    assert (copy.differing, copy.missing, copy.unnumbered, copy.unknown) == ((), (), (), ())


def test_a_copy_in_another_form_is_known_and_its_changes_are_listed(
    document: str, tmp_path: Path
) -> None:
    first, *others = document.strip().split("\n\n")
    drawn = next(each for each in others if each.startswith("7.1 "))
    others.remove(drawn)
    others[others.index(next(each for each in others if each.startswith("3.2 ")))] = "3.2 Free."
    rows = [first.replace(" ", "\n  ", 3), *others, "15.24 Another rule."]
    path = tmp_path / "copy.txt"
    path.write_text("﻿" + "\n\n7\n\n".join(f"- **{each}**" for each in rows))
    copy = read_copy("canberra-mini", path)
    assert not copy.identical and copy.matching == 107
    assert (copy.differing, copy.missing, copy.unknown) == (("3.2",), ("7.1",), ("15.24",))


def test_another_document_is_refused_with_both_digests(document: str, tmp_path: Path) -> None:
    path = tmp_path / "other.txt"
    path.write_text(document.replace("the", "every"))
    with pytest.raises(Refusal, match="is not the document") as refused:
        read_copy("canberra-mini", path)
    assert sha256(path.read_bytes()).hexdigest() in refused.value.message
    assert sha256(document.encode()).hexdigest() in refused.value.message


@pytest.mark.parametrize(
    ("content", "why"),
    [(b"%PDF-1.7", "is a PDF"), (b"\xff\xfe1.1", "no UTF-8"), (None, "cannot be read")],
)
def test_a_file_that_is_no_text_is_refused(content: bytes | None, why: str, tmp_path: Path) -> None:
    path = tmp_path / "copy.txt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(Refusal, match=why):
        read_copy("canberra-mini", path)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_each_document_has_its_source_on_record(rulebook: str) -> None:
    found, book = source_of(rulebook), next(iter(EDITIONS[rulebook].values()))
    assert found is not None and found.dated == book.dated and len(found.sha256) == 64
    assert set(found.wording) <= set(catalogue(rulebook).clauses)
    assert len(found.wording) > 0.9 * len(catalogue(rulebook).clauses)
