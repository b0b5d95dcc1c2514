"""Irregularities: what is reported, confirmed and decided when a coup goes wrong."""

from typing import Any

from support.tour.dealing import Dealing, plain
from support.tour.house import TourHouse, card_of, pin_of
from support.tour.steps import At, Say, Steps


def chapter(house: TourHouse) -> Steps:
    yield from before_the_coup(Dealing(house, "odd-seven"))
    yield from wrong_cards(Dealing(house, "odd-shoe"))
    yield from late_stakes(Dealing(house, "odd-shoe"))
    yield from outcomes(Dealing(house, "odd-shoe"))
    yield from left_out(Dealing(house, "odd-shoe"))
    yield from in_hand(Dealing(house, "odd-hands"))
    yield from device(Dealing(house, "odd-device"))
    yield from no_rule(Dealing(house, "odd-mini"))
    yield from debts(Dealing(house, "odd-debts"))
    yield from accounts_that_owe(Dealing(house, "odd-owed"), house)


def reported(table: Dealing, situation: str, who: str = "dora", **fields: Any) -> Say:
    return table(who, "report-irregularity", situation=situation, **fields)


def before_the_coup(seven: Dealing) -> Steps:
    """Cards seen, burned or dropped before a coup (7-Up)."""
    yield from seven.opened("star-seven-up", burn=False)
    yield from seven.seated("walter", "xenia")
    yield seven.bet("walter", "player")
    yield from seven.dealt()
    yield seven("dora", "deal-card", card="9S", unburned=True)
    yield reported(seven, "burn-forgotten")
    yield from seven.finished(("KS", "KD"))
    yield reported(seven, "first-card-exposed", card="7S")
    yield from seven.dealt("7S")
    yield from seven.finished(("KS", "KD"))
    yield seven.bet("walter", "player")
    yield from seven.dealt()
    yield reported(seven, "dealt-or-burned-in-error",
                   circumstances={"burned": True, "refused": "nobody"})  # fmt: skip
    yield from seven.dealt("5S 2H")
    yield reported(seven, "hand-short", circumstances={"hand": "banker"}, cards=["5S", "2H", "KD"])
    yield from seven.finished(("3S", "3D"))
    yield reported(seven, "cards-dropped", who="carla")
    yield from seven.told()
    yield reported(seven, "order-seen", who="greta")
    yield from seven.told()


def wrong_cards(shoe: Dealing) -> Steps:
    """Coups dealt wrongly: opened again, reversed, void (Baccarat)."""
    yield from shoe.opened("star-baccarat", sign={"area_maximum": "500"})
    yield from shoe.seated("walter", "xenia", chips="8000")
    yield shoe.bet("walter", "player")
    yield from shoe.dealt("9S 5H KD KC")
    yield shoe("dora", "announce-counts")
    yield shoe("dora", "announce-result")
    yield shoe("dora", "settle-wagers")
    yield reported(shoe, "wrong-deal", circumstances={"in_doubt": True},
                   cards=["5H", "9S", "KD", "KC"], note="two cards swapped")  # fmt: skip
    yield shoe("walter", "take-down", player="walter")
    yield from shoe.finished()


def late_stakes(shoe: Dealing) -> Steps:
    """Stakes found late, cut or given back."""
    yield shoe.bet("walter", "player")
    yield from shoe.dealt("KS")
    yield reported(shoe, "area-maximum", circumstances={"when": "during", "several": True},
                   player="xenia", on="player", amount="900", area=1)  # fmt: skip
    yield from shoe.finished(("9H", "KD", "KC"))
    yield shoe.bet("walter", "player")
    yield shoe.bet("walter", "tie")
    yield from shoe.dealt("9S")
    yield reported(shoe, "loss-limit", "greta", circumstances={"duties_kept": True},
                   player="walter", amount="150")  # fmt: skip
    yield from shoe.finished(("5H", "KD", "KC"))


