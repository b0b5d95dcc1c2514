"""`sabot people`."""

import io
import json
import os
import pty
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from people.night import BETTER, CHEAP, GOOD, HERE, fail, refused
from sabot.cli import main
from sabot.parts.statements import ConfirmStatement
from sabot.people import People
from sabot.store import open_store
from store.postgres import PostgresServer


@pytest.fixture
def url(tmp_path: Path) -> str:
    return str(tmp_path / "casino.db")


def run(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    given: bytes,
    *words: str,
) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
    monkeypatch.setattr("sabot.cli.casino.people.People", partial(People, hashing=CHEAP))
    status = main(["people", *words])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_a_whole_life(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    def sabot(given: str, *words: str) -> str:
        status, out, err = run(capsys, monkeypatch, given.encode(), *words, "--store", url)
        assert (status, err) == (0, ""), err
        assert GOOD not in out and BETTER not in out
        return out

    assert sabot(f"{GOOD}\n", "add", "dora", "--role", "player") == (
        "dora may sign in as player.\n"
    )
    assert sabot(GOOD, "add", "al", "--role", "administrator").startswith("al may")
    assert sabot("") == sabot("", "list") == "al    administrator\ndora  player\n"
    assert sabot("", "disable", "dora") == "dora may not sign in, and all sessions are over.\n"
    assert "dora  player, disabled\n" in sabot("")
    assert sabot("", "enable", "dora") == "dora may sign in.\n"
    assert sabot(f"{BETTER}\r\nmore\n", "password", "dora").startswith("dora has a new password")
    with open_store(url) as store:
        people = People(store, hashing=CHEAP)
        people.sign_in("dora", BETTER, HERE)
        fail(people, "dora", 3)
    assert ", locked out until " in sabot("")
    assert sabot("", "unlock", "dora") == "dora is not locked out.\n"
    listed = [json.loads(line) for line in sabot("", "--json").splitlines()]
    assert [(each["name"], each["locked_until"]) for each in listed] == [
        ("al", None),
        ("dora", None),
    ]
    with open_store(url) as store:
        assert {each.by for each in People(store).log()} == {"console", "dora", "nobody"}


def test_the_first_two_administrators_let_all_others_in(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    def sabot(*words: str) -> str:
        status, out, err = run(capsys, monkeypatch, GOOD.encode(), *words, "--store", url)
        assert (status, err) == (0, ""), err
        return out

    once = "once an administrator or an inspector confirms it.\n"
    assert sabot("add", "dora", "--role", "dealer") == f"dora may sign in as dealer {once}"
    for name in ("ada", "abe"):
        added = sabot("add", name, "--role", "administrator")
        assert added == f"{name} may sign in as administrator.\n"
    assert sabot("add", "art", "--role", "administrator").endswith(once), "a third one waits"
    assert sabot("add", "paul", "--role", "player") == "paul may sign in as player.\n"
    assert sabot("role", "paul", "--role", "cashier") == f"paul is cashier {once}"
    assert sabot("disable", "paul").startswith("paul may not")
    assert sabot("enable", "paul") == "paul may sign in.\n", "a player still"
    with open_store(url) as store:
        people = People(store, hashing=CHEAP)
        refused("not-signed-in", people.sign_in, "dora", GOOD, HERE)
        for name in ("dora", "paul", "art"):
            yes = ConfirmStatement(id=name, actor="ada", role="administrator", number=1, reason="x")
            people.oversight.confirm(name, yes)
        people.sign_in("dora", GOOD, HERE)
        assert people.person("paul").role == "cashier"  # type: ignore[union-attr]
    assert sabot("disable", "dora").startswith("dora may not")
    assert sabot("enable", "dora") == f"dora may sign in {once}"
    assert sabot("disable", "abe") and sabot("disable", "art")
    assert sabot("enable", "abe") == "abe may sign in.\n", "one administrator is one too few"


def test_where_the_store_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SABOT_DATABASE_URL", raising=False)
    assert run(capsys, monkeypatch, b"", "list")[0] == 2
    assert run(capsys, monkeypatch, GOOD.encode(), "add", "dora", "--role", "player")[0] == 0
    assert (tmp_path / "casino.db").exists()
    monkeypatch.setenv("SABOT_DATABASE_URL", f"sqlite:///{tmp_path}/other.db")
    assert run(capsys, monkeypatch, GOOD.encode(), "add", "paul", "--role", "player")[0] == 0
    assert run(capsys, monkeypatch, b"")[1] == "paul  player\n"
    assert run(capsys, monkeypatch, b"", "--store", "casino.db")[1] == "dora  player\n"


def test_on_postgresql(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, postgres_server:
    PostgresServer,
) -> None:  # fmt: skip
    monkeypatch.setenv("SABOT_DATABASE_URL", postgres_server.fresh_url())
    assert run(capsys, monkeypatch, GOOD.encode(), "add", "dora", "--role", "player")[0] == 0
    assert run(capsys, monkeypatch, b"")[1] == "dora  player\n"


def test_an_empty_store_says_what_to_do(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    open_store(url).close()
    assert "sabot people add" in run(capsys, monkeypatch, b"", "--store", url)[1]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (b"", ("frob",)),
        (b"", ("list", "dora")),
        (b"", ("add",)),
        (b"", ("add", "dora")),
        (b"", ("disable",)),
        (b"", ("disable", "dora", "--role", "dealer")),
        (b"", ("disable", "dora", "--json")),
        (b"", ("disable", "nobody.here")),
        (b"", ("password", "nobody.here")),
        (b"", ("password", "dora")),
        (b"short", ("password", "dora")),
        (b"\xff" * 20, ("password", "dora")),
        (b"x" * 10_000, ("password", "dora")),
        (GOOD.encode(), ("add", "dora", "--role", "dealer")),
        (GOOD.encode(), ("add", "a b", "--role", "dealer")),
        (GOOD.encode(), ("add", "paul", "--role", "casino operator")),
        (b"", ("--store", "/no/such/folder/casino.db")),
        (b"", ("add", "dora", "--role", "dealer", "--store", "nonsense://")),
    ],
)
def test_bad_words_are_one_sentence_and_status_2(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, url: str, given: bytes,
    words: tuple[str, ...],
) -> None:  # fmt: skip
    assert run(capsys, monkeypatch, GOOD.encode(), "add", "dora", "--role", "dealer", "--store",
               url)[0] == 0  # fmt: skip
    if "--store" not in words:
        words += ("--store", url)
    status, out, err = run(capsys, monkeypatch, given, *words)
    assert (status, out) == (2, "")
    assert err.startswith("sabot: ") and err.count("\n") == 1


@pytest.mark.parametrize("again", [GOOD, BETTER])
def test_at_a_terminal_it_is_asked_for_twice_and_not_shown(url: str, again: str) -> None:
    mother, child = pty.openpty()
    words = [sys.executable, "-m", "sabot", "people", "add", "dora", "--role", "dealer"]
    process = subprocess.Popen(
        [*words, "--store", url], stdin=child, stdout=child, stderr=child, start_new_session=True
    )
    os.close(child)
    shown = b""
    for prompt, answer in ((b"Password for dora: ", GOOD), (b"The same again: ", again)):
        while prompt not in shown:
            shown += os.read(mother, 1000)
        os.write(mother, f"{answer}\n".encode())
    assert process.wait(300) == (0 if again == GOOD else 2)
    shown += os.read(mother, 10_000)
    os.close(mother)
    assert GOOD.encode() not in shown and BETTER.encode() not in shown
    assert (b"dora may sign in" in shown) is (again == GOOD)
    assert (b"differ" in shown) is (again != GOOD)


def test_what_somebody_is_called(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    def sabot(*words: str) -> tuple[int, str, str]:
        return run(capsys, monkeypatch, GOOD.encode(), *words, "--store", url)

    assert sabot("add", "dana", "--role", "administrator", "--called", "Dana Okafor")[0] == 0
    assert sabot("list")[1] == "dana  administrator, Dana Okafor\n"
    said = ("--called", "Dana Smith", "--reason", "married")
    assert sabot("rename", "dana", *said)[1] == "dana is called Dana Smith from now on.\n"
    assert sabot("list")[1] == "dana  administrator, Dana Smith\n"
    status, _, err = sabot("add", "paul", "--role", "player", "--called", "dana smith")
    assert status == 2 and "The name dana smith is taken" in err
    for words in (
        ("rename", "dana", "--called", "Dana Lee"), ("rename", "dana", "--reason", "why"),
        ("unlock", "dana", "--called", "Dana Lee"), ("role", "dana", "--role", "cashier", *said),
        ("rename", "dana", "--called", "Dana (paul)", "--reason", "why"),
    ):  # fmt: skip
        status, out, err = sabot(*words)
        assert status == 2 and out == "" and err, words
    assert sabot("list")[1] == "dana  administrator, Dana Smith\n"
