"""Conduct of a tournament, checked under each game's own clauses."""

from datetime import timedelta
from typing import Any

from sabot.core.money import TOURNAMENT as CHIPS
from sabot.engine.streams import Rejection
from sabot.rulebooks import RULEBOOKS
from sabot.tournament import tournament_of
from sabot.tournament.desk.state import owed
from support.contests import PLAYERS, SECRET, SMALL, Desk, final, player, session

FORM = {"form": "F 1", "copy": "printed", "method": "cash", "reference": "slip 1"}


def entering(game: str, clause: str) -> None:
    """Complete a form, and pay the fee: money that a cashier takes."""
    desk = Desk(game).opened()
    assert desk.no("no-form", "enter-tournament", **desk.cage, player="ann",
                   **{**FORM, "form": " "}).clause == clause  # fmt: skip
    desk.no("no-reference", "enter-tournament", **desk.cage, player="ann",
            **{**FORM, "reference": ""})  # fmt: skip
    desk.no("at-the-desk", "enter-tournament", **player("ann"), player="ann", **FORM)
    desk.no("wrong-role", "enter-tournament", **desk.head, player="ann", **FORM)
    desk.no("proxy", "enter-tournament", **player("bob"), player="ann", copy="shown")
    desk.no("unknown-method", "enter-tournament", **desk.cage, player="ann",
            **{**FORM, "method": "marker"})  # fmt: skip
    entered = desk.ok("enter-tournament", **desk.cage, player="ann", **FORM)
    assert entered.clause == clause
    assert desk.contest.pool == desk.contest.fees == sum(m.amount for m in entered.moves) > 0
    desk.no("not-a-player", "enter-tournament", **desk.cage, player="tim", **FORM)
    desk.no("bad-name", "enter-tournament", **desk.cage, player="a/b", **FORM)


def entering_nearest_miss(game: str) -> None:
    """A fee of nothing counts as paid; the player's own session is the form."""
    desk = Desk(game).opened(entry_fee="none", commission="none")
    desk.ok("enter-tournament", **player("ann"), player="ann", copy="shown")
    desk.ok("enter-tournament", **desk.head, player="bob", form="F 2", copy="printed")
    assert desk.contest.pool == 0 and desk.contest.entered == 2


def appointing(game: str, clause: str, by: str) -> None:
    """The person named and licensed by the document runs it; others may not."""
    desk = Desk(game)
    desk.ok("draft-tournament", rulebook=game, title="Cup")
    low = {"actor": "gus", "role": "gaming supervisor"}
    who = {"actor": "greta", "role": by}
    assert desk.no("wrong-role", "appoint-head", **low, person="tim", licence="L").clause == clause
    assert desk.no("no-licence", "appoint-head", **who, person="tim", licence=" ").clause == clause
    desk.ok("publish-conditions", conditions=SMALL[game])
    if desk.contest.desk.told is not None:
        desk.ok("give-notice", number=1, channel="e-mail")
    until = None if desk.contest.desk.withdrawal is None else desk.now
    assert desk.no("no-head", "open-entry", free_until=until).clause == clause
    assert desk.ok("appoint-head", **who, person="tim", licence="L 1").clause == clause
    desk.ok("open-entry", free_until=until)


def appointing_nearest_miss(game: str, clause: str) -> None:
    """Several may be appointed; one who was not, or is relieved, has no say."""
    desk = Desk(game).opened()
    other = {**desk.head, "actor": "tom"}
    assert desk.no("not-appointed", "close-entry", **other).clause == clause
    desk.no("appointed", "appoint-head", person="tim", licence="L 1")
    desk.ok("appoint-head", person="tom", licence="L 2")
    desk.ok("relieve-head", person="tim", reason="off duty")
    desk.no("not-appointed", "close-entry", **desk.head)
    desk.no("not-appointed", "relieve-head", person="tim", reason="again")
    desk.ok("close-entry", **other)


def overlaid(game: str, clause: str, off: tuple[str, ...]) -> None:
    """Tournament rules win: those sub rules are as good as not written."""
    book = RULEBOOKS[game]
    overlay = tournament_of(book).overlay
    assert (overlay.clause, overlay.switched_off, overlay.currency) == (clause, off, CHIPS)
    laid = book.conduct_under(overlay.name)
    assert laid.overlaid == clause and (laid != book.conduct) is True


