"""Pay sheets: the report that a regulator asks for, in several forms."""

import csv
import html
import io
from collections.abc import Iterator
from math import sqrt

from sabot.odds.distributions.nights import histogram
from sabot.odds.presentation.pictures import picture
from sabot.odds.sheet import OddsSheet
from sabot.odds.wager_odds import CHANGED, MARK, WagerOdds

COUPS = (10**4, 10**6, 10**8)
BOUNDS = {"90%": 1.6448536269514722, "99%": 2.5758293035489004}
"""Two-sided bounds of a normal distribution, in standard deviations."""
NIGHT = 1000
HEAD = ("wager", "clause", "odds", "ways", "probability", "return")


def title(sheet: OddsSheet) -> str:
    scheme = f", {sheet.scheme}" if sheet.scheme else ""
    strategy = f", strategy {sheet.strategy}" if sheet.strategy else ""
    cards = f"{sheet.composition.decks} decks, {sheet.composition.size} cards"
    given = f", after {' '.join(map(str, sheet.given))}" if sheet.given else ""
    return f"{sheet.heading}: {cards}{scheme}{strategy}{given}"


def headline(sheet: OddsSheet) -> str:
    return "Changed pay sheet" if sheet.changes else "Pay sheet"


def lines(wager: WagerOdds) -> Iterator[tuple[str, ...]]:
    """Every way for a wager to end, with what it gives back per unit staked."""
    for line in wager.lines:
        probability = line.ways / wager.total
        back = float((line.pays + 1) * line.ways / wager.total)
        odds = (
            str(line.odds) if line.odds else f"{float(line.pays):+g}" if line.pays else "standoff"
        )
        odds = "loses" if line.pays == -1 else odds
        yield (
            wager.wager,
            line.clause or CHANGED,
            odds,
            str(line.ways),
            f"{probability:.10f}",
            f"{back:.10f}",
        )


def hold(wager: WagerOdds, coups: int, deviations: float) -> tuple[float, float]:
    """Between which shares of the stakes the house's actual hold lies after so many coups."""
    spread = deviations * wager.standard_deviation / sqrt(coups)
    return wager.edge - spread, wager.edge + spread


def figures(wager: WagerOdds) -> Iterator[tuple[str, str]]:
    """The figures below a wager's lines, each with its name."""
    yield "total ways", str(wager.total)
    yield "expected value", f"{wager.ev.numerator}/{wager.ev.denominator}"
    yield "house edge", f"{wager.edge:.6%}"
    yield "standard deviation", f"{wager.standard_deviation:.6f}"
    yield "hit frequency", f"{wager.hit_frequency:.6%}"
    for coups in COUPS:
        for name, deviations in BOUNDS.items():
            low, high = hold(wager, coups, deviations)
            yield f"hold after {coups:,} coups, {name}", f"{low:.4%} to {high:.4%}"


def markdown(sheet: OddsSheet) -> str:
    parts = [f"# {headline(sheet)}\n\n{title(sheet)}\n"]
    for wager in sheet.wagers:
        rows = [HEAD[1:], ("---",) * (len(HEAD) - 1), *(line[1:] for line in lines(wager))]
        parts.append(f"## {wager.name}\n\n" + "\n".join(f"| {' | '.join(row)} |" for row in rows))
        parts.append("\n".join(f"- {name}: {value}" for name, value in figures(wager)) + "\n")
    return "\n\n".join(parts)


def comma_separated(sheet: OddsSheet) -> str:
    """Write a row for each line of each wager; if the sheet is changed, every row says so."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    head, mark = (("sheet",), (MARK,)) if sheet.changes else ((), ())
    writer.writerow((*HEAD, *head))
    for wager in sheet.wagers:
        writer.writerows((*line, *mark) for line in lines(wager))
    return text.getvalue()


def page(sheet: OddsSheet) -> str:
    """A page that stands alone, with pictures of the edges and of a long night of each wager."""
    parts = [f"<h1>{headline(sheet)}</h1><p>{html.escape(title(sheet))}</p>", picture(sheet)]
    for wager in sheet.wagers:
        head = "".join(f"<th>{name}</th>" for name in HEAD[1:])
        rows = "".join(
            "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in line[1:]) + "</tr>"
            for line in lines(wager)
        )
        listed = "".join(
            f"<dt>{html.escape(name)}</dt><dd>{html.escape(value)}</dd>"
            for name, value in figures(wager)
        )
        parts.append(
            f"<h2>{html.escape(wager.name)}</h2><table><tr>{head}</tr>{rows}</table><dl>{listed}</dl>"
            f"<h3>{NIGHT:,} coups of one unit</h3>{histogram(wager, NIGHT)}"
        )
    style = (
        "body{font:15px system-ui;max-width:60em;margin:2em auto;padding:0 1em}"
        "td,th{padding:.2em .8em;text-align:right}td:first-child,th:first-child{text-align:left}"
        "dt{float:left;clear:left;width:20em;color:#555}"
    )
    return (
        f"<!doctype html><html lang='en'><meta charset='utf-8'><title>{headline(sheet)}</title>"
        f"<style>{style}</style>{''.join(parts)}</html>"
    )


FORMS = {"markdown": markdown, "html": page, "csv": comma_separated, "svg": picture}
