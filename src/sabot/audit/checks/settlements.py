"""Every settlement derived again from the cards in the log: the rulebook's pay lines are read here,
and the pay is worked out by arithmetic of the audit's own."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast

from sabot.audit.checks.arithmetic import divided, paid
from sabot.audit.checks.cuts import revision_of
from sabot.audit.checks.edition import is_known
from sabot.core.cards import Hand, point_count, read_card
from sabot.core.money import TOURNAMENT, cash
from sabot.core.refusal import Refusal
from sabot.core.revision import RESULTS, WAGERS
from sabot.coup import Coup, deal, deal_so_far
from sabot.engine.finding import Finding, Step
from sabot.engine.ledger import (
    CURRENCIES,
    FLOAT,
    LAYOUT,
    Move,
    of_player,
    place_of,
    purse,
    purse_words,
)
from sabot.rules import Decision, Odds, box_name
from sabot.rules import Line as PayLine
from sabot.rules.coup.deal import box_number
from sabot.rules.irregularities.irregularity import UNRULED
from sabot.table.result.settlement import ResultAnnounced, SettledLine, WagersSettled
from sabot.table.state import Laid, Table


def settlement(step: Step[Table]) -> Iterator[Finding]:
    """Compare the end of each stake, and its moves, with the cards. A table with an unknown
    rulebook is skipped."""
    if not is_known(step.before):
        return
    if isinstance(step.event, ResultAnnounced):
        yield from _announced(step, step.event)
    if not isinstance(step.event, WagersSettled):
        return
    event, table = step.event, step.before
    wanted = [laid for laid in _unsettled(table) if not event.early or _is_early(table, laid)]
    found = {line.sequence: line for line in event.lines}
    if len(found) < len(event.lines):
        yield step.finding("settled-twice", "A stake stands there twice.")
    for sequence in found.keys() - {laid.sequence for laid in wanted}:
        yield step.finding("settled-twice", f"There was no stake {sequence} to settle.")
    try:
        coup = so_far(table) if event.early else coup_of(table)
    except Refusal as refused:
        yield step.finding("not-dealt-so", refused.message, refused.clause)
        return
    for wager in _wagers(wanted, step):
        lines = [found.get(laid.sequence) for laid in wager]
        ends = derived(table, coup, wager, _named(event, lines))
        for laid, line, due in zip(wager, lines, ends, strict=True):
            if line is None:
                yield step.finding("not-settled", f"{_stake(step.before, laid)} was not settled.")
            else:
                yield from _compare(step, laid, line, due)
    yield from _moves(step, event, {laid.sequence: laid for laid in wanted})


def _wagers(stakes: Sequence[Laid], step: Step[Table]) -> list[list[Laid]]:
    """Group stakes into wagers: by player, bet, and box or area, unless one is void or invalid.
    Before the revision `WAGERS`, each stake was paid by itself; since `RESULTS`, each of a heat."""
    do = bytes(step.line.do)
    single = bool(do) and revision_of(do) < WAGERS
    heats = not do or revision_of(do) >= RESULTS
    groups: dict[object, list[Laid]] = {}
    for laid in stakes:
        alone = single or (heats and laid.currency == TOURNAMENT)
        alone = alone or _fell(step.before, laid) is not None
        where = laid.area if laid.box is None else laid.box
        key: object = laid.sequence if alone else (laid.player, laid.on, where)
        groups.setdefault(key, []).append(laid)
    return list(groups.values())


def _fell(table: Table, laid: Laid) -> tuple[str, str] | None:
    """Return how a stake ended without being played, and by which clause."""
    void = table.round.void_hands.get(box_name(laid.box)) if laid.box is not None else None
    if void is not None:
        return "void", void
    return None if laid.invalid is None else ("invalid", laid.invalid)


def _named(event: WagersSettled, lines: Sequence[SettledLine | None]) -> int | None:
    """Return the payment that a supervisor named for a wager, if one did so with a reason."""
    if not event.reason or any(line is None or line.clause != UNRULED for line in lines):
        return None
    return sum(line.pays for line in lines if line is not None)


def derived(
    table: Table, coup: Coup, wager: Sequence[Laid], named: int | None
) -> Sequence[SettledLine | Refusal]:
    """Return how the stakes of one wager end, by arithmetic of the audit's own: the rulebook's
    lines say which odds apply, the pay is worked out and rounded here. `named` is a supervisor's
    payment, which stands only where chips cannot pay exactly and no clause rounds."""
    fell = _fell(table, wager[0])
    if fell is not None:
        return [SettledLine(laid.sequence, *fell, 0, laid.live) for laid in wager]
    try:
        line = _line(table, coup, wager[0])
    except Refusal as refused:
        return [refused for _ in wager]
    if line is None:
        loses = table.book.by_id[wager[0].on].loses
        return [SettledLine(laid.sequence, "lose", loses, 0, 0) for laid in wager]
    if not isinstance(line.pays, Odds):
        return [SettledLine(laid.sequence, "standoff", line.clause, 0, laid.live) for laid in wager]
    chip, each = table.opened.chip, (line.pays.pays, line.pays.per)
    live = sum(laid.live for laid in wager)
    pays = paid(live, each, chip, table.book.chips is not None)
    if pays is None:
        up = paid(live, each, chip, rounds=True) or 0
        if named is None or named not in (up - chip, up):
            message = "Chips of {chip} cannot pay this exactly, and no clause rounds it."
            return [Refusal("no-rule", None, message, chip=cash(chip)) for _ in wager]
        return _divided(named, wager, UNRULED, None)
    return _divided(pays, wager, line.clause, str(line.pays))


def _line(table: Table, coup: Coup, laid: Laid) -> PayLine | None:
    """Return the pay line that applies to a stake by the cards, or None if it loses."""
    book, wager = table.book, table.book.wager(laid.on)
    boxes = [box_number(name) for name in coup.hands if name not in book.procedure.house]
    book.check_box(wager, laid.box, boxes)
    facts = coup.facts(wager.space, laid.box)
    if wager.played_when and not wager.played_when(facts):
        message = "Box {box} took no third card: there is no {wager} wager on it."
        raise Refusal("draw-mismatch", wager.clause, message, box=laid.box, wager=wager.name)
    scheme = book.scheme(table.round.scheme)
    applying = [each for each in wager.lines if each.scheme in (None, scheme) and each.when(facts)]
    return applying[0] if applying else None


def _divided(pays: int, wager: Sequence[Laid], clause: str, odds: str | None) -> list[SettledLine]:
    """Divide a wager's pay among its stakes by what is live on each, to the cent."""
    parts = divided(pays, [laid.live for laid in wager])
    return [
        SettledLine(laid.sequence, "win", clause, part, laid.live + part, odds)
        for laid, part in zip(wager, parts, strict=True)
    ]


