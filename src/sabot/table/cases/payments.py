"""Wrong payments: found, looked into and put right.

A wager, a purchase of chips or an exchange of chips was paid too high or too low. What is tried
where it cannot be put right, and what is left to do, is in `redress`.
"""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Annotated, Final

from sabot.core.money import CHIPS
from sabot.core.refusal import Refusal, named, quoted
from sabot.core.revision import MONEY, WAGERS, holds
from sabot.engine.declarations import (
    IN_THE_PIT,
    RECORD,
    STAFF_ONLY,
    GameCard,
    Guard,
    StaffText,
    Topic,
    guarded,
    in_topics,
    on_pages,
    server_fills,
    statement,
    stops,
    transfers_of,
)
from sabot.engine.ledger import FLOAT, WORLD, Move, of_player
from sabot.engine.streams import Command, Confirmer, Event
from sabot.parts.notices import NoticeDue
from sabot.parts.past import PastCoup
from sabot.rules.irregularities.irregularity import rule_for
from sabot.rules.operation.conduct import Mispayment
from sabot.rules.roles import CASINO_SUPERVISOR, DEALER, STAFF, SURVEILLANCE, may_act_as
from sabot.table.cases.notices import notices_for
from sabot.table.cases.paid import KINDS, WAGER, BoundPayment, Claimed, after_finding, bound_of
from sabot.table.cases.payment_steps import (
    again,
    filed_if_done,
    mispaid_of,
    rule_of,
    with_payment,
)
from sabot.table.state import Mispaid, PaymentStep, Table
from sabot.table.stream import (
    BY_SUPERVISOR,
    TABLE,
    affordable,
    amount_of,
    check_felt,
    moved,
    past_of,
    reason_of,
    replace,
)

LARGE: Final = "mispayment-large"
BY_ITS_BOOKS: Final = "A virtual table pays by its own books: no payment there can be wrong."


class FindMispayment(Command, frozen=True, kw_only=True):
    """Report a payment that was too high (`over`) or too low by `amount`.

    `of` is "wager", "colour change" or "cash change", `coup` the coup in or before which it was
    made, `player` None while the patron is unknown. `intended`: the payment is thought to have been
    intended. `on` and `box` name the wager if the player had several. `in_books`: the table's own
    books have the wrong amount too, as after a misread card, and `cards` are those of the coup as
    they lay; otherwise the books have the correct payment, and are changed to what was paid.
    `record` is the log's record of an earlier coup, filled in by the server.
    """

    pages = on_pages("pit", without={DEALER: IN_THE_PIT})
    server_fields = server_fills("record")
    stopped_by = stops()

    of: str
    coup: int
    amount: str
    over: bool
    note: StaffText
    player: str | None = None
    intended: bool | None = None
    in_books: bool = False
    on: str | None = None
    box: int | None = None
    cards: tuple[GameCard, ...] = ()
    record: PastCoup | None = None


class MispaymentFound(Event, frozen=True, kw_only=True):
    """`before`: the event that put something on file, or changed the record of a coup, before this
    one; None where this changes none."""

    basis = statement("mispayment", amount=lambda event: event.mispaid.amount)
    sight = STAFF_ONLY
    transfers = transfers_of()
    topics = in_topics(Topic.IRREGULARITY, Topic.MISPAYMENT)

    mispaid: Annotated[Mispaid, guarded(Guard.STAFF)]
    clause: str
    moves: tuple[Move, ...]
    before: int | None = None


def _confirmer(table: Table, command: FindMispayment) -> Confirmer:
    """Return the confirmer of a finding, since the books change by a person's statement. A coup
    that is not at hand gets its record from the log on confirmation, so it is not tried before."""
    rule, known = _checked(table, command), command.record or table.past
    at_hand = command.coup == table.round.number or (known and known.number == command.coup)
    return Confirmer(rule.clause, CASINO_SUPERVISOR, tried=bool(at_hand))


