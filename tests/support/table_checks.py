"""Features of a live table common to the five games, checked under each game's own clauses.

A check takes the rulebook's id and the clause that has to be cited.
"""

from datetime import datetime, timedelta
from typing import Any

from games import GAMES
from sabot.engine.ledger import LAYOUT
from sabot.rules import Choice
from sabot.rules.operation.conduct import Notice
from sabot.table import Table
from sabot.table.shoe.cards import due
from support.evening import SIGN, Evening
from support.provisions import whole

SUPERVISOR = {"actor": "sue", "role": "casino supervisor"}
OPERATOR = {"actor": "olga", "role": "casino operator"}
MANAGER = {"actor": "mo", "role": "gaming manager"}
PER_BOX = {game.id: game.main for game in GAMES.values() if game.boxes}
WINNING = {game.id: game.winning for game in GAMES.values()}
LOSING = {game.id: game.losing for game in GAMES.values()}
MINUTES = 20


def player(name: str) -> dict[str, str]:
    return {"actor": name, "role": "player"}


def two(game: str, **options: Any) -> Evening:
    """A table that is ready, with Al in seat 1 and Bo in seat 2."""
    evening = Evening(game, **options)
    evening.join("al", 1)
    evening.join("bo", 2)
    return evening


def power(evening: Evening, by: str) -> dict[str, str]:
    """Return a person with just what the document asks for."""
    return {"actor": "sue", "role": by}


def main_on(evening: Evening) -> str:
    return PER_BOX.get(evening.table.opened.rulebook, "player")


def where(evening: Evening, name: str) -> dict[str, int]:
    if evening.table.opened.rulebook not in PER_BOX:
        return {}
    return {"box": evening.table.patrons[name].boxes[0]}


def main(evening: Evening, name: str = "al", amount: str = "100", **more: Any) -> None:
    """The player's main wager, on their own box where wagers are about one."""
    evening.bet(name, main_on(evening), amount, **{**where(evening, name), **more})


def no_main(
    evening: Evening, code: str, name: str = "al", amount: str = "100", **more: Any
) -> str | None:
    refused = evening.no_bet(
        code, name, main_on(evening), amount, **{**where(evening, name), **more}
    )
    return refused.clause


def deal(evening: Evening, cards: str) -> None:
    """Deal to one bettor; boxes stand when asked."""
    for card in cards.split():
        evening.deal(card)
        if isinstance(step := due(evening.table), Choice):
            evening.choose(step.box, "stand")


def first_card(evening: Evening) -> None:
    evening.deal("9S")


def settle(evening: Evening, *, win: bool) -> None:
    """A coup with Al's wager alone, settled, its cards still on the table."""
    game = evening.table.opened.rulebook
    deal(evening, (WINNING if win else LOSING)[game])
    evening.ok("announce-result")
    evening.ok("settle-wagers")


def coup(evening: Evening, *, win: bool = False) -> None:
    settle(evening, win=win)
    evening.ok("clear-cards")


def closed(game: str) -> Evening:
    """A table that was never opened."""
    evening = Evening(game, ready=False)
    evening.table = Table(name="1")
    evening.log = []
    return evening


def cannot_open(game: str, code: str, **options: Any) -> str | None:
    setup = {"feed": "typed", "sign": SIGN, "rulebook": game, **options}
    return closed(game).no(code, "open-table", **SUPERVISOR, **setup).clause


# Disputes


def dispute(game: str, clause: str) -> None:
    """The person named by the document decides first, then, if asked, another one."""
    evening = two(game)
    rule = whole(evening.table.conduct.general).disputes
    assert rule.review is not None
    main(evening)
    coup(evening)
    raised = evening.ok("raise-dispute", **player("al"), player="al", about="the count", coup=1)
    assert raised[0].clause == clause == rule.first.clause  # type: ignore[attr-defined]
    asked = {"number": 1, "decision": "the count stands", "reason": "seen on camera"}
    assert evening.no("wrong-role", "decide-dispute", **asked).clause == clause
    evening.ok("decide-dispute", actor="gus", role=rule.first.by, **asked)
    assert evening.table.disputes.cases[1].decider == "gus"
    evening.ok("ask-review", **player("al"), number=1)
    assert evening.no("wrong-role", "review-dispute", **asked).clause == rule.review.clause
    evening.ok("review-dispute", actor="rex", role=rule.review.by, **asked)
    kept = evening.table.disputes.cases[1]
    assert (kept.player, kept.coup, kept.review, kept.reviewer) == (
        "al", 1, "the count stands", "rex",
    )  # fmt: skip
    assert evening.replayed() == evening.table


