"""Connections of a table's devices: each signs a challenge, then says what it sees.

A message counts once its events are durable, and is answered then. A second connection of the same
device, here or at another server, says nothing twice: messages have numbers, and the table takes
each number once.
"""

import asyncio
import contextlib
import secrets
from typing import Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from sabot.core.refusal import Refusal
from sabot.engine.streams import Command
from sabot.floor.intake import BY
from sabot.floor.kinds import TABLES
from sabot.rules.roles import CASINO_OPERATOR, TABLE_DEVICE
from sabot.server.casino import Casino
from sabot.server.door.entrance import bucket_of, caller_of
from sabot.server.http.limits import Rate
from sabot.server.live.socket_commands import PONG, is_ping
from sabot.server.live.viewers import CLOSE_TRY_LATER
from sabot.table.device import EnrolledDevice
from sabot.table.devices.connections import ConnectDevice, LoseDevice
from sabot.table.devices.enrolment import ACTOR
from sabot.table.devices.messages import (
    CardMessage,
    ChipsMessage,
    ConnectionEnded,
    DeviceChallenge,
    DeviceHello,
    DeviceMessage,
    DeviceWelcome,
    FaultMessage,
    LoadMessage,
    MessageRefused,
    MessageTaken,
    decode_message,
    greeting,
    is_signed_by,
)
from sabot.table.devices.observations import ReportFault, SeeCard, SeeChips, SeeStack

NOT_KNOWN, NO_TABLE, REVOKED = 4401, 4404, 4403
PATIENCE: Final = 10.0
"""Seconds that a device has to sign the challenge."""
CONNECTIONS: Final = 4
"""Connections that one device has at this server."""
REVOKED_SECONDS: Final = 1.0
DOES: Final[dict[type[DeviceMessage], type[Command]]] = {
    CardMessage: SeeCard,
    LoadMessage: SeeStack,
    ChipsMessage: SeeChips,
    FaultMessage: ReportFault,
}
"""Command of each message."""


def command_of_message(device: str, said: DeviceMessage) -> Command:
    """Return the table's command for a message. The same message again has the same id."""
    fields = {name: getattr(said, name) for name in said.__struct_fields__}
    number = f"{ACTOR}{device}/{said.message}/{said.signature[:32]}"
    return DOES[type(said)](id=number, actor=f"{ACTOR}{device}", role=TABLE_DEVICE, **fields)


class DeviceSocket:
    """Connection of a device to its table."""

    def __init__(self, casino: Casino, socket: WebSocket, table: str, device: str) -> None:
        self.casino, self.socket = casino, socket
        self.table, self.device = table, device
        self.connection = secrets.token_hex(8)

    @property
    def enrolled(self) -> EnrolledDevice | None:
        """Return the device as the table has it now; None if it is not enrolled there."""
        if self.table not in self.casino.hub.tables:
            return None
        return self.casino.state(self.table).devices.enrolled.get(self.device)

    async def tell(self, message: msgspec.Struct) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self.socket.send_text(msgspec.json.encode(message).decode())

    async def end(self, close: int, code: str, says: str) -> None:
        """Say why the connection ends, and end it."""
        await self.tell(ConnectionEnded(code, says))
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self.socket.close(close)

    async def is_known(self) -> bool:
        """Have the device sign a challenge; end the connection of one that cannot."""
        device = self.enrolled
        if device is None or device.revoked is not None:
            close = NO_TABLE if device is None else REVOKED
            await self.end(close, "no-device", "This device is not enrolled at this table.")
            return False
        nonce = secrets.token_hex(16)
        await self.tell(DeviceChallenge(nonce))
        try:
            text = await asyncio.wait_for(self.socket.receive_text(), PATIENCE)
            hello = msgspec.json.decode(text, type=DeviceHello)
        except (TimeoutError, msgspec.DecodeError, UnicodeError, KeyError):
            await self.end(NOT_KNOWN, "bad-signature", "Sign the challenge first.")
            return False
        signed = greeting(self.table, self.device, nonce)
        if not is_signed_by(device.public_key, hello.signature, signed):
            await self.end(NOT_KNOWN, "bad-signature", "That is not this device's signature.")
            return False
        return True

    async def note(self, kind: type[ConnectDevice] | type[LoseDevice]) -> None:
        """Note in the log that the device is connected, or lost."""
        stream = TABLES.stream(self.table)
        number = f"{stream}/{kind.__name__}/{self.connection}"
        command = kind(
            id=number,
            actor=BY,
            role=CASINO_OPERATOR,
            device=self.device,
            connection=self.connection,
        )
        with contextlib.suppress(Refusal):
            await self.casino.work(self.casino.floor.give, stream, command)

    async def serve(self, rate: Rate, bucket: str) -> None:
        """Take messages until the device goes, or is revoked."""
        device = self.enrolled
        if device is None:
            return
        await self.note(ConnectDevice)
        welcome = DeviceWelcome(
            self.device, self.table, device.kind, device.heard + 1, device.relied
        )
        await self.tell(welcome)
        reading = asyncio.create_task(self._read(rate, bucket))
        watching = asyncio.create_task(self._watch())
        try:
            await asyncio.wait({reading, watching}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (reading, watching):
                task.cancel()
            await asyncio.gather(reading, watching, return_exceptions=True)
            await self.note(LoseDevice)

    async def _watch(self) -> None:
        """End the connection once the device is revoked."""
        while True:
            device = self.enrolled
            if device is None or device.revoked is not None:
                await self.end(REVOKED, "device-revoked", "This device was revoked.")
                return
            await asyncio.sleep(REVOKED_SECONDS)

    async def _read(self, rate: Rate, bucket: str) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, KeyError):
            while True:
                text = await self.socket.receive_text()
                if is_ping(text):
                    await self.socket.send_text(PONG.decode())
                else:
                    await self.tell(await self.heard(text, rate, bucket))

    async def heard(self, text: str, rate: Rate, bucket: str) -> MessageTaken | MessageRefused:
        """Return the answer to one message, once it is durable."""
        number: int | None = None
        try:
            rate.take(bucket)
            said = decode_message(text)
            number = said.message
            answer = await self.casino.do(self.table, command_of_message(self.device, said))
        except Refusal as refused:
            return MessageRefused(number, refused.code, refused.message, self._next())
        if answer.rejected is not None:
            no = answer.rejected
            return MessageRefused(number, no.code, no.message, self._next())
        return MessageTaken(said.message, max(self._next(), said.message + 1))

    def _next(self) -> int:
        device = self.enrolled
        return 1 if device is None else device.heard + 1


async def live_device(casino: Casino, rate: Rate, socket: WebSocket) -> None:
    """Serve a device of a table."""
    table, device = socket.path_params["id"], socket.path_params["device"]
    await socket.accept()
    bucket = bucket_of(await caller_of(casino, ""), socket)
    key = f"device {table} {device}"
    if casino.hub.sockets[key] >= CONNECTIONS:
        await socket.close(CLOSE_TRY_LATER)
        return
    casino.hub.sockets[key] += 1
    try:
        rate.take(bucket)
        casino.store_watch.check_there()
        await casino.store_watch.unless_gone(casino.find(table))
        served = DeviceSocket(casino, socket, table, device)
        if await served.is_known():
            await served.serve(rate, key)
    except Refusal:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.close(CLOSE_TRY_LATER)
    except WebSocketDisconnect:
        pass
    finally:
        casino.hub.sockets[key] -= 1
        if not casino.hub.sockets[key]:
            del casino.hub.sockets[key]
