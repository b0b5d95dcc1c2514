"""The operator cancels the tournament: every fee goes back, and the commission with it."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal
from sabot.core.revision import RESULTS, holds
from sabot.engine.declarations import OpenedSecret, decision, on_pages, public, server_fills
from sabot.engine.ledger import WORLD, Move, of_player
from sabot.engine.streams import Command, Confirmer, Event, Leave
from sabot.parts.draw import abandoned, unseal_secret
from sabot.rules.roles import CASINO_OPERATOR
from sabot.tournament.desk.state import CANCELLED, FINISHED, POOL, UNFINISHED, Contest
from sabot.tournament.desk.stream import TOURNAMENT, moved, paid, reason_of, replace
from sabot.tournament.sessions.session_play import called_off


class CancelTournament(Command, frozen=True, kw_only=True):
    """Cancel it. The session that is on is called off with it, and the server opens the secret of a
    draw that was sealed."""

    pages = on_pages("tournament")
    server_fields = server_fills("secret")

    reason: str
    secret: OpenedSecret = ""


class TournamentCancelled(Event, frozen=True, kw_only=True):
    """The tournament is cancelled; each player is owed all fees paid."""

    basis = decision("seating", alone=False)
    sight = public("reason clause")
    grows_with = "the players of a tournament"

    reason: str
    owed: dict[str, int]
    moves: tuple[Move, ...]
    clause: str


def _by(contest: Contest, command: Command) -> Leave:
    power = contest.desk.cancel
    return Leave(power.clause, power.by)


def _confirms(contest: Contest, command: CancelTournament) -> Confirmer:
    power = contest.desk.cancel
    return Confirmer(power.clause, power.by, tried=not contest.draw.is_sealed)


@TOURNAMENT.decides(
    CancelTournament,
    _by,
    (*UNFINISHED, FINISHED),
    confirmed_by=_confirms,
    sent_by=(CASINO_OPERATOR,),
    confirmers=(CASINO_OPERATOR,),
)
def cancel_tournament(
    contest: Contest, command: CancelTournament, now: datetime
) -> Sequence[Event]:
    reason = reason_of(command.reason)
    events: list[Event] = []
    if contest.sitting is not None:
        if contest.sitting.counted:
            message = "A table of the session is counted: the session is played to its end first."
            raise Refusal("counted", contest.desk.cancel.clause, message)
        events.append(called_off(contest, contest.sitting, reason))
        contest = TOURNAMENT.evolve(contest, events[0], now)
    if holds(command, RESULTS) and contest.draw.is_sealed:
        events.append(abandoned(contest.draw, command.secret))
    owed = {each.player: each.fee for each in contest.entries.values() if each.fee}
    back = tuple(m for name, fee in owed.items() for m in paid(POOL, of_player(name), fee))
    rest = contest.pool - sum(owed.values())
    events.append(
        TournamentCancelled(
            reason=reason,
            owed=owed,
            moves=(*back, *paid(POOL, WORLD, rest)),
            clause=contest.desk.cancel.clause,
        )
    )
    return events


TOURNAMENT.enriches(CancelTournament, "secret")(unseal_secret)


@TOURNAMENT.evolves(TournamentCancelled)
def tournament_cancelled(contest: Contest, event: TournamentCancelled) -> Contest:
    entries = {name: replace(each, fee=0) for name, each in contest.entries.items()}
    done = replace(contest, phase=CANCELLED, entries=entries, fees=0, added=0, orders={})
    return moved(done, event.moves)
