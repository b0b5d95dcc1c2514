"""Shoes coup by coup, and bots that stake on them."""

from collections.abc import Mapping

import pytest

import sabot
from sabot import Refusal
from sabot.counting.bots import CoupsSeen, coups, play

DRAGON = "4:-1,5:-1,6:-1,7:-1,8:2,9:2"


class Counter:
    """Bets on the Dragon from a true count on."""

    def __init__(self, trigger: float) -> None:
        self.trigger = trigger

    def stakes(self, view: CoupsSeen) -> Mapping[str, int]:
        return {"dragon-7": 5} if view.true_count(DRAGON) >= self.trigger else {}


@pytest.mark.parametrize("game", ["star-baccarat", "canberra-mini"])
def test_a_shoe_ends_by_its_document(game: str) -> None:
    """Every card of a finished coup is seen; the cutting card ends the shoe, not the last card."""
    dealt = list(coups(game, seed=4))
    book = sabot.rulebook(game)
    card = book.preparation.cutting_card
    assert card is not None
    gone = 0
    for number, (view, coup) in enumerate(dealt):
        assert len(view.coups) == number == len(view.results)
        assert view.unseen.size == book.decks() * 52 - gone
        gone += coup.cards_used
    assert gone < book.decks() * 52 - card.nearest + 18
    assert [coup for _, coup in dealt] == [coup for _, coup in coups(game, seed=4)]
    deeper = book.decks() * 52 // 4
    assert len(list(coups(game, seed=4, cut=deeper))) < len(dealt)


def test_counts_are_those_of_the_cards_seen() -> None:
    for view, _ in coups("dragon-7", seed=9):
        cards = [card for coup in view.coups for hand in coup.hands.values() for card in hand.cards]
        running = sum(2 * (card.rank in "89") - (card.rank in "4567") for card in cards)
        assert view.running_count(DRAGON) == running
        assert view.true_count(DRAGON) == pytest.approx(running * 52 / (416 - len(cards)))


def test_a_bot_is_paid_by_the_pay_lines() -> None:
    run = play("dragon-7", Counter(-99), shoes=2, seed=3)
    assert run.bets == len(run.shoe) and set(run.staked) == {500}
    assert set(run.won) == {-500, 20_000} and set(run.shoe) == {0, 1}
    frame = run.to_pandas()
    assert int(frame["won"].sum()) == sum(run.won) and list(frame["result"]) == list(run.result)
    assert play("dragon-7", Counter(99), seed=3).bets == 0
    again = play("dragon-7", Counter(-99), shoes=2, seed=3)
    assert (run.result, run.won) == (again.result, again.won) and len(repr(run)) < 80
    assert sabot.play is play and sabot.coups is coups


def test_what_cannot_be_played_is_refused() -> None:
    class Wrong:
        def stakes(self, view: CoupsSeen) -> Mapping[str, int]:
            return [("tie", 1)]  # type: ignore[return-value]

    class Unknown:
        def stakes(self, view: CoupsSeen) -> Mapping[str, int]:
            return {"ties": 1}

    with pytest.raises(Refusal, match="as a mapping"):
        play("star-baccarat", Wrong())
    with pytest.raises(Refusal, match="ties"):
        play("star-baccarat", Unknown())
    for game, why in (("star-seven-up", "not dealt from a shoe"), ("star-three-card", "boxes")):
        with pytest.raises(Refusal, match=why):
            play(game, Counter(0))
    with pytest.raises(Refusal, match="cutting card goes"):
        coups("star-baccarat", seed=1, cut=3)
