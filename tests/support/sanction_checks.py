"""Sanctions and invalid outcomes, checked under each game's own clauses."""

from sabot.engine.ledger import FLOAT, LAYOUT
from support.evening import Evening
from support.provisions import whole
from support.table_checks import (
    coup,
    first_card,
    main,
    no_main,
    power,
    settle,
    two,
)


def _by(evening: Evening) -> dict[str, str]:
    return power(evening, whole(evening.table.conduct.general).sanction.by)


def _breach(evening: Evening, *measures: str, who: str = "al") -> dict[str, object]:
    rule = whole(evening.table.conduct.general).sanction
    return {
        "player": who,
        "measures": measures,
        "offence": rule.offence,
        "reason": "seen counting with a device",
    }


def offence(game: str, clause: str) -> None:
    """The breach is named with the clause that was broken, and why is kept."""
    evening = two(game)
    (done,) = evening.ok("sanction-player", **_by(evening), **_breach(evening, "bar"))
    assert done.offence == clause  # type: ignore[attr-defined]
    assert done.reason == "seen counting with a device"  # type: ignore[attr-defined]


def measures(game: str, clause: str) -> None:
    """Take one measure or several with the right rank, each under its own clause."""
    evening = two(game)
    rule = whole(evening.table.conduct.general).sanction
    main(evening)
    asked = _breach(evening, "void", "bar")
    assert evening.no("wrong-role", "sanction-player", **asked).clause == clause
    done = evening.ok("sanction-player", **_by(evening), **asked)[0]
    assert done.clause == clause  # type: ignore[attr-defined]
    assert done.measures == {"void": rule.void, "bar": rule.bar}  # type: ignore[attr-defined]
    assert evening.replayed() == evening.table


def measures_nearest_miss(game: str, clause: str) -> None:
    """Not for another breach, not without a reason or a measure that the document knows."""
    evening = two(game)
    rule = whole(evening.table.conduct.general).sanction
    by, asked = _by(evening), _breach(evening, "bar")
    wrong = {**asked, "offence": None if rule.any_breach else "5.2"}
    assert evening.no("wrong-offence", "sanction-player", **by, **wrong).clause == clause
    evening.no("no-reason", "sanction-player", **by, **{**asked, "reason": ""})
    evening.no("bad-command", "sanction-player", **by, **{**asked, "measures": []})
    evening.no("bad-command", "sanction-player", **by, **{**asked, "measures": ["scold"]})
    evening.no("bad-name", "sanction-player", **by, **{**asked, "player": " "})
    for measure, known in (("exclude", rule.exclude), ("detain", rule.detain)):
        if known is None:
            refused = evening.no("no-rule", "sanction-player", **by, **_breach(evening, measure))
            assert refused.clause == clause
    assert not evening.table.excluded


def void(game: str, clause: str) -> None:
    """Void wagers have no result: the stakes go back, and what was won is given up."""
    evening = two(game)
    main(evening)
    main(evening, "bo")
    done = evening.ok("sanction-player", **_by(evening), **_breach(evening, "void"))
    assert done[1].clause == clause  # type: ignore[attr-defined]
    assert evening.chips("al") == 10_000_00 and evening.money(LAYOUT) == 100_00
    for win in (True, False):
        settled = two(game)
        main(settled)
        settle(settled, win=win)
        settled.ok("sanction-player", **_by(settled), **_breach(settled, "void"))
        assert settled.chips("al") == 10_000_00 and settled.money(FLOAT) == 100_000_00
        assert settled.table.patrons["al"].lost == 0
        settled.ok("clear-cards")
        assert settled.replayed() == settled.table


def void_nearest_miss(game: str, clause: str) -> None:
    """Only that person's wagers, and only if there are any."""
    evening = two(game)
    by = _by(evening)
    assert evening.no("no-wager", "sanction-player", **by, **_breach(evening, "void")).clause == (
        clause
    )
    main(evening)
    first_card(evening)
    others = _breach(evening, "void", who="bo")
    assert evening.no("no-wager", "sanction-player", **by, **others).clause == clause
    assert evening.money(LAYOUT) == 100_00


