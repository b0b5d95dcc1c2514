"""A person who plays at a table sends nothing there for the casino, in any role or spelling."""

from typing import Any

import pytest

from sabot.engine.streams import Rejection
from sabot.rules.roles import RANKS
from sabot.table import TABLE
from sabot.table.heat.seating import CancelHeat, ReplaceEntrant, SeatHeat
from sabot.table.players.debts import CreditDebt
from sabot.table.players.seats import LeaveTable
from sabot.table.players.visits import ChangeVisit
from support.collusion_checks import GAMES, Game, by_id
from support.evening import SIGN, Evening, Json

SPELLINGS = ["ada", "ADA", " Ada", "a.da", "\uff41da", "\u0430d\u0430"]


def commands(game: Game) -> dict[str, Json]:
    """Commands for the casino that name no player, all of them lawful at some moment."""
    return {
        "sign-on": {},
        "deal-card": {"card": "4S"},
        "no-more-bets": {},
        "announce-result": {},
        "settle-wagers": {},
        "clear-cards": {},
        "correct-card": {"slot": 0, "was": "4S", "card": "5S"},
        "change-limits": {"sign": SIGN},
        "close-table": {},
        "report-irregularity": {"situation": "wrong-deal"},
        "raise-dispute": {"player": "ben", "about": "pay"},
        "confirm-statement": {"number": 1, "reason": "seen"},
        "refuse-statement": {"number": 1, "reason": "no"},
        "leave-table": {"player": "ben"},
    }


def answers(evening: Evening, actor: str, role: str, game: Game) -> dict[str, Any]:
    asked = commands(game).items()
    return {do: evening.ask(do, actor=actor, role=role, **fields) for do, fields in asked}


@pytest.mark.parametrize("game", GAMES, ids=by_id)
@pytest.mark.parametrize("name", SPELLINGS)
def test_a_player_with_a_wager_does_nothing_for_the_casino(game: Game, name: str) -> None:
    """An act open to any other person at the moment is refused to this one."""
    refused, lawful = set(), set()
    for evening in (game.evening(), game.dealt(), game.settled()):
        for role in (*RANKS, "surveillance", "inspector"):
            mine = answers(evening, name, role, game)
            others = answers(evening, "zed", role, game)
            for do, decided in mine.items():
                assert isinstance(decided, Rejection), (do, role)
                refused |= {do} if decided.code == "plays-here" else set()
                lawful |= {do} if not isinstance(others[do], Rejection) else set()
    assert lawful <= refused
    assert {"sign-on", "settle-wagers", "clear-cards", "close-table"} & lawful
    assert "change-limits" in refused


def test_a_dealer_does_not_sign_on_where_they_play_and_does_elsewhere() -> None:
    """The nearest lawful case: the same person at a table where they do not play, and here once
    they have left it."""
    here, elsewhere = Evening("star-baccarat"), Evening("star-baccarat")
    here.join("dora", 1)
    dora = {"actor": "Dora", "role": "dealer"}
    assert "plays at this table" in here.no("plays-here", "sign-on", **dora).message
    elsewhere.ok("sign-on", **dora)
    here.ok("leave-table", player="dora")
    here.ok("sign-on", **dora)


def test_a_player_goes_on_playing_and_leaves() -> None:
    """In the role of a player one acts for oneself, as before."""
    evening = Evening("star-baccarat")
    evening.join("ada", 1)
    evening.bet("ada", "banker")
    evening.ok("withdraw-wager", actor="ada", role="player", player="ada", on="banker")
    evening.no("plays-here", "leave-table", actor="Ada", role="dealer", player="ada")
    evening.ok("leave-table", actor="ada", role="player", player="ada")


def test_whoever_is_no_namesake_acts() -> None:
    evening = Evening("star-baccarat")
    evening.join("ada", 1)
    for name in ("adam", "ad", "aida"):
        assert not isinstance(evening.ask("sign-on", actor=name), Rejection)


def test_what_the_server_does_in_a_players_name_is_declared() -> None:
    """Each says why at its definition; a further one is added there and here."""
    declared = {each for each in TABLE.commands if TABLE.sender_may_play(each)}
    assert declared == {CancelHeat, ChangeVisit, CreditDebt, LeaveTable, ReplaceEntrant, SeatHeat}
