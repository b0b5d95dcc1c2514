"""Wagers: placed, taken back, refused, all before the first card."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sabot.core.money import CHIPS
from sabot.core.refusal import Refusal, named, quoted
from sabot.core.revision import MONEY, WAGERS, holds
from sabot.engine.declarations import (
    Topic,
    in_topics,
    on_pages,
    public,
    statement,
    stops,
    transfers_of,
)
from sabot.engine.ledger import CURRENCIES, LAYOUT, Move, of_player
from sabot.engine.streams import Command, Event, Leave
from sabot.rules import Wager
from sabot.table.betting.sides import back, check_side_bet, mains_of, without
from sabot.table.betting.totals import check_placed
from sabot.table.chip_set import ChipsSaid, stated_chips
from sabot.table.heat.duty import (
    check_listed,
    check_seat,
    check_stake,
    check_tournament_chips,
    check_withdrawal,
    may_wager,
)
from sabot.table.limits.limits import check_amount, check_chips
from sabot.table.players.boxes import check_sharing, has_own_places
from sabot.table.players.invalid_cards import check_valid_card
from sabot.table.players.play_time import check_play_time
from sabot.table.players.room import on_new_day, renewed
from sabot.table.running.approvals import BOTH_HANDS, is_approved, is_helped
from sabot.table.sights import STAKE
from sabot.table.state import BETWEEN, DEALING, Laid, Patron, Table
from sabot.table.stream import (
    OF_PLAYERS,
    TABLE,
    affordable,
    amount_of,
    consents,
    moved,
    patron_of,
    replace,
)

MOST_EACH: Final = 100
"""Stakes of one player in a coup, raises included, so that no player takes the room of all."""


class PlaceWager(Command, frozen=True, kw_only=True):
    """Put chips, or promotional tokens, on a wager; on a box where the wager is about one.

    More on the same wager raises it. `area` is the playing area of a wager on the common hands,
    `chips` the numbers of chips by their value in dollars.
    """

    pages = on_pages("deal", "table")
    stopped_by = stops()

    player: str
    on: str
    amount: str
    box: int | None = None
    area: int | None = None
    currency: str | None = None
    chips: ChipsSaid | None = None


class WagerPlaced(Event, frozen=True, kw_only=True):
    basis = statement("late-stake", when=lambda event, at: at.dealing)
    sight = public("", stake=STAKE)
    transfers = transfers_of()
    topics = in_topics(Topic.OWN_WAGER)

    stake: Laid
    moves: tuple[Move, ...]


def _untouched(table: Table, command: Command) -> Leave:
    """Anyone may bet, but not once a coup has begun."""
    return Leave(table.conduct.wagering.untouched, "")


@TABLE.decides(
    PlaceWager,
    _untouched,
    (*BETWEEN, DEALING),
    seen="what is keyed before the first card",
    sent_by=OF_PLAYERS,
)
def place_wager(table: Table, command: PlaceWager, now: datetime) -> Sequence[Event]:
    """In this order: may the player bet now, on this, here, beside their other bets, so much."""
    if not is_helped(table, command, command.player):
        consents(table, command, command.player)
    patron, whole = patron_of(table, command.player), holds(command, WAGERS)
    check_open(table)
    check_player(table, command.player, patron)
    check_play_time(command.player, patron, now)
    told = may_wager(table, command.player, now)
    wager = check_offered(table, command.on)
    area = _check_where(table, patron, wager, command)
    displaced = check_together(table, command, command.player, command.box, wager, area)
    amount = amount_of(command.amount)
    own = own_stakes(table, command.player)
    on_it = sum(s.live for s in own if same_place(s, wager.id, command.box))
    if whole and len(own) >= MOST_EACH:
        message = "So many wagers and raises of one player lie already, {most}: wait for the next."
        raise Refusal("too-many", None, message, most=MOST_EACH)
    if not check_stake(table, command.player, wager, amount, now):
        check_amount(table, patron, wager, on_it + amount, whole=whole)
        if whole:
            check_chips(table, wager, amount, on_it + amount)
    currency = check_currency(table, command.currency)
    new_day = renewed(patron, command.player, now)
    if CURRENCIES[currency].is_loss:
        on_day = patron if new_day is None else on_new_day(patron, new_day)
        check_loss_limit(table, command, command.player, on_day, amount)
    chips = None
    if command.chips is not None and currency == CHIPS:
        chips = stated_chips(table.opened.chips, amount, command.chips)
    move = Move(of_player(command.player), LAYOUT, amount, currency, chips)
    moves = affordable(table, (move,))
    stake = Laid(
        table.sequence + 1, command.player, wager.id, amount, amount, command.box, area,
        currency=currency, chips=chips,
    )  # fmt: skip
    check_placed(table, stake, whole=whole)
    begun = () if new_day is None else (new_day,)
    return [*begun, *told, *displaced, WagerPlaced(stake=stake, moves=moves)]


def own_stakes(table: Table, player: str) -> list[Laid]:
    return [laid for laid in table.round.stakes.values() if laid.player == player]


def same_place(laid: Laid, on: str, box: int | None) -> bool:
    return laid.on == on and laid.box == box


def check_open(table: Table) -> None:
    """No wager on a no-bet coup, none once bets are closed, and none after the first card unless a
    supervisor lets players change them while no card is exposed."""
    if table.phase == DEALING:
        check_reopened(table)
        return
    if table.round.no_bet is not None:
        message = "No wagers: this is a no-bet {coup_word}."
        raise Refusal("no-bet-coup", table.round.no_bet, message, coup_word=table.book.coup)
    if table.round.called:
        raise Refusal("bets-closed", table.conduct.calls.no_more_bets, "No more bets.")


def check_reopened(table: Table) -> None:
    exposed = any(slot.up for slot in table.round.slots)
    if table.round.reopened is None or exposed or table.round.no_bet is not None:
        clause = table.conduct.wagering.untouched
        raise Refusal("untouched", clause, "The first card is out: no wager may be touched.")


def check_player(table: Table, player: str, patron: Patron) -> None:
    barred = patron.barred or patron.excluded
    if barred is not None:
        raise Refusal("barred", barred, "{player} is barred from this game.", player=named(player))
    check_valid_card(table, player, patron.card)
    gaming = table.conduct.gaming
    if patron.paused:
        clause = gaming.pause.clause if gaming else None
        raise Refusal(
            "paused", clause, "{player} takes a break from wagering.", player=named(player)
        )


def check_offered(table: Table, on: str) -> Wager:
    """The wager, if this table's layout carries it and it is bet before the first card."""
    wager = table.book.wager(on)
    if wager.id not in table.opened.wagers:
        raise Refusal(
            "not-offered", wager.clause, "{wager} is not offered at this table.", wager=wager.name
        )
    if wager.played_when is not None:
        raise Refusal(
            "not-now", wager.clause, "{wager} is bet with the decision to draw.", wager=wager.name
        )
    check_listed(table, wager)
    return wager


