"""The catalogue against the documents' numbering, the code and the tests."""

import ast
import importlib
import re
from functools import reduce
from pathlib import Path

import pytest

from games import GAMES
from sabot import RULEBOOKS
from sabot.rulebooks import EDITIONS
from sabot.rulebooks.catalogue import catalogue
from sabot.rules.clause import KINDS, clause_of
from support.rows import imported

TESTS = Path(__file__).parent / "rulebooks"
ROOMS = {"tournament"}


def clause_tests(rulebook: str) -> set[str]:
    """The names of all clause tests of a rulebook."""
    files = TESTS.glob(f"test_{rulebook.replace('-', '_')}*.py")
    return {name for file in files for name in vars(imported(file)) if name.startswith("test_")}


CLAUSE_TESTS = {name: clause_tests(name) for name in RULEBOOKS}


def named_for(test: str, clause: str) -> bool:
    """Return True if a test's name begins with the clause: test_4_7_1_... is of 4.7.1 and so of
    4.7."""
    return test.startswith(f"test_{clause.replace('.', '_')}_")


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_clause_has_a_row_in_document_order(rulebook: str) -> None:
    listing = catalogue(rulebook)
    assert len(listing.clauses) == GAMES[rulebook].clauses
    orders = [clause.order for clause in listing.clauses.values()]
    assert orders == sorted(orders)
    assert {str(order[0]) for order in orders} == set(listing.sections)


APPROVED = ("star-baccarat", "star-seven-up", "star-three-card", "star-lucky-draw", "canberra-mini")
"""The documents that Sabot was written for."""


def test_the_approved_documents_have_1225_clauses() -> None:
    assert sum(len(catalogue(name).clauses) for name in APPROVED) == 1225


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_row_is_a_sentence_of_a_known_kind(rulebook: str) -> None:
    for clause in catalogue(rulebook).clauses.values():
        assert re.fullmatch(r"[A-Z0-9].*\.", clause.summary), clause
        assert 15 <= len(clause.summary) <= 330, clause
        assert clause.kind in KINDS, clause
        assert clause.where, clause
        if clause.kind == "planned":
            room, verb = clause.where.split()
            assert room in ROOMS and verb in ("decides", "records"), clause


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_an_enforced_row_names_code_and_tests_that_exist(rulebook: str) -> None:
    numbers = list(catalogue(rulebook).clauses)
    for clause in catalogue(rulebook).clauses.values():
        if clause.kind != "enforced":
            continue
        module, _, name = clause.where.partition(":")
        assert callable(reduce(getattr, name.split("."), importlib.import_module(module))), clause
        assert clause.tests and set(clause.tests) <= CLAUSE_TESTS[rulebook], clause
        family = [each for each in numbers if f"{each}.".startswith(f"{clause.number}.")]
        for test in clause.tests:
            assert any(named_for(test, each) for each in family), (clause.number, test)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_recorded_row_names_the_code_that_records_it(rulebook: str) -> None:
    for clause in catalogue(rulebook).clauses.values():
        if clause.kind != "recorded":
            continue
        module, _, name = clause.where.partition(":")
        assert callable(reduce(getattr, name.split("."), importlib.import_module(module))), clause
        assert set(clause.tests) <= CLAUSE_TESTS[rulebook], clause


def test_no_clause_is_missing() -> None:
    assert {catalogue(name).count()["missing"] for name in RULEBOOKS} == {0}


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_clause_test_is_in_the_catalogue(rulebook: str) -> None:
    named = {
        test
        for version in EDITIONS[rulebook]
        for clause in catalogue(rulebook, version).clauses.values()
        for test in clause.tests
    }
    assert {test for test in CLAUSE_TESTS[rulebook] if re.match(r"test_\d", test)} <= named


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_pay_line_has_a_test_and_a_nearest_miss(rulebook: str) -> None:
    for wager in RULEBOOKS[rulebook].wagers:
        for line in wager.lines:
            clause = re.sub(r"[().]+", ".", line.clause).strip(".")
            tests = [test for test in CLAUSE_TESTS[rulebook] if named_for(test, clause)]
            assert [test for test in tests if "_nearest_miss_" in test], line.clause
            assert [test for test in tests if "_nearest_miss_" not in test], line.clause


CITATION = re.compile(r"\d{1,2}(\.\d{1,2})+(\([a-z]+\))*")


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_citation_in_a_rulebook_is_of_a_clause_that_exists(rulebook: str) -> None:
    module = importlib.import_module(f"sabot.rulebooks.{rulebook.replace('-', '_')}.rulebook")
    tree = ast.parse(Path(str(module.__file__)).read_text())
    constants = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant)]
    cited = {each for each in constants if isinstance(each, str) and CITATION.fullmatch(each)}
    assert cited
    for citation in cited:
        catalogue(rulebook).clause(citation)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_rulings_bear_on_clauses_that_exist_and_say_all_four_things(rulebook: str) -> None:
    listing = catalogue(rulebook)
    assert listing.rulings
    for ruling in listing.rulings:
        assert ruling.clauses and all(clause_of(each) in listing.clauses for each in ruling.clauses)
        assert all(text.strip() for text in (ruling.question, ruling.taken, ruling.rejected))


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_defined_term_has_a_row_of_its_own(rulebook: str) -> None:
    """1.1 of the Star's documents and the dictionary of Casino Canberra's, counted apart."""
    listing = catalogue(rulebook)
    assert len(listing.definitions) == listing.count()["definitions"] == GAMES[rulebook].definitions
    assert listing.count()["clauses"] == GAMES[rulebook].clauses
    for each in listing.definitions.values():
        assert re.fullmatch(r"[A-Z0-9].*\.", each.says), each
        assert each.kind in KINDS and each.where, each
        if each.kind != "informative":
            module, _, name = each.where.partition(":")
            assert callable(reduce(getattr, name.split("."), importlib.import_module(module))), each


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_defined_term_is_told_in_chinese(rulebook: str) -> None:
    listing = catalogue(rulebook)
    told = listing.told_in("zh").definitions
    assert all(told[term].says != each.says for term, each in listing.definitions.items())