@TABLE.decides(
    FindMispayment,
    confirmed_by=_confirmer,
    sent_by=(STAFF, SURVEILLANCE),
    confirmers=(CASINO_SUPERVISOR,),
)
def find_mispayment(table: Table, command: FindMispayment, now: datetime) -> Sequence[Event]:
    """Record a wrong payment. Every role that watches the game for the casino may report one; a
    large one is owed to the regulator at the end of the month, intended or not."""
    rule = _checked(table, command)
    _check_paid(table, command, rule)
    bound = _bound(table, command, rule) if holds(command, MONEY) else None
    note, amount = reason_of(command.note), amount_of(command.amount)
    number = table.mispaid + 1
    notices = _report(table, rule, number, amount, now)
    mispaid = Mispaid(
        number=number,
        rulebook=table.opened.rulebook,
        edition=table.opened.edition,
        player=command.player,
        of=command.of,
        coup=command.coup,
        amount=amount,
        over=command.over,
        found=now,
        note=note,
        currency=table.opened.currency,
        intended=command.intended,
        notice=notices[0].notice.number if notices else None,
    )
    clause, before = rule.intended if command.intended else rule.clause, None
    if bound is not None:
        before = table.filed
        mispaid = replace(
            mispaid,
            wager=bound.wager,
            among=bound.among,
            in_books=command.in_books,
            found_by=command.actor,
            confirmed_by=table.statements.confirmed_by,
            day=_day(table, command),
        )
    wrong = () if command.in_books else _as_paid(table, mispaid)
    return [MispaymentFound(mispaid=mispaid, clause=clause, moves=wrong, before=before), *notices]


def _bound(table: Table, command: FindMispayment, rule: Mispayment) -> BoundPayment:
    """Return the payment that is meant, if the record of its coup bears the finding out."""
    claimed = Claimed(
        command.of, command.coup, amount_of(command.amount), command.over, command.player,
        command.in_books, command.on, command.box, command.cards,
    )  # fmt: skip
    return bound_of(table, past_of(table, command.coup, command.record), claimed, rule.clause)


def _day(table: Table, command: FindMispayment) -> date | None:
    """Return the day of the wager of a player with a Loss Limit, where the books were wrong."""
    past, player = past_of(table, command.coup, command.record), command.player
    if past is None or player is None or not command.in_books or not holds(command, WAGERS):
        return None
    return past.days.get(player)


def _checked(table: Table, command: FindMispayment) -> Mispayment:
    """The rule, if this can be said of a wrong payment at all."""
    if command.role != SURVEILLANCE and not may_act_as(command.role, STAFF):
        raise Refusal("wrong-role", None, "Gaming staff or Surveillance report a wrong payment.")
    rule = _rule(table)
    check_felt(table, command, BY_ITS_BOOKS, rule.clause)
    reason_of(command.note), amount_of(command.amount)
    if command.of not in KINDS:
        raise Refusal(
            "bad-command",
            rule.clause,
            "Paid for a {kinds}, not {of}.",
            kinds=", ".join(KINDS),
            of=quoted(command.of),
        )
    if not 1 <= command.coup <= table.round.number:
        raise Refusal(
            "no-coup",
            rule.clause,
            "There was no {coup_word} {coup} at this table.",
            coup_word=table.book.coup,
            coup=command.coup,
        )
    return rule


def _check_paid(table: Table, command: FindMispayment, rule: Mispayment) -> None:
    """Reject a wrong payment of a wager to a player who had none in that coup."""
    player = command.player
    if player is None or command.of != WAGER or command.coup == table.round.number:
        laid = (table.round.stakes.get(each) for each in table.round.settled)
        bettors = {each.player for each in laid if each is not None}
        known = player is None or command.of != WAGER or player in bettors
    else:
        past = past_of(table, command.coup, command.record)
        known = past is not None and player in past.players
    if not known:
        raise Refusal(
            "no-wager",
            rule.clause,
            "{player} had no wager in {coup_word} {coup}.",
            player=named(str(player)),
            coup_word=table.book.coup,
            coup=command.coup,
        )


