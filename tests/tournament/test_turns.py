"""The report on the order of wagering: turns of the last coups, and what chance alone would do."""

from itertools import product
from math import prod
from pathlib import Path

import pytest

from sabot.cli import main
from sabot.compliance.tournaments.file import file_of
from sabot.compliance.tournaments.turns import as_far_off, as_lines, last_orders, report
from sabot.floor.kinds import TOURNAMENTS
from sabot.store import open_store
from tournament.test_cups import PLAYERS, cup


def test_every_turn_of_the_last_coups_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{tmp_path / 'cup.db'}"
    with open_store(url) as store:
        robots, _ = cup(store=store)
        robots.run("star-baccarat", PLAYERS, 4, 2)
        file = file_of("cup", (each.line for each in store.read(TOURNAMENTS.stream("cup"))))
        orders = last_orders("cup", (each.line for each in store.read_all()))
    first = [each for each in orders if each.number == 1]
    assert {each.table for each in first} == {"cup-1", "cup-2"}
    for each in first:
        seats = file.seats[0].seats[each.table]
        boxes = [next(box for box in seats if seats[box] == name) for name in each.players]
        turned = boxes.index(min(boxes))
        assert boxes[turned:] + boxes[:turned] == sorted(boxes), "clockwise from the marker"
    turns = report(file, orders)
    apart = [each for each in turns if each.turn != "last"]
    through = sum(len(names) for each in file.results for names in each["through"].values())
    assert sum(each.through for each in apart) <= through
    assert sum(each.expected for each in apart) == pytest.approx(sum(e.through for e in apart))
    assert turns[-1].turn == "last" and all(0 < each.chance <= 1 for each in turns)
    assert main(["tournament", "order", url, "cup"]) == 0
    said = capsys.readouterr().out
    assert as_lines(turns)[0] in said and "session 1, cup-1" in said
    assert main(["tournament", "order", url, "none"]) == 2


@pytest.mark.parametrize("chances", [[0.5, 0.25, 0.25], [1 / 3] * 4, [0.9], [0.2, 1.0]])
def test_chance_alone_is_what_every_case_adds_up_to(chances: list[float]) -> None:
    """The same by going through all who could go through."""
    cases = list(product((0, 1), repeat=len(chances)))
    weigh = [
        prod(c if on else 1 - c for c, on in zip(chances, each, strict=True)) for each in cases
    ]
    by_number = [sum(w for w, each in zip(weigh, cases, strict=True) if sum(each) == number)
                 for number in range(len(chances) + 1)]  # fmt: skip
    for went, seen in enumerate(by_number):
        expected = sum(each for each in by_number if each <= seen + 1e-12)
        assert as_far_off(chances, went) == pytest.approx(min(1.0, expected))
