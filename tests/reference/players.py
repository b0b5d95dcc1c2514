"""Players and seats, chips and accounts, Player Cards and Loss Limits (5.5 to 5.9, 14; 4, 14)."""

from reference.facts import (
    Bought,
    Brought,
    DebtPaid,
    Deposited,
    DepositLimit,
    FloatFilled,
    Joined,
    Left,
    LossLimit,
    LossLimitBreak,
    Midnight,
    PaidOut,
    Returned,
    SeatVacated,
    TokensIssued,
)
from reference.paying import even_out_leaver
from reference.refusals import IMPOSSIBLE, Refused, refuse_unless, require_staff
from reference.state import Player, Rule, Table, at_table, held, move, present, require_role
from reference.wagers import give_back, hand_back


def check_seat(table: Table, box: int) -> None:
    """Refuse a seat that is taken, or one player too many (Baccarat 5.9; 2.1, 2.2)."""
    there = present(table)
    limit = table.players_limit
    clause = table.document.clause("players at the table")
    refuse_unless(limit is None or len(there) < limit, clause, "no more players at this table")
    seats = table.options.seats or table.options.boxes
    refuse_unless(0 <= box <= seats, IMPOSSIBLE, "no such seat")
    taken = box != 0 and any(player.box == box for player in there)
    refuse_unless(not taken, IMPOSSIBLE, "the seat is taken")


def join(table: Table, fact: Joined) -> None:
    """Let a player come to the table; the first one cuts when the game commences (4.3.1)."""
    known = table.players.get(fact.player)
    refuse_unless(known is None, IMPOSSIBLE, "the player has been here: returned")
    check_seat(table, fact.box)
    table.players[fact.player] = Player(fact.player, fact.box, card_valid=fact.card_valid)
    give_time(table)
    if table.first_player is None:
        table.first_player = fact.player


def come_back(table: Table, fact: Returned) -> None:
    """Let a player come back, who arrives as a new player under the new minimum (6.7.4)."""
    player = table.players.get(fact.player)
    if player is None or player.present:
        raise Refused(IMPOSSIBLE, "the player has not left")
    check_seat(table, fact.box)
    player.present, player.box, player.card_valid = True, fact.box, fact.card_valid
    player.put_out, player.idle = False, 0
    give_time(table)


def give_time(table: Table) -> None:
    """Give the opportunity to bet anew when a player comes (Canberra 4.1)."""
    if table.coup is None:
        table.bets_since = table.now


def leave(table: Table, fact: Left) -> None:
    """Let a player leave with the chips; wagers that lie go back (5.4, 6.7.1.2; no debt)."""
    player = at_table(table, fact.player)
    owed = held(table, f"debt:{fact.player}")
    refuse_unless(owed == 0, player.debt_clause, "a debt is open")
    mine = [wager for wager in table.wagers if wager.player == fact.player]
    clause = table.document.clause("no touch")
    refuse_unless(not mine or table.coup is None, clause, "the wager is not settled yet")
    paid = table.coup is not None and any(each.player == fact.player for each in table.coup.paid)
    refuse_unless(not paid, clause, "a void coup would reverse what was settled")
    if fact.by != "player":
        require_staff(fact.by)
    if table.coup is not None and table.coup.undone:
        even_out_leaver(table, table.coup, fact.player)
    for wager in mine:
        give_back(table, wager)
    for wager in [each for each in table.parked if each.player == fact.player]:
        hand_back(table, wager)
        table.parked.remove(wager)
    chips = held(table, f"chips:{fact.player}")
    target = f"account:{fact.player}" if fact.to == "account" else "outside"
    move(table, f"chips:{fact.player}", target, chips)
    tokens = f"tokens:{fact.player}"
    move(table, tokens, "token-outside", held(table, tokens))
    player.present = False
    player.put_out = fact.by != "player"
    player.protected = {}
    player.personal = None
    player.both_hands = False
    player.idle = 0
    table.sat_out.discard(fact.player)


def bring(table: Table, fact: Brought) -> None:
    """Introduce chips from elsewhere (Baccarat 14.2.2: declared by a player with a Loss Limit)."""
    at_table(table, fact.player)
    refuse_unless(fact.amount > 0, IMPOSSIBLE, "nothing was brought")
    move(table, "outside", f"chips:{fact.player}", fact.amount)


def buy(table: Table, fact: Bought) -> None:
    """Sell chips at the table: cash goes into the drop, account money to the cage (1.1, 2.4)."""
    at_table(table, fact.player)
    whole = fact.amount > 0 and fact.amount % table.chip == 0
    refuse_unless(whole, table.document.clause("chips"), "chips are sold whole")
    if fact.source == "account":
        enough = held(table, f"account:{fact.player}") >= fact.amount
        refuse_unless(enough, IMPOSSIBLE, "the account has less")
        move(table, f"account:{fact.player}", "cage", fact.amount)
    else:
        move(table, "outside", "drop", fact.amount)
    move(table, "float", f"chips:{fact.player}", fact.amount)


def issue_tokens(table: Table, fact: TokensIssued) -> None:
    """Exchange a voucher for promotional tokens (1.1; Canberra 4.2 knows chips only)."""
    at_table(table, fact.player)
    clause = table.document.clause("chips")
    refuse_unless(table.document.tokens, clause, "wagers are made with gaming chips")
    move(table, "token-drop", f"tokens:{fact.player}", fact.amount)


