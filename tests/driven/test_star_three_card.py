"""Three Card Baccarat, driven with its document in hand by readers who had not seen the code."""

from pathlib import Path

import pytest

from support.driven import Driven, evenings

EVENINGS = evenings(Path(__file__).with_name("star_three_card.toml"))


@pytest.mark.parametrize("about", EVENINGS)
def test_the_table_does_what_the_document_says(about: str) -> None:
    Driven(EVENINGS[about])
