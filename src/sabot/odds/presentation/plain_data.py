"""Odds as plain data for other programs: exact integers and fractions."""

from fractions import Fraction
from typing import TYPE_CHECKING

from sabot.odds.counters.lucky import HandChoices, cell, grid, played_by_name, states, strategy

if TYPE_CHECKING:
    from sabot.odds.sheet import OddsSheet
    from sabot.odds.wager_odds import WagerOdds

Json = dict[str, object]


def as_plain_data(sheet: "OddsSheet") -> Json:
    """The sheet for a program: exact integers and fractions."""
    answer: Json = {
        "rulebook": sheet.rulebook.id,
        "decks": sheet.composition.decks,
        "scheme": sheet.scheme,
        **({"changed": list(sheet.changes)} if sheet.changes else {}),
        **({"given": [card.name for card in sheet.given]} if sheet.given else {}),
        **({"condition": sheet.condition} if sheet.condition else {}),
        "wagers": [wager_data(each) for each in sheet.wagers],
        **({} if sheet.knowing is None else {"knowing": sheet.knowing.to_dict()}),
    }
    if sheet.choices is not None and sheet.strategy is not None:
        choices = sheet.choices
        answer["strategy"] = {
            "name": sheet.strategy,
            "draw": draws(choices, sheet.strategy),
            "values": {
                str(total): {str(up): _values(*cell(choices, total, up)) for up in range(10)}
                for total in range(10)
            },
            "cards": [
                {"hand": each.hand, "up": each.up, "best": each.decision}
                | _values(each.stand, each.draw)
                for each in states(choices)
            ],
            "round_ev": played_by_name(choices),
        }
    return answer


def wager_data(odds: "WagerOdds") -> Json:
    """Return a wager's ways, lines, expectation and variance."""
    return {
        "wager": odds.wager,
        "ways": {"win": odds.win, "lose": odds.lose, "push": odds.push, "total": odds.total},
        "lines": [
            {
                "clause": None if odds.own else line.clause,
                "odds": str(line.odds),
                "ways": line.ways,
            }
            for line in odds.lines
            if line.odds is not None
        ],
        "ev": f"{odds.ev.numerator}/{odds.ev.denominator}",
        "edge": odds.edge,
        "variance": float(odds.variance),
    }


def draws(choices: HandChoices, name: str) -> dict[str, dict[str, object]]:
    """For each two-card total and up card's value: draw, stand, or the share that draws."""
    words: dict[float, object] = {0.0: "stand", 1.0: "draw"}
    return {
        str(total): {str(up): words.get(share, share) for up, share in enumerate(row)}
        for total, row in enumerate(grid(choices, strategy(name)(choices)))
    }


def _values(stand: Fraction, draw: Fraction) -> dict[str, float]:
    return {"stand": float(stand), "draw": float(draw)}
