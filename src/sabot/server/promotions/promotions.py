"""Promotions over HTTP: for everybody what is public, for players their own, for staff the desk."""

import re
from typing import Any, Final

import msgspec

from sabot.core.refusal import Refusal, named
from sabot.floor.kinds import PROMOTIONS
from sabot.links.promotion_people import Whose, whose
from sabot.promotions.drawing import written
from sabot.promotions.running import PublishedTerms
from sabot.promotions.running.draw.public_file import published_of
from sabot.promotions.running.state import NOTHING
from sabot.promotions.running.submission import SubmitPromotion
from sabot.promotions.terms import read_terms
from sabot.promotions.terms_check import check
from sabot.promotions.terms_text import written_form
from sabot.rules.roles import (
    CASHIER,
    DUTY_MANAGER,
    GAMING_MANAGER,
    INSPECTOR,
    PLAYER,
)
from sabot.server.casino import Casino
from sabot.server.http.routes import (
    EVERYONE,
    SIGNED_IN,
    SUPERVISORS,
    WATCHERS,
    Asked,
    Hears,
    Reply,
    Route,
    via_of,
)
from sabot.server.http.spoken import LONGEST_ID, TO_PROMOTION, PromotionCommand, command_of
from sabot.server.promotions.attempts import note, rejected
from sabot.server.promotions.views import (
    Checked,
    DeskView,
    Mine,
    PromotionCard,
    PromotionView,
    TermsFormView,
    card_of,
    desk_of,
    form_view,
    mine_of,
    view_of,
)
from sabot.server.tables.tables import NAME, DoneCommand, Name, answered

AT_DESK: Final = SUPERVISORS | WATCHERS | {CASHIER}
TAKEN: Final = frozenset({"check", "form"})
"""Words that an address uses already."""
OPERATORS: Final = frozenset({GAMING_MANAGER, DUTY_MANAGER})


class NewPromotion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Terms to hand in; `name` is what the promotion is called in addresses."""

    id: str
    name: Name
    form: str


class TermsForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Terms in the form of `sabot promotion check`."""

    form: str


async def every(asked: Asked) -> list[PromotionCard]:
    return await asked.casino.work(_every, asked.casino)


def _every(casino: Casino) -> list[PromotionCard]:
    """Return every promotion at a glance. One that cannot be shown is closed by itself."""
    shown = list[PromotionCard]()
    found: list[PublishedTerms] = casino.all_caught_up(PROMOTIONS)
    for each in found:
        try:
            shown += [card_of(each)] if each.phase != NOTHING else []
        except Exception as error:
            casino.closed.close(PROMOTIONS.stream(each.name), error)
    return shown


def standing_of(casino: Casino, name: str) -> PublishedTerms:
    """The promotion as it stands; a Refusal if there is none."""
    found: PublishedTerms = casino.caught_up(PROMOTIONS, name)
    if found.phase == NOTHING:
        raise Refusal("unknown-promotion", None, "There is no promotion {name}.", name=named(name))
    return found


async def look(asked: Asked) -> PromotionView:
    return view_of(await asked.casino.work(standing_of, asked.casino, asked.path["id"]))


async def file(asked: Asked) -> Reply:
    standing = await asked.casino.work(standing_of, asked.casino, asked.path["id"])
    content = await asked.casino.work(lambda: written(published_of(standing)))
    kept = {"content-disposition": f'attachment; filename="draw-{asked.path["id"]}.json"'}
    return Reply(content, headers=kept)


async def mine(asked: Asked) -> Mine:
    standing = await asked.casino.work(standing_of, asked.casino, asked.path["id"])
    return await asked.casino.work(mine_of, standing, asked.person.name)


async def desk(asked: Asked) -> DeskView:
    return desk_of(await asked.casino.work(standing_of, asked.casino, asked.path["id"]))


async def person(asked: Asked) -> Whose:
    """Whom a reference stands for, as the vault has it."""
    name, reference = asked.path["id"], asked.path["reference"]
    known = re.fullmatch(r"entrant-E\d{1,9}|claim-\d{1,9}", reference)
    found = await asked.casino.work(whose, asked.casino.store, name, reference) if known else None
    if found is None:
        raise Refusal(
            "unknown-person",
            None,
            "The vault has no person with the reference {reference}.",
            reference=named(reference),
        )
    return found


