"""What if: other odds, other decks, without touching a rulebook."""

import re
from collections.abc import Mapping
from dataclasses import replace

from sabot.money import Odds, to
from sabot.refusal import Refusal, quoted
from sabot.rules import Line, Rulebook, Wager

ODDS = re.compile(r"([1-9][0-9]{0,6})(?::| to )([1-9][0-9]{0,6})", re.ASCII)


def read_odds(text: str) -> Odds:
    """Odds as people write them.

    >>> read_odds("20:1")
    Odds(pays=20, per=1)
    """
    match = ODDS.fullmatch(text.strip())
    if match is None:
        raise Refusal("bad-odds", None, f"{quoted(text)} is not odds: write 20:1, or 19:20.")
    return to(int(match[1]), int(match[2]))


def changed(
    rulebook: Rulebook, odds: Mapping[str, str] | None = None, decks: int | None = None
) -> Rulebook:
    """The rulebook with other odds, or with a number of decks that its document may not allow.

    `odds` names a wager (all its winning lines), the clause of a line, or the place of a line
    among a wager's lines, where one clause has several: tie at 9 to 1, the three-card Tiger at 20
    to 1, a Banker without commission, the fourth line of Super 7's.

    >>> from sabot import rulebook
    >>> from sabot.odds import odds
    >>> book = rulebook("star-baccarat")
    >>> round(odds(changed(book, {"tie": "9:1"}))["tie"].edge, 6)
    0.04844
    >>> round(odds(changed(book, {"11.1.9.2": "20:1"}))["tiger"].edge, 6)
    0.166836
    >>> round(odds(changed(book, {"tiger/2": "20:1"}))["tiger"].edge, 6)
    0.166836
    """
    wagers = list(rulebook.wagers)
    for name, text in (odds or {}).items():
        pays = read_odds(text)
        altered = [_repaid(wager, name, pays) for wager in wagers]
        if all(new is old for new, old in zip(altered, wagers, strict=True)):
            known = ", ".join(wager.id for wager in wagers)
            raise Refusal(
                "unknown-wager",
                None,
                f"There is no wager or pay line {quoted(name)}; wagers are {known}.",
            )
        wagers = altered
    preparation = rulebook.preparation
    if decks is not None:
        if not 1 <= decks <= 100:
            raise Refusal("wrong-decks", None, f"A shoe of {decks} decks is not to be imagined.")
        preparation = replace(preparation, decks=replace(preparation.decks, allowed=(decks,)))
        wagers = [replace(wager, decks=None) for wager in wagers]
    return replace(rulebook, wagers=tuple(wagers), preparation=preparation)


def _repaid(wager: Wager, name: str, pays: Odds) -> Wager:
    """The wager with other odds on the lines that are meant; itself if none is."""

    def meant(place: int, line: Line) -> bool:
        names = (wager.id, line.clause, line_name(wager, place))
        return isinstance(line.pays, Odds) and name in names

    placed = list(enumerate(wager.lines, 1))
    if not any(meant(*each) for each in placed):
        return wager
    lines = (replace(line, pays=pays) if meant(place, line) else line for place, line in placed)
    return replace(wager, lines=tuple(lines))


def line_name(wager: Wager, place: int) -> str:
    """What one line of a wager is called, by its place from 1 as the rulebook lists them."""
    return f"{wager.id}/{place}"
