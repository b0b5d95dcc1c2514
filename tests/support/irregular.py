"""Reports of irregularities for tests, made and refused, and a log that tells the same table."""

from typing import Any

from sabot.engine.streams import Event, Rejection
from sabot.table.coup.cutting_card import is_cutting_card_due
from sabot.table.irregularities.report import ReportDecided
from sabot.table.state import IN_COUP
from support.evening import Evening

SUPERVISOR = "casino supervisor"
Said = dict[str, Any]


def report(
    evening: Evening, situation: str, said: Any = None, role: Any = "dealer", **fields: Any
) -> list[Any]:
    """The situation is reported and carried out; the log tells the same table."""
    events = evening.ok(
        "report-irregularity", situation=situation, circumstances=said or {}, role=role, **fields
    )
    sound(evening)
    return events


def refused(
    evening: Evening,
    code: str,
    situation: str,
    said: Any = None,
    role: Any = "dealer",
    **fields: Any,
) -> Rejection:
    return evening.no(
        code, "report-irregularity", situation=situation, circumstances=said or {}, role=role,
        **fields,
    )  # fmt: skip


def sound(evening: Evening) -> None:
    """The log replays."""
    assert evening.replayed() == evening.table


def outcome(events: list[Event]) -> tuple[str, str | None]:
    """Return the document's answer to a report, and its clause."""
    reported: Any = events[0]
    return reported.outcome, reported.clause


def kinds(events: list[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def cards_of(evening: Evening, hand: str) -> list[str | None]:
    """Return the cards of a hand, None for an unseen one."""
    return [slot.card for slot in evening.table.round.slots if slot.hand == hand]


def as_dealt(evening: Evening) -> list[str | None]:
    """The cards of the coup in progress, or of the one just over, as they were dealt."""
    table = evening.table
    round_ = table.round if table.phase in IN_COUP or table.last is None else table.last
    return [slot.card for slot in round_.slots]


def at_table(rulebook: str, *bets: str, cards: str = "", **options: Any) -> Evening:
    """Alice and Bob at a table, Alice with 100 on each of these bets, and cards dealt."""
    evening = Evening(rulebook, **options)
    evening.join("alice", 1)
    evening.join("bob", 2)
    for on in bets:
        evening.bet("alice", on)
    if cards:
        evening.deal(cards)
    return evening


def check_no_rule(evening: Evening, situation: str, said: Any = None, role: str = "dealer") -> None:
    """No clause speaks: play waits until a casino supervisor decides, with a reason."""
    events = report(evening, situation, said, role)
    assert outcome(events) == ("NO_RULE", None)
    assert kinds(events) == ["IrregularityReported", "DecisionAsked"]
    number = evening.table.reports
    evening.no("held", "deal-card", card="2C")
    decision: Said = {"number": number, "outcome": "CONTINUE"}
    evening.no("wrong-role", "decide-report", **decision, reason="fair to all")
    evening.no("no-reason", "decide-report", role=SUPERVISOR, **decision, reason=" ")
    decision["outcome"] = "NO_RULE"
    evening.no("unknown-outcome", "decide-report", role=SUPERVISOR, **decision, reason="none")
    decision["outcome"] = "CONTINUE"
    decided = evening.ok("decide-report", actor="sue", role=SUPERVISOR, **decision,
                         reason="fair to all")[0]  # fmt: skip
    assert isinstance(decided, ReportDecided)
    assert (decided.outcome, decided.reason) == ("CONTINUE", "fair to all")
    assert (decided.decider, decided.role) == ("sue", SUPERVISOR)
    assert number not in evening.table.asked
    evening.no("nothing-asked", "decide-report", role=SUPERVISOR, **decision, reason="again")
    assert evening.table.round.held is None
    sound(evening)


def check_cannot_happen(evening: Evening, situation: str) -> None:
    """The game does not know the situation: a report of it is refused with the reason."""
    before = evening.table
    assert refused(evening, "cannot-happen", situation).clause is None
    assert evening.table == before


def burn_down(evening: Evening, leave: int) -> None:
    """Burn cards by mistake until so many are left in the shoe or device."""
    said = {"burned": True, "refused": "nobody"}
    while evening.table.stack.cards - evening.table.stack.dealt > leave:
        if is_cutting_card_due(evening.table):
            evening.ok("report-irregularity", situation="cutting-card-first")
        evening.ok("report-irregularity", situation="dealt-or-burned-in-error", circumstances=said)
