"""Papers that are used once in the casino: references of payments, receipts, slips of the cage,
and names of devices.

An event that rests on such a paper claims its number, so that the same paper moves no money a
second time, at no account, table or tournament and under no spelling of its number.
"""

from collections.abc import Iterator
from typing import Final

from sabot.core.alike import letters_of
from sabot.core.refusal import quoted
from sabot.core.revision import DENOMINATIONS, MONEY, SCRUTINY, RevisedCommand, holds
from sabot.engine.streams import Claim, ClaimKind, Rejection

PAYMENT: Final = ClaimKind("payment-reference", "a payment's reference", since=MONEY)
"""A method of payment and the reference of one payment by it."""
SLIP: Final = ClaimKind("float-slip", "a slip of the cage", since=MONEY)
"""Number of the paper that goes with chips between the cage and a table."""
SEAL: Final = ClaimKind("drop-seal", "a seal of a drop box", since=DENOMINATIONS)
"""Number of the seal under which a drop box goes to the count."""
RECEIPT: Final = ClaimKind("receipt", "a receipt", since=MONEY)
"""Number of a receipt of the cage."""
DEVICE_NAME: Final = ClaimKind("device-name", "a device's name")
"""Name of a device, which is bound to one table."""
DEVICE_KEY: Final = ClaimKind("device-key", "a device's key")
"""Public key of a device."""
ENTRY_FORM: Final = ClaimKind("entry-form", "an entry form", since=MONEY)
"""A tournament, and the number of one of its entry forms."""

PROMOTION_FORM: Final = ClaimKind("promotion-form", "a promotion's entry form", since=SCRUTINY)
"""Number of an entry form that staff keyed into a promotion."""


def number_on(text: str, command: RevisedCommand) -> str:
    """Return the number of a paper as it is typed; "" for a text without a letter or a figure,
    which names no paper. Before the revision `MONEY`, any signs did.

    >>> from types import SimpleNamespace as Command
    >>> number_on(" F-101 ", Command(under=None)), number_on("--", Command(under=None))
    ('F-101', '')
    """
    number = text.strip()
    return number if any(map(str.isalnum, number)) or not holds(command, MONEY) else ""


def used_payment(method: str, reference: str) -> Iterator[Claim]:
    """Claim a payment by its method and reference; one without a reference claims nothing."""
    if reference.strip():
        form = "The payment {number} was used before, for {owner}: look at its reference."
        yield _once(PAYMENT, f"{method} {letters_of(reference)}", "used-payment", form, reference)


def used_slip(number: str) -> Iterator[Claim]:
    """Claim a slip of the cage; an older log has some without a number, which claim nothing."""
    if number.strip():
        form = "Slip {number} was used before, at {owner}: every slip is used once."
        yield _once(SLIP, letters_of(number), "used-slip", form, number)


def used_seal(number: str) -> Iterator[Claim]:
    """Claim the seal of a drop box; an older log has some without a number."""
    if number.strip():
        form = "Seal {number} was used before, at {owner}: every seal is used once."
        yield _once(SEAL, letters_of(number), "used-seal", form, number)


def used_receipt(number: int | None) -> Iterator[Claim]:
    """Claim the number of a receipt; a payment of an older log has none."""
    if number is not None:
        form = "Receipt {number} was given before, to {owner}."
        yield _once(RECEIPT, str(number), "used-receipt", form, str(number))


def used_form(tournament: str, number: str) -> Iterator[Claim]:
    """Claim an entry form of a tournament."""
    form = "Entry form {number} of {owner} was handed in before: each entrant has their own."
    name = f"{tournament} {letters_of(number)}"
    yield _once(ENTRY_FORM, name, "used-form", form, number)


def used_promotion_form(number: str) -> Iterator[Claim]:
    """Claim an entry form of promotions; a player's own entry and one of an older log has none."""
    if number.strip():
        form = "Entry form {number} was handed in before, for {owner}: every form is used once."
        yield _once(PROMOTION_FORM, letters_of(number), "used-form", form, number)


def enrolled_device(device: str, public_key: str) -> Iterator[Claim]:
    """Claim the name and the key of a device, each of which is enrolled once in the casino."""
    form = "A device {number} is enrolled at {owner}: a device has one table."
    yield _once(DEVICE_NAME, letters_of(device), "enrolled", form, device)
    form = "This key belongs to a device of {owner}: every device has its own."
    yield _once(DEVICE_KEY, public_key, "enrolled", form, public_key[:8])


def _once(kind: ClaimKind, name: str, code: str, form: str, number: str) -> Claim:
    taken = Rejection(code, None, form, form, {"number": quoted(number)})
    return Claim(kind, name, taken, once=True)
