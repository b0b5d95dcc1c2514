"""The one store of the tour, and everybody who acts in it."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sabot.engine.live import read_line
from sabot.floor import Floor
from sabot.floor.kinds import kind_of
from sabot.parts.statements import Pending
from sabot.people import Hashing, People
from sabot.rules.roles import (
    ADMINISTRATOR,
    ASSISTANT_GAMING_MANAGER,
    CASHIER,
    CASINO_SUPERVISOR,
    DEALER,
    DUTY_MANAGER,
    GAMING_MANAGER,
    GAMING_SUPERVISOR,
    INSPECTOR,
    PLAYER,
    SCRUTINEER,
    SURVEILLANCE,
    TOURNAMENT_DIRECTOR,
    TOURNAMENT_MANAGER,
    may_act_as,
)
from sabot.shoe.randomness import Seeded
from sabot.store import Store, open_store
from sabot.store.trust.keys import COMMAND, FILE, KEYS
from sabot.table import Table
from sabot.table.betting.chances import chance_until
from support.tour.steps import DONE, WAITS, Act, Say, Step, Wait

START = datetime(2026, 3, 15, 9, 0, tzinfo=UTC)
"""A Sunday evening in Sydney, after the evening of the golden logs."""
STAFF = {
    "ada": ADMINISTRATOR,
    "bruno": ADMINISTRATOR,
    "dora": DEALER,
    "dirk": DEALER,
    "cass": CASHIER,
    "kurt": CASHIER,
    "gus": GAMING_SUPERVISOR,
    "wilma": GAMING_SUPERVISOR,
    "carla": CASINO_SUPERVISOR,
    "vera": CASINO_SUPERVISOR,
    "amir": ASSISTANT_GAMING_MANAGER,
    "greta": GAMING_MANAGER,
    "marek": GAMING_MANAGER,
    "dylan": DUTY_MANAGER,
    "hana": DUTY_MANAGER,
    "tessa": TOURNAMENT_MANAGER,
    "theo": TOURNAMENT_MANAGER,
    "tom": TOURNAMENT_DIRECTOR,
    "sven": SURVEILLANCE,
    "ines": INSPECTOR,
    "ivo": INSPECTOR,
    "mira": SCRUTINEER,
    "nils": SCRUTINEER,
}
MEMBERS = (
    "alma", "boris", "chloe", "diego", "elsa", "farid", "gina", "hugo", "irina", "jonas",
    "klara", "mirko",
)  # fmt: skip
"""Players with an account and a Player Card."""
WALK_INS = ("walter", "xenia", "yusuf", "zelda")
"""Players without an account, at tables with real cards only."""
LATECOMERS = ("petra",)
"""Players whose account a later chapter opens."""
PASSWORD = "one long quiet phrase of {name}"
CHEAP = Hashing(memory=8, passes=1, lanes=1)


def password_of(name: str) -> str:
    return PASSWORD.format(name=name)


def card_of(player: str, number: int = 1) -> str:
    """The number of a player's first, second, … Player Card, as it is printed there."""
    place = (MEMBERS + WALK_INS + LATECOMERS).index(player)
    return f"6035 77{place:02d} {number:04d} {(place * 7919 + number * 31) % 10_000:04d}"


def pin_of(player: str) -> str:
    """PIN that a player types at the cashier's desk."""
    place = (MEMBERS + WALK_INS + LATECOMERS).index(player)
    return f"{739_105 + 7919 * place}"


class Refused(AssertionError):
    """A step was not done as the tour says."""


class TourHouse:
    """A store with its floor and its people, and a clock that the tour sets. `folder` is for what
    lies beside the store (a witness, a backup); `elsewhere` gives an empty place for a store."""

    def __init__(self, url: str, folder: Path, elsewhere: Callable[[], str]) -> None:
        self.url, self.folder, self.elsewhere = url, folder, elsewhere
        self.now = START
        self.tokens: dict[str, str] = {}
        """Tokens with which a person of each role looks at the store during the tour."""
        self._said, self._chance = 0, Seeded("the tour")
        self.open()

    def open(self) -> None:
        """Open the store at `url`, as another start of the program would."""
        self.store: Store = open_store(self.url)
        self.floor = Floor(self.store, self.clock, self._chance)
        self.people = People(self.store, self.clock, CHEAP)

    def close(self) -> None:
        self.store.close()

    def clock(self) -> datetime:
        """Every look at the clock is two seconds later than the last."""
        self.now += timedelta(seconds=2)
        return self.now

    def table(self, name: str) -> Table:
        return self.floor.table(name)

    # Steps

    def do(self, step: Step) -> None:
        """Carry out one step, or fail with what became of it."""
        match step:
            case Wait():
                self.now += timedelta(**step.amount)
            case Act():
                step.does()
            case Say():
                self._say(step)

    def _say(self, step: Say) -> None:
        name = step.stream.partition(":")[2]
        if step.do == "no-more-bets":
            self.now = max(self.now, chance_until(self.table(name)) or self.now)
        self._said += 1
        said = {
            "id": f"tour-{self._said}", "do": step.do, "actor": step.who,
            "role": step.role or role_of(step.who), "stream": step.stream, **step.fields,
        }  # fmt: skip
        answer = self.floor.do(name, self.floor.read(json.dumps(said)))
        if answer.rejected is not None:
            if answer.rejected.code != step.becomes:
                raise Refused(f"{said} -> {answer.rejected}")
            return
        waits = any(is_statement(bytes(each)) for each in (answer.events or ())[:1])
        if waits and step.becomes == DONE:
            self.confirm(step.stream, step.who)
        elif step.becomes != DONE and (step.becomes, waits) != (WAITS, True):
            raise Refused(f"{said} was done, and {step.becomes} was expected")

    def confirm(self, stream: str, but: str) -> None:
        """A second person of the right role confirms the newest statement of a stream."""
        pending = self.pending(stream)[-1]
        own = pending.by == PLAYER
        second = stream.partition(":")[2] if own else second_person(pending, but)
        fields = {"number": pending.number, "reason": "seen with my own eyes"}
        self._say(Say(stream, second, "confirm-statement", fields))

    def pending(self, stream: str) -> list[Pending]:
        kind = kind_of(stream)
        assert kind is not None
        state = self.floor.state(kind, kind.name(stream))
        return [*state.statements.pending.values()]


def is_statement(line: bytes) -> bool:
    return read_line(line).what.startswith("statement-made/")


def viewers() -> dict[str, str]:
    """People for each role that can sign in, by role."""
    by_role = {role: name for name, role in reversed(STAFF.items())}
    return {PLAYER: MEMBERS[0], **by_role}


def role_of(who: str) -> str:
    return STAFF.get(who, PLAYER)


def second_person(pending: Pending, but: str) -> str:
    """Return the confirmer of a statement: the first of the staff in that role who is not
    concerned."""
    concerned = {but, pending.actor, *(str(each) for each in pending.command.values())}
    for name, role in STAFF.items():
        if name not in concerned and may_act_as(role, pending.by):
            return name
    raise Refused(f"nobody can confirm {pending.command} as {pending.by}")


@contextmanager
def own_keys(folder: Path) -> Iterator[None]:
    """The house's keys are in a file of that folder, so that they can be replaced. The store is
    in another folder: nothing is signed by a key that lies beside it."""
    folder.mkdir(exist_ok=True)
    before = {name: os.environ.get(name) for name in (KEYS, COMMAND, FILE)}
    os.environ.pop(KEYS, None)
    os.environ.pop(COMMAND, None)
    os.environ[FILE] = str(folder / "house.key")
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