def coup_of(table: Table) -> Coup:
    """The whole coup, without hands that were declared void."""
    cards, boxes, decisions = _dealt(table)
    return deal(table.book, cards, boxes, decisions)


def so_far(table: Table) -> Coup:
    """The coup as far as it is dealt, for wagers that settle on the first cards."""
    cards, boxes, decisions = _dealt(table)
    given = tuple(read_card(card) for card in cards)
    dealing = deal_so_far(table.book, given, boxes, decisions)
    hands = {name: Hand(held, point_count(held)) for name, held in dealing.hands.items()}
    return Coup(table.book, hands, dealing.used, {})


def _dealt(table: Table) -> tuple[list[str], tuple[int, ...], dict[int, Decision]]:
    void, round_ = table.round.void_hands, table.round
    slots = [slot for slot in round_.slots if slot.hand not in void]
    boxes = tuple(box for box in round_.boxes if box_name(box) not in void)
    said = cast(Mapping[int, Decision], round_.decisions)
    decisions = {box: each for box, each in said.items() if box in boxes}
    return [slot.card or "" for slot in slots], boxes, decisions


def _unsettled(table: Table) -> list[Laid]:
    settled = set(table.round.settled)
    return [s for s in table.round.stakes.values() if s.sequence not in settled]


def _is_early(table: Table, laid: Laid) -> bool:
    return table.book.by_id[laid.on].settles == "initial"


