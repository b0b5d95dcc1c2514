"""Complete terms are accepted at the desk; each broken one is refused for its clause."""

from typing import Any

import pytest

from sabot.promotions.terms_check import section_of
from support.promotion_checks import DETAILS, LEFT_OUT, TERMS, prize
from support.promotion_house import Casino, form

GAMES = ("star-baccarat", "star-seven-up", "star-three-card", "star-lucky-draw")
Broken = tuple[str, dict[str, Any], str]


def broken(game: str) -> list[Broken]:
    """Everything that can be left out or put in, one at a time, and the clause that minds."""
    section = section_of(game)
    made: list[Broken] = []
    for item in (*section.terms, *section.made_known):
        for blank in (LEFT_OUT, "  ") if isinstance(TERMS[item.key], str) else (LEFT_OUT,):
            made.append((f"{item.key} {blank!s:.4}", {item.key: blank}, item.clause))
    made.append(("no marketing", {"marketing": False}, section.made_known[0].clause))
    for item in section.prize:
        made.append((item.key, {"prizes": [prize(**{item.key: LEFT_OUT})]}, item.clause))
    for kind, items in section.details.items():
        for item in items:
            lacking = prize(kind, **{item.key: LEFT_OUT})
            made.append((f"{kind} {item.key}", {"prizes": [prize(), lacking]}, item.clause))
    for kind, clause in section.forbidden.items():
        made.append((kind, {"prizes": [prize(kind)]}, clause))
    most = section.liquor
    for litres in (most.most + 1, f"{most.most}.001", LEFT_OUT):
        drink = prize("liquor", litres=_number(litres))
        made.append((f"liquor {litres!s:.6}", {"prizes": [drink]}, most.clause))
    for kind in section.money_instead.never_for:
        swapped = prize(kind, money_instead="cheque")
        made.append((f"{kind} for money", {"prizes": [swapped]}, section.money_instead.clause))
    cash = section.cash.clause if not section.cash.allowed else section.cash.law
    made.append(("cash", {"prizes": [prize("cash")]}, str(cash)))
    made.append(("for cash", {"prizes": [prize(money_instead="cash")]}, str(cash)))
    if section.scrutineer.must:
        dear = {"prizes": [prize(value="10000.01")], "scrutineer": LEFT_OUT}
        made.append(("unseen", dear, section.scrutineer.clause))
    return made


def _number(litres: Any) -> Any:
    return float(litres) if isinstance(litres, str) else litres


CASES = [(game, *each) for game in GAMES for each in broken(game)]


def test_there_are_more_than_a_hundred_of_them() -> None:
    assert len(CASES) >= 200


@pytest.mark.parametrize("game", GAMES)
def test_each_is_refused_for_its_clause(game: str) -> None:
    casino = Casino()
    for _, name, changes, clause in (each for each in CASES if each[0] == game):
        found = casino.no("submit-promotion", form=form([game], **changes))
        assert found == ("bad-terms", clause), name
    assert casino.standing().version == 0


@pytest.mark.parametrize("game", GAMES)
def test_complete_ones_are_accepted(game: str) -> None:
    casino = Casino()
    kinds = [{}, *({"kind": kind} for kind in DETAILS)]
    for number, kind in enumerate(kinds):
        casino.submit(form([game], [prize(**kind)]), f"p{number}")
    casino.submit(form(list(GAMES), [prize(kind) for kind in DETAILS]), "all")
    casino.submit(form([game], [prize("liquor", litres=20)]), "wine")
