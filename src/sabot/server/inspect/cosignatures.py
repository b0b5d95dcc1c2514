"""Cosignatures for the log's newest head, asked of every witness about once a minute, beside the
commands. A witness that is away delays nothing: it is named in `/readyz`, and caught up with."""

import asyncio
import logging
from typing import Final

from sabot.core.refusal import Refusal
from sabot.server.casino import Casino
from sabot.server.inspect.adoption import check_adopted, keep_adopted
from sabot.server.inspect.log_proofs import log_signer
from sabot.server.operations.metrics import COSIGNED
from sabot.store.tlog.cosigners import Cosigner, ask_cosignature
from sabot.store.tlog.tree import LogTree

EVERY_SECONDS: Final = 60.0
log = logging.getLogger("sabot.cosigning")


async def keep_cosigned(
    casino: Casino, cosigners: tuple[Cosigner, ...], every: float = EVERY_SECONDS
) -> None:
    """Sign the tree's head when events were written, and have it cosigned, until cancelled."""
    while True:
        await asyncio.to_thread(cosign_once, casino, cosigners)
        await asyncio.sleep(every)


def cosign_once(casino: Casino, cosigners: tuple[Cosigner, ...]) -> None:
    """Sign the tree's head and ask each witness for its cosignature. A witness's problem is put
    down under its name, and taken away when it has cosigned."""
    tree = LogTree(casino.store)
    try:
        note = tree.sign(log_signer(casino.store))
    except Refusal as refused:
        log.warning("the head of the tree was not signed", extra={"why": refused.message})
        casino.witnesses.update({each.key.name: refused.message for each in cosigners})
        return
    for each in cosigners:
        name = each.key.name
        try:
            check_adopted(casino, name)
            note = ask_cosignature(tree, note, each)
            keep_adopted(casino, name)
        except Refusal as refused:
            if casino.witnesses.get(name) != refused.message:
                log.warning("a witness did not cosign", extra={"why": refused.message})
            casino.witnesses[name] = refused.message
        else:
            casino.witnesses.pop(name, None)
            COSIGNED.labels(name).set_to_current_time()
