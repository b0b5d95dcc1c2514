"""The house's hand at promotions: what it adds to a command before that is decided.

It reads on in the tables' log from where each promotion has heard it, so that nothing is missed and
nothing counts twice; it says who cannot take part; it seals and opens the secret of a draw; and it
puts names and addresses into the vault, so that the log has references alone.
"""

import hmac
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from sabot.accounts import ACCOUNT_KIND, Account
from sabot.kind import Sealed
from sabot.live import Shelf
from sabot.parts.disputes import AdviseComplaint, Dispute, wanted_from_file
from sabot.parts.draw import SECRET, commitment, fresh_secret, order_of
from sabot.people.person import PERSON_KIND, Known
from sabot.promotions.drawing import plain
from sabot.promotions.running import PROMOTION, PROMOTION_KIND, Standing
from sabot.promotions.running.draw.committing import CommitDraw, OpenOrder, beacon_of
from sabot.promotions.running.entries.earning import HEARD, Ear, Earned, Struck
from sabot.promotions.running.entries.entering import (
    CloseList,
    EnterByForm,
    Hearing,
    HearTables,
    reference_of,
)
from sabot.promotions.running.opening import OpenPromotion
from sabot.promotions.running.prizes.awarding import PassOver, last_place
from sabot.promotions.running.prizes.claiming import ClaimPrize, RefuseClaim
from sabot.promotions.running.prizes.handing import HandOver
from sabot.promotions.running.state import CLOSED, Heard, listed, zone_of
from sabot.records import on_file, verified
from sabot.refusal import Refusal, named
from sabot.rules.roles import PLAYER
from sabot.shoe.randomness import Randomness
from sabot.store import Store
from sabot.streams import Command, read_line
from sabot.table import TABLE, TABLE_KIND

AT_ONCE: Final = 2000
"""So many tickets at most are taken down by one command."""
COUNTS: Final = re.compile(rb'"what":"(?:%b)"' % b"|".join(sorted(map(str.encode, HEARD))))
LONGEST: Final = 500
PEOPLE: Final = "people"
"""What the vault keeps to know people again."""
replace = msgspec.structs.replace
Prepared = tuple[Command, Sealed]


class Whose(msgspec.Struct, frozen=True):
    """Whom a reference stands for, as the vault keeps it."""

    name: str
    address: str


def bar_of(known: Known, account: Account) -> str:
    """What keeps somebody from a promotion; an empty text where nothing does."""
    if known.made is not None and known.role != PLAYER:
        return "on the staff"
    if known.kept_out is not None:
        return "excluded from the casino"
    return "" if account.exclusion is None else "excluded from play"


