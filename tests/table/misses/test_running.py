"""Approvals, checks, signs and books: the nearest misses at the live table."""

from datetime import timedelta

import msgspec
import pytest

from sabot.core.money import CHIPS
from sabot.rulebooks import RULEBOOKS
from sabot.rulebooks.catalogue import catalogue, pays_by
from sabot.table.cases.payment_steps import is_on_file
from support.collusion_checks import BACCARAT
from support.evening import Evening
from support.heat_evening import HeatEvening

SUE = {"actor": "sue", "role": "casino supervisor"}
OMAR = {"actor": "omar", "role": "casino operator"}


def test_baccarat_4_7_one_way_of_burning_is_approved_and_no_other() -> None:
    evening = Evening("star-baccarat", ready=False)
    evening.ok("check-cards", **SUE, dealer="dana")
    evening.ok("shuffle", **SUE, reason="fresh cards")
    evening.ok("cut-cards", depth=208, from_back=52)
    evening.ok("approve", **SUE, what="burn", way="shown on request")
    assert evening.no("needs-approval", "burn-cards", way="counted", card="7D").clause == "4.7.3"


def test_baccarat_3_4_cards_that_are_not_sound_stay_to_be_checked() -> None:
    evening = Evening("star-baccarat", ready=False)
    evening.ok("check-cards", **SUE, dealer="dana", missing=1)
    assert evening.table.stack.check == "3.4" and not evening.table.stack.checked
    evening.ok("check-cards", **SUE, dealer="dana")
    assert evening.table.stack.check is None and evening.table.stack.checked


def test_baccarat_3_11_cards_found_unsound_in_play_stay_to_be_checked() -> None:
    evening = Evening("star-baccarat")
    assert evening.table.stack.check is None
    evening.ok("check-cards", **SUE, dealer="dana", ordered_by="casino supervisor", foreign=1)
    assert evening.table.stack.check == evening.table.stack.shuffle == "12.11.2"


def test_mini_3_7_a_sign_of_another_differential_does_not_announce_that_there_is_none() -> None:
    evening = Evening("canberra-mini", sign={"differential": "500"})
    evening.join("ada", 1)
    soon = evening.now + timedelta(seconds=1)
    sign = {"kind": "differential", "takes_effect": soon.isoformat()}
    evening.ok("post-sign", **SUE, **sign, amount="0.01")
    evening.ok("post-sign", **SUE, **sign, amount="600")
    evening.wait(seconds=1)
    without = {"minimum": "5", "maximum": "1000"}
    assert evening.no("no-sign", "change-limits", **OMAR, sign=without).clause is not None
    evening.no("bad-sign", "post-sign", **SUE, kind="differential", takes_effect=evening.now)
    soon = evening.now + timedelta(seconds=1)
    evening.ok("post-sign", **SUE, kind="differential", takes_effect=soon, amount="0")
    evening.wait(seconds=1)
    evening.ok("change-limits", **OMAR, sign=without)
    assert evening.table.sign.differential is None


def test_a_wrong_payment_is_written_alike_wherever_its_currency_was_read() -> None:
    evening = BACCARAT.cleared()
    found = {"of": "wager", "coup": 1, "player": "ada", "amount": "1", "over": True}
    evening.ok("find-mispayment", **SUE, **found, intended=False, note="seen")
    case = evening.mispaid()
    read = msgspec.structs.replace(case, currency="".join([*CHIPS]))
    assert msgspec.json.encode(read) == msgspec.json.encode(case)


@pytest.mark.parametrize(
    ("book", "number", "said"),
    [
        ("star-baccarat", "11.1.9.1", ["Tiger: 12 to 1"]),
        ("star-baccarat", "10.29.3", ["Tiger: loses otherwise"]),
        ("star-baccarat", "10.1", []),
    ],
)
def test_a_clause_says_what_it_pays(book: str, number: str, said: list[str]) -> None:
    assert pays_by(RULEBOOKS[book], catalogue(book).clauses[number]) == said


def test_a_clause_has_its_own_items_and_not_theirs() -> None:
    listing = catalogue("star-baccarat")
    items = [each.number for each in listing.items(listing.clauses["11.1"])]
    assert items and all(each.startswith("11.1.") and each.count(".") == 2 for each in items)
    assert "11.1.9.1" in listing.clauses and not listing.items(listing.clauses["11.1.9.1"])


