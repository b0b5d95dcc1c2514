"""Minimum and maximum wagers: what may lie, and what of it counts (rule 6; Canberra rule 3).

Order of cuts (ruling on 6.5): each wager to its own maximum, the last laid first; then each area
pro rata of what then counts; then what a Loss Limit does not let its player lose.
"""

from collections.abc import Iterable, Sequence

from reference.document import NO_RULE, Document
from reference.refusals import Refused, refuse_unless
from reference.settlement import payable, rows_of
from reference.state import Coup, Limits, Line, Piece, Player, Table, Wager

HANDS = ("player", "banker")
"""The two hands between which a differential is taken (1.1, Table Differential)."""


def line_of(limits: Limits, bet: str) -> Line:
    """Return the line of the sign for a bet: its own, else the table's (6.1)."""
    return limits.lines.get(bet, limits.main)


def line_name(limits: Limits, bet: str) -> str:
    """Return the name of the line for a bet: the bet, or "" for the table's line."""
    return bet if bet in limits.lines else ""


def minimum_for(limits: Limits, player: Player, bet: str) -> int:
    """Return the least stake of a player on a bet.

    Return a player's minimum. A personal minimum binds its player even when the table's changes
    (ruling on 6.8). A player who was there when the minimum was raised at once keeps the old one
    (6.7.1 and kin).
    """
    if player.personal is not None:
        return player.personal.minimum
    line = line_of(limits, bet)
    kept = player.protected.get(line_name(limits, bet), line.minimum)
    return min(kept, line.minimum)


def maximum_for(limits: Limits, personal: Line | None, bet: str) -> int:
    """Return the most that a player may have on a bet; a personal maximum lifts any line (6.8)."""
    line = line_of(limits, bet)
    return line.maximum if personal is None else max(line.maximum, personal.maximum)


def area_for(document: Document, limits: Limits, personal: Line | None, bet: str) -> int | None:
    """Return the most that an area may have, for one player; None: no such maximum.

    A personal maximum does not lift it in Baccarat and 7-Up; in Three Card it does (rulings).
    """
    if personal is not None and document.personal_lifts_area:
        return None
    return limits.areas.get(bet)


def stake_on(wagers: Iterable[Wager], player: str, bet: str, box: int | None = None) -> int:
    """Return what a player has on a bet, at one box or at all."""
    return sum(
        wager.stake
        for wager in wagers
        if wager.player == player and wager.bet == bet and box in (None, wager.box)
    )


def total_on(wagers: Iterable[Wager], bet: str, box: int | None = None) -> int:
    """Return what all players have on a bet, at one box or at all."""
    return sum(wager.stake for wager in wagers if wager.bet == bet and box in (None, wager.box))


def difference(wagers: Sequence[Wager]) -> int:
    """Return the difference between the totals of the two hands (1.1, Table Differential)."""
    return abs(total_on(wagers, HANDS[0]) - total_on(wagers, HANDS[1]))


def check_chips(table: Table, *amounts: int) -> None:
    """Refuse a stake that chips cannot make (5.2, 5.3, 5.4; Canberra 4.2)."""
    clause = table.document.clause("chips")
    for amount in amounts:
        refuse_unless(amount >= 0 and amount % table.chip == 0, clause, "stakes are whole chips")
    refuse_unless(sum(amounts) > 0, clause, "a stake is something")


def check_area(table: Table, player: Player, bet: str, box: int, more: int) -> None:
    """Refuse what an area cannot take (6.1)."""
    area, coup = area_for(table.document, table.limits, player.personal, bet), table.coup
    lies = total_on(table.wagers, bet, box)
    if coup is not None and coup.counted:  # laid by leave: what was cut at the first card went back
        there = [each for each in table.wagers if (each.bet, each.box) == (bet, box)]
        lies = sum(total(counts_now(table, coup, each)) for each in there)
    clause = table.document.clause("limits")
    refuse_unless(area is None or lies + more <= area, clause, "the area's maximum is passed")


