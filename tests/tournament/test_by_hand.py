"""A Tournament Manager with section 15 in hand: coups, sessions and purses reckoned on paper.

A wager is written `P250`, `B` and `T` likewise, a form `?T700`, without type `?-700`, without
amount `?T-`; an end as `counts/back outcome pays`.
"""

from typing import Any

import pytest

from support.heats import code, heat, paid, player, prizes, rank
from support.heats import form as written

BAC, UP, MIN = "star-baccarat", "star-seven-up", "canberra-mini"
ON = {"P": "player", "B": "banker", "T": "tie", "-": None}
OUT, OUT_MINI, IDLE = ("eliminated", "15.6.13"), ("eliminated", "15.14"), ("disqualified", "15.6.4")
IN: tuple[str, str | None] = ("in", None)

COUPS: list[tuple[str, str, str, str, list[str], str, tuple[str, str | None]]] = [
    # whole units, the maximum, made up, void (15.6.14)
    (BAC, "player", "1500", "P250", ["200/50 win 200"], "1700", IN),
    (UP, "banker", "1500", "P250", ["200/50 lose 0"], "1300", IN),
    (BAC, "banker", "1500", "B250", ["200/50 win 190"], "1690", IN),
    (BAC, "tie", "1500", "T1150", ["1000/150 win 8000"], "9500", IN),
    (UP, "banker", "1500", "T1150", ["1000/150 lose 0"], "500", IN),
    (BAC, "player", "1500", "P99.99", ["100/0 win 100"], "1600", IN),
    (BAC, "banker", "500", "P80", ["100/0 lose 0"], "400", IN),
    (UP, "tie", "100", "P20", ["100/0 standoff 0"], "100", IN),
    (BAC, "player", "180", "P80 T80", ["100/0 win 100", "0/80 void 0"], "280", IN),
    (BAC, "player", "480", "P400 T80", ["400/0 win 400", "0/80 void 0"], "880", IN),
    (BAC, "tie", "1000", "P300 T200", ["300/0 standoff 0", "200/0 win 1600"], "2600", IN),
    (BAC, "player", "2000", "P600 T600", ["600/0 win 600", "400/200 lose 0"], "2200", IN),
    (UP, "banker", "2000", "P600 T600 T300",
     ["600/0 lose 0", "400/200 lose 0", "0/300 void 0"], "1000", IN),
    (BAC, "player", "1050", "P1050", ["1000/50 win 1000"], "2050", IN),
    (BAC, "banker", "350", "B350", ["300/50 win 285"], "635", IN),
    # who cannot cover the minimum is out, first of all (15.6.13)
    (BAC, "player", "80", "P80", ["0/80 void 0"], "80", OUT),
    (UP, "player", "99.99", "", [], "99.99", OUT),
    (BAC, "player", "90", "pass", [], "90", OUT),
    (BAC, "player", "0", "away", [], "0", OUT),
    (BAC, "player", "60", "?P60", ["0/0 void 0"], "60", OUT),
    (BAC, "banker", "100", "P100", ["100/0 lose 0"], "0", OUT),
    (BAC, "player", "100", "P100", ["100/0 win 100"], "200", IN),
    (UP, "banker", "199", "P199", ["100/99 lose 0"], "99", OUT),
    (BAC, "banker", "200", "P199", ["100/99 lose 0"], "100", IN),
    # no wager, pass cards, absence (15.6.4, 15.7.1, 15.5.6)
    (BAC, "player", "500", "", [], "500", IDLE),
    (UP, "tie", "100", "", [], "100", IDLE),
    (BAC, "player", "500", "pass", [], "500", IN),
    (UP, "player", "100", "pass", [], "100", IN),
    (BAC, "player", "500", "away", [], "500", IN),
    # undisclosed wagers as they are deemed (15.8.3)
    (BAC, "player", "830", "?P1000", ["830/0 win 830"], "1660", IN),
    (UP, "banker", "830", "?P1000", ["830/0 lose 0"], "0", OUT),
    (BAC, "player", "1500", "?P2000", ["1000/0 win 1000"], "2500", IN),
    (BAC, "player", "1500", "P600 ?T700", ["600/0 win 600", "400/0 lose 0"], "1700", IN),
    (BAC, "player", "1500", "P600 ?T50", ["600/0 win 600", "100/0 lose 0"], "2000", IN),
    (BAC, "player", "1500", "P600 ?T250", ["600/0 win 600", "200/0 lose 0"], "1900", IN),
    (BAC, "player", "1500", "P650 ?T300", ["600/50 win 600", "300/0 lose 0"], "1800", IN),
    (BAC, "player", "650", "P600 ?T100", ["600/0 win 600", "50/0 lose 0"], "1200", IN),
    (BAC, "player", "650", "P600 ?T40", ["600/0 win 600", "50/0 lose 0"], "1200", IN),
    (BAC, "player", "600", "P600 ?T100", ["600/0 win 600", "0/0 void 0"], "1200", IN),
    (UP, "banker", "1500", "P1000 ?T100", ["1000/0 lose 0", "0/0 void 0"], "500", IN),
    (BAC, "tie", "150", "?T30", ["100/0 win 800"], "950", IN),
    # forms without type or amount: no wager, the minimum goes (15.8.3.4)
    (BAC, "player", "500", "?-300", ["0/0 void 0"], "400", IN),
    (UP, "tie", "500", "?T-", ["0/0 void 0"], "400", IN),
    (BAC, "player", "500", "P100 ?T-", ["100/0 win 100", "0/0 void 0"], "500", IN),
    (BAC, "player", "100", "?--", ["0/0 void 0"], "0", OUT),
    (BAC, "banker", "150", "P150 ?-50", ["100/50 lose 0", "0/0 void 0"], "0", OUT),
    # Mini-Baccarat: as laid, up to the maximum of each (3.3 to 3.5); out below the minimum (15.14)
    (MIN, "player", "500", "P250", ["250/0 win 250"], "750", IN),
    (MIN, "player", "500", "P80", ["80/0 win 80"], "580", IN),
    (MIN, "banker", "2000", "P1150", ["1000/150 lose 0"], "1000", IN),
    (MIN, "player", "2000", "P900 T900", ["900/0 win 900", "900/0 lose 0"], "2000", IN),
    (MIN, "tie", "300", "P100 T10", ["100/0 standoff 0", "10/0 win 80"], "380", IN),
    (MIN, "player", "99", "P99", ["0/99 void 0"], "99", OUT_MINI),
    (MIN, "banker", "199", "P100", ["100/0 lose 0"], "99", OUT_MINI),
    (MIN, "player", "50", "pass", [], "50", OUT_MINI),
    (MIN, "player", "500", "away", [], "500", IN),
]  # fmt: skip


