"""Roles to which a document leaves a decision."""

import pytest

from sabot.rules.roles import (
    ADMINISTRATOR,
    ASSISTANT_GAMING_MANAGER,
    CAGE,
    CASHIER,
    CASINO_OPERATOR,
    CASINO_SUPERVISOR,
    COMMISSION,
    DEALER,
    DUTY_MANAGER,
    GAMING_MANAGER,
    GAMING_SUPERVISOR,
    INSPECTOR,
    OVERSEER,
    PLAYER,
    RANKS,
    ROLES,
    STAFF,
    SURVEILLANCE,
    TOURNAMENT_DIRECTOR,
    TOURNAMENT_MANAGER,
    may_act_as,
)

TABLE = """
                          dealer  GS  CS  AGM  GM  DM  operator
player                    -       -   -   -    -   -   -
dealer                    yes     -   -   -    -   -   -
gaming supervisor         yes     yes yes -    -   -   -
casino supervisor         yes     yes yes -    -   -   -
assistant gaming manager  yes     yes yes yes  -   -   -
gaming manager            yes     yes yes yes  yes -   yes
duty manager              yes     yes yes yes  yes yes yes
casino operator           yes     yes yes yes  yes yes yes
cashier                   -       -   -   -    -   -   -
surveillance              -       -   -   -    -   -   -
inspector                 -       -   -   -    -   -   -
commission                -       -   -   -    -   -   -
tournament manager        -       -   -   -    -   -   -
tournament director       -       -   -   -    -   -   -
table device              -       -   -   -    -   -   -
scrutineer                -       -   -   -    -   -   -
"""
"""Rows: who acts. Columns: to whom the document leaves it."""

WANTED = (
    DEALER,
    GAMING_SUPERVISOR,
    CASINO_SUPERVISOR,
    ASSISTANT_GAMING_MANAGER,
    GAMING_MANAGER,
    DUTY_MANAGER,
    CASINO_OPERATOR,
)
ROWS = [row.rsplit(maxsplit=len(WANTED)) for row in TABLE.strip().splitlines()[1:]]


def test_the_table_has_every_role_and_every_rank() -> None:
    assert tuple(row[0].strip() for row in ROWS) == ROLES
    assert WANTED == RANKS


@pytest.mark.parametrize(
    ("role", "wanted", "answer"),
    [
        (role.strip(), wanted, answer)
        for role, *answers in ROWS
        for wanted, answer in zip(WANTED, answers, strict=True)
    ],
)
def test_who_may_act_for_whom(role: str, wanted: str, answer: str) -> None:
    assert may_act_as(role, wanted) == (answer == "yes")


@pytest.mark.parametrize("role", ROLES)
def test_any_of_the_gaming_staff_is_a_member_of_staff(role: str) -> None:
    assert may_act_as(role, STAFF) == (role in RANKS)


@pytest.mark.parametrize(
    "alone",
    [PLAYER, CASHIER, SURVEILLANCE, INSPECTOR, COMMISSION, TOURNAMENT_MANAGER, TOURNAMENT_DIRECTOR],
)
def test_nobody_else_acts_for_those_outside_the_ranks(alone: str) -> None:
    assert [role for role in ROLES if may_act_as(role, alone)] == [alone]


def test_who_is_meant_where_several_may_do_it() -> None:
    assert {role for role in ROLES if may_act_as(role, CAGE)} == {CASHIER, *RANKS} - {DEALER}
    assert may_act_as(ADMINISTRATOR, OVERSEER) and may_act_as(INSPECTOR, OVERSEER)
    assert not any(may_act_as(role, OVERSEER) for role in RANKS)
    assert not may_act_as(CAGE, CAGE) and not may_act_as(OVERSEER, OVERSEER)


def test_a_role_that_nobody_knows_may_do_nothing() -> None:
    assert not may_act_as("croupier", DEALER)
    assert not may_act_as(CASINO_OPERATOR, "croupier")
