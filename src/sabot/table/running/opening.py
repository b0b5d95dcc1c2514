"""Opening a table: rulebook, scheme, decks, shoe or device, places, method, layout, limits."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from sabot.core.money import CHIPS, cents
from sabot.core.refusal import Refusal, quoted
from sabot.core.revision import DENOMINATIONS, WAGERS, holds
from sabot.engine.declarations import RECORD, on_pages, public, stops
from sabot.engine.streams import Command, Event, Leave
from sabot.parts.sizes import MOST_PLACES
from sabot.rulebooks import in_force
from sabot.rules import Rulebook
from sabot.rules.coup.layouts import Layout, check_on, first_that_carries, layout_named, to_approve
from sabot.rules.digest import digest_under
from sabot.rules.operation.conduct import Method
from sabot.rules.roles import CASINO_SUPERVISOR
from sabot.shoe.procedure import DEVICE, check_source
from sabot.table.chip_set import KINDS, ChipKind, ChipText, chosen_set, default_set
from sabot.table.device import kept_devices
from sabot.table.limits.sign_text import SignText, limit_of
from sabot.table.running.variant import odds_sign
from sabot.table.sights import LIMIT, SETUP
from sabot.table.state import (
    CLOSED,
    PREPARING,
    SCANNED,
    TYPED,
    VIRTUAL,
    Limit,
    Round,
    Setup,
    Stack,
    Table,
)
from sabot.table.stream import TABLE, replace

FEEDS = (VIRTUAL, SCANNED, TYPED)
LONGEST_CALLED = 60
SECONDS_TO_BET, SHORTEST, LONGEST = 10, 5, 600
"""No document counts the seconds: so long a table gives, unless it states another time."""


class OpenTable(Command, frozen=True, kw_only=True):
    """Open a table under a rulebook. What is not said is the rulebook's first choice.

    `layout` is one of the document's, by its name; where none is named, the first that carries the
    side bets. `approval` is the regulator's written approval of table and layout, where the
    document asks for one. `seconds_to_bet`: how long everybody has the chance to, where the
    document gives them one. `called` is the table's name for people. `chips`: the chip set, of
    which tokens are marked; where people see no chips, there is none.
    """

    pages = on_pages("pit")
    stopped_by = stops()

    rulebook: str
    sign: SignText
    decks: int | None = None
    source: str | None = None
    feed: str = VIRTUAL
    method: str | None = None
    face: str | None = None
    places: int | None = None
    chip: str = "0.50"
    scheme: str | None = None
    side_bets: tuple[str, ...] = ()
    low_limit: bool = False
    cashless: bool = False
    overlay: str | None = None
    back: str = "red"
    table: str = ""
    layout: str | None = None
    approval: str | None = None
    seconds_to_bet: int | None = None
    called: str = ""
    chips: Annotated[tuple[ChipText, ...], KINDS] = ()


class TableOpened(Event, frozen=True, kw_only=True):
    """`odds_sign` is the clause by which a sign shows the odds of this scheme; `odds_shown`: a
    virtual table's page shows them itself. `to_approve`: the clauses by which the regulator
    approves table and layout beforehand, `approval` where it says so."""

    basis = RECORD
    sight = public("table odds_sign odds_shown to_approve", setup=SETUP, limit=LIMIT)

    table: str
    setup: Setup
    limit: Limit
    odds_sign: str | None = None
    approval: str | None = None
    to_approve: tuple[str, ...] = ()
    odds_shown: bool = False


@TABLE.decides(OpenTable, Leave(None, CASINO_SUPERVISOR), (CLOSED,), begins=True)
def open_table(table: Table, command: OpenTable, now: datetime) -> Sequence[Event]:
    """Open a table under one rulebook, in the edition that is in force now, with its decks, source,
    methods and layout."""
    book = in_force(command.rulebook, now)
    if table.patrons:
        raise Refusal("players-left", None, "Players of the last session are still at the table.")
    if table.setup is not None:
        _check_last_cards(table)
    if command.feed not in FEEDS:
        feeds, feed = ", ".join(FEEDS), quoted(command.feed)
        raise Refusal("wrong-feed", None, "Cards come {feeds}, not {feed}.", feeds=feeds, feed=feed)
    method = _method(book, command.method)
    decks = book.decks(command.decks)
    overlay = _overlay(book, command)
    wagers = offered(book, decks, command.side_bets)
    layout = _layout(book, command, wagers)
    setup = Setup(
        rulebook=book.id,
        edition=book.version,
        digest=digest_under(book, overlay),
        decks=decks,
        source=check_source(book.preparation.sources, _source(book, command)),
        feed=command.feed,
        method=method.name,
        face=_face(method, command.face),
        places=_places(book, layout, command),
        chip=cents(command.chip),
        scheme=book.scheme(command.scheme),
        layout=None if layout is None else layout.name,
        wagers=wagers,
        low_limit=command.low_limit,
        cashless=_cashless(book, command),
        overlay=overlay,
        back=command.back,
        chance=_chance(book, command.seconds_to_bet),
        called=_called(command.called),
        currency=book.overlays[overlay].currency if overlay else CHIPS,
    )
    limit = limit_of(book, setup, command.sign)
    return [
        TableOpened(
            table=command.table,
            setup=replace(setup, chips=_chip_set(command, setup, limit)),
            limit=limit,
            odds_sign=odds_sign(book.conduct, setup.scheme),
            approval=command.approval.strip() or None if command.approval else None,
            to_approve=to_approve(book.together.layouts, layout),
            odds_shown=setup.feed == VIRTUAL,
        )
    ]


def _chip_set(command: OpenTable, setup: Setup, limit: Limit) -> tuple[ChipKind, ...]:
    """The chips that were chosen, else the casino's up to the greatest wager. Where people see no
    chips, or tournament chips, there is no set."""
    if setup.feed == VIRTUAL or setup.currency != CHIPS:
        if command.chips:
            message = "This table has no chips that people see: it takes no chip set."
            raise Refusal("no-chips", None, message)
        return ()
    if command.chips:
        return chosen_set(command.chips, setup.chip)
    return default_set(setup.chip, limit.most) if holds(command, DENOMINATIONS) else ()


def _called(text: str) -> str:
    """A name that people can read on a sign."""
    name = " ".join(text.split())
    if len(name) > LONGEST_CALLED or not name.isprintable():
        message = "A table's name for people has {most} characters at most."
        raise Refusal("bad-name", None, message, most=LONGEST_CALLED)
    return name


def _check_last_cards(table: Table) -> None:
    """The cards of the last session, where the document has them checked when gaming ends."""
    checks = table.conduct.checks
    if checks.at_end and table.stack.check == checks.clause:
        raise Refusal("not-checked", checks.clause, "Check the cards of the last session first.")


def _method(book: Rulebook, name: str | None) -> Method:
    method = book.conduct.methods[0] if name is None else book.conduct.method(name)
    if method is None:
        known = " or ".join(each.name for each in book.conduct.methods)
        clause = book.conduct.methods[0].clause
        message = "The methods here are {known}, not {name}."
        raise Refusal("wrong-method", clause, message, known=known, name=quoted(name))
    return method


def _face(method: Method, wanted: str | None) -> str:
    face = wanted or method.faces[0]
    if face not in method.faces:
        raise Refusal(
            "wrong-method",
            method.face_clause,
            "{method}: cards are dealt face {faces}, not {face}.",
            method=method.name,
            faces=" or ".join(method.faces),
            face=face,
        )
    return face


def _source(book: Rulebook, command: OpenTable) -> str:
    """6.9.2: low limit gaming is dealt from a shuffling device only."""
    conduct = book.conduct
    source = command.source or (
        DEVICE if command.low_limit else book.preparation.sources.allowed[0]
    )
    if command.low_limit:
        if conduct.low_limit is None:
            raise Refusal("no-rule", None, "{game} has no low limit gaming.", game=book.title)
        if source != DEVICE:
            raise Refusal(
                "wrong-source",
                conduct.low_limit_source,
                "Low limit gaming is dealt from a shuffling device only.",
            )
    return source


def _layout(book: Rulebook, command: OpenTable, wagers: Sequence[str]) -> Layout | None:
    """The layout that was named, if it carries what is offered; else the first that does."""
    layouts, carried = book.together.layouts, [on for on in wagers if book.by_id[on].side_bet]
    if command.layout is None:
        return first_that_carries(layouts, carried, book.names)
    layout = layout_named(layouts, command.layout)
    check_on(layout, layouts, carried, book.names)
    return layout


def _chance(book: Rulebook, seconds: int | None) -> int:
    """For how long everybody has the chance to bet, where the document gives them one."""
    clause = book.conduct.wagering.chance
    if clause is None:
        if seconds is not None:
            raise Refusal(
                "no-rule", None, "{game} states no time in which to bet.", game=book.title
            )
        return 0
    if seconds is not None and not SHORTEST <= seconds <= LONGEST:
        message = "Everybody has {shortest} to {longest} seconds to bet, not {seconds}."
        raise Refusal(
            "bad-time", clause, message, shortest=SHORTEST, longest=LONGEST, seconds=seconds
        )
    return SECONDS_TO_BET if seconds is None else seconds


def _places(book: Rulebook, layout: Layout | None, command: OpenTable) -> int:
    """Seats and areas: as many as the document has, and as its layout is printed with."""
    rule, places = book.places, command.places
    most = rule.most if rule else most_areas(book) or MOST_PLACES
    least = rule.least if rule else 1
    wanted = min(most, 7) if places is None else places
    if not least <= wanted <= most:
        printed = layout.clause if layout and layout.areas else None
        clause = rule.clause if rule else printed
        message = "The table has {least} to {most} places, not {wanted}."
        raise Refusal("wrong-places", clause, message, least=least, most=most, wanted=wanted)
    areas = layout.areas if layout is not None and rule is None else ()
    if areas and wanted not in areas and holds(command, WAGERS):
        assert layout is not None
        message = "The layout is printed with {areas} playing areas, not {wanted}."
        told = ", ".join(map(str, areas))
        raise Refusal("wrong-places", layout.clause, message, areas=told, wanted=wanted)
    return wanted


def most_areas(book: Rulebook) -> int | None:
    """Return the largest number of playing areas in the document's layouts; None if it counts
    none."""
    return max((each for layout in book.together.layouts for each in layout.areas), default=None)


def offered(book: Rulebook, decks: int, side_bets: Sequence[str]) -> tuple[str, ...]:
    """The wagers that a layout carries: all main bets, and the side bets that were chosen."""
    chosen = tuple(dict.fromkeys(side_bets))
    for name in chosen:
        wager = book.wager(name)
        if not is_optional(book, name):
            raise Refusal(
                "not-optional", wager.clause, "{wager} is not an optional bet.", wager=wager.name
            )
        book.check_offer(wager, decks)
    book.together.check_layout(chosen, book.names)
    always = [w.id for w in book.wagers if not (w.side_bet and is_optional(book, w.id))]
    return tuple(dict.fromkeys((*always, *chosen)))


def is_optional(book: Rulebook, wager: str) -> bool:
    rule = book.conduct.side_bet(wager)
    return rule is not None and rule.optional


def _cashless(book: Rulebook, command: OpenTable) -> bool:
    if command.cashless and book.conduct.cashless is None:
        message = "{game} has a drop box: it is never cashless."
        raise Refusal("drop-box", book.conduct.drop_box, message, game=book.title)
    return command.cashless


def _overlay(book: Rulebook, command: OpenTable) -> str | None:
    if command.overlay is None:
        return None
    if command.overlay not in book.overlays:
        message = "{game} has no rules for {overlay}."
        raise Refusal("no-rule", None, message, game=book.title, overlay=quoted(command.overlay))
    if command.low_limit:
        raise Refusal(
            "low-limit",
            book.conduct.low_limit,
            "Low limit gaming and tournaments do not go together.",
        )
    return command.overlay


@TABLE.evolves(TableOpened)
def table_opened(table: Table, event: TableOpened) -> Table:
    return Table(
        name=event.table or table.name,
        version=table.version,
        phase=PREPARING,
        setup=event.setup,
        limit=event.limit,
        stack=Stack(back=event.setup.back),
        round=Round(number=table.coups + 1),
        sequence=table.sequence,
        balances=table.balances,
        past=table.past,
        coups=table.coups,
        notices=table.notices,
        asked=table.asked,
        reports=table.reports,
        disputes=table.disputes,
        payments=table.payments,
        mispaid=table.mispaid,
        filed=table.filed,
        left=table.left,
        left_cards=table.left_cards,
        shift=table.shift,
        tray=table.tray if event.setup.chips else None,
        fill_asked=table.fill_asked,
        takers=table.takers,
        signers=table.signers,
        boxes=table.boxes,
        excluded=table.excluded,
        barred_cards=table.barred_cards,
        statements=table.statements,
        approval=event.approval,
        counted_alone=0 if table.counted_day is None else table.counted_alone,
        counted_day=table.counted_day,
        debts=table.debts,
        kept=table.kept,
        devices=kept_devices(table.devices),
    )
