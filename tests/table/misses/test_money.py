"""Payments, limits and stakes: the nearest misses at the live table."""

import msgspec
import pytest

from sabot.money import CHIPS
from sabot.parts.statements import StatementMade
from sabot.table.running.change import MOST_CHIPS
from sabot.table.state import Laid
from support.collusion_checks import BACCARAT
from support.evening import Evening

SUE = {"actor": "sue", "role": "casino supervisor"}
FOUND = {"of": "wager", "coup": 1, "amount": "1", "over": True, "note": "seen"}


def test_baccarat_12_19_one_person_alone_names_no_patron() -> None:
    evening = BACCARAT.cleared()
    evening.ok("find-mispayment", **SUE, **FOUND, player=None, intended=True)
    said = {"number": 1, "step": "identify", "note": "found"}
    (recorded, *_) = evening.says("record-attempt", **said)
    assert not isinstance(recorded, StatementMade), "nobody is named"
    (made,) = evening.says("record-attempt", **said, player="ada")
    assert isinstance(made, StatementMade) and evening.mispaid().player is None


def test_a_stake_is_written_alike_wherever_its_currency_was_read() -> None:
    evening = BACCARAT.evening()
    BACCARAT.bet(evening)
    (laid,) = evening.table.round.stakes.values()
    read = msgspec.structs.replace(laid, currency="".join([*CHIPS]))
    assert isinstance(read, Laid)
    assert msgspec.json.encode(read) == msgspec.json.encode(laid)


@pytest.mark.parametrize("nothing", ["0", "0.00"])
def test_baccarat_12_22_who_may_lose_nothing_more_has_nothing_live(nothing: str) -> None:
    evening = BACCARAT.begun()
    said = {"situation": "loss-limit", "circumstances": {"duties_kept": False}}
    evening.ok("report-irregularity", **SUE, **said, player="ada", amount=nothing)
    assert [laid.live for laid in evening.table.round.stakes.values()] == [0]


def test_the_most_chips_of_a_kind_and_one_more() -> None:
    evening = Evening("star-baccarat")
    evening.ok("fill", **SUE, amount="1000000")
    evening.join("ada", 1, chips="100000")
    most = {"1": MOST_CHIPS}
    evening.ok("colour-change", player="ada", gives=most, takes=most)
    more = {"1": MOST_CHIPS + 1}
    evening.no("bad-amount", "colour-change", player="ada", gives=more, takes=more)
