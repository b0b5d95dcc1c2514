"""The simulated shoe at a running casino: the dealer deals what it lets go."""

import re
import subprocess
import sys
import time
from pathlib import Path

from server.harness import House, running

TABLE = "baccarat"


def dealt(house: House, lines: Path) -> None:
    """Play one coup by the table's steps, as the cards come."""
    house.done(TABLE, "carla", "join-table", player="walter", chips="5000", card="w 1", place=1)
    house.done(TABLE, "carla", "place-wager", player="walter", on="player", amount="100")
    end = time.monotonic() + 120
    while house.see(TABLE)["table"]["coup"]["number"] == 1:
        assert time.monotonic() < end, lines.read_text()
        step = house.see(TABLE)["staff"]["next"]
        if step["do"] in ("deal-card", "burn-cards") and not step.get("seen"):
            time.sleep(0.05)
            continue
        answer = house.do(TABLE, "carla", step["do"], **step.get("fields", {}))
        code = "" if answer.status_code == 200 else answer.json()["error"]["code"]
        assert code in ("", "device-silent"), answer.text


def test_a_simulated_shoe_deals_a_coup(tmp_path: Path) -> None:
    key, lines = tmp_path / "shoe.key", tmp_path / "lines"
    sabot = [sys.executable, "-m", "sabot", "device"]
    made = subprocess.run([*sabot, "key", str(key)], capture_output=True, text=True, check=True)
    public = made.stdout.strip()
    assert re.fullmatch("[0-9a-f]{64}", public) and key.stat().st_mode & 0o077 == 0
    options = {"star-baccarat": {"feed": "scanned"}}
    with running(tmp_path, options=options, betting_seconds=0) as house, lines.open("w") as out:
        house.done(TABLE, "carla", "enrol-device", device="shoe-1", kind="scanning shoe",
                   public_key=public)  # fmt: skip
        house.done(TABLE, "gus", "confirm-statement", number=1, reason="it is there")
        words = [*sabot, "simulate", TABLE, "shoe-1", "--key", str(key), "--seed", "7"]
        shoe = subprocess.Popen([*words, "--server", house.origin], stdout=out, stderr=out)
        try:
            while house.see(TABLE)["staff"]["next"]["do"] != "burn-cards":
                step = house.see(TABLE)["staff"]["next"]
                more = {"dealer": "dora"} if step["do"] == "check-cards" else {}
                house.done(TABLE, "carla", step["do"], **step.get("fields", {}), **more)
            dealt(house, lines)
        finally:
            shoe.terminate()
            shoe.wait()
        assert house.casino.floor.table(TABLE).past.void is False  # type: ignore[union-attr]
