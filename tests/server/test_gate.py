"""Connections: how many, how long a handshake takes, and whose certificate is shown."""

import asyncio
import logging
import os
import resource
import signal
import socket
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from sabot.people import ADMINISTRATOR, Hashing, People
from sabot.server.http import gate as gates
from sabot.server.http.gate import Gate, make_room, most_connections, renew
from sabot.server.operations.logs import LONGEST_WORD, JsonLines, Sparing
from sabot.server.serve import alone
from sabot.store import open_store
from server.serving import LONGEST, served

PASSWORD = "a long enough phrase for a test"


class Inside(asyncio.Protocol):
    """A signed-in client that says nothing."""

    def __init__(self, everybody: set["Inside"]) -> None:
        self._everybody = everybody
        self.client: tuple[str, int] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.client = transport.get_extra_info("peername")[:2]
        self._everybody.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._everybody.discard(self)


async def hung_up(reader: asyncio.StreamReader) -> bool:
    try:
        async with asyncio.timeout(LONGEST):
            return await reader.read(1) == b""
    except ConnectionError:
        return True


async def until(*conditions: object) -> None:
    async with asyncio.timeout(LONGEST):
        while not all(condition() for condition in conditions if callable(condition)):
            await asyncio.sleep(0.01)


def test_there_are_fewer_connections_than_descriptors() -> None:
    make_room()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert 0 < most_connections() <= soft - gates.RESERVED
    assert soft == hard or soft >= gates.MOST_FILES


def test_one_more_is_sent_away_and_comes_back_when_somebody_goes() -> None:
    async def evening() -> None:
        inside: set[Inside] = set()
        gate = Gate(lambda: Inside(inside), inside, None)
        gate.most = 5
        with socket.create_server(("127.0.0.1", 0)) as listening:
            gate.open(listening, 10)
            place = listening.getsockname()[:2]
            came = [await asyncio.open_connection(*place) for _ in range(5)]
            await until(lambda: len(inside) == 5)
            late, _ = await asyncio.open_connection(*place)
            assert await hung_up(late)
            came[0][1].close()
            await until(lambda: len(inside) == 4)
            came.append(await asyncio.open_connection(*place))
            await until(lambda: len(inside) == 5)
            gate.close()
            for _, writer in came:
                writer.close()
            await until(lambda: not inside)

    asyncio.run(evening())


def test_one_address_never_takes_every_place() -> None:
    near, far = "203.0.113.1", "203.0.113.2"

    class Came:
        def __init__(self, address: str) -> None:
            self.client = (address, 1)

    inside = [Came(near) for _ in range(75)]
    gate = Gate(asyncio.Protocol, inside, None)
    gate.most = 100
    assert not gate._has_room(near) and gate._has_room(far)
    inside[:1] = []
    assert gate._has_room(near)
    inside += [Came("127.0.0.1") for _ in range(25)]
    assert gate._has_room("127.0.0.1"), "all of a proxy's are from there"


def certificate(folder: Path, name: str) -> tuple[Path, Path]:
    """A certificate for this machine, signed by itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    pair = folder / "certificate.pem", folder / "key.pem"
    pair[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    pair[1].touch(mode=0o600)
    pair[1].write_bytes(private)
    return pair


def shown_at(place: tuple[str, int]) -> str:
    """Return the subject of the certificate that a client is shown."""
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    with (
        socket.create_connection(place, LONGEST) as line,
        trusting.wrap_socket(line) as wrapped,
    ):
        found = x509.load_der_x509_certificate(wrapped.getpeercert(binary_form=True) or b"")
    return str(found.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value)


def test_a_handshake_takes_seconds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gates, "HANDSHAKE_SECONDS", 0.2)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate(tmp_path, "first"))

    async def evening() -> None:
        inside: set[Inside] = set()
        gate = Gate(lambda: Inside(inside), inside, context)
        with socket.create_server(("127.0.0.1", 0)) as listening:
            gate.open(listening, 10)
            place = listening.getsockname()[:2]
            silent, _ = await asyncio.open_connection(*place)
            rude, writer = await asyncio.open_connection(*place)
            writer.write(b"GET / HTTP/1.1\r\n\r\n")
            assert await hung_up(silent)
            await rude.read()
            await until(lambda: not gate._shaking)
            assert not inside
            assert await asyncio.to_thread(shown_at, place) == "first"
            gate.close()

    asyncio.run(evening())


def test_a_certificate_without_its_key_changes_nothing(tmp_path: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    first, key = certificate(tmp_path, "first")
    context.load_cert_chain(first, key)
    other = tmp_path / "other"
    other.mkdir()
    stranger, _ = certificate(other, "second")
    assert not renew(context, stranger, key)
    assert not renew(context, tmp_path / "none.pem", key)
    assert renew(context, first, key)


def test_a_hangup_renews_the_certificate(tmp_path: Path) -> None:
    pair = certificate(tmp_path, "first")
    store = str(tmp_path / "casino.db")
    with open_store(store) as opened:
        People(opened, hashing=Hashing(memory=8)).add("ada", PASSWORD, ADMINISTRATOR, "a test")
    words = ("--store", store, "--certificate", str(pair[0]), "--key", str(pair[1]))
    with served(*words) as (process, origin):
        place = ("127.0.0.1", int(origin.rpartition(":")[2]))
        assert shown_at(place) == "first"
        certificate(tmp_path, "second")
        process.send_signal(signal.SIGHUP)
        while shown_at(place) != "second":
            assert process.poll() is None


def test_a_store_by_another_name_is_the_same_store(tmp_path: Path) -> None:
    path, link = tmp_path / "casino.db", tmp_path / "elsewhere.db"
    open_store(str(path)).close()
    link.symlink_to(path)
    with alone(str(path)), pytest.raises(Exception, match="Another server"), alone(str(link)):
        pass
    with alone(str(link)):
        pass
    assert not (tmp_path / "elsewhere.db-server").exists()


def test_a_flood_writes_few_lines_and_says_how_many_it_left_out() -> None:
    now = 0.0
    sparing = Sparing(rate=2, burst=3, clock=lambda: now)

    def record(name: str = "sabot.access") -> logging.LogRecord:
        return logging.LogRecord(name, logging.INFO, "", 0, "request", None, None)

    assert [sparing.filter(record()) for _ in range(5)] == [True] * 3 + [False] * 2
    assert sparing.filter(record("sabot.core.clock")), "others are heard"
    now = 1.0
    told = record()
    assert sparing.filter(told) and '"left_out":2' in JsonLines().format(told)
    told = record()
    assert sparing.filter(told) and "left_out" not in JsonLines().format(told)


def test_a_line_is_no_longer_than_it_need_be() -> None:
    record = logging.LogRecord("sabot.access", logging.INFO, "", 0, "x" * 70_000, None, None)
    record.path = "/" + "y" * 70_000
    assert len(JsonLines().format(record)) < 3 * LONGEST_WORD + 200
    assert os.linesep not in JsonLines().format(record)
