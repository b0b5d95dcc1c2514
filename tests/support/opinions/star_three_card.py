"""The judge of Three Card Baccarat, The Star Sydney, written from the document alone."""

from support import judge as j


def judged(question: j.Question) -> j.Answer:
    pile = j.pile(question)
    boxes = question.get("boxes", [])
    hands: dict[int, list[str]] = {box: [] for box in boxes}
    banker: list[str] = []
    used = 0
    # 8.1: three times round the table, a card to each box and then one to the Banker.
    # 8.2: with no box in play only the Banker gets cards.
    for _ in range(3):
        for box in boxes:
            hands[box].append(pile[used])
            used = used + 1
        banker.append(pile[used])
        used = used + 1
    settled = []
    for wager in question["wagers"]:
        scheme = question.get("scheme", "commission")
        if wager["on"] in ("player", "tie"):
            ruling = ruled_box(wager["on"], scheme, hands[wager["box"]], banker)
        else:
            ruling = ruled_banker(wager["on"], scheme, banker)
        pays = j.next_highest(j.winnings(wager, ruling), j.chip(question))  # 5.11
        settled.append(j.settled(wager, ruling, pays))
    return {
        "hands": [j.hand(f"box {box}", hands[box]) for box in boxes] + [j.hand("banker", banker)],
        "cards_used": used,
        "wagers": settled,
    }


def _pictures(hand: list[str]) -> int:
    """Three Card 1.1: kings, queens and jacks; a ten is no picture card."""
    pictures = 0
    for card in hand:
        if j.rank(card) in ("J", "Q", "K"):
            pictures = pictures + 1
    return pictures


def _order(hand: list[str]) -> tuple[bool, int, int]:
    """Three Card 7.1: three pictures first, then the point count, then the number of pictures."""
    return (_pictures(hand) == 3, j.count(hand), _pictures(hand))


def ruled_box(on: str, scheme: str, player: list[str], banker: list[str]) -> j.Ruling:
    even_money = scheme == "even-money"

    if on == "player":
        if _pictures(player) == 3 and _pictures(banker) == 3:
            return ("standoff", None, "5.1.1.1")
        if _order(player) > _order(banker):  # 5.1.1.1 for three pictures, else 5.1.1.2
            if even_money and j.count(player) == 6:
                return ("win", "1:2", "11.2.1")  # the exception in 11.2.1
            if even_money:
                return ("win", "1:1", "11.2.1")
            return ("win", "19:20", "11.1.1")
        if _order(player) < _order(banker):
            return ("lose", None, "5.1.1.3")
        return ("standoff", None, "5.1.1.4")

    if on == "tie":
        if _order(player) == _order(banker):
            if even_money:
                return ("win", "21:1", "11.2.3")
            return ("win", "21:1", "11.1.3")
        return ("lose", None, "5.1.2")  # the same count but not the same order loses too

    raise ValueError(on)


def ruled_banker(on: str, scheme: str, banker: list[str]) -> j.Ruling:
    even_money = scheme == "even-money"

    if on == "three-pictures":
        if _pictures(banker) == 3:
            if even_money:
                return ("win", "70:1", "11.2.4")
            return ("win", "70:1", "11.1.4")
        return ("lose", None, "5.1.3")

    if on.startswith("point-total-"):
        wanted = int(on.removeprefix("point-total-"))
        if j.count(banker) == wanted:  # three pictures count 0, and 0 wins with them
            if even_money:
                return ("win", "8:1", "11.2.2")
            return ("win", "8:1", "11.1.2")
        return ("lose", None, "5.1.4")

    raise ValueError(on)


OPINION = j.Opinion(
    judged,
    decks=[6, 8],  # 3.1
    telling=["J", "Q", "K"],  # three pictures
    wagers=["three-pictures"] + [f"point-total-{total}" for total in range(10)],
    schemes=("commission", "even-money"),
)
