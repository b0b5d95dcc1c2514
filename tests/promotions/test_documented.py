"""The examples of docs/promotions.md run as shown."""

import json
import re
from pathlib import Path

import pytest

from sabot import RULEBOOKS
from sabot.promotions.terms import PRIZE, PROMOTION, TERMS, read_terms
from sabot.promotions.terms_check import check
from sabot.rulebooks.catalogue import catalogue
from sabot.rules.promotions import PRIZES

PAGE = (Path(__file__).parents[2] / "docs" / "promotions.md").read_text()
EXAMPLES = re.findall(r"```toml\n(.*?)```", PAGE, re.S)
SHOWN = re.findall(r"```console\n\$ .*?\n(.*?)```", PAGE, re.S)


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_is_complete(example: str) -> None:
    assert check(read_terms(example.encode())) == []


def test_the_line_shown_is_what_is_found() -> None:
    without = EXAMPLES[0].replace('model = "Two"\n', "")
    (line,) = check(read_terms(without.encode()))
    assert [json.loads(each) for each in SHOWN] == [
        {
            "item": line.item,
            "clause": line.clause,
            "rulebook": line.rulebook,
            "message": line.message,
        }
    ]


def test_every_key_and_kind_is_on_the_page() -> None:
    shown = set(re.findall(r"`\[*([a-z_-]+)\]*`", PAGE))
    assert {*PROMOTION, *TERMS, *PRIZE, *PRIZES} <= shown


def test_the_tables_cite_the_clause_of_each_document() -> None:
    games = [name for name, book in RULEBOOKS.items() if book.promotions is not None]
    table = [row for row in PAGE.splitlines() if row.startswith("| `") and "; 13." in row]
    rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in table]
    assert len(rows) > 15
    for keys, _, clauses in rows:
        cited = [re.findall(r"\d+(?:\.\d+)+", each) for each in clauses.split(";")]
        for game, citations in zip(games, cited, strict=True):
            section = RULEBOOKS[game].promotions
            assert section is not None
            for citation in citations:
                catalogue(game).clause(citation)
            for item in (*section.terms, *section.made_known):
                if f"`{item.key}`" in keys:
                    assert item.clause in citations, (game, item)
