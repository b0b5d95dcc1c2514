"""Mini-Baccarat, cell by cell: cards too many, misplaced cards, late voids (12.1 to 12.5)."""

import pytest

from sabot.rules.irregularities.irregularity import Value
from support.cells import cell
from support.matrix_checks import SUPERVISOR, clause_of, done, for_supervisor, refused, report
from support.mini_evening import (
    BANKER_DRAWS,
    BANKER_STANDS,
    FULL,
    PAIRS,
    PLAYER_WINS,
    STAKE,
    betting,
    dealt,
    face_down,
    take_down,
)

# 12.1 to 12.3 A card too many


@cell("surplus-to-player-banker-draws", 0)
def test_12_1_a_card_wrongly_drawn_to_the_player_is_the_bankers() -> None:
    evening = dealt(BANKER_DRAWS)
    (card,) = report(evening, "surplus-to-player-banker-draws", card="4C")
    assert (card.hand, card.clause) == ("banker", "12.1")  # type: ignore[attr-defined]
    evening.finish()  # 6 against 9
    assert evening.chips("alice") == FULL - STAKE
    assert evening.chips("bob") == FULL + 9_500
    done(evening)


def test_12_1_a_card_that_lies_face_down_stays_so() -> None:
    evening = face_down(BANKER_DRAWS)
    evening.turn()
    (card,) = report(evening, "surplus-to-player-banker-draws")
    assert (card.card, card.up) == (None, False)  # type: ignore[attr-defined]


def test_12_1_nearest_miss_the_banker_has_to_stand() -> None:
    evening = dealt(BANKER_STANDS)
    rejection = refused(evening, "not-so", "surplus-to-player-banker-draws", card="4C")
    assert rejection.clause == "12.1"


@cell("surplus-to-player-banker-stands", 0)
@cell("surplus-to-banker", 0)
@cell("no-bet-forced", 0)
@pytest.mark.parametrize("situation", ["surplus-to-player-banker-stands", "surplus-to-banker"])
def test_12_2_an_excess_card_that_was_seen_opens_a_no_bet_round(situation: str) -> None:
    evening = dealt(BANKER_STANDS)
    stack = evening.table.stack.dealt
    report(evening, situation, {"exposed": True}, card="4C")
    assert clause_of(evening, "no-bet-forced", {"forced_by": "card"}) == ("12.2", "NO_BET_MUST")
    evening.finish()
    assert evening.chips("alice") == FULL - STAKE
    assert evening.no_bet("no-bet-coup", "alice", "player").clause == "12.2"
    evening.coup("4C 9S KH QD")  # played to its end, the excess card first
    assert evening.table.stack.dealt == stack + 4
    assert evening.table.round.no_bet is None
    evening.bet("alice", "player")
    done(evening)


@cell("first-card-exposed", 1)
def test_12_2_a_first_card_drawn_out_and_seen_clears_all_wagers() -> None:
    evening = betting()
    report(evening, "first-card-exposed", {"face_up": False}, card="4C")
    assert evening.chips("alice") == evening.chips("bob") == FULL
    assert evening.table.round.no_bet == "12.2"
    evening.coup("4C 9S KH QD")
    assert evening.table.last is not None
    assert evening.table.last.slots[0].card == "4C"
    done(evening)


def test_12_2_nearest_miss_a_card_that_is_due_is_not_in_excess() -> None:
    evening = dealt(BANKER_DRAWS)
    rejection = refused(evening, "not-so", "surplus-to-banker", {"exposed": True}, card="4C")
    assert rejection.clause == "12.2"


@cell("surplus-to-player-banker-stands", 1)
@cell("surplus-to-banker", 1)
@pytest.mark.parametrize("situation", ["surplus-to-player-banker-stands", "surplus-to-banker"])
def test_12_3_an_excess_card_that_nobody_saw_opens_a_round_with_wagers(situation: str) -> None:
    evening = dealt(BANKER_STANDS)
    report(evening, situation, {"exposed": False})
    evening.finish()
    assert evening.table.round.no_bet is None
    evening.bet("alice", "player")
    evening.ok("no-more-bets")
    evening.card("9C")
    assert not evening.table.round.slots[0].up
    evening.deal("5S KH QD")
    evening.finish()
    assert evening.chips("alice") == FULL
    assert evening.table.stack.seen["9C"] == 1
    done(evening)


def test_12_3_nearest_miss_a_card_that_was_seen_bars_wagers() -> None:
    evening = dealt(BANKER_STANDS)
    report(evening, "surplus-to-banker", {"exposed": True}, card="4C")
    evening.finish()
    evening.no_bet("no-bet-coup", "alice", "player")


# 12.4 Misplaced cards

