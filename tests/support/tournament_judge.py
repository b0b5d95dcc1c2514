"""A second opinion on heats, sessions and prizes: slow, simple, and written from section 15 of the
documents alone. It imports nothing from the product. Chips are counted as a dealer counts them.

    judge_heat(question)       the answer of `sabot tournament wagers` for one valid question
    judge_session(question)    the same of `rank`
    judge_prizes(question)     the same of `prizes`

Where a document is unclear, this judge reads it as the project's rulings do.
"""

import random
from fractions import Fraction
from typing import Any

from support.judge import judge
from support.judge_questions import random_question

Question = dict[str, Any]
Answer = dict[str, Any]

STAR = ("star-baccarat", "star-seven-up")
GAMES = (*STAR, "canberra-mini")


def _money(amount: Fraction | int) -> str:
    cents = Fraction(amount) * 100
    assert cents.denominator == 1
    return f"{cents.numerator // 100}.{cents.numerator % 100:02d}"


# --- A coup of a heat -----------------------------------------------------------------------


def judge_heat(question: Question) -> Answer:
    """Every player after one coup; an error where a document has no rule."""
    players = []
    for player in question["players"]:
        if question["rulebook"] in STAR:
            after = _star_player(question, player)
        else:
            after = _canberra_player(question, player)
        if "error" in after:
            return after
        players.append(after)
    result = _asked(question, [])["result"]
    return {"result": result, "players": players}


def _asked(question: Question, wagers: list[Question]) -> Answer:
    """The coup judged for wagers that all count."""
    kept = ("rulebook", "scheme", "decks", "chip", "cards")
    coup = {key: question[key] for key in kept if key in question}
    return judge({**coup, "wagers": wagers})


def _star_player(question: Question, player: Question) -> Answer:
    minimum, maximum = Fraction(question["minimum"]), Fraction(question["maximum"])
    chips = Fraction(player["chips"])
    form = player.get("undisclosed")
    laid = [Fraction(each["amount"]) for each in player["open"]]

    # 15.6.13: who cannot wager the minimum before the round is out of it.
    if chips < minimum:
        settled = [_stopped(each["on"], False, 0, Fraction(each["amount"]), "15.6.13")
                   for each in player["open"]]  # fmt: skip
        if form is not None:
            settled.append(_stopped(form["on"], True, 0, Fraction(0), "15.6.13"))
        return _after(player, settled, chips, "eliminated", "15.6.13")
    if player.get("absent") or player.get("pass"):
        return _after(player, [], chips, "in", None)
    # 15.6.4: no wager and no pass card.
    if not laid and form is None:
        return _after(player, [], chips, "disqualified", "15.6.4")

    counts = _star_open(laid, chips, minimum, maximum)
    settled = []
    for each, amount, count in zip(player["open"], laid, counts, strict=True):
        back = amount - count if amount > count else Fraction(0)
        settled.append(_settle(question, each["on"], False, count, back, "15.6.14"))
    blank = form is not None and (form["on"] is None or form["amount"] is None)
    if form is not None and blank:
        settled.append(_stopped(form["on"], True, 0, Fraction(0), "15.8.3.4"))
    elif form is not None:
        held, open_ = chips, sum(counts, Fraction(0))
        count, clause = _star_form(Fraction(form["amount"]), held, open_, minimum, maximum)
        settled.append(_settle(question, form["on"], True, count, Fraction(0), clause))
    if any("error" in each for each in settled):
        return next(each for each in settled if "error" in each)
    for each in settled:
        chips = chips + _won(each)
    if blank:
        # 15.8.3.4: the minimum is deducted; nobody can lose what is not there.
        chips = chips - minimum
        if chips < 0:
            chips = Fraction(0)
    return _end(player, settled, chips, minimum, "15.6.13")


