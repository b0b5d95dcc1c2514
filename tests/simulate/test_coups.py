"""Every coup in a Parquet file: the same coups as those that were counted."""

import json
import signal
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sabot import RULEBOOKS, Refusal, __version__, deal
from sabot.cli import main
from sabot.rules import FactsSpace, verdict
from sabot.simulate import Simulation, simulate
from sabot.simulate.kernels.compilation import Counts

COUPS = 8_000
parquet: Any = pytest.importorskip("pyarrow.parquet")


def tally_of(columns: dict[str, Any], space: FactsSpace) -> Counts:
    """Count the rows again, by the facts that they name; once a coup unless they are a box's."""
    codes = np.zeros(len(columns["shoe"]), np.int64)
    for name, domain in zip(space.fields, space.domains, strict=True):
        codes = codes * len(domain) + np.searchsorted(domain, columns[name])
    if not space.per_box and "box" in columns:
        codes = codes[columns["box"] == 1]
    return np.bincount(codes, minlength=len(space))


def assert_same(done: Simulation, file: Path) -> None:
    table = parquet.read_table(file)
    columns = {name: table[name].to_numpy() for name in table.column_names}
    for space, tally in done.tallies.items():
        assert (tally_of(columns, space) == tally).all()
    shoe, coup = columns["shoe"], columns["coup"]
    assert shoe[0] == coup[0] == 1 and shoe[-1] == done.shoes == len(np.unique(shoe))
    step = np.diff(shoe)
    assert set(step) <= {0, 1} and (coup[1:][step == 1] == 1).all()
    assert set(np.diff(coup)[step == 0]) <= {0, 1}


@pytest.mark.parametrize("fresh", [False, True])
@pytest.mark.parametrize("game", RULEBOOKS)
def test_the_file_has_the_coups_that_were_counted(game: str, fresh: bool, tmp_path: Path) -> None:
    file = tmp_path / "coups.parquet"
    boxes = 3 if RULEBOOKS[game].procedure.takes_boxes else 1
    done = simulate(game, COUPS, seed=21, fresh=fresh, boxes=boxes, output=file)
    assert parquet.read_metadata(file).num_rows == COUPS * boxes
    assert_same(done, file)
    plain = simulate(game, COUPS, seed=21, fresh=fresh, boxes=boxes)
    assert plain.wagers == done.wagers and plain.shoes == done.shoes
    assert [each.name for each in tmp_path.iterdir()] == ["coups.parquet"]


def test_the_file_is_the_same_whoever_deals(tmp_path: Path) -> None:
    files = [tmp_path / f"{workers}.parquet" for workers in (1, 2)]
    for workers, file in enumerate(files, 1):
        assert_same(simulate("star-baccarat", 400_000, seed=5, workers=workers, output=file), file)
    one, two = map(parquet.read_table, files)
    assert one.equals(two)
    assert parquet.read_metadata(files[1]).num_row_groups > 1
    about = {key.decode(): text.decode() for key, text in one.schema.metadata.items()}
    assert about["rulebook"] == "star-baccarat" and about["seed"] == "5" and about["decks"] == "8"
    assert about["release"] == __version__
    assert about["digest"] == RULEBOOKS["star-baccarat"].digest


@pytest.mark.parametrize("fresh", [False, True])
@pytest.mark.parametrize("game", RULEBOOKS)
def test_a_row_is_its_cards_dealt_and_settled_again(game: str, fresh: bool) -> None:
    """Every figure of a row follows from its cards, by the rulebook's own procedure."""
    book = RULEBOOKS[game]
    boxed = book.procedure.takes_boxes
    done = simulate(book, 600, seed=8, fresh=fresh, boxes=2 if boxed else 1, keep=True)
    rows = done.to_arrow().to_pylist()
    assert len(rows) == 600 * (2 if boxed else 1)
    for row in rows:
        box = row.get("box")
        decided = {1: "stand", 2: "stand"}
        if "drawn" in row:
            both = [
                each for each in rows if (each["shoe"], each["coup"]) == (row["shoe"], row["coup"])
            ]
            decided = {each["box"]: "draw" if each["drawn"] else "stand" for each in both}
        given: dict[str, Any] = {"boxes": [1, 2]} if boxed else {}
        if book.procedure.takes_decisions:
            given["decisions"] = decided
        coup = deal(book, row["cards"], **given)
        assert coup.cards_used == len(row["cards"].split())
        if not boxed:
            assert coup.result == row["result"]
        for wager in book.wagers:
            of = box if wager.space.per_box else None
            facts = coup.facts(wager.space, of)
            pays = row[f"pays_{wager.id.replace('-', '_')}"]
            if wager.played_when is not None and not wager.played_when(facts):
                assert pays != pays
                continue
            outcome, at, _ = verdict(wager, done.scheme, facts)
            assert pays == (at.pays / at.per if at else -(outcome == "lose"))
        if len(rows) > 700 and row["coup"] > 3:
            break


