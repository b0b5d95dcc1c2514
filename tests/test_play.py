"""`sabot play`: whole sessions, typed line by line, and everything that can be typed wrong."""

import re
from fractions import Fraction
from typing import Any

import pytest

from sabot import RULEBOOKS
from sabot.cli import main
from sabot.cli.play.help import command_in
from sabot.cli.play.talk import Talk
from sabot.rulebooks import rulebook
from support.judge import judge
from support.terminal_play import (
    CARD_CAME,
    SETTLED,
    cut,
    left_with,
    questions,
    seated,
    session,
    typed_coups,
)


@pytest.mark.parametrize("game", RULEBOOKS)
def test_every_coup_is_paid_as_an_independent_judge_pays_it(game: str) -> None:
    coups = 24
    printed = session([*cut(game), *typed_coups(game, coups), "quit"], game, "--seed", "5")
    chip = "0.05" if rulebook(game).chips is None else "0.50"
    played = questions(game, rulebook(game).scheme(), chip, printed)
    assert len(played) == coups
    won = Fraction(0)
    for each in played:
        answers = judge(each["question"])["wagers"]
        assert len(answers) == len(each["rows"]) > 0
        for row, answer in zip(each["rows"], answers, strict=True):
            assert {key: row[key] for key in ("outcome", "clause", "pays", "returns")} == {
                key: answer[key] for key in ("outcome", "clause", "pays", "returns")
            }
            assert row["odds"] == (answer["odds"] or "-")
            won += Fraction(row["returns"]) - Fraction(row["stake"])
    assert left_with(printed) == 1000 + won
    assert f"{coups} {rulebook(game).coup}s" in printed.splitlines()[-1]


@pytest.mark.parametrize(
    ("game", "scheme"), [(game, s) for game, book in RULEBOOKS.items() for s in book.schemes]
)
def test_every_scheme_and_number_of_decks_is_played(game: str, scheme: str) -> None:
    for decks in rulebook(game).preparation.decks.allowed:
        more = ("--scheme", scheme, "--decks", str(decks))
        printed = seated(game, "player 10", "", more=more)
        assert f"Settled by {scheme} ({rulebook(game).schemes[scheme]})." in printed
        assert f"Shuffling {decks} decks, {decks * 52} cards." in printed
        assert "1 coup," in printed or "1 round," in printed


def test_the_same_seed_brings_the_same_session_and_says_so() -> None:
    once, again = (seated("star-baccarat", "banker 5", "", "quit") for _ in range(2))
    assert once == again
    assert "Seed 1: the same cards every time, for practice, never for money." in once


def test_without_a_seed_cards_and_seal_are_new_every_time() -> None:
    seals = {session([], "star-baccarat").split("Sealed: ")[1][:64] for _ in range(3)}
    assert len(seals) == 3


def test_the_menu_lists_all_games_and_takes_a_number_or_a_name() -> None:
    for number, book in enumerate(RULEBOOKS.values(), 1):
        for answer in (str(number), book.id, book.id[:-2].upper()):
            printed = session(["nonsense", answer, "", "quit"])
            assert "'nonsense' is no table" in printed
            assert f"{book.title}, {book.casino}, {book.version}\n" in printed
            assert "Thank you for playing" in printed


@pytest.mark.parametrize("lines", [[], ["quit"], ["", "star"]])
def test_whoever_only_looks_at_the_menu_leaves_politely(lines: list[str]) -> None:
    assert session(lines).endswith("Goodbye: no one sat down.\n")


