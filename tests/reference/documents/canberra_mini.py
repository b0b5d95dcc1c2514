"""Mini-Baccarat, Casino Canberra, 6 December 2017 (NI2017-633)."""

from reference.document import Document, Pay

PAIRS = frozenset({"pair-player", "pair-banker"})


def common_pays(clause: str) -> tuple[Pay, ...]:
    """Return the lines that 8.8 and 8.9 have in common: Player, Tie and both Pairs options."""
    return (
        Pay("player", "player wins", (1, 1), f"{clause}(a)"),
        Pay("tie", "tie", (8, 1), f"{clause}(c)"),
        Pay("pair-player", "player mixed pair", (5, 1), f"{clause}(d)", "perfect"),
        Pay("pair-player", "player coloured pair", (12, 1), f"{clause}(d)", "perfect"),
        Pay("pair-player", "player perfect pair", (25, 1), f"{clause}(d)", "perfect"),
        Pay("pair-player", "player pair", (11, 1), f"{clause}(e)", "canberra"),
        Pay("pair-banker", "banker mixed pair", (5, 1), f"{clause}(d)", "perfect"),
        Pay("pair-banker", "banker coloured pair", (12, 1), f"{clause}(d)", "perfect"),
        Pay("pair-banker", "banker perfect pair", (25, 1), f"{clause}(d)", "perfect"),
        Pay("pair-banker", "banker pair", (11, 1), f"{clause}(e)", "canberra"),
    )


COMMISSION = (Pay("banker", "banker wins", (19, 20), "8.8(b)"), *common_pays("8.8"))

NON_COMMISSION = (
    Pay("banker", "banker wins with 6", (1, 2), "8.9(b)"),
    Pay("banker", "banker wins", (1, 1), "8.9(b)"),
    *common_pays("8.9"),
)

CLAUSES = {
    "decks": "2.1",
    "source": "6.1",
    "layout": "1.1",
    "bets": "4.3",
    "optional bets": "8.2",
    "chips": "4.2",
    "before the first card": "4.1",
    "no touch": "4.6",
    "pairing": "4.5",
    "both hands": "4.5",
    "one wager": "4.5",
    "limits": "3.1",
    "unit": "3.3",
    "below the minimum": "3.4",
    "above the maximum": "3.5",
    "differential": "3.6",
    "alter limits": "3.1",
    "personal limit": "3.2",
    "fit cards": "2.3",
    "shuffle": "5.1",
    "order a shuffle": "5.1",
    "who cuts": "5.3",
    "cut": "5.4",
    "cutting card": "5.4",
    "cutting card during": "5.8",
    "cutting card first": "5.8",
    "burn": "5.5",
    "no more bets": "6.2",
    "opportunity": "4.1",
    "deal": "6.2",
    "no bet, players present": "4.7",
    "no bet, empty table": "4.8",
    "no bet": "12.2",
    "draw": "7.1",
    "who holds the cards": "6.3",
    "interim": "9.9",
    "settle": "8.8",
    "scheme": "8.1",
    "scheme sign": "8.3",
    "pairs sign": "9.3",
    "pairs layout": "9.2",
    "change scheme": "8.3",
    "wrong deal": "12.4",
    "rebuild": "12.4",
    "take down": "12.4",
    "not rebuilt": "12.4",
    "late void": "12.5",
    "surplus to player": "12.1",
    "surplus exposed": "12.2",
    "surplus unexposed": "12.3",
    "first card exposed": "12.2",
    "cards short": "12.7",
    "not burned": "12.8",
    "wrong recipient": "12.9",
    "reopen": "12.6",
    "contravention": "14.2",
    "exclude": "14.2",
    "disruption": "14.1",
    "impractical": "14.3",
    "idle": "14.6",
    "dispute": "14.4",
    "complaint": "14.4",
    "close": "13.2",
}

ROLES = {
    "both hands": "casino supervisor",  # 4.5(b)
    "alter limits": "operator",  # 3.1
    "personal limit": "operator",  # 3.2
    "fit cards": "operator",  # 2.3
    "order a shuffle": "casino supervisor",  # 5.1(c)
    "no bet": "casino supervisor",  # 4.7, 4.8
    "not rebuilt": "casino supervisor",  # 12.4
    "reopen": "casino supervisor",  # 12.6
    "contravention": "operator",  # 14.2
    "disruption": "operator",  # 14.1, 14.3
    "change scheme": "operator",  # 8.3
    "close": "operator",  # 13.2
    "dispute": "operator",  # 14.4
}

DOCUMENT = Document(
    name="canberra-mini",
    decks=(8,),
    sources=("shoe",),
    areas=(1, 99),
    main_bets=frozenset({"player", "banker", "tie"}),
    optional_bets=PAIRS,
    layouts=(),
    decks_for={},
    schemes={"commission": COMMISSION, "non-commission": NON_COMMISSION},
    stand_off=frozenset({"player", "banker"}),
    compared_by="count",
    house="banker",
    initial=("player", "banker", "player", "banker"),
    printed=None,
    rounds=(),
    dealt_bets=frozenset(),
    drawing="tableau",
    interim_bets=PAIRS,
    rounds_up=False,
    tokens=False,
    maximum_over_boxes=True,
    area_pro_rata=False,
    returns_after_advice=True,
    personal_lifts_area=True,
    one_a_player=frozenset({"player", "banker", "tie"}) | PAIRS,
    players_at_area=(None, None),
    players_counted_by="box",
    wagers_at_area={},
    cut_depth=52,
    cutting_card=(12, 10**6),
    burns=("one", "counted"),
    burns_approved=(),
    device_delay=0,
    coups_after_cut=(0, 0),
    tie_gives_one_more=True,
    must_call_no_more_bets=True,
    face_down="always",
    shuffle_for_any_reason=True,
    cards_go_to="any bettor",
    no_bet_on_request=True,
    take_down_unexposed_only=True,
    wrong_recipient_takes_down=True,
    first_exposed="no bet",
    first_exposed_where=frozenset({False}),
    face_up_burned=False,
    short_reshuffles=False,
    interim_stands=False,
    device_gives_options=False,
    must_forfeit=False,
    ends_with_collection=True,
    notice_minutes=None,
    roles=ROLES,
    notify={},
    clauses=CLAUSES,
)
