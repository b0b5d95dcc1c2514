"""Conduct of a heat, checked under each game's own clauses: chips, seats, absence, ends."""

from typing import Any

from sabot.core.money import TOURNAMENT
from sabot.engine.ledger import FLOAT
from sabot.engine.streams import Event
from support.evening import Json
from support.heat_evening import HOUSE, HeatEvening, plan

LIMITS = [
    {"since": 1, "minimum": 10_000, "maximum": 100_000},
    {"since": 2, "minimum": 20_000, "maximum": 200_000},
]


def named(events: list[Event], name: str) -> list[Any]:
    """The events of that name."""
    return [each for each in events if type(each).__name__ == name]


def clause_of(events: list[Event], name: str) -> str:
    (event,) = named(events, name)
    return str(event.clause)


# 15.5 Conduct


def early(game: str, clause: str) -> None:
    """Two are left for two places: the head ends the session, and stakes go back."""
    evening = HeatEvening(game, advance=2)
    evening.ok("disqualify-entrant", **evening.head, player="cy", grounds="breach", reason="x")
    evening.bet("ann", "player", "100")
    (over,) = evening.ok("finish-early", **evening.head)
    assert (over.clause, over.through) == (clause, ("ann", "bea"))  # type: ignore[attr-defined]
    assert evening.stack("ann") == 1000 and not evening.table.round.stakes
    evening.no("heat-over", "place-wager", player="ann", on="player", amount="100")


def early_nearest_miss(game: str, clause: str) -> None:
    """Not by the dealer, and not while a third player could still go on."""
    evening = HeatEvening(game, advance=2)
    evening.no("wrong-role", "finish-early")
    evening.no("not-determined", "finish-early", **evening.head)


def determined(game: str, clause: str) -> None:
    """With one coup left no player catches up a lead beyond all that can be won and lost in it."""
    evening = HeatEvening(game, chips=1_000_000, coups=1, wagers=["player", "banker"])
    evening.no("not-determined", "finish-early", **evening.head)
    for player in ("bea", "cy"):
        evening.ok("note-away", player=player)
    lead = HeatEvening(game, chips=1_000_000, coups=3, wagers=["player", "banker"])
    for result in ("player", "player"):
        lead.bet("ann", "player", "1000")
        lead.bet("bea", "banker", "1000")
        lead.bet("cy", "banker", "1000")
        lead.plays(result)
    (over,) = lead.ok("finish-early", **lead.head)
    assert over.through == ("ann",)  # type: ignore[attr-defined]
    assert over.lead == 400_000 > over.swing  # type: ignore[attr-defined]


def determined_nearest_miss(game: str, clause: str) -> None:
    """A lead that one coup can make good is none."""
    evening = HeatEvening(game, chips=1_000_000, coups=2, wagers=["player", "banker"])
    evening.bet("ann", "player", "1000")
    evening.bet("bea", "player", "100")
    evening.bet("cy", "player", "100")
    evening.plays()
    assert evening.no("not-determined", "finish-early", **evening.head).clause == clause


def agreed(game: str, clause: str) -> None:
    bought: Json = {"cashed": True, "buy_in": 100_000, "advance": 3}
    evening = HeatEvening(game, **bought)
    asked = {**evening.head, "agreed": ["ann", "bea", "cy"]}
    (over,) = evening.ok("finish-early", **asked)
    assert over.agreed == ("ann", "bea", "cy")  # type: ignore[attr-defined]


def agreed_nearest_miss(game: str, clause: str) -> None:
    bought: Json = {"cashed": True, "buy_in": 100_000, "advance": 3}
    evening = HeatEvening(game, **bought)
    asked = {**evening.head, "agreed": ["ann", "bea"]}
    assert evening.no("not-agreed", "finish-early", **asked).clause == clause
    score = HeatEvening(game, buy_in=100_000, advance=3)
    score.ok("finish-early", **score.head)


def absent(game: str, clause: str) -> None:
    """Play does not wait for a player who does not take the seat, or leaves it; the chips stay."""
    evening = HeatEvening(game, sit=False, start=False)
    evening.sit("ann")
    evening.ok("start-heat", **evening.head)
    evening.bet("ann", "player", "100")
    evening.plays()
    assert evening.entrant("bea").missed == 1 and evening.stack("bea") == 1000
    evening.sit("bea")
    evening.no("no-wager", "deal-card", card="9S")
    (away,) = evening.ok("note-away", player="bea")
    assert away.clause == clause  # type: ignore[attr-defined]
    evening.bet("ann", "player", "100")
    evening.plays()
    assert evening.entrant("bea").missed == 2


