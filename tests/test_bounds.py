"""Every container of every state has a declared bound, and no command goes beyond one."""

import json
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest

from compliance.nights import Night, audited, typed
from sabot.core.refusal import Refusal
from sabot.engine import bounds
from sabot.engine.bounds import check, containers, most_of, sizes
from sabot.engine.declarations import Bound, bound, fixed, within
from sabot.parts import disputes
from sabot.people import Hashing, People
from sabot.rules.roles import ADMINISTRATOR
from sabot.store import open_store
from sabot.table.betting import wagers
from support.accounts import ask, funded
from support.bounds_checks import DECLARED, beyond

GOLDEN = sorted((Path(__file__).parent / "golden" / "1.0.0").glob("*.jsonl"))
SUE: dict[str, Any] = {"actor": "sue", "role": "casino supervisor"}


def test_what_follows_a_field_names_one_with_a_bound() -> None:
    for name, each in DECLARED.items():
        assert each.most > 0 and (each.within or each.what), name
        assert not each.within or each.within in DECLARED, f"{name} follows {each.within}"
        assert most_of(name, DECLARED) < 10_000_000, name
        assert not (each.remedy and name.endswith("[]")), f"{name} is not looked into"
        assert not each.remedy or each.remedy.endswith("."), name


class Held(msgspec.Struct, frozen=True):
    things: Annotated[tuple[int, ...], bound(2, "things", "Take some away.")] = ()


@dataclass(frozen=True)
class Inner:
    names: Annotated[frozenset[str], bound(1, "names", "Strike one out.")] = frozenset()


class State(msgspec.Struct, frozen=True):
    """All the ways in which a container can lie in a state."""

    own: Annotated[dict[str, int], bound(1, "numbers", "Forget one.")] = {}
    held: Held | None = None
    by_name: Annotated[dict[str, Held], fixed(9, "names")] = {}
    listed: Annotated[tuple[Held | Inner, ...], within("State.by_name")] = ()
    nested: Annotated[list[Annotated[list[int], fixed(3, "columns")]], fixed(3, "rows")] = []
    bare: tuple[str, ...] | None = None
    pair: tuple[int, tuple[str, ...]] = (0, ())
    last: Held | None = None


def test_a_container_without_a_bound_is_found_by_name() -> None:
    found = {each.name: each.bound for each in containers(State)}
    assert [name for name, each in found.items() if each is None] == ["State.bare", "State.pair[]"]
    assert {"State.own", "Held.things", "Inner.names", "State.nested[]"} < found.keys()
    declared = {name: each for name, each in found.items() if isinstance(each, Bound)}
    assert most_of("State.listed", declared) == 9


@pytest.mark.parametrize(
    ("before", "after", "most"),
    [
        (State(), State(own={"a": 1, "b": 2}), 1),
        (State(held=Held()), State(held=Held((1, 2, 3))), 2),
        (State(), State(held=Held((1, 2, 3))), 2),
        (State(by_name={"a": Held()}), State(by_name={"a": Held((1, 2, 3))}), 2),
        (State(), State(listed=(Held(), Inner(frozenset("ab")))), 1),
    ],
)
def test_what_goes_beyond_a_bound_is_refused(before: State, after: State, most: int) -> None:
    with pytest.raises(Refusal, match=rf"There is room for {most} \w+ at most\. \w+") as refused:
        check(before, after)
    assert refused.value.code == "full"


def test_what_stays_within_or_makes_it_no_larger_is_not() -> None:
    check(State(), State(own={"a": 1}, held=Held((1, 2)), listed=(Inner(frozenset("a")),)))
    large = State(own={"a": 1, "b": 2, "c": 3}, held=Held((1, 2, 3)))
    check(large, msgspec.structs.replace(large, own={"a": 1, "b": 2}, held=Held((3, 2, 1))))
    check(large, msgspec.structs.replace(large, bare=("x",) * 1000))


