"""The next step at a table: the dealer's next action, and the step that the table waits for."""

from typing import Final

from sabot.core.refusal import Refusal
from sabot.rules import Choice, Due, box_name
from sabot.rules.roles import CASINO_SUPERVISOR
from sabot.table import TABLE
from sabot.table.betting.chances import chance_until
from sabot.table.coup.dealing import early_stakes
from sabot.table.coup.decisions import absent_clause
from sabot.table.heat.words import is_for_heats
from sabot.table.limits.displays import APPROVAL, missing_displays
from sabot.table.players.offers import undecided
from sabot.table.result.settlement import (
    open_stakes,
    settle_lines,
    to_name,
    waits_for_marker,
)
from sabot.table.shoe.cards import EXPOSE, counts_clause, due, is_initial, of_initial
from sabot.table.state import BETTING, CLOSED, DEALING, SETTLED, Laid, Table
from sabot.views.competition.heat import heat_step
from sabot.views.desk.staff_shapes import NextStep, ToName
from sabot.views.felt.table_shapes import WaitView
from sabot.views.steps.exposure import holder_of, turn
from sabot.views.steps.next_card import first_card, hand_name, next_card
from sabot.views.steps.preparation import prepare, prepare_in_coup
from sabot.views.steps.reasons import Because, because, told_no

AWAITED: Final = {
    str(each.__struct_config__.tag): each.awaited for each in TABLE.commands if each.awaited
}
"""Step that a table waits for, by the command that comes next."""


def next_step(table: Table) -> NextStep | None:
    """Return the dealer's one next action, ready to send; None while a player or a supervisor has
    to act first, and at a closed table."""
    if table.phase == CLOSED:
        return _last_check(table)
    if waits_for_word(table):
        return None
    if table.shift is None or not table.shift.is_open:
        return NextStep(
            "open-float",
            "Open the float",
            role=CASINO_SUPERVISOR,
            **because("The float is locked"),
        )
    if table.phase == SETTLED:
        return NextStep("clear-cards", "Clear the cards", **_why_clear(table))
    if table.phase == DEALING:
        return _in_coup(table)
    put_up = _put_up(table)
    if put_up is not None:
        return put_up
    if is_for_heats(table):
        return prepare(table) or heat_step(table)
    return prepare(table) or _start(table)


def _put_up(table: Table) -> NextStep | None:
    """Return the step for a sign or approval that must be displayed before the first card."""
    missing = next(missing_displays(table), None)
    if missing is None:
        return None
    why = because("The first card waits for it")
    if missing.what == APPROVAL:
        return NextStep(
            "inspect-table",
            "Show the approval of the layout",
            clause=missing.clause,
            role=CASINO_SUPERVISOR,
            **why,
        )
    return NextStep("show-odds", "Put up the sign", clause=missing.clause, **why)


def _last_check(table: Table) -> NextStep | None:
    """Return the check of the cards at the end of gaming, where a document asks for one."""
    clause = table.stack.check
    if table.setup is None or clause is None or not table.conduct.checks.at_end:
        return None
    why = because("Gaming has ended")
    return NextStep("check-cards", "Check the cards", clause=clause, **why)


def _why_clear(table: Table) -> Because:
    if table.round.void is not None:
        return because("The {coup} is void", coup=table.book.coup)
    return because("Every wager is settled")


def _start(table: Table) -> NextStep | None:
    """Return the step that deals the first card, if there are wagers."""
    round_, calls = table.round, table.conduct.calls
    if table.phase != BETTING:
        return None
    if not (round_.stakes or round_.no_bet):
        if not round_.called:
            return None
        return NextStep(
            "place-your-bets",
            "Place your bets",
            clause=calls.no_more_bets,
            **because("Bets were closed without any wager"),
        )
    if not round_.called and round_.no_bet is None:
        return NextStep(
            "no-more-bets",
            "No more bets",
            clause=calls.no_more_bets,
            **because("Wagers lie on the layout"),
            earliest=chance_until(table),
        )
    return first_card(table)


def _in_coup(table: Table) -> NextStep | None:
    round_ = table.round
    stopped = round_.take_down or round_.reopened
    if stopped is not None:
        down = round_.take_down is not None
        change = "Players may change their wagers until then"
        return NextStep(
            "resume-play",
            "Resume play",
            clause=stopped,
            **because("Players may take wagers down until then" if down else change),
            earliest=round_.answer_by if down and undecided(table) else None,
        )
    step = due(table)
    if step == EXPOSE:
        return turn(table)
    between = None if round_.result is not None else _before_third(table)
    if between is not None:
        return between
    if isinstance(step, Choice):
        return None if _decider(table, step.box) else _stand(table, step)
    if isinstance(step, Due):
        return prepare_in_coup(table) or next_card(table, step)
    if round_.result is None:
        return NextStep("announce-result", "Call the result", **because("All cards are out"))
    stakes = open_stakes(table)
    if waits_for_marker(table, stakes):
        clause = table.conduct.calls.marker
        why = because("The total is always marked")
        return NextStep("mark-point-total", "Mark the Banker's point total", clause=clause, **why)
    return _settle(table, stakes, "The result is called")


