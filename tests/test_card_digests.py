"""Player Card numbers: typed in clear, kept as keyed digests, shown by their last digits."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from compliance.nights import audited, events_of, rehashed
from sabot.accounts.account import CARD_DIGESTS, CARDS
from sabot.audit.claims import verify_house
from sabot.cli import main
from sabot.core.card_numbers import digest_of, is_digest, shown
from sabot.core.refusal import Refusal
from sabot.core.revision import CURRENT
from sabot.floor import Answer, Floor
from sabot.people.card_key import NAME, card_key
from sabot.people.custody import STREAM
from sabot.store import Store, Swap, export_lines, import_lines, open_store
from sabot.store.trust.keys import KEYS
from sabot.views import staff_of, you_of
from support.evening import START

NUMBER = "AB-7733-5521-4821"
GOLDEN = Path(__file__).parent / "golden" / "1.0.0" / "five-tables.jsonl"
CASS = {"actor": "cass", "role": "cashier"}
VERA = {"actor": "vera", "role": "casino supervisor"}
DANA = {"actor": "dana", "role": "dealer"}
ALICE = {"actor": "alice", "role": "player"}


class Desk:
    """Commands over a store, as they arrive from outside."""

    def __init__(self, store: Store) -> None:
        self.floor = Floor(store)
        self.count = 0

    def say(self, do: str, who: dict[str, str], stream: str = "", **fields: Any) -> Answer:
        self.count += 1
        said = {"id": f"x{self.count}", "do": do, **who, **fields}
        if stream:
            said["stream"] = stream
        return self.floor.do("1", self.floor.read(msgspec.json.encode(said)))

    def ok(self, do: str, who: dict[str, str], stream: str = "", **fields: Any) -> list[Any]:
        answer = self.say(do, who, stream, **fields)
        assert answer.rejected is None, answer.rejected
        return [msgspec.json.decode(each) for each in answer.events or ()]

    def no(self, do: str, who: dict[str, str], stream: str = "", **fields: Any) -> Any:
        rejected = self.say(do, who, stream, **fields).rejected
        assert rejected is not None
        return rejected

    def open(self, player: str = "alice", card: str = NUMBER) -> None:
        stream = f"player:{player}"
        self.ok("open-account", CASS, player=player)
        self.ok("issue-player-card", CASS, stream, card=card)
        self.ok("deposit", CASS, stream, amount="900", method="cash", reference=player)

    def table(self) -> None:
        sign = {"minimum": "5", "maximum": "1000"}
        self.ok("open-table", VERA, rulebook="star-baccarat", sign=sign, feed="typed")
        self.ok("open-float", VERA, amount="100000")


@pytest.fixture
def desk() -> Iterator[Desk]:
    with open_store("sqlite://") as store:
        yield Desk(store)


def test_no_number_is_left_in_the_store(tmp_path: Path) -> None:
    """Events, commands under `do`, statements, claims and snapshots, in every use."""
    path = tmp_path / "casino.db"
    with open_store(str(path)) as store:
        desk = Desk(store)
        desk.open()
        desk.table()
        desk.ok("join-table", ALICE, player="alice", chips="100", place=1, card="…4821")
        desk.ok("set-loss-limit", ALICE, "player:alice", amount="50", period="day")
        own = "CD-1122-3344-5566"
        desk.ok("join-table", DANA, player="bob", chips="90", place=2, card=own)
        assert desk.no("join-table", DANA, player="cleo", card=NUMBER).code == "player-card"
        desk.ok("cancel-player-card", VERA, "player:alice", card="…4821", reason="lost")
        stated = desk.ok("issue-player-card", CASS, "player:alice", card="EF-9988-7766-2211")
        assert stated[0]["what"] == "statement-made/1"
        desk.ok("confirm-statement", VERA, "player:alice", number=1, reason="seen")
        desk.floor.keep_snapshot("1")
        lines = b"".join(export_lines(store))
        assert audited(export_lines(store)) == [] and not list(verify_house(store))
    held = b"".join(each.read_bytes() for each in tmp_path.glob("casino.db*"))
    for typed in (NUMBER, own, "EF-9988-7766-2211"):
        for spelled in (typed, typed.replace("-", ""), typed.lower().replace("-", "")):
            assert spelled[2:12].encode() not in lines and spelled[2:12].encode() not in held
    assert lines.count(b'"hmac:') > 8


def test_a_card_opens_play_however_it_is_typed_and_no_other_does(desk: Desk) -> None:
    desk.open()
    desk.table()
    join: Any = {"player": "alice", "chips": "100", "place": 1}
    near = desk.no("join-table", DANA, **join, card="AB-7733-5521-4822")
    assert near.message == "Player Card …4822 is not this player's own."
    assert desk.no("join-table", DANA, **join, card="…4821").code == "player-card"
    (joined,) = desk.ok("join-table", DANA, **join, card="ab 7733 5521 4821")
    assert joined["card"] == joined["do"]["card"] == desk.floor.account("alice").card
    assert is_digest(joined["card"]) and joined["card"].endswith(":4821")


def test_players_name_their_own_card_as_their_screen_shows_it(desk: Desk) -> None:
    desk.open()
    desk.table()
    account = desk.floor.account("alice")
    you = you_of(desk.floor.table("1"), "alice", account, START)
    assert you.card == "…4821"
    assert desk.no("join-table", ALICE, player="alice", card="…4822").code == "player-card"
    (joined,) = desk.ok("join-table", ALICE, player="alice", place=1, card=you.card)
    assert joined["card"] == account.card
    seen = staff_of(desk.floor.table("1"))
    assert [each.card for each in seen.patrons] == ["…4821"]


@pytest.mark.parametrize("typed", ["of the log", "…4821"])
def test_nearest_miss_what_a_log_or_a_screen_shows_is_no_card(desk: Desk, typed: str) -> None:
    """A cashier who has seen the digest or the last digits has not been shown the card."""
    desk.open()
    known = desk.floor.account("alice").card or ""
    card = typed if typed.startswith("…") else known
    for do, fields in (
        ("withdraw", {"amount": "5", "reference": "slip 2"}),
        ("issue-player-card", dict[str, str]()),
    ):
        try:
            code = desk.no(do, CASS, "player:alice", card=card, **fields).code
        except Refusal as refused:
            code = refused.code
        assert code in ("bad-card", "no-consent")


def test_a_repeated_command_gets_its_first_answer(desk: Desk) -> None:
    desk.open()
    said = {"id": "once", "do": "cancel-player-card", **VERA, "stream": "player:alice"}
    said |= {"card": NUMBER, "reason": "lost"}
    first, again = (
        desk.floor.do("", desk.floor.read(msgspec.json.encode({**said, "card": typed})))
        for typed in (NUMBER, NUMBER.lower())
    )
    assert first == again and first.rejected is None
    both = desk.floor.do_each([("", desk.floor.read(msgspec.json.encode(said)))] * 2)
    assert both == [first, first]


def test_one_card_belongs_to_one_player_under_any_spelling(desk: Desk) -> None:
    desk.open()
    desk.ok("open-account", CASS, player="bob")
    taken = desk.no("issue-player-card", CASS, "player:bob", card="ab773355214821")
    assert taken.code == "card-taken"
    assert desk.floor.intake.holder(NUMBER) == "alice"
    assert desk.floor.intake.holder("AB-7733-5521-4822") is None
    ((name, owner),) = desk.floor.store.expiring_rows_of(CARD_DIGESTS.key).items()
    assert owner == b"alice" and name in (desk.floor.account("alice").card or "")


def test_every_process_has_the_same_key_and_replacing_the_store_s_key_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(tmp_path / "casino.db")
    monkeypatch.setenv(KEYS, "1" * 64)
    with open_store(path) as store, open_store(path) as other:
        desk = Desk(store)
        desk.open()
        before = card_key(store)
        assert card_key(other) == before and Desk(other).floor.intake.holder(NUMBER) == "alice"
    monkeypatch.setenv(KEYS, "1" * 64 + " " + "2" * 64)
    assert main(["keys", "replace", "--store", path]) == 0
    monkeypatch.setenv(KEYS, "2" * 64)
    with open_store(path) as store:
        assert card_key(store) == before
        assert Desk(store).floor.intake.holder(NUMBER) == "alice"
    assert before not in Path(path).read_bytes() and before.hex().encode() not in (
        Path(path).read_bytes()
    )


def test_a_key_that_was_lost_is_not_made_anew(desk: Desk) -> None:
    """Taking it out of the vault stops the cards, and does not exchange them."""
    desk.open()
    store = desk.floor.store
    key = card_key(store)
    store.write_exclusively(lambda work: work.work.seals.update({(STREAM, NAME): None}))
    with pytest.raises(Refusal, match="key of Player Cards"):
        card_key(store)
    assert len(key) == 32


def test_two_who_make_the_key_at_once_have_one(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second finds that it was made while it looked."""
    store, looks = desk.floor.store, iter([None])
    first = card_key(store)
    unseal = store.unseal
    monkeypatch.setattr(store, "unseal", lambda stream, name: next(looks, unseal(stream, name)))
    assert card_key(store) == first


