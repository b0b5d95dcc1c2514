"""No stake that has lost comes back on the dealer's word alone."""

from collections.abc import Callable
from typing import Any

import pytest

from support.collusion_checks import (
    BACCARAT,
    CHIPS,
    LUCKY_DRAW,
    MINI,
    SEVEN_UP,
    THREE_CARD,
    Case,
    Game,
    alone,
    by_id,
    confirmed,
    nobody_else,
    refused,
    report,
)
from support.evening import Evening

ESTABLISHED = {"in_doubt": False, "exposed": True}
STAKE = 100_00
DEVICE = {"source": "device"}
Stage = Callable[[], Evening]


def told(clause: str, stage: Stage, situation: str, done: Callable[[Evening], bool],
         said: dict[str, Any] | None = None, **fields: Any) -> Case:  # fmt: skip
    return Case(clause, stage, "report-irregularity", report(situation, said, **fields), done)


def void(evening: Evening) -> bool:
    """Every stake went back."""
    return evening.chips("ada") == CHIPS


def returned(evening: Evening) -> bool:
    return evening.chips("ada") == CHIPS


def taken_down(clause: str) -> Callable[[Evening], bool]:
    return lambda evening: evening.table.round.take_down == clause


def rebuilt(game: Game, clause: str | None = None) -> Callable[[Evening], bool]:
    """The cards lie in the order that was confirmed, nothing is settled, and (`clause`) wagers may
    be taken down."""

    def so(evening: Evening) -> bool:
        round_ = evening.table.round
        lying = [slot.card for slot in round_.slots]
        over = [slot.card for slot in (*evening.table.stack.carried, *evening.table.stack.waiting)]
        return (
            [*lying, *over] == list(game.other)
            and evening.chips("ada") == CHIPS - STAKE
            and not round_.settled
            and round_.take_down == clause
        )

    return so


def reopened(evening: Evening) -> bool:
    """The settlement is undone: the stake lies there, to be settled again."""
    round_ = evening.table.round
    return evening.table.phase == "dealing" and not round_.settled and round_.result is None


def in_order(clause: str, game: Game, stage: Stage, done: Callable[[Evening], bool]) -> Case:
    return told(clause, stage, "wrong-deal", done, ESTABLISHED, cards=list(game.other))


def lying_down() -> Evening:
    """Canberra: the first four cards lie face down, and none was handed out."""
    evening = MINI.evening(method="down")
    MINI.bet(evening)
    evening.ok("no-more-bets")
    for name in MINI.first.split():
        evening.card(name)
    return evening


def next_begun() -> Evening:
    """Canberra: ada lost the first round, and the next one has begun."""
    evening = MINI.cleared()
    MINI.bet(evening)
    evening.ok("no-more-bets")
    evening.card("2D")
    return evening


def of(game: Game) -> dict[str, Stage]:
    return {
        "on the layout": game.dealt,
        "settled": game.settled,
        "cleared": game.cleared,
    }


