"""Cards, hands, settlements and pay tables of a practice table, as lines that fit the window."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from rich.cells import cell_len
from rich.text import Text

from sabot.core.cards import Card, point_count
from sabot.core.money import dollars
from sabot.coup import Settlement, Stake
from sabot.rules import STANDOFF, Line, Rulebook, Wager

SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", "": ""}
CARD_WIDTH: Final = 5
CARDS_A_HAND: Final = 3
HAND_WIDTH: Final = CARD_WIDTH * CARDS_A_HAND
GAP: Final = 3
HAND_STYLES: Final = {"player": "bold blue", "banker": "bold red", "tie": "bold green"}
ENDINGS: Final = {"win": "wins", "lose": "loses", "standoff": "stands off"}
OUTCOME_STYLES: Final = {"win": "bold green", "lose": "", "standoff": "cyan"}

Hands = Mapping[str, Sequence[Card]]


def face(card: Card, plain: bool = False) -> str:
    """Return a card in two or three characters; one printed on the layout has no suit."""
    rank = "10" if card.rank == "T" else card.rank
    return rank + (card.suit if plain else SIGNS[card.suit])


def faces(cards: Iterable[Card], plain: bool) -> Text:
    """Return cards on one line, red and black."""
    return Text(" ").join(Text(face(card, plain), _style(card)) for card in cards)


def _style(card: Card) -> str:
    return "bold red" if card.is_red else "bold"


def hands_shown(hands: Hands, width: int, height: int, plain: bool) -> list[Text]:
    """Draw all hands as cards side by side, or as a line each where the window is too small."""
    across = (width + GAP) // (HAND_WIDTH + GAP)
    names = list(hands)
    if across == 0 or -(-len(names) // across) * 5 > height // 2:
        return [_on_one_line(name, hands[name], plain) for name in names]
    lines: list[Text] = []
    for first in range(0, len(names), across):
        drawn = [_drawn(name, hands[name], plain) for name in names[first : first + across]]
        lines += [_beside(row) for row in zip(*drawn, strict=True)]
    return lines


def _on_one_line(name: str, cards: Sequence[Card], plain: bool) -> Text:
    line = _named(name) + Text(" ") + faces(cards, plain)
    return line + Text(f" = {point_count(cards)}") if cards else line


def _named(name: str) -> Text:
    return Text(name.capitalize(), HAND_STYLES.get(name, "bold"))


def _drawn(name: str, cards: Sequence[Card], plain: bool) -> list[Text]:
    """Return a title and four rows."""
    title = _named(name)
    if cards:
        title += Text(f" {point_count(cards)}", "bold")
    top, side, bottom = ("+---+", "|", "+---+") if plain else ("╭───╮", "│", "╰───╯")
    rows = [title, Text(), Text(), Text(), Text()]
    for card in cards:
        whole = face(card, plain)
        rank, suit = (whole, "") if not card.suit else (whole[:-1], whole[-1])
        rows[1].append(top)
        for row, text in ((rows[2], f"{rank:<3}"), (rows[3], f"{suit:>3}")):
            row.append(side).append(text, _style(card)).append(side)
        rows[4].append(bottom)
    return rows


def _beside(blocks: Iterable[Text]) -> Text:
    line = Text()
    for block in blocks:
        line.append_text(block)
        line.append(" " * max(0, HAND_WIDTH - block.cell_len) + " " * GAP)
    line.rstrip()
    return line


def stake_name(book: Rulebook, stake: Stake) -> str:
    """Return the wager's name, and its box where it is on one."""
    name = book.by_id[stake.on].name
    return name if stake.box is None else f"{name} @{stake.box}"


def stakes_shown(book: Rulebook, stakes: Iterable[Stake]) -> str:
    return ", ".join(f"{stake_name(book, each)} {dollars(each.amount)}" for each in stakes)


def settled(book: Rulebook, settlements: Sequence[Settlement], width: int) -> list[Text]:
    """Return the settlement as a table, or as sentences where a table does not fit."""
    head = ("wager", "stake", "outcome", "odds", "clause", "pays", "returns")
    rows = [
        (
            stake_name(book, each.stake),
            dollars(each.stake.amount),
            each.outcome,
            str(each.odds or "-"),
            each.clause,
            dollars(each.pays),
            dollars(each.returns),
        )
        for each in settlements
    ]
    styles = [OUTCOME_STYLES[each.outcome] for each in settlements]
    table = columns([head, *rows], "<><<<>>")
    if fits(table, width):
        return [Text(line, style) for line, style in zip(table, ["dim", *styles], strict=True)]
    return [Text(_in_words(book, each), OUTCOME_STYLES[each.outcome]) for each in settlements]


def _in_words(book: Rulebook, settlement: Settlement) -> str:
    named = f"{stake_name(book, settlement.stake)} {dollars(settlement.stake.amount)}"
    ending = f"{ENDINGS[settlement.outcome]} ({settlement.clause})"
    if settlement.odds:
        ending += f", pays {dollars(settlement.pays)} at {settlement.odds}"
    return f"{named} {ending}, returns {dollars(settlement.returns)}."


def pay_table(wagers: Iterable[Wager], scheme: str | None, width: int) -> list[Text]:
    """Return every wager's pay lines with condition and clause."""
    rows = [("wager", "pays", "when", "clause", "loses")]
    for wager in wagers:
        lines = [
            (pays_of(line), when(wager, line), line.clause) for line in wager.in_scheme(scheme)
        ]
        rows.append((wager.id, *lines[0], wager.loses))
        rows += [("", *line, "") for line in lines[1:]]
    table = columns(rows, "<<<<<")
    if not fits(table, width):
        table = [
            f"{name or '-'} {pays} {case} ({clause})" + (f", loses ({loses})" if loses else "")
            for name, pays, case, clause, loses in rows[1:]
        ]
    return [Text(line) for line in table]


def pays_of(line: Line) -> str:
    return STANDOFF if line.pays == STANDOFF else str(line.pays)


def when(wager: Wager, line: Line) -> str:
    """Return the condition of a pay line in words: its name in the rulebook, or the facts it
    needs."""
    name = getattr(line.when, "__name__", "<lambda>")
    if name != "<lambda>":
        return name.replace("_", " ")
    for field, domain in zip(wager.space.fields, wager.space.domains, strict=True):
        if field in wager.reads:
            place = wager.space.fields.index(field)
            needed = {facts[place] for facts in wager.space if line.when(facts)}
            if len(needed) == 1 < len(domain):
                return f"{field} {needed.pop()}"
    return "as its name says"


def columns(rows: Sequence[Sequence[str]], alignment: str) -> list[str]:
    """Return rows as lines with aligned cells, two blanks between."""
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            f"{cell:{side}{width}}"
            for cell, side, width in zip(row, alignment, widths, strict=True)
        ).rstrip()
        for row in rows
    ]


def fits(lines: Iterable[str], width: int) -> bool:
    return all(cell_len(line) <= width for line in lines)
