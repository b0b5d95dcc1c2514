"""An insider rewrites the log and every hash after it: the chain holds, and still it shows."""

import hashlib
import hmac
from collections.abc import Callable
from typing import Any

import pytest

from compliance.nights import (
    Json,
    audited,
    events_of,
    find,
    forged,
    kinds,
    night,
    rehashed,
)
from games import GAMES
from sabot.audit.chain import chain
from sabot.table.shoe.cards import seal_of

Forgery = Callable[[list[Json]], object]


def place(events: list[Json], what: str, number: int = 0) -> int:
    return events.index(find(events, what, number))


def last_settled(events: list[Json]) -> Json:
    """A settlement with a winner who was paid."""
    settled = [e for e in events if e["what"] == "wagers-settled/1"]
    return next(e for e in settled if any(line["pays"] for line in e["lines"]))


def paid_more(events: list[Json]) -> None:
    """A payout, its line and its money all agree, and are too high."""
    event = last_settled(events)
    line = next(line for line in event["lines"] if line["pays"])
    pay = next(m for m in event["moves"] if m["source"] == "float" and m["amount"] == line["pays"])
    for record, key in ((line, "pays"), (line, "returns"), (pay, "amount")):
        record[key] += 10_00


def paid_beside(events: list[Json]) -> None:
    """The lines are right and the money is not."""
    pay = next(m for m in last_settled(events)["moves"] if m["source"] == "float")
    pay["amount"] += 10_00


def paid_to_another(events: list[Json]) -> None:
    pay = next(m for m in last_settled(events)["moves"] if m["source"] == "float")
    pay["target"] = "player/bob" if pay["target"] == "player/alice" else "player/alice"


def loser_left_out(events: list[Json]) -> None:
    event = find(events, "wagers-settled", -1)
    gone = event["lines"].pop()
    event["moves"] = [m for m in event["moves"] if m["amount"] != gone["returns"]][:-1]


def loses_by_another_clause(events: list[Json]) -> None:
    find(events, "wagers-settled", -1)["lines"][0]["clause"] = "99.9"


def winner_swapped(events: list[Json]) -> None:
    event = find(events, "result-announced", -1)
    event["result"] = "banker" if event["result"] == "player" else "player"


def count_miscalled(events: list[Json]) -> None:
    counts = find(events, "result-announced", -1)["counts"]
    counts["banker"] = (counts["banker"] + 1) % 10


def card_of_another_suit(events: list[Json]) -> None:
    """Command and event agree on a card that the shoe did not deal."""
    event = find(events, "card-dealt", 1)
    rank, suit = event["card"]
    event["card"] = event["do"]["card"] = rank + ("S" if suit == "H" else "H")


def position_moved(events: list[Json]) -> None:
    find(events, "card-dealt", 2)["position"] += 1


def hand_swapped(events: list[Json]) -> None:
    event = find(events, "card-dealt", 2)
    event["hand"] = "banker" if event["hand"] == "player" else "player"


def bet_after_the_first_card(events: list[Json]) -> None:
    bet = events.pop(place(events, "wager-placed", 0))
    events.insert(place(events, "card-dealt", 0) + 1, bet)


def by_a_player(events: list[Json]) -> None:
    find(events, "cards-shuffled")["do"]["role"] = "player"


def by_somebody_else(events: list[Json]) -> None:
    find(events, "bets-closed")["by"] = "mallory"


def told_otherwise(events: list[Json]) -> None:
    find(events, "wager-placed")["do"]["amount"] = "200"


def bet_raised(events: list[Json]) -> None:
    """Event and money agree, the command does not."""
    event = find(events, "wager-placed")
    event["stake"]["staked"] = event["stake"]["live"] = event["moves"][0]["amount"] = 20_00


def poor_player(events: list[Json]) -> None:
    event = find(events, "player-joined")
    event["do"]["chips"], event["moves"][0]["amount"] = "50", 50_00


