"""Irregularities reported at a table, for the tests of every cell of the matrix."""

from collections.abc import Callable, Mapping
from typing import Any

from sabot.core.cards import decks_of
from sabot.core.revision import FIRST
from sabot.engine.streams import Event, Rejection
from sabot.rules import Choice, Due
from sabot.rules.irregularities.irregularity import Value
from sabot.table.irregularities.report import ReportDecided
from sabot.table.shoe.cards import due
from sabot.table.state import DEALING, SETTLED
from support.evening import Evening, Json

SUPERVISOR: Json = {"actor": "sue", "role": "casino supervisor"}
OPERATOR: Json = {"actor": "olga", "role": "casino operator"}
Case = tuple[str, dict[str, Value]]
Said = Mapping[str, Value] | None


def report(
    evening: Evening, situation: str, circumstances: Said = None, /, **fields: Any
) -> list[Event]:
    """Return the consequences of a report, without the report itself."""
    events = evening.ok(
        "report-irregularity", situation=situation, circumstances=circumstances or {}, **fields
    )
    return events[1:]


def clause_of(
    evening: Evening, situation: str, circumstances: Said = None, /, **fields: Any
) -> tuple[str, str]:
    """The clause and the outcome under which a report is kept; nothing follows from it."""
    (kept,) = evening.ok(
        "report-irregularity", situation=situation, circumstances=circumstances or {}, **fields
    )
    return kept.clause, kept.outcome  # type: ignore[attr-defined]


def refused(
    evening: Evening, code: str, situation: str, circumstances: Said = None, /, **fields: Any
) -> Rejection:
    return evening.no(
        code,
        "report-irregularity",
        situation=situation,
        circumstances=circumstances or {},
        **fields,
    )


def for_supervisor(
    evening: Evening, clause: str, situation: str, circumstances: Said = None
) -> None:
    """A dealer cannot say it; the rejection names the clause that asks for another person."""
    assert refused(evening, "wrong-role", situation, circumstances).clause == clause


def done(evening: Evening) -> None:
    """The log gives the same table again; that money balances is checked at every step."""
    assert evening.replayed() == evening.table


def no_rule(evening: Evening, case: Case) -> None:
    """Nothing is decided silently: play waits for a supervisor, whose reason is kept."""
    situation, circumstances = case
    before = evening.table.balances
    (asked,) = report(evening, situation, circumstances, note="as it was seen")
    number = asked.number  # type: ignore[attr-defined]
    goes_on = "clear-cards" if evening.table.phase == SETTLED else "deal-card"
    if evening.table.phase != "closed":
        evening.no("held", goes_on)
        refused(evening, "held", situation, circumstances)
    decision = {"number": number, "outcome": "STAND", "reason": "nobody is worse off"}
    evening.no("wrong-role", "decide-report", **decision)
    evening.no("no-reason", "decide-report", **SUPERVISOR, **{**decision, "reason": " "})
    for outcome in ("NO_RULE", "NOT_APPLICABLE", "SHRUG"):
        evening.no(
            "unknown-outcome", "decide-report", **SUPERVISOR, **decision | {"outcome": outcome}
        )
    (kept,) = evening.ok("decide-report", **SUPERVISOR, **decision)
    assert isinstance(kept, ReportDecided)
    assert (kept.outcome, kept.reason) == ("STAND", "nobody is worse off")
    assert (kept.decider, kept.role) == ("sue", "casino supervisor")
    assert number not in evening.table.asked
    evening.no("nothing-asked", "decide-report", **SUPERVISOR, **decision)
    assert evening.table.round.held is None
    assert evening.table.balances == before
    done(evening)


def deck_of(evening: Evening) -> list[str]:
    """The names of all cards that the table's decks hold, the ace that was burned apart."""
    names = [card.name for card in decks_of(evening.table.opened.decks)]
    names.remove("AS")
    return names


def deal_from(evening: Evening, names: list[str]) -> None:
    """Deal a coup from the end of this list as far as the stack goes; every box stands. As in the
    first release, nothing holds the cards behind the cutting card."""
    evening.deal("")
    while True:
        step = due(evening.table)
        if isinstance(step, Choice):
            evening.choose(step.box, "stand")
        elif isinstance(step, Due) and evening.table.stack.dealt < evening.table.stack.cards:
            evening.card(names.pop(), cutting_card=False, under=FIRST)
            evening.between()
        else:
            return


def run_out(evening: Evening, bet: Callable[[], object]) -> list[str]:
    """Coup after coup until the cards end in the middle of one. What could still be named."""
    names = deck_of(evening)
    while True:
        bet()
        deal_from(evening, names)
        if isinstance(due(evening.table), Due):
            assert evening.table.phase == DEALING, "the cards ended with a coup: other decks"
            return names
        evening.finish()


def cannot_happen(evening: Evening, situation: str) -> None:
    """The game does not know it: the report is refused, and nothing is kept."""
    assert refused(evening, "cannot-happen", situation).clause is None
    assert evening.table.reports == 0
