"""The view of gaming staff, surveillance and inspectors beyond the public view of a table."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

import msgspec

from sabot.compliance.duties.words import until
from sabot.core.card_numbers import shown
from sabot.core.money import CASH, CHIPS
from sabot.core.refusal import Refusal
from sabot.engine.ledger import CURRENCIES, DROP, FLOAT, balance, of_player
from sabot.parts.notices import outstanding
from sabot.pit import TableFigures
from sabot.rules.irregularities.irregularity import UNRULED
from sabot.sentences.words import about
from sabot.table.betting.one_wager import wagers_in
from sabot.table.cases.payment_steps import still_to_do
from sabot.table.coup.card_corrections import correctable
from sabot.table.coup.dealing import early_stakes
from sabot.table.players.gaming import room_left
from sabot.table.result.debts import debt_of
from sabot.table.result.settlement import open_stakes, settle_lines
from sabot.table.running.inspection import to_look_over
from sabot.table.shoe.cards import is_initial
from sabot.table.state import CLOSED, DEALING, Laid, Patron, Table
from sabot.views.desk.chips import in_chips
from sabot.views.desk.devices import devices_of, difference_of
from sabot.views.desk.float import boxes_of, by_chip, fill_of, shift_of, tray_of
from sabot.views.desk.staff_shapes import (
    ChipPayment,
    DebtView,
    NoticeView,
    PatronView,
    QuestionView,
    StaffView,
    TableCard,
)
from sabot.views.desk.statements import statement_views
from sabot.views.felt.offer import posted_of
from sabot.views.felt.projection import Watching
from sabot.views.felt.table_shapes import DisputeView, EndView
from sabot.views.felt.you import dispute_view
from sabot.views.steps.next_step import asked_about, differs_about, next_step, wait_of

NEAR: Final = Fraction(4, 5)
"""A player who may lose this part of their Loss Limit with what lies on the layout is flagged."""
GLANCE: Final = 36
"""Newest coups in the overview: six columns of a bead plate."""
CLAUSED: Final = re.compile(r"(.*?)( \([\w.]+\))?", re.DOTALL)


def staff_of(table: Table, ends: Sequence[EndView] = ()) -> StaffView:
    """Return the staff view of a table. `ends` are those of the last settlement, shown as payments
    until the next one is due."""
    step, calling = next_step(table), calling_of(table)
    return StaffView(
        next=step,
        pay=payments_of(table, ends),
        patrons=tuple(_patron(table, name, each) for name, each in table.patrons.items()),
        float=balance(table.balances, FLOAT, _currency(table)),
        drop=balance(table.balances, DROP, CASH),
        cards_dealt=table.stack.dealt,
        cards=table.stack.cards,
        approvals=table.approvals,
        notices=notice_views(table),
        questions=_questions(table),
        statements=statement_views(table),
        disputes=_disputes(table),
        mispayments=_mispayments(table),
        restricted=table.restricted,
        keyed=correctable(table),
        calling=calling,
        calling_words=_calling_words(calling),
        look_over={} if table.phase == CLOSED else to_look_over(table),
        dealer=table.dealer,
        debts=debt_views(table),
        tray=tray_of(table),
        chip_set=() if table.setup is None else table.setup.chips,
        fill_asked=fill_of(table),
        boxes=boxes_of(table),
        shift=shift_of(table),
        devices=devices_of(table),
        difference=difference_of(table),
    )


def _currency(table: Table) -> str:
    return CHIPS if table.setup is None else table.setup.currency


def payments_of(table: Table, ends: Sequence[EndView] = ()) -> tuple[ChipPayment, ...]:
    """Return the payments due now, in the order of seats, standing players last. If none is due,
    return those of the last settlement."""
    stakes = _due_stakes(table)
    if stakes:
        payments = [each for wager in wagers_in(stakes) for each in _payments(table, wager)]
        payments = by_chip(table, payments, stakes)
    else:
        payments = [_paid(table, each) for each in ends]
    return tuple(sorted(payments, key=_in_order))


def _in_order(payment: ChipPayment) -> tuple[bool, int, int]:
    place = payment.box or payment.place
    return place is None, place or 0, payment.sequence


def _seat(table: Table, player: str) -> int | None:
    patron = table.patrons.get(player)
    return None if patron is None else patron.place


def _due_stakes(table: Table) -> list[Laid]:
    """Return the stakes that a settlement now would settle."""
    if table.phase != DEALING:
        return []
    if table.round.result is not None:
        return open_stakes(table)
    return early_stakes(table) if is_initial(table) else []


def _payments(table: Table, wager: Sequence[Laid]) -> list[ChipPayment]:
    """Return how the stakes of one wager will end; where no clause says how, a supervisor has to
    name the payment."""
    try:
        lines = settle_lines(table, wager)
    except Refusal as refused:
        clause = refused.clause or UNRULED
        return [_made(table, laid, UNRULED, 0, 0, clause) for laid in wager]
    return [
        _made(table, laid, line.outcome, line.pays, line.returns, line.clause)
        for laid, line in zip(wager, lines, strict=True)
    ]


def _made(
    table: Table, laid: Laid, outcome: str, pays: int, returns: int, clause: str
) -> ChipPayment:
    return ChipPayment(
        sequence=laid.sequence,
        player=laid.player,
        on=laid.on,
        outcome=outcome,
        live=laid.live,
        pays=pays,
        returns=returns,
        clause=clause,
        chips=in_chips(pays, table.opened.chip),
        box=laid.box,
        place=_seat(table, laid.player),
    )


def _paid(table: Table, end: EndView) -> ChipPayment:
    return ChipPayment(
        sequence=end.sequence,
        player=end.player,
        on=end.on,
        outcome=end.outcome,
        live=end.live,
        pays=end.pays,
        returns=end.returns,
        clause=end.clause,
        chips=in_chips(end.pays, table.opened.chip),
        box=end.box,
        place=_seat(table, end.player),
    )


def _patron(table: Table, name: str, patron: Patron) -> PatronView:
    own = patron.own
    return PatronView(
        player=name,
        balance=balance(table.balances, of_player(name), _currency(table)),
        place=patron.place,
        card=None if patron.card is None else shown(patron.card),
        boxes=patron.boxes,
        idle=patron.idle,
        lost=patron.lost,
        room=room_left(patron),
        near_limit=is_near_limit(table, name, patron),
        old_least=patron.old_least,
        kept=patron.kept,
        own_least=None if own is None else own.least,
        own_most=None if own is None else own.most,
        barred=patron.barred,
        excluded=patron.excluded,
        paused=patron.paused,
    )


def is_near_limit(table: Table, name: str, patron: Patron) -> bool:
    """Return True if losing all live stakes would take the player near their Loss Limit."""
    if patron.room is None:
        return False
    at_risk = sum(
        laid.live
        for laid in table.round.stakes.values()
        if laid.player == name
        and CURRENCIES[laid.currency].is_loss
        and laid.sequence not in table.round.settled
    )
    return patron.lost + at_risk >= NEAR * patron.room


def calling_of(table: Table) -> str | None:
    """Return the reason for calling a supervisor: a question that no clause answers, or the
    dealer's call."""
    return table.calling or asked_about(table) or differs_about(table)


