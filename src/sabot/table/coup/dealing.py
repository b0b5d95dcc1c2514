"""Dealing: the first card starts the coup, every card goes where it is due."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sabot.core.cards import read_card
from sabot.core.refusal import Refusal
from sabot.core.revision import MONEY, REPAIRS, RESULTS, WAGERS, holds
from sabot.engine.declarations import (
    RECORD,
    GameCard,
    StaffNumber,
    StaffText,
    Stop,
    Topic,
    in_topics,
    on_pages,
    public,
    record,
    server_fills,
    stops,
    transfers_of,
)
from sabot.engine.ledger import Move
from sabot.engine.streams import Command, Event
from sabot.rules import Choice, Due, box_name
from sabot.table.betting.one_wager import REVISED
from sabot.table.betting.totals import (
    StakeCut,
    apply_cuts,
    late_cuts,
    returns_of,
)
from sabot.table.coup.cutting_card import CuttingCardOut, check_cutting_card_out, cutting_card
from sabot.table.coup.holds import check_not_held
from sabot.table.coup.readiness import check_forgotten, check_ready
from sabot.table.devices.comparison import (
    check_chips_agree,
    check_loaded,
    check_seen,
    next_seen,
    with_difference,
)
from sabot.table.heat.duty import count_open, plays_heat
from sabot.table.players.gaming import within_limits
from sabot.table.players.room import rooms_of
from sabot.table.running.approvals import for_this_coup
from sabot.table.shoe.cards import (
    EXPOSE,
    check_copies,
    counts_clause,
    counts_of,
    dealer_turns,
    due,
    is_initial,
)
from sabot.table.shoe.omissions import NOT_CUT, NOT_SHUFFLED, not_so
from sabot.table.sights import CUT
from sabot.table.state import BETWEEN, DEALING, READY, VIRTUAL, Laid, Slot, Stack, Table
from sabot.table.stream import TABLE, is_virtual, moved, replace


class DealCard(Command, frozen=True, kw_only=True):
    """Deal the next card of the shoe or device to the hand where it is due.

    The server fills in the card of a virtual source. A scanning shoe that is enrolled has seen the
    card: the dealer names it too, or none, and then it is the card that was seen. Elsewhere the
    dealer names it. A face-down card has no name, and perhaps a `seal`. `cutting_card`: it came out
    just before this card. The flags tell of a step that was left out before a first card that is
    already out: `unshuffled`, the shuffle that the cutting card had called for; `uncut`, the cut;
    `unburned`, the burn.
    """

    pages = on_pages("deal")
    server_fields = server_fills("card seal", when=is_virtual)
    stopped_by = stops(Stop.STATEMENT)
    awaited = "card"

    card: GameCard | None = None
    seal: StaffText | None = None
    cutting_card: bool = False
    unburned: bool = False
    unshuffled: bool = False
    uncut: bool = False


class CoupStarted(Event, frozen=True, kw_only=True):
    """The first card is out: wagers are fixed, and live as far as the maxima let them."""

    basis = record("the wagers on the layout")
    sight = public("number boxes started no_bet method face", cuts=CUT)
    grows_with = "the wagers of a coup"
    transfers = transfers_of()
    topics = in_topics(Topic.LIMIT_MET, Topic.COUP)

    number: int
    boxes: tuple[int, ...]
    started: datetime
    no_bet: str | None
    method: str
    face: str
    cuts: tuple[StakeCut, ...] = ()
    moves: tuple[Move, ...] = ()


class CardDealt(Event, frozen=True, kw_only=True):
    """A card to a hand; `position` is its place in the stack, None for one carried over. `count`:
    the point count of a hand that asked for it, which the dealer then announces."""

    basis = RECORD
    sight = public("hand clause card up count")
    topics = in_topics(Topic.COUP)

    hand: str
    clause: str
    card: GameCard | None
    up: bool
    position: StaffNumber | None
    seal: StaffText | None = None
    count: int | None = None


def deal_card(table: Table, command: DealCard, now: datetime) -> Sequence[Event]:
    """Deal one card to the hand that is due it."""
    first = table.phase in BETWEEN
    check_not_held(table)
    events: list[Event] = []
    if not table.stack.carried:
        check_seen(table)
    before = table
    if first:
        check_loaded(table)
        check_chips_agree(table)
        events.extend(check_ready(table, command, now))
        for skipped in events:
            table = TABLE.evolve(table, skipped, now)
    else:
        _check_further(table, command)
    cutting = _cutting_card(table, command, first)
    if cutting is not None:
        events.append(cutting)
        if first and _shuffle_first(table):
            return events
    if first:
        for counted in count_open(table, single=holds(command, RESULTS)):
            events.append(counted)
            table = TABLE.evolve(table, counted, now)
        whole, everywhere = holds(command, WAGERS), holds(command, MONEY)
        events.append(start_coup(table, now, whole=whole, everywhere=everywhere))
        table = TABLE.evolve(table, events[-1], now)
    step = due(table)
    if not isinstance(step, Due):
        raise _not_due(table, step)
    if not first:
        check_before_third(table)
    dealt = _dealt(table, command, step)
    if holds(command, WAGERS) and _is_asked_for(table, dealt):
        dealt = replace(dealt, count=counts_of(TABLE.evolve(table, dealt, now))[dealt.hand])
    events.append(dealt)
    return with_difference(before, events, now)


def _is_asked_for(table: Table, dealt: CardDealt) -> bool:
    """Return whether a card that lies up is one that a box decided to draw."""
    if not table.round.decisions:
        return False
    drawn = (box_name(box) for box, said in table.round.decisions.items() if said == "draw")
    return dealt.up and dealt.hand in drawn


def _dealt(table: Table, command: DealCard, step: Due) -> CardDealt:
    up = table.round.face == "up"
    if table.stack.carried:
        waiting = table.stack.carried[0]
        _check_waiting(table, command, waiting)
        return CardDealt(
            hand=step.hand,
            clause=step.clause,
            card=waiting.card,
            up=waiting.up or (up and waiting.card is not None),
            position=None,
            seal=waiting.seal,
        )
    check_cards_left(table)
    card = _named(table, command, up)
    return CardDealt(
        hand=step.hand,
        clause=step.clause,
        card=card,
        up=up,
        position=table.stack.dealt,
        seal=command.seal,
    )


def _check_waiting(table: Table, command: DealCard, waiting: Slot) -> None:
    """Reject a keyed card that is not the one set aside, which comes first."""
    if command.card is None or table.opened.feed == VIRTUAL or not holds(command, WAGERS):
        return
    clause = table.stack.set_aside
    if waiting.card is None:
        message = "An unseen card was set aside and comes first: deal it without naming it."
        raise Refusal("set-aside", clause, message)
    if read_card(command.card).name != waiting.card:
        message = "{card} was set aside and comes first."
        raise Refusal("set-aside", clause, message, card=waiting.card)


def check_cards_left(table: Table) -> None:
    """An empty shoe or device deals nothing: that is an irregularity."""
    if table.stack.dealt >= table.stack.cards:
        cells = table.conduct.irregularities["cards-run-out"]
        clause = next((cell.clause for cell in cells if cell.clause), None)
        raise Refusal("cards-run-out", clause, "No card is left: report that the cards run out.")


def _named(table: Table, command: DealCard, up: bool) -> str | None:
    """A card that lies face up has a name; one that lies face down has none yet."""
    if not up:
        if command.card is not None:
            raise Refusal("face-down", table.method.face_clause, "This card is dealt face down.")
        return None
    card = read_card(command.card or next_seen(table)).name
    check_copies(table, card)
    return card


def _cutting_card(table: Table, command: DealCard, first: bool) -> CuttingCardOut | None:
    """The cutting card: known beforehand in a virtual shoe, seen by the dealer in another."""
    stack, virtual = table.stack, table.opened.feed == VIRTUAL
    said = stack.dealt == stack.cutting if virtual else command.cutting_card
    if not said and holds(command, WAGERS):
        check_cutting_card_out(table, first=first)
    if stack.carried and (virtual or not holds(command, REPAIRS)):
        return None
    if not said:
        return None
    return cutting_card(table, first=first, placed=holds(command, WAGERS))


def _check_further(table: Table, command: DealCard) -> None:
    """Reject a further card that is said to be a first one, and one of cards that were shuffled in
    the coup and are not cut or burned yet."""
    stack, preparation = table.stack, table.book.preparation
    if command.unshuffled or command.uncut:
        raise not_so(
            table,
            NOT_SHUFFLED if command.unshuffled else NOT_CUT,
            "That is said with the first card of a coup.",
        )
    if not holds(command, WAGERS):
        return
    check_cut_in_coup(table)
    if preparation.burn_required and not stack.burned and not stack.dealt:
        check_forgotten(table, command)


def _shuffle_first(table: Table) -> bool:
    rule = table.book.preparation.last_coup
    return rule is not None and rule.first == 0


def start_coup(
    table: Table, now: datetime, *, whole: bool = REVISED, everywhere: bool = True
) -> CoupStarted:
    """Return what the first card fixes. A box whose stakes have all gone back gets no card."""
    counted = plays_heat(table)  # a heat has said already what counts
    late = [] if counted else late_cuts(table, whole=whole)
    cuts = within_limits(table, late, everywhere=everywhere)
    boxes: tuple[int, ...] = ()
    if table.book.procedure.takes_boxes:
        left = apply_cuts(table.round.stakes, cuts).values()
        boxes = tuple(sorted({s.box for s in left if s.box is not None and s.live}))
    no_bet = table.round.no_bet
    method = table.conduct.no_bet_method if no_bet and table.conduct.no_bet_method else None
    used = table.conduct.method(method) if method else table.method
    assert used is not None
    return CoupStarted(
        number=table.round.number,
        boxes=boxes,
        started=now,
        no_bet=no_bet,
        method=used.name,
        face=table.opened.face if table.opened.face in used.faces else used.faces[0],
        cuts=tuple(cuts),
        moves=returns_of(table.round.stakes, cuts),
    )


def _not_due(table: Table, step: Choice | str | None) -> Refusal:
    if isinstance(step, Choice):
        return Refusal(
            "decision-due", step.clause, "Box {box} has to draw or stand first.", box=step.box
        )
    if step == EXPOSE:
        return Refusal("not-exposed", dealer_turns(table), "Turn the cards up first.")
    return Refusal(
        "no-card-due",
        None,
        "No card is due: the {coup_word} is complete. Report a card that came out anyway.",
        coup_word=table.book.coup,
    )


def check_cut_in_coup(table: Table) -> None:
    """Reject what goes on with a coup whose cards were shuffled in it and are not cut yet."""
    cut = table.book.preparation.cut
    if table.stack.stage != READY and cut is not None:
        raise Refusal("not-cut", cut.clause, "Cut the cards before the next card.")


def check_before_third(table: Table) -> None:
    """Point counts are announced, and early wagers settled, before any further card."""
    if not is_initial(table):
        return
    counts = counts_clause(table)
    if counts is not None and not table.round.counts:
        raise Refusal("not-announced", counts, "Announce the point counts first.")
    check_early(table)


def check_early(table: Table) -> None:
    """Reject what follows the initial deal while wagers that settle on it lie there."""
    early = early_stakes(table)
    if early and is_initial(table):
        clause = table.book.by_id[early[0].on].clause
        raise Refusal("settle-first", clause, "Settle the Pairs first.")


def early_stakes(table: Table) -> list[Laid]:
    """Stakes that settle on the initial deal and have not been settled."""
    by_id, settled = table.book.by_id, table.round.settled
    return [
        laid
        for laid in table.round.stakes.values()
        if by_id[laid.on].settles == "initial" and laid.sequence not in settled
    ]


def staying(stakes: Mapping[int, Laid], event: CoupStarted) -> dict[int, Laid]:
    """Return the stakes after the first card is out: those of a box that gets none are gone."""
    after = apply_cuts(stakes, event.cuts)
    return {key: laid for key, laid in after.items() if laid.box in (None, *event.boxes)}


@TABLE.evolves(CoupStarted)
def coup_started(table: Table, event: CoupStarted) -> Table:
    round_ = replace(
        table.round,
        started=event.started,
        boxes=event.boxes,
        method=event.method,
        face=event.face,
        stakes=staying(table.round.stakes, event),
        scheme=table.opened.scheme,
        rooms=rooms_of(table.patrons),
        answered=(),
        answer_by=None,
    )
    begun = replace(table, phase=DEALING, round=round_, approvals=for_this_coup(table))
    return moved(begun, event.moves)


def seen(stack: Stack, card: str | None) -> dict[str, int]:
    """Return the counts of seen faces with one more of that card."""
    if card is None:
        return stack.seen
    return {**stack.seen, card: stack.seen.get(card, 0) + 1}


@TABLE.evolves(CardDealt)
def card_dealt(table: Table, event: CardDealt) -> Table:
    stack, position = table.stack, event.position
    if position is None:
        position = stack.carried[0].position
        stack = replace(stack, carried=stack.carried[1:])
    else:
        shown = event.card if event.up else None
        stack = replace(stack, dealt=stack.dealt + 1, seen=seen(stack, shown))
    slot = Slot(event.hand, event.card, event.up, event.seal, position)
    keyed = (len(table.round.slots),) if event.up and event.position is not None else ()
    round_ = replace(table.round, slots=(*table.round.slots, slot), keyed=keyed)
    return replace(table, stack=stack, round=round_)
