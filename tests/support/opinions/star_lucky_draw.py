"""The judge of Lucky Draw Baccarat, The Star Sydney, written from the document alone."""

from support import judge as j


def judged(question: j.Question) -> j.Answer:
    pile = j.pile(question)
    boxes = question.get("boxes", [])
    decisions = question.get("decisions", {})
    hands: dict[int, list[str]] = {}
    used = 0
    # 7.2: a card to each box and one to the dealer, then a second card to each box only.
    for box in boxes:
        hands[box] = [pile[used]]
        used = used + 1
    dealer = [pile[used]]
    used = used + 1
    for box in boxes:
        hands[box].append(pile[used])
        used = used + 1
    # 8.1, 8.3: each box in turn takes its third card at once, or stands.
    for box in boxes:
        if decisions.get(str(box), "stand") == "draw":
            hands[box].append(pile[used])
            used = used + 1
    # 8.4: the dealer's second card.
    dealer.append(pile[used])
    used = used + 1
    # 8.5: on 4 or lower a third.
    if j.count(dealer) <= 4:
        dealer.append(pile[used])
        used = used + 1
    settled = []
    for wager in question["wagers"]:
        ruling = ruled(wager["on"], hands[wager["box"]], dealer)
        pays = j.next_highest(j.winnings(wager, ruling), j.chip(question))  # 5.9
        settled.append(j.settled(wager, ruling, pays))
    return {
        "hands": [j.hand(f"box {box}", hands[box]) for box in boxes] + [j.hand("dealer", dealer)],
        "cards_used": used,
        "wagers": settled,
    }


def ruled(on: str, player: list[str], dealer: list[str]) -> j.Ruling:
    if on == "enter":
        if j.count(player) > j.count(dealer):
            return ("win", "1:1", "9.1.1")
        if j.count(player) < j.count(dealer):
            return ("lose", None, "5.1.1.2")
        return ("standoff", None, "5.1.1.3")

    if on == "draw":
        if j.count(player) < j.count(dealer):
            return ("lose", None, "5.3.2")
        if j.count(player) == j.count(dealer):
            return ("standoff", None, "5.3.3")
        if j.count(player) <= 6:
            return ("win", "1:1", "9.1.2")
        if j.count(player) == 7:
            return ("win", "3:2", "9.1.3")
        if j.count(player) == 8:
            return ("win", "2:1", "9.1.4")
        # What is left is a winning 9; 9.1.5.1 sets three threes apart from the others.
        if j.rank(player[0]) == "3" and j.rank(player[1]) == "3" and j.rank(player[2]) == "3":
            if j.suit(player[0]) == j.suit(player[1]) and j.suit(player[1]) == j.suit(player[2]):
                return ("win", "30:1", "9.1.5.2")
            return ("win", "9:1", "9.1.5.3")
        return ("win", "3:1", "9.1.5")

    raise ValueError(on)


OPINION = j.Opinion(
    judged,
    decks=[3, 4, 6, 8],  # 3.1
    telling=["3"],  # 3-3-3
    wagers=[],
)