def overlaid_nearest_miss(game: str) -> None:
    """All other rules hold as they are."""
    book = RULEBOOKS[game]
    overlay = tournament_of(book).overlay
    laid = book.conduct_under(overlay.name)
    assert laid.irregularities.keys() == book.conduct.irregularities.keys()
    assert laid.general.sanction == book.conduct.general.sanction


# Money


def no_refund(game: str, clause: str) -> None:
    """After the free period a fee stays in the pool after any withdrawal."""
    desk = Desk(game).entered()
    pool = desk.contest.pool
    assert pool == len(PLAYERS) * desk.contest.entries["ann"].fee
    desk.now += timedelta(hours=1, seconds=1)
    gone = desk.ok("withdraw-entry", **player("ann"), player="ann")
    assert (gone.free, gone.clause, gone.moves) == (False, clause, ())
    assert desk.contest.pool == pool and owed(desk.contest.balances, "ann") == 0
    desk.no("not-in", "withdraw-entry", **player("ann"), player="ann")


def no_refund_nearest_miss(game: str) -> None:
    """To the last moment of the period it comes back."""
    desk = Desk(game).entered()
    desk.now += timedelta(hours=1)
    desk.no("proxy", "withdraw-entry", **player("bob"), player="ann")
    gone = desk.ok("withdraw-entry", **player("ann"), player="ann")
    assert gone.free and gone.clause == desk.contest.desk.withdrawal
    fee = desk.contest.entries["bob"].fee
    assert owed(desk.contest.balances, "ann") == fee and desk.contest.pool == 5 * fee
    assert desk.contest.fees == 5 * fee and desk.contest.entered == 5
    desk.enter("ann")


def all_in_prizes(game: str) -> None:
    """Fees are the pool, and the pool is in prizes, to the cent."""
    desk = Desk(game).finished()
    awarded = desk.told("award-prizes", desk.operator, desk.other)
    assert sum(awarded.won.values()) == awarded.pool
    assert awarded.pool + awarded.commission == 6 * desk.contest.entries["ann"].fee
    assert desk.contest.pool == 0
    desk.paid()
    assert desk.contest.phase == "paid" and desk.replayed() == desk.contest


def cancelling(game: str, clause: str) -> None:
    """At will, and all fees back; by two of the operator's."""
    desk = Desk(game).started()
    desk.seated("T1", "T2")
    asked = desk.no("wrong-role", "cancel-tournament", **desk.head, reason="storm")
    assert asked.clause == clause
    desk.no("no-reason", "cancel-tournament", reason=" ")
    desk.ok("cancel-tournament", reason="storm")
    desk.no("own-statement", "confirm-statement", number=1, reason="seen")
    answer = desk.do("confirm-statement", **desk.other, number=1, reason="seen")
    assert not isinstance(answer, Rejection)
    off, cancelled = answer[1:]
    assert (off.reason, cancelled.clause) == ("storm", clause)  # type: ignore[attr-defined]
    fee = desk.contest.entries["ann"].fee
    assert fee == 0 and desk.contest.pool == 0 and desk.contest.phase == "cancelled"
    fees = {name: owed(desk.contest.balances, name) for name in PLAYERS}
    assert len(set(fees.values())) == 1 and fees["ann"] > 0
    desk.told("pay-owed", desk.cage, desk.cage2, method="cash", reference="R 1")
    assert not any(owed(desk.contest.balances, name) for name in PLAYERS)
    assert desk.replayed() == desk.contest


def cancelling_nearest_miss(game: str) -> None:
    """Not once the prizes are awarded, nor while a session is half counted."""
    desk = Desk(game).started()
    desk.seated("T1", "T2")
    desk.begin()
    sitting = desk.contest.sitting
    assert sitting is not None
    desk.count("T1", {each: 100 * box for box, each in sitting.seats["T1"].items()})
    desk.no("counted", "cancel-tournament", reason="storm")
    desk.count("T2", {each: 100 * box for box, each in sitting.seats["T2"].items()})
    desk.ok("announce-session", **desk.head)
    desk.played("T1")
    desk.told("award-prizes", desk.operator, desk.other)
    desk.no("wrong-phase", "cancel-tournament", reason="storm")


# Conditions