def test_a_record_that_moves_to_another_field_has_not_grown() -> None:
    """A coup that was too large when it began, under an earlier release, comes to its end."""
    full = State(held=Held((1, 2, 3)), last=Held())
    check(full, State(held=Held(), last=full.held))
    with pytest.raises(Refusal):
        check(full, State(held=Held(), last=Held((1, 2, 3, 4))))


def test_sizes_are_told_by_name() -> None:
    state = State(own={"a": 1}, by_name={"a": Held((1, 2))}, nested=[[1], []])
    assert sorted(sizes(state)) == [
        ("Held.things", 2), ("State.by_name", 1), ("State.listed", 0), ("State.nested", 2),
        ("State.nested[]", 0), ("State.nested[]", 1), ("State.own", 1),
    ]  # fmt: skip


@pytest.mark.parametrize("log", GOLDEN, ids=lambda log: log.stem)
def test_the_states_of_old_logs_keep_to_their_bounds(log: Path) -> None:
    assert beyond(log.read_bytes().splitlines()) == []


# At a live table and account


def lower(monkeypatch: pytest.MonkeyPatch, **most: int) -> None:
    """Give some bounds of all states other numbers, as "Round_stakes"."""
    numbers = {name.replace("_", ".", 1): number for name, number in most.items()}

    def checks(record: type) -> Any:
        found = kept(record)
        if found is None:
            return None
        own = tuple(
            (name, with_most(each, numbers.get(f"{record.__name__}.{name}")))
            for name, each in found.bounds
        )
        return found._replace(bounds=own)

    kept = bounds._checks
    monkeypatch.setattr(bounds, "_checks", checks)


def with_most(each: Bound, most: int | None) -> Bound:
    return each if most is None else Bound(most, each.what, each.remedy, each.within)


def rejected(night: Night, do: str, actor: str, role: str, **fields: Any) -> str:
    said = {"id": f"x {night.now}", "do": do, "actor": actor, "role": role, **fields}
    answer = night.floor.do(night.name, night.floor.read(json.dumps(said)))
    assert answer.rejected is not None and answer.rejected.code == "full", answer
    return answer.rejected.message


def test_a_table_takes_so_many_players_and_wagers_and_is_played_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lower(monkeypatch, Table_patrons=3, Round_stakes=3)
    night = typed("star-baccarat")
    night.sit("cleo", 5)
    seat: dict[str, Any] = {"player": "dora", "chips": "100", "place": 7, "card": "dora 1"}
    told = rejected(night, "join-table", "dan", "dealer", **seat)
    assert told == (
        "There is room for 3 players at a table at most."
        " Wait until a seat is free, or choose another table."
    )
    for player in ("alice", "bob", "cleo"):
        night.do("place-wager", player, "player", player=player, on="player", amount="10")
    more = {"player": "alice", "on": "tie", "amount": "10"}
    assert "3 wagers in one coup" in rejected(night, "place-wager", "alice", "player", **more)
    night.do("no-more-bets")
    night.deal()
    night.finish()
    night.do("leave-table", player="cleo")
    night.do("join-table", **seat)
    assert audited(night.lines()) == []


