"""Senders of a command are declared at its definition, and match its rule."""

from collections.abc import Iterator
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from sabot.engine.streams import Command, Leave, Stream
from sabot.floor.kinds import KINDS
from sabot.rulebooks import RULEBOOKS
from sabot.rules.roles import ADMINISTRATOR, ROLES, acting_as
from sabot.server.http.routes import SIGNED_IN
from sabot.server.http.spoken import HOUSE_ONLY
from sabot.server.reach import every_command, web_senders
from sabot.table import TABLE
from support.contests import SMALL, TOURNAMENT, Desk
from support.evening import Evening

PAIRS = [(kind.word, kind.rules, command) for kind, command in every_command()]
FIELDS: dict[str, tuple[Any, ...]] = {
    "what": (
        "both-hands",
        "burn",
        "riffle",
        "nominate",
        "standing",
        "players cut",
        "physical help",
    ),
    "cause": ("disturbance", "fraud", "impractical"),
    "table": (None, 3),
}
"""Values of the fields by which a rule may choose whom it asks."""


def name(pair: Any) -> str:
    return pair if isinstance(pair, str) else getattr(pair, "__name__", "")


@pytest.mark.parametrize(("word", "stream", "command"), PAIRS, ids=name)
def test_a_command_has_senders_that_are_roles(
    word: str, stream: Stream[Any], command: type[Command]
) -> None:
    wanted = stream.sent_by(command)
    assert all(acting_as(each) for each in wanted), wanted
    assert stream.senders(command) <= {*ROLES, ADMINISTRATOR}
    assert all(acting_as(each) for each in stream.confirmers(command))


def test_only_what_the_rules_always_refuse_is_sent_by_nobody() -> None:
    unsent = {(kind.word, str(each.__struct_config__.tag)) for kind in KINDS
              for each in kind.rules.commands if not kind.rules.senders(each)}  # fmt: skip
    assert unsent == {("promotion", "ask-review"), ("promotion", "review-dispute")}


def asked_for(stream: Stream[Any], command: type[Command], states: list[Any]) -> Iterator[Leave]:
    """Yield what a rule asks for in these states, with every value that may make a difference."""
    by = stream._rules[command].by
    if isinstance(by, Leave):
        yield by
        return
    chosen = [
        SimpleNamespace(**{**dict.fromkeys(command.__struct_fields__), field: value})
        for field in {*FIELDS} & {*command.__struct_fields__} or {"why"}
        for value in FIELDS.get(field, (None,))
    ]
    for state in states:
        for each in chosen:
            each.role, each.actor = "dealer", "dan"
            yield by(state, each)


def check_declared(stream: Stream[Any], command: type[Command], states: list[Any]) -> None:
    """Fail where the rule asks for a role that is not declared, or never for one that is."""
    asked = {leave.by for leave in asked_for(stream, command, states)}
    roles = frozenset(role for each in asked if each for role in acting_as(each))
    assert roles <= stream.senders(command), asked
    if asked and "" not in asked and command not in BY_CASE:
        assert roles == stream.senders(command), asked


BY_CASE = {each for each in TABLE.commands if each.__name__ in ("BringCards", "CheckCards",
           "ReportIrregularity", "ConfirmStatement", "RefuseStatement", "DisqualifyEntrant",
           "DecideDispute", "ReviewDispute")}  # fmt: skip
"""Rules that ask for others in a case that no fresh table is in; every test that sends one of them
holds it to its declaration (`support.declared`)."""


@cache
def tables() -> list[Any]:
    """A table of each game, and one for tournaments where the game has any."""
    played = [Evening(rulebook=game) for game in RULEBOOKS]
    played += [Evening(rulebook=game, ready=False, overlay="tournament") for game in SMALL]
    return [evening.table for evening in played]


@cache
def contests() -> list[Any]:
    return [Desk(game).drafted().contest for game in SMALL]


@pytest.mark.parametrize("command", TABLE.commands, ids=name)
def test_a_table_asks_for_whom_is_declared(command: type[Command]) -> None:
    check_declared(TABLE, command, tables())


@pytest.mark.parametrize("command", TOURNAMENT.commands, ids=name)
def test_a_tournament_asks_for_whom_is_declared(command: type[Command]) -> None:
    check_declared(TOURNAMENT, command, contests())


def test_a_command_that_anybody_may_send_is_taken_by_a_route() -> None:
    unheard = [
        (kind.word, command.__name__)
        for kind, command in every_command()
        if command not in HOUSE_ONLY and not command.pages.reason
        and kind.rules.senders(command) & SIGNED_IN and not web_senders(kind, command)
    ]  # fmt: skip
    assert unheard == []
