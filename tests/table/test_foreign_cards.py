"""A card keyed once more than the decks hold it: the coup is held until a second person speaks."""

from typing import Any

import pytest

from sabot.engine.ledger import LAYOUT
from sabot.parts.statements import StatementMade
from sabot.table.players.offers import WagersReturned
from support.evening import Evening
from support.irregular import at_table, kinds, sound

GAME = "star-baccarat"


def keyed_once_more(game: str = GAME, **options: Any) -> tuple[Evening, list[Any]]:
    """All nines of spades are out, and another one is keyed as the coup's third card."""
    evening = at_table(game, "player", **options)
    evening.table = _seen(evening.table, "9S", evening.table.opened.decks)
    evening.log.clear()
    evening.deal("4S 5H")
    return evening, evening.says("deal-card", card="9S")


def _seen(table: Any, card: str, times: int) -> Any:
    stack = type(table.stack)(**{**_fields(table.stack), "seen": {card: times}})
    return type(table)(**{**_fields(table), "stack": stack})


def _fields(struct: Any) -> dict[str, Any]:
    return {name: getattr(struct, name) for name in struct.__struct_fields__}


def test_12_11_a_copy_too_many_holds_the_coup_and_another_cannot_be_keyed() -> None:
    evening, (made,) = keyed_once_more()
    assert isinstance(made, StatementMade) and made.clause == "12.11.2"
    for card in ("9S", "8S"):
        assert evening.no("held", "deal-card", card=card).clause == "12.11.2"
    evening.no("held", "correct-card", slot=1, was="5H", card="6H")


def test_12_11_2_once_it_is_confirmed_the_coup_is_void_and_the_cards_are_checked() -> None:
    evening, (made,) = keyed_once_more()
    events = evening.confirm(made)
    assert kinds(events)[:3] == ["ForeignCardKeyed", "IrregularityReported", "CoupVoided"]
    assert evening.chips("alice") == 1_000_000 and evening.table.round.void == "12.11.2"
    assert {notice.clause for notice in evening.table.notices.due.values()} == {"12.11.4"}


def test_12_11_nearest_miss_a_card_that_was_misread_is_refused_with_a_reason() -> None:
    evening, (made,) = keyed_once_more()
    refusal = {"number": made.number, "reason": "it is the eight of spades"}
    (refused,) = evening.ok("refuse-statement", actor="vera", role="casino supervisor", **refusal)
    assert "eight of spades" in refused.reason  # type: ignore[attr-defined]
    evening.deal("8S")
    assert [slot.card for slot in evening.table.round.slots] == ["4S", "5H", "8S"]


def test_12_11_nearest_miss_the_last_copy_is_dealt() -> None:
    evening = at_table(GAME, "player", decks=3)
    evening.deal("9S 9S 9S")
    evening.deal("9H")
    sound(evening)


def test_canberra_has_no_clause_and_a_supervisor_decides() -> None:
    evening, events = keyed_once_more("canberra-mini")
    assert kinds(events) == ["ForeignCardKeyed", "IrregularityReported", "DecisionAsked"]
    evening.no("held", "deal-card", card="8S")
    evening.ok("decide-report", actor="vera", role="casino supervisor", number=1,
               outcome="CONTINUE", reason="it was misread")  # fmt: skip
    evening.deal("8S")


def first_card_too_many(game: str) -> tuple[Evening, list[Any]]:
    """All nines of spades are out, and another one is keyed as the first card of a coup."""
    evening = Evening(game)
    evening.join("alice", 1)
    on = "enter" if game == "star-lucky-draw" else "player"
    boxed = game in ("star-three-card", "star-lucky-draw")
    where: dict[str, Any] = {"box": 1} if boxed else {}
    evening.bet("alice", on, **where)
    evening.table = _seen(evening.table, "9S", evening.table.opened.decks)
    evening.log.clear()
    if evening.table.conduct.calls.required:
        evening.ok("no-more-bets")
    return evening, evening.says("deal-card", card="9S")


STARS = {
    "star-baccarat": "12.11.2",
    "star-seven-up": "12.8.2",
    "star-three-card": "12.13.2",
    "star-lucky-draw": "10.15.2",
}


@pytest.mark.parametrize("game", STARS)
def test_the_first_card_of_a_coup_too(game: str) -> None:
    evening, (made,) = first_card_too_many(game)
    assert isinstance(made, StatementMade)
    evening.no("held", "deal-card", card="8S")
    assert evening.money(LAYOUT) == 100_00


@pytest.mark.parametrize(("game", "clause"), STARS.items())
def test_the_removal_of_the_first_card_began_the_coup_and_its_wagers_go_back(
    game: str, clause: str
) -> None:
    evening, (made,) = first_card_too_many(game)
    *_, returned = evening.confirm(made)
    assert isinstance(returned, WagersReturned) and returned.clause == clause
    assert evening.chips("alice") == 1_000_000 and not evening.table.round.stakes
    evening.fresh_cards()


def test_nearest_miss_a_first_card_that_was_misread_leaves_the_wagers() -> None:
    evening, (made,) = first_card_too_many("star-three-card")
    refusal = {"number": made.number, "reason": "it is the eight of spades"}
    evening.ok("refuse-statement", actor="vera", role="casino supervisor", **refusal)
    assert evening.money(LAYOUT) == 100_00
    evening.ok("deal-card", card="8S")


def test_12_11_a_copy_too_many_that_is_turned_holds_the_coup() -> None:
    evening = at_table(GAME, "player", decks=3, method="B")
    evening.table = _seen(evening.table, "9S", 3)
    for card in ("9S", "5H", "KD", "2C"):
        evening.card(card)
    evening.keep()
    (made,) = evening.says("expose-cards", hand=None, slot=None, cards=evening.faces())
    assert isinstance(made, StatementMade)
    assert "CoupVoided" in kinds(evening.confirm(made))


def test_nearest_miss_the_same_wrong_key_at_a_log_of_the_first_release_is_refused() -> None:
    evening = at_table(GAME, "player", decks=3)
    evening.table = _seen(evening.table, "9S", 3)
    evening.ok("no-more-bets")
    assert evening.no("too-many-copies", "deal-card", card="9S", under=0).clause == "12.11.2"
