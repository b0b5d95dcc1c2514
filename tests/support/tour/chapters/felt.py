"""Felt tables: real cards typed in by the dealer, cash and chips, limits and signs, disputes."""

from datetime import timedelta

from sabot.core.denominations import worth
from sabot.parts.disputes import AT_HAND
from support.chips import spread
from support.tour.dealing import Dealing, plain
from support.tour.house import TourHouse
from support.tour.steps import Steps, wait

VOUCHER = {"number": "V 4471", "conditions": "one wager on an even chance"}


def chapter(house: TourHouse) -> Steps:
    yield from running(Dealing(house, "felt"))
    yield from money(Dealing(house, "felt"))
    yield from people(Dealing(house, "felt"))
    yield from cases(Dealing(house, "felt"))
    yield from closing(Dealing(house, "felt"))
    yield from limits(Dealing(house, "seven"))
    yield from imbalance(Dealing(house, "mini"))
    yield from preparing(house)
    yield from cashless(Dealing(house, "cashless"))


def running(felt: Dealing) -> Steps:
    """The table opens, a dealer signs on, a supervisor is called, coups are dealt."""
    side = ["pairs-player", "pairs-banker", "super-six"]
    yield from felt.opened("star-baccarat", side_bets=side, sign={"positions": 2},
                           called="The corner table")  # fmt: skip
    yield felt("dora", "sign-on")
    yield felt("dora", "call-supervisor", reason="a question about the sign")
    yield felt("carla", "answer-call", note="explained")
    yield felt("walter", "show-rules", to="walter")
    yield felt("carla", "inspect-table", missing=[], approval="letter 12")
    yield from felt.seated("walter", "xenia", "yusuf", "zelda", chips="5000")
    yield felt("dora", "place-your-bets")
    yield felt.bet("walter", "player")
    yield felt("walter", "withdraw-wager", player="walter", on="player")
    yield felt.bet("walter", "player")
    yield felt("carla", "refuse-wager", player="walter", on="player", reason="a marked chip")
    yield felt.bet("walter", "pairs-player", "50")
    yield felt.bet("xenia", "pairs-player", "50")
    yield felt.bet("yusuf", "player")
    yield felt.bet("yusuf", "pairs-player", "50")  # a main bettor displaces another
    yield from felt.dealt("KS 9H KD")
    yield felt("dora", "deal-card", card="KC")
    yield felt("dora", "correct-card", slot=3, was="KC", card="QC")
    yield from felt.finished()


def money(felt: Dealing) -> Steps:
    """Cash, chips, vouchers, the float and its slips."""
    yield felt("dora", "buy-chips", player="walter", amount="500")
    yield felt("dora", "declare-chips", player="xenia", amount="700")
    yield felt.waits("dora", "declare-chips", player="yusuf", amount="900")
    yield felt("vera", "refuse-statement", number=newest(felt), reason="no chips there")
    yield felt("dora", "exchange-voucher", player="zelda", amount="50", **VOUCHER)
    tray = felt.table.tray
    assert tray is not None
    yield felt("carla", "count-float", chips=spread(worth(tray), felt.table.opened.chips))
    yield felt("dora", "colour-change", player="walter", gives={"100": 1}, takes={"25": 4})
    yield felt("dora", "colour-up", player="walter", gives={"25": 4})
    yield felt.refused("bad-count", "dora", "colour-up", player="walter", gives={"30": 1})
    yield from drop(felt)
    yield felt("dora", "request-fill", amount="4000")
    yield felt.refused("fill-asked", "dora", "request-fill", amount="4000")
    yield felt("dora", "cancel-fill-request")
    yield felt("dora", "request-fill", amount="5000", chips={"25": 200})
    many = {"amount": "5000", "chips": {"25": 200}}
    yield felt.refused(
        "chips-differ", "carla", "fill", amount="5001", slip="F 1", chips={"25": 200}
    )
    yield felt("carla", "fill", slip="F 1", **many)
    too_many = {"amount": "50000", "chips": {"25": 2000}}
    yield felt.refused("short-of-chips", "carla", "credit", slip="C 1", **too_many)
    yield felt("carla", "credit", amount="2000", slip="C 1", chips={"25": 80})
    yield felt("dora", "buy-chips", player="walter", amount="30", chips={"10": 3})
    yield felt.refused("used-seal", "carla", "collect-drop", seal="S 1")
    yield felt("carla", "collect-drop", seal="S 2")
    yield felt.refused("wrong-team", "cass", "count-drop", seal="S 2", counts={"20": 1, "10": 1})
    yield from felt.coup("walter", "banker")