def absent_nearest_miss(game: str, clause: str) -> None:
    """A player who has wagered is present, and one who comes back wagers again."""
    evening = HeatEvening(game)
    evening.bet("ann", "player", "100")
    assert evening.no("has-wagered", "note-away", player="ann").clause == clause
    evening.ok("note-away", player="bea")
    evening.does("bea", "note-back")
    evening.does_not("not-absent", "bea", "note-back")
    evening.bet("cy", "player", "100")
    assert "bea" in evening.no("no-wager", "deal-card", card="9S").message.lower()


def _away(game: str, coups: int) -> HeatEvening:
    evening = HeatEvening(game, coups=20)
    evening.ok("note-away", player="cy")
    for _ in range(coups):
        evening.all_bet()
        evening.plays("tie")
    return evening


def deducted(game: str, clause: str) -> None:
    """The minimum for each coup missed, by the head's direction."""
    evening = _away(game, 2)
    evening.no("wrong-role", "deduct-absence", player="cy")
    taken = evening.ok("deduct-absence", **evening.head, player="cy")
    assert clause_of(taken, "AbsenceDeducted") == clause
    assert evening.stack("cy") == 800
    evening.no("nothing-there", "deduct-absence", **evening.head, player="cy")


def deducted_nearest_miss(game: str, clause: str) -> None:
    """Three coups at most in a session, not by the person who noted it, and never below zero."""
    evening = _away(game, 5)
    evening.ok("deduct-absence", **evening.head, player="cy")
    assert evening.stack("cy") == 700
    evening.all_bet()
    evening.plays("tie")
    evening.no("nothing-there", "deduct-absence", **evening.head, player="cy")
    noted = HeatEvening(game)
    noted.ok("note-away", actor="tina", player="cy")
    noted.all_bet()
    noted.plays("tie")
    noted.no("own-statement", "deduct-absence", **noted.head, player="cy")
    poor = HeatEvening(game, chips=10_000)
    poor.ok("note-away", player="cy")
    poor.all_bet()
    poor.plays("tie")
    out = poor.ok("deduct-absence", **poor.head, player="cy")
    assert clause_of(out, "EntrantEliminated") == "15.6.13"


def cancelled(game: str, clause: str) -> None:
    evening = _away(game, 1)
    asked = {"player": "cy", "grounds": "absent", "reason": "not seen since"}
    out = evening.ok("disqualify-entrant", **evening.head, **asked)
    assert clause_of(out, "EntrantDisqualified") == clause
    assert out[0].chips == 100_000  # type: ignore[attr-defined]
    assert evening.stack("cy") == 0


def cancelled_nearest_miss(game: str, clause: str) -> None:
    """A player in the seat is not absent, and only the head decides."""
    evening = HeatEvening(game)
    asked = {"player": "cy", "grounds": "absent", "reason": "not seen since"}
    assert evening.no("not-absent", "disqualify-entrant", **evening.head, **asked).clause == clause
    evening.ok("note-away", player="cy")
    evening.no("wrong-role", "disqualify-entrant", **asked)
    evening.no("no-reason", "disqualify-entrant", **evening.head, **{**asked, "reason": " "})


def disqualified(game: str, clause: str, grounds: str = "breach") -> None:
    """Out at once: stakes of a coup not begun go back to the house with all other chips."""
    evening = HeatEvening(game)
    evening.bet("cy", "player", "300")
    floats = evening.money(FLOAT, TOURNAMENT)
    asked = {"player": "cy", "grounds": grounds, "reason": "seen by two"}
    out = evening.ok("disqualify-entrant", **evening.head, **asked)
    assert clause_of(out, "EntrantDisqualified") == clause
    assert evening.money(FLOAT, TOURNAMENT) == floats + 100_000 and not evening.table.round.stakes
    assert evening.no_bet("out", "cy", "player").clause == clause


def disqualified_nearest_miss(game: str, clause: str, grounds: str = "breach") -> None:
    """A coup with their wager in it is finished first; players do not decide about themselves."""
    evening = HeatEvening(game)
    evening.all_bet()
    evening.ok("no-more-bets")
    evening.card("9S")
    asked = {"player": "cy", "grounds": grounds, "reason": "seen by two"}
    evening.no("wagers-lie", "disqualify-entrant", **evening.head, **asked)
    evening.no("wrong-role", "disqualify-entrant", **asked)
    own = {**evening.head, "actor": "cy"}
    evening.no("plays-here", "disqualify-entrant", **own, **asked)
    other = {**asked, "grounds": "looks"}
    evening.no("bad-command", "disqualify-entrant", **evening.head, **other)


def _over(game: str, **fields: Any) -> HeatEvening:
    evening = HeatEvening(game, coups=1, **fields)
    evening.all_bet("300")
    evening.plays("banker")
    return evening


