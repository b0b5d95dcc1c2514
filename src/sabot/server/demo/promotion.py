"""The demo's promotion: one after the other, each open for a while, drawn by two robots."""

import asyncio
import secrets
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import msgspec

from sabot.core.refusal import Refusal
from sabot.floor.kinds import PROMOTIONS
from sabot.promotions.running import PublishedTerms
from sabot.promotions.running.state import CLOSED, DRAWN, NOTHING, OPEN
from sabot.rules.roles import DUTY_MANAGER
from sabot.server.casino import Casino

LASTS: Final = timedelta(minutes=20)
TO_THE_DRAW: Final = timedelta(minutes=1)
SHOWN: Final = timedelta(minutes=10)
"""Time that a result is shown before the next promotion begins."""
BEFOREHAND: Final = timedelta(days=2)
"""Days of notice, which the demo counts as past when it opens."""
LOOKS: Final = 5.0
NAME: Final = "lantern"
BY: Final = ("robot-manager", "robot-supervisor")
BEACON: Final = "64 hexadecimal digits that the demo throws at the time of the draw"

FORM: Final = """\
rulebooks = ["star-baccarat", "star-seven-up", "star-three-card", "star-lucky-draw"]
name = "Lantern hour {number}"
name_zh = "花燈時段 {number}"
starts = {starts}

[terms]
awarded = "by draw among all tickets; the next in the order follows a winner who is passed over"
where = "on the big screen of the demo"
when = {drawn}
eligible = "every player of the demo with an account; no staff and no excluded players"
minimum_wager = "none: an entry form will do"
nature = "play prizes, without any guarantee"
entries_close = {closes}
held = "in the demo, when the list has been closed for a minute"
claim = "on the page of promotions, or at the desk"
attendance = false
notified = "face-to-face, on the page of promotions"
published = "on the page of promotions"
delivery = "at the desk, in play"
marketing = true
available = "on the page of promotions"

[[prizes]]
kind = "goods"
description = "a paper lantern as tall as a dealer"
description_zh = "與荷官一樣高的紙花燈"
value = "88.00"
conditions = "none"

[[prizes]]
kind = "voucher"
description = "tea for two at the bar of the demo"
description_zh = "示範賭場酒吧的雙人茶點"
value = "18.00"
conditions = "none"

[[earns]]
on = "wager"
most_a_day = 200

[[earns]]
on = "result"
wager = "tiger-pair"
tickets = 5

[[earns]]
on = "form"
most_a_day = 1
"""


def open_promotion(casino: Casino, number: int = 1) -> str:
    """Open the next promotion now; return its name."""
    name = NAME if number == 1 else f"{NAME}-{number}"
    if casino.floor.state(PROMOTIONS, name).phase != NOTHING:
        return name
    now = casino.clock().astimezone(UTC).replace(microsecond=0)
    ago = now - BEFOREHAND
    closes = now + LASTS
    drawn = closes + TO_THE_DRAW
    form = FORM.format(
        number=number, starts=now.isoformat(), closes=closes.isoformat(), drawn=drawn.isoformat()
    )
    _do(casino, name, "submit-promotion", ago, form=form)
    for due in casino.floor.state(PROMOTIONS, name).submission:
        _do(casino, name, "give-notice", ago, number=due, channel="e-mail of the demo")
    _do(casino, name, "record-publicity", ago, key="marketing", text="a card in the lobby")
    _do(casino, name, "record-publicity", ago, key="available", text="the page of promotions")
    sealed = {"source": "beacon", "beacon": BEACON, "known_from": drawn.isoformat()}
    _do(casino, name, "commit-draw", ago, **sealed)
    _do(casino, name, "open-promotion", ago)
    return name


async def run_promotions(casino: Casino) -> None:
    """Close, draw and begin again, until cancelled."""
    number = 1
    while True:
        name = await casino.work(open_promotion, casino, number)
        while not await casino.work(_attend, casino, name):
            await asyncio.sleep(LOOKS)
        number += 1


def _attend(casino: Casino, name: str) -> bool:
    """Carry out what is due; return True if the promotion is over and its result has been shown."""
    standing: PublishedTerms = casino.floor.catch_up(PROMOTIONS, name)
    now, terms = casino.clock(), standing.told.terms
    assert terms.entries_close is not None and terms.when is not None
    try:
        if standing.phase == OPEN and now >= terms.entries_close:
            _do(casino, name, "close-list", None)
        elif standing.phase == CLOSED and now >= terms.when and not standing.statements.pending:
            _do(casino, name, "open-order", None, value=secrets.token_hex(32))
            count = casino.floor.state(PROMOTIONS, name).statements.count
            said = {"number": count, "reason": "thrown before my eyes"}
            _do(casino, name, "confirm-statement", None, BY[1], **said)
            _do(casino, name, "publish-results", None, where="on the page of promotions")
    except Refusal:
        return now >= terms.when + SHOWN  # a visitor was faster, or there are no tickets
    return standing.phase not in (OPEN, CLOSED, DRAWN) or now >= terms.when + SHOWN


def _do(
    casino: Casino, name: str, do: str, at: datetime | None, actor: str = BY[0], **fields: Any
) -> None:
    who = {"id": f"demo-{uuid.uuid4()}", "do": do, "actor": actor, "role": DUTY_MANAGER}
    when = {} if at is None else {"at": at}
    said = {**who, **when, "stream": PROMOTIONS.stream(name), **fields}
    answer = casino.floor.do("", casino.floor.read(msgspec.json.encode(said)))
    if answer.rejected is not None:
        no = answer.rejected
        raise Refusal(no.code, no.clause, no.message)