def _rule(table: Table) -> Mispayment:
    if table.setup is None:
        raise Refusal("wrong-phase", None, "The table was never opened.")
    rule = table.conduct.mispayment
    if rule is None:
        raise Refusal(
            "no-rule",
            None,
            "No clause of {game} speaks of wrong payments: a casino supervisor"
            " decides, with a reason.",
            game=table.book.title,
        )
    return rule


def _report(
    table: Table, rule: Mispayment, number: int, amount: int, now: datetime
) -> list[NoticeDue]:
    """Only chips have a value in cash."""
    cell = rule_for(table.conduct.irregularities, LARGE, {})
    if amount <= rule.report_over or cell is None or table.opened.currency != CHIPS:
        return []
    return notices_for(table, cell.duties, f"wrong payment {number} of {table.told(amount)}", now)


def _as_paid(table: Table, mispaid: Mispaid) -> tuple[Move, ...]:
    """The books follow the chips. A count since then, of the float on closing it or of a player's
    chips on leaving, has found the difference already and left it beyond the table."""
    shift, patron = table.shift, table.patrons.get(mispaid.player or "")
    house, player = places_of(table, mispaid)
    if shift is not None and mispaid.coup < shift.first:
        house = WORLD
    if patron is not None and mispaid.coup <= patron.joined:
        player = WORLD
    source, target = (house, player) if mispaid.over else (player, house)
    return affordable(table, moves_of(source, target, mispaid, mispaid.amount))


def places_of(table: Table, mispaid: Mispaid) -> tuple[str, str]:
    """The float, unless it is locked, and the player, unless gone."""
    shift, player = table.shift, mispaid.player
    is_here = shift is not None and shift.is_open and shift.currency == mispaid.currency
    house = FLOAT if is_here else WORLD
    return house, of_player(player) if player is not None and player in table.patrons else WORLD


def moves_of(source: str, target: str, mispaid: Mispaid, amount: int) -> tuple[Move, ...]:
    return (Move(source, target, amount, mispaid.currency),) if source != target else ()


@TABLE.evolves(MispaymentFound)
def mispayment_found(table: Table, event: MispaymentFound) -> Table:
    if event.before is not None:
        past = table.past and after_finding(table.past, event.mispaid)
        table = replace(table, past=past, filed=table.version + 1)
    return moved(with_payment(table, event.mispaid), event.moves)


class RecordInquiry(Command, frozen=True, kw_only=True):
    """Record the result of reasonable inquiries: the payment was intended, or thought to be, or
    not. `record` is a payment that is on file, filled in by the server."""

    pages = on_pages("pit")
    server_fields = server_fills("record")
    stopped_by = stops()

    number: int
    intended: bool
    note: StaffText
    record: Mispaid | None = None


class InquiryRecorded(Event, frozen=True, kw_only=True):
    """`again` is the payment that was on file."""

    basis = RECORD
    sight = STAFF_ONLY
    topics = in_topics(Topic.MISPAYMENT)

    number: int
    intended: bool
    step: Annotated[PaymentStep, guarded(Guard.STAFF)]
    clause: str | None
    again: Mispaid | None = None


@TABLE.decides(RecordInquiry, BY_SUPERVISOR)
def record_inquiry(table: Table, command: RecordInquiry, now: datetime) -> Sequence[Event]:
    """A later inquiry may come to another answer; all are kept."""
    mispaid = mispaid_of(table, command.number, command.record)
    step = PaymentStep("inquiry", now, command.actor, reason_of(command.note))
    recorded = InquiryRecorded(
        number=mispaid.number,
        intended=command.intended,
        step=step,
        clause=rule_of(mispaid).inquiry,
        again=again(table, mispaid),
    )
    return [recorded, *filed_if_done(table, _inquired(mispaid, recorded))]


def _inquired(mispaid: Mispaid, event: InquiryRecorded) -> Mispaid:
    steps = (*mispaid.steps, event.step)
    return replace(mispaid, intended=event.intended, inquired=True, steps=steps)


@TABLE.evolves(InquiryRecorded)
def inquiry_recorded(table: Table, event: InquiryRecorded) -> Table:
    return with_payment(table, _inquired(event.again or table.payments[event.number], event))
