"""Tournaments as a kind of stream."""

from sabot.kind import Kind
from sabot.tournament.desk import publishing, stream
from sabot.tournament.desk.seen import seen_by
from sabot.tournament.desk.state import Contest
from sabot.tournament.entries import entering, leaving, reserves
from sabot.tournament.purse import awarding, cancelling, paying, value
from sabot.tournament.sessions import buying, calling, placing, playing, scheduling

TOPICS = (
    *(
        stream,
        publishing,
        entering,
        leaving,
        reserves,
        scheduling,
        calling,
        buying,
        playing,
        placing,
    ),
    *(value, awarding, paying, cancelling),
)


TOURNAMENT_KIND = Kind(
    prefix="tournament:",
    word="tournament",
    rules=stream.TOURNAMENT,
    state=Contest,
    empty=lambda name: Contest(name=name),
    words="sabot.tournament",
    seen=lambda rules: seen_by,
    whose="tournament's",
    refused="A tournament hears this from its tables.",
)
