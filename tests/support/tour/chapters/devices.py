"""Devices of a table: who they are, and what they see beside what the dealer says."""

from typing import Any

from sabot.client.device_key import DeviceKey
from sabot.floor.intake import BY
from sabot.rules.roles import CASINO_OPERATOR
from sabot.table.devices.connections import ConnectDevice, LoseDevice
from sabot.table.devices.messages import MESSAGES
from sabot.table.devices.observations import ReportFault, SeeCard, SeeChips, SeeStack
from support.tour.dealing import Dealing
from support.tour.house import TourHouse
from support.tour.steps import Act, Steps

DOES = dict(zip(MESSAGES, (SeeCard, SeeStack, SeeChips, ReportFault), strict=True))


class TourDevice:
    """A device that speaks as a server would pass it on."""

    def __init__(self, table: Dealing, name: str, kind: str) -> None:
        self.table, self.name, self.kind = table, name, kind
        self.key, self.message = DeviceKey.fresh(), 0

    def enrolled(self) -> Any:
        return self.table("carla", "enrol-device", device=self.name, kind=self.kind,
                          public_key=self.key.public)  # fmt: skip

    def noted(self, kind: type[ConnectDevice] | type[LoseDevice]) -> Act:
        command = kind(id=f"{self.name} {kind.__name__}", actor=BY, role=CASINO_OPERATOR,
                       device=self.name, connection="1")  # fmt: skip
        give = self.table.house.floor.give
        return Act(f"{self.name} {kind.__name__}", lambda: give(self.table.stream, command))

    def says(self, line: str) -> Act:
        self.message += 1
        said = self.key.says(self.table.name, self.name, self.message, line)
        fields = {name: getattr(said, name) for name in said.__struct_fields__}
        command = DOES[type(said)](
            id=f"{self.name} {self.message}", actor=f"device:{self.name}", role="table device",
            **fields,
        )  # fmt: skip

        def does() -> None:
            answer = self.table.house.floor.do(self.table.name, command)
            assert answer.rejected is None, answer.rejected

        return Act(f"{self.name} says {line}", does)


def chapter(house: TourHouse) -> Steps:
    table = Dealing(house, "scanned")
    yield from table.opened("star-baccarat", feed="scanned", burn=False)
    shoe = TourDevice(table, "shoe-7", "scanning shoe")
    reader = TourDevice(table, "reader-7", "chip reader")
    for device in (shoe, reader):
        yield device.enrolled()
        yield device.noted(ConnectDevice)
    yield shoe.says("load 416")
    for card in ("AS", "2C"):
        yield shoe.says(f"card {card}")
    yield table("dora", "burn-cards")
    yield table.joining("walter", place=1)
    yield table.bet("walter", "player")
    yield reader.says("chips 1 player 100")
    yield table("dora", "no-more-bets")
    yield shoe.says("card KS")
    yield table("dora", "deal-card")
    yield shoe.says("card 9H")
    yield table("dora", "deal-card", card="8H")
    yield table.refused("devices-differ", "dora", "deal-card")
    yield table("vera", "decide-device-difference", confirmed=True, cards=["KS", "9H"],
                reason="the nine lies there")  # fmt: skip
    yield shoe.says("fault jam a card is stuck")
    yield shoe.noted(LoseDevice)
    yield table("dora", "use-keys", device="shoe-7", reason="a card is stuck")
    yield table("dora", "deal-card", card="KD")
    yield table("dora", "deal-card", card="KC")
    yield from table.finished()
    yield table("dora", "rely-on-device", device="shoe-7")
    yield table("carla", "revoke-device", device="reader-7", reason="worn out")
