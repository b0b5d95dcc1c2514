"""Card counting next to bare dealing, in one run: 10,000 shoes of the Dragon 7.

Bare: the shoes are dealt and the unseen cards before every coup written down. Counted: also the
exact expectation before each of them, the true count and the bets. The figures are processor
seconds, so that other programs on the machine do not matter much.
"""

import time
from collections.abc import Callable

from sabot.bench import book_of
from sabot.counting import count
from sabot.counting.shoes import Shoes
from sabot.simulate.dealing.choice import Deal

SHOES = 10_000
TAGS = "4:-1,5:-1,6:-1,7:-1,8:2,9:2"
AIM = 10.0


def seconds(act: Callable[[], object]) -> float:
    started = time.process_time()
    act()
    return time.process_time() - started


def main() -> None:
    shoes = Shoes(book_of("dragon-7"), Deal(8), 1)
    count("dragon-7", tags=TAGS, trigger=4, shoes=16)  # compiles, or loads what was compiled
    bare = seconds(lambda: [None for _ in shoes.seen(SHOES)])
    counted = seconds(lambda: count("dragon-7", tags=TAGS, trigger=4, shoes=SHOES))
    print(f"bare dealing       {bare:6.2f} s")
    print(f"exact expectation  {counted:6.2f} s, {counted / bare:.1f} times bare; aim {AIM:g} s")


if __name__ == "__main__":
    main()
