"""No option is silently ignored: each of every command changes what is said, or is refused.

A row names a command as it is run without an option and with it; what they say must differ. Options
whose work is elsewhere, at a server or in a store, name the test that shows it.
"""

import argparse
import json
import re
from pathlib import Path

import pytest

from sabot.cli import COMMANDS, main, module_of, options_of

TESTS = Path(__file__).parent
FEW = "--coups 2000 --seed 1"
PLAN = "simulate star-baccarat --plan plan.json --sessions 50 --seed 1"
REPORT = "math-report panda.toml --coups 2000 --shoes 1 --json"
COUNT = "count panda-8 --tags 9:2 --trigger 0 --shoes 2"
LOG = "audit log.jsonl"
CHANGES: dict[str, dict[str, tuple[str, str]]] = {
    "games": {"--json": ("games", ""), "--side-bets": ("games", "")},
    "rules": {
        "--coverage": ("rules star-baccarat", ""),
        "--irregularities": ("rules star-baccarat", ""),
        "--duties": ("rules star-baccarat", ""),
        "--diff": ("rules", "star-baccarat draft.py"),
        "--check": ("rules", "star-baccarat"),
        "--json": ("rules star-baccarat 5.8", ""),
        "--lang": ("rules star-baccarat 5.8", "zh"),
    },
    "adjudicate": {"--wager": ("adjudicate coups.jsonl", "panda.toml")},
    "odds": {
        "--decks": ("odds star-baccarat", "6"),
        "--scheme": ("odds star-baccarat", "even-money"),
        "--removed": ("odds star-baccarat", "AS"),
        "--given": ("odds star-baccarat", "AS"),
        "--burned": ("odds star-baccarat", "AS"),
        "--composition": ("odds star-baccarat", "left.json"),
        "--if": ("odds panda-8", "natural"),
        "--first": ("odds panda-8", "6-9"),
        "--strategy": ("odds star-lucky-draw", "total"),
        "--change": ("odds star-baccarat", "tie=9:1"),
        "--any-decks": ("odds star-baccarat", "5"),
        "--sheet": ("odds star-baccarat", "csv"),
        "--removal": ("odds star-baccarat", ""),
        "--counting": ("odds star-baccarat", "1"),
        "--json": ("odds star-baccarat", ""),
    },
    "simulate": {
        "--coups": (f"simulate star-baccarat {FEW}", "3000"),
        "--seed": (f"simulate star-baccarat {FEW}", "2"),
        "--decks": (f"simulate star-baccarat {FEW}", "6"),
        "--scheme": (f"simulate star-baccarat {FEW}", "even-money"),
        "--removed": (f"simulate star-baccarat {FEW}", "AS"),
        "--change": (f"simulate star-baccarat {FEW}", "tie=9:1"),
        "--fresh": (f"simulate star-baccarat {FEW}", ""),
        "--boxes": (f"simulate star-three-card {FEW}", "2"),
        "--strategy": (f"simulate star-lucky-draw {FEW}", "total"),
        "--json": (f"simulate star-baccarat {FEW}", ""),
        "--sessions": (PLAN, "60"),
        "--plan": (PLAN, "other.json"),
        "--rule": (PLAN, "martingale"),
    },
    "count": {
        "--wager": ("count star-seven-up --shoes 2 --wager tie", "player"),
        "--all": ("count panda-8 --shoes 2", ""),
        "--tags": (COUNT, "9:1"),
        "--largest-tag": ("count panda-8 --shoes 2", "1"),
        "--unbalanced": ("count panda-8 --shoes 2", ""),
        "--by-composition": ("count panda-8 --shoes 2", ""),
        "--trigger": (COUNT, "1"),
        "--decks": (COUNT, "6"),
        "--scheme": ("count star-baccarat --wager banker --shoes 2", "even-money"),
        "--cut": (COUNT, "60"),
        "--source": ("count star-baccarat --wager tie --shoes 2", "device"),
        "--boxes": ("count star-three-card --wager tie --shoes 2", "2"),
        "--shoes": (COUNT, "3"),
        "--seed": (COUNT, "2"),
        "--json": (COUNT, ""),
    },
    "math-report": {
        "--decks": (REPORT, "6"),
        "--change": ("math-report star-seven-up --coups 2000 --shoes 1 --json", "tie=7:1"),
        "--any-decks": (REPORT, "5"),
        "--coups": (REPORT, "3000"),
        "--seed": (REPORT, "2"),
        "--shoes": (REPORT, "2"),
        "--purpose": (REPORT, "Trial"),
        "--author": (REPORT, "Ann"),
        "--reviewer": (REPORT, "Bob"),
        "--limit": (REPORT, "Draft."),
        "--maximum": (REPORT, "500"),
        "--json": (REPORT.removesuffix(" --json"), ""),
    },
    "play": {
        "--decks": ("play star-baccarat --seed 1", "6"),
        "--scheme": ("play star-baccarat --seed 1", "even-money"),
        "--bankroll": ("play star-baccarat --seed 1", "77"),
    },
    "audit": {"--coup": (LOG, "1"), "--exceptions": (LOG, ""), "--json": (LOG, "")},
    "duties": {"--json": ("duties log.jsonl", ""), "--ics": ("duties log.jsonl", "")},
}
REFUSED: dict[str, tuple[str, ...]] = {
    "adjudicate": ("adjudicate coups.jsonl --workers 0",),
    "odds": (
        "odds star-baccarat --strategy total",
        "odds star-baccarat --sheet csv --json",
        "odds star-baccarat --any-decks 5 --decks 6",
        "odds star-baccarat --counting 1 --removed AS",
        "odds panda.toml --change tie=9:1",
        "odds star-seven-up --scheme commission",
    ),
    "simulate": (
        "simulate star-baccarat --coups 10 --sessions 3",
        "simulate star-baccarat --coups 10 --rule paroli",
        "simulate star-baccarat --coups 10 --boxes 2",
        f"{PLAN} --coups 10",
        f"{PLAN} --output x.parquet",
        f"{PLAN} --removed AS",
        "simulate star-baccarat --coups 10 --workers 2 --scheduler tcp://127.0.0.1:1",
    ),
    "math-report": (
        "math-report star-baccarat --decks 6 --any-decks 5",
        "math-report panda.toml --coups 0",
        "math-report panda.toml --scheme commission",
    ),
    "rules": (
        "rules star-baccarat 5.8 --coverage",
        "rules --coverage --duties",
        "rules --check star-baccarat --duties",
        "rules star-baccarat --book b.html --json",
        "rules star-baccarat 5.8 --book b.html",
        "rules star-baccarat --text coups.jsonl",
        "rules star-baccarat --book b.html --text coups.jsonl",
    ),
    "audit": (
        "audit log.jsonl --shoe",
        "audit log.jsonl --shoe --table 9",
        "audit log.jsonl --shoe --table 1 --coup 1",
        "audit log.jsonl --exceptions --coup 1",
        "audit log.jsonl --key 00",
        "audit log.jsonl --table nope",
    ),
    "duties": ("duties log.jsonl --json --ics",),
}
ELSEWHERE = {
    "adjudicate": ("--workers",),
    "audit": ("--shoe", "--table", "--witness", "--key", "--notes"),
    "clock": ("--reason", "--store"),
    "count": ("--hands-per-hour", "--hourly-limit"),
    "duties": ("--late", "--done", "--at", "--zone"),
    "fleet": ("--seen", "--json"),
    "keys": ("--store",),
    "people": ("--role", "--store", "--json", "--called", "--reason"),
    "play": ("--seed", "--no-wait"),
    "math-report": ("--output",),
    "rules": ("--book", "--text"),
    "simulate": ("--output",),
    "verify": ("--mend", "--adopt", "--json", "--program"),
}
"""Options that other tests show at work; there is one that writes each after its command."""
LONG = (
    "backup",
    "drill",
    "promotion",
    "proof",
    "reports",
    "restore",
    "serve",
    "table",
    "tournament",
)
"""Commands that have tests of their own for all that may follow them."""
PANDA = """id = "panda"
name = "Panda"
game = "star-baccarat"
[[pays]]
odds = "25:1"
when = "player_total == 8 and player_cards == 3"
"""
DRAFT = """from sabot import rulebook
from sabot.odds.whatif import changed
RULEBOOK = changed(rulebook("star-baccarat"), {"tie": "9:1"})
"""
COUP = {
    "rulebook": "star-baccarat",
    "cards": ["4S", "5H", "KD", "KC", "8H"],
    "wagers": [{"id": "w", "on": "panda", "amount": "5"}],
}


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that the rows name; the log is of three coups that robots dealt."""
    folder = tmp_path_factory.mktemp("desk")
    (folder / "panda.toml").write_text(PANDA)
    (folder / "coups.jsonl").write_text(json.dumps(COUP) + "\n")
    (folder / "draft.py").write_text(DRAFT)
    plan = {"stakes": {"player": 1}, "bankroll": 50, "coups": 20}
    (folder / "plan.json").write_text(json.dumps(plan))
    (folder / "other.json").write_text(json.dumps(plan | {"coups": 21}))
    (folder / "left.json").write_text(json.dumps(dict.fromkeys("A23456789TJQK", 31)))
    return folder


@pytest.fixture
def here(desk: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(desk)
    monkeypatch.setenv("COLUMNS", "100")
    return desk


@pytest.fixture
def log(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if not (here / "log.jsonl").exists():
        words = "table --robots --rulebook star-baccarat --coups 3 --store s.db --quiet"
        assert main(words.split()) == 0
        capsys.readouterr()
        assert main(["table", "--store", "s.db", "--export"]) == 0
        (here / "log.jsonl").write_text(capsys.readouterr().out)


def said(words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr("sys.stdin", open("/dev/null"))  # noqa: SIM115, PTH123  a player who leaves
    status = main(words.split())
    captured = capsys.readouterr()
    assert status in (0, 1), captured.err
    # How long it took is no answer.
    return re.sub(
        r'in [\d.]+ s,.*?;|"seconds.*?,|"coups_per_second.*?,|"date.*?,', "", captured.out
    )


ROWS = [(command, option) for command, rows in CHANGES.items() for option in rows]


@pytest.mark.parametrize(("command", "option"), ROWS)
def test_an_option_changes_what_is_said(
    command: str,
    option: str,
    here: Path,
    log: None,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    without, value = CHANGES[command][option]
    bare = said(without, capsys, monkeypatch) if without != "rules" else ""
    # The last of an option that is written twice counts.
    assert said(f"{without} {option} {value}", capsys, monkeypatch) != bare


@pytest.mark.parametrize("words", [each for rows in REFUSED.values() for each in rows])
def test_an_option_that_says_nothing_is_refused(
    words: str, here: Path, log: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words.split()) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("sabot: ") and captured.err.count("\n") == 1
    assert not captured.out


def options_in(command: str) -> set[str]:
    parser = options_of(command, module_of(command))
    kept: set[str] = set()
    for action in parser._actions:
        if not isinstance(action, argparse._HelpAction | argparse._SubParsersAction):
            kept |= {each for each in action.option_strings if each.startswith("--")}
    return kept


@pytest.mark.parametrize("command", sorted(set(COMMANDS) - set(LONG)))
def test_every_option_is_tried(command: str) -> None:
    tried = set(CHANGES.get(command, {})) | set(ELSEWHERE.get(command, ()))
    tried |= {word for row in REFUSED.get(command, ()) for word in row.split() if "--" in word}
    assert options_in(command) == tried


@pytest.mark.parametrize("command", sorted(ELSEWHERE))
def test_what_is_shown_elsewhere_is_written_in_a_test(command: str) -> None:
    own = TESTS / "test_options.py"
    texts = [each.read_text() for each in TESTS.rglob("test_*.py") if each != own]
    about = "\n".join(text for text in texts if f'"{command}"' in text or f'"{command} ' in text)
    assert [each for each in ELSEWHERE[command] if each not in about] == []


def test_a_former_name_of_a_command_works_and_names_the_new_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    few = ["star-seven-up", "--coups", "1000", "--shoes", "1", "--json"]
    assert main(["math-report", *few]) == 0
    new = capsys.readouterr()
    assert main(["report", *few]) == 0
    former = capsys.readouterr()
    without_time = [re.sub(r"T\d\d:\d\d:\d\d", "", each.out) for each in (new, former)]
    assert without_time[0] == without_time[1] and new.err == ""
    assert former.err == "sabot: `sabot report` is now called `sabot math-report`.\n"
