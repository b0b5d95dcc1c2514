"""Baccarat, The Star Sydney, version 4, 13 August 2025."""

from reference.document import Document, Pay

TIGERS = frozenset({"tiger-tie", "tiger-pair", "tiger", "big-tiger", "small-tiger"})
PAIRS = frozenset({"pair-player", "pair-banker"})

OPTIONAL_PAYS = (
    Pay("pair-player", "player pair", (11, 1), "11.1.4"),
    Pay("pair-banker", "banker pair", (11, 1), "11.1.4"),
    Pay("super-six", "banker wins with 6", (15, 1), "11.1.6"),
    Pay("tiger-tie", "tie on 6", (45, 1), "11.1.7"),
    Pay("tiger-pair", "one pair", (4, 1), "11.1.8.1"),
    Pay("tiger-pair", "two pairs", (25, 1), "11.1.8.2"),
    Pay("tiger-pair", "two equal pairs", (100, 1), "11.1.8.3"),
    Pay("tiger", "banker wins with 6 in two cards", (12, 1), "11.1.9.1"),
    Pay("tiger", "banker wins with 6 in three cards", (22, 1), "11.1.9.2"),
    Pay("big-tiger", "banker wins with 6 in three cards", (55, 1), "11.1.10"),
    Pay("small-tiger", "banker wins with 6 in two cards", (22, 1), "11.1.11"),
)
"""Optional bets; Even Money keeps these odds (ruling on 11.2)."""

STANDARD = (
    Pay("player", "player wins", (1, 1), "11.1.2"),
    Pay("banker", "banker wins", (19, 20), "11.1.3"),
    Pay("tie", "tie", (8, 1), "11.1.5"),
    *OPTIONAL_PAYS,
)

EVEN_MONEY = (
    Pay("player", "player wins", (1, 1), "11.2.1"),
    Pay("banker", "banker wins with 6", (1, 2), "11.2.2"),
    Pay("banker", "banker wins", (1, 1), "11.2.2"),
    Pay("tie", "tie", (8, 1), "11.2.3"),
    *OPTIONAL_PAYS,
)

CLAUSES = {
    "decks": "3.1",
    "source": "3.6",
    "layout": "2.2",
    "options share a table": "10.2",
    "low limit": "6.9.2",
    "bets": "5.1",
    "optional bets": "10.1",
    "chips": "5.2",
    "before the first card": "5.3",
    "no touch": "5.4",
    "pairing": "5.6",
    "both hands": "5.6.6",
    "one wager: pair-player": "10.5",
    "one wager: pair-banker": "10.5",
    "one wager: super-six": "10.12",
    "one wager: tiger-tie": "10.17",
    "one wager: tiger-pair": "10.22",
    "one wager: tiger": "10.28",
    "one wager: big-tiger": "10.33",
    "one wager: small-tiger": "10.38",
    "players at an area": "5.9",
    "players at the table": "5.9",
    "restriction: pair-player": "10.4",
    "restriction: pair-banker": "10.4",
    "restriction: super-six": "10.11",
    "restriction: tiger-tie": "10.16",
    "restriction: tiger-pair": "10.21",
    "restriction: tiger": "10.27",
    "restriction: big-tiger": "10.32",
    "restriction: small-tiger": "10.37",
    "refuse a wager": "14.17",
    "proxy": "14.21",
    "player card": "14.1",
    "limits": "6.1",
    "unit": "6.1.1",
    "below the minimum": "6.4",
    "above the maximum": "6.5",
    "area maximum": "6.5",
    "differential": "6.1",
    "reduce": "6.2",
    "alter limits": "6.7",
    "raise at once": "6.7.1",
    "end protection": "6.7.2",
    "personal limit": "6.8",
    "loss limit": "14.3",
    "loss limit in the coup": "12.22",
    "loss limit break": "14.4",
    "deposit limit": "1.1",
    "fit cards": "3.10",
    "handled cards": "3.9",
    "check cards": "3.11",
    "shuffle": "4.1",
    "order a shuffle": "4.1.3",
    "reshuffle after a void": "12.1.3",
    "who cuts": "4.3",
    "players cut": "4.3",
    "cut": "4.5",
    "cutting card": "4.6",
    "cutting card during": "4.9",
    "cutting card first": "4.10",
    "burn": "4.7",
    "burn approved": "4.7.2",
    "no more bets": "7.1",
    "deal": "7.3",
    "no bet, players present": "7.5",
    "no bet, empty table": "7.4",
    "no bet": "12.4",
    "draw": "9.1",
    "who holds the cards": "8.8",
    "settle": "11.1",
    "rounding": "5.8",
    "scheme": "11.2",
    "scheme sign": "2.5",
    "change scheme": "14.13",
    "wrong deal": "12.1",
    "doubtful order": "12.1",
    "rebuild": "12.1.1",
    "take down": "12.1.1",
    "not rebuilt": "12.1.2",
    "too late": "12.1.4",
    "cards taken out": "12.1.4",
    "surplus to player": "12.2",
    "surplus exposed": "12.3",
    "surplus unexposed": "12.2",
    "surplus to house": "12.3",
    "burned in error": "12.16",
    "first card exposed": "12.3",
    "face up": "12.5",
    "suspect device": "12.5.1",
    "order revealed": "4.13",
    "cards short": "12.6",
    "missing card": "12.11",
    "not cut": "12.7",
    "not burned": "12.8",
    "not shuffled": "12.9",
    "wrong recipient": "12.15",
    "reopen": "12.12",
    "scanner": "12.13",
    "device": "13.1",
    "device, cards moved": "13.2",
    "device, disadvantage": "13.4",
    "device, no spare": "13.5",
    "invalid wager": "12.17",
    "invalid card": "12.21",
    "mispayment": "12.18",
    "contravention": "14.8.1",
    "exclude": "14.8.2",
    "disruption": "14.9",
    "refund": "14.10",
    "forfeit": "14.10",
    "idle": "14.15",
    "dispute": "14.18",
    "complaint": "14.19",
    "close": "14.14",
}