def _calling_words(calling: str | None) -> dict[str, str]:
    """Return the reason in other languages if it is a situation of the matrix, with or without its
    clause. Text that the dealer typed is not translated."""
    if calling is None:
        return {}
    found = CLAUSED.fullmatch(calling)
    assert found is not None
    situation, clause = found[1], found[2] or ""
    words = {language: said + clause for language, said in about(situation).words.items()}
    return {language: said for language, said in words.items() if said != calling}


def notice_views(table: Table) -> tuple[NoticeView, ...]:
    """Return the notices that are due, most pressing first."""
    return tuple(
        NoticeView(
            table=table.name,
            number=due.number,
            to=due.to,
            clause=due.clause,
            about=due.about,
            about_words=about(due.about).words,
            due=due.by,
            deadline=due.deadline,
            deadline_words=until(due.deadline).words,
            given=due.given,
        )
        for due in outstanding(table.notices)
    )


def _questions(table: Table) -> tuple[QuestionView, ...]:
    return tuple(
        QuestionView(number, each.about, about(each.about).words)
        for number, each in table.asked.items()
    )


def _disputes(table: Table) -> tuple[DisputeView, ...]:
    """Return open disputes, then decided ones, newest first."""
    cases = table.disputes.cases.values()
    newest = sorted(cases, key=lambda each: (not each.is_open, -each.number))
    return tuple(map(dispute_view, newest))


def debt_views(table: Table) -> tuple[DebtView, ...]:
    """Return what players owe, and what is kept for them, by name."""
    return tuple(
        DebtView(
            player=player,
            owes=debt_of(table, player),
            kept=table.kept.get(player, 0),
            clause=table.debts[player].clause if player in table.debts else None,
            here=player in table.patrons,
        )
        for player in sorted({*table.debts, *table.kept})
    )


def _mispayments(table: Table) -> tuple[dict[str, Any], ...]:
    """Return wrong payments that are not corrected, with the clauses that remain to be applied."""
    found = []
    for mispaid in table.payments.values():
        to_do = still_to_do(table, mispaid)
        if to_do:
            found.append({**msgspec.to_builtins(mispaid), "to_do": to_do})
    return tuple(found)


def card_of(
    table: Table, watching: Watching, staff: bool, figures: TableFigures | None = None
) -> TableCard:
    """Return the overview of a table, for the lobby or (`staff`) for the pit with its `figures`."""
    setup, limit = table.setup, table.limit
    shown = TableCard(
        id=table.name,
        rulebook=None if setup is None else setup.rulebook,
        title="" if setup is None else table.book.title,
        casino="" if setup is None else table.book.casino,
        called="" if setup is None else setup.called,
        money=CURRENCIES[_currency(table)].sign,
        phase=table.phase,
        coup=table.round.number,
        players=len(table.patrons),
        places=0 if setup is None else setup.places,
        least=None if limit is None else limit.least,
        most=None if limit is None else limit.most,
        scheme=None if setup is None else setup.scheme,
        shoe=table.stack.number,
        past=watching.past[-GLANCE:],
        big=() if setup is None or table.book.procedure.takes_boxes else watching.roads.big,
    )
    return _for_the_pit(table, shown, figures) if staff and setup is not None else shown


def _for_the_pit(table: Table, card: TableCard, figures: TableFigures | None) -> TableCard:
    flags = [is_near_limit(table, name, patron) for name, patron in table.patrons.items()]
    waiting, calling = notice_views(table), calling_of(table)
    return msgspec.structs.replace(
        card,
        wait=wait_of(table),
        float=balance(table.balances, FLOAT, table.opened.currency),
        calling=calling,
        calling_words=_calling_words(calling),
        questions=len(_questions(table)),
        statements=len(table.statements.pending),
        notices=len(waiting),
        tell=next(iter(waiting), None),
        disputes=sum(each.is_open for each in table.disputes.cases.values()),
        loss_flags=sum(flags),
        fill=0 if table.fill_asked is None else table.fill_asked.amount,
        debts=len(debt_views(table)),
        signs=posted_of(table),
        figures=figures,
    )
