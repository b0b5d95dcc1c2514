"""A promotion from its terms to the last prize, driven over the floor."""

import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from promotions.by_description import complaint
from sabot.floor import Floor
from sabot.floor.kinds import PROMOTIONS
from sabot.promotions.drawing import unproven
from sabot.promotions.running import PROMOTION
from sabot.promotions.running.draw.public_file import published_of
from sabot.promotions.running.entries.entry_list import EntriesEarned
from sabot.promotions.running.state import Ticket
from sabot.rules.roles import CASHIER, PLAYER
from sabot.store import open_store
from support.promotion_checks import prize
from support.promotion_house import (
    BEACON,
    CLOSES,
    DAY,
    DRAWN,
    EVERY_WAGER,
    SECOND,
    STARTS,
    Casino,
    form,
)

BACCARAT = "star-baccarat"
FOUR = [BACCARAT, "star-seven-up", "star-three-card", "star-lucky-draw"]
CASS = ("cass", CASHIER)


def test_from_the_terms_to_the_last_prize() -> None:
    casino = Casino()
    casino.drawn(form(FOUR, [prize(), prize("money", value="500")]), 9, scrutineer="Ms Lee")
    awards = casino.standing().awards
    assert sorted(awards) == [1, 2] and len({each.ticket for each in awards.values()}) == 2
    for number, award in awards.items():
        assert len(award.notices) == 4, "each document has its clause"
        assert (
            casino.ok("tell-winner", prize=number, way="telephone", reached=True)[1:]
            == ["notice-given"] * 4
        )
        casino.ok("claim-prize", prize=number, entrant=award.entrant)
    casino.agreed("hand-over", second=CASS, prize=1, reference="signed")
    assert casino.no("hand-over", prize=2, reference="x")[0] == "bad-way"
    parts = {"transfer": "500"}
    casino.agreed("hand-over", second=CASS, prize=2, reference="signed", parts=parts)
    casino.ok("publish-results", where="on the web")
    assert casino.findings() == []
    draw = published_of(casino.standing())
    assert list(unproven(draw)) == []
    assert complaint(_plain(draw)) == ""