def _stake(table: Table, laid: Laid) -> str:
    box = f", box {laid.box}" if laid.box is not None else ""
    on = table.book.names.get(laid.on, laid.on)
    return f"{laid.player}'s {cash(laid.live)} on {on}{box}"


def _compare(
    step: Step[Table], laid: Laid, found: SettledLine, wanted: SettledLine | Refusal
) -> Iterator[Finding]:
    if isinstance(wanted, Refusal):
        yield step.finding(
            "cannot-be-settled", f"{_stake(step.before, laid)}: {wanted}", wanted.clause
        )
    elif (found.outcome, found.pays, found.returns) != (
        wanted.outcome,
        wanted.pays,
        wanted.returns,
    ):
        yield step.finding(
            "wrong-settlement",
            f"{_stake(step.before, laid)}: {_ending(found)}, and should be {_ending(wanted)}.",
            wanted.clause,
        )
    elif found != wanted:
        yield step.finding(
            "wrong-clause",
            f"{_stake(step.before, laid)} is settled by {found.clause} at {found.odds}, not by"
            f" {wanted.clause} at {wanted.odds}.",
            wanted.clause,
        )


def _ending(line: SettledLine) -> str:
    return f"{line.outcome}, pays {cash(line.pays)}, returns {cash(line.returns)}"


def _moves(
    step: Step[Table], event: WagersSettled, stakes: Mapping[int, Laid]
) -> Iterator[Finding]:
    """Compare the moves with the lines, purse by purse."""
    wanted = [
        move
        for line in event.lines
        if line.sequence in stakes
        for move in _paid(line, stakes[line.sequence])
    ]
    found, should = _net(event.moves), _net(wanted)
    for key in sorted(found.keys() | should.keys()):
        if found[key] != should[key]:
            yield step.finding(
                "wrong-payment",
                f"{purse_words(*place_of(key))} get {cash(found[key])} and should get"
                f" {cash(should[key])}.",
            )


def _paid(line: SettledLine, laid: Laid) -> Iterator[Move]:
    place, currency = of_player(laid.player), CURRENCIES[laid.currency]
    if line.outcome == "lose":
        yield Move(LAYOUT, currency.house, laid.live, laid.currency)
        return
    yield Move(LAYOUT, place, laid.live, laid.currency)
    yield Move(FLOAT, place, line.pays, currency.pays)


def _net(moves: Iterable[Move]) -> Counter[str]:
    net = Counter[str]()
    for move in moves:
        net[purse(move.source, move.currency)] -= move.amount
        net[purse(move.target, move.currency)] += move.amount
    return net


def _announced(step: Step[Table], event: ResultAnnounced) -> Iterator[Finding]:
    """Compare the announced result with the cards."""
    try:
        coup = coup_of(step.before)
    except Refusal as refused:
        yield step.finding("not-dealt-so", refused.message, refused.clause)
        return
    if (event.result or None) != coup.result:
        yield step.finding(
            "wrong-result", f"{event.result or 'Nothing'} was called, and {coup.result} won."
        )
    void = step.before.round.void_hands
    for name, hand in coup.hands.items():
        if name not in void and event.counts.get(name) != hand.total:
            yield step.finding(
                "wrong-count", f"{name} has {hand.total}, and {event.counts.get(name)} was called."
            )
        lie = [s.card for s in step.before.round.slots if s.hand == name]
        if lie != [card.name for card in hand.cards if card.suit]:
            yield step.finding("wrong-hand", f"The cards of {name} are not those due to it.")
