"""Cards, counted and told: the nearest misses at the live table."""

from typing import Any

import pytest
from msgspec.structs import replace

from sabot.engine.streams import Rejection
from sabot.parts.past import PastCoup
from sabot.parts.statements import StatementMade
from sabot.shoe.procedure import COMMENCING, DEVICE, REPLACED
from sabot.table.cases.records import WantedRecord, wanted
from sabot.table.irregularities.remedies.cards import NoBetForced, no_bet_forced
from sabot.table.irregularities.remedies.devices import StackRenewed, stack_renewed
from sabot.table.irregularities.remedies.wagers import _boxes
from sabot.table.players.recipients import order_clause
from sabot.table.shoe.cutting import may_cut, offered
from sabot.table.shoe.preparation import first_card_lapses
from sabot.table.state import Slot
from support.collusion_checks import BACCARAT, LUCKY_DRAW, MINI, SEVEN_UP, THREE_CARD, Game, by_id
from support.evening import Evening, Json

SUE = {"actor": "sue", "role": "casino supervisor"}


def used_up(evening: Evening) -> None:
    """As if every card had been dealt."""
    stack = evening.table.stack
    evening.table = replace(evening.table, stack=replace(stack, dealt=stack.cards))


def test_baccarat_12_6_a_card_that_left_on_somebodys_word_makes_the_count_a_word_too() -> None:
    said: dict[str, Any] = {"situation": "cards-run-out"}
    honest = BACCARAT.begun()
    used_up(honest)
    assert not isinstance(honest.says("report-irregularity", **said)[0], StatementMade)
    evening = BACCARAT.begun()
    burned = {"situation": "dealt-or-burned-in-error", "circumstances": {"burned": True}}
    evening.ok("report-irregularity", **burned, card="2C")
    used_up(evening)
    assert isinstance(evening.says("report-irregularity", **said)[0], StatementMade)


def test_mini_12_9_cards_are_handed_to_somebody_who_is_there() -> None:
    evening = Evening("canberra-mini", method="down")
    evening.join("ada", 1)
    evening.bet("ada", "player")
    evening.ok("no-more-bets")
    for card in MINI.first.split():
        evening.card(card)
    said = {"situation": "cards-to-wrong-player", "hand": "player", "player": "zoe"}
    evening.no("not-at-table", "report-irregularity", **SUE, **said)


@pytest.mark.parametrize("game", [BACCARAT, SEVEN_UP, THREE_CARD, LUCKY_DRAW, MINI], ids=by_id)
def test_no_card_is_dealt_before_the_burn_by_mere_silence(game: Game) -> None:
    evening = Evening(game.id, ready=False)
    evening.prepare(burn=False)
    evening.join("ada", 1)
    game.bet(evening)
    if evening.table.conduct.calls.required:
        evening.ok("no-more-bets")
    decided = evening.ask("deal-card", card="9S")
    if evening.table.book.preparation.burn_required:
        assert isinstance(decided, Rejection) and decided.code == "not-burned"


def test_baccarat_12_11_a_card_turned_up_is_one_that_the_decks_hold() -> None:
    evening = Evening("star-baccarat", face="down")
    evening.join("ada", 1)
    evening.bet("ada", "player")
    evening.ok("no-more-bets")
    for card in BACCARAT.first.split():
        evening.card(card)
    stack = replace(evening.table.stack, seen={"KS": evening.table.opened.decks})
    evening.table = replace(evening.table, stack=stack)
    cards = [{"slot": 0, "card": "KS"}, *evening.faces()[1:]]
    (made,) = evening.says("expose-cards", hand=None, slot=None, cards=cards)
    assert isinstance(made, StatementMade) and made.clause == "12.11.2"
    evening.no_turn("held")


def test_baccarat_12_3_a_card_is_no_surplus_while_one_is_due() -> None:
    evening = BACCARAT.begun()
    said = {"situation": "surplus-to-banker", "circumstances": {"exposed": True}, "card": "9C"}
    evening.no("not-so", "report-irregularity", **SUE, **said)


@pytest.mark.parametrize("outcome", ["REPLACE_DAMAGED", "REFUND_OR_FINISH", "TRANSFER_CARDS"])
def test_three_card_no_device_is_mended_where_none_is_in_use(outcome: str) -> None:
    evening = THREE_CARD.begun(source="shoe")
    evening.ok("report-irregularity", situation="cards-after-void")
    given = {"id": "x", "actor": "sue", "role": "casino supervisor", "situation": "", "damaged": 1}
    said: Json = {"number": 1, "outcome": outcome, "reason": "x", "report": given}
    decided = evening.ask("decide-report", **SUE, **said)
    assert isinstance(decided, Rejection) and decided.code == "not-so"