def dispute_nearest_miss(game: str, clause: str) -> None:
    """No review unasked, none before a decision, none by the first decider, and nothing twice."""
    evening = two(game)
    rule = whole(evening.table.conduct.general).disputes
    assert rule.review is not None
    asked = {"number": 1, "decision": "paid", "reason": "misread"}
    first = {"actor": "gus", "role": rule.first.by}
    assert evening.no("no-such-dispute", "decide-dispute", **first, **asked).clause == clause
    said = {"player": "al", "about": "pay"}
    evening.no("proxy", "raise-dispute", **player("bo"), **said)
    evening.no("no-such-coup", "raise-dispute", **player("al"), **said, coup=2)
    evening.ok("raise-dispute", **player("al"), **said)
    evening.no("not-decided", "ask-review", **player("al"), number=1)
    evening.no("no-reason", "decide-dispute", **first, **{**asked, "reason": " "})
    evening.no("bad-command", "decide-dispute", **first, **{**asked, "decision": " "})
    evening.no("plays-here", "decide-dispute", actor="Al", role=rule.first.by, **asked)
    evening.ok("decide-dispute", **first, **asked)
    evening.no("decided", "decide-dispute", **first, **asked)
    same = {"actor": "gus", "role": rule.review.by}
    assert evening.no("not-asked", "review-dispute", **same, **asked).clause == rule.review.clause
    evening.no("proxy", "ask-review", **player("bo"), number=1)
    evening.ok("ask-review", **player("al"), number=1)
    evening.no("asked-already", "ask-review", **player("al"), number=1)
    evening.no("same-person", "review-dispute", **same, **asked)
    evening.no("plays-here", "review-dispute", actor="al", role=rule.review.by, **asked)
    if rule.review.by == "casino supervisor":
        below = {"actor": "rex", "role": "gaming supervisor"}
        assert evening.no("wrong-role", "review-dispute", **below, **asked).clause == clause
    evening.ok("review-dispute", **{**same, "actor": "rex"}, **asked)
    evening.no("decided", "review-dispute", **{**same, "actor": "rex"}, **asked)
    stranger = evening.no("not-at-table", "raise-dispute", player="zoe", about="pay")
    assert stranger.clause == clause
    assert stranger.message.startswith("zoe is not known at this table: ")
    evening.ok("join-table", player="zoe", card="zoe 1")
    evening.ok("leave-table", player="zoe")
    evening.ok("raise-dispute", player="zoe", about="the wait")
    number = evening.table.disputes.count
    gone = {**asked, "number": number}
    evening.no("own-dispute", "decide-dispute", actor="Zoe", role=rule.first.by, **gone)


def complaint(game: str, clause: str) -> None:
    """A dissatisfied player is told of the inspector, and that is kept."""
    evening = two(game)
    rule = whole(evening.table.conduct.general).disputes
    assert rule.review is not None
    evening.ok("raise-dispute", player="al", about="a remark")
    evening.no("not-decided", "advise-complaint", number=1)
    decided = {"number": 1, "decision": "no", "reason": "nothing was said"}
    evening.ok("decide-dispute", actor="gus", role=rule.first.by, **decided)
    (told,) = evening.ok("advise-complaint", number=1)
    assert (told.to, told.clause) == ("al", clause)  # type: ignore[attr-defined]
    assert evening.table.disputes.cases[1].advised == evening.now
    assert evening.no("told", "advise-complaint", number=1).clause == clause


