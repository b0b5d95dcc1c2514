"""No single person chooses, retries or sees the outcome of a draw early: every role tries."""

from typing import Any

import pytest

from sabot.compliance.exceptions.report import ExceptionsReport
from sabot.parts.draw import SECRET
from sabot.rules.roles import ADMINISTRATOR, CASINO_OPERATOR, PLAYER, ROLES, may_act_as
from support.promotion_house import CLOSES, DAY, DRAWN, MAX, OLGA, SECOND, STARTS, Casino, form

GAME = "star-baccarat"
EVERYBODY = (*ROLES, ADMINISTRATOR)
VALUE: dict[str, Any] = {"value": "5e1c"}
BIND: dict[str, Any] = {
    "source": "beacon",
    "beacon": "another round",
    "known_from": DRAWN.isoformat(),
}


def bound(entries: int = 4) -> Casino:
    casino = Casino()
    casino.open(form([GAME]))
    casino.enter(entries)
    return casino


def try_all(casino: Casino, role: str, do: str, **fields: Any) -> str:
    """Refused, and nothing has changed."""
    before = casino.standing().version
    code, _ = casino.no(do, (f"a {role}", role), **fields)
    assert casino.standing().version == before
    return code


@pytest.mark.parametrize("role", EVERYBODY)
def test_no_role_can_bind_the_house_again(role: str) -> None:
    casino = bound()
    digest = casino.standing().draw.digest
    assert try_all(casino, role, "commit-draw", **BIND) in ("draw-sealed", "wrong-role")
    casino.close()
    assert try_all(casino, role, "commit-draw", **BIND) in ("draw-sealed", "wrong-role")
    casino.draw()
    assert try_all(casino, role, "commit-draw", **BIND) in ("draw-sealed", "wrong-role")
    assert casino.standing().draw.digest == digest


@pytest.mark.parametrize("role", EVERYBODY)
def test_no_role_can_close_or_open_before_its_time(role: str) -> None:
    casino = bound()
    casino.now = CLOSES - SECOND
    assert try_all(casino, role, "close-list") in ("entries-open", "wrong-role")
    assert try_all(casino, role, "open-order", **VALUE) in ("wrong-phase", "wrong-role")
    casino.close()
    if may_act_as(role, CASINO_OPERATOR):
        casino.ok("open-order", (f"a {role}", role), **VALUE)
        assert casino.no("confirm-statement", OLGA, number=1, reason="x")[0] == "too-early"
    assert not casino.standing().draw.order


@pytest.mark.parametrize("role", EVERYBODY)
def test_no_role_can_open_it_alone_or_a_second_time(role: str) -> None:
    casino = bound()
    casino.close()
    casino.now = DRAWN
    who = (f"a {role}", role)
    if may_act_as(role, CASINO_OPERATOR):
        casino.ok("open-order", who, **VALUE)
        for name in (who[0], who[0].upper(), f" {who[0]} "):
            own = casino.no("confirm-statement", (name, role), number=1, reason="mine")
            assert own[0] == "own-statement"
        casino.ok("refuse-statement", who, number=1, reason="taken back")
    else:
        assert try_all(casino, role, "open-order", **VALUE) == "wrong-role"
    assert not casino.standing().draw.order, "nothing is known yet"
    casino.draw()
    order = casino.standing().draw.order
    for value in ("5e1c", "5e1d"):
        assert try_all(casino, role, "open-order", value=value) in ("draw-opened", "wrong-role")
    assert casino.standing().draw.order == order


@pytest.mark.parametrize("role", EVERYBODY)
def test_no_role_can_say_what_the_house_says(role: str) -> None:
    casino = bound()
    hearing: dict[str, Any] = {"tables": {}, "earned": []}
    for do, fields in (
        ("close-list", {"hearing": hearing}),
        ("hear-tables", {"hearing": hearing}),
        ("enter-by-form", {"kept": "entrant-E1"}),
    ):
        assert try_all(casino, role, do, **fields) in ("meddling", "wrong-role")
    casino.close()
    casino.now = DRAWN
    assert try_all(casino, role, "open-order", **VALUE, secret="0" * 64) in (
        "meddling",
        "wrong-role",
    )


def test_the_secret_is_nowhere_before_the_draw_is_opened() -> None:
    casino = bound()
    casino.close()
    casino.now = DRAWN
    casino.ok("open-order", **VALUE)
    secret = casino.store.unseal("promotion:p", SECRET)
    assert secret is not None
    assert not any(secret in each.line for each in casino.store.read_all())
    assert secret.decode() not in str(casino.standing())
    casino.ok("confirm-statement", OLGA, number=1, reason="seen")
    assert casino.standing().draw.secret == secret.decode()


def test_whoever_holds_a_ticket_confirms_nothing() -> None:
    casino = Casino(STARTS - 40 * DAY)
    casino.account("olga")
    casino.now = STARTS - 3 * DAY
    casino.open(form([GAME]))
    casino.ok("enter-by-form", ("olga", PLAYER), player="olga")
    casino.close()
    casino.now = DRAWN
    casino.ok("open-order", **VALUE)
    assert casino.no("confirm-statement", OLGA, number=1, reason="seen")[0] == "plays-here"


def test_what_happens_to_a_draw_is_on_the_exceptions_report() -> None:
    casino = bound()
    casino.close()
    casino.now = DRAWN
    casino.ok("note-attempt", ("pia", PLAYER), asked="open-order", code="wrong-role", why_not="No.")
    casino.ok("open-order", MAX, value="0000")
    casino.ok("refuse-statement", OLGA, number=1, reason="that is another round")
    casino.agreed("open-order", **VALUE)
    casino.agreed("pass-over", prize=1, cause="declined", reason="said so", evidence="a letter")
    casino.ok("lose-integrity", decision="postpone", reason="a form was copied")
    report = ExceptionsReport()
    rows = [row for each in casino.store.read_all() for row in report.take(each.line)]
    rows += report.rest()
    rows = [row for row in rows if row.effects != ("seating",)]  # forms that staff have keyed
    found = [(row.effects, row.rests, row.stated_by, row.decided_by) for row in rows]
    assert found == [
        (("attempt",), "record", "pia", None),
        (("statement",), "refused", "max", "olga"),
        (("draw",), "confirmed", "max", "olga"),
        (("draw",), "confirmed", "max", "olga"),
        (("integrity",), "alone", None, "max"),
    ]
    assert all(row.text and row.words["zh"] for row in rows)


def test_attempts_are_noted_and_flood_nobody() -> None:
    casino = bound()
    said: dict[str, Any] = {"asked": "open-order", "code": "too-early", "why_not": "Not yet."}
    for _ in range(30):
        casino.ok("note-attempt", ("pia", PLAYER), **said)
    assert casino.standing().meddling == {"pia": 20}