def _check_held(table: Table, patron: Patron, wager: Wager, command: PlaceWager) -> None:
    """Reject a wager on a box of the layout that the player does not hold."""
    box = command.box
    if box is None or box in patron.boxes or not 1 <= box <= table.opened.places:
        return
    message = "{player} does not play on box {box}: take the box first, if it is free."
    raise Refusal("bad-box", wager.clause, message, player=command.player, box=box)


def _check_where(table: Table, patron: Patron, wager: Wager, command: PlaceWager) -> int | None:
    """The playing area of a wager: the box it is about, or the area at which the player plays."""
    if wager.space.per_box:
        _check_held(table, patron, wager, command)
        table.book.check_box(wager, command.box, patron.boxes)
        area = command.box
    else:
        table.book.check_box(wager, command.box, ())
        own = patron.boxes[0] if patron.boxes else None
        area = command.area if command.area is not None else own
    check_seat(table, command.player, area)
    if area is not None:
        _check_inside(table, area)
        if not has_own_places(table, wager.id):
            check_sharing(table, command.player, area)
    return area


def _check_inside(table: Table, area: int) -> None:
    if not 1 <= area <= table.opened.places:
        rule = table.conduct.wagering
        clause = rule.inside or rule.before
        raise Refusal(
            "outside", clause, "There is no playing area {area} on this layout.", area=area
        )


def check_together(
    table: Table, command: Command, player: str, box: int | None, wager: Wager, area: int | None
) -> Sequence[Event]:
    """Reject a wager that may not lie beside the player's others, box by box."""
    whole = holds(command, WAGERS)
    held = [
        laid.on
        for laid in own_stakes(table, player)
        if (not wager.space.per_box or laid.box in (None, box))
        and not (whole and laid.on == wager.id and laid.area == area)  # which is raised
    ]
    if whole or table.book.together.one_each is None:
        held = [on for on in dict.fromkeys(held) if on != wager.id or _one_each(table)]
    everyone = [laid.on for laid in table.round.stakes.values()]
    approved = is_approved(table, command, BOTH_HANDS, player)
    table.book.together.check([*held, wager.id], everyone, approved, table.book.names)
    return check_side_bet(table, player, wager.id, area, whole=whole)


def _one_each(table: Table) -> bool:
    """Return True if the document allows one wager on each option."""
    return table.book.together.one_each is not None