def copies(game: str, clause: str) -> None:
    """Published, and everybody who enters has a copy of that version."""
    desk = Desk(game).drafted()
    found = desk.no("bad-conditions", "publish-conditions", conditions={"entry_fee": "250"})
    assert found.message.count("(") >= 10
    desk.no("wrong-phase", "open-entry")
    published = desk.ok("publish-conditions", conditions=SMALL[game])
    assert (published.number, len(published.digest)) == (1, 64)
    again = desk.ok("publish-conditions", conditions={**SMALL[game], "entry_fee": "90"})
    assert again.number == 2 and again.digest != published.digest
    if desk.contest.desk.told is not None:
        desk.ok("give-notice", number=2, channel="e-mail")
    until = None if desk.contest.desk.withdrawal is None else desk.now
    desk.ok("open-entry", free_until=until)
    no_copy = desk.no("no-copy", "enter-tournament", **desk.cage, player="ann",
                      **{**FORM, "copy": ""})  # fmt: skip
    assert no_copy.clause == clause


def copies_nearest_miss(game: str) -> None:
    """With a copy one enters; from then on the conditions stay."""
    desk = Desk(game).opened()
    desk.enter("ann")
    assert desk.contest.entries["ann"].conditions == 1
    desk.no("conditions-fixed", "publish-conditions", conditions=SMALL[game])
    foreign = {**SMALL[game], "rulebook": "star-three-card"}
    Desk(game).drafted().no("bad-conditions", "publish-conditions", conditions=foreign)


def agreement(game: str, clause: str) -> None:
    desk = Desk(game).opened()
    desk.no("wrong-role", "require-agreement", **desk.cage)
    assert desk.ok("require-agreement", **desk.head).clause == clause
    refused = desk.no("not-agreed", "enter-tournament", **desk.cage, player="ann", **FORM)
    assert refused.clause == clause
    desk.enter("ann", agreed="signed, page 2")
    assert desk.contest.entries["ann"].agreed == "signed, page 2"
    desk.no("no-change", "require-agreement", **desk.head)


def agreement_nearest_miss(game: str) -> None:
    """Agreement is asked for only if the head wants it."""
    desk = Desk(game).opened()
    desk.enter("ann")
    assert desk.contest.entries["ann"].agreed is None


# Sessions


def tables(game: str, clause: str) -> None:
    """The head designates the tables, and says how many."""
    desk = Desk(game).started()
    desk.ok("seal-draw", **desk.head)
    assert desk.no("wrong-role", "call-session", tables=["T1", "T2"]).clause == clause
    for wrong in ([], ["T1"], ["T1", "T1"], ["T1", "a/b"]):
        assert desk.no("bad-tables", "call-session", **desk.head, tables=wrong).clause == clause
    called = desk.ok("call-session", **desk.head, tables=["T1", "T2"])
    assert (called.clause, called.tables) == (clause, ("T1", "T2"))
    desk.no("session-on", "call-session", **desk.head, tables=["T3", "T4"])


def tables_nearest_miss(game: str) -> None:
    """No seats before the draw is sealed, nor a draw before the session is called."""
    desk = Desk(game).started()
    desk.no("not-sealed", "call-session", **desk.head, tables=["T1", "T2"])
    desk.ok("seal-draw", **desk.head)
    desk.no("not-called", "open-draw", **desk.head)
    desk.ok("call-session", **desk.head, tables=["T1", "T2", "T3"])
    desk.ok("open-draw", **desk.head)
    assert desk.contest.sitting is not None
    assert [len(each) for each in desk.contest.sitting.seats.values()] == [2, 2, 2]


def start_moved(game: str, clause: str) -> None:
    """Twenty minutes before, unless the conditions say otherwise."""
    desk = Desk(game).started()
    starts = desk.contest.schedule.legs[0].starts  # type: ignore[union-attr]
    later = {"session": 1, "starts": starts + timedelta(minutes=30), "reason": "a queue"}
    desk.now = starts - timedelta(minutes=20)
    assert desk.no("wrong-role", "move-start", **later).clause == clause
    moved = desk.ok("move-start", **desk.head, **later)
    assert (moved.clause, moved.before) == (clause, starts)
    desk.seated("T1", "T2")
    desk.now = starts + timedelta(minutes=29)
    assert desk.no("too-early", "start-session", **desk.head).clause == clause
    desk.begin()
    desk.no("session-on", "move-start", **desk.head, **later)


