"""Random nights: the float balances by denomination in every event."""

from collections.abc import Mapping
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.core.denominations import Count, differences, largest, taken_from, together, worth
from sabot.core.money import CHIPS, dollars
from sabot.engine.ledger import FLOAT, Move, balance
from sabot.engine.streams import Event, Rejection
from sabot.table import TABLE, Table
from sabot.table.chip_set import values_of
from sabot.table.chips.change import ColourChanged
from sabot.table.chips.fills import FloatCredited, FloatFilled
from sabot.table.chips.floats import FloatClosed, FloatOpened
from sabot.table.result.void_wagers import void_coup
from support.evening import Evening
from support.thorough import tries

Night = list[tuple[str, dict[str, Any]]]
SUE: dict[str, Any] = {"actor": "sue", "role": "casino supervisor"}
VALUES = ["1000", "500", "100", "25", "10", "5", "2.50", "1", "0.50"]
PLAYERS = st.sampled_from(["alice", "bob"])
SOME = st.dictionaries(st.sampled_from(VALUES), st.integers(1, 12), min_size=1, max_size=4)
AMOUNTS = st.sampled_from(["5", "25", "30", "62.50", "99.50", "105", "1000"])
MAYBE = st.one_of(st.none(), SOME)


def step(do: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[str, Any]]:
    return st.fixed_dictionaries(fields).map(lambda chosen: (do, chosen))


STEPS = st.one_of(
    step("fill", chips=SOME),
    step("credit", chips=SOME),
    step("credit", amount=AMOUNTS),
    step("buy-chips", player=PLAYERS, amount=AMOUNTS),
    step("buy-chips", player=PLAYERS, chips=SOME),
    step("colour-up", player=PLAYERS, gives=SOME),
    step("colour-change", player=PLAYERS, gives=SOME, takes=SOME),
    step("coup", on=st.sampled_from(["player", "banker"]), amount=AMOUNTS, chips=MAYBE),
    step("void", on=st.sampled_from(["player", "banker"]), amount=AMOUNTS),
)


def amount_of(chips: Mapping[str, int]) -> str:
    return dollars(sum(round(float(value) * 100) * pieces for value, pieces in chips.items()))


def play(evening: Evening, do: str, fields: dict[str, Any]) -> None:
    if do in ("coup", "void"):
        chips = fields.get("chips")
        amount = fields["amount"] if chips is None else amount_of(chips)
        said = {"player": "alice", "on": fields["on"], "amount": amount, "chips": chips}
        if isinstance(evening.ask("place-wager", actor="alice", role="player", **said), Rejection):
            return
        evening.ok("place-wager", actor="alice", role="player", **said)
        evening.deal("9S 5H KD KC")
        if do == "void":
            evening.ok("announce-result")
            evening.ok("settle-wagers")
            event = void_coup(evening.table, "9.9", reverse=True)
            evening.table = TABLE.evolve(evening.table, event, evening.now)
            evening.log.append((event, evening.now))
            evening.ok("clear-cards")
        else:
            evening.finish()
        return
    if "chips" in fields:
        fields = {**fields, "amount": amount_of(fields["chips"])}
    who = {} if "player" in fields else SUE
    if not isinstance(evening.ask(do, **fields, **who), Rejection):
        evening.ok(do, **fields, **who)


def crossed(move: Move, held: Count, values: tuple[int, ...]) -> Count:
    """Return the chips that a move brings into the float, or with a minus takes out of it."""
    if move.currency != CHIPS or FLOAT not in (move.source, move.target):
        return {}
    if move.target == FLOAT:
        return dict(move.chips or largest(move.amount, values))
    gone = move.chips or taken_from(held, move.amount, values)
    return {value: -pieces for value, pieces in gone.items()}


def follow(event: Event, held: Count, values: tuple[int, ...]) -> Count:
    """Return the float after an event, apart from the table: first what comes in."""
    moves: tuple[Move, ...] = getattr(event, "moves", ())
    if isinstance(event, ColourChanged):
        return differences(event.takes, together(held, event.gives))
    for move in sorted(moves, key=lambda each: each.source == FLOAT):
        change = crossed(move, held, values)
        assert abs(worth(change)) == (move.amount if change else 0)
        held = together(held, change)
    return held


@settings(max_examples=tries(40), deadline=None)
@given(st.lists(STEPS, max_size=14))
def test_a_night_balances_by_denomination(steps: Night) -> None:
    evening = Evening("star-baccarat")
    evening.join("alice", 1, chips="20000")
    evening.join("bob", 2, chips="20000")
    for do, fields in steps:
        play(evening, do, fields)
    tray, held = evening.table.tray, balance(evening.table.balances, FLOAT)
    assert tray is not None
    closers = {dollars(value): pieces for value, pieces in tray.items()}
    evening.ok("close-float", counted=dollars(held), chips=closers, **SUE)

    values, inside = values_of(evening.table.opened.chips), Count()
    openers, came, went = Count(), Count(), Count()
    closed: FloatClosed | None = None
    replayed = Table(name="1")
    for event, at in evening.log:
        before = inside
        if isinstance(event, FloatClosed):
            closed = event
            break
        inside = follow(event, inside, values)
        assert all(pieces > 0 for pieces in inside.values())
        if isinstance(event, FloatOpened):
            openers = inside
        elif isinstance(event, FloatFilled):
            came = together(came, differences(before, inside))
        elif isinstance(event, FloatCredited):
            went = together(went, differences(inside, before))
        else:
            change = differences(before, inside)
            came = together(came, {v: n for v, n in change.items() if n > 0})
            went = together(went, {v: -n for v, n in change.items() if n < 0})
        replayed = TABLE.evolve(replayed, event, at)
        assert (replayed.tray or {}) == inside
        assert worth(inside) == balance(replayed.balances, FLOAT)
    assert closed is not None and closed.chips is not None and closed.differs == {}
    assert together(closed.chips, went) == together(openers, came)
