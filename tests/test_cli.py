"""The command line: help, games and rules."""

import json
import os
import subprocess
import sys

import pytest

from sabot import RULEBOOKS, __version__
from sabot.cli import COMMANDS, main
from sabot.rulebooks.catalogue import catalogue


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    try:
        status = main(words)
    except SystemExit as stopped:
        status = int(stopped.code or 0)
    captured = capsys.readouterr()
    return status, captured.out, captured.err


@pytest.mark.parametrize("words", [(), ("--help",), ("-h",)])
def test_help_lists_every_command(capsys: pytest.CaptureFixture[str], words: tuple[str]) -> None:
    status, out, err = run(capsys, *words)
    assert (status, err) == (0, "")
    assert all(command in out for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(capsys: pytest.CaptureFixture[str], command: str) -> None:
    status, out, _ = run(capsys, command, "--help")
    assert status == 0 and out.startswith(f"usage: sabot {command}")


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--version") == (0, f"sabot {__version__}\n", "")


@pytest.mark.parametrize(
    "words",
    [
        ("deal",),
        ("--nonsense",),
        ("rules",),
        ("rules", "poker"),
        ("rules", "star-baccarat", "99.1"),
        ("rules", "star-baccarat", ""),
        ("rules", "star-baccarat", "12.2.9"),
        ("rules", "--coverage", "poker"),
        ("rules", "--coverage", "--irregularities"),
        ("rules", "--coverage", "star-baccarat", "4.1"),
        ("rules", "--irregularities", "star-baccarat", "4.1"),
        ("adjudicate", "/no/such/file"),
        ("adjudicate", "\0"),
        ("play", "poker"),
        ("games", "extra"),
        ("rules", "a", "b", "c"),
        ("simulate", "star-baccarat"),
        ("simulate", "star-baccarat", "--coups", "10", "--boxes", "1"),
        ("simulate", "star-three-card", "--coups", "10", "--strategy", "total"),
        ("table", "--commands", "--export"),
        ("table", "--commands", "--quiet"),
        ("table", "--export", "--id", "3"),
        ("table", "--export", "--after", "0"),
        ("table", "--export", "--key", "k", "--witness", "w"),
        ("serve", "--demo", "--behind-proxy"),
        ("serve", "--demo", "--signing-key", "k"),
        ("serve", "--demo", "--certificate", "c"),
        ("--", "games"),
    ],
)
def test_bad_words_are_one_sentence_and_status_2(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    status, out, err = run(capsys, *words)
    assert (status, out) == (2, "")
    assert err.startswith("sabot: ") and err.count("\n") == 1


def test_games_lists_the_five(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "games")
    assert [line for line in out.splitlines() if line in RULEBOOKS] == list(RULEBOOKS)
    assert "point-total-0 … point-total-9" in out


def test_games_for_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    listed = json.loads(run(capsys, "games", "--json")[1])
    assert [each["rulebook"] for each in listed] == list(RULEBOOKS)
    banker = listed[0]["wagers"][1]
    assert banker["lines"][0] == {"clause": "11.1.3", "odds": "19:20", "scheme": "commission"}


def test_coverage_counts_every_clause(capsys: pytest.CaptureFixture[str]) -> None:
    counted = json.loads(run(capsys, "rules", "--coverage", "--json")[1])
    assert list(counted) == list(RULEBOOKS)
    for name, counts in counted.items():
        definitions = counts.pop("definitions")
        assert list(counts) == ["clauses", "enforced", "recorded", "informative", "missing"]
        assert counts["clauses"] == len(catalogue(name).clauses)
        assert sum(counts.values()) == 2 * counts["clauses"]
        assert definitions > 0
    assert "star-lucky-draw" in run(capsys, "rules", "--coverage")[1]


def test_a_page_tells_all_about_a_clause(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "rules", "star-baccarat", "11.1.9.1")
    version = RULEBOOKS["star-baccarat"].version
    assert out.startswith(
        f"star-baccarat 11.1.9.1: Settlement\nBaccarat, The Star Sydney, {version}\n"
    )
    assert "Tiger: 12 to 1" in out
    assert "enforced by sabot.rulebooks.star_baccarat.rulebook:two_card_tiger" in out.replace(
        "\n", " "
    )
    assert "test_11_1_9_1_" in out


def test_a_page_shows_rulings_items_and_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert "no-bet coup" in run(capsys, "rules", "star-baccarat", "12.2")[1]
    tableau = run(capsys, "rules", "star-baccarat", "9.4")[1]
    assert "9.4.1" in tableau and "3     D  D  D  D  D  D  D  D  D  S  D" in tableau
    assert "loses otherwise" in run(capsys, "rules", "canberra-mini", "8.4(b)")[1]
    assert "31" in run(capsys, "rules", "star-three-card", "7.2")[1]


@pytest.mark.parametrize("book", RULEBOOKS)
def test_every_clause_has_a_page_and_every_section_a_list(
    book: str, capsys: pytest.CaptureFixture[str]
) -> None:
    listing = catalogue(book)
    assert run(capsys, "rules", book)[0] == 0
    for number in listing.sections:
        assert run(capsys, "rules", book, number)[0] == 0
    for number in list(listing.clauses)[::7]:
        status, out, _ = run(capsys, "rules", book, number)
        assert status == 0 and out.startswith(f"{book} {number}: ")
        assert not [line for line in out.splitlines() if line != line.rstrip()]


def test_a_clause_for_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    (page,) = json.loads(run(capsys, "rules", "star-lucky-draw", "9.1.5.2", "--json")[1])
    assert page["pays"] == ["DRAW: 30 to 1"]
    assert page["rulings"][0]["taken"].startswith("It introduces")


def test_the_module_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sabot", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"sabot {__version__}\n"


def shell(command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command.replace("sabot", f"{sys.executable} -m sabot", 1),
        shell=True,
        executable="/bin/bash",
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(
    "command",
    [
        "sabot adjudicate <&-",
        "sabot adjudicate /proc/self/mem",
        "sabot games > /dev/full",
        "sabot rules star-baccarat 12.2 > /dev/full",
        "sabot odds star-seven-up > /dev/full",
    ],
)
def test_a_broken_world_is_one_sentence_and_status_2(command: str) -> None:
    done = shell(command)
    assert done.returncode == 2
    assert done.stderr.startswith("sabot: ") and done.stderr.count("\n") == 1


def test_a_closed_output_ends_quietly() -> None:
    done = shell("sabot games >&-")
    assert (done.returncode, done.stderr) == (2, "")


def test_any_encoding_and_width_will_do() -> None:
    assert "point-total-0 ? point-total-9" in shell("sabot games", PYTHONIOENCODING="ascii").stdout
    assert shell("sabot rules star-baccarat 9.4", COLUMNS="1").returncode == 0
    assert shell("sabot play star-baccarat < /dev/null", COLUMNS="0").returncode == 0
