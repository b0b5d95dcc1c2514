"""Devices at a table: who they are, what they see, and what happens where the dealer differs."""

from typing import Any

import pytest

from sabot.parts.statements import StatementMade
from sabot.rulebooks import RULEBOOKS
from sabot.table.devices.comparison import DeviceDifferenceFound
from sabot.table.devices.observations import CardSeen
from support.devices import TestedDevice
from support.evening import Evening

SUPERVISOR: Any = {"actor": "vera", "role": "casino supervisor"}
NATURAL = "KS 9H KD KC"


def scanning(**options: Any) -> tuple[Evening, TestedDevice]:
    """Return a table of star-baccarat whose shoe is enrolled, with ada's wager of $100."""
    evening = Evening("star-baccarat", feed="scanned", **options)
    shoe = TestedDevice(evening, "shoe-1").enrol()
    evening.join("ada", 1)
    evening.bet("ada", "player")
    return evening, shoe


def deal(evening: Evening, shoe: TestedDevice, cards: str) -> None:
    for card in cards.split():
        shoe.says(f"card {card}")
        evening.ok("deal-card")


def ended(evening: Evening) -> None:
    """Announce the counts, and finish the coup."""
    evening.ok("announce-counts")
    evening.finish()


def differing() -> tuple[Evening, TestedDevice]:
    """Return a coup whose second card the dealer keys as another one than the shoe saw."""
    evening, shoe = scanning()
    deal(evening, shoe, "KS")
    shoe.says("card 9H")
    *_, found = evening.ok("deal-card", card="8H")
    assert isinstance(found, DeviceDifferenceFound)
    assert (found.difference.seen, found.difference.said) == ("9H", "8H")
    return evening, shoe


# Identity


def test_a_device_takes_two_persons_and_works_at_one_table() -> None:
    evening = Evening("star-baccarat", feed="scanned")
    shoe = TestedDevice(evening, "shoe-1")
    shoe.refused("no-device", "card KS")
    made, *rest = evening.says("enrol-device", **SUPERVISOR, device="shoe-1",
                               kind="scanning shoe", public_key=shoe.key.public)  # fmt: skip
    assert isinstance(made, StatementMade) and not rest
    shoe.refused("no-device", "card KS")
    evening.no("own-statement", "confirm-statement", **SUPERVISOR, number=made.number,
               reason="it is there")  # fmt: skip
    evening.says("confirm-statement", actor="sue", role="casino supervisor", number=made.number,
                 reason="it is there")  # fmt: skip
    device = evening.table.devices.enrolled["shoe-1"]
    assert (device.by, device.confirmed_by, device.relied) == ("vera", "sue", True)
    evening.no("enrolled", "enrol-device", **SUPERVISOR, device="shoe-1", kind="scanning shoe",
               public_key="0" * 64)  # fmt: skip


@pytest.mark.parametrize(
    ("feed", "fields", "code"),
    [
        ("scanned", {"kind": "camera"}, "bad-device"),
        ("scanned", {"kind": "shuffling device"}, "bad-device"),
        ("scanned", {"device": "Shoe 1"}, "bad-device"),
        ("scanned", {"public_key": "secret"}, "bad-device"),
        ("virtual", {}, "virtual"),
    ],
)
def test_a_device_that_cannot_be_is_refused(feed: str, fields: Any, code: str) -> None:
    evening = Evening("star-baccarat", feed=feed, ready=False)
    asked = {"device": "shoe-1", "kind": "scanning shoe", "public_key": "0" * 64, **fields}
    evening.no(code, "enrol-device", **SUPERVISOR, **asked)


def test_only_the_devices_own_key_speaks_for_it() -> None:
    evening, shoe = scanning()
    other = TestedDevice(evening, "shoe-1")
    other.refused("bad-signature", "card KS")
    shoe.refused("bad-signature", "card KS", card="AS")
    shoe.refused("bad-signature", "card KS", signature="no key")
    evening.no("wrong-role", **{**shoe.fields("card KS"), "role": "casino supervisor"})
    shoe.refused("bad-message", "chips 1 player 100")


def test_messages_are_counted_one_by_one() -> None:
    _, shoe = scanning()
    shoe.refused("wrong-message", "card KS", message=2)
    shoe.says("card KS")
    shoe.refused("wrong-message", "card 9H", message=1)
    assert "number 2, not 3" in shoe.refused("wrong-message", "card 9H", message=3).message


