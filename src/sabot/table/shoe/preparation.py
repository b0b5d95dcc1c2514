"""The cards: brought, checked, shuffled, replaced."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal
from sabot.core.revision import SHOES, holds
from sabot.engine.declarations import (
    RECORD,
    CardOrder,
    Stop,
    Topic,
    in_topics,
    on_pages,
    public,
    server_fills,
    stops,
)
from sabot.engine.streams import Command, Event, Leave
from sabot.rules.irregularities.outcomes import Outcome
from sabot.rules.operation.conduct import Power
from sabot.rules.roles import CASINO_SUPERVISOR, STAFF, may_act_as
from sabot.shoe.procedure import (
    COMMENCING,
    DEVICE,
    HANDLED,
    ONE_DECK,
    REPLACED,
    SHUFFLED,
    check_replacement,
)
from sabot.table.state import (
    BETTING,
    BETWEEN,
    CLOSED,
    IN_COUP,
    OPEN,
    PREPARING,
    READY,
    VIRTUAL,
    Stack,
    Table,
)
from sabot.table.state import SHUFFLED as STAGE_SHUFFLED
from sabot.table.stream import BY_DEALER, BY_STAFF, TABLE, leave, reason_of, replace

PRE_SHUFFLED = ("casino", "angel")


class BringCards(Command, frozen=True, kw_only=True):
    """New cards for the table, for an occasion that the document knows; none at the start.

    `secured`: whether they were locked away until now; of the first cards that is asked.
    """

    pages = on_pages("deal", "pit")
    stopped_by = stops(Stop.STATEMENT)
    awaited = "cards"

    back: str
    occasion: str | None = None
    pre_shuffled: str | None = None
    secured: bool | None = None


class CardsBrought(Event, frozen=True, kw_only=True):
    """`secured` is the clause by which they were kept secure until now, `check` the one by which
    they are checked first; `lapses`: so does the no-bet coup that a card of the old ones forced."""

    basis = RECORD
    sight = public("back clause")
    topics = in_topics(Topic.CARDS)

    back: str
    clause: str | None
    pre_shuffled: str | None
    secured: str | None = None
    check: str | None = None
    lapses: bool = False


def _brings(table: Table, command: BringCards) -> Leave:
    rules = table.book.preparation.replacements
    rule = next((each for each in rules if each.occasion == command.occasion), None)
    return Leave(rule.clause, rule.ordered_by) if rule else BY_STAFF


@TABLE.decides(BringCards, _brings, OPEN, sent_by=(STAFF,))
def bring_cards(table: Table, command: BringCards, now: datetime) -> Sequence[Event]:
    preparation, stack = table.book.preparation, table.stack
    if command.pre_shuffled is not None and command.pre_shuffled not in PRE_SHUFFLED:
        raise Refusal(
            "bad-command",
            None,
            "Pre-shuffled cards are {pre_shuffled}.",
            pre_shuffled=" or ".join(PRE_SHUFFLED),
        )
    clause = None
    if command.occasion is not None or stack.stage is not None:
        rule = check_replacement(
            preparation.replacements,
            command.occasion or "no stated reason",
            in_coup=table.phase not in BETWEEN,
            old_back=stack.back,
            new_back=command.back,
            scanning=table.opened.scanning,
            played_out=stack.played_out or stack.cutting is None or _given_up(table),
        )
        clause = rule.clause
        if rule.occasion == HANDLED and not stack.handled:
            raise Refusal("wrong-replacement", clause, "No player has handled these cards.")
    secured = table.conduct.checks.secured
    if secured is not None and command.secured is None and clause is None:
        raise Refusal("say-more", secured, "Say whether these cards were locked away until now.")
    if secured is not None and command.secured is False:
        raise Refusal("not-secured", secured, "Cards are locked away until a table needs them.")
    return [
        CardsBrought(
            back=command.back,
            clause=clause,
            pre_shuffled=command.pre_shuffled,
            secured=secured,
            check=table.conduct.checks.replacements if clause is not None else None,
            lapses=first_card_lapses(table),
        )
    ]


def _given_up(table: Table) -> bool:
    """Return True if all players agreed to other cards after a coup that was void."""
    cells = table.conduct.irregularities["cards-after-void"]
    agreed = {cell.clause for cell in cells if cell.outcome is Outcome.NEW_CARDS_IF_AGREED}
    return table.stack.shuffle in agreed


def first_card_lapses(table: Table) -> bool:
    """A no-bet coup that was forced by a card lapses when that card is no longer its first."""
    called = {rule.clause for rule in table.conduct.no_bet}
    return bool(table.stack.carried) and table.round.no_bet not in (None, *called)


def without_first_card(table: Table, lapses: bool) -> Table:
    return replace(table, round=replace(table.round, no_bet=None)) if lapses else table


@TABLE.evolves(CardsBrought)
def cards_brought(table: Table, event: CardsBrought) -> Table:
    occasion = REPLACED if table.stack.stage is not None else ""
    stack = Stack(
        back=event.back,
        number=table.stack.number,
        pre_shuffled=event.pre_shuffled,
        occasion=occasion,
        check=event.check,
    )
    return replace(without_first_card(table, event.lapses), stack=stack, phase=PREPARING)


class CheckCards(Command, frozen=True, kw_only=True):
    """The cards are checked, one by one or by a device. `missing` and `foreign` were found.

    `dealer` is who checked them beside the supervisor, where it takes both.
    """

    pages = on_pages("deal", "pit")
    stopped_by = stops()
    awaited = "check"

    by_device: bool = False
    ordered_by: str | None = None
    missing: int = 0
    foreign: int = 0
    dealer: str | None = None


class CardsChecked(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("clause")
    topics = in_topics(Topic.CARDS)

    by_device: bool
    ordered_by: str | None
    missing: int
    foreign: int
    clause: str | None
    dealer: str | None = None


def checked_by(table: Table, command: CheckCards) -> Leave:
    """Any of the staff; a supervisor verifies that dropped cards were all picked up, and checks
    cards that replace others."""
    checks, clause = table.conduct.checks, table.stack.check
    if clause is not None and clause in (checks.dropped, checks.replacements):
        return Leave(clause, CASINO_SUPERVISOR)
    return BY_STAFF


def check_cards(table: Table, command: CheckCards) -> Sequence[Event]:
    """Return the record of a check: before use, at the end of gaming, or when it is ordered."""
    checks = table.conduct.checks
    clause = table.stack.check or checks.clause
    if command.missing < 0 or command.foreign < 0:
        raise Refusal(
            "bad-number", clause, "The number of missing or foreign cards cannot be below zero."
        )
    if table.phase == CLOSED and not checks.at_end:
        raise Refusal("wrong-phase", clause, "The table is closed: its cards are out of use.")
    if command.ordered_by is not None:
        if command.ordered_by not in checks.ordered_by:
            raise Refusal(
                "wrong-role",
                checks.ordered_clause,
                "A {ordered_by} cannot order a check of the cards here.",
                ordered_by=command.ordered_by,
            )
        clause = checks.ordered_clause
    elif clause is None:
        raise Refusal("no-rule", None, "No clause of this game speaks of checking cards.")
    if table.stack.check is not None and table.stack.check == checks.replacements:
        _check_both(command, table.stack.check)
    return [
        CardsChecked(
            by_device=command.by_device,
            ordered_by=command.ordered_by,
            missing=command.missing,
            foreign=command.foreign,
            clause=clause,
            dealer=command.dealer,
        )
    ]


def _check_both(command: CheckCards, clause: str) -> None:
    if command.dealer is None or command.dealer in ("", command.actor):
        raise Refusal("not-checked", clause, "The supervisor and the dealer check each new card.")


@TABLE.evolves(CardsChecked)
def cards_checked(table: Table, event: CardsChecked) -> Table:
    sound = not event.missing and not event.foreign
    done = sound or table.phase == CLOSED  # a closed table: the cards go out of use, sound or not
    found = table.stack.check or event.clause
    stack = replace(table.stack, checked=sound, check=None if done else found)
    return replace(table, stack=stack)


class OrderShuffle(Command, frozen=True, kw_only=True):
    """Have the cards shuffled once the coup is over, for doubt about the mix."""

    pages = on_pages("pit")
    stopped_by = stops()

    reason: str = ""


class ShuffleOrdered(Event, frozen=True, kw_only=True):
    """The cards are shuffled before the next coup. `lapses`: they come out at once, so that a
    no-bet coup that one of them forced is not dealt."""

    basis = RECORD
    sight = public("clause")

    reason: str
    clause: str
    lapses: bool = False


def _doubts(table: Table) -> Power | None:
    """Return the power to order a shuffle for doubt; pre-shuffled cards may have a clause of their
    own."""
    doubts = table.conduct.doubts
    if table.stack.pre_shuffled is not None and doubts.shuffle_pre_shuffled is not None:
        return doubts.shuffle_pre_shuffled
    return doubts.shuffle


@TABLE.decides(
    OrderShuffle, lambda table, _: leave(_doubts(table)), OPEN, sent_by=(CASINO_SUPERVISOR,)
)
def order_shuffle(table: Table, command: OrderShuffle, now: datetime) -> Sequence[Event]:
    power = _doubts(table)
    if power is None:
        raise Refusal("no-rule", None, "No clause of this game orders a shuffle for doubt.")
    if table.conduct.doubts.needs_reason:
        reason_of(command.reason)
    return [ShuffleOrdered(reason=command.reason, clause=power.clause)]


@TABLE.evolves(ShuffleOrdered)
def shuffle_ordered(table: Table, event: ShuffleOrdered) -> Table:
    table = replace(table, stack=replace(table.stack, shuffle=event.clause))
    if event.lapses and table.phase in IN_COUP:
        return replace(table, next_no_bet=table.next_no_bet[1:])
    return without_first_card(table, event.lapses)


class Shuffle(Command, frozen=True, kw_only=True):
    """Shuffle, or load pre-shuffled cards. A virtual stack comes with the digest that binds the
    house to its order; the order itself stays in the vault."""

    pages = on_pages("deal", "pit")
    server_fields = server_fills("digest opened")
    stopped_by = stops(Stop.STATEMENT)
    awaited = "shuffle"

    reason: str = ""
    digest: str | None = None
    opened: CardOrder | None = None


class CardsShuffled(Event, frozen=True, kw_only=True):
    """`opened` shows the order and the salt of the stack that was used before; `lapses`: so does
    the no-bet coup that a card of it forced."""

    basis = RECORD
    sight = public("number digest clause")

    number: int
    cards: int
    digest: str | None
    clause: str | None
    reason: str = ""
    opened: CardOrder | None = None
    lapses: bool = False


@TABLE.decides(Shuffle, BY_DEALER, BETWEEN)
def shuffle(table: Table, command: Shuffle, now: datetime) -> Sequence[Event]:
    stack, checks = table.stack, table.conduct.checks
    unusable = stack.replace or handled_clause(table)
    if unusable is not None:
        raise Refusal("must-replace", unusable, "These cards must be replaced first.")
    spared = stack.pre_shuffled is not None and checks.spares_pre_shuffled
    if stack.check is not None or (checks.duty == "must" and not stack.checked and not spared):
        clause = stack.check or checks.clause
        raise Refusal("not-checked", clause, "The cards must be checked before they are used.")
    clause = stack.shuffle
    unplayed = (READY, STAGE_SHUFFLED) if holds(command, SHOES) else (READY,)
    if stack.stage in unplayed and clause is None and not stack.played_out:
        clause = _doubt(table, command)
    if (table.opened.feed == VIRTUAL) != (command.digest is not None):
        raise Refusal("bad-command", None, "A virtual stack, and no other, comes with its digest.")
    return [
        CardsShuffled(
            number=stack.number + 1,
            cards=ONE_DECK * table.opened.decks,
            digest=command.digest,
            clause=clause,
            reason=command.reason,
            opened=command.opened,
            lapses=first_card_lapses(table),
        )
    ]


def handled_clause(table: Table) -> str | None:
    """The clause by which the cards that players handled are replaced once they are played out."""
    rules = table.book.preparation.replacements if table.stack.handled else ()
    return next((rule.clause for rule in rules if rule.occasion == HANDLED), None)


def _doubt(table: Table, command: Shuffle) -> str:
    """Cards that are still to be played are shuffled by a supervisor's word only."""
    power = _doubts(table)
    if power is None:
        raise Refusal("no-rule", None, "No clause orders a shuffle while cards are left to play.")
    if not may_act_as(command.role, power.by):
        raise Refusal(
            "wrong-role",
            power.clause,
            "Cards are left to play: a {by} orders this shuffle.",
            by=power.by,
        )
    if table.conduct.doubts.needs_reason:
        reason_of(command.reason)
    return power.clause


@TABLE.evolves(CardsShuffled)
def cards_shuffled(table: Table, event: CardsShuffled) -> Table:
    device = table.opened.source == DEVICE
    old = table.stack
    uncut = old.occasion == COMMENCING and table.coups > 0  # the game has commenced without a cut
    stack = Stack(
        back=old.back,
        cards=event.cards,
        stage=READY if device else STAGE_SHUFFLED,
        number=event.number,
        digest=event.digest,
        checked=old.checked,
        handled=old.handled,
        pre_shuffled=old.pre_shuffled,
        occasion=(
            SHUFFLED if uncut else old.occasion or (COMMENCING if event.number == 1 else SHUFFLED)
        ),
        named=old.named,
    )
    phase = BETTING if device else PREPARING
    return replace(without_first_card(table, event.lapses), stack=stack, phase=phase)