def deposit(table: Table, fact: Deposited) -> None:
    """Pay into an account, up to the Deposit Limit of the calendar day (Baccarat 1.1)."""
    player = table.players.get(fact.player)
    refuse_unless(player, IMPOSSIBLE, "nobody of that name")
    assert player is not None
    if player.deposit_limit is not None and table.document.knows("deposit limit"):
        fine = player.deposited + fact.amount <= player.deposit_limit
        refuse_unless(fine, table.document.clause("deposit limit"), "the Deposit Limit is passed")
    player.deposited += fact.amount
    move(table, "outside", f"account:{fact.player}", fact.amount)


def limit_deposits(table: Table, fact: DepositLimit) -> None:
    """Set a Deposit Limit (Baccarat 1.1)."""
    at_table(table, fact.player).deposit_limit = fact.amount


def pay_out(table: Table, fact: PaidOut) -> None:
    """Pay chips out to the account; not while a debt is open."""
    player = at_table(table, fact.player)
    refuse_unless(held(table, f"debt:{fact.player}") == 0, player.debt_clause, "a debt is open")
    enough = 0 < fact.amount <= held(table, f"chips:{fact.player}")
    refuse_unless(enough, IMPOSSIBLE, "the player has less")
    move(table, f"chips:{fact.player}", f"account:{fact.player}", fact.amount)


def pay_debt(table: Table, fact: DebtPaid) -> None:
    """Pay a recorded debt from chips, the account or cash."""
    refuse_unless(fact.player in table.players, IMPOSSIBLE, "nobody of that name")
    owed = held(table, f"debt:{fact.player}")
    refuse_unless(0 < fact.amount <= owed, IMPOSSIBLE, "no such debt")
    if fact.source == "cash":
        move(table, "outside", "drop", fact.amount)
    else:
        place = f"{fact.source}:{fact.player}"
        refuse_unless(held(table, place) >= fact.amount, IMPOSSIBLE, "there is less")
        move(table, place, "float", fact.amount)
    table.money[f"debt:{fact.player}"] = owed - fact.amount


def fill(table: Table, fact: FloatFilled) -> None:
    """Fill or credit the float tray."""
    move(table, "outside", "float", fact.amount)


def set_loss_limit(table: Table, fact: LossLimit) -> None:
    """Set a Loss Limit for the calendar day (Baccarat 1.1, 14.2)."""
    at_table(table, fact.player).loss_limit = fact.amount


def take_break(table: Table, fact: LossLimitBreak) -> None:
    """Stop a player's wagers until the new Loss Limit period (Baccarat 14.4)."""
    player = at_table(table, fact.player)
    require_role(table, "loss limit break", fact.by)
    player.on_break = fact.on


def vacate(table: Table, fact: SeatVacated) -> None:
    """Require an idle player to vacate the seat at a full table (14.15, 14.9, 14.10; 14.6)."""
    player = at_table(table, fact.player)
    clause = table.document.clause("idle")
    require_staff(fact.by, clause)
    refuse_unless(player.box, clause, "the player has no seat")
    seats = table.options.seats or table.options.boxes
    full = len([each for each in present(table) if each.box]) == seats
    refuse_unless(full, clause, "other seats are free")
    refuse_unless(player.idle >= 3, clause, "fewer than three coups without a wager")
    player.box = 0


def midnight(table: Table, fact: Midnight) -> None:
    """Begin a calendar day: deposits are counted anew, and losses by day (Baccarat 1.1, 14.4)."""
    table.day += 1
    for player in table.players.values():
        player.deposited = 0


BETWEEN = frozenset({"shuffle", "cut", "burn", "bets", "no more bets", "no-bet coup"})
COUP = frozenset(
    {
        *("dealing", "turning", "interim", "decisions", "result", "settle", "reopened"),
        *("rebuild", "options", "held"),
        *("shuffle in the coup", "cut in the coup", "burn in the coup"),
    }
)
ALWAYS = BETWEEN | COUP

RULES: dict[type, Rule] = {
    Joined: Rule(join, ALWAYS),
    Returned: Rule(come_back, ALWAYS),
    Left: Rule(leave, ALWAYS),
    Brought: Rule(bring, ALWAYS),
    Bought: Rule(buy, ALWAYS),
    TokensIssued: Rule(issue_tokens, ALWAYS),
    Deposited: Rule(deposit, ALWAYS | {"closed"}),
    DepositLimit: Rule(limit_deposits, ALWAYS, None, "deposit limit"),
    PaidOut: Rule(pay_out, ALWAYS),
    DebtPaid: Rule(pay_debt, ALWAYS | {"closed"}),
    FloatFilled: Rule(fill, ALWAYS),
    LossLimit: Rule(set_loss_limit, ALWAYS, None, "loss limit"),
    LossLimitBreak: Rule(take_break, ALWAYS, None, "loss limit break"),
    SeatVacated: Rule(vacate, BETWEEN, "idle", "idle"),
    Midnight: Rule(midnight, ALWAYS | {"closed"}),
}
