"""Following a table live: nothing missed and nothing twice, on any network."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager

import pytest
from websockets.asyncio.server import ServerConnection, serve

from client.wires import NearEnd, Wires, wires_to
from sabot.client import Change, Client, Live, Refused
from server.harness import NAMES, House, running

TABLE = "baccarat"
NEAR = NearEnd()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("live"), origin=NEAR.url) as house:
        house.prepare(TABLE)
        house.sit(TABLE, "alice", chips="10000")
        yield house


@asynccontextmanager
async def following(
    house: House, who: str, after: int | None = None, patience: float = 120
) -> AsyncIterator[tuple[Client, Live, Wires]]:
    """A client behind bad wires, and a table that it follows."""
    token = house.token(NAMES.get(who, who))
    client = Client(NEAR.url, token=token, patience=patience)
    async with wires_to(house.port, NEAR) as wires, client, client.live(TABLE, after) as live:
        yield client, live, wires


async def until(live: Live, seq: int) -> list[Change]:
    """Changes up to the one that tells of that event."""
    changes = []
    async for change in live:
        changes.append(change)
        if change.seq >= seq:
            return changes
    raise AssertionError("the stream has no end")


def numbers(changes: list[Change]) -> list[int]:
    return [event["seq"] for change in changes for event in change.events]


async def aside(work: Callable[..., object], *words: object) -> None:
    """Something done at the house while the client's loop goes on."""
    await asyncio.to_thread(work, *words)


def a_coup(house: House) -> int:
    """Bet and deal; the number of the last event."""
    house.done(TABLE, "alice", "place-wager", player="alice", on="player", amount="20")
    house.play(TABLE)
    return int(house.see(TABLE)["seq"])


def test_a_view_first_and_then_all_that_happens(house: House) -> None:
    async def go() -> None:
        async with following(house, "player") as (client, live, _):
            first = await anext(live)
            assert first.first and first.events == ()
            last = await asyncio.to_thread(a_coup, house)
            changes = await until(live, last)
            assert numbers(changes) == list(range(first.seq + 1, last + 1))
            now = await client.table(TABLE)
            assert (changes[-1].table, changes[-1].you) == (now.table, now.you)
            assert changes[-1].staff is None and not changes[-1].first

    asyncio.run(go())


def test_the_dealer_is_told_what_comes_next(house: House) -> None:
    async def go() -> None:
        async with following(house, "dealer") as (client, live, _):
            await anext(live)
            await aside(a_coup, house)
            last = (await client.table(TABLE)).seq
            change = (await until(live, last))[-1]
            assert change.staff == (await client.table(TABLE)).staff

    asyncio.run(go())


def test_commands_go_over_the_socket_and_are_refused_there(house: House) -> None:
    async def go() -> None:
        async with following(house, "player") as (_, live, _):
            change = await anext(live)
            bet = {"player": "alice", "on": "banker", "amount": "20"}
            answered = await live.do("place-wager", **bet)
            assert answered.events[0]["seq"] == change.seq + 1
            with pytest.raises(Refused) as no:
                await live.do("place-wager", **bet | {"amount": "100000"})
            assert (no.value.code, no.value.clause) == ("above-maximum", "6.1")
            taken = await live.do("withdraw-wager", player="alice", on="banker", id="my own")
            assert taken.id == "my own"
            again = await live.do("withdraw-wager", player="alice", on="banker", id="my own")
            assert again == taken

    asyncio.run(go())


def test_nothing_is_missed_or_doubled_when_the_wires_are_cut_all_the_time(house: House) -> None:
    async def go() -> None:
        async with following(house, "bob") as (client, live, wires):
            first = await anext(live)
            told: list[Change] = []
            for _ in range(8):
                playing = asyncio.create_task(asyncio.to_thread(a_coup, house))
                while not playing.done():
                    wires.cut()
                    change = await live.within(0.05)
                    told += [] if change is None else [change]
                if (told[-1] if told else first).seq < playing.result():
                    told += await until(live, playing.result())
            assert wires.made > 3
            assert numbers(told) == list(range(first.seq + 1, told[-1].seq + 1))
            log = await client.events(TABLE, first.seq)
            assert [event for change in told for event in change.events] == log
            assert told[-1].table == (await client.table(TABLE)).table

    asyncio.run(go())


def test_a_command_without_an_answer_is_sent_again_and_done_once(house: House) -> None:
    async def go() -> None:
        async with following(house, "player") as (client, live, wires):
            first = await anext(live)
            wires.deaf = True
            wires.passed.clear()
            asked = asyncio.create_task(
                live.do("place-wager", player="alice", on="tie", amount="10")
            )
            await wires.passed.wait()
            while (await asyncio.to_thread(house.see, TABLE))["seq"] == first.seq:
                await asyncio.sleep(0.01)
            assert not asked.done()
            wires.deaf = False
            wires.cut()
            answered = await asked
            assert [event["seq"] for event in answered.events] == [first.seq + 1]
            stakes = (await client.table(TABLE)).table.stakes
            assert [(stake.on, stake.staked) for stake in stakes] == [("tie", 1000)]
            await live.do("withdraw-wager", player="alice", on="tie")

    asyncio.run(go())