def _star_open(
    laid: list[Fraction], chips: Fraction, minimum: Fraction, maximum: Fraction
) -> list[Fraction]:
    """15.6.14, played with chips: some lie on the layout, the rest in the player's hand."""
    layout = list(laid)
    hand = chips - sum(layout)
    # An incomplete increment is not valid: it goes back to the hand.
    for place, amount in enumerate(layout):
        if amount >= minimum:
            over = amount % minimum
            layout[place] = amount - over
            hand = hand + over
    # A short wager is made up from the hand, or is void and goes back to it.
    for place, amount in enumerate(layout):
        if amount < minimum:
            missing = minimum - amount
            if hand >= missing:
                layout[place] = minimum
                hand = hand - missing
            else:
                layout[place] = Fraction(0)
                hand = hand + amount
    # Above the maximum: unit after unit off the wager that was placed last.
    last = len(layout) - 1
    while sum(layout) > maximum:
        if layout[last] == 0:
            last = last - 1
        else:
            layout[last] = layout[last] - minimum
    return layout


def _star_form(
    written: Fraction, chips: Fraction, open_: Fraction, minimum: Fraction, maximum: Fraction
) -> tuple[Fraction, str]:
    """15.8.3, with the maximum for open and undisclosed wagers together."""
    in_possession = chips - open_
    room = maximum - open_
    # 15.8.3.3: more than the chips: all of them, or the maximum if that is lower.
    if written > in_possession:
        if in_possession < room:
            return in_possession, "15.8.3.3"
        return room, "15.8.3.3"
    # 15.8.3.2: more than the maximum.
    if written > room:
        return room, "15.8.3.2"
    # 15.8.3.1: less than the minimum, but not more than the chips.
    if written < minimum:
        if in_possession < minimum:
            return in_possession, "15.8.3.1"
        return minimum, "15.8.3.1"
    units = written // minimum
    return units * minimum, "15.6.14"


def _canberra_player(question: Question, player: Question) -> Answer:
    minimum, maximum = Fraction(question["minimum"]), Fraction(question["maximum"])
    chips = Fraction(player["chips"])
    # 15.14: who cannot wager the minimum is out of the tournament.
    if chips < minimum:
        settled = [_stopped(each["on"], False, 0, Fraction(each["amount"]), "15.14")
                   for each in player["open"]]  # fmt: skip
        if player.get("undisclosed") is not None:
            settled.append(_stopped(player["undisclosed"]["on"], True, 0, Fraction(0), "15.14"))
        return _after(player, settled, chips, "eliminated", "15.14")
    if player.get("absent"):
        return _after(player, [], chips, "in", None)
    # Pass cards and forms are unknown, and nothing is said of a player who does not wager.
    if player.get("pass") or player.get("undisclosed") is not None or not player["open"]:
        return {"error": {"code": "no-rule"}}
    settled = []
    for each in player["open"]:
        amount = Fraction(each["amount"])
        # 3.5: paid or collected to the maximum. 3.4: below the minimum, paid or collected.
        count = amount if amount <= maximum else maximum
        settled.append(_settle(question, each["on"], False, count, amount - count, "3.5"))
    if any("error" in each for each in settled):
        return next(each for each in settled if "error" in each)
    for each in settled:
        chips = chips + _won(each)
    return _end(player, settled, chips, minimum, "15.14")


def _settle(
    question: Question, on: str, undisclosed: bool, count: Fraction, back: Fraction, clause: str
) -> Answer:
    if count == 0:
        return _stopped(on, undisclosed, count, back, clause)
    judged = _asked(question, [{"id": 0, "on": on, "amount": _money(count)}])
    if "error" in judged:
        return judged
    (end,) = judged["wagers"]
    return {
        "on": on,
        "undisclosed": undisclosed,
        "counts": _money(count),
        "back": _money(back),
        "outcome": end["outcome"],
        "pays": end["pays"],
        "clause": end["clause"],
    }


def _stopped(
    on: str | None, undisclosed: bool, count: Fraction | int, back: Fraction, clause: str
) -> Answer:
    return {
        "on": on,
        "undisclosed": undisclosed,
        "counts": _money(count),
        "back": _money(back),
        "outcome": "void",
        "pays": "0.00",
        "clause": clause,
    }


def _won(end: Answer) -> Fraction:
    if end["outcome"] == "win":
        return Fraction(end["pays"])
    if end["outcome"] == "lose":
        return -Fraction(end["counts"])
    return Fraction(0)