def test_a_revoked_device_says_nothing_and_play_still_waits_for_two_persons() -> None:
    evening, shoe = scanning()
    deal(evening, shoe, "KS 9H")
    evening.no("no-reason", "revoke-device", **SUPERVISOR, device="shoe-1", reason=" ")
    evening.ok("revoke-device", **SUPERVISOR, device="shoe-1", reason="the lens is broken")
    shoe.refused("device-revoked", "card KD")
    evening.no("device-silent", "deal-card", card="KD")
    evening.ok("use-keys", device="shoe-1", reason="revoked")
    evening.deal("KD KC")
    evening.no("device-revoked", "rely-on-device", device="shoe-1")


# Cards


def test_the_shoe_names_the_cards_and_the_dealer_deals_them() -> None:
    evening, shoe = scanning()
    evening.no("device-silent", "deal-card")
    evening.no("device-silent", "deal-card", card="KS")
    deal(evening, shoe, NATURAL)
    ended(evening)
    assert evening.chips("ada") == 10_000_00 - 100_00
    seen = [event for event, _ in evening.log if isinstance(event, CardSeen)]
    assert [each.card for each in seen] == NATURAL.split()
    evening.bet("ada", "player")
    deal(evening, shoe, "9S KH KD KC")
    ended(evening)
    assert evening.chips("ada") == 10_000_00


def test_cards_may_be_seen_before_they_are_dealt() -> None:
    evening, shoe = scanning()
    shoe.sees(NATURAL)
    for card in (None, "9H", None, "KC"):
        evening.ok("deal-card", **({} if card is None else {"card": card}))
    ended(evening)
    assert evening.replayed() == evening.table


@pytest.mark.parametrize("rulebook", sorted(RULEBOOKS))
def test_every_document_says_what_a_difference_is_decided_by(rulebook: str) -> None:
    rule = RULEBOOKS[rulebook].conduct.devices
    assert rule is not None and rule.by == "casino supervisor"
    assert rule.speaks_of_devices is (rulebook == "star-baccarat")


def test_12_13_what_the_shoe_sees_otherwise_holds_the_coup() -> None:
    evening, shoe = differing()
    held = evening.no("devices-differ", "deal-card")
    assert held.clause == "12.13"
    shoe.sees("KD KC")
    for do in ("deal-card", "announce-result", "settle-wagers", "clear-cards"):
        assert evening.ask(do).clause in ("12.13", None)
    evening.no("wrong-role", "decide-device-difference", confirmed=True, reason="mine")
    evening.no("no-reason", "decide-device-difference", **SUPERVISOR, confirmed=True, reason="")
    evening.ok("decide-device-difference", **SUPERVISOR, confirmed=True, reason="the 9H lies there",
               cards=["KS", "9H"])  # fmt: skip
    assert [slot.card for slot in evening.table.round.slots] == ["KS", "9H"]
    evening.ok("deal-card")
    evening.ok("deal-card")
    ended(evening)
    assert evening.chips("ada") == 10_000_00 - 100_00
    assert evening.replayed() == evening.table


def test_12_13_nearest_miss_the_dealers_cards_lay_there() -> None:
    evening, shoe = differing()
    evening.ok("decide-device-difference", **SUPERVISOR, confirmed=True, reason="the 8H lies there")
    assert [slot.card for slot in evening.table.round.slots] == ["KS", "8H"]
    deal(evening, shoe, "KD KC")
    assert evening.table.devices.difference is None


def test_12_13_what_cannot_be_confirmed_is_void() -> None:
    evening, shoe = differing()
    evening.ok(
        "decide-device-difference", **SUPERVISOR, confirmed=False, reason="the cards were mixed up"
    )
    assert evening.table.round.void == "12.13"
    assert evening.chips("ada") == 10_000_00
    evening.ok("clear-cards")
    evening.bet("ada", "player")
    deal(evening, shoe, NATURAL)
    ended(evening)


def test_who_deals_the_coup_does_not_decide() -> None:
    evening, shoe = scanning()
    evening.ok("sign-on", actor="sue", role="casino supervisor")
    shoe.says("card KS")
    evening.ok("deal-card", actor="sue", role="casino supervisor", card="QS")
    evening.no("own-statement", "decide-device-difference", actor="sue", role="casino supervisor",
               confirmed=True, reason="as I said")  # fmt: skip


