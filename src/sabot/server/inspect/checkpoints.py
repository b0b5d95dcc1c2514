"""Checkpoints: where every stream stands, signed now and then and handed to a witness."""

import asyncio
import logging

import msgspec

from sabot.core.refusal import Refusal
from sabot.people.custody import STREAM, KeyReplaced, enter
from sabot.server.casino import Casino
from sabot.server.operations.metrics import WITNESSED
from sabot.store import Signer, Store, Witness
from sabot.store.log.checkpoint import EVERY_SECONDS
from sabot.store.trust.receipts import check_receipt, keep_receipt
from sabot.store.trust.remote_witness import RemoteWitness

SIGNING = "signing"
log = logging.getLogger("sabot.signing")
Both = tuple[Signer, Witness | RemoteWitness]


def signers(casino: Casino) -> Both | None:
    """The key and the witness of these settings; a Refusal if the key cannot be used, if the
    witness has seen what the store does not have, or if it was emptied. A key that was not used
    before is entered into the custodian's book."""
    settings = casino.settings
    if settings.signing_key is None or settings.witness is None:
        return None
    given = str(settings.witness)
    is_remote = given.startswith(("http://", "https://"))
    witness = RemoteWitness(given) if is_remote else Witness(given)
    if witness.is_empty and casino.store.last_checkpoint() and not settings.new_witness:
        raise Refusal(
            "witness-empty",
            None,
            "The witness has seen nothing, and this store has signed checkpoints: it was emptied,"
            " or is a new one. Audit the log with a copy of the old one, and say --new-witness.",
        )
    if isinstance(witness, RemoteWitness) and not settings.new_witness:
        check_receipt(casino.store, witness)
    both = Signer(settings.signing_key), witness
    witness.catch_up(casino.store.checkpoints)
    if isinstance(witness, RemoteWitness):
        keep_receipt(casino.store, witness)
    old = signing_key(casino.store)
    if old != both[0].key:
        event = KeyReplaced(use=SIGNING, old=old, new=both[0].key)
        enter(casino.store, event, "the house", casino.clock)
    return both


def signing_key(store: Store) -> str:
    """The key that signs, by the custodian's book; empty if none does."""
    key = ""
    for stored in store.read(STREAM):
        event = msgspec.json.decode(stored.line)
        if event.get("use") == SIGNING:
            key = str(event.get("new", ""))
    return key


async def sign(casino: Casino, both: Both, every: float = EVERY_SECONDS) -> None:
    """Sign whenever something has been written, once a minute at most: what is younger than that
    is known to this house alone."""
    signed = -1
    while True:
        try:
            position = await casino.work(casino.store.last_position)
            if position != signed:
                await casino.work(casino.store.checkpoint, *both)
                if isinstance(both[1], RemoteWitness):
                    await casino.work(keep_receipt, casino.store, both[1])
                signed = position
            WITNESSED.set_to_current_time()
        except Refusal as refused:
            log.warning("no checkpoint was signed", extra={"why": refused.message})
        await asyncio.sleep(every)
