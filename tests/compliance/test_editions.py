"""Two editions of one game on one floor, the second made up: another pay line, another limit rule
and another outcome of an irregularity."""

from dataclasses import replace
from datetime import timedelta
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
import pytest

from compliance.nights import Json, Night, audited, find, forged, kinds
from sabot import RULEBOOKS
from sabot.cli import main
from sabot.compliance.duties.calendar import Calendar
from sabot.core.money import dollars
from sabot.engine.ledger import FLOAT, balance, of_player
from sabot.engine.live import Answer
from sabot.rulebooks import EDITIONS, edition, in_force
from sabot.rulebooks.catalogue import AMENDMENTS, catalogue
from sabot.rulebooks.duties import duties_of
from sabot.table import TABLE
from support.editions import CHANGED, FIRST, SECOND, enact

TIE = ["9S", "9H", "KD", "KC"]


@pytest.fixture(autouse=True)
def both(monkeypatch: pytest.MonkeyPatch) -> None:
    enact(monkeypatch, FIRST, SECOND)


class Side(Night):
    """A table with typed cards where everybody bets on the Tie, and it comes."""

    def __init__(self, name: str, beside: Night | None = None) -> None:
        super().__init__("star-baccarat", name, beside=beside, feed="typed", side_bets=[])
        self.bets = [{"player": "alice", "on": "tie", "amount": "100"}]

    def tie(self) -> int:
        """Return the payment on Tie, in cents."""
        cards = iter(TIE)
        self.card = lambda: next(cards)
        before = self.chips("alice")
        self.coup()
        return self.chips("alice") - before

    def chips(self, player: str) -> int:
        return balance(self.table.balances, of_player(player))

    def told(
        self, do: str, actor: str = "sue", role: str = "casino supervisor", **more: Any
    ) -> Answer:
        said = {"id": f"t{next(self._ids)}", "do": do, "actor": actor, "role": role, **more}
        return self.floor.do(self.name, TABLE.read_command(msgspec.json.encode(said)))

    def exposed(self) -> list[str]:
        """The first card of a coup is exposed too early: what the log has then."""
        told = self.told("report-irregularity", situation=CHANGED, card="5S")
        assert told.rejected is None
        return [msgspec.json.decode(each)["what"] for each in told.events or ()]

    def close(self) -> None:
        for player in list(self.table.patrons):
            self.do("leave-table", player, "player", player=player)
        self.do("close-float", "sue", "casino supervisor", counted=self.counted())
        self.do("close-table", "sue", "casino supervisor")

    def counted(self) -> str:
        return dollars(balance(self.table.balances, FLOAT))


def test_the_edition_in_force_is_known_by_its_day_in_the_casino() -> None:
    before, after = Night("star-baccarat").now, Night("star-baccarat").now.replace(day=16)
    assert in_force("star-baccarat", before) is FIRST
    assert in_force("star-baccarat", after) is SECOND
    midnight = after.replace(day=15, hour=13, minute=0, second=0)  # Sydney is eleven hours ahead
    assert in_force("star-baccarat", midnight) is SECOND
    assert in_force("star-baccarat", midnight - timedelta(seconds=1)) is FIRST
    assert edition("star-baccarat", "version 4") is FIRST
    assert RULEBOOKS["star-baccarat"] is SECOND


def test_editions_of_a_game_are_kept_the_oldest_first() -> None:
    for id_, editions in EDITIONS.items():
        books = list(editions.values())
        assert RULEBOOKS[id_] is books[-1]
        assert [each.id for each in books] == [id_] * len(books)
        assert list(editions) == [each.version for each in books]
        days = [each.in_force for each in books]
        assert days == sorted(set(days))


def test_two_editions_side_by_side() -> None:
    old = Side("old")
    assert old.table.opened.edition == "version 4"
    old.now += timedelta(days=2)
    new = Side("new", beside=old)
    assert (new.table.book, old.table.book) == (SECOND, FIRST)
    assert (old.tie(), new.tie()) == (800_00, 900_00)

    for side in (old, new):
        sign: Json = {
            "kind": "minimum",
            "amount": "10",
            "takes_effect": old.now + timedelta(minutes=20),
        }
        assert side.told("post-sign", **sign).rejected is None
    old.now += timedelta(minutes=25)
    higher = {"minimum": "10", "maximum": "1000"}
    assert old.told("change-limits", sign=higher).rejected is None
    refused = new.told("change-limits", sign=higher).rejected
    assert refused is not None and refused.clause == "6.7"
    old.now += timedelta(minutes=6)
    assert new.told("change-limits", sign=higher).rejected is None

    assert "no-bet-forced/1" in old.exposed()
    assert "card-burned/1" in new.exposed()
    assert audited(old.lines()) == []


