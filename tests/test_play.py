"""`sabot play`: whole sessions, typed line by line, and everything that can be typed wrong."""

import argparse
import contextlib
import fcntl
import hashlib
import io
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from games import GAMES
from sabot import RULEBOOKS
from sabot.cli import main
from sabot.cli.play import declare, play
from sabot.cli.play.cards import Supply, seal
from sabot.cli.play.help import command_in
from sabot.cli.play.talk import Screen, Talk
from sabot.core.cards import read_cards
from sabot.rulebooks import rulebook
from sabot.shoe import Seeded, Shoe
from support.judge import judge
from support.thorough import tries

PATIENCE = 120
WIDTHS = (1, 10, 40, 80, 200)
BETS = {game.id: game.spoken for game in GAMES.values()}
SETTLED = re.compile(
    r"(?P<name>\S.*?)(?: @(?P<box>\d))?  +(?P<stake>\d+\.\d\d)  (?P<outcome>win|lose|standoff) +"
    r"(?P<odds>\S+) +(?P<clause>\d\S+) +(?P<pays>\d+\.\d\d) +(?P<returns>\d+\.\d\d)"
)
CARD_CAME = re.compile(r"(Player|Banker|Dealer|Box \d) (draws )?(10|[A2-9JQK])([♠♥♦♣])")
SUITS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}


