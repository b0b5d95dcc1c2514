"""Promotions: terms, tickets that are earned or handed in, a draw bound beforehand, prizes."""

from datetime import timedelta
from typing import Any

from sabot.floor.kinds import PROMOTIONS
from sabot.parts.disputes import AT_HAND
from sabot.promotions.running import PublishedTerms
from support.in_process import casino_of, serving
from support.promotion_checks import prize
from support.promotion_house import BEACON, EVERY_WAGER, FORM_ENTRY, form
from support.tour.chapters.virtual import played
from support.tour.dealing import Dealing
from support.tour.house import Refused, TourHouse
from support.tour.steps import Act, At, Say, Steps, wait

GAMES = ["star-baccarat"]
SIGNED = {"approval_dated": "2026-01-02", "approved_by": "J. Roe"}
ADDRESS = "12 Harbour Lane"
"""Address of the patrons without an account: only the desk reads it."""


class Promotion(At):
    """A promotion that greta runs for the casino."""

    def __init__(self, house: TourHouse, name: str) -> None:
        super().__init__(PROMOTIONS.stream(name))
        self.house, self.name = house, name
        self.starts = house.now + timedelta(days=3)
        self.closes = self.starts + timedelta(days=2)
        self.drawn = self.closes + timedelta(hours=1)

    @property
    def standing(self) -> PublishedTerms:
        found: PublishedTerms = self.house.floor.state(PROMOTIONS, self.name)
        return found

    def terms(self, **changes: Any) -> str:
        """Its terms, with two prizes, tickets for wagers and forms."""
        prizes = [prize(value="400.00"), prize("money", value="500")]
        return form(GAMES, prizes, [EVERY_WAGER, FORM_ENTRY], {"starts": self.starts},
                    **{"when": self.drawn, "entries_close": self.closes, **changes})  # fmt: skip

    def opened(self) -> Steps:
        """From the terms to the start."""
        yield self("greta", "submit-promotion", form=self.terms())
        yield from self.told()
        yield self("greta", "record-publicity", key="marketing", text="posters")
        yield self("greta", "record-publicity", key="available", text="at the desk")
        yield self("greta", "commit-draw", source="beacon", beacon=BEACON,
                   known_from=self.drawn.isoformat())  # fmt: skip
        yield self("greta", "open-promotion")
        yield self.until(self.starts)

    def told(self) -> Steps:
        """Every notice that is due is given."""
        for number, notice in list(self.standing.notices.due.items()):
            if notice.given is None:
                yield self("greta", "give-notice", number=number, channel="e-mail")

    def until(self, moment: Any) -> Any:
        """Time passes until a moment."""
        left = (moment - self.house.now).total_seconds()
        return wait(seconds=max(0.0, left) + 1)


def chapter(house: TourHouse) -> Steps:
    lantern = Promotion(house, "lantern")
    yield from lantern.opened()
    yield from entries(lantern)
    yield from draw(lantern)
    yield from prizes(lantern)
    yield from disputes(lantern)
    yield from doubts(Promotion(house, "doubtful"))


def entries(lantern: Promotion) -> Steps:
    """Tickets: handed in by a member and by patrons without an account, and earned at a table."""
    yield lantern("hugo", "enter-by-form", player="hugo")
    for number in range(1, 6):
        yield lantern("greta", "enter-by-form", form=f"F {number}",
                      person=f"Patron {number}", address=ADDRESS)  # fmt: skip
    yield from played(Dealing(lantern.house, "virtual"), "alma")
    yield lantern("carla", "hear-tables")
    yield Act("somebody asks for the order too early", lambda: meddle(lantern))


def meddle(lantern: Promotion) -> None:
    """The server notes what was asked for and refused."""
    house, casino = lantern.house, casino_of(lantern.house.store, clock=lantern.house.clock)
    token, _ = house.people.sign_in_as("marek", "a page")
    with serving(casino) as client:
        body = {"id": "too-early", "do": "open-order", "value": "5E1C"}
        path, bearer = f"/api/promotions/{lantern.name}/commands", f"Bearer {token}"
        answer = client.post(path, json=body, headers={"authorization": bearer})
        if answer.status_code != 409:
            raise Refused(answer.text)