def outcomes(shoe: Dealing) -> Steps:
    """Outcomes made invalid, stakes voided and forfeited, the cutting card as first card."""
    yield shoe.bet("walter", "player")
    yield shoe("carla", "sanction-player", player="walter", measures=["void"], reason="a device")
    yield shoe.bet("walter", "player")
    yield shoe.bet("xenia", "player")
    yield from shoe.dealt("9S")
    yield shoe("carla", "invalidate-outcome", cause="fraud", reason="marked cards",
               by_player="walter", forfeit=True)  # fmt: skip
    yield shoe("dora", "clear-cards")
    yield shoe.bet("xenia", "player")
    yield reported(shoe, "cutting-card-first")
    yield from shoe.dealt("KS 9H KD KC")
    yield from shoe.finished()
    yield shoe("greta", "invalidate-outcome", cause="disturbance", reason="a fight", refund=True,
               coup=shoe.table.coups)  # fmt: skip


def left_out(shoe: Dealing) -> Steps:
    """A shuffle and a cut that were left out, and a Player Card that is not its player's own."""
    yield shoe.bet("xenia", "player")
    yield from shoe.dealt()
    yield shoe("dora", "deal-card", card="KS", unshuffled=True)
    yield from shoe.finished(("9H", "KD", "KC"))
    yield shoe("dora", "shuffle")
    yield shoe.bet("xenia", "player")
    yield shoe("dora", "deal-card", card="KS", uncut=True)
    yield from shoe.finished(("9H", "KD", "KC"))
    yield shoe.bet("walter", "player")
    yield reported(shoe, "invalid-player-card", player="walter", on="player",
                   circumstances={"when": "before", "winning": False})  # fmt: skip


def in_hand(hands: Dealing) -> Steps:
    """Cards in players' hands: refused, given back, forfeited; wagers opened again (method B)."""
    yield from hands.opened("star-baccarat", method="B")
    yield from hands.seated("walter", "xenia")
    yield hands.bet("walter", "player")
    yield hands.bet("xenia", "banker")
    yield from hands.dealt()
    for _ in range(4):
        yield hands("dora", "deal-card")
    yield reported(hands, "change-of-wagers", "carla",
                   circumstances={"exposed": False, "deal_correct": True})  # fmt: skip
    yield hands("dora", "resume-play")
    yield hands("dora", "pass-hand", hand="player", player="walter")
    yield hands("walter", "return-hand", hand="player")
    yield hands("carla", "approve", what="nominate", player="xenia")
    yield hands("dora", "pass-hand", hand="banker", player="xenia")
    yield hands("xenia", "nominate-players", hand="banker", player="xenia",
                nominees=["walter", "xenia"])  # fmt: skip
    yield from hands.finished(("9S", "KD", "5H", "KC"))
    yield hands.bet("walter", "player")
    yield hands.bet("xenia", "banker")
    yield from hands.dealt()
    for _ in range(4):
        yield hands("dora", "deal-card")
    yield hands("dora", "refuse-cards", hand="banker", player="xenia")
    yield hands("dora", "pass-hand", hand="player", player="walter")
    yield hands("carla", "forfeit-cards", hand="player", player="walter", breach="view",
                reason="held in the lap")  # fmt: skip
    yield from hands.finished(("9D", "KH", "5D", "KS"))


def device(device: Dealing) -> Steps:
    """A shuffling device fails: replaced, or without a spare one."""
    yield from device.opened("star-baccarat", source="device")
    yield from device.seated("yusuf", "zelda")
    yield device.bet("yusuf", "player")
    yield from device.dealt("4S")
    yield reported(device, "device-fails")
    yield reported(device, "device-without-spare", "carla", circumstances={"damaged": False})
    yield from device.finished(("5H", "KD", "KC", "2S", "3S"))
    yield device.waits("dora", "declare-chips", player="zelda", amount="60")


def no_rule(mini: Dealing) -> Steps:
    """A casino supervisor decides with a reason where no clause covers it (Canberra)."""
    yield from mini.opened("canberra-mini", method="up")
    yield from mini.seated("yusuf", "zelda")
    yield mini.bet("yusuf", "player")
    yield from mini.dealt("4S")
    yield reported(mini, "missing-or-foreign-card", note="a card is gone")
    yield mini("carla", "decide-report", number=1, outcome="COUP_VOID", reason="unfair otherwise")
    yield mini("dora", "clear-cards")


