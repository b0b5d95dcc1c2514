"""Wagers of a heat, checked under each game's own clauses: seats, time, units, limits, order."""

from datetime import timedelta

from sabot.core.money import TOURNAMENT
from sabot.engine.ledger import FLOAT
from sabot.table.heat.words import play_of
from support.heat_checks import LIMITS, clause_of, named
from support.heat_evening import HeatEvening

CLAUSES = {
    "paid": "15.6.8", "seat": "15.6.10", "pace": "15.6.11", "late": "15.6.12",
    "duty": "15.6.4", "unable": "15.6.13", "units": "15.6.14", "limits": "15.6.15",
    "order": "15.9.1", "marker": "15.9.2", "turns": "15.9.3", "out_of_turn": "15.9.4",
    "fixed": "15.9.5", "passes": "15.7.1", "dispute": "15.11.2", "recount": "15.11.3",
}  # fmt: skip
"""Of the Star's games."""


def paid(game: str, clause: str) -> None:
    """Winning wagers are paid in tournament chips, losing ones taken into their float."""
    evening = HeatEvening(game)
    evening.bet("ann", "player", "100")
    evening.bet("bea", "banker", "100")
    evening.bet("cy", "tie", "100")
    events = evening.plays("player")
    (settled,) = named(events, "WagersSettled")
    assert {move.currency for move in settled.moves} == {TOURNAMENT}
    assert [evening.stack(name) for name in ("ann", "bea", "cy")] == [1100, 900, 900]


def paid_nearest_miss(game: str, clause: str) -> None:
    """No other chips come to the table or leave it."""
    evening = HeatEvening(game)
    for do in ("buy-chips", "declare-chips"):
        refused = evening.no("wrong-currency", do, player="ann", amount="100")
        assert refused.clause == play_of(evening.table).chips
    assert not [key for key in evening.table.balances if not key.startswith(TOURNAMENT)]


def seat(game: str, clause: str) -> None:
    evening = HeatEvening(game)
    assert evening.no_bet("wrong-place", "ann", "player", area=2).clause == clause
    evening.ok("leave-table", player="cy")
    wrong = {"player": "cy", "place": 4, "card": "card of cy"}
    assert evening.no("wrong-place", "join-table", **wrong).clause == clause


def seat_nearest_miss(game: str, clause: str) -> None:
    """Take chips from the player's own, and from no player without any."""
    evening = HeatEvening(game)
    evening.bet("ann", "player", area=1)
    (laid,) = evening.table.round.stakes.values()
    assert laid.area == 1
    evening.no("not-an-entrant", "join-table", player="zoe", card="z")


def pace(game: str, clause: str) -> None:
    """A time limit begins after reasonable notice, and the table's own clock keeps it."""
    evening = HeatEvening(game)
    soon = evening.now + timedelta(minutes=19, seconds=59)
    short = {"seconds": 30, "since": soon}
    assert evening.no("no-notice", "set-pace", **evening.head, **short).clause == clause
    evening.no("wrong-role", "set-pace", seconds=30, since=soon + timedelta(seconds=1))
    evening.ok("set-pace", **evening.head, seconds=30, since=soon + timedelta(seconds=1))
    evening.wait(minutes=20)
    evening.all_bet()
    evening.plays("tie")
    assert evening.heat.until == evening.now + timedelta(seconds=30)


def pace_nearest_miss(game: str, clause: str) -> None:
    """Not before the time that was announced, nor while cards are prepared."""
    evening = HeatEvening(game)
    later = evening.now + timedelta(minutes=30)
    evening.ok("set-pace", **evening.head, seconds=30, since=later)
    evening.all_bet()
    evening.plays("tie")
    assert evening.heat.until is None
    evening.no("bad-number", "set-pace", **evening.head, seconds=0, since=later)


