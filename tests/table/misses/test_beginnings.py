"""Initial states are empty: how a table, its people and a heat begin."""

from sabot.core.money import CHIPS
from sabot.table.cases.payment_steps import PaymentFiled
from sabot.table.heat.state import Heat, HeatElimination, UndisclosedForm
from sabot.table.result.ends import End
from sabot.table.state import Laid, Mispaid, Patron, Stack, Table
from support.collusion_checks import BACCARAT
from support.heat_evening import HeatEvening


def test_a_table_begins_with_nothing() -> None:
    table = Table(name="1")
    assert (table.version, table.reports, table.coups, table.mispaid) == (0, 0, 0, 0)
    assert (table.counted_alone, table.sequence, table.round.number) == (0, 0, 1)
    stack = Stack(back="red")
    assert (stack.devices, stack.number, stack.dealt) == (1, 0, 0)
    assert not (stack.told or stack.handled or stack.burned or stack.checked)


def test_a_player_begins_with_nothing() -> None:
    evening = BACCARAT.evening()
    ada = evening.table.patrons["ada"]
    assert not (ada.account or ada.wants_box or ada.paused)
    assert not Patron(place=None, joined=0).account
    assert (ada.lost, ada.idle, ada.reminded) == (0, 0, 0)
    assert not evening.table.opened.low_limit
    laid = Laid(1, "ada", "player", 100, 100)
    assert (laid.returned, laid.currency) == (0, CHIPS)
    end = End(1, laid, "void", "12.6")
    assert (end.pays, end.returns, end.undone) == (0, 0, False)


def test_a_heat_begins_with_nothing() -> None:
    evening = HeatEvening("star-baccarat", start=False)
    ann, heat = evening.entrant("ann"), Heat(evening.heat.plan, {}, evening.now)
    assert (heat.coup, heat.least, heat.most) == (0, 0, 0)
    assert not (heat.counted or heat.announced or heat.closed)
    assert (ann.passes, ann.forms, ann.missed, ann.deducted, ann.warned) == (0, 0, 0, 0, 0)
    assert not (ann.passed or ann.done or ann.late or ann.strayed or ann.asked)
    form, out = UndisclosedForm("seal"), HeatElimination("eliminated", "15.6", 1)
    assert (form.chips, form.beside, out.residual, out.wager) == (0, 0, 0, 0)
    assert not (form.examined or form.opened)


def test_a_wrong_payment_begins_with_nothing_done() -> None:
    evening = BACCARAT.cleared()
    found = {"of": "wager", "coup": 1, "player": "ada", "amount": "1", "note": "seen"}
    sue = {"actor": "sue", "role": "casino supervisor"}
    evening.ok("find-mispayment", **sue, **found, over=True)
    case = evening.mispaid()
    assert isinstance(case, Mispaid) and case.over and not case.intended
    filed = PaymentFiled(mispaid=case, before=0)
    assert not filed.excused
