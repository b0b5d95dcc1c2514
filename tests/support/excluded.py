"""A house with a player to be excluded from the casino, and what has to follow everywhere."""

import itertools
from typing import Any

import msgspec
import pytest

from sabot.audit.audit import Audit
from sabot.core.refusal import Refusal
from sabot.engine.live import Answer
from sabot.floor import Floor
from sabot.people import Hashing, People
from sabot.store import open_store
from sabot.table.state import BETTING
from sabot.views import next_step

CLAUSES = {
    "star-baccarat": ("14.8.3", "14.6"),
    "star-seven-up": ("14.3.3", None),
    "star-three-card": ("14.3.3", None),
    "star-lucky-draw": ("12.3.3", None),
}
SIGN = {"minimum": "10", "maximum": "1000"}
GOOD = "seven quiet herons at dusk"
SUE = {"actor": "sue", "role": "casino supervisor"}
CASS = {"actor": "cass", "role": "cashier"}


class House:
    """Two tables of one game, and mallory, who has an account and a sign-in."""

    def __init__(self, game: str, **options: Any) -> None:
        self.store = open_store("sqlite://")
        self.floor = Floor(self.store)
        self.people = People(self.store, hashing=Hashing(memory=8))
        self._ids = itertools.count(1)
        self.people.add("mallory", GOOD, "player", "console")
        for table in ("1", "2"):
            opening = {"rulebook": game, "sign": SIGN, **options}
            self.ok(table, "open-table", **SUE, **opening)
            self.ok(table, "open-float", **SUE, amount="100000")
        stream = {"stream": "player:mallory"}
        self.ok("", "open-account", **CASS, player="mallory", **stream)
        self.ok("", "issue-player-card", **CASS, card="M", **stream)
        self.ok("", "deposit", **CASS, amount="1000", method="cash", reference="s", **stream)

    def do(self, table: str, do: str, **fields: Any) -> Answer:
        said = {"id": str(next(self._ids)), "do": do, **fields}
        return self.floor.do(table, self.floor.read(msgspec.json.encode(said)))

    def ok(self, table: str, do: str, **fields: Any) -> None:
        answer = self.do(table, do, **fields)
        assert answer.rejected is None, (do, answer.rejected)

    def go_on(self, table: str, coups: int) -> None:
        """Do the dealer's steps until bets are taken after so many coups."""
        while True:
            step = next_step(self.floor.table(table))
            assert step is not None
            self.ok(table, step.do, actor="otto", role="duty manager", **step.fields)
            found = self.floor.table(table)
            if (found.phase, found.coups) == (BETTING, coups):
                return

    def no(self, table: str, do: str, **fields: Any) -> tuple[str, str | None]:
        answer = self.do(table, do, **fields)
        assert answer.rejected is not None, answer
        return answer.rejected.code, answer.rejected.clause

    def join(self, table: str, **more: Any) -> dict[str, Any]:
        own = {"actor": "mallory", "role": "player", "player": "mallory", "card": "M"}
        return {"table": table, "do": "join-table", **own, "chips": "500", **more}

    def findings(self) -> list[str]:
        audit = Audit()
        found = [each for line in self.store.read_all() for each in audit.take(line.line)]
        return [str(each) for each in (*found, *audit.end())]


def sanction(game: str, **more: Any) -> dict[str, Any]:
    offence = CLAUSES[game][1]
    said = {"player": "mallory", "measures": ["exclude"], "reason": "a device"}
    return {**SUE, **said, **({"offence": offence} if offence else {}), **more}


def at_once_and_everywhere(game: str) -> None:
    """Excluded at one table: cashed out there, and out of the account, every table and the door."""
    house, clause = House(game), CLAUSES[game][0]
    token, _ = house.people.sign_in("mallory", GOOD, "here")
    program = house.people.issue_token("mallory", "a robot", "mallory", 1)
    house.ok(**house.join("1"))
    house.ok("1", "sanction-player", **sanction(game))
    account = house.floor.account("mallory")
    assert account.exclusion is not None
    assert (account.exclusion.clause, account.exclusion.casino) == (clause, True)
    assert (account.stay, account.balance) == (None, 1000_00), "cashed out"
    assert "mallory" not in house.floor.table("1").patrons
    assert house.no(**house.join("2")) == ("excluded", clause)
    own = {"actor": "mallory", "role": "player", "stream": "player:mallory"}
    assert house.no("", "deposit", **own, amount="5", method="eftpos") == ("excluded", clause)
    house.people.look_again("mallory")
    assert house.people.session(token) is None and house.people.session(program) is None
    with pytest.raises(Refusal, match="Wrong name or password"):
        house.people.sign_in("mallory", GOOD, "here")
    stream = {"stream": "player:mallory"}
    house.ok("", "set-pin", **CASS, pin="73910", shown="passport", **stream)
    number = house.floor.account("mallory").statements.count
    house.ok("", "confirm-statement", **SUE, number=number, reason="seen", **stream)
    paid = {"amount": "1000", "card": "M", "reference": "s 2", "pin": "73910"}
    house.ok("", "withdraw", **CASS, **paid, **stream)
    assert house.findings() == []
