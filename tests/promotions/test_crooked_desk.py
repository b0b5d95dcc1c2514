"""Tricks of a crooked desk with a promotion: friends who win, draws until one pleases, forms by the
hundred, money instead that is too much, names written over."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from sabot.audit.audit import Audit
from sabot.floor.kinds import PROMOTIONS
from sabot.links.promotion_people import whose
from sabot.promotions.running.draw.public_file import published_of
from sabot.rules.roles import CASINO_SUPERVISOR, PLAYER
from support.promotion_checks import prize
from support.promotion_house import DAY, DRAWN, MAX, OLGA, STARTS, Casino, form

GAMES = {
    "star-baccarat": {"eligible": "16.7.3", "integrity": "16.11", "instead": "16.3"},
    "star-seven-up": {"eligible": "16.8.3", "integrity": "16.13", "instead": "16.4"},
    "star-three-card": {"eligible": "15.7.3", "integrity": "15.12", "instead": "15.3"},
    "star-lucky-draw": {"eligible": "13.7.3", "integrity": "13.12", "instead": "13.3"},
}
PLAYERS = ("ann", "bob", "cleo", "dan")
SUE = ("sue", CASINO_SUPERVISOR)


def entered(game: str, prizes: int = 2) -> Casino:
    """Everybody has a ticket, and the list is closed."""
    casino = Casino(STARTS - 60 * DAY)
    casino.account(*PLAYERS)
    casino.now = STARTS - 3 * DAY
    casino.open(form([game], [prize()] * prizes))
    for player in PLAYERS:
        casino.ok("enter-by-form", (player, PLAYER), player=player)
    casino.close()
    return casino


def exclude(casino: Casino, player: str) -> None:
    casino.ok("exclude-player", SUE, stream=f"player:{player}", reason="harm")


def order_of(casino: Casino) -> list[str]:
    """The players in the order in which they were drawn."""
    standing = casino.standing()
    names = {entrant: player for player, entrant in standing.entrants.items()}
    return [names[standing.ticket(number).entrant] for number in standing.draw.order]


def winners(casino: Casino) -> list[str]:
    standing = casino.standing()
    names = {entrant: player for player, entrant in standing.entrants.items()}
    return [names[each.entrant] for each in standing.awards.values()]


@pytest.mark.parametrize("game", GAMES)
def test_whoever_is_excluded_since_does_not_win(game: str) -> None:
    twin = entered(game)
    twin.draw()
    first, second, third, _ = order_of(twin)
    assert winners(twin) == [first, second]
    for out, left in (([first], [second, third]), ([second], [first, third]),
                      (PLAYERS, [])):  # fmt: skip
        casino = entered(game)
        for player in out:
            exclude(casino, player)
        casino.draw()
        assert order_of(casino) == order_of(twin), "nothing is drawn again"
        assert winners(casino) == left
        assert published_of(casino.standing()) == published_of(twin.standing())
        (opened,) = [e for e in casino.log("promotion:p") if e["what"].startswith("order-opened")]
        assert len(opened["passed"]) == len(out)
        assert casino.findings() == []


def test_whoever_is_next_and_excluded_is_passed_over_too() -> None:
    casino = entered("star-baccarat", prizes=1)
    casino.draw()
    first, second, third, fourth = order_of(casino)
    exclude(casino, second)
    casino.agreed("pass-over", prize=1, cause="declined", reason="said so", evidence="a letter")
    assert winners(casino) == [third]
    assert casino.standing().awards[1].place == 3
    exclude(casino, fourth)
    casino.agreed("pass-over", prize=1, cause="declined", reason="said so", evidence="a letter")
    assert casino.standing().awards[1].done == "left without a winner"
    assert casino.findings() == [] and first


def forged(casino: Casino, change: Callable[[dict[str, Any]], object]) -> set[str]:
    """Return the audit's findings after an insider wrote that event, and the chain anew."""
    lines = []
    for raw in (each.line for each in casino.store.read_all()):
        event = json.loads(raw)
        change(event)
        lines.append(json.dumps(event, separators=(",", ":"), ensure_ascii=False).encode())
    audit = Audit()
    found = [each for line in lines for each in audit.take(line)]
    return {each.finding for each in found if PROMOTIONS.has(each.stream or "")}