def bar(game: str, clause: str) -> None:
    """A barred player neither bets nor comes back."""
    evening = two(game)
    evening.ok("sanction-player", **_by(evening), **_breach(evening, "bar"))
    assert no_main(evening, "barred") == clause
    evening.ok("leave-table", player="al")
    again = {"player": "al", "chips": "100", "place": 1, "card": "card of al"}
    assert evening.no("barred", "join-table", **again).clause == clause
    evening.ok("sanction-player", **_by(evening), **_breach(evening, "bar", who="zoe"))
    guest = {"player": "zoe", "card": "card of zoe"}
    assert evening.no("barred", "join-table", **guest).clause == clause


def bar_nearest_miss(game: str, clause: str) -> None:
    """Everybody else plays on, and a wager that lies there is still decided."""
    evening = two(game)
    assert whole(evening.table.conduct.general).sanction.bar == clause
    main(evening)
    evening.ok("sanction-player", **_by(evening), **_breach(evening, "bar"))
    coup(evening, win=False)
    assert evening.chips("al") == 9_900_00
    main(evening, "bo")


def exclude(game: str, clause: str) -> None:
    """Out of the casino, and so out of this game."""
    evening = two(game)
    (done,) = evening.ok("sanction-player", **_by(evening), **_breach(evening, "exclude"))
    assert done.measures == {"exclude": clause}  # type: ignore[attr-defined]
    assert evening.table.excluded == {"al": clause}
    assert no_main(evening, "barred") == clause


def detain(game: str, clause: str) -> None:
    """A detained person is held for an inspector, who must be told at once."""
    evening = two(game)
    done = evening.ok("sanction-player", **_by(evening), **_breach(evening, "detain"))
    assert done[0].measures == {"detain": clause}  # type: ignore[attr-defined]
    (due,) = evening.table.notices.due.values()
    assert (due.to, due.clause, due.given) == ("inspector", clause, None)
    assert "al" not in evening.table.excluded


# Invalid outcomes


def _invalid(evening: Evening, cause: str, **more: object) -> dict[str, object]:
    rule = whole(evening.table.conduct.general).invalidation
    asked = {"disturbance": rule.disturbance, "fraud": rule.fraud, "impractical": rule.impractical}
    held = asked[cause]
    assert held is not None
    by = power(evening, held.by)
    return {**by, "cause": cause, "reason": "the lights went out", **more}


def invalidate(game: str, clause: str) -> None:
    """A coup can be made invalid while it is dealt or before its cards are cleared."""
    for stage in ("dealing", "settled"):
        evening = two(game)
        main(evening)
        if stage == "dealing":
            first_card(evening)
        else:
            settle(evening, win=True)
        asked = _invalid(evening, "disturbance", refund=True)
        said, void = evening.ok("invalidate-outcome", **asked)
        assert said.cause == "disturbance"  # type: ignore[attr-defined]
        assert void.clause.startswith(clause)  # type: ignore[attr-defined]
        assert evening.chips("al") == 10_000_00 and evening.money(FLOAT) == 100_000_00
        evening.ok("clear-cards")
        assert evening.table.phase == "betting"
        assert evening.replayed() == evening.table


def invalidate_nearest_miss(game: str, clause: str) -> None:
    """Only once a coup has begun, only once, for one of the known causes, and with a reason."""
    evening = two(game)
    main(evening)
    asked = _invalid(evening, "disturbance", refund=True)
    refused = evening.no("wrong-phase", "invalidate-outcome", **asked).clause
    assert refused is not None and refused.startswith(clause)
    first_card(evening)
    wrong_role = {**asked, "role": "dealer"}
    evening.no("wrong-role", "invalidate-outcome", **wrong_role)
    evening.no("no-reason", "invalidate-outcome", **{**asked, "reason": " "})
    evening.no("bad-command", "invalidate-outcome", **{**asked, "cause": "boredom"})
    evening.no("bad-command", "invalidate-outcome", **{**asked, "by_player": "al"})
    evening.ok("invalidate-outcome", **asked)
    evening.no("void", "invalidate-outcome", **asked)


