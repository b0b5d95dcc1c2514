/**
 * <sabot-header page="lobby">: the bar at the top of every page. `page` is a key of the words
 * "page.…"; `heading` (an attribute too) says more, such as the table's name. `open`: the page is
 * for strangers too, who are not sent to sign in; `seated`: the player sits at a table, where no page
 * that computes odds is open.
 */
import { atDoor, me, signOut, watchSession } from "../api.js";
import { el, fill, svg } from "../dom.js";
import { t } from "../words.js";

const ODDS = "lab"; // the page that a seated player is refused

function mark() {
  return svg(
    "svg",
    { viewBox: "0 0 32 32", "aria-hidden": "true", focusable: "false" },
    svg("path", {
      d: "M16 1 31 16 16 31 1 16Z",
      fill: "#0f5a41",
      stroke: "#d2b266",
      "stroke-width": 1.6,
    }),
    svg("path", {
      d: "M20 11.5C18 8.5 12 9 12 13 12 17.5 20 16 20 20.5 20 25 13 25 11 21.5",
      fill: "none",
      stroke: "#f0d58c",
      "stroke-width": 2.4,
      "stroke-linecap": "round",
    }),
  );
}

class Header extends HTMLElement {
  static observedAttributes = ["page", "heading", "seated"];

  connectedCallback() {
    this.setAttribute("role", "banner");
    this.draw = () => this.show();
    document.addEventListener("language", this.draw);
    this.show();
    if (this.hasAttribute("told")) return;
    const asked = this.hasAttribute("open") ? atDoor() : me();
    asked.then(
      (who) => this.tell(who),
      () => null,
    );
  }

  /** Who is signed in, or null; a page that has asked itself tells it. */
  tell(who) {
    if (!who) return;
    this.who = who;
    this.watch ??= watchSession();
    this.show();
  }

  disconnectedCallback() {
    document.removeEventListener("language", this.draw);
  }

  attributeChangedCallback() {
    if (this.draw) this.show();
  }

  show() {
    const page = this.getAttribute("page");
    const where = this.getAttribute("heading") || (page ? t(`page.${page}`) : "");
    const folded = el(
      "div",
      { class: "folded", id: "header-folded" },
      this.links(page),
      this.person(),
    );
    const menu = el(
      "button",
      { type: "button", class: "menu", "aria-expanded": "false", "aria-controls": "header-folded" },
      t("menu"),
    );
    menu.onclick = () => menu.setAttribute("aria-expanded", String(folded.classList.toggle("open")));
    fill(
      this,
      el("a", { class: "button skip", href: "#main" }, t("skip")),
      el(
        "div",
        { class: "bar" },
        el(
          "a",
          { class: "brand", href: "/", "aria-label": t("brand-label") },
          mark(),
          el("span", {}, "Sabot"),
        ),
        el("span", { class: "where" }, where),
        el("sabot-language"),
        menu,
        folded,
      ),
    );
  }

  links(page) {
    if (!this.who) return null;
    return el(
      "nav",
      { "aria-label": t("pages") },
      this.who.links.filter((link) => !(this.hasAttribute("seated") && link.page === ODDS)).map((link) =>
        el(
          "a",
          { href: link.href, "aria-current": link.page === page ? "page" : null },
          t(`page.${link.page}`),
        )
      ),
    );
  }

  person() {
    if (!this.who) return null;
    return [
      el(
        "a",
        { class: "who", href: "/me", title: t("page.me") },
        el("b", {}, this.who.called || this.who.name),
        el("span", {}, t(`role.${this.who.role}`)),
      ),
      el(
        "button",
        { type: "button", on: { click: () => signOut() } },
        t(this.who.demo ? "change-role" : "sign-out"),
      ),
    ];
  }
}

customElements.define("sabot-header", Header);