def rules_at_hand(game: str, clause: str) -> None:
    (shown,) = two(game).ok("show-rules", to="zoe", role="dealer")
    assert (shown.to, shown.clause) == ("zoe", clause)  # type: ignore[attr-defined]


# Closing, idle players, refused wagers


def soonest(evening: Evening, rule: Notice) -> datetime:
    """The first moment at which what a sign announces now may come."""
    return evening.now + timedelta(minutes=rule.minutes, seconds=0 if rule.minutes else 1)


def close(game: str, clause: str) -> None:
    """With players there a sign has to announce it, for as long as the document says."""
    evening = two(game)
    rule = whole(evening.table.conduct.general).close
    by = power(evening, rule.by)
    assert evening.no("no-sign", "close-table", **by).clause == clause
    evening.ok("post-sign", **SUPERVISOR, kind="close", takes_effect=soonest(evening, rule))
    evening.now = soonest(evening, rule)
    assert evening.no("wrong-role", "close-table").clause == clause
    (over,) = evening.ok("close-table", **by)
    assert over.clause == clause and evening.table.phase == "closed"  # type: ignore[attr-defined]
    evening.ok("leave-table", player="al")


def close_nearest_miss(game: str, clause: str) -> None:
    """Not a second early, not with wagers down, and not before the time on the sign."""
    evening = two(game)
    rule = whole(evening.table.conduct.general).close
    by, later = power(evening, rule.by), evening.now.replace(minute=45)
    evening.ok("post-sign", **SUPERVISOR, kind="close", takes_effect=later)
    evening.wait(minutes=45, seconds=-1)
    assert evening.no("too-early", "close-table", **by).clause == clause
    evening.wait(seconds=1)
    main(evening)
    assert evening.no("wagers-lie", "close-table", **by).clause == clause
    if rule.minutes:
        again = two(game)
        again.ok("post-sign", **SUPERVISOR, kind="close", takes_effect=again.now)
        again.wait(minutes=rule.minutes, seconds=-1)
        assert again.no("too-early", "close-table", **by).clause == clause
    empty = Evening(game)
    empty.ok("close-table", **by)


def idle(game: str, clause: str) -> None:
    """Three coups in a row without a wager, at a table where every other seat is taken."""
    evening = two(game, places=3)
    evening.join("cy", 3)
    for _ in range(3):
        main(evening)
        coup(evening)
    (asked,) = evening.ok("vacate-seat", player="bo")
    assert asked.clause == clause  # type: ignore[attr-defined]
    assert evening.table.patrons["bo"].place is None


def idle_nearest_miss(game: str, clause: str) -> None:
    """Two coups, a seat that is free, or one wager in between, and the seat is kept."""
    evening = two(game, places=3)
    for _ in range(2):
        main(evening)
        coup(evening)
    evening.join("cy", 3)
    assert evening.no("seat-kept", "vacate-seat", player="bo").clause == clause
    main(evening)
    coup(evening)
    evening.no("seat-kept", "vacate-seat", player="al")
    evening.no("seat-kept", "vacate-seat", player="cy")
    evening.ok("leave-table", player="cy")
    assert evening.no("seat-kept", "vacate-seat", player="bo").clause == clause
    evening.no("not-at-table", "vacate-seat", player="zoe")


def refuse(game: str, clause: str) -> None:
    """Before the first card a supervisor has a wager taken off, for a reason."""
    evening = two(game)
    main(evening)
    refused = {"player": "al", "on": main_on(evening), **where(evening, "al")}
    assert evening.no("wrong-role", "refuse-wager", reason="why", **refused).clause == clause
    (off,) = evening.ok("refuse-wager", **SUPERVISOR, reason="marked chips", **refused)
    assert off.clause == clause and not evening.table.round.stakes  # type: ignore[attr-defined]
    assert evening.chips("al") == 10_000_00 and evening.money(LAYOUT) == 0