def test_baccarat_5_6_what_is_approved_for_one_player_is_not_for_another() -> None:
    evening = Evening("star-baccarat")
    for place, player in enumerate(("ada", "ben"), 1):
        evening.join(player, place)
        evening.bet(player, "player")
    evening.ok("approve", **SUE, what="both hands", player="ada")
    evening.bet("ada", "banker")
    evening.no_bet("needs-approval", "ben", "banker")


def test_mini_3_7_a_sign_announces_the_differential_that_it_names() -> None:
    evening = Evening("canberra-mini", sign={"differential": "500"})
    evening.join("ada", 1)
    soon = evening.now + timedelta(seconds=1)
    sign = {"kind": "differential", "takes_effect": soon.isoformat()}
    new = {"minimum": "5", "maximum": "1000", "differential": "600"}
    evening.ok("post-sign", **SUE, **sign, amount="700")
    evening.no("no-sign", "change-limits", **OMAR, sign=new)
    evening.ok("post-sign", **SUE, **sign, amount="600")
    evening.wait(seconds=1)
    evening.ok("change-limits", **OMAR, sign=new)
    assert [each.amount for each in evening.table.signs] == [700_00]


def test_a_sign_that_has_done_its_work_goes_and_the_others_stay() -> None:
    evening = Evening("star-baccarat")
    evening.join("ada", 1)
    at = evening.now.isoformat()
    evening.ok("post-sign", **SUE, kind="minimum", amount="10", takes_effect=at)
    evening.ok("post-sign", **SUE, kind="close", takes_effect=at)
    evening.wait(hours=1)
    evening.ok("change-limits", **OMAR, sign={"minimum": "10", "maximum": "1000"})
    assert [each.kind for each in evening.table.signs] == ["close"]


def test_tournament_chips_are_not_changed_into_colours() -> None:
    evening = HeatEvening("star-baccarat")
    swap = {"player": "ann", "gives": {"100": 1}, "takes": {"25": 4}}
    evening.no("wrong-currency", "colour-change", **swap)


def test_a_payment_is_on_file_once_it_is_closed_and_not_before() -> None:
    evening = BACCARAT.cleared()
    found = {"of": "wager", "coup": 1, "player": "ada", "amount": "1", "over": True}
    evening.ok("find-mispayment", **SUE, **found, intended=False, note="seen")
    assert [is_on_file(evening.table, number) for number in (0, 1, 2)] == [False] * 3
    evening.ok("rectify-payment", **SUE, number=1)
    filed = 1 not in evening.table.payments
    assert [is_on_file(evening.table, number) for number in (0, 1, 2)] == [False, filed, False]


@pytest.mark.parametrize("game", ["star-baccarat", "star-three-card", "star-lucky-draw"])
def test_there_is_nothing_to_pass_before_the_shuffle(game: str) -> None:
    evening = Evening(game, ready=False)
    evening.join("ada", 1)
    cut = evening.table.book.preparation.cut
    refused = evening.no("not-shuffled", "pass-cut", actor="ada", role="player")
    assert cut is not None and refused.clause == cut.clause


@pytest.mark.parametrize(
    ("game", "clause", "areas"),
    [
        ("star-baccarat", "2.2", {3, 5, 6, 7, 8, 9}),
        ("star-seven-up", "2.2.2", {3, 4, 5, 6, 7, 8, 9}),
    ],
)
def test_a_diagram_has_as_many_playing_areas_as_the_document_draws(
    game: str, clause: str, areas: set[int]
) -> None:
    for layout in RULEBOOKS[game].together.layouts:
        assert (set(layout.areas), catalogue(game).clauses[clause].number) == (areas, clause)


@pytest.mark.parametrize(
    ("game", "clause", "must"),
    [
        ("star-baccarat", "16.2", False),
        ("star-seven-up", "16.3", True),
        ("star-three-card", "15.2", True),
        ("star-lucky-draw", "13.2", True),
    ],
)
def test_a_scrutineer_for_prizes_over_10000(game: str, clause: str, must: bool) -> None:
    terms = RULEBOOKS[game].promotions
    assert terms is not None and terms.scrutineer is not None
    found = terms.scrutineer
    assert (found.clause, found.over, found.must) == (clause, 10_000_00, must)
