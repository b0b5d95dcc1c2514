"""Asking and commanding over HTTP, as a program does."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from client.wires import NearEnd, wires_to
from sabot.client import Client, Refused
from sabot.core.refusal import Refusal
from server.harness import NAMES, PASSWORD, TABLES, House, running

TABLE = "baccarat"
SIDE_ROOM = "side-room"
"""Which one of the tests opens, maybe before the others."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    options = {"star-baccarat": {"method": "B"}}
    with running(tmp_path_factory.mktemp("client"), options=options) as house:
        house.prepare(TABLE)
        house.prepare("mini")
        yield house


def client_of(house: House, who: str, **options: float) -> Client:
    return Client(house.origin, token=house.token(NAMES.get(who, who)), **options)


def test_signing_in_with_a_password_and_out(house: House) -> None:
    async def go() -> None:
        async with await Client.sign_in(house.origin, "dora", PASSWORD) as client:
            me = await client.me()
            assert (me.name, me.role, me.demo) == ("dora", "dealer", False)
            headers = dict(client.headers)
        late = Client(house.origin)
        late.headers = headers
        with pytest.raises(Refused) as no:
            await late.me()
        assert (no.value.code, no.value.status) == ("not-signed-in", 401)
        await late.close()

    asyncio.run(go())


@pytest.mark.parametrize(("name", "password"), [("dora", "wrong"), ("nobody", PASSWORD)])
def test_a_wrong_password_is_refused(house: House, name: str, password: str) -> None:
    async def go() -> None:
        with pytest.raises(Refused) as no:
            await Client.sign_in(house.origin, name, password)
        assert (no.value.code, no.value.status) == ("not-signed-in", 401)
        assert isinstance(no.value, Refusal)

    asyncio.run(go())


def test_a_session_that_was_idle_is_unlocked_with_the_password(
    tmp_path: Path,
) -> None:
    async def go(house: House) -> None:
        async with await Client.sign_in(house.origin, "dora", PASSWORD) as client:
            house.clock.advance(minutes=6)
            with pytest.raises(Refused) as no:
                await client.tables()
            assert no.value.code == "locked"
            with pytest.raises(Refused):
                await client.unlock("wrong")
            before = client.headers
            assert (await client.unlock(PASSWORD)).name == "dora"
            assert client.headers != before
            assert await client.tables()

    with running(tmp_path) as house:
        asyncio.run(go(house))


def test_tables_and_one_table(house: House) -> None:
    async def go() -> None:
        async with client_of(house, "dealer") as dealer, Client(house.origin) as nobody:
            cards = await dealer.tables()
            assert {card.id for card in cards} - {SIDE_ROOM} == set(TABLES.values())
            now = await dealer.table(TABLE)
            assert (now.table.id, now.table.method, now.you) == (TABLE, "B", None)
            assert now.staff is not None
            seen = await nobody.table(TABLE)
            assert (seen.table, seen.staff, seen.you) == (now.table, None, None)
            with pytest.raises(Refused) as no:
                await dealer.table("no such table")
            assert (no.value.code, no.value.status) == ("unknown-table", 404)

    asyncio.run(go())


def test_commands_are_carried_out_or_refused_with_their_clause(house: House) -> None:
    async def go() -> None:
        async with client_of(house, "player") as alice:
            card = (await alice.account()).card
            joined = await alice.do(TABLE, "join-table", player="alice", chips="2000", card=card)
            assert [event["what"] for event in joined.events] == ["player-joined/1"]
            assert (await alice.account()).table == TABLE
            with pytest.raises(Refused) as no:
                await alice.do(TABLE, "place-wager", player="alice", on="tie", amount="1000000")
            assert (no.value.code, no.value.clause) == ("above-maximum", "6.1")
            with pytest.raises(Refused) as no:
                await alice.do(TABLE, "deal-card")
            assert (no.value.code, no.value.status) == ("wrong-role", 403)
            with pytest.raises(Refused) as no:
                await alice.do(TABLE, "place-wager", colour="red")
            assert (no.value.code, no.value.status) == ("bad-command", 400)
            await alice.do(TABLE, "leave-table", player="alice")

    asyncio.run(go())


