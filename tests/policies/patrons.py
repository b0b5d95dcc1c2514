"""A patron at two places: tables of one server, or of two that share a store."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from policies.office import CASS, SUE, Office
from sabot.accounts import NotePlay
from sabot.floor import Floor
from sabot.floor.kinds import ACCOUNTS, TABLES
from sabot.store import Store, open_store

DORA = {"actor": "dora", "role": "dealer"}
OPENING = {"rulebook": "star-baccarat", "method": "A", "feed": "typed"}
SIGN = {"minimum": "5", "maximum": "9000"}
DAY, HOUR, SECOND = timedelta(days=1), timedelta(hours=1), timedelta(seconds=1)
SYDNEY = ZoneInfo("Australia/Sydney")
PLACES: Final = ("one table", "two tables", "two servers")


def open_table(office: Office, name: str) -> None:
    office.done(f"table:{name}", SUE, "open-table", sign=SIGN, **OPENING)
    office.done(f"table:{name}", SUE, "open-float", amount="90000")


class Patron:
    """A patron of one row, where they are first (`here`) and then (`there`): a server, a table."""

    def __init__(self, offices: tuple[Office, Office], tables: tuple[str, str], name: str) -> None:
        self._offices, self._tables, self.name = offices, tables, name
        self.stream, self._slips = f"player:{name}", 0
        self.here, self.there = offices
        self.seat = {"player": name, "card": f"card of {name}"}

    @property
    def now(self) -> datetime:
        return self.here.now

    @now.setter
    def now(self, moment: datetime) -> None:
        for office in self._offices:
            office.now = moment

    def table(self, place: int) -> str:
        return f"table:{self._tables[place]}"

    def opened(self) -> "Patron":
        """Give them an account with a card."""
        self.here.done(self.stream, CASS, "open-account", player=self.name)
        self.here.done(self.stream, CASS, "issue-player-card", card=f"card of {self.name}")
        return self

    @property
    def own(self) -> dict[str, str]:
        return {"actor": self.name, "role": "player"}

    def at(self, place: int, who: dict[str, str], do: str, **fields: Any) -> str:
        """Send a command to the table of a place; return the code of its refusal, or ""."""
        refused = self._offices[place].say(self.table(place), who, do, **fields).rejected
        return "" if refused is None else refused.code

    def seated(self, place: int) -> dict[str, Any]:
        """Return who is at the table of a place, as its server sees it once it has caught up."""
        floor = self._offices[place].floor
        return dict(floor.catch_up(TABLES, self._tables[place]).patrons)

    def asks(self, place: int, who: dict[str, str], do: str, **fields: Any) -> str:
        """Send a command to the account, at the server of a place."""
        refused = self._offices[place].say(self.stream, who, do, **fields).rejected
        return "" if refused is None else refused.code

    def sits(self, place: int = 0) -> str:
        return self.at(place, DORA, "join-table", **self.seat)

    def goes(self, place: int = 0) -> str:
        return self.at(place, DORA, "leave-table", player=self.name)

    def plays(self, hours: float, place: int = 0) -> None:
        assert self.sits(place) == ""
        self.now += timedelta(hours=hours)
        assert self.goes(place) == ""

    def pays(self, amount: str, place: int = 0) -> str:
        """Bring cash to the cage, beside the server of a place."""
        self._slips += 1
        slip = {"method": "cash", "reference": f"{self.name} {self._slips}"}
        return self.asks(place, CASS, "deposit", amount=amount, **slip)

    def takes(self, amount: str, place: int = 0) -> str:
        self._slips += 1
        paid = {"card": f"card of {self.name}", "pin": "73910", "amount": amount}
        reference = f"{self.name} {self._slips}"
        return self.asks(place, CASS, "withdraw", reference=reference, **paid)

    def buys(self, amount: str, place: int = 0) -> str:
        return self.at(place, DORA, "buy-chips", player=self.name, amount=amount, means="cash")

    def note(self, place: int = 0) -> str:
        """Let a server look at the time of play."""
        number = f"note {self.name} {self.now} {place}"
        command = NotePlay(id=number, at=self.now, actor="house", role="casino operator")
        refused = self._offices[place].floor.give(self.stream, command).rejected
        return "" if refused is None else refused.code

    def duties(self) -> list[str]:
        account = self.there.floor.catch_up(ACCOUNTS, self.name)
        return [each.duty for each in account.notices.due.values()]


def midnight(moment: datetime) -> datetime:
    """Return the end of a day at the casino, however many hours it has."""
    begins = moment.astimezone(SYDNEY).replace(hour=0, minute=0, second=0)
    return (begins + DAY).astimezone(UTC)


@contextmanager
def offices(place: str, url: str) -> Iterator[tuple[Store, tuple[Office, Office]]]:
    """Open the offices of one server, or of two that share a store."""
    with ExitStack() as opened:
        store = opened.enter_context(open_store(url))
        first = Office(Floor(store))
        if place != "two servers":
            yield store, (first, first)
            return
        other = opened.enter_context(open_store(url))
        yield store, (first, Office(Floor(other), "p"))
