"""Checkpoints: where every stream stands, signed now and then and handed to a witness."""

import asyncio
import logging

from sabot.refusal import Refusal
from sabot.server.casino import Casino
from sabot.store import Signer, Witness
from sabot.store.checkpoint import EVERY_SECONDS

log = logging.getLogger("sabot.signing")


def signers(casino: Casino) -> tuple[Signer, Witness] | None:
    """The key and the witness of these settings; a Refusal if the key cannot be used, or if the
    witness has seen what the store does not have."""
    settings = casino.settings
    if settings.signing_key is None or settings.witness is None:
        return None
    both = Signer(settings.signing_key), Witness(settings.witness)
    both[1].catch_up(casino.store.checkpoints)
    return both


async def sign(casino: Casino, both: tuple[Signer, Witness], every: float = EVERY_SECONDS) -> None:
    """Sign whenever something has been written, once a minute at most."""
    signed = -1
    while True:
        try:
            position = await casino.work(casino.store.last_position)
            if position != signed:
                await casino.work(casino.store.checkpoint, *both)
                signed = position
        except Refusal as refused:
            log.warning("no checkpoint was signed", extra={"why": refused.message})
        await asyncio.sleep(every)
