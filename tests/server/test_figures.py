"""A night of every game: player, dealer, pit and inspector see figures that agree to the cent,
and all of them with the ledger."""

import csv
import functools
import io
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

import msgspec
import pytest

from sabot.engine.ledger import FLOAT, LAYOUT, Move, balance, of_player, post
from sabot.pit import sheet as sheets
from sabot.rules.roles import (
    CASHIER,
    DEALER,
    DUTY_MANAGER,
    GAMING_SUPERVISOR,
    INSPECTOR,
    PLAYER,
    SURVEILLANCE,
)
from sabot.server.casino import SHEET
from sabot.server.pit.prices import prices_of
from sabot.store.expiring_rows import Swap
from sabot.table import TABLE
from server.harness import TABLES, House, running

NIGHTS: dict[str, tuple[dict[str, Any], ...]] = {
    "baccarat": (
        {"player": "alice", "on": "player", "amount": "100"},
        {"player": "bob", "on": "banker", "amount": "55"},
        {"player": "bob", "on": "tie", "amount": "10"},
    ),
    "seven-up": (
        {"player": "alice", "on": "player", "amount": "100"},
        {"player": "bob", "on": "banker", "amount": "50"},
    ),
    "three-card": (
        {"player": "alice", "on": "player", "amount": "100", "box": 1},
        {"player": "bob", "on": "player", "amount": "50", "box": 2},
    ),
    "lucky-draw": (
        {"player": "alice", "on": "enter", "amount": "100", "box": 1},
        {"player": "bob", "on": "enter", "amount": "10", "box": 2},
    ),
    "mini": (
        {"player": "alice", "on": "player", "amount": "100"},
        {"player": "bob", "on": "banker", "amount": "50"},
    ),
}
COUPS = 2
BROUGHT = {"alice": 200_000, "bob": 100_000}