def check_limits(
    table: Table, player: Player, bet: str, box: int, more: int, area: bool = True
) -> None:
    """Refuse a stake outside the limits of the sign, as it would then lie (6.1; Canberra 3.1).

    Without `area`, the wagers on it share its maximum later (6.5).
    """
    document, limits = table.document, table.limits
    clause = document.clause("limits")
    stake = stake_on(table.wagers, player.name, bet, box) + more
    minimum = minimum_for(limits, player, bet)
    refuse_unless(stake >= minimum, clause, "the stake is below the minimum")
    scope = None if document.maximum_over_boxes else box
    whole = stake_on(table.wagers, player.name, bet, scope) + more
    maximum = maximum_for(limits, player.personal, bet)
    refuse_unless(whole <= maximum, clause, "the stake is above the maximum")
    if area:
        check_area(table, player, bet, box, more)
    if limits.unit is not None:
        units = (stake - minimum) % limits.unit == 0
        refuse_unless(units, document.clause("unit"), "the stake is not in the stated unit")


def check_payable(table: Table, bet: str, stake: int) -> None:
    """Refuse a stake whose win cannot be paid exactly, where payment is not rounded (8.8, 8.9)."""
    document = table.document
    if document.rounds_up:
        return
    rows = rows_of(document, table.scheme, bet, table.options.pairs)
    for row in rows:
        fine = payable(stake, (row,), table.chip)
        refuse_unless(fine, row.clause.split("(")[0], "chips cannot pay the win exactly")


def check_differential(table: Table, bet: str, more: int) -> None:
    """Refuse a stake that passes the differential, laid after the first card (12.12 with 6.3)."""
    limit = table.limits.differential
    if limit is None or bet not in HANDS:
        return
    other = HANDS[1 - HANDS.index(bet)]
    over = total_on(table.wagers, bet) + more - total_on(table.wagers, other)
    clause = table.document.clause("differential")
    refuse_unless(over <= limit, clause, "the table differential is passed")


def room(player: Player, day: int) -> int | None:
    """Return what a player may still lose with wagers of a day, or None without a Loss Limit (1.1,
    Loss Limit)."""
    return None if player.loss_limit is None else max(0, player.loss_limit - player.lost[day])


def check_loss_limit(table: Table, player: Player, chips: int) -> None:
    """Refuse a wager that would exceed the Loss Limit (Baccarat 14.3)."""
    left = room(player, table.day)
    if left is None:
        return
    lying = sum(w.part("chips") for w in table.wagers if w.player == player.name)
    clause = table.document.clause("loss limit")
    refuse_unless(lying + chips <= left, clause, "the Loss Limit would be exceeded")


def keep(pieces: Sequence[Piece], amount: int) -> list[Piece]:
    """Return the pieces laid first, up to an amount."""
    kept: list[Piece] = []
    for piece in pieces:
        taken = min(piece.amount, amount)
        amount -= taken
        if taken:
            kept.append(Piece(piece.order, piece.kind, taken))
    return kept