def free_chips(events: list[Json]) -> None:
    event = find(events, "bets-closed")
    event["moves"] = [{"source": "world", "target": "player/bob", "amount": 5_00}]


def negative_move(events: list[Json]) -> None:
    find(events, "wager-placed")["moves"][0]["amount"] *= -1


def settlement_cut_out(events: list[Json]) -> None:
    del events[place(events, "wagers-settled", -1)]


def bet_cut_out(events: list[Json]) -> None:
    del events[place(events, "wager-placed", 0)]


def card_cut_out(events: list[Json]) -> None:
    del events[place(events, "card-dealt", 1)]


def event_repeated(events: list[Json]) -> None:
    at = place(events, "bets-closed")
    events.insert(at, dict(events[at]))


def command_lost(events: list[Json]) -> None:
    del find(events, "wager-placed")["do"]


def settled_again(events: list[Json]) -> None:
    """Add one command, and one more payment for the same stakes."""
    at = place(events, "wagers-settled", -1)
    again = {**events[at], "id": "x", "do": {**events[at]["do"], "id": "x"}}
    events.insert(at + 1, again)


def first_event_only(events: list[Json]) -> None:
    """A coup starts with a card; here it starts without one."""
    del events[place(events, "card-dealt", 0)]


def order_of_another_day(events: list[Json]) -> None:
    """Swap two unseen cards when the order is shown."""
    event = find(events, "cards-shuffled", -1)
    cards = event["opened"]["order"].split(" ")
    other = next(at for at in range(1, len(cards)) if cards[at] != cards[0])
    cards[0], cards[other] = cards[other], cards[0]
    event["opened"]["order"] = event["do"]["opened"]["order"] = " ".join(cards)


def order_never_shown(events: list[Json]) -> None:
    event = find(events, "cards-shuffled", -1)
    event["opened"] = None
    del event["do"]["opened"]


def order_not_bound(events: list[Json]) -> None:
    event = find(events, "cards-shuffled", -1)
    event["digest"] = None


def bound_to_another(events: list[Json]) -> None:
    event = find(events, "cards-shuffled", 0)
    event["digest"] = event["do"]["digest"] = "0" * 64


def cut_elsewhere(events: list[Json]) -> None:
    event = find(events, "cards-cut", 0)
    event["depth"] = event["do"]["depth"] = 101


def digest_of_another_rulebook(events: list[Json]) -> None:
    find(events, "table-opened")["setup"]["digest"] = "0" * 64


def rulebook_nobody_has(events: list[Json]) -> None:
    event = find(events, "table-opened")
    event["setup"]["rulebook"] = event["do"]["rulebook"] = "star-poker"


def event_nobody_knows(events: list[Json]) -> None:
    find(events, "bets-closed")["what"] = "bets-closed/9"


def event_of_an_account(events: list[Json]) -> None:
    find(events, "bets-closed")["what"] = "deposited/1"


def words_beside(events: list[Json]) -> None:
    find(events, "bets-closed")["note"] = "the dealer was slow"


def time_of_the_command(events: list[Json]) -> None:
    find(events, "bets-closed")["do"]["at"] = "2020-01-01T00:00:00Z"


def stale_command(events: list[Json]) -> None:
    find(events, "bets-closed")["do"]["expect"] = 3


def millions_of_cards(events: list[Json]) -> None:
    find(events, "cards-burned")["number"] = 10**12


def another_clock(events: list[Json]) -> None:
    """A coup's first two events are of one command, and of two times."""
    find(events, "card-dealt", 0)["at"] = "2026-03-14T20:00:59.000000Z"


