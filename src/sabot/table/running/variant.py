"""Changing how winning wagers are paid: from one pay scheme of the rulebook to another."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import RECORD, Stop, on_pages, public, stops
from sabot.engine.streams import Command, Event, Leave
from sabot.rules.operation.conduct import Conduct
from sabot.rules.roles import CASINO_SUPERVISOR
from sabot.table.limits.signs import VARIANT, check_sign, take_sign
from sabot.table.state import BETWEEN, VIRTUAL, Table
from sabot.table.stream import TABLE, leave, replace


def odds_sign(conduct: Conduct, scheme: str | None) -> str | None:
    """The clause by which the table's sign shows the odds, or the method, of this scheme."""
    if conduct.odds_sign_schemes and scheme not in conduct.odds_sign_schemes:
        return None
    return conduct.odds_sign


class SwitchScheme(Command, frozen=True, kw_only=True):
    """Pay by another scheme from the next coup on. `consent` are the players who agree."""

    pages = on_pages("pit")
    stopped_by = stops(Stop.STATEMENT, Stop.HEAT_USE)

    scheme: str
    consent: tuple[str, ...] = ()


class SchemeSwitched(Event, frozen=True, kw_only=True):
    """`odds_sign` is the clause by which a sign now has to show the odds; `odds_shown`: a virtual
    table's page shows them itself."""

    basis = RECORD
    sight = public("scheme before clause odds_sign odds_shown")
    grows_with = "the players at the table"

    scheme: str
    before: str | None
    consent: tuple[str, ...]
    clause: str
    odds_sign: str | None
    odds_shown: bool = False


def _switches(table: Table, command: SwitchScheme) -> Leave:
    rule = table.conduct.general.variant
    return leave(None) if rule is None else Leave(rule.clause, rule.by)


@TABLE.decides(SwitchScheme, _switches, BETWEEN, sent_by=(CASINO_SUPERVISOR,))
def switch_scheme(table: Table, command: SwitchScheme, now: datetime) -> Sequence[Event]:
    """Switch the pay scheme after a sign that has stood long enough or, where the document allows
    it, at once if every player agrees. An empty table needs neither."""
    rule, old = table.conduct.general.variant, table.opened.scheme
    scheme = table.book.scheme(command.scheme)
    if rule is None:
        raise Refusal("no-rule", None, "No clause of this game changes how wagers are paid.")
    if scheme is None or scheme == old:
        pays = str(old).replace("-", " ")
        raise Refusal("same-scheme", rule.clause, "The table pays by {pays} already.", pays=pays)
    if table.round.stakes:
        raise Refusal(
            "wagers-lie", rule.clause, "Wagers lie on the layout: deal or return them first."
        )
    missing = [player for player in table.patrons if player not in command.consent]
    announced = any(sign.kind == VARIANT for sign in table.signs)
    if missing and rule.or_consent and command.consent and not announced:
        raise Refusal(
            "not-agreed", rule.clause, "{missing} has not agreed to it.", missing=named(missing[0])
        )
    if missing or (table.patrons and not rule.or_consent):
        check_sign(table, rule, VARIANT, now, text=scheme)
    return [
        SchemeSwitched(
            scheme=scheme,
            before=old,
            consent=command.consent,
            clause=rule.clause,
            odds_sign=odds_sign(table.conduct, scheme),
            odds_shown=table.opened.feed == VIRTUAL,
        )
    ]


@TABLE.evolves(SchemeSwitched)
def scheme_switched(table: Table, event: SchemeSwitched) -> Table:
    setup = replace(table.opened, scheme=event.scheme)
    return replace(table, setup=setup, signs=take_sign(table.signs, VARIANT, (event.scheme,)))
