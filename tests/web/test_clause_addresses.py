"""Stable addresses of clauses: the page opens on the one that the address names."""

import pytest

from web.browser import PageAs


@pytest.mark.parametrize("address", ["12.1.2", "12.1.2(a)"])
def test_an_address_opens_its_clause(page_as: PageAs, address: str) -> None:
    page = page_as("dealer", f"/rules/star-baccarat/{address}")
    row = page.locator('[id="clause-12.1.2"][open] .clause-body code').first
    row.wait_for()
    assert "remedies" in row.inner_text()
    book = page.locator('a[href*="/api/rulebooks/star-baccarat/book.html"]')
    assert "language=en" in str(book.get_attribute("href"))