def entrant(chips: str, said: str) -> dict[str, Any]:
    words = said.split()
    laid = [(str(ON[each[0]]), each[1:]) for each in words if each[0] in "PBT"]
    form: dict[str, Any] = {}
    for each in words:
        if each[0] == "?":
            form = written(ON[each[1]], None if each[2:] == "-" else each[2:])
    return player(chips, *laid, passes="pass" in words, absent="away" in words, **form)


def short(amount: str) -> str:
    return amount.removesuffix(".00")


@pytest.mark.parametrize(("game", "result", "chips", "said", "ends", "after", "state"), COUPS)
def test_a_coup(
    game: str, result: str, chips: str, said: str, ends: list[str], after: str, state: Any
) -> None:
    (found,) = heat(game, entrant(chips, said), result=result)["players"]
    settled = [
        f"{short(e['counts'])}/{short(e['back'])} {e['outcome']} {short(e['pays'])}"
        for e in found["settled"]
    ]
    assert (settled, short(found["chips"])) == (ends, after)
    assert (found["state"], found["clause"]) == state


@pytest.mark.parametrize("said", ["pass", "?T100", ""])
def test_mini_baccarat_has_no_such_rule(said: str) -> None:
    assert code(heat(MIN, entrant("500", said)))[0] == "no-rule"


