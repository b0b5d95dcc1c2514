"""Accounts: Player Cards, money in and out, limits, exclusion; visits are made at the tables."""

from pathlib import Path

from sabot.accounts.pin import MOST_MISSES
from sabot.store import import_lines
from support.tour.house import MEMBERS, TourHouse, card_of, pin_of
from support.tour.steps import At, Steps, wait


def at(player: str) -> At:
    return At(f"player:{player}")


GOLDEN = Path(__file__).parents[3] / "golden" / "1.0.0" / "cup.jsonl"
"""A log of the first release, in which the numbers of Player Cards are in clear."""
BEGINNING = 3
"""So many events of an account: it is opened, has a card, and money."""


def chapter(house: TourHouse) -> Steps:
    yield at("p0")("cass", "deposit", amount="20", method="cash", reference="slip 900")
    yield from accounts()
    yield from identity()
    yield from cards()
    yield from money()
    yield from limits()
    yield from exclusion()
    yield from holders()


def imported(house: TourHouse) -> None:
    """Two accounts of an older log; the cards of one are covered with its next command."""
    lines = GOLDEN.read_bytes().splitlines(keepends=True)
    for player in ("p0", "p1"):
        own = [
            line for line in lines if line.startswith(b'{"stream":"player:%b"' % player.encode())
        ]
        import_lines(house.store, own[:BEGINNING])
    house.close()
    house.open()


def accounts() -> Steps:
    """Every member has an account, a card and money."""
    for number, player in enumerate(MEMBERS):
        yield at(player)("cass", "open-account", player=player, zone="Australia/Sydney")
        yield at(player)("cass", "issue-player-card", card=card_of(player))
        yield at(player)("cass", "deposit", amount="9000", method="cash",
                         reference=f"slip {number + 1}")  # fmt: skip


def identity() -> Steps:
    """A document shows who a player is; one that has expired does not."""
    seen = {"kind": "passport", "document": "N 1234 5678", "number": "N 1234 5678"}
    seen |= {"full_name": "Jonas Keller", "born": "1990-02-03"}
    jonas = at("jonas")
    yield jonas.refused("expired-document", "cass", "record-identity", expires="2001-01-01", **seen)
    yield jonas("cass", "record-identity", expires="2099-01-01", **seen)


def cards() -> Steps:
    """A second card for an account in use takes two persons."""
    jonas = at("jonas")
    yield jonas("carla", "cancel-player-card", card=card_of("jonas"), reason="lost on the way")
    yield jonas("cass", "issue-player-card", card=card_of("jonas", 2))


def money() -> Steps:
    """Above the threshold a second person confirms; a player's own request waits for a cashier."""
    boris = at("boris")
    yield boris("cass", "deposit", amount="15000", method="bank transfer", reference="BT 7001")
    yield boris("boris", "set-pin", pin=pin_of("boris"))
    paid = {"amount": "500", "card": card_of("boris"), "pin": pin_of("boris")}
    yield boris("cass", "withdraw", reference="slip 71", **paid)
    for miss in range(MOST_MISSES):
        wrong = {**paid, "pin": "60412", "reference": f"wrong {miss}"}
        yield boris.refused("wrong-pin", "cass", "withdraw", **wrong)
    yield boris("cass", "unlock-pin", reason="his passport was shown")
    yield boris("cass", "set-pin", pin=pin_of("boris"), shown="passport")
    paid = {"amount": "20", "card": card_of("boris"), "reference": "slip 700"}
    yield boris("cass", "withdraw", **paid)
    yield boris("boris", "deposit", amount="200", method="eftpos", reference="EF 7002")
    yield boris.waits("boris", "withdraw", amount="150", method="bank transfer", reference="IBAN")
    yield boris("kurt", "refuse-statement", number=6, reason="the bank does not know the number")
    yield at("irina").waits("irina", "deposit", amount="75", method="eftpos", reference="EF 7003")


def limits() -> Steps:
    chloe = at("chloe")
    yield chloe("chloe", "set-deposit-limit", amount="5000")
    yield chloe("chloe", "set-loss-limit", amount="3000", period="week")
    yield chloe("greta", "set-house-limit", kind="loss", amount="4000", period="week")


def exclusion() -> Steps:
    """A player keeps out of the whole casino and comes back; another one stays out."""
    jonas = at("jonas")
    yield jonas("carla", "exclude-player", reason="at his own wish", casino=True)
    yield wait(days=2)
    yield jonas("greta", "lift-exclusion", reason="the wish was taken back in writing")
    yield at("mirko")("carla", "exclude-player", reason="at his own wish", casino=True)


def holders() -> Steps:
    """A member who also works here: the two names of one person are linked."""
    yield at("klara")("cass", "record-staff-name", staff="norma", reason="she works in the pit")
