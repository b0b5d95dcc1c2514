"""Changes of rights that take two, against an administrator who tries them alone."""

import itertools
from typing import Any

import msgspec
import pytest

from people.night import BETTER, GOOD, HERE, Clock, people_on, refused, whats
from sabot.accounts import ACCOUNT_KIND
from sabot.engine.streams import Leave
from sabot.floor import Floor
from sabot.floor.kinds import KINDS
from sabot.parts.statements import ConfirmStatement, RefuseStatement
from sabot.people import SIGN_IN_ROLES, People
from sabot.people.persons.oversight import (
    GUARDED,
    ChangeRole,
    DisablePerson,
    EnablePerson,
    ResetPassword,
)
from sabot.rules.roles import HEADS, may_act_as
from sabot.store import Store

ABE = {"actor": "abe", "role": "administrator"}
ADA = {"actor": "ada", "role": "administrator"}
INES = {"actor": "ines", "role": "inspector"}
IDS = itertools.count(1)


def asks(kind: Any, who: dict[str, str] = ABE, **fields: Any) -> Any:
    if kind is ConfirmStatement:
        fields = {"reason": "seen", **fields}
    return kind(id=str(next(IDS)), **who, **fields)


@pytest.fixture
def house(people: People) -> People:
    people.add("dora", GOOD, "dealer", "console")
    people.add("ines", GOOD, "inspector", "console")
    people.add("abe", GOOD, "administrator", "console")
    return people


def role_of(people: People, name: str) -> str:
    person = people.person(name)
    assert person is not None
    return person.role


def test_nobody_makes_a_cashier_alone(house: People) -> None:
    house.oversight.state("dora", asks(ChangeRole, to="cashier"))
    assert role_of(house, "dora") == "dealer"
    confirm = house.oversight.confirm
    refused("own-statement", confirm, "dora", asks(ConfirmStatement, ABE, number=1))
    for role in ("dealer", "duty manager", "surveillance", "player", "cashier"):
        who = {"actor": "somebody", "role": role}
        refused("wrong-role", confirm, "dora", asks(ConfirmStatement, who, number=1))
    confirm("dora", asks(ConfirmStatement, INES, number=1))
    assert role_of(house, "dora") == "cashier"
    refused("not-pending", confirm, "dora", asks(ConfirmStatement, INES, number=1))


def test_nobody_confirms_what_is_about_themselves(house: People) -> None:
    house.oversight.state("ines", asks(ChangeRole, to="administrator"))
    confirm = house.oversight.confirm
    refused("own-statement", confirm, "ines", asks(ConfirmStatement, INES, number=1))
    confirm("ines", asks(ConfirmStatement, ADA, number=1))
    assert role_of(house, "ines") == "administrator"


def test_a_password_set_by_somebody_else_waits(house: People, store: Store, clock: Clock) -> None:
    house.state_password("ines", BETTER, asks(ResetPassword))
    refused("not-signed-in", house.sign_in, "ines", BETTER, HERE)
    house.sign_in("ines", GOOD, HERE)
    assert BETTER.encode() not in b"".join(each.line for each in store.read_all())
    again = people_on(store, clock)
    refused("asked-already", again.state_password, "ines", BETTER, asks(ResetPassword))
    again.oversight.confirm("ines", asks(ConfirmStatement, ADA, number=1))
    again.sign_in("ines", BETTER, HERE)
    refused("not-signed-in", again.sign_in, "ines", GOOD, HERE)


def test_a_password_that_was_refused_is_gone(house: People, store: Store) -> None:
    house.state_password("ines", BETTER, asks(ResetPassword))
    assert store.unseal("person:ines", "password 1") is not None
    refuse = house.oversight.refuse
    dora = {"actor": "dora", "role": "dealer"}
    refused("wrong-role", refuse, "ines", asks(RefuseStatement, dora, number=1, reason="no"))
    refuse("ines", asks(RefuseStatement, ABE, number=1, reason="a mistake"))
    assert store.unseal("person:ines", "password 1") is None
    house.sign_in("ines", GOOD, HERE)