def test_whoever_is_passed_over_was_excluded_on_record() -> None:
    """The house alone says who is barred, and the audit asks accounts and persons again."""
    casino = entered("star-baccarat")
    casino.draw()
    first = casino.standing().ticket(casino.standing().draw.order[0]).entrant
    assert casino.findings() == []

    def pass_over(event: dict[str, Any]) -> None:
        if event["what"].startswith("order-opened"):
            event["passed"] = {first: "excluded from play"}

    assert "wrong-passing" in forged(casino, pass_over)


def test_whoever_has_won_was_not_excluded_on_record() -> None:
    twin = entered("star-baccarat")
    twin.draw()
    casino = entered("star-baccarat")
    exclude(casino, order_of(twin)[0])
    casino.draw()

    def let_win(event: dict[str, Any]) -> None:
        if event["what"].startswith("order-opened"):
            event["passed"], event["winners"] = {}, list(twin.standing().draw.order[:2])

    assert "wrong-passing" not in forged(casino, lambda event: None)
    assert "wrong-passing" in forged(casino, let_win)


@pytest.mark.parametrize("game", GAMES)
def test_a_winner_excluded_after_the_draw_is_not_handed_the_prize(game: str) -> None:
    casino = entered(game, prizes=1)
    casino.draw()
    winner = order_of(casino)[0]
    casino.ok("claim-prize", (winner, PLAYER), player=winner, prize=1)
    exclude(casino, winner)
    casino.ok("hand-over", prize=1, reference="a receipt")
    clause = GAMES[game]["eligible"]
    number = casino.standing().statements.count
    no = casino.no("confirm-statement", OLGA, number=number, reason="seen")
    assert no == ("ineligible", clause)
    casino.ok("refuse-statement", OLGA, number=number, reason="excluded")
    casino.agreed(
        "pass-over",
        prize=1,
        cause="ineligible",
        reason="excluded since",
        condition="eligible",
        evidence="the register",
    )
    assert winners(casino) == order_of(casino)[1:2]


def test_nobody_says_who_is_barred() -> None:
    casino = entered("star-baccarat")
    casino.now = DRAWN
    tried: dict[str, dict[str, Any]] = {
        "open-order": {"value": "5e1c", "barred": {"E1": "excluded from play"}},
        "pass-over": {
            "prize": 1,
            "cause": "declined",
            "reason": "x",
            "evidence": "a letter",
            "barred": {"E2": "x"},
        },
        "hand-over": {"prize": 1, "reference": "x", "barred": "x"},
    }
    for do, fields in tried.items():
        assert casino.no(do, **fields)[0] == "meddling"


@pytest.mark.parametrize("game", GAMES)
def test_a_draw_is_not_cancelled_by_one_person_once_the_list_is_closed(game: str) -> None:
    casino = entered(game)
    said: dict[str, Any] = {
        "decision": "cancel the draw",
        "reason": "a copied form",
        "prizes": "drawn in May",
    }
    for drawn in (False, True):
        if drawn:
            casino.draw()
        assert casino.ok("lose-integrity", **said) == ["statement-made"]
        number = casino.standing().statements.count
        own = casino.no("confirm-statement", MAX, number=number, reason="mine")
        assert own == ("own-statement", GAMES[game]["integrity"])
        casino.ok("refuse-statement", OLGA, number=number, reason="nothing is wrong with it")
    assert casino.standing().phase == "drawn"
    assert casino.agreed("lose-integrity", **said)[0] == "integrity-lost"
    assert casino.standing().phase == "cancelled"


def test_it_is_postponed_at_once_by_one_person() -> None:
    casino = entered("star-seven-up")
    assert "integrity-lost" in casino.ok("lose-integrity", decision="postpone", reason="a copy")


@pytest.mark.parametrize("game", GAMES)
def test_a_list_left_open_until_the_value_is_known_is_validated_first(game: str) -> None:
    casino = Casino()
    casino.open(form([game]))
    casino.enter(3)
    casino.now = DRAWN
    assert casino.no("close-list") == ("beacon-known", GAMES[game]["integrity"])
    casino.ok("lose-integrity", decision="postpone", reason="nobody closed the list")
    casino.agreed("validate-integrity", validated_by="the auditor", how="forms were counted")
    casino.ok("close-list")
    casino.draw()
    assert casino.findings() == []


def test_integrity_validated_beforehand_does_not_let_a_list_stay_open() -> None:
    casino = Casino()
    casino.open(form(["star-baccarat"]))
    casino.enter(3)
    casino.ok("lose-integrity", decision="postpone", reason="to be on the safe side")
    casino.agreed("validate-integrity", validated_by="a friend", how="by looking")
    casino.now = DRAWN
    assert casino.no("close-list")[0] == "beacon-known"


