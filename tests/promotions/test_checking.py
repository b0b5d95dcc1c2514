"""Terms checked by several documents at once: each finding of one is found."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from rules.test_citations import cited as citations
from sabot import RULEBOOKS
from sabot.cli.documents.amendment import amendment
from sabot.promotions.terms import read_terms
from sabot.promotions.terms_check import check
from sabot.rulebooks.catalogue import catalogue
from sabot.rules.promotions import PRIZES, Promotions
from support.promotion_checks import DETAILS, LEFT_OUT, STARTS, TERMS, form, lines, prize

FOUR = [name for name, book in RULEBOOKS.items() if book.promotions is not None]
STRICT = [name for name in FOUR if name != "star-baccarat"]
FORBIDDEN = {"cash", "tobacco", "firearm", "weapon", "prescribed"}
CITATION = re.compile(r"\d{1,2}(\.\d{1,2})+")


def section(game: str) -> Promotions:
    found = RULEBOOKS[game].promotions
    assert found is not None
    return found


def test_four_documents_have_a_section() -> None:
    assert FOUR == ["star-baccarat", "star-seven-up", "star-three-card", "star-lucky-draw"]


@pytest.mark.parametrize("games", [*([each] for each in FOUR), FOUR], ids=str)
def test_complete_terms_are_accepted(games: list[str]) -> None:
    allowed = [prize(kind, value="12000") for kind in PRIZES if kind not in {*FORBIDDEN, "liquor"}]
    assert lines(games, *allowed, prize("liquor", litres=20)) == []


def omissions() -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Every single thing that can be left out: its key, a prize and the terms."""
    for key in TERMS:
        if key not in ("scrutineer", "delivery"):
            yield key, prize(), {key: LEFT_OUT}
    for kind, details in DETAILS.items():
        for key in ("description", "value", "conditions", *details):
            yield key, prize(kind, **{key: LEFT_OUT}), {}


@pytest.mark.parametrize(("key", "given", "terms"), list(omissions()))
def test_each_omission_is_one_line_of_each_document(
    key: str, given: dict[str, Any], terms: dict[str, Any]
) -> None:
    found = lines(FOUR, given, **terms)
    assert [(item, game) for item, _, game in found] == [(key, game) for game in FOUR]
    for _, clause, game in found:
        catalogue(game).clause(clause)


@pytest.mark.parametrize("kind", sorted(FORBIDDEN))
def test_each_forbidden_thing_is_one_line_of_each_document(kind: str) -> None:
    found = lines(FOUR, prize(kind))
    assert [(item, game) for item, _, game in found] == [("kind", game) for game in FOUR]


def test_what_they_differ_in() -> None:
    dear = prize(value="10000.01")
    assert [game for _, _, game in lines(FOUR, dear, scrutineer=LEFT_OUT)] == STRICT
    assert lines(FOUR, delivery=LEFT_OUT) == [("delivery", "16.4", "star-baccarat")]
    cash = [("kind", "16.4", "star-baccarat"), *(("kind", "CCA 76A", each) for each in STRICT)]
    assert lines(FOUR, prize("cash")) == cash
    assert lines(FOUR, prize("cash"), head={"law": False}) == cash[:1]
    slots = lines(FOUR, prize("slots-dollars", money_instead="cheque"))
    assert [game for _, _, game in slots] == STRICT


def test_money_instead_can_be_wrong_twice() -> None:
    found = lines("star-baccarat", prize("casino-dollars", money_instead="cash"))
    assert [clause for _, clause, _ in found] == ["16.3", "16.4"]


def test_a_kind_left_out_is_the_only_thing_asked_of_it() -> None:
    assert lines("star-baccarat", prize(kind="", litres=20)) == [
        ("kind", "16.7.11", "star-baccarat")
    ]


def test_a_rulebook_named_twice_speaks_once() -> None:
    assert lines(["star-baccarat", "star-baccarat"], held="") == [
        ("held", "16.7.7", "star-baccarat")
    ]


def test_a_rulebook_alone_misses_all_that_its_document_asks() -> None:
    for game in FOUR:
        found = {each.item for each in check(read_terms(f'rulebooks = ["{game}"]'.encode()))}
        asked = {*TERMS, "submitted", "prizes"} - {"scrutineer"}
        assert found == (asked if game == "star-baccarat" else asked - {"delivery"})


@pytest.mark.parametrize(
    ("submitted", "starts", "accepted"),
    [
        ("2026-11-30T10:00:00+11:00", "2026-12-01T10:00:00+11:00", True),  # Monday, Tuesday
        ("2026-11-30T10:00:00+11:00", "2026-12-01T09:59:00+11:00", False),
        ("2026-11-30T10:00:00+11:00", "2026-12-01T09:59:59.999+11:00", False),
        ("2026-11-29T23:00:00Z", "2026-12-01T10:00:00+11:00", True),  # the same moment elsewhere
        ("2026-11-29T23:00:01Z", "2026-12-01T10:00:00+11:00", False),
        ("2026-10-03T10:00:00+10:00", "2026-10-04T10:00:00+11:00", False),  # 23 hours: summer time
        ("2026-10-03T10:00:00+10:00", "2026-10-04T11:00:00+11:00", True),
        ("2026-04-04T11:00:00+11:00", "2026-04-05T10:00:00+10:00", True),  # 24 hours by the clock
        ("2026-12-02T10:00:00+11:00", "2026-12-01T10:00:00+11:00", False),  # afterwards
        ("0001-01-01T00:00:00+11:00", "9999-12-31T23:59:59-11:00", True),
    ],
)
def test_hours_are_elapsed_hours(submitted: str, starts: str, accepted: bool) -> None:
    times = {"submitted": submitted, "starts": starts}
    head = {key: datetime.fromisoformat(each) for key, each in times.items()}
    for game in FOUR:
        clause = section(game).submission.clause
        assert lines(game, head=head) == ([] if accepted else [("submitted", clause, game)])


def test_every_clause_is_one_of_its_document() -> None:
    for game in FOUR:
        cited = set(citations(RULEBOOKS[game].promotions, set()))
        assert len(cited) > 30
        for citation in cited:
            catalogue(game).clause(citation)


def test_an_amended_section_is_told_clause_by_clause() -> None:

    book = RULEBOOKS["star-baccarat"]
    rules = section(book.id)
    hours = replace(rules, submission=replace(rules.submission, hours=48))
    (change,) = amendment(book, replace(book, promotions=hours))
    assert (change.part, change.clause) == ("Promotional prizes", "16.12")
    assert str(change) == "prizes, submission, hours: 48, not 24"
    assert replace(book, promotions=hours).digest == book.digest, "no table plays by it"


def test_a_form_says_what_it_said() -> None:
    text = form(FOUR, [prize("travel", value="5000"), prize("liquor", litres=0.5)], {}, {})
    promotion = read_terms(text.encode())
    assert promotion.rulebooks == tuple(FOUR)
    assert promotion.submitted == STARTS - timedelta(days=3)
    assert promotion.terms.attendance is True
    assert [each.value for each in promotion.prizes] == [5000_00, 250_00]
    assert str(promotion.prizes[1].litres) == "0.5"