def disturbance(game: str, clause: str) -> None:
    """The clause on a disturbance is the one that is cited."""
    evening = two(game)
    main(evening)
    first_card(evening)
    said, void = evening.ok("invalidate-outcome", **_invalid(evening, "disturbance", refund=True))
    assert said.clause == void.clause == clause  # type: ignore[attr-defined]


def fraud(game: str, clause: str) -> None:
    """The clause on a fraud is the one that is cited, and whose fraud it was is kept."""
    evening = two(game)
    main(evening)
    first_card(evening)
    said, void = evening.ok("invalidate-outcome", **_invalid(evening, "fraud", by_player="bo"))
    assert said.clause == void.clause == clause  # type: ignore[attr-defined]
    assert said.by_player == "bo"  # type: ignore[attr-defined]
    assert evening.chips("al") == 10_000_00


def cause_nearest_miss(game: str, clause: str) -> None:
    """Play that is merely impractical is no ground where the document does not name it."""
    evening = two(game)
    main(evening)
    first_card(evening)
    asked = _invalid(evening, "fraud")
    assert clause in (
        whole(evening.table.conduct.general).invalidation.disturbance.clause,
        whole(evening.table.conduct.general).invalidation.fraud.clause,
    )
    evening.no("no-rule", "invalidate-outcome", **{**asked, "cause": "impractical"})
    evening.no("not-at-table", "invalidate-outcome", **{**asked, "by_player": "zoe"})
    assert evening.money(LAYOUT) == 100_00


def refund(game: str, clause: str) -> None:
    """Everyone's stakes may go back; the cheat's go to the house."""
    evening = two(game)
    main(evening)
    main(evening, "bo")
    first_card(evening)
    asked = _invalid(evening, "fraud", by_player="al", forfeit=True)
    said, _, forfeited = evening.ok("invalidate-outcome", **asked)
    assert said.refund_clause == forfeited.clause == clause  # type: ignore[attr-defined]
    assert evening.chips("al") == 9_900_00 and evening.chips("bo") == 10_000_00
    assert evening.money(FLOAT) == 100_100_00 and evening.money(LAYOUT) == 0
    for win in (True, False):
        settled = two(game)
        main(settled)
        settle(settled, win=win)
        settled.ok("invalidate-outcome", **_invalid(settled, "fraud", by_player="al", forfeit=True))
        assert settled.chips("al") == 9_900_00 and settled.money(FLOAT) == 100_100_00
        assert settled.table.patrons["al"].lost == 100_00
        settled.ok("clear-cards")


def refund_nearest_miss(game: str, clause: str) -> None:
    """There is no forfeit for a disturbance, nor for a player who has not bet; and settled wagers
    may be left as they are."""
    evening = two(game)
    main(evening)
    first_card(evening)
    fire = _invalid(evening, "disturbance", forfeit=True)
    assert evening.no("no-wager", "invalidate-outcome", **fire).clause == clause
    other = _invalid(evening, "fraud", by_player="bo", forfeit=True)
    assert evening.no("no-wager", "invalidate-outcome", **other).clause == clause
    mine = _invalid(evening, "fraud", by_player="al", forfeit=True, refund=False)
    wrong = "must-forfeit" if game == "star-lucky-draw" else "bad-command"
    assert evening.no(wrong, "invalidate-outcome", **mine).clause == clause
    settled = two(game)
    main(settled)
    settle(settled, win=True)
    paid = settled.chips("al")
    settled.ok("invalidate-outcome", **_invalid(settled, "disturbance", refund=False))
    assert settled.chips("al") == paid > 10_000_00
