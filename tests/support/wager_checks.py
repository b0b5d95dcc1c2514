"""Placing wagers and the limits of a table, checked under each game's own clauses."""

from sabot.engine.ledger import FLOAT, LAYOUT
from support.evening import VOUCHER, Evening
from support.table_checks import (
    PER_BOX,
    SUPERVISOR,
    coup,
    first_card,
    main,
    main_on,
    no_main,
    player,
    settle,
    two,
    where,
)

# Placing wagers


def currency(game: str, clause: str) -> None:
    """Chips everywhere, promotional tokens where the document takes them."""
    evening = two(game)
    main(evening)
    if not evening.table.conduct.wagering.takes:
        assert (
            evening.no("no-tokens", "exchange-voucher", player="bo", amount="50").clause == clause
        )
        assert no_main(evening, "wrong-currency", "bo", currency="tokens") == clause
        return
    evening.ok("exchange-voucher", player="bo", amount="50", **VOUCHER)
    main(evening, "bo", "50", currency="tokens")
    assert evening.chips("bo", "tokens") == 0 and evening.money(LAYOUT, "tokens") == 50_00


def currency_nearest_miss(game: str, clause: str) -> None:
    evening = two(game)
    for wrong in ("cash", "credit", "tournament chips", ""):
        assert no_main(evening, "wrong-currency", currency=wrong) == clause
    assert not evening.table.round.stakes


def before_first_card(game: str, clause: str) -> None:
    """Until the first card a wager is placed, and raised, and counts."""
    evening = two(game)
    assert evening.table.conduct.wagering.before == clause
    main(evening)
    main(evening, "bo")
    first_card(evening)
    assert len(evening.table.round.stakes) == 2
    assert evening.table.phase == "dealing"


def before_first_card_nearest_miss(game: str, clause: str) -> None:
    """There is nothing to deal for without a wager, and a wager behind the first card is late."""
    evening = two(game)
    if evening.table.conduct.calls.required:
        evening.ok("no-more-bets")
    assert evening.no("no-wagers", "deal-card", card="9S").clause == clause
    late = two(game)
    main(late)
    first_card(late)
    untouched = late.table.conduct.wagering.untouched
    assert no_main(late, "untouched", "bo") == untouched


def untouched(game: str, clause: str) -> None:
    """From the first card until the cards are cleared no wager is added, raised or taken back."""
    evening = two(game)
    main(evening)
    first_card(evening)
    back = {"player": "al", "on": main_on(evening), **where(evening, "al"), **player("al")}
    assert no_main(evening, "untouched") == clause
    assert no_main(evening, "untouched", "bo") == clause
    assert evening.no("untouched", "withdraw-wager", **back).clause == clause
    settled = two(game)
    main(settled)
    settle(settled, win=False)
    assert no_main(settled, "wrong-phase") == clause
    assert settled.no("wrong-phase", "withdraw-wager", **back).clause == clause
    assert settled.no("wagers-lie", "leave-table", player="al").clause == clause


def untouched_nearest_miss(game: str, clause: str) -> None:
    """Before the first card, and again before the next coup's, everything can be changed."""
    evening = two(game)
    assert evening.table.conduct.wagering.untouched == clause
    main(evening)
    back = {"player": "al", "on": main_on(evening), **where(evening, "al"), **player("al")}
    evening.ok("withdraw-wager", **back)
    assert evening.chips("al") == 10_000_00
    main(evening)
    coup(evening)
    main(evening)
    evening.ok("withdraw-wager", **back)
    assert evening.money(LAYOUT) == 0 and evening.money(FLOAT) == 100_100_00


# Sharing a playing area


def area_players(game: str, clause: str) -> None:
    """As many players bet on one area as the document or the supervisor lets."""
    evening = Evening(game)
    sharing = evening.table.conduct.sharing
    first = sharing.at_first or 1
    if sharing.at_first is None:
        evening.ok("limit-players", **SUPERVISOR, area=1)
    for name in "abcdefg"[: first + 1]:
        evening.join(name)
    for name in "abcdefg"[:first]:
        _share(evening, name)
    refused = _cannot_share(evening, "abcdefg"[first])
    assert refused == clause


def _share(evening: Evening, name: str) -> None:
    if evening.table.opened.rulebook in PER_BOX:
        evening.ok("take-box", **player(name), player=name, box=3)
        main(evening, name)
    else:
        evening.bet(name, "player", area=3)


def _cannot_share(evening: Evening, name: str) -> str | None:
    if evening.table.opened.rulebook in PER_BOX:
        return evening.no("area-full", "take-box", **player(name), player=name, box=3).clause
    return evening.no_bet("area-full", name, "player", area=3).clause


def area_players_nearest_miss(game: str, clause: str) -> None:
    """The number is a supervisor's to change, as far as the document goes."""
    evening = Evening(game)
    sharing = evening.table.conduct.sharing
    most = sharing.most or 1
    beyond = {**SUPERVISOR, "area": most + 1}
    if sharing.limit is None:
        assert evening.no("no-rule", "limit-players", **beyond).clause == clause
        evening.join("a")
        _share(evening, "a")
        main(evening, "a")
        return
    assert evening.no("wrong-role", "limit-players", area=1).clause == clause
    assert evening.no("bad-number", "limit-players", **beyond).clause == clause
    evening.no("bad-number", "limit-players", **SUPERVISOR, area=0)
    evening.ok("limit-players", **SUPERVISOR, area=most)
    for name in "abcd"[:most]:
        evening.join(name)
        _share(evening, name)
    evening.join("z")
    assert _cannot_share(evening, "z") == clause


def give_up(game: str, clause: str) -> None:
    """With no area free a player on several gives one up for a waiting player."""
    evening = two(game, places=3)
    evening.ok("take-box", **player("bo"), player="bo", box=3)
    evening.join("cy")
    evening.ok("ask-for-box", **player("cy"), player="cy")
    (given,) = evening.ok("give-up-box", player="bo", box=3)
    assert given.clause == clause  # type: ignore[attr-defined]
    assert evening.table.patrons["bo"].boxes == (2,)
    evening.ok("take-box", **player("cy"), player="cy", box=3)


def give_up_nearest_miss(game: str, clause: str) -> None:
    """No player waits, an area is free, it is the player's own seat, or the only one they have."""
    evening = two(game, places=4)
    evening.ok("take-box", **player("bo"), player="bo", box=3)
    assert evening.no("no-demand", "give-up-box", player="bo", box=3).clause == clause
    evening.join("cy")
    evening.ok("ask-for-box", **player("cy"), player="cy")
    assert evening.no("no-demand", "give-up-box", player="bo", box=3).clause == clause
    refused = evening.no("give-up", "take-box", **player("al"), player="al", box=4)
    assert refused.clause == clause
    evening.join("di", 4)
    assert evening.no("no-demand", "give-up-box", player="al", box=1).clause == clause
    assert evening.no("no-demand", "give-up-box", player="bo", box=2).clause == clause
    evening.ok("give-up-box", player="bo", box=3)