def start_moved_nearest_miss(game: str, clause: str) -> None:
    """A second less is too short, for a later start as for an earlier one."""
    desk = Desk(game).started()
    starts = desk.contest.schedule.legs[0].starts  # type: ignore[union-attr]
    desk.now = starts - timedelta(minutes=20) + timedelta(seconds=1)
    later = {"session": 1, "starts": starts + timedelta(minutes=30), "reason": "a queue"}
    assert desk.no("short-notice", "move-start", **desk.head, **later).clause == clause
    desk.now = starts - timedelta(hours=1)
    early = {**later, "starts": desk.now + timedelta(minutes=19)}
    desk.no("short-notice", "move-start", **desk.head, **early)
    desk.no("no-session", "move-start", **desk.head, **{**later, "session": 3})
    short = Desk(game).started(notice_minutes=5)
    short.now = starts - timedelta(minutes=5)
    short.ok("move-start", **short.head, **later)


def seats(game: str, clause: str) -> None:
    """By a draw that was sealed before; groups apart, and a seat for a reason."""
    desk = Desk(game).started(fixed_seats="the way to it")
    fixed = {"ann": {"table": "T2", "box": 3, "reason": "a wheelchair"}}
    found = desk.seated("T1", "T2", fixed=fixed, apart=[["bob", "cy"]])
    assert found["T2"][3] == "ann"
    assert sorted(len(each) for each in found.values()) == [3, 3]
    assert not any({"bob", "cy"} <= set(each.values()) for each in found.values())
    allotted = desk.log[-1][0]
    assert allotted.clause == clause  # type: ignore[attr-defined]
    assert desk.replayed() == desk.contest


def seats_nearest_miss(game: str, clause: str) -> None:
    plain = Desk(game).started()
    plain.ok("seal-draw", **plain.head)
    given = {"ann": {"table": "T2", "box": 3, "reason": "a wheelchair"}}
    tables = {"tables": ["T1", "T2"]}
    refused = plain.no("by-ballot", "call-session", **plain.head, **tables, fixed=given)
    assert refused.clause == clause
    desk = Desk(game).started(fixed_seats="the way to it")
    desk.ok("seal-draw", **desk.head)
    two = {"tables": ["T1", "T2"]}
    said: dict[str, Any] = {"ann": {"table": "T2", "box": 3, "reason": " "}}
    desk.no("no-reason", "call-session", **desk.head, **two, fixed=said)
    for wrong in ({"table": "T3", "box": 1}, {"table": "T2", "box": 4}):
        place = {"zed" if wrong["box"] == 9 else "ann": {**wrong, "reason": "far"}}
        assert desk.no("cannot-seat", "call-session", **desk.head, **two, fixed=place).clause == (
            clause
        )
    desk.no("no-entry", "call-session", **desk.head, **two, apart=[["zed"]])
    desk.no("cannot-seat", "call-session", **desk.head, **two, apart=[["ann", "bob"], ["bob"]])
    desk.ok("call-session", **desk.head, **two, apart=[["ann", "bob", "cy"]])
    assert desk.no("cannot-seat", "open-draw", **desk.head).clause == clause
    why = {"reason": "three cannot be kept apart at two tables"}
    opened = desk.told("call-off-session", desk.head, desk.operator, **why)
    assert (opened.number, opened.secret, desk.contest.sitting) == (1, SECRET, None)
    assert not desk.contest.draw.digest


def advance_fixed(game: str, clause: str) -> None:
    """The number who advance is known when the tournament starts, and stays."""
    desk = Desk(game).entered()
    desk.ok("close-entry", **desk.head)
    assert desk.no("no-schedule", "start-tournament", **desk.head).clause == clause
    desk.schedule()
    started = desk.ok("start-tournament", **desk.head)
    assert (started.clause, started.advance) == (clause, (1, 3))
    legs = [session(game, advance=2), final(game)]
    assert desk.no("wrong-phase", "set-schedule", **desk.head, sessions=legs).clause == clause


def advance_fixed_nearest_miss(game: str, clause: str) -> None:
    """Before that it may be set anew; never all of a table."""
    desk = Desk(game).entered()
    desk.schedule()
    desk.schedule([session(game, advance=2), final(game)])
    legs = [session(game, advance=3), final(game)]
    assert desk.no("bad-schedule", "set-schedule", **desk.head, sessions=legs).clause == clause
    for wrong in ([final(game)], [final(game), session(game)], [session(game)] * 2, []):
        desk.no("bad-schedule", "set-schedule", **desk.head, sessions=wrong)
    foreign = session(game, limits=[{"since": 1, "minimum": "7", "maximum": "70"}])
    desk.no("bad-schedule", "set-schedule", **desk.head, sessions=[foreign, final(game)])


