"""Choices of a supervisor under the document, for the forms of a page.

Whether something may be done now is the table's to say, when it is asked.
"""

from typing import Final

import msgspec

from sabot.parts.sizes import MOST_PLACES
from sabot.rulebooks import in_force
from sabot.rules import Rulebook
from sabot.rules.irregularities.situations import DISTURBANCE, FRAUD, IMPRACTICAL
from sabot.rules.operation.conduct import Invalidation, Notice, Power, Sanction
from sabot.server.http.routes import GAMING_STAFF, STAFF, WATCHERS, Asked, Route
from sabot.table import Table
from sabot.table.cases.paid import KINDS
from sabot.table.cases.redress import STEPS
from sabot.table.devices.enrolment import DEVICE_KINDS
from sabot.table.limits.signs import CLOSE, DIFFERENTIAL, LIMITS, MINIMUM, PROTECTION, VARIANT
from sabot.table.players.sanctions import BAR, DETAIN, EXCLUDE, VOID
from sabot.table.running.approvals import (
    BOTH_HANDS,
    BURN,
    CUT,
    HELP,
    NOMINATE,
    RIFFLE,
    STANDING,
    power_over,
)
from sabot.table.running.opening import FEEDS, is_optional, most_areas
from sabot.table.shoe.preparation import PRE_SHUFFLED
from sabot.table.state import VIRTUAL

FOR_A_PLAYER: Final = (BOTH_HANDS, NOMINATE, STANDING, HELP)


