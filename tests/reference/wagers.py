"""Placing and withdrawing wagers (rule 5; Canberra rule 4)."""

from collections.abc import Sequence

from reference.facts import (
    Advised,
    AreaGivenUp,
    BetsCalled,
    BetsClosed,
    BothHandsApproved,
    Laid,
    PlayersLimited,
    PlayersPerArea,
    Reduced,
    SatOut,
    SideBetRestricted,
    WagerRefused,
    Withdrew,
)
from reference.limits import (
    HANDS,
    check_area,
    check_chips,
    check_differential,
    check_limits,
    check_loss_limit,
    check_payable,
    keep,
    minimum_for,
    pro_rata,
    stake_on,
    total_on,
)
from reference.purses import hand_over
from reference.refusals import IMPOSSIBLE, RANKS, Refused, refuse_unless
from reference.state import (
    Piece,
    Player,
    Rule,
    Table,
    Wager,
    at_table,
    find,
    held,
    move,
    present,
    require_role,
)

MAIN = frozenset({"player", "banker", "tie"})
"""An initial wager "in accordance with rule 5", beside which side bets may be required to stand."""


def add(table: Table, player: str, bet: str, box: int, chips: int, tokens: int) -> None:
    """Put chips and tokens on a bet; more on the same bet and box raises the one wager."""
    wager = find(table, (player, bet, box))
    if wager is None:
        wager = Wager(player, bet, box)
        table.wagers.append(wager)
    table.laid += 1
    for kind, amount in (("tokens", tokens), ("chips", chips)):
        if amount:
            wager.pieces.append(Piece(table.laid, kind, amount))
    move(table, f"chips:{player}", f"layout:{player}", chips)
    move(table, f"tokens:{player}", f"token-layout:{player}", tokens)


def give_back(table: Table, wager: Wager, stake: int | None = None) -> None:
    """Return a wager, or all of it beyond a stake that stays, to its player."""
    if table.coup is not None and table.coup.undone is not None:
        table.wagers.remove(wager)  # its money was settled: the difference is paid at the end
        return
    kept = keep(wager.pieces, stake or 0)
    chips = wager.part("chips") - sum(piece.amount for piece in kept if piece.kind == "chips")
    tokens = wager.part("tokens") - sum(piece.amount for piece in kept if piece.kind == "tokens")
    hand_over(table, wager.player, f"layout:{wager.player}", chips)
    move(table, f"token-layout:{wager.player}", f"tokens:{wager.player}", tokens)
    wager.pieces = kept
    if not kept:
        table.wagers.remove(wager)


def hand_back(table: Table, wager: Wager) -> None:
    """Move the chips and tokens of a wager from the layout to its player."""
    name = wager.player
    move(table, f"layout:{name}", f"chips:{name}", wager.part("chips"))
    move(table, f"token-layout:{name}", f"tokens:{name}", wager.part("tokens"))


def unsupported(table: Table, wagers: Sequence[Wager]) -> list[tuple[Wager, str]]:
    """Return wagers that may not lie without another one, each with its clause.

    Three Card 5.2.2: Tie beside Player. 7-Up 5.6.8, 10.3: Super 7's beside a main bet on the
    table. A restricted side bet beside a main bet of the same player (10.4 and kin, 7-Up 10.2).
    """
    document = table.document
    found: list[tuple[Wager, str]] = []
    for wager in wagers:
        own = {each.bet for each in wagers if each.player == wager.player}
        here = {w.bet for w in wagers if w.player == wager.player and w.box == wager.box}
        side = wager.bet in document.optional_bets
        if wager.bet == "tie" and document.knows("tie needs a main bet") and "player" not in here:
            found.append((wager, document.clause("tie needs a main bet")))
        elif wager.bet in table.restricted and not own & MAIN:
            found.append((wager, document.clause("restriction", wager.bet)))
        elif (
            side
            and document.knows("side bet needs a main bet")
            and not any(each.bet in MAIN for each in wagers)
        ):
            found.append((wager, document.clause("side bet needs a main bet")))
    return found


def check_bet(table: Table, fact: Laid) -> None:
    """Refuse a bet that the table does not have (5.1; 10.1; Canberra 4.3, 8.2)."""
    document = table.document
    known = document.main_bets | document.optional_bets
    refuse_unless(fact.bet in known, document.clause("bets"), "no such wager")
    offered = fact.bet in document.main_bets or fact.bet in table.options.offered
    refuse_unless(offered, document.clause("optional bets", fact.bet), "the bet is not offered")
    lowest = 1 if document.dealt_bets else 0
    refuse_unless(lowest <= fact.box <= table.options.boxes, IMPOSSIBLE, "no such box")