# Logs of the first release


@pytest.fixture
def old() -> Iterator[Desk]:
    """A casino that goes on from a log with numbers in clear, and the rows that it had."""
    with open_store("sqlite://") as store:
        with GOLDEN.open("rb") as lines:
            import_lines(store, lines)
        yield Desk(store)


def clear_of(desk: Desk) -> str:
    return desk.floor.account("Ada 1").card or ""


def test_the_first_command_of_an_older_account_takes_its_digest_first(old: Desk) -> None:
    number = clear_of(old)
    assert number == "card of Ada 1" and shown(number) == "…ada1"
    before = old.floor.account("Ada 1").version
    who = {"actor": "cage", "role": "cashier"}
    (event,) = old.ok("deposit", who, "player:Ada 1", amount="5", method="cash", reference="s 1")
    assert event["what"] == "deposited/1" and event["seq"] == before + 2
    card = clear_of(old)
    assert card == digest_of(number, card_key(old.floor.store))
    assert old.floor.intake.holder(number) == "Ada 1"
    assert b"Ada 1" not in old.floor.store.expiring_rows_of(CARDS.key).values()
    found = {each.finding for each in audited(export_lines(old.floor.store))}
    assert found == set() and not list(verify_house(old.floor.store))


def test_nobody_is_issued_a_card_of_an_older_account(old: Desk) -> None:
    """Its number is claimed under a digest without a key until a person asks for it."""
    number = clear_of(old)
    old.ok("open-account", CASS, player="mallory")
    taken = old.no("issue-player-card", CASS, "player:mallory", card=number)
    assert taken.code == "card-taken" and is_digest(clear_of(old))


