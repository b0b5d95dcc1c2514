"""The bead plate and the big road, against examples by hand and a second, naive author."""

from itertools import groupby

from hypothesis import given
from hypothesis import strategies as st

from sabot.roads import ROWS, BigRoad, Result, Scored, bead_plate, big_road, cropped

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


@given(
    st.one_of(
        st.text(alphabet="PBT", max_size=200),
        # Long streaks, so that dragons meet.
        st.lists(st.tuples(st.sampled_from("PBT"), st.integers(1, 25)), max_size=30).map(
            lambda runs: "".join(letter * length for letter, length in runs)[:200]
        ),
    )
)
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
