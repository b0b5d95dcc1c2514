"""Money is not made at the table by one person's word."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from sabot.engine.ledger import FLOAT
from sabot.engine.streams import Rejection
from sabot.parts.statements import StatementMade
from support.collusion_checks import (
    BACCARAT,
    CHIPS,
    GAMES,
    LUCKY_DRAW,
    SEVEN_UP,
    THREE_CARD,
    Case,
    Game,
    Json,
    alone,
    by_id,
    confirmed,
    nobody_else,
    refused,
)
from support.evening import SIGN, VOUCHER, Evening
from support.provisions import whole

SUE = {"actor": "sue", "role": "casino supervisor"}
LIMITED = 1_900_00


def limited() -> Evening:
    """Baccarat 14.2.3: cleo has a Loss Limit and $1,900 in hand."""
    evening = BACCARAT.evening()
    visit = {"card": "card of cleo", "room": 5_000_00}
    evening.ok("join-table", player="cleo", place=3, chips="1900", card="card of cleo", visit=visit)
    return evening


def declared(game: Game) -> Case:
    return Case(None, game.cleared, "declare-chips", {"player": "ada", "amount": "5000"},
                lambda evening: evening.chips("ada") == CHIPS - 100_00 + 5_000_00,
                holds=False)  # fmt: skip


def voucher(game: Game) -> Case:
    return Case(None, game.cleared, "exchange-voucher",
                {"player": "ada", "amount": "50", **VOUCHER},
                lambda evening: evening.chips("ada", "tokens") == 50_00, holds=False)  # fmt: skip


def counted(game: Game) -> Case:
    def stage() -> Evening:
        evening = game.evening()
        evening.ok("fill", **SUE, amount="1000", slip="1")
        return evening

    return Case(None, stage, "close-float", {"counted": "50000"},
                lambda evening: evening.money(FLOAT) == 0, by=SUE)  # fmt: skip


def won() -> Evening:
    """A coup is over in which ada has won 95 on the Banker."""
    evening = BACCARAT.evening()
    evening.bet("ada", "banker")
    BACCARAT.deal(evening)
    evening.finish()
    return evening


def paid(over: bool, change: int) -> Case:
    fields = {"of": "wager", "coup": 1, "amount": "50", "over": over, "note": "miscounted",
              "player": "ada"}  # fmt: skip
    return Case("12.18", won, "find-mispayment", fields,
                lambda evening: evening.chips("ada") == CHIPS + 95_00 + change,
                holds=False)  # fmt: skip


CASES = {
    **{f"{game.id} chips declared": declared(game) for game in GAMES},
    **{f"{game.id} a voucher": voucher(game)
       for game in (BACCARAT, SEVEN_UP, THREE_CARD, LUCKY_DRAW)},
    **{f"{game.id} a count": counted(game) for game in GAMES},
    "star-baccarat 12.18 too much": paid(True, 50_00),
    "star-baccarat 12.18 too little": paid(False, -50_00),
    "star-baccarat 14.2.3": Case(None, limited, "leave-table", {"player": "cleo", "declared": "0"},
                                 lambda evening: "cleo" not in evening.table.patrons, holds=False),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("check", [alone, nobody_else, refused, confirmed])
def test_money_made_at_the_table(check: Callable[[Case], object], name: str) -> None:
    check(CASES[name])


def test_baccarat_12_18_nearest_miss_who_had_no_wager_was_not_paid_for_one() -> None:
    evening = BACCARAT.cleared()
    said = {"of": "wager", "amount": "50", "over": True, "note": "miscounted"}
    evening.no("no-wager", "find-mispayment", player="ben", coup=1, **said)
    evening.no("no-wager", "find-mispayment", player="ada", coup=2, **said)
    evening.no("no-coup", "find-mispayment", player="ada", coup=3, **said)


@pytest.mark.parametrize("missing", ["number", "conditions"])
def test_nearest_miss_a_voucher_without_what_is_printed_on_it(missing: str) -> None:
    evening = BACCARAT.evening()
    said = {**VOUCHER, missing: " "}
    evening.no("say-more", "exchange-voucher", player="ada", amount="50", **said)


def test_baccarat_14_2_3_nearest_miss_what_the_books_have_needs_nobody_else() -> None:
    evening = limited()
    evening.says("leave-table", player="cleo", declared="1900")
    assert "cleo" not in evening.table.patrons


@pytest.mark.parametrize("game", GAMES, ids=by_id)
def test_nearest_miss_a_count_that_agrees_needs_nobody_else(game: Game) -> None:
    evening = Evening(game.id)
    evening.says("close-float", **SUE, counted="100000")
    assert evening.money(FLOAT) == 0 and not evening.table.statements.pending


@pytest.mark.parametrize("game", GAMES, ids=by_id)
def test_chips_brought_on_joining_are_counted_again(game: Game) -> None:
    """A dealer who may not declare chips alone cannot let them be brought either."""
    evening = Evening(game.id)
    evening.says("join-table", player="ada", place=1, chips="1000000", card="card of ada")
    assert evening.chips("ada") == 0


def test_baccarat_2_4_1_a_cashless_purchase_is_not_the_dealers_word() -> None:
    evening = Evening("star-baccarat", cashless=True)
    evening.join("ada", 1, chips="0")
    evening.says("buy-chips", player="ada", amount="5000", means="cashless")
    assert evening.chips("ada") == 0


@pytest.mark.parametrize("game", GAMES, ids=by_id)
def test_a_count_is_confirmed_of_the_tray_that_was_counted(game: Game) -> None:
    """Nothing comes into the tray or out of it meanwhile, or the count is no longer one of it."""
    evening = game.evening()
    evening.says("close-float", **SUE, counted="99000")
    if not isinstance(evening.ask("buy-chips", player="ada", amount="1000"), Rejection):
        evening.says("buy-chips", player="ada", amount="1000")
    word: Json = {"actor": "vera", "role": "casino supervisor", "number": 1, "reason": "counted"}
    decided = evening.ask("confirm-statement", **word)
    assert isinstance(decided, Rejection) or decided[1].variance == -1_000_00


def test_baccarat_12_18_nearest_miss_nothing_was_paid_yet() -> None:
    said: Json = {"of": "wager", "amount": "500", "over": True, "note": "miscounted"}
    said["player"] = "ada"
    evening = BACCARAT.evening()
    BACCARAT.bet(evening)
    assert isinstance(evening.ask("find-mispayment", coup=1, **said), Rejection)
    assert isinstance(BACCARAT.begun().ask("find-mispayment", coup=1, **said), Rejection)


def test_baccarat_12_18_2_a_correction_is_paid_to_whom_it_was_found_for() -> None:
    """A finding by two is not changed by one person's note on the inquiry."""
    evening = BACCARAT.evening()
    for player in ("ada", "ben"):
        evening.bet(player, "banker")
    BACCARAT.deal(evening)
    evening.finish()
    said: Json = {"of": "wager", "coup": 1, "amount": "50", "over": False, "note": "short"}
    evening.ok("find-mispayment", player="ben", **said)
    before = evening.chips("ada")
    attempt: Json = {"number": 1, "step": "contact", "note": "spoke to them", "player": "ada"}
    if not isinstance(evening.ask("record-attempt", **attempt), Rejection):
        evening.says("record-attempt", **attempt)
    evening.ok("rectify-payment", **SUE, number=1)
    assert evening.chips("ada") == before