ROLES = {
    "both hands": "casino supervisor",  # 5.6.6
    "restriction": "casino supervisor",  # 10.4 and kin
    "players at an area": "casino supervisor",  # 5.9
    "refuse a wager": "casino supervisor",  # 14.17
    "alter limits": "casino supervisor",  # 6.7
    "personal limit": "casino supervisor",  # 6.8
    "loss limit break": "casino supervisor",  # 14.4
    "fit cards": "casino supervisor",  # 3.10
    "check cards": "casino supervisor or inspector",  # 3.11
    "order a shuffle": "casino supervisor",  # 4.1.3
    "players cut": "casino supervisor",  # 4.3
    "burn approved": "casino supervisor",  # 4.7.2
    "no bet": "casino supervisor",  # 7.4, 7.5
    "not rebuilt": "casino supervisor",  # 12.1.2
    "order revealed": "casino supervisor",  # 4.13
    "reopen": "casino supervisor",  # 12.12
    "scanner": "casino supervisor",  # 12.13
    "suspect device": "casino supervisor",  # 12.5.1
    "contravention": "casino supervisor",  # 14.8
    "disruption": "casino supervisor",  # 14.9
    "change scheme": "casino supervisor",  # 14.13
    "close": "casino supervisor",  # 14.14
    "dispute": "gaming supervisor",  # 14.18
}

DOCUMENT = Document(
    name="star-baccarat",
    decks=(3, 4, 6, 8),
    sources=("shoe", "device"),
    areas=(1, 9),
    main_bets=frozenset({"player", "banker", "tie"}),
    optional_bets=TIGERS | PAIRS | {"super-six"},
    layouts=(PAIRS | {"super-six"}, TIGERS),
    decks_for=dict.fromkeys(TIGERS | PAIRS, (6, 8)),
    schemes={"standard": STANDARD, "even-money": EVEN_MONEY},
    stand_off=frozenset({"player", "banker"}),
    compared_by="count",
    house="banker",
    initial=("player", "banker", "player", "banker"),
    printed=None,
    rounds=(),
    dealt_bets=frozenset(),
    drawing="tableau",
    interim_bets=frozenset(),
    rounds_up=True,
    tokens=True,
    maximum_over_boxes=True,
    area_pro_rata=True,
    returns_after_advice=False,
    personal_lifts_area=False,
    one_a_player=TIGERS | PAIRS | {"super-six"},
    players_at_area=(None, None),
    players_counted_by="box",
    wagers_at_area={},
    cut_depth=52,
    cutting_card=(20, 10**6),
    burns=("one", "shown", "counted"),
    burns_approved=("shown", "counted"),
    device_delay=0,
    coups_after_cut=(1, 0),
    tie_gives_one_more=False,
    must_call_no_more_bets=False,
    face_down="always",
    shuffle_for_any_reason=False,
    cards_go_to="highest bettor",
    no_bet_on_request=False,
    take_down_unexposed_only=False,
    wrong_recipient_takes_down=False,
    first_exposed="no bet",
    first_exposed_where=frozenset({True, False}),
    face_up_burned=False,
    short_reshuffles=False,
    interim_stands=False,
    device_gives_options=True,
    must_forfeit=False,
    ends_with_collection=True,
    notice_minutes=20,
    roles=ROLES,
    notify={
        "missing card": ("surveillance", "inspector"),  # 12.11.4
        "order revealed": ("inspector",),  # 4.13
        "restriction": ("surveillance",),  # 10.4.1 and kin
    },
    clauses=CLAUSES,
)