def test_an_account_takes_commands_of_its_own(house: House) -> None:
    async def go() -> None:
        async with (
            client_of(house, "bob") as bob,
            client_of(house, "dealer") as dealer,
            client_of(house, "cashier") as cashier,
        ):
            before = (await bob.account()).balance
            await bob.do_account("deposit", amount="12.50", method="eftpos")
            assert (await bob.account()).balance == before
            (waiting,) = await cashier.waiting()
            assert (waiting.stated_by, waiting.do, waiting.yours) == ("bob", "deposit", True)
            await cashier.confirm(waiting.stream, waiting.number, "seen")
            purse = await bob.account()
            assert (purse.player, purse.balance) == ("bob", before + 1250)
            await bob.do_account("withdraw", amount="2.50")
            assert (await bob.account()).reserved == 250
            (waiting,) = await cashier.waiting()
            await cashier.refuse(waiting.stream, waiting.number, "not now")
            assert (await bob.account()).reserved == 0
            with pytest.raises(Refused) as no:
                await bob.do_account("withdraw", amount="1000000")
            assert no.value.code == "at-the-desk"
            with pytest.raises(Refused) as no:
                await dealer.account()
            assert no.value.status == 403

    asyncio.run(go())


def test_the_holder_of_a_hand_peeks_and_nobody_else(house: House) -> None:
    async def go() -> None:
        async with client_of(house, "chen") as chen, client_of(house, "bob") as bob:
            card = (await chen.account()).card
            await chen.do("baccarat", "join-table", player="chen", chips="500", card=card, place=3)
            await chen.do("baccarat", "place-wager", player="chen", on="player", amount="50")
            assert await chen.peek("baccarat") == []
            while house.step("baccarat") != "pass-hand":
                pass
            held = await chen.peek("baccarat")
            you = (await chen.table("baccarat")).you
            assert you is not None
            assert [each.slot for each in held] == list(you.held[0].slots)
            assert await bob.peek("baccarat") == []
            turned = await chen.do("baccarat", "expose-cards", hand="player")
            shown = {each["slot"]: each["card"] for each in turned.events[0]["cards"]}
            assert shown == {each.slot: each.card for each in held}
            while house.see("baccarat")["table"]["wait"]["step"] != "bets":
                if house.step("baccarat") is None:  # a third card is the player's to turn
                    await chen.do("baccarat", "expose-cards", hand="player")

    asyncio.run(go())


def test_a_supervisor_opens_a_table_and_events_come_in_pages(house: House) -> None:
    async def go() -> None:
        async with client_of(house, "casino supervisor") as boss, client_of(house, "bob") as bob:
            sign = {"minimum": "10", "maximum": "500"}
            await boss.open_table(SIDE_ROOM, rulebook="canberra-mini", sign=sign)
            await boss.do(SIDE_ROOM, "open-float", amount="1000")
            events = await boss.events(SIDE_ROOM)
            assert [each["what"] for each in events] == ["table-opened/1", "float-opened/1"]
            assert await boss.events(SIDE_ROOM, after=1, limit=1) == events[1:]
            assert [each["what"] for each in await bob.events(SIDE_ROOM, after=1)] == ["private/1"]

    asyncio.run(go())


def test_a_server_that_is_not_there_is_asked_for_a_while(house: House) -> None:
    async def go() -> None:
        async with Client(NearEnd().url, patience=0.5) as client:
            with pytest.raises(Refused) as no:
                await client.tables()
            assert (no.value.code, no.value.status) == ("unreachable", 0)

    asyncio.run(go())


def test_a_command_whose_answer_was_lost_is_carried_out_once(
    tmp_path: Path,
) -> None:
    near = NearEnd()

    async def go(house: House) -> None:
        bob = Client(near.url, token=house.token("bob"))
        async with wires_to(house.port, near) as wires, bob:
            await bob.account()
            wires.deaf = True
            wires.passed.clear()
            asked = asyncio.create_task(bob.do_account("deposit", amount="10", method="eftpos"))
            await wires.passed.wait()
            while not house.casino.floor.account("bob").statements.pending:
                await asyncio.sleep(0.01)
            assert not asked.done()
            wires.deaf = False
            wires.cut()
            assert len((await asked).events) == 1
            assert len(house.casino.floor.account("bob").statements.pending) == 1

    with running(tmp_path, origin=near.url) as house:
        asyncio.run(go(house))
