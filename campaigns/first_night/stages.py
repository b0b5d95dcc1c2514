"""Stages of the first night, done by people with roles."""

from typing import Final

from playwright.sync_api import expect

from first_night.house import PATRON, House
from first_night.people import password

ADMINISTRATORS = ("ada", "abe")
STAFF: Final = {
    "dana": "Dealer",
    "cleo": "Cashier",
    "cora": "Cashier",
    "carl": "Cashier",
    "cyd": "Cashier",
    "sam": "Casino supervisor",
    "gil": "Gaming manager",
    "dot": "Duty manager",
    "ines": "Inspector",
}
FLOAT = {"1000": 10, "500": 20, "100": 50, "25": 200, "10": 100, "5": 100, "1": 50, "0.50": 50}
MOST_COUPS = 30
"""So many coups without a win are a fault rather than bad luck."""


class Night(House):
    """The whole night."""

    def staff(self) -> None:
        """Add staff and a patron as one administrator; confirm the staff as the other."""
        ada, abe = (self.who(each) for each in ADMINISTRATORS)
        ada.go("People")
        form = ada.page.locator("form.panel")
        for name, role in {**STAFF, PATRON: "Player"}.items():
            ada.type("Name", name, form)
            ada.type("Password", password(name), form)
            form.get_by_label("Role").select_option(label=role)
            ada.press("Add a person", form)
            expect(ada.page.locator(f'tr[data-name="{name}"]')).to_be_visible()
        self.picture("ada", "people")
        abe.go("Second person")
        self.picture("abe", "second-person")
        for name, role in STAFF.items():
            abe.confirm(f"{name} may sign in as {role}")

    def policy(self) -> None:
        """Two managers put the law of the place in force."""
        gil, dot = self.who("gil"), self.who("dot")
        gil.go("Policy")
        form = gil.page.locator("form.adopt")
        gil.press("Load NSW", form)
        expect(form.locator("textarea")).not_to_have_value("")
        gil.type("Reason", "the law of this state", form)
        gil.press("Submit", form)
        expect(form.get_by_role("status")).to_contain_text("Another manager")
        dot.go("Policy")
        dot.confirm("The policy New South Wales")
        expect(dot.page.locator(".policy-state")).to_contain_text("is in force")
        self.picture("dot", "policy")

    def account(self) -> None:
        """A cashier opens a drawer and an account, issues a card, sets PIN and limit."""
        cleo, cora = self.who("cleo"), self.who("cora")
        cleo.go("Cashier")
        cora.go("Cashier")
        drawer = {"Name or number": "1", "$100.00": "50", "$50.00": "100", "$20.00": "50"}
        cleo.act("Open the drawer", drawer, ".drawer", "opened with $11,000.00")
        patrons = cleo.page.locator(".patrons")
        cleo.type("Name, Player Card or document", PATRON, patrons)
        cleo.press("Find", patrons)
        cleo.press("Open an account", patrons)
        expect(patrons).to_contain_text("The account of alice is open.")
        cleo.act(
            "Record a document",
            {
                "Number of the document": "N 7788 1234",
                "Full name": "Alice Moreau",
                "Date of birth": "1990-02-03",
                "Valid until": "2099-01-01",
            },
            ".patrons",
            "The document of alice is recorded.",
        )
        cleo.act("Issue a Player Card", {}, ".patrons", "is issued. ")
        self.picture("cleo", "card")
        said = patrons.locator(".found").inner_text()
        self.card = said.partition("number is ")[2].partition(".")[0]
        pin = cleo.page.locator("form.set-pin")
        cleo.type("Document that the player shows", "passport", pin)
        cleo.type("PIN", "60413", pin)
        cleo.press("Set a PIN", pin)
        cora.confirm("a PIN was typed at the desk")
        limit = {"Amount": "3000", "Player Card": self.card}
        cleo.act("Set a limit of the player's own", limit, ".patrons", "is set")

    def deposit(self) -> None:
        cleo = self.who("cleo")
        form = cleo.page.locator("form.deposit")
        cleo.type("Amount in dollars", "1500", form)
        cleo.type("Reference", "D 1", form)
        cleo.press("Take a deposit", form)
        expect(form).to_contain_text("Took $1,500.00 from Alice Moreau. Balance $1,500.00.")
        self.picture("cleo", "deposit")

    def tables(self) -> None:
        """A supervisor opens a virtual table and one whose dealer types the cards, from presets."""
        sam = self.who("sam")
        sam.go("Pit")
        for called, feed in (("Baccarat 1", ""), ("Baccarat 2", "Typed by the dealer")):
            sam.press("Open a table")
            sam.click(sam.form().locator(".actions button").last)
            expect(sam.form()).to_contain_text(called)
            if feed:
                sam.type("Cards are", feed, sam.form())
            sam.send("opening night")
            self.choose(called, "now")
            sam.press("Open the float")
            if feed:
                sam.count(sam.form(), FLOAT)
            else:
                sam.type("Amount", "50000", sam.form())
            sam.send("opening night")
        self.picture("sam", "pit")

    def choose(self, called: str, tab: str) -> None:
        """A supervisor turns to a table, and to a tab of its panel."""
        sam = self.who("sam")
        card = sam.page.locator(".table-card", has=sam.page.get_by_text(called, exact=True))
        if card.get_attribute("aria-pressed") != "true":
            sam.click(card)
        sam.click(sam.page.locator(f"#tab-{tab}"))
        expect(sam.page.locator(f"#tab-{tab}")).to_have_attribute("aria-selected", "true")

    def virtual_coups(self) -> None:
        """The patron plays at the virtual table until they have won, and leaves it."""
        self.prepare("Baccarat 1")
        self.sit("Baccarat 1", "500")
        for _ in range(MOST_COUPS):
            self.bet()
            self.deal()
            if "+" in self.who(PATRON).page.locator(".rack .result, .rack").first.inner_text():
                break
        self.picture(PATRON, "virtual-win")
        self.leave()

    def felt_coup(self) -> None:
        """Chips are sold for cash, the dealer types a Player's natural, and the patron is paid."""
        self.prepare("Baccarat 2")
        self.sit("Baccarat 2", "400")
        dana = self.who("dana")
        dana.click(dana.page.locator("details", has_text="More").last.locator("summary").first)
        dana.press("Sell chips")
        dana.type("Amount", "200", dana.form())
        dana.count(dana.form(), {"25": 8})
        dana.send()
        self.bet()
        self.picture("dana", "felt-bets")
        self.deal(("9S", "5H", "KD", "KC"))
        expect(self.who(PATRON).page.locator(".rack")).to_contain_text("+$100.00")
        self.picture(PATRON, "felt-win")

    def fill(self) -> None:
        """The dealer asks, the supervisor makes out the slip, the cashier signs it."""
        dana, sam, cleo = (self.who(each) for each in ("dana", "sam", "cleo"))
        tray = dana.page.locator(".float")
        dana.press("Ask for a fill", tray)
        dana.count(dana.form(), {"25": 40})
        dana.send()
        line = sam.page.locator(".attention .button", has_text="A fill of $1,000 is asked for")
        expect(line).to_be_visible()
        self.picture("sam", "fill-asked")
        sam.click(line)
        sam.press("Fill", sam.page.locator(".tab-body"))
        expect(sam.form()).to_contain_text("A cashier other than you has to confirm this")
        sam.type("Slip number", "F 1", sam.form())
        sam.send("asked for")
        cleo.confirm("slip F 1")
        expect(tray.locator(".banner")).to_have_count(0)

    def cash_out(self) -> None:
        """The patron leaves, and is paid against card and PIN."""
        self.leave()
        patron, cleo = self.who(PATRON), self.who("cleo")
        patron.go("Account")
        balance = patron.page.locator("#balance").inner_text()
        self.picture(PATRON, "account")
        form = cleo.page.locator("form.withdraw")
        cleo.type("Amount in dollars", balance.strip("$").replace(",", ""), form)
        cleo.type("Reference", "W 1", form)
        cleo.type("PIN", "60413", form)
        cleo.press("Pay out", form)
        expect(form).to_contain_text(f"Paid {balance} to Alice Moreau. Balance $0.00. Receipt 2.")
        self.picture("cleo", "cash-out")
        self.paper("cleo", "paper-receipt")

    def drop(self) -> None:
        """The box leaves under a seal; two cashiers who signed nothing count it."""
        self.choose("Baccarat 2", "money")
        sam, carl, cyd = (self.who(each) for each in ("sam", "carl", "cyd"))
        sam.press("Collect the drop", sam.page.locator(".tab-body"))
        sam.type("Seal number", "S 1", sam.form())
        sam.send("the night is over")
        carl.go("Cashier")
        carl.act("Count the drop box", {"$100.00": "2"}, ".chip-desk", "Counted: $200.00.")
        self.picture("carl", "count")
        cyd.go("Cashier")
        cyd.confirm("seal S 1 has $200.00")
        for number, name in (("F 1", "fill"), ("S 1", "drop-and-count")):
            carl.type("Number of the slip or seal", number)
            carl.press("Show the slip")
            expect(carl.page.locator(".paper").last).to_contain_text(number)
            self.paper("carl", f"paper-{name}")

    def closing(self) -> None:
        """Floats are counted and closed, tables are closed, the drawer is counted."""
        sam, cleo = self.who("sam"), self.who("cleo")
        for called in ("Baccarat 2", "Baccarat 1"):
            self.choose(called, "money")
            sam.press("Close the float", sam.page.locator(".tab-body"))
            if called == "Baccarat 2":
                sam.count(sam.form(), {**FLOAT, "100": 49, "25": 232})
            else:
                said = sam.page.locator(".tab-body dd").first.inner_text()
                sam.type("Counted", said.strip("$").replace(",", ""), sam.form())
            sam.send("the night is over")
            self.choose(called, "now")
            sam.press("Close the table", sam.page.locator(".tab-body"))
            sam.send("the night is over")
        self.picture("sam", "closed")
        drawer = cleo.page.locator("details.close-drawer")
        cleo.click(drawer.locator("summary"))
        for note, pieces in self.notes().items():
            cleo.type(note, pieces, drawer)
        cleo.press("Close the drawer", drawer)
        expect(cleo.page.locator(".drawer")).to_contain_text("You have no open drawer.")

    def notes(self) -> dict[str, str]:
        """Notes of the drawer: the opening count, the deposit, and what was paid."""
        receipt = self.who("cleo").page.locator(".receipt").inner_text()
        paid = float(receipt.partition("Paid\n$")[2].partition("\n")[0].replace(",", ""))
        left = round((11_000 + 1_500 - paid) * 100)
        notes = {}
        for value in (10_000, 5_000, 2_000, 1_000, 500, 100, 50, 10, 5):
            pieces, left = divmod(left, value)
            notes[f"${value / 100:,.2f}"] = str(pieces)
        return notes

    def report(self) -> None:
        """The inspector reads the day, and the count of floats and boxes."""
        ines = self.who("ines")
        ines.go("Reports")
        for name in ("Daily summary for the Inspector", "Counts of floats and drop boxes"):
            ines.type("Report", name)
            ines.press("Show")
            expect(ines.page.locator("h2", has_text=name)).to_be_visible()
            self.picture("ines", f"report-{name.split()[0].lower()}")
        self.paper("ines", "paper-report")

    def play(self) -> None:
        for name, stage in {
            "staff added and confirmed": self.staff,
            "policy adopted by two": self.policy,
            "drawer, account, document, card, PIN, limit": self.account,
            "deposit, receipt": self.deposit,
            "two tables and their floats": self.tables,
            "virtual table: sit, bet, deal until a win, leave": self.virtual_coups,
            "felt table: cards typed, chips sold, a win": self.felt_coup,
            "fill asked, slip, signed": self.fill,
            "leave, cash-out, receipt": self.cash_out,
            "drop sealed, counted by two": self.drop,
            "floats, tables and drawer closed": self.closing,
            "the day's report": self.report,
        }.items():
            with self.stage(name):
                stage()
        complaints = [said for each in self.people.values() for said in each.complaints]
        assert not complaints, complaints