def check_person(table: Table, fact: Laid, player: Player) -> None:
    """Refuse a person who may not bet (Baccarat 5.5.4, 14.1, 14.4, 14.21; 14.8.2 and kin)."""
    document = table.document
    refuse_unless(not player.excluded, document.clause("exclude"), "excluded from the game")
    if document.knows("player card"):
        clause = document.clause("player card")
        refuse_unless(player.card_valid, clause, "no valid Player Card")
    refuse_unless(not player.on_break, document.clause("loss limit break"), "on a break")
    if fact.helper is not None and document.knows("proxy"):
        clause = document.clause("proxy")
        refuse_unless(fact.approved in RANKS[1:], clause, "nobody bets for another person")
        at_table(table, fact.helper)


def check_pairing(table: Table, fact: Laid, player: Player) -> None:
    """Refuse a combination of wagers (5.6, 5.2, 4.5; side bets 10.5 and kin)."""
    document = table.document
    mine = [wager for wager in table.wagers if wager.player == fact.player]
    if fact.bet in document.one_a_player:
        elsewhere = any(w.bet == fact.bet and w.box != fact.box for w in mine)
        clause = document.clause("one wager", fact.bet)
        refuse_unless(not elsewhere, clause, "one wager on this bet")
    if fact.bet in HANDS and document.knows("both hands") and not player.both_hands:
        other = HANDS[1 - HANDS.index(fact.bet)]
        both = any(w.bet == other for w in mine)
        refuse_unless(not both, document.clause("both hands"), "both hands need an approval")
    laid = Wager(fact.player, fact.bet, fact.box)
    others = [wager for wager in table.wagers if wager.key != laid.key]
    for wager, clause in unsupported(table, [*others, laid]):
        refuse_unless(wager is not laid, clause, "the bet needs a main bet")


def check_company(table: Table, fact: Laid) -> None:
    """Refuse one player too many at an area (5.9; 5.5, 10.4; 5.6)."""
    document = table.document
    by_bet = document.players_counted_by == "bet"
    others = {
        wager.player
        for wager in table.wagers
        if wager.box == fact.box
        and wager.player != fact.player
        and (not by_bet or wager.bet == fact.bet)
    }
    most = document.wagers_at_area.get(fact.bet)
    if most is not None:
        clause = document.clause("wagers at an area")
        refuse_unless(len(others) < most, clause, "no more such wagers at this area")
        return
    allowed = table.players_at_area
    counted = not by_bet or fact.bet in MAIN | document.dealt_bets
    if allowed is None or not counted:
        return
    clause = document.clause("players at an area")
    refuse_unless(len(others) < allowed, clause, "no more players at this area")


def lay(table: Table, fact: Laid) -> None:
    """Place a wager or raise it, before the first card or by leave (5.3, 5.4; 4.1, 4.6)."""
    document = table.document
    clause = document.clause("no bet")
    no_bet = bool(table.no_bet) or (table.coup is not None and table.coup.no_bet)
    refuse_unless(not no_bet, clause, "no wagers in a no-bet coup")
    open_bets = table.coup is not None or not table.bets_closed
    refuse_unless(open_bets, document.clause("no more bets"), "no more bets were called")
    refuse_unless(fact.tokens == 0 or document.tokens, document.clause("chips"), "chips only")
    player = at_table(table, fact.player)
    check_bet(table, fact)
    check_person(table, fact, player)
    check_chips(table, fact.chips, fact.tokens)
    chips, tokens = held(table, f"chips:{fact.player}"), held(table, f"tokens:{fact.player}")
    enough = chips >= fact.chips and tokens >= fact.tokens
    refuse_unless(enough, IMPOSSIBLE, "the player does not have that much")
    check_pairing(table, fact, player)
    check_company(table, fact)
    more = fact.chips + fact.tokens
    reopened = table.coup is not None and table.coup.reopened
    if not fact.found or reopened:
        at_once = reopened or not (fact.shared and document.area_pro_rata)
        check_limits(table, player, fact.bet, fact.box, more, at_once)
        check_payable(table, fact.bet, stake_on(table.wagers, *_key(fact)) + more)
        check_loss_limit(table, player, fact.chips)
    if player.personal is not None:
        check_area(table, player, fact.bet, fact.box, more)
    if reopened:
        check_differential(table, fact.bet, more)
    add(table, fact.player, fact.bet, fact.box, fact.chips, fact.tokens)
    player.bet_day = table.day
    table.sat_out.discard(fact.player)
    if table.coup is not None:
        key = _key(fact)
        table.coup.bettors.add(fact.player)
        table.coup.days[fact.player] = table.day
        table.coup.minimums.setdefault(key, minimum_for(table.limits, player, fact.bet))


