"""The roads of a table, against examples by hand and a second, naive author."""

from itertools import groupby, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.coup.roads import (
    BIG_EYE,
    COCKROACH,
    DERIVED,
    ROWS,
    SMALL,
    BigRoad,
    Result,
    Scored,
    Winner,
    ask,
    bead_plate,
    big_road,
    counts_of,
    cropped,
    derived_road,
)
from support.thorough import tries

LETTERS: dict[str, Result] = {"P": "player", "B": "banker", "T": "tie"}


def coups(letters: str) -> list[Scored]:
    return [Scored(LETTERS[letter]) for letter in letters]


def drawn(letters: str) -> str:
    """The big road as rows of text: a letter and, if it has ties, their number; dots are free."""
    rings = big_road(coups(letters)).rings
    width = max(ring.place.column for ring in rings) + 1
    grid = [["."] * width for _ in range(ROWS)]
    for ring in rings:
        text = ring.scored.result[0].upper() + (str(ring.ties) if ring.ties else "")
        grid[ring.place.row][ring.place.column] = text
    return "\n".join(" ".join(row) for row in grid if set(row) != {"."})


def picture(*rows: str) -> str:
    return "\n".join(rows)


def test_one_winner_goes_down() -> None:
    assert drawn("BBB") == picture("B", "B", "B")


def test_a_change_of_winner_starts_a_column() -> None:
    assert drawn("BBPPPBPBB") == picture(
        "B P B P B",
        "B P . . B",
        ". P . . .",
    )


def test_a_streak_on_the_floor_turns_right_and_stays_on_its_row() -> None:
    assert drawn("B" * 9) == picture(
        "B . . .",
        "B . . .",
        "B . . .",
        "B . . .",
        "B . . .",
        "B B B B",
    )


def test_a_new_streak_starts_right_of_where_the_dragon_started_not_where_it_ended() -> None:
    assert drawn("B" * 9 + "PPB") == picture(
        "B P B .",
        "B P . .",
        "B . . .",
        "B . . .",
        "B . . .",
        "B B B B",
    )


def test_a_streak_above_a_dragon_tail_turns_before_it() -> None:
    assert drawn("B" * 8 + "P" * 7) == picture(
        "B P . .",
        "B P . .",
        "B P . .",
        "B P . .",
        "B P P P",
        "B B B .",
    )


def test_a_turned_streak_does_not_go_down_again_where_it_could() -> None:
    assert drawn("B" * 7 + "P" * 8) == picture(
        "B P . . .",
        "B P . . .",
        "B P . . .",
        "B P . . .",
        "B P P P P",
        "B B . . .",
    )


def test_six_dragons_fill_the_corner_and_the_seventh_starts_at_the_first_free_top() -> None:
    dragons = "".join(winner * 14 for winner in "BPBPBP")
    road = big_road(coups(dragons + "BBPP"))
    starts = [ring.place for ring in road.rings[0::14]][:6]
    assert starts == [(column, 0) for column in range(6)]
    assert [ring.place.row for ring in road.rings[13:84:14]] == [5, 4, 3, 2, 1, 0]
    # The sixth dragon lies on the top row, in columns 5 to 18; the next streak starts after it.
    assert road.rings[83].place == (18, 0)
    seventh = [tuple(ring.place) for ring in road.rings[84:]]
    assert seventh == [(19, 0), (19, 1), (20, 0), (20, 1)]


def test_ties_take_no_cell_and_are_counted_on_the_last_ring() -> None:
    assert drawn("BTTBPTP") == picture("B2 P1", "B P")


def test_a_tie_does_not_break_a_streak() -> None:
    assert drawn("BTB") == picture("B1", "B")


def test_ties_before_the_first_winner_wait_and_attach_to_it() -> None:
    assert big_road(coups("TT")) == BigRoad((), 2)
    assert drawn("TTPT") == picture("P3")


def test_pair_dots_are_those_of_the_winning_coup() -> None:
    banker = Scored("banker", banker_pair=True)
    tie = Scored("tie", player_pair=True)
    road = big_road([banker, tie])
    assert [ring.scored for ring in road.rings] == [banker]
    assert [bead.scored for bead in bead_plate([banker, tie])] == [banker, tie]


def test_the_bead_plate_fills_six_down_and_then_the_next_column_ties_included() -> None:
    beads = bead_plate(coups("BPTBPTB"))
    assert [tuple(bead.place) for bead in beads] == [
        *((0, row) for row in range(6)),
        (1, 0),
    ]
    assert [bead.scored.result[0] for bead in beads] == list("bptbptb")


def test_an_empty_table_has_empty_roads() -> None:
    assert bead_plate([]) == ()
    assert big_road([]) == BigRoad()


