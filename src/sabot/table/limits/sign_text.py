"""The sign with the limits as people write it, read under a document's rules."""

import msgspec

from sabot.core.money import cents
from sabot.core.refusal import Refusal
from sabot.rules import Rulebook
from sabot.table.sign import Limit, WagerLimit
from sabot.table.state import Setup


class WagerSign(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    minimum: str | None = None
    maximum: str | None = None


class SignText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sign as people write it, amounts as decimal text."""

    minimum: str
    maximum: str
    unit: str | None = None
    area_maximum: str | None = None
    differential: str | None = None
    wagers: dict[str, WagerSign] = {}
    positions: int | None = None


def limit_of(book: Rulebook, setup: Setup, text: SignText) -> Limit:
    """The sign in cents, if the document knows everything that it says. Every optional bet on the
    layout has its amounts shown, the general ones where the sign gives none of its own."""
    rules = book.conduct.limits
    least, most = cents(text.minimum), cents(text.maximum)
    if least > most:
        raise Refusal("bad-sign", rules.sign, "The minimum on the sign is above the maximum.")
    for wanted, clause, what in (
        (text.area_maximum, rules.area, "maximum for a playing area"),
        (text.differential, rules.differential, "table differential"),
    ):
        if wanted is not None and clause is None:
            raise Refusal(
                "no-rule", rules.sign, "{game} offers no {what}.", game=book.title, what=what
            )
    by_wager = {name: _wager_limit(book, name, sign) for name, sign in text.wagers.items()}
    for name in setup.wagers:
        rule = book.conduct.side_bet(name)
        if rule is not None and rule.optional:
            by_wager.setdefault(name, WagerLimit(least, most))
    return Limit(
        least=least,
        most=most,
        unit=None if text.unit is None else cents(text.unit),
        area=None if text.area_maximum is None else cents(text.area_maximum),
        differential=None if text.differential is None else cents(text.differential),
        by_wager=by_wager,
        positions=text.positions,
    )


def _wager_limit(book: Rulebook, name: str, sign: WagerSign) -> WagerLimit:
    wager = book.wager(name)
    least = None if sign.minimum is None else cents(sign.minimum)
    most = None if sign.maximum is None else cents(sign.maximum)
    if least is not None and most is not None and least > most:
        raise Refusal(
            "bad-sign",
            book.conduct.limits.sign,
            "{wager}: minimum above maximum.",
            wager=wager.name,
        )
    return WagerLimit(least, most)
