"""A device's connection to its table: signed messages, each taken once and in order."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final
from urllib.parse import quote

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from sabot.client.device_key import DeviceKey
from sabot.core.refusal import Refusal
from sabot.table.devices.messages import (
    ConnectionEnded,
    DeviceChallenge,
    DeviceHello,
    DeviceWelcome,
    MessageRefused,
    MessageTaken,
)

PATIENCE: Final = 15.0
"""Seconds to wait for an answer."""
_answers: Final[msgspec.json.Decoder[Any]] = msgspec.json.Decoder(
    DeviceChallenge | DeviceWelcome | MessageTaken | MessageRefused | ConnectionEnded
)


class DeviceConnection:
    """A device that is welcome at its table. `next` is the number of its next message."""

    def __init__(self, socket: ClientConnection, key: DeviceKey, welcome: DeviceWelcome) -> None:
        self._socket, self._key = socket, key
        self.welcome = welcome
        self.next = welcome.next

    async def say(self, line: str, message: int | None = None) -> MessageTaken | MessageRefused:
        """Sign a line such as `card 7H` and send it; return the server's answer. `message`: another
        number than the next one."""
        table, device = self.welcome.table, self.welcome.device
        number = self.next if message is None else message
        said = self._key.says(table, device, number, line)
        await self._socket.send(msgspec.json.encode(said).decode())
        answer = await _answer(self._socket)
        if isinstance(answer, MessageTaken | MessageRefused):
            self.next = answer.next
            return answer
        raise _ended(answer)


@asynccontextmanager
async def device_connection(
    address: str, table: str, device: str, key: DeviceKey
) -> AsyncIterator[DeviceConnection]:
    """Connect a device to its table at a server such as `http://127.0.0.1:8000`."""
    where = address.rstrip("/").replace("http", "ws", 1)
    path = f"{where}/api/tables/{quote(table, safe='')}/devices/{quote(device, safe='')}/live"
    try:
        socket = await connect(path, open_timeout=PATIENCE)
    except (OSError, TimeoutError, WebSocketException) as error:
        raise Refusal("unreachable", None, "The server does not answer.") from error
    try:
        challenge = await _answer(socket)
        if not isinstance(challenge, DeviceChallenge):
            raise _ended(challenge)
        hello = DeviceHello(key.greets(table, device, challenge.nonce))
        await socket.send(msgspec.json.encode(hello).decode())
        welcome = await _answer(socket)
        if not isinstance(welcome, DeviceWelcome):
            raise _ended(welcome)
        yield DeviceConnection(socket, key, welcome)
    finally:
        with contextlib.suppress(Exception):
            await socket.close()


async def _answer(socket: ClientConnection) -> Any:
    try:
        return _answers.decode(await asyncio.wait_for(socket.recv(), PATIENCE))
    except (ConnectionClosed, TimeoutError) as error:
        raise Refusal("unreachable", None, "The connection is lost.") from error


def _ended(answer: object) -> Refusal:
    if isinstance(answer, ConnectionEnded):
        return Refusal(answer.code, None, answer.says)
    return Refusal("bad-message", None, "The server's answer was not expected.")
