"""Virtual tables: the house deals from a sealed order, and every player comes from an account."""

from support.tour.chapters.account import at
from support.tour.dealing import Dealing
from support.tour.house import TourHouse
from support.tour.steps import Steps, wait


def chapter(house: TourHouse) -> Steps:
    yield from cutting(Dealing(house, "virtual"))
    yield from squeezing(Dealing(house, "virtual"))
    yield from visits(Dealing(house, "virtual"))
    yield from late(Dealing(house, "virtual"))
    yield from midnight(Dealing(house, "virtual"))
    yield from in_the_middle(Dealing(house, "squeeze"))


def cutting(table: Dealing) -> Steps:
    """Players come with chips of their accounts and cut the cards from their own pages."""
    yield table("carla", "open-table", rulebook="star-baccarat", feed="virtual", method="B",
                sign={"minimum": "5", "maximum": "1000"})  # fmt: skip
    yield table("carla", "open-float", amount="200000")
    yield table("carla", "check-cards", dealer="dora")
    yield table("carla", "shuffle", reason="fresh cards")
    yield from table.seated("alma", "boris", "elsa", chips="1000")
    yield table("carla", "approve", what="players cut")
    yield table("carla", "withdraw-approval", what="players cut")
    yield table("carla", "approve", what="players cut")
    yield table("alma", "pass-cut")
    yield table("boris", "take-cut", depth=150)
    yield table.burning()


def squeezing(table: Dealing) -> Steps:
    """A coup whose cards a player turns."""
    yield table.bet("alma", "player")
    yield table.bet("boris", "banker", "50")
    yield from table.dealt()
    for _ in range(4):
        yield table("dora", "deal-card")
    yield table("dora", "pass-hand", hand="player", player="alma")
    yield table("alma", "expose-cards", hand="player")
    yield from table.finished()


def visits(table: Dealing) -> Steps:
    """More chips from the account, a limit that reaches the table, and the way back."""
    yield table("alma", "fetch-chips", player="alma", amount="200")
    yield at("boris")("boris", "set-loss-limit", amount="800", period="day")
    yield from played(table, "boris")


def played(table: Dealing, player: str) -> Steps:
    """A coup in which one player bets."""
    yield table.bet(player, "player", "20")
    yield from table.dealt()
    yield from table.finished()


def late(table: Dealing) -> Steps:
    """A coup is reversed after its player has left: the account hears of it."""
    yield from played(table, "elsa")
    yield table("elsa", "leave-table", player="elsa")
    yield table("greta", "invalidate-outcome", cause="fraud", reason="marked cards", refund=True,
                coup=table.table.coups)  # fmt: skip


def midnight(table: Dealing) -> Steps:
    """A new day gives the player a new room to lose."""
    yield wait(hours=20)
    yield from played(table, "boris")
    yield table("boris", "leave-table", player="boris")


def in_the_middle(table: Dealing) -> Steps:
    """Play a coup that the tour leaves in the middle: a player holds two cards that no one else
    sees."""
    yield from table.opened("star-baccarat", feed="virtual", method="B")
    yield from table.seated("irina", "klara", chips="500")
    yield table.bet("irina", "player", "50")
    yield table.bet("klara", "banker", "50")
    yield from table.dealt()
    for _ in range(4):
        yield table("dora", "deal-card")
    yield table("dora", "pass-hand", hand="player", player="irina")
