"""The custodian's book: keys, clock, backups, and a store of an earlier release."""

import asyncio
from datetime import timedelta

from people.night import Machine
from sabot.cli import main
from sabot.core.refusal import Refusal
from sabot.server.casino import Casino
from sabot.server.inspect.checkpoints import signers
from sabot.server.operations.clock import keep_time
from sabot.server.settings import Settings
from store.edits import as_version_2
from support.tour.house import Refused, TourHouse
from support.tour.steps import Act, Steps

REASON = "the battery of the clock was changed"


def chapter(house: TourHouse) -> Steps:
    yield Act("an earlier release's store is adopted", lambda: adopted(house))
    yield Act("the house's key is replaced", lambda: away(house, "keys", "replace", "--store"))
    yield Act("the clock jumps", lambda: asyncio.run(asyncio.wait_for(jumped(house), 60)))
    yield Act("the clock is accepted", lambda: away(
        house, "clock", "accept", "--reason", REASON, "--store"))  # fmt: skip
    yield Act("a checkpoint is signed", lambda: signed(house))
    yield Act("the store is backed up and restored", lambda: restored(house))
    yield Act("the restored store is adopted, and signed", lambda: taken_over(house))


def sabot(*words: str) -> None:
    """Run a command of the program; it must end well."""
    if main(list(words)) != 0:
        raise Refused(f"sabot {' '.join(words)}")


def away(house: TourHouse, *words: str) -> None:
    """Run a command on the store while the house is closed."""
    house.close()
    sabot(*words, house.url)
    house.open()


def adopted(house: TourHouse) -> None:
    as_version_2(house.store)
    away(house, "verify", "--adopt")


async def jumped(house: TourHouse) -> None:
    """The server notices that the machine's clock jumped."""
    machine = Machine()
    clock = machine.clock()
    casino = Casino(house.store, Settings(), clock)
    before = house.store.head("custody").seq
    task = casino.start(keep_time(casino, clock, every=0.001))
    await asyncio.sleep(0.01)
    machine.off = timedelta(days=3)
    while house.store.head("custody").seq == before:
        await asyncio.sleep(0.001)
    task.cancel()
    await casino.close()


def signed(house: TourHouse, *adopt: str) -> None:
    """The server signs where every stream stands, and hands it to a witness."""
    folder = house.folder
    settings = Settings(
        store=house.url, signing_key=folder / "signing.key", witness=witness_of(house),
        adopt_witness=adopt,
    )  # fmt: skip
    casino = Casino(house.store, settings, house.clock)
    try:
        both = signers(casino)
        assert both is not None
        house.store.checkpoint(*both)
    finally:
        asyncio.run(casino.close())


def witness_of(house: TourHouse) -> str:
    return str(house.folder / "witness")


def taken_over(house: TourHouse) -> None:
    """The restored store lies elsewhere: it is a copy to the witness, and signs once an operator
    has adopted the witness by its name. From then on it is the one that the witness knows."""
    try:
        signed(house)
    except Refusal as refused:
        if refused.code != "witness-not-adopted":
            raise
    else:
        raise Refused("a copy of the store signed into the live witness")
    signed(house, witness_of(house))
    signed(house)


def restored(house: TourHouse) -> None:
    """Restore what the witness has seen in another place; the tour goes on there."""
    house.close()
    backup, place = str(house.folder / "casino.backup"), house.elsewhere()
    sabot("backup", backup, "--store", house.url)
    sabot("restore", backup, "--store", place, "--witness", witness_of(house))
    house.url = place
    house.open()
