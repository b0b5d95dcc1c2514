"""No-bet coups that people ask for."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import RECORD, Stop, on_pages, public, stops
from sabot.engine.streams import Command, Event, Leave
from sabot.rules.operation.conduct import NoBet
from sabot.rules.roles import CASINO_SUPERVISOR
from sabot.table.state import BETTING, Table
from sabot.table.stream import BY_SUPERVISOR, TABLE, replace


class CallNoBetCoup(Command, frozen=True, kw_only=True):
    """Have one or more coups dealt without wagers.

    `agreed` are the players who agree, `asked_by` the one who asked; `marker`: a marker lies on the
    layout; `told`: those who were informed beforehand.
    """

    pages = on_pages("pit")
    stopped_by = stops(Stop.STATEMENT)

    coups: int = 1
    agreed: tuple[str, ...] = ()
    asked_by: str | None = None
    marker: bool = False
    told: tuple[str, ...] = ()


class NoBetCoupCalled(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("coups clause")
    grows_with = "the players at the table"

    coups: int
    clause: str
    agreed: tuple[str, ...]
    asked_by: str | None
    marker: bool
    told: tuple[str, ...]


def _rule(table: Table) -> NoBet | None:
    when = "agree" if table.patrons else "empty"
    return next((rule for rule in table.conduct.no_bet if rule.when == when), None)


def _calls(table: Table, command: CallNoBetCoup) -> Leave:
    rule = _rule(table)
    return Leave(rule.clause, rule.by) if rule else BY_SUPERVISOR


@TABLE.decides(CallNoBetCoup, _calls, (BETTING,), sent_by=(CASINO_SUPERVISOR,))
def call_no_bet_coup(table: Table, command: CallNoBetCoup, now: datetime) -> Sequence[Event]:
    rule = _rule(table)
    if rule is None:
        raise Refusal(
            "no-rule",
            None,
            "{game} has no such no-bet {coup_word}.",
            game=table.book.title,
            coup_word=table.book.coup,
        )
    if not 1 <= command.coups <= table.stack.cards:
        raise Refusal("bad-command", rule.clause, "One coup or more, as many as there are cards.")
    if rule.single and command.coups > 1:
        raise Refusal("one-coup", rule.clause, "Players ask for it and agree each time.")
    if table.round.no_bet is not None:
        raise Refusal("no-bet-coup", table.round.no_bet, "This is a no-bet coup already.")
    if table.round.stakes:
        raise Refusal("wagers-lie", rule.clause, "Wagers lie on the layout.")
    if rule.source is not None and table.opened.source != rule.source:
        raise Refusal(
            "wrong-source",
            rule.clause,
            "This can be done only where a card {source} is in use.",
            source=rule.source,
        )
    if rule.marked and not command.marker and "surveillance" not in command.told:
        raise Refusal(
            "not-told", rule.clause, "First put a marker on the layout, or tell Surveillance."
        )
    if rule.when == "agree":
        _check_agreed(table, rule, command)
    return [
        NoBetCoupCalled(
            coups=command.coups,
            clause=rule.clause,
            agreed=command.agreed,
            asked_by=command.asked_by,
            marker=command.marker,
            told=command.told,
        )
    ]


def _check_agreed(table: Table, rule: NoBet, command: CallNoBetCoup) -> None:
    missing = [player for player in table.patrons if player not in command.agreed]
    if missing:
        raise Refusal(
            "not-agreed", rule.clause, "{missing} has not agreed to it.", missing=named(missing[0])
        )
    if rule.asked and command.asked_by not in table.patrons:
        raise Refusal("not-asked", rule.clause, "A player at the table has to ask for it.")


@TABLE.evolves(NoBetCoupCalled)
def no_bet_coup_called(table: Table, event: NoBetCoupCalled) -> Table:
    return replace(
        table,
        round=replace(table.round, no_bet=event.clause),
        next_no_bet=(*[event.clause] * (event.coups - 1), *table.next_no_bet),
    )
