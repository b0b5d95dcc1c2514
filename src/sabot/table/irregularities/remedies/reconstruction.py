"""Reopen a coup: its settlement is undone, and it stands as before its result was called."""

from collections import Counter
from collections.abc import Collection
from typing import Final

import msgspec

from sabot.core.refusal import Refusal
from sabot.engine.declarations import (
    StaffAmounts,
    Topic,
    in_topics,
    public,
    statement,
    transfers_of,
)
from sabot.engine.ledger import CURRENCIES, LAYOUT, Move, of_player
from sabot.engine.streams import Event
from sabot.rules.irregularities.irregularity import rule_for
from sabot.rules.irregularities.outcomes import Outcome
from sabot.shoe.procedure import DEVICE
from sabot.table.betting.sides import back
from sabot.table.heat.reversal import taken_back
from sabot.table.result.debts import NO_ADVANCE, advance
from sabot.table.result.void_wagers import undo_settlements, with_changes
from sabot.table.state import (
    BETTING,
    BETWEEN,
    DEALING,
    IN_COUP,
    Patron,
    Round,
    Stack,
    Table,
)
from sabot.table.stream import TABLE, affordable, is_void, moved, replace

TAKEN_OUT: Final = (Outcome.VOID_AND_CHECK, Outcome.VOID_SAVE_SETTLED, Outcome.CHECK_DEVICE)
"""Outcomes by which all cards come out of the shoe or device."""


class CoupReopened(Event, frozen=True, kw_only=True):
    """A settlement is undone, and the coup stands as before its result was called. `losses` is how
    that changes what each player has lost at this visit; `mixed`: its cards were shuffled since.
    `advanced` is what players do not hold of what they had been paid, by purse, and `accounts` are
    the players who had played the coup on an account: both where the coup was over. `void` are the
    players whose settled wagers of it were declared void: those do not lie again."""

    basis = statement("reopened")
    sight = public("number clause")
    grows_with = "the wagers of a coup"
    transfers = transfers_of()
    topics = in_topics(Topic.IRREGULARITY, Topic.COUP)
    may_leave_debt = True

    number: int
    moves: tuple[Move, ...]
    clause: str
    losses: StaffAmounts = msgspec.field(default_factory=dict)
    mixed: bool = False
    advanced: StaffAmounts = msgspec.field(default_factory=dict)
    accounts: tuple[str, ...] = ()
    void: tuple[str, ...] = ()


def _check_books(table: Table, clause: str) -> None:
    """Refuse to rebuild a coup whose payments were found wrong by its cards: they are put right
    one by one, and not a second time."""
    if table.past is not None and table.past.wrong:
        message = "Payments of that {coup_word} were found wrong by its cards: put those right."
        raise Refusal("mispaid", clause, message, coup_word=table.book.coup)


def reopen(table: Table, clause: str, *, revised: bool = True) -> list[Event]:
    """Undo what was settled of the coup that is in progress, or of the one just over. Wagers that
    lie for the next one go back first. `revised`: a player who has left, or holds too little, is
    advanced what the coup needs until it is over."""
    if table.phase == DEALING and not table.round.moves and table.round.result is None:
        return []
    if table.phase not in IN_COUP:
        check_not_late(table, clause, revised=revised)
    round_ = table.round if table.phase in IN_COUP else table.last
    if round_ is None:
        raise Refusal(
            "nothing-there", clause, "No {coup_word} has been played.", coup_word=table.book.coup
        )
    check_has_result(table, round_, clause)
    if table.phase not in IN_COUP:
        _check_device(table, clause)
        _check_books(table, clause)
    if table.phase in IN_COUP:
        void = _voided_since(round_) if revised else ()
    else:
        void = _void_players(table, round_)
    if void and not revised:
        what = "Wagers of that {coup_word} were declared void since: it is not reopened."
        raise Refusal("void", clause, what, coup_word=table.book.coup)
    round_ = _without(round_, void)
    first = taken_back(table, clause)
    for event in first:
        assert table.at is not None
        table = TABLE.evolve(table, event, table.at)
    early = () if table.phase in IN_COUP else tuple(table.round.stakes.values())
    undone = (move.back() for move in reversed(round_.moves))
    undoing = (*(back(laid) for laid in early), *undone)
    lent = advance(table, undoing, round_) if revised else NO_ADVANCE
    moves = affordable(table, (*lent.moves, *undoing))
    past = table.past if revised and table.phase not in IN_COUP else None
    bettors = {laid.player for laid in round_.stakes.values()}
    losses = undo_settlements(replace(table, round=round_), bettors).losses
    again = CoupReopened(
        number=round_.number,
        moves=moves,
        clause=clause,
        losses=losses,
        mixed=round_.mixed if table.phase in IN_COUP else _are_mixed(table, revised=revised),
        advanced=lent.amounts,
        accounts=tuple(name for name in past.accounts if name not in void) if past else (),
        void=void,
    )
    return [*first, again]


def check_not_late(table: Table, clause: str, *, revised: bool = True) -> None:
    """A coup that is over can be touched while no other has begun; and while its cards are in use,
    where the document makes the end of those the same as the next coup. `revised`: cards that came
    out to be checked are out of use."""
    late = rule_for(table.conduct.irregularities, "found-after-closing", {})
    ends = late is not None and late.outcome is Outcome.STAND
    gone = table.phase not in BETWEEN or table.last_stack is None
    out = table.phase != BETTING or _are_mixed(table) or (revised and _are_out(table))
    if gone or (ends and out):
        raise Refusal(
            "too-late",
            clause,
            "The cards of the last {coup_word} are out of use: report it as found after closing.",
            coup_word=table.book.coup,
        )