def test_mini_7_4_a_hand_with_a_third_card_is_passed_by_its_own_clause() -> None:
    evening = Evening("canberra-mini", method="down")
    evening.join("ada", 1)
    evening.bet("ada", "player")
    evening.ok("no-more-bets")
    for card in ("2S", "4H", "KD", "KC"):
        evening.card(card)
    assert order_clause(evening.table, "player", "ada") == "6.3"
    evening.keep()
    evening.turn()
    evening.card("3D")
    assert order_clause(evening.table, "player", "ada") == "7.4"
    assert order_clause(evening.table, "banker", "ada") == "6.3"


def test_three_card_a_box_joins_while_the_deal_has_not_passed_it() -> None:
    evening = THREE_CARD.evening()
    assert _boxes(evening.table, 1) == (1,)
    assert _boxes(evening.table, 0) == _boxes(evening.table, None) == ()
    most = evening.table.opened.places
    assert (_boxes(evening.table, most), _boxes(evening.table, most + 1)) == ((most,), ())


def shuffled(game: str, *seats: tuple[str, int], **stack: Any) -> Evening:
    """The cards are shuffled and not cut."""
    evening = Evening(game, ready=False)
    evening.ok("check-cards", **SUE, dealer="dana")
    evening.ok("shuffle", **SUE, reason="fresh cards")
    for player, place in seats:
        evening.join(player, place)
    evening.table = replace(evening.table, stack=replace(evening.table.stack, **stack))
    return evening


def test_baccarat_4_3_real_cards_are_not_cut_from_a_page() -> None:
    evening = shuffled("star-baccarat", ("ada", 1))
    assert not may_cut(evening.table, "ada")
    evening.no("wrong-cut", "pass-cut", actor="ada", role="player")
    virtual = shuffled("star-baccarat", ("ada", 1), digest="x")
    assert not may_cut(virtual.table, "ada")
    virtual.no("wrong-cut", "pass-cut", actor="ada", role="player")
    virtual.ok("approve", **SUE, what="players cut")
    assert may_cut(virtual.table, "ada") and not may_cut(virtual.table, "zoe")
    virtual.ok("pass-cut", actor="ada", role="player")


def test_three_card_4_3_2_new_cards_are_offered_like_shuffled_ones() -> None:
    """From the dealer's left, and not to the first to come."""
    evening = shuffled("star-three-card", ("ada", 5), ("ben", 1), occasion=REPLACED)
    assert offered(evening.table) == ("ben",)
    first = shuffled("star-three-card", ("ada", 5), ("ben", 1), occasion=COMMENCING)
    assert offered(first.table) == ("ada",)


def test_a_coup_forced_by_a_card_lapses_with_that_card_alone() -> None:
    table = BACCARAT.evening().table
    waiting = replace(table, stack=replace(table.stack, carried=(Slot(""),)))
    forced = replace(waiting, round=replace(waiting.round, no_bet="12.3"))
    assert [first_card_lapses(each) for each in (table, waiting, forced)] == [False, False, True]
    assert not first_card_lapses(replace(forced, stack=table.stack))


def test_a_decision_about_an_earlier_coup_is_told_what_the_log_has() -> None:
    evening = MINI.cleared()
    for _ in range(2):
        MINI.play(evening)
    report = {"id": "y", "actor": "sue", "role": "casino supervisor", "situation": "", "coup": 1}
    said: Json = {"number": 1, "outcome": "LATE_VOID", "reason": "x"}
    asked = evening.read("decide-report", **SUE, **said, report=report)
    assert wanted(evening.table, asked) == WantedRecord(PastCoup, 1)
    assert wanted(evening.table, evening.read("decide-report", **SUE, **said)) is None


def test_baccarat_12_1_1_a_card_that_came_out_since_waits_and_none_is_burned() -> None:
    evening = BACCARAT.cleared()
    seen = {"situation": "first-card-exposed", "circumstances": {"face_up": False}, "card": "7C"}
    evening.ok("report-irregularity", **SUE, **seen)
    wrong: Json = {"situation": "wrong-deal", "circumstances": {"in_doubt": False}}
    evening.ok("report-irregularity", **SUE, **wrong, cards=[*BACCARAT.other])
    stack = evening.table.stack
    assert [slot.card for slot in stack.waiting] == ["7C"] and not stack.carried
    assert stack.rack == ((None,),), "the burn of the shoe alone"
    assert stack.seen == dict.fromkeys(("7C", *BACCARAT.other), 1)