def test_a_command_given_while_the_wires_are_down_is_done_when_they_are_up(house: House) -> None:
    async def go() -> None:
        async with following(house, "player") as (_, live, wires):
            await anext(live)
            wires.down = True
            wires.cut()
            asked = asyncio.create_task(
                live.do("place-wager", player="alice", on="tie", amount="10")
            )
            wires.turned_away.clear()
            await wires.turned_away.wait()
            assert not asked.done()
            wires.down = False
            assert (await asked).events[0]["what"] == "wager-placed/1"
            await live.do("withdraw-wager", player="alice", on="tie")

    asyncio.run(go())


def test_from_any_event_on_even_from_the_first(house: House) -> None:
    async def go(after: int) -> None:
        async with following(house, "dealer", after) as (client, live, _):
            last = (await client.table(TABLE)).seq
            changes = await until(live, last)
            assert numbers(changes) == list(range(after + 1, last + 1))

    asyncio.run(go(0))
    asyncio.run(go(5))


def test_what_the_server_has_no_longer_at_hand_is_fetched_from_the_log(house: House) -> None:
    """The server answers with a snapshot if too much was missed."""
    kept = house.casino.following(TABLE)
    kept.lines = deque(kept.lines, maxlen=5)

    async def go() -> None:
        async with following(house, "dealer") as (_, live, wires):
            first = await anext(live)
            wires.down = True
            wires.cut()
            last = await asyncio.to_thread(a_coup, house)
            wires.down = False
            changes = await until(live, last)
            assert last - first.seq > 5
            assert numbers(changes) == list(range(first.seq + 1, last + 1))
            assert changes[0].first

    asyncio.run(go())


def test_changes_that_nobody_fetched_come_as_one(house: House) -> None:
    async def go() -> None:
        async with following(house, "player") as (client, live, _):
            first = await anext(live)
            last = await asyncio.to_thread(a_coup, house)
            while live.seq != last:
                await asyncio.sleep(0.01)
            change = await anext(live)
            assert numbers([change]) == list(range(first.seq + 1, last + 1))
            assert change.table == (await client.table(TABLE)).table
            assert await live.within(0.05) is None

    asyncio.run(go())


async def refused(work: Callable[[], Awaitable[object]]) -> Refused:
    with pytest.raises(Refused) as no:
        await work()
    return no.value


def test_whoever_may_not_follow_is_told_so(house: House) -> None:
    async def go() -> None:
        stranger = Client(house.origin, token="sabot_no-such-token")
        async with stranger, stranger.live(TABLE) as live:
            assert (await refused(live.__anext__)).code == "not-signed-in"
            assert (await refused(lambda: live.do("deal-card"))).code == "not-signed-in"
        bob = Client(house.origin, token=house.token("bob"))
        async with bob, bob.live("no-such-table") as live:
            assert (await refused(live.__anext__)).code == "unknown-table"

    asyncio.run(go())


def test_a_session_that_ends_ends_the_stream(house: House) -> None:
    async def go() -> None:
        token, _ = house.casino.people.sign_in_as("chen", "a test")
        async with Client(house.origin, token=token) as chen, chen.live(TABLE) as live:
            await anext(live)
            await asyncio.to_thread(house.casino.people.end_sessions, "chen", "a test")
            while True:
                try:
                    await anext(live)
                except Refused as no:
                    assert no.code == "not-signed-in"
                    return

    asyncio.run(go())


def test_a_server_that_stays_away_ends_the_stream_and_what_waits(house: House) -> None:
    async def go() -> None:
        async with following(house, "player", patience=0.5) as (_, live, wires):
            await anext(live)
            wires.down = True
            wires.cut()
            waiting = asyncio.create_task(live.do("show-rules", to="alice"))
            assert (await refused(live.__anext__)).code == "unreachable"
            assert (await refused(lambda: waiting)).code == "unreachable"

    asyncio.run(go())


def test_a_table_that_is_left_answers_no_more(house: House) -> None:
    async def go() -> None:
        async with following(house, "player") as (client, _, _):
            async with client.live(TABLE) as live:
                await anext(live)
            assert (await refused(lambda: live.do("show-rules", to="alice"))).code == "hung-up"

    asyncio.run(go())


def test_a_handshake_that_is_refused_is_tried_again_and_then_told(house: House) -> None:
    """The server answers 403 to a wrong host, and to a client that asks too often."""

    async def go() -> None:
        async with wires_to(house.port, other := NearEnd()):
            stray = Client(other.url, token=house.token("bob"), patience=0.5)
            async with stray, stray.live(TABLE) as live:
                assert (await refused(live.__anext__)).status == 403

    asyncio.run(go())


def test_whoever_is_no_casino_is_found_out(house: House) -> None:
    """Something else that speaks WebSocket at that address."""

    async def stranger(socket: ServerConnection) -> None:
        await socket.send(socket.request.headers["x-says"] if socket.request else "")
        await socket.wait_closed()

    async def go(says: str) -> Refused:
        async with serve(stranger, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            client = Client(f"http://127.0.0.1:{port}", patience=1)
            client.headers = {"x-says": says}
            async with client, client.live(TABLE) as live:
                return await refused(live.__anext__)

    for says in ("hello", '{"type":"events","seq":1}', '{"type":"snapshot","table":{},"now":1}'):
        assert asyncio.run(go(says)).code == "no-answer"
