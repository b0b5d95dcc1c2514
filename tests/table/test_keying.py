"""A card that was keyed wrongly: put right until the next is keyed, by the dealer alone while no
wager can change by it, else on a second person's word."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from compliance.nights import Json, audited, find, forged, typed
from sabot.core.revision import DENOMINATIONS
from sabot.server.inspect.proof import Prove, prove
from sabot.store import import_lines, open_store
from sabot.table import TABLE
from sabot.table.coup.card_corrections import LOOKED_AT, CorrectCard, correctable
from sabot.table.coup.counts import CountsAnnounced
from sabot.table.state import Table
from support.evening import Evening

SEEN = {"actor": "sue", "role": "casino supervisor", "number": 1, "reason": "it lies there"}


def dealing(cards: str, **options: Any) -> Evening:
    """A coup with a wager of Al's, these cards keyed one by one."""
    evening = Evening("star-baccarat", **options)
    evening.ok("join-table", player="al", chips="500", card="al 1")
    evening.ok("place-wager", player="al", on="player", amount="50")
    evening.ok("no-more-bets")
    for card in cards.split():
        evening.ok("deal-card", card=card)
    return evening


@pytest.mark.parametrize(
    ("cards", "was", "card"),
    [
        ("4S 7H", "7H", "2D"),  # two more cards are due with either
        ("4S 7H KD 3C", "3C", "TC"),  # the Player draws with either, so nothing is decided
        ("9S 7H KD 3C", "3C", "3D"),  # a natural, and all wagers end alike with either suit
        ("9S 7H KD 3C", "3C", "AC"),  # 9 against 0 or 8: the Player wins with either
    ],
)
def test_the_dealer_alone_corrects_what_changes_no_wager(cards: str, was: str, card: str) -> None:
    evening = dealing(cards)
    slot = len(cards.split()) - 1
    (corrected,) = evening.says("correct-card", slot=slot, was=was, card=card)
    assert type(corrected).__name__ == "CardCorrected"
    assert evening.table.round.slots[slot].card == card
    assert evening.table.statements.count == 0


@pytest.mark.parametrize(
    ("cards", "was", "card", "on"),
    [
        ("4S 7H KD 3C", "3C", "2C", "player"),  # the coup is over with the other card alone
        ("9S 7H KD 3C", "3C", "2C", "player"),  # 9 against 0, or a tie
        (
            "4S 7H KD 3C",
            "3C",
            "7C",
            "pairs-banker",
        ),  # a pair or none; a third card is due with both
    ],
)
def test_nearest_miss_one_that_changes_a_wager_waits_for_a_supervisor(
    cards: str, was: str, card: str, on: str
) -> None:
    evening = Evening("star-baccarat", side_bets=["pairs-banker"] if on != "player" else [])
    evening.ok("join-table", player="al", chips="500", card="al 1")
    evening.ok("place-wager", player="al", on="player", amount="50")
    if on != "player":
        evening.ok("place-wager", player="al", on=on, amount="50")
    evening.ok("no-more-bets")
    for each in cards.split():
        evening.ok("deal-card", card=each)
    (stated,) = evening.says("correct-card", slot=3, was=was, card=card)
    assert type(stated).__name__ == "StatementMade"
    assert evening.table.round.slots[3].card == was


def test_before_the_revision_each_correction_waited_for_a_supervisor() -> None:
    evening = dealing("4S 7H")
    command = CorrectCard(
        id="old", actor="dana", role="dealer", slot=1, was="7H", card="7D", under=DENOMINATIONS
    )
    assert TABLE.confirmer(evening.table, command) == LOOKED_AT
    assert TABLE.confirmer(evening.table, msgspec.structs.replace(command, under=None)) is None


def test_nothing_changes_before_a_supervisor_has_looked() -> None:
    evening = dealing("4S 7H KD 3C")
    stated = evening.says("correct-card", slot=3, was="3C", card="2C")
    assert [type(each).__name__ for each in stated] == ["StatementMade"]
    assert evening.table.round.slots[3].card == "3C"
    evening.no("held", "deal-card", card="KD")
    evening.no("held", "correct-card", slot=3, was="3C", card="7C")
    evening.no("own-statement", "confirm-statement", number=1, reason="I saw it",
               actor="dana", role="casino supervisor")  # fmt: skip
    evening.says("confirm-statement", **SEEN)
    assert evening.table.round.slots[3].card == "2C"
    assert evening.table.stack.seen["2C"] == 1 and "3C" not in evening.table.stack.seen