def late(game: str, clause: str) -> None:
    """A player who has not wagered in time may wager the minimum, and nothing else."""
    evening = HeatEvening(game, seconds=30, undisclosed=1)
    evening.wait(seconds=31)
    assert evening.no_bet("late", "ann", "player", "200").clause == clause
    assert evening.does_not("late", "ann", "write-form", seal="0").clause == clause
    evening.bet("ann", "player", "100")
    assert evening.no_bet("late", "ann", "tie", "100").clause == clause


def late_nearest_miss(game: str, clause: str) -> None:
    """The last moment is in time; the dealer's call for bets begins the time anew."""
    evening = HeatEvening(game, seconds=30)
    evening.wait(seconds=30)
    evening.bet("ann", "player", "200")
    evening.wait(seconds=10)
    evening.ok("place-your-bets")
    evening.wait(seconds=30)
    evening.bet("bea", "player", "200")


def duty(game: str, clause: str) -> None:
    """Asked, the time over, bets closed, and still nothing: the head puts the player out."""
    evening = HeatEvening(game, seconds=30)
    evening.bet("ann", "player")
    evening.bet("bea", "player")
    assert evening.no("no-wager", "deal-card", card="9S").clause == clause
    evening.ok("ask-wager", player="cy")
    evening.wait(seconds=31)
    evening.ok("no-more-bets")
    asked = {"player": "cy", "grounds": "no wager", "reason": "would not"}
    evening.no("wrong-role", "disqualify-entrant", **asked)
    out = evening.ok("disqualify-entrant", **evening.head, **asked)
    assert clause_of(out, "EntrantDisqualified") == clause
    evening.plays()
    assert evening.stack("ann") == 1100


def duty_nearest_miss(game: str, clause: str) -> None:
    """Not unasked, not in time, not who has wagered, passed, or had a wager refused."""
    evening = HeatEvening(game, seconds=30, pass_cards=1)
    asked = {"player": "cy", "grounds": "no wager", "reason": "would not"}
    evening.bet("ann", "player")
    evening.passes("bea")
    assert evening.no("not-asked", "disqualify-entrant", **evening.head, **asked).clause == clause
    evening.no("time-left", "no-more-bets")
    evening.ok("ask-wager", player="cy")
    evening.wait(seconds=30)
    evening.no("time-left", "no-more-bets")
    for player in ("ann", "bea"):
        named_ = {**asked, "player": player}
        refused = evening.no("has-wagered", "disqualify-entrant", **evening.head, **named_)
        assert refused.clause == clause
    evening.bet("cy", "player", "100")
    refusal = evening.table.conduct.wagering.refusal
    if refusal is not None:
        why = {"player": "cy", "on": "player", "reason": "too loud"}
        evening.ok("refuse-wager", actor="sue", role="casino operator", **why)
        evening.no("has-wagered", "disqualify-entrant", **evening.head, **asked)
    evening.plays()
    assert evening.entrant("cy").out is None


def unable(game: str, clause: str) -> None:
    """Out when the coup is over, in that coup, with what is left and what was wagered."""
    evening = HeatEvening(game, chips=25_000)
    evening.bet("ann", "player", "200")
    evening.bet("bea", "banker", "100")
    evening.bet("cy", "player", "100")
    events = evening.plays("banker")
    (out,) = named(events, "EntrantEliminated")
    assert (out.player, out.clause, out.coup) == ("ann", clause, 1)
    assert (out.residual, out.wager, out.collected) == (5_000, 20_000, None)
    assert evening.stack("ann") == 0
    assert evening.no_bet("out", "ann", "player").clause == clause


def unable_nearest_miss(game: str, clause: str) -> None:
    """Exactly the minimum is enough; the dealer's order of collecting is kept."""
    evening = HeatEvening(game, chips=20_000)
    evening.bet("ann", "player", "100")
    evening.bet("bea", "player", "200")
    evening.bet("cy", "player", "200")
    evening.ok("no-more-bets")
    evening.deal({"star-seven-up": "9C KD TH"}.get(game, "5H 9S KC KD"))
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    evening.no("bad-command", "note-taken", players=["zoe"])
    evening.ok("note-taken", players=["bea", "cy"])
    events = evening.ok("clear-cards")
    outs = [(each.player, each.collected) for each in named(events, "EntrantEliminated")]
    assert outs == [("bea", 1), ("cy", 2)]
    assert evening.entrant("ann").out is None and evening.stack("ann") == 100