@pytest.mark.parametrize("role", sorted(GUARDED))
def test_whoever_is_added_to_a_guarded_role_waits_outside(house: People, role: str) -> None:
    house.add("nora", GOOD, role, "abe", asked=asks(EnablePerson))
    refused("not-signed-in", house.sign_in, "nora", GOOD, HERE)
    refused("disabled", house.issue_token, "nora", "x", "abe", 1)
    house.oversight.confirm("nora", asks(ConfirmStatement, ADA, number=1))
    house.sign_in("nora", GOOD, HERE)


def test_a_player_is_added_alone(house: People) -> None:
    """The nearest lawful case: a player's role moves no other person's money."""
    house.add("dan", GOOD, "player", "abe", asked=asks(EnablePerson))
    house.sign_in("dan", GOOD, HERE)


def test_every_role_that_may_send_a_command_for_the_casino_is_guarded() -> None:
    """By what the commands ask for, so that a new role is guarded before it is of any use."""
    leaves = [rule.by for kind in KINDS for rule in kind.rules._rules.values()]
    asked = {each.by for each in leaves if isinstance(each, Leave)} - {"", "player"}
    asked |= HEADS  # whom a tournament's own document names
    may = {role for role in SIGN_IN_ROLES if any(may_act_as(role, each) for each in asked)}
    assert {"dealer", "cashier", "duty manager", *HEADS} <= may <= GUARDED
    assert GUARDED == {*SIGN_IN_ROLES} - {"player"}


def test_nobody_sends_the_inspector_away_alone(house: People) -> None:
    token, _ = house.sign_in("ines", GOOD, HERE)
    house.oversight.state("ines", asks(DisablePerson))
    assert house.session(token) is not None
    house.oversight.confirm("ines", asks(ConfirmStatement, ADA, number=1))
    assert house.session(token) is None


def test_a_player_with_money_becomes_nothing_else(house: People, store: Store) -> None:
    house.add("pat", GOOD, "player", "console")
    floor = Floor(store)
    cass = {"actor": "cass", "role": "cashier", "stream": ACCOUNT_KIND.stream("pat")}

    def do(**said: Any) -> None:
        command = floor.read(msgspec.json.encode({"id": str(next(IDS)), **cass, **said}))
        assert floor.do("", command).rejected is None

    do(do="open-account", player="pat")
    house.oversight.state("pat", asks(ChangeRole, to="cashier"))
    do(do="issue-player-card", card="C")
    do(do="deposit", amount="5", method="cash", reference="s")
    refused("has-account", house.change_role, "pat", "dealer", "console")
    refused("has-account", house.oversight.confirm, "pat", asks(ConfirmStatement, INES, number=1))
    do(do="set-pin", pin="73910", actor="pat", role="player")
    do(do="withdraw", amount="5", card="C", reference="s 2", pin="73910")
    house.oversight.confirm("pat", asks(ConfirmStatement, INES, number=1))
    assert role_of(house, "pat") == "cashier"


def test_nobody_who_works_here_has_an_account(house: People, store: Store) -> None:
    floor = Floor(store)
    said = {"id": "1", "do": "open-account", "actor": "cass", "role": "cashier"}
    for name in ("dora", "ines", "abe"):
        asked = floor.read(msgspec.json.encode({**said, "player": name}))
        rejected = floor.do("", asked).rejected
        assert rejected is not None and rejected.code == "not-a-player"


def test_the_log_says_who_and_through_what(house: People, store: Store) -> None:
    via: dict[str, Any] = {"via": "session:0123456789abcdef"}
    house.oversight.state("dora", asks(ChangeRole, to="cashier", **via))
    house.oversight.confirm("dora", asks(ConfirmStatement, INES, number=1, via="token:9"))
    rows = [each for each in house.log() if each.who == "dora"][-3:]
    assert [(row.what, row.by, row.via) for row in rows] == [
        ("statement-made", "abe", via["via"]),
        ("statement-confirmed", "ines", "token:9"),
        ("role-changed", "ines", "token:9"),
    ]
    assert "role-changed" in whats(house)