def _end(
    player: Question, settled: list[Answer], chips: Fraction, minimum: Fraction, clause: str
) -> Answer:
    if chips < minimum:
        return _after(player, settled, chips, "eliminated", clause)
    return _after(player, settled, chips, "in", None)


def _after(
    player: Question, settled: list[Answer], chips: Fraction, state: str, clause: str | None
) -> Answer:
    return {
        "name": player["name"],
        "settled": settled,
        "chips": _money(chips),
        "state": state,
        "clause": clause,
    }


# --- The end of a session -------------------------------------------------------------------


def judge_session(question: Question) -> Answer:
    """Rank players one by one: the best of those left comes next."""
    star = question["rulebook"] in STAR
    gone = question["disqualified"]
    left = [("in", each) for each in question["in"] if each["name"] not in gone]
    left += [("out", each) for each in question["out"] if each["name"] not in gone]
    order: list[list[str]] = []
    kinds: list[str] = []
    while left:
        best = [one for one in left if not any(_better(star, left, two, one) for two in left)]
        order.append([each["name"] for _, each in best])
        kinds.append(best[0][0])
        left = [each for each in left if each not in best]
    through: list[str] = []
    play_off = None
    for names, kind in zip(order, kinds, strict=True):
        open_places = question["advance"] - len(through)
        if open_places == 0:
            break
        if len(names) <= open_places:
            through = through + names
            continue
        # 15.10.3 and 15.1.1: level above zero. Canberra 15.3(a): level players at any time.
        if kind == "in" or not star:
            play_off = {"names": names, "places": open_places}
        break
    return {"order": order, "through": through, "play_off": play_off}


Ranked = tuple[str, Question]


def _better(star: bool, everybody: list[Ranked], one: Ranked, two: Ranked) -> bool:
    """Return True if the first is placed before the second."""
    if one[0] != two[0]:
        return one[0] == "in"
    a, b = one[1], two[1]
    if one[0] == "in":
        # 15.10.2: the highest value of chips.
        return Fraction(a["chips"]) > Fraction(b["chips"])
    if a["coup"] != b["coup"]:
        return bool(a["coup"] > b["coup"])
    if not star:
        return False
    # 15.10.4: residual chips, then the wager, then whose chips were removed first.
    for key in ("residual", "wager"):
        if Fraction(a[key]) != Fraction(b[key]):
            return Fraction(a[key]) > Fraction(b[key])
    for kind, other in everybody:
        alike = kind == "out" and other["coup"] == a["coup"]
        for key in ("residual", "wager"):
            alike = alike and Fraction(other[key]) == Fraction(a[key])
        if alike and other["collected"] is None:
            return False
    return bool(a["collected"] > b["collected"])


# --- Prizes ---------------------------------------------------------------------------------


