"""An evening as the people around the table see it, checked after every event."""

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec

from sabot.accounts import Account
from sabot.engine.streams import Event
from sabot.store.log.lines import ZEROS, stamp, write_line
from sabot.table import TABLE, Table
from sabot.views import (
    Countdown,
    TableView,
    Watching,
    card_of,
    changed,
    seen_by,
    staff_of,
    view_of,
    you_of,
)
from support.evening import Evening, Json

ROLES = (
    "player", "dealer", "gaming supervisor", "casino supervisor", "assistant gaming manager",
    "gaming manager", "duty manager", "tournament manager", "surveillance", "inspector",
    "administrator",
)  # fmt: skip
WATCHERS = ("surveillance", "inspector")
UNTOLD = ("player", "tournament manager", "administrator")
"""Return who is not told a statement."""
CARD = re.compile(r"(?<![\w+/=-])[A23456789TJQK][SHDC](?![\w+/=-])")


def line_of(seq: int, event: Event, at: Any, by: str = "dana", do: Json | None = None) -> bytes:
    """The event as a log keeps it, with the command that led to it."""
    encoded = msgspec.json.encode(event)
    what = str(event.__struct_config__.tag)
    body = encoded[len(f'{{"what":"{what}"') : -1]
    head = b'"id":"1","do":' + msgspec.json.encode(do or {"do": "anything", "card": "9999"})
    line, _ = write_line("table:1", seq, stamp(at), f'"{by}"', what, head + body, ZEROS)
    return line


def lines_of(evening: Evening, after: int = 0) -> Iterator[bytes]:
    for seq, (event, at) in enumerate(evening.log[after:], after + 1):
        yield line_of(seq, event, at)


def seen(line: bytes, role: str = "player", name: str = "zoe") -> Json:
    return msgspec.json.decode(seen_by(role, name, line), type=Json)


class Gallery:
    """Follows an evening: `look` takes in what has happened and shows it to everybody."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.table = Table(name="1")
        self.watching = Watching()
        self.lines: list[bytes] = []
        self.view: TableView = view_of(self.table, self.watching)
        self.seen = [(self.table, told(self.watching))]

    def look(self) -> TableView:
        """Take in the events since the last look, one by one."""
        for event, at in self.evening.log[len(self.lines) :]:
            line = line_of(len(self.lines) + 1, event, at)
            self.lines.append(line)
            self.table = TABLE.evolve(self.table, event, at)
            self.watching.take(line, self.table)
            self._check(line)
            self.seen.append((self.table, told(self.watching)))
        assert self.table == self.evening.table
        return self.view

    def _check(self, line: bytes) -> None:
        new = view_of(self.table, self.watching, Countdown(20, 25, 20))
        difference = changed(self.view, new)
        assert msgspec.structs.replace(self.view, **difference) == new
        assert all(getattr(self.view, name) != value for name, value in difference.items())
        assert self.watching.stakes.lying == self.table.round.stakes
        self.view = new
        check_hidden(self.table, self.watching, line)

    def check_cut(self, cut: int) -> None:
        """A viewer who joins after so many lines sees what the others see."""
        table, watching = self.seen[cut]
        assert told(Watching.resume(table, lambda after: self.lines[after:cut])) == watching


def told(watching: Watching) -> dict[str, Any]:
    """All that a Watching tells."""
    return {
        name: getattr(watching, name)
        for name in ("past", "ends", "bets_opened_at", "first_stake", "roads")
    }


def check_hidden(table: Table, watching: Watching, *lines: bytes) -> None:
    """After these lines, which one command led to, a viewer gets no name of a card that does not
    lie face up."""
    known = faces(table).union(*(CARD.findall(_cards_in(line)) for line in lines))
    now = table.at
    assert now is not None
    view = view_of(table, watching)
    yous = [you_of(table, name, Account(), now) for name in (*table.patrons, "zoe")]
    cards = [card_of(table, watching, staff) for staff in (False, True)]
    for shown in (view, *yous, *cards):
        assert set(CARD.findall(text_of(shown))) <= known
    stated = set(CARD.findall(text_of(table.statements)))
    assert set(CARD.findall(text_of(staff_of(table, watching.ends)))) <= known | stated
    for hand in view.hands:
        assert all(each.up or each.card is None for each in hand.cards)
    for line, role in product(lines, ROLES):
        if role in WATCHERS and b'"opened":{' in line:
            continue
        told = known if role in UNTOLD else known | stated
        assert set(CARD.findall(seen_by(role, "zoe", line).decode())) <= told, role


def text_of(shown: Any) -> str:
    return msgspec.json.encode(shown).decode()


def faces(table: Table) -> set[str]:
    """The cards that lie face up on the table or in the rack."""
    stack, round_ = table.stack, table.round
    slots = (*round_.slots, *(table.last.slots if table.last else ()))
    slots = (*slots, *stack.carried, *stack.waiting)
    return {slot.card for slot in slots if slot.up and slot.card is not None}


def _cards_in(line: bytes) -> str:
    """Cards that an event shows to everybody and that go to the rack at once."""
    event = msgspec.json.decode(line, type=Json)
    shown = [event.get("card")] if event.get("up") is not False else []
    if event["what"] == "cards-discarded/1":
        shown += event["cards"]
    return " ".join(map(str, shown))
