"""Fields that not everybody may see: every command and event of every kind, by what it declares."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from sabot.core.card_numbers import digest_of, shown
from sabot.engine.declarations import GUARD, Fields, Guard
from sabot.engine.kind import SEES_ALL, WATCHERS, Kind
from sabot.engine.secrecy import SECRET, Secrecy, guards_of, has
from sabot.engine.streams import Command, Event
from sabot.floor.kinds import KINDS
from sabot.people.names.sign_in_names import SIGN_IN_ROLES
from sabot.rules.roles import ROLES
from sabot.sentences.words import words_of
from views.samples import sample

EVENTS = tuple(dict.fromkeys(event for kind in KINDS for event in kind.rules.events))
COMMANDS = tuple(dict.fromkeys(command for kind in KINDS for command in kind.rules.commands))
SOUNDS_SECRET = re.compile(
    r"(^|_)(card|pin|password|pass|token|seal|salt|secret|address|birth|phone|email|opened|slip|device)$"
)
"""Names of fields that a reader takes for secret or personal."""
SECRETLY = [
    (kind, event) for kind in KINDS for event in kind.rules.events if has(guards_of(event), SECRET)
]
NUMBER = "AB-7733-5521-4821"
KEY = bytes(range(32))


def name(each: Any) -> str:
    return str(each.__struct_config__.tag)


def fields_of(info: Any, above: tuple[type, ...] = ()) -> Iterator[tuple[type, str, Any]]:
    """Every field of a record and of those in it, with the record that has it."""
    if isinstance(info, inspect.Metadata):
        yield from fields_of(info.type, above)
    elif isinstance(info, inspect.UnionType):
        for each in info.types:
            yield from fields_of(each, above)
    elif isinstance(info, inspect.StructType) and info.cls not in above:
        for field in info.fields:
            yield info.cls, field.encode_name, field.type
            yield from fields_of(field.type, (*above, info.cls))
    else:
        inner = getattr(info, "item_type", None) or getattr(info, "value_type", None)
        if inner is not None:
            yield from fields_of(inner, above)


def is_marked(info: Any) -> bool:
    if isinstance(info, inspect.Metadata):
        extra = info.extra or {}
        return extra.get(GUARD) is not Guard.OPEN or bool(extra.get("reason"))
    return isinstance(info, inspect.UnionType) and any(map(is_marked, info.types))


@pytest.mark.parametrize("each", (*COMMANDS, *EVENTS), ids=name)
def test_a_field_that_sounds_secret_says_who_sees_it(each: type[Command] | type[Event]) -> None:
    unmarked = [
        f"{cls.__name__}.{field}"
        for cls, field, info in fields_of(inspect.type_info(each))
        if SOUNDS_SECRET.search(field) and not is_marked(info) and not is_number(info)
    ]
    assert not unmarked, "give it a guarded type of engine/declarations.py, or the reason why not"


def is_number(info: Any) -> bool:
    """Counts and booleans reveal no secret."""
    return isinstance(info, inspect.IntType | inspect.BoolType)


@pytest.mark.parametrize("event", EVENTS, ids=name)
def test_a_sight_shows_nothing_that_is_guarded(event: type[Event]) -> None:
    guards, sight = guards_of(event), event.sight
    assert not shown_by(sight.everybody, guards, frozenset({Guard.OPEN}))
    assert not shown_by(sight.own, guards, frozenset({Guard.OPEN, Guard.PERSON}))


def shown_by(fields: Fields | None, guards: Any, may: frozenset[Guard]) -> list[str]:
    """The guarded fields that a sight names, or that lie in something that it names as a whole."""
    found = []
    for field, parts in (fields or {}).items():
        node = guards.get(field) or guards.get("*") if isinstance(guards, dict) else None
        if isinstance(node, dict) and parts is not None and node.get("") in (None, *may):
            found += shown_by(parts, node, may)
        elif has(node, set(Guard) - may):
            found.append(field)
    return found


def test_nearest_miss_a_sight_that_names_a_guarded_field_is_found() -> None:
    joined = next(each for each in EVENTS if name(each) == "player-joined/1")
    for field in ("card", "room", "moves"):
        assert shown_by({"player": None, field: None}, guards_of(joined), frozenset()) == [field]
    exposed = next(each for each in EVENTS if name(each) == "cards-exposed/1")
    inner: Fields = {"cards": {"slot": None, "salt": None}}
    assert shown_by(inner, guards_of(exposed), frozenset()) == ["salt"]
    assert shown_by({"cards": None}, guards_of(exposed), frozenset({Guard.OPEN})) == ["cards"]


def with_card(event: type[Event], number: str) -> Event:
    """An event with that card's number wherever it has one."""
    text = msgspec.json.encode(sample(event)).decode().replace("the card", number)
    text = text.replace("the cancelled", number).replace("the document", number)
    return msgspec.json.decode(text, type=event)


