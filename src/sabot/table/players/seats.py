"""Players at the table: seats, playing areas, who shares them and who makes room."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Annotated, ClassVar

import msgspec

from sabot.core.money import CHIPS, TOURNAMENT
from sabot.core.refusal import Refusal, named, quoted
from sabot.core.revision import PEOPLE, WAGERS, holds
from sabot.engine.declarations import (
    CardNumber,
    Guard,
    Purse,
    StaffNumber,
    guarded,
    on_pages,
    partly,
    server_fills,
    statement,
    stops,
    transfers_of,
)
from sabot.engine.ledger import CURRENCIES, WORLD, Move, balance, is_player_name, of_player
from sabot.engine.streams import Command, Confirmer, Event
from sabot.parts.sizes import REMEMBERED
from sabot.parts.statements import is_same
from sabot.policies.play_time import PlayDeadlines
from sabot.rules.roles import CASINO_SUPERVISOR, PLAYER
from sabot.table.chips.counts import counted, day_of_count, is_counted_alone
from sabot.table.heat.words import has_seat, is_for_heats, taking_seat
from sabot.table.players.boxes import has_room
from sabot.table.players.player_card import card_of, check_player_card
from sabot.table.players.room import with_limits
from sabot.table.players.taking_part import barred_by, card_barred_by, check_coming, check_plays_not
from sabot.table.result.repayments import asked_first, check_known_name, check_no_debt
from sabot.table.result.void_wagers import has_open_wagers
from sabot.table.running.approvals import without_approvals
from sabot.table.state import BETTING, BETWEEN, CLOSED, OPEN, VIRTUAL, LossLimit, Patron, Table
from sabot.table.stream import (
    COUNTED_AGAIN,
    OF_PLAYERS,
    OF_SERVER,
    ON_ACCOUNT,
    TABLE,
    amount_of,
    check_felt,
    moved,
    patron_of,
    replace,
    speaks_for,
    with_buy_in,
    with_patron,
)


class Visit(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Data that a player's account hands to the table: the room to lose, in cents, and the Loss
    Limits behind it, the day and the time zone in which they are counted, the Player Card that the
    account was opened with, the name under which its holder works here, if they do, and what the
    policy in force says of the visit's length."""

    guard: ClassVar[Guard] = Guard.STAFF

    card: CardNumber | None
    room: StaffNumber | None = None
    excluded: str | None = None
    limits: tuple[LossLimit, ...] = ()
    zone: str = ""
    day: date | None = None
    staff: str = ""
    play: PlayDeadlines | None = None


class JoinTable(Command, frozen=True, kw_only=True):
    """Come to the table with chips, to a seat or standing. `visit` is the account's word, put in by
    the house, never by the person who asks."""

    pages = on_pages("deal", "table")
    server_fields = server_fills("visit")
    stopped_by = stops()

    player: str
    chips: str = "0"
    place: int | None = None
    card: CardNumber | None = None
    visit: Visit | None = None


class PlayerJoined(Event, frozen=True, kw_only=True):
    """A player came to the table. `boxes` are the playing areas of the seat; `lapses` are the
    clauses of no-bet coups that are not dealt now that a player is there. `counted_on`: the local
    day of the count of chips that come from no account."""

    basis = statement(
        "declared-chips", alone=True, when=lambda event, at: not event.account and bool(event.moves)
    )
    sight = partly("player place", "account")
    transfers = transfers_of(Purse.PLAYERS)

    player: str
    place: int | None
    boxes: tuple[int, ...]
    lapses: tuple[str, ...]
    card: CardNumber | None
    room: StaffNumber | None
    account: bool
    moves: tuple[Move, ...]
    limits: tuple[LossLimit, ...] = ()
    zone: str = ""
    day: date | None = None
    staff: str = ""
    counted_on: date | None = None
    play: Annotated[PlayDeadlines | None, guarded(Guard.STAFF)] = None


def _counts_too(table: Table, command: JoinTable) -> Confirmer | None:
    """Chips of no account that are more than a dealer counts alone. A player's own come from the
    account, which the house asks only then."""
    if command.visit is not None or command.role == PLAYER or table.limit is None:
        return None
    return None if is_counted_alone(table, _brought(command.chips)) else COUNTED_AGAIN


