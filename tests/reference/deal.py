"""The deal: which hand is due, what a coup waits for, and dealing a card (rules 7, 8; 6, 7)."""

from reference.cards import HIDDEN
from reference.document import Document
from reference.drawing import banker_draws, dealer_draws, player_draws
from reference.state import Coup, Table, Wager


def box_hand(box: int) -> str:
    """Return the name of the hand at a box."""
    return f"box {box}"


def areas_dealt(document: Document, wagers: list[Wager]) -> tuple[int, ...]:
    """Return the boxes that contain a wager on a hand, from the dealer's left (8.1; 7.2)."""
    return tuple(sorted({w.box for w in wagers if w.bet in document.dealt_bets}))


def fresh_hands(document: Document, areas: tuple[int, ...]) -> dict[str, list[str]]:
    """Return the hands before the first card; 7-Up's printed 7 is there already (7-Up 7.3)."""
    if document.initial:
        printed = [document.printed] if document.printed else []
        return {"player": printed, document.house: []}
    return {**{box_hand(box): [] for box in areas}, document.house: []}


def dealt(document: Document, coup: Coup) -> int:
    """Return the number of cards dealt to all hands."""
    printed = 1 if document.printed else 0
    return sum(len(hand) for hand in coup.hands.values()) - printed


def hidden(coup: Coup, *hands: str) -> bool:
    """Return True if a card of these hands lies face down."""
    return any(HIDDEN in coup.hands[hand] for hand in hands)


def due_common(document: Document, coup: Coup) -> str | None:
    """Return the common hand that is due a card, or None (7.3, 9; Canberra 6.2, 7)."""
    count = dealt(document, coup)
    if count < len(document.initial):
        return document.initial[count]
    player, banker = coup.hands["player"], coup.hands[document.house]
    if hidden(coup, "player", document.house):
        return None
    if len(player) == 2 and len(banker) == 2 and player_draws(player, banker):
        return "player"
    if len(banker) == 2 and banker_draws(player, banker):
        return document.house
    return None


def active(coup: Coup) -> list[int]:
    """Return the boxes that still receive cards (rulings on 13.5.4, 11.5.4)."""
    return [box for box in coup.areas if box not in coup.out_boxes]


def due_boxes(document: Document, coup: Coup) -> str | None:
    """Return the box or house hand that is due a card (Three Card 8.1, 8.2; Lucky Draw 7, 8)."""
    house = coup.hands[document.house]
    house_cards = 0
    for number, with_house in enumerate(document.rounds, start=1):
        for box in active(coup):
            if len(coup.hands[box_hand(box)]) < number:
                return box_hand(box)
        house_cards += with_house
        if len(house) < house_cards:
            return document.house
    if document.drawing != "decisions":
        return None
    for box in active(coup):
        if box not in coup.decisions:
            return None
        if coup.decisions[box] and len(coup.hands[box_hand(box)]) == 2:
            return box_hand(box)
    if len(house) == 1:
        return document.house
    if len(house) == 2 and dealer_draws(house):
        return document.house
    return None


def due(document: Document, coup: Coup) -> str | None:
    """Return the hand that is due the next card, or None if the coup waits or is complete."""
    if document.initial:
        return due_common(document, coup)
    return due_boxes(document, coup)


def deciding(document: Document, coup: Coup) -> int | None:
    """Return the box whose player decides now (Lucky Draw 8.1), or None."""
    if document.drawing != "decisions" or due(document, coup) is not None:
        return None
    return next((box for box in active(coup) if box not in coup.decisions), None)


def initial_done(document: Document, coup: Coup) -> bool:
    """Return True while both hands have their first cards alone, all face up (Canberra 9.9)."""
    if not document.initial:
        return False
    return dealt(document, coup) == len(document.initial) and not hidden(coup, *coup.hands)


def interim_due(table: Table, coup: Coup) -> bool:
    """Return True if side bets are settled before anything else (Canberra 9.9)."""
    document = table.document
    lie = any(wager.bet in document.interim_bets for wager in table.wagers)
    return lie and not coup.interim_done and initial_done(document, coup)


def phase(table: Table) -> str:
    """Return what the table waits for."""
    coup = table.coup
    if not table.open:
        return "closed"
    if coup is None:
        if table.shoe.step != "ready":
            return table.shoe.step
        if table.no_bet:
            return "no-bet coup"
        return "no more bets" if table.bets_closed else "bets"
    if coup.hold is not None:
        return coup.hold
    needs = due(table.document, coup) is not None or deciding(table.document, coup) is not None
    if table.shoe.step != "ready" and coup.status == "stopped" and needs:
        return f"{table.shoe.step} in the coup"
    if coup.reopened:
        return "reopened"
    return _phase_of_deal(table, coup)


def _phase_of_deal(table: Table, coup: Coup) -> str:
    document = table.document
    if coup.announced:
        return "settle"
    if interim_due(table, coup):
        return "interim"
    if due(document, coup) is not None:
        return "dealing"
    if hidden(coup, *coup.hands):
        return "turning"
    if deciding(document, coup) is not None:
        return "decisions"
    return "result"