def units(game: str, clause: str) -> None:
    """Whole units up to the maximum, made up where it is short; what is over goes back."""
    evening = HeatEvening(game, chips=200_000)
    evening.bet("ann", "player", "250")
    evening.bet("bea", "player", "1150")
    evening.bet("cy", "player", "80")
    events = evening.plays("player")
    (counted,) = named(events, "WagersCounted")
    assert {each.clause for each in counted.stakes} == {clause}
    assert [(e.live, e.returned, e.added) for e in counted.stakes] == [
        (20_000, 5_000, 0), (100_000, 15_000, 0), (10_000, 0, 2_000),
    ]  # fmt: skip
    assert [evening.stack(name) for name in ("ann", "bea", "cy")] == [2200, 3000, 2100]


def units_nearest_miss(game: str, clause: str) -> None:
    """Each wager laid counts by itself; a short one beside another may be void."""
    evening = HeatEvening(game, chips=48_000)
    for amount in ("150", "150"):
        evening.bet("ann", "player", amount)
    evening.bet("bea", "player", "400")
    evening.bet("bea", "tie", "80")
    evening.bet("cy", "player", "100")
    assert evening.no_bet("bad-amount", "cy", "player", "0.50").clause == "15.6.1"
    events = evening.plays("player")
    (counted,) = named(events, "WagersCounted")
    assert [(each.live, each.returned) for each in counted.stakes] == [
        (10_000, 5_000), (10_000, 5_000), (0, 8_000),
    ]  # fmt: skip
    assert [evening.stack(name) for name in ("ann", "bea", "cy")] == [680, 880, 580]


def limits(game: str, clause: str) -> None:
    """Limits move at the announced coup, and a player who cannot follow is out."""
    evening = HeatEvening(game, limits=LIMITS, chips=25_000)
    evening.bet("ann", "player", "100")
    evening.bet("bea", "player", "100")
    evening.bet("cy", "banker", "100")
    events = evening.plays("player")
    (begun,) = named(events, "RoundBegun")
    assert (begun.least, begun.most, evening.table.sign.least) == (20_000, 200_000, 20_000)
    (out,) = named(events, "EntrantEliminated")
    assert (out.player, out.residual, out.coup) == ("cy", 15_000, 1)


def limits_nearest_miss(game: str, clause: str) -> None:
    """No other change of limits is allowed, nor limits of one player's own."""
    evening = HeatEvening(game, limits=LIMITS)
    sue = {"actor": "sue", "role": "casino operator"}
    sign = {"minimum": "50", "maximum": "500"}
    assert evening.no("limits-announced", "change-limits", **sue, sign=sign).clause == clause
    own = {"player": "ann", "minimum": "100", "maximum": "5000"}
    assert evening.no("limits-announced", "set-personal-limits", **sue, **own).clause == clause
    evening.all_bet()
    assert (evening.heat.least, evening.heat.most) == (10_000, 100_000)


# 15.7 Pass cards


def passes(game: str, clause: str) -> None:
    """Everybody has the same number; one lies in lieu of a wager and is collected afterwards."""
    evening = HeatEvening(game, pass_cards=1)
    assert {each.passes for each in evening.heat.entrants.values()} == {1}
    evening.bet("ann", "player")
    evening.bet("bea", "player")
    (laid,) = evening.passes("cy")
    assert (laid.clause, laid.left) == (clause, 0)  # type: ignore[attr-defined]
    assert evening.entrant("cy").passes == 1
    evening.plays("banker")
    assert evening.entrant("cy").passes == 0 and evening.stack("cy") == 1000
    assert evening.does_not("pass-card", "cy", "lay-pass-card").clause == clause