CASES = {
    **{
        f"star-baccarat 12.1.1 {when}": in_order("12.1.1", BACCARAT, stage,
                                                 rebuilt(BACCARAT, "12.1.1"))
        for when, stage in of(BACCARAT).items()
    },
    **{
        f"star-seven-up 12.1.1 {when}": in_order("12.1.1", SEVEN_UP, stage,
                                                 rebuilt(SEVEN_UP, "12.1.1"))
        for when, stage in of(SEVEN_UP).items()
    },
    "star-three-card 12.1": told("12.1", THREE_CARD.dealt, "wrong-deal", void,
                                 {"in_doubt": False}),
    **{
        f"star-lucky-draw 10.8 {when}": in_order("10.8", LUCKY_DRAW, stage, rebuilt(LUCKY_DRAW))
        for when, stage in of(LUCKY_DRAW).items()
    },
    "canberra-mini 12.4": in_order("12.4", MINI, MINI.dealt, rebuilt(MINI)),
    "canberra-mini 12.5": told("12.5", next_begun, "found-after-next-coup",
                               lambda evening: evening.chips("ada") == CHIPS - STAKE,
                               {"in_doubt": False}, coup=1),
    "canberra-mini 12.9": told("12.9", lying_down, "cards-to-wrong-player", taken_down("12.9"),
                               hand="player", player="ben"),
    "star-baccarat 12.1.1 short": told("12.1.1", BACCARAT.dealt, "hand-short",
                                       rebuilt(BACCARAT, "12.1.1"), {"hand": "player"},
                                       cards=list(BACCARAT.other)),
    "star-three-card 12.2": told("12.2", THREE_CARD.dealt, "surplus-to-banker", void,
                                 {"exposed": True}),
    "star-three-card 12.6": told("12.6", THREE_CARD.settled, "wrong-call-or-settlement", reopened,
                                 {"paid": True, "rebuildable": True}),
    "star-baccarat 12.17": told("12.17", BACCARAT.dealt, "invalid-wager", returned,
                                player="ada"),
    "star-baccarat 12.17 settled": told("12.17", BACCARAT.settled, "invalid-wager", returned,
                                        player="ada"),
    "star-baccarat 12.22.1": told("12.22.1", BACCARAT.dealt, "loss-limit", returned,
                                  {"duties_kept": False}, player="ada", amount="0"),
    "star-baccarat 12.11.2": told("12.11.2", BACCARAT.dealt, "missing-or-foreign-card", void),
    "star-seven-up 12.8.2": told("12.8.2", SEVEN_UP.dealt, "missing-or-foreign-card", void),
    "star-three-card 12.13.2": told("12.13.2", THREE_CARD.dealt, "missing-or-foreign-card", void),
    "star-lucky-draw 10.15.2": told("10.15.2", LUCKY_DRAW.dealt, "missing-or-foreign-card", void),
    "star-baccarat 13.4": told("13.4", lambda: BACCARAT.settled(**DEVICE), "device-harms", void),
    "star-seven-up 13.4": told("13.4", SEVEN_UP.settled, "device-harms", void),
    "star-three-card 13.4": told("13.4", lambda: THREE_CARD.dealt(**DEVICE), "device-harms", void),
    "star-lucky-draw 11.4": told("11.4", lambda: LUCKY_DRAW.settled(**DEVICE), "device-harms",
                                 void),
    "star-baccarat 13.5": told("13.5", lambda: BACCARAT.begun(**DEVICE), "device-without-spare",
                               taken_down("13.5"), {"damaged": False}),
    "star-seven-up 13.2": told("13.2", SEVEN_UP.settled, "device-without-spare", void,
                               {"damaged": False}),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("check", [alone, nobody_else, refused, confirmed])
def test_a_rescue(check: Callable[[Case], object], name: str) -> None:
    check(CASES[name])


@pytest.mark.parametrize("game", [BACCARAT, SEVEN_UP], ids=by_id)
def test_12_1_1_the_choice_comes_only_after_a_reconstruction(game: Game) -> None:
    """Without the cards in their true order there is no question to confirm."""
    for stage in of(game).values():
        evening = stage()
        before = evening.table
        evening.no("say-more", "report-irregularity", **report("wrong-deal", ESTABLISHED))
        assert evening.table is before


def test_canberra_12_9_nearest_miss_nobody_was_handed_cards() -> None:
    """Face up, or with the hands where they belong, there is no wrong player."""
    lying_down().no("say-more", "report-irregularity", **report("cards-to-wrong-player"))
    told: list[dict[str, Any]] = [
        {}, {"hand": "player", "player": "ada"}, {"hand": "player", "player": "ben"},
    ]  # fmt: skip
    for named in told:
        said = report("cards-to-wrong-player", **named)
        assert MINI.dealt().no("not-so", "report-irregularity", **said).clause == "12.9"
    said = report("cards-to-wrong-player", hand="player", player="ada")
    lying_down().no("not-so", "report-irregularity", **said)


@pytest.mark.parametrize("coup", [0, 2, 3])
def test_canberra_12_5_nearest_miss_a_round_that_is_not_over(coup: int) -> None:
    said = report("found-after-next-coup", {"in_doubt": False}, coup=coup)
    assert next_begun().ask("report-irregularity", **said).code in ("not-so", "nothing-there")


@pytest.mark.parametrize("game", [BACCARAT, SEVEN_UP, THREE_CARD, LUCKY_DRAW, MINI],
                         ids=by_id)  # fmt: skip
def test_an_empty_shoe_is_seen_and_not_told(game: Game) -> None:
    """Baccarat, 7-Up 12.6; Three Card, Canberra 12.7; Lucky Draw 10.10: the count shows it."""
    evening = game.begun()
    evening.no("not-so", "report-irregularity", **report("cards-run-out"))


@pytest.mark.parametrize("game", [THREE_CARD, LUCKY_DRAW], ids=by_id)
def test_an_error_told_after_the_shuffle_is_dealt_with(game: Game) -> None:
    """Three Card 12.6, Lucky Draw 10.8: until the next coup begins, for any cards."""
    evening = game.cleared()
    evening.ok("order-shuffle", actor="sue", role="casino supervisor", reason="not mixed")
    evening.fresh_cards()
    said = {"paid": True, "rebuildable": False}
    fields = report("wrong-call-or-settlement", said) if game is THREE_CARD else report(
        "cannot-rebuild")  # fmt: skip
    by = {"actor": "sue", "role": "casino supervisor"}
    evening.ok("report-irregularity", **by, **fields)
    assert evening.chips("ada") == CHIPS


def test_three_card_12_6_a_settlement_is_put_right_after_the_shuffle() -> None:
    """From the record: the cards that were shuffled stay shuffled."""
    evening = THREE_CARD.cleared()
    evening.ok("order-shuffle", actor="sue", role="casino supervisor", reason="not mixed")
    evening.fresh_cards()
    number, left = evening.table.stack.number, evening.table.stack.dealt
    said = {"paid": True, "rebuildable": True}
    evening.ok("report-irregularity", **report("wrong-call-or-settlement", said))
    assert evening.table.phase == "dealing" and evening.chips("ada") == CHIPS - 100_00
    evening.finish()
    stack = evening.table.stack
    assert (stack.number, stack.dealt, stack.seen) == (number, left, {"AS": 1})
    assert evening.chips("ada") == CHIPS - 100_00
    assert evening.replayed() == evening.table
    THREE_CARD.play(evening)


def test_lucky_draw_10_8_cards_that_are_shuffled_rebuild_only_what_lay_there() -> None:
    for cards, code in ((list(LUCKY_DRAW.other), None), ([*LUCKY_DRAW.other, "2H"], "mixed")):
        evening = LUCKY_DRAW.cleared()
        evening.ok("order-shuffle", actor="sue", role="casino supervisor", reason="not mixed")
        evening.fresh_cards()
        said = report("wrong-deal", {"in_doubt": False, "exposed": True}, cards=cards)
        if code is not None:
            evening.no(code, "report-irregularity", **said)
            continue
        left = evening.table.stack.dealt
        evening.ok("report-irregularity", **said)
        evening.ok("announce-counts")
        evening.finish()
        assert evening.table.stack.dealt == left and evening.replayed() == evening.table


def test_lucky_draw_10_8_cards_stay_shuffled_when_a_round_is_reopened_twice() -> None:
    evening = LUCKY_DRAW.cleared()
    evening.ok("order-shuffle", actor="sue", role="casino supervisor", reason="not mixed")
    evening.fresh_cards()
    lay = list(LUCKY_DRAW.other)
    said = {"in_doubt": False, "exposed": True}
    evening.ok("report-irregularity", **report("wrong-deal", said, cards=lay))
    evening.ok("announce-counts")
    evening.finish()
    left = evening.table.stack.dealt
    more = report("wrong-deal", said, cards=[*lay, "2H"])
    evening.no("mixed", "report-irregularity", **more)
    evening.ok("report-irregularity", **report("wrong-deal", said, cards=lay))
    evening.ok("announce-counts")
    evening.finish()
    assert evening.table.stack.dealt == left and evening.replayed() == evening.table


def test_baccarat_12_1_4_nearest_miss_emptying_the_shoe_is_the_same_as_the_next_coup() -> None:
    evening = BACCARAT.cleared()
    evening.ok("order-shuffle", actor="sue", role="casino supervisor", reason="not mixed")
    evening.fresh_cards()
    said = report("wrong-deal", {"in_doubt": False, "exposed": True}, cards=list(BACCARAT.other))
    evening.no("too-late", "report-irregularity", **said)


@pytest.mark.parametrize("game", [THREE_CARD, LUCKY_DRAW], ids=by_id)
def test_nearest_miss_an_error_told_after_the_next_first_card_is_too_late(game: Game) -> None:
    evening = game.cleared()
    game.bet(evening)
    game.deal(evening)
    before = evening.chips("ada")
    fields = report("cannot-rebuild")
    evening.ask("report-irregularity", actor="sue", role="casino supervisor", **fields)
    assert evening.chips("ada") == before


@pytest.mark.parametrize("game", [BACCARAT, SEVEN_UP, LUCKY_DRAW], ids=by_id)
def test_nearest_miss_what_is_said_of_an_earlier_coup_is_not_done_to_the_last(game: Game) -> None:
    """12.1.1 and its like: the last coup is put right, as long as no other has begun."""
    evening = game.cleared()
    game.play(evening)
    fields = report("wrong-deal", ESTABLISHED, cards=list(game.other))
    before = evening.table
    evening.no("too-late", "report-irregularity", **fields, coup=1)
    evening.no("no-coup", "report-irregularity", **fields, coup=3)
    assert evening.table is before
    evening.says("report-irregularity", **fields, coup=2)
    evening.ok("confirm-statement", actor="vera", role="casino supervisor", number=1, reason="seen")
    assert evening.table.round.number == 2