PLACED: list[tuple[str, dict[str, Value]]] = [
    ("hand-short", {"hand": "banker"}),
    ("dealt-or-burned-in-error", {"burned": False}),
    ("wrong-deal", {"in_doubt": False}),
]
misplaced = pytest.mark.parametrize(
    ("situation", "said"), PLACED, ids=[situation for situation, _ in PLACED]
)


@cell("hand-short", 1)
@cell("dealt-or-burned-in-error", 1)
@cell("wrong-deal", 2)
@misplaced
def test_12_4_cards_that_were_seen_are_put_right_and_wagers_stay(
    situation: str, said: dict[str, Value]
) -> None:
    evening = dealt("9S 5H KC 4D")  # a natural for both: the table saw them in the wrong order
    report(evening, situation, {**said, "exposed": False}, cards=["9S", "KC", "5H", "4D"])
    assert evening.table.round.take_down is None
    taken = {"actor": "alice", "role": "player", "player": "alice"}
    assert evening.no("not-offered", "take-down", **taken).clause == "4.6"
    evening.deal("AC")  # 9 and 5 are 4: the Player draws, the Banker has 4 and stands on an ace
    evening.finish()
    assert evening.chips("alice") == FULL + STAKE
    done(evening)


@cell("hand-short", 2)
@cell("dealt-or-burned-in-error", 2)
@cell("wrong-deal", 3)
@misplaced
def test_12_4_while_no_card_was_seen_each_player_may_take_wagers_down(
    situation: str, said: dict[str, Value]
) -> None:
    evening = face_down(PLAYER_WINS)
    report(evening, situation, {**said, "exposed": False}, cards=[None] * 4)
    assert evening.no("take-down", "expose-cards", cards=[]).clause == "12.4"
    evening.no("proxy", "take-down", actor="bob", role="player", player="alice")
    take_down(evening, "bob")
    assert evening.chips("bob") == FULL
    evening.no("no-wager", "take-down", actor="bob", role="player", player="bob")
    assert evening.no_bet("untouched", "bob", "banker").clause == "4.6"
    assert evening.no_bet("untouched", "alice", "player", "5").clause == "4.6"
    evening.ok("resume-play")
    evening.no("not-stopped", "resume-play")
    evening.deal("")
    evening.finish()
    assert (evening.chips("alice"), evening.chips("bob")) == (FULL + STAKE, FULL)
    done(evening)


@cell("no-bet-forced", 1)
def test_12_4_when_all_wagers_are_down_the_round_goes_on_without_any() -> None:
    evening = face_down(PLAYER_WINS)
    said: dict[str, Value] = {"in_doubt": False, "exposed": False}
    report(evening, "wrong-deal", said, cards=[None] * 4)
    kept = clause_of(evening, "no-bet-forced", {"forced_by": "taken down"})
    assert kept == ("12.4", "NO_BET_MUST")
    for player in ("alice", "bob"):
        take_down(evening, player)
    evening.ok("resume-play")
    assert evening.table.round.no_bet == "12.4"
    evening.deal("")
    evening.finish()
    assert evening.chips("alice") == evening.chips("bob") == FULL
    assert evening.table.round.no_bet is None
    done(evening)


def test_12_4_pairs_settled_on_misplaced_cards_are_settled_again() -> None:
    evening = betting(side_bets=PAIRS)
    evening.bet("alice", "perfect-pairs-player", "10")
    evening.bet("alice", "perfect-pairs-banker", "10")
    evening.deal("5S KC 5S 2C")  # a perfect pair for the Player, and the Banker has 2
    assert evening.chips("alice") == FULL - STAKE - 2_000 + 1_000 + 25_000
    cards = ["5S", "KC", "2C", "5S"]  # no pair at all
    report(evening, "wrong-deal", {"in_doubt": False, "exposed": True}, cards=cards)
    assert evening.chips("alice") == FULL - STAKE - 2_000
    evening.deal("")
    assert evening.table.round.settled
    assert evening.chips("alice") == FULL - STAKE - 2_000
    evening.deal("")
    done(evening)


def test_12_4_a_settled_round_whose_cards_still_lie_there_is_put_right() -> None:
    evening = dealt("9S 5H KC 4D")
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    report(
        evening,
        "wrong-deal",
        {"in_doubt": False, "exposed": True},
        cards=["KC", "9S", "4D", "5H"],
    )
    assert evening.money("layout") == 2 * STAKE
    evening.deal("AC")
    evening.finish()  # 5 against 4
    assert evening.chips("alice") == FULL + STAKE
    done(evening)


