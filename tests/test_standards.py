"""The page on standards says nothing that the tests do not show."""

import ast
import re
import ssl
from pathlib import Path

import pytest
import uvicorn

HERE = Path(__file__).parent
PAGE = (HERE.parent / "docs" / "standards.md").read_text()
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if re.match(r"\| \d+ \|", line)
]
NAMED = re.compile(r"`([\w/]+\.py)::(test_\w+)`")
STATUSES = {"met", "in part", "not met", "not ours"}


def test_every_line_has_a_status_and_what_it_rests_on() -> None:
    numbers = [int(row[0]) for row in ROWS]
    assert numbers == [*range(1, 37), *range(1, 15)]
    for number, asked, clause, status, why in ROWS:
        assert asked and clause and status in STATUSES, number
        named = NAMED.findall(why)
        assert bool(named) == (status in ("met", "in part")), number
        if status != "met":
            assert len(NAMED.sub("", why).strip(" ,;.:")) > 20, f"{number} says why"


@pytest.mark.parametrize(("file", "name"), sorted(set(NAMED.findall(PAGE))))
def test_a_test_that_is_named_exists(file: str, name: str) -> None:
    tree = ast.parse((HERE / file).read_text())
    assert name in {each.name for each in tree.body if isinstance(each, ast.FunctionDef)}


def test_nothing_below_tls_1_2_is_spoken() -> None:
    """Make a context as uvicorn does, regardless of the machine's own settings."""
    context = ssl.SSLContext(uvicorn.config.SSL_PROTOCOL_VERSION)
    assert context.minimum_version >= ssl.TLSVersion.TLSv1_2
