"""Bounds of a wrong payment: the record of its coup bounds it, and two finders and a third person
put it right."""

from typing import Any

import pytest

from compliance.nights import Json, Night, audited, large, typed
from sabot.engine.ledger import balance, of_player
from sabot.parts.past import PaidWager

SUE: Json = {"actor": "sue", "role": "casino supervisor"}
FOUND: Json = {"of": "wager", "coup": 1, "player": "alice", "note": "seen on camera"}
NATURAL = ["9S", "5H", "KD", "KC"]
TIED = ["9S", "9H", "KD", "KC"]
LOST = ["5S", "9H", "KD", "KC"]
BY_SIX = ["KS", "6H", "4D", "KC", "AS"]
"""Banker wins with six and the Player has drawn."""


def played(cards: list[str], *bets: tuple[str, str], coups: int = 1, **options: Any) -> Night:
    """A felt table at which alice has bet so in each coup, and these cards came each time."""
    night = typed("star-baccarat", **options)
    for _ in range(coups):
        given = iter(cards)
        night.card = lambda: next(given)  # noqa: B023
        for on, amount in bets:
            bet = {"player": "alice", "on": on, "amount": amount}
            night.do("place-wager", "alice", "player", **bet)
        night.do("no-more-bets")
        night.deal()
        night.finish()
    return night


def chips(night: Night) -> int:
    return balance(night.table.balances, of_player("alice"))


def test_a_wager_of_ten_is_not_put_right_by_half_a_million() -> None:
    """An earlier revision had no bound; later it was its stake at the table's best odds."""
    night = played(NATURAL, ("player", "10"))
    for amount in ("500000", "91", "90", "20.50"):  # a Tie, the best odds here, pays 8:1
        for more in ({}, {"player": None}):
            said = {**FOUND, "over": False, **more}
            assert night.no("find-mispayment", amount=amount, **said) == "bad-amount"
    night.do("find-mispayment", amount="20", over=False, **FOUND)
    assert audited(night.lines()) == []


@pytest.mark.parametrize(
    ("cards", "bet", "most"),
    [
        (NATURAL, ("player", "100"), "200"),  # evens, and the stake
        (LOST, ("banker", "100"), "195"),  # 19 to 20
        (LOST, ("banker", "5"), "10"),  # 4.75, which chips of 2.50 pay with 5
        (TIED, ("tie", "10"), "90"),
        (TIED, ("player", "10"), "10"),  # a standoff gives the stake back
    ],
)
def test_what_was_kept_back_is_at_most_what_was_due(
    cards: list[str], bet: tuple[str, str], most: str
) -> None:
    night = played(cards, bet, chip="2.50")
    said: Json = {**FOUND, "over": False}
    assert night.no("find-mispayment", amount=f"{float(most) + 0.01:.2f}", **said) == "bad-amount"
    night.do("find-mispayment", amount=most, **said)
    assert audited(night.lines()) == []


def test_a_wager_that_lost_was_not_paid_too_little() -> None:
    night = played(LOST, ("player", "100"))
    assert night.no("find-mispayment", amount="0.01", over=False, **FOUND) == "bad-amount"


@pytest.mark.parametrize(("cards", "on"), [(LOST, "player"), (NATURAL, "player")])
def test_what_was_given_is_at_most_what_that_bet_can_pay(cards: list[str], on: str) -> None:
    """A loser that was paid, or a winner that was paid twice."""
    night = played(cards, (on, "100"))
    assert night.no("find-mispayment", amount="200.01", over=True, **FOUND) == "bad-amount"
    night.do("find-mispayment", amount="200", over=True, **FOUND)
    assert audited(night.lines()) == []


def test_one_payment_is_not_found_wrong_twice() -> None:
    night = played(NATURAL, ("player", "100"))
    before = chips(night)
    night.do("find-mispayment", amount="150", over=True, **FOUND)
    assert night.no("find-mispayment", amount="50.01", over=True, **FOUND) == "bad-amount"
    night.do("find-mispayment", amount="50", over=True, **FOUND)
    assert chips(night) == before + 200_00
    assert night.no("find-mispayment", amount="0.01", over=True, **FOUND) == "bad-amount"
    assert audited(night.lines()) == []