def _plain(draw: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(msgspec.json.encode(draw))
    return found


def test_it_is_submitted_24_hours_before_the_start() -> None:
    casino = Casino(STARTS - DAY + SECOND)
    assert casino.no("submit-promotion", form=form([BACCARAT])) == ("starts-too-soon", "16.12")
    casino.now = STARTS - DAY
    with pytest.raises(AssertionError):
        casino.no("submit-promotion", form=form([BACCARAT]))


def test_what_the_form_says_of_its_submission_is_not_believed() -> None:
    casino = Casino(STARTS - timedelta(hours=1))
    said = form([BACCARAT], head={"submitted": STARTS - 3 * DAY})
    assert casino.no("submit-promotion", form=said) == ("starts-too-soon", "16.12")


def test_the_regulator_has_the_terms_in_time_or_it_does_not_open() -> None:
    casino = Casino()
    casino.submit(form(FOUR))
    casino.make_known()
    casino.commit()
    assert casino.no("open-promotion") == ("not-submitted", "16.12")
    casino.ok("give-notice", number=1, channel="e-mail")
    assert casino.no("open-promotion") == ("not-submitted", "16.10")
    casino.now = STARTS - DAY + SECOND
    casino.send_rest()
    assert casino.no("open-promotion") == ("starts-too-soon", "16.10")


def test_the_terms_are_made_known_before_it_opens() -> None:
    casino = Casino()
    casino.submit(form([BACCARAT]))
    casino.send()
    casino.commit()
    assert casino.no("open-promotion") == ("not-made-known", "16.6")
    casino.ok("record-publicity", key="marketing", text="posters")
    assert casino.no("open-promotion") == ("not-made-known", "16.6")
    assert casino.no("record-publicity", key="gossip", text="x")[0] == "bad-command"
    casino.ok("record-publicity", key="available", text="the desk")
    casino.ok("open-promotion")


def test_nobody_enters_before_the_start_or_from_the_closing_moment_on() -> None:
    casino = Casino()
    casino.open(form([BACCARAT]))
    who: dict[str, Any] = {"person": "Ann", "address": "1 High Street"}
    casino.now = STARTS - SECOND
    again = Casino(STARTS - 3 * DAY)
    again.open(form([BACCARAT]), "q")
    again.now = STARTS - SECOND
    assert again.no("enter-by-form", name="q", **who) == ("not-started", "16.12")
    casino.now = CLOSES - SECOND
    casino.ok("enter-by-form", **who)
    casino.now = CLOSES
    assert casino.no("enter-by-form", **who) == ("entries-closed", "16.7.6")


def test_people_enter_and_claim_for_themselves() -> None:
    casino = Casino(STARTS - 40 * DAY)
    casino.account("ann")
    casino.now = STARTS - 3 * DAY
    casino.open(form([BACCARAT], earns=[{"on": "form", "most_a_day": 1}]))
    ann = ("ann", PLAYER)
    assert casino.no("enter-by-form", ("bob", PLAYER), player="ann")[0] == "proxy"
    assert casino.no("enter-by-form", ("bob", PLAYER), player="bob") == ("ineligible", "16.7.3")
    casino.ok("enter-by-form", ann, player="ann")
    assert casino.no("enter-by-form", ann, player="ann") == ("enough-today", "16.7.3")
    casino.now += DAY
    casino.ok("enter-by-form", ann, player="ann")
    casino.close()
    casino.draw()
    assert casino.no("claim-prize", ("bob", PLAYER), prize=1, player="ann")[0] == "proxy"
    assert casino.no("claim-prize", prize=1, entrant="E1")[0] == "proxy"
    assert casino.no("claim-prize", ann, prize=2, player="ann")[0] == "no-prize"
    casino.ok("claim-prize", ann, prize=1, player="ann")
    assert casino.no("claim-prize", ann, prize=1, player="ann")[0] == "claimed"
    assert casino.findings() == []


def called(casino: Casino, prize: int) -> None:
    """The winner of a prize is called, and does not come."""
    casino.ok("tell-winner", prize=prize, way="face-to-face", reached=False)


def test_a_substitute_is_the_next_one_and_nothing_is_drawn_again() -> None:
    casino = Casino()
    casino.drawn(form([BACCARAT], [prize(), prize()], attendance=True), 4)
    order = casino.standing().draw.order
    said: dict[str, Any] = {"prize": 1, "cause": "absent", "reason": "called three times"}
    assert casino.no("pass-over", **said) == ("not-told", "16.7.8")
    called(casino, 1)
    casino.agreed("pass-over", **said)
    assert [each.ticket for each in casino.standing().awards.values()] == [order[2], order[1]]
    called(casino, 2)
    casino.agreed("pass-over", **{**said, "prize": 2})
    assert [each.ticket for each in casino.standing().awards.values()] == [order[2], order[3]]
    called(casino, 1)
    casino.agreed("pass-over", **said)
    assert casino.standing().awards[1].done, "nobody is left"
    assert casino.no("pass-over", **said)[0] == "handed-over"
    assert casino.no("pass-over", prize=2, cause="ugly", reason="x")[0] == "bad-cause"
    assert casino.findings() == []


def test_money_instead_as_the_terms_state_it() -> None:
    casino = Casino()
    things = [prize(money_instead="cheque"), prize()]
    casino.drawn(form([BACCARAT], things), 4)
    for number, award in casino.standing().awards.items():
        casino.ok("claim-prize", prize=number, entrant=award.entrant)
    paid: dict[str, Any] = {"reference": "signed", "instead": True}
    assert casino.no("hand-over", prize=2, parts={"cheque": "250"}, **paid) == (
        "no-money-instead",
        "16.3",
    )
    assert casino.no("hand-over", prize=1, parts={"cash": "250"}, **paid) == ("bad-way", "16.3")
    casino.agreed("hand-over", second=CASS, prize=1, parts={"cheque": "250"}, **paid)


def test_a_drum_before_a_scrutineer_is_as_good_a_source() -> None:
    casino = Casino()
    casino.open(form([BACCARAT]), source="drum", scrutineer="Ms Lee", beacon="")
    casino.enter(5)
    casino.close()
    casino.witness(value=" 3 14  5")
    casino.draw(value=" 3  14 5 ")
    standing = casino.standing()
    assert standing.draw.value == "3 14 5" and "Ms Lee" in standing.draw.beacon
    assert list(unproven(published_of(standing))) == [] and casino.findings() == []
    nobody: dict[str, Any] = {"source": "drum", "known_from": DRAWN.isoformat()}
    other = Casino()
    other.submit(form([BACCARAT]))
    assert other.no("commit-draw", **nobody)[0] == "no-scrutineer"


@pytest.mark.parametrize("game", FOUR[1:])
def test_a_scrutineer_oversees_the_draw_of_a_large_prize(game: str) -> None:
    casino = Casino()
    casino.open(form([game], [prize(value="10000.01")]))
    casino.enter(2)
    casino.close()
    casino.now = DRAWN
    assert casino.no("open-order", value="5e", scrutineer="Ms Lee")[0] == "not-seen"
    casino.witness()
    casino.agreed("open-order", value="5e")
    assert casino.standing().draw.scrutineer == "Ms Lee" and casino.findings() == []


def test_a_change_of_terms_before_they_are_sent_moves_the_deadline() -> None:
    casino = Casino(STARTS - 9 * DAY)
    casino.submit(form([BACCARAT]))
    later: dict[str, Any] = {"starts": STARTS + DAY}
    casino.ok("change-terms", form=form([BACCARAT], head=later), reason="later")
    (notice,) = casino.standing().notices.due.values()
    assert notice.by == STARTS, "24 hours before the new start"
    casino.send()
    casino.ok("change-terms", form=form([BACCARAT]), reason="as before")
    assert len(casino.standing().notices.due) == 2, "what was sent is sent again"
    assert casino.no("open-promotion")[0] == "not-submitted"


def test_what_has_begun_stays() -> None:
    casino = Casino()
    casino.open(form([BACCARAT]))
    casino.now = STARTS + DAY
    tried: list[tuple[dict[str, Any], dict[str, Any]]] = [
        ({"starts": STARTS + 2 * DAY}, {}),
        ({}, {"entries_close": DRAWN + DAY, "when": DRAWN + 2 * DAY}),
    ]
    for head, terms in tried:
        said = form([BACCARAT], head=head, **terms)
        code, _ = casino.no("change-terms", form=said, reason="x")
        assert code in ("begun", "beacon-known")
    assert casino.no("change-terms", form=form(FOUR[1:2]), reason="x")[0] == "not-approved"
    gone: dict[str, Any] = {"form": form(FOUR[1:2]), "reason": "x", "approval": "A 1",
                            "approval_dated": "2026-01-02", "approved_by": "J. Roe"}  # fmt: skip
    assert casino.no("change-terms", **gone)[0] == "begun"


@pytest.mark.parametrize(
    ("changes", "clause"),
    [
        ({"earns": []}, "16.7.3"),
        ({"earns": [{"on": "wager", "wager": "roulette"}]}, "16.7.4"),
        ({"earns": [{"on": "form", "wager": "tie"}]}, "16.7.3"),
        ({"earns": [EVERY_WAGER]}, "16.7.4"),
        ({"entries_close": STARTS}, "16.7.6"),
        ({"when": CLOSES - SECOND}, "16.7.2"),
        ({"claim": " "}, "16.7.8"),
    ],
)
def test_terms_that_cannot_be(changes: dict[str, Any], clause: str) -> None:
    casino = Casino()
    found = casino.no("submit-promotion", form=form([BACCARAT], **changes))
    assert found == ("bad-terms", clause)


def test_what_cannot_be_read_is_refused_in_a_sentence() -> None:
    casino = Casino()
    for text in ("", "=", "rulebooks = 7", 'rulebooks = ["canberra-mini"]', '[[earns]]\non = "x"'):
        casino.no("submit-promotion", form=text)
    assert casino.standing().version == 0


def test_another_process_reads_it_from_the_log(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "c.db"))
    casino = Casino(store=store)
    casino.drawn(form([BACCARAT]), 6)
    other = Floor(store, lambda: casino.now)
    assert other.state(PROMOTIONS, "p") == casino.standing()
    live = casino.floor.live(PROMOTIONS, "p")
    casino.floor._shelves[PROMOTIONS.prefix].keep_snapshot(live)
    again = Floor(store, lambda: casino.now)
    assert again.state(PROMOTIONS, "p") == casino.standing(), "from a snapshot, too"
    store.close()