FORGERIES: list[tuple[str, Forgery, set[str]]] = [
    ("star-baccarat", paid_more, {"wrong-settlement", "not-decided-so"}),
    ("star-baccarat", paid_beside, {"wrong-payment", "not-decided-so"}),
    ("star-baccarat", paid_to_another, {"wrong-payment", "not-decided-so"}),
    ("star-baccarat", loser_left_out, {"not-settled", "not-decided-so"}),
    ("star-baccarat", loses_by_another_clause, {"wrong-clause", "not-decided-so"}),
    ("star-lucky-draw", paid_more, {"wrong-settlement", "not-decided-so"}),
    ("star-three-card", paid_more, {"wrong-settlement", "not-decided-so"}),
    ("star-seven-up", paid_more, {"wrong-settlement", "not-decided-so"}),
    ("canberra-mini", paid_more, {"wrong-settlement", "not-decided-so"}),
    ("star-baccarat", winner_swapped, {"wrong-result", "not-decided-so"}),
    ("star-baccarat", count_miscalled, {"wrong-count", "not-decided-so"}),
    ("star-baccarat", card_of_another_suit, {"wrong-card"}),
    ("star-lucky-draw", card_of_another_suit, {"wrong-card"}),
    ("star-seven-up", card_of_another_suit, {"wrong-card"}),
    ("star-baccarat", position_moved, {"wrong-position", "not-decided-so"}),
    ("star-baccarat", hand_swapped, {"wrong-hand", "not-decided-so"}),
    ("star-baccarat", bet_after_the_first_card, {"should-be-rejected"}),
    ("star-baccarat", by_a_player, {"should-be-rejected"}),
    ("star-baccarat", by_somebody_else, {"wrong-actor"}),
    ("star-baccarat", told_otherwise, {"not-decided-so"}),
    ("star-baccarat", bet_raised, {"not-decided-so"}),
    ("star-baccarat", poor_player, {"should-be-rejected", "negative-balance"}),
    ("star-baccarat", free_chips, {"not-as-written"}),
    ("star-baccarat", negative_move, {"bad-move", "not-decided-so"}),
    ("star-baccarat", settlement_cut_out, {"should-be-rejected", "layout-not-empty"}),
    ("star-baccarat", bet_cut_out, {"not-decided-so", "cannot-follow"}),
    ("star-baccarat", card_cut_out, {"not-decided-so", "wrong-position"}),
    ("star-baccarat", event_repeated, {"command-repeated", "should-be-rejected"}),
    ("star-baccarat", settled_again, {"settled-twice", "should-be-rejected"}),
    ("star-baccarat", command_lost, {"no-command"}),
    ("star-baccarat", first_event_only, {"not-decided-so"}),
    ("star-baccarat", order_of_another_day, {"order-not-committed"}),
    ("star-baccarat", order_never_shown, {"not-opened"}),
    ("star-baccarat", order_not_bound, {"no-commitment", "not-decided-so"}),
    ("star-baccarat", bound_to_another, {"order-not-committed"}),
    ("star-baccarat", cut_elsewhere, {"wrong-card"}),
    ("star-baccarat", digest_of_another_rulebook, {"rulebook-changed"}),
    ("star-baccarat", rulebook_nobody_has, {"unknown-rulebook"}),
    ("star-baccarat", event_nobody_knows, {"unknown-event"}),
    ("star-baccarat", event_of_an_account, {"unknown-event"}),
    ("star-baccarat", words_beside, {"not-as-written"}),
    ("star-baccarat", time_of_the_command, {"wrong-time"}),
    ("star-baccarat", stale_command, {"should-be-rejected"}),
    ("star-baccarat", millions_of_cards, {"absurd-number", "not-decided-so"}),
    ("star-baccarat", another_clock, {"wrong-time"}),
]


@pytest.mark.parametrize(
    ("game", "forgery", "expected"),
    FORGERIES,
    ids=[f"{game}-{forgery.__name__}" for game, forgery, _ in FORGERIES],
)
def test_a_forgery_is_found(game: str, forgery: Forgery, expected: set[str]) -> None:
    honest = night(game, 6)
    lines = forged(honest, forgery)
    assert list(lines) != list(honest)
    assert kinds(chain(lines)) <= {"time-backwards"}
    assert expected <= kinds(audited(lines))