def options(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    declare(parser)
    return parser.parse_args(words)


def session(lines: Iterable[str], *words: str, width: int = 200) -> str:
    """Everything that is printed to a player who types these lines and goes."""
    screen = io.StringIO()
    typed = io.StringIO("".join(f"{line}\n" for line in lines))
    assert play(options(*words), Talk(Screen(screen, width), typed)) == 0
    return screen.getvalue()


def cut(game: str) -> list[str]:
    """Text to type to let the house cut, where there is a cut."""
    return [] if rulebook(game).preparation.cut is None else [""]


def seated(game: str, *lines: str, more: Sequence[str] = ()) -> str:
    """A seeded session; the house cuts."""
    return session([*cut(game), *lines], game, "--seed", "1", *more)


def left_with(printed: str) -> Fraction:
    found = re.search(r"in, (\S+) out", printed)
    assert found is not None
    return Fraction(found[1])


def typed_coups(game: str, coups: int) -> list[str]:
    """Bets in turn, each dealt; in a game of decisions the boxes draw and stand in turn."""
    lines = []
    for n in range(coups):
        bets = BETS[game][n % len(BETS[game])]
        lines += [bets, ""]
        if rulebook(game).procedure.takes_decisions:
            boxes = max(1, bets.count("enter"))
            lines += [("draw", "stand")[(n + box) % 2] for box in range(boxes)]
    return lines


def questions(game: str, scheme: str | None, chip: str, printed: str) -> list[dict[str, Any]]:
    """Every coup of a transcript as a question to the judge, with what was paid beside it."""
    wager_ids = {wager.name: wager.id for wager in rulebook(game).wagers}
    found = []
    for coup in re.split(r"─ (?:Coup|Round) \d+ ─", printed)[1:]:
        came = CARD_CAME.findall(coup)
        rows = [match.groupdict() for match in SETTLED.finditer(coup)]
        if not came:
            continue
        question: dict[str, Any] = {
            "rulebook": game,
            "chip": chip,
            "cards": [rank.replace("10", "T") + SUITS[suit] for _, _, rank, suit in came],
            "wagers": [
                {"id": str(n), "on": wager_ids[row["name"]], "amount": row["stake"]}
                | ({"box": int(row["box"])} if row["box"] else {})
                for n, row in enumerate(rows)
            ],
        }
        if scheme:
            question["scheme"] = scheme
        boxes = [hand for hand, *_ in came if hand.startswith("Box")]
        if rulebook(game).procedure.takes_boxes:
            question["boxes"] = list(dict.fromkeys(int(hand[4:]) for hand in boxes))
        if rulebook(game).procedure.takes_decisions:
            drew = {hand[4:] for hand, draws, *_ in came if draws and hand.startswith("Box")}
            question["decisions"] = dict.fromkeys(drew, "draw")
        found.append({"question": question, "rows": rows})
    return found


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


# The shoe runs down


def published_seals(printed: str) -> list[str]:
    return re.findall(r"Sealed: ([0-9a-f]{64})", printed)


@pytest.mark.parametrize(
    ("game", "decks", "coup", "first_offer", "next_offer"),
    [
        ("star-baccarat", "3", [""], "4.3.1", "4.3.2"),
        ("star-three-card", "6", ["player 1", ""], "4.3.1", "4.3.2"),
        ("star-lucky-draw", "3", ["enter 1", "", "stand"], "4.6.1", r"4.6.[234]"),
        ("canberra-mini", "8", [""], "5.3", "5.3"),
    ],
)
def test_a_whole_shoe_runs_down_and_its_seal_is_opened(
    game: str, decks: str, coup: list[str], first_offer: str, next_offer: str
) -> None:
    lines = [""]
    for _ in range(84):
        lines += coup
    printed = session([*lines, "reveal"], game, "--decks", decks, "--seed", "2")
    first, then = printed.split("Revealed: the ", 1)
    assert f"Your cut ({first_offer})" in first
    assert re.search(rf"Your cut \({next_offer}\)", then)
    assert first.count("The cutting card comes out: ") == 1
    opened = published_seals(first)[0]
    assert then.startswith(f"{int(decks) * 52} cards sealed as {opened[:16]}... are verified.")
    assert published_seals(then)[0] != opened
    # The scores start afresh with the shoe.
    assert len(re.findall(r"Shuffling", printed)) == len(set(published_seals(printed)))


def test_anyone_can_check_what_was_revealed_with_a_few_lines_of_their_own() -> None:
    printed = session([""] * 40 + ["reveal"], "star-baccarat", "--decks", "3")
    published = published_seals(printed)[0]
    shown = printed[printed.index("> reveal") :]
    salt, cards = (
        re.search(f"{key}: (.*?)\n[A-Z][a-z]", shown, re.DOTALL) for key in ("Salt", "Cards")
    )
    assert salt is not None and cards is not None
    text = f"sabot stack 1\n{salt[1]}\n{' '.join(cards[1].split())}\n"
    assert hashlib.sha256(text.encode()).hexdigest() == published
    assert "The seal holds." in shown
    # What was dealt is the sealed order, cut once.
    found = re.search(r"house cuts after card (\d+)", printed)
    assert found is not None
    at = int(found[1])
    order = cards[1].split()
    came = [rank.replace("10", "T") + SUITS[suit] for *_, rank, suit in CARD_CAME.findall(printed)]
    dealt = [*order[at:], *order[:at]][1 : 1 + 60]
    assert came[:60] == dealt


def test_the_device_seals_every_coup_anew_and_keeps_one_coup_in_the_rack() -> None:
    printed = seated("star-seven-up", "", "", "", "reveal")
    assert "no cut" in printed
    seals = published_seals(printed[: printed.index("> reveal")])
    assert len(set(seals)) == 4
    left = [int(n) for n in re.findall(r"(\d+) cards left", printed)]
    taken = [len(CARD_CAME.findall(coup)) for coup in re.split(r"─ Coup \d+ ─", printed)[1:4]]
    assert left == [311, *(312 - cards for cards in taken)]
    assert published_seals(printed[printed.index("> reveal") :])[0] == seals[2]
    assert "The seal holds." in printed


def supply_ending(game: str, cards: str, cutting_card: int) -> Supply:
    order = read_cards(cards)
    return Supply(rulebook(game), Shoe(order, cutting_card), seal(order, Seeded(1)))


def draw(supply: Supply, cards: int) -> list[str | None]:
    return [supply.draw("banker") for _ in range(cards)]


def test_canberra_5_8_a_tie_on_the_last_round_earns_one_more_and_only_one() -> None:
    supply = supply_ending("canberra-mini", "9S " * 20, cutting_card=2)
    assert supply.start_coup() is None
    assert draw(supply, 4)[2] == "The cutting card comes out: last round (5.8)."
    assert supply.is_last_coup
    said = supply.end_coup(True, Seeded(1))
    assert said == "A tie on the last round: one more is dealt (5.8)."
    assert supply.is_last_coup
    supply.start_coup()
    draw(supply, 4)
    assert supply.end_coup(True, Seeded(1)) is None
    assert supply.must_shuffle


def test_baccarat_4_9_one_coup_follows_the_one_with_the_cutting_card() -> None:
    supply = supply_ending("star-baccarat", "9S " * 20, cutting_card=2)
    supply.start_coup()
    assert draw(supply, 4)[2] == "The cutting card comes out: 1 more coup after this one (4.9)."
    supply.end_coup(False, Seeded(1))
    assert supply.is_last_coup
    supply.start_coup()
    draw(supply, 4)
    supply.end_coup(False, Seeded(1))
    assert supply.must_shuffle


def test_baccarat_4_10_a_cutting_card_that_comes_first_makes_the_last_coup() -> None:
    supply = supply_ending("star-baccarat", "9S " * 20, cutting_card=0)
    assert supply.start_coup() == "The cutting card comes out: last coup (4.10)."
    assert draw(supply, 4) == [None] * 4
    supply.end_coup(False, Seeded(1))
    assert supply.must_shuffle


def test_lucky_draw_4_1_2_a_cutting_card_that_comes_first_asks_for_a_shuffle() -> None:
    supply = supply_ending("star-lucky-draw", "9S " * 20, cutting_card=0)
    said = supply.start_coup()
    assert said == "The cutting card comes out: the cards are shuffled first (4.1.2)."
    assert supply.must_shuffle


def test_a_stack_that_is_not_the_sealed_one_is_found_out() -> None:
    supply = supply_ending("star-baccarat", "9S 8S 7S 6S", cutting_card=2)
    assert supply.opens_as_sealed()
    supply.source = Shoe(read_cards("9S 8S 6S 7S"), 2)
    assert not supply.opens_as_sealed()


# Any window, any text


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("game", RULEBOOKS)
def test_no_line_is_wider_than_the_window(game: str, width: int) -> None:
    lines = [
        *cut(game),
        *typed_coups(game, 3),
        "road",
        "odds",
        "help",
        "dragon 5",
        "reveal",
        "quit",
    ]
    printed = session(lines, game, "--seed", "4", width=width)
    assert max(map(cell_len, printed.splitlines())) <= width
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", printed)


def test_results_can_be_read_without_colour() -> None:
    printed = seated("star-baccarat", *[""] * 20, "road")
    board = printed[printed.rindex("Bead plate") :].splitlines()[1:7]
    beads = "".join(re.findall("[PBT]", "".join(row[:66] for row in board)))
    results = re.findall(r": (Player|Banker|a tie)", printed)
    assert sorted(beads) == sorted(each.removeprefix("a ")[0].upper() for each in results)
    assert "P Player, B Banker, T tie" in printed


def test_a_narrow_board_shows_the_newest_columns() -> None:
    lines = ["", *[""] * 40, "quit"]
    wide, narrow = (
        session(lines, "star-baccarat", "--seed", "6", width=width) for width in (200, 10)
    )
    rows = [printed[printed.rindex("Big road") :].splitlines()[1:7] for printed in (wide, narrow)]
    road = ["".join(row[69:].replace("·", " ")[::2]).rstrip() for row in rows[0]]
    columns = max(map(len, road))
    newest = [row.ljust(columns)[-10:].replace(" ", "·") for row in road]
    assert rows[1] == newest


WORDS = [
    *("banker", "player", "tie", "enter", "draw", "stand", "p", "b", "three", "point-total-1"),
    *("5", "0.50", "1000", "@2", "@", "$5", ",", "deal", "repeat", "clear", "road", "odds"),
    *("help", "rules", "4.5", "reveal", "", " ", "\t", "\x00", "\x1b[2J", "漢", "\u202e", "[red]"),
]


@settings(max_examples=tries(20), deadline=None)
@given(
    game=st.sampled_from(sorted(RULEBOOKS)),
    width=st.sampled_from(WIDTHS),
    lines=st.lists(
        st.one_of(
            st.text(max_size=40),
            st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join),
        ),
        max_size=15,
    ),
)
def test_nothing_typed_can_break_the_table(game: str, width: int, lines: list[str]) -> None:
    printed = session(lines, game, "--seed", "1", width=width)
    assert "Thankyouforplaying" in re.sub(r"\s", "", printed)
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", printed)
    bankroll = Fraction(1000)
    if width == 200:
        for row in SETTLED.finditer(printed):
            bankroll += Fraction(row["returns"]) - Fraction(row["stake"])
        assert left_with(printed) == bankroll


