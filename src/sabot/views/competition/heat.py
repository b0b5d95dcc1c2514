"""View of a heat at its table, for all who are there, and the dealer's next step in it."""

from sabot.core.money import dollars
from sabot.rules.roles import GAMING_SUPERVISOR
from sabot.rules.tournament import Forms
from sabot.table.heat.duty import waiting
from sabot.table.heat.papers.forms import sealed_forms
from sabot.table.heat.state import Entrant, Heat
from sabot.table.heat.words import (
    betting_of,
    desk_of,
    has_acted,
    held,
    is_there,
    play_of,
)
from sabot.table.state import BETTING, VIRTUAL, Table
from sabot.views.competition.heat_shapes import (
    DifferenceView,
    EntrantView,
    FormView,
    HeatView,
    LimitView,
)
from sabot.views.desk.staff_shapes import NextStep
from sabot.views.steps.next_card import first_card
from sabot.views.steps.reasons import because


def heat_view(table: Table) -> HeatView | None:
    """Return the view of the session that holds this table, or of the last one that did."""
    heat = table.heat
    if heat is None:
        return None
    plan = heat.plan
    return HeatView(
        tournament=plan.tournament,
        session=plan.session,
        stage=plan.stage,
        state=_state(heat),
        advance=plan.advance,
        chips=plan.chips,
        coup=heat.coup,
        least=heat.least,
        most=heat.most,
        wagers=plan.wagers,
        entrants=tuple(_entrant(table, name, each) for name, each in heat.entrants.items()),
        coups=plan.coups,
        started=heat.started,
        ends=heat.ends,
        marker=heat.marker,
        turn=heat.turn,
        until=heat.until,
        resumes=heat.resumes,
        announced=heat.announced,
        order=plan.order,
        limits=tuple(LimitView(each.since, each.minimum, each.maximum) for each in plan.limits),
        forms=_forms(heat),
        waiting=tuple(waiting(table)),
        over=heat.over,
    )


def _state(heat: Heat) -> str:
    if heat.closed:
        return "counted"
    if heat.over is not None:
        return "over"
    return "seated" if heat.started is None else "on"


def _entrant(table: Table, name: str, entrant: Entrant) -> EntrantView:
    """Return the view of an entrant, without the contents of a sealed form."""
    out, form, shown = entrant.out, entrant.form, entrant.difference
    laid = "pass" if entrant.passed else "form" if form is not None else None
    if laid is None and has_acted(table, name):
        laid = "wager"
    return EntrantView(
        name=name,
        box=entrant.box,
        chips=held(table, name) if out is None else out.residual,
        state="in" if out is None else out.how,
        clause=None if out is None else out.clause,
        there=is_there(table, name),
        away=entrant.away is not None,
        laid=laid,
        indicator=form is not None and form.examined,
        passes=entrant.passes - (1 if entrant.passed else 0),
        forms=entrant.forms,
        done=entrant.done,
        late=entrant.late,
        asked=entrant.asked,
        warned=entrant.warned,
        missed=entrant.missed,
        deducted=entrant.deducted,
        out_in=None if out is None else out.coup,
        difference=None
        if shown is None
        else DifferenceView(shown.found, shown.answered, shown.stands),
    )


def _forms(heat: Heat) -> tuple[FormView, ...]:
    now = {
        name: each.form
        for name, each in heat.entrants.items()
        if each.form is not None and each.form.opened
    }
    shown = now or heat.forms
    return tuple(FormView(name, f.on, f.amount, f.deemed) for name, f in shown.items())


# Next step


def heat_step(table: Table) -> NextStep | None:
    """Return the next action at a table for heats, between two coups; None while players, or the
    head, have to act first."""
    heat = table.heat
    if heat is None or heat.closed:
        return None
    play, desk = play_of(table), desk_of(table)
    if heat.started is None:
        return NextStep("start-heat", "Start the session", role=desk.head, clause=play.session)
    if heat.over is not None:
        return _count(table, heat)
    held_up = desk.held is not None and any(
        each.decision is None for each in table.disputes.cases.values()
    )
    if table.phase != BETTING or held_up:
        return None
    if table.round.no_bet is not None:
        return first_card(table)
    return _deal(table, heat) if table.round.called else _bets(table, heat)


def _count(table: Table, heat: Heat) -> NextStep | None:
    """Return the step that counts the chips: filled in from the books at a virtual table, empty
    elsewhere. None while a stated count waits for its second person."""
    if any(each.command.get("do") == "count-heat" for each in table.statements.pending.values()):
        return None
    counts = {name: dollars(held(table, name)) for name in heat.still_in}
    fields: dict[str, object] = {"counts": counts} if table.opened.feed == VIRTUAL else {}
    return NextStep(
        "count-heat", "Count the chips", fields=fields, clause=desk_of(table).announced,
        **because("The session is over"),
    )  # fmt: skip


def _bets(table: Table, heat: Heat) -> NextStep | None:
    """Return the step that asks for missing wagers, one player after another where there is an
    order."""
    owing, play = waiting(table), play_of(table)
    if not owing and (step := _examination(heat, play.forms)):
        return step
    if not owing:
        clause = table.conduct.calls.no_more_bets
        over = because("Everybody has wagered")
        return NextStep("no-more-bets", "No more bets", clause=clause, **over)
    if heat.plan.order:
        on = next((n for n, each in heat.still_in.items() if each.box == heat.turn), None)
        waits = on is not None and on in owing and heat.entrants[on].asked
        why = because("The next player wagers")
        return NextStep(
            "call-turn", "Ask the next player", clause=play.order.turns, **why,
            earliest=heat.until if waits else None,
        ) if not waits or heat.until is not None else None  # fmt: skip
    unasked = [name for name in owing if not heat.entrants[name].asked]
    if unasked:
        return NextStep(
            "ask-wager", "Ask for a wager", fields={"player": unasked[0]}, clause=play.pace,
            **because("Everybody has to wager"),
        )  # fmt: skip
    if heat.until is None:
        return None
    return NextStep(
        "no-more-bets", "No more bets", clause=table.conduct.calls.no_more_bets,
        earliest=heat.until, **because("The time for wagers is over then"),
    )  # fmt: skip


def _deal(table: Table, heat: Heat) -> NextStep | None:
    """Return the step after bets are closed: announce undisclosed wagers, then deal the first
    card."""
    owing, forms = waiting(table), play_of(table).forms
    if owing:
        return NextStep(
            "disqualify-entrant", "Put a player out", fields={"player": owing[0],
            "grounds": "no wager"}, role=desk_of(table).disqualified.by,
            clause=betting_of(table).idle, **because("There is no wager"),
        ) if betting_of(table).idle is not None else None  # fmt: skip
    sealed = sealed_forms(heat)
    if sealed and forms is not None:
        return _examination(heat, forms) or NextStep(
            "announce-forms", "Announce undisclosed wagers", role=GAMING_SUPERVISOR,
            clause=forms.announced, **because("Bets are closed"),
        )  # fmt: skip
    return first_card(table)


def _examination(heat: Heat, forms: Forms | None) -> NextStep | None:
    """Return the step that reads, and then examines, the first form that is not examined."""
    unseen = {name: form for name, form in sealed_forms(heat).items() if not form.examined}
    if forms is None or not unseen:
        return None
    player, form = next(iter(unseen.items()))
    do, label = ("examine-form", "Examine a form") if form.reader else ("read-form", "Read a form")
    return NextStep(
        do, label, fields={"player": player}, role=GAMING_SUPERVISOR, clause=forms.examined,
        **because("It is still sealed"),
    )  # fmt: skip