def test_a_card_that_the_shoe_saw_and_no_hand_has_is_found_with_the_result() -> None:
    evening, shoe = scanning()
    deal(evening, shoe, NATURAL)
    shoe.says("card 2C")
    evening.ok("announce-counts")
    (found,) = evening.ok("announce-result")
    assert isinstance(found, DeviceDifferenceFound) and found.difference.about == "undealt"
    evening.no("devices-differ", "settle-wagers")
    evening.ok(
        "decide-device-difference", **SUPERVISOR, confirmed=True, reason="it lies in the shoe"
    )
    ended(evening)


def test_the_other_documents_hold_the_coup_under_their_own_clause() -> None:
    for rulebook, clause in (("canberra-mini", "12.4"), ("star-seven-up", "12.1.2")):
        evening = Evening(rulebook, feed="scanned")
        source = evening.table.opened.source
        kind = "scanning shoe" if source == "shoe" else "shuffling device"
        device = TestedDevice(evening, "eye", kind).enrol()
        evening.join("ada", 1)
        evening.bet("ada", "player")
        device.says("card KS")
        if evening.table.conduct.calls.required:
            evening.ok("no-more-bets")
        *_, found = evening.ok("deal-card", card="QS")
        assert isinstance(found, DeviceDifferenceFound) and found.difference.clause == clause
        evening.ok("decide-device-difference", **SUPERVISOR, confirmed=False, reason="mixed up")
        assert evening.table.round.void == clause


# Silence


def test_a_silent_shoe_falls_back_to_keys_with_a_reason_and_a_second_person() -> None:
    evening, shoe = scanning()
    deal(evening, shoe, "KS 9H")
    made, *rest = evening.says("use-keys", device="shoe-1", reason="it died")
    assert isinstance(made, StatementMade) and not rest
    evening.no("held", "deal-card", card="KD")
    evening.confirm(made)
    evening.deal("KD KC")
    evening.finish()
    evening.no("not-relied", "use-keys", device="shoe-1", reason="again")
    evening.ok("rely-on-device", device="shoe-1")
    evening.no("relied", "rely-on-device", device="shoe-1")
    evening.bet("ada", "player")
    deal(evening, shoe, NATURAL)
    ended(evening)
    assert evening.replayed() == evening.table


def test_a_fault_is_told_to_the_dealer_and_a_later_word_clears_it() -> None:
    evening, shoe = scanning()
    shoe.says("fault jam a card is stuck")
    assert evening.table.devices.enrolled["shoe-1"].fault == "jam a card is stuck"
    assert "out of use" in evening.no("device-silent", "deal-card").message
    shoe.says("card KS")
    evening.ok("deal-card")


def test_a_stack_that_the_device_counts_otherwise_is_checked_first() -> None:
    evening, shoe = scanning()
    left = evening.table.stack.cards - evening.table.stack.dealt
    shoe.says(f"load {left - 1}")
    shoe.says("card KS")
    evening.no("cards-differ", "deal-card")
    shoe.says(f"load {left}")
    evening.ok("deal-card")


# Chips


def reading() -> tuple[Evening, TestedDevice]:
    evening = Evening("star-baccarat")
    reader = TestedDevice(evening, "reader-1", "chip reader").enrol()
    evening.join("ada", 1)
    evening.bet("ada", "player")
    return evening, reader


def test_chips_that_differ_stop_the_first_card() -> None:
    evening, reader = reading()
    evening.no("chips-differ", "deal-card", card="KS")
    reader.says("chips 1 player 100.01")
    evening.no("chips-differ", "deal-card", card="KS")
    reader.says("chips 1 player 100")
    evening.deal(NATURAL)
    evening.finish()
    evening.bet("ada", "player", "50")
    evening.no("chips-differ", "deal-card", card="KS")
    evening.ok("use-keys", device="reader-1", reason="it is silent")
    evening.deal(NATURAL)


@pytest.mark.parametrize("stands", [True, False])
def test_chips_that_change_after_the_first_card_hold_the_coup(stands: bool) -> None:
    evening, reader = reading()
    reader.says("chips 1 player 100")
    evening.ok("deal-card", card="KS")
    _, found = reader.says("chips 1 player 500")
    assert isinstance(found, DeviceDifferenceFound) and found.difference.clause == "5.4"
    evening.no("devices-differ", "deal-card", card="9H")
    evening.ok(
        "decide-device-difference", **SUPERVISOR, confirmed=stands, reason="the camera shows it"
    )
    assert (evening.table.round.void is None) is stands
