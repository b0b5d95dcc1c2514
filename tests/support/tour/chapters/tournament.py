"""Tournaments at their desk: conditions, entries, draws, sessions, places, prizes, disputes."""

from datetime import timedelta

from sabot.parts.disputes import AT_HAND
from support.tour.cups import Cup
from support.tour.house import MEMBERS, TourHouse
from support.tour.steps import Say, Steps, wait

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
    yield from absences(cup)
    yield cup("tom", "offer-seat", player="gina", table="lake-masters-1", box=1)
    yield cup("gina", "seat-reserve", player="gina", copy="shown")
    yield cup("tom", "seat-substitute", table="lake-masters-2", box=1, player="hugo",
              reason="taken ill")  # fmt: skip
    assert cup.contest.sitting is not None
    yield from cup.begun(but=(cup.contest.sitting.seats["lake-masters-1"][2],))
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


def absences(cup: Cup) -> Steps:
    """Two entrants have not come at the starting time."""
    assert cup.contest.sitting is not None
    yield wait(seconds=(cup.contest.sitting.starts - cup.house.now).total_seconds() + 1)
    for number in (1, 2):
        yield cup("carla", "note-absence", table=f"lake-masters-{number}", box=1)


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
    yield cup("tessa", "strike-off", player="elsa", ground="advice", reason="gave advice")
    yield cup("tessa", "reinstate-entrant", player="elsa", reason="it was a greeting")
    yield cup("tessa", "strike-off", player="elsa", ground="advice", reason="gave advice again")
    for due in [each for each in cup.contest.notices.due.values() if each.given is None]:
        yield cup("greta", "give-notice", number=due.number, channel="by letter")
    yield cup("tessa", "seal-draw")
    yield cup("tessa", "call-session", tables=[f"{cup.name}-1", f"{cup.name}-2"])
    yield cup("tessa", "call-off-session", reason="a table is broken")
    yield cup.waits("greta", "cancel-tournament", reason="a storm")
    waiting = max(cup.contest.statements.pending)
    yield cup("marek", "refuse-statement", number=waiting, reason="it has passed")
    yield from cup.seated(1, 2)
    yield cup("greta", "cancel-tournament", reason="another storm")
    yield cup("cass", "pay-owed", method="cash", reference="R 2")