def test_names_and_addresses_are_in_the_vault_alone() -> None:
    casino = Casino()
    casino.drawn(form([BACCARAT]), 6)
    text = "".join(map(str, casino.log("promotion:p")))
    assert "Patron" not in text and "High Street" not in text


def test_the_beacon_is_named_while_nobody_can_know_it() -> None:
    casino = Casino()
    casino.submit(form([BACCARAT]))
    said: dict[str, Any] = {"source": "beacon", "beacon": BEACON}
    early = (CLOSES - SECOND).isoformat()
    assert casino.no("commit-draw", **said, known_from=early) == ("beacon-known", "16.7.6")
    assert casino.no("commit-draw", **{**said, "beacon": " "}, known_from=early)[0] == "no-beacon"
    assert casino.no("commit-draw", **{**said, "source": "a hat"}, known_from=early)[0] == (
        "bad-command"
    )
    casino.ok("commit-draw", **said, known_from=CLOSES.isoformat())


def test_all_of_it_by_the_casinos_days() -> None:
    """A draw on Friday 21:00: the winner hears of it before Monday, though the clocks change."""
    for when in ("2026-12-04T21:00:00+11:00", "2027-04-02T21:00:00+11:00"):
        moment = datetime.fromisoformat(when)
        starts = moment - 20 * DAY
        casino = Casino(starts - 3 * DAY)
        terms: dict[str, Any] = {"when": moment, "entries_close": moment - timedelta(hours=1)}
        casino.open(form([BACCARAT], head={"starts": starts}, **terms), known_from=when)
        casino.now = starts
        casino.enter(2)
        casino.now = moment - SECOND
        casino.ok("close-list")
        casino.now = moment
        casino.agreed("open-order", value="5e")
        (award,) = casino.standing().awards.values()
        by = casino.standing().notices.due[award.notices[0]].by
        assert by is not None
        monday = moment.date() + timedelta(days=3)
        offset = "+11:00" if moment.month == 12 else "+10:00"
        assert by == datetime.fromisoformat(f"{monday}T00:00:00{offset}")


