"""Rules of a document about the Player Card."""

from sabot.core.record import record


@record(frozen=True, slots=True)
class PlayerCard:
    """Since when a player needs a valid card of their own, and what betting for others is.
    `assistance`: the clause by which a player may place another's wager as physical help."""

    clause: str
    own: str
    proxy: str
    since: str
    assistance: str | None = None
