"""The offer of a table: its wagers with their pay lines, the sign, and announced signs."""

from datetime import datetime
from typing import Any, Final

import msgspec

from sabot.rulebooks.catalogue import catalogue
from sabot.rules import Line, Wager
from sabot.table.limits.limits import bounds
from sabot.table.limits.signs import notice_of, ready_at
from sabot.table.sign import ShownSign
from sabot.table.state import Limit, Patron, Table
from sabot.views.felt.table_shapes import (
    AnnouncedView,
    PayLine,
    PostedView,
    SignView,
    WagerBound,
    WagerView,
)

KEPT: Final = 512
"""Most cached offers; a casino has a few."""
ANYBODY: Final = Patron(place=None, joined=0)
_encode = msgspec.json.Encoder().encode
_wagers: dict[Any, tuple[WagerView, ...]] = {}
_bounds: dict[Any, dict[str, WagerBound]] = {}


def wagers_of(table: Table) -> tuple[WagerView, ...]:
    """Return the wagers that the layout carries, in the rulebook's order."""
    setup = table.opened
    restricted = tuple(table.restricted.items())
    book = (setup.rulebook, setup.edition, setup.overlay)
    key = (book, setup.scheme, setup.wagers, _encode(table.sign), restricted)
    found = _wagers.get(key)
    if found is None:
        shown = tuple(
            _wager(table, wager) for wager in table.book.wagers if wager.id in setup.wagers
        )
        found = _keep(_wagers, key, shown)
    return found


def _keep(kept: dict[Any, Any], key: Any, made: Any) -> Any:
    if len(kept) >= KEPT:
        kept.clear()
    kept[key] = made
    return made


def _wager(table: Table, wager: Wager) -> WagerView:
    least, most = bounds(table, ANYBODY, wager.id)
    return WagerView(
        id=wager.id,
        name=wager.name,
        clause=wager.clause,
        lines=tuple(_line(table, line) for line in wager.in_scheme(table.opened.scheme)),
        least=least,
        most=most,
        side=wager.side_bet,
        per_box=wager.space.per_box,
        with_decision=wager.played_when is not None,
        settles=wager.settles,
        restricted=table.restricted.get(wager.id),
    )


def _line(table: Table, line: Line) -> PayLine:
    listing = catalogue(table.opened.rulebook, table.opened.edition)
    when = listing.clause(line.clause).summary
    return PayLine(str(line.pays), line.clause, when)


def bounds_of(table: Table, patron: Patron) -> dict[str, WagerBound]:
    """Return the least and the most that one player may have on each wager."""
    setup, own = table.opened, patron.own
    personal = None if own is None else (own.least, own.most)
    book = (setup.rulebook, setup.edition, setup.overlay)
    key = (
        book,
        setup.wagers,
        _encode(table.sign),
        patron.old_least,
        _encode(patron.kept),
        personal,
    )
    found = _bounds.get(key)
    if found is None:
        made = {on: WagerBound(*bounds(table, patron, on)) for on in setup.wagers}
        found = _keep(_bounds, key, made)
    return found


def sign_of(table: Table) -> SignView | None:
    """Return the sign with the limits, and the changes that other signs announce."""
    limit: Limit | None = table.limit
    if limit is None:
        return None
    return SignView(
        least=limit.least,
        most=limit.most,
        unit=limit.unit,
        area=limit.area,
        differential=limit.differential,
        positions=limit.positions,
        posted=posted_of(table),
    )


def posted_of(table: Table) -> tuple[PostedView, ...]:
    """Return the signs that announce a change, each with the time from which it may take effect."""
    return tuple(
        PostedView(
            kind=sign.kind,
            posted=sign.since,
            takes_effect=_effect(table, sign),
            text=sign.text,
            amount=sign.amount,
            wager=sign.wager,
            limit=None if sign.limit is None else _announced(sign.limit),
            number=sign.number,
        )
        for sign in table.signs
    )


def _announced(limit: Limit) -> AnnouncedView:
    lines = {
        bet: WagerBound(
            limit.least if line.least is None else line.least,
            limit.most if line.most is None else line.most,
        )
        for bet, line in limit.by_wager.items()
    }
    return AnnouncedView(
        least=limit.least,
        most=limit.most,
        unit=limit.unit,
        area=limit.area,
        differential=limit.differential,
        positions=limit.positions,
        wagers=lines,
    )


def _effect(table: Table, sign: ShownSign) -> datetime | None:
    rule = notice_of(table, sign.kind)
    return sign.takes_effect if rule is None else ready_at(sign, rule)