def test_a_narrow_board_leaves_out_the_oldest_columns() -> None:
    places = [ring.place for ring in big_road(coups("BPBPB")).rings]
    assert [cropped(places, columns) for columns in (9, 5, 3, 1)] == [0, 0, 2, 4]
    assert cropped([], 4) == 0


def naive_big_road(letters: str) -> dict[tuple[int, int], tuple[str, int]]:
    """Streak by streak on a wide sheet: see how deep each may fall, then run it to the right."""
    sheet: dict[tuple[int, int], tuple[str, int]] = {}
    previous_start = -1
    wins = [letter for letter in letters if letter != "T"]
    path: list[tuple[int, int]] = []
    for winner, members in groupby(wins):
        length = len(list(members))
        start = next(c for c in range(previous_start + 1, len(letters) + 1) if (c, 0) not in sheet)
        depth = next((r for r in range(ROWS) if (start, r) in sheet), ROWS)
        for n in range(length):
            spot = (start, n) if n < depth else (start + n - depth + 1, depth - 1)
            assert spot not in sheet
            sheet[spot] = (winner, 0)
            path.append(spot)
        previous_start = start
    won = 0
    for letter in letters:
        if letter != "T":
            won += 1
        elif path:
            spot = path[max(0, won - 1)]
            sheet[spot] = (sheet[spot][0], sheet[spot][1] + 1)
    return sheet


SHOES = st.one_of(
    st.text(alphabet="PBT", max_size=200),
    # Long streaks, so that dragons meet.
    st.lists(st.tuples(st.sampled_from("PBT"), st.integers(1, 25)), max_size=30).map(
        lambda runs: "".join(letter * length for letter, length in runs)[:200]
    ),
)


@given(SHOES)
def test_both_authors_draw_the_same_big_road(letters: str) -> None:
    road = big_road(coups(letters))
    ours = {tuple(ring.place): (ring.scored.result[0].upper(), ring.ties) for ring in road.rings}
    assert ours == naive_big_road(letters)
    assert len(ours) == sum(letter != "T" for letter in letters)
    assert sum(ring.ties for ring in road.rings) + road.waiting_ties == letters.count("T")
    assert all(0 <= ring.place.row < ROWS for ring in road.rings)
    assert [bead.scored.result for bead in bead_plate(coups(letters))] == [
        LETTERS[letter] for letter in letters
    ]


def colours(letters: str, k: int) -> str:
    return "".join(dot.colour[0].upper() for dot in derived_road(coups(letters), k))


def asked(letters: str, winner: Winner) -> str:
    return "".join((colour or "-")[0].upper() for colour in ask(coups(letters), winner))


@pytest.mark.parametrize(
    ("letters", "k", "expected"),
    [
        ("BBPPPBPBB", BIG_EYE, "RBBBRB"),
        ("BBPPPBPBB", SMALL, "BBB"),
        ("BBPPPBPBB", COCKROACH, "BR"),
        ("BPPPP", BIG_EYE, "BRR"),
        ("BPPPP", SMALL, ""),
    ],
)
def test_the_derived_roads_worked_by_hand(letters: str, k: int, expected: str) -> None:
    assert colours(letters, k) == expected


@pytest.mark.parametrize("k", DERIVED)
def test_a_derived_road_starts_in_the_second_row_of_column_k_plus_one(k: int) -> None:
    chop = "BPBP"[: k + 1]
    assert colours(chop, k) == ""
    assert colours(chop + chop[-1], k) == "B"


@pytest.mark.parametrize("k", DERIVED)
def test_or_else_in_the_first_row_of_column_k_plus_two(k: int) -> None:
    chop = "BPBPB"[: k + 2]
    assert colours(chop, k) == "R"


def test_only_the_first_step_beyond_the_compared_column_is_blue() -> None:
    assert colours("BBB" + "P" * 8, BIG_EYE) == "RRBRRRR"


def test_a_dragon_tail_counts_in_full() -> None:
    # Ten against ten: the tail of each is part of its column, so the columns are equal.
    assert colours("B" * 10 + "P" * 10 + "B", BIG_EYE) == "R" * 9 + "R"
    assert colours("B" * 10 + "P" * 9 + "B", BIG_EYE) == "R" * 8 + "B"


def test_a_derived_road_is_laid_out_by_its_own_colours() -> None:
    dots = derived_road(coups("BBPPPBPBB"), BIG_EYE)
    assert [tuple(dot.place) for dot in dots] == [(0, 0), (1, 0), (1, 1), (1, 2), (2, 0), (3, 0)]


def test_a_derived_road_has_dragon_tails_of_its_own() -> None:
    dots = derived_road(coups("BP" * 10), BIG_EYE)
    assert {dot.colour for dot in dots} == {"red"}
    assert [tuple(dot.place) for dot in dots][5:8] == [(0, 5), (1, 5), (2, 5)]


