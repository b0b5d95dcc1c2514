"""Change odds or decks for a calculation, without touching a rulebook."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from sabot.bench import book_of
from sabot.core.money import Odds, to
from sabot.core.refusal import Refusal, mapping_of, quoted
from sabot.rulebooks import EDITIONS, RULEBOOKS
from sabot.rules import Line, Rulebook, Wager

ODDS = re.compile(r"([1-9][0-9]{0,6})(?::| to )([1-9][0-9]{0,6})", re.ASCII)


def read_odds(text: str) -> Odds:
    """Odds as people write them.

    >>> read_odds("20:1")
    Odds(pays=20, per=1)
    """
    match = ODDS.fullmatch(text.strip()) if isinstance(text, str) else None
    if match is None:
        raise Refusal("bad-odds", None, f"{quoted(text)} is not odds: write 20:1, or 19:20.")
    return to(int(match[1]), int(match[2]))


def changed(
    rulebook: Rulebook | str,
    odds: Mapping[str, str] | None = None,
    decks: int | None = None,
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
    rulebook = book_of(rulebook)
    pays = {
        name: read_odds(text)
        for name, text in mapping_of("Changed odds", odds or {}, '{"tie": "9:1"}').items()
    }
    for name in pays:
        if not lines_meant(rulebook, name):
            known = ", ".join(wager.id for wager in rulebook.wagers)
            raise Refusal(
                "unknown-wager",
                None,
                f"There is no wager or pay line {quoted(name)}; wagers are {known}.",
            )
    wagers = [_repaid(wager, pays) for wager in rulebook.wagers]
    preparation = rulebook.preparation
    if decks is not None:
        if type(decks) is not int or not 1 <= decks <= 100:
            shown = quoted(decks)
            raise Refusal("wrong-decks", None, f"A shoe of {shown} decks is not to be imagined.")
        preparation = replace(preparation, decks=replace(preparation.decks, allowed=(decks,)))
        wagers = [replace(wager, decks=None) for wager in wagers]
    return replace(rulebook, wagers=tuple(wagers), preparation=preparation)


def lines_meant(rulebook: Rulebook, name: str) -> list[tuple[Wager, Line]]:
    """The pay lines that go by a name, with their wagers."""
    return [
        (wager, line)
        for wager in rulebook.wagers
        for place, line in enumerate(wager.lines, 1)
        if name in _names(wager, place, line)
    ]


def _names(wager: Wager, place: int, line: Line) -> tuple[str, ...]:
    """Return the names of a line; a line that pays nothing has no odds to change."""
    if isinstance(line.pays, Odds):
        return wager.id, line.clause, wager.line_name(place)
    return ()


def _repaid(wager: Wager, pays: Mapping[str, Odds]) -> Wager:
    """Return the wager with other odds on the named lines; of several names the last counts."""
    lines = []
    for place, line in enumerate(wager.lines, 1):
        names = _names(wager, place, line)
        meant = [odds for name, odds in pays.items() if name in names]
        lines.append(replace(line, pays=meant[-1]) if meant else line)
    return wager if tuple(lines) == wager.lines else replace(wager, lines=tuple(lines))


def approved_lines(rulebook: Rulebook, wager: Wager) -> frozenset[Line] | None:
    """A wager's lines as its document has them; None where no document of ours knows it."""
    approved = _approved(rulebook)
    own = approved.by_id.get(wager.id) if approved else None
    return None if own is None else frozenset(own.lines)


def _approved(rulebook: Rulebook) -> Rulebook | None:
    """The edition that goes by a rulebook's name, or the newest one of its game."""
    editions = EDITIONS.get(rulebook.id, {})
    return editions.get(rulebook.version) or RULEBOOKS.get(rulebook.id)


def changes(rulebook: Rulebook) -> tuple[str, ...]:
    """Return what is not as approved in a rulebook that has an approved one's id."""
    approved = _approved(rulebook)
    if approved is None or rulebook is approved:
        return ()
    found = []
    if rulebook.procedure != approved.procedure:
        found.append("another way of dealing")
    allowed = rulebook.preparation.decks.allowed
    if strange := sorted(set(allowed) - set(approved.preparation.decks.allowed)):
        found.append(f"{' or '.join(map(str, strange))} deck{'s' * (strange != [1])}")
    card, own_card = rulebook.preparation.cutting_card, approved.preparation.cutting_card
    if card is not None and card != own_card:
        found.append(f"the cutting card {card.nearest} cards from the back")
    both = [(wager, approved.by_id.get(wager.id)) for wager in rulebook.wagers]
    beyond = [
        wager.name
        for wager, own in both
        if own is None or set(wager.decks or allowed) - set(own.decks or allowed)
    ]
    if beyond:
        found.append(f"{' and '.join(beyond)} offered where the document does not")
    for wager, own in both:
        found += _repayments(own, wager) if own else ()
    return tuple(dict.fromkeys(found))


def _repayments(approved: Wager, wager: Wager) -> Iterator[str]:
    """Yield the lines that pay otherwise than approved."""
    if wager.lines == approved.lines:
        return
    if len(wager.lines) != len(approved.lines):
        yield f"{wager.name} has other lines"
        return
    for line, before in zip(wager.lines, approved.lines, strict=True):
        if line.pays != before.pays:
            yield f"{wager.name} pays {line.pays}, not {before.pays}"
        elif line != before:
            yield f"{wager.name} is paid on other terms"
