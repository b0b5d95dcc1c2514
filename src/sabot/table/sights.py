"""What players may see of each kind of event, field by field. What is not here is not seen."""

from typing import Final, NamedTuple

Fields = dict[str, "Fields | None"]
"""Field names; None: the whole of it, else those fields of it (or of each thing in a list)."""


class Sight(NamedTuple):
    """What players see of an event: `everybody` is for all of them, None if they see nothing. `own`
    is what the person sees beside, whom the field `whose` names."""

    everybody: Fields | None
    own: Fields | None = None
    whose: str = "player"


def see(names: str, **parts: Fields) -> Fields:
    """
    >>> see("hand clause", cards=see("slot card"))
    {'hand': None, 'clause': None, 'cards': {'slot': None, 'card': None}}
    """
    return {**dict.fromkeys(names.split()), **parts}


def public(names: str, **parts: Fields) -> Sight:
    return Sight(see(names, **parts))


def own(names: str, whose: str = "player") -> Sight:
    """Seen by one person alone."""
    return Sight(None, see(names), whose)


def partly(everybody: str, own: str) -> Sight:
    return Sight(see(everybody), see(own))


STAFF_ONLY: Final = Sight(None)
CUT: Final = see("sequence live returned")
"""Without its clause: that would tell of a Loss Limit."""
LIMIT: Final = see("least most unit area differential by_wager positions")
LINE: Final = see("sequence outcome clause pays returns odds")
PLAN: Final = see(
    "tournament session stage seats chips limits advance coups minutes chip wagers scheme order"
    " pass_cards undisclosed seconds buy_in cashed"
)
SETUP: Final = see(
    "rulebook edition digest decks source feed method face places chip scheme layout wagers"
    " low_limit cashless currency overlay back chance called"
)
SIGN: Final = see("kind since takes_effect amount text")
SLOT: Final = see("hand card up")
STAKE: Final = see("sequence player on staked live box area returned currency invalid")

