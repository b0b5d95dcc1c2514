"""This casino as a witness for other logs, by `c2sp.org/tlog-witness`, under `/witness/`.

Callers are programs that do not sign in: a request counts by the log's signature alone.
"""

import logging
from collections.abc import Callable
from functools import partial
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route as HttpRoute

from sabot.core.refusal import Refusal
from sabot.server.casino import Casino
from sabot.store.tlog.cosigning_witness import CosigningWitness, WitnessAnswer
from sabot.store.tlog.witness_protocol import LARGEST_REQUEST

PREFIX: Final = "/witness"
log = logging.getLogger("sabot.witness")
NO_WITNESS: Final = WitnessAnswer(404, b"This casino is no witness for others.\n")


async def add_checkpoint(casino: Casino, request: Request) -> Response:
    """Cosign a checkpoint that is signed by a known log and consistent with the one before."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_REQUEST:
            break  # the witness refuses it by its length
    seconds = int(casino.clock().timestamp())
    return await _asked(casino, lambda witness: witness.add_checkpoint(body, seconds))


async def checkpoint(casino: Casino, request: Request) -> Response:
    """Return the latest cosigned checkpoint of a log."""
    origin_hash = request.path_params["origin_hash"]
    return await _asked(casino, lambda witness: witness.checkpoint(origin_hash))


async def vkey(casino: Casino, request: Request) -> Response:
    """Return the witness's verifier key."""
    return await _asked(casino, lambda witness: WitnessAnswer(200, f"{witness.vkey}\n".encode()))


async def _asked(casino: Casino, ask: Callable[[CosigningWitness], WitnessAnswer]) -> Response:
    folder = casino.settings.witness_for

    def answer() -> WitnessAnswer:
        return NO_WITNESS if folder is None else ask(CosigningWitness(folder))

    try:
        found = await casino.work(answer)
    except Refusal as refused:
        log.error("this witness cannot answer", extra={"why": refused.message})
        found = WitnessAnswer(500, f"{refused.message}\n".encode())
    return Response(found.body, found.status, media_type=found.media_type)


def witness_routes(casino: Casino) -> list[HttpRoute]:
    """Return the routes of the protocol."""
    served = (
        ("/add-checkpoint", add_checkpoint, "POST"),
        ("/vkey", vkey, "GET"),
        ("/{origin_hash}/checkpoint", checkpoint, "GET"),
    )
    return [
        HttpRoute(f"{PREFIX}{path}", partial(does, casino), methods=[method])
        for path, does, method in served
    ]
