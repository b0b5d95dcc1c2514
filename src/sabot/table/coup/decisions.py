"""Lucky Draw's decisions: box by box, draw with a wager or stand."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.money import TOKENS
from sabot.core.refusal import Refusal, named
from sabot.core.revision import MONEY, WAGERS, holds
from sabot.engine.declarations import (
    Stop,
    Topic,
    in_topics,
    on_pages,
    public,
    record,
    stops,
    transfers_of,
)
from sabot.engine.ledger import CURRENCIES, LAYOUT, Move, of_player
from sabot.engine.streams import Command, Event
from sabot.rules import Choice, Due, box_name
from sabot.rules.roles import PLAYER
from sabot.table.betting.wagers import check_currency, check_loss_limit, check_player
from sabot.table.coup.dealing import check_before_third, check_cut_in_coup
from sabot.table.coup.holds import check_not_held
from sabot.table.shoe.cards import counts_of, due
from sabot.table.sights import STAKE
from sabot.table.state import DEALING, Laid, Table
from sabot.table.stream import (
    OF_PLAYERS,
    TABLE,
    affordable,
    amount_of,
    by_staff,
    consents,
    moved,
    patron_of,
    replace,
)


class DecideHand(Command, frozen=True, kw_only=True):
    """Draw, with a DRAW wager equal to ENTER in chips, promotional tokens or both, or stand.

    `tokens`: the part of the wager that is laid in tokens, the rest is chips. Staff key in what a
    player signals; `absent`: they stand for one who does not decide or is not there.
    """

    pages = on_pages("deal", "table")
    stopped_by = stops(Stop.STATEMENT)
    awaited = "decision"

    box: int
    decision: str
    currency: str | None = None
    absent: bool = False
    tokens: str | None = None


class HandDecided(Event, frozen=True, kw_only=True):
    """`stake`: the DRAW wager; `beside`: the part of it that is laid in tokens beside chips."""

    basis = record("the player's call and the wager laid for it")
    sight = public("box decision clause count", stake=STAKE, beside=STAKE)
    transfers = transfers_of()
    topics = in_topics(Topic.COUP)

    box: int
    decision: str
    clause: str
    stake: Laid | None = None
    moves: tuple[Move, ...] = ()
    count: int | None = None
    beside: Laid | None = None


@TABLE.decides(
    DecideHand, phases=(DEALING,), seen="what is keyed before the next card", sent_by=OF_PLAYERS
)
def decide_hand(table: Table, command: DecideHand, now: datetime) -> Sequence[Event]:
    check_not_held(table)
    step = due(table)
    if not isinstance(step, Choice) or step.box != command.box:
        clause = step.clause if isinstance(step, Choice | Due) else None
        raise Refusal(
            "not-your-turn", clause, "Box {box} has no decision to make now.", box=command.box
        )
    check_before_third(table)
    if holds(command, WAGERS):
        check_cut_in_coup(table)
    if command.decision not in ("draw", "stand"):
        raise Refusal("bad-command", step.clause, "A decision is draw or stand.")
    if command.absent and (command.role == PLAYER or command.decision == "draw"):
        raise Refusal("bad-command", step.clause, "Staff stand for a player who is not there.")
    owner = next((s for s in table.round.stakes.values() if s.box == command.box), None)
    count = counts_of(table)[box_name(command.box)]
    if command.role == PLAYER and (owner is None or owner.player != command.actor):
        raise Refusal(
            "proxy",
            step.clause,
            "Box {box} is not {actor}'s.",
            box=command.box,
            actor=named(command.actor),
        )
    if command.role != PLAYER:
        by_staff(command)
    if command.decision == "stand":
        clause = absent_clause(table, step.clause) if command.absent else step.clause
        return [HandDecided(box=command.box, decision="stand", clause=clause, count=count)]
    if owner is None:
        raise Refusal("no-wager", step.clause, "No player has box {box}.", box=command.box)
    consents(table, command, owner.player)
    check_player(table, owner.player, patron_of(table, owner.player))
    if command.box in table.round.no_draw:
        raise Refusal(
            "no-draw", table.round.no_draw[command.box], "This box declined its card: it stands."
        )
    drawn = _draw(table, command, owner, count)
    stakes = [laid for laid in (drawn.stake, drawn.beside) if laid is not None]
    risked = sum(laid.live for laid in stakes if CURRENCIES[laid.currency].is_loss)
    if risked and holds(command, MONEY):
        patron = patron_of(table, owner.player)
        check_loss_limit(table, command, owner.player, patron, risked)
    return [drawn]


def _draw(table: Table, command: DecideHand, owner: Laid, count: int) -> HandDecided:
    """The DRAW wager is the same value as ENTER, however often that was raised."""
    need = next(each for each in table.book.together.needs if each.decision == "draw")
    box, player = command.box, owner.player
    whole = sum(laid.live for laid in table.round.stakes.values() if laid.box == box)
    stakes = [
        Laid(
            table.sequence + place, player, need.wager, amount, amount, box, box, currency=currency
        )
        for place, (currency, amount) in enumerate(_parts(table, command, need.clause, whole), 1)
    ]
    made = [Move(of_player(player), LAYOUT, laid.staked, laid.currency) for laid in stakes]
    return HandDecided(
        box=box,
        decision="draw",
        clause=need.clause,
        stake=stakes[0],
        moves=affordable(table, made),
        count=count,
        beside=stakes[1] if len(stakes) > 1 else None,
    )


def _parts(table: Table, command: DecideHand, clause: str, whole: int) -> list[tuple[str, int]]:
    """Return the currencies that a DRAW wager of so much is laid in, with the amount of each."""
    if command.tokens is None:
        return [(check_currency(table, command.currency), whole)]
    chips, tokens = check_currency(table, command.currency), check_currency(table, TOKENS)
    part = amount_of(command.tokens)
    if part > whole or part % table.opened.chip or chips == tokens:
        message = "Chips and tokens together make the first wager of {whole}: {part} is no part."
        told = {"whole": table.told(whole), "part": table.told(part)}
        raise Refusal("bad-amount", clause, message, **told)
    return [each for each in ((chips, whole - part), (tokens, part)) if each[1]]


def absent_clause(table: Table, otherwise: str) -> str:
    """The clause by which a box stands whose player is not there."""
    cells = table.conduct.irregularities.get("no-decision", ())
    return next((cell.clause for cell in cells if cell.clause), otherwise)


@TABLE.evolves(HandDecided)
def hand_decided(table: Table, event: HandDecided) -> Table:
    stakes, sequence = table.round.stakes, table.sequence
    for laid in (event.stake, event.beside):
        if laid is not None:
            stakes = {**stakes, laid.sequence: laid}
            sequence = laid.sequence
    decisions = {**table.round.decisions, event.box: event.decision}
    round_ = replace(table.round, stakes=stakes, decisions=decisions, keyed=())
    return moved(replace(table, sequence=sequence, round=round_), event.moves)
