"""Sanctions on a person, and outcomes made invalid by a disturbance or a fraud."""

import re
from collections.abc import Sequence
from datetime import datetime

from sabot.declarations import (
    CardNumber,
    Topic,
    decision,
    in_topics,
    on_pages,
    own,
    public,
    server_fills,
    statement,
    stops,
    transfers_of,
)
from sabot.ledger import CURRENCIES, Move, balance, of_player
from sabot.parts.past import Past
from sabot.refusal import Refusal, quoted
from sabot.revision import PEOPLE, WAGERS, holds
from sabot.rules.conduct import Invalidation, Power, Sanction
from sabot.rules.irregularity import AT_ONCE, Duty
from sabot.rules.roles import CASINO_SUPERVISOR, INSPECTOR
from sabot.rules.situations import DISTURBANCE, FRAUD, IMPRACTICAL
from sabot.streams import Command, Event, Leave
from sabot.table.cases.notices import notices_for
from sabot.table.irregularities.coups import reverse_last, reverse_past
from sabot.table.players.taking_part import barred, card_shown, known_as
from sabot.table.result.void_wagers import (
    check_can_void,
    lying_stakes,
    void_coup,
    void_in_deal,
    void_wagers,
)
from sabot.table.state import CLOSED, DEALING, OPEN, Table
from sabot.table.stream import (
    TABLE,
    leave,
    moved,
    past_of,
    patron_of,
    reason_of,
    replace,
    with_patron,
)

VOID, BAR, EXCLUDE, DETAIN = "void", "bar", "exclude", "detain"
MEASURES = (VOID, BAR, EXCLUDE, DETAIN)
CAUSES = (DISTURBANCE, FRAUD, IMPRACTICAL)
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
    record: Past | None = None


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
    return Leave(rule.clause, rule.by)


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
    past = _past(table, command, clause)
    if command.player not in past.players:
        raise Refusal("no-wager", clause, "That player has no wager there that could be void.")
    revised = holds(command, WAGERS)
    return [reverse_past(table, past, clause, only=command.player, revised=revised)]


def _past(table: Table, command: "SanctionPlayer | InvalidateOutcome", clause: str) -> Past:
    past = past_of(table, command.coup, command.record)
    if past is None:
        coup = table.book.coup
        raise Refusal(
            "no-such-coup",
            clause,
            "There was no {coup} {coup2} here yet.",
            coup=coup,
            coup2=command.coup,
        )
    return past


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


class InvalidateOutcome(Command, frozen=True, kw_only=True):
    """Make the outcome of the coup invalid: for a disturbance, a fraud, or because play is
    impractical. `by_player` is who committed the fraud, if it was a player.

    `refund`: settlements are undone and all stakes go back (True), or what is settled stands
    (False): what lies on the layout then goes to the house where a clause lets it refuse the
    refund, and else back. `forfeit`: the cheat's stakes go to the house. `coup`: one that is over,
    however long ago; `record` is what the log has of it, put in by the house.
    """

    pages = on_pages("pit")
    server_fields = server_fills("record")
    stopped_by = stops()

    cause: str
    reason: str
    by_player: str | None = None
    refund: bool | None = None
    forfeit: bool | None = None
    coup: int | None = None
    record: Past | None = None


class OutcomeInvalidated(Event, frozen=True, kw_only=True):
    """An outcome was invalidated. `refund_clause` is None where no clause spoke and a person
    decided."""

    basis = decision("invalidation")
    sight = public("cause clause refund")
    topics = in_topics(Topic.CONDUCT)

    cause: str
    reason: str
    by_player: str | None
    clause: str
    refund: bool
    refund_clause: str | None
    coup: int


class StakesForfeited(Event, frozen=True, kw_only=True):
    basis = statement("forfeit")
    sight = public("player clause")
    transfers = transfers_of()
    topics = in_topics(Topic.CONDUCT)

    player: str
    moves: tuple[Move, ...]
    clause: str


def _power(table: Table, cause: str) -> Power | None:
    rule = table.conduct.general.invalidation
    powers = {DISTURBANCE: rule.disturbance, FRAUD: rule.fraud, IMPRACTICAL: rule.impractical}
    return powers.get(cause)


def _invalidates(table: Table, command: InvalidateOutcome) -> Leave:
    return leave(_power(table, command.cause))


