"""Guide through an irregularity: the rulebook's remedy, shown before it is applied.

The rulebook's matrix answers; where a report as it stands would be refused, the table says so
itself. Nothing is decided here and nothing changes.
"""

from typing import Any, Final

import msgspec

from sabot.compliance.duties.words import people, until
from sabot.core.languages import ENGLISH, phrase, read
from sabot.core.refusal import Refusal
from sabot.engine.streams import Command, Confirmer, Rejection
from sabot.floor.kinds import TABLES
from sabot.links.records import looked_up
from sabot.rules.irregularities.irregularity import Cell, Duty, MoneyEvidence, Situation, Value
from sabot.rules.irregularities.outcomes import Outcome
from sabot.rules.irregularities.situations import CIRCUMSTANCES, SITUATIONS
from sabot.rules.roles import CASINO_SUPERVISOR, SURVEILLANCE
from sabot.sentences.vocabulary import answer, tongue
from sabot.server.http.errors import ErrorReason, said
from sabot.server.http.names import telling
from sabot.server.http.routes import GAMING_STAFF, STAFF, WATCHERS, Asked, Caller, Route
from sabot.server.tables import choices
from sabot.server.tables.needs import Need, needs_here, needs_of
from sabot.server.tables.rulebooks import EditionQuery, book_asked, language_asked
from sabot.table import TABLE, Table
from sabot.table.irregularities import ReportIrregularity, cell_for
from sabot.table.irregularities.circumstances import matters, seen_for_itself
from sabot.table.irregularities.report import BY_NAME
from sabot.table.state import VIRTUAL

HEADINGS: Final = {
    "surplus-to-player-banker-draws": "Dealing errors",
    "first-card-exposed": "Exposed cards",
    "cards-run-out": "Cards and shuffle",
    "scanner-disagrees": "Equipment",
    "below-minimum": "Wagers and money",
    "no-bet-empty-table": "No-bet coups",
}
"""The situations that open a group in a list of all."""


class Option(msgspec.Struct, frozen=True):
    """An answer to a question: the value to send, and its meaning."""

    value: bool | int | str
    words: str


class CircumstanceQuestion(msgspec.Struct, frozen=True, omit_defaults=True):
    """A circumstance; `known` is the answer that the table gives itself."""

    name: str
    kind: str
    options: tuple[Option, ...]
    known: bool | int | str | None = None


class ToldPerson(msgspec.Struct, frozen=True):
    """A person who must be told, and by when."""

    to: str
    by: str
    clause: str


class RuleView(msgspec.Struct, frozen=True):
    """A rule: its circumstances, its clause, what follows and who has to say so."""

    when: dict[str, bool | int | str]
    circumstances: str
    clause: str | None
    outcome: str
    words: str
    by: str | None
    or_by: str | None
    duties: tuple[ToldPerson, ...]
    also: tuple[str, ...]
    note: str


class SituationView(msgspec.Struct, frozen=True):
    """A situation, what it asks about, and the document's rules for it, read from the top."""

    number: str
    name: str
    group: str
    title: str
    asks: tuple[CircumstanceQuestion, ...]
    cells: tuple[RuleView, ...]
    by_hand: bool
    """Not at a virtual table."""


class OutcomeView(msgspec.Struct, frozen=True):
    """A supervisor's choice where the document has no clause."""

    name: str
    words: str
    needs: tuple[Need, ...]


class Matrix(msgspec.Struct, frozen=True):
    """A document's irregularities."""

    rulebook: str
    situations: tuple[SituationView, ...]
    outcomes: tuple[OutcomeView, ...]