REFUSED = [
    # game, options, typed, the sentence
    (
        "star-baccarat",
        "",
        "banker 5 player 5",
        "casino supervisor, and a practice table has none (5.6.6).",
    ),
    (
        "star-baccarat",
        "",
        "b 5 p 5 t 5",
        "banker and player and tie together needs the approval of a",
    ),
    (
        "star-baccarat",
        "",
        "super-six 5 tiger 5",
        "No layout carries super-six and tiger together: diagram A and diagram D carry",
    ),
    (
        "star-baccarat",
        "--decks 4",
        "tiger 5",
        "Tiger is offered with 6 or 8 decks only, not 4 (3.1).",
    ),
    ("star-baccarat", "", "banker 5 @1", "A Banker wager is on no box (5.1.2)."),
    ("star-baccarat", "", "banker 1000.50", "That would be 1000.50, and you have 1000.00."),
    ("star-baccarat", "", "banker 600 tie 401", "That would be 1001.00, and you have 1000.00."),
    ("star-baccarat", "", "banker 5.25", "5.25 cannot be made of chips of 0.50."),
    ("star-baccarat", "", "banker 0", '"0" is not an amount: an amount must be more than'),
    ("star-baccarat", "", "banker -5", "'-5' is not an amount: write 25 or 12.50."),
    ("star-baccarat", "", "banker 5.123", "'5.123' is not an amount: write 25 or 12.50."),
    ("star-baccarat", "", "banker ٥", "'?' is not an amount: write 25 or 12.50."),
    ("star-baccarat", "", "banker 9999999999999999", "an amount must be below"),
    ("star-baccarat", "", "banker " + "9" * 31, "'99999999999999999999'... is not an amount"),
    ("star-baccarat", "", "banker", "Write how much after banker, such as banker 25."),
    ("star-baccarat", "", "banker 5 tie", "Write how much after tie, such as tie 25."),
    ("star-baccarat", "", "banker 5 banker 6", "Banker stands there twice: which amount is it?"),
    ("star-baccarat", "", "pairs 5", "'pairs' may be pairs-player or pairs-banker."),
    ("star-baccarat", "", "dragon 5", "'dragon' is no word of this table: bet on player, banker,"),
    ("star-baccarat", "", "25 banker", "'25' is no word of this table"),
    ("star-baccarat", "", "repeat", "There are no bets to repeat yet."),
    ("star-baccarat", "", "road", "There are no scores yet."),
    ("star-baccarat", "", "reveal", "Nothing to reveal yet"),
    ("star-baccarat", "", "deal 5", "Write deal alone on its line."),
    ("star-baccarat", "", "r", "'r' may be repeat, rules, road or reveal."),
    ("star-baccarat", "", "rules", "Name one clause, such as: rules 4.5."),
    ("star-baccarat", "", "rules 4.5 4.6", "Name one clause, such as: rules 4.5."),
    ("star-baccarat", "", "rules --json", "Name one clause, such as: rules 4.5."),
    (
        "star-seven-up",
        "",
        "super-sevens 5",
        "needs a player, banker or tie bet first (5.6.8).",
    ),
    (
        "star-seven-up",
        "",
        "player 5 banker 5",
        "a gaming manager, and a practice table has none (5.6.6).",
    ),
    ("star-three-card", "", "tie 5", "(5.2.2)."),
    ("star-three-card", "", "player 5 @1 tie 5 @2", "(5.2.2)."),
    ("star-three-card", "", "player 5 @8", "'@8' is no box here: they are @1 to @7."),
    ("star-three-card", "", "three 5 @1", "A Three Picture Cards wager is on no box (5.1.3)."),
    ("star-three-card", "", "", "Cards are dealt for a bet: place one first (8.1)."),
    ("star-lucky-draw", "", "enter 5 @8", "'@8' is no box here: they are @1 to @7 (2.1)."),
    ("star-lucky-draw", "", "enter 5 @0", "'@0' is no box here: they are @1 to @7 (2.1)."),
    ("star-lucky-draw", "", "enter 5 @²", "'@?' is no box here: they are @1 to @7 (2.1)."),
    (
        "star-lucky-draw",
        "",
        "enter 5 draw 5",
        "DRAW is bet when a box decides to draw, not before (8.2).",
    ),
    ("star-lucky-draw", "", "deal", "Cards are dealt for a bet: place one first (7.2)."),
    (
        "canberra-mini",
        "",
        "banker 25.50",
        "$25.50 at 19:20 cannot be paid exactly in chips of $0.05, and",
    ),
    (
        "canberra-mini",
        "",
        "p 5 b 5",
        "a casino supervisor, and a practice table has none (4.5(b)).",
    ),
    (
        "canberra-mini",
        "",
        "perfect-pairs-p 5 canberra-pairs-p 5",
        "No layout carries canberra-pairs-player and perfect-pairs-player together",
    ),
]


@pytest.mark.parametrize(
    ("game", "words", "typed", "sentence"),
    REFUSED,
    ids=[f"{each[0]}: {each[2][:30]}" for each in REFUSED],
)
def test_a_refusal_is_one_sentence_with_its_clause_and_moves_no_money(
    game: str, words: str, typed: str, sentence: str
) -> None:
    printed = seated(game, typed, more=words.split())
    assert sentence in printed.split("\n>", 1)[1]
    assert "On the layout" not in printed
    assert left_with(printed) == 1000


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["pontoon"], 'There is no rulebook "pontoon"'),
        (
            ["star-baccarat", "--decks", "5"],
            "played with 3 or 4 or 6 or 8 decks, not 5. (clause 3.1)",
        ),
        (["star-baccarat", "--decks", "eight"], 'decks, not "eight". (clause 3.1)'),
        (["star-seven-up", "--scheme", "commission"], "has only one way to settle."),
        (["star-baccarat", "--scheme", "x"], 'settles by commission or even-money, not "x".'),
        (["star-baccarat", "--bankroll", "lots"], '"lots" is not an amount'),
        (["star-baccarat", "--seed", "x"], "A seed is a whole number, not 'x'."),
    ],
)
def test_wrong_options_get_one_sentence_and_status_two(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *words]) == 2
    out, err = capsys.readouterr()
    assert sentence in err
    assert len(err.splitlines()) == 1
    assert out == ""


