"""A practice table with one player: bets, coups, scores, and one shoe after another."""

from collections.abc import Callable, Sequence
from typing import Final

from sabot.cli.play.bets import PracticeTerms, boxes_of, check_bets, merge, read_bets, total
from sabot.cli.play.cards import Seal, prepare, publish
from sabot.cli.play.coup import PracticeDeal, announcement, outcome_of
from sabot.cli.play.help import (
    command_in,
    example_of_bets,
    tell_clause,
    tell_commands,
    tell_odds,
    tell_opening,
)
from sabot.cli.play.scores import BOX_LEGEND, LEGEND, boxes_shown, roads_shown, score
from sabot.cli.play.talk import Talk, TalkEnded
from sabot.cli.play.view import HAND_STYLES, settled, stakes_shown
from sabot.core.money import dollars
from sabot.core.refusal import Refusal
from sabot.coup import Coup, Settlement, Stake, settle
from sabot.coup.roads import Scored
from sabot.shoe import Randomness
from sabot.shoe.procedure import COMMENCING

LETTERS: Final = {"win": "W", "lose": "L", "standoff": "S"}
BEFORE_SETTLEMENT: Final = 0.6


class PracticeTable:
    """A table with one player and a bankroll in cents."""

    def __init__(
        self, terms: PracticeTerms, bankroll: int, randomness: Randomness, talk: Talk
    ) -> None:
        self.bankroll = bankroll
        self.coups = 0
        self._terms = terms
        self._book = terms.book
        self._bought_in = bankroll
        self._randomness = randomness
        self._talk = talk
        self._bets: tuple[Stake, ...] = ()
        self._last_bets: tuple[Stake, ...] = ()
        self._scored: list[Scored] = []
        self._boxes: dict[int, list[str]] = {}
        self._opened: Seal | None = None

    def sit(self) -> None:
        """Play until the player leaves or has no chip left."""
        try:
            self._prepare(COMMENCING)
            while self.bankroll >= self._terms.chip and not self._talk.gone:
                self._coup()
            if self.bankroll < self._terms.chip:
                self._talk.say("That was your last chip.")
        except (TalkEnded, KeyboardInterrupt):
            self._talk.leave()
        self._say_goodbye()

    def _prepare(self, occasion: str) -> None:
        self._supply = prepare(
            self._book, self._terms.decks, self._randomness, self._talk, occasion
        )

    def _coup(self) -> None:
        if self._supply.must_shuffle:
            self._talk.say("The shoe has run down.")
            self._new_shoe()
        self._head()
        while True:
            try:
                if self._obey(self._talk.ask()):
                    break
            except Refusal as refusal:
                self._talk.refuse(refusal)
        self._start()
        deal = PracticeDeal(self._book, self._supply, self._talk, self._bets, self.bankroll)
        try:
            coup, settlements = self._finish(deal)
        except KeyboardInterrupt:
            self._talk.leave()
            self._talk.say(f"The {self._book.coup} is finished first.")
            coup, settlements = self._finish(deal)
        self._last_bets, self._bets = self._bets or self._last_bets, ()
        self.coups += 1
        self._show(coup, settlements, deal.bankroll)
        self._close(tie=coup.result == "tie")

    def _head(self) -> None:
        """Print the player's bankroll, the cards left and the commands."""
        coup, left = self._book.coup, self._supply.remaining
        self._talk.screen.rule(f"{coup.capitalize()} {self.coups + 1}", style="dim")
        last = f" Last {coup} of the shoe." if self._supply.is_last_coup else ""
        self._talk.say(
            f"Bankroll {dollars(self.bankroll)}, smallest chip {dollars(self._terms.chip)},"
            f" {left} cards left.{last}",
            "bold",
        )
        if self._opened and not self._supply.run_down:
            publish(self._supply.sealed, self._talk)
        bet = example_of_bets(self._terms)
        self._talk.say(f"Bet ({bet}), Enter deals; repeat, clear, odds, road, help, quit.", "dim")

    def _obey(self, line: str) -> bool:
        """Carry out a line; return True if it is to deal."""
        words = line.split()
        command = command_in(words)
        if command is None:
            self._bet(merge(self._bets, read_bets(self._terms, words)))
        elif command == "deal":
            return self._may_deal()
        elif command == "rules":
            tell_clause(self._book, words[1:], self._talk)
        elif command == "quit":
            raise TalkEnded
        else:
            self._answer(command)
        return False

    def _answer(self, command: str) -> None:
        answers: dict[str, Callable[[], None]] = {
            "repeat": self._repeat,
            "clear": self._clear,
            "odds": lambda: tell_odds(self._terms, self._talk),
            "road": self._show_road,
            "reveal": lambda: tell_opening(self._opened, self._talk),
            "help": lambda: tell_commands(self._terms, self._talk),
        }
        answers[command]()

    def _bet(self, bets: Sequence[Stake]) -> None:
        check_bets(self._terms, bets, self.bankroll)
        self._bets = tuple(bets)
        left = dollars(self.bankroll - total(bets))
        self._talk.say(f"On the layout: {stakes_shown(self._book, bets)}; {left} behind.")

    def _repeat(self) -> None:
        if not self._last_bets:
            raise Refusal("nothing-to-repeat", None, "There are no bets to repeat yet.")
        self._bet(self._last_bets)

    def _clear(self) -> None:
        self._bets = ()
        self._talk.say("Your bets are back in your hands.")

    def _may_deal(self) -> bool:
        """Return True if a coup can be dealt: hands of boxes need a bet, common hands do not."""
        if self._book.procedure.takes_boxes and not self._bets:
            clause = self._book.procedure.initial((1,))[0].clause
            raise Refusal("no-bets", clause, "Cards are dealt for a bet: place one first.")
        return True

    def _start(self) -> None:
        """Close bets; a cutting card that comes first may ask for a shuffle before the coup."""
        self._say_if(self._supply.start_coup())
        if self._supply.must_shuffle:
            self._new_shoe()
            self._say_if(self._supply.start_coup())

    def _finish(self, deal: PracticeDeal) -> tuple[Coup, list[Settlement]]:
        """Deal and settle. Repeating it after an interruption gives the same result."""
        coup = deal.run()
        settlements = settle(coup, deal.stakes, self._terms.scheme, dollars(self._terms.chip))
        returns = sum(each.returns for each in settlements)
        self.bankroll = deal.bankroll - total(deal.stakes) + returns
        return coup, settlements

    def _show(self, coup: Coup, settlements: Sequence[Settlement], before: int) -> None:
        talk = self._talk
        talk.say(announcement(coup, settlements), HAND_STYLES.get(coup.result or "", "bold"))
        talk.pause(BEFORE_SETTLEMENT)
        if settlements:
            talk.show(settled(self._book, settlements, talk.width))
            change = _up_or_down(self.bankroll - before)
            talk.say(f"Bankroll {dollars(self.bankroll)}, {change}.", "bold")
        if scored := score(coup):
            self._scored.append(scored)
        for box in boxes_of(each.stake for each in settlements):
            outcome = outcome_of(box, settlements)
            self._boxes.setdefault(box, []).append(LETTERS[outcome or "standoff"])
        self._show_scores()

    def _show_scores(self) -> None:
        if self._book.procedure.takes_boxes:
            self._talk.show(boxes_shown(self._boxes, self._talk.width))
        else:
            self._talk.show(roads_shown(self._scored, self._talk.width, self._talk.plain))

    def _show_road(self) -> None:
        if not self._scored and not self._boxes:
            raise Refusal("no-scores", None, "There are no scores yet.")
        self._show_scores()
        self._talk.say(BOX_LEGEND if self._book.procedure.takes_boxes else LEGEND, "dim")

    def _close(self, tie: bool) -> None:
        """Put the cards into the rack. A device commits to a new order, and reveals the last
        one."""
        sealed = self._supply.sealed
        self._say_if(self._supply.end_coup(tie, self._randomness))
        if self._supply.sealed is not sealed:
            self._opened = sealed

    def _new_shoe(self) -> None:
        """Reveal the old order for checking, then commit to a new one and cut it."""
        old = self._supply
        self._opened = old.sealed
        verdict = "verified" if old.opens_as_sealed() else "NOT the sealed order, call for help"
        count, digest = old.sealed.commitment.cards, old.sealed.commitment.digest
        self._talk.say(f"Revealed: the {count} cards sealed as {digest[:16]}... are {verdict}.")
        self._scored.clear()
        self._boxes.clear()
        self._prepare(old.ended_by)

    def _say_if(self, said: str | None) -> None:
        if said:
            self._talk.say(said, "bold yellow")

    def _say_goodbye(self) -> None:
        change = _up_or_down(self.bankroll - self._bought_in)
        played = f"{self.coups} {self._book.coup}{'' if self.coups == 1 else 's'}"
        self._talk.say(
            f"Thank you for playing: {played}, {dollars(self._bought_in)} in,"
            f" {dollars(self.bankroll)} out, {change}.",
            "bold",
        )


def _up_or_down(change: int) -> str:
    if not change:
        return "even"
    return f"{'up' if change > 0 else 'down'} {dollars(abs(change))}"
