"""Compare what a device saw with what the dealer says: a difference holds the coup.

The clause is the document's (`Conduct.devices`): a casino supervisor seeks to confirm the actual
outcome, and otherwise the coup is void.
"""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal, quoted
from sabot.engine.declarations import (
    RECORD,
    Topic,
    in_topics,
    public,
)
from sabot.engine.ledger import amount_told
from sabot.engine.streams import Event
from sabot.rules.operation.conduct import DeviceRule
from sabot.rules.roles import CASINO_SUPERVISOR
from sabot.table.device import CardScan, DeviceDifference
from sabot.table.devices.enrolment import card_device, chip_device
from sabot.table.state import DEALING, Laid, Table
from sabot.table.stream import TABLE, replace

CARD, UNDEALT, CHIPS = "card", "undealt", "chips"
"""Subjects of a difference."""


def rule_of(table: Table) -> DeviceRule:
    """Return the document's rule for a difference."""
    rule = table.conduct.devices
    return DeviceRule("", CASINO_SUPERVISOR) if rule is None else rule


def scan_of(table: Table) -> CardScan:
    """Return the cards that were seen of the stack in use; none of it where it is new."""
    scan, number = table.devices.scan, table.stack.number
    return scan if scan.stack == number else CardScan(number)


def seen_at(table: Table, position: int | None) -> str | None:
    """Return the card that the device saw at a place of the stack; None if it saw none there."""
    scan = scan_of(table)
    if position is None or not 0 <= position - scan.first < len(scan.cards):
        return None
    return scan.cards[position - scan.first]


def check_seen(table: Table, number: int = 1) -> None:
    """Reject cards that the device has not seen yet, where play waits for its word."""
    name = card_device(table)
    if name is None:
        return
    device, scan = table.devices.enrolled[name], scan_of(table)
    if scan.first + len(scan.cards) >= table.stack.dealt + number:
        return
    if device.revoked is not None or device.fault is not None:
        message = "The device {device} is out of use: ask to use keys, and say why."
        raise Refusal("device-silent", None, message, device=quoted(name))
    message = "The device {device} has not seen this card: wait, or ask to use keys and say why."
    raise Refusal("device-silent", None, message, device=quoted(name))


def next_seen(table: Table) -> str | None:
    """Return the next card to be dealt as the device saw it; None where no device sees cards."""
    return None if card_device(table) is None else seen_at(table, table.stack.dealt)


def cards_waiting(table: Table) -> int:
    """Return how many cards the device saw that are not dealt yet."""
    scan = scan_of(table)
    return max(0, scan.first + len(scan.cards) - table.stack.dealt)


def card_difference(table: Table) -> DeviceDifference | None:
    """Return the first card that lies face up and that the device saw as another one."""
    name = card_device(table)
    if name is None or table.round.mixed:
        return None
    clause = rule_of(table).clause
    for slot in table.round.slots:
        seen = seen_at(table, slot.position)
        if slot.up and slot.card is not None and seen is not None and seen != slot.card:
            return DeviceDifference(name, CARD, slot.position or 0, seen, slot.card, clause)
    return None


def undealt_difference(table: Table) -> DeviceDifference | None:
    """Return the first card that the device saw and that was not dealt, once no card is due."""
    name = card_device(table)
    if name is None or not cards_waiting(table):
        return None
    seen, clause = next_seen(table) or "", rule_of(table).clause
    return DeviceDifference(name, UNDEALT, table.stack.dealt, seen, "", clause)


def result_difference(table: Table) -> DeviceDifference | None:
    """Return what differs as a coup gets its result."""
    return card_difference(table) or undealt_difference(table)


# Chips


def place_key(place: int, on: str) -> str:
    """Return the key of a wager at a place.

    >>> place_key(3, "tie")
    '3 tie'
    """
    return f"{place} {on}"


def place_of_stake(table: Table, laid: Laid) -> int:
    """Return the place at which a stake lies: its box, its area, or its player's seat."""
    patron = table.patrons.get(laid.player)
    seat = None if patron is None else patron.place
    return laid.box or laid.area or seat or 0


def _stakes(table: Table) -> dict[str, int]:
    """Return what the books have on the layout, by place and wager."""
    found = dict[str, int]()
    for laid in table.round.stakes.values():
        if laid.sequence in table.round.settled:
            continue
        key = place_key(place_of_stake(table, laid), laid.on)
        found[key] = found.get(key, 0) + laid.staked - laid.returned
    return found