@TABLE.decides(
    JoinTable,
    phases=OPEN,
    confirmed_by=_counts_too,
    seen="the account, or chips that the dealer counts alone",
    sent_by=OF_PLAYERS,
    confirmers=(CASINO_SUPERVISOR,),
)
def join_table(table: Table, command: JoinTable, now: datetime) -> Sequence[Event]:
    speaks_for(table, command, command.player)
    if command.visit is None:
        check_felt(table, command, ON_ACCOUNT, code="no-account")
    _check_welcome(table, command)
    check_known_name(table, command.player)
    place = taking_seat(table, command.player, command.place)
    command = replace(command, place=place, card=card_of(command))
    check_player_card(table, command, now)
    _check_heat(table, command)
    if command.place is not None:
        _check_place(table, command.place)
    chips = _brought(command.chips)
    if chips and command.visit is None and command.role == PLAYER:
        raise Refusal("chips-unseen", None, "Chips without an account are counted by the dealer.")
    if chips and table.opened.currency != CHIPS:
        message = "This table plays with {currency}."
        raise Refusal("wrong-currency", None, message, currency=table.opened.currency)
    joined = PlayerJoined(
        player=command.player,
        place=command.place,
        boxes=_boxes_of(table, command),
        lapses=_lapsing(table),
        card=command.card,
        room=command.visit.room if command.visit else None,
        account=command.visit is not None,
        moves=(Move(WORLD, of_player(command.player), chips),) if chips else (),
        limits=command.visit.limits if command.visit else (),
        zone=command.visit.zone if command.visit else "",
        day=command.visit.day if command.visit else None,
        staff=command.visit.staff if command.visit else "",
        counted_on=None if command.visit else day_of_count(table, command, now),
        play=command.visit.play if command.visit else None,
    )
    return [joined, *asked_first(TABLE.evolve(table, joined, now), command.player)]


def _check_welcome(table: Table, command: JoinTable) -> None:
    player = command.player
    if not is_player_name(player):
        message = "{player} is not a name for a player."
        raise Refusal("bad-name", None, message, player=quoted(player))
    here = next((each for each in table.patrons if is_same(player, each)), None)
    if here is not None:
        message = "{player} is at this table already."
        raise Refusal("already-here", None, message, player=named(here))
    barred = barred_by(table, player, holds(command, PEOPLE))
    if holds(command, PEOPLE):
        staff = command.visit.staff if command.visit else ""
        check_coming(table, player, staff, command.actor if command.role != PLAYER else "")
    if barred is not None:
        raise Refusal("barred", barred, "{player} is barred from this game.", player=named(player))
    if holds(command, PEOPLE):
        _check_card_not_barred(table, command.card)
    if command.visit is not None and command.visit.excluded is not None:
        message = "{player} is excluded."
        raise Refusal("excluded", command.visit.excluded, message, player=named(player))
    if table.most_players is not None and len(table.patrons) >= table.most_players:
        limit = table.conduct.sharing.at_table
        clause, most = limit.clause if limit else None, table.most_players
        message = "The table is limited to {most_players} players."
        raise Refusal("table-full", clause, message, most_players=most)


def _check_card_not_barred(table: Table, card: str | None) -> None:
    """Reject a Player Card that a person showed who is barred from this game."""
    clause = card_barred_by(table, card)
    if clause is not None:
        message = "That Player Card was shown by a person who is barred from this game."
        raise Refusal("barred", clause, message)


def _check_heat(table: Table, command: JoinTable) -> None:
    """Reject a player whose Loss Limit is below the buy-in of a heat whose chips turn into cash
    again."""
    heat, gaming = table.heat, table.conduct.gaming
    if heat is None or not heat.plan.cashed or gaming is None or command.visit is None:
        return
    room = command.visit.room
    if room is not None and room < heat.plan.buy_in:
        message = "The buy-in could take {player} past their Loss Limit."
        raise Refusal("loss-limit", gaming.bar, message, player=named(command.player))


def _check_place(table: Table, place: int) -> None:
    if not 1 <= place <= table.opened.places:
        rule = table.book.places
        raise Refusal(
            "wrong-place",
            rule.clause if rule else None,
            "The table has places 1 to {places}: there is no {place}.",
            places=table.opened.places,
            place=place,
        )
    if any(patron.place == place for patron in table.patrons.values()):
        raise Refusal("place-taken", None, "Place {place} is taken.", place=place)


def _boxes_of(table: Table, command: JoinTable) -> tuple[int, ...]:
    """A seat comes with the area before it; where every area has a hand of its own and others fill
    this one, its player waits for it, or takes another."""
    place, boxed = command.place, table.book.procedure.takes_boxes
    if place is None or (boxed and not has_room(table, command.player, place)):
        return ()
    return (place,)


def _lapsing(table: Table) -> tuple[str, ...]:
    """Return the clauses of no-bet coups that lapse when a player joins: those called because no
    player was there, or because all agreed. Those that a card forces do not lapse."""
    coming = {table.round.no_bet, *table.next_no_bet}
    return tuple(rule.clause for rule in table.conduct.no_bet if rule.clause in coming)


@TABLE.evolves(PlayerJoined)
def player_joined(table: Table, event: PlayerJoined) -> Table:
    patron = Patron(
        place=event.place,
        joined=table.coups,
        boxes=event.boxes,
        card=event.card,
        account=event.account,
        room=event.room,
        staff=event.staff,
        play=event.play,
    )
    patron = with_limits(patron, event.zone, event.limits, event.day)
    brought = 0 if event.account else sum(move.amount for move in event.moves)
    came = with_patron(_for_players(table, event.lapses), event.player, patron)
    came = counted(came, brought, event.counted_on)
    if came.phase == BETTING:
        came = replace(came, round=replace(came.round, answer_by=None))  # time for players who join
    return moved(with_buy_in(came, event.moves) if event.account else came, event.moves)