def _before_third(table: Table) -> NextStep | None:
    """Return the step between the first cards and any further one: call the counts, settle early
    wagers."""
    clause = counts_clause(table)
    if clause is not None and not table.round.counts and is_initial(of_initial(table)):
        return NextStep(
            "announce-counts",
            "Call the point counts",
            clause=clause,
            then=_result_too(table),
            **because("The first cards lie up"),
        )
    early = early_stakes(table) if is_initial(table) else []
    return _settle(table, early, "These are settled before a further card") if early else None


def _result_too(table: Table) -> str:
    """Return the call of the result where it follows from the counts: no card is due, and no wager
    is settled before it."""
    return "" if due(table) is not None or early_stakes(table) else "announce-result"


def _settle(table: Table, stakes: list[Laid], why: str) -> NextStep:
    """Return the step that settles stakes; a supervisor names a payment that chips cannot make and
    no clause rounds."""
    try:
        settle_lines(table, stakes)
    except Refusal as refused:
        return NextStep(
            "settle-wagers",
            "Settle the wagers",
            clause=refused.clause,
            **told_no(refused),
            role=CASINO_SUPERVISOR,
            to_name=tuple(ToName(key, up, up) for key, up in to_name(table, stakes).items()),
        )
    early = bool(stakes) and table.round.result is None
    clause = table.book.by_id[stakes[0].on].clause if early else None
    return NextStep("settle-wagers", "Settle the wagers", clause=clause, **because(why))


def _decider(table: Table, box: int) -> str | None:
    """Return the player who has to decide for a box, if they are there."""
    owners = (laid.player for laid in table.round.stakes.values() if laid.box == box)
    owner = next(owners, None)
    return owner if owner in table.patrons else None


def _stand(table: Table, step: Choice) -> NextStep:
    return NextStep(
        "decide-hand",
        f"Box {step.box} stands",
        {"box": step.box, "decision": "stand", "absent": True},
        clause=absent_clause(table, step.clause),
        **because("No player is there to decide for box {box}", box=step.box),
    )


def wait_of(table: Table) -> WaitView:
    """Return the step and the person that the table waits for."""
    if table.setup is None or table.phase == CLOSED:
        return WaitView("closed")
    stated = table.statements.holding
    if stated is not None:
        why = because("Statement {number} waits for: {role}", number=stated.number, role=stated.by)
        return WaitView("supervisor", clause=stated.clause, **why)
    differs = table.devices.difference
    if differs is not None:
        why = because("The device {device} and the dealer differ", device=differs.device)
        return WaitView("supervisor", clause=differs.clause, **why)
    if table.round.held is not None:
        return WaitView(
            "supervisor",
            **because("No clause decides: {about}", about=asked_about(table) or "what happened"),
        )
    step = next_step(table)
    if step is None:
        return _for_players(table)
    fields = step.fields
    hand, box = fields.get("hand"), fields.get("box")
    player = fields.get("player") or fields.get("turned_by")
    if step.do == "deal-card":
        hand = step.hand
    return WaitView(
        AWAITED[step.do],
        hand=None if hand is None else str(hand),
        box=box if isinstance(box, int) else None,
        player=None if player is None else str(player),
        clause=step.clause,
        why=step.why,
        why_words=step.why_words,
    )


def waits_for_word(table: Table) -> bool:
    """Return True if play waits for a decision, or for a second person who confirms a statement."""
    held = table.round.held is not None or table.devices.difference is not None
    return held or table.statements.holding is not None


def asked_about(table: Table) -> str | None:
    """Return the first undecided question that no clause answers."""
    return next((each.about for each in table.asked.values()), None)


def differs_about(table: Table) -> str | None:
    """Return the sentence that calls a supervisor where a device and the dealer differ."""
    return None if table.devices.difference is None else "A device and the dealer differ"


def _for_players(table: Table) -> WaitView:
    """Return the wait for players who bet, decide or turn cards."""
    if table.phase != DEALING:
        return WaitView("bets", **because("Players may bet"))
    step = due(table)
    if isinstance(step, Choice):
        player = _decider(table, step.box)
        hand = box_name(step.box)
        why = because("{hand} draws or stands", hand=hand_name(hand))
        return WaitView("decision", hand, step.box, player, step.clause, **why)
    out, player = holder_of(table)
    clause = table.conduct.handing.expose
    return WaitView("expose", out, player=player, clause=clause, **because("Cards are turned"))
