"""An administrator alone gets into no other name and into no role of money or oversight; attempts
are on the exceptions report, and honestly confirmed it is done."""

from typing import Any

import pytest

from compliance.nights import audited
from people.night import BETTER, GOOD, HERE, Clock, people_on, refused
from sabot.compliance.exceptions.report import ExceptionsReport
from sabot.parts.statements import ConfirmStatement, RefuseStatement
from sabot.people import People
from sabot.people.persons.oversight import ChangeRole, DisablePerson, ResetPassword
from sabot.store import Store, export_lines, open_store

ABE: dict[str, Any] = {"actor": "abe", "role": "administrator"}
INES: dict[str, Any] = {"actor": "ines", "role": "inspector"}
ADA: dict[str, Any] = {"actor": "ada", "role": "administrator"}


@pytest.fixture
def store() -> Store:
    return open_store("sqlite://")


@pytest.fixture
def house(store: Store) -> People:
    people = people_on(store, Clock())
    for name, role in (("dora", "dealer"), ("ines", "inspector"), ("abe", "administrator"),
                       ("ada", "administrator")):  # fmt: skip
        people.add(name, GOOD, role, "console")
    return people


def reported(store: Store) -> list[tuple[str, str | None, str | None]]:
    lines = list(export_lines(store))
    assert audited(lines) == []
    report = ExceptionsReport()
    rows = [row for line in lines for row in report.take(line)]
    return [(row.rests, row.stated_by, row.decided_by)
            for row in (*rows, *report.rest(), *report.waiting())]  # fmt: skip


def tries(house: People) -> None:
    """A dealer into the cage, the inspector's password, the inspector sent away."""
    house.oversight.state("dora", ChangeRole(id="1", **ABE, to="cashier"))
    house.state_password("ines", BETTER, ResetPassword(id="2", **ABE))
    house.oversight.state("ada", DisablePerson(id="3", **ABE))
    refused("not-signed-in", house.sign_in, "ines", BETTER, HERE)
    for name in ("dora", "ines", "ada"):
        own = ConfirmStatement(id=f"4 {name}", **ABE, number=1, reason="so")
        refused("own-statement", house.oversight.confirm, name, own)


def test_an_administrator_alone(house: People, store: Store) -> None:
    tries(house)
    assert sorted(reported(store)) == [("pending", "abe", None)] * 3
    for name in ("dora", "ines", "ada"):
        no = RefuseStatement(id=f"5 {name}", **ADA, number=1, reason="nobody has asked for it")
        house.oversight.refuse(name, no)
    assert sorted(reported(store)) == [("refused", "abe", "ada")] * 3
    house.sign_in("ines", GOOD, HERE)
    person = house.person("dora")
    assert person is not None and person.role == "dealer"


def test_honestly_confirmed(house: People, store: Store) -> None:
    tries(house)
    for name, who in (("dora", INES), ("ines", ADA), ("ada", INES)):
        yes = ConfirmStatement(id=f"5 {name}", **who, number=1, reason="asked for in writing")
        house.oversight.confirm(name, yes)
    assert sorted(reported(store)) == [
        ("confirmed", "abe", "ada"), ("confirmed", "abe", "ines"), ("confirmed", "abe", "ines"),
    ]  # fmt: skip
    house.sign_in("ines", BETTER, HERE)
    person = house.person("dora")
    assert person is not None and person.role == "cashier"