def drop(felt: Dealing) -> Steps:
    """The drop box leaves under a seal, and two cashiers count it: a note is missing."""
    yield felt.refused("no-seal", "carla", "collect-drop")
    yield felt("carla", "collect-drop", seal="S 1")
    yield felt.refused("no-box", "kurt", "count-drop", seal="S 7", counts={"100": 5})
    yield felt("kurt", "count-drop", seal="S 1", counts={"100": 4, "50": 1})


def newest(felt: Dealing) -> int:
    """The number of the newest statement that waits at the table."""
    return max(felt.table.statements.pending)


def people(felt: Dealing) -> Steps:
    """Warnings, pauses, reminders, sanctions, and who gives up a seat."""
    yield felt("carla", "warn-person", to="walter", clause="14.12", note="leaned over")
    yield felt.joining("chloe", "1000", place=5)  # who has a Loss Limit
    yield felt("dora", "remind-player", player="chloe", note="she had chips in her pocket")
    yield felt("carla", "pause-player", player="chloe", reason="a new week")
    yield felt("carla", "resume-player", player="chloe")
    yield felt("carla", "sanction-player", player="zelda", measures=["bar"], reason="a device",
               offence="14.6")  # fmt: skip


def cases(felt: Dealing) -> Steps:
    """A dispute that goes to its review and is filed; wrong payments and what became of them."""
    about = {"about": "the third card"}
    yield felt("walter", "raise-dispute", player="walter", **about)
    yield felt("gus", "decide-dispute", number=1, decision="it stands", reason="the video")
    yield felt("walter", "ask-review", number=1)
    yield felt("greta", "review-dispute", number=1, decision="it stands", reason="seen again")
    yield felt("dora", "advise-complaint", number=1)
    for number in range(2, AT_HAND + 2):  # so many stay at hand, and the oldest goes on file
        yield felt("xenia", "raise-dispute", player="xenia", about=f"a remark, for the {number}th")
        yield felt("gus", "decide-dispute", number=number, decision="no", reason="nothing was said")
    wrong = {"of": "wager", "coup": 1, "over": True, "note": "one chip too many"}
    yield felt("dora", "find-mispayment", amount="20", player="walter", **wrong)
    yield felt("carla", "record-inquiry", number=1, intended=False, note="the cameras")
    yield felt("carla", "raise-payment", number=1, channel="letter", note="to the regulator")
    yield felt("gus", "rectify-payment", number=1)  # who confirmed the finding; a third confirms
    yield felt("dora", "find-mispayment", amount="30", **wrong, intended=True)
    yield felt("dora", "record-attempt", number=2, step="identify", note="the cameras: nobody")
    yield from felt.told()


def closing(felt: Dealing) -> Steps:
    """Another dealer takes over; players leave; the float is counted and the table closed."""
    yield felt("dora", "sign-off")
    yield felt("dirk", "sign-on")
    yield felt("dirk", "sign-off")
    yield from felt.left()
    counted = felt.table.balances["chips@float"] - 300
    yield felt("carla", "close-float", counted=plain(counted))
    yield felt("carla", "close-table")


