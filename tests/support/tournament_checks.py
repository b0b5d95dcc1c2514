"""Section 15 of the Star's games, checked under each game's own clauses."""

from sabot.rulebooks import RULEBOOKS
from sabot.tournament.conditions import faults
from sabot.tournament.counting import WagerLimits, after_absence
from support.conditions import cited, saying, without
from support.heats import code, counts, form, gone, heat, one, paid, player, prizes, rank


def added_value(game: str) -> None:
    answer = prizes(game, 40, "250", added="2000", shares=["100"])
    assert answer["pool"] == "12000.00"


def added_value_nearest_miss(game: str) -> None:
    answer = prizes(game, 40, "0", shares=["100"])
    assert answer["pool"] == "0.00" and paid(answer) == ["0.00"]


def guarantee(game: str) -> None:
    promise = {"amount": "15000", "from_entries": 50}
    answer = prizes(game, 50, "250", added="2000", guarantee=promise, shares=["100"])
    assert answer["pool"] == "15000.00"


def guarantee_nearest_miss(game: str) -> None:
    promise = {"amount": "15000", "from_entries": 50}
    short = prizes(game, 49, "250", added="2000", guarantee=promise, shares=["100"])
    assert short["pool"] == "14250.00"
    above = prizes(game, 60, "250", added="2000", guarantee=promise, shares=["100"])
    assert above["pool"] == "17000.00"


def conditions(game: str, clause: str) -> None:
    """Every item from (a) to (k) is asked for under its letter."""
    letters = [each.clause.removeprefix(clause)[:3] for each in faults({"rulebook": game})]
    assert sorted(set(letters)) == [f"({letter})" for letter in "abcdefghijk"]
    assert cited(without(game, "entry_fee")) == [("entry_fee", f"{clause}(a)")]


def conditions_nearest_miss(game: str) -> None:
    assert saying(game, entry_fee="none", buy_back="none", guarantee="none") == []
    assert cited(saying(game, entry_fee=" ")) == [("entry_fee", "15.4.2(a)")]


def absence(game: str, clause: str) -> None:
    book = RULEBOOKS[game]
    assert book.tournament is not None and book.tournament.betting.absence is not None
    rule = book.tournament.betting.absence
    assert rule.clause == clause
    assert after_absence(rule, WagerLimits(100, 1000), 1000, 1) == 900
    assert after_absence(rule, WagerLimits(100, 1000), 250, 3) == 0


def absence_nearest_miss(game: str) -> None:
    book = RULEBOOKS[game]
    assert book.tournament is not None and book.tournament.betting.absence is not None
    rule, limits = book.tournament.betting.absence, WagerLimits(100, 1000)
    assert after_absence(rule, limits, 1000, 5) == after_absence(rule, limits, 1000, 3) == 700
    away = one(game, player("1000", absent=True))
    assert (away["chips"], away["state"], away["settled"]) == ("1000.00", "in", [])


def duty(game: str, clause: str) -> None:
    idle = one(game, player("500"))
    assert (idle["state"], idle["clause"], idle["chips"]) == ("disqualified", clause, "500.00")


def duty_nearest_miss(game: str) -> None:
    for who in (
        player("500", passes=True),
        player("500", ("player", "100")),
        player("500", **form("player", "100")),
        player("500", absent=True),
    ):
        assert one(game, who)["state"] == "in"


def several(game: str) -> None:
    """The maximum is for all wagers of a coup, and the surplus comes off the last placed."""
    laid = ("player", "600"), ("tie", "300"), ("banker", "300")
    assert counts(one(game, player("2000", *laid))) == ["600.00", "300.00", "100.00"]


def unable(game: str, clause: str) -> None:
    poor = one(game, player("99.99", ("player", "99.99")))
    assert (poor["state"], poor["clause"], poor["chips"]) == ("eliminated", clause, "99.99")
    (end,) = poor["settled"]
    assert (end["outcome"], end["back"], end["clause"]) == ("void", "99.99", clause)
    passing = one(game, player("99", passes=True))
    assert (passing["state"], passing["clause"]) == ("eliminated", clause)
    lost = one(game, player("150", ("banker", "100")))
    assert (lost["state"], lost["clause"], lost["chips"]) == ("eliminated", clause, "50.00")


