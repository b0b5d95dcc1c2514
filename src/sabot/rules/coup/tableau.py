"""The Banker's tableau, written in a rulebook just as the document prints it."""

from sabot.core.record import record

COLUMNS = 11
"""No card, then a third card worth 0 to 9."""


@record(frozen=True, slots=True)
class Tableau:
    """`draws[total][column]`: whether the Banker's hand draws on that total.

    Column 0 is for a Player's hand that took no card, column n + 1 for a card worth n.
    """

    draws: tuple[tuple[bool, ...], ...]

    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The table as a document prints it, headings included."""
        head = ("Banker", "none", *map(str, range(10)))
        cells = (("D" if draws else "S" for draws in row) for row in self.draws)
        return (head, *((str(total), *row) for total, row in enumerate(cells)))

    def draw(self, total: int, third: int | None) -> bool:
        """Return True if the Banker's hand draws, given the value of the Player's third card."""
        return self.draws[total][0 if third is None else third + 1]


def tableau(text: str) -> Tableau:
    """Read a table of D and S, one row for each total from 0, headed by its total.

    >>> table = tableau('''
    ...     Banker  none  0 1 2 3 4 5 6 7 8 9
    ...     0       D     D D D D D D D D D D
    ...     1       S     S S S S S S D S S S
    ... ''')
    >>> table.draw(0, None), table.draw(1, 6), table.draw(1, 7)
    (True, True, False)
    """
    rows = [row.split() for row in text.strip().splitlines()[1:]]
    for total, row in enumerate(rows):
        assert row[0] == str(total) and len(row) == COLUMNS + 1, f"tableau row {total}: {row}"
        assert set(row[1:]) <= {"D", "S"}, f"tableau row {total}: {row}"
    return Tableau(tuple(tuple(cell == "D" for cell in row[1:]) for row in rows))
