"""Three Card Baccarat, The Star, 17 August 2016."""

from reference.document import Document, Pay

TOTALS = tuple(f"point-total-{count}" for count in range(10))


def side_pays(clause: str) -> tuple[Pay, ...]:
    """Return the lines that 11.1 and 11.2 have in common, numbered under one of them."""
    return (
        *(Pay(TOTALS[n], f"banker count {n}", (8, 1), f"{clause}.2") for n in range(10)),
        Pay("tie", "tie", (21, 1), f"{clause}.3"),
        Pay("three-pictures", "banker three pictures", (70, 1), f"{clause}.4"),
    )


STANDARD = (Pay("player", "player wins", (19, 20), "11.1.1"), *side_pays("11.1"))

EVEN_MONEY = (
    Pay("player", "player wins with 6", (1, 2), "11.2.1"),
    Pay("player", "player wins", (1, 1), "11.2.1"),
    *side_pays("11.2"),
)

CLAUSES = {
    "decks": "3.1",
    "source": "3.7",
    "layout": "2.2",
    "bets": "5.1",
    "chips": "5.3",
    "before the first card": "5.4",
    "no touch": "5.5",
    "pairing": "5.2",
    "one wager": "5.9",
    "tie needs a main bet": "5.2.2",
    "players at an area": "5.6",
    "give up an area": "5.7",
    "refuse a wager": "14.12",
    "limits": "6.1",
    "unit": "6.1",
    "below the minimum": "6.2",
    "above the maximum": "6.3",
    "alter limits": "6.5",
    "raise at once": "6.5.1",
    "end protection": "6.5.2",
    "personal limit": "6.6",
    "fit cards": "3.10",
    "shuffle": "4.1",
    "order a shuffle": "4.1.3",
    "who cuts": "4.3",
    "cut": "4.5",
    "cutting card": "4.6",
    "cutting card during": "4.7",
    "cutting card first": "4.8",
    "burn": "4.11",
    "no more bets": "8.1",
    "deal": "8.1",
    "who holds the cards": "9.3",
    "settle": "11.1",
    "rounding": "5.11",
    "scheme": "11.2",
    "scheme sign": "2.4",
    "change scheme": "14.8",
    "wrong deal": "12.1",
    "misdeal": "12.3",
    "banker count": "12.2",
    "hand void": "12.5",
    "empty area": "12.4",
    "settling error": "12.6",
    "surplus to house": "12.2",
    "first card exposed": "12.8",
    "face up": "12.9",
    "suspect device": "12.9.1",
    "cards short": "12.7",
    "missing card": "12.13",
    "not cut": "12.10",
    "not burned": "12.11",
    "not shuffled": "12.12",
    "device": "13.1",
    "device, cards moved": "13.2",
    "device, disadvantage": "13.4",
    "device, no spare": "13.5",
    "contravention": "14.3.1",
    "exclude": "14.3.2",
    "disruption": "14.4",
    "refund": "14.5",
    "forfeit": "14.5",
    "idle": "14.10",
    "dispute": "14.13",
    "complaint": "14.14",
    "close": "14.9",
}

ROLES = {
    "players at an area": "casino supervisor",  # 5.6
    "refuse a wager": "casino supervisor",  # 14.12
    "alter limits": "casino supervisor",  # 6.5
    "personal limit": "casino supervisor",  # 6.6
    "fit cards": "casino supervisor",  # 3.10
    "order a shuffle": "casino supervisor",  # 4.1.3
    "settling error": "casino supervisor",  # 12.6
    "suspect device": "casino supervisor",  # 12.9.1
    "contravention": "casino supervisor",  # 14.3
    "disruption": "casino supervisor",  # 14.4
    "change scheme": "casino supervisor",  # 14.8
    "close": "casino supervisor",  # 14.9
    "dispute": "gaming supervisor",  # 14.13
}

DOCUMENT = Document(
    name="star-three-card",
    decks=(6, 8),
    sources=("shoe", "device"),
    areas=(1, 99),
    main_bets=frozenset({"player", "tie", "three-pictures", *TOTALS}),
    optional_bets=frozenset(),
    layouts=(),
    decks_for={},
    schemes={"standard": STANDARD, "even-money": EVEN_MONEY},
    stand_off=frozenset({"player"}),
    compared_by="order",
    house="banker",
    initial=(),
    printed=None,
    rounds=(True, True, True),
    dealt_bets=frozenset({"player"}),
    drawing="none",
    interim_bets=frozenset(),
    rounds_up=True,
    tokens=True,
    maximum_over_boxes=False,
    area_pro_rata=False,
    returns_after_advice=False,
    personal_lifts_area=True,
    one_a_player=frozenset({"three-pictures"}),
    players_at_area=(3, 3),
    players_counted_by="bet",
    wagers_at_area={},
    cut_depth=52,
    cutting_card=(39, 65),
    burns=("counted",),
    burns_approved=(),
    device_delay=0,
    coups_after_cut=(0, 0),
    tie_gives_one_more=False,
    must_call_no_more_bets=False,
    face_down="method B",
    shuffle_for_any_reason=False,
    cards_go_to="any bettor",
    no_bet_on_request=False,
    take_down_unexposed_only=False,
    wrong_recipient_takes_down=False,
    first_exposed="burn",
    first_exposed_where=frozenset({True, False}),
    face_up_burned=False,
    short_reshuffles=False,
    interim_stands=False,
    device_gives_options=True,
    must_forfeit=False,
    ends_with_collection=False,
    notice_minutes=20,
    roles=ROLES,
    notify={},
    clauses=CLAUSES,
)
