"""Stakes of a heat with the amounts that count, which `tournament/counting.py` works out."""

from collections.abc import Iterable, Mapping

import msgspec

from sabot.table.state import Laid
from sabot.table.stream import replace


class CountedStake(msgspec.Struct, frozen=True, omit_defaults=True):
    """Amount of a stake that counts: `returned` goes back, `added` makes it up to the minimum."""

    sequence: int
    live: int
    clause: str
    returned: int = 0
    added: int = 0


def apply_counts(stakes: Mapping[int, Laid], counts: Iterable[CountedStake]) -> dict[int, Laid]:
    """The stakes as they count; one of which nothing does is gone."""
    after = dict(stakes)
    for each in counts:
        laid = after[each.sequence]
        after[each.sequence] = replace(
            laid,
            staked=laid.staked + each.added,
            live=each.live,
            returned=laid.returned + each.returned,
            clause=each.clause,
        )
    return {key: laid for key, laid in after.items() if laid.live}
