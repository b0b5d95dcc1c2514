"""Undisclosed wagers at the table, checked under each game's own clauses."""

from typing import Any

from sabot.engine.streams import Rejection
from sabot.table.heat.papers.forms import form_seal
from support.heat_checks import named
from support.heat_evening import SALT, HeatEvening

CLAUSES = {
    "number": "15.8.1", "steps": "15.8.2", "written": "15.8.2.1", "own": "15.8.2.2",
    "examined": "15.8.2.5", "announced": "15.8.2.6", "locked": "15.8.2.7", "within": "15.8.2.3",
    "beside": "15.8.2.4", "corrected": "15.8.3", "below": "15.8.3.1", "above": "15.8.3.2",
    "beyond": "15.8.3.3", "blank": "15.8.3.4", "shown": "15.8.4", "exclusive": "15.5.2",
}  # fmt: skip
GUS = {"actor": "gus", "role": "gaming supervisor"}


def with_forms(game: str, **fields: Any) -> HeatEvening:
    """Bea and Cy have wagered; Ann may write two forms."""
    evening = HeatEvening(game, undisclosed=2, **fields)
    evening.bet("bea", "player")
    evening.bet("cy", "player")
    return evening


def number(game: str, clause: str) -> None:
    """As many as the conditions give, one for a coup."""
    evening = with_forms(game, chips=500_000)
    evening.writes("ann", "player", 100)
    again = evening.does_not("no-form", "ann", "write-form", seal="0")
    assert again.clause == clause
    evening.plays()
    evening.writes("ann", "player", 100)
    evening.bet("bea", "player")
    evening.bet("cy", "player")
    evening.plays()
    assert evening.does_not("no-form", "ann", "write-form", seal="0").clause == clause


def number_nearest_miss(game: str, clause: str) -> None:
    """None where the conditions give none; one that goes back is not used."""
    evening = HeatEvening(game)
    assert evening.does_not("no-form", "ann", "write-form", seal="0").clause == clause
    other = with_forms(game)
    other.writes("ann", "player", 50)
    other.ok("read-form", **GUS, player="ann")
    other.ok("return-form", **GUS, player="ann", faulty=True)
    assert other.entrant("ann").forms == 2


def steps(game: str, clause: str) -> None:
    """Written, examined, bets closed, announced and laid, dealt, settled, open to all."""
    evening = with_forms(game)
    evening.writes("ann", "banker", 300)
    evening.examines("ann")
    evening.ok("no-more-bets")
    evening.announces()
    evening.plays("player")
    assert evening.stack("ann") == 700
    evening.does("bea", "ask-form", of="ann")


def steps_nearest_miss(game: str, clause: str) -> None:
    """None of the steps can be left out."""
    evening = with_forms(game)
    evening.writes("ann", "banker", 300)
    evening.no("not-announced", "deal-card", card="9S")
    evening.no("not-called", "announce-forms", **GUS, forms=evening.unsealed())
    evening.no("not-read", "examine-form", **GUS, player="ann")
    evening.no("not-examined", "no-more-bets")
    evening.examines()
    evening.ok("no-more-bets")
    assert evening.no("not-announced", "deal-card", card="9S").clause == "15.8.2.6"


def written(game: str, clause: str) -> None:
    """The log has the seal alone; it is a wager of this coup as far as the duty goes."""
    evening = with_forms(game)
    (form,) = evening.writes("ann", "tie", 200)
    assert form.clause == clause  # type: ignore[attr-defined]
    assert form.seal == form_seal(SALT, evening.heat, "ann", "tie", 20_000)  # type: ignore[attr-defined]
    assert "tie" not in str(evening.entrant("ann")) and evening.stack("ann") == 1000
    evening.examines()
    evening.ok("no-more-bets")


