"""Games of boxes: who has which box, hands that draw or stand, hands that go wrong."""

from support.tour.chapters.irregularities import reported
from support.tour.dealing import Dealing
from support.tour.house import TourHouse
from support.tour.steps import Steps


def chapter(house: TourHouse) -> Steps:
    yield from areas(Dealing(house, "three"))
    yield from misdeals(Dealing(house, "three"))
    yield from handled(Dealing(house, "three-hands"))
    yield from draws(Dealing(house, "lucky"))


def areas(three: Dealing) -> Steps:
    """A box is taken, asked for and given up; point totals are marked (Three Card)."""
    yield from three.opened("star-three-card", places=3)
    yield from three.seated("walter", "xenia", chips="5000")
    yield three("xenia", "take-box", player="xenia", box=3)
    yield three.joining("yusuf")
    yield three("yusuf", "ask-for-box", player="yusuf")
    yield three("dora", "give-up-box", player="xenia", box=3)
    yield three.bet("walter", "player", box=1)
    yield three.bet("walter", "point-total-9", "10")
    yield from three.dealt("2S 3H 4D 4C KS 2D")
    yield from three.finished()


def misdeals(three: Dealing) -> Steps:
    """A card too many for a box: the misdeal goes to the rack."""
    yield three.bet("walter", "player", box=1)
    yield from three.dealt("2S 3H 4D 4C KS 2D")
    yield three("dora", "announce-counts")
    yield reported(three, "surplus-to-player-banker-draws", card="9C")
    yield from three.finished()


def handled(hands: Dealing) -> Steps:
    """A hand that was handled and is short of a card is void (method B)."""
    yield from hands.opened("star-three-card", method="B")
    yield from hands.seated("walter", "xenia")
    yield hands.bet("walter", "player", box=1)
    yield hands.bet("xenia", "player", box=2)
    yield from hands.dealt()
    for _ in range(9):
        yield hands("dora", "deal-card")
    yield hands("dora", "pass-hand", hand="box 1", player="walter")
    yield reported(hands, "hand-short", circumstances={"hand": "player", "handled": False}, box=1)


def draws(lucky: Dealing) -> Steps:
    """Each box draws or stands (Lucky Draw)."""
    yield from lucky.opened("star-lucky-draw", source="device")
    yield from lucky.seated("walter", "xenia")
    yield lucky.bet("walter", "enter", box=1)
    yield from lucky.dealt("4S 9H 3D")
    yield lucky("dora", "announce-counts")
    yield lucky("walter", "decide-hand", box=1, decision="stand")
    yield from lucky.finished(("2S", "3S", "4S"))
