"""Environments for reinforcement learning whose best result is known (the extra `env`).

`BetSizing` and `LuckyDraw` are gymnasium environments, `Heat` is one of PettingZoo. Rules and
payments are those of the rulebooks: an environment deals, asks and settles, and decides nothing.
"""

from sabot.core.refusal import Refusal

try:
    import gymnasium

    from sabot.env.heat import HeatOfBots
    from sabot.env.lucky_draw import LuckyDraw
    from sabot.env.stakes import BetSizing
except ModuleNotFoundError as error:
    if error.name not in ("gymnasium", "pettingzoo"):
        raise
    raise Refusal(
        "missing-extra",
        None,
        f"Environments need {error.name}, which is not installed: pip install 'sabot[env]'.",
    ) from None

NAMES = {"sabot/BetSizing-v0": BetSizing, "sabot/LuckyDraw-v0": LuckyDraw}
"""Environments of `gymnasium.make`, once `sabot.env` is imported."""

for _name, _environment in NAMES.items():
    if _name not in gymnasium.registry:
        gymnasium.register(_name, entry_point=f"{_environment.__module__}:{_environment.__name__}")

__all__ = ["BetSizing", "HeatOfBots", "LuckyDraw"]