class GuideAsked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A report as it would be sent, as far as it goes: the fields of report-irregularity."""

    situation: str
    circumstances: dict[str, bool | int | str] = {}
    note: str = ""
    card: str | None = None
    cards: tuple[str | None, ...] = ()
    hand: str | None = None
    box: int | None = None
    player: str | None = None
    on: str | None = None
    amount: str | None = None
    area: int | None = None
    coup: int | None = None
    agreed: tuple[str, ...] = ()
    confirmed: bool | None = None
    damaged: int = 0
    depth: int | None = None
    from_back: int | None = None


class Guide(msgspec.Struct, frozen=True):
    """The remedy. `rule` is None until every question has its answer; `decides` is the role that
    has to say so, and `yours` whether the caller may. `confirms` is the role that has to confirm it
    before anything moves, as far as known. `refused` is the table's rejection of the report as it
    stands."""

    situation: str
    title: str
    asks: tuple[CircumstanceQuestion, ...]
    rule: RuleView | None = None
    decides: str | None = None
    yours: bool = False
    confirms: str | None = None
    needs: tuple[Need, ...] = ()
    steps: tuple[str, ...] = ()
    refused: ErrorReason | None = None


async def irregularities(asked: Asked) -> Matrix:
    book, language = book_asked(asked), language_asked(asked)
    spoken, groups = tongue(language), read(language, "matrix.json").get("groups", {})
    cells, group, situations = book.conduct.irregularities, "", []
    for each in SITUATIONS:
        group = HEADINGS.get(each.name, group)
        distinguished = {name for cell in cells[each.name] for name in cell.when}
        situations.append(
            SituationView(
                number=each.number,
                name=each.name,
                group=groups.get(group, group),
                title=spoken.situations[each.name],
                asks=tuple(_question(name) for name in each.asks if name in distinguished),
                cells=tuple(_rule(cell, language) for cell in cells[each.name]),
                by_hand=each.by_hand,
            )
        )
    outcomes = tuple(
        OutcomeView(each.name, each.value.words, needs_of(each))
        for each in Outcome
        if each.value.follows
    )
    return Matrix(book.id, tuple(situations), outcomes)


def _question(name: str, known: Value | None = None) -> CircumstanceQuestion:
    values = CIRCUMSTANCES[name]
    kind = "yes-no" if set(values) == {True, False} else "choice"
    return CircumstanceQuestion(name, kind, tuple(Option(*each) for each in values.items()), known)


def _rule(cell: Cell, language: str = ENGLISH) -> RuleView:
    spoken, effect = tongue(language), cell.outcome
    words = [spoken.circumstances[name][answer(value)] for name, value in cell.when.items()]
    own = effect.value.words if language == ENGLISH else spoken.outcomes[effect.name]
    return RuleView(
        when=dict(cell.when),
        circumstances=spoken.between.join(words),
        clause=cell.clause,
        outcome=cell.outcome.name,
        words=own,
        by=cell.by,
        or_by=cell.or_by,
        duties=tuple(
            ToldPerson(people(duty.to)[language], until(duty.by)[language], duty.clause)
            for duty in cell.duties
        ),
        also=cell.also,
        note=phrase(cell.note, language),
    )


async def guide(asked: Asked) -> Guide:
    table = asked.casino.state(asked.path["id"])
    said: GuideAsked = asked.body
    report = _report(said, asked.person)
    try:
        cell, _ = cell_for(table, report)
    except Refusal as refused:
        situation = BY_NAME.get(said.situation)
        if refused.code != "say-more" or situation is None:
            raise
        return Guide(situation.name, situation.title, _asks(table, situation))
    situation = BY_NAME[said.situation]
    needs = needs_here(table, report, cell.outcome)
    told = await asked.casino.work(
        looked_up, asked.casino.store, TABLES.stream(asked.path["id"]), table, report
    )
    refused_now = await asked.casino.work(telling(asked, _refused), table, told, cell, asked)
    confirmer = TABLE.confirmer(table, told)
    return Guide(
        situation=situation.name,
        title=situation.title,
        asks=_asks(table, situation),
        rule=_rule(cell),
        decides=CASINO_SUPERVISOR if cell.outcome is Outcome.NO_RULE else cell.by,
        yours=refused_now is None or refused_now.code != "wrong-role",
        confirms=None if confirmer is None else confirmer.by,
        needs=needs,
        steps=_steps(cell, confirmer),
        refused=refused_now,
    )


def _report(said: GuideAsked, caller: Caller) -> ReportIrregularity:
    fields: dict[str, Any] = msgspec.structs.asdict(said)
    return ReportIrregularity(id="guide", actor=caller.name, role=caller.role, **fields)


def _asks(table: Table, situation: Situation) -> tuple[CircumstanceQuestion, ...]:
    """Return the questions that matter at this table, with the answers that it knows."""
    known, asked = seen_for_itself(table, situation), matters(table, situation)
    return tuple(_question(name, known.get(name)) for name in situation.asks if name in asked)


def _refused(table: Table, report: Command, cell: Cell, asked: Asked) -> ErrorReason | None:
    """Return the table's own rejection. No person may know the next card of a virtual shoe, so only
    the role is checked there."""
    rejected = TABLE.decide(table, report, asked.casino.clock())
    if not isinstance(rejected, Rejection):
        return None
    effect = cell.outcome.value
    by_house = effect.card is not None or effect.renews is not None
    unnamed = table.opened.feed == VIRTUAL and by_house
    if unnamed and rejected.code in ("unknown-card", "bad-command"):
        return None
    return said(rejected)


def _steps(cell: Cell, confirmer: Confirmer | None) -> tuple[str, ...]:
    """Return the steps, in order and in words."""
    clause = f" ({cell.clause})" if cell.clause else ""
    by = " or ".join(role for role in (cell.by, cell.or_by) if role)
    who = [f"A {by} has to say so{clause}."] if by else []
    rests = cell.rests
    if rests is not None and not rests.alone:
        who = [_first(rests, confirmer)]
    note = [_sentence(cell.note)] if cell.note else []
    effect = cell.outcome.value
    after = [effect.then] if effect.then else []
    told = [_telling(duty) for duty in cell.duties]
    return (*who, f"{effect.said}{clause}.", *note, *after, *told)


def _first(rests: MoneyEvidence, confirmer: Confirmer | None) -> str:
    """Say what has to happen before money moves."""
    if confirmer is None:
        return f"No confirmation is needed: it rests on {rests.seen}."
    return f"Before anything moves, a {confirmer.by} confirms what is said."


def _telling(duty: Duty) -> str:
    to = duty.to.capitalize() if duty.to == SURVEILLANCE else f"the {duty.to}"
    return f"Tell {to} {duty.by} ({duty.clause})."


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."


ROUTES: Final = (
    Route(
        "GET",
        "/api/rulebooks/{id}/irregularities",
        STAFF,
        irregularities,
        "Every situation, what it asks about, and what the document makes of it.",
        query=EditionQuery,
        gives=Matrix,
        refuses=("unknown-rulebook", "unknown-edition"),
    ),
    Route(
        "POST",
        "/api/tables/{id}/guide",
        GAMING_STAFF | WATCHERS,
        guide,
        "What the rulebook says must happen in a situation; nothing is done.",
        takes=GuideAsked,
        gives=Guide,
        refuses=(
            "unknown-table",
            "unknown-situation",
            "bad-circumstances",
            "cannot-happen",
            "wrong-phase",
        ),
    ),
    *choices.ROUTES,
)
