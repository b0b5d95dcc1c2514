"""A newcomer's additions are found without lists, and omissions are named.

The toy of `support/toy.py` is joined to the table's stream in a process of its own, without any
further edit. A command with a second person loses its declarations one by one, and a test that
enumerates all commands or events says which is missing.
"""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

import test_declarations
import test_words
from sabot.core.languages import words_of_pages
from sabot.engine.declarations import RECORD, SERVER_ONLY
from sabot.engine.streams import Command, Confirmer, Event, Stream
from sabot.sentences import event_text
from sabot.server import reach
from sabot.table import TABLE
from sabot.table.chips.change import ChipsDeclared, DeclareChips
from web import sending

TESTS = Path(__file__).parent


# Added without any further edit


@cache
def shown() -> dict[str, Any]:
    """Return what the package makes of the toy by itself."""
    command = [sys.executable, "-P", str(TESTS / "support" / "toy_shown.py")]
    env = {**os.environ, "PYTHONPATH": str(TESTS)}
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_a_toy_event_that_moves_money_is_on_the_exceptions_report() -> None:
    assert shown()["report"] == [[["tip"], "sue", 2_500]]
    assert shown()["findings"] == []


def test_a_toy_event_has_to_be_reached_by_the_tour() -> None:
    assert shown()["tour"] == [
        "give-tip of a table is never reached",
        "tip-given/1 of a table is never reached",
    ]


def test_a_toy_command_and_event_are_in_the_documentation() -> None:
    assert {"### `give-tip`", "### `tip-given/1`"} <= {*shown()["docs"]}


def test_a_toy_command_fails_the_check_of_pages_until_it_has_one() -> None:
    assert "give-tip declares pit, which does not send it" in shown()["without a page"]
    told = "give-tip of a table: a casino supervisor does not find it on pit"
    assert told in shown()["without a page"]
    assert shown()["with a page"] == []


# Removed, one by one


def fails(test: Any, *given: Any) -> str:
    """Return what an enumerating test says of what is missing."""
    with pytest.raises(AssertionError) as failed:
        test(*given)
    return str(failed.value)


def test_without_its_basis_or_sight_an_event_is_not_taken_into_a_stream() -> None:
    class ChipsFound(Event, frozen=True, kw_only=True):
        amount: int

    stream: Stream[Any] = Stream(lambda state: 0, lambda state: "", lambda state, at: state)
    join = stream.evolves(ChipsFound)
    assert fails(join, lambda state, event: state) == "ChipsFound declares no basis"
    ChipsFound.basis = RECORD
    assert fails(join, lambda state, event: state) == "ChipsFound declares no sight"


def test_without_its_effect_an_event_that_moves_money_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its line on the exceptions report would be gone."""
    monkeypatch.setattr(ChipsDeclared, "basis", RECORD)
    told = fails(test_declarations.test_an_event_rests_on_something, ChipsDeclared)
    assert "chips-declared/1 moves money: say on which record" in told


def test_without_its_second_person_a_two_person_event_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An event that takes two by its basis follows from a command that names a confirmer."""
    rule = msgspec.structs.replace(TABLE._rules[DeclareChips], confirmed_by=None, confirmers=())
    rules: dict[Any, Any] = {**TABLE._rules, DeclareChips: rule}
    monkeypatch.setattr(TABLE, "_rules", rules)
    told = fails(test_words.test_whatever_has_to_be_confirmed_has_a_sentence)
    assert "declare-chips stated" in told


def test_without_its_buttons_a_command_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = {page: sending.sent_by(page) for page in reach.DOERS}
    without = {page: sent - {("table:", "declare-chips")} for page, sent in kept.items()}
    monkeypatch.setattr(sending, "sent_by", lambda page: without[page])
    told = [each for each in sending.problems() if "declare-chips" in each]
    assert "declare-chips of a table: a dealer does not find it on deal" in told


def test_without_its_pages_a_command_is_not_taken_into_a_stream() -> None:
    class FindChips(Command, frozen=True, kw_only=True):
        amount: int

    stream: Stream[Any] = Stream(lambda state: 0, lambda state: "", lambda state, at: state)
    join = stream.decides(
        FindChips, sent_by=("dealer",), confirmed_by=Confirmer(None, "casino supervisor")
    )
    told = fails(join, lambda state, command, now: [])
    assert told == "FindChips declares no pages"
    FindChips.pages = SERVER_ONLY
    join = stream.decides(FindChips, sent_by=("dealer",), confirmed_by=lambda state, command: None)
    assert fails(join, lambda state, command, now: []) == "FindChips declares no confirmers"


@pytest.mark.parametrize(
    ("sentence", "test", "given"),
    [
        ("declare-chips stated", test_words.test_whatever_has_to_be_confirmed_has_a_sentence, ()),
        (
            "chips-declared",
            test_words.test_every_event_is_a_plain_sentence_in_both_languages,
            (ChipsDeclared,),
        ),
    ],
)
def test_without_its_sentence_a_command_and_an_event_are_named(
    sentence: str, test: Any, given: tuple[Any, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = {name: told for name, told in event_text._sentences().items() if name != sentence}
    monkeypatch.setattr(event_text, "_sentences", lambda: kept)
    monkeypatch.setattr(test_words, "_sentences", lambda: kept)
    assert sentence in fails(test, *given)


def test_without_its_words_an_effect_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    words = words_of_pages("en", ("exceptions",))
    left = {key: each for key, each in words.items() if not key.endswith(".declared-chips")}
    monkeypatch.setattr(test_declarations, "words_of_pages", lambda *asked: left)
    told = fails(test_declarations.test_every_effect_has_words, "en")
    assert "exceptions.effect.declared-chips" in told


@pytest.mark.parametrize(
    ("of", "declared", "test"),
    [
        (ChipsDeclared, "sight", test_declarations.test_a_declaration_stands_in_the_class_itself),
        (ChipsDeclared, "basis", test_declarations.test_a_declaration_stands_in_the_class_itself),
        (DeclareChips, "pages", test_declarations.test_a_declaration_stands_in_the_class_itself),
        (
            DeclareChips,
            "stopped_by",
            test_declarations.test_a_command_of_a_table_says_what_stops_it,
        ),
        (
            ChipsDeclared,
            "transfers",
            test_declarations.test_an_event_that_moves_chips_at_a_table_says_which_are_not_won,
        ),
    ],
)
def test_without_its_declaration_a_class_is_named(
    of: Any, declared: str, test: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(of, declared)
    told = fails(test, of)
    assert str(of.__struct_config__.tag) in told and declared in told
