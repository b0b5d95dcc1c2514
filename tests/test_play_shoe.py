"""`sabot play`: the shoe runs down, and any window and any text."""

import hashlib
import io
import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from sabot import RULEBOOKS
from sabot.cli.play import play
from sabot.cli.play.cards import Supply, seal
from sabot.cli.play.talk import Screen, Talk
from sabot.core.cards import read_cards
from sabot.rulebooks import rulebook
from sabot.shoe import Seeded, Shoe
from support.terminal_play import (
    CARD_CAME,
    SETTLED,
    SUITS,
    WIDTHS,
    cut,
    left_with,
    options,
    seated,
    session,
    typed_coups,
)
from support.thorough import tries

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