async def check_form(asked: Asked) -> Checked:
    said: TermsForm = asked.body
    terms = await asked.casino.work(read_terms, said.form.encode())
    submitted = msgspec.structs.replace(terms, submitted=asked.casino.clock())
    lines = await asked.casino.work(check, submitted)
    return Checked(tuple(lines), written_form(terms), terms)


async def empty_form(asked: Asked) -> TermsFormView:
    return form_view()


async def submit(asked: Asked) -> Reply:
    said: NewPromotion = asked.body
    if re.fullmatch(NAME, said.name) is None or said.name in TAKEN:
        message = "A promotion's name has small letters, figures and hyphens, 40 at most."
        raise Refusal("bad-name", None, message)
    if not 0 < len(said.id) <= LONGEST_ID:
        raise Refusal("bad-command", None, "Give the command an id.")
    caller = asked.person
    command = SubmitPromotion(
        id=said.id,
        actor=caller.name,
        role=caller.role,
        via=via_of(caller),
        stream=PROMOTIONS.stream(said.name),
        form=said.form,
    )
    return await answered(asked, await asked.casino.do("", command), PROMOTIONS)


async def command(asked: Asked) -> Reply:
    """Carry out a command to a promotion; note rejected attempts at a draw."""
    name, body, casino = asked.path["id"], asked.body, asked.casino
    do = str(body.__struct_config__.tag)
    await casino.work(standing_of, casino, name)
    try:
        said: Any = command_of(body, asked.person, PROMOTIONS.stream(name))
        answer = await casino.do("", said)
    except Refusal as refused:
        await note(casino, asked.person, name, do, refused)
        raise
    await note(casino, asked.person, name, do, rejected(answer))
    return await answered(asked, answer, PROMOTIONS)


UNKNOWN: Final = ("unknown-promotion",)
ROUTES = (
    Route("GET", "/api/promotions", EVERYONE, every, "Every promotion at a glance.",
          gives=list[PromotionCard]),
    Route("POST", "/api/promotions", SUPERVISORS, submit,
          "Hand in the terms of a promotion.", takes=NewPromotion, gives=DoneCommand,
          hears=(Hears(PROMOTIONS, frozenset({SubmitPromotion})),),
          refuses=("bad-name", "bad-terms")),
    Route("POST", "/api/promotions/check", SUPERVISORS | WATCHERS, check_form,
          "Hold terms to the document of every game that they touch.",
          takes=TermsForm, gives=Checked,
          refuses=("bad-terms", "unknown-rulebook", "no-promotions")),
    Route("GET", "/api/promotions/form", AT_DESK, empty_form,
          "What the form of terms asks for, and which clause does.", gives=TermsFormView),
    Route("GET", "/api/promotions/{id}", EVERYONE, look, "A promotion: its terms and its draw.",
          gives=PromotionView, refuses=UNKNOWN),
    Route("GET", "/api/promotions/{id}/draw", EVERYONE, file,
          "Return the published draw, for a check by the public.", refuses=UNKNOWN),
    Route("GET", "/api/promotions/{id}/mine", frozenset({PLAYER}), mine,
          "Your tickets, and what became of them.", gives=Mine, refuses=UNKNOWN),
    Route("GET", "/api/promotions/{id}/desk", AT_DESK, desk,
          "What the desk has to do.", gives=DeskView, refuses=UNKNOWN),
    Route("GET", "/api/promotions/{id}/people/{reference}", OPERATORS | {INSPECTOR}, person,
          "Whom a reference stands for.", gives=Whose, refuses=("unknown-person",)),
    Route("POST", "/api/promotions/{id}/commands", SIGNED_IN, command,
          "Do something at a promotion, in your own name and role.", takes=PromotionCommand,
          hears=TO_PROMOTION, gives=DoneCommand, refuses=UNKNOWN),
)  # fmt: skip
