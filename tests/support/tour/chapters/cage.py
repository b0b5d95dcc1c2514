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
