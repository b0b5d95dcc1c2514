"""The cage: above how much a second person is needed, changed by two."""

from sabot.accounts import CAGE_STREAM
from support.tour.house import TourHouse
from support.tour.steps import At, Steps

CAGE = At(CAGE_STREAM)


def chapter(house: TourHouse) -> Steps:
    yield CAGE("greta", "set-thresholds", deposit="8000", withdrawal="5000", reason="a busy week")
    yield CAGE.waits("greta", "set-thresholds", deposit="9000", withdrawal="9000", reason="more")
    yield CAGE("marek", "refuse-statement", number=2, reason="8,000 is enough")
    yield CAGE.waits("greta", "set-thresholds", deposit="7000", withdrawal="7000", reason="less")
    yield from drawers()


def drawers() -> Steps:
    """A drawer is opened, supplied, short at its closing count, and handed over."""
    full = {"100": 20, "0.50": 4}
    yield CAGE("cass", "open-drawer", drawer="1", counts=full)
    brought = {"direction": "from the safe", "counts": {"50": 2}, "reason": "change"}
    yield CAGE("cass", "supply-drawer", **brought)
    yield At("player:boris")("cass", "deposit", amount="10", method="cash", reference="slip 990")
    yield At("player:boris")("cass", "declare-funds", source="business", form="F 12")
    yield CAGE.refused("bad-count", "cass", "close-drawer", drawer="1", counts={"3": 1})
    yield CAGE("cass", "close-drawer", drawer="1", counts={**full, "50": 2})
    yield CAGE("kurt", "open-drawer", drawer="1", counts=full)
    yield CAGE("kurt", "close-drawer", drawer="1", counts=full)
