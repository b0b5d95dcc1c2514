"""Complaints after a dispute: advice about the regulator, and closed disputes on file."""

from datetime import datetime

from sabot.core.refusal import Refusal, named
from sabot.core.revision import PEOPLE, holds
from sabot.engine.declarations import (
    IN_THE_PIT,
    RECORD,
    STAFF_ONLY,
    Topic,
    in_topics,
    on_pages,
    server_fills,
)
from sabot.engine.streams import Command, Event
from sabot.parts.disputes import (
    AT_HAND,
    Dispute,
    Docket,
    _case,
    check_another,
    replace,
    with_case,
)
from sabot.rules.operation.conduct import Disputes
from sabot.rules.roles import DEALER

# Advice to a dissatisfied person


class AdviseComplaint(Command, frozen=True, kw_only=True):
    """Tell a person whom the decision leaves dissatisfied that they may turn to an inspector.
    `record` is a dispute that is on file, filled in by the server."""

    pages = on_pages("pit", without={DEALER: IN_THE_PIT})
    server_fields = server_fills("record")

    number: int
    record: Dispute | None = None


class ComplaintAdvised(Event, frozen=True, kw_only=True):
    """`again` is the dispute that was on file."""

    basis = RECORD
    sight = STAFF_ONLY

    number: int
    to: str
    when: datetime
    clause: str
    again: Dispute | None = None


def advise_complaint(
    docket: Docket, rules: Disputes, command: AdviseComplaint, now: datetime
) -> ComplaintAdvised:
    clause = rules.told
    dispute = _case(docket, command.number, rules.first.clause, command.record)
    if clause is None:
        raise Refusal("no-rule", None, "No clause of this game speaks of complaints to inspectors.")
    if dispute.decision is None:
        raise Refusal("not-decided", clause, "There is no decision yet to be dissatisfied with.")
    if holds(command, PEOPLE):
        check_another(dispute.player, command, clause)
    if dispute.advised is not None:
        raise Refusal("told", clause, "{player} was told already.", player=named(dispute.player))
    return ComplaintAdvised(
        number=command.number,
        to=dispute.player,
        when=now,
        clause=clause,
        again=None if command.number in docket.cases else dispute,
    )


def complaint_advised(docket: Docket, event: ComplaintAdvised) -> Docket:
    dispute = event.again or docket.cases[event.number]
    return with_case(docket, replace(dispute, advised=event.when))


# On file


class DisputeFiled(Event, frozen=True, kw_only=True):
    """The dispute goes on file as it stands. `before`: the event that put something on file before
    this one, 0 for the first."""

    basis = RECORD
    sight = STAFF_ONLY
    topics = in_topics(Topic.DISPUTE)

    dispute: Dispute
    before: int

    @property
    def case(self) -> Dispute:
        return self.dispute


def put_on_file(docket: Docket, filed: int) -> list[DisputeFiled]:
    """The oldest decided dispute, when there are too many of them at hand."""
    decided = [each for each in docket.cases.values() if not each.is_open]
    if len(decided) <= AT_HAND:
        return []
    return [DisputeFiled(dispute=min(decided, key=lambda each: each.number), before=filed)]


def dispute_filed(docket: Docket, event: DisputeFiled) -> Docket:
    gone = event.dispute.number
    return replace(docket, cases={k: each for k, each in docket.cases.items() if k != gone})