class Promoter:
    """Fills in what nobody may say to a promotion."""

    def __init__(self, store: Store, randomness: Randomness) -> None:
        self._store = store
        self._randomness = randomness
        self._persons = Shelf(store, PERSON_KIND)
        self._accounts = Shelf(store, ACCOUNT_KIND)

    def prepare(self, name: str, standing: Standing, command: Command) -> Prepared:
        """The command with the house's part put in, and what the vault has to keep."""
        for field in MINE.get(type(command), ()):
            if getattr(command, field):
                message = "The house says this itself, and nobody else."
                raise Refusal("meddling", None, message)
        fill = _FILLS.get(type(command))
        return (command, {}) if fill is None else fill(self, name, standing, command)

    def sealed(self, name: str, sealed: Mapping[str, bytes | None]) -> None:
        """The vault has it: nothing is kept in memory."""

    def forget(self, name: str) -> None: ...

    # The draw

    def _commit(self, name: str, standing: Standing, command: CommitDraw) -> Prepared:
        if standing.draw.digest:  # which is refused: the first secret stays
            return command, {}
        secret = fresh_secret(self._randomness)
        digest = commitment(secret, beacon_of(command, None))
        kept: Sealed = {SECRET: secret.encode(), PEOPLE: fresh_secret(self._randomness).encode()}
        return replace(command, digest=digest), kept

    def _open(self, name: str, standing: Standing, command: OpenOrder) -> Prepared:
        """With the secret, and with those of the first who cannot take part any more."""
        kept = self._store.unseal(PROMOTION_KIND.stream(name), SECRET)
        secret = "" if kept is None else kept.decode()
        command = replace(command, secret=secret)
        if standing.phase != CLOSED or not secret:  # which is refused
            return command, {}
        order = order_of(secret, listed(standing), plain(command.value))
        barred = self._barred(name, standing, order, len(standing.told.prizes))
        return replace(command, barred=barred), {}

    def _passed(self, name: str, standing: Standing, command: PassOver) -> Prepared:
        order, last = standing.draw.order, last_place(standing) if standing.awards else 0
        return replace(command, barred=self._barred(name, standing, order[last:], 1)), {}

    def _handed(self, name: str, standing: Standing, command: HandOver) -> Prepared:
        award = standing.awards.get(command.prize)
        if award is None:
            return command, {}
        whom = _whom(self._store, name, standing, award.entrant)
        return replace(command, barred=self._bar(whom)), {}

    def _barred(
        self, name: str, standing: Standing, order: Sequence[int], wanted: int
    ) -> dict[str, str]:
        """Who cannot take part any more of the tickets that come before so many that can win."""
        barred: dict[str, str] = {}
        fit: set[str] = set()
        for number in order:
            entrant = standing.ticket(number).entrant
            if entrant not in fit and entrant not in barred:
                why = self._bar(_whom(self._store, name, standing, entrant))
                barred |= {entrant: why} if why else {}
                fit |= set() if why else {entrant}
            wanted -= entrant in fit
            if not wanted:
                break
        return barred

    # The tables

    def _opened(self, name: str, standing: Standing, command: OpenPromotion) -> Prepared:
        """From here on they are heard; what game is played there the table itself knows."""
        tables, shelf = {}, Shelf(self._store, TABLE_KIND)
        for stream in self._store.streams_like(TABLE_KIND.prefix):
            table = shelf.live(TABLE_KIND.name(stream)).state
            book = "" if table.setup is None else table.setup.rulebook
            tables[table.name] = Heard(table.version, table.version, book)
        return replace(command, tables=tables), {}

    def _hear(self, name: str, standing: Standing, command: HearTables) -> Prepared:
        return replace(command, hearing=self._heard(standing)[0]), {}

    def _close(self, name: str, standing: Standing, command: CloseList) -> Prepared:
        hearing, is_all = self._heard(standing)
        if not is_all:
            message = "So much was earned that it has to be taken down first: try again."
            raise Refusal("busy", None, message)
        return replace(command, hearing=hearing), {}

    def _heard(self, standing: Standing) -> tuple[Hearing, bool]:
        """What the tables say since the last time, and whether that is all."""
        tables: dict[str, Heard] = {}
        earned: list[Earned] = []
        struck: list[Struck] = []
        left = AT_ONCE
        for stream in self._store.streams_like(TABLE_KIND.prefix) if standing.terms else ():
            table = TABLE_KIND.name(stream)
            before = standing.tables.get(table, Heard(0, 0))
            if self._store.head(stream).seq <= before.upto or left <= 0:
                continue
            ear = Ear(table, standing.told, zone_of(standing), before)
            self._listen(stream, before, ear, left)
            tables[table] = ear.heard
            earned += ear.earned
            struck += ear.struck
            left -= sum(each.tickets for each in ear.earned)
        barred = {each.player: self._bars(each.player) for each in earned}
        found = {player: why for player, why in barred.items() if why}
        return Hearing(tables, tuple(earned), tuple(struck), found), left > 0

    def _listen(self, stream: str, heard: Heard, ear: Ear, most: int) -> None:
        for stored in self._store.read(stream, heard.begin):
            counts = COUNTS.search(stored.line) is not None
            event = verified(TABLE, stream, stored.seq, stored.line) if counts else None
            ear.put(stored.seq, read_line(stored.line).at, event)
            if sum(each.tickets for each in ear.earned) >= most and stored.seq > heard.upto:
                return

    # People

    def _bars(self, player: str) -> str:
        """Why somebody cannot take part, if so."""
        why = self._bar(player)
        return f"{named(player)} is {why}." if why else ""

    def _bar(self, player: str) -> str:
        """What somebody is who cannot take part; a name may be of no person here."""
        return bar_of(_newest(self._persons, player), _newest(self._accounts, player))

    def _entered(self, name: str, standing: Standing, command: EnterByForm) -> Prepared:
        who = command.player or command.person.strip()
        command = replace(command, barred=self._bars(who) if who else "")
        if command.player and not _newest(self._accounts, command.player).player:
            command = replace(command, barred=f"{named(command.player)} has no account here.")
        same = self._same(name, command)
        whom = reference_of(standing, command.player, same)
        covered, kept = _covered(command, f"entrant-{whom}")
        return replace(covered, same=same if kept else ""), kept

    def _same(self, name: str, command: EnterByForm) -> str:
        """By which the house knows a name and address again, and nobody else does."""
        key = self._store.unseal(PROMOTION_KIND.stream(name), PEOPLE)
        if key is None or not command.person.strip():
            return ""
        said = "\n".join(
            " ".join(each.casefold().split()) for each in (command.person, command.address)
        )
        return hmac.digest(key, said.encode(), "sha256").hex()[:32]

    def _claimed(self, name: str, standing: Standing, command: ClaimPrize) -> Prepared:
        return _covered(command, f"claim-{standing.claimed + 1}")

    def _refused(self, name: str, standing: Standing, command: RefuseClaim) -> Prepared:
        claim = standing.claims.get(command.number)
        if claim is not None and claim.kept and (command.person or command.address):
            message = "The claimant's name and address are kept already, and stay as they are."
            raise Refusal("meddling", None, message)
        return _covered(command, f"claim-{command.number}")

    def _advised(self, name: str, standing: Standing, command: AdviseComplaint) -> Prepared:
        number = wanted_from_file(standing.disputes, command)
        if number is None:
            return command, {}
        stream = PROMOTION_KIND.stream(name)
        found = on_file(self._store, PROMOTION, stream, standing.filed, Dispute, number)
        return replace(command, record=found), {}


