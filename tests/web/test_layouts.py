"""The layouts that the pages draw have an area for all that the documents' layouts carry."""

import re

import pytest

from sabot import RULEBOOKS
from web.files import WEB


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_layout_of_a_document_is_drawn_with_all_that_it_carries(rulebook: str) -> None:
    book = RULEBOOKS[rulebook]
    text = (WEB / "layouts" / f"{rulebook}.js").read_text("utf-8")
    drawn = set(re.findall(r'on: "([a-z-]+)"', text))
    if "on: total(points)" in text:
        drawn |= {f"point-total-{points}" for points in range(10)}
    carried = {wager for layout in book.together.layouts for wager in layout.carries}
    assert book.together.layouts and carried <= drawn <= {*book.by_id}
    assert {wager.id for wager in book.wagers if not wager.side_bet} <= drawn
    assert {wager.id for wager in book.wagers if wager.side_bet} == carried