@cell("cannot-rebuild", 1)
def test_12_4_what_cannot_be_rebuilt_a_supervisor_voids_with_pairs_reversed() -> None:
    evening = betting(side_bets=PAIRS)
    evening.bet("alice", "perfect-pairs-player", "10")
    evening.bet("bob", "perfect-pairs-banker", "10")
    evening.deal("5S KC 5S 2C")
    for_supervisor(evening, "12.4", "cannot-rebuild")
    report(evening, "cannot-rebuild", **SUPERVISOR)
    assert evening.table.round.void == "12.4"
    assert evening.chips("alice") == evening.chips("bob") == FULL
    assert evening.table.patrons["alice"].lost == 0
    refused(evening, "void", "cannot-rebuild", **SUPERVISOR)
    evening.ok("clear-cards")
    evening.bet("alice", "player")
    evening.coup("9S 5H KD QC")  # with the cards that are left
    done(evening)


def test_12_4_nearest_miss_between_two_rounds_no_clause_speaks() -> None:
    evening = dealt(PLAYER_WINS)
    evening.finish()
    (asked,) = report(evening, "wrong-deal", {"in_doubt": False, "exposed": True})
    assert asked.about  # type: ignore[attr-defined]
    assert evening.chips("alice") == FULL + STAKE


def test_12_4_nearest_miss_every_card_that_came_out_has_to_be_named() -> None:
    evening = dealt(PLAYER_WINS)
    said: dict[str, Value] = {"in_doubt": False, "exposed": True}
    assert refused(evening, "not-so", "wrong-deal", said, cards=["9S", "5H"]).clause == "12.4"
    refused(evening, "unknown-card", "wrong-deal", said, cards=["9S", "5H", "KD", "1C"])


# 12.5 Found in a later round


@cell("found-after-next-coup", 1)
def test_12_5_that_round_alone_is_void_with_its_pairs() -> None:
    evening = betting(side_bets=PAIRS)
    evening.bet("alice", "perfect-pairs-player", "10")
    evening.coup("5S KC 5S 2C TD 9C")  # the Banker wins with 1 against 0
    assert evening.chips("alice") == FULL - STAKE + 25_000
    assert evening.chips("bob") == FULL + 9_500
    evening.bet("alice", "player")
    evening.coup("9S 5H KD QC")
    refused(evening, "say-more", "found-after-next-coup", {"in_doubt": False})
    (done_,) = report(evening, "found-after-next-coup", {"in_doubt": False}, coup=1)
    assert done_.losses == {"alice": STAKE * -1 + 25_000, "bob": 9_500}  # type: ignore[attr-defined]
    assert evening.chips("alice") == FULL + STAKE  # the second round remains as played
    assert evening.chips("bob") == FULL
    assert evening.table.patrons["alice"].lost == -STAKE
    last = evening.table.past
    assert last is not None and last.number == 2 and not last.void
    refused(evening, "void", "found-after-next-coup", {"in_doubt": False}, coup=1)
    refused(evening, "nothing-there", "found-after-next-coup", {"in_doubt": False}, coup=0)
    done(evening)


def test_12_5_a_player_who_has_gone_settles_beyond_the_table() -> None:
    evening = dealt(PLAYER_WINS)
    evening.finish()
    for player in ("alice", "bob"):
        evening.ok("leave-table", actor=player, role="player", player=player)
    evening.join("carol", 3)
    evening.bet("carol", "player")
    evening.deal("2S")
    (reversed_,) = report(evening, "found-after-next-coup", {"in_doubt": False}, coup=1)
    assert reversed_.absent == {"alice": -STAKE, "bob": STAKE}  # type: ignore[attr-defined]
    assert reversed_.owed == {"alice": STAKE}  # type: ignore[attr-defined]
    assert reversed_.kept == {"bob": STAKE}  # type: ignore[attr-defined]
    assert evening.money("float") == 10_000_000 - STAKE
    assert evening.money("layout") == STAKE
    done(evening)


def test_12_5_a_player_without_the_winnings_gives_back_what_is_left() -> None:
    evening = dealt(PLAYER_WINS)
    evening.finish()
    for coup in range(10):
        evening.bet("alice", "player", "1000")
        evening.coup("5S 9H KH QC" if coup % 2 else "5D 9D JH QS")
    evening.bet("alice", "player", "60")
    evening.deal("2S")
    assert evening.chips("alice") == 4_000
    (reversed_,) = report(evening, "found-after-next-coup", {"in_doubt": False}, coup=1)
    assert reversed_.owed == {"alice": STAKE - 4_000}  # type: ignore[attr-defined]
    assert evening.chips("alice") == 0
    done(evening)


def test_12_5_nearest_miss_the_next_round_has_not_begun() -> None:
    evening = dealt(PLAYER_WINS)
    said: dict[str, Value] = {"in_doubt": False}
    assert refused(evening, "not-so", "found-after-next-coup", said, coup=1).clause == "12.5"
    evening.finish()
    refused(evening, "not-so", "found-after-next-coup", said, coup=1)
    evening.bet("alice", "player")
    evening.deal("2S")
    report(evening, "found-after-next-coup", said, coup=1)