SESSIONS: list[tuple[str, int, str, str, str, str, str]] = [
    # game, places, still in, out (name coup residual wager collected), order, through, play-off
    (BAC, 2, "a900 b700 c700 d700", "", "a bcd", "a", "bcd for 1"),
    (UP, 3, "a900 b700 c700 d700", "", "a bcd", "a", "bcd for 2"),
    (BAC, 1, "a500 b500", "", "ab", "", "ab for 1"),
    (BAC, 2, "a500 b500", "", "ab", "ab", ""),
    (MIN, 1, "b500 a500 c500", "", "bac", "", "bac for 1"),
    (BAC, 3, "a900", "b.9.30.100.1 c.9.0.500.2 d.9.0.300.3", "a b c d", "abc", ""),
    (UP, 2, "", "b.9.0.300.- c.9.0.300.-", "bc", "bc", ""),
    (UP, 1, "", "b.9.0.300.- c.9.0.300.-", "bc", "", ""),
    (MIN, 1, "", "b.9.0.300.- c.9.0.300.-", "bc", "", "bc for 1"),
    (BAC, 1, "", "b.9.0.300.1 c.9.0.300.2", "c b", "c", ""),
    (BAC, 1, "", "b.5.90.300.1 c.9.0.100.2", "c b", "c", ""),
    (MIN, 2, "a900", "b.9.90.300.1 c.9.0.100.2", "a bc", "a", "bc for 1"),
    (UP, 2, "a900 b700 c800", "", "a c b", "ac", ""),
    (BAC, 2, "a900 b700 x950", "x2.3.0.100.1", "x a b x2", "xa", ""),
    (BAC, 0, "a900 b900", "", "ab", "", ""),
    (BAC, 3, "a900", "", "a", "a", ""),
]


@pytest.mark.parametrize(("game", "places", "still", "out", "ranked", "on", "off"), SESSIONS)
def test_a_session(
    game: str, places: int, still: str, out: str, ranked: str, on: str, off: str
) -> None:
    gone = []
    for name, coup, residual, wager, taken in (each.split(".") for each in out.split()):
        collected = None if taken == "-" else int(taken)
        gone.append({"name": name, "coup": int(coup), "residual": residual, "wager": wager,
                     "collected": collected})  # fmt: skip
    answer = rank(game, places, [(each[0], each[1:]) for each in still.split()], out=gone)
    assert " ".join("".join(each) for each in answer["order"]) == ranked
    assert "".join(answer["through"]) == on
    played = answer["play_off"]
    assert (f"{''.join(played['names'])} for {played['places']}" if played else "") == off


@pytest.mark.parametrize("game", [BAC, UP, MIN])
def test_whoever_is_disqualified_stands_nowhere(game: str) -> None:
    out = [{"name": "c", "coup": 3, "residual": "0", "wager": "100", "collected": 1}]
    answer = rank(game, 2, [("a", "9"), ("b", "8")], out=out, disqualified=["a", "c"])
    assert answer == {"order": [["b"]], "through": ["b"], "play_off": None}


SHARES = ["50", "30", "20"]
PURSES: list[tuple[str, int, str, dict[str, Any], str, list[str]]] = [
    (BAC, 40, "250", {"shares": SHARES}, "10000", ["5000", "3000", "2000"]),
    (UP, 33, "10.01", {"shares": SHARES}, "330.33", ["165.17", "99.10", "66.06"]),
    (BAC, 50, "100", {"shares": ["100"], "guarantee": {"amount": "6000", "from_entries": 50}},
     "6000", ["6000"]),
    (BAC, 49, "100", {"shares": ["100"], "guarantee": {"amount": "6000", "from_entries": 50}},
     "4900", ["4900"]),
    (UP, 70, "100", {"shares": ["100"], "guarantee": {"amount": "6000", "from_entries": 50}},
     "7000", ["7000"]),
    (MIN, 30, "100", {"commission": "10", "shares": ["60", "25", "15"]},
     "2700", ["1620", "675", "405"]),
    (MIN, 3, "33.33", {"commission": "12.5", "shares": ["100"]}, "87.50", ["87.50"]),
    (MIN, 30, "100", {"commission": "10", "added": "300", "prizes": ["2000", "1000"]},
     "3000", ["2000", "1000"]),
    (BAC, 12, "0", {"added": "500", "shares": ["70", "30"]}, "500", ["350", "150"]),
    (BAC, 1, "100", {"shares": SHARES, "level": [[2, 3, 4]]},
     "100", ["50", "16.67", "16.67", "16.66"]),
    (MIN, 1, "100", {"shares": SHARES, "level": [[1, 2]]}, "100", ["40", "40", "20"]),
    (UP, 1, "0.01", {"shares": SHARES}, "0.01", ["0.01", "0", "0"]),
]  # fmt: skip


@pytest.mark.parametrize(("game", "entries", "fee", "said", "pool", "places"), PURSES)
def test_a_purse(
    game: str, entries: int, fee: str, said: dict[str, Any], pool: str, places: list[str]
) -> None:
    answer = prizes(game, entries, fee, **said)
    assert short(answer["pool"]) == short(pool)
    assert [short(each) for each in paid(answer)] == [short(each) for each in places]
