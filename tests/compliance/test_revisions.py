"""Every command names the revision of Sabot's own rules that decided it: the server's word."""

import json

import pytest

from compliance.nights import Json, Night, audited, forged, kinds, night
from sabot.core.revision import CURRENT
from sabot.table.running.rule_copies import ShowRules


def test_the_server_names_the_revision_in_every_command() -> None:
    given = [json.loads(line).get("do") for line in night("star-baccarat", 1)]
    commands = [each for each in given if each is not None]
    assert commands and {each["under"] for each in commands} == {CURRENT}


@pytest.mark.parametrize("under", [0, CURRENT, 99])
def test_what_anybody_else_names_is_passed_over(under: int) -> None:
    """A command that is copied from a log is decided under today's rules, as any other."""
    played = Night("star-baccarat")
    said = {"do": "show-rules", "id": "x", "actor": "ann", "role": "player", "to": "ann"}
    given = [played.floor.read(json.dumps({**said, "under": under})),
             ShowRules(id="y", actor="ann", role="player", to="ann", under=under)]  # fmt: skip
    for command in given:
        (line,) = played.floor.do(played.name, command).events or ()
        assert json.loads(bytes(line))["do"]["under"] == CURRENT


def test_a_log_of_the_first_release_names_none_and_is_decided_under_its_rules() -> None:
    def older(events: list[Json]) -> None:
        for event in events:
            event.get("do", {}).pop("under", None)
            if event["what"] == "visit-opened/1":
                event.pop("since")  # an account keeps it since PATRONS

    assert audited(forged(night("star-baccarat", 1), older)) == []


@pytest.mark.parametrize("under", [None, 0])
def test_a_command_under_older_rules_than_one_before_it_is_found(under: int | None) -> None:
    def back(events: list[Json]) -> None:
        last = [event for event in events if "do" in event][-1]["do"]
        del last["under"]
        if under is not None:
            last["under"] = under

    assert kinds(audited(forged(night("star-baccarat", 1), back))) == {"older-rules"}


@pytest.mark.parametrize("under", [-1, CURRENT + 1])
def test_a_revision_that_this_release_does_not_know_is_found(under: int) -> None:
    def other(events: list[Json]) -> None:
        for event in events:
            if "do" in event:
                event["do"]["under"] = under

    assert "unknown-revision" in kinds(audited(forged(night("star-baccarat", 1), other)))
