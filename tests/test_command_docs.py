"""The page of all commands and events is as they declare themselves.

The page shows every declaration. One that is taken out, or changed, is a difference between the
page and the classes, and the test names the command or event and the line.
"""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from sabot.engine.messages import Command, Event
from sabot.floor.kinds import KINDS
from sabot.server import command_docs
from sabot.server.command_docs import page
from sabot.table import TABLE
from sabot.table.chips.change import DeclareChips
from sabot.table.players.vouchers import VoucherExchanged

PAGE = Path(__file__).parent.parent / "docs" / "commands.md"
DECLARED = {
    Command: ("pages", "server_fields", "stopped_by", "awaited"),
    Event: ("basis", "sight", "claim_kinds", "grows_with", "topics", "transfers",
            "may_leave_debt", "ends_sessions", "untold"),
}  # fmt: skip
"""Everything that a command or an event can declare."""


def lines_of(text: str) -> list[tuple[str, str, str]]:
    """Return the lines of a page, each with the headings above it."""
    found, part, entry = [], "", ""
    for line in text.splitlines():
        if line.startswith("## "):
            part = line
        elif line.startswith("### "):
            entry = line
        found.append((part, entry, line))
    return found


def differences(text: str) -> list[str]:
    """Return what the page says and the classes do not declare, and the reverse."""
    told, declared = lines_of(text), lines_of(page())
    on_page, in_classes = {*told}, {*declared}
    gone = [each for each in told if each not in in_classes]
    new = [each for each in declared if each not in on_page]
    return [
        f"{part[3:]}, {entry[4:]}, {what}: {line}"
        for what, lines in (("no longer declared", gone), ("not on the page", new))
        for part, entry, line in lines
    ]


def test_the_page_of_commands_is_fresh() -> None:
    again = "; or run: python -m sabot.server.command_docs docs/commands.md"
    text = PAGE.read_text("utf-8")
    assert text == page(), "\n".join(differences(text)) + again


def test_every_command_and_event_is_on_the_page() -> None:
    text = page()
    for kind in KINDS:
        for each in (*kind.rules.commands, *kind.rules.events):
            assert f"`{each.__struct_config__.tag}`" in text


@pytest.mark.parametrize("base", DECLARED)
def test_the_declarations_are_known(base: type[Command] | type[Event]) -> None:
    """A new kind of declaration is put on the page too."""
    known = {name for name, of in base.__annotations__.items() if "ClassVar" in str(of)}
    assert known == {*DECLARED[base]}


MADE = [
    pytest.param(kind, each, declared, id=f"{each.__struct_config__.tag}-{kind.word}-{declared}")
    for kind in KINDS
    for each in (*kind.rules.commands, *kind.rules.events)
    for base, names in DECLARED.items()
    if issubclass(each, base)
    for declared in names
    if declared in vars(each) and hasattr(base, declared)
]
"""Declarations that have a default. Without one of the others no stream takes the class."""


@pytest.mark.parametrize(("kind", "each", "declared"), MADE)
def test_a_declaration_that_is_gone_changes_the_page(
    kind: Any, each: Any, declared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    was = entry(kind, each)
    monkeypatch.delattr(each, declared)
    assert entry(kind, each) != was


def test_a_declaration_that_is_gone_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(VoucherExchanged, "claim_kinds")
    with pytest.raises(AssertionError) as failed:
        test_the_page_of_commands_is_fresh()
    told = "Events of a table, `voucher-exchanged/1`, no longer declared: - Claims: a voucher"
    assert told in str(failed.value)


def test_a_second_person_who_is_gone_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = msgspec.structs.replace(TABLE._rules[DeclareChips], confirmed_by=None, confirmers=())
    rules: dict[Any, Any] = {**TABLE._rules, DeclareChips: rule}
    monkeypatch.setattr(TABLE, "_rules", rules)
    with pytest.raises(AssertionError) as failed:
        test_the_page_of_commands_is_fresh()
    told = "Commands to a table, `declare-chips`, no longer declared: - Confirmed by: "
    assert told in str(failed.value)


def entry(kind: Any, each: Any) -> list[str]:
    if issubclass(each, Command):
        return [*command_docs.command_entry(kind, each, {})]
    return [*command_docs.event_entry(each, {})]
