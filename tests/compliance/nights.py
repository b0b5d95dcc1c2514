"""Nights at a table, over a real store, and what an insider can do to their log."""

import hashlib
import itertools
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any

from games import GAMES
from sabot.audit.audit import Audit
from sabot.audit.chain import chain
from sabot.engine.finding import Finding
from sabot.floor import Floor
from sabot.rules import Choice
from sabot.shoe.procedure import DEVICE
from sabot.shoe.randomness import Seeded
from sabot.store import Store, export_lines, open_store
from sabot.table import TABLE
from sabot.table.betting.chances import chance_until
from sabot.table.coup.dealing import early_stakes
from sabot.table.limits.displays import missing_displays
from sabot.table.result.settlement import open_stakes, waits_for_marker
from sabot.table.shoe.cards import EXPOSE, due, is_initial
from sabot.table.state import BETTING, DEALING, PREPARING, VIRTUAL, Table
from support.accounts import funded

Json = dict[str, Any]
START = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)


class Night:
    """A table over a store, with a careful dealer and a clock of its own; or `beside` another one,
    on the same floor and by the same clock."""

    def __init__(
        self,
        game: str,
        name: str = "1",
        store: Store | None = None,
        beside: "Night | None" = None,
        **options: Any,
    ) -> None:
        shared = beside.store if beside else None
        self.store: Store = store or shared or open_store("sqlite://")
        self.name = name
        self.now = START
        floor = Floor(self.store, self.clock, Seeded(f"{game} {name}"))
        self.floor: Floor = beside.floor if beside else floor
        self._ids = itertools.count(1)
        self.card: Callable[[], str] | None = None
        self._options: Json = {"rulebook": game, **GAMES[game].night, **options}
        self.bets: Sequence[Mapping[str, Any]] = GAMES[game].night_bets
        self.names = {"alice": "alice", "bob": "bob"}
        self.open()

    def open(self) -> None:
        options = {"sign": {"minimum": "5", "maximum": "1000"}, **self._options}
        self.do("open-table", "sue", "casino supervisor", **options)
        self.do("open-float", "sue", "casino supervisor", amount="1000000")
        self.cards()
        if self.floor.account("alice").stay is not None:  # an account is at one table at a time
            self.names = {each: f"{each} {self.name}" for each in self.names}
        for place, player in zip((1, 3), self.names.values(), strict=True):
            self.sit(player, place)

    def sit(self, player: str, place: int, chips: str = "10000") -> None:
        """Come to the table with chips: at a virtual one from an account, at another the dealer
        counts them."""
        seat: Json = {"player": player, "chips": chips, "place": place, "card": f"{player} 1"}
        if self.table.opened.feed != VIRTUAL:
            self.do("join-table", **seat)
            return
        funded(self.floor, player, chips, seat["card"])
        self.do("join-table", player, "player", **seat)

    def clock(self) -> datetime:
        self.now += timedelta(seconds=2)
        return self.now

    @property
    def table(self) -> Table:
        return self.floor.table(self.name)

    def say(self, do: str, actor: str = "dan", role: str = "dealer", **fields: Any) -> None:
        """Give a command; what it states waits for another person. Bets are closed once all players
        have had their time."""
        if do == "no-more-bets":
            self.now = max(self.now, chance_until(self.table) or self.now)
        said = {"id": str(next(self._ids)), "do": do, "actor": actor, "role": role, **fields}
        answer = self.floor.do(self.name, TABLE.read_command(json.dumps(said)))
        assert answer.rejected is None, (said, answer.rejected)

    def do(self, do: str, actor: str = "dan", role: str = "dealer", **fields: Any) -> None:
        """Give a command, and have it confirmed where that is asked for."""
        self.say(do, actor, role, **fields)
        for stated in tuple(self.table.statements.pending.values()):
            who = "walt" if stated.command["do"] == "rectify-payment" else "vera"
            self.do("confirm-statement", who, stated.by, number=stated.number, reason="seen")

    def no(self, do: str, actor: str = "dan", role: str = "dealer", **fields: Any) -> str:
        """The code of the rejection that a command gets."""
        said = {"id": str(next(self._ids)), "do": do, "actor": actor, "role": role, **fields}
        answer = self.floor.do(self.name, TABLE.read_command(json.dumps(said)))
        assert answer.rejected is not None, said
        return answer.rejected.code

    def account(self, do: str, name: str, **fields: Any) -> None:
        """A command to an account."""
        said = {"id": f"a{next(self._ids)}", "do": do, "actor": "cass", "role": "cashier",
                "stream": f"player:{name}", **fields}  # fmt: skip
        answer = self.floor.do(self.name, self.floor.read(json.dumps(said)))
        assert answer.rejected is None, (said, answer.rejected)

    def cards(self) -> None:
        """Checked, shuffled, cut and burned."""
        self.do("check-cards")
        self.do("shuffle", "sue", "casino supervisor", reason="fresh cards")
        if self.table.phase == PREPARING:
            self.do("cut-cards", depth=100, from_back=52, declined=list(self.table.patrons))
        preparation, typed = self.table.book.preparation, self.table.opened.feed == "typed"
        if preparation.burn_required:
            shown = typed and preparation.burns[0].counted
            self.do("burn-cards", **({"card": "AS"} if shown else {}))

    def coups(self, number: int) -> "Night":
        for _ in range(number):
            self.coup()
        return self

    def coup(self) -> None:
        stack = self.table.stack
        if stack.left == 0 or stack.shuffle is not None:
            self.cards()
        self.bet()
        self.do("no-more-bets")
        self.deal()
        if self.table.phase == BETTING:  # the cutting card was the first
            self.cards()
            self.deal()
        self.finish()

    def bet(self) -> None:
        """Everybody's usual wagers."""
        for bet in self.bets:
            player = self.names[bet["player"]]
            self.do("place-wager", player, "player", **{**bet, "player": player})

    def finish(self) -> None:
        """All that a dealer does after the first card."""
        while self.table.phase == DEALING:
            self._step()
        self.do("clear-cards")

    def deal(self) -> None:
        """The house's card, or one that is typed in."""
        if self.table.phase == BETTING and any(missing_displays(self.table)):
            self.do("show-odds")
        self.do("deal-card", **({} if self.card is None else {"card": self.card()}))

    def _step(self) -> None:
        table, step = self.table, due(self.table)
        if step == EXPOSE:
            self.do("expose-cards")
        elif is_initial(table) and table.conduct.calls.counts and not table.round.counts:
            self.do("announce-counts")
        elif is_initial(table) and early_stakes(table):
            self.do("settle-wagers")
        elif isinstance(step, Choice):
            self.decide(step.box)
        elif step is not None:
            self.deal()
        elif table.round.result is None:
            self.do("announce-result")
        else:
            if waits_for_marker(table, open_stakes(table)):
                self.do("mark-point-total")
            self.do("settle-wagers")

    def decide(self, box: int) -> None:
        """The player of a box decides: at a virtual table in person, else the dealer keys it."""
        owner = next(laid.player for laid in self.table.round.stakes.values() if laid.box == box)
        who = (owner, "player") if self.table.opened.feed == VIRTUAL else ("dan", "dealer")
        self.do("decide-hand", *who, box=box, decision=self.decision(box))

    def decision(self, box: int) -> str:
        """Return the decision of a box's player, where there is a choice."""
        return "draw" if (self.table.coups + box) % 2 else "stand"

    def lines(self) -> list[bytes]:
        return list(export_lines(self.store))


