"""Serve the value of the order of wagering in the last coups of a session over HTTP."""

from typing import Annotated, Final

import msgspec

from sabot.server.http.routes import STAFF, Asked, Route
from sabot.tournament.fairness.shapes import MOST_PLAYERS, ChancesAnswer, LastCoupsAsked
from sabot.tournament.questions import StandingAsked

Text = Annotated[str, msgspec.Meta(max_length=40)]
ONE_COUP, MORE_COUPS = 2_000, 1_000
"""Number of trials, so that the caller does not wait long."""


class PublishedStack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Text
    chips: Text


class FairnessQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Players in the order in which they wager in the first of the coups that are left."""

    rulebook: Text
    minimum: Text
    players: Annotated[list[PublishedStack], msgspec.Meta(max_length=2 * MOST_PLAYERS)]
    maximum: Text | None = None
    coups: int = 1
    advance: int = 1
    decks: int | None = None
    scheme: Text | None = None


async def show_fairness(asked: Asked) -> ChancesAnswer:
    said: FairnessQuestion = asked.body
    counted = len(said.players) == 2 and said.coups == 1
    question = LastCoupsAsked(
        rulebook=said.rulebook,
        minimum=said.minimum,
        players=[StandingAsked(each.name, each.chips) for each in said.players],
        maximum=said.maximum,
        scheme=said.scheme,
        decks=said.decks,
        coups=said.coups,
        advance=said.advance,
        trials=None if counted else ONE_COUP if said.coups == 1 else MORE_COUPS,
    )

    def look() -> ChancesAnswer:
        from sabot.tournament.fairness.question import chances_of

        return chances_of(question)

    return await asked.casino.work(look)


REFUSES: Final = ("unknown-rulebook", "no-tournament", "bad-limits", "bad-players", "bad-number")
ROUTES = (
    Route(
        "POST", "/api/fairness", STAFF, show_fairness,
        "Each player's chance to go through, by stacks and order of wagering: two players in the "
        "last coup exactly, more of either by simulation with its standard error.",
        takes=FairnessQuestion, gives=ChancesAnswer, refuses=REFUSES,
    ),
)  # fmt: skip