# Disputes and sanctions


def disputed(game: str, clause: str, told: str) -> None:
    """Play waits, the Manager decides, and there is no review."""
    desk = Desk(game).started()
    desk.seated("T1", "T2")
    desk.now += timedelta(hours=2)
    desk.no("no-entry", "raise-dispute", **player("zed"), player="zed", about="me")
    raised = desk.ok("raise-dispute", **player("ann"), player="ann", about="the seats")
    assert raised.clause == clause
    assert desk.no("disputed", "start-session", **desk.head).clause == clause
    said = {"number": 1, "decision": "they stand", "reason": "drawn"}
    supervisor = {"actor": "sue", "role": "casino supervisor"}
    assert desk.no("wrong-role", "decide-dispute", **supervisor, **said).clause == clause
    desk.ok("decide-dispute", **desk.head, **said)
    assert desk.no("final", "ask-review", **player("ann"), number=1).clause == clause
    assert desk.no("final", "review-dispute", **supervisor, **said).clause == clause
    assert desk.ok("advise-complaint", **supervisor, number=1).clause == told


def disputed_nearest_miss(game: str) -> None:
    """Once it is decided play goes on; a coup is disputed at its table."""
    desk = Desk(game).started()
    desk.seated("T1", "T2")
    desk.ok("raise-dispute", **player("ann"), player="ann", about="the seats")
    desk.no("bad-command", "raise-dispute", **player("ann"), player="ann", about="it", coup=3)
    desk.ok("decide-dispute", **desk.head, number=1, decision="they stand", reason="drawn")
    desk.begin()


ADVICE = {"ground": "advice", "reason": "advice to a neighbour"}


def struck_off(game: str, clause: str) -> None:
    """Out without a fee back; places move up."""
    desk = Desk(game).started()
    desk.seated("T1", "T2")
    desk.no("seated", "strike-off", **desk.head, player="ann", **ADVICE)
    desk.begin()
    desk.counted("ann")
    pool = desk.contest.pool
    desk.no("no-reason", "strike-off", **desk.head, player="ann", ground="advice", reason="")
    desk.no("bad-command", "strike-off", **desk.head, player="ann", reason="advice")
    orders = desk.contest.orders
    struck = desk.told("strike-off", desk.head, desk.operator, player="ann", **ADVICE)
    assert (struck.clause, struck.ground) == (clause, "advice")
    (due,) = [each for each in desk.contest.notices.due.values() if each.to == "player"]
    assert "right to complain" in due.about
    back = {"player": "ann", "reason": "it was a greeting"}
    desk.told("reinstate-entrant", desk.head, desk.operator, **back)
    assert desk.contest.orders == orders and "ann" in desk.contest.alive
    desk.told("strike-off", desk.head, desk.operator, player="ann", **ADVICE)
    assert desk.contest.pool == pool and desk.contest.entries["ann"].fee
    announced = desk.ok("announce-session", **desk.head)
    through = [name for names in announced.through.values() for name in names]
    assert "ann" not in through and len(through) == 2 and "ann" not in announced.out
    desk.no("gone-on", "reinstate-entrant", **desk.head, **back)


def struck_off_nearest_miss(game: str) -> None:
    """Only who is in can be; and only by whom the document names."""
    desk = Desk(game).started()
    desk.no("wrong-role", "strike-off", **desk.cage, player="ann", **ADVICE)
    desk.no("no-entry", "strike-off", **desk.head, player="zed", **ADVICE)
    desk.no("not-out", "reinstate-entrant", **desk.head, player="ann", reason="no")
    desk.ok("strike-off", **desk.head, player="ann", **ADVICE)
    assert "ann" in desk.contest.alive
    alone = {"number": 1, "reason": "seen"}
    desk.no("wrong-role", "confirm-statement", **desk.cage, **alone)
    desk.ok("confirm-statement", **desk.operator, **alone)
    desk.no("not-in", "strike-off", **desk.head, player="ann", **ADVICE)
    desk.no("no-refund", "approve-refund", **desk.head, player="ann", reason="a pity")
