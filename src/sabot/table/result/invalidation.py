"""Invalidate an outcome for a disturbance or a fraud: stakes go back or are forfeited."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal
from sabot.core.revision import WAGERS, holds
from sabot.engine.declarations import (
    Topic,
    decision,
    in_topics,
    on_pages,
    public,
    server_fills,
    statement,
    stops,
    transfers_of,
)
from sabot.engine.ledger import CURRENCIES, Move, balance, of_player
from sabot.engine.streams import Command, Event, Leave
from sabot.parts.past import PastCoup
from sabot.rules.irregularities.situations import DISTURBANCE, FRAUD, IMPRACTICAL
from sabot.rules.operation.conduct import Invalidation, Power
from sabot.rules.roles import CASINO_SUPERVISOR
from sabot.table.irregularities.remedies.coups import named_past, reverse_last
from sabot.table.players.room import with_loss
from sabot.table.result.void_wagers import (
    check_can_void,
    lying_stakes,
    void_coup,
)
from sabot.table.state import CLOSED, OPEN, Table
from sabot.table.stream import (
    TABLE,
    leave,
    moved,
    patron_of,
    reason_of,
    replace,
    with_patron,
)

CAUSES = (DISTURBANCE, FRAUD, IMPRACTICAL)


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
    record: PastCoup | None = None


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
    if rule is None:
        return None
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
    if rule is None or power is None:
        raise Refusal(
            "no-rule", None, "No clause invalidates an outcome for {cause}.", cause=command.cause
        )
    past = None
    if command.coup in (None, table.round.number):
        check_can_void(table, power.clause)
    else:
        past = named_past(table, command.coup, command.record, power.clause)
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


def _check_cheat(
    table: Table, command: InvalidateOutcome, power: Power, past: PastCoup | None
) -> None:
    if command.cause != FRAUD:
        raise Refusal("bad-command", power.clause, "Name a person only for a fraud.")
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
        raise Refusal("must-forfeit", rule.refund, "A cheat's stakes are forfeited.")
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
        changed = with_loss(patron, lost, table.round.days.get(event.player), table.at)
        table = with_patron(table, event.player, changed)
    own = (laid for laid in table.round.stakes.values() if laid.player == event.player)
    returns = table.round.returns | {laid.sequence: 0 for laid in own}
    moves = (*table.round.moves, *event.moves)
    round_ = replace(table.round, moves=moves, returns=returns)
    return moved(replace(table, round=round_), event.moves)
