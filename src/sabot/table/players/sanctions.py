"""Sanctions on a person who broke the rules."""

import re
from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal, quoted
from sabot.core.revision import PEOPLE, WAGERS, holds
from sabot.engine.declarations import (
    CardNumber,
    Topic,
    decision,
    in_topics,
    on_pages,
    own,
    server_fills,
    stops,
)
from sabot.engine.streams import Command, Event, Leave
from sabot.parts.past import PastCoup
from sabot.rules.irregularities.irregularity import AT_ONCE, Duty
from sabot.rules.operation.conduct import Sanction
from sabot.rules.roles import CASINO_SUPERVISOR, INSPECTOR
from sabot.table.cases.notices import notices_for
from sabot.table.irregularities.remedies.coups import named_past, reverse_past
from sabot.table.players.taking_part import barred, card_shown, known_as
from sabot.table.result.void_wagers import (
    void_in_deal,
    void_wagers,
)
from sabot.table.state import DEALING, OPEN, Table
from sabot.table.stream import (
    BY_SUPERVISOR,
    TABLE,
    reason_of,
    replace,
)

VOID, BAR, EXCLUDE, DETAIN = "void", "bar", "exclude", "detain"
MEASURES = (VOID, BAR, EXCLUDE, DETAIN)
CITATION = re.compile(r"\d{1,2}(\.\d{1,2})+(\([a-z]+\))*")


class SanctionPlayer(Command, frozen=True, kw_only=True):
    """Act on a breach of the rules. `measures`: void the person's wagers, bar them from the game,
    exclude them from the casino, have them detained. `offence` is the clause that was broken,
    `coup` the one whose wagers are void, where it is not the one in progress; `record` is what the
    log has of it, put in by the house."""

    pages = on_pages("pit")
    server_fields = server_fills("record")
    stopped_by = stops()

    player: str
    measures: tuple[str, ...]
    reason: str
    offence: str | None = None
    coup: int | None = None
    record: PastCoup | None = None


class PlayerSanctioned(Event, frozen=True, kw_only=True):
    """`measures` says by which clause each was taken, `card` is the Player Card that the person
    showed here: no other person plays with it."""

    basis = decision("sanction")
    sight = own("player offence measures reason clause")
    topics = in_topics(Topic.CONDUCT, Topic.EXCLUSION)

    player: str
    offence: str
    measures: dict[str, str]
    reason: str
    clause: str
    card: CardNumber | None = None


def _sanctions(table: Table, command: SanctionPlayer) -> Leave:
    rule = table.conduct.general.sanction
    return BY_SUPERVISOR if rule is None else Leave(rule.clause, rule.by)


@TABLE.decides(
    SanctionPlayer,
    _sanctions,
    OPEN,
    seen="one person, whom the clause names",
    sent_by=(CASINO_SUPERVISOR,),
)
def sanction_player(table: Table, command: SanctionPlayer, now: datetime) -> Sequence[Event]:
    """Each measure by its own clause; a person need not be a player to be kept out."""
    rule = table.conduct.general.sanction
    if rule is None:
        raise Refusal("no-rule", None, "No clause of this game speaks of sanctions.")
    if not command.player.strip():
        raise Refusal("bad-name", rule.clause, "Say who broke the rules.")
    measures = _measures(rule, command.measures)
    if holds(command, PEOPLE):  # whom it is meant for, however the name was typed
        command = replace(command, player=known_as(table, command.player))
    sanctioned = PlayerSanctioned(
        player=command.player,
        offence=_offence(rule, command.offence),
        measures=measures,
        reason=reason_of(command.reason),
        clause=rule.clause,
        card=card_shown(table, command.player) if holds(command, PEOPLE) else None,
    )
    events: list[Event] = [sanctioned]
    if VOID in measures:
        events += _voided(table, command, measures[VOID])
    if DETAIN in measures:
        about = f"{command.player} is detained with a prohibited device"
        events += notices_for(table, (Duty(INSPECTOR, AT_ONCE, measures[DETAIN]),), about, now)
    return events


def _voided(table: Table, command: SanctionPlayer, clause: str) -> list[Event]:
    """The wagers of the coup in progress, or those of one that is over, however long ago."""
    if command.coup in (None, table.round.number):
        if holds(command, WAGERS) and table.phase == DEALING:
            return void_in_deal(table, command.player, clause)
        revised = holds(command, WAGERS)
        return [void_wagers(table, command.player, clause, revised=revised)]
    past = named_past(table, command.coup, command.record, clause)
    if command.player not in past.players:
        raise Refusal("no-wager", clause, "That player has no wager there that could be void.")
    revised = holds(command, WAGERS)
    return reverse_past(table, past, clause, only=command.player, revised=revised)


def _offence(rule: Sanction, said: str | None) -> str:
    """The clause that was broken: the one the sanction is for, or any where that will do."""
    offence = said or (rule.offence if not rule.any_breach else "")
    if offence == rule.offence and not rule.any_breach:
        return offence
    if rule.any_breach and CITATION.fullmatch(offence):
        return offence
    wanted = "a clause of these rules" if rule.any_breach else f"clause {rule.offence}"
    raise Refusal(
        "wrong-offence", rule.clause, "These measures follow a breach of {wanted}.", wanted=wanted
    )


def _measures(rule: Sanction, wanted: Sequence[str]) -> dict[str, str]:
    clauses = {VOID: rule.void, BAR: rule.bar, EXCLUDE: rule.exclude, DETAIN: rule.detain}
    if not wanted:
        raise Refusal(
            "bad-command", rule.clause, "Choose among {measures}.", measures=", ".join(MEASURES)
        )
    taken: dict[str, str] = {}
    for measure in wanted:
        if measure not in clauses:
            raise Refusal(
                "bad-command", rule.clause, "{measure} is not a measure.", measure=quoted(measure)
            )
        clause = clauses[measure]
        if clause is None:
            raise Refusal(
                "no-rule",
                rule.clause,
                "No clause of this game lets anyone {measure}.",
                measure=measure,
            )
        taken[measure] = clause
    return taken


@TABLE.evolves(PlayerSanctioned)
def player_sanctioned(table: Table, event: PlayerSanctioned) -> Table:
    """Bar a player who is barred from the game or excluded from the casino."""
    clause = event.measures.get(EXCLUDE) or event.measures.get(BAR)
    return table if clause is None else barred(table, event.player, clause, event.card)