@pytest.mark.parametrize("game", ["star-baccarat", "star-three-card"])
def test_columns_are_handed_over_without_a_copy(game: str) -> None:
    pandas = pytest.importorskip("pandas")
    done = simulate(game, 5000, seed=8, keep=True)
    kept = done.frame.columns["pays_player"]
    assert isinstance(kept, np.ndarray)
    table, frame = done.to_arrow(), done.to_pandas()
    buffer = table["pays_player"].chunk(0).buffers()[1]
    assert buffer.address == kept.ctypes.data
    assert np.shares_memory(frame["pays_player"].to_numpy(), kept)
    assert table.num_rows == len(frame) == len(done.to_polars()) == 5000
    assert done.to_polars()["cards"][0] == frame["cards"][0] == table["cards"][0].as_py()
    assert frame.attrs["seed"] == "8" == table.schema.metadata[b"seed"].decode()
    assert isinstance(frame["result"].dtype, pandas.CategoricalDtype)
    assert frame["pays_player"].sum() == pytest.approx(5000 * done.wagers["player"].ev)


def test_coups_that_were_not_kept() -> None:
    with pytest.raises(Refusal, match="keep=True"):
        simulate("star-baccarat", 100, seed=1).to_arrow()
    with pytest.raises(Refusal, match="from 1 to 10000000"):
        simulate("star-baccarat", 10**8, keep=True)


def test_own_wagers_are_rows_too() -> None:
    frame = simulate("panda-8", 300, seed=1, keep=True).to_pandas()
    assert {"cards", "pays_panda_8"} <= set(frame.columns) and "result" not in frame
    for cards, pays in zip(frame["cards"], frame["pays_panda_8"], strict=True):
        coup = deal("star-baccarat", cards)
        player = coup.hands["player"]
        won = coup.result == "player" and player.total == 8 and len(player.cards) == 3
        assert pays == (25 if won else -1)


@pytest.mark.parametrize("reader", ["polars", "pandas"])
def test_others_read_it(reader: str, tmp_path: Path) -> None:
    pytest.importorskip(reader)
    file = tmp_path / "coups.parquet"
    done = simulate("star-three-card", 20_000, seed=2, boxes=2, output=file)
    frame = import_module(reader).read_parquet(file)
    named = ["shoe", "coup", "box", "cards", "result", "player", "banker"]
    assert list(frame.columns)[:7] == named and frame.columns[7] == "pays_player"
    assert len(frame) == 40_000 and int(frame["shoe"].max()) == done.shoes
    columns = {name: frame[name].to_numpy() for name in frame.columns}
    for space, tally in done.tallies.items():
        assert (tally_of(columns, space) == tally).all()


@pytest.mark.campaign
def test_memory_does_not_grow_with_the_coups(tmp_path: Path) -> None:
    """Two million coups more are 29 megabytes of columns; they must not be there at once."""
    code = (
        "import resource, sys; from sabot.simulate import simulate\n"
        "for coups in (500_000, 2_500_000):\n"
        "    simulate('star-baccarat', coups, seed=1, workers=1, output=sys.argv[1])\n"
        "    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    words = [sys.executable, "-c", code, str(tmp_path / "coups.parquet")]
    said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    few, many = (int(line) * 1024 for line in said.split())
    assert many - few < 14_000_000


def test_the_command_writes_coups(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "coups.parquet"
    words = ["simulate", "star-lucky-draw", "--coups", "5000", "--boxes", "2", "--json"]
    assert main([*words, "--output", str(file)]) == 0
    answer = json.loads(capsys.readouterr().out)
    columns = parquet.read_table(file)
    assert columns.num_rows == 10_000 and columns["shoe"][-1].as_py() == answer["shoes"]


@pytest.mark.parametrize("name", ["coups.csv", "nowhere/coups.parquet", "folder.parquet"])
def test_a_file_that_cannot_be(name: str, tmp_path: Path) -> None:
    (tmp_path / "folder.parquet").mkdir()
    with pytest.raises(Refusal) as refusal:
        simulate("star-baccarat", 1000, output=tmp_path / name)
    assert refusal.value.code == "bad-output"
    assert [each.name for each in tmp_path.iterdir()] == ["folder.parquet"]


def test_a_disk_that_is_full(tmp_path: Path) -> None:
    """No file may grow beyond 64 kilobytes here: one sentence, and nothing is left behind."""
    file = tmp_path / "coups.parquet"
    code = (
        "import resource, signal, sys; from sabot.cli import main\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, 1 << 16))\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    words = ["simulate", "star-baccarat", "--coups", "400000", "--output", str(file)]
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True)
    assert done.returncode == 2 and not done.stdout
    assert done.stderr == f"sabot: Cannot write {file}: file too large.\n"
    assert not list(tmp_path.iterdir())


def test_what_was_dealt_before_ctrl_c_is_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "coups.parquet"
    words = ["simulate", "star-baccarat", "--coups", "10000000000", "--json", "--output", str(file)]
    run = subprocess.Popen([sys.executable, "-m", "sabot", *words], stdout=subprocess.PIPE)
    part = tmp_path / "coups.parquet.part"
    until = time.monotonic() + 60
    while time.monotonic() < until and not (part.exists() and part.stat().st_size > 100_000):
        time.sleep(0.05)
    run.send_signal(signal.SIGINT)
    said, _ = run.communicate(timeout=60)
    assert run.returncode == 130
    assert parquet.read_metadata(file).num_rows == json.loads(said)["coups"] > 0


def test_coups_without_pyarrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(Refusal, match="needs pyarrow"):
        simulate("star-baccarat", 1000, output=tmp_path / "coups.parquet")


def test_pyarrow_and_dask_are_imported_only_when_they_are_needed() -> None:
    found = "{'pyarrow', 'distributed'} & {*sys.modules}"
    code = f"import sys, sabot.cli.analysis.simulate; sys.exit(bool({found}))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