SIGHTS: Final[dict[str, Sight]] = {
    # The table
    "table-opened/1": public("table odds_sign odds_shown to_approve", setup=SETUP, limit=LIMIT),
    "table-inspected/1": STAFF_ONLY,
    "odds-shown/1": public("scheme clause"),
    "sat-out/1": public("player clause"),
    "person-warned/1": own("to clause breach", whose="to"),
    "table-closed/1": public("clause"),
    "rules-shown/1": own("to clause", whose="to"),
    "scheme-switched/1": public("scheme before clause odds_sign odds_shown"),
    "method-chosen/1": public("method face clause"),
    "sign-posted/1": public("", sign=SIGN),
    "limits-changed/1": public("clause", limit=LIMIT),
    "minimum-raised/1": public("old new markers clause signs"),
    "protection-ended/1": public("minimum clause"),
    "personal-limits-set/1": own("player limit clause"),
    "players-limited/1": public("table area clause"),
    "side-bet-restricted/1": public("wagers clause"),
    "restriction-lifted/1": public("wagers"),
    "approved/1": own("player power way clause"),
    "approval-withdrawn/1": own("player power way"),
    "supervisor-called/1": STAFF_ONLY,
    "call-answered/1": STAFF_ONLY,
    "dealer-signed-on/1": STAFF_ONLY,
    "dealer-signed-off/1": STAFF_ONLY,
    # People
    "player-joined/1": partly("player place", "account"),
    "player-left/1": partly("player", "chips lost declared clause"),
    "seat-vacated/1": public("player clause"),
    "box-taken/1": public("player box"),
    "box-asked-for/1": public("player"),
    "box-given-up/1": public("player box clause"),
    "visit-changed/1": own("player"),
    "room-renewed/1": own("player day"),
    "player-paused/1": own("player reason clause"),
    "player-resumed/1": own("player clause"),
    "player-reminded/1": own("player duties clause"),
    "player-sanctioned/1": own("player offence measures reason clause"),
    "dispute-raised/1": own("number player about coup clause"),
    "dispute-decided/1": STAFF_ONLY,
    "review-asked/1": STAFF_ONLY,
    "dispute-reviewed/1": STAFF_ONLY,
    "dispute-filed/1": STAFF_ONLY,
    "complaint-advised/1": STAFF_ONLY,
    # Money
    "float-opened/1": STAFF_ONLY,
    "float-filled/1": STAFF_ONLY,
    "float-credited/1": STAFF_ONLY,
    "float-closed/1": STAFF_ONLY,
    "drop-collected/1": STAFF_ONLY,
    "drop-box-removed/1": STAFF_ONLY,
    "drop-box-fitted/1": STAFF_ONLY,
    "chips-bought/1": own("player amount means clause"),
    "chips-declared/1": own("player amount clause"),
    "chips-fetched/1": own("player amount clause"),
    "colour-changed/1": own("player amount gives takes"),
    "voucher-exchanged/1": own("player clause"),
    "mispayment-found/1": STAFF_ONLY,
    "inquiry-recorded/1": STAFF_ONLY,
    "payment-rectified/1": STAFF_ONLY,
    "attempt-recorded/1": STAFF_ONLY,
    "payment-raised/1": STAFF_ONLY,
    "payment-filed/1": STAFF_ONLY,
    "statement-made/1": public("number clause"),
    "statement-confirmed/1": public("number clause"),
    "statement-refused/1": public("number clause"),
    "statement-lapsed/1": public("number clause"),
    "notice-due/1": STAFF_ONLY,
    "notice-given/1": STAFF_ONLY,
    # Cards before they are dealt: without how many, how deep, and in which order
    "cards-brought/1": public("back clause"),
    "cards-checked/1": public("clause"),
    "shuffle-ordered/1": public("clause"),
    "cards-shuffled/1": public("number digest clause"),
    "shuffled-by-hand/1": public("clause"),
    "cards-riffled/1": public("clause"),
    "cards-cut/1": public("cutter clause"),
    "cut-passed/1": public("player clause"),
    "cards-burned/1": public("way number card clause"),
    "burn-skipped/1": public("clause"),
    "card-burned/1": public("card clause"),
    "card-set-aside/1": public("card up clause next_coup"),
    "cards-discarded/1": public("clause"),
    "cards-flagged/1": public("need clause"),
    "shoe-voided/1": public("clause"),
    "device-replaced/1": public("clause"),
    "stack-renewed/1": public("source digest clause"),
    # Wagers
    "bets-opened/1": public("clause"),
    "bets-closed/1": public("clause"),
    "wager-placed/1": public("", stake=STAKE),
    "wager-withdrawn/1": public("sequences"),
    "wager-refused/1": partly("player sequences clause", "reason"),
    "wager-displaced/1": public("sequence clause"),
    "wager-found/1": public("clause", stake=STAKE),
    "wagers-reduced/1": public("side clause", cuts=CUT),
    "wagers-returned/1": public("sequences clause"),
    "wagers-reopened/1": public("clause"),
    "wagers-voided/1": public("player clause sequences undone"),
    "stakes-cut/1": public("", cuts=CUT),
    "stakes-forfeited/1": public("player clause"),
    "take-down-offered/1": public("clause until"),
    "wagers-kept/1": public("player clause"),
    "no-bet-coup-called/1": public("coups clause"),
    "no-bet-forced/1": public("clause returned"),
    # The coup
    "coup-started/1": public("number boxes started no_bet method face", cuts=CUT),
    "cutting-card-out/1": public("first clause last_coup on"),
    "card-dealt/1": public("hand clause card up"),
    "counts-announced/1": public("counts clause"),
    "hand-decided/1": public("box decision clause count", stake=STAKE),
    "hand-passed/1": public("hand player slots clause marked"),
    "card-passed/1": public("slot player clause"),
    "cards-refused/1": public("hand player clause"),
    "hand-returned/1": public("hand player slots clause"),
    "cards-forfeited/1": partly("hand player slots clause", "reason breached"),
    "players-nominated/1": public("hand player nominees clause"),
    "card-corrected/1": public("slot hand was card"),
    "cards-exposed/1": public("clause", cards=see("slot card")),
    "point-total-marked/1": public("total clause"),
    "result-announced/1": public("result counts"),
    "wagers-settled/1": public("early", lines=LINE),
    "coup-ended/1": public("number result void last_coup digest"),
    # Irregularities, as they are announced
    "irregularity-reported/1": public("number situation outcome clause"),
    "decision-asked/1": public("number about"),
    "report-decided/1": public("number outcome"),
    "play-resumed/1": public("clause no_bet"),
    "hand-voided/1": public("hand clause"),
    "coup-voided/1": public("clause returned undone"),
    "coup-reopened/1": public("number clause"),
    "coup-rebuilt/1": public("clause next_coup", slots=SLOT, over=SLOT),
    "coup-reversed/1": public("number clause"),
    "outcome-invalidated/1": public("cause clause refund"),
    # Heats of a tournament
    "heat-seated/1": public("seated clause", plan=PLAN),
    "entrant-replaced/1": public("box player instead_of clause"),
    "heat-started/1": public("tournament session started ends clause"),
    "heat-cancelled/1": public("tournament session clause"),
    "entrant-eliminated/1": public(
        "player tournament session coup residual wager collected clause"
    ),
    "entrant-disqualified/1": partly(
        "player tournament session coup returned clause", "chips reason"
    ),
    "heat-coup-ended/1": public("coup counts missed clause"),
    "round-begun/1": public("coup least most marker turn until clause"),
    "heat-over/1": public("clause returned through lead swing agreed"),
    "heat-counted/1": public(
        "tournament session disqualified clause",
        standing=see("name chips"),
        out=see("name coup residual wager collected"),
    ),
    "chips-counted/1": public("found clause"),
    "out-of-turn/1": public("player again clause"),
    "entrant-back/1": public("player"),
    "turn-called/1": public("over late box player until clause"),
    "wager-asked/1": public("player clause"),
    "clock-started/1": public("until clause"),
    "out-of-turn-voided/1": public("player sequences clause"),
    "pass-card-laid/1": public("player left clause"),
    "pass-card-taken/1": public("player clause"),
    "form-written/1": public("player left clause"),
    "form-examined/1": public("player clause"),
    "form-returned/1": public("player clause"),
    "forms-announced/1": public("clause", forms=see("player on amount chips beside", stake=STAKE)),
    "forms-corrected/1": public("", forms=see("player deemed change clause")),
    "form-shown/1": public("player of on amount clause"),
    "wagers-counted/1": public("", stakes=see("sequence live clause returned added")),
    "entrant-away/1": public("player clause"),
    "absence-deducted/1": public("player coups amount clause"),
    "wager-excused/1": partly("player clause", "reason"),
    "pace-set/1": public("seconds since direction clause"),
    "break-offered/1": public("minutes until clause"),
    "taken-noted/1": public("players clause"),
    "heat-taken-back/1": public("tournament session coup reinstated clause"),
}
