"""Devices in a browser: enrolled in the pit, used at the console, decided where they differ."""

import asyncio
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from sabot.client.device import device_connection
from sabot.client.device_key import DeviceKey
from sabot.rules.roles import DEALER, GAMING_MANAGER
from sabot.table.devices.messages import MessageTaken
from server.harness import House, running
from web.browser import PageAs
from web.floor_checks import confirmed, enter, next_is, ready, seat
from web.pit_checks import do_it, field, pit, press, tab

PICTURES = os.environ.get("SABOT_PICTURES", "")
"""Folder for pictures of the pages, for a person who looks at them."""


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("devices"), feed="typed", betting_seconds=0) as house:
        yield house


def sees(house: House, table: str, key: DeviceKey, *lines: str) -> None:
    """Have the shoe say these lines over its connection."""

    async def run() -> None:
        async with device_connection(house.origin, table, "shoe-7", key) as shoe:
            for line in lines:
                answer = await shoe.say(line)
                assert isinstance(answer, MessageTaken), answer

    with ThreadPoolExecutor(1) as thread:  # the browser's loop runs in this one
        thread.submit(asyncio.run, run()).result()


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=str(Path(PICTURES) / f"{name}.png"), full_page=True)


def test_a_shoe_from_enrolment_to_a_decision(casino: House, page_as: PageAs) -> None:
    table = ready(casino, "seven", feed="scanned")
    key = DeviceKey.fresh()
    floor = pit(page_as, table)
    tab(floor, "cards")
    press(floor, "Enrol a device")
    field(floor, "Device").fill("shoe-7")
    field(floor, "Kind of device").select_option("scanning shoe")
    field(floor, "Public key").fill(key.public)
    picture(floor, "enrol")
    do_it(floor, "a new shoe")
    confirmed(casino, table, GAMING_MANAGER)
    expect(floor.locator(".tab-body")).to_contain_text("shoe-7: not connected")

    seat(casino, table, "anna", "player", "100")
    dealer = page_as(DEALER, f"/deal/{table}")
    expect(dealer.locator(".status")).to_contain_text("shoe-7")
    enter(dealer, "No more bets")
    next_is(dealer, "Deal a card: Player")
    expect(dealer.locator(".action .why")).to_contain_text("has not seen the card yet")
    sees(casino, table, key, "card KS")
    expect(dealer.locator(".action .why")).to_contain_text("has seen the card")
    picture(dealer, "seen")
    enter(dealer, "Deal a card: Player")
    next_is(dealer, "Deal a card: Banker")
    sees(casino, table, key, "card 9H")
    dealer.keyboard.type("8h\n")
    expect(dealer.locator(".banners")).to_contain_text("saw 9♥, and the dealer keyed 8♥")
    picture(dealer, "held")

    tab(floor, "now")
    expect(floor.locator(".tab-body .banner").first).to_contain_text("12.13")
    press(floor, "Decide")
    field(floor, "The actual outcome").select_option("yes")
    field(floor, "Cards in their true order").fill("KS 9h")
    picture(floor, "decide")
    do_it(floor, "the nine lies there")
    next_is(dealer, "Deal a card: Player")
    tab(floor, "cards")
    press(floor, "Use keys instead of a device")
    do_it(floor, "a card is stuck")
    confirmed(casino, table, GAMING_MANAGER)
    expect(dealer.locator(".status")).to_contain_text("shoe-7: keys are used")
    dealer.keyboard.type("kd\n")
    next_is(dealer, "Deal a card: Banker")
    press(floor, "Revoke the device")
    picture(floor, "revoke")
    do_it(floor, "worn out")
    expect(floor.locator(".tab-body")).to_contain_text("shoe-7: revoked")
