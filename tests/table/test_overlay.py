"""Rules laid over a table: another currency and other limits, with nothing rewritten."""

from dataclasses import replace

import msgspec
import pytest

from sabot.ledger import WORLD, Move, balance, of_player, post
from sabot.money import TOURNAMENT
from sabot.rulebooks import RULEBOOKS
from sabot.rules.conduct import Conduct
from sabot.rules.digest import digest
from sabot.rules.overlay import Overlay
from support.editions import enact
from support.evening import Evening


def without_late_minimum(conduct: Conduct) -> Conduct:
    return replace(conduct, limits=replace(conduct.limits, area=None, pro_rata=None))


OVERLAY = Overlay("tournament", "15.2.1", ("6.4", "6.5"), TOURNAMENT, without_late_minimum)


@pytest.fixture
def overlaid(monkeypatch: pytest.MonkeyPatch) -> None:
    enact(monkeypatch, replace(RULEBOOKS["star-baccarat"], overlays={OVERLAY.name: OVERLAY}))


def chips_for(evening: Evening, player: str, amount: int) -> None:
    """Tournament chips, as a tournament would issue them."""
    move = Move(WORLD, of_player(player), amount, TOURNAMENT)
    balances = post(evening.table.balances, [move])
    evening.table = msgspec.structs.replace(evening.table, balances=balances)


@pytest.mark.usefixtures("overlaid")
def test_an_overlaid_table_plays_in_its_own_currency() -> None:
    evening = Evening("star-baccarat", overlay="tournament")
    assert evening.money("float", TOURNAMENT) == 10_000_000
    evening.no("wrong-currency", "join-table", player="zoe", chips="100", card="z")
    evening.join("alice", 1, chips="0")
    chips_for(evening, "alice", 50_000)
    evening.no_bet("wrong-currency", "alice", "player", currency="chips")
    evening.bet("alice", "player", "100")
    evening.coup("9S 5H KD KC")
    assert balance(evening.table.balances, of_player("alice"), TOURNAMENT) == 60_000
    assert evening.chips("alice") == 0
    evening.ok("leave-table", player="alice")
    assert evening.chips("alice", TOURNAMENT) == 0


@pytest.mark.usefixtures("overlaid")
def test_an_overlay_changes_the_conduct_of_its_table_only() -> None:
    over = Evening("star-baccarat", overlay="tournament", ready=False).table
    plain = Evening("star-baccarat", ready=False).table
    assert over.conduct.limits.area is None
    assert plain.conduct.limits.area is not None
    assert plain.opened.digest == digest(RULEBOOKS["star-baccarat"]) != over.opened.digest


def test_a_rulebook_without_overlays_refuses_one() -> None:
    evening = Evening("star-three-card", ready=False)
    evening.ok("close-table", role="casino supervisor")
    sign = {"minimum": "5", "maximum": "10"}
    fields = {"rulebook": "star-three-card", "sign": sign, "overlay": "tournament"}
    evening.no("no-rule", "open-table", role="casino supervisor", **fields)


@pytest.mark.usefixtures("overlaid")
def test_low_limit_gaming_takes_no_overlay() -> None:
    evening = Evening("star-baccarat", ready=False)
    evening.ok("close-table", role="casino supervisor")
    sign = {"minimum": "5", "maximum": "10"}
    fields = {"rulebook": "star-baccarat", "sign": sign, "overlay": "tournament"}
    refused = evening.no(
        "low-limit", "open-table", role="casino supervisor", low_limit=True, **fields
    )
    assert refused.clause == "6.9.1"