def chip_difference(table: Table) -> DeviceDifference | None:
    """Return the first wager that the reader sees otherwise than the books have it, before the
    first card."""
    name = chip_device(table)
    if name is None:
        return None
    books, seen = _stakes(table), table.devices.chips
    for key in sorted({*books, *seen}):
        if books.get(key, 0) != seen.get(key, 0):
            return _of_chips(table, name, key, seen.get(key, 0), books.get(key, 0))
    return None


def chips_changed(table: Table, place: int, on: str, amount: int) -> DeviceDifference | None:
    """Return what differs where chips change on the layout of a coup that is being dealt."""
    if table.phase != DEALING or table.round.result is not None or table.round.void is not None:
        return None
    if table.round.take_down is not None or table.round.reopened is not None:
        return None
    key, name = place_key(place, on), chip_device(table)
    books = _stakes(table).get(key, 0)
    waits = table.devices.difference is not None
    return (
        None
        if name is None or waits or books == amount
        else _of_chips(table, name, key, amount, books)
    )


def _of_chips(table: Table, name: str, key: str, seen: int, books: int) -> DeviceDifference:
    place, _, on = key.partition(" ")
    currency, clause = table.opened.currency, table.conduct.wagering.untouched
    told = amount_told(seen, currency), amount_told(books, currency)
    return DeviceDifference(name, CHIPS, int(place), *told, clause, on)


def check_chips_agree(table: Table) -> None:
    """Reject a first card while the reader sees other chips than the books have."""
    found = chip_difference(table)
    if found is not None:
        raise Refusal(
            "chips-differ",
            table.conduct.wagering.before,
            "The reader sees {seen} at place {place} on {on}, and the books have {said}:"
            " put the wager right, or ask to use keys.",
            seen=found.seen,
            place=found.place,
            on=table.book.wager(found.on).name,
            said=found.said,
        )


def check_loaded(table: Table) -> None:
    """Reject a first card of a stack that the device counted with another number of cards."""
    loaded = table.devices.loaded
    if loaded is None or loaded[1] != table.stack.number or loaded[0] == table.stack.cards:
        return
    raise Refusal(
        "cards-differ",
        None,
        "The device counted {seen} cards, and the books have {said}: check the cards.",
        seen=loaded[0],
        said=table.stack.cards,
    )


# Held


class DeviceDifferenceFound(Event, frozen=True, kw_only=True):
    """A device and the dealer say different things: the coup is held until a supervisor has sought
    to confirm its outcome."""

    basis = RECORD
    sight = public("clause")
    topics = in_topics(Topic.IRREGULARITY)

    difference: DeviceDifference
    clause: str


@TABLE.evolves(DeviceDifferenceFound)
def device_difference_found(table: Table, event: DeviceDifferenceFound) -> Table:
    return replace(table, devices=replace(table.devices, difference=event.difference))


def differing(found: DeviceDifference) -> DeviceDifferenceFound:
    """Return the event of a difference."""
    return DeviceDifferenceFound(difference=found, clause=found.clause)


def with_difference(table: Table, events: Sequence[Event], now: datetime) -> list[Event]:
    """Return the events of a command that names cards, and the difference that they make."""
    if card_device(table) is None:
        return list(events)
    after = table
    for event in events:
        after = TABLE.evolve(after, event, now)
    found = card_difference(after)
    return [*events] if found is None else [*events, differing(found)]


def check_agreed(table: Table) -> None:
    """Reject further play while a device and the dealer differ."""
    found = table.devices.difference
    if found is not None:
        message = "The device {device} and the dealer differ: a {by} decides first."
        by = rule_of(table).by
        raise Refusal("devices-differ", found.clause, message, device=quoted(found.device), by=by)


def after_coup_seen(table: Table, before: Table) -> Table:
    """Return the table of the next coup: cards that were seen and not dealt open it, chips are read
    anew. `before` is the table as the coup ended."""
    devices = before.devices
    if not devices.enrolled:
        return table
    waiting, scan = cards_waiting(before), scan_of(before)
    left: tuple[str, ...] = scan.cards[len(scan.cards) - waiting :] if waiting else ()
    scan = CardScan(table.stack.number, table.stack.dealt, left)
    return replace(table, devices=replace(devices, scan=scan, chips={}, difference=None))
