"""The judge of Baccarat, The Star Sydney, written from the document alone."""

from support import judge as j


def judged(question: j.Question) -> j.Answer:
    pile = j.pile(question)
    # 7.3: Player, Banker, Player, Banker.
    player = [pile[0], pile[2]]
    banker = [pile[1], pile[3]]
    used = 4
    # 9.2: a natural in either hand, and nobody draws.
    if j.count(player) < 8 and j.count(banker) < 8:
        players_third = None
        # 9.3, Table 1: the Player draws on 0 to 5 and stands on 6 or 7.
        if j.count(player) <= 5:
            players_third = pile[used]
            used = used + 1
        # 9.4, 9.5: the Banker then looks at two cards of its own and the Player's third.
        if j.banker_draws(j.count(banker), players_third):
            bankers_third = pile[used]
            used = used + 1
            banker.append(bankers_third)
        if players_third is not None:
            player.append(players_third)
    settled = []
    for wager in question["wagers"]:
        ruling = ruled(wager["on"], question.get("scheme", "commission"), player, banker)
        pays = j.next_highest(j.winnings(wager, ruling), j.chip(question))  # 5.8
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
    even_money = scheme == "even-money"
    # 10.6, 10.24: the first two cards, same number or same picture; a ten and a jack are no pair.
    player_pair = j.rank(player[0]) == j.rank(player[1])
    banker_pair = j.rank(banker[0]) == j.rank(banker[1])
    # The Tiger bets and Super Six all ask this: has the Banker won, and with 6?
    banker_wins_with_six = banker_count > player_count and banker_count == 6

    if on == "player":
        if player_count > banker_count:
            if even_money:
                return ("win", "1:1", "11.2.1")
            return ("win", "1:1", "11.1.2")
        if player_count < banker_count:
            return ("lose", None, "5.1.1.2")
        return ("standoff", None, "5.1.1.3")

    if on == "banker":
        if banker_count > player_count:
            if even_money and banker_count == 6:
                return ("win", "1:2", "11.2.2")  # the exception in 11.2.2
            if even_money:
                return ("win", "1:1", "11.2.2")
            return ("win", "19:20", "11.1.3")
        if banker_count < player_count:
            return ("lose", None, "5.1.2.2")
        return ("standoff", None, "5.1.2.3")

    if on == "tie":
        if player_count == banker_count:
            if even_money:
                return ("win", "8:1", "11.2.3")
            return ("win", "8:1", "11.1.5")
        return ("lose", None, "5.1.3")

    # From here on, Even Money changes nothing: 11.2 names only Player, Banker and Tie.

    if on == "pairs-player":
        if player_pair:
            return ("win", "11:1", "11.1.4")
        return ("lose", None, "10.8")

    if on == "pairs-banker":
        if banker_pair:
            return ("win", "11:1", "11.1.4")
        return ("lose", None, "10.8")

    if on == "super-six":
        if banker_wins_with_six:
            return ("win", "15:1", "11.1.6")
        return ("lose", None, "10.13")  # a tie on 6 too

    if on == "tiger-tie":
        if player_count == 6 and banker_count == 6:
            return ("win", "45:1", "11.1.7")
        return ("lose", None, "10.18")

    if on == "tiger-pair":
        if not player_pair and not banker_pair:
            return ("lose", None, "10.23.4")
        if player_pair and not banker_pair:
            return ("win", "4:1", "11.1.8.1")  # 10.23.1, Single: exactly one hand
        if banker_pair and not player_pair:
            return ("win", "4:1", "11.1.8.1")  # 10.23.1, Single: exactly one hand
        if j.rank(player[0]) != j.rank(banker[0]):
            return ("win", "25:1", "11.1.8.2")  # 10.23.2, Double
        return ("win", "100:1", "11.1.8.3")  # 10.23.3, Twin

    if on == "tiger":
        if banker_wins_with_six and len(banker) == 2:
            return ("win", "12:1", "11.1.9.1")  # 10.29.1
        if banker_wins_with_six and len(banker) == 3:
            return ("win", "22:1", "11.1.9.2")  # 10.29.2
        return ("lose", None, "10.29.3")

    if on == "big-tiger":
        if banker_wins_with_six and len(banker) == 3:
            return ("win", "55:1", "11.1.10")
        return ("lose", None, "10.34")

    if on == "small-tiger":
        if banker_wins_with_six and len(banker) == 2:
            return ("win", "22:1", "11.1.11")
        return ("lose", None, "10.39")

    raise ValueError(on)


OPINION = j.Opinion(
    judged,
    decks=[3, 4, 6, 8],  # 3.1
    telling=["6"],  # Tiger, Super Six, and the Banker's 6 where no commission is taken
    wagers=[*j.MAIN, "super-six"],
    schemes=("commission", "even-money"),
)
