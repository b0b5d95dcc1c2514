"""Which passwords are refused, and what becomes of those that are not."""

import threading

import argon2
import pytest

from people.night import CHEAP, GOOD, HERE, Clock, people_on, refused
from sabot.core.refusal import Refusal
from sabot.people import Hashing, People
from sabot.people.sign_in import passwords as rules
from sabot.people.sign_in.passwords import Passwords, check_password
from sabot.store import Store

OBVIOUS = [
    "passwordpassword",
    "Password12345",
    "P@ssw0rd2026!",
    "aaaaaaaaaaaaaaaa",
    "abababababab",
    "123456789012",
    "qwertyuiop123",
    "QWERTZUIOP2026",
    "asdfghjkl;asdfghjkl",
    "zyxwvutsrqponm",
    "1qaz2wsx3edc",
    "doradoradora",
    "Dora-the-dealer",
    "dora20262026",
    "baccarat2026",
    "Casino-Casino-1",
    "lucky888lucky888",
    "letmeinletmein",
    "            ",
    "welcome to casino",
    "ｐａｓｓｗｏｒｄ１２３４",
    "samsung12345",
    "liverpool2024",
    "Tr0ub4dour&3",
    "🂡🂢🂣🂤🂥🂦🂧🂨🂩🂪🂫🂭",
]
FINE = [
    GOOD,
    "kX9#mQ2$vB1z",
    "correct horse battery staple",
    "the rain in spain",
    "百家樂之夜很安靜喝茶看星星月亮",
    "🂫🂡🂨🂥🂩🂢🂭🂤🂪🂦🂣🂧",
    "x" * 100 + " and then some",
    "passwords are boring, says Vlad",
]


@pytest.mark.parametrize("password", OBVIOUS)
def test_obvious_passwords_are_refused(password: str) -> None:
    for role in ("dealer", "player"):
        said = refused("weak-password", check_password, password, "dora", role)
        assert password not in said


@pytest.mark.parametrize("password", FINE)
def test_others_are_not(password: str) -> None:
    for role in ("dealer", "player"):
        check_password(password, "dora", role)


def test_how_long_a_password_is() -> None:
    letters = "kX9#mQ2$vB1z"
    assert len(letters) == 12
    check_password(letters, "dora", "dealer")
    said = refused("weak-password", check_password, letters[:11], "dora", "inspector")
    assert "12" in said and "128" in said
    check_password(letters[:8], "paul", "player")
    assert "8" in refused("weak-password", check_password, letters[:7], "paul", "player")
    long = letters * 20
    check_password(long[:128], "paul", "player")
    refused("weak-password", check_password, long[:129], "paul", "player")
    for nothing in ("", None, 123456789012, b"kX9#mQ2$vB1z"):
        refused("weak-password", check_password, nothing, "paul", "player")


def test_any_character_counts_and_none_is_changed(people: People) -> None:
    odd = " \u00e9\u0065\u0301 \x00 \ud800 百 \t trailing "
    people.add("dora", odd, "dealer", "console")
    people.sign_in("dora", odd, HERE)
    for near in (odd.strip(), odd.replace("\u00e9", "\u0065\u0301"), odd + "\x00", odd.upper()):
        refused("not-signed-in", people.sign_in, "dora", near, HERE)
        people.unlock_person("dora", "console")


def test_a_name_of_several_parts_is_obvious_in_parts() -> None:
    check_password("ohara and ten cats", "zoe", "player")
    refused("weak-password", check_password, "ohara.zoe.ohara", "zoe.ohara", "player")


def test_what_no_password_can_be_is_simply_wrong(folk: People) -> None:
    for given in ("", "x" * 129, "x" * 1_000_000, None, 7, b"bytes", ["a"]):
        refused("not-signed-in", folk.sign_in, "dora", given, HERE)
        folk.unlock_person("dora", "console")


def test_the_vault_has_an_argon2id_hash_and_nothing_else(people: People, store: Store) -> None:
    people.add("dora", GOOD, "dealer", "console")
    people.add("paul", GOOD, "player", "console")
    sealed = [store.unseal(f"person:{name}", "password") or b"" for name in ("dora", "paul")]
    assert all(b"$argon2id$v=19$m=8,t=1,p=1$" in each for each in sealed)
    assert sealed[0] != sealed[1] and GOOD.encode() not in sealed[0]


def test_the_price_of_a_hash_is_what_owasp_asks_for() -> None:
    made = rules.Hashing()
    assert (made.memory, made.passes, made.lanes) == (47_104, 1, 1)


def test_a_hash_of_another_price_is_made_anew_at_the_next_sign_in(
    store: Store, clock: Clock
) -> None:
    people_on(store, clock).add("dora", GOOD, "dealer", "console")
    dear = people_on(store, clock, Hashing(memory=16, passes=2, lanes=1))
    before = store.unseal("person:dora", "password")
    refused("not-signed-in", dear.sign_in, "dora", "wrong", HERE)
    assert store.unseal("person:dora", "password") == before
    token, _ = dear.sign_in("dora", GOOD, HERE)
    after = store.unseal("person:dora", "password") or b""
    assert b"m=16,t=2,p=1" in after and dear.session(token)
    dear.sign_in("dora", GOOD, HERE)
    assert store.unseal("person:dora", "password") == after


def test_a_sign_in_hashes_once_whatever_is_wrong(
    folk: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hashing time does not tell an unknown name from a wrong password."""
    folk.add("lena", GOOD, "dealer", "console")
    folk.disable("lena", "console")
    refused("not-signed-in", folk.sign_in, "nobody.here", GOOD, HERE)  # the decoy is made
    calls = []
    verify = argon2.PasswordHasher.verify

    def counted(self: argon2.PasswordHasher, *given: str) -> bool:
        calls.append(given)
        return verify(self, *given)

    monkeypatch.setattr(argon2.PasswordHasher, "verify", counted)
    tries: list[tuple[object, object]] = [
        ("nobody.here", GOOD), ("dora", "wrong"), ("lena", GOOD), ("dora", ""), ("", ""),
        ("dora", "x" * 500), ("x" * 500, GOOD), (None, None), ("dora", "locked by now"),
        ("dora", GOOD),
    ]  # fmt: skip
    sentences = set()
    for number, (name, password) in enumerate(tries, 1):
        sentences.add(refused("not-signed-in", folk.sign_in, name, password, HERE))
        assert len(calls) == number
    assert len(sentences) == 1


def test_too_many_at_once_are_sent_away_and_come_back() -> None:
    passwords = Passwords(CHEAP)
    sealed = passwords.sealed(GOOD)
    places = rules.AT_ONCE + rules.WAITING
    for _ in range(places):
        assert passwords._places.acquire(blocking=False)
    refused("too-many", passwords.fits, sealed, GOOD)
    for _ in range(places):
        passwords._places.release()
    found: list[bool | Refusal] = []

    def guess() -> None:
        found.append(passwords.fits(sealed, GOOD))

    threads = [threading.Thread(target=guess) for _ in range(30)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 30


def test_a_hash_that_was_spoilt_lets_nobody_in() -> None:
    passwords = Passwords(CHEAP)
    assert not passwords.fits(b'{"hash":"$argon2id$nonsense","for_staff":true}', GOOD)
    assert not passwords.fits(None, "")
