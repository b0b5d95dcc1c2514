"""No money is made at a virtual table: chips come there from accounts alone."""

from datetime import timedelta
from typing import Any

import pytest

from compliance.nights import Json, Night, audited, forged, kinds, typed
from games import GAMES
from sabot import RULEBOOKS
from sabot.engine.ledger import WORLD, balance, of_player
from sabot.table.state import VIRTUAL
from support.accounts import ask, funded

SUE = ("sue", "casino supervisor")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("do", "who", "fields", "code"),
    [
        ("buy-chips", (), {"player": "alice", "amount": "10000"}, "virtual"),
        ("buy-chips", (), {"player": "alice", "amount": "1000000"}, "virtual"),
        ("buy-chips", SUE, {"player": "alice", "amount": "5", "means": "cashless"}, "virtual"),
        ("declare-chips", (), {"player": "alice", "amount": "500"}, "virtual"),
        ("join-table", (), {"player": "zoe", "chips": "500", "card": "Z"}, "no-account"),
        ("join-table", (), {"player": "zoe", "chips": "1000000", "card": "Z"}, "no-account"),
        ("join-table", (), {"player": "zoe", "chips": "0", "card": "Z"}, "no-account"),
        ("join-table", ("zoe", "player"), {"player": "zoe", "card": "Z"}, "no-account"),
    ],
)
def test_a_dealer_makes_no_money(
    game: str, do: str, who: tuple[str, ...], fields: Json, code: str
) -> None:
    """A purchase for cash once credited $70,000 at each table without a drop box."""
    night = Night(game)
    before = night.table.balances
    assert night.table.opened.feed == VIRTUAL
    assert night.no(do, *who, **fields) == code
    assert night.table.balances == before and not night.table.statements.pending


@pytest.mark.parametrize("game", [each for each in GAMES if RULEBOOKS[each].conduct.mispayment])
def test_no_payment_is_corrected(game: str) -> None:
    night = Night(game).coups(1)
    said: Json = {"of": "wager", "coup": 1, "amount": "500", "over": False, "player": "alice"}
    for role in ("dealer", "casino supervisor", "surveillance"):
        assert night.no("find-mispayment", "sue", role, **said, note="underpaid") == "virtual"


