"""The tournament's stream, and the few words that every topic of it uses."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import msgspec

from sabot.core.money import CASH
from sabot.core.refusal import Refusal, named
from sabot.core.revision import PEOPLE, holds
from sabot.engine.declarations import Pages, api_only, on_pages
from sabot.engine.ledger import Move, check_funds, post
from sabot.engine.streams import Command, Leave, Stream
from sabot.parts.complaints import AdviseComplaint
from sabot.parts.disputes import AskReview, DecideDispute, RaiseDispute, ReviewDispute
from sabot.parts.hearing import hear_disputes
from sabot.parts.notices import give_notices
from sabot.parts.statements import is_same, take_statements
from sabot.rules.roles import CASINO_OPERATOR, CASINO_SUPERVISOR, COMMISSION, HEADS, PLAYER
from sabot.rules.tournament import DeskRules
from sabot.tournament.desk.state import IN, NOTHING, Contest, TournamentEntry

replace = msgspec.structs.replace

TOURNAMENT: Stream[Contest] = Stream(
    lambda contest: contest.version,
    lambda contest: contest.phase,
    lambda contest, at: replace(contest, version=contest.version + 1, at=at),
    lambda contest: contest.phase != NOTHING,
    "tournament",
)


def by_head(clause: Callable[[DeskRules], str | None]) -> Callable[[Contest, Command], Leave]:
    """For the Tournament Manager, or the Director, as the document calls them."""
    return lambda contest, command: Leave(clause(contest.desk), contest.desk.head)


def by_operator(clause: Callable[[DeskRules], str | None]) -> Callable[[Contest, Command], Leave]:
    return lambda contest, command: Leave(clause(contest.desk), CASINO_OPERATOR)


def check_head(contest: Contest, command: Command) -> None:
    """Refuse a person who was not appointed to run this tournament."""
    if command.actor not in contest.heads:
        message = "{actor} was not appointed to run this tournament."
        raise Refusal(
            "not-appointed", contest.desk.appointed.clause, message, actor=named(command.actor)
        )


def check_undisputed(contest: Contest) -> None:
    """Play waits until a dispute is settled, where the document says so."""
    waiting = [each.number for each in contest.disputes.cases.values() if each.decision is None]
    if waiting and contest.desk.held is not None:
        message = "Dispute {waiting} is settled first: play waits for it."
        raise Refusal("disputed", contest.desk.held, message, waiting=waiting[0])


def entry_of(contest: Contest, player: str) -> TournamentEntry:
    """Return the entry of a player who is still in; refuse otherwise."""
    found = contest.entries.get(player)
    if found is None:
        raise Refusal(
            "no-entry", contest.desk.entry, "{player} has not entered.", player=named(player)
        )
    if found.status != IN:
        message = "{player} is not in the tournament any more."
        raise Refusal("not-in", found.clause, message, player=named(player))
    return found


def with_entry(contest: Contest, entry: TournamentEntry) -> Contest:
    return replace(contest, entries={**contest.entries, entry.player: entry})


def reason_of(text: str) -> str:
    """Return the reason without surrounding blanks; refuse an empty one."""
    if not text.strip():
        raise Refusal("no-reason", None, "Say why: the reason is kept with the decision.")
    return text.strip()


def paid(source: str, target: str, amount: int) -> tuple[Move, ...]:
    """The money of an event: no move at all where there is nothing to move."""
    return (Move(source, target, amount, CASH),) if amount else ()


def affordable(contest: Contest, moves: Iterable[Move]) -> tuple[Move, ...]:
    """Moves that leave no place owing."""
    moves = tuple(moves)
    check_funds(contest.balances, moves)
    return moves


def moved(contest: Contest, moves: Iterable[Move]) -> Contest:
    return replace(contest, balances=post(contest.balances, moves))


def _takes_part(contest: Contest, stated: Command, person: str) -> bool:
    """Return True if the person has entered, or is one of the players whom the command pays."""
    about = [str(getattr(stated, "player", "")), *getattr(stated, "players", ())]
    entered = person in contest.entries and holds(stated, PEOPLE)
    return entered or any(is_same(str(each), person) for each in about if each)


def check_entrant(contest: Contest, command: Command) -> None:
    """Refuse a person who has entered and would act for the casino in this tournament."""
    by_server = TOURNAMENT.pages(type(command)).server
    if command.role == PLAYER or by_server or not holds(command, PEOPLE):
        return
    if any(each in contest.entries for each in (command.actor, command.plays_as)):
        message = "{actor} has entered this tournament: another person acts for the casino."
        raise Refusal("plays-here", None, message, actor=named(command.actor))


def _admit(contest: Contest, command: RaiseDispute) -> None:
    clause = contest.desk.disputes.first.clause
    if command.player not in contest.entries and command.player not in contest.reserves:
        raise Refusal("no-entry", clause, "{player} has not entered.", player=named(command.player))
    if command.coup is not None:
        raise Refusal("bad-command", clause, "What is about a coup is disputed at its table.")


def _disputes(contest: Contest) -> Any:
    return contest.desk.disputes


DISPUTES_ON: Final[Mapping[type[Command], Pages]] = {
    RaiseDispute: on_pages("tournament"),
    DecideDispute: on_pages("tournament"),
    AskReview: on_pages("tournament"),
    ReviewDispute: api_only("The Commission reviews it by letter, and signs in nowhere."),
    AdviseComplaint: on_pages("tournament"),
}
"""Pages on which disputes of a tournament are raised and decided."""
TOURNAMENT.guards(check_entrant)
take_statements(TOURNAMENT, _takes_part)
give_notices(TOURNAMENT, Leave(None, CASINO_OPERATOR))
hear_disputes(
    TOURNAMENT, _disputes, Leave(None, CASINO_SUPERVISOR), _admit,
    first=(*HEADS, CASINO_OPERATOR), review=(COMMISSION,), pages=DISPUTES_ON,
)  # fmt: skip