class TableChoice(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that can be chosen, its clause and whose it is to choose. `minutes`: how long a
    sign stands before it takes effect."""

    name: str
    clause: str | None = None
    by: str | None = None
    minutes: int | None = None
    words: str = ""


class MethodChoice(msgspec.Struct, frozen=True):
    name: str
    clause: str
    faces: tuple[str, ...]


class SideChoice(msgspec.Struct, frozen=True, omit_defaults=True):
    """An optional bet; `decks` where it is offered with some numbers of decks only."""

    id: str
    name: str
    decks: tuple[int, ...] | None = None


class LayoutChoice(msgspec.Struct, frozen=True):
    """A layout of the document, the side bets that it carries, and whether the regulator approves
    it beforehand, by which clause."""

    name: str
    clause: str
    carries: tuple[str, ...]
    approved: str | None


class OpeningChoices(msgspec.Struct, frozen=True):
    """Settings that a table can be opened with. The first of each is the document's default. `area`
    and `differential`: the sign may state them."""

    rulebook: str
    title: str
    feeds: tuple[str, ...]
    sources: tuple[str, ...]
    decks: tuple[int, ...]
    methods: tuple[MethodChoice, ...]
    schemes: tuple[TableChoice, ...]
    side_bets: tuple[SideChoice, ...]
    layouts: tuple[LayoutChoice, ...]
    places: tuple[int, int]
    low_limit: str | None
    cashless: str | None
    area: str | None
    differential: str | None


class Approval(msgspec.Struct, frozen=True, omit_defaults=True):
    """An approval that can be given; `player`: for one player."""

    what: str
    clause: str | None
    by: str
    way: str | None = None
    player: bool = False


class NoBetChoice(msgspec.Struct, frozen=True):
    when: str
    clause: str
    by: str
    asked: bool
    single: bool
    marked: bool
    source: str | None


class TableChoices(msgspec.Struct, frozen=True):
    """Choices at one table. None or empty: the document has no such rule."""

    opening: OpeningChoices
    approvals: tuple[Approval, ...]
    forbidden: tuple[TableChoice, ...]
    signs: tuple[TableChoice, ...]
    change_limits: TableChoice | None
    raise_minimum: TableChoice | None
    personal: TableChoice | None
    no_bet: tuple[NoBetChoice, ...]
    replacements: tuple[TableChoice, ...]
    pre_shuffled: tuple[str, ...]
    burns: tuple[TableChoice, ...]
    restrictions: tuple[TableChoice, ...]
    measures: tuple[TableChoice, ...]
    any_breach: bool
    causes: tuple[TableChoice, ...]
    dispute: TableChoice | None
    review: TableChoice | None
    refusal: TableChoice | None
    pause: TableChoice | None
    close: TableChoice | None
    payments: tuple[str, ...]
    attempts: tuple[str, ...]
    devices: tuple[str, ...]
    """Kinds of devices that can be enrolled here."""


async def opening(asked: Asked) -> OpeningChoices:
    return _opening(in_force(asked.path["id"], asked.casino.clock()))


def _opening(book: Rulebook) -> OpeningChoices:
    conduct, places = book.conduct, book.places
    return OpeningChoices(
        rulebook=book.id,
        title=book.title,
        feeds=FEEDS,
        sources=book.preparation.sources.allowed,
        decks=tuple(sorted(book.preparation.decks.allowed, reverse=True)),
        methods=tuple(MethodChoice(m.name, m.clause, m.faces) for m in conduct.methods),
        schemes=tuple(TableChoice(*each) for each in book.schemes.items()),
        side_bets=tuple(
            SideChoice(wager.id, wager.name, wager.decks)
            for wager in book.wagers
            if wager.side_bet and is_optional(book, wager.id)
        ),
        layouts=tuple(
            LayoutChoice(each.name, each.clause, tuple(each.carries), each.approved)
            for each in book.together.layouts
        ),
        places=(places.least, places.most) if places else (1, most_areas(book) or MOST_PLACES),
        low_limit=conduct.low_limit,
        cashless=conduct.cashless,
        area=conduct.limits.area,
        differential=conduct.limits.differential,
    )


async def choices(asked: Asked) -> TableChoices:
    return choices_of(asked.casino.state(asked.path["id"]))


def choices_of(table: Table) -> TableChoices:
    """The choices at a table, under the rules that it was opened with."""
    conduct, preparation = table.conduct, table.book.preparation
    limits, general = conduct.limits, conduct.general
    disputes = general.disputes
    at_once, change = limits.at_once, limits.change
    return TableChoices(
        opening=_opening(table.book),
        approvals=_approvals(table),
        forbidden=tuple(TableChoice(each.what, each.clause) for each in conduct.forbidden),
        signs=_signs(table),
        change_limits=None
        if change is None
        else TableChoice("change", change.clause, limits.by, change.minutes),
        raise_minimum=None if at_once is None else TableChoice("at once", at_once, limits.by),
        personal=_optional("personal", limits.personal),
        no_bet=tuple(
            NoBetChoice(n.when, n.clause, n.by, n.asked, n.single, n.marked, n.source)
            for n in conduct.no_bet
        ),
        replacements=tuple(
            TableChoice(each.occasion, each.clause, each.ordered_by)
            for each in preparation.replacements
        ),
        pre_shuffled=PRE_SHUFFLED if preparation.pre_shuffled else (),
        burns=tuple(
            TableChoice(each.name, each.clause, each.approval) for each in preparation.burns
        ),
        restrictions=_restrictions(table),
        measures=() if general.sanction is None else _measures(general.sanction),
        any_breach=general.sanction is not None and general.sanction.any_breach,
        causes=() if general.invalidation is None else _causes(general.invalidation),
        dispute=_optional("decide", None if disputes is None else disputes.first),
        review=_optional("review", None if disputes is None else disputes.review),
        refusal=_optional("refuse", conduct.wagering.refusal),
        pause=_optional("pause", conduct.gaming.pause if conduct.gaming else None),
        close=None if general.close is None else _notice(CLOSE, general.close),
        payments=KINDS if conduct.mispayment and table.opened.feed != VIRTUAL else (),
        attempts=STEPS if conduct.mispayment else (),
        devices=_devices(table),
    )


def _devices(table: Table) -> tuple[str, ...]:
    """Return the kinds of devices that fit the table's source of cards; a virtual one has none."""
    if table.opened.feed == VIRTUAL:
        return ()
    source = table.opened.source
    return tuple(name for name, kind in DEVICE_KINDS.items() if kind.source in (None, source))


def _power(name: str, power: Power) -> TableChoice:
    return TableChoice(name, power.clause, power.by)


def _optional(name: str, power: Power | None) -> TableChoice | None:
    return None if power is None else _power(name, power)


def _notice(kind: str, rule: Notice) -> TableChoice:
    return TableChoice(kind, rule.clause, rule.by, rule.minutes)


def _approvals(table: Table) -> tuple[Approval, ...]:
    ways = [(what, None) for what in (BOTH_HANDS, RIFFLE, NOMINATE, STANDING, CUT)]
    burns = [(BURN, burn.name) for burn in table.book.preparation.burns]
    helpers = [(HELP, player) for player in table.patrons]
    found = []
    for what, way in (*ways, *burns, *helpers):
        power = power_over(table, what, way)
        if power is not None:
            found.append(Approval(what, power.clause, power.by, way, what in FOR_A_PLAYER))
    return tuple(found)


def _signs(table: Table) -> tuple[TableChoice, ...]:
    """Return what a sign can announce here, and how long it has to stand."""
    limits, general = table.conduct.limits, table.conduct.general
    change, signs = limits.change, []
    if general.close is not None:
        signs.append(_notice(CLOSE, general.close))
    if change is not None:
        signs.insert(0, _notice(MINIMUM if change.minutes else LIMITS, change))
        if limits.differential_change is not None:
            clause = limits.differential_change
            signs.append(TableChoice(DIFFERENTIAL, clause, change.by, change.minutes))
    if limits.end_protection is not None:
        signs.append(_notice(PROTECTION, limits.end_protection))
    if general.variant is not None and table.book.schemes:
        signs.append(_notice(VARIANT, general.variant))
    return tuple(signs)


def _restrictions(table: Table) -> tuple[TableChoice, ...]:
    found = []
    for rule in table.conduct.side_bets:
        for wager in rule.wagers:
            if rule.restrict is not None and wager in table.opened.wagers:
                told = ", ".join(rule.tells)
                found.append(TableChoice(wager, rule.restrict.clause, rule.restrict.by, words=told))
    return tuple(found)


def _measures(rule: Sanction) -> tuple[TableChoice, ...]:
    clauses = {VOID: rule.void, BAR: rule.bar, EXCLUDE: rule.exclude, DETAIN: rule.detain}
    return tuple(TableChoice(name, clause, rule.by) for name, clause in clauses.items() if clause)


def _causes(rule: Invalidation) -> tuple[TableChoice, ...]:
    powers = {DISTURBANCE: rule.disturbance, FRAUD: rule.fraud, IMPRACTICAL: rule.impractical}
    return tuple(_power(name, power) for name, power in powers.items() if power is not None)


ROUTES: Final = (
    Route(
        "GET",
        "/api/rulebooks/{id}/opening",
        STAFF,
        opening,
        "What a table can be opened with under a document.",
        gives=OpeningChoices,
        refuses=("unknown-rulebook",),
    ),
    Route(
        "GET",
        "/api/tables/{id}/choices",
        GAMING_STAFF | WATCHERS,
        choices,
        "What a supervisor can choose from at a table, with clauses and whose it is to choose.",
        gives=TableChoices,
        refuses=("unknown-table", "wrong-phase"),
    ),
)
