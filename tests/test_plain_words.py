"""Check words and names against CONTRIBUTING.md."""

import pytest

from support.plain_words import (
    BY_PARTICIPLE,
    IN_DOCS,
    IN_DOCSTRING,
    LONG_JS,
    LONGEST_SUBJECT,
    ON_SCREEN,
    OPENER,
    SOURCE,
    TWICE,
    faults,
    in_names,
    in_python,
    in_script,
    in_table,
    in_text,
    subjects,
    unreleased,
)

RULES = (OPENER, IN_DOCSTRING, IN_DOCS, ON_SCREEN, TWICE, BY_PARTICIPLE, LONG_JS)


@pytest.mark.parametrize("rule", RULES)
def test_there_is_no_fault(rule: str) -> None:
    found = [each for each in faults() if each.rule == rule]
    assert not found, "\n".join(f"{each.where}: {each.what}" for each in found)


def test_a_commit_subject_fits_in_72_characters() -> None:
    found = subjects()
    if found is None:
        pytest.skip("There is no git history here.")
    assert not [each for each in found if len(each) > LONGEST_SUBJECT]


# The lint itself


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ('"""Whether it rains."""', OPENER),
        ('def f() -> None:\n    """One of them."""', OPENER),
        ('"""Return the name that somebody has."""', IN_DOCSTRING),
        ('class A:\n    a = 1\n    """The value, whatever it is."""', IN_DOCSTRING),
        ('say("Nobody is here.")', ON_SCREEN),
    ],
)
def test_the_lint_finds_a_fault_in_python(text: str, rule: str) -> None:
    assert [each.rule for each in in_python(SOURCE / "x.py", text)] == [rule]


@pytest.mark.parametrize(
    "text",
    [
        '"""Return what is left."""',
        '"""Once a day, write a checkpoint."""',
        'recipient = "nobody"',
        "nobody = 1  # a name, no text",
    ],
)
def test_the_lint_leaves_plain_python_alone(text: str) -> None:
    assert not [*in_python(SOURCE / "x.py", text)]


def test_a_string_outside_the_package_is_no_screen_text() -> None:
    assert not [*in_python(SOURCE.parent / "x.py", 'say("Nobody is here.")')]


def test_the_lint_finds_long_lines_and_words_in_other_files() -> None:
    long = [each.rule for each in in_script(SOURCE / "web" / "x.js", "x" * 121 + "\n" + "x" * 120)]
    assert long == [LONG_JS]
    assert [each.rule for each in in_text(IN_DOCS, SOURCE / "x.md", "Ask\nsomebody.")] == [IN_DOCS]
    row = "9.1\tenforced\ttest_nobody_pays test_somebody\tPlayers pay."
    assert not [*in_table(SOURCE / "x.tsv", row)]
    assert [*in_table(SOURCE / "x.tsv", row.replace("Players pay", "Whoever bets pays"))]


def test_entries_of_a_release_are_not_checked() -> None:
    text = "# Changelog\n\n## Unreleased\n\nA line.\n\n## 1.0.0, 2026-09-01\n\nNobody saw it.\n"
    assert unreleased(text).endswith("A line.\n\n")
    assert unreleased("No release yet.") == "No release yet."


def test_the_lint_names_both_places_of_a_class_and_the_module() -> None:
    texts = {SOURCE / "table" / "asked.py": "class A:", SOURCE / "table" / "x.py": "class A:"}
    found = [*in_names(texts)]
    assert {each.rule for each in found} == {TWICE, BY_PARTICIPLE}
