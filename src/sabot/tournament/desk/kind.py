"""Tournaments as a kind of stream."""

from sabot.kind import Kind
from sabot.parts.draw import Drum
from sabot.shoe.randomness import Randomness
from sabot.tournament.desk import publishing, stream
from sabot.tournament.desk.claims import claims
from sabot.tournament.desk.seen import seen_by
from sabot.tournament.desk.state import Contest
from sabot.tournament.entries import entering, leaving, reserves
from sabot.tournament.purse import awarding, cancelling, paying, value
from sabot.tournament.sessions import calling, placing, playing, scheduling
from sabot.tournament.sessions.playing import HearCount, HearDisqualified, HearStart

TOPICS = (
    *(stream, publishing, entering, leaving, reserves, scheduling, calling, playing, placing),
    *(value, awarding, paying, cancelling),
)


def _drum(vault: object, randomness: Randomness) -> Drum:
    return Drum(vault, randomness, TOURNAMENT_KIND.stream)  # type: ignore[arg-type]


TOURNAMENT_KIND = Kind(
    prefix="tournament:",
    word="tournament",
    rules=stream.TOURNAMENT,
    state=Contest,
    empty=lambda name: Contest(name=name),
    words="sabot.tournament",
    sees=seen_by,
    whose="tournament's",
    own=(HearStart, HearDisqualified, HearCount),
    refused="A tournament hears this from its tables.",
    claims=claims,
    hand=_drum,
)
