"""Disputes of a table: raised by a person who plays or played here, decided by the role that the
document names."""

from sabot.core.refusal import Refusal, named
from sabot.parts.disputes import RaiseDispute
from sabot.parts.hearing import hear_disputes
from sabot.rules.operation.conduct import Disputes
from sabot.rules.roles import (
    CASINO_OPERATOR,
    CASINO_SUPERVISOR,
    COMMISSION,
    GAMING_SUPERVISOR,
    HEADS,
)
from sabot.table.heat.words import desk_of
from sabot.table.players.seats import was_here
from sabot.table.state import Table
from sabot.table.stream import BY_STAFF, TABLE, past_of


def check_was_here(table: Table, command: RaiseDispute) -> None:
    """Reject a dispute of a person who neither plays here, nor left lately, nor had a wager in the
    coup that it is about."""
    rule, player, coup = table.conduct.general.disputes, command.player, command.coup
    clause = None if rule is None else rule.first.clause
    if not was_here(table, player):
        past = past_of(table, coup, command.record)
        if past is None or player not in past.players:
            raise Refusal(
                "not-at-table",
                clause,
                "{player} is not known at this table: only a player who plays here or left "
                "recently, or who had a wager in that {coup_word}, can raise a dispute.",
                player=named(player),
                coup_word=table.book.coup,
            )
    if coup is not None and not 1 <= coup <= table.round.number:
        raise Refusal(
            "no-such-coup",
            clause,
            "There was no {coup_word} {coup} here yet.",
            coup_word=table.book.coup,
            coup=coup,
        )


def rules_of(table: Table) -> Disputes | None:
    """Return the rules of disputes: the tournament's during its sessions, else the game's. None: no
    clause speaks of disputes."""
    heat = table.heat
    if heat is not None and heat.is_open:
        return desk_of(table).disputes
    return table.conduct.general.disputes


hear_disputes(
    TABLE, rules_of, BY_STAFF, check_was_here,
    first=(GAMING_SUPERVISOR, CASINO_OPERATOR, *HEADS), review=(CASINO_SUPERVISOR, COMMISSION),
)  # fmt: skip