def draw(lantern: Promotion) -> Steps:
    yield lantern.until(lantern.closes)
    yield lantern("greta", "close-list")
    yield lantern.until(lantern.drawn)
    yield lantern("greta", "name-scrutineer", person="nils", reason="Ms Lee is ill")
    yield lantern("nils", "state-scrutiny", saw="the list was closed before the value")
    yield lantern.waits("greta", "open-order", value="5E1C")
    yield lantern("hana", "refuse-statement", number=2, reason="the value is another one")
    yield lantern("greta", "open-order", value="5E1D", scrutineer="Ms Lee")


def prizes(lantern: Promotion) -> Steps:
    """A winner is passed over; others are told, claim, are refused, and get their prizes."""
    yield from lantern.told()
    yield lantern("greta", "pass-over", prize=1, cause="ineligible", reason="under age",
                  condition="eligible", evidence="a passport")  # fmt: skip
    for number, award in lantern.standing.awards.items():
        yield lantern("carla", "tell-winner", prize=number, way="telephone", reached=True)
        yield claimed(lantern, number, award.entrant)
    yield lantern("greta", "claim-prize", prize=1, person="Somebody Else", address=ADDRESS)
    yield lantern("greta", "refuse-claim", number=3, reason="the ticket is another one")
    yield from lantern.told()
    yield lantern("greta", "hand-over", prize=1, reference="signed")
    yield lantern("greta", "hand-over", prize=2, reference="signed", parts={"transfer": "500"})
    yield lantern("greta", "publish-results", where="on the web")


def claimed(lantern: Promotion, number: int, entrant: str) -> Say:
    """A winner claims the prize: with the account, or at the desk."""
    accounts = {each: player for player, each in lantern.standing.entrants.items()}
    if entrant in accounts:
        player = accounts[entrant]
        return lantern(player, "claim-prize", prize=number, player=player)
    return lantern("greta", "claim-prize", prize=number, entrant=entrant)


def disputes(lantern: Promotion) -> Steps:
    """Disputes, in which the operator has the last word; so many that the oldest goes on file."""
    yield lantern("hugo", "raise-dispute", player="hugo", about="the draw")
    yield lantern("marek", "decide-dispute", number=1, decision="it stands", reason="it is proven")
    yield lantern.refused("final", "hugo", "ask-review", number=1)
    yield lantern.refused("final", "ines", "review-dispute", number=1, decision="no", reason="no")
    yield lantern("dora", "advise-complaint", number=1)
    for number in range(2, AT_HAND + 2):
        yield lantern("hugo", "raise-dispute", player="hugo", about=f"a remark, the {number}th")
        yield lantern("marek", "decide-dispute", number=number, decision="no", reason="not so")


def doubts(doubtful: Promotion) -> Steps:
    """Terms change, the integrity is lost and validated; the draw stays sealed to the end."""
    yield from doubtful.opened()
    yield doubtful("hugo", "enter-by-form", player="hugo")
    yield doubtful("greta", "lose-integrity", decision="postpone", reason="the forms lay open",
                   prizes="offered again in May")  # fmt: skip
    yield from doubtful.told()
    yield doubtful("greta", "validate-integrity", validated_by="Ms Lee", how="counted again")
    later = doubtful.terms(held="main floor, an hour later")
    yield doubtful(
        "greta", "change-terms", form=later, reason="a concert", approval="letter 9", **SIGNED
    )
    yield from doubtful.told()
    once_more = doubtful.terms(held="main floor, two hours later")
    yield doubtful.waits(
        "greta", "change-terms", form=once_more, reason="rain", approval="letter", **SIGNED
    )
