"""Unreadable input gives one sentence and status 2; the rest is lines."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.cli import main
from sabot.core.refusal import Refusal
from sabot.promotions.faults import PRIZE as PRIZE_WORDS
from sabot.promotions.faults import TERMS as TERM_WORDS
from sabot.promotions.terms import PRIZE, PROMOTION, TERMS, Prize, Promotion, Terms, read_terms
from sabot.promotions.terms_check import check
from sabot.promotions.terms_text import written_form
from support.plain import MARKS
from support.promotion_checks import LEFT_OUT, form, prize, toml
from support.thorough import tries

BACCARAT = ["star-baccarat"]
MARKS_OF_PYTHON = ("a tuple", "Python's quotes", "a word of Python")


def complete(**head: Any) -> str:
    return form(BACCARAT, [prize()], head, {})


def refused(capsys: pytest.CaptureFixture[str], file: Path) -> str:
    status = main(("promotion", "check", str(file)))
    out, err = capsys.readouterr()
    assert (status, out) == (2, ""), (status, out)
    assert err.startswith("sabot: ") and err.endswith(".\n") and err.count("\n") == 1
    assert not any(MARKS[mark].search(err) for mark in MARKS_OF_PYTHON), err
    return err


HEADS: list[dict[str, Any]] = [
    {"rulebooks": LEFT_OUT},
    {"rulebooks": []},
    {"rulebooks": ""},
    {"rulebooks": "star-baccarat"},
    {"rulebooks": [1]},
    {"rulebooks": ["poker"]},
    {"rulebooks": ["star-baccarat", "canberra-mini"]},
    {"submitted": 5},
    {"submitted": datetime(2026, 11, 1, 10)},
    {"starts": datetime(2026, 12, 1, 10)},
    {"starts": "tomorrow"},
    {"law": "no"},
    {"law": 0},
    {"name": 5},
    {"name_zh": 5},
    {"prize": "a car"},
    {"terms": 5},
    {"prizes": "a car"},
    {"prizes": [1]},
]


@pytest.mark.parametrize("head", HEADS)
def test_a_bad_head(
    head: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "terms.toml"
    text = complete(**head)
    for table in head.keys() & {"terms", "prizes"}:  # not twice
        text = text.partition("[terms]")[0] if table == "terms" else text.partition("[[prizes]]")[0]
        text = (
            f"{table} = {toml(head[table])}\n{text.replace(f'{table} = {toml(head[table])}', '')}"
        )
    file.write_text(text)
    refused(capsys, file)


@pytest.mark.parametrize(
    "terms",
    [
        {"when": datetime(2026, 12, 24, 21)},
        {"when": "at nine"},
        {"entries_close": True},
        {"entries_close": datetime(2026, 12, 24, 20)},
        {"attendance": "yes"},
        {"marketing": 1},
        {"awarded": 5},
        {"awarded": ["by draw"]},
        {"scrutineer": True},
        {"prize": "a car"},
        {"Awarded": "by draw"},
    ],
    ids=str,
)
def test_a_bad_term(
    terms: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "terms.toml"
    file.write_text(form(BACCARAT, [prize()], {}, terms))
    assert next(iter(terms)) in refused(capsys, file)


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": "pony"},
        {"kind": 5},
        {"kind": "Goods"},
        {"value": 12000},
        {"value": 12000.5},
        {"value": "-5.00"},
        {"value": "0"},
        {"value": "0.00"},
        {"value": "12,000"},
        {"value": "$5"},
        {"value": "5.001"},
        {"value": "1000000000000.00"},
        {"value": "9" * 5000},
        {"litres": "20"},
        {"litres": -1},
        {"litres": True},
        {"money_instead": "gold"},
        {"money_instead": True},
        {"persons": 0},
        {"persons": True},
        {"persons": 2.5},
        {"on_road_costs": 5},
        {"make": 5},
        {"colour": "red"},
    ],
    ids=lambda changes: str(changes)[:40],
)
def test_a_bad_prize(
    changes: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "terms.toml"
    file.write_text(form(BACCARAT, [prize(), prize(**changes)], {}, {}))
    said = refused(capsys, file)
    assert "rize 2" in said and next(iter(changes)) in said


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\xff\xfe",
        b"rulebooks = ",
        b"rulebooks = [\n",
        b"rulebooks = ['star-baccarat']\nrulebooks = []",
        b"rulebooks = ['star-baccarat']\nsubmitted = 2026-13-45T10:00:00+11:00",
        b"rulebooks = ['star-baccarat']\nsubmitted = 2026-11-28",
        b"rulebooks = ['star-baccarat']\nsubmitted = 10:00:00",
        b"rulebooks = ['star-baccarat']\nlaw = " + b"9" * 5000,
        b"rulebooks = ['star-baccarat']\nlaw = 0x" + b"f" * 5000,
        b"rulebooks = ['star-baccarat']\nlaw = 1e999999999999999999999",
        b"rulebooks = " + b"[" * 100_000,
        b"rulebooks = ['star-baccarat']\nprizes = [{kind = 'liquor', litres = nan}]",
        b"rulebooks = ['star-baccarat']\nprizes = [{kind = 'liquor', litres = inf}]",
        b"rulebooks = ['star-baccarat']\n[prizes]\nkind = 'goods'",
        b"rulebooks = ['star-baccarat']\n[[terms]]\nawarded = 'by draw'",
        b'rulebooks = ["star-baccarat"]\n"two\\nlines" = 1',
    ],
    ids=lambda text: str(text[:60]),
)
def test_no_terms_at_all(text: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "terms.toml"
    file.write_bytes(text)
    refused(capsys, file)


def test_files_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    refused(capsys, tmp_path / "nothing.toml")
    refused(capsys, tmp_path)
    assert main(("promotion", "check", "\0")) == 2


def test_findings_are_lines_and_status_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "terms.toml"
    file.write_text(complete())
    for words in ((), ("--json",)):
        assert main(("promotion", "check", str(file), *words)) == 0
        assert capsys.readouterr() == ("", "")
    file.write_bytes(
        b"\xef\xbb\xbf" + form(BACCARAT, [prize("tobacco")], {}, {"held": ""}).encode()
    )
    assert main(("promotion", "check", str(file))) == 1
    out, err = capsys.readouterr()
    assert err == ""
    assert [json.loads(line) for line in out.splitlines()] == [
        {
            "item": "held",
            "clause": "16.7.7",
            "rulebook": "star-baccarat",
            "message": "The terms do not say where and when the promotion is held.",
        },
        {
            "item": "kind",
            "clause": "16.5.1",
            "rulebook": "star-baccarat",
            "message": "Prize 1 is tobacco, which no prize may be.",
        },
    ]


def test_terms_of_nothing_but_a_rulebook_miss_everything() -> None:
    promotion = read_terms(b'rulebooks = ["star-baccarat"]')
    assert promotion == Promotion(rulebooks=("star-baccarat",))


def test_every_key_has_a_form_and_its_words() -> None:
    assert set(PROMOTION) == set(Promotion.__struct_fields__)
    assert set(TERMS) == set(Terms.__struct_fields__) == set(TERM_WORDS)
    beside = {"money_instead", "litres", "description_zh"}
    assert set(PRIZE) == set(Prize.__struct_fields__) == {*PRIZE_WORDS} | beside


KEYS = st.sampled_from([*PROMOTION, *TERMS, *PRIZE, "colour"])
VALUES = st.recursive(
    st.sampled_from(
        ['"none"', '""', '"cash"', '"12.50"', "true", "false", "0", "-1", "1.5", "nan", "-inf",
         "2026-12-01", "10:00:00", "2026-12-01T10:00:00", "2026-12-01T10:00:00Z", '"tobacco"',
         "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", '["star-seven-up"]', '"\\u200b"']
    ),
    lambda inner: st.lists(inner, max_size=3).map(lambda each: f"[{', '.join(each)}]"),
    max_leaves=4,
)  # fmt: skip
TABLES = st.dictionaries(KEYS, VALUES, max_size=4).map(
    lambda said: "".join(f"{key} = {each}\n" for key, each in said.items())
)


@settings(max_examples=tries(50), deadline=None)
@given(st.lists(TABLES, min_size=1, max_size=4), st.booleans())
def test_any_form_is_read_or_refused(tables: list[str], known: bool) -> None:
    head, *rest = tables
    names = 'rulebooks = ["star-baccarat", "star-lucky-draw"]\n' if known else ""
    text = f"{names}{head}[terms]\n" + "[[prizes]]\n".join(rest)
    try:
        promotion = read_terms(text.encode())
    except Refusal as refusal:
        assert refusal.message.endswith(".") and "\n" not in refusal.message
    else:
        try:
            assert all(each.clause and each.item for each in check(promotion))
        except Refusal as refusal:
            assert refusal.code == "unknown-rulebook"


def test_a_file_that_begins_with_a_mark_of_its_order_is_read() -> None:
    """As some editors write it."""
    assert read_terms(b"\xef\xbb\xbf" + complete().encode()) == read_terms(complete().encode())


def test_names_in_chinese_are_kept_and_change_no_line() -> None:
    said = form(BACCARAT, [prize(description_zh="紙花燈")], {"name_zh": "花燈時段"}, {})
    read = read_terms(said.encode())
    assert (read.name_zh, read.prizes[0].description_zh) == ("花燈時段", "紙花燈")
    assert check(read) == check(read_terms(complete().encode()))
    assert read_terms(written_form(read).encode()) == read