def test_nearest_miss_a_tray_waits_for_its_count_behind_another_statement_too() -> None:
    evening = BACCARAT.cleared()
    cards = list(BACCARAT.other)
    said: Json = {"situation": "wrong-deal", "cards": cards}
    said["circumstances"] = {"in_doubt": False, "exposed": True}
    evening.says("report-irregularity", **said)
    evening.says("close-float", **SUE, counted="99000")
    assert isinstance(evening.ask("buy-chips", player="ada", amount="1000"), Rejection)


def test_nearest_miss_what_a_dealer_counts_alone_is_ten_of_the_greatest_wager() -> None:
    evening = Evening("star-baccarat")
    evening.says("join-table", player="ada", place=1, chips="10000", card="card of ada")
    assert evening.chips("ada") == 10_000_00
    evening.says("join-table", player="ben", place=2, chips="10000.50", card="card of ben")
    assert "ben" not in evening.table.patrons
    evening.no("own-statement", "confirm-statement", number=1, reason="so",
               role="casino supervisor")  # fmt: skip
    evening.says("confirm-statement", actor="vera", role="casino supervisor", number=1,
                 reason="counted")  # fmt: skip
    assert evening.chips("ben") == 10_000_50


def test_baccarat_2_4_1_a_cashless_purchase_that_is_confirmed() -> None:
    evening = Evening("star-baccarat", cashless=True)
    evening.join("ada", 1, chips="0")
    evening.says("buy-chips", player="ada", amount="5000", means="cashless")
    evening.says("confirm-statement", actor="vera", role="casino supervisor", number=1,
                 reason="on the terminal's slip")  # fmt: skip
    assert evening.chips("ada") == 5_000_00


def close_announced(evening: Evening) -> None:
    """Put up a sign that the table closes in an hour, wait for it, and close the table."""
    at = evening.now + timedelta(hours=1)
    evening.ok("post-sign", **SUE, kind="close", takes_effect=at)
    evening.now = at
    evening.ok("close-table", actor="omar", role=whole(evening.table.conduct.general).close.by)


