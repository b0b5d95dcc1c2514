"""Drafts that a person brings to the lab: a wager as a file's text, and a betting plan with its
rule."""

from typing import Annotated, Final

import msgspec

from sabot.core.refusal import Refusal
from sabot.rulebooks import rulebook
from sabot.server.http.routes import STAFF, Asked, Route
from sabot.server.lab.figure_shapes import FiguresSheet

LONGEST_TEXT: Final = 20_000
MOST_COUPS: Final = 20_000_000
"""Most coups of all sessions together, so that the caller does not wait long."""
SHARES: Final = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
Word = Annotated[str, msgspec.Meta(max_length=40)]
Amount = Annotated[str, msgspec.Meta(max_length=20)]


class WagerDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wager as its file says it, in TOML; see the page on wagers of one's own."""

    text: Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)]
    decks: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None


class PlanAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Stakes in units by wager, and how they go on: `rule` is a name such as `martingale`."""

    rulebook: Word
    stakes: Annotated[dict[Word, Amount], msgspec.Meta(min_length=1, max_length=20)]
    bankroll: Amount
    coups: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    sessions: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
    rule: Word = "flat"
    stop_loss: Amount | None = None
    win_goal: Amount | None = None
    decks: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None
    scheme: Word | None = None
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**53)] | None = None


class PlanPlayed(msgspec.Struct, frozen=True):
    """Results of the sessions, in units; shares of the sessions from 0 to 1, and by share the
    result that so many did not surpass. The seed is text, for it may be large."""

    sessions: int
    coups: int
    seed: str
    mean: float
    stderr: float
    deviation: float
    staked: float
    edge: float
    ahead: float
    ruined: float
    stopped: float
    reached: float
    quantiles: dict[str, float]


async def price_draft(asked: Asked) -> FiguresSheet:
    said: WagerDraft = asked.body

    def look() -> FiguresSheet:
        from sabot.bench import read_wager
        from sabot.bench.files import offering_only
        from sabot.odds import odds
        from sabot.server.lab.figures import sheet_of

        return sheet_of(odds(offering_only(*read_wager(said.text)), said.decks))

    return await asked.casino.work(look)


async def play_plan(asked: Asked) -> PlanPlayed:
    said: PlanAsked = asked.body
    book = rulebook(said.rulebook)
    if said.sessions * said.coups > MOST_COUPS:
        raise Refusal(
            "bad-plan",
            None,
            "The lab plays {most_coups} coups in all at most: ask for fewer.",
            most_coups=f"{MOST_COUPS:,}",
        )
    if book.procedure.takes_decisions is not None:
        raise Refusal(
            "bad-plan",
            None,
            "Plans of {game} are played on the command line: sabot simulate.",
            game=book.title,
        )

    def play() -> PlanPlayed:
        from sabot.simulate import play_sessions

        given = {key: getattr(said, key) for key in ("stakes", "bankroll", "coups", "rule")}
        limits = {"stop_loss": said.stop_loss, "win_goal": said.win_goal}
        shoe = {"decks": said.decks, "scheme": said.scheme, "seed": said.seed}
        run = play_sessions(book, given | limits, said.sessions, workers=1, **shoe)  # type: ignore[arg-type]
        return PlanPlayed(
            run.sessions, run.coups, str(run.seed), run.mean, run.stderr, run.standard_deviation,
            float(run.staked), run.edge, run.ahead, run.risk_of_ruin, run.stopped / run.sessions,
            run.reached / run.sessions,
            {str(share): float(run.quantile(share)) for share in SHARES},
        )  # fmt: skip

    return await asked.casino.work(play)


ROUTES = (
    Route(
        "POST", "/api/wagers", STAFF, price_draft,
        "What a wager of one's own is worth, exactly, from a full shoe of its game.",
        takes=WagerDraft, gives=FiguresSheet,
        refuses=("bad-wager", "unknown-rulebook", "wrong-decks", "not-counted"),
    ),
    Route(
        "POST", "/api/plans", STAFF, play_plan,
        "A betting plan played in many sessions, with stakes that follow a rule.",
        takes=PlanAsked, gives=PlanPlayed,
        refuses=("bad-plan", "bad-rule", "unknown-rulebook", "unknown-wager", "wrong-decks",
                 "wrong-scheme"),
    ),
)  # fmt: skip