def test_baccarat_12_2_a_card_dealt_where_one_is_due_is_keyed_like_any_other() -> None:
    evening = BACCARAT.evening()
    BACCARAT.bet(evening)
    evening.deal("2S KH 4D 5C")
    said = {"situation": "surplus-to-player-banker-draws", "card": "6C"}
    (first, *_) = evening.says("report-irregularity", **said)
    assert not isinstance(first, StatementMade)


def test_baccarat_12_2_a_surplus_card_when_none_is_due_touches_no_stake() -> None:
    evening = BACCARAT.dealt()
    said: Json = {"situation": "surplus-to-banker", "circumstances": {"exposed": False}}
    (first, *_) = evening.says("report-irregularity", **said)
    assert not isinstance(first, StatementMade)


def test_baccarat_12_1_what_is_said_of_one_coup_is_not_done_to_another() -> None:
    evening = BACCARAT.settled()
    wrong: Json = {"situation": "wrong-deal", "circumstances": {"in_doubt": False}}
    wrong |= {**SUE, "cards": [*BACCARAT.other]}
    evening.no("no-coup", "report-irregularity", **wrong, coup=2)
    evening.no("too-late", "report-irregularity", **wrong, coup=0)
    evening.ok("clear-cards")
    evening.no("no-coup", "report-irregularity", **wrong, coup=2)
    forced = {"situation": "no-bet-forced", "circumstances": {"forced_by": "card"}}
    evening.ok("report-irregularity", **SUE, **forced, coup=2)
    evening.ok("report-irregularity", **wrong, coup=1)


def test_baccarat_12_4_a_forced_coup_takes_the_place_of_the_next_alone() -> None:
    table = replace(BACCARAT.begun().table, next_no_bet=("7.1", "7.2"))
    forced = NoBetForced(clause="12.3", returned=(), moves=())
    assert no_bet_forced(table, forced).next_no_bet == ("12.3", "7.2")


def test_baccarat_12_1_a_report_in_a_coup_is_about_that_coup() -> None:
    evening = BACCARAT.cleared()
    BACCARAT.bet(evening)
    BACCARAT.deal(evening)
    wrong: Json = {"situation": "wrong-deal", "circumstances": {"in_doubt": False}}
    wrong |= {**SUE, "cards": [*BACCARAT.other]}
    evening.no("too-late", "report-irregularity", **wrong, coup=1)
    evening.ok("report-irregularity", **wrong, coup=2)


def test_cards_of_the_rack_are_counted_when_the_rest_is_shuffled_again() -> None:
    table = BACCARAT.cleared().table
    renewed = StackRenewed(source="shoe", cards=table.stack.cards, depth=100, clause="12.5")
    assert stack_renewed(table, renewed).stack.seen == dict.fromkeys(BACCARAT.other, 1)


def test_baccarat_12_1_1_a_coup_that_a_device_has_mixed_since_is_not_rebuilt() -> None:
    evening = BACCARAT.cleared(source=DEVICE)
    wrong: Json = {"situation": "wrong-deal", "circumstances": {"in_doubt": False}}
    wrong |= {**SUE, "cards": [*BACCARAT.other]}
    table = evening.table
    assert table.last_stack is not None
    evening.table = replace(
        table,
        stack=replace(table.stack, digest="b"),
        last_stack=replace(table.last_stack, digest="a"),
    )
    assert evening.no("mixed", "report-irregularity", **wrong).clause == "12.1.1"
    evening.table = table
    evening.ok("report-irregularity", **wrong)


def test_baccarat_12_1_1_a_card_that_waits_does_not_keep_a_coup_from_being_rebuilt() -> None:
    evening = BACCARAT.dealt()
    surplus: Json = {"situation": "surplus-to-banker", "circumstances": {"exposed": False}}
    evening.ok("report-irregularity", **SUE, **surplus)
    wrong: Json = {"situation": "wrong-deal", "circumstances": {"in_doubt": False}}
    evening.ok("report-irregularity", **SUE, **wrong, cards=[*BACCARAT.other])
    stack = evening.table.stack
    assert len(stack.carried) + len(stack.waiting) == 1