def refuse_nearest_miss(game: str, clause: str) -> None:
    """Not without grounds, and not behind the first card."""
    evening = two(game)
    main(evening)
    refused = {"player": "al", "on": main_on(evening), **where(evening, "al"), **SUPERVISOR}
    evening.no("no-reason", "refuse-wager", reason=" ", **refused)
    evening.no("no-wager", "refuse-wager", reason="why", **{**refused, "player": "bo"})
    first_card(evening)
    assert evening.no("wrong-phase", "refuse-wager", reason="why", **refused).clause == clause


# Paying by another scheme, and the sign that shows the odds


def variant(game: str, clause: str) -> None:
    """Between coups, after a sign that says so, the table pays by the other scheme."""
    evening = two(game)
    rule = evening.table.conduct.general.variant
    assert rule is not None
    old, new = evening.table.book.schemes
    by = power(evening, rule.by)
    assert evening.no("no-sign", "switch-scheme", **by, scheme=new).clause == clause
    when = soonest(evening, rule)
    evening.ok("post-sign", **SUPERVISOR, kind="variant", text=new, takes_effect=when)
    evening.now = when
    assert evening.no("wrong-role", "switch-scheme", scheme=new).clause == clause
    (switched,) = evening.ok("switch-scheme", **by, scheme=new)
    assert (switched.clause, switched.before) == (clause, old)  # type: ignore[attr-defined]
    assert evening.table.opened.scheme == new
    assert evening.no("same-scheme", "switch-scheme", **by, scheme=new).clause == clause


def variant_nearest_miss(game: str, clause: str) -> None:
    """Not under a sign for something else, not a second early, and not over wagers."""
    evening = two(game)
    rule = evening.table.conduct.general.variant
    assert rule is not None
    old, new = evening.table.book.schemes
    by, in_an_hour = power(evening, rule.by), evening.now.replace(hour=21)
    when = soonest(evening, rule)
    evening.ok("post-sign", **SUPERVISOR, kind="variant", text=old, takes_effect=when)
    evening.wait(minutes=MINUTES)
    assert evening.no("no-sign", "switch-scheme", **by, scheme=new).clause == clause
    evening.ok("post-sign", **SUPERVISOR, kind="variant", text=new, takes_effect=in_an_hour)
    evening.now = in_an_hour
    evening.wait(seconds=-1)
    assert evening.no("too-early", "switch-scheme", **by, scheme=new).clause == clause
    evening.wait(seconds=1)
    main(evening)
    assert evening.no("wagers-lie", "switch-scheme", **by, scheme=new).clause == clause
    first_card(evening)
    assert evening.no("wrong-phase", "switch-scheme", **by, scheme=new).clause == clause
    assert evening.table.opened.scheme == old


def consent_to_variant(game: str, clause: str) -> None:
    """All who play agree, and no sign is needed; one who does not agree is enough to need it."""
    evening = two(game)
    new = list(evening.table.book.schemes)[1]
    asked = {**SUPERVISOR, "scheme": new}
    assert evening.no("not-agreed", "switch-scheme", **asked, consent=["al"]).clause == clause
    evening.ok("switch-scheme", **asked, consent=["al", "bo"])
    assert evening.table.opened.scheme == new


def odds_sign(game: str, clause: str) -> None:
    """A scheme that needs the odds shown says so when the table opens and when it switches."""
    schemes = list(Evening(game, ready=False).table.book.schemes)
    needs = schemes[-1] if schemes else None
    evening = Evening(game, ready=False, scheme=needs)
    assert evening.opened[0].odds_sign == clause  # type: ignore[attr-defined]
    if schemes:
        plain = Evening(game, ready=False, scheme=schemes[0])
        assert plain.opened[0].odds_sign is None  # type: ignore[attr-defined]
        (shown,) = plain.ok("switch-scheme", **SUPERVISOR, scheme=needs)
        assert shown.odds_sign == clause  # type: ignore[attr-defined]
        (gone,) = plain.ok("switch-scheme", **SUPERVISOR, scheme=schemes[0])
        assert gone.odds_sign is None  # type: ignore[attr-defined]