@pytest.mark.parametrize("letters", ["", "T", "T" * 80, "B" * 80, "TTT" + "P" * 80])
def test_one_column_or_none_derives_nothing(letters: str) -> None:
    assert [derived_road(coups(letters), k) for k in DERIVED] == [(), (), ()]


def test_ties_change_no_derived_road() -> None:
    for k in DERIVED:
        assert derived_road(coups("TTBTBPTPPTTBPBTBT"), k) == derived_road(coups("BBPPPBPBB"), k)


def test_the_ask_road_is_the_mark_that_would_come() -> None:
    # Columns of 2, 3, 1, 1 and 2. Another Banker is a straight drop past a single, a double, a
    # triple's third; a Player ends the double, which stood against a single, a single, a triple.
    assert asked("BBPPPBPBB", "banker") == "RRR"
    assert asked("BBPPPBPBB", "player") == "BBB"


def test_the_ask_road_of_a_new_shoe_is_empty() -> None:
    for letters in ("", "T", "B", "TB"):
        assert (asked(letters, "player"), asked(letters, "banker")) == ("---", "---")


def test_the_ask_road_begins_with_big_eye_boy() -> None:
    assert asked("BP", "player") == "B--"
    assert asked("BP", "banker") == "R--"
    assert asked("BPBP", "banker") == "RRR"


def test_the_counts() -> None:
    shown = [
        Scored("player", natural=True),
        Scored("player", player_pair=True, banker_pair=True),
        Scored("banker", banker_pair=True),
        Scored("tie", natural=True),
    ]
    assert counts_of(shown) == {
        "player": 2,
        "banker": 1,
        "tie": 1,
        "natural": 2,
        "player_pair": 1,
        "banker_pair": 2,
    }
    assert set(counts_of([]).values()) == {0}


def naive_derived(letters: str, k: int) -> str:
    """Coup by coup with a pencil: a deep sheet of columns, and a look at cells of it.

    Down a column: is there a cell beside, k columns to the left? Red. Is there none, but one
    above it? Blue. Neither? Red. At the top of a column: are the column just left and the one k
    before it filled to the same row? Red, else blue.
    """
    sheet: dict[tuple[int, int], str] = {}
    column, row, last = 0, 0, ""
    marks, depth = "", 1
    for letter in letters.replace("T", ""):
        column, row = (column, row + 1) if letter == last else (column + 1, 1)
        sheet[column, row] = last = letter
        depth = max(depth, row)
        left, before = column - 1, column - 1 - k
        beside = column - k
        if row > 1 and beside >= 1:
            unlike = (beside, row) not in sheet and (beside, row - 1) in sheet
            marks += "B" if unlike else "R"
        elif row == 1 and before >= 1:
            rows = range(1, depth + 1)
            alike = all(((left, r) in sheet) == ((before, r) in sheet) for r in rows)
            marks += "R" if alike else "B"
    return marks


def check_derived(letters: str) -> None:
    naive = {k: naive_derived(letters, k) for k in DERIVED}
    for k in DERIVED:
        dots = derived_road(coups(letters), k)
        assert "".join(dot.colour[0].upper() for dot in dots) == naive[k]
        # Laid out as a big road of two colours, by the naive author of that.
        laid = naive_big_road(naive[k].replace("R", "P"))
        assert [(*dot.place, dot.colour[0]) for dot in dots] == [
            (*spot, mark.lower().replace("p", "r")) for spot, (mark, _) in laid.items()
        ]
    winners: tuple[Winner, ...] = ("player", "banker")
    for winner in winners:
        after = letters + winner[0].upper()
        grown = [naive_derived(after, k)[len(naive[k]) :] for k in DERIVED]
        assert asked(letters, winner) == "".join(mark or "-" for mark in grown)


@settings(max_examples=tries(100), deadline=None)
@given(SHOES)
def test_both_authors_derive_the_same_roads(letters: str) -> None:
    check_derived(letters)


@pytest.mark.parametrize("change", [0.05, 0.3, 0.5, 0.8])
def test_both_authors_agree_on_random_shoes(change: float) -> None:
    """From dragons to choppy shoes, some of which begin with ties."""
    luck = Random(f"roads {change}")
    for _ in range(tries(250)):
        winner, letters = luck.choice("PB"), "T" * luck.choice((0, 0, 1, 3))
        for _ in range(luck.randrange(90)):
            if luck.random() < 0.1:
                letters += "T"
                continue
            if luck.random() < change:
                winner = "P" if winner == "B" else "B"
            letters += winner
        check_derived(letters)


def test_both_authors_agree_on_every_short_shoe() -> None:
    for length in range(10):
        for letters in product("PB", repeat=length):
            check_derived("".join(letters))
