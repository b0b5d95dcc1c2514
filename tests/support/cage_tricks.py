"""Acts of a night at cage and table, honest ones and thefts."""

from collections import Counter
from typing import Any

from sabot.accounts import CAGE_STREAM
from sabot.core.money import dollars
from support.cage_gang import ACCOUNT, TABLE, VALUES, CageNight, Chips, Move, notes, said, worth

SUPERVISORS, CASHIERS, COUNTERS = ("sam", "sue"), ("cass", "cora"), ("carl", "cyd", "cora")


def some(night: CageNight, held: Chips | None = None) -> Chips:
    """Return a few chips; of those that are held, where that is said."""
    mind, chips = night.mind, Chips()
    for value in mind.sample(VALUES, mind.randint(1, 2)):
        most = 6 if held is None else min(6, held[value])
        if most:
            chips[value] = mind.randint(1, most)
    return chips


def takes(night: CageNight, who: str, cents: int) -> int:
    """Return how much of it a crooked person keeps."""
    if who not in night.crooked or cents <= 0:
        return 0
    kept = night.mind.choice((0, 0, 500, cents, night.mind.randint(0, cents // 500) * 500))
    kept = min(kept, cents)
    night.pockets += kept
    return kept


def sale(night: CageNight) -> None:
    """Sell chips to ada for cash; a crooked dealer books less, or nothing, or keeps cash."""
    chips = some(night, night.tray)
    amount = worth(chips)
    if not amount:
        return
    booked = amount
    if "dana" in night.crooked:
        booked = night.mind.choice((amount, amount, 0, amount // 2 // 500 * 500))
    means = "cash"
    if "dana" in night.crooked and night.mind.random() < 0.2:
        means = "cashless"
    fields: dict[str, Any] = {"chips": said(chips)} if booked == amount else {}
    if booked and not night.send(TABLE, "dana", "buy-chips", player="ada", means=means,
                                 amount=dollars(booked), **fields):  # fmt: skip
        return
    night.tray = Counter({v: n - chips[v] for v, n in night.tray.items()})
    night.box += amount - takes(night, "dana", amount)


def palm(night: CageNight) -> None:
    """Put chips of the tray into a pocket."""
    if night.crooked & {"dana", *SUPERVISORS}:
        chips = some(night, night.tray)
        night.tray = Counter({v: n - chips[v] for v, n in night.tray.items()})
        night.pockets += worth(chips)


def till(night: CageNight) -> None:
    """Put cash of the drawer into a pocket."""
    for name in night.drawers:
        if "cass" in night.crooked:
            night.drawers[name] -= takes(night, "cass", night.drawers[name])


def fill(night: CageNight) -> None:
    """Fill the float on a slip of both sides; fewer chips may come, or none."""
    who, cashier = night.mind.choice(SUPERVISORS), night.mind.choice(CASHIERS)
    chips, slip = some(night), f"F {night.mind.randint(1, 12)}"
    given = chips
    if {who, cashier} & night.crooked and night.mind.random() < 0.4:
        given = some(night, chips) if night.mind.random() < 0.5 else Chips()
    asked = {"amount": dollars(worth(chips)), "chips": said(chips), "slip": slip}
    number = night.stated(night.send(TABLE, who, "fill", **asked))
    if not number:
        return
    carried = chips if cashier not in night.crooked else given
    if not night.confirm(TABLE, cashier, number):
        return
    came = given if who in night.crooked else carried
    night.pockets += worth(carried) - worth(came) if who in night.crooked else 0
    night.tray += came


def credit(night: CageNight) -> None:
    """Take chips back on a slip; an honest cashier signs only for what comes."""
    who, cashier = night.mind.choice(SUPERVISORS), night.mind.choice(CASHIERS)
    chips, slip = some(night, night.tray), f"F {night.mind.randint(1, 12)}"
    if not worth(chips):
        return
    asked = {"amount": dollars(worth(chips)), "chips": said(chips), "slip": slip}
    number = night.stated(night.send(TABLE, who, "credit", **asked))
    if number and night.confirm(TABLE, cashier, number):
        night.tray = Counter({v: n - chips[v] for v, n in night.tray.items()})


def drop(night: CageNight) -> None:
    """Take the box away under a seal; cash may be missing on the way."""
    who, seal = night.mind.choice(SUPERVISORS), f"S {night.mind.randint(1, 8)}"
    if night.send(TABLE, who, "collect-drop", seal=seal):
        night.sealed[seal] = night.box - takes(night, who, night.box)
        night.box = 0


def count(night: CageNight) -> None:
    """Count a box by two: what is there, or what they say. What they say goes on to the safe."""
    if not night.sealed:
        return
    seal = night.mind.choice(sorted(night.sealed))
    first, second = night.mind.sample((*COUNTERS, "cass"), 2)
    night.sealed[seal] -= takes(night, first, night.sealed[seal])
    held = told = night.sealed[seal]
    if first in night.crooked and night.mind.random() < 0.3:
        told = night.mind.randint(0, 40) * 2500
    number = night.stated(night.send(TABLE, first, "count-drop", seal=seal, counts=notes(told)))
    if number and (second in night.crooked or told == held):
        if night.confirm(TABLE, second, number):
            night.pockets += held - told
            del night.sealed[seal]
    elif number:
        night.send(TABLE, second, "refuse-statement", number=number, reason="counted otherwise")


def deposit(night: CageNight) -> None:
    """Take ada's cash; she reads the receipt."""
    cents = night.mind.randint(1, 20) * 2500
    reference = f"D {night.mind.randint(1, 10**9)}"
    if night.send(ACCOUNT, "cass", "deposit", amount=dollars(cents), reference=reference):
        night.owed += cents
        night.drawers["1"] += cents


def pay(night: CageNight) -> None:
    """Pay ada, who allows it in her session; a crooked cashier may try without her."""
    cents = night.mind.randint(1, 10) * 2500
    paid = {"amount": dollars(cents), "card": "card of ada",
            "reference": f"W {night.mind.randint(1, 10**9)}"}  # fmt: skip
    number = night.stated(night.send(ACCOUNT, "cass", "withdraw", **paid))
    if not number:
        return
    if "cass" in night.crooked and night.mind.random() < 0.5:
        for other in ("cass", "cora"):
            assert not night.confirm(ACCOUNT, other, number), f"{other} paid without ada"
    if night.confirm(ACCOUNT, "ada", number):
        night.owed -= cents
        night.drawers["1"] -= cents


def safe(night: CageNight) -> None:
    """Bring cash between drawer and safe, counted by two."""
    cents, way = (
        night.mind.randint(1, 20) * 5000,
        night.mind.choice(("from the safe", "to the safe")),
    )
    sign = 1 if way == "from the safe" else -1
    if sign < 0 and night.drawers["1"] < cents:
        return
    number = night.stated(night.send(CAGE_STREAM, "cass", "supply-drawer", direction=way,
                                     counts=notes(cents), reason="change"))  # fmt: skip
    other = night.mind.choice(("cora", "sue"))
    if number and night.confirm(CAGE_STREAM, other, number):
        night.drawers["1"] += sign * cents


def drawer(night: CageNight) -> None:
    """Close and open the cashier's drawer, with a true count or with any."""
    held = night.drawers["1"]
    told = held
    if "cass" in night.crooked and night.mind.random() < 0.6:
        told = max(0, held + night.mind.choice((0, -5000, 5000, night.pockets)))
    name = night.mind.choice(("1", "1", "1", "2")) if "cass" in night.crooked else "1"
    for do in ("close-drawer", "open-drawer"):
        number = night.stated(night.send(CAGE_STREAM, "cass", do, drawer=name, counts=notes(told)))
        other = night.mind.choice(("cora", "sue"))
        if number and (other in night.crooked or (told == held and name == "1")):
            night.confirm(CAGE_STREAM, other, number)
        elif number:
            night.send(CAGE_STREAM, other, "refuse-statement", number=number, reason="no")
    night.drawers.setdefault(name, 0)


def any_count(night: CageNight) -> None:
    """Count, close or open the float, with a true count or with any."""
    who, other = night.mind.sample(SUPERVISORS, 2)
    told = Counter(night.tray)
    if who in night.crooked and night.mind.random() < 0.7:
        books = night.table().tray
        if books is not None and night.mind.random() < 0.6:
            told = Counter(dict(books))
        else:
            told = told + some(night) if night.mind.random() < 0.5 else told - some(night)
    do = night.mind.choice(("count-float", "close-float", "open-float"))
    amount = dollars(worth(told))
    fields: dict[str, Any] = {"chips": said(told)}
    if do != "count-float":
        fields["counted" if do == "close-float" else "amount"] = amount
    if who in night.crooked and do != "count-float" and night.mind.random() < 0.3:
        del fields["chips"]
    number = night.stated(night.send(TABLE, who, do, **fields))
    if number and (other in night.crooked or told == night.tray):
        night.confirm(TABLE, other, number)
    elif number:
        night.send(TABLE, other, "refuse-statement", number=number, reason="counted otherwise")


def reopen(night: CageNight) -> None:
    """Close the table and open it otherwise, in the hope that its books begin anew."""
    who = night.mind.choice(SUPERVISORS)
    if who not in night.crooked:
        return
    night.send(TABLE, who, "close-table")
    way: dict[str, Any] = {"feed": night.mind.choice(("typed", "typed", "scanned"))}
    if night.mind.random() < 0.4:
        way["chips"] = night.mind.choice(([], [{"value": "5"}, {"value": "500"}]))
    night.send(TABLE, who, "open-table", rulebook="star-baccarat", method="A", chip="5",
               sign={"minimum": "5", "maximum": "500"}, **way)  # fmt: skip


def change(night: CageNight) -> None:
    """Change chips that are not worth as much, as a crooked dealer."""
    gives, takes_ = some(night), some(night, night.tray)
    do = night.mind.choice(("colour-up", "colour-change"))
    fields = {"gives": said(gives)} if do == "colour-up" else {
        "gives": said(gives), "takes": said(takes_)}  # fmt: skip
    if "dana" in night.crooked:
        night.send(TABLE, "dana", do, player="ada", **fields)


def own_word(night: CageNight) -> None:
    """Confirm one's own statement, or sign for the other side; a count goes on to the safe."""
    for number, waits in dict(night.table().statements.pending).items():
        said_, seal = waits.command, str(waits.command.get("seal", ""))
        for who in sorted(night.crooked):
            if night.confirm(TABLE, who, number) and said_["do"] == "count-drop":
                told = sum(round(float(value) * 100) * n for value, n in said_["counts"].items())
                night.pockets += night.sealed.pop(seal) - told


MOVES: tuple[Move, ...] = (
    sale, sale, sale, palm, till, fill, fill, credit, drop, drop, count, count, deposit, deposit,
    pay, safe, drawer, any_count, any_count, reopen, change, own_word,
)  # fmt: skip