def line_with(event: type[Event], number: str, do: object = None) -> bytes:
    fields = {"stream": "x:1", "seq": 1, "at": "2026-03-14T20:00:00Z", "by": "cass"}
    plain = msgspec.json.decode(msgspec.json.encode(with_card(event, number)))
    return msgspec.json.encode({**fields, **plain, **({"do": do} if do else {})})


@pytest.mark.parametrize("kept", [NUMBER, digest_of(NUMBER, KEY)], ids=["clear", "digest"])
@pytest.mark.parametrize(("kind", "event"), SECRETLY, ids=lambda each: getattr(each, "word", ""))
def test_nobody_but_watchers_sees_more_of_a_card_than_its_last_digits(
    kind: Kind[Any], event: type[Event], kept: str
) -> None:
    line = line_with(event, kept)
    assert kept.encode() in line
    for role in {*ROLES, *SIGN_IN_ROLES, ""}:
        seen = kind.sees(role, "cass", line)
        if role in WATCHERS:
            assert seen == line, "the chain needs the line as it is"
        else:
            assert kept.encode() not in seen and b"5521" not in seen
            assert ("…4821".encode() in seen) == (
                role in SEES_ALL or (role == "cashier" and kind.word == "account")
            )


def test_secrets_lie_in_accounts_tables_tournaments_and_at_the_door() -> None:
    """Nothing above is checked of nothing."""
    assert {kind.word for kind, _ in SECRETLY} == {"table", "account", "person"}
    with_secrets = {kind.word for kind in KINDS if any(
        has(guards_of(each), SECRET) for each in kind.rules.commands
    )}  # fmt: skip
    assert with_secrets == {"table", "account", "tournament", "person"}


@pytest.mark.parametrize("kept", [NUMBER, digest_of(NUMBER, KEY)], ids=["clear", "digest"])
@pytest.mark.parametrize(
    ("kind", "command"),
    [
        (kind, each)
        for kind in KINDS
        for each in kind.rules.commands
        if has(guards_of(each), SECRET)
    ],
    ids=lambda each: getattr(each, "word", "") or name(each),
)
def test_the_command_in_a_line_is_covered_too_also_one_that_was_stated(
    kind: Kind[Any], command: type[Command], kept: str
) -> None:
    secrecy = Secrecy(kind.rules)
    do = {"do": name(command), "id": "1", "actor": "cass", "role": "cashier", "card": kept}
    made = {"seq": 1, "at": "", "what": "statement-made/1", "number": 1, "stated": do}
    for line in ({**made, "do": do}, {**made, "stated": {}, "do": do}, made):
        seen = secrecy.shown(msgspec.json.encode(line))
        has_card = "card" in guards_of(command)
        assert (kept.encode() not in seen and "…4821".encode() in seen) or not has_card


@pytest.mark.parametrize("kept", [NUMBER, digest_of(NUMBER, KEY)], ids=["clear", "digest"])
@pytest.mark.parametrize(("kind", "event"), SECRETLY, ids=lambda each: getattr(each, "word", ""))
def test_no_sentence_has_a_number(kind: Kind[Any], event: type[Event], kept: str) -> None:
    for text in words_of(with_card(event, kept)).values():
        assert "5521" not in text and "hmac" not in text


def test_a_line_without_secrets_is_handed_on_as_it_is() -> None:
    secrecy = Secrecy(KINDS[1].rules)
    dealt = b'{"what":"card-dealt/1","do":{"do":"deal-card","card":"7H"},"card":"7H"}'
    assert secrecy.shown(dealt) is dealt


def test_last_digits_are_never_the_whole_of_a_number() -> None:
    assert [shown(each) for each in ("7", "77", "777", "1234567", "12345678")] == [
        "…", "…7", "…7", "…567", "…5678",
    ]  # fmt: skip
