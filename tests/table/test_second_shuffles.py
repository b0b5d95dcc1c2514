"""Cards are shuffled once: what was shuffled and not cut is shuffled again by a supervisor only,
for a reason where the document asks for one."""

from datetime import UTC, datetime

import pytest

from sabot.core.revision import REPAIRS
from sabot.table.shoe.preparation import Shuffle, shuffle
from support.evening import Evening

SUPERVISOR = {"actor": "sue", "role": "casino supervisor"}


@pytest.mark.parametrize("game", ["star-baccarat", "canberra-mini"])
def test_cards_that_are_not_cut_are_shuffled_again_for_a_reason_only(game: str) -> None:
    evening = Evening(game)
    evening.ok("shuffle", **SUPERVISOR, reason="fresh cards")
    assert evening.table.stack.stage == "shuffled"
    refused = evening.no("wrong-role", "shuffle", reason="dealer's whim")
    if evening.table.conduct.doubts.needs_reason:
        evening.no("no-reason", "shuffle", **SUPERVISOR)
    old = Shuffle(id="old", actor="dana", role="dealer", under=REPAIRS)
    assert shuffle(evening.table, old, datetime.now(UTC)), "as logs of earlier releases have it"
    (again,) = evening.ok("shuffle", **SUPERVISOR, reason="a card fell out")
    assert again.clause == refused.clause is not None  # type: ignore[attr-defined]
