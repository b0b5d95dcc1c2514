"""The page of all commands and events is as they declare themselves."""

from pathlib import Path

from sabot.kinds import KINDS
from sabot.server.command_docs import page

PAGE = Path(__file__).parent.parent / "docs" / "commands.md"


def test_the_page_of_commands_is_fresh() -> None:
    again = "run: python -m sabot.server.command_docs docs/commands.md"
    assert PAGE.read_text("utf-8") == page(), again


def test_every_command_and_event_is_on_the_page() -> None:
    text = page()
    for kind in KINDS:
        for each in (*kind.rules.commands, *kind.rules.events):
            assert f"`{each.__struct_config__.tag}`" in text
