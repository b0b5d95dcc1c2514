"""Reading of an undisclosed wager by the gaming supervisor who examines it; every reading is an
event, and no other person of the casino reads it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import StaffText, decision, on_pages, public, stops
from sabot.engine.streams import Command, Event
from sabot.rules.roles import CASINO_SUPERVISOR, GAMING_SUPERVISOR
from sabot.table.betting.wagers import check_open
from sabot.table.heat.papers.forms import forms_of, sealed_form, supervises
from sabot.table.heat.words import changed
from sabot.table.state import BETTING, Table
from sabot.table.stream import TABLE, replace

EXAMINERS: Final = (GAMING_SUPERVISOR, CASINO_SUPERVISOR)
"""Roles that supervise the game at its table; no higher rank reads a form."""


class ReadForm(Command, frozen=True, kw_only=True):
    """Read a sealed form in order to examine it, while it can still go back. A second reader says
    why the first one does not examine it."""

    pages = on_pages("deal")
    stopped_by = stops()
    awaited = "supervisor"

    player: str
    reason: str = ""


class FormRead(Event, frozen=True, kw_only=True):
    """The server shows the form to `reader` alone. `reason` is that of a second reader."""

    basis = decision("secret", when=lambda event, moment: bool(event.reason))
    sight = public("player clause")

    player: str
    reader: StaffText
    reason: StaffText
    clause: str


@TABLE.decides(ReadForm, supervises, (BETTING,), sent_by=(GAMING_SUPERVISOR,))
def read_form(table: Table, command: ReadForm, now: datetime) -> Sequence[Event]:
    rules, form = forms_of(table), sealed_form(table, command.player)
    if command.role not in EXAMINERS:
        message = "The supervisor of the game reads a form, and no other rank."
        raise Refusal("wrong-role", rules.examined, message)
    check_open(table)
    reason = command.reason.strip()
    if form.examined or form.reader == command.actor:
        message = "The form of {player} is read already."
        raise Refusal("form-read", rules.examined, message, player=named(command.player))
    if form.reader and not reason:
        message = "Another supervisor has read this form: say why you examine it instead."
        raise Refusal("no-reason", rules.examined, message)
    reason = reason if form.reader else ""
    return [
        FormRead(
            player=command.player, reader=command.actor, reason=reason, clause=rules.examined
        )
    ]  # fmt: skip


@TABLE.evolves(FormRead)
def form_read(table: Table, event: FormRead) -> Table:
    heat = table.heat
    assert heat is not None
    form = heat.entrants[event.player].form
    assert form is not None
    return changed(table, event.player, form=replace(form, reader=event.reader))