def passes_nearest_miss(game: str, clause: str) -> None:
    """Not beside a wager; taken back it is kept; a coup of pass cards alone counts; a void coup
    leaves them."""
    evening = HeatEvening(game, pass_cards=2)
    evening.bet("ann", "player")
    assert evening.does_not("pass-card", "ann", "lay-pass-card").clause == clause
    evening.passes("bea")
    assert evening.no_bet("pass-card", "bea", "player").clause == clause
    evening.does("bea", "take-pass-card")
    evening.bet("bea", "player")
    evening.passes("cy")
    evening.plays()
    for player in ("ann", "bea", "cy"):
        evening.passes(player)
    evening.plays()
    assert evening.heat.coup == 3
    assert [evening.entrant(name).passes for name in ("ann", "bea", "cy")] == [1, 1, 0]
    none = HeatEvening(game)
    assert none.does_not("pass-card", "ann", "lay-pass-card").clause == clause


# 15.9 Order


def order(game: str, clause: str) -> None:
    """The plan says whether there is one."""
    evening = HeatEvening(game, order=True)
    assert evening.heat.marker == evening.heat.turn == 1
    free = HeatEvening(game)
    assert free.heat.marker is None
    free.no("no-rule", "call-turn")


def order_nearest_miss(game: str, clause: str) -> None:
    """Without one everybody wagers when they like, and takes a wager back."""
    evening = HeatEvening(game)
    for player in ("cy", "ann", "bea"):
        evening.bet(player, "player")
    evening.does("cy", "withdraw-wager", on="player")
    evening.bet("cy", "banker")


def marker(game: str, clause: str) -> None:
    """Box one, box two, box three, and round again."""
    evening = HeatEvening(game, order=True)
    seen = []
    for _ in range(4):
        seen.append(evening.heat.marker)
        evening.all_bet()
        (begun,) = named(evening.plays("tie"), "RoundBegun")
        assert begun.clause == clause
    assert seen == [1, 2, 3, 1]


def marker_nearest_miss(game: str, clause: str) -> None:
    """An empty box has no player to begin; a void coup leaves the marker where it is."""
    evening = HeatEvening(game, order=True, seats={2: "ann", 5: "bea", 7: "cy"})
    assert evening.heat.marker == 2
    evening.ok("leave-table", player="bea")
    evening.all_bet()
    evening.plays("tie")
    assert evening.heat.marker == 7
    evening.all_bet()
    evening.ok("no-more-bets")
    evening.card("9S")
    void = {"cause": "disturbance", "reason": "a fight", "refund": True}
    evening.ok("invalidate-outcome", actor="olga", role="casino operator", **void)
    events = evening.ok("clear-cards")
    (ended,) = named(events, "HeatCoupEnded")
    assert not ended.counts and evening.heat.marker == 7 and evening.heat.coup == 2


def turns(game: str, clause: str) -> None:
    """The marker's player first, then to the left; the dealer asks each in turn."""
    evening = HeatEvening(game, order=True)
    evening.all_bet()
    evening.plays("tie")
    asked = []
    for _ in range(3):
        (called,) = evening.ok("call-turn")
        assert called.clause == clause  # type: ignore[attr-defined]
        asked.append(called.player)  # type: ignore[attr-defined]
        evening.bet(asked[-1], "player")
    assert asked == ["bea", "cy", "ann"]
    (called,) = evening.ok("call-turn")
    assert called.player is None  # type: ignore[attr-defined]
    evening.plays()


def turns_nearest_miss(game: str, clause: str) -> None:
    """A player with time left is not passed over; one who let it pass comes again at the end."""
    evening = HeatEvening(game, order=True, seconds=20)
    evening.ok("call-turn")
    assert evening.no("time-left", "call-turn").clause == clause
    evening.does_not("no-wager", "ann", "end-turn")
    evening.does_not("out-of-turn", "bea", "end-turn")
    evening.wait(seconds=21)
    evening.ok("call-turn")
    evening.bet("bea", "player", "300")
    evening.does("bea", "end-turn")
    evening.bet("cy", "player")
    evening.does("cy", "end-turn")
    assert evening.heat.turn == 1
    assert evening.no_bet("late", "ann", "player", "200").clause == "15.6.12"
    evening.bet("ann", "player", "100")
    evening.plays()