def judge_prizes(question: Question) -> Answer:
    """Cent by cent."""
    pool = 0
    for _ in range(question["entries"]):
        pool = pool + _cents(question["fee"])
    if question.get("commission"):
        # Canberra 15.22; a part of a cent is not kept.
        kept = Fraction(question["commission"]) * pool / 100
        pool = pool - kept.numerator // kept.denominator
    pool = pool + _cents(question.get("added") or "0")
    promise = question.get("guarantee")
    if promise and question["entries"] >= promise["from_entries"]:
        pool = max(pool, _cents(promise["amount"]))
    amounts = []
    for share in question["shares"]:
        part = Fraction(share) * pool / 100
        amounts.append(part.numerator // part.denominator)
    place = 0
    while sum(amounts) < pool:
        amounts[place] = amounts[place] + 1
        place = place + 1
    paid = {place + 1: amount for place, amount in enumerate(amounts)}
    for level in question.get("level") or []:
        together = 0
        for place in level:
            together = together + paid.get(place, 0)
            paid[place] = 0
        while together:
            for place in sorted(level):
                if together:
                    paid[place] = paid[place] + 1
                    together = together - 1
    places = [{"place": place, "amount": _money(Fraction(paid[place], 100))} for place in paid]
    places.sort(key=lambda each: int(str(each["place"])))
    return {"pool": _money(Fraction(pool, 100)), "places": places}


def _cents(amount: str) -> int:
    cents = Fraction(amount) * 100
    assert cents.denominator == 1
    return cents.numerator


# --- Random questions -----------------------------------------------------------------------


def random_heat(game: str, rng: random.Random) -> Question:
    """A coup with up to five players around the limits: few units, many odd amounts."""
    coup = random_question(game, rng)
    wagers = sorted({each["on"] for each in coup["wagers"]} | {"player", "banker", "tie"})
    kept = ("rulebook", "scheme", "decks", "chip", "cards")
    question = {key: coup[key] for key in kept if key in coup}
    minimum = rng.choice([20, 100])
    units = rng.choice([1, 3, 5, 10])
    question |= {"minimum": str(minimum), "maximum": str(minimum * units)}
    players = [_random_player(game, rng, wagers, minimum, units) for _ in range(rng.randint(0, 5))]
    for number, player in enumerate(players):
        player |= {"name": f"player {number}", "box": number + 1}
    return question | {"players": players}


def _random_player(
    game: str, rng: random.Random, wagers: list[str], minimum: int, units: int
) -> Question:
    step = minimum if rng.random() < 0.4 else minimum // 10
    chips = rng.randint(0, 2 * units * minimum // step) * step
    player: Question = {"chips": str(chips), "open": []}
    how = rng.random()
    if how < 0.05:
        return player | {"absent": True}
    if how < 0.10 and game in STAR:
        return player | {"pass": True}
    if how < 0.12 and game in STAR:
        return player
    left = chips
    for _ in range(rng.randint(1 if game not in STAR else 0, 3)):
        most = min(left, rng.choice([minimum, 2 * minimum, 2 * units * minimum]))
        if most >= step:
            amount = rng.randint(1, most // step) * step
            player["open"].append({"on": rng.choice(wagers), "amount": str(amount)})
            left = left - amount
    if game in STAR and rng.random() < 0.5:
        written = str(rng.randint(1, 3 * units * minimum // step) * step)
        player["undisclosed"] = {
            "on": None if rng.random() < 0.1 else rng.choice(wagers),
            "amount": None if rng.random() < 0.1 else written,
        }
    return player


def random_session(game: str, rng: random.Random) -> Question:
    """A table's players with many of them level."""
    names = [f"player {number}" for number in range(rng.randint(0, 9))]
    standing, out = [], []
    for name in names:
        if rng.random() < 0.5:
            standing.append({"name": name, "chips": str(rng.randint(1, 3) * 100)})
        else:
            out.append(
                {
                    "name": name,
                    "coup": rng.randint(8, 9),
                    "residual": str(rng.choice([0, 0, 30])),
                    "wager": str(rng.choice([100, 100, 500])),
                    "collected": None if rng.random() < 0.1 else rng.randint(1, 6),
                }
            )
    gone = [name for name in names if rng.random() < 0.1]
    return {
        "rulebook": game,
        "advance": rng.randint(0, 5),
        "in": standing,
        "out": out,
        "disqualified": gone,
    }


def random_prizes(game: str, rng: random.Random) -> Question:
    """A small pool, so that cents are left over."""
    places = rng.randint(1, 6)
    cuts = sorted(rng.randint(0, 10_000) for _ in range(places - 1))
    shares = [b - a for a, b in zip([0, *cuts], [*cuts, 10_000], strict=True)]
    level, place = [], 1
    while place < places + 2:
        size = rng.randint(1, 4)
        if rng.random() < 0.5:
            level.append(rng.sample(range(place, place + size), size))
        place = place + size
    question: Question = {
        "rulebook": game,
        "entries": rng.randint(0, 9),
        "fee": _money(Fraction(rng.randint(0, 500), 100)),
        "added": _money(Fraction(rng.randint(0, 300), 100)),
        "shares": [_money(Fraction(share, 100)) for share in shares],
        "level": level,
    }
    if game not in STAR:
        question["commission"] = _money(Fraction(rng.randint(0, 2_500), 100))
    if rng.random() < 0.5:
        promise = _money(Fraction(rng.randint(0, 5_000), 100))
        question["guarantee"] = {"amount": promise, "from_entries": rng.randint(0, 9)}
    return question