def counted(game: str, clause: str) -> None:
    """A first person counts, another confirms: chips are back, and the result is for the head."""
    evening = _over(game)
    floats = evening.money(FLOAT, TOURNAMENT)
    (made,) = evening.says("count-heat", counts=evening.counts())
    assert evening.money(FLOAT, TOURNAMENT) == floats and evening.heat.is_open
    evening.no("own-statement", "confirm-statement", number=1, reason="again")
    (done,) = evening.confirm(made)  # type: ignore[arg-type]
    assert done.clause == clause  # type: ignore[attr-defined]
    assert [(each.name, each.chips) for each in done.standing] == [  # type: ignore[attr-defined]
        ("ann", 70_000), ("bea", 70_000), ("cy", 70_000),
    ]  # fmt: skip
    assert evening.money(FLOAT, TOURNAMENT) == 10_000_000 and not evening.heat.is_open


def counted_nearest_miss(game: str, clause: str) -> None:
    """All entrants still in, no one else, and not before the session is over."""
    evening = HeatEvening(game)
    assert evening.no("heat-on", "count-heat", counts=evening.counts()).clause == clause
    over = _over(game)
    counts = over.counts()
    without = {name: counts[name] for name in ("ann", "bea")}
    assert over.no("not-counted", "count-heat", counts=without).clause == clause
    over.no("not-an-entrant", "count-heat", counts={**counts, "zoe": "5"})
    over.no("wrong-role", "count-heat", actor="ann", role="player", counts=counts)


def missing(game: str, clause: str) -> None:
    """Chips that are not there are recorded by number and denomination, shown to the entrant, and
    decided by the head before they count."""
    evening = _over(game)
    counts = {**evening.counts(), "cy": "500"}
    open_ = evening.no("difference-open", "count-heat", counts=counts, missing={"100": 2})
    assert open_.clause == clause
    (shown,) = evening.ok("show-difference", player="cy", found="500", missing={"100": 2})
    assert (shown.found, shown.books, shown.clause) == (50_000, 70_000, clause)  # type: ignore[attr-defined]
    why = {"player": "cy", "stands": True, "reason": "by the video"}
    assert evening.no("unanswered", "decide-difference", **evening.head, **why).clause == clause
    evening.does("cy", "answer-difference", agrees=False, note="they were here")
    (said,) = evening.ok("decide-difference", **evening.head, **why)
    assert (said.stands, said.clause) == (True, clause)  # type: ignore[attr-defined]
    less = {**counts, "cy": "400"}
    evening.no("difference-open", "count-heat", counts=less, missing={"100": 3})
    (done,) = evening.ok("count-heat", counts=counts, missing={"100": 2})
    assert (done.missing, done.missing_chips) == (20_000, {"100": 2})  # type: ignore[attr-defined]
    assert done.issued + done.won == done.returned + done.missing  # type: ignore[attr-defined]
    assert evening.money(FLOAT, TOURNAMENT) == 10_000_000 - 20_000


def missing_nearest_miss(game: str, clause: str) -> None:
    evening = _over(game)
    shown = {"player": "cy", "found": "500"}
    assert evening.no("missing-chips", "show-difference", **shown, missing={}).clause == clause
    assert (
        evening.no("missing-chips", "show-difference", **shown, missing={"100": 1}).clause == clause
    )
    evening.no("bad-number", "show-difference", **shown, missing={"100": 0})
    evening.no("no-difference", "show-difference", player="cy", found="700", missing={})
    evening.no("no-difference", "decide-difference", **evening.head, player="cy", stands=True,
               reason="none was shown")  # fmt: skip
    evening.no("missing-chips", "count-heat", counts=evening.counts(), missing={"100": 2})
    evening.ok("show-difference", **shown, missing={"100": 2})
    evening.does("cy", "answer-difference", agrees=False)
    evening.ok("decide-difference", **evening.head, player="cy", stands=False, reason="recounted")
    counts = {**evening.counts(), "cy": "500"}
    assert (
        evening.no("difference-open", "count-heat", counts=counts, missing={"100": 2}).clause
        == clause
    )
    (done,) = evening.ok("count-heat", counts=evening.counts())
    assert done.missing == 0  # type: ignore[attr-defined]


# 15.6 Chips and seats


def chips_only(game: str, clause: str) -> None:
    evening = HeatEvening(game)
    for currency in ("chips", "tokens"):
        assert evening.no_bet("wrong-currency", "ann", "player", currency=currency).clause == clause
    buying: Json = {"player": "ann", "amount": "100"}
    assert evening.no("wrong-currency", "buy-chips", **buying).clause == clause
    voucher = {**buying, "number": "V 1", "conditions": "any"}
    assert evening.no("wrong-currency", "exchange-voucher", **voucher).clause == clause


def chips_only_nearest_miss(game: str, clause: str) -> None:
    evening = HeatEvening(game)
    evening.bet("ann", "player", currency=TOURNAMENT)
    evening.bet("bea", "player")
    assert {laid.currency for laid in evening.table.round.stakes.values()} == {TOURNAMENT}


