"""Abuses of a promotion by its managers: refused, or seen by everybody."""

from datetime import timedelta
from typing import Any

from sabot.compliance.exceptions.report import ExceptionsReport
from sabot.links.promotion_people import Whose, whose
from sabot.promotions.drawing import unproven
from sabot.promotions.running.draw.public_file import published_of
from sabot.promotions.running.entries.forms import KEYED_ALONE
from sabot.server.promotions.views import view_of
from support.promotion_house import DAY, DRAWN, OLGA, STARTS, Casino, form

BACCARAT = "star-baccarat"


def drawn(**terms: Any) -> Casino:
    casino = Casino()
    casino.drawn(form([BACCARAT], **terms), 5)
    return casino


def test_a_prize_is_not_unclaimed_two_seconds_after_the_draw() -> None:
    """Two managers moved a car from place 1 to place 5 before the winner was told."""
    casino = drawn(claim_days=14)
    said: dict[str, Any] = {"prize": 1, "cause": "unclaimed", "reason": "no word"}
    assert casino.no("pass-over", **said)[0] == "not-told"
    casino.ok("tell-winner", prize=1, way="telephone", reached=False)
    assert casino.no("pass-over", **said)[0] == "too-early"
    casino.now += timedelta(days=14) - timedelta(minutes=1)
    assert casino.no("pass-over", **said)[0] == "too-early"
    casino.now += timedelta(minutes=1)
    casino.agreed("pass-over", **said)
    silent = drawn()
    silent.ok("tell-winner", prize=1, way="telephone", reached=True)
    silent.now += timedelta(days=400)
    assert silent.no("pass-over", **said)[0] == "no-period"


def test_each_cause_has_its_facts_and_all_see_whom_it_was_used_against() -> None:
    casino = drawn(claim_days=14)
    first = casino.standing().awards[1].ticket
    why: dict[str, Any] = {"prize": 1, "reason": "as I say"}
    assert casino.no("pass-over", cause="ineligible", **why)[0] == "bad-condition"
    named: dict[str, Any] = {**why, "cause": "ineligible", "condition": "eligible"}
    assert casino.no("pass-over", **named)[0] == "no-evidence"
    assert casino.no("pass-over", cause="declined", **why)[0] == "no-evidence"
    casino.agreed("pass-over", **named, evidence="passport of 3 May, copy 12")
    standing = casino.standing()
    (passed,) = view_of(standing).passed
    assert (passed.ticket, passed.cause) == (first, "ineligible")
    published = published_of(standing)
    assert [each.ticket for each in published.passed] == [first]
    assert list(unproven(published)) == [] and casino.findings() == []


def test_a_claim_is_refused_by_two() -> None:
    casino = drawn()
    winner = casino.standing().awards[1].entrant
    casino.ok("claim-prize", prize=1, entrant=winner)
    claimant: dict[str, Any] = {"person": "Ann Ash", "address": "1 High Street"}
    casino.ok("refuse-claim", number=1, reason="I do not like it", **claimant)
    assert 1 in casino.standing().claims
    text = b"".join(bytes(each.line) for each in casino.floor.store.read_all())
    assert b"claim-refused" not in text and b"High Street" not in text


def test_one_person_is_one_under_any_spelling_and_address_form() -> None:
    """Walk-ins were six times one person; staff who key forms stand on the exceptions report."""
    casino = Casino()
    casino.open(form([BACCARAT], earns=[{"on": "form", "most_a_day": 1}]))
    casino.now = STARTS
    first: dict[str, Any] = {"person": "Dr. Jos\u00e9 O'Neil", "address": "Unit 3/12 High St."}
    casino.ok("enter-by-form", **first)
    for person, address in (
        ("jose oneil", "3/12 high street"),
        ("ONEIL, JOSE", "Unit 3 / 12 High Street"),
    ):
        said: dict[str, Any] = {"person": person, "address": address}
        assert casino.no("enter-by-form", **said)[0] == "enough-today"
    casino.ok("enter-by-form", person="Jose O'Neil", address="4/12 High Street")
    report = ExceptionsReport()
    rows = [row for line in casino.floor.store.read_all() for row in report.take(line.line)]
    assert len([row for row in (*rows, *report.rest()) if "seating" in row.effects]) == 2


def test_forms_are_used_once_in_the_casino_and_bounded_for_each_who_keys_them() -> None:
    """Six invented walk-ins were six of fifteen tickets, keyed by one cashier."""
    casino = Casino()
    for name in ("p", "q"):
        casino.submit(form([BACCARAT]), name)
        casino.send(name)
        casino.make_known(name)
        casino.commit(name)
        casino.ok("open-promotion", name=name)
    casino.now = STARTS

    def who(number: int) -> dict[str, Any]:
        return {"person": f"Patron {number}", "address": f"{number} High Street"}

    assert casino.no("enter-by-form", form=" -", **who(0))[0] == "no-form-number"
    for number in range(KEYED_ALONE):
        casino.ok("enter-by-form", form=f"A-{number}", **who(number))
    assert casino.no("enter-by-form", OLGA, form="a 0", name="q", **who(7))[0] == "used-form"
    more: dict[str, Any] = {"form": "B-1", **who(98)}
    assert casino.ok("enter-by-form", **more) == ["statement-made"]
    assert casino.no("confirm-statement", number=1, reason="mine")[0] == "own-statement"
    casino.ok("enter-by-form", OLGA, form="B-2", **who(99))
    done = casino.ok("confirm-statement", OLGA, number=1, reason="seen")
    assert done == ["statement-confirmed", "entry-received"]
    assert casino.standing().people == KEYED_ALONE + 2
    assert casino.no("enter-by-form", form="B-1", name="q", **who(7))[0] == "used-form"
    text = b"".join(bytes(each.line) for each in casino.store.read_all())
    assert b"Patron" not in text and b"High Street" not in text
    assert whose(casino.store, "p", "entrant-E22") == Whose("Patron 98", "98 High Street")
    report = ExceptionsReport()
    rows = [row for line in casino.store.read_all() for row in report.take(line.line)]
    keyed = [row for row in (*rows, *report.rest()) if "seating" in row.effects]
    assert len(keyed) == KEYED_ALONE + 2 and casino.findings() == []
    casino.now += DAY
    casino.ok("enter-by-form", form="C-1", **who(100))


def test_an_outside_value_is_what_was_sealed() -> None:
    casino = Casino()
    named = "drand quicknet, round 7, randomness as 64 hexadecimal digits"
    casino.open(form([BACCARAT]), beacon=named)
    casino.enter(2)
    casino.close()
    casino.now = DRAWN
    for wrong in ("5e1c", "g" * 64, "5e" * 33):
        assert casino.no("open-order", value=wrong)[0] == "bad-value"
    casino.agreed("open-order", value="5e" * 32)
    assert casino.findings() == []
