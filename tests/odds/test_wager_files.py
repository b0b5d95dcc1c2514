"""Wager files: the language read, checked and evaluated as documented, and nothing else."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sabot import Refusal, deal, rulebook
from sabot.bench import bet, book_of, game, read_wager, wager_file
from sabot.bench.files import offering_only
from sabot.cli import main
from sabot.odds import odds
from sabot.rules import Hands

PANDA = """
id = "panda-8"
name = "Panda 8"
game = "star-baccarat"
source = "a book"
[[pays]]
odds = "25:1"
when = "player_total == 8 and player_cards == 3 and winner == 'player'"
"""


def written(when: str, game: str = "star-baccarat", pays: str = "1:1") -> str:
    return f"""id = "mine"\nname = "Mine"\ngame = "{game}"\n[[pays]]\nodds = "{pays}"
when = {json.dumps(when)}"""


def says(when: str, cards: str, game: str = "star-baccarat") -> bool:
    """Return True if a condition holds for a coup."""
    book, wager = read_wager(written(when, game))
    return bool(wager.space.read(deal(book, cards).hands, "")[0])


PLAYER_8 = "4S 2H AD KC 3H 2C"
"""Player 4, A, 3; Banker 2, K, 2: 8 to 4."""


@pytest.mark.parametrize(
    "when",
    [
        "player_total == 8 and banker_total == 4 and player_cards == 3 and banker_cards == 3",
        "winner == 'player' and margin == 4 and cards == 6",
        "player_first_two == 5 and banker_first_two == 2",
        "not natural and not player_natural and not banker_natural",
        "not player_pair and not banker_pair and not player_suited_pair",
        "not (player_suited or banker_suited)",
        "not player_red and not banker_red",
        "player_total in (8, 9) and player_total in [8] and player_total in (8)",
        "player_total not in (1, 2,) and winner in ('player', 'banker')",
        "2 + 3 * 4 == 14 and (2 + 3) * 4 == 20 and 7 // 2 == 3 and -7 % 10 == 3",
        "-2 + 3 == 1 and 10 - 2 - 3 == 5 and 100 // 5 // 2 == 10 and +1 == 1",
        "1 < margin <= 4 != 9",
        "not 1 == 2 and 1 == 2 or 3 == 3",
        "player_pair == banker_pair and player_pair != natural or 1 == 1",
        "banker_total == 9 or player_total - banker_total == margin",
        "first_card == 4 and first_card in (3, 4)",
        "player_total == 8\n  and 1 == 1",
    ],
)
def test_what_the_language_says(when: str) -> None:
    assert says(when, PLAYER_8)
    assert not says(f"not ({when})", PLAYER_8)


def test_names_of_pairs_suits_and_colours() -> None:
    assert says("player_pair and player_suited and player_suited_pair", "4S KH 4S 8C")
    assert says("banker_natural and natural and not player_natural", "4S KH 4D 8C") is False
    assert says("player_red and banker_red and winner == 'tie'", "9H 9D KD KH")
    assert says("player_pair and not player_suited_pair and player_natural", "4S KH 4D 7C")
    assert says("margin == 0 and cards == 4", "9H 9D KD KH")


def test_the_printed_seven_counts_in_totals_and_cards_but_is_not_dealt() -> None:
    seven = "star-seven-up"
    when = "player_total == 7 and player_cards == 2 and player_first_two == 7 and cards == 3"
    assert says(when, "9C KD TH", seven)
    assert says("banker_natural and natural and not player_natural", "9C KD TH", seven)
    assert says("player_natural and player_total == 8", "2C AD 3H", seven)
    for name in ("player_pair", "player_suited", "player_suited_pair", "player_red"):
        with pytest.raises(Refusal, match=f'7-Up Baccarat has no name "{name}"'):
            read_wager(written(name, seven))
    assert says("not banker_pair and not banker_red and not banker_suited", "9C KD TH", seven)


@pytest.mark.parametrize(
    ("when", "why"),
    [
        ("player_totl == 8", r"did you mean player_total\?.*its names are player_total"),
        ("len(player_total) == 1", 'no name "len"'),
        ("__import__('os')", "no name"),
        ("player_total.real == 1", '"." stands there'),
        ("player_total / 2 == 4", "write // for whole division"),
        ("player_total ** 2 == 64", "stands where it says nothing"),
        ("player_total = 8", "write == to compare"),
        ('winner == "player"', "single quotes"),
        ("winner == 'dragon'", "nothing is ever"),
        ("winner == 8", "a text is compared with a number"),
        ("winner < 'tie'", "no text is more or less"),
        ("player_total", "compare it"),
        ("player_total and natural", "compare it"),
        ("natural + 1 == 2", "a truth stands where a number must"),
        ("natural == 1", "a truth is compared with a number"),
        ("player_total in 8", "a list in brackets"),
        ("player_total in ()", "stands where it says nothing"),
        ("player_total in (8, 'tie')", "a list of something else"),
        ("(1, 2) == (1, 2)", "a list may stand after in alone"),
        ("player_total in (8, 9", "is missing"),
        ("player_total in (8, 9]", "is missing"),
        ("1234567890 == 1", "at most 9 digits"),
        ("007 == 7", "no 0 before them"),
        ("1.5 == player_total", '"." stands there'),
        ("player_total == 8 and", "it breaks off"),
        ("player_total == 8 8", "says nothing"),
        ("", "is a text, and not a blank one"),
        ("player_total == 8 # or 9", "no part of the language"),
        ("True", "no name"),
        ("player_total is 8", "says nothing"),
        ("lambda: 1", "no name"),
        ("10 // margin > 2", "divides by zero"),
        ("player_total % (banker_total - 4) == 1", "divides by zero"),
    ],
)
def test_everything_else_is_refused_in_a_sentence(when: str, why: str) -> None:
    with pytest.raises(Refusal, match=why) as refused:
        book, wager = read_wager(written(when))
        odds(offering_only(book, wager))
    assert refused.value.message[-1] in ".?" and "\n" not in refused.value.message


def test_division_where_nothing_is_zero_is_allowed() -> None:
    book, wager = read_wager(written("margin != 0 and 10 // margin == 2"))
    four_or_five = odds(offering_only(book, wager))["mine"]
    book, wager = read_wager(written("margin in (4, 5)"))
    assert odds(offering_only(book, wager))["mine"].win == four_or_five.win


@pytest.mark.parametrize(
    "nested", [lambda n: "(" * n + "1 == 1" + ")" * n, lambda n: "not " * n + "1 == 1",
               lambda n: "-" * n + "1 == 1"],
)  # fmt: skip
def test_nesting_ends_at_fifty(nested: Callable[[int], str]) -> None:
    read_wager(written(nested(50)))
    with pytest.raises(Refusal, match="nests deeper than 50"):
        read_wager(written(nested(51)))
    read_wager(written(" and ".join(["1 == 1"] * 3000)))
    with pytest.raises(Refusal, match="more than 20,000 parts"):
        read_wager(written(" and ".join(["1 == 1"] * 5001)))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (PANDA.replace("star-baccarat", "star-bacarat"), "did you mean star-baccarat"),
        (PANDA.replace("star-baccarat", "chess"), "no rulebook"),
        (PANDA.replace("Panda 8", "\\u001b[31mPanda"), "signs that cannot be shown"),
        (f"a = {'[' * 5000}{']' * 5000}", "nests too deep"),
        (PANDA.replace("star-baccarat", "star-three-card"), "dealt to boxes"),
        (PANDA.replace("star-baccarat", "star-lucky-draw"), "dealt to boxes"),
        (PANDA.replace('id = "panda-8"', ""), "has no id"),
        (PANDA.replace('id = "panda-8"', "id = 8"), "is a text, and not 8"),
        (PANDA.replace("panda-8", "Panda 8"), "write letters"),
        (PANDA.replace("odds", "odd"), '"odd", which says nothing'),
        (PANDA + "more = 1", '"more", which says nothing'),
        (PANDA.replace("25:1", "25"), 'odds are such as "25:1"'),
        (PANDA.replace("25:1", "0:1"), 'odds are such as "25:1"'),
        (PANDA.replace("25:1", "-1:1"), 'odds are such as "25:1"'),
        (PANDA.replace("25:1", "1.5:1"), 'odds are such as "25:1"'),
        (PANDA.split("[[")[0], "has no pays"),
        (PANDA.split("[[")[0] + "pays = []", "at least one"),
        (PANDA.split("[[")[0] + "pays = [1]", "is no .*table"),
        ("id = ", "is not TOML"),
    ],
)
def test_files_at_fault_are_refused_in_a_sentence(text: str, why: str) -> None:
    with pytest.raises(Refusal, match=why) as refused:
        read_wager(text)
    assert refused.value.message[-1] in ".?" and "\n" not in refused.value.message


@pytest.fixture
def panda(tmp_path: Path) -> str:
    file = tmp_path / "panda.toml"
    file.write_text(PANDA)
    return str(file)


def answered(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(words)
    out, err = capsys.readouterr()
    return status, out, err


def test_a_file_may_begin_with_the_mark_that_some_editors_write(tmp_path: Path) -> None:
    file = tmp_path / "marked.toml"
    file.write_text(PANDA, encoding="utf-8-sig")
    assert wager_file(str(file))[1].id == "panda-8"


def test_odds_of_a_file_in_the_form_of_odds(
    panda: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    status, out, _ = answered(capsys, "odds", panda, "--decks", "8", "--json")
    found = json.loads(out)
    assert status == 0 and (found["rulebook"], found["decks"]) == ("star-baccarat", 8)
    (wager,) = found["wagers"]
    assert wager["wager"] == "panda-8" and round(wager["edge"], 6) == 0.101876
    won = 172_660_763_262_976
    assert wager["ways"]["win"] == won and wager["ways"]["push"] == 0
    assert wager["lines"] == [{"clause": None, "odds": "25:1", "ways": won}]
    status, out, _ = answered(capsys, "odds", panda, "--sheet", "markdown")
    assert status == 0 and "not approved" in out and "line 1" in out and "no line" in out
    for words, why in (
        (("--scheme", "commission"), "only one way to settle"),
        (("--decks", "5"), "not 5"),
        (("--change", "panda-8=20:1"), "stand in its file"),
    ):
        status, _, err = answered(capsys, "odds", panda, *words)
        assert status == 2 and why in err
    missing = str(tmp_path / "none.toml")
    status, _, err = answered(capsys, "odds", missing)
    assert status == 2 and "There is no file" in err
    status, _, err = answered(capsys, "odds", "dragn-7")
    assert status == 2 and "did you mean dragon-7?" in err


def test_the_first_line_that_applies_counts(tmp_path: Path) -> None:
    both = (
        written("winner != 'tie'", pays="push")
        + """
