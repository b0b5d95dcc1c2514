"""Why cards are shuffled: none are ready at first, and only later have they run down."""

import pytest

from sabot.rulebooks import RULEBOOKS
from sabot.views import next_step
from support.evening import Evening


@pytest.mark.parametrize("game", RULEBOOKS)
def test_the_first_cards_of_a_table_have_not_run_down(game: str) -> None:
    evening = Evening(game, ready=False)
    evening.ok("open-float", role="casino supervisor", amount="10000")
    step = next_step(evening.table)
    while step is not None and step.do is not None and step.do != "shuffle":
        evening.ok(step.do, role="casino supervisor", **step.fields)
        step = next_step(evening.table)
    assert step is not None and step.why == "There are no cards ready to deal"