def test_rewriting_alone_changes_nothing() -> None:
    for game in GAMES:
        honest = night(game, 6)
        assert rehashed(events_of(honest)) == list(honest)


def test_a_digest_alone_is_one_finding() -> None:
    """Everything is decided under today's rulebook, and the same comes of it."""
    lines = forged(night("star-baccarat", 6), digest_of_another_rulebook)
    assert [each.finding for each in audited(lines)] == ["rulebook-changed"]


def test_a_clause_is_named_where_one_speaks() -> None:
    found = audited(forged(night("star-baccarat", 6), paid_more))
    assert {each.clause for each in found if each.finding == "wrong-settlement"} != {None}
    (late,) = (
        each
        for each in audited(forged(night("star-baccarat", 6), by_a_player))
        if each.finding == "should-be-rejected"
    )
    assert "dealer" in late.message


def sealed(events: list[Json]) -> tuple[Json, Json, Json]:
    """A card face down, the event that turns it up, and what that says of it."""
    down = find(events, "card-dealt", 0)
    up = find(events, "cards-exposed", 0)
    return down, up, up["cards"][0]


def seal_forged(events: list[Json]) -> None:
    down, _, _ = sealed(events)
    down["seal"] = down["seal"][::-1]


def other_card_under_its_own_seal(events: list[Json]) -> None:
    """Another suit under a new salt, with a seal that fits: only the order tells."""
    down, up, turned = sealed(events)
    rank, suit = turned["card"]
    card = rank + ("S" if suit == "H" else "H")
    salt = hmac.new(b"mallory", b"0", hashlib.sha256).hexdigest()
    seal = seal_of(salt, down["position"], card)
    down["seal"] = seal
    starts = events[events.index(down) - 1]
    starts["do"]["seal"] = seal
    for each in (turned, up["do"]["cards"][0]):
        each["card"], each["salt"] = card, salt


def no_seal_at_all(events: list[Json]) -> None:
    down, _, _ = sealed(events)
    down["seal"] = None


@pytest.mark.parametrize(
    ("forgery", "expected"),
    [
        (seal_forged, {"not-decided-so", "should-be-rejected", "wrong-seal"}),
        (other_card_under_its_own_seal, {"wrong-card", "wrong-seal"}),
        (no_seal_at_all, {"no-seal"}),
    ],
)
def test_a_forged_seal_is_found(forgery: Forgery, expected: set[str]) -> None:
    lines = forged(night("canberra-mini", 6), forgery)
    assert not list(chain(lines))
    assert expected <= kinds(audited(lines))


def test_too_many_copies_of_a_card() -> None:
    """Typed in by a dealer, nine times from eight decks."""
    honest = night("star-baccarat", 30)

    def many_aces(events: list[Json]) -> None:
        event: Any
        for event in [e for e in events if e["what"] == "card-dealt/1"][:60]:
            event["card"] = "AS"

    assert "too-many-copies" in kinds(audited(forged(honest, many_aces)))


def test_no_event_of_a_coup_can_be_left_out() -> None:
    """A cut in the middle of a coup breaks what follows it."""
    events = events_of(night("star-baccarat", 3))
    first, last = place(events, "coup-ended", 0) + 1, place(events, "coup-ended", 1)
    for at in range(first, last + 1):
        if events[at]["what"] == "bets-closed/1":
            continue  # a call that this document leaves to the dealer
        lines = rehashed(events[:at] + events[at + 1 :])
        assert not list(chain(lines))
        assert audited(lines), events[at]["what"]


def test_an_event_from_before_it_had_a_field_is_no_forgery() -> None:
    def older(events: list[Json]) -> None:
        for event in events:
            for key in ("seal", "cuts", "reason"):
                if key in event and not event[key]:
                    del event[key]

    assert audited(forged(night("star-baccarat", 6), older)) == []
