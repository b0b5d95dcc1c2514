"""A witness written from c2sp.org/tlog-witness, tlog-cosignature, signed-note and RFC 6962 alone.

It uses nothing of Sabot, and is dull on purpose: a second reading of the same specifications.
"""

import base64
import hashlib
import struct
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey


def key_id(name: str, kind: int, public: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\n" + bytes([kind]) + public).digest()[:4]


def consistent(old: int, new: int, old_root: bytes, new_root: bytes, proof: list[bytes]) -> bool:
    """RFC 9162, section 2.1.4.2, for 0 < old < new."""
    if not proof:
        return False
    if old & (old - 1) == 0:
        proof = [old_root, *proof]
    fn, sn = old - 1, new - 1
    while fn & 1:
        fn >>= 1
        sn >>= 1
    fr = sr = proof[0]
    for each in proof[1:]:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            fr = hashlib.sha256(b"\x01" + each + fr).digest()
            sr = hashlib.sha256(b"\x01" + each + sr).digest()
            while not fn & 1 and fn != 0:
                fn >>= 1
                sn >>= 1
        else:
            sr = hashlib.sha256(b"\x01" + sr + each).digest()
        fn >>= 1
        sn >>= 1
    return fr == old_root and sr == new_root and sn == 0


class SpecWitness:
    """A witness for one log. Its record is a file, so that it can be stopped and started."""

    def __init__(self, folder: Path, name: str, vkey: str) -> None:
        self.name = name
        self.record = folder / "record"
        key = folder / "private"
        if not key.exists():
            key.write_bytes(Ed25519PrivateKey.generate().private_bytes_raw())
        self.private = Ed25519PrivateKey.from_private_bytes(key.read_bytes())
        public = self.private.public_key().public_bytes_raw()
        self.id = key_id(name, 4, public)
        self.vkey = f"{name}+{self.id.hex()}+{base64.b64encode(bytes([4]) + public).decode()}"
        self.origin, log_id, log_key = vkey.split("+", 2)
        self.log_id = bytes.fromhex(log_id)
        self.log_key = Ed25519PublicKey.from_public_bytes(base64.b64decode(log_key)[1:])
        self.statuses: list[int] = []

    def answer(self, body: str) -> tuple[int, str, str]:
        head, _, checkpoint = body.partition("\n\n")
        first, *lines = head.split("\n")
        text, _, signatures = checkpoint.rpartition("\n\n")
        text += "\n"
        origin, size_line, root_line = text.split("\n")[:3]
        if origin != self.origin:
            return 404, "text/plain", "unknown log\n"
        signed = False
        for line in signatures.splitlines():
            dash, name, data = line.split(" ")
            raw = base64.b64decode(data)
            if dash == "—" and name == origin and raw[:4] == self.log_id:
                try:
                    self.log_key.verify(raw[4:], text.encode())
                except InvalidSignature:
                    return 403, "text/plain", "wrong signature\n"
                signed = True
        if not signed:
            return 403, "text/plain", "no signature\n"
        old, size, root = int(first.split(" ")[1]), int(size_line), base64.b64decode(root_line)
        if old > size:
            return 400, "text/plain", "old is above size\n"
        known, known_root = self.latest()
        if old != known:
            return 409, "text/x.tlog.size", f"{known}\n"
        proof = [base64.b64decode(each) for each in lines]
        if old == 0:
            right = not proof
        elif old == size:
            right = not proof and root == known_root
        else:
            right = consistent(old, size, known_root, root, proof)
        if not right:
            return 422, "text/plain", "not consistent\n"
        self.record.write_text(f"{size} {root.hex()}")
        seconds = int(time.time())
        message = f"cosignature/v1\ntime {seconds}\n{text}".encode()
        signature = struct.pack(">Q", seconds) + self.private.sign(message)
        line = base64.b64encode(self.id + signature).decode()
        return 200, "text/plain", f"— {self.name} {line}\n"

    def latest(self) -> tuple[int, bytes]:
        if not self.record.exists():
            return 0, hashlib.sha256(b"").digest()
        size, root = self.record.read_text().split(" ")
        return int(size), bytes.fromhex(root)

    def serve(self, port: int = 0) -> ThreadingHTTPServer:
        """Answer on a port until `shutdown` and `server_close` are called."""
        witness = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"])).decode()
                found = (404, "text/plain", "no such path\n")
                if self.path == "/add-checkpoint":
                    found = witness.answer(body)
                witness.statuses.append(found[0])
                self.send_response(found[0])
                self.send_header("content-type", found[1])
                self.end_headers()
                self.wfile.write(found[2].encode())

            def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
                pass

        server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        return server