def limits(seven: Dealing) -> Steps:
    """Limits, signs, players' own limits and restricted side bets (7-Up)."""
    now = seven.house.now
    yield from seven.opened("star-seven-up", side_bets=["super-sevens"], places=3,
                            sign={"differential": "100"})  # fmt: skip
    yield from seven.seated("walter", "xenia", "yusuf")
    for _ in range(3):
        yield from seven.coup("walter", "player", "9H KS KD")
    yield seven("dora", "vacate-seat", player="yusuf")
    yield seven("carla", "limit-players", area=3)
    yield seven("carla", "set-personal-limits", player="walter", minimum="10", maximum="2000")
    yield seven("carla", "raise-minimum", minimum="50")
    soon = (now + timedelta(minutes=50)).isoformat()
    yield seven("carla", "post-sign", kind="protection", takes_effect=soon, amount="50")
    yield seven("carla", "post-sign", kind="minimum", takes_effect=soon, amount="70")
    yield seven("carla", "remove-sign", number=2)
    yield wait(hours=1)
    yield seven("carla", "end-protection")
    later = (now + timedelta(minutes=110)).isoformat()
    yield seven("carla", "post-sign", kind="minimum", takes_effect=later, amount="60")
    yield wait(hours=1)
    yield seven("carla", "change-limits", sign={"minimum": "60", "maximum": "1000",
                                                "differential": "100"})  # fmt: skip
    yield seven("greta", "restrict-side-bet", wager="super-sevens", sign=True,
                told=["surveillance", "inspector"])  # fmt: skip
    yield seven("greta", "lift-restriction", wager="super-sevens")
    yield seven.bet("walter", "player", "200")
    yield seven.bet("xenia", "player", "100")
    yield seven("dora", "reduce-wagers", side="player")
    yield from seven.dealt("9H KS KD")
    yield from seven.finished()
    yield seven("amir", "call-no-bet-coup", coups=1, agreed=["walter", "xenia", "yusuf"])
    yield from seven.dealt("9H KS KD")
    yield from seven.finished()


def imbalance(mini: Dealing) -> Steps:
    """The scheme and the method changed, and totals that keep to the differential (Canberra)."""
    yield from mini.opened("canberra-mini", sign={"differential": "100"})
    yield mini("greta", "switch-scheme", scheme="non-commission")
    yield mini("dora", "show-odds", note="the sign of the odds stands on the table")
    yield mini("greta", "choose-method", method="up")
    yield from mini.seated("yusuf", "zelda")
    yield mini.bet("yusuf", "player", "100")
    yield mini("zelda", "sit-out", player="zelda")
    yield mini("dora", "no-more-bets")
    yield from mini.dealt("4S 5H KD KC 8H")
    yield from mini.finished()


def preparing(house: TourHouse) -> Steps:
    """Cards are brought, riffled at a player's wish, shuffled by hand, and shuffled by order."""
    brought = {"back": "red", "pre_shuffled": "casino", "secured": True}
    sign = {"minimum": "5", "maximum": "1000"}
    three = Dealing(house, "three-cards")
    yield three("carla", "open-table", rulebook="star-three-card", feed="typed", sign=sign)
    yield three("carla", "open-float", amount="50000")
    yield three.joining("walter", place=1)
    yield three("greta", "bring-cards", **brought)
    yield three("dora", "riffle", asked_by="player", player="walter")
    yield from three.fresh_cards()
    yield three("carla", "order-shuffle", reason="three runs of one suit")
    yield from three.left()
    yield three("carla", "close-table")
    device = Dealing(house, "seven-device")
    yield device("carla", "open-table", rulebook="star-seven-up", feed="typed", sign=sign,
                 source="device")  # fmt: skip
    yield device("carla", "open-float", amount="50000")
    yield device("greta", "bring-cards", **brought)
    yield device("carla", "shuffle-by-hand")
    yield from device.fresh_cards()
    yield device("carla", "close-table")


def cashless(table: Dealing) -> Steps:
    """A cashless table goes without its drop box for a while."""
    yield from table.opened("star-baccarat", cashless=True)
    yield table.joining("diego", place=1)
    yield table("carla", "remove-drop-box")
    yield table("dora", "buy-chips", player="diego", amount="100", means="cashless")
    yield table("carla", "fit-drop-box")
    yield from table.left()