def debts(shoe: Dealing) -> Steps:
    """A coup is rebuilt after its players have left; debts are paid and written off."""
    yield from shoe.opened("star-baccarat", decks=3)
    yield from shoe.seated("walter", "xenia", "yusuf", chips="500")
    yield shoe.bet("walter", "player")
    yield shoe.bet("xenia", "banker")
    yield from shoe.dealt("9S 5H KD 2C")
    yield from shoe.finished()
    yield shoe("dora", "leave-table", player="walter")
    yield shoe("dora", "leave-table", player="xenia")
    yield reported(shoe, "wrong-deal", circumstances={"in_doubt": False},
                   cards=["5H", "9S", "2C", "KD"])  # fmt: skip
    yield from shoe.finished()
    yield shoe("dora", "pay-debt", player="walter", amount="50", means="cash")
    yield shoe("carla", "write-off-debt", player="walter", reason="he cannot be found", amount="20")
    yield shoe("carla", "pay-kept", player="xenia")
    yield shoe.bet("yusuf", "player")
    yield from shoe.dealt("9C 9C 9C")
    yield shoe("dora", "deal-card", card="9C")
    yield from shoe.told()
    yield shoe("dora", "clear-cards")


def accounts_that_owe(mini: Dealing, house: TourHouse) -> Steps:
    """A round is void after the next has begun: its winner's account pays, and owes the rest."""
    error = {"in_doubt": False}
    yield from mini.opened("canberra-mini", method="up")
    yield from mini.seated("gina", "walter", chips="500")
    yield from mini.coup("gina", "player", "9S 5H KD 2C")
    yield mini("dora", "leave-table", player="gina")
    yield mini.joining("gina", "10", place=1)
    yield mini.bet("gina", "player", "10")
    yield from mini.dealt("9H")
    yield reported(mini, "found-after-next-coup", coup=1, circumstances=error)
    yield from mini.finished(("5C", "KS", "2D"))
    yield mini("dora", "leave-table", player="gina")
    yield mini.joining("gina", "500", place=1)
    yield from mini.coup("gina", "player", "9D 5S KH 2S")
    yield mini("dora", "leave-table", player="gina")
    rest = house.floor.account("gina").balance - 30_00
    yield At("player:gina")("gina", "set-pin", pin=pin_of("gina"))
    yield At("player:gina")("cass", "withdraw", amount=plain(rest), reference="slip 72",
                             card=card_of("gina"), pin=pin_of("gina"))  # fmt: skip
    yield mini.bet("walter", "player", "10")
    yield from mini.dealt("9C")
    yield reported(mini, "found-after-next-coup", coup=3, circumstances=error)
    yield from mini.finished(("5D", "KC", "2H"))
    yield At("player:gina")("cass", "deposit", amount="5000", method="cash", reference="slip 73")
    yield from cash_for_a_debt(mini, error)


def cash_for_a_debt(mini: Dealing, error: dict[str, bool]) -> Steps:
    """A player whose account is empty pays a debt at the table in cash."""
    petra = At("player:petra")
    yield petra("cass", "open-account", player="petra")
    yield petra("cass", "issue-player-card", card=card_of("petra"))
    yield petra("cass", "deposit", amount="50", method="cash", reference="slip 74")
    yield mini.joining("petra", "50", place=3)
    first = mini.table.round.number
    yield from mini.coup("petra", "player", "9D 5S KH 2S", amount="50")
    yield from mini.coup("petra", "player", "5D 9S 2H KS", amount="100")
    yield mini.bet("walter", "player", "10")
    yield from mini.dealt("9C")
    yield reported(mini, "found-after-next-coup", coup=first, circumstances=error)
    yield from mini.finished(("5D", "KC", "2H"))
    yield mini("dora", "pay-debt", player="petra", amount="20", means="cash")
    yield mini("dora", "pay-debt", player="petra", means="cash")
    yield mini("dora", "leave-table", player="petra", declared="0")
