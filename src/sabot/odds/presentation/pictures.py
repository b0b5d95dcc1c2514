"""Pictures, drawn by ourselves as SVG."""

import html
from typing import TYPE_CHECKING

from sabot.odds.wager_odds import MARK

if TYPE_CHECKING:
    from sabot.odds.sheet import OddsSheet

ROW, NAMES, WIDE = 26, 190, 750


def picture(sheet: "OddsSheet") -> str:
    """The edge of each wager, as bars."""
    widest = max(max(wager.edge for wager in sheet.wagers), 0.01)
    marks = sheet.changes and [f"{MARK}:", *sheet.changes]
    bars = [
        f"<text x='10' y='{place * ROW + 18}' fill='#a00'>{html.escape(mark)}</text>"
        for place, mark in enumerate(marks)
    ]
    for place, wager in enumerate(sheet.wagers, len(bars)):
        top = place * ROW
        width = max(wager.edge, 0) / widest * (WIDE - NAMES - 90)
        middle, name = top + 18, html.escape(wager.name)
        bars.append(
            f"<text x='{NAMES - 10}' y='{middle}' text-anchor='end'>{name}</text>"
            f"<rect x='{NAMES}' y='{top + 4}' width='{width:.1f}' height='{ROW - 8}' fill='#246'/>"
            f"<text x='{NAMES + width + 8:.0f}' y='{middle}'>{wager.edge:.4%}</text>"
        )
    label = f"House edge by wager. {sheet.heading}" if sheet.changes else "House edge by wager"
    return drawing(ROW * len(bars), label, bars)


def drawing(height: int, label: str, parts: list[str]) -> str:
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDE} {height}' width='{WIDE}'"
        f" height='{height}' font-family='system-ui' font-size='13' role='img'"
        f" aria-label='{html.escape(label)}'>{''.join(parts)}</svg>"
    )