def unable_nearest_miss(game: str) -> None:
    assert one(game, player("100", ("player", "100")))["state"] == "in"
    assert one(game, player("200", ("banker", "100")))["state"] == "in"


def units(game: str, clause: str) -> None:
    part = one(game, player("500", ("player", "250")))
    assert part["settled"][0]["back"] == "50.00" and counts(part) == ["200.00"]
    over = one(game, player("1500", ("player", "1150")))
    assert over["settled"][0]["back"] == "150.00" and counts(over) == ["1000.00"]
    short = one(game, player("500", ("player", "80")))
    assert short["settled"][0]["back"] == "0.00" and counts(short) == ["100.00"]
    void = one(game, player("480", ("player", "400"), ("tie", "80")))
    assert counts(void) == ["400.00", "0.00"]
    stopped = void["settled"][1]
    assert (stopped["outcome"], stopped["back"], stopped["clause"]) == ("void", "80.00", clause)
    cut = one(game, player("1500", ("player", "1000"), ("tie", "100")))["settled"][1]
    assert (cut["outcome"], cut["back"], cut["clause"]) == ("void", "100.00", clause)
    assert code(heat(game, player("500"), maximum="1050")) == ("bad-limits", clause)


def units_nearest_miss(game: str) -> None:
    for amount in ("100", "300", "1000"):
        (end,) = one(game, player("1500", ("player", amount)))["settled"]
        assert (end["counts"], end["back"]) == (f"{amount}.00", "0.00")
    made_up = one(game, player("500", ("player", "400"), ("tie", "80")))
    assert counts(made_up) == ["400.00", "100.00"]


def written(game: str) -> None:
    """An undisclosed wager is within the limits and the player's chips."""
    assert counts(one(game, player("1500", **form("player", "700")))) == ["700.00"]
    (end,) = one(game, player("1500", **form("player", "700")))["settled"]
    assert end["undisclosed"] is True and end["back"] == "0.00"


def written_nearest_miss(game: str) -> None:
    assert counts(one(game, player("1500", **form("player", "99")))) == ["100.00"]
    assert counts(one(game, player("1500", **form("player", "1001")))) == ["1000.00"]
    assert counts(one(game, player("500", **form("player", "501")))) == ["500.00"]


def written_beside(game: str) -> None:
    beside = one(game, player("900", ("player", "600"), **form("tie", "300")))
    assert counts(beside) == ["600.00", "300.00"]


def written_beside_nearest_miss(game: str) -> None:
    beyond = one(game, player("850", ("player", "600"), **form("tie", "300")))
    assert counts(beyond) == ["600.00", "250.00"]


def corrected(game: str) -> None:
    """The chips move by what the wager is deemed to be, and by nothing else."""
    lost = one(game, player("1500", ("player", "600"), **form("banker", "2000")))
    assert counts(lost) == ["600.00", "400.00"] and lost["chips"] == "1700.00"


def corrected_nearest_miss(game: str) -> None:
    right = one(game, player("1500", ("player", "600"), **form("banker", "300")))
    assert counts(right) == ["600.00", "300.00"] and right["chips"] == "1800.00"


def below(game: str) -> None:
    assert counts(one(game, player("1500", ("player", "600"), **form("tie", "50"))))[1] == "100.00"


def below_nearest_miss(game: str) -> None:
    assert counts(one(game, player("1500", **form("tie", "100")))) == ["100.00"]
    assert counts(one(game, player("1500", **form("tie", "199")))) == ["100.00"]
    assert counts(one(game, player("660", ("player", "600"), **form("tie", "50"))))[1] == "60.00"


def above(game: str, clause: str) -> None:
    assert counts(one(game, player("1700", ("player", "600"), **form("tie", "700"))))[1] == "400.00"
    full = one(game, player("1700", ("player", "1000"), **form("tie", "100")))["settled"][1]
    assert (full["counts"], full["outcome"], full["clause"]) == ("0.00", "void", clause)


