"""Cards before they are dealt, and no-bet coups, checked under each game's own clauses."""

from typing import Any

from sabot.shoe.procedure import DEVICE
from support.evening import Evening
from support.table_checks import (
    MANAGER,
    SUPERVISOR,
    coup,
    first_card,
    main,
    no_main,
    player,
    power,
    two,
)


def unready(game: str, **options: Any) -> Evening:
    """A table without cards in use, with Al in seat 1."""
    evening = Evening(game, ready=False, **options)
    evening.ok("open-float", **SUPERVISOR, amount="100000")
    evening.join("al", 1)
    return evening


# Checks


def may_check(game: str, clause: str) -> None:
    """Cards may be checked before use, by people or by a device, and it is kept."""
    evening = unready(game)
    (checked,) = evening.ok("check-cards", by_device=True)
    assert (checked.clause, checked.by_device) == (clause, True)  # type: ignore[attr-defined]
    unchecked = unready(game)
    unchecked.ok("shuffle")


def must_check(game: str, clause: str) -> None:
    """Unchecked cards are not used."""
    evening = unready(game)
    assert evening.no("not-checked", "shuffle").clause == clause
    (checked,) = evening.ok("check-cards", by_device=True)
    assert checked.clause == clause  # type: ignore[attr-defined]
    evening.ok("shuffle")


def must_check_nearest_miss(game: str, clause: str) -> None:
    """A check that finds a card missing or foreign is no leave to use them."""
    for found in ({"missing": 1}, {"foreign": 1}):
        evening = unready(game)
        evening.ok("check-cards", **found)
        assert evening.no("not-checked", "shuffle").clause == clause
    evening.no("bad-number", "check-cards", missing=-1)
    evening.no("wrong-role", "check-cards", **player("al"))


def secured(game: str, clause: str) -> None:
    """Cards that come shuffled were kept secure until now."""
    evening = unready(game)
    cards = {"back": "blue", "pre_shuffled": "casino"}
    assert evening.no("not-secured", "bring-cards", **cards, secured=False).clause == clause
    assert evening.no("say-more", "bring-cards", **cards).clause == clause
    (brought,) = evening.ok("bring-cards", **cards, secured=True)
    assert brought.secured == clause  # type: ignore[attr-defined]


def check_ordered(game: str, clause: str) -> None:
    """A supervisor or an inspector has the cards checked, at any moment."""
    evening = two(game)
    main(evening)
    first_card(evening)
    for who in ("casino supervisor", "inspector"):
        (checked,) = evening.ok("check-cards", ordered_by=who)
        assert (checked.clause, checked.ordered_by) == (clause, who)  # type: ignore[attr-defined]


def check_ordered_nearest_miss(game: str, clause: str) -> None:
    evening = two(game)
    for who in ("player", "surveillance", "commission"):
        assert evening.no("wrong-role", "check-cards", ordered_by=who).clause == clause


def dropped(game: str, clause: str) -> None:
    """Dropped cards are reported, and a supervisor sees that all were picked up."""
    evening = two(game)
    (said, *_) = evening.ok("report-irregularity", **SUPERVISOR, situation="cards-dropped")
    assert said.clause == clause  # type: ignore[attr-defined]
    assert evening.table.stack.check == clause
    main(evening)
    assert evening.no("must-shuffle", "deal-card", card="9S").clause == clause
    assert evening.no("wrong-role", "check-cards").clause == clause
    evening.ok("check-cards", **SUPERVISOR)
    first_card(evening)


# Shuffles


def doubt(game: str, clause: str, **cards: str) -> None:
    """A supervisor who doubts the mix has the cards shuffled once the coup is over."""
    evening = _loaded(game, **cards)
    main(evening)
    first_card(evening)
    asked = {"reason": "clumped cards"}
    assert evening.no("wrong-role", "order-shuffle", **asked).clause == clause
    (ordered,) = evening.ok("order-shuffle", **SUPERVISOR, **asked)
    assert ordered.clause == clause  # type: ignore[attr-defined]
    assert evening.no("wrong-phase", "shuffle").code == "wrong-phase"
    assert evening.table.stack.shuffle == clause