def typed(game: str, **options: Any) -> Night:
    """A table with real cards, which the dealer types in as they come."""
    up: Json = {"method": "up"} if game == "canberra-mini" else {}
    played = Night(game, feed="typed", **up, **options)
    names = itertools.cycle(rank + suit for rank in "45K8267T93JQ" for suit in "SHDC")
    played.card = lambda: next(names)
    return played


def large(**options: Any) -> Night:
    """A table of Baccarat with real cards, at which both players stake the maximum on one bet."""
    played = typed("star-baccarat", **options)
    played.bets = [{"player": who, "on": "player", "amount": "1000"} for who in ("alice", "bob")]
    return played


@lru_cache(maxsize=16)
def night(game: str, coups: int = 4) -> tuple[bytes, ...]:
    """The log of some coups. With a shoe a fresh shuffle follows, so that the order is opened; a
    device is opened after every coup."""
    played = Night(game).coups(coups)
    if played.table.opened.source != DEVICE:
        played.cards()
    return tuple(played.lines())


def audited(lines: Iterable[bytes], only: str | None = None) -> list[Finding]:
    """All findings, the chain's first."""
    lines, audit = list(lines), Audit(only)
    deep = [finding for line in lines for finding in audit.take(line)]
    return [*chain(lines), *deep, *audit.end()]


def kinds(findings: Iterable[Finding]) -> set[str]:
    return {each.finding for each in findings}


def rehashed(events: Iterable[Json]) -> list[bytes]:
    """The events as an insider would write them: numbers and hashes all in order."""
    last: dict[str, tuple[int, str]] = {}
    lines = []
    for event in events:
        seq, prev = last.get(event["stream"], (0, "0" * 64))
        body = {k: v for k, v in event.items() if k not in ("prev", "hash")} | {"seq": seq + 1}
        text = json.dumps({**body, "prev": prev}, separators=(",", ":"), ensure_ascii=False)
        found = hashlib.sha256(text.encode()).hexdigest()
        lines.append(f'{text[:-1]},"hash":"{found}"}}\n'.encode())
        last[event["stream"]] = seq + 1, found
    return lines


def events_of(lines: Iterable[bytes]) -> list[Json]:
    return [json.loads(line) for line in lines]


def forged(lines: Iterable[bytes], change: Callable[[list[Json]], object]) -> list[bytes]:
    """The log after a change, with a chain that holds."""
    events = events_of(lines)
    change(events)
    return rehashed(events)


def find(events: list[Json], what: str, number: int = 0) -> Json:
    """Return one event of that kind."""
    return [event for event in events if event["what"] == f"{what}/1"][number]