def test_a_payment_of_an_earlier_release_is_not_put_right_at_a_virtual_table() -> None:
    """Findings at a virtual table from before the rule stay as they are."""
    night = typed("star-baccarat").coups(1)
    night.do("find-mispayment", of="wager", coup=1, amount="5", over=True, player="alice",
             on="player", note="counted")  # fmt: skip
    closes = night.now + timedelta(minutes=45)
    night.do("post-sign", *SUE, kind="close", takes_effect=closes.isoformat())
    for player in ("alice", "bob"):
        night.do("leave-table", player=player)
    night.now = closes
    night.do("close-float", *SUE, counted=str(balance(night.table.balances, "float") // 100))
    night.do("close-table", *SUE)
    night.do("open-table", *SUE, **night._options | {"feed": VIRTUAL}, sign=SIGN)
    assert night.no("rectify-payment", *SUE, number=1) == "virtual"


SIGN = {"minimum": "5", "maximum": "1000"}


@pytest.mark.parametrize("game", GAMES)
def test_account_players_bring_and_fetch_their_own_chips(game: str) -> None:
    """The nearest lawful case: the same money, from the player's account, by the player's hand."""
    night = Night(game)
    funded(night.floor, "alice", "500")
    own = ("alice", "player")
    night.do("fetch-chips", *own, player="alice", amount="500")
    assert balance(night.table.balances, of_player("alice")) == 10_500_00
    night.do("leave-table", *own, player="alice")
    assert night.floor.account("alice").balance == 10_500_00
    assert audited(night.lines()) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_same_is_lawful_at_a_felt_table(game: str) -> None:
    night = typed(game)
    night.say("buy-chips", player="alice", amount="10000")
    night.do("declare-chips", player="alice", amount="500")
    night.do("join-table", player="zoe", chips="500", card="Z", place=5)
    assert balance(night.table.balances, of_player("alice")) == 20_500_00
    assert audited(night.lines()) == []


def test_old_events_of_a_virtual_table_are_found_in_order_and_new_ones_are_not() -> None:
    """The rule of a command is that of its revision: a log of the first release is audited as ever,
    and a new log that has such an event in it is not."""
    night = typed("star-baccarat").coups(1)
    night.say("buy-chips", player="alice", amount="100")
    assert audited(night.lines()) == []

    def virtual(events: list[Json]) -> None:
        opened = next(event for event in events if event["what"] == "table-opened/1")
        opened["do"]["feed"] = opened["setup"]["feed"] = VIRTUAL
        opened["odds_shown"] = True

    assert "should-be-rejected" in kinds(audited(forged(night.lines(), virtual)))


# The Deposit Limit


def at_felt(player: str = "carol", limit: str = "300", **more: Any) -> Night:
    """carol sits at a felt table with $100 of her account, on a Deposit Limit of $300 a day."""
    night = typed("star-baccarat", **more)
    funded(night.floor, player, "100", f"{player} 1")
    ask(night.floor, "set-deposit-limit", player, actor=player, role="player", amount=limit)
    seat: Json = {"player": player, "chips": "100", "place": 5, "card": f"{player} 1"}
    night.do("join-table", player, "player", **seat)
    return night


def test_cash_at_a_table_counts_against_the_deposit_limit() -> None:
    night = at_felt()
    night.do("buy-chips", player="carol", amount="200")
    assert night.no("buy-chips", player="carol", amount="0.50") == "deposit-limit"
    deposit = {"actor": "carol", "role": "player", "amount": "1", "method": "eftpos"}
    with pytest.raises(AssertionError, match="deposit-limit"):
        ask(night.floor, "deposit", "carol", **deposit)
    assert balance(night.table.balances, of_player("carol")) == 300_00
    assert audited(night.lines()) == []
    night.now += timedelta(days=1)
    night.do("buy-chips", player="carol", amount="300")
    assert night.no("buy-chips", player="carol", amount="0.50") == "deposit-limit"


def test_nothing_is_counted_where_the_table_refuses_the_purchase() -> None:
    night = at_felt()
    night.do("close-float", *SUE, counted=str(balance(night.table.balances, "float") // 100))
    assert night.no("buy-chips", player="carol", amount="50") == "float-closed"
    tally = night.floor.account("carol").deposited
    assert tally is not None and tally.amount == 100_00


def test_what_two_count_counts_once_and_when_it_is_confirmed() -> None:
    night = at_felt(limit="20000")
    night.say("buy-chips", player="carol", amount="15000")
    tally = night.floor.account("carol").deposited
    assert tally is not None and tally.amount == 100_00
    night.do("confirm-statement", "vera", "casino supervisor", number=1, reason="counted")
    tally = night.floor.account("carol").deposited
    assert tally is not None and tally.amount == 15_100_00
    night.say("buy-chips", player="carol", amount="11000")
    refused = ("confirm-statement", "vera", "casino supervisor")
    assert night.no(*refused, number=2, reason="counted") == "deposit-limit"
    assert audited(night.lines()) == []


def test_a_terminal_s_chips_count_too_and_a_player_without_an_account_has_no_limit() -> None:
    night = at_felt(cashless=True)
    night.do("buy-chips", player="alice", amount="5000", means="cashless")
    night.do("buy-chips", player="carol", amount="200", means="cashless")
    night.say("buy-chips", player="carol", amount="50", means="cashless")
    refused = ("confirm-statement", "vera", "casino supervisor")
    assert night.no(*refused, number=3, reason="seen") == "deposit-limit"
    assert not night.floor.account("alice").player


def test_an_excluded_player_buys_nothing() -> None:
    night = at_felt()
    ask(night.floor, "exclude-player", "carol", actor="carol", role="player", reason="a break")
    assert night.no("buy-chips", player="carol", amount="50") == "excluded"


def test_a_purchase_that_the_account_never_heard_of_is_found() -> None:
    night = at_felt()
    night.do("buy-chips", player="carol", amount="200")
    lines = [line for line in night.lines() if b'"purchase-counted/1"' not in line]
    assert "no-visit" in kinds(audited(forged(lines, lambda events: None)))


def test_the_world_pays_for_all_chips_at_a_virtual_table() -> None:
    """All chips at the table came from the cage or from accounts."""
    night = Night("star-baccarat").coups(3)
    there = -balance(night.table.balances, WORLD)
    accounts = [night.floor.account(player) for player in ("alice", "bob")]
    at_tables = sum(balance(account.balances, "tables", "cash") for account in accounts)
    assert there == 1_000_000_00 + at_tables