def _key(fact: Laid | Withdrew | WagerRefused) -> tuple[str, str, int]:
    return (fact.player, fact.bet, fact.box)


def lying(table: Table, key: tuple[str, str, int]) -> Wager:
    """Return a wager that lies, or refuse."""
    wager = find(table, key)
    if wager is None:
        raise Refused(IMPOSSIBLE, "no such wager lies")
    return wager


def withdraw(table: Table, fact: Withdrew) -> None:
    """Take back a wager or part of it, before the first card or by leave (5.4, 4.6)."""
    wager = lying(table, _key(fact))
    if fact.chips is None:
        rest = [each for each in table.wagers if each is not wager]
        anyones = table.document.clause("side bet needs a main bet")
        for _, clause in unsupported(table, rest):
            refuse_unless(clause == anyones, clause, "another wager needs this one")
        give_back(table, wager)
        return
    check_chips(table, fact.chips, fact.tokens)
    enough = wager.part("chips") >= fact.chips and wager.part("tokens") >= fact.tokens
    refuse_unless(enough, IMPOSSIBLE, "that much does not lie")
    left = wager.stake - fact.chips - fact.tokens
    refuse_unless(left > 0, IMPOSSIBLE, "the whole wager is withdrawn as a whole")
    player = at_table(table, fact.player)
    check_limits(table, player, fact.bet, fact.box, -fact.chips - fact.tokens)
    check_payable(table, fact.bet, left)
    _take_off(table, wager, fact.chips, fact.tokens)


def _take_off(table: Table, wager: Wager, chips: int, tokens: int) -> None:
    """Take chips and tokens off a wager, those laid last first."""
    for kind, amount in (("chips", chips), ("tokens", tokens)):
        mine = [piece for piece in wager.pieces if piece.kind == kind]
        rest = [piece for piece in wager.pieces if piece.kind != kind]
        kept = keep(mine, wager.part(kind) - amount)
        wager.pieces = sorted([*rest, *kept], key=lambda p: (p.order, p.kind != "tokens"))
    move(table, f"layout:{wager.player}", f"chips:{wager.player}", chips)
    move(table, f"token-layout:{wager.player}", f"tokens:{wager.player}", tokens)


def refuse_wager(table: Table, fact: WagerRefused) -> None:
    """Remove a wager that a supervisor refuses, and those that need it (14.17, 14.11, 14.12)."""
    require_role(table, "refuse a wager", fact.by)
    give_back(table, lying(table, _key(fact)))
    for wager, _ in unsupported(table, list(table.wagers)):
        if wager.player == fact.player:
            give_back(table, wager)


def reduce(table: Table, fact: Reduced) -> None:
    """Reduce wagers pro rata before the first card (Baccarat and 7-Up 6.2)."""
    clause = table.document.clause("reduce")
    refuse_unless(fact.bet in HANDS, clause, "either the Player's hand or the Banker's hand")
    if fact.box is None:
        refuse_unless(table.limits.differential is not None, clause, "no differential is set")
        other = HANDS[1 - HANDS.index(fact.bet)]
        most = total_on(table.wagers, other) + (table.limits.differential or 0)
    else:
        refuse_unless(fact.bet in table.limits.areas, clause, "the area has no maximum")
        most = table.limits.areas.get(fact.bet, 0)
    there = [w for w in table.wagers if w.bet == fact.bet and fact.box in (None, w.box)]
    refuse_unless(sum(w.stake for w in there) > most, clause, "nothing is exceeded")
    there.sort(key=lambda wager: wager.order)
    shares = pro_rata([wager.stake for wager in there], most, table.chip)
    for wager, share in zip(there, shares, strict=True):
        give_back(table, wager, share)


def approve_both(table: Table, fact: BothHandsApproved) -> None:
    """Let a player wager on both hands (5.6.6; 7-Up: a Gaming Manager; Canberra 4.5(b))."""
    player = at_table(table, fact.player)
    require_role(table, "both hands", fact.by)
    player.both_hands = True