def above_nearest_miss(game: str) -> None:
    assert counts(one(game, player("1700", ("player", "600"), **form("tie", "400"))))[1] == "400.00"


def beyond(game: str, clause: str) -> None:
    assert counts(one(game, player("830", **form("player", "1000")))) == ["830.00"]
    assert counts(one(game, player("5000", **form("player", "6000")))) == ["1000.00"]
    nothing = one(game, player("600", ("player", "600"), **form("tie", "100")))["settled"][1]
    assert (nothing["counts"], nothing["outcome"], nothing["clause"]) == ("0.00", "void", clause)


def beyond_nearest_miss(game: str) -> None:
    assert counts(one(game, player("830", **form("player", "830")))) == ["800.00"]


def blank(game: str, clause: str) -> None:
    for on, amount in ((None, "300"), ("tie", None), (None, None)):
        after = one(game, player("1500", ("player", "600"), **form(on, amount)))
        end = after["settled"][1]
        assert (end["counts"], end["outcome"], end["clause"]) == ("0.00", "void", clause)
        assert (end["on"], end["undisclosed"], after["chips"]) == (on, True, "2000.00")


def blank_nearest_miss(game: str) -> None:
    """After settlement, and no more than there is."""
    lost = one(game, player("650", ("banker", "600"), **form("tie", None)))
    assert (lost["chips"], lost["state"]) == ("0.00", "eliminated")
    full = one(game, player("1500", ("player", "600"), **form("tie", "100")))
    assert full["chips"] == "2000.00" and counts(full) == ["600.00", "100.00"]


def by_chips(game: str) -> None:
    standing = [("ann", "400"), ("bob", "900"), ("cy", "700"), ("di", "700")]
    answer = rank(game, 1, standing, out=[gone("ed", 9, "99", "100", 1)])
    assert answer["order"] == [["bob"], ["cy", "di"], ["ann"], ["ed"]]
    assert (answer["through"], answer["play_off"]) == (["bob"], None)


def by_chips_nearest_miss(game: str) -> None:
    answer = rank(game, 1, [("ann", "400"), ("bob", "400.01")])
    assert answer["order"] == [["bob"], ["ann"]] and answer["through"] == ["bob"]
    assert code(rank(game, 1, [("ann", "0")]))[0] == "bad-amount"


def play_off(game: str) -> None:
    standing = [("ann", "900"), ("bob", "700"), ("cy", "700"), ("di", "400")]
    answer = rank(game, 2, standing)
    assert answer["through"] == ["ann"]
    assert answer["play_off"] == {"names": ["bob", "cy"], "places": 1}


def play_off_nearest_miss(game: str) -> None:
    answer = rank(game, 2, [("ann", "700"), ("bob", "700"), ("cy", "400")])
    assert (answer["through"], answer["play_off"]) == (["ann", "bob"], None)
    zero = [gone("ann", 5, "0", "500"), gone("bob", 5, "0", "500")]
    level = rank(game, 1, [], out=zero)
    assert (level["order"], level["through"], level["play_off"]) == ([["ann", "bob"]], [], None)


def one_coup(game: str) -> None:
    out = [
        gone("ann", 9, "0", "300", 1),
        gone("bob", 9, "0", "500", 2),
        gone("cy", 9, "30", "100", 3),
        gone("di", 8, "90", "900", 1),
        gone("ed", 9, "0", "300", 4),
    ]
    answer = rank(game, 1, [], out=out)
    assert answer["order"] == [["cy"], ["bob"], ["ed"], ["ann"], ["di"]]
    assert (answer["through"], answer["play_off"]) == (["cy"], None)


def one_coup_nearest_miss(game: str) -> None:
    out = [gone("ann", 9, "30", "300", 2), gone("bob", 9, "30", "300"), gone("cy", 10, "0", "100")]
    answer = rank(game, 2, [], out=out)
    assert answer["order"] == [["cy"], ["ann", "bob"]]
    assert (answer["through"], answer["play_off"]) == (["cy"], None)
