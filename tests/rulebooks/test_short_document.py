"""A short document: no general provisions, no pre-shuffled cards, wager ids that end in a digit."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from sabot import rulebook
from sabot.cli import main
from sabot.odds import odds
from sabot.odds.observation.trial import _known_facts, is_known
from sabot.rules import to
from sabot.rules.operation.conduct import General
from sabot.simulate import simulate
from support.editions import enact
from support.evening import Evening
from support.house_games import CARDS_SPACE, bet

GAME = "canberra-mini"
WHOLE = rulebook(GAME)
SUPERVISOR = {"actor": "sue", "role": "casino supervisor"}
DRAGON_7 = bet(
    "Dragon 7",
    CARDS_SPACE,
    (to(40, 1), lambda f: f.banker == 7 > f.player and f.banker_cards == 3),
    reads="player banker banker_cards",
)
PANDA_8 = bet(
    "Panda 8",
    CARDS_SPACE,
    (to(25, 1), lambda f: f.player == 8 > f.banker and f.player_cards == 3),
    reads="player banker player_cards",
)


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register a short document in place of Casino Canberra's."""
    conduct = replace(WHOLE.conduct, general=General(idle=None))
    preparation = replace(WHOLE.preparation, pre_shuffled=())
    enact(monkeypatch, replace(WHOLE, version="short", conduct=conduct, preparation=preparation))
    yield


@pytest.fixture
def dragons(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register a game whose facts count the cards of both hands."""
    plain = replace(WHOLE, version="dragons", schemes={}, wagers=(DRAGON_7, PANDA_8))
    enact(monkeypatch, plain)
    _known_facts.cache_clear()
    yield
    _known_facts.cache_clear()


@pytest.mark.parametrize(
    ("do", "fields"),
    [
        ("sanction-player", {"player": "al", "measures": ["bar"], "reason": "seen"}),
        ("invalidate-outcome", {"cause": "fraud", "reason": "seen"}),
        ("raise-dispute", {"player": "al", "about": "the payment"}),
        ("decide-dispute", {"number": 1, "decision": "it stands", "reason": "seen"}),
    ],
)
@pytest.mark.usefixtures("short")
def test_a_missing_clause_rejects_the_command(do: str, fields: dict[str, object]) -> None:
    evening = Evening(GAME)
    assert evening.no("no-rule", do, **SUPERVISOR, **fields).clause is None


@pytest.mark.usefixtures("short")
def test_a_supervisor_closes_without_a_sign_where_no_clause_asks_for_one() -> None:
    evening = Evening(GAME)
    evening.ok("show-rules", to="al", **SUPERVISOR)
    assert evening.no("wrong-role", "close-table", role="dealer").clause is None
    evening.ok("close-table", **SUPERVISOR)


@pytest.mark.usefixtures("short")
def test_cards_that_never_come_shuffled_are_not_riffled() -> None:
    refused = Evening(GAME).no("not-pre-shuffled", "riffle", asked_by="player", player="al")
    assert refused.clause is None


@pytest.mark.usefixtures("dragons")
def test_facts_that_the_fast_counter_cannot_hold_are_counted_generally() -> None:
    book = rulebook(GAME)
    assert not is_known(book.procedure, CARDS_SPACE)
    edges = {each.id: float(odds(book)[each.id].edge) for each in (DRAGON_7, PANDA_8)}
    assert edges == pytest.approx({"dragon-7": 0.076113, "panda-8": 0.101876}, abs=1e-6)
    assert simulate(book, coups=500, seed=1)


def test_nearest_lawful_case_the_documents_keep_the_fast_counter() -> None:
    assert is_known(WHOLE.procedure, WHOLE.wagers[0].space)


@pytest.mark.usefixtures("dragons")
def test_a_wager_id_that_ends_in_a_digit_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    out = capsys.readouterr().out
    assert "dragon-7, panda-8" in out and "point-total-0 … point-total-9" in out