def allotment(game: str, clause: str) -> None:
    """Everybody has the same, out of the float, before the session starts."""
    evening = HeatEvening(game, start=False)
    (seated, *_) = named([event for event, _ in evening.log], "HeatSeated")
    assert seated.clause == clause
    assert [evening.stack(name) for name in ("ann", "bea", "cy")] == [1000] * 3
    assert evening.money(FLOAT, TOURNAMENT) == 10_000_000 - 300_000


def allotment_nearest_miss(game: str, clause: str) -> None:
    evening = HeatEvening(game, start=False)
    spare = plan(chips=50, order=True)
    empty = HeatEvening(game, start=False, options=None)
    empty.ok("cancel-heat", **HOUSE, reason="rain")
    assert [empty.stack(name) for name in ("ann", "bea", "cy")] == [0] * 3
    for name in ("ann", "bea", "cy"):
        empty.ok("leave-table", player=name)
    assert empty.no("bad-plan", "seat-heat", **HOUSE, plan=spare).clause == clause
    assert evening.no("heat-seated", "seat-heat", **HOUSE, plan=plan()).code == "heat-seated"
    much = plan(chips=10_000_000_00, order=True)
    empty.no("short-of-money", "seat-heat", **HOUSE, plan=much)


def buy_in(game: str, clause: str) -> None:
    """Whose buy-in has not come is out before the first coup."""
    evening = HeatEvening(game, buy_in=100_000, start=False)
    started = evening.ok("start-heat", **evening.head, unpaid=["cy"])
    (out,) = named(started, "EntrantEliminated")
    assert (out.player, out.clause, out.coup) == ("cy", clause, 0)
    assert evening.stack("cy") == 0


def buy_in_nearest_miss(game: str, clause: str) -> None:
    free = HeatEvening(game, start=False)
    free.no("bad-plan", "start-heat", **free.head, unpaid=["cy"])
    paid = HeatEvening(game, buy_in=100_000)
    assert len(paid.heat.still_in) == 3


def added(game: str, clause: str) -> None:
    """A count beyond what was won is refused, and who added chips is put out."""
    evening = _over(game)
    counts = {**evening.counts(), "cy": "800"}
    assert evening.no("too-many-chips", "count-heat", counts=counts).clause == clause
    disqualified(game, clause, "added chips")


def added_nearest_miss(game: str, clause: str) -> None:
    """Chips that the dealer paid are the player's own."""
    evening = HeatEvening(game, coups=1)
    evening.all_bet("300")
    evening.plays("player")
    (done,) = evening.ok("count-heat", counts=evening.counts())
    assert {each.chips for each in done.standing} == {130_000}  # type: ignore[attr-defined]


def in_view(game: str, clause: str) -> None:
    """A player who leaves the table leaves the chips there; they cannot be handed over."""
    evening = HeatEvening(game)
    evening.ok("leave-table", player="cy")
    assert evening.stack("cy") == 1000 and "cy" not in evening.table.patrons
    assert evening.entrant("cy").out is None
    evening.no("wrong-currency", "colour-change", player="cy", gives={"100": 1}, takes={"50": 2})


def in_view_nearest_miss(game: str, clause: str) -> None:
    """A player who comes back finds the chips; one who is out has none to leave."""
    evening = HeatEvening(game)
    evening.ok("leave-table", player="cy")
    evening.sit("cy")
    evening.bet("cy", "player", "100")
    asked = {"player": "bea", "grounds": "breach", "reason": "x"}
    evening.ok("disqualify-entrant", **evening.head, **asked)
    (left,) = evening.ok("leave-table", player="bea")
    assert left.moves == ()  # type: ignore[attr-defined]
    evening.no("out", "join-table", player="bea", card="b")


def returned(game: str, clause: str) -> None:
    """At the end all chips are the casino's: they are back in the float."""
    evening = _over(game)
    evening.ok("count-heat", counts=evening.counts())
    assert all(evening.stack(name) == 0 for name in evening.heat.entrants)
    for name in ("ann", "bea", "cy"):
        (left,) = evening.ok("leave-table", player=name)
        assert left.moves == ()  # type: ignore[attr-defined]
    off = HeatEvening(game)
    (done,) = off.ok("cancel-heat", **HOUSE, reason="fire alarm")
    assert done.clause == clause  # type: ignore[attr-defined]
    assert off.money(FLOAT, TOURNAMENT) == 10_000_000


def returned_nearest_miss(game: str, clause: str) -> None:
    """Not before the session is over."""
    evening = HeatEvening(game)
    evening.no("heat-on", "close-table", role="casino supervisor")
    evening.no("heat-on", "close-float", role="casino supervisor", counted="100000")
    assert evening.stack("ann") == 1000