def come_and_go(evening: Evening, chips: str) -> bool:
    """Buy ada in with chips that the dealer counts, and let her leave with them: return True if no
    second person was needed."""
    made = evening.says("join-table", player="ada", place=1, chips=chips, card="card of ada")[0]
    if isinstance(made, StatementMade):
        evening.says("refuse-statement", number=made.number, reason="not so")
        return False
    evening.says("leave-table", player="ada")
    return True


@pytest.mark.parametrize("game", GAMES, ids=by_id)
def test_leaving_and_coming_again_is_counted_by_two_in_the_end(game: Game) -> None:
    """Ten of the greatest wager for each place of the table on one local day, however often the
    tray or the table is closed and opened again."""
    evening = Evening(game.id)
    for _ in range(evening.table.opened.places):
        assert come_and_go(evening, "10000")
    assert not come_and_go(evening, "0.50")
    assert come_and_go(evening, "0")
    evening.ok("close-float", **SUE, counted="100000")
    evening.ok("open-float", **SUE, amount="100000")
    assert not come_and_go(evening, "0.50")
    evening.ok("close-float", **SUE, counted="100000")
    close_announced(evening)
    if evening.table.stack.check:
        evening.ok("check-cards", **SUE, dealer="dana")
    evening.ok("open-table", **SUE, rulebook=game.id, feed="typed", sign=SIGN)
    assert not come_and_go(evening, "0.50")
    evening.wait(hours=24)
    evening.ok("open-float", **SUE, amount="100000")
    assert come_and_go(evening, "10000")
    assert evening.replayed() == evening.table


@pytest.mark.parametrize("game", GAMES, ids=by_id)
def test_cash_beyond_what_one_person_counts_is_counted_by_two(game: Game) -> None:
    """Change cash into chips without a second person."""
    evening = game.evening()
    evening.says("buy-chips", player="ada", amount="10000")
    assert evening.chips("ada") == CHIPS + 10_000_00
    evening.says("buy-chips", player="ada", amount="10000.50")
    assert evening.chips("ada") == CHIPS + 10_000_00
    evening.no("own-statement", "confirm-statement", number=1, reason="so",
               role="casino supervisor")  # fmt: skip
    evening.says("confirm-statement", actor="vera", role="casino supervisor", number=1,
                 reason="counted")  # fmt: skip
    assert evening.chips("ada") == CHIPS + 20_000_50
    for _ in range(evening.table.opened.places - 3):
        evening.says("buy-chips", player="ben", amount="10000")
    made = evening.says("buy-chips", player="ben", amount="1")[0]
    assert isinstance(made, StatementMade)
    assert evening.replayed() == evening.table


def test_nearest_miss_what_two_have_counted_is_not_counted_as_one_persons() -> None:
    evening = Evening("star-baccarat")
    evening.ok("join-table", player="ben", place=2, chips="50000", card="card of ben")
    visit = {"card": "card of cleo", "room": None}
    evening.ok("join-table", player="cleo", place=3, chips="9000", card="card of cleo", visit=visit)
    assert evening.table.counted_alone == 0
    for _ in range(evening.table.opened.places):
        assert come_and_go(evening, "10000")
    assert not come_and_go(evening, "0.50")


@pytest.mark.parametrize("game", GAMES, ids=by_id)
@pytest.mark.parametrize("name", ["ada", "ADA", "ada ", "a.da", "\uff41da"])
def test_nobody_acts_for_the_house_on_their_own_account(game: Game, name: str) -> None:
    """A role is not taken up on the way to count one's own chips."""
    evening = game.cleared()
    before = evening.table
    for role in ("dealer", "casino supervisor"):
        own: Json = {"actor": name, "role": role, "player": "ada"}
        evening.no("plays-here", "buy-chips", **own, amount="50")
        evening.no("plays-here", "declare-chips", **own, amount="50")
        evening.no("plays-here", "exchange-voucher", **own, amount="50", **VOUCHER)
        evening.no("plays-here", "place-wager", **own, on=game.on, amount="50")
    assert evening.table is before


def test_nearest_miss_nobody_counts_the_chips_that_they_bring() -> None:
    evening = Evening("star-baccarat")
    brings: Json = {"player": "eve", "place": 3, "chips": "9000", "card": "card of eve"}
    evening.no("plays-here", "join-table", actor="Eve", role="dealer", **brings)
    evening.no("player-card", "join-table", actor="eve", role="player", **brings)
    evening.says("join-table", **brings)
    assert evening.chips("eve") == 9_000_00