def out_of_turn(game: str, clause: str) -> None:
    """A late wager is not taken: the player waits."""
    evening = HeatEvening(game, order=True, pass_cards=1)
    assert evening.no_bet("out-of-turn", "bea", "player").clause == clause
    assert evening.does_not("out-of-turn", "cy", "lay-pass-card").clause == clause
    evening.bet("ann", "player")


def out_of_turn_nearest_miss(game: str, clause: str) -> None:
    """In one's own turn it is, and several wagers may be made in it."""
    evening = HeatEvening(game, order=True)
    evening.bet("ann", "player")
    evening.bet("ann", "tie")
    evening.does("ann", "end-turn")
    evening.bet("bea", "player")


def fixed(game: str, clause: str) -> None:
    evening = HeatEvening(game, order=True)
    evening.bet("ann", "player")
    assert evening.does_not("turn-over", "ann", "withdraw-wager", on="player").clause == clause
    evening.does("ann", "end-turn")
    assert evening.no_bet("turn-over", "ann", "player").clause == clause


def fixed_nearest_miss(game: str, clause: str) -> None:
    """Until the coup is over, and no longer."""
    evening = HeatEvening(game, order=True)
    evening.all_bet()
    evening.plays()
    assert evening.heat.turn == 2
    evening.bet("bea", "banker")


# 15.11


def dispute(game: str, clause: str) -> None:
    """The head decides, and the table waits for it."""
    evening = HeatEvening(game)
    evening.all_bet()
    evening.ok("no-more-bets")
    evening.does("ann", "raise-dispute", about="my pass card")
    assert evening.no("held", "deal-card", card="9S").clause == clause
    said = {"number": 1, "decision": "no card was left", "reason": "the log"}
    assert evening.no("wrong-role", "decide-dispute", **said).clause == clause
    evening.ok("decide-dispute", **evening.head, **said)
    evening.plays()


def dispute_nearest_miss(game: str, clause: str) -> None:
    """A coup begun is finished, and the decision is final."""
    evening = HeatEvening(game)
    evening.all_bet()
    evening.ok("no-more-bets")
    cards = {"star-seven-up": "KC AD TH"}.get(game, "9S 5H KD KC").split()
    evening.card(cards[0])
    evening.does("ann", "raise-dispute", about="the count")
    evening.deal(" ".join(cards[1:]))
    evening.finish()
    said = {"number": 1, "decision": "as called", "reason": "the log"}
    evening.ok("decide-dispute", **evening.head, **said)
    refused = evening.ask("ask-review", actor="ann", role="player", number=1)
    assert refused.clause == clause


def recount(game: str, clause: str) -> None:
    """At any time, also during a coup: it is kept beside what the books have."""
    evening = HeatEvening(game)
    evening.all_bet("300")
    (found,) = evening.ok("count-chips", counts={"ann": "1000", "bea": "1000", "cy": "900"})
    assert found.clause == clause  # type: ignore[attr-defined]
    assert found.books == dict.fromkeys(("ann", "bea", "cy"), 100_000)  # type: ignore[attr-defined]
    assert found.found["cy"] == 90_000  # type: ignore[attr-defined]


def recount_nearest_miss(game: str, clause: str) -> None:
    """Nothing moves by it, and everybody is counted."""
    evening = HeatEvening(game)
    floats = evening.money(FLOAT, TOURNAMENT)
    evening.ok("count-chips", counts={"ann": "1", "bea": "1", "cy": "1"})
    assert evening.money(FLOAT, TOURNAMENT) == floats and evening.stack("ann") == 1000
    evening.no("not-counted", "count-chips", counts={"ann": "1"})
