"""The demo's promotion: any visitor can earn a ticket, and two robots draw it."""

import msgspec

from sabot.floor.kinds import PROMOTIONS
from sabot.promotions.drawing import unproven
from sabot.promotions.running import PublishedTerms
from sabot.promotions.running.draw.public_file import published_of
from sabot.server.casino import Casino
from sabot.server.demo.promotion import LASTS, SHOWN, TO_THE_DRAW, _attend, open_promotion
from sabot.server.settings import Settings
from sabot.store import open_store
from server.harness import Clock, open_accounts


def test_one_after_the_other() -> None:
    clock = Clock()
    with open_store("sqlite://") as store:
        casino = Casino(store, Settings(store="sqlite://"), clock)
        open_accounts(casino.floor, ("alice",))
        assert open_promotion(casino) == "lantern" == open_promotion(casino)
        who = {"id": "1", "actor": "alice", "role": "player", "player": "alice"}
        entry = {"do": "enter-by-form", "stream": "promotion:lantern", **who}
        answer = casino.floor.do("", casino.floor.read(msgspec.json.encode(entry)))
        assert answer.rejected is None, answer
        assert not _attend(casino, "lantern")
        clock.advance(seconds=LASTS.total_seconds())
        assert not _attend(casino, "lantern")
        clock.advance(seconds=TO_THE_DRAW.total_seconds())
        assert not _attend(casino, "lantern")
        standing: PublishedTerms = casino.floor.state(PROMOTIONS, "lantern")
        assert standing.draw.order == (1,) and standing.published is not None
        assert list(unproven(published_of(standing))) == []
        clock.advance(seconds=SHOWN.total_seconds())
        assert _attend(casino, "lantern")
        assert open_promotion(casino, 2) == "lantern-2"
