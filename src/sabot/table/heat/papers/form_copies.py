"""Forms of a coup that is over, shown to an entrant who asks for one."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import (
    RECORD,
    on_pages,
    public,
    stops,
)
from sabot.engine.streams import Command, Event
from sabot.table.heat.papers.forms import forms_of
from sabot.table.heat.words import (
    heat_of,
)
from sabot.table.state import BETWEEN, Table
from sabot.table.stream import OF_PLAYERS, TABLE, consents


class AskForm(Command, frozen=True, kw_only=True):
    """An entrant asks to see the form that another used in the coup just over."""

    pages = on_pages("deal", "table")
    stopped_by = stops()

    player: str
    of: str


class FormShown(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("player of on amount clause")

    player: str
    of: str
    on: str | None
    amount: int | None
    clause: str


@TABLE.decides(AskForm, phases=BETWEEN, sent_by=OF_PLAYERS)
def ask_form(table: Table, command: AskForm, now: datetime) -> Sequence[Event]:
    if command.role != "player" or command.actor != command.player:
        consents(table, command, command.player)
    heat, rules = heat_of(table), forms_of(table)
    if command.player not in heat.entrants:
        raise Refusal("not-an-entrant", rules.shown, "Entrants of this session see its forms.")
    form = heat.forms.get(command.of)
    if form is None:
        coup, message = table.book.coup, "{of} used no form in the {coup_word} just over."
        raise Refusal("no-form", rules.shown, message, of=named(command.of), coup_word=coup)
    return [
        FormShown(
            player=command.player, of=command.of, on=form.on, amount=form.amount,
            clause=rules.shown,
        )
    ]  # fmt: skip


@TABLE.evolves(FormShown)
def form_shown(table: Table, event: FormShown) -> Table:
    return table