def written_nearest_miss(game: str, clause: str) -> None:
    """A form is its player's own: not beside a pass card, not with bets closed; no content in the
    log."""
    evening = with_forms(game, pass_cards=1)
    evening.no("proxy", "write-form", actor="bea", role="player", player="ann", seal="0")
    evening.does_not("bad-command", "ann", "write-form", on="tie", amount="100", seal="0")
    evening.does_not("bad-command", "ann", "write-form")
    evening.passes("ann")
    evening.does_not("pass-card", "ann", "write-form", seal="0")
    evening.ok("no-more-bets")
    evening.does_not("bets-closed", "ann", "write-form", seal="0")


def own(game: str, clause: str) -> None:
    """A faulty form costs its author, and no other player."""
    evening = _lost(game, 50)
    assert evening.stack("ann") == 900
    assert evening.stack("bea") == evening.stack("cy") == 1100


def own_nearest_miss(game: str, clause: str) -> None:
    """Neither another entrant nor an inspector fills it in; a faulty one goes back to its player
    while bets are open, and is written anew."""
    evening = with_forms(game)
    for who in ("bea", "cy"):
        evening.no("proxy", "write-form", actor=who, role="player", player="ann", seal="0")
    evening.no("wrong-role", "write-form", actor="ines", role="inspector", player="ann", seal="0")
    evening.writes("ann", "banker", 50)
    evening.ok("read-form", **GUS, player="ann")
    evening.ok("return-form", **GUS, player="ann", faulty=True)
    evening.writes("ann", "banker", 100)
    evening.plays("player")
    assert evening.stack("ann") == 900


def examined(game: str, clause: str) -> None:
    """The gaming supervisor looks at it and puts an indicator there."""
    evening = with_forms(game)
    evening.writes("ann", "tie", 200)
    assert evening.no("wrong-role", "examine-form", player="ann").clause == clause
    manager = {"actor": "mo", "role": "gaming manager", "player": "ann"}
    assert evening.no("wrong-role", "read-form", **manager).clause == clause
    evening.ok("read-form", **GUS, player="ann")
    other = {"actor": "gil", "role": "casino supervisor", "player": "ann"}
    evening.no("not-read", "examine-form", **other)
    assert evening.no("no-reason", "read-form", **other).clause == clause
    evening.no("form-read", "read-form", **GUS, player="ann")
    (seen,) = evening.ok("examine-form", **GUS, player="ann")
    assert seen.clause == clause  # type: ignore[attr-defined]
    form = evening.entrant("ann").form
    assert form is not None and form.examined and form.on is None


def examined_nearest_miss(game: str, clause: str) -> None:
    """A faulty form goes back until no more bets; one that is right stands."""
    evening = with_forms(game)
    evening.no("no-form", "examine-form", **GUS, player="ann")
    evening.writes("ann", "tie", 50)
    evening.no("not-read", "return-form", **GUS, player="ann", faulty=True)
    evening.ok("read-form", **GUS, player="ann")
    assert evening.no("form-stands", "return-form", **GUS, player="ann").clause == clause
    evening.ok("return-form", **GUS, player="ann", faulty=True)
    evening.writes("ann", "tie", 100)
    assert evening.no("not-examined", "no-more-bets").clause == clause
    evening.examines()
    evening.ok("no-more-bets")
    evening.no("bets-closed", "return-form", **GUS, player="ann", faulty=True)


def announced(game: str, clause: str) -> None:
    """After no more bets and before the first card, each is laid with its type and amount."""
    evening = with_forms(game)
    evening.writes("ann", "tie", 200)
    evening.examines()
    evening.ok("no-more-bets")
    assert evening.no("wrong-role", "announce-forms", forms=evening.unsealed()).clause == clause
    (said,) = named(evening.announces(), "FormsAnnounced")
    (form,) = said.forms
    assert (said.clause, form.on, form.amount) == (clause, "tie", 20_000)
    assert (form.stake.on, form.stake.live, form.stake.area) == ("tie", 20_000, 1)
    evening.plays("player")
    assert evening.stack("ann") == 800