def _loaded(game: str, **cards: str) -> Evening:
    """A table with Al, its cards ready, brought as pre-shuffled ones if so asked."""
    if not cards:
        evening = Evening(game)
        evening.join("al", 1)
        return evening
    evening = unready(game)
    evening.ok("bring-cards", back="red", secured=True, **cards)
    evening.fresh_cards()
    return evening


def doubt_nearest_miss(game: str, clause: str, **cards: str) -> None:
    """Not without reason to doubt, and then no coup is begun before the shuffle."""
    evening = _loaded(game, **cards)
    evening.no("no-reason", "order-shuffle", **SUPERVISOR, reason=" ")
    assert evening.no("wrong-role", "shuffle", reason="dealer's whim").clause == clause
    evening.no("no-reason", "shuffle", **SUPERVISOR)
    evening.ok("order-shuffle", **SUPERVISOR, reason="clumped cards")
    main(evening)
    assert evening.no("must-shuffle", "deal-card", card="9S").clause == clause
    (again,) = evening.ok("shuffle")
    assert again.clause == clause  # type: ignore[attr-defined]


def riffle(game: str, clause: str, kind: str = "casino", **options: Any) -> None:
    """A player asks, a supervisor approves, and pre-shuffled cards are riffled."""
    evening = unready(game, **options)
    evening.ok("bring-cards", back="red", pre_shuffled=kind, secured=True)
    asked = {"asked_by": "player", "player": "al"}
    if evening.table.book.preparation.pre_shuffled[0].approved_by is not None:
        assert evening.no("needs-approval", "riffle", **asked).clause == clause
        evening.ok("approve", **SUPERVISOR, what="riffle")
    (done,) = evening.ok("riffle", **asked)
    assert (done.clause, done.player) == (clause, "al")  # type: ignore[attr-defined]
    assert "riffle" not in evening.table.approvals


def riffle_nearest_miss(game: str, clause: str, kind: str = "casino") -> None:
    """Not for an absent person, not for cards shuffled here, and not after the cut."""
    evening = unready(game)
    asked = {"asked_by": "player", "player": "al"}
    evening.no("not-pre-shuffled", "riffle", **SUPERVISOR, **asked)
    evening.ok("bring-cards", back="red", pre_shuffled=kind, secured=True)
    evening.no("wrong-riffle", "riffle", **SUPERVISOR, asked_by="spectator")
    evening.no("not-at-table", "riffle", **SUPERVISOR, asked_by="player", player="zoe")
    evening.fresh_cards(burn=False)
    evening.no("not-pre-shuffled", "riffle", **SUPERVISOR, **asked)
    if DEVICE in evening.table.book.preparation.sources.allowed and kind != "casino":
        device = unready(game, source=DEVICE)
        device.ok("bring-cards", back="red", pre_shuffled=kind, secured=True)
        assert device.no("wrong-riffle", "riffle", **SUPERVISOR, **asked).clause == clause


def hand_shuffle(game: str, clause: str) -> None:
    """Before cards go into the device they may be shuffled by hand, by the one who may say so."""
    evening = unready(game, source=DEVICE)
    power_ = evening.table.conduct.doubts.hand_shuffle
    assert power_ is not None
    evening.ok("bring-cards", back="red", pre_shuffled="casino", secured=True)
    if power_.by != "dealer":
        assert evening.no("wrong-role", "shuffle-by-hand").clause == clause
    (done,) = evening.ok("shuffle-by-hand", **power(evening, power_.by))
    assert done.clause == clause  # type: ignore[attr-defined]


def hand_shuffle_nearest_miss(game: str, clause: str) -> None:
    """Not once they are in it, not before a shoe, and only the cards that the document names."""
    evening = unready(game, source=DEVICE)
    rule = evening.table.conduct.doubts
    if rule.hand_shuffle_of != "any":
        refused = evening.no("not-pre-shuffled", "shuffle-by-hand", **SUPERVISOR)
        assert refused.clause == clause
    evening.ok("bring-cards", back="red", pre_shuffled="casino", secured=True)
    evening.fresh_cards()
    assert evening.no("not-now", "shuffle-by-hand", **SUPERVISOR).clause == clause
    if "shoe" in evening.table.book.preparation.sources.allowed:
        shoe = unready(game, source="shoe")
        shoe.ok("bring-cards", back="red", pre_shuffled="casino", secured=True)
        assert shoe.no("wrong-source", "shuffle-by-hand", **SUPERVISOR).clause == clause