def whose(store: Store, name: str, reference: str) -> Whose | None:
    """Whom a reference of a promotion stands for."""
    kept = store.unseal(PROMOTION_KIND.stream(name), reference)
    return None if kept is None else msgspec.json.decode(kept, type=Whose)


def _whom(store: Store, name: str, standing: Standing, entrant: str) -> str:
    """The account of an entrant, or the name that the vault has for one without."""
    if found := [player for player, each in standing.entrants.items() if each == entrant]:
        return found[0]
    known = whose(store, name, f"entrant-{entrant}")
    return "" if known is None else known.name


def _newest(shelf: Shelf[Any], name: str) -> Any:
    page = shelf.live(name)
    with page.lock:
        shelf.catch_up(page)
        return page.state


def _covered(command: Any, reference: str) -> Prepared:
    """Name and address go into the vault; the log has the reference."""
    name, address = command.person.strip(), command.address.strip()
    if not name and not address:
        return command, {}
    if not name or not address:
        raise Refusal("bad-command", None, "Give both the name and the address.")
    if len(name) > LONGEST or len(address) > LONGEST:
        raise Refusal("bad-command", None, "That name or address is too long.")
    kept = msgspec.json.encode(Whose(name, address))
    return replace(command, person="", address="", kept=reference), {reference: kept}


MINE: Final[Mapping[type[Command], tuple[str, ...]]] = {
    CommitDraw: ("digest",),
    OpenOrder: ("secret", "barred"),
    PassOver: ("barred",),
    HandOver: ("barred",),
    OpenPromotion: ("tables",),
    HearTables: ("hearing",),
    CloseList: ("hearing",),
    EnterByForm: ("kept", "barred", "same"),
    ClaimPrize: ("kept",),
    RefuseClaim: ("kept",),
    AdviseComplaint: ("record",),
}
"""What of a command is the house's to say."""
_FILLS: Final[Mapping[type[Command], Callable[..., Prepared]]] = {
    CommitDraw: Promoter._commit,
    OpenOrder: Promoter._open,
    PassOver: Promoter._passed,
    HandOver: Promoter._handed,
    OpenPromotion: Promoter._opened,
    HearTables: Promoter._hear,
    CloseList: Promoter._close,
    EnterByForm: Promoter._entered,
    ClaimPrize: Promoter._claimed,
    RefuseClaim: Promoter._refused,
    AdviseComplaint: Promoter._advised,
}
