"""Lists of entrants: each fault with its line, and text that is no list refused as a whole."""

import pytest

from sabot.core.refusal import Refusal
from sabot.tournament.entrant_list import MOST, read_entrants


def problems(text: str, *entered: str) -> dict[int, str]:
    """Return what is wrong, by line."""
    found = {e.number: e.problem.message for e in read_entrants(text, entered) if e.problem}
    assert all(each.endswith(".") for each in found.values())
    return found


def test_a_list_is_read_with_or_without_the_other_columns() -> None:
    (ann, bob) = read_entrants("\ufeffPlayer,Form,Method,Reference\nann,F1,cash,R1\n\nbob,F2,,\n")
    assert (ann.player, ann.form, ann.method, ann.reference) == ("ann", "F1", "cash", "R1")
    assert (bob.number, bob.player, bob.method, bob.problem) == (4, "bob", "", None)
    assert [each.player for each in read_entrants('player\n"O\'Hara, Zoë"\n')] == ["O'Hara, Zoë"]


def test_a_person_stands_there_once_in_any_spelling() -> None:
    text = "player\nalice\nAlice\nal1ce\nbob\nbob\nCHEN\n"
    found = problems(text, "chen")
    assert found.keys() == {3, 4, 6, 7}
    assert found[3] == "Alice is alice of line 2 in another spelling: one person enters once."
    assert found[6] == "bob stands in line 5 too: one person enters once."
    assert found[7] == "CHEN is chen, who has entered, in another spelling."
    assert problems("player\nchen\n", "chen") == {2: "chen has entered already."}


def test_lines_that_cannot_be_entered() -> None:
    found = problems("player,form\nann,F1,x\nbob\n/,F2\n,F3\ndee,F1\neve,F9\nfay,F9\n")
    assert found.keys() == {2, 3, 4, 5, 6, 8}
    assert "another number of cells" in found[2] and "name for a player" in found[4]
    assert found[8] == 'Form "F9" stands in line 7 too: a form is used once.'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "empty"),
        ("\n \n", "empty"),
        ("name,form\nann,F1\n", "no column"),
        ("form\nF1\n", "player among them"),
        ("player,player\na,b\n", "once"),
        ('player\n"ann\nbob\n', "quotation mark"),
        ("player\n" + "".join(f"p{each}\n" for each in range(MOST + 1)), "too long"),
    ],
)
def test_text_that_is_no_list_is_refused(text: str, says: str) -> None:
    with pytest.raises(Refusal, match=says):
        read_entrants(text)