# Calls and no-bet coups


def calls(game: str, clause: str) -> None:
    """The dealer may call for bets, and may close them; then no more are taken."""
    evening = two(game)
    assert evening.ok("place-your-bets")[0].clause == clause  # type: ignore[attr-defined]
    main(evening)
    assert evening.ok("no-more-bets")[0].clause == clause  # type: ignore[attr-defined]
    assert no_main(evening, "bets-closed", "bo") == clause
    assert evening.no("bets-closed", "no-more-bets").clause == clause
    evening.no("wrong-role", "no-more-bets", **player("al"))
    first_card(evening)
    uncalled = two(game)
    main(uncalled)
    first_card(uncalled)


def no_bet_agreed(game: str, clause: str) -> None:
    """All who are there agree, and one coup or several are dealt without wagers."""
    evening = two(game)
    rule = next(each for each in evening.table.conduct.no_bet if each.when == "agree")
    coups = 1 if rule.single else 2
    asked = {**power(evening, rule.by), "agreed": ["al", "bo"], "asked_by": "al", "coups": coups}
    assert evening.no("wrong-role", "call-no-bet-coup").clause == clause
    (called,) = evening.ok("call-no-bet-coup", **asked)
    assert called.clause == clause  # type: ignore[attr-defined]
    for _ in range(coups):
        assert no_main(evening, "no-bet-coup") == clause
        coup(evening, win=True)
    main(evening)
    assert evening.chips("al") == 9_900_00


def no_bet_agreed_nearest_miss(game: str, clause: str) -> None:
    """A single player who does not agree is enough, and so is a wager on the layout."""
    evening = two(game)
    rule = next(each for each in evening.table.conduct.no_bet if each.when == "agree")
    by = power(evening, rule.by)
    refused = evening.no("not-agreed", "call-no-bet-coup", **by, agreed=["al"], asked_by="al")
    assert refused.clause == clause
    agreed = {**by, "agreed": ["al", "bo"], "asked_by": "al"}
    for number in (0, -1, 10**9):
        assert evening.no("bad-command", "call-no-bet-coup", **agreed, coups=number).clause == (
            clause
        )
    if rule.asked:
        unasked = {**agreed, "asked_by": None}
        assert evening.no("not-asked", "call-no-bet-coup", **unasked).clause == clause
    main(evening)
    assert evening.no("wagers-lie", "call-no-bet-coup", **agreed).clause == clause


def no_bet_empty(game: str, clause: str) -> None:
    """At an empty table a supervisor may have coups dealt without bets."""
    evening = Evening(game)
    asked = {**SUPERVISOR, "marker": True, "coups": 3}
    assert evening.no("wrong-role", "call-no-bet-coup", marker=True).clause == clause
    (called,) = evening.ok("call-no-bet-coup", **asked)
    assert called.clause == clause and called.marker  # type: ignore[attr-defined]
    coup(evening)
    assert evening.table.round.no_bet == clause


def no_bet_empty_nearest_miss(game: str, clause: str) -> None:
    """When a player comes, a coup called for an empty table is called off."""
    evening = Evening(game)
    rule = next(each for each in evening.table.conduct.no_bet if each.when == "empty")
    if rule.marked:
        assert evening.no("not-told", "call-no-bet-coup", **SUPERVISOR).clause == clause
    if rule.source is not None:
        device = Evening(game, source=DEVICE)
        asked = {**SUPERVISOR, "marker": True}
        assert device.no("wrong-source", "call-no-bet-coup", **asked).clause == clause
    evening.ok("call-no-bet-coup", **MANAGER, told=["surveillance"], coups=3)
    evening.join("al", 1)
    assert evening.table.round.no_bet is None and not evening.table.next_no_bet
    main(evening)