def restrict(table: Table, fact: SideBetRestricted) -> None:
    """Limit a side bet to players with a main bet, after notice and with a sign (10.4 and kin)."""
    document = table.document
    clause = document.clause("restriction", fact.bet)
    refuse_unless(fact.bet in table.options.offered, clause, "the bet is not offered")
    require_role(table, "restriction", fact.by, clause)
    told = set(document.notify["restriction"]) <= fact.told
    refuse_unless(told, clause, "notice comes before the restriction")
    refuse_unless(fact.sign, clause, "a sign is displayed")
    table.restricted.add(fact.bet)


def limit_area(table: Table, fact: PlayersPerArea) -> None:
    """Set how many players may wager on one area (5.9; 5.5; 5.6)."""
    require_role(table, "players at an area", fact.by)
    most = table.document.players_at_area[1]
    clause = table.document.clause("players at an area")
    refuse_unless(1 <= fact.number and (most is None or fact.number <= most), clause, "too many")
    table.players_at_area = fact.number


def limit_players(table: Table, fact: PlayersLimited) -> None:
    """Set how many players may play at the table (Baccarat 5.9)."""
    require_role(table, "players at an area", fact.by)
    table.players_limit = fact.number


def give_up_area(table: Table, fact: AreaGivenUp) -> None:
    """Clear one of a player's areas for another player (Three Card 5.7, Lucky Draw 5.7)."""
    at_table(table, fact.player)
    mine = [wager for wager in table.wagers if wager.player == fact.player]
    boxes = {wager.box for wager in mine}
    clause = table.document.clause("give up an area")
    refuse_unless(fact.box in boxes and len(boxes) > 1, clause, "not on more than one area")
    for wager in [each for each in mine if each.box == fact.box]:
        give_back(table, wager)


def call_bets(table: Table, fact: BetsCalled) -> None:
    """Open the bets again (7.1: "place your bets")."""
    table.bets_closed = False
    table.bets_since = table.now


def close_bets(table: Table, fact: BetsClosed) -> None:
    """Close the bets (7.1, 8.1; Canberra 6.2), once each player had the opportunity (4.1)."""
    if table.coup is not None:
        table.coup.reopened = False
        table.coup.no_bet = not table.wagers
        return
    document = table.document
    if document.knows("opportunity"):
        bettors = {wager.player for wager in table.wagers} | table.sat_out
        waiting = [player.name for player in present(table) if player.name not in bettors]
        over = table.now - table.bets_since >= table.options.bet_seconds
        clause = document.clause("opportunity")
        refuse_unless(over or not waiting or table.no_bet, clause, f"{waiting} may still bet")
    table.bets_closed = True


def sit_out(table: Table, fact: SatOut) -> None:
    """Note that a player does not bet in this coup."""
    at_table(table, fact.player)
    table.sat_out.add(fact.player)


def advise(table: Table, fact: Advised) -> None:
    """Advise the owner of a wager below the minimum (Canberra 3.4)."""
    at_table(table, fact.player).advised = True


def below_minimum(table: Table, wager: Wager) -> int:
    """Return the minimum that holds for a wager now."""
    return minimum_for(table.limits, table.players[wager.player], wager.bet)


BEFORE = frozenset({"shuffle", "cut", "burn", "bets", "no more bets"})
BETTING = BEFORE | {"reopened", "no-bet coup"}
ANY = frozenset({*BEFORE, "no-bet coup", "dealing", "turning", "interim", "decisions", "result"})

RULES: dict[type, Rule] = {
    Laid: Rule(lay, BETTING, "no touch"),
    Withdrew: Rule(withdraw, BEFORE | {"reopened"}, "no touch"),
    Reduced: Rule(reduce, BEFORE, "reduce", "reduce"),
    WagerRefused: Rule(refuse_wager, BEFORE, "refuse a wager", "refuse a wager"),
    BothHandsApproved: Rule(approve_both, ANY | {"reopened"}, "no touch", "both hands"),
    SideBetRestricted: Rule(restrict, BEFORE, "no touch", "restriction"),
    PlayersPerArea: Rule(limit_area, BEFORE, "no touch", "players at an area"),
    PlayersLimited: Rule(limit_players, ANY, "no touch", "players at the table"),
    AreaGivenUp: Rule(give_up_area, BEFORE, "no touch", "give up an area"),
    BetsCalled: Rule(call_bets, BEFORE, "no touch"),
    BetsClosed: Rule(close_bets, BEFORE | {"reopened", "no-bet coup"}, "no touch"),
    SatOut: Rule(sit_out, BEFORE, "no touch"),
    Advised: Rule(advise, ANY | {"settle", "reopened"}, None, "below the minimum"),
}
