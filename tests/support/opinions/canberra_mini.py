"""The judge of Mini-Baccarat, Casino Canberra, written from the document alone."""

from support import judge as j


def judged(question: j.Question) -> j.Answer:
    pile = j.pile(question)
    # 6.2: one card to the player and one to the banker, then the same again.
    player = [pile[0], pile[2]]
    banker = [pile[1], pile[3]]
    used = 4
    # 6.4: a natural in either hand, and nothing more is drawn.
    if j.count(player) < 8 and j.count(banker) < 8:
        players_third = None
        # 7.2: the player draws on 0 to 5 and stands on 6 or 7.
        if j.count(player) <= 5:
            players_third = pile[used]
            used = used + 1
        # 7.3: the banker then looks at two cards of its own and the player's third.
        if j.banker_draws(j.count(banker), players_third):
            bankers_third = pile[used]
            used = used + 1
            banker.append(bankers_third)
        if players_third is not None:
            player.append(players_third)
    settled = []
    for wager in question["wagers"]:
        ruling = ruled(wager["on"], question.get("scheme", "commission"), player, banker)
        pays = j.winnings(wager, ruling)
        # No clause says what to do when chips cannot make the pay, so nobody may guess.
        if pays % j.chip(question) != 0:
            return {"error": {"code": "no-rule"}}
        settled.append(j.settled(wager, ruling, pays))
    return {
        "hands": [j.hand("player", player), j.hand("banker", banker)],
        "result": j.result(player, banker),
        "cards_used": used,
        "wagers": settled,
    }


def ruled(on: str, scheme: str, player: list[str], banker: list[str]) -> j.Ruling:
    player_count = j.count(player)
    banker_count = j.count(banker)
    non_commission = scheme == "non-commission"

    if on == "banker":
        if banker_count > player_count:
            if non_commission and banker_count == 6:
                return ("win", "1:2", "8.9(b)")  # even money less half
            if non_commission:
                return ("win", "1:1", "8.9(b)")
            return ("win", "19:20", "8.8(b)")  # even money less one twentieth
        if banker_count < player_count:
            return ("lose", None, "8.4(b)")
        return ("standoff", None, "8.4(c)")

    if on == "player":
        if player_count > banker_count:
            if non_commission:
                return ("win", "1:1", "8.9(a)")
            return ("win", "1:1", "8.8(a)")
        if player_count < banker_count:
            return ("lose", None, "8.5(b)")
        return ("standoff", None, "8.5(c)")

    if on == "tie":
        if banker_count == player_count:
            if non_commission:
                return ("win", "8:1", "8.9(c)")
            return ("win", "8:1", "8.8(c)")
        return ("lose", None, "8.6(b)")

    # 9.6: from here on only the first two cards of one hand matter.

    if on == "perfect-pairs-player":
        if not _pair(player):
            return ("lose", None, "9.8(d)")
        if non_commission:
            return ("win", _perfect_odds(player), "8.9(d)")
        return ("win", _perfect_odds(player), "8.8(d)")

    if on == "perfect-pairs-banker":
        if not _pair(banker):
            return ("lose", None, "9.8(c)")
        if non_commission:
            return ("win", _perfect_odds(banker), "8.9(d)")
        return ("win", _perfect_odds(banker), "8.8(d)")

    if on == "canberra-pairs-player":
        if not _pair(player):
            return ("lose", None, "9.8(d)")
        if non_commission:
            return ("win", "11:1", "8.9(e)")
        return ("win", "11:1", "8.8(e)")

    if on == "canberra-pairs-banker":
        if not _pair(banker):
            return ("lose", None, "9.8(c)")
        if non_commission:
            return ("win", "11:1", "8.9(e)")
        return ("win", "11:1", "8.8(e)")

    raise ValueError(on)


def _pair(hand: list[str]) -> bool:
    """Canberra 9.5, 10.1, 11.1: same number or same type; a ten and a king are no pair."""
    return j.rank(hand[0]) == j.rank(hand[1])


def _perfect_odds(hand: list[str]) -> str:
    """Canberra 8.8(d), 8.9(d) and 10.2 to 10.6, for a hand known to be paired."""
    if j.suit(hand[0]) == j.suit(hand[1]):
        return "25:1"  # 10.4, perfect: one suit
    if j.suit(hand[0]) in ("H", "D") and j.suit(hand[1]) in ("H", "D"):
        return "12:1"  # 10.3(a), coloured: both red
    if j.suit(hand[0]) in ("S", "C") and j.suit(hand[1]) in ("S", "C"):
        return "12:1"  # 10.3(b), coloured: both black
    return "5:1"  # 10.2, mixed: one red, one black


OPINION = j.Opinion(
    judged,
    decks=[8],  # 2.1
    telling=["6"],
    wagers=[*j.MAIN, "perfect-pairs-player", "perfect-pairs-banker", "canberra-pairs-player",
            "canberra-pairs-banker"],
    schemes=("commission", "non-commission"),
)  # fmt: skip