def test_a_table_plays_under_the_new_edition_once_it_was_closed_and_opened() -> None:
    old = Side("1")
    old.now += timedelta(days=2)
    assert old.tie() == 800_00
    old.close()
    assert old.table.opened.edition == "version 4"
    old.open()
    assert old.table.opened.edition == "version 99"
    assert old.tie() == 900_00
    assert audited(old.lines()) == []


def test_an_auditor_needs_the_edition_that_the_log_names(monkeypatch: pytest.MonkeyPatch) -> None:
    side = Side("1")
    side.tie()
    lines = side.lines()
    enact(monkeypatch, SECOND)
    refused = side.told("no-more-bets").rejected
    assert refused is not None and refused.code == "unknown-edition"
    assert kinds(audited(lines)) == {"should-be-rejected", "unknown-rulebook"}
    enact(monkeypatch, replace(SECOND, version="version 4", in_force=FIRST.in_force))
    found = audited(lines)
    assert found[0].finding == "rulebook-changed"
    assert kinds(found) >= {"rulebook-changed", "wrong-settlement"}
    enact(monkeypatch, FIRST)
    assert audited(lines) == []


def test_a_table_opened_under_an_edition_out_of_force_is_found() -> None:
    lines = Side("1").lines()

    def newer(events: list[Json]) -> None:
        setup = find(events, "table-opened")["setup"]
        setup.update(edition="version 99", digest=SECOND.digest)

    (found,) = audited(forged(lines, newer))
    assert (found.finding, found.seq) == ("not-decided-so", 1)
    assert found.message == (
        'table opened: setup, edition is "version 99" and should be "version 4".'
    )


def test_an_edition_has_clauses_and_rulings_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only what an amendment changes, adds or repeals is in its folder; the rest goes on."""
    changed = "11.1.4\tenforced\tsabot.rules.pay.to\ttest_it\tA winning Tie pays 9 to 1.\n"
    added = "11.1.99\tinformative\tnothing to do\t\tA new one.\n"
    (tmp_path / "clauses.tsv").write_text(f"{changed}{added}12.3\trepealed\t\t\t\n")
    ruling = 'clauses = ["11.1.99"]\nquestion = "q"\ntaken = "t"\nrejected = "r"\n'
    (tmp_path / "rulings.toml").write_text(f"[[ruling]]\n{ruling}")
    monkeypatch.setitem(AMENDMENTS, (SECOND.id, SECOND.version), tmp_path)
    catalogue.cache_clear()
    try:
        old, new = (catalogue(each.id, each.version) for each in (FIRST, SECOND))
        assert catalogue(FIRST.id) is not old and catalogue(FIRST.id) == new
        assert new.clause("11.1.4").summary == "A winning Tie pays 9 to 1."
        assert old.clause("11.1.4").summary != new.clause("11.1.4").summary
        assert list(new.clauses).index("11.1.99") == list(new.clauses).index("11.2") - 1
        assert [each.taken for each in new.rulings_on(new.clause("11.1.99"))] == ["t"]
        assert "12.3" in old.clauses and "12.3" not in new.clauses
        assert main(["rules", f"{FIRST.id}@version 4", "11.1.99"]) == 2
        capsys.readouterr()
        assert main(["rules", FIRST.id, "11.1.99"]) == 0
        assert "A new one." in capsys.readouterr().out
    finally:
        catalogue.cache_clear()


def test_an_edition_has_duties_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table is under those of the edition that it was opened under."""
    folder = resources.files("sabot.rulebooks") / FIRST.id.replace("-", "_")
    head, *rows = (folder / "duties.tsv").read_text("utf-8").splitlines()
    rule = {row.split("\t")[0]: row for row in rows}
    changed = rule["sign-minimum"].replace("20 minutes", "30 minutes")
    gone = "\t".join([*rule["order-revealed"].split("\t")[:2], "repealed", *[""] * 5])
    (tmp_path / "duties.tsv").write_text("\n".join([head, changed, gone]) + "\n")
    monkeypatch.setitem(AMENDMENTS, (SECOND.id, SECOND.version), tmp_path)
    duties_of.cache_clear()
    try:
        names = [
            {row.name for row in duties_of(f"{each.id}@{each.version}")} for each in (FIRST, SECOND)
        ]
        assert names[0] - names[1] == {"order-revealed"} and names[1] < names[0]
        assert {row.name for row in duties_of(FIRST.id)} == names[1]
        old = Side("old")
        old.now += timedelta(days=2)
        new, calendar = Side("new", beside=old), Calendar()
        later = old.now + timedelta(minutes=40)
        for side in (old, new):
            side.told("post-sign", kind="minimum", amount="10", takes_effect=later)
        for line in old.lines():
            calendar.take(line)
        signs = [each for each in calendar.open() if each.duty == "sign-minimum"]
        assert {each.edition: each.until for each in signs} == {
            FIRST.version: "20 minutes before", SECOND.version: "30 minutes before",
        }  # fmt: skip
    finally:
        duties_of.cache_clear()