def test_a_full_list_does_not_keep_a_coup_from_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Notices and reports wait for people; the game does not wait for them."""
    lower(monkeypatch, Notices_due=1, Table_asked=1, Table_payments=1, Round_bought=1)
    night = typed("star-baccarat")
    night.say("sanction-player", **SUE, player="mallory", measures=["detain"], reason="a camera")
    again: dict[str, Any] = {"player": "mel", "measures": ["detain"], "reason": "another camera"}
    assert "Give some" in rejected(night, "sanction-player", **SUE, **again)
    night.do("buy-chips", player="alice", amount="100")
    assert "Deal a coup" in rejected(
        night, "buy-chips", "dan", "dealer", player="bob", amount="100"
    )
    night.do("buy-chips", player="alice", amount="50")
    night.coups(2)
    night.do("buy-chips", player="bob", amount="100")
    night.do("give-notice", **SUE, number=1, channel="telephone")
    closes = night.now + timedelta(minutes=45)
    night.do("post-sign", **SUE, kind="close", takes_effect=closes.isoformat())
    for player in ("alice", "bob"):
        night.do("leave-table", player=player)
    night.now = closes
    counted = str(night.table.balances["chips@float"] // 100)
    night.do("close-float", **SUE, counted=counted)
    night.do("close-table", **SUE)
    assert audited(night.lines()) == []


def test_an_account_has_so_many_cancelled_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    lower(monkeypatch, Account_cancelled=2)
    night = typed("star-baccarat")
    funded(night.floor, "zoe", "100", "card 1")
    cass = {"actor": "cass", "role": "cashier"}
    for number in (2, 3):
        lost = {"card": f"card {number - 1}", "reason": "lost"}
        ask(night.floor, "cancel-player-card", "zoe", **SUE, **lost)
        ask(night.floor, "issue-player-card", "zoe", **cass, card=f"card {number}")
    lost = {"card": "card 3", "reason": "lost"}
    said = {"id": "x", "do": "cancel-player-card", "stream": "player:zoe", **SUE, **lost}
    answer = night.floor.do("", night.floor.read(json.dumps(said)))
    assert answer.rejected is not None and answer.rejected.code == "full"
    ask(night.floor, "deposit", "zoe", **cass, amount="5", method="cash", reference="slip 9")


def test_a_coup_at_its_bound_is_settled_and_cleared() -> None:
    """The most wagers of one coup, by players with the longest names, fit into the events that
    start, settle and end it; one wager more is refused."""
    most = DECLARED["Round.stakes"].most
    night = typed("star-baccarat", side_bets=[], sign={"minimum": "5", "maximum": "100000"})
    name = (
        "a very long name of a player that is as long as the name of a player can be in this log "
    )
    for nth in range(most // 3):
        player = f"{name}{nth:03}".ljust(100, "x")
        crowd(night, player)
        for on in ("player", "player", "tie"):
            night.do("place-wager", player, "player", player=player, on=on, amount="10")
    assert len(night.table.round.stakes) == most
    more = {"player": "alice", "on": "tie", "amount": "10"}
    assert f"{most} wagers" in rejected(night, "place-wager", "alice", "player", **more)
    night.do("no-more-bets")
    night.deal()
    night.finish()
    assert night.table.coups == 1


def crowd(night: Night, player: str) -> None:
    night.do("join-table", player=player, chips="100", card=player)


def test_no_player_takes_the_room_of_all() -> None:
    """Raises are stakes too."""
    night = typed("star-baccarat", side_bets=[])
    bet = {"player": "alice", "on": "player", "amount": "5"}
    for _ in range(wagers.MOST_EACH):
        night.do("place-wager", "alice", "player", **bet)
    assert night.no("place-wager", "alice", "player", **bet) == "too-many"
    night.do("place-wager", "bob", "player", **bet | {"player": "bob"})


def test_a_person_has_so_many_open_disputes() -> None:
    night = typed("star-baccarat")
    mine = {"player": "alice", "about": "the third card"}
    for _ in range(disputes.MOST_EACH):
        night.do("raise-dispute", "alice", "player", **mine)
    assert night.no("raise-dispute", "alice", "player", **mine) == "too-many"
    night.do("raise-dispute", "bob", "player", **mine | {"player": "bob"})
    night.do("decide-dispute", **SUE, number=1, decision="it stands", reason="the video")
    night.do("raise-dispute", "alice", "player", **mine)
    assert audited(night.lines()) == []


def test_a_person_has_so_many_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    """The people's own streams keep to their bounds too; a token that is revoked makes room."""
    lower(monkeypatch, Known_tokens=2)
    with open_store("sqlite://") as store:
        people = People(store, hashing=Hashing(memory=8))
        people.add("ann", "a long way to Tipperary", ADMINISTRATOR, "console")
        for number in (1, 2):
            people.issue_token("ann", f"token {number}", "ann", 1)
        with pytest.raises(Refusal, match="2 tokens of one person at most"):
            people.issue_token("ann", "token 3", "ann", 1)
        people.revoke_token(next(iter(people.tokens("ann"))).id, "ann")
        people.issue_token("ann", "token 3", "ann", 1)