def test_where_the_books_are_wrong_the_cards_say_by_how_much() -> None:
    night = played(NATURAL, ("player", "100"))
    said: Json = {**FOUND, "in_books": True}
    assert night.no("find-mispayment", amount="100", over=True, **said) == "say-more"
    assert night.no("find-mispayment", amount="5", over=False, **said, cards=NATURAL) == (
        "bad-amount"
    )
    assert night.no("find-mispayment", amount="100.01", over=True, **said, cards=TIED) == (
        "bad-amount"
    )
    before = chips(night)
    night.do("find-mispayment", amount="100", over=True, **said, cards=TIED)
    assert night.no("find-mispayment", amount="1", over=True, **said, cards=TIED) == "bad-amount"
    night.do("rectify-payment", **SUE, number=1)
    assert chips(night) == before - 100_00
    assert audited(night.lines()) == []


def test_the_same_too_little_and_in_chips() -> None:
    """Banker won with six in truth: 5.00 at 19 to 20 is paid with chips of 2.50."""
    night = played(NATURAL, ("banker", "5"), chip="2.50")
    said: Json = {**FOUND, "in_books": True, "over": False, "cards": BY_SIX}
    assert night.no("find-mispayment", amount="10.01", **said) == "bad-amount"
    night.do("find-mispayment", amount="10", **said)
    before = chips(night)
    night.do("rectify-payment", **SUE, number=1)
    assert chips(night) == before + 10_00
    assert night.no("find-mispayment", amount="0.50", **said) == "bad-amount"
    assert audited(night.lines()) == []


def test_cards_that_make_no_coup_prove_nothing() -> None:
    night = played(NATURAL, ("player", "100"))
    said: Json = {**FOUND, "in_books": True, "over": True, "amount": "1"}
    for cards in (["9S", "5H"], [*NATURAL, "AS"], ["ZZ", *NATURAL]):
        night.no("find-mispayment", **said, cards=cards)


def test_of_several_wagers_one_is_named() -> None:
    night = played(TIED, ("player", "100"), ("tie", "10"))
    said: Json = {**FOUND, "over": False}
    assert night.no("find-mispayment", amount="50", **said) == "say-more"
    assert night.no("find-mispayment", amount="50", **said, on="banker") == "no-wager"
    assert night.no("find-mispayment", amount="100.01", **said, on="player") == "bad-amount"
    night.do("find-mispayment", amount="90", **said, on="tie")


@pytest.mark.parametrize("in_books", [True, False])
def test_an_earlier_coup_is_known_by_its_record(in_books: bool) -> None:
    """Earlier findings are part of the record that the server fills in."""
    night = played(NATURAL, ("player", "100"), coups=3)
    said: Json = {**FOUND, "over": True, "in_books": in_books}
    said |= {"cards": LOST} if in_books else {}
    assert night.table.past is not None and night.table.past.number == 3
    night.do("find-mispayment", amount="150", **said)
    night.say(
        "find-mispayment", amount="51", **said
    )  # the record is looked up when it is confirmed
    (number,) = night.table.statements.pending
    confirm: Json = {"number": number, "reason": "seen"}
    assert night.no("confirm-statement", "vera", "casino supervisor", **confirm) == "bad-amount"
    night.say("refuse-statement", "vera", "casino supervisor", number=number, reason="too much")
    night.do("find-mispayment", amount="50", **said)
    assert audited(night.lines()) == []


def test_the_record_of_a_coup_has_what_each_wager_was_paid() -> None:
    night = played(TIED, ("player", "100"), ("tie", "10"), ("tie", "5"))
    assert night.table.past is not None and night.table.past.paid is not None
    assert night.table.past.paid.wagers == (
        PaidWager("alice", "player", 100_00, 100_00, area=1),
        PaidWager("alice", "tie", 15_00, 135_00, area=1),
    )