def test_forms_of_one_person_count_as_one_persons() -> None:
    casino = Casino()
    casino.open(form(["star-baccarat"], earns=[{"on": "form", "most_a_day": 1}]))
    who: dict[str, Any] = {"person": "Ada Lovelace", "address": "1 High Street"}
    casino.ok("enter-by-form", **who)
    for name in ("Ada Lovelace", " ada  LOVELACE "):
        again: dict[str, Any] = {"person": name, "address": "1 high street"}
        assert casino.no("enter-by-form", **again)[0] == "enough-today"
    casino.ok("enter-by-form", person="Ada Lovelace", address="2 High Street")
    casino.now += DAY
    casino.ok("enter-by-form", **who)
    standing = casino.standing()
    assert [each.entrant for each in standing.tickets()] == ["E1", "E2", "E1"]
    kept = whose(casino.store, "p", "entrant-E1")
    assert kept is not None and kept.name == "Ada Lovelace"
    assert not any("lovelace" in str(each).casefold() for each in casino.log("promotion:p"))
    assert casino.findings() == []


def test_nobody_says_whom_the_house_knows() -> None:
    casino = Casino()
    casino.open(form(["star-baccarat"]))
    who: dict[str, Any] = {"person": "Ada", "address": "1 High Street"}
    assert casino.no("enter-by-form", same="0" * 32, **who)[0] == "meddling"


def amounts() -> Iterator[dict[str, str]]:
    yield {"cheque": "250.01"}
    yield {"cheque": "1000000.00"}
    yield {"cheque": "1.00"}
    yield {"transfer": "250.00"}
    yield {"cheque": "125.00", "transfer": "125.00"}
    yield {}


@pytest.mark.parametrize("game", GAMES)
def test_money_instead_is_what_the_prize_is_worth(game: str) -> None:
    casino = Casino()
    casino.drawn(form([game], [prize(money_instead="cheque")]), entries=1)
    casino.ok("claim-prize", prize=1, entrant="E1")
    paid: dict[str, Any] = {"prize": 1, "reference": "a receipt", "instead": True}
    for parts in amounts():
        code, clause = casino.no("hand-over", **paid, parts=parts)
        assert (code in ("bad-amount", "bad-way"), clause) == (True, GAMES[game]["instead"]), parts
    casino.agreed("hand-over", **paid, parts={"cheque": "250.00"})


def test_a_claimants_name_is_not_written_over() -> None:
    casino = Casino()
    casino.drawn(form(["star-baccarat"]))
    casino.ok("claim-prize", prize=1, person="Ada", address="1 High Street")
    other: dict[str, Any] = {"person": "Eve", "address": "nowhere"}
    assert casino.no("refuse-claim", number=1, reason="no ticket", **other)[0] == "meddling"
    casino.agreed("refuse-claim", number=1, reason="no ticket")
    kept = whose(casino.store, "p", "claim-1")
    assert kept is not None and kept.name == "Ada"


def test_players_do_not_hide_what_the_staff_tries() -> None:
    casino = Casino()
    casino.open(form(["star-baccarat"]))
    said: dict[str, Any] = {"asked": "open-order", "code": "too-early", "why_not": "Not yet."}
    for n in range(201):
        casino.ok("note-attempt", (f"p{n}", PLAYER), **said)
    assert len(casino.standing().meddling) == 200
    assert casino.ok("note-attempt", SUE, **said) == ["attempt-noted"]


@pytest.mark.parametrize("name", ["ann", "ANN", "a.nn"])
def test_who_holds_a_ticket_acts_for_nobody_at_the_desk(name: str) -> None:
    """Passing over another winner would move their own ticket up."""
    casino = entered("star-baccarat", prizes=1)
    casino.draw()
    own = name, MAX[1]
    passing: Any = {"prize": 1, "cause": "declined", "reason": "so", "evidence": "a letter"}
    assert casino.no("pass-over", own, **passing)[0] == "plays-here"
    assert casino.no("lose-integrity", own, decision="cancel", reason="so")[0] == "plays-here"
    casino.ok("pass-over", **passing)
    number = casino.standing().statements.count
    word = {"number": number, "reason": "seen"}
    assert casino.no("confirm-statement", own, **word)[0] == "plays-here"
    casino.ok("confirm-statement", OLGA, **word)
