"""Checkpoints: where every stream stands, signed now and then and handed to a witness."""

import asyncio
import logging
from typing import Final

import msgspec

from sabot.core.refusal import Refusal
from sabot.people.custody import STREAM, KeyReplaced, enter
from sabot.server.casino import Casino
from sabot.server.inspect.adoption import check_adopted, keep_adopted
from sabot.server.operations.metrics import WITNESSED
from sabot.store import Signer, Store, Witness
from sabot.store.log.checkpoint import EVERY_SECONDS
from sabot.store.trust.receipts import check_length, check_receipt, keep_length, keep_receipt
from sabot.store.trust.remote_witness import RemoteWitness

SIGNING: Final = "signing"
AWAY: Final = "witness-unavailable"
"""Code of the refusal by a witness that does not answer."""
log = logging.getLogger("sabot.signing")
Both = tuple[Signer, Witness | RemoteWitness]


def signers(casino: Casino) -> Both | None:
    """The key and the witness of these settings; a Refusal if the key cannot be used, if the
    witness has seen what the store does not have, if it was emptied or cut, or if this is a copy of
    the store that it knows. A witness that is away is caught up with later. A key that was not used
    before is entered into the custodian's book."""
    settings = casino.settings
    if settings.signing_key is None or settings.witness is None:
        return None
    given = str(settings.witness)
    is_remote = given.startswith(("http://", "https://"))
    witness = RemoteWitness(given) if is_remote else Witness(given)
    both = Signer(settings.signing_key), witness
    try:
        meet(casino, witness)
    except Refusal as refused:
        if refused.code != AWAY:
            raise
        casino.witnesses[given] = refused.message
        log.warning("the witness is away: the server starts", extra={"why": refused.message})
    old = signing_key(casino.store)
    if old != both[0].key:
        event = KeyReplaced(use=SIGNING, old=old, new=both[0].key)
        enter(casino.store, event, "the house", casino.clock)
    return both


def meet(casino: Casino, witness: Witness | RemoteWitness) -> None:
    """Compare the store with its witness, and tell the witness what it has not seen."""
    settings, store = casino.settings, casino.store
    check_adopted(casino, str(settings.witness))
    if witness.is_empty and store.last_checkpoint() and not settings.new_witness:
        raise Refusal(
            "witness-empty",
            None,
            "The witness has seen nothing, and this store has signed checkpoints: it was emptied,"
            " or is a new one. Audit the log with a copy of the old one, and say --new-witness.",
        )
    if not settings.new_witness:
        check_seen(store, witness)
    witness.catch_up(store.checkpoints)
    _keep(casino, witness)


def check_seen(store: Store, witness: Witness | RemoteWitness) -> None:
    """Refuse a witness that has forgotten what it had seen."""
    if isinstance(witness, RemoteWitness):
        check_receipt(store, witness)
    else:
        check_length(store, witness)


def _keep(casino: Casino, witness: Witness | RemoteWitness) -> None:
    """Keep beside the log what the witness has seen, and that this copy of the store signs."""
    if isinstance(witness, RemoteWitness):
        keep_receipt(casino.store, witness)
    else:
        keep_length(casino.store, witness)
    keep_adopted(casino, str(casino.settings.witness))


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
    is known to this house alone. A witness that was away is met again first."""
    signed, name = -1, str(casino.settings.witness)
    while True:
        try:
            position = await casino.work(casino.store.last_position)
            if name in casino.witnesses:
                await casino.work(meet, casino, both[1])
            if position != signed:
                await casino.work(_sign_once, casino, both)
                signed = position
            casino.witnesses.pop(name, None)
            WITNESSED.set_to_current_time()
        except Refusal as refused:
            casino.witnesses[name] = refused.message
            log.warning("no checkpoint was signed", extra={"why": refused.message})
        await asyncio.sleep(every)


def _sign_once(casino: Casino, both: Both) -> None:
    signer, witness = both
    if isinstance(witness, Witness) and not casino.settings.new_witness:
        check_length(casino.store, witness)
    casino.store.checkpoint(signer, witness)
    _keep(casino, witness)