@TABLE.decides(
    InvalidateOutcome,
    _invalidates,
    (*OPEN, CLOSED),
    seen="one person, whom the clause names",
    sent_by=(CASINO_SUPERVISOR,),
)
def invalidate_outcome(table: Table, command: InvalidateOutcome, now: datetime) -> Sequence[Event]:
    """Make the coup void. The document says what becomes of the money; where it does not, the
    person who invalidates decides."""
    rule, power = table.conduct.general.invalidation, _power(table, command.cause)
    if command.cause not in CAUSES:
        raise Refusal("bad-command", None, "The cause is {causes}.", causes=" or ".join(CAUSES))
    if power is None:
        raise Refusal(
            "no-rule", None, "No clause invalidates an outcome for {cause}.", cause=command.cause
        )
    past = None
    if command.coup in (None, table.round.number):
        check_can_void(table, power.clause)
    else:
        past = _past(table, command, power.clause)
    if command.by_player is not None:
        _check_cheat(table, command, power, past)
    refund, refund_clause = _refund(rule, power, command)
    bettors = past.players if past else {laid.player for laid in table.round.stakes.values()}
    forfeit = _forfeit(rule, command, refund, command.by_player in bettors)
    invalidated = OutcomeInvalidated(
        cause=command.cause,
        reason=reason_of(command.reason),
        by_player=command.by_player,
        clause=power.clause,
        refund=refund,
        refund_clause=refund_clause,
        coup=table.round.number if past is None else past.number,
    )
    if past is not None:
        cheat = command.by_player if forfeit else None
        revised = holds(command, WAGERS)
        undone = reverse_last(table, past, power.clause, now, forfeits=cheat, revised=revised)
        return [invalidated, *undone] if refund else [invalidated]
    lost = [laid.player for laid in lying_stakes(table)] if not refund else []
    voided = void_coup(table, power.clause, reverse=refund, revised=holds(command, WAGERS))
    events: list[Event] = [invalidated, voided]
    if forfeit and command.by_player is not None:
        lost = [command.by_player]
    elif rule.refund is None or not holds(command, WAGERS):
        lost = []  # no clause lets the casino keep what lies there
    after = TABLE.evolve(table, events[-1], now)
    for player in dict.fromkeys(lost):
        moves = _forfeited(table, after, player, settled=refund)
        clause = str(rule.refund or power.clause)
        events.append(StakesForfeited(player=player, moves=moves, clause=clause))
    return events


def _check_cheat(table: Table, command: InvalidateOutcome, power: Power, past: Past | None) -> None:
    if command.cause != FRAUD:
        raise Refusal("bad-command", power.clause, "Only a fraud is somebody's.")
    if past is None or command.by_player not in past.players:
        patron_of(table, str(command.by_player))


def _refund(
    rule: Invalidation, power: Power, command: InvalidateOutcome
) -> tuple[bool, str | None]:
    """Return whether settlements are undone, and the clause."""
    if rule.void is not None and power.clause == rule.void:
        if command.refund is False:
            raise Refusal("must-refund", rule.void, "A void round has no result: stakes go back.")
        return True, rule.void
    if rule.refund is not None:
        return command.refund is not False, rule.refund
    if command.refund is None:
        raise Refusal(
            "decision-due",
            power.clause,
            "No clause says what becomes of the money: decide whether settlements are undone.",
        )
    return command.refund, None


def _forfeit(rule: Invalidation, command: InvalidateOutcome, refund: bool, stakes: bool) -> bool:
    """Return True if the cheat's stakes are forfeited: an exception from a refund, for fraud only.
    `stakes`: the cheat had some."""
    must = rule.forfeit == "must" and command.by_player is not None and stakes
    if must and command.forfeit is False:
        raise Refusal("must-forfeit", rule.refund, "The stakes of whoever cheated are forfeited.")
    if must and not refund:
        raise Refusal("must-forfeit", rule.refund, "Refund the others, and forfeit those stakes.")
    if not command.forfeit:
        return must
    if rule.forfeit is None:
        raise Refusal("no-rule", rule.refund, "No clause of this game forfeits a stake.")
    if command.by_player is None or not stakes:
        raise Refusal("no-wager", rule.refund, "Only a player who cheated and has bet forfeits.")
    if not refund:
        raise Refusal("bad-command", rule.refund, "Stakes are forfeited where others get theirs.")
    return True


def _forfeited(table: Table, after: Table, player: str, *, settled: bool) -> tuple[Move, ...]:
    """Return the moves of a player's stakes to the float, tokens out of play, as far as the player
    holds them; those that were settled only where their settlement is undone."""
    place = of_player(player)
    stakes = table.round.stakes.values() if settled else lying_stakes(table)
    amounts: dict[str, int] = {}
    for laid in stakes:
        if laid.player == player:
            amounts[laid.currency] = amounts.get(laid.currency, 0) + laid.live
    moves = (
        Move(
            place,
            CURRENCIES[currency].house,
            min(amount, balance(after.balances, place, currency)),
            currency,
        )
        for currency, amount in amounts.items()
    )
    return tuple(move for move in moves if move.amount)


@TABLE.evolves(OutcomeInvalidated)
def outcome_invalidated(table: Table, event: OutcomeInvalidated) -> Table:
    return table


@TABLE.evolves(StakesForfeited)
def stakes_forfeited(table: Table, event: StakesForfeited) -> Table:
    lost = sum(move.amount for move in event.moves if CURRENCIES[move.currency].is_loss)
    patron = table.patrons.get(event.player)
    if patron is not None:
        table = with_patron(table, event.player, replace(patron, lost=patron.lost + lost))
    own = (laid for laid in table.round.stakes.values() if laid.player == event.player)
    returns = table.round.returns | {laid.sequence: 0 for laid in own}
    moves = (*table.round.moves, *event.moves)
    round_ = replace(table.round, moves=moves, returns=returns)
    return moved(replace(table, round=round_), event.moves)
