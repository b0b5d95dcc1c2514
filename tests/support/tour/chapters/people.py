"""People: who may sign in, in which role, by which password and second factor; and the door."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pyotp

from sabot.core.refusal import Refusal
from sabot.engine.streams import Command
from sabot.parts.statements import ConfirmStatement, RefuseStatement
from sabot.people import ADMINISTRATOR, People
from sabot.people.persons.oversight import (
    ChangeRole,
    DisablePerson,
    EnablePerson,
    ResetFactor,
    ResetPassword,
)
from sabot.people.sign_in.factor import FactorOffer
from sabot.people.sign_in.sign_ins import Comings
from sabot.rules.roles import PLAYER
from support.tour.chapters.account import imported
from support.tour.house import CHEAP, MEMBERS, STAFF, Refused, TourHouse, password_of, viewers
from support.tour.steps import Act, Steps, wait

HERE, THERE = "192.0.2.10", "198.51.100.20"
ADA: dict[str, Any] = {"actor": "ada", "role": ADMINISTRATOR}
BRUNO: dict[str, Any] = {"actor": "bruno", "role": ADMINISTRATOR}
CONSOLE = "console"


def chapter(house: TourHouse) -> Steps:
    yield Act("accounts of the first release are there", lambda: imported(house))
    yield from staff(house)
    yield from rights(house)
    yield from sessions(house)
    yield from factors(house)


def staff(house: TourHouse) -> Steps:
    """Two administrators from the console; everybody else by one of them, let in by the other."""
    for name in ("ada", "bruno"):
        yield Act(f"add {name}", partial(from_console, house, name))
    for name in [each for each in STAFF if each not in ("ada", "bruno")]:
        yield Act(f"add {name}", partial(added, house, name, STAFF[name]))
    for name in MEMBERS:
        yield Act(f"add {name}", partial(added, house, name, PLAYER))
    for name in viewers().values():
        yield Act(f"a token of {name}", partial(issued, house, name))


def from_console(house: TourHouse, name: str) -> None:
    house.people.add(name, password_of(name), STAFF[name], CONSOLE)


def issued(house: TourHouse, name: str) -> None:
    """Token for looking at the store during the whole tour."""
    house.tokens[name] = house.people.issue_token(name, "the tour", name, 365)


def added(house: TourHouse, name: str, role: str, called: str = "") -> None:
    """Add a person as an administrator; where that takes two, the other one lets them in."""
    asked = EnablePerson(id=f"add {name}", **ADA)
    house.people.add(name, password_of(name), role, "ada", called, asked)
    for whom, pending in house.people.oversight.pending():
        if whom == name:
            confirm(house, name, pending.number)


def confirm(house: TourHouse, name: str, number: int) -> None:
    said = ConfirmStatement(id=f"yes {name} {number}", number=number, reason="seen", **BRUNO)
    house.people.oversight.confirm(name, said)


def rights(house: TourHouse) -> Steps:
    """Names, roles and passwords that others change."""
    yield Act("a new dealer comes", lambda: added(house, "norma", "dealer", "Norma of the pit"))
    yield Act("the dealer marries", lambda: house.people.callings.rename(
        "norma", "Norma Lindqvist", "she has married", "ada"))  # fmt: skip

    def state(name: str, asked: Command) -> None:
        house.people.oversight.state(name, asked)

    yield Act("a role is asked for", lambda: state(
        "norma", ChangeRole(id="r1", **ADA, to="gaming supervisor")))  # fmt: skip
    yield Act("and given", lambda: confirm(house, "norma", newest(house, "norma")))
    yield Act("a password is asked for", lambda: house.people.state_password(
        "norma", f"{password_of('norma')} again", ResetPassword(id="r2", **ADA)))  # fmt: skip
    yield Act("and refused", lambda: refuse(house, "norma"))
    yield Act("a password is asked for again", lambda: house.people.state_password(
        "norma", f"{password_of('norma')} again", ResetPassword(id="r3", **ADA)))  # fmt: skip
    yield Act("and given", lambda: confirm(house, "norma", newest(house, "norma")))
    yield Act("a leave is asked for", lambda: state("norma", DisablePerson(id="r4", **ADA)))
    yield Act("and confirmed", lambda: confirm(house, "norma", newest(house, "norma")))
    yield Act("the person comes back", lambda: state("norma", EnablePerson(id="r5", **ADA)))
    yield Act("and is let in", lambda: confirm(house, "norma", newest(house, "norma")))
    yield Act("one changes one's own password", lambda: house.people.change_password(
        "norma", f"{password_of('norma')} again", password_of("norma")))  # fmt: skip


def newest(house: TourHouse, name: str) -> int:
    """Return the number of the pending statement about a person."""
    numbers = [each.number for whom, each in house.people.oversight.pending() if whom == name]
    return max(numbers)


def refuse(house: TourHouse, name: str) -> None:
    said = RefuseStatement(id=f"no {name}", number=newest(house, name), reason="not asked", **BRUNO)
    house.people.oversight.refuse(name, said)


def sessions(house: TourHouse) -> Steps:
    """Signing in and out, by the right and by wrong passwords, and tokens for programs."""
    here: dict[str, str] = {}

    def sign_in() -> None:
        here["token"], _ = house.people.sign_in("norma", password_of("norma"), HERE)

    def unlock() -> None:
        here["token"] = house.people.unlock(here["token"], password_of("norma"))

    yield Act("a sign-in", sign_in)
    yield wait(minutes=30)
    yield Act("an idle session is unlocked", unlock)
    yield Act("somebody asks for more than the role has",
              lambda: house.people.denied("norma", "GET /api/people", HERE))  # fmt: skip
    yield Act("a sign-out", lambda: house.people.sign_out(here["token"]))
    yield Act("a token", lambda: house.people.issue_token("norma", "a robot", "norma", 30))
    yield Act("which is taken back", lambda: house.people.revoke_token(
        house.people.tokens("norma")[0].id, "norma"))  # fmt: skip
    yield Act("a sign-in once more", sign_in)
    yield Act("all sessions end", lambda: house.people.end_sessions("norma", "ada"))
    for _ in range(3):
        yield Act("a wrong password", lambda: refused("not-signed-in", lambda: house.people.sign_in(
            "norma", "not the right one", THERE)))  # fmt: skip
    yield Act("turned away", lambda: refused("not-signed-in", lambda: house.people.sign_in(
        "norma", password_of("norma"), THERE)))  # fmt: skip
    yield Act("forgiven", lambda: house.people.unlock_person("norma", "ada"))
    yield Act("a name of nobody", lambda: refused("not-signed-in", lambda: house.people.sign_in(
        "stranger", "not the right one", THERE)))  # fmt: skip


def factors(house: TourHouse) -> Steps:
    """Use a staff member's second factor: offered, proven, mistaken, lost."""
    kept, word = dict[str, FactorOffer](), password_of("norma")

    def door() -> Comings:
        return People(house.store, house.clock, CHEAP, asks_factor=True).comings

    def offer() -> None:
        kept["offer"] = door().offer("norma", word, HERE)

    def digits() -> str:
        return pyotp.TOTP(kept["offer"].secret).at(house.now)

    yield Act("a factor is offered", offer)
    yield Act("and set", lambda: door().sign_in("norma", word, HERE, code=digits()))
    yield Act("wrong digits", lambda: refused("wrong-code", lambda: door().sign_in(
        "norma", word, HERE, code="000000")))  # fmt: skip
    yield Act("a code on paper", lambda: door().sign_in(
        "norma", word, HERE, code=kept["offer"].codes[0]))  # fmt: skip
    yield Act("the factor is lost", lambda: house.people.oversight.state(
        "norma", ResetFactor(id="r6", **ADA)))  # fmt: skip
    yield Act("and reset", lambda: confirm(house, "norma", newest(house, "norma")))
    yield Act("a role is asked for, which waits to the end", lambda: house.people.oversight.state(
        "norma", ChangeRole(id="r7", **ADA, to="cashier")))  # fmt: skip


def refused(code: str, does: Callable[[], object]) -> None:
    """Do something that is refused with that code."""
    try:
        does()
    except Refusal as no:
        if no.code != code:
            raise
        return
    raise Refused(f"expected {code}")
