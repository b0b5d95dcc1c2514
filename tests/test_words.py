"""Every event and refusal on a page is a plain sentence, in English and Chinese."""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeGuard

import msgspec
import pytest
from msgspec import inspect

import sabot
from sabot import RULEBOOKS
from sabot.accounts import ACCOUNT
from sabot.accounts.cage import CAGE_RULES
from sabot.aml import AML
from sabot.core.languages import languages, phrases, read, rows
from sabot.core.refusal import Refusal
from sabot.engine.streams import Command, Event, Rejection
from sabot.floor.kinds import KINDS as STREAMS
from sabot.parts import draw, statements
from sabot.people.custody import CUSTODY
from sabot.people.persons.person import PERSON
from sabot.people.sign_in.door import NameUnknown
from sabot.policies import POLICY
from sabot.promotions.running import PROMOTION
from sabot.rules.irregularities.outcomes import Outcome
from sabot.rules.irregularities.situations import CIRCUMSTANCES, SITUATIONS
from sabot.sentences.event_text import FIELD, FORMS, _sentences, is_told
from sabot.sentences.forms import FormContext
from sabot.sentences.vocabulary import refused, tongue
from sabot.sentences.words import Told, stated, told, words_of
from sabot.table import TABLE
from sabot.table.state import Laid
from sabot.tournament.desk.stream import TOURNAMENT
from sabot.views.steps.next_step import wait_of
from support.chaos import Chaos, encoded
from support.evening import START, Evening
from support.heat_evening import HeatEvening
from support.plain import in_latin, marks_in

SOURCE = Path(sabot.__file__).parent
PARTS: tuple[type[Event], ...] = (
    *draw.EVOLVES,
    *statements.STATEMENT_EVENTS,
)
KINDS: tuple[type[Event], ...] = tuple(
    dict.fromkeys(
        (
            *TABLE.events,
            *ACCOUNT.events,
            *CAGE_RULES.events,
            *POLICY.events,
            *AML.events,
            *PERSON.events,
            *TOURNAMENT.events,
            *PROMOTION.events,
            NameUnknown,
            *CUSTODY.events,
            *PARTS,
        )
    )
)
FACES = (
    {
        "on": "pairs-banker", "wagers": "pairs-banker", "side": "banker", "hand": "box 3",
        "situation": "no-bet-empty-table", "outcome": "VERIFY_ALL_RECOVERED", "card": "TH",
        "cards": "TH", "result": "banker", "rulebook": "star-baccarat", "scheme": "even-money",
        "before": "non-commission", "role": "casino supervisor", "reviewer": "gaming manager",
        "ordered_by": "inspector", "asked_by": "casino supervisor", "to": "surveillance",
        "told": "surveillance", "decision": "draw", "face": "down", "power": "both hands",
        "way": "shown on request", "need": "handled", "means": "cashless", "method": "debit card",
        "back": "red", "pre_shuffled": "casino", "source": "device", "cause": "impractical",
        "measures": "exclude", "period": "week", "about": SITUATIONS[-4].title, "void": "12.1.2",
        "deadline": "in the daily summary or as a breach report",
        "address": "203.0.113.9", "label": "robot",
    },
    {"hand": "dealer", "decision": "stand", "result": "tie", "need": "check", "kind": "variant"},
)  # fmt: skip
"""Samples of a log's values, by the name of their field."""
MONEY = frozenset(
    [
        "amount",
        "counted",
        "variance",
        "drop",
        "win",
        "chips",
        "lost",
        "room",
        "declared",
        "old",
        "new",
        "minimum",
        "least",
        "most",
        "staked",
        "live",
        "returned",
        "pays",
        "returns",
        "overdrawn",
        "short",
        "absent",
        "losses",
        "markers",
        "deposit",
        "withdrawal",
        "alone",
    ]
)
CENTS = 123_450
OF_KIND = {
    "sign-posted": {"kind": "close"},
    "house-limit-set": {"kind": "loss"},
    "attempt-recorded": {"kind": "reimburse"},
    "dispute-raised": {"about": "Ann"},
    "dispute-decided": {"decision": "Ann"},
    "dispute-reviewed": {"decision": "Ann", "reviewer": "Ann"},
    "complaint-advised": {"to": "Ann"},
    "rules-shown": {"to": "Ann"},
    "person-warned": {"to": "Ann"},
    "no-bet-coup-called": {"asked_by": "Ann"},
    "method-chosen": {"method": "A"},
    "publicity-recorded": {"key": "marketing"},
    "winner-told": {"way": "mail"},
    "winner-passed-over": {"cause": "absent"},
    "integrity-lost": {"decision": "postpone"},
    "attempt-noted": {"asked": "open-order"},
    "prize-handed-over": {"parts": "cheque"},
}
"""Fields of that name that hold something else."""


