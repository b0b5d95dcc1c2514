"""Void coups and void wagers: what goes back, what is undone, what is owed."""

import pytest

from sabot.core.refusal import Refusal
from sabot.engine.ledger import FLOAT, LAYOUT, WORLD, Move, is_balanced, post
from sabot.engine.streams import Rejection
from sabot.table import TABLE, Table
from sabot.table.result.void_wagers import CoupVoided, void_coup, void_wagers
from sabot.table.stream import replace
from support.evening import VOUCHER, Evening
from support.table_checks import first_card, main, settle, two

GAMES = ("star-baccarat", "star-seven-up", "star-three-card", "star-lucky-draw", "canberra-mini")


def voided(evening: Evening, **how: bool) -> CoupVoided:
    """The coup made void, and the table after it."""
    event = void_coup(evening.table, "9.9", **how)
    evening.table = TABLE.evolve(evening.table, event, evening.now)
    assert is_balanced(evening.table.balances)
    return event


def paid_pairs() -> Evening:
    """A round whose Pairs were paid 25 to 1 on $10, with $100 on Player still open."""
    evening = two("canberra-mini", side_bets=["perfect-pairs-player"])
    main(evening)
    evening.bet("al", "perfect-pairs-player", "10")
    evening.deal("2S 5H 2S KC")
    return evening


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("win", [True, False])
def test_an_undone_coup_leaves_everybody_as_they_were(game: str, win: bool) -> None:
    evening = two(game)
    before = dict(evening.table.balances)
    main(evening)
    settle(evening, win=win)
    event = voided(evening, reverse=True)
    after = {key: held for key, held in evening.table.balances.items() if held}
    assert after == before and event.undone == event.returned == (1,)
    assert evening.table.patrons["al"].lost == 0
    evening.ok("clear-cards")
    assert evening.table.phase == "betting"


@pytest.mark.parametrize("game", GAMES)
def test_a_coup_that_is_only_begun_gives_stakes_back(game: str) -> None:
    evening = two(game)
    main(evening)
    first_card(evening)
    event = voided(evening)
    assert event.moves == (Move(LAYOUT, "player/al", 100_00),) and not event.undone
    assert evening.table.phase == "settled" and evening.table.round.void == "9.9"


def test_the_document_says_whether_settlements_are_undone() -> None:
    evening = paid_pairs()
    assert voided(evening).undone == (2,)
    assert evening.chips("al") == 10_000_00


def test_settlements_can_be_kept_where_the_document_would_undo_them() -> None:
    evening = paid_pairs()
    won = evening.chips("al") + 100_00
    assert voided(evening, keep_settled=True).undone == ()
    assert evening.chips("al") == won > 10_000_00
    assert evening.table.patrons["al"].lost == 10_000_00 - won


def test_tokens_that_were_lost_come_back_as_tokens() -> None:
    evening = two("star-baccarat")
    evening.ok("exchange-voucher", player="al", amount="100", **VOUCHER)
    main(evening, currency="tokens")
    settle(evening, win=False)
    assert evening.money(WORLD, "tokens") == 0
    event = voided(evening, reverse=True)
    assert evening.chips("al", "tokens") == 100_00 and evening.money(FLOAT) == 100_000_00
    assert event.losses == {}


def test_what_tokens_won_in_chips_goes_back_in_chips() -> None:
    evening = two("star-baccarat")
    evening.ok("exchange-voucher", player="al", amount="100", **VOUCHER)
    main(evening, currency="tokens")
    settle(evening, win=True)
    assert evening.chips("al") == 10_100_00
    voided(evening, reverse=True)
    assert evening.chips("al") == 10_000_00 and evening.chips("al", "tokens") == 100_00
    assert evening.table.patrons["al"].lost == 0


def test_winnings_that_are_gone_are_owed() -> None:
    evening = two("star-baccarat")
    main(evening)
    settle(evening, win=True)
    spent = post(evening.table.balances, [Move("player/al", WORLD, 10_050_00)])
    evening.table = replace(evening.table, balances=spent)
    event = voided(evening, reverse=True)
    assert event.owed == {"al": 50_00} and evening.chips("al") == 0
    assert evening.money(FLOAT) == 99_950_00


def test_stakes_that_lie_pay_for_winnings_that_go_back() -> None:
    evening = paid_pairs()
    held = evening.chips("al")
    spent = post(evening.table.balances, [Move("player/al", WORLD, held)])
    evening.table = replace(evening.table, balances=spent)
    event = voided(evening)
    assert event.owed == {"al": 150_00} and evening.chips("al") == 0


def test_a_void_coup_is_void_once_and_only_after_it_began() -> None:
    evening = two("star-baccarat")
    main(evening)
    with pytest.raises(Refusal, match="No coup"):
        void_coup(evening.table, "9.9")
    first_card(evening)
    voided(evening)
    with pytest.raises(Refusal, match="void already"):
        void_coup(evening.table, "9.9")
    with pytest.raises(Refusal, match="void already"):
        void_wagers(evening.table, "al", "9.9")


def test_a_no_bet_coup_can_be_void() -> None:
    evening = Evening("star-baccarat")
    evening.ok("call-no-bet-coup", role="casino supervisor", marker=True)
    first_card(evening)
    assert voided(evening, reverse=True).moves == ()
    evening.ok("clear-cards")


def test_one_players_wagers_fall_and_the_coup_goes_on() -> None:
    evening = two("star-baccarat")
    main(evening)
    main(evening, "bo")
    first_card(evening)
    event = void_wagers(evening.table, "al", "9.9")
    evening.table = TABLE.evolve(evening.table, event, evening.now)
    evening.stakes.put(event)
    evening.deal("5H KD KC")
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    assert evening.chips("al") == 10_000_00 and evening.chips("bo") == 10_100_00
    assert voided(evening, reverse=True).undone == (2,)
    assert evening.chips("al") == evening.chips("bo") == 10_000_00


NEVER_OPENED: tuple[tuple[str, dict[str, object]], ...] = (
    ("raise-dispute", {"player": "al", "about": "x"}),
    ("decide-dispute", {"number": 1, "decision": "x", "reason": "x"}),
    ("ask-review", {"number": 1}),
    ("review-dispute", {"number": 1, "decision": "x", "reason": "x"}),
    ("advise-complaint", {"number": 1}),
    ("sanction-player", {"player": "al", "measures": ["void"], "reason": "x"}),
    ("invalidate-outcome", {"cause": "fraud", "reason": "x"}),
    ("switch-scheme", {"scheme": "commission"}),
    ("shuffle-by-hand", {}),
    ("riffle", {"asked_by": "player"}),
    ("check-cards", {}),
    ("close-table", {}),
    ("show-rules", {"to": "al"}),
)


@pytest.mark.parametrize(("do", "fields"), NEVER_OPENED)
def test_a_table_that_was_never_opened_decides_nothing(do: str, fields: dict[str, object]) -> None:
    evening = Evening("star-baccarat", ready=False)
    evening.table = Table(name="1")
    command = evening.read(do, "olga", "casino operator", **fields)
    decided = TABLE.decide(evening.table, command, evening.now)
    assert isinstance(decided, Rejection) and decided.code == "wrong-phase"