def announced_nearest_miss(game: str, clause: str) -> None:
    """Only what was written can be announced: no other type, amount, player or salt."""
    evening = with_forms(game)
    evening.writes("ann", "tie", 200)
    evening.examines()
    evening.ok("no-more-bets")
    (true,) = evening.unsealed()
    for wrong in (
        [{**true, "on": "player"}],
        [{**true, "amount": 30_000}],
        [{**true, "amount": None}],
        [{**true, "salt": "00" * 32}],
        [{**true, "player": "bea"}],
        [true, true],
        [],
    ):
        evening.no("broken-seal", "announce-forms", **GUS, forms=wrong)
    evening.announces()
    evening.no("no-form", "announce-forms", **GUS)


def locked(game: str, clause: str) -> None:
    """From the announcement to the settlement no wager is touched."""
    evening = with_forms(game)
    evening.writes("ann", "tie", 200)
    evening.examines()
    evening.ok("no-more-bets")
    evening.announces()
    evening.no("fixed", "place-your-bets")
    for player, do in (("bea", "withdraw-wager"), ("ann", "withdraw-wager")):
        on = "player" if player == "bea" else "tie"
        refused = evening.ask(do, actor=player, role="player", player=player, on=on)
        assert isinstance(refused, Rejection)
    evening.no("bets-closed", "place-wager", player="bea", on="player", amount="100")


def locked_nearest_miss(game: str, clause: str) -> None:
    """Before it they may; and after the coup they wager on the next."""
    evening = with_forms(game)
    evening.writes("ann", "tie", 200)
    evening.does("bea", "withdraw-wager", on="player")
    evening.bet("bea", "banker")
    evening.plays("player")
    evening.bet("bea", "banker")


def _lost(game: str, amount: int | None, on: str | None = "banker", **fields: Any) -> HeatEvening:
    """Ann's form loses; her open wager, if she has one, too."""
    laid = fields.pop("laid", None)
    evening = with_forms(game, **fields)
    if laid is not None:
        evening.bet("ann", "banker", str(laid))
    evening.writes("ann", on, amount)
    evening.plays("player")
    return evening


def corrected(game: str, clause: str) -> None:
    """A wager is settled as it was laid, and put right once when the coup is over."""
    evening = with_forms(game, chips=150_000)
    evening.bet("ann", "player", "600")
    evening.writes("ann", "player", 700)
    events = evening.plays("player")
    (settled,) = named(events, "WagersSettled")
    assert [line.pays for line in settled.lines if line.sequence == 4] == [70_000]
    (right,) = named(events, "FormsCorrected")
    assert [(each.deemed, each.change) for each in right.forms] == [(40_000, -30_000)]
    assert evening.stack("ann") == 2500


def corrected_nearest_miss(game: str, clause: str) -> None:
    """A right form stands as it is, and a void coup has nothing to put right."""
    evening = with_forms(game)
    evening.writes("ann", "player", 300)
    (right,) = named(evening.plays("player"), "FormsCorrected")
    assert [(each.deemed, each.change, each.clause) for each in right.forms] == [(30_000, 0, None)]
    void = with_forms(game)
    void.writes("ann", "player", 50)
    void.examines()
    void.ok("no-more-bets")
    void.announces()
    void.card("9S" if game != "star-seven-up" else "KC")
    why = {"cause": "disturbance", "reason": "a fight", "refund": True}
    void.ok("invalidate-outcome", actor="olga", role="casino operator", **why)
    void.ok("clear-cards")
    assert void.stack("ann") == 1000 and void.entrant("ann").forms == 2


def within(game: str, clause: str) -> None:
    assert _lost(game, 300).stack("ann") == 700


def within_nearest_miss(game: str, clause: str) -> None:
    assert _lost(game, 250).stack("ann") == 800


def beside(game: str, clause: str) -> None:
    assert _lost(game, 300, laid=200).stack("ann") == 500


def beside_nearest_miss(game: str, clause: str) -> None:
    """Together no more than the chips, however short the open one is made up."""
    evening = _lost(game, 450, laid=80, chips=50_000)
    assert evening.heat.entrants["ann"].out is not None