def test_a_winner_is_told_by_the_calendar_too_and_only_by_one_of_the_ways() -> None:
    casino = Casino()
    casino.drawn(form([BACCARAT]))
    (number,) = casino.standing().awards[1].notices
    assert casino.no("give-notice", number=number, channel="pigeon") == ("bad-way", "16.8")
    said = casino.ok("give-notice", number=number, channel="telephone")
    assert said == ["notice-given", "winner-told"]
    assert casino.standing().awards[1].attempts == 1 and casino.findings() == []


def test_a_long_list_is_drawn_in_small_events() -> None:
    """The events of a draw of many tickets do not grow with them: the list has been written."""
    casino = Casino()
    casino.open(form([BACCARAT]))
    standing = casino.standing()
    for page in range(10):
        many = tuple(
            Ticket(f"E{n}", 1, "hall", n, n) for n in range(page * 1000, page * 1000 + 1000)
        )
        earned = EntriesEarned(
            tickets=many, struck=(), tables={}, new={}, barred={}, day="", tally={}
        )
        standing = PROMOTION.evolve(standing, earned, STARTS)
    casino.floor.live(PROMOTIONS, "p").state = msgspec.structs.replace(
        standing, version=casino.standing().version
    )
    casino.close()
    casino.draw()
    assert complaint(_plain(published_of(casino.standing()))) == ""
    assert max(len(each.line) for each in casino.store.read("promotion:p")) < 4_000
