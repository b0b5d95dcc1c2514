"""Money is conserved under every sequence of commands."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.core.money import CASH
from sabot.engine.ledger import CURRENCIES, DROP, FLOAT, WORLD, balance
from sabot.engine.streams import Rejection
from sabot.table.chips.change import ChipsBought
from sabot.table.chips.fills import FloatCredited, FloatFilled
from sabot.table.chips.floats import FloatClosed, result_of_shift
from support.evening import Evening
from support.thorough import tries

Command = tuple[str, dict[str, Any]]

AMOUNTS = st.sampled_from(["0", "0.50", "5", "99.50", "100", "1000", "1000.50", "5000", "99999"])
PLAYERS = st.sampled_from(["alice", "bob", "carol"])
NUMBERS = st.integers(1, 3)


def command(do: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Command]:
    return st.fixed_dictionaries(fields).map(lambda chosen: (do, chosen))


ON_THE_FLOOR = st.one_of(
    command("buy-chips", player=PLAYERS, amount=AMOUNTS,
            means=st.sampled_from(["cash", "cashless"])),
    command("declare-chips", player=PLAYERS, amount=AMOUNTS),
    command("colour-change", player=PLAYERS, gives=st.just({"25": 4}), takes=st.just({"10": 10})),
    command("exchange-voucher", player=PLAYERS, amount=AMOUNTS, number=st.just("V 1"),
            conditions=st.just("none")),
    command("leave-table", player=PLAYERS, declared=AMOUNTS),
    command("join-table", player=PLAYERS, chips=AMOUNTS, card=st.just("card")),
    command("place-wager", player=PLAYERS, on=st.sampled_from(["player", "banker", "tie"]),
            amount=AMOUNTS, currency=st.sampled_from([None, "tokens"])),
    command("pause-player", player=PLAYERS, reason=st.just("a new week")),
    command("remind-player", player=PLAYERS),
)  # fmt: skip
AT_THE_TRAY = st.one_of(
    command("open-float", amount=AMOUNTS),
    command("fill", amount=AMOUNTS),
    command("credit", amount=AMOUNTS),
    command("close-float", counted=AMOUNTS),
    command("collect-drop", seal=st.just("S 1")),
    command("remove-drop-box"),
    command("fit-drop-box"),
    command("find-mispayment", of=st.sampled_from(["wager", "cash change", "colour change"]),
            coup=NUMBERS, amount=AMOUNTS, over=st.booleans(), note=st.just("seen"),
            player=st.one_of(st.none(), PLAYERS), in_books=st.booleans(),
            intended=st.sampled_from([None, False, True])),
    command("rectify-payment", number=NUMBERS, amount=st.one_of(st.none(), AMOUNTS)),
    command("record-inquiry", number=NUMBERS, intended=st.booleans(), note=st.just("cameras")),
    command("record-attempt", number=NUMBERS, note=st.just("telephone"),
            step=st.sampled_from(["identify", "contact", "reimburse", "request", "impractical"])),
    command("raise-payment", number=NUMBERS, channel=st.just("letter")),
    command("give-notice", number=NUMBERS, channel=st.just("letter")),
    command("coup"),
)  # fmt: skip


def run(evening: Evening, do: str, fields: dict[str, Any]) -> None:
    """Do it if the table lets us; a coup is dealt with a float that can pay for it."""
    manager = {"role": "gaming manager"}
    if do != "coup":
        if not isinstance(evening.ask(do, **fields, **manager), Rejection):
            evening.ok(do, **fields, **manager)
    elif evening.table.round.stakes:
        shift = evening.table.shift
        is_open = shift is not None and shift.is_open
        evening.ok("fill" if is_open else "open-float", amount="999999", **manager)
        evening.coup("9S 5H KD KC")


@settings(max_examples=tries(50), deadline=None)
@given(st.booleans(), st.lists(ON_THE_FLOOR | AT_THE_TRAY, max_size=25))
def test_any_sequence_keeps_the_books(cashless: bool, commands: list[Command]) -> None:
    evening = Evening("star-baccarat", cashless=cashless)
    evening.join("alice", 1, visit={"card": "card of alice", "room": 500_00})
    evening.join("bob", 2)
    for do, fields in commands:
        run(evening, do, fields)
        balances = evening.table.balances
        assert all(left >= 0 for place, left in balances.items() if not place.endswith(WORLD))
        assert sum(balance(balances, DROP, each) for each in CURRENCIES if each != CASH) == 0
    assert evening.replayed() == evening.table


@settings(max_examples=tries(30), deadline=None)
@given(st.lists(ON_THE_FLOOR | AT_THE_TRAY, max_size=20), AMOUNTS)
def test_the_win_of_a_shift_is_what_else_the_float_took_and_paid(
    commands: list[Command], counted: str
) -> None:
    """All but what the cage brought and took, and chips that were sold for as much money."""
    evening = Evening("star-baccarat")
    evening.join("alice", 1)
    start = len(evening.log)
    for do, fields in commands:
        if do not in ("open-float", "close-float"):
            run(evening, do, fields)
    if evening.table.round.stakes:
        run(evening, "coup", {})
    evening.ok("close-float", counted=counted, role="gaming manager")
    cage = (FloatFilled, FloatCredited, FloatClosed, ChipsBought)
    others = [event for event, _ in evening.log[start:] if not isinstance(event, cage)]
    moves = [move for event in others for move in getattr(event, "moves", ())]
    took = sum(move.amount for move in moves if move.target == FLOAT)
    paid = sum(move.amount for move in moves if move.source == FLOAT)
    assert evening.table.shift is not None
    variance = evening.table.shift.variance
    assert result_of_shift(evening.table).win == took - paid + variance
