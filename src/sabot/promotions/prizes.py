"""Rules for prizes: what each kind must state, and what is forbidden. One function a rule.

Every rule takes a prize, its name in a sentence, and the section of the document. A value counts
for each prize by itself, and "over" is strictly more.
"""

from collections.abc import Iterable, Iterator

from sabot.core.money import cash as shown
from sabot.promotions.faults import PRIZE, TermsFault
from sabot.promotions.terms import NONE, Prize
from sabot.rules.promotions import CASH, IN_CASH, LIQUOR, PRIZES, Promotions


def unstated(prize: Prize, called: str, section: Promotions) -> Iterator[TermsFault]:
    """The details of a prize, and those that its kind asks for."""
    for item in (*section.prize, *section.details.get(prize.kind or "", ())):
        if getattr(prize, item.key) is None:
            yield TermsFault(item.key, item.clause, f"{called} does not say {PRIZE[item.key]}.")


def forbidden(prize: Prize, called: str, section: Promotions) -> Iterator[TermsFault]:
    """Kinds that no prize may be of or include."""
    if prize.kind is not None and prize.kind in section.forbidden:
        message = f"{called} is {PRIZES[prize.kind]}, which no prize may be."
        yield TermsFault("kind", section.forbidden[prize.kind], message)


def liquor(prize: Prize, called: str, section: Promotions) -> Iterator[TermsFault]:
    """Yield a fault above the document's litres for any prize, and for liquor without litres."""
    clause, most = section.liquor.clause, section.liquor.most
    if prize.litres is None:
        if prize.kind == LIQUOR:
            yield TermsFault(
                "litres", clause, f"{called} does not say how many litres: at most {most} may be."
            )
    elif prize.litres > most:
        yield TermsFault("litres", clause, f"{called} has more than {most} litres of liquor.")


def cash(prize: Prize, called: str, section: Promotions, law: bool) -> Iterator[TermsFault]:
    """A prize in cash, where the document or the Act forbids it."""
    if prize.kind == CASH and (clause := _against_cash(section, law)) is not None:
        yield TermsFault("kind", clause, f"{called} is cash, which {_forbids(section)}.")


def money_instead(
    prize: Prize, called: str, section: Promotions, law: bool
) -> Iterator[TermsFault]:
    """Money for a thing: never for some kinds, and in cash only where a prize may be cash."""
    if prize.money_instead == NONE:
        return
    if prize.kind is not None and prize.kind in section.money_instead.never_for:
        message = f"{called} is {PRIZES[prize.kind]}, for which no money is given instead."
        yield TermsFault("money_instead", section.money_instead.clause, message)
    if prize.money_instead == IN_CASH and (clause := _against_cash(section, law)) is not None:
        message = f"{called} may be swapped for cash, which {_forbids(section)}."
        yield TermsFault("money_instead", clause, message)


def _against_cash(section: Promotions, law: bool) -> str | None:
    """Return the clause that forbids cash: the document's, or else the Act's."""
    if not section.cash.allowed:
        return section.cash.clause
    return section.cash.law if law else None


def _forbids(section: Promotions) -> str:
    return "the Act forbids" if section.cash.allowed else "no prize may be"


def needs_scrutineer(prizes: Iterable[Prize], section: Promotions) -> bool:
    """Return True if a scrutineer must oversee the draw, because one prize alone is above the
    limit."""
    rule = section.scrutineer
    return rule.must and any(each.value is not None and each.value > rule.over for each in prizes)


def unseen(prizes: Iterable[Prize], named: str | None, section: Promotions) -> Iterator[TermsFault]:
    """Yield a fault for a draw that needs a scrutineer and names none."""
    nobody = named is None or named.casefold() == NONE
    if nobody and needs_scrutineer(prizes, section):
        over = shown(section.scrutineer.over)
        message = f"A prize is worth more than {over}, and no scrutineer is named."
        yield TermsFault("scrutineer", section.scrutineer.clause, message)
