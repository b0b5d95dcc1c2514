"""7-Up Baccarat, The Star, 17 August 2016."""

from reference.document import Document, Pay

PAYS = (
    Pay("banker", "banker wins with 7", (9, 5), "11.1.2"),
    Pay("banker", "banker wins", (1, 1), "11.1.2"),
    Pay("player", "player wins with 7", (1, 2), "11.1.2"),
    Pay("player", "player wins", (1, 1), "11.1.2"),
    Pay("tie", "tie on 7", (9, 1), "11.1.2"),
    Pay("tie", "tie", (7, 1), "11.1.2"),
    Pay("super-sevens", "2 sevens", (2, 1), "11.1.3"),
    Pay("super-sevens", "3 sevens", (5, 1), "11.1.3"),
    Pay("super-sevens", "4 sevens", (17, 1), "11.1.3"),
    Pay("super-sevens", "5 sevens", (70, 1), "11.1.3"),
    Pay("super-sevens", "6 sevens", (700, 1), "11.1.3"),
)

CLAUSES = {
    "decks": "3.1",
    "source": "3.6",
    "layout": "2.2.2",
    "bets": "5.1",
    "optional bets": "10.1",
    "chips": "5.2",
    "before the first card": "5.3",
    "no touch": "5.4",
    "pairing": "5.6",
    "both hands": "5.6.6",
    "side bet needs a main bet": "5.6.8",
    "players at an area": "5.5",
    "wagers at an area": "10.4",
    "restriction": "10.2",
    "refuse a wager": "14.11",
    "limits": "6.1",
    "unit": "6.1.1",
    "below the minimum": "6.4",
    "above the maximum": "6.5",
    "area maximum": "6.5",
    "differential": "6.2",
    "reduce": "6.2",
    "alter limits": "6.7",
    "raise at once": "6.7.1",
    "end protection": "6.7.2",
    "personal limit": "6.8",
    "fit cards": "3.8",
    "check cards": "3.9",
    "shuffle": "4.1",
    "burn": "4.4",
    "no more bets": "7.1",
    "deal": "7.3",
    "no bet, players present": "7.4",
    "no bet": "12.4",
    "draw": "9.1",
    "settle": "11.1",
    "rounding": "5.7",
    "wrong deal": "12.1",
    "doubtful order": "12.1",
    "rebuild": "12.1.1",
    "take down": "12.1.1",
    "not rebuilt": "12.1.2",
    "too late": "12.1.3",
    "cards taken out": "12.1.3",
    "surplus to player": "12.2",
    "surplus exposed": "12.3",
    "surplus unexposed": "12.2",
    "surplus to house": "12.3",
    "burned in error": "12.10",
    "first card exposed": "12.3",
    "face up": "12.5",
    "suspect device": "12.5.1",
    "order revealed": "4.5",
    "cards short": "12.6",
    "missing card": "12.8",
    "not burned": "12.7",
    "device": "13.1",
    "device, cards moved": "13.2",
    "device, disadvantage": "13.4",
    "device, no spare": "13.2",
    "contravention": "14.3.1",
    "exclude": "14.3.2",
    "disruption": "14.4",
    "refund": "14.5",
    "forfeit": "14.5",
    "idle": "14.9",
    "dispute": "14.12",
    "complaint": "14.13",
    "close": "14.8",
}

ROLES = {
    "both hands": "gaming manager",  # 5.6.6
    "restriction": "gaming manager",  # 10.2
    "players at an area": "casino supervisor",  # 5.5
    "refuse a wager": "casino supervisor",  # 14.11
    "alter limits": "casino supervisor",  # 6.7
    "personal limit": "casino supervisor",  # 6.8
    "fit cards": "casino supervisor",  # 3.8
    "check cards": "casino supervisor or inspector",  # 3.9
    "no bet": "assistant gaming manager",  # 7.4
    "not rebuilt": "casino supervisor",  # 12.1.2
    "order revealed": "gaming manager",  # 4.5
    "suspect device": "casino supervisor",  # 12.5.1
    "contravention": "casino supervisor",  # 14.3
    "disruption": "casino supervisor",  # 14.4
    "close": "casino supervisor",  # 14.8
    "dispute": "gaming supervisor",  # 14.12
}

DOCUMENT = Document(
    name="star-seven-up",
    decks=(6,),
    sources=("device",),
    areas=(3, 9),
    main_bets=frozenset({"player", "banker", "tie"}),
    optional_bets=frozenset({"super-sevens"}),
    layouts=(),
    decks_for={},
    schemes={"standard": PAYS},
    stand_off=frozenset({"player", "banker"}),
    compared_by="count",
    house="banker",
    initial=("banker", "player", "banker"),
    printed="7*",
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
    one_a_player=frozenset(),
    players_at_area=(1, 3),
    players_counted_by="bet",
    wagers_at_area={"super-sevens": 3},
    cut_depth=None,
    cutting_card=None,
    burns=("one",),
    burns_approved=(),
    device_delay=1,
    coups_after_cut=(0, 0),
    tie_gives_one_more=False,
    must_call_no_more_bets=False,
    face_down="always",
    shuffle_for_any_reason=False,
    cards_go_to="any bettor",
    no_bet_on_request=False,
    take_down_unexposed_only=False,
    wrong_recipient_takes_down=False,
    first_exposed="no bet",
    first_exposed_where=frozenset({True, False}),
    face_up_burned=False,
    short_reshuffles=False,
    interim_stands=False,
    device_gives_options=False,
    must_forfeit=False,
    ends_with_collection=True,
    notice_minutes=20,
    roles=ROLES,
    notify={
        "missing card": ("surveillance", "inspector"),  # 12.8.4
        "order revealed": ("inspector",),  # 4.5
        "restriction": ("surveillance", "inspector"),  # 10.2.1
    },
    clauses=CLAUSES,
)
