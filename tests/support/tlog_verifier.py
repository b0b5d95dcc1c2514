"""A verifier of proof files written from the standards alone: RFC 6962 (tree), RFC 8032 (Ed25519),
and the C2SP specifications signed-note, tlog-checkpoint and tlog-proof. It imports nothing of
Sabot's and no library of cryptography. Please keep it dull."""

import base64
import hashlib
import json
import re
from functools import cache
from typing import Any

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
SQRT_MINUS_1 = pow(2, (P - 1) // 4, P)
Point = tuple[int, int, int, int]


class Refused(Exception):
    pass


def check(condition: object, why: str) -> None:
    if not condition:
        raise Refused(why)


# RFC 8032


def add(a: Point, b: Point) -> Point:
    one, two = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    three, four = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = two - one, four - three, four + three, two + one
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number: int, point: Point) -> Point:
    found = (0, 1, 1, 0)
    while number:
        if number & 1:
            found = add(found, point)
        point, number = add(point, point), number >> 1
    return found


def equal(a: Point, b: Point) -> bool:
    return not ((a[0] * b[2] - b[0] * a[2]) % P or (a[1] * b[2] - b[1] * a[2]) % P)


def decoded(text: bytes) -> Point:
    y = int.from_bytes(text, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    check(y < P, "the point is not canonical")
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * SQRT_MINUS_1 % P
    check((x * x - square) % P == 0, "the point is not on the curve")
    check(x or not sign, "the point is not canonical")
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


BASE = decoded((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


@cache
def is_signature(public: bytes, message: bytes, signature: bytes) -> bool:
    if len(signature) != 64 or len(public) != 32:
        return False
    try:
        point, nonce = decoded(public), decoded(signature[:32])
    except Refused:
        return False
    number = int.from_bytes(signature[32:], "little")
    if number >= L:
        return False
    challenge = hashlib.sha512(signature[:32] + public + message).digest()
    hashed = int.from_bytes(challenge, "little") % L
    return equal(times(number, BASE), add(nonce, times(hashed, point)))


# RFC 6962


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def path_root(leaf: bytes, index: int, size: int, path: list[bytes]) -> bytes:
    """PATH(m, D[n]) of section 2.1.1 turned round: the last hash of the path joins the halves."""
    if size == 1:
        check(not path, "the path is too long")
        return leaf
    check(path, "the path is too short")
    half = 1
    while half * 2 < size:
        half *= 2
    if index < half:
        return sha(b"\1", path_root(leaf, index, half, path[:-1]), path[-1])
    return sha(b"\1", path[-1], path_root(leaf, index - half, size - half, path[:-1]))


# C2SP


def unbase64(text: str) -> bytes:
    try:
        data = base64.b64decode(text.encode("ascii"), validate=True)
    except ValueError:
        raise Refused("no base64") from None
    check(base64.b64encode(data).decode() == text, "base64 is not canonical")
    return data


def number(text: str) -> int:
    check(re.fullmatch("0|[1-9][0-9]{0,18}", text), "the number is not canonical")
    return int(text)


def read_key(vkey: str) -> tuple[str, bytes, bytes]:
    parts = vkey.split("+", 2)
    check(len(parts) == 3 and parts[0] and not re.search(r"\s", parts[0]), "no vkey")
    data = unbase64(parts[2])
    check(len(data) == 33 and data[0] == 1, "no Ed25519 key")
    key_id = sha(parts[0].encode(), b"\n", data)[:4]
    check(key_id.hex() == parts[1], "the key id is another")
    return parts[0], key_id, data[1:]


def opened_note(note: str, vkey: str) -> str:
    check(not re.search("[\x00-\x09\x0b-\x1f]", note), "a control character")
    text, found, signatures = note.rpartition("\n\n")
    check(found and signatures.endswith("\n"), "no signatures")
    name, key_id, public = read_key(vkey)
    text, good = text + "\n", 0
    for line in signatures[:-1].split("\n"):
        match = re.fullmatch("— ([^ +]+) ([^ ]+)", line)
        if match is None:
            raise Refused("no signature line")
        data = unbase64(match[2])
        check(len(data) > 4, "no signature line")
        if (match[1], data[:4]) == (name, key_id):
            check(is_signature(public, text.encode(), data[4:]), "the signature is wrong")
            good += 1
    check(good, "not signed")
    return text


def verify_event(event: dict[str, Any], origin: str, vkey: str) -> tuple[int, str]:
    above, found, note = event["proof"].partition("\n\n")
    form, *lines = above.split("\n")
    check(form == "c2sp.org/tlog-proof@v1" and found, "no tlog-proof")
    if lines and lines[0].startswith("extra "):
        unbase64(lines.pop(0)[6:])
    check(lines and lines[0].startswith("index "), "no index")
    index, path = number(lines[0][6:]), [unbase64(line) for line in lines[1:]]
    check(all(len(each) == 32 for each in path), "no hash")
    head = opened_note(note, vkey)[:-1].split("\n")
    check(len(head) >= 3 and all(head) and head[0] == origin, "no checkpoint of this log")
    size, root = number(head[1]), unbase64(head[2])
    check(index < size, "the index is outside the tree")
    check(re.fullmatch("(?:[0-9a-f]{2}){16,}", event["salt"]), "the salt is not canonical")
    data = sha(bytes.fromhex(event["salt"]), event["line"].encode())
    check(path_root(sha(b"\0", data), index, size, path) == root, "another root")
    return index, event["line"]


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    check(len(dict(pairs)) == len(pairs), "a key stands there twice")
    return dict(pairs)


def verify(text: bytes, vkey: str | None = None) -> list[str]:
    """Return the lines of the proven events; `Refused` if one of them is not proven."""
    try:
        found = json.loads(text.decode(), object_pairs_hook=once)
        check(set(found) == {"origin", "vkey", "events"} and found["events"], "no proof")
        check(vkey in (None, found["vkey"]), "another key")
        check(read_key(found["vkey"])[0] == found["origin"], "another log")
        events = [verify_event(each, found["origin"], found["vkey"]) for each in found["events"]]
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise Refused(str(error)) from None
    check(len({index for index, _ in events}) == len(events), "an event stands there twice")
    return [line for _, line in events]
