"""The policy in force: adopted, refused, ended by two; and a self-exclusion under it."""

from sabot.policies import POLICY_STREAM, shipped_text
from support.tour.house import TourHouse
from support.tour.steps import At, Steps

POLICY = At(POLICY_STREAM)


def chapter(house: TourHouse) -> Steps:
    text = shipped_text("nsw")
    yield POLICY("greta", "adopt-policy", text=text, reason="the law of the state")
    yield POLICY.refused("bad-policy", "greta", "adopt-policy", text="name = 1", reason="a slip")
    yield POLICY.waits("greta", "end-policy", reason="another one comes")
    yield POLICY("marek", "refuse-statement", number=2, reason="not before it is there")
    yield POLICY("greta", "end-policy", reason="the rest of the evening is played without one")
    yield POLICY.waits("greta", "adopt-policy", text=text, reason="for tomorrow")
