"""Cards by name, and what the library refuses to deal."""

import pytest

from sabot import Refusal, deal, read_cards


def test_cards_are_read_from_anything_that_names_them() -> None:
    named = read_cards("4S 10H")
    assert read_cards(name for name in ["4S", "TH"]) == named
    assert deal("star-three-card", ["4S", "5H", "6D"]).hands["banker"].total == 5


def test_a_wrong_name_is_refused_wherever_it_stands() -> None:
    with pytest.raises(Refusal, match='"XX" is not a card'):
        read_cards(name for name in ["4S", "XX", "5H"])


@pytest.mark.parametrize(
    ("boxes", "decisions", "code"),
    [
        ([1, 1], {}, "bad-box"),
        ([8], {}, "bad-box"),
        ([0], {}, "bad-box"),
        ([1], {2: "draw"}, "bad-box"),
        ([1], {1: "Draw"}, "draw-mismatch"),
    ],
)
def test_the_library_refuses_what_adjudicate_refuses(boxes, decisions, code: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(Refusal) as refused:
        deal("star-lucky-draw", "3S 8H 3S 3S KD", boxes, decisions)
    assert refused.value.code == code
