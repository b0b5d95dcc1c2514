"""Each breach of a rule about a patron in a forged log: the audit names its place."""

import re
from collections.abc import Callable
from hashlib import sha256
from typing import Final

from compliance.nights import Json, audited, find, forged, kinds
from policies.office import NOON, SUE, VERA, stated
from policies.patrons import DAY, DORA, HOUR, Patron, offices, open_table
from sabot.policies.rules import RULES as FORMS
from sabot.store import export_lines


def beyond_cap(patron: Patron) -> None:
    assert (patron.pays("3000"), patron.sits(), patron.buys("2000.50"), patron.goes()) == ("",) * 4


def large_and_unreported(patron: Patron) -> None:
    assert patron.pays("3500") == ""


def by_a_stranger(patron: Patron) -> None:
    assert patron.at(0, DORA, "join-table", player="stranger", card="stray") == ""


def before_limits(patron: Patron) -> None:
    assert (patron.sits(), patron.goes()) == ("", "")


def seven_hours(patron: Patron) -> None:
    patron.plays(7)


def thirteen_hours(patron: Patron) -> None:
    patron.plays(13)


def fifty_hours(patron: Patron) -> None:
    for _ in range(5):
        patron.plays(10)
        patron.now += 14 * HOUR


def back_after_two_days(patron: Patron) -> None:
    patron.here.done(patron.stream, patron.own, "exclude-player", reason="a rest")
    patron.now += 2 * DAY
    patron.here.done(patron.stream, SUE, "lift-exclusion", reason="ok", application="letter")
    patron.here.confirm(patron.stream, VERA)


def twelve_hours_away(patron: Patron) -> None:
    patron.here.done(patron.stream, patron.own, "suspend-play", hours=12)


def without_document(patron: Patron) -> None:
    assert patron.pays("5") == ""


def undeclared(patron: Patron) -> None:
    assert patron.pays("2500") == ""


def data_after_three_days(patron: Patron) -> None:
    patron.here.done(patron.stream, patron.own, "request-play-data")
    patron.now += 3 * DAY
    patron.here.done(patron.stream, SUE, "give-notice", number=1, channel="printed")


ELSE: Final = {"play.short_window_hours": 24, "play.short_rest_hours": 24,
               "play.long_window_hours": 168, "play.long_rest_hours": 168,
               "play.break_minutes": 30, "cash.report_days": 10}  # fmt: skip
Breach = Callable[[Patron], None]
Value = int | bool | None
BREACHES: Final[dict[str, tuple[Value, Value, Breach]]] = {
    "cash.cap": (90_000, 5000, beyond_cap),
    "cash.report_from": (90_000, 3000, large_and_unreported),
    "cards.issued_here": (False, True, by_a_stranger),
    "limits.asked_months": (None, 12, before_limits),
    "play.assessed_hours": (20, 6, seven_hours),
    "play.short_hours": (20, 12, thirteen_hours),
    "play.long_hours": (100, 48, fifty_hours),
    "exclusion.least_days": (1, 30, back_after_two_days),
    "suspension.least_hours": (1, 24, twelve_hours_away),
    "identity.checked": (False, True, without_document),
    "funds.declared_from": (90_000, 2000, undeclared),
    "data.request_hours": (96, 48, data_after_three_days),
}
"""Value under which it was done, value in the forged log, and what was done."""


def strict(rule: str, value: Value) -> Callable[[list[Json]], None]:
    """Return a forger who makes the policy stricter throughout the log, so that what was
    lawful has become a breach that was not stopped."""
    told = int(value or 0) * 100 if FORMS[rule].unit == "dollars" else value

    def change(events: list[Json]) -> None:
        digest = ""
        for event in events:
            for said in (event.get("do") or {}, event.get("stated") or {}):
                if said.get("do") == "adopt-policy":
                    head = f"{rule} = {{ value = "
                    pattern = re.escape(head) + r"\w+"
                    said["text"] = re.sub(pattern, head + str(value).lower(), said["text"])
                    digest = sha256(said["text"].encode()).hexdigest()
                if said.get("terms"):
                    said["terms"][rule.replace(".", "_")] = told
        adopted = find(events, "policy-adopted")
        adopted["digest"] = digest
        for each in adopted["policy"]["editions"][0]["values"]:
            if each["rule"] == rule:
                each["value"] = told

    return change


def test_every_breach_in_a_forged_log_is_found() -> None:
    """Policy, digest and terms are forged alike; the place of each breach is named."""
    with offices("one table", "sqlite://") as (store, pair):
        open_table(pair[0], "1")
        lenient = {rule: before for rule, (before, _, _) in BREACHES.items() if before is not None}
        pair[0].adopt(*(stated(rule, value) for rule, value in {**lenient, **ELSE}.items()))
        day, patrons = NOON, dict[str, Patron]()
        for rule, (_, _, breach) in BREACHES.items():
            patron = patrons[rule] = Patron(pair, ("1", "1"), rule.replace(".", " "))
            patron.now = day
            breach(patron.opened())
            day = NOON + ((patron.now - NOON) // DAY + 9) * DAY
        lines = list(export_lines(store))
    assert audited(lines) == []
    for rule, (_, value, _) in BREACHES.items():
        found = audited(forged(lines, strict(rule, value)))
        where = {each.stream for each in found}
        assert {patrons[rule].stream, "table:1"} & where, (rule, where)
    (late,) = audited(forged(lines, strict("data.request_hours", 48)))
    assert late.finding == "not-decided-so"
    assert "report-not-noted" in kinds(audited(forged(lines, strict("cash.report_from", 3000))))
    reported = audited(forged(lines, strict("cards.issued_here", True)))
    assert kinds(reported) == {"card-not-issued"}


def test_a_report_without_its_cash_or_with_another_deadline_is_found() -> None:
    with offices("one table", "sqlite://") as (store, pair):
        pair[0].adopt(stated("cash.report_from", 3000) + stated("cash.report_days", 10))
        assert Patron(pair, ("1", "1"), "alice").opened().pays("3000") == ""
        lines = list(export_lines(store))

    def later(events: list[Json]) -> None:
        find(events, "threshold-noted")["do"]["by"] = "2027-01-01T00:00:00Z"

    def smaller(events: list[Json]) -> None:
        events.remove(find(events, "deposited"))

    assert "wrong-deadline" in kinds(audited(forged(lines, later)))
    assert "report-without-cash" in kinds(audited(forged(lines, smaller)))
