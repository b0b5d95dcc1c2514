"""The judge of 7-Up Baccarat, The Star Sydney, written from the document alone."""

from support import judge as j


def judged(question: j.Question) -> j.Answer:
    pile = j.pile(question)
    # 3.3.3, 7.3: the Player starts with the 7 printed on the cloth.
    # Off the device come Banker, Player, Banker.
    player = ["7", pile[1]]
    banker = [pile[0], pile[2]]
    used = 3
    # 9.2: a natural in either hand (for the Player: an ace or a 2 beside the printed 7).
    if j.count(player) < 8 and j.count(banker) < 8:
        players_drawn = None
        # 9.3, Table 1: the Player draws on 0 to 5 and stands on 6 or 7.
        if j.count(player) <= 5:
            players_drawn = pile[used]
            used = used + 1
        # 9.4, 9.5: Table 2 reads the card that the Player drew.
        if j.banker_draws(j.count(banker), players_drawn):
            bankers_third = pile[used]
            used = used + 1
            banker.append(bankers_third)
        if players_drawn is not None:
            player.append(players_drawn)
    settled = []
    for wager in question["wagers"]:
        ruling = ruled(wager["on"], player, banker)
        pays = j.next_highest(j.winnings(wager, ruling), j.chip(question))  # 5.7
        settled.append(j.settled(wager, ruling, pays))
    return {
        "hands": [j.hand("player", player), j.hand("banker", banker)],
        "result": j.result(player, banker),
        "cards_used": used,
        "wagers": settled,
    }


def ruled(on: str, player: list[str], banker: list[str]) -> j.Ruling:
    player_count = j.count(player)
    banker_count = j.count(banker)

    if on == "player":
        if player_count > banker_count:
            if player_count == 7:
                return ("win", "1:2", "11.1.2")
            return ("win", "1:1", "11.1.2")
        if player_count < banker_count:
            return ("lose", None, "5.1.1.2")
        return ("standoff", None, "5.1.1.3")

    if on == "banker":
        if banker_count > player_count:
            if banker_count == 7:
                return ("win", "9:5", "11.1.2")
            return ("win", "1:1", "11.1.2")
        if banker_count < player_count:
            return ("lose", None, "5.1.2.2")
        return ("standoff", None, "5.1.2.3")

    if on == "tie":
        if player_count == banker_count:
            if player_count == 7:
                return ("win", "9:1", "11.1.2")
            return ("win", "7:1", "11.1.2")
        return ("lose", None, "5.1.3")

    if on == "super-sevens":
        # 10.5: the printed 7 is the first; every 7 dealt to either hand counts after it.
        sevens = 0
        for card in player + banker:
            if j.rank(card) == "7":
                sevens = sevens + 1
        if sevens == 2:
            return ("win", "2:1", "11.1.3")
        if sevens == 3:
            return ("win", "5:1", "11.1.3")
        if sevens == 4:
            return ("win", "17:1", "11.1.3")
        if sevens == 5:
            return ("win", "70:1", "11.1.3")
        if sevens == 6:
            return ("win", "700:1", "11.1.3")
        return ("lose", None, "5.1.4")  # the printed 7 and no other

    raise ValueError(on)


OPINION = j.Opinion(
    judged,
    decks=[6],  # 3.1
    telling=["7"],  # Super 7's
    wagers=[*j.MAIN, "super-sevens"],
)