def test_a_refused_correction_leaves_the_card_as_it_was() -> None:
    evening = dealing("4S 7H KD 3C")
    evening.says("correct-card", slot=3, was="3C", card="2C")
    evening.says("refuse-statement", **{**SEEN, "reason": "it is the three of clubs"})
    assert evening.table.round.slots[3].card == "3C"
    evening.ok("announce-counts")


def test_the_counts_are_called_again_and_the_coup_goes_by_what_lies_there() -> None:
    """Player 4 and king, Banker 7 and a card keyed as a two: a nine, so neither draws."""
    evening = dealing("4S 7H KD 3C")
    evening.ok("announce-counts")
    evening.ok("correct-card", slot=3, was="3C", card="2C")
    evening.no("not-announced", "announce-result")
    (called,) = evening.ok("announce-counts")
    assert isinstance(called, CountsAnnounced) and called.counts == {"player": 4, "banker": 9}
    evening.ok("announce-result")
    assert evening.table.round.result == "banker"
    evening.no("too-late", "correct-card", slot=3, was="2C", card="3C")


def test_nearest_miss_once_the_next_is_keyed_it_is_an_irregularity() -> None:
    evening = dealing("4S 7H KD")
    evening.no("too-late", "correct-card", slot=1, was="7H", card="7D")
    evening.no("not-so", "correct-card", slot=2, was="7H", card="7D")
    evening.no("not-so", "correct-card", slot=2, was="KD", card="KD")
    evening.no("unknown-card", "correct-card", slot=2, was="KD", card="1Z")
    evening.no("wrong-role", "correct-card", slot=2, was="KD", card="KC", actor="al", role="player")


def test_no_more_copies_than_the_decks_hold() -> None:
    evening = dealing("4S 7H")
    decks = evening.table.opened.decks
    stack = msgspec.structs.replace(evening.table.stack, seen={"7D": decks, "7H": 1, "4S": 1})
    evening.table = msgspec.structs.replace(evening.table, stack=stack)
    evening.no("too-many-copies", "correct-card", slot=1, was="7H", card="7D")
    evening.ok("correct-card", slot=1, was="7H", card="7C")


def test_nobody_keys_the_cards_of_a_virtual_table() -> None:
    evening = dealing("4S 7H")
    assert correctable(evening.table) == (1,)
    setup = msgspec.structs.replace(evening.table.opened, feed="virtual")
    evening.table = msgspec.structs.replace(evening.table, setup=setup)
    assert correctable(evening.table) == () == correctable(Table(name="none"))
    evening.no("cannot-happen", "correct-card", slot=1, was="7H", card="7D")


def test_a_card_that_was_turned_is_put_right_too() -> None:
    evening = dealing("", face="down", method="A")
    for _ in range(4):
        evening.ok("deal-card")
    assert correctable(evening.table) == ()
    evening.ok("expose-cards", slot=0, cards=[{"slot": 0, "card": "9S"}])
    evening.ok("correct-card", slot=0, was="9S", card="8S")
    assert evening.table.round.slots[0].card == "8S"


@pytest.fixture(scope="module")
def lines() -> list[bytes]:
    """A night of typed cards in which the fourth of a coup was keyed wrongly, played to its end."""
    night = typed("star-baccarat").coups(1)
    night.do("place-wager", player="alice", on="player", amount="50")
    night.do("no-more-bets")
    for card in ("4S", "7H", "KD", "3C"):
        night.do("deal-card", card=card)
    night.do("correct-card", slot=3, was="3C", card="2C")
    for do in ("announce-counts", "announce-result", "settle-wagers", "clear-cards"):
        night.do(do)
    return list(night.lines())


def test_the_audit_follows_it(lines: list[bytes]) -> None:
    assert audited(lines) == []


def another_card(events: list[Json]) -> None:
    find(events, "card-corrected")["card"] = "9C"


def on_nobodys_word(events: list[Json]) -> None:
    """The card is another, and no observer is recorded."""
    confirmed = find(events, "statement-confirmed")
    find(events, "card-corrected")["do"] = confirmed.pop("do")
    events.remove(confirmed)


@pytest.mark.parametrize("forgery", [another_card, on_nobodys_word])
def test_a_correction_that_nobody_made_is_found(
    lines: list[bytes], forgery: Callable[[list[Json]], None]
) -> None:
    assert audited(forged(lines, forgery))


def test_the_report_says_that_people_keyed_the_cards(lines: list[bytes], tmp_path: Path) -> None:
    url = str(tmp_path / "typed.db")
    with open_store(url) as store:
        import_lines(store, lines)
    words: list[Any] = []
    prove(Prove(url, "1", coup=2), words.append)
    held = {each.check: (each.held, each.why) for each in words[-1].checks}
    assert held["decided"] == (True, "") and held["cards"] == (None, "by-hand")
