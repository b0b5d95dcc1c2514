"""Tournaments as a kind of stream."""

from sabot.engine.kind import Kind, join_modules
from sabot.tournament.desk.seen import seen_by
from sabot.tournament.desk.state import Contest
from sabot.tournament.desk.stream import TOURNAMENT

for package in ("desk", "entries", "purse", "sessions"):
    join_modules(f"sabot.tournament.{package}")

TOURNAMENT_KIND = Kind(
    prefix="tournament:",
    word="tournament",
    rules=TOURNAMENT,
    state=Contest,
    empty=lambda name: Contest(name=name),
    words="sabot.tournament",
    seen=lambda rules: seen_by,
    whose="tournament's",
    refused="A tournament hears this from its tables.",
)
