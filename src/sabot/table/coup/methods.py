"""The way of dealing, chosen before a coup."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal, quoted
from sabot.engine.declarations import RECORD, Stop, on_pages, public, stops
from sabot.engine.streams import Command, Event, Leave
from sabot.rules.roles import CASINO_SUPERVISOR
from sabot.table.state import BETWEEN, Table
from sabot.table.stream import TABLE, replace


class ChooseMethod(Command, frozen=True, kw_only=True):
    """Deal by this method from the next first card on, with cards face `face` where the method
    leaves a choice."""

    pages = on_pages("pit")
    stopped_by = stops(Stop.STATEMENT)

    method: str
    face: str | None = None


class MethodChosen(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("method face clause")

    method: str
    face: str
    clause: str | None


def _chooses(table: Table, command: ChooseMethod) -> Leave:
    conduct = table.conduct
    return Leave(conduct.methods_clause, conduct.methods_by or CASINO_SUPERVISOR)


@TABLE.decides(ChooseMethod, _chooses, BETWEEN, sent_by=(CASINO_SUPERVISOR,))
def choose_method(table: Table, command: ChooseMethod, now: datetime) -> Sequence[Event]:
    """Choose a method of the document, and a face that the method knows."""
    conduct = table.conduct
    method = conduct.method(command.method)
    if method is None:
        known = " or ".join(each.name for each in conduct.methods)
        clause = conduct.methods_clause or conduct.methods[0].clause
        raise Refusal(
            "wrong-method",
            clause,
            "The methods here are {known}, not {method}.",
            known=known,
            method=quoted(command.method),
        )
    face = command.face or method.faces[0]
    if face not in method.faces:
        raise Refusal(
            "wrong-method",
            method.face_clause,
            "{method}: cards are dealt face {faces}, not {face}.",
            method=method.name,
            faces=" or ".join(method.faces),
            face=face,
        )
    return [MethodChosen(method=method.name, face=face, clause=conduct.methods_clause)]


@TABLE.evolves(MethodChosen)
def method_chosen(table: Table, event: MethodChosen) -> Table:
    return replace(table, setup=replace(table.opened, method=event.method, face=event.face))
