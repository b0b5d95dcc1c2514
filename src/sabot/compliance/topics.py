"""Event names by topic, derived from the topics that each event class declares."""

from functools import cache

from sabot.engine.declarations import Topic
from sabot.floor.kinds import KINDS


@cache
def names_in(*topics: Topic) -> tuple[str, ...]:
    """Return the names, without their version, of all events that belong to one of these topics.

    >>> names_in(Topic.PLAYER_CARD)
    ('player-card-issued', 'player-card-cancelled')
    """
    wanted = frozenset(topics)
    events = (event for kind in KINDS for event in kind.rules.events if event.topics & wanted)
    tags = (str(event.__struct_config__.tag) for event in events)
    return tuple(dict.fromkeys(tag.partition("/")[0] for tag in tags))