def filled(kind: type[Event], faces: dict[str, str]) -> Event:
    """An event of that kind with something real in every field."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    name = str(info.tag).partition("/")[0]
    words = {"kind": "minimum", **faces, **OF_KIND.get(name, {})}
    return msgspec.convert(
        {each.encode_name: _fill(each.type, each.encode_name, words) for each in info.fields}, kind
    )


def _fill(kind: inspect.Type, name: str, words: dict[str, str]) -> Any:
    match kind:
        case inspect.Metadata():
            return _fill(kind.type, name, words)
        case inspect.UnionType():
            first = next(each for each in kind.types if not isinstance(each, inspect.NoneType))
            return _fill(first, name, words)
        case inspect.StructType():
            return {f.encode_name: _fill(f.type, f.encode_name, words) for f in kind.fields}
        case inspect.VarTupleType(item_type=inspect.IntType()):
            return [3, 3]
        case inspect.VarTupleType() | inspect.ListType():
            return [_fill(kind.item_type, name, words) for _ in range(2)]
        case inspect.DictType():
            key = "player" if name == "counts" else _fill(kind.key_type, name, words)
            return {key: _fill(kind.value_type, name, words)}
        case inspect.LiteralType():
            return kind.values[0]
        case inspect.DataclassType():
            return {f.encode_name: _fill(f.type, f.encode_name, words) for f in kind.fields}
        case inspect.BoolType():
            return True
        case inspect.IntType():
            return CENTS if name in MONEY else 3
        case inspect.DateTimeType():
            return START
        case inspect.DecimalType():
            return "3"
        case inspect.DateType():
            return START.date()
    return words.get(name, "Ann")


ENGLISH, CHINESE = read("en", "house.json"), read("zh", "house.json")
LAID = {3: Laid(3, "Ann", "tiger-pair", CENTS, CENTS, box=2)}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_event_is_a_plain_sentence_in_both_languages(kind: type[Event]) -> None:
    name = str(kind.__struct_config__.tag).partition("/")[0]
    assert is_told(name), f"{name} has no sentence in sentences.tsv"
    for faces in FACES:
        event = filled(kind, {**FACES[0], **faces})
        for laid in (LAID, {}):
            said = words_of(event, laid)
            for text in said.values():
                assert marks_in(text) == [], text
                assert str(CENTS) not in text, text
            assert not set(re.findall(r"[A-Za-z]{2,}", said["zh"])) & ENGLISH_WORDS, said["zh"]


ENGLISH_WORDS = set(re.findall(r"[a-z]{3,}", " ".join([*ENGLISH.values(), *CHINESE])))
"""Of these none is left over in a Chinese sentence."""


def in_two(said: Mapping[str, str]) -> tuple[str, str]:
    """Return the English and the Chinese of a text; a further language is not asked about."""
    return said["en"], said["zh"]


def test_what_visitors_read() -> None:
    laid = {25: Laid(25, "alice", "pairs-banker", 1250, 1250)}
    moves = [{"source": "layout", "target": "player/alice", "amount": 1250}]
    back = {"sequences": [25], "moves": moves}
    assert told("wager-withdrawn/1", back, laid).en == "Taken back: alice's $12.50 on Pairs Banker."
    assert told("wager-withdrawn/1", back).en == "Taken back: alice $12.50."
    left = {"player": "alice", "chips": 100_650, "lost": -650}
    assert told("player-left/1", left).en == "alice leaves with $1,006.50, $6.50 won at this visit."
    report = {"number": 1, "situation": "cards-dropped", "outcome": "VERIFY_ALL_RECOVERED"}
    assert in_two(told("irregularity-reported/1", report)) == (
        "Irregularity 1: Cards are dropped or mishandled. The supervisor verifies that every card"
        " was recovered.",
        "異常 1：牌跌落或處理不當。主任核實全部牌已尋回。",
    )


def test_chips_of_a_tournament_are_units_and_no_dollars() -> None:
    heat = HeatEvening("star-baccarat")
    currency = heat.table.opened.currency
    ann: dict[str, Any] = {"actor": "ann", "role": "player", "player": "ann", "on": "player"}
    refused = heat.no("short-of-money", "place-wager", **ann, amount="1001")
    assert "◉1,000" in refused.message and "$" not in refused.message
    [placed] = heat.ok("place-wager", **ann, amount="100")
    assert words_of(placed).en == "ann bets ◉100 on Player, place 1."
    for event, _ in heat.log:
        for text in words_of(event, heat.table.round.stakes, currency).values():
            assert "$" not in text, text
    limits = {"limit": {"least": 10_000, "most": 100_050}}
    said = told("limits-changed/1", limits, currency=currency)
    assert said.en == "The limits are ◉100 to ◉1,000.50 now."
    assert told("limits-changed/1", limits).en == "The limits are $100.00 to $1,000.50 now."


def test_both_languages_have_every_word() -> None:
    for language in languages():
        spoken = tongue(language)
        assert set(spoken.outcomes) == {each.name for each in Outcome}
        assert set(spoken.situations) == {each.name for each in SITUATIONS}
        assert set(spoken.wagers) == {id_ for book in RULEBOOKS.values() for id_ in book.names}
    plural = {key for key in ENGLISH if key.endswith(".one")}
    assert {key for key in ENGLISH if "." in key} - plural - {"to.dealer", "to.box"} <= set(CHINESE)


def test_a_sentence_names_fields_that_its_event_has() -> None:
    known = {str(kind.__struct_config__.tag).partition("/")[0]: kind for kind in KINDS}
    for name, sentences in _sentences().items():
        if name.endswith(" briefly"):
            continue
        kind = confirmable()[name] if name.endswith(" stated") else known[name]
        fields = {*kind.__struct_fields__, "who"}
        for path, form in (found for text in sentences.values() for found in FIELD.findall(text)):
            assert path.partition(".")[0] in fields, (name, path)
            assert not form or form in FORMS, (name, form)


# Statements


def confirmable() -> dict[str, type[Command]]:
    """Return the commands that may have to be confirmed, by the name of their sentence."""
    return {
        f"{command.__struct_config__.tag} stated": command
        for kind in STREAMS
        for command in kind.rules.confirmable
    }


def test_whatever_has_to_be_confirmed_has_a_sentence() -> None:
    assert set(confirmable()) == {name for name in _sentences() if name.endswith(" stated")}


def made(said: dict[str, Any], **more: Any) -> Told:
    event = {"number": 1, "stated_by": "Dana", "stated": said, "confirmer": "casino supervisor"}
    return told("statement-made/1", {**event, **more})


def test_a_report_says_what_was_found() -> None:
    found = {"do": "report-irregularity", "situation": "above-maximum", "player": "Alice",
             "on": "tie", "amount": "50"}  # fmt: skip
    assert in_two(made(found, clause="6.5", why="seen late")) == (
        "Dana reports: Wager above a player's maximum, Alice, Tie, $50.00; a casino supervisor has"
        " to confirm it (6.5). Reason: seen late.",
        "Dana 報稱：注碼高於玩家最高額，Alice，和，$50.00；須由另一位娛樂場主任確認（6.5）。"
        "理由：seen late。",
    )
    wrong = {"do": "report-irregularity", "situation": "wrong-deal", "cards": ["TH", None],
             "circumstances": {"rebuildable": True}, "coup": 3, "confirmed": False}  # fmt: skip
    en, zh = in_two(stated(wrong))
    assert en.endswith(", coup 3, 10♥ an unseen card, the true outcome cannot be confirmed")
    assert CIRCUMSTANCES["rebuildable"][True] in en
    assert zh.endswith("，第 3 局，10♥ 一張未見的牌，真實結果無法確認")


CHIPS = {"player": "Alice", "amount": "50"}
SAID: tuple[tuple[dict[str, Any], str, str], ...] = (
    (
        {"do": "declare-chips", **CHIPS},
        "Alice brings chips of $50.00",
        "Alice 帶來籌碼 $50.00",
    ),
    (
        {"do": "exchange-voucher", "number": "V-7", "conditions": "main bets", **CHIPS},
        "Alice exchanges voucher V-7 for $50.00, conditions: main bets",
        "Alice 以憑券 V-7 換取 $50.00，條件：main bets",
    ),
    (
        {"do": "find-mispayment", "of": "wager", "coup": 3, "over": False, "note": "a chip",
         "player": None, "amount": "50", "intended": True},
        "in coup 3 $50.00 too little was paid for a wager, thought to be deliberate: a chip",
        "第 3 局的注碼少付 $50.00，疑屬故意：a chip",
    ),
    (
        {"do": "close-float", "counted": "0"},
        "the float is counted at $0.00",
        "籌碼盤點算為 $0.00",
    ),
    (
        {"do": "leave-table", "player": "Alice", "declared": "50"},
        "Alice leaves and declares $50.00 in chips",
        "Alice 離枱，申報籌碼 $50.00",
    ),
)  # fmt: skip


@pytest.mark.parametrize(("said", "en", "zh"), SAID, ids=lambda each: str(each)[:20])
def test_what_was_stated(said: dict[str, Any], en: str, zh: str) -> None:
    assert in_two(stated(said)) == (en, zh)
    assert en in made(said).en and zh in made(said, confirmer="inspector")["zh"]
    assert "; an inspector has to" in made(said, confirmer="inspector").en


# Refusals

PROGRAMS = frozenset(
    {"bad-command", "unknown-wager", "unknown-situation", "bad-circumstances", "say-more",
     "wrong-scheme", "unknown-rulebook", "unknown-edition", "bad-query", "bad-stake"}
)  # fmt: skip
"""Errors that only a program makes, for pages offer what there is: these speak as commands do."""


def moments(game: str) -> Iterator[Evening]:
    """A table before, during and after a coup, with wagers on it."""
    sides = [id_ for id_ in ("tiger-pair", "super-sevens") if id_ in RULEBOOKS[game].names]
    evening = Evening(game, ready=False, side_bets=sides)
    yield evening
    evening.prepare()
    for place, player in enumerate(("Ada", "Ben"), 1):
        evening.join(player, place, chips="5000")
    yield evening
    on, box = ("enter", 1) if "enter" in evening.table.book.names else ("player", 1)
    boxed: dict[str, Any] = {"box": box} if evening.table.book.procedure.takes_boxes else {}
    evening.bet("Ada", on, **boxed)
    yield evening
    evening.deal("4S 5H")
    yield evening


@pytest.mark.parametrize("game", RULEBOOKS)
def test_whatever_a_table_answers_is_plain(game: str) -> None:
    chaos, codes = Chaos(f"words {game}"), set()
    for evening in moments(game):
        for number in range(6):
            for kind in TABLE.commands:
                command = chaos.command(kind, evening.table if evening.table.setup else None)
                try:
                    read = TABLE.read_command(encoded(command, f"{number}"))
                except Refusal:
                    continue
                answer = TABLE.decide(evening.table, read, evening.now)
                if not isinstance(answer, Rejection):
                    for event in answer:
                        said = words_of(event, evening.table.round.stakes)
                        assert not any(map(marks_in, said.values())), said
                elif answer.code not in PROGRAMS:
                    codes.add(answer.code)
                    assert marks_in(answer.message) == [], (command["do"], answer)
                    other = refused(answer.code, answer.form or answer.message, answer.slots)
                    assert not in_latin(other["zh"]), (command["do"], other["zh"])
    assert len(codes) > 40


ROOMS = (
    "accounts", "core/money.py", "coup/coup.py",
    "engine/enrichment.py", "engine/ledger.py", "engine/streams.py",
    "floor", "links",
    "parts", "people", "promotions", "rulebooks/__init__.py", "rules", "server", "shoe", "table",
    "tournament/desk", "tournament/entries", "tournament/purse", "tournament/sessions",
)  # fmt: skip
"""Whose refusals come to a page."""
RAW = re.compile(r"\.(on|wager|situation|outcome|do|rulebook|scheme|id)$")
AT_START = frozenset({"bad-settings", "port-taken", "store-taken", "witness-empty"})
"""Refusals before there is a page."""


SLOT = re.compile(r"\{\w+\}")
NAMES_IN_CHINESE = {"NICC", "JSON", "application", "json", "table", "Angel", "PIN", "drand"}


def refusals() -> Iterator[tuple[str, str, ast.expr, list[ast.expr]]]:
    """Return place, code, sentence and slots of every refusal in the source."""
    files = (path for room in ROOMS for path in _files(SOURCE / room))
    for path in files:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in (
                "Refusal",
                "Rejection",
            ):
                code, _, message, *_ = node.args
                if isinstance(code, ast.Constant):
                    slots = [each.value for each in node.keywords]
                    yield f"{path.name}:{node.lineno}", str(code.value), message, slots


def _files(path: Path) -> list[Path]:
    return sorted(path.rglob("*.py")) if path.is_dir() else [path]


def test_no_refusal_is_written_with_the_names_of_programs() -> None:
    for where, code, message, slots in refusals():
        if code in PROGRAMS | AT_START:
            continue
        for slot in slots:
            source = ast.unparse(slot)
            assert not source.startswith("dollars("), (where, source)
            assert not RAW.search(source), (where, source)
        for part in ast.walk(message):
            if isinstance(part, ast.FormattedValue):
                assert part.conversion == -1, (where, ast.unparse(part.value))
        plain = "".join(
            str(each.value) if isinstance(each, ast.Constant) else "it"
            for each in getattr(message, "values", [message])
        )
        if isinstance(message, ast.JoinedStr | ast.Constant):
            assert marks_in(SLOT.sub("it", plain)) == [], (where, plain)


def test_a_refusal_says_in_chinese_what_it_says_in_english() -> None:
    """Its names and amounts are slots of a sentence, which the language has too."""
    known = phrases("zh")
    for where, code, message, _ in refusals():
        if code in PROGRAMS | AT_START:
            continue
        assert not isinstance(message, ast.JoinedStr), (where, "give what it names in slots")
        if isinstance(message, ast.Constant):
            assert message.value in known, (where, "words/zh/refused.tsv lacks", message.value)
    for english, said in rows("zh", "refused.tsv").items():
        assert set(SLOT.findall(said)) <= set(SLOT.findall(english)), english
        assert marks_in(SLOT.sub("it", said)) == [], said
        left = set(re.findall(r"[A-Za-z]{3,}", SLOT.sub("", said))) - NAMES_IN_CHINESE
        assert not left, (said, left)


def test_every_refusal_has_a_sentence_in_chinese() -> None:
    said = rows("zh", "refusals.tsv")
    codes = {code for _, code, *_ in refusals()} - AT_START
    assert codes <= set(said), sorted(codes - set(said))
    for code, sentence in said.items():
        assert marks_in(sentence) == [], code


def test_what_a_slot_names_is_named_in_chinese() -> None:
    form = "{player} has the {hand} hand: one hand at a time."
    assert refused("x", form, {"player": "Ada", "hand": "player"})["zh"].startswith("Ada 持有閒手")
    assert "3 號注區" in refused("x", form, {"player": "Ada", "hand": "box 3"})["zh"]


# Reasons


def test_every_reason_for_a_step_is_said_in_every_language() -> None:
    found = []
    for path in _files(SOURCE / "views"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "because":
                texts = [each.value for each in ast.walk(node.args[0]) if _is_text(each)]
                found += [(path.name, str(each)) for each in texts]
    assert len(found) > 30
    for language in languages():
        for where, form in found if language != "en" else ():
            assert form in phrases(language), (where, f"words/{language} lacks", form)


def _is_text(node: ast.AST) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


@pytest.mark.parametrize("game", RULEBOOKS)
def test_why_a_table_waits_is_plain_in_chinese(game: str) -> None:
    for evening in moments(game):
        if evening.table.setup is not None:
            wait = wait_of(evening.table)
            assert wait.why_words["zh"] and not in_latin(wait.why_words["zh"])
            assert marks_in(wait.why + ".") == []


def test_a_language_without_words_of_where_a_card_goes_says_the_hand() -> None:
    words = {key: said for key, said in ENGLISH.items() if not key.startswith("to.")}
    scene = FormContext(replace(tongue("en"), words=words), {}, {}, "en")
    assert FORMS["to"]("box 3", scene) == FORMS["hand"]("box 3", scene) == "box 3"
