"""Sessions of `sabot play`: what is typed, and what is printed to the player."""

import argparse
import io
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from games import GAMES
from sabot.cli.play import declare, play
from sabot.cli.play.talk import Screen, Talk
from sabot.rulebooks import rulebook

PATIENCE = 120
WIDTHS = (1, 10, 40, 80, 200)
BETS = {game.id: game.spoken for game in GAMES.values()}
SETTLED = re.compile(
    r"(?P<name>\S.*?)(?: @(?P<box>\d))?  +(?P<stake>\d+\.\d\d)  (?P<outcome>win|lose|standoff) +"
    r"(?P<odds>\S+) +(?P<clause>\d\S+) +(?P<pays>\d+\.\d\d) +(?P<returns>\d+\.\d\d)"
)
CARD_CAME = re.compile(r"(Player|Banker|Dealer|Box \d) (draws )?(10|[A2-9JQK])([♠♥♦♣])")
SUITS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}


def options(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    declare(parser)
    return parser.parse_args(words)


def session(lines: Iterable[str], *words: str, width: int = 200) -> str:
    """Everything that is printed to a player who types these lines and goes."""
    screen = io.StringIO()
    typed = io.StringIO("".join(f"{line}\n" for line in lines))
    assert play(options(*words), Talk(Screen(screen, width), typed)) == 0
    return screen.getvalue()


def cut(game: str) -> list[str]:
    """Text to type to let the house cut, where there is a cut."""
    return [] if rulebook(game).preparation.cut is None else [""]


def seated(game: str, *lines: str, more: Sequence[str] = ()) -> str:
    """A seeded session; the house cuts."""
    return session([*cut(game), *lines], game, "--seed", "1", *more)


def left_with(printed: str) -> Fraction:
    found = re.search(r"in, (\S+) out", printed)
    assert found is not None
    return Fraction(found[1])


def typed_coups(game: str, coups: int) -> list[str]:
    """Bets in turn, each dealt; in a game of decisions the boxes draw and stand in turn."""
    lines = []
    for n in range(coups):
        bets = BETS[game][n % len(BETS[game])]
        lines += [bets, ""]
        if rulebook(game).procedure.takes_decisions:
            boxes = max(1, bets.count("enter"))
            lines += [("draw", "stand")[(n + box) % 2] for box in range(boxes)]
    return lines


def questions(game: str, scheme: str | None, chip: str, printed: str) -> list[dict[str, Any]]:
    """Every coup of a transcript as a question to the judge, with what was paid beside it."""
    wager_ids = {wager.name: wager.id for wager in rulebook(game).wagers}
    found = []
    for coup in re.split(r"─ (?:Coup|Round) \d+ ─", printed)[1:]:
        came = CARD_CAME.findall(coup)
        rows = [match.groupdict() for match in SETTLED.finditer(coup)]
        if not came:
            continue
        question: dict[str, Any] = {
            "rulebook": game,
            "chip": chip,
            "cards": [rank.replace("10", "T") + SUITS[suit] for _, _, rank, suit in came],
            "wagers": [
                {"id": str(n), "on": wager_ids[row["name"]], "amount": row["stake"]}
                | ({"box": int(row["box"])} if row["box"] else {})
                for n, row in enumerate(rows)
            ],
        }
        if scheme:
            question["scheme"] = scheme
        boxes = [hand for hand, *_ in came if hand.startswith("Box")]
        if rulebook(game).procedure.takes_boxes:
            question["boxes"] = list(dict.fromkeys(int(hand[4:]) for hand in boxes))
        if rulebook(game).procedure.takes_decisions:
            drew = {hand[4:] for hand, draws, *_ in came if draws and hand.startswith("Box")}
            question["decisions"] = dict.fromkeys(drew, "draw")
        found.append({"question": question, "rows": rows})
    return found