def _are_out(table: Table) -> bool:
    """Return whether the cards came out of the shoe or device to be checked."""
    cells = (cell for row in table.conduct.irregularities.values() for cell in row)
    clauses = {cell.clause for cell in cells if cell.outcome in TAKEN_OUT}
    return table.stack.shuffle is not None and table.stack.shuffle in clauses


def _are_mixed(table: Table, *, revised: bool = False) -> bool:
    """Return True if the last coup's cards were shuffled since; `revised`: or before it ended, or
    came out to be checked."""
    before, last = table.last_stack, table.last
    is_old = revised and ((last is not None and last.mixed) or _are_out(table))
    return is_old or before is None or before.number != table.stack.number


def _check_device(table: Table, clause: str) -> None:
    """A virtual device mixes its cards with the end of each coup."""
    before = table.last_stack
    if _are_mixed(table) and table.opened.source != DEVICE:
        return
    if before is not None and before.digest != table.stack.digest:
        raise Refusal(
            "mixed",
            clause,
            "The device has mixed these cards: the {coup_word} is lost.",
            coup_word=table.book.coup,
        )


def _void_players(table: Table, round_: Round) -> tuple[str, ...]:
    """Return the players whose wagers of the last coup were declared void after its end."""
    bettors = dict.fromkeys(laid.player for laid in round_.stakes.values() if laid.live)
    return tuple(p for p in bettors if table.past is not None and p not in table.past.players)


def _voided_since(round_: Round) -> tuple[str, ...]:
    """Return the players whose wagers of the coup in progress were settled and declared void."""
    settled = [laid for key, laid in round_.stakes.items() if key in round_.settled]
    kept = {laid.player for laid in settled if laid.invalid is None}
    return tuple(dict.fromkeys(laid.player for laid in settled if laid.player not in kept))


def _without(round_: Round, players: Collection[str]) -> Round:
    """Return a coup without some players' settled wagers and what was paid or taken for them. A
    stake was lost if it did not come back from the layout."""
    if not players:
        return round_
    gone = {
        key: laid
        for key, laid in round_.stakes.items()
        if laid.player in players and (key in round_.settled or not laid.live)
    }
    stakes = {key: laid for key, laid in round_.stakes.items() if key not in gone}
    places, moves = {of_player(player) for player in players}, list[Move]()
    lost = Counter((laid.live, laid.currency) for laid in gone.values())
    lost.subtract(
        (move.amount, move.currency)
        for move in round_.moves
        if move.source == LAYOUT and move.target in places
    )
    for move in round_.moves:
        what = move.amount, move.currency
        if (
            move.source == LAYOUT
            and move.target == CURRENCIES[move.currency].house
            and lost[what] > 0
        ):
            lost[what] -= 1
        elif not places & {move.source, move.target}:
            moves.append(move)
    return replace(round_, stakes=stakes, moves=tuple(moves))


def check_has_result(table: Table, round_: Round, clause: str) -> None:
    if round_.void is not None or is_void(table, round_.number):
        raise Refusal(
            "void",
            round_.void or clause,
            "The {coup_word} is void already.",
            coup_word=table.book.coup,
        )


@TABLE.evolves(CoupReopened)
def coup_reopened(table: Table, event: CoupReopened) -> Table:
    over = table.phase not in IN_COUP
    round_ = table.last if over else table.round
    assert round_ is not None
    round_ = _without(round_, event.void)
    if table.past is not None and over:
        round_ = replace(round_, days=table.past.days)
    if over:
        forced = () if table.round.no_bet is None else (table.round.no_bet,)
        table = replace(
            table,
            stack=table.stack if event.mixed else _taken_back(table),
            past=None,
            coups=table.coups - 1,
            last=None,
            last_stack=None,
            next_no_bet=(*forced, *table.next_no_bet),
            patrons=_less_idle(table, round_),
        )
    round_ = replace(
        round_, settled=(), moves=(), returns={}, result=None, mixed=event.mixed, keyed=()
    )
    advanced = Counter(round_.advanced)
    advanced.update(event.advanced)
    accounts = tuple(dict.fromkeys((*round_.accounts, *event.accounts)))
    round_ = replace(round_, rebuilt=event.clause, advanced=dict(advanced), accounts=accounts)
    patrons = with_changes(table, event.losses, round_.days)
    return moved(replace(table, phase=DEALING, round=round_, patrons=patrons), event.moves)


def _taken_back(table: Table) -> Stack:
    """The stack as it was before the cards were cleared, with what has happened to it since."""
    now, before = table.stack, table.last_stack
    assert before is not None
    later = now.carried[len(before.carried) + len(before.waiting) :]
    came = now.dealt - (0 if table.opened.source == DEVICE else before.dealt)
    burned = now.rack[-1][len(now.rack[-1]) - came + len(later) :] if now.rack else ()
    counts = dict(before.seen)
    for name in (*(slot.card for slot in later if slot.up), *burned):
        if name is not None:
            counts[name] = counts.get(name, 0) + 1
    return replace(
        before,
        dealt=before.dealt + came,
        rack=(*before.rack[:-1], (*before.rack[-1], *burned)) if before.rack else (burned,),
        waiting=(*before.waiting, *later),
        seen=counts,
        left=now.left + 1 if before.left is None and now.left is not None else before.left,
        shuffle=now.shuffle,
        replace=now.replace,
        check=now.check,
    )


def _less_idle(table: Table, round_: Round) -> dict[str, Patron]:
    """Return the players with one idle coup less for those who had not bet: the coup is not
    over."""
    if round_.no_bet is not None:
        return table.patrons
    bettors = {laid.player for laid in round_.stakes.values()}
    return {
        player: replace(patron, idle=max(0, patron.idle - 1)) if player not in bettors else patron
        for player, patron in table.patrons.items()
    }