[[pays]]
odds = "9:1"
when = "1 == 1"
"""
    )
    file = tmp_path / "both.toml"
    file.write_text(both)
    sheet = odds(book_of(str(file)))["mine"]
    assert sheet.lose == 0 and sheet.win == 475_627_426_473_216


def test_simulation_of_a_file_comes_to_its_exact_odds(
    panda: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("simulate", panda, "--coups", "300000", "--seed", "5", "--json")
    status, out, _ = answered(capsys, *words)
    (wager,) = json.loads(out)["wagers"]
    assert status == 0 and round(wager["exact_ev"], 6) == -0.101876 and abs(wager["z"]) < 4


def test_adjudication_settles_a_file_beside_its_game(
    panda: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    asked = {
        "rulebook": "star-baccarat",
        "cards": PLAYER_8.split(),
        "wagers": [
            {"id": 1, "on": "panda-8", "amount": "2"},
            {"id": 2, "on": "player", "amount": "2"},
        ],
    }
    lines = tmp_path / "coups.jsonl"
    lines.write_text(json.dumps(asked) + "\n")
    assert main(["adjudicate", str(lines), "--wager", panda]) == 0
    out, _ = capfdbinary.readouterr()
    own, player = json.loads(out)["wagers"]
    assert own == {"id": 1, "outcome": "win", "odds": "25:1", "clause": None, "pays": "50.00",
                   "returns": "52.00"}  # fmt: skip
    assert player["outcome"] == "win" and player["clause"]
    taken = tmp_path / "tie.toml"
    taken.write_text(PANDA.replace("panda-8", "tie"))
    assert main(["adjudicate", str(lines), "--wager", str(taken)]) == 2
    assert b"already" in capfdbinary.readouterr()[1]
    taken.write_text(written("1 // margin == 1"))
    assert main(["adjudicate", str(lines), "--wager", str(taken)]) == 2
    assert b"divides by zero" in capfdbinary.readouterr()[1]


def test_a_function_may_take_the_cards_away_and_it_is_read_all_the_same() -> None:
    def three(hands: Hands) -> bool:
        cards: Any = hands["player"].cards
        cards.pop()
        return len(cards) == 2

    def won(when: str | Callable[[Hands], bool]) -> int:
        book = game(
            "own", "Own", rulebook("star-baccarat").procedure, bet("own", "Own", ("1:1", when))
        )
        return odds(book)["own"].win

    assert won(three) == won("player_cards == 3")


def test_a_function_of_the_house_where_players_decide_is_refused() -> None:
    dealt = rulebook("star-lucky-draw").procedure
    nine = bet("nine", "Nine", ("9:1", lambda hands: hands["dealer"].total == 9))
    with pytest.raises(Refusal, match="Players decide in Own"):
        odds(game("own", "Own", dealt, nine))


@pytest.mark.parametrize("given, says", [
    ((None, "X", ("1:1", "natural")), "no id of a wager"),
    (("x y", "X", ("1:1", "natural")), "no id of a wager"),
    (("x", " ", ("1:1", "natural")), "has no name"),
    (("x", "X"), "has no line"),
    (("x", "X", None), "has the line nothing"),
    (("x", "X", (7, "natural")), "has the line"),
    (("x", "X", ("1:1", 7)), "has the line"),
    (("x", "X", ("1:1",)), "has the line"),
])  # fmt: skip
def test_a_bet_of_another_form_is_refused_in_a_sentence(given: Any, says: str) -> None:
    with pytest.raises(Refusal, match=says):
        game("g", "G", rulebook("star-baccarat").procedure, bet(*given))