def test_a_line_without_end_is_refused_and_the_next_one_is_read() -> None:
    printed = seated("star-baccarat", "banker 5 " * 50_000, "banker 5", "")
    assert "That line is too long to be a bet." in printed
    assert "1 coup," in printed


def test_a_terminal_without_suit_signs_gets_letters() -> None:
    written = io.BytesIO()
    screen = Screen(io.TextIOWrapper(written, "ascii", write_through=True), 80)
    talk = Talk(screen, io.StringIO("\nbanker 5\n\nroad\n"))
    play(options("star-baccarat", "--seed", "1"), talk)
    assert b"+---+" in written.getvalue()
    assert b"Banker 10C" in written.getvalue()


# Real processes


def environment(**more: str) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS")}
    return kept | {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8"} | more


def test_a_pipe_gets_no_control_codes_and_bad_bytes_do_no_harm() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "sabot", "play", "star-baccarat"],
        input=b"\xff\xfe\x00\nbanker 5\n\n",
        capture_output=True,
        env=environment(),
        timeout=PATIENCE,
    )
    assert ran.returncode == 0 and ran.stderr == b""
    assert b"1 coup," in ran.stdout
    assert b"\x1b" not in ran.stdout


def _hears_ctrl_c() -> None:
    """Tests that run in the background are deaf to it, and so would be all that they start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """A session in a terminal of its own, 80 columns by 24 rows."""

    def __init__(self, *words: str, **more: str) -> None:
        self.printed = ""
        self._seen = 0
        self._fd, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sabot", "play", "star-baccarat", "--seed", "3", *words],
            stdin=inner,
            stdout=inner,
            stderr=inner,
            env=environment(**more),
            start_new_session=True,
            preexec_fn=_hears_ctrl_c,
        )
        os.close(inner)

    def wait_for(self, text: str) -> None:
        """Read until the text has come, in addition to what was read before."""
        until = time.monotonic() + PATIENCE
        while (found := self.printed.find(text, self._seen)) < 0:
            assert time.monotonic() < until, self.printed
            if select.select([self._fd], [], [], 0.2)[0]:
                with contextlib.suppress(OSError):  # the other end is closed
                    self.printed += os.read(self._fd, 65536).decode(errors="replace")
        self._seen = found + len(text)

    def type(self, text: str) -> None:
        os.write(self._fd, text.encode())

    def ended(self) -> int:
        status = self.process.wait(PATIENCE)
        os.close(self._fd)
        return status


def test_cards_move_in_a_terminal_enter_hurries_them_and_bets_may_be_typed_ahead() -> None:
    table = Terminal()
    table.wait_for("cut> ")
    table.type("100\n")
    table.wait_for("> ")
    table.type("banker 25\n")
    table.wait_for("behind.")
    table.wait_for("> ")
    table.type("\n")
    table.wait_for("╭───╮")
    table.type("\n")
    table.wait_for("Bankroll 1024.00, up 24.00.")
    table.wait_for("> ")
    table.type("\n")
    table.wait_for("╭───╮")
    table.type("tie 1\n")
    table.wait_for("On the layout: Tie 1.00; 1023.00 behind.")
    table.type("quit\n")
    table.wait_for("Thank you for playing: 2 coups")
    assert table.ended() == 0
    assert "\x1b[1;31m" in table.printed


def test_ctrl_c_in_a_terminal_finishes_the_coup_and_leaves_politely() -> None:
    table = Terminal()
    table.wait_for("cut> ")
    table.type("100\nbanker 25\n")
    table.wait_for("behind.")
    table.wait_for("> ")
    table.type("\n")
    table.wait_for("╭───╮")
    os.killpg(table.process.pid, signal.SIGINT)
    table.wait_for("Thank you for playing: 1 coup")
    assert table.ended() == 0
    assert "Traceback" not in table.printed


@pytest.mark.parametrize("more", [{"TERM": "dumb"}, {"NO_COLOR": "1"}])
def test_dumb_and_colourless_terminals_are_respected(more: dict[str, str]) -> None:
    table = Terminal("--no-wait", **more)
    table.wait_for("cut> ")
    table.type("\n")
    table.wait_for("> ")
    table.type("\n")
    table.wait_for("Big road")
    table.wait_for("> ")
    table.type("\x04")
    table.wait_for("Thank you for playing: 1 coup")
    assert table.ended() == 0
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]m", table.printed)
    if more.get("TERM") == "dumb":
        assert "\x1b" not in table.printed