def test_bets_wait_add_up_and_are_replaced_cleared_and_repeated() -> None:
    printed = seated(
        "star-baccarat", "banker 5", "tie 1", "b 10", "clear", "banker 2", "", "repeat", "deal"
    )
    layouts = re.findall(r"On the layout: (.*);", printed)
    assert layouts == [
        "Banker 5.00",
        "Banker 5.00, Tie 1.00",
        "Banker 10.00, Tie 1.00",
        "Banker 2.00",
        "Banker 2.00",
    ]
    assert "Your bets are back in your hands." in printed
    assert "2 coups" in printed


def test_a_refused_line_leaves_earlier_bets_standing() -> None:
    printed = seated("star-baccarat", "banker 5", "tie 1 banker x", "")
    assert len(SETTLED.findall(printed)) == 1


def test_common_hands_are_dealt_without_bets_for_anyone_to_watch() -> None:
    printed = seated("star-baccarat", "", "deal", "d")
    assert "3 coups, 1000.00 in, 1000.00 out, even." in printed


def test_only_side_bets_on_the_banker_deal_the_banker_alone() -> None:
    printed = seated("star-three-card", "point-total-3 5", "")
    assert {hand for hand, *_ in CARD_CAME.findall(printed)} == {"Banker"}
    assert "(8.2)." in printed


def test_the_player_cuts_where_the_document_lets_him() -> None:
    printed = session(["51", "365", "52", "quit"], "star-baccarat", "--seed", "1")
    refusal = "The cut must be at least 52 cards from either end: 52 to 364 (4.5)."
    assert printed.count(refusal) == 2
    assert "The house cuts" not in printed


def test_whoever_bets_instead_of_cutting_has_declined_the_cut() -> None:
    printed = session(["banker 5", ""], "star-baccarat", "--seed", "1")
    assert "The house cuts after card" in printed
    assert "On the layout: Banker 5.00" in printed
    assert "1 coup," in printed


def test_a_box_that_cannot_pay_for_its_card_stands() -> None:
    printed = seated("star-lucky-draw", "enter 10", "", more=("--bankroll", "15"))
    assert "DRAW takes 10.00 and you have 5.00: box 1 stands (8.2)." in printed
    assert "box 1>" not in printed


def test_a_decision_is_asked_again_until_it_is_one() -> None:
    printed = seated("star-lucky-draw", "enter 10", "", "", "hit me", "\x1b[A", "draw")
    assert printed.count("Say draw or stand (8.1).") == 3
    assert "Box 1 draws" in printed


@pytest.mark.parametrize("last", [["quit"], []])
def test_whoever_leaves_during_a_round_stands_and_is_settled(last: list[str]) -> None:
    printed = seated("star-lucky-draw", "enter 10 enter 10 @2", "", *last)
    assert len(SETTLED.findall(printed)) == 2
    assert "1 round," in printed


def test_the_last_chip_ends_the_session() -> None:
    printed = seated("star-baccarat", *["tie 0.50", ""] * 9, more=("--bankroll", "0.50"))
    assert "That was your last chip." in printed
    assert left_with(printed) == 0


def test_an_interrupted_coup_is_finished_settled_and_then_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    quiet = seated("star-baccarat", "banker 10", "", "quit")
    for interrupted_at in range(1, 6):
        pauses = iter(range(1, 100))

        def pause(_: Talk, __: float, at: int = interrupted_at, n: Any = pauses) -> None:
            if next(n) == at:
                raise KeyboardInterrupt

        with monkeypatch.context() as patched:
            patched.setattr(Talk, "pause", pause)
            printed = seated("star-baccarat", "banker 10", "", "banker 10", "")
        assert CARD_CAME.findall(printed) == CARD_CAME.findall(quiet)
        assert printed.splitlines()[-1] == quiet.splitlines()[-1]


def test_odds_help_and_rules_answer() -> None:
    for game, book in RULEBOOKS.items():
        printed = seated(game, "odds", "help", f"rules {book.preparation.decks.clause}", "?")
        for wager in book.wagers:
            assert re.search(rf"^{wager.id} .* {re.escape(wager.loses)}$", printed, re.MULTILINE)
            for line in wager.in_scheme(book.scheme()):
                assert line.clause in printed
        assert f"{game} {book.preparation.decks.clause}: " in printed


def test_a_word_alone_may_be_short() -> None:
    said = {"": "deal", "d": "deal", "Q": "quit", "exit": "quit", "?": "help", "rep": "repeat"}
    assert {typed: command_in(typed.split()) for typed in said} == said
    assert command_in(["b", "5"]) is None
    assert command_in(["banker"]) is None
