"""Checkpoints that a server signs: the witness has them, and a store that lost some is refused."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from sabot.refusal import Refusal
from sabot.server.casino import Casino
from sabot.server.inspect.signing import sign, signers
from sabot.server.settings import Settings, check
from sabot.store import Store, Witness, open_store, verify_checkpoints
from server.harness import open_accounts


def casino_of(store: Store, folder: Path) -> Casino:
    settings = Settings(signing_key=folder / "key", witness=folder / "witness")
    return Casino(store, settings)


class Counted:
    """A function, and how often it was called."""

    def __init__(self, function: Callable[[], int]) -> None:
        self._function = function
        self.times = 0

    def __call__(self) -> int:
        self.times += 1
        return self._function()


def test_what_is_written_is_signed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening(casino: Casino) -> None:
        both = signers(casino)
        assert both is not None
        asked = Counted(casino.store.last_position)
        monkeypatch.setattr(casino.store, "last_position", asked)
        task = casino.start(sign(casino, both, every=0.01))
        while len(both[1].lines()) < 1:
            await asyncio.sleep(0.01)
        while asked.times < 4:
            await asyncio.sleep(0.01)
        assert len(both[1].lines()) == 1, "nothing new was written"
        await casino.work(open_accounts, casino.floor, ("alice",))
        while len(both[1].lines()) < 2:
            await asyncio.sleep(0.01)
        task.cancel()
        await casino.close()
        lines = [stored.line for stored in casino.store.read_all()]
        assert not list(verify_checkpoints(both[1].lines(), lines, both[0].key))

    with open_store(str(tmp_path / "casino.db")) as store:
        asyncio.run(evening(casino_of(store, tmp_path)))


def test_a_store_that_forgot_what_its_witness_saw_is_refused(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "one.db")) as store:
        both = signers(casino_of(store, tmp_path))
        assert both is not None
        store.checkpoint(*both)
    assert Witness(tmp_path / "witness").lines()
    with open_store(str(tmp_path / "other.db")) as store, pytest.raises(Refusal, match="witness"):
        signers(casino_of(store, tmp_path))


@pytest.mark.parametrize(
    "settings", [Settings(signing_key=Path("key")), Settings(witness=Path("seen"))]
)
def test_a_key_needs_a_witness(settings: Settings) -> None:
    with pytest.raises(Refusal, match="--signing-key and --witness"):
        check(settings)