def pro_rata(stakes: Sequence[int], most: int, chip: int) -> list[int]:
    """Return each stake's share of a maximum, in whole chips (ruling on 6.2, 6.5).

    Shares are rounded down; chips left over go by largest fraction, then by order of placing.
    """
    whole = sum(stakes)
    if whole <= most:
        return list(stakes)
    chips = most // chip
    exact = [stake * chips for stake in stakes]
    shares = [each // whole for each in exact]
    fractions = [each % whole for each in exact]
    left = chips - sum(shares)
    for index in sorted(range(len(stakes)), key=lambda i: (-fractions[i], i))[:left]:
        shares[index] += 1
    return [share * chip for share in shares]


Counted = dict[tuple[str, str, int], list[Piece]]
"""Wager -> the chips and tokens that count."""


def total(pieces: Sequence[Piece], kind: str | None = None) -> int:
    """Return the amount of pieces, of one kind or of both."""
    return sum(piece.amount for piece in pieces if kind in (None, piece.kind))


def to_maximum(table: Table, coup: Coup, wagers: Sequence[Wager]) -> Counted:
    """Cut each wager to its own maximum, what was laid first counting first (6.5, 6.3, 3.5)."""
    document = table.document
    counted: Counted = {wager.key: [] for wager in wagers}
    used: dict[tuple[str, str, int], int] = {}
    laid = sorted(
        ((piece, wager) for wager in wagers for piece in wager.pieces),
        key=lambda pair: (pair[0].order, pair[0].kind != "tokens"),
    )
    for piece, wager in laid:
        personal = coup.personal.get(wager.player)
        most = maximum_for(coup.limits, personal, wager.bet)
        alone = area_for(document, coup.limits, personal, wager.bet)
        if alone is not None and not document.area_pro_rata:
            most = min(most, alone)  # Three Card 6.1 with 6.3: one wager above the area's maximum
        scope = 0 if document.maximum_over_boxes else wager.box
        group = (wager.player, wager.bet, scope)
        left = most // table.chip * table.chip - used.get(group, 0)
        kept = keep([piece], max(0, left))
        used[group] = used.get(group, 0) + total(kept)
        counted[wager.key] += kept
    return counted


def return_small(table: Table, coup: Coup, counted: Counted, wagers: Sequence[Wager]) -> None:
    """Drop wagers below the minimum whose owner was advised before (Canberra 3.4)."""
    if not table.document.returns_after_advice:
        return
    for wager in wagers:
        least = coup.minimums.get(wager.key, 0)
        if wager.player in coup.advised and wager.stake < least:
            counted[wager.key] = []


def to_loss_limit(table: Table, coup: Coup, counted: Counted) -> None:
    """Cut a player's wagers to the Loss Limit, the last bet first (Baccarat 12.22, 12.22.1)."""
    for name, left in coup.rooms.items():
        left = left // table.chip * table.chip
        laid = sorted(
            ((piece, key) for key, pieces in counted.items() if key[0] == name for piece in pieces),
            key=lambda pair: (pair[0].order, pair[0].kind != "tokens"),
        )
        for key in {key for _, key in laid}:
            counted[key] = []
        for piece, key in laid:
            kept = [piece]
            if piece.kind == "chips":
                kept = keep([piece], left)
                left -= total(kept)
            counted[key] += kept


def to_area(table: Table, coup: Coup, counted: Counted, wagers: Sequence[Wager]) -> None:
    """Cut each area pro rata of what then counts (Baccarat and 7-Up 6.5)."""
    if not table.document.area_pro_rata:
        return
    areas = sorted({(wager.bet, wager.box) for wager in wagers})
    for bet, box in areas:
        most = coup.limits.areas.get(bet)
        if most is None:
            continue
        there = sorted(
            (wager for wager in wagers if (wager.bet, wager.box) == (bet, box)),
            key=lambda wager: wager.order,
        )
        shares = pro_rata([total(counted[wager.key]) for wager in there], most, table.chip)
        for wager, share in zip(there, shares, strict=True):
            counted[wager.key] = keep(counted[wager.key], share)


def what_counts(table: Table, coup: Coup, wagers: Sequence[Wager]) -> Counted:
    """Return what of each wager is paid or collected, by the limits at the first card."""
    counted = to_maximum(table, coup, wagers)
    return_small(table, coup, counted, wagers)
    to_area(table, coup, counted, wagers)
    to_loss_limit(table, coup, counted)
    return counted


def counts_now(table: Table, coup: Coup, wager: Wager) -> list[Piece]:
    """Return what of a wager counts: as at the first card, and what was laid by leave since.

    What was above a maximum at the first card does not come to count later (5.4: nothing is
    increased from then on).
    """
    later = [piece for piece in wager.pieces if piece.order > coup.laid_before]
    personal = coup.personal.get(wager.player)
    if later and wager.bet != "draw":  # laid by leave: under the limits of that time
        personal = table.players[wager.player].personal
    lie = {piece.order for piece in wager.pieces}
    kept = [piece for piece in coup.counted.get(wager.key, []) if piece.order in lie]
    most = maximum_for(coup.limits, personal, wager.bet) - total(kept)
    if wager.bet == "draw":  # equal to what counts of ENTER (Lucky Draw 8.2)
        beside = [each for each in table.wagers if each.key == (wager.player, "enter", wager.box)]
        most = min(most, sum(total(counts_now(table, coup, each)) for each in beside))
    return [*kept, *keep(later, max(0, most // table.chip * table.chip))]


def area_undecided(table: Table, coup: Coup, wagers: Sequence[Wager]) -> None:
    """Refuse settlement while several wagers pass an area's maximum and no clause says what then.

    Three Card 6.3 speaks of a single wager (ruling): a supervisor decides.
    """
    document = table.document
    if document.area_pro_rata or "area maximum" in table.decided:
        return
    counted = to_maximum(table, coup, wagers)
    for bet, most in coup.limits.areas.items():
        for box in {wager.box for wager in wagers if wager.bet == bet}:
            there = [w for w in wagers if (w.bet, w.box) == (bet, box)]
            bound = [
                w
                for w in there
                if area_for(document, coup.limits, coup.personal.get(w.player), bet) is not None
            ]
            if len(bound) > 1 and sum(total(counted[w.key]) for w in bound) > most:
                raise Refused(NO_RULE, "a supervisor decides (6.1 speaks of a single wager)")
