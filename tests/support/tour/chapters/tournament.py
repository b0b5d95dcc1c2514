"""Tournaments at their desk: conditions, entries, draws, sessions, places, prizes, disputes."""

from datetime import timedelta

from sabot.parts.disputes import AT_HAND
from support.tour.cups import Cup
from support.tour.house import MEMBERS, TourHouse
from support.tour.steps import Say, Steps

ENTRANTS = ("boris", "diego", "elsa", "farid", "walter", "xenia")


def chapter(house: TourHouse) -> Steps:
    yield from spring(Cup(house, "spring-cup", "star-baccarat", "tessa"))
    yield from lake(Cup(house, "lake-masters", "canberra-mini", "tom"))
    yield from storm(Cup(house, "storm-cup", "star-baccarat", "tessa"))


def spring(cup: Cup) -> Steps:
    """A tournament to its last prize, with its pool guaranteed and added to."""
    yield from cup.published(pool=("9000", 6))
    yield cup("greta", "appoint-head", person="theo", licence="L 2")
    yield cup("greta", "relieve-head", person="theo", reason="on another tournament")
    yield cup("tessa", "require-agreement")
    yield cup.entering("gina")
    yield cup("greta", "refuse-entry", player="gina", reason="by the terms of entry")
    yield cup.entering("hugo")
    yield cup(
        "cass", "correct-entry", player="hugo", form="F corrected", reason="two figures swapped"
    )
    yield cup("hugo", "check-in", player="hugo")
    yield cup("hugo", "withdraw-entry", player="hugo")
    yield cup("tessa", "close-entry")
    yield cup("tessa", "reopen-entry", reason="a queue at the desk")
    yield from cup.started(*ENTRANTS, sessions=[cup.session(2), cup.final(4)])
    yield cup("greta", "add-value", amount="500")
    assert cup.contest.schedule is not None
    starts = cup.contest.schedule.legs[0].starts + timedelta(minutes=30)
    yield cup("tessa", "move-start", session=1, starts=starts.isoformat(), reason="a queue")
    for number in (1, 2):
        yield from cup.table(number).ready(cup.game)
    yield from cup.seated(1, 2)
    yield from cup.begun()
    for number in (1, 2):
        yield from cup.table(number).played(level=True)
    yield from cup.played_off()
    yield cup("tessa", "announce-session")
    yield from disputes(cup)
    yield from cup.played(1)
    yield cup("greta", "award-prizes")
    yield cup("cass", "pay-owed", method="cash", reference="R 1")


def disputes(cup: Cup) -> Steps:
    """Disputes that the head decides, so many that the oldest goes on file."""
    yield cup("boris", "raise-dispute", player="boris", about="the draw")
    yield cup("tessa", "decide-dispute", number=1, decision="it stands", reason="it was sealed")
    yield cup("carla", "advise-complaint", number=1)
    for number in range(2, AT_HAND + 2):
        yield cup("diego", "raise-dispute", player="diego", about=f"a remark, for the {number}th")
        yield cup("tessa", "decide-dispute", number=number, decision="no", reason="nothing said")


def lake(cup: Cup) -> Steps:
    """A reserve, a substitute, a seat forfeited, a buy-back, and a review (Canberra)."""
    yield from cup.published(buy_back="once, for the entry fee", buy_back_when="before the final")
    yield from cup.started(*ENTRANTS, sessions=[cup.session(2), cup.final(4)], buy_backs=1,
                           buy_back_fee="50", buy_back_before=2)  # fmt: skip
    yield cup("tom", "list-reserve", player="gina")
    for number in (1, 2):
        yield from cup.table(number).ready(cup.game)
    yield from cup.seated(1, 2)
    yield cup("tom", "offer-seat", player="gina", table="lake-masters-1", box=1)
    yield cup("gina", "seat-reserve", player="gina", copy="shown")
    yield cup("tom", "seat-substitute", table="lake-masters-2", box=1, player="hugo",
              reason="taken ill")  # fmt: skip
    assert cup.contest.sitting is not None
    late = cup.contest.sitting.seats["lake-masters-1"][2]
    yield from cup.begun(but=(late,))  # who has lost the seat
    for number in (1, 2):
        yield from cup.table(number).played()
    yield cup("tom", "announce-session")
    out = next(name for name, each in cup.contest.entries.items() if each.status == "out")
    yield bought_back(cup, out)
    yield cup(out, "raise-dispute", player=out, about="the last coup")
    yield cup("greta", "decide-dispute", number=1, decision="it stands", reason="it was seen")
    yield cup(out, "ask-review", number=1)
    yield cup.as_("commission", "celia", "review-dispute", number=1, decision="it stands",
                  reason="the video")  # fmt: skip
    yield cup.waits("greta", "cancel-tournament", reason="too few are left")


def bought_back(cup: Cup, player: str) -> Say:
    if player in MEMBERS:
        return cup(player, "buy-back", player=player)
    return cup("cass", "buy-back", player=player, method="cash", reference=f"back {player}")


def storm(cup: Cup) -> Steps:
    """A session is called off, and the tournament cancelled with all fees back."""
    yield from cup.published()
    yield from cup.started(*ENTRANTS, sessions=[cup.session(2), cup.final(4)])
    for number in (1, 2):
        yield from cup.table(number).ready(cup.game)
    yield from cup.seated(1, 2)
    yield cup("tessa", "call-off-session", reason="the lights are out")
    yield cup("tessa", "strike-off", player="elsa", reason="gave advice")
    yield cup.waits("greta", "cancel-tournament", reason="a storm")
    yield cup("marek", "refuse-statement", number=1, reason="it has passed")
    yield from cup.seated(1, 2)
    yield cup("greta", "cancel-tournament", reason="another storm")
    yield cup("cass", "pay-owed", method="cash", reference="R 2")
