"""Irregularities: a person reports a situation, and the rulebook's matrix decides the outcome.

A situation with no rule is never decided silently: the coup is held, a casino supervisor decides
with a reason, and the log keeps person, decision and reason.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sabot.core.refusal import Refusal, quoted
from sabot.core.revision import WAGERS, holds
from sabot.engine.declarations import (
    RECORD,
    StaffText,
    Topic,
    decision,
    in_topics,
    on_pages,
    public,
    server_fills,
    stops,
)
from sabot.engine.streams import Command, Confirmer, Event, Leave
from sabot.parts.statements import is_same
from sabot.rules.irregularities.irregularity import UNRULED, Cell, Value, rule_for
from sabot.rules.irregularities.outcomes import FACE_UP, Outcome
from sabot.rules.irregularities.situations import CIRCUMSTANCES, SITUATIONS
from sabot.rules.roles import CASINO_SUPERVISOR, INSPECTOR, STAFF, may_act_as
from sabot.table.cases.notices import notices_for
from sabot.table.coup.holds import check_decided, check_not_held
from sabot.table.dealer import OpenReport
from sabot.table.irregularities.circumstances import matters, seen_for_itself
from sabot.table.irregularities.misdeals import after_announcement, check_number, is_announced
from sabot.table.irregularities.occasions import check_occasion
from sabot.table.irregularities.record import SHOWN
from sabot.table.irregularities.remedies.lookup import REMEDIES
from sabot.table.irregularities.report_command import Circumstances
from sabot.table.irregularities.report_command import ReportIrregularity as ReportIrregularity
from sabot.table.players.invalid_cards import INVALID_CARD, invalid_card
from sabot.table.shoe.cards import due
from sabot.table.state import BETTING, CLOSED, DEALING, VIRTUAL, Table
from sabot.table.stream import BY_SUPERVISOR, TABLE, reason_of, replace

BY_NAME = {each.name: each for each in SITUATIONS}


class IrregularityReported(Event, frozen=True, kw_only=True):
    """A reported situation and the outcome that the document gives it."""

    basis = RECORD
    sight = public("number situation outcome clause")
    topics = in_topics(Topic.IRREGULARITY)

    number: int
    situation: str
    circumstances: Circumstances
    outcome: str
    clause: str | None
    note: StaffText = ""


def cell_for(table: Table, command: ReportIrregularity) -> tuple[Cell, Mapping[str, Value]]:
    """The rule for what was reported, and all circumstances that decided it."""
    situation = BY_NAME.get(command.situation)
    if situation is None:
        raise Refusal(
            "unknown-situation",
            None,
            "{situation} is not a known situation: see `sabot rules --irregularities`.",
            situation=quoted(command.situation),
        )
    strange = sorted(set(command.circumstances) - set(CIRCUMSTANCES))
    if strange:
        known_ones = ", ".join(situation.asks) or "none"
        raise Refusal(
            "bad-circumstances",
            None,
            "{strange} is not a circumstance; this situation asks for {known_ones}.",
            strange=quoted(strange[0]),
            known_ones=known_ones,
        )
    circumstances = {**command.circumstances, **seen_for_itself(table, situation)}
    said_too = set(command.circumstances) & set(situation.asks)
    for name in sorted(matters(table, situation) | said_too):
        if circumstances.get(name) not in CIRCUMSTANCES[name]:
            raise Refusal("say-more", None, "Say how it was: {answers}.", answers=_answers(name))
    found = rule_for(table.conduct.irregularities, situation.name, circumstances)
    assert found is not None
    if found.outcome.value.until_announced and is_announced(table) and holds(command, WAGERS):
        found = after_announcement(table.conduct.irregularities, situation.name, circumstances)
    if situation.by_hand:
        check_by_hand(table, found.clause)
    if found.outcome is Outcome.NOT_APPLICABLE:
        raise Refusal("cannot-happen", None, "That cannot happen here: {note}.", note=found.note)
    return found, {name: circumstances[name] for name in circumstances if name in situation.asks}


def check_by_hand(table: Table, clause: str | None) -> None:
    """Only cards and chips that hands can touch go wrong in every way."""
    if table.opened.feed == VIRTUAL:
        raise Refusal(
            "cannot-happen",
            clause,
            "That cannot happen at a virtual table: its cards and chips cannot be touched.",
        )


def _answers(name: str) -> str:
    """Return the possible values of a circumstance, as words and as fields of a command."""
    said = CIRCUMSTANCES[name].items()
    return ", or ".join(f'{words} ("{name}" is {quoted(value)})' for value, words in said)


def _reports(table: Table, command: ReportIrregularity) -> Leave:
    """Any of the staff reports; what only a supervisor can say needs one."""
    try:
        found, _ = cell_for(table, command)
    except Refusal:
        return Leave(None, STAFF)
    if found.or_by is not None and may_act_as(command.role, found.or_by):
        return Leave(found.clause, "")
    return Leave(found.clause, found.by or STAFF)


def confirmer_of(table: Table, command: ReportIrregularity) -> Confirmer | None:
    """Return the confirmer of a report on which money moves; None where the table's own record
    shows it, or where the document leaves it to the reporter."""
    try:
        found, _ = cell_for(table, command)
    except Refusal:
        return None
    rests = found.rests
    bars = command.situation == INVALID_CARD and rests is None and holds(command, WAGERS)
    if bars:
        return Confirmer(found.clause, CASINO_SUPERVISOR)
    if found.outcome.value.shoe and not _is_in_the_log(table, command, found):
        return Confirmer(found.clause, CASINO_SUPERVISOR, holds=table.phase != CLOSED)
    if rests is None and _touches_stakes(table, found.outcome):
        return Confirmer(found.clause, CASINO_SUPERVISOR, holds=True)
    if rests is None or rests.alone:
        return None
    if rests.seen is not None and SHOWN[rests.seen](table, command):
        return None
    tried = not _is_filled_in(table, command, found.outcome)
    return Confirmer(found.clause, rests.confirmer, tried=tried, holds=table.phase != CLOSED)


def patron_named(table: Table, command: ReportIrregularity, found: Cell) -> str:
    """Return the player whose card a report is about, who has to be named."""
    if command.player is None:
        raise Refusal("say-more", found.clause, "Say which player's card it is.")
    return command.player


def _is_in_the_log(table: Table, command: ReportIrregularity, found: Cell) -> bool:
    """Return True if the log shows that a step was left out, or a casino supervisor says so."""
    if not holds(command, WAGERS) or may_act_as(command.role, CASINO_SUPERVISOR):
        return True
    return table.stack.shuffle == found.clause


def _touches_stakes(table: Table, outcome: Outcome) -> bool:
    """A card that comes out wrongly while wagers lie for the next coup decides on them; so does one
    that leaves the order of a coup while another is due, or a decision. One that is dealt where it
    is due is keyed like any other."""
    card = outcome.value.card
    if card is None or not table.round.stakes:
        return False
    if table.phase == DEALING:
        return card != FACE_UP and due(table) is not None
    return table.phase == BETTING


def _is_filled_in(table: Table, command: ReportIrregularity, outcome: Outcome) -> bool:
    """Return True if the server fills in something on confirmation: new cards, or the log's record
    of an earlier coup."""
    known, coup = command.record or table.past, command.coup or 0
    of_past = "coup" in outcome.value.needs and 1 <= coup < table.round.number
    of_past = of_past and (known is None or known.number != coup)
    return of_past or (table.opened.feed == VIRTUAL and outcome.value.renews is not None)


@TABLE.decides(
    ReportIrregularity,
    _reports,
    confirmed_by=confirmer_of,
    seen="as its cell says",
    sent_by=(STAFF, INSPECTOR),
    confirmers=(CASINO_SUPERVISOR,),
)
def report_irregularity(
    table: Table, command: ReportIrregularity, now: datetime
) -> Sequence[Event]:
    """Look up the outcome of the reported situation, and carry it out."""
    check_decided(table)
    found, circumstances = cell_for(table, command)
    if found.outcome.value.card is not None:
        check_not_held(table)
    check_occasion(table, command, found)
    if holds(command, WAGERS):
        check_number(table, command, found)
    number = table.reports + 1
    reported = IrregularityReported(
        number=number,
        situation=command.situation,
        circumstances=dict(circumstances),
        outcome=found.outcome.name,
        clause=found.clause,
        note=command.note,
    )
    about = BY_NAME[command.situation].title
    if found.outcome is Outcome.NO_RULE:
        asked = DecisionAsked(number=number, about=about, reported_by=command.actor)
        return [reported, asked]
    remedy = REMEDIES.get(found.outcome)
    follows = list(remedy(table, command, found, now)) if remedy is not None else []
    if command.situation == INVALID_CARD and holds(command, WAGERS):
        follows += invalid_card(table, patron_named(table, command, found), found.clause)
    return [reported, *follows, *notices_for(table, found.duties, about, now)]


@TABLE.evolves(IrregularityReported)
def irregularity_reported(table: Table, event: IrregularityReported) -> Table:
    effect = Outcome[event.outcome].value
    out = effect.card is not None or "cards" in effect.needs
    stack = replace(table.stack, told=True) if out else table.stack
    return replace(table, reports=event.number, stack=stack)


# Situations without a clause


class DecisionAsked(Event, frozen=True, kw_only=True):
    """No rule: a casino supervisor has to decide, and the coup waits."""

    basis = RECORD
    sight = public("number about")

    number: int
    about: str
    reported_by: str


@TABLE.evolves(DecisionAsked)
def decision_asked(table: Table, event: DecisionAsked) -> Table:
    held = f"report {event.number}" if table.phase != CLOSED else None
    asked = {**table.asked, event.number: OpenReport(event.about, event.reported_by)}
    return replace(table, asked=asked, round=replace(table.round, held=held))


class DecideReport(Command, frozen=True, kw_only=True):
    """Decide what no clause decides: the name of an outcome, and why. What the outcome needs is
    given as in a report."""

    pages = on_pages("pit")
    server_fields = server_fills(changes="report")
    stopped_by = stops()

    number: int
    outcome: str
    reason: str
    report: ReportIrregularity | None = None


class ReportDecided(Event, frozen=True, kw_only=True):
    basis = decision("decision")
    sight = public("number outcome")
    topics = in_topics(Topic.IRREGULARITY, Topic.DECISION)

    number: int
    outcome: str
    reason: str
    decider: StaffText
    role: str


@TABLE.decides(DecideReport, BY_SUPERVISOR, seen="another person than the one who reported")
def decide_report(table: Table, command: DecideReport, now: datetime) -> Sequence[Event]:
    """The supervisor's word, carried out like a rule's."""
    question = table.asked.get(command.number)
    if question is None:
        raise Refusal(
            "nothing-asked",
            None,
            "No decision on report {command_number} is open.",
            command_number=command.number,
        )
    outcome = Outcome.__members__.get(command.outcome)
    if outcome is None or not outcome.value.follows:
        message = "{outcome} is no outcome that a supervisor can decide on."
        raise Refusal("unknown-outcome", None, message, outcome=quoted(command.outcome))
    if outcome.value.money and is_same(command.actor, question.by):
        raise Refusal(
            "own-statement",
            None,
            "Money moves on this: another person must decide what you reported.",
        )
    reason = reason_of(command.reason)
    decided = ReportDecided(
        number=command.number,
        outcome=outcome.name,
        reason=reason,
        decider=command.actor,
        role=command.role,
    )
    if outcome.value.card is not None:
        check_by_hand(table, None)
    remedy = REMEDIES.get(outcome)
    if remedy is None:
        return [decided]
    after = TABLE.evolve(table, decided, now)
    given = command.report or ReportIrregularity(
        id=command.id, actor=command.actor, role=command.role, situation=""
    )
    given = replace(given, under=command.under)
    return [decided, *remedy(after, given, Cell(UNRULED, outcome), now)]


@TABLE.evolves(ReportDecided)
def report_decided(table: Table, event: ReportDecided) -> Table:
    asked = {number: about for number, about in table.asked.items() if number != event.number}
    return replace(table, asked=asked, round=replace(table.round, held=None))
