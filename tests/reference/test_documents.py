"""The five data tables are complete and consistent with the shared code."""

import ast
from pathlib import Path

import pytest

from reference.cards import ORDER_OF_HANDS, order_of
from reference.document import MATTERS
from reference.drawing import BANKER_TABLE, NATURALS, PLAYER_DRAWS
from reference.games import GAMES
from reference.refusals import LEAST
from reference.settlement import CONDITIONS

HERE = Path(__file__).parent


@pytest.mark.parametrize("game", GAMES)
def test_every_bet_has_odds_in_every_scheme(game: str) -> None:
    document = GAMES[game]
    bets = document.main_bets | document.optional_bets
    if document.drawing == "decisions":
        bets |= {"draw"}
    for pays in document.schemes.values():
        assert {pay.bet for pay in pays} == bets
        assert {pay.when for pay in pays} <= set(CONDITIONS)


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_is_of_a_known_matter(game: str) -> None:
    document = GAMES[game]
    assert {matter.split(":")[0] for matter in document.clauses} <= set(MATTERS)
    assert set(document.roles) | set(document.notify) <= set(MATTERS)
    assert set(document.roles.values()) <= set(LEAST)


def test_shared_code_names_known_matters_only() -> None:
    """Every string given to `clause`, `knows` or `require_role` is a matter."""
    for path in HERE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            function = node.func
            name = function.attr if isinstance(function, ast.Attribute) else ""
            if isinstance(function, ast.Name):
                name = function.id
            index = {"clause": 0, "knows": 0, "require_role": 1}.get(name)
            if index is None or len(node.args) <= index:
                continue
            argument = node.args[index]
            if isinstance(argument, ast.Constant):
                assert argument.value in MATTERS, (path.name, argument.value)


def test_the_order_of_hands_has_thirty_one_places() -> None:
    assert len(set(ORDER_OF_HANDS)) == 30
    assert order_of(("JH", "QD", "KC")) == 1
    assert order_of(("JH", "QD", "9C")) == 2
    assert order_of(("4H", "3D", "2C")) == 4
    assert order_of(("JH", "QD", "AC")) == 26
    assert order_of(("JH", "QD", "10C")) == 29
    assert order_of(("10H", "10D", "10C")) == 31
    assert order_of(("6H", "KD", "KC")) == 11
    assert order_of(("5H", "AD", "KC")) == 12
    assert order_of(("3H", "2D", "AC")) == 13


def test_the_tableau_is_that_of_the_documents() -> None:
    assert [BANKER_TABLE[count].count("D") for count in range(10)] == [
        *(10, 10, 10, 9, 6, 4, 2, 0, 0, 0)
    ]
    assert set(PLAYER_DRAWS).isdisjoint(NATURALS)