def test_the_table_where_an_older_player_sits_hears_the_digest(old: Desk) -> None:
    store = old.floor.store
    at = [
        (name, player, table.patrons[player])
        for name in ("1", "2", "3", "4", "5")
        for table in [old.floor.table(name)]
        for player in table.patrons
        if table.patrons[player].account
    ]
    assert at, "nobody of the golden log sits at a table with an account"
    for name, player, patron in at:
        assert patron.card and not is_digest(patron.card)
        old.floor.intake.cover(player)
        assert is_digest(old.floor.table(name).patrons[player].card or "")
    assert audited(export_lines(store)) == []


def test_a_number_in_clear_in_a_new_line_is_a_finding(desk: Desk) -> None:
    desk.open()
    known = (desk.floor.account("alice").card or "").encode()
    lines = [each.replace(known, NUMBER.encode()) for each in export_lines(desk.floor.store)]
    codes = [each.finding for each in audited(rehashed(events_of(lines)))]
    assert "secret-in-clear" in codes
    older = [each.replace(b'"under":%d,' % CURRENT, b"") for each in lines]
    assert audited(rehashed(events_of(older))) == [], "as the first release wrote it"


def test_a_row_of_an_older_claim_that_was_put_back_is_found(desk: Desk) -> None:
    desk.open()
    store = desk.floor.store
    assert store.swap(Swap(CARDS.key, "0" * 64, None, b"mallory"))
    assert [flaw.kind for flaw in verify_house(store)] == ["spare-claim"]
