"""No secret in the log, in a record of logging, or in a sentence; and the audit reads it all."""

import contextlib
import logging
import sqlite3
from pathlib import Path

import pytest

from people.night import BETTER, GOOD, HERE, THERE, Clock, fail, log_of, people_on
from sabot.audit.audit import Audit
from sabot.core.refusal import Refusal
from sabot.floor.kinds import KINDS
from sabot.people import People
from sabot.people.persons import roster as in_roster
from sabot.people.sign_in import door as at_door
from sabot.store import Store, open_store

WRONG = "guessed by somebody else"


def whole_night(people: People, clock: Clock) -> list[str]:
    """Everything that can happen to people; every secret that was used on the way."""
    tokens = []
    people.add("dora", GOOD, "dealer", "console")
    people.add("paul", BETTER, "player", "dora")
    for name, password in (("dora", GOOD), ("paul", BETTER), ("dora", WRONG), (WRONG, GOOD)):
        with contextlib.suppress(Refusal):
            tokens.append(people.sign_in(name, password, HERE)[0])
    tokens.append(people.sign_in_as("paul", "demo")[0])
    for token in tokens:
        people.session(token)
    clock.on(minutes=6)
    with contextlib.suppress(Refusal):
        people.unlock(tokens[0], WRONG)
    tokens.append(people.unlock(tokens[0], GOOD))
    tokens.append(people.issue_token("dora", "robot", "abe", 9))
    tokens.append(people.issue_token("dora", "other", "abe", 9))
    people.touch(tokens[-1])
    people.denied("paul", "GET /api/people", THERE)
    people.revoke_token(people.tokens("dora")[0].id, "abe")
    people.sign_out(tokens[-3])
    people.end_sessions("paul", "abe")
    fail(people, "paul", 4, THERE)
    people.unlock_person("paul", "abe")
    people.change_role("paul", "inspector", "abe")
    people.change_password("dora", GOOD, WRONG)
    people.reset_password("paul", GOOD, "abe")
    people.disable("dora", "abe")
    people.enable("dora", "abe")
    return [GOOD, BETTER, WRONG, *tokens, *(token.removeprefix("sabot_") for token in tokens)]


def test_no_secret_in_the_log(
    people: People, store: Store, clock: Clock, caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    caplog.set_level(logging.DEBUG)
    secrets = whole_night(people, clock)
    said = log_of(store).decode() + caplog.text + "".join(capsys.readouterr())
    said += "".join(map(str, people.log(limit=1000))) + "".join(map(str, people.everyone()))
    said += "".join(map(str, people.tokens("dora")))
    assert len(secrets) > 10 and "argon2" not in said
    assert not [secret for secret in secrets if secret in said]
    assert {each.what for each in people.log(limit=1000)} == {
        "person-added", "signed-in", "sign-in-failed", "name-unknown", "session-unlocked",
        "token-issued", "denied", "token-revoked", "signed-out", "sessions-ended", "locked-out",
        "sign-in-denied", "person-unlocked", "role-changed", "password-changed",
        "person-disabled", "person-enabled",
    }  # fmt: skip


def test_no_password_and_no_token_anywhere_in_the_file(tmp_path: Path, clock: Clock) -> None:
    with open_store(str(tmp_path / "casino.db")) as store:
        secrets = whole_night(people_on(store, clock), clock)
    with sqlite3.connect(tmp_path / "casino.db") as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    data = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert not [secret for secret in secrets if secret.encode() in data]


def test_an_audit_has_nothing_to_say_about_people(people: People, store: Store, clock: Clock) -> (
    None
):  # fmt: skip
    whole_night(people, clock)
    audit = Audit()
    findings = [each for line in log_of(store).splitlines() for each in audit.take(line)]
    assert [*findings, *audit.end()] == []
    assert {in_roster.STREAM, at_door.STREAM} <= {kind.prefix for kind in KINDS}