def below(game: str, clause: str) -> None:
    assert _lost(game, 50).stack("ann") == 900


def below_nearest_miss(game: str, clause: str) -> None:
    assert _lost(game, 100).stack("ann") == 900


def above(game: str, clause: str) -> None:
    assert _lost(game, 2000, chips=300_000).stack("ann") == 2000


def above_nearest_miss(game: str, clause: str) -> None:
    assert _lost(game, 1000, chips=300_000).stack("ann") == 2000


def beyond(game: str, clause: str) -> None:
    """All the chips, part of a unit included."""
    evening = _lost(game, 1000, chips=83_000)
    out = evening.entrant("ann").out
    assert out is not None and (out.residual, out.wager) == (0, 83_000)


def beyond_nearest_miss(game: str, clause: str) -> None:
    """Or the maximum, if that is less."""
    assert _lost(game, 5000, chips=130_000).stack("ann") == 300


def blank(game: str, clause: str) -> None:
    """The minimum is lost with any result, and there was no wager."""
    for on, amount in (("banker", None), (None, 300), (None, None)):
        for result in ("player", "banker"):
            evening = with_forms(game)
            evening.writes("ann", on, amount)
            (right,) = named(evening.plays(result), "FormsCorrected")
            assert [(each.change, each.clause) for each in right.forms] == [(-10_000, clause)]
            assert evening.stack("ann") == 900


def blank_nearest_miss(game: str, clause: str) -> None:
    """A player cannot lose chips that are not there."""
    evening = with_forms(game, chips=10_000)
    evening.bet("ann", "banker", "100")
    evening.writes("ann", None, 100)
    evening.plays("player")
    out = evening.entrant("ann").out
    assert out is not None and out.residual == 0


def shown(game: str, clause: str) -> None:
    """Any entrant, from the end of the coup to the next first card."""
    evening = with_forms(game, pass_cards=1)
    evening.writes("ann", "tie", 200)
    evening.does_not("no-form", "bea", "ask-form", of="ann")
    evening.plays()
    (form,) = evening.does("bea", "ask-form", of="ann")
    assert (form.clause, form.on, form.amount) == (clause, "tie", 20_000)  # type: ignore[attr-defined]


def shown_nearest_miss(game: str, clause: str) -> None:
    """Not before, not after, not an onlooker, and not who wrote none."""
    evening = with_forms(game)
    evening.writes("ann", "tie", 200)
    evening.plays()
    assert evening.does_not("no-form", "ann", "ask-form", of="bea").clause == clause
    evening.no("not-an-entrant", "ask-form", actor="zoe", role="player", player="zoe", of="ann")
    evening.all_bet()
    evening.ok("no-more-bets")
    evening.card("9S" if game != "star-seven-up" else "KC")
    evening.does_not("wrong-phase", "bea", "ask-form", of="ann")
    evening.deal("5H KD KC" if game != "star-seven-up" else "AD TH")
    evening.finish()
    evening.does_not("no-form", "bea", "ask-form", of="ann")


def exclusive(game: str, clause: str) -> None:
    """While a session is on only its entrants play, and the table has no other use."""
    evening = HeatEvening(game)
    evening.no("not-an-entrant", "join-table", player="zoe", card="z", chips="100")
    evening.no("heat-on", "close-table", role="casino supervisor")
    evening.ok("leave-table", player="cy")
    evening.no("wrong-currency", "buy-chips", player="ann", amount="50")


def exclusive_nearest_miss(game: str, clause: str) -> None:
    """Entrants come and go; once it is counted the table is free."""
    evening = HeatEvening(game, coups=1)
    evening.all_bet()
    evening.plays()
    evening.ok("count-heat", counts=evening.counts())
    for name in ("ann", "bea", "cy"):
        evening.ok("leave-table", player=name)
    evening.ok("close-table", role="casino operator")
