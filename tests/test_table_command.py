"""`sabot table`: one line in, one line out, in every case."""

import json
import os
import pty
import re
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pytest

from sabot.cli import main
from sabot.cli.casino.table import answer_to
from sabot.core.revision import CURRENT
from sabot.floor import Floor
from sabot.people.card_key import card_key
from sabot.store import Signer, open_store, verify_checkpoints, verify_lines
from sabot.store.backends.database import Unavailable
from sabot.store.backends.sqlite import SqliteFile
from sabot.table import TABLE
from store.postgres import PostgresServer

ROOT = Path(__file__).parent.parent
EVENING = (ROOT / "docs" / "evening.jsonl").read_bytes().splitlines()
DOCS = (ROOT / "docs" / "table.md").read_text()


class Running:
    """A `sabot table` that is spoken to line by line."""

    def __init__(self, *words: str, largest_file: int | None = None) -> None:
        def limit() -> None:
            if largest_file is not None:
                hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
                resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file, hard))

        self.process = subprocess.Popen(
            [sys.executable, "-m", "sabot", "table", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=limit,
        )

    def ask(self, line: bytes) -> Any:
        """Send one line; its answer comes before anything else is sent."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        _, said = self.process.communicate(timeout=120)
        if kind is None:
            assert (self.process.returncode, said) == (0, b"")


def piped(lines: bytes, *words: str) -> list[Any]:
    done = subprocess.run(
        [sys.executable, "-m", "sabot", "table", *words],
        input=lines,
        capture_output=True,
        check=True,
    )
    assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.splitlines()]


def log_of(url: str, name: str = "1") -> list[Any]:
    with open_store(url, create=False) as store:
        assert not list(verify_lines(stored.line for stored in store.read_all()))
        return [json.loads(stored.line) for stored in store.read(f"table:{name}")]


def test_answers_come_one_by_one_and_hold_the_events_as_logged(tmp_path: Path) -> None:
    file = f"{tmp_path}/casino.db"
    with Running("--store", file) as table:
        answers = [table.ask(line) for line in EVENING]
    assert [answer["id"] for answer in answers] == [json.loads(line)["id"] for line in EVENING]
    events = [event for answer in answers for event in answer.get("events", ())]
    assert events == log_of(file)
    (rejected,) = [answer["rejected"] for answer in answers if "rejected" in answer]
    assert rejected["code"] == "above-maximum"
    assert list(rejected) == ["code", "clause", "message"]
    # A second process gives the same answers again and changes nothing.
    assert piped(b"\n".join(EVENING), "--store", file) == answers
    assert log_of(file) == events
    after = piped(b"", "--store", file, "--after", str(len(events) - 2))
    assert after == events[-2:]
    assert piped(b"", "--store", file, "--id", "2", "--after", "0") == []


def test_tables_of_one_store_do_not_meet(tmp_path: Path) -> None:
    file = f"{tmp_path}/casino.db"
    one = piped(b"\n".join(EVENING), "--store", file, "--id", "one")
    two = piped(b"\n".join(EVENING), "--store", file, "--id", "two")
    assert [len(a.get("events", ())) for a in one] == [len(a.get("events", ())) for a in two]
    assert {event["stream"] for event in log_of(file, "two")} == {"table:two"}


def test_every_line_has_its_answer_whatever_it_is() -> None:
    long = b'{"id": "long", "do": "' + b"x" * 10_000_000 + b'"}'
    bad = [b"", b"x", b"[]", b'{"id": "a"}', b'{"id": 7}', b'{"id": ["a"]}', b"\xff", long]
    answers = piped(b"\n".join([*bad, *EVENING[:2]]), "--store", "sqlite://")
    assert [answer["id"] for answer in answers] == [None] * 3 + ["a", 7] + [None] * 3 + ["1", "2"]
    assert {answer["rejected"]["code"] for answer in answers[: len(bad)]} == {"bad-command"}
    assert all("events" in answer for answer in answers[len(bad) :])


def test_time_is_the_commands_or_the_clocks_and_never_runs_backwards() -> None:
    back = json.loads(EVENING[1]) | {"at": "2025-01-01T00:00:00Z"}
    clock = {key: value for key, value in json.loads(EVENING[2]).items() if key != "at"}
    lines = [EVENING[0], json.dumps(back).encode(), json.dumps(clock).encode()]
    times = [a["events"][0]["at"] for a in piped(b"\n".join(lines), "--store", "sqlite://")]
    assert times[0] == times[1] == "2026-03-14T20:00:00.000000Z" < times[2]


def test_a_full_disk_stops_the_table_and_space_lets_it_go_on(tmp_path: Path) -> None:
    file = f"{tmp_path}/casino.db"
    open_store(file).close()
    with Running("--store", file, largest_file=100_000) as table:
        answers, refused = {}, None
        for number in range(500):
            line = json.dumps(json.loads(EVENING[0]) | {"id": f"open {number}"}).encode()
            if number:
                command = {"do": "show-rules", "actor": "dan", "role": "dealer", "to": "a" * 500}
                line = json.dumps({"id": f"rules {number}", **command}).encode()
            answer = table.ask(line)
            if "rejected" in answer:
                refused = line
                break
            answers[answer["id"]] = answer
        assert refused is not None and answer["rejected"]["code"] == "store-unavailable"
        assert table.ask(refused)["rejected"]["code"] == "store-unavailable"
        assert table.ask(EVENING[8])["rejected"]["code"] == "not-ready"
        most = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.prlimit(table.process.pid, resource.RLIMIT_FSIZE, most)
        late = table.ask(refused)
        assert late["id"] == json.loads(refused)["id"] and "events" in late
    kept = [event for answer in [*answers.values(), late] for event in answer["events"]]
    assert log_of(file) == kept


def test_a_database_that_is_gone_and_comes_back(
    postgres_server: PostgresServer, postgres_url: str
) -> None:
    with Running("--store", postgres_url) as table:
        first = [table.ask(line) for line in EVENING[:4]]
        postgres_server.stop("immediate")
        try:
            answer = table.ask(EVENING[4])
            assert answer["rejected"]["code"] == "store-unavailable"
        finally:
            postgres_server.start()
        rest = [table.ask(line) for line in EVENING[4:]]
    events = [event for answer in [*first, *rest] for event in answer.get("events", ())]
    assert log_of(postgres_url) == events
    assert events[-1]["what"] == "coup-ended/1"


def test_a_store_that_fails_once_has_lost_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each command fails before it is kept: nothing of it is in the table or in the vault."""
    finish, broken, store = SqliteFile.finish, [True], open_store("sqlite://")
    floor, _ = Floor(store), card_key(store)

    def unreliable(self: SqliteFile, work: Any) -> None:
        broken[0] = not broken[0]
        if not broken[0]:
            self.abandon()
            raise Unavailable("the disk is full")
        finish(self, work)

    monkeypatch.setattr(SqliteFile, "finish", unreliable)
    with store:
        for line in EVENING:
            before, heads = floor.table("1"), store.heads()
            answer = answer_to(floor, "1", line)
            assert answer.rejected is not None and floor.table("1") == before
            assert store.heads() == heads
            if answer.rejected.code == "store-unavailable":
                assert answer_to(floor, "1", line).rejected is None
        assert floor.table("1").coups == 1
        assert Floor(store).table("1") == floor.table("1")


def test_a_mistake_of_our_own_is_an_answer_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    floor = Floor(open_store("sqlite://"))
    monkeypatch.setattr(TABLE, "decide", lambda *_: 1 / 0)
    answer = answer_to(floor, "1", EVENING[0])
    assert answer.id == "1" and answer.rejected and answer.rejected.code == "fault"
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_checkpoints_are_signed_and_witnessed(tmp_path: Path) -> None:
    file, key, witness = (f"{tmp_path}/{name}" for name in ("casino.db", "key", "witness"))
    words = ("--store", file, "--key", key, "--witness", witness)
    piped(b"\n".join(EVENING), *words, "--checkpoint-every", "5")
    signed = Path(witness).read_bytes().splitlines()
    assert len(signed) == 4
    with open_store(file) as store:
        lines = [stored.line for stored in store.read_all()]
    assert not list(verify_checkpoints(signed, lines, Signer(key).key))
    piped(b"\n".join(EVENING), *words)
    assert Path(witness).read_bytes().splitlines() == signed, "nothing new, nothing signed"
    for left in tmp_path.glob("casino.db*"):
        left.unlink()
    refused = subprocess.run(
        [sys.executable, "-m", "sabot", "table", *words],
        input=b"",
        capture_output=True,
        check=False,
    )
    assert refused.returncode == 2 and b"witness" in refused.stderr


@pytest.mark.parametrize("quiet", [False, True])
def test_robots_play_by_themselves(
    quiet: bool, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    file = f"{tmp_path}/casino.db"
    words = ["table", "--robots", "--rulebook", "star-seven-up", "--coups", "4", "--store", file]
    assert main([*words, *(["--quiet"] if quiet else [])]) == 0
    shown = [json.loads(line) for line in capfdbinary.readouterr().out.splitlines()]
    log = log_of(file)
    assert sum(event["what"] == "coup-ended/1" for event in log) == 4
    if not quiet:
        assert shown == log
        return
    (told,) = shown
    assert list(told) == ["table", "rulebook", "coups", "commands", "events", "seconds"]
    assert (told["rulebook"], told["coups"], told["events"]) == ("star-seven-up", 4, len(log))


def test_a_person_at_a_terminal_is_told_what_to_do(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    try:
        with subprocess.Popen(
            [sys.executable, "-m", "sabot", "table", "--store", f"{tmp_path}/casino.db"],
            stdin=theirs,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as table:
            assert table.stderr
            assert table.stderr.readline().startswith(b"Table 1 stands at event 0. One command a")
            os.write(ours, b"\x04")
            assert table.wait(120) == 0
    finally:
        os.close(ours)
        os.close(theirs)


@pytest.mark.parametrize(
    "words",
    [
        ("--store", "/no/such/folder/casino.db"),
        ("--store", ""),
        ("--store", "mysql://here"),
        ("--id", ""),
        ("--id", "a\nb"),
        ("--after", "-1"),
        ("--after", "x"),
        ("--key", "key"),
        ("--witness", "file"),
        ("--checkpoint-every", "5"),
        ("--robots",),
        ("--robots", "--rulebook", "poker", "--coups", "1"),
        ("--robots", "--rulebook", "star-baccarat", "--coups", "0"),
        ("--robots", "--rulebook", "star-baccarat"),
        ("--coups", "5"),
        ("--quiet",),
        ("extra",),
    ],
)
def test_bad_options_are_one_sentence_and_status_2(
    words: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["table", *words]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("sabot: ") and err.count("\n") == 1
    assert not list(tmp_path.glob("key*"))


def test_the_commands_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "--commands"]) == 0
    listed = capsys.readouterr().out.splitlines()
    kinds = [line.split()[0] for line in listed if not line.startswith(" ")]
    assert len(kinds) == len(set(kinds))
    assert {kind.__struct_config__.tag for kind in TABLE.commands} <= set(kinds)
    assert "place-wager  player on amount [box] [area] [currency] [chips]" in listed


SHOWN = re.findall(r"```console\n\$ (.*?)\n(.*?)```", DOCS, re.S)


@pytest.mark.parametrize(("command", "output"), SHOWN)
def test_a_command_shown_prints_what_is_shown(command: str, output: str) -> None:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        command, shell=True, cwd=ROOT, env=os.environ | {"PATH": path}, capture_output=True,
        text=True, check=True,
    )  # fmt: skip
    assert done.stdout == output


def events_shown() -> Iterator[Any]:
    for block in re.findall(r"```json\n(.*?)```", DOCS, re.S):
        yield json.loads(block)


def test_an_event_shown_is_what_is_logged() -> None:
    answers = piped(b"\n".join(EVENING), "--store", "sqlite://")
    logged = {e["seq"]: e for answer in answers for e in answer.get("events", ())}
    for shown in events_shown():
        event = logged[shown["seq"]] | {"prev": "…", "hash": "…"}
        assert shown["do"]["under"] <= CURRENT  # of the release that the page was written for
        shown["do"]["under"] = CURRENT
        assert event == shown and list(event) == list(shown)