class Night:
    """Figures of one night at a table, as each of them saw it before the players left."""

    def __init__(self, house: House, table: str) -> None:
        self.house, self.table = house, table
        self.paid = dict.fromkeys(BROUGHT, 0)
        house.prepare(table)
        for place, (player, cents) in enumerate(BROUGHT.items(), 1):
            house.sit(table, player, str(cents // 100), place=place)
        for _ in range(COUPS):
            self._coup()
        self.seen = {who: house.see(table, who) for who in (*BROUGHT, DEALER)}
        self.pit = {row["table"]: row for row in self.ask("/api/pit", GAMING_SUPERVISOR)}[table]
        rated = self.ask(f"/api/ratings?table={table}", GAMING_SUPERVISOR)
        self.ratings = {row["player"]: row for row in rated}
        for player in BROUGHT:
            chips = self.seen[player]["you"]["balance"]
            declared = f"{chips // 100}.{chips % 100:02}"
            house.done(table, player, "leave-table", player=player, declared=declared)

    def _coup(self) -> None:
        for wager in NIGHTS[self.table]:
            self.house.done(self.table, wager["player"], "place-wager", **wager)
        while self.house.step(self.table) is None or self._waits() != "bets":
            for player in BROUGHT:
                for box in self.house.see(self.table, player)["you"].get("decide", ()):
                    self.house.done(self.table, player, "decide-hand", box=box, decision="stand")
        for line in self.house.see(self.table, DEALER)["staff"]["pay"]:
            lost = -line["live"] if line["outcome"] == "lose" else 0
            self.paid[line["player"]] += line["pays"] + lost

    def _waits(self) -> str:
        return str(self.house.see(self.table)["table"]["wait"]["step"])

    def ask(self, path: str, who: str = INSPECTOR) -> Any:
        answer = self.house.ask(who, "GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def ledger(self) -> dict[str, int]:
        """Return the balances of the log's moves after all players have left, less the opening
        float; and each player's chips before leaving."""
        text = self.house.ask(INSPECTOR, "GET", f"/api/export/{self.table}/events.jsonl").text
        balances: dict[str, int] = {}
        results: dict[str, int] = {}
        for line in text.splitlines():
            event = TABLE.read_event(line)
            if msgspec.json.decode(line)["what"].startswith("player-left/"):
                player = event.player  # type: ignore[attr-defined]
                held = balance(balances, of_player(player))
                results[player] = held - BROUGHT[player]
            moves: tuple[Move, ...] = getattr(event, "moves", ())
            balances = post(balances, moves)
        assert balance(balances, LAYOUT) == 0
        return {**results, "house": balance(balances, FLOAT) - 100_000_000}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with (
        mock.patch.object(sheets, "KEEP_EVERY", 5),
        running(tmp_path_factory.mktemp("figures")) as house,
    ):
        yield house


Nights = Callable[[str], Night]


@pytest.fixture(scope="module")
def nights(house: House) -> Nights:
    """The night of a table, played when it is first asked for."""
    return functools.cache(lambda table: Night(house, table))


@pytest.mark.parametrize("table", TABLES.values())
def test_everybody_s_figures_are_the_ledgers(house: House, nights: Nights, table: str) -> None:
    night = nights(table)
    ledger = night.ledger()
    results = {player: ledger[player] for player in BROUGHT}
    assert ledger["house"] == -sum(results.values())

    for player, result in results.items():  # the player's
        you = night.seen[player]["you"]
        rows = night.ask(f"/api/tables/{table}/coups?own=true", player)
        assert you["balance"] - BROUGHT[player] == result == -you.get("lost", 0)
        assert sum(row.get("returned", 0) - row["staked"] for row in rows) == result

    staff = night.seen[DEALER]["staff"]  # the dealer's
    held = {each["player"]: each["balance"] - BROUGHT[each["player"]] for each in staff["patrons"]}
    assert held == results == night.paid
    assert staff["float"] - 100_000_000 == ledger["house"]

    figures = night.pit["figures"]  # the pit's
    assert figures["win"] == figures["played"] == ledger["house"]
    assert {player: row["result"] for player, row in night.ratings.items()} == results
    assert figures["coups"] == COUPS and not figures.get("waiting")
    assert figures["handle"] == sum(row["staked"] for row in night.ratings.values())
    theoretical = sum(row["theoretical"] for row in night.ratings.values())
    assert abs(figures["expected"] - theoretical) <= 1  # each is rounded
    assert night.pit["trend"][-1]["win"] == ledger["house"]

    sheet = night.ask(f"/api/reports/table-day?of={table}")  # the inspector's
    (section,) = sheet["sections"]
    (row,) = section["rows"]
    names = [column["name"] for column in section["columns"]]
    day = {name: cell["value"] for name, cell in zip(names, row, strict=True)}
    assert (day["Win"], day["Coups"]) == (ledger["house"], COUPS)
    assert day["Staked"] - day["Paid back"] == ledger["house"]
    assert figures["handle"] == day["Staked"]
    text = house.ask(INSPECTOR, "GET", f"/api/export/{table}/settlements.csv").text
    settled = [*csv.DictReader(io.StringIO(text))]
    assert len(settled) >= COUPS * len(NIGHTS[table])


def test_the_rating_card_is_all_tables_together(house: House, nights: Nights) -> None:
    for table in TABLES.values():
        nights(table)
    rows = house.ask(DUTY_MANAGER, "GET", "/api/ratings").json()
    card = house.ask(DUTY_MANAGER, "GET", "/api/ratings/alice").json()
    own = [row for row in rows if row["player"] == "alice"]
    assert len(own) == len(card["tables"]) == len(TABLES)
    for figure in ("result", "staked", "coups", "theoretical", "seconds"):
        assert card["whole"][figure] == sum(row[figure] for row in own)
    answer = house.ask(DUTY_MANAGER, "GET", "/api/ratings/nobody")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not-rated")


@pytest.mark.parametrize("who", [PLAYER, DEALER, CASHIER, ""])
@pytest.mark.parametrize("path", ["/api/pit", "/api/ratings", "/api/ratings/alice"])
def test_figures_are_for_supervisors_and_those_who_watch(
    house: House, nights: Nights, who: str, path: str
) -> None:
    nights("baccarat")  # alice is rated since
    assert house.ask(who, "GET", path).status_code in (401, 403)
    assert house.ask(SURVEILLANCE, "GET", path).status_code == 200


def test_a_sheet_survives_a_restart(house: House, nights: Nights) -> None:
    """The snapshot beside the log is read on; it is only a cache."""
    for table in TABLES.values():
        nights(table)
    for row in house.ask(DUTY_MANAGER, "GET", "/api/pit").json():
        name = row["table"]
        figures = house.casino.following(name).sheet.figures
        kept = house.casino.store.expiring_row(SHEET, name)
        assert kept is not None
        for swap in (None, Swap(SHEET, name, kept, b"nonsense")):
            if swap is not None:
                house.casino.store.swap(swap)
            again = house.casino._load(name).sheet
            again.price(prices_of(tuple(again.figures.unpriced)))
            assert again.figures.win == figures.win == row["figures"]["win"]
            assert again.figures.expected == pytest.approx(figures.expected)
            assert msgspec.structs.replace(again.figures, expected=0.0, variance=0.0) == (
                msgspec.structs.replace(figures, expected=0.0, variance=0.0)
            )