def was_here(table: Table, player: str) -> bool:
    """Return True if a player is at this table, or among the last who left it."""
    return player in table.patrons or player in table.left


def _for_players(table: Table, lapses: tuple[str, ...]) -> Table:
    """The table without the no-bet coups that lapse; one that is being dealt goes on."""
    coming = tuple(clause for clause in table.next_no_bet if clause not in lapses)
    if table.phase in BETWEEN and table.round.no_bet in lapses:
        table = replace(table, round=replace(table.round, no_bet=None))
    return replace(table, next_no_bet=coming)


class LeaveTable(Command, frozen=True, kw_only=True):
    """Go away with one's chips. `declared` is what a player on a Loss Limit says is left; at a
    virtual table no chip is anywhere but in the ledger, which has said so already."""

    pages = on_pages("deal", "table")
    stopped_by = stops()

    player: str
    declared: str | None = None


class PlayerLeft(Event, frozen=True, kw_only=True):
    """`lost` is the net loss of the visit; chips go back to where they came from. `marker_off`: the
    clause by which the marker of an old minimum leaves the layout with its player. `put_out`: when
    staff keyed the player out, so that a closure is still announced to them."""

    basis = statement(
        "variance",
        when=lambda event, at: at.confirmed,
        amount=lambda event: abs((event.declared or 0) - event.chips),
    )
    sight = partly("player", "chips lost declared clause put_out")
    transfers = transfers_of(Purse.PLAYERS)

    player: str
    chips: int
    lost: int
    moves: tuple[Move, ...]
    declared: int | None = None
    clause: str | None = None
    marker_off: str | None = None
    put_out: datetime | None = None


def _counts_again(table: Table, command: LeaveTable) -> Confirmer | None:
    """Require a second count if the chips that a player declares differ from the table's books."""
    patron = table.patrons.get(command.player)
    if command.declared is None or patron is None or patron.room is None:
        return None
    held = balance(table.balances, of_player(command.player))
    return None if _brought(command.declared) == held else COUNTED_AGAIN


@TABLE.decides(
    LeaveTable,
    phases=(*OPEN, CLOSED),
    confirmed_by=_counts_again,
    seen="the table's own books",
    sender_may_play=True,  # a player is sent away in the name of the person who acted last
    sent_by=OF_PLAYERS,
    confirmers=(CASINO_SUPERVISOR,),
)
def leave_table(table: Table, command: LeaveTable, now: datetime) -> Sequence[Event]:
    speaks_for(table, command, command.player)
    by_server = command.id.startswith(OF_SERVER)
    if command.role != PLAYER and not by_server and holds(command, PEOPLE):
        check_plays_not(table, command)
    patron = patron_of(table, command.player)
    if has_open_wagers(table, command.player):
        raise Refusal(
            "wagers-lie",
            table.conduct.wagering.untouched,
            "{player} has wagers in this {coup_word}, and can leave when the cards are cleared"
            " away.",
            player=named(command.player),
            coup_word=table.book.coup,
        )
    check_no_debt(table, command.player)
    gaming = table.conduct.gaming if patron.room is not None else None
    in_hand = table.opened.feed != VIRTUAL
    if gaming is not None and in_hand and command.declared is None:
        message = "A player on a Loss Limit declares what chips are left."
        raise Refusal("undeclared", gaming.leaving, message)
    place = of_player(command.player)
    moves = tuple(
        Move(place, WORLD, held, currency)
        for currency in CURRENCIES
        if (held := balance(table.balances, place, currency))
        and not (currency == TOURNAMENT and has_seat(table, command.player))
    )
    declared = None if command.declared is None else _brought(command.declared)
    by_staff = command.role != PLAYER and not by_server and not is_for_heats(table)
    by_staff = by_staff and holds(command, WAGERS)
    return [
        PlayerLeft(
            player=command.player,
            chips=balance(table.balances, place),
            lost=patron.lost,
            moves=moves,
            declared=declared,
            clause=gaming.leaving if gaming else None,
            marker_off=table.conduct.limits.marker_off if patron.old_least is not None else None,
            put_out=now if by_staff and not (patron.barred or patron.excluded) else None,
        )
    ]


def _brought(text: str) -> int:
    return 0 if text in ("0", "0.00") else amount_of(text)


@TABLE.evolves(PlayerLeft)
def player_left(table: Table, event: PlayerLeft) -> Table:
    patrons = {name: patron for name, patron in table.patrons.items() if name != event.player}
    left = (*(name for name in table.left if name != event.player), event.player)[-REMEMBERED:]
    put_out = {name: since for name, since in table.put_out.items() if name != event.player}
    if event.put_out is not None:
        put_out = dict([*put_out.items(), (event.player, event.put_out)][-REMEMBERED:])
    card = table.patrons[event.player].card
    shown = table.left_cards if card is None else {**table.left_cards, event.player: card}
    table = replace(
        without_approvals(table, event.player),
        patrons=patrons,
        left=left,
        left_cards={name: each for name, each in shown.items() if name in left},
        put_out=put_out,
    )
    return moved(table, event.moves)