@pytest.mark.parametrize("of", ["cash change", "colour change"])
@pytest.mark.parametrize("over", [True, False])
def test_a_change_is_wrong_by_no_more_than_was_changed(of: str, over: bool) -> None:
    night = typed("star-baccarat")
    said: Json = {**FOUND, "of": of, "over": over}
    night.do("buy-chips", player="alice", amount="100")
    night.do("buy-chips", player="alice", amount="60")
    night.do("colour-change", player="alice", gives={"25": 4}, takes={"100": 1})
    assert night.no("find-mispayment", amount="10", **said) == "not-over"
    night.coup()
    assert night.no("find-mispayment", amount="100.01", **said) == "bad-amount"
    assert night.no("find-mispayment", amount="10", **said | {"player": "bob"}) == "no-change"
    night.do("find-mispayment", amount="70", **said)
    assert night.no("find-mispayment", amount="30.01", **said) == "bad-amount"
    night.do("find-mispayment", amount="30", **said)
    assert audited(night.lines()) == []


def test_whom_it_was_paid_to_is_one_who_can_have_had_it() -> None:
    """Found without a known patron: it is not put right to a player who staked less."""
    night = typed("star-baccarat")
    for player, amount in (("alice", "100"), ("bob", "10")):
        bet = {"player": player, "on": "player", "amount": amount}
        night.do("place-wager", player, "player", **bet)
    given = iter(NATURAL)
    night.card = lambda: next(given)
    night.do("no-more-bets")
    night.deal()
    night.finish()
    night.do("find-mispayment", amount="150", over=False, **FOUND | {"player": None})
    named: Json = {"number": 1, "step": "identify", "note": "the cameras"}
    assert night.no("record-attempt", **named, player="bob") == "wrong-patron"
    night.do("record-attempt", **named, player="alice")
    assert audited(night.lines()) == []


# Who puts it right


def found() -> Night:
    """dan reported a payment, and vera confirmed that."""
    night = played(NATURAL, ("player", "100"))
    night.do("find-mispayment", amount="100", over=False, **FOUND)
    return night


@pytest.mark.parametrize("who", ["vera", "VERA", "dan"])
def test_who_found_it_does_not_confirm_that_it_is_put_right(who: str) -> None:
    night = found()
    before = chips(night)
    night.say("rectify-payment", **SUE, number=1)
    (number,) = night.table.statements.pending
    confirm: Json = {"number": number, "reason": "counted"}
    assert night.no("confirm-statement", who, "casino supervisor", **confirm) == "own-finding"
    assert chips(night) == before
    night.say("confirm-statement", "walt", "casino supervisor", **confirm)
    assert chips(night) == before + 100_00
    assert audited(night.lines()) == []


def test_nor_does_who_states_it_or_whom_it_is_about() -> None:
    night = found()
    night.do("leave-table", player="alice")
    night.say("rectify-payment", **SUE, number=1)
    (number,) = night.table.statements.pending
    confirm: Json = {"number": number, "reason": "counted"}
    assert night.no("confirm-statement", "sue", "casino supervisor", **confirm) == "own-statement"
    assert night.no("confirm-statement", "Alice", "casino supervisor", **confirm) == "own-statement"


def test_whom_it_is_about_does_not_put_it_right_after_leaving() -> None:
    night = found()
    night.do("leave-table", player="alice")
    by_alice: Json = {"actor": "ALICE", "role": "casino supervisor"}
    assert night.no("rectify-payment", **by_alice, number=1) == "own-case"


def test_who_confirmed_it_may_ask_for_it_with_a_third_person() -> None:
    """The nearest lawful case: three persons are enough."""
    night = found()
    night.say("rectify-payment", "vera", "casino supervisor", number=1)
    (number,) = night.table.statements.pending
    night.say("confirm-statement", "sue", "casino supervisor", number=number, reason="counted")
    assert night.table.payments[1].rectified == 100_00


def test_a_payment_on_file_is_put_right_by_another_person_too() -> None:
    night = large().coups(1)
    night.do("find-mispayment", amount="100", over=True, **FOUND)
    night.do("record-inquiry", **SUE, number=1, intended=False, note="asked")
    night.do("record-attempt", number=1, step="request", note="by letter")
    assert night.table.payments == {}, "on file, and not put right"
    night.say("rectify-payment", **SUE, number=1)
    (number,) = night.table.statements.pending
    confirm: Json = {"number": number, "reason": "counted"}
    assert night.no("confirm-statement", "vera", "casino supervisor", **confirm) == "own-finding"
    night.say("confirm-statement", "walt", "casino supervisor", **confirm)
    assert audited(night.lines()) == []