def check_currency(table: Table, currency: str | None) -> str:
    """Chips always; promotional tokens and the like where the document takes them."""
    own, rule = table.opened.currency, table.conduct.wagering
    check_tournament_chips(table, currency)
    if currency is None or currency == own:
        return own
    if currency in rule.takes:
        return currency
    message = "Wagers are not made with {currency} here."
    raise Refusal("wrong-currency", rule.chips, message, currency=quoted(currency))


def check_loss_limit(
    table: Table, command: Command, player: str, patron: Patron, amount: int
) -> None:
    """Reject a wager that could take a player past their Loss Limit, at a table of any game; the
    clause is the document's, where it has one."""
    gaming = table.conduct.gaming
    known = gaming is not None or holds(command, MONEY)
    if patron.room is None or not known:
        return
    staked = own_stakes(table, player)
    at_risk = sum(laid.live for laid in staked if CURRENCIES[laid.currency].is_loss)
    if patron.lost + at_risk + amount > patron.room:
        clause = gaming.bar if gaming else None
        message = "That wager could take the player past their Loss Limit."
        raise Refusal("loss-limit", clause, message)


@TABLE.evolves(WagerPlaced)
def wager_placed(table: Table, event: WagerPlaced) -> Table:
    stakes = {**table.round.stakes, event.stake.sequence: event.stake}
    return moved(
        replace(table, sequence=event.stake.sequence, round=replace(table.round, stakes=stakes)),
        event.moves,
    )


class WithdrawWager(Command, frozen=True, kw_only=True):
    """Take back all that one has on a wager."""

    pages = on_pages("deal", "table")
    stopped_by = stops()

    player: str
    on: str
    box: int | None = None


class WagerWithdrawn(Event, frozen=True, kw_only=True):
    basis = statement("rescued-stake", when=lambda event, at: at.dealing)
    sight = public("sequences")
    transfers = transfers_of()
    topics = in_topics(Topic.OWN_WAGER)

    sequences: tuple[int, ...]
    moves: tuple[Move, ...]


@TABLE.decides(
    WithdrawWager,
    _untouched,
    (*BETWEEN, DEALING),
    seen="what is keyed before the first card",
    sent_by=OF_PLAYERS,
)
def withdraw_wager(table: Table, command: WithdrawWager, now: datetime) -> Sequence[Event]:
    consents(table, command, command.player)
    stakes = [
        s for s in own_stakes(table, command.player) if same_place(s, command.on, command.box)
    ]
    if not stakes:
        raise Refusal(
            "no-wager",
            None,
            "{player} has no wager on {on}.",
            player=named(command.player),
            on=table.book.wager(command.on).name,
        )
    if table.phase == DEALING:
        check_reopened(table)
    elif not holds(command, WAGERS):
        check_open(table)  # before the revision, the call kept wagers where they lay
    check_withdrawal(table, command.player)
    check_left_behind(table, command.player, [laid.sequence for laid in stakes])
    check_each_allowed(table, command.player, [laid.sequence for laid in stakes])
    return [
        WagerWithdrawn(
            sequences=tuple(laid.sequence for laid in stakes),
            moves=tuple(back(laid) for laid in stakes),
        )
    ]


def check_left_behind(table: Table, player: str, gone: Sequence[int]) -> None:
    """Reject a removal that leaves a side bet without the main bet that it needs."""
    after = without(table, gone)
    if mains_of(after, player):
        return
    for laid in own_stakes(after, player):
        if laid.on in table.restricted:
            raise Refusal(
                "main-bettors-only",
                table.restricted[laid.on],
                "Take back {on} first.",
                on=table.book.names[laid.on],
            )


def check_each_allowed(table: Table, player: str, gone: Sequence[int] = ()) -> None:
    """Reject a combination of a player's wagers that is not allowed once `gone` are removed.
    Approvals were checked when the wagers were placed."""
    own = own_stakes(without(table, gone), player)
    everyone = [laid.on for laid in table.round.stakes.values()]
    for box in dict.fromkeys(laid.box for laid in own):
        held = dict.fromkeys(laid.on for laid in own if laid.box in (None, box))
        table.book.together.check([*held], everyone, True, table.book.names)
        for need in table.book.together.needs:
            decided = need.decision is not None and table.round.decisions.get(box or 0)
            if decided == need.decision and need.wager not in held:
                message = "Without {wager} no card is drawn."
                raise Refusal("not-alone", need.clause, message, wager=table.book.names[need.wager])


@TABLE.evolves(WagerWithdrawn)
def wager_withdrawn(table: Table, event: WagerWithdrawn) -> Table:
    return moved(without(table, event.sequences), event.moves)
