"""The next step before the first card: cards checked, replaced, shuffled, cut and burned."""

from sabot.core.refusal import Refusal
from sabot.rules.roles import CASINO_SUPERVISOR, DEALER, may_act_as
from sabot.shoe.procedure import Replacement
from sabot.table.coup.readiness import check_no_shuffle_due
from sabot.table.devices.comparison import next_seen
from sabot.table.shoe.cutting import from_back
from sabot.table.shoe.preparation import handled_clause
from sabot.table.state import READY, SHUFFLED, VIRTUAL, Table
from sabot.views.desk.staff_shapes import NextStep
from sabot.views.steps.next_card import seen_by_device
from sabot.views.steps.reasons import because

BACKS = ("red", "blue")


def prepare(table: Table) -> NextStep | None:
    """Return the next step of preparing the cards for a coup; None if they are ready."""
    stack, preparation = table.stack, table.book.preparation
    clause, is_due = _shuffle_due(table)
    if stack.stage == SHUFFLED and preparation.cutting_card is not None and not is_due:
        return _cut(table)
    if stack.stage != READY or is_due:
        return _renew(table, clause)
    if preparation.burn_required and not stack.burned and not stack.carried:
        return _burn(table)
    return None


def prepare_in_coup(table: Table) -> NextStep | None:
    """Return the next step of preparing cards that were shuffled in the middle of a coup; None if
    they are ready."""
    stack, preparation = table.stack, table.book.preparation
    if stack.carried:
        return None
    if stack.stage == SHUFFLED:
        return _cut(table)
    if preparation.burn_required and not stack.burned and not stack.dealt:
        return _burn(table)
    return None


def _burn(table: Table) -> NextStep:
    way = table.book.preparation.burns[0]
    seen = seen_by_device(table)
    shown = way.counted and table.opened.feed != VIRTUAL
    why = because("Before the first {coup} of these cards", coup=table.book.coup)
    return NextStep(
        "burn-cards",
        "Burn",
        clause=way.clause,
        **(seen or why),
        card="the card that is turned up" if shown else None,
        seen=seen is not None and next_seen(table) is not None,
    )


def _shuffle_due(table: Table) -> tuple[str | None, bool]:
    try:
        check_no_shuffle_due(table)
    except Refusal as refused:
        return refused.clause, True
    return None, False


def _cut(table: Table) -> NextStep:
    """Return the cut in the middle, by the supervisor once all players have declined. The cutting
    card goes a deck from the back, or as near to that as the document permits."""
    stack, preparation = table.stack, table.book.preparation
    back, declined = from_back(table), [*table.patrons]
    return NextStep(
        "cut-cards",
        "Cut the cards",
        {"depth": stack.cards // 2, "from_back": back, "declined": declined},
        clause=preparation.cut.clause if preparation.cut else None,
        **because("The cards are shuffled"),
    )


def _renew(table: Table, clause: str | None) -> NextStep:
    stack, checks = table.stack, table.conduct.checks
    unusable = stack.replace or handled_clause(table)
    if unusable is not None:
        return _replace(table, unusable)
    must = checks.duty == "must" and not stack.checked and stack.pre_shuffled is None
    if stack.check is not None or must:
        supervised = stack.check is not None and stack.check in (
            checks.dropped,
            checks.replacements,
        )
        return NextStep(
            "check-cards",
            "Check the cards",
            clause=stack.check or checks.clause,
            **because("Cards are checked before they are used"),
            role=CASINO_SUPERVISOR if supervised else None,
        )
    ran_down = clause is not None and stack.number > 0
    why = "The cards have run down" if ran_down else "There are no cards ready to deal"
    return NextStep("shuffle", "Shuffle", clause=clause, **because(why))


def _replace(table: Table, clause: str) -> NextStep:
    """Return the step that brings other cards, of another back where the document wants it."""
    rule = _replacement(table, clause)
    old = table.stack.back
    other = next(back for back in BACKS if back != old)
    fields: dict[str, object] = {"back": other if rule.other_back else old}
    return NextStep(
        "bring-cards",
        "Bring other cards",
        {**fields, "occasion": rule.occasion},
        clause=clause,
        **because("These cards are not used again"),
        role=None if may_act_as(DEALER, rule.ordered_by) else rule.ordered_by,
    )


def _replacement(table: Table, clause: str) -> Replacement:
    """Return the rule by which cards are replaced now: the one cited, or one that does not require
    the cards to be played out."""
    rules = table.book.preparation.replacements
    cited = [rule for rule in rules if rule.clause == clause]
    return next(iter([*cited, *(rule for rule in rules if not rule.played_out), *rules]))
