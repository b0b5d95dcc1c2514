/** Everybody: found by name, added, and managed one by one. */
import { get, post } from "../shared/api.js";
import { el, fill, refusalText, toast } from "../shared/dom.js";
import { dayOf } from "../shared/said/times.js";
import { t } from "../shared/words.js";
import { columns, field, scroller, worded } from "../shared/said/worded.js";
import { manage } from "./manage.js";
import { roleChoice, ROLES } from "./roles.js";

const pill = (count) => el("span", { class: "pill" }, count);

/** Staff before players, in the order in which roles are chosen. */
function rank(role) {
  const place = ROLES.indexOf(role);
  return role === "player" || place < 0 ? ROLES.length : place;
}

export class PeoplePart {
  constructor(who) {
    this.who = who;
    this.everyone = [];
    this.filter = el("input", { type: "search", maxlength: 60, autocomplete: "off", oninput: () => this.show() });
    this.rows = el("tbody");
    this.count = el("p", { class: "muted", role: "status" });
    this.node = el(
      "div",
      { class: "people-sides" },
      el(
        "section",
        { class: "panel" },
        field("people.filter", this.filter),
        this.count,
        scroller(
          "people.part-people",
          el(
            "table",
            { class: "data people-list" },
            columns(["name", "people.role", "people.state", "people.since", ""]),
            this.rows,
          ),
        ),
      ),
      this.adding(),
    );
    document.addEventListener("language", () => this.show());
  }

  adding() {
    this.name = el("input", { maxlength: 32, required: true, autocomplete: "off", spellcheck: "false" });
    this.password = el("input", { type: "password", maxlength: 256, required: true, autocomplete: "new-password" });
    this.called = el("input", { maxlength: 60, autocomplete: "off", spellcheck: "false" });
    this.role = roleChoice("dealer");
    return el(
      "form",
      { class: "panel", onsubmit: (event) => this.add(event) },
      worded("h2", "people.add"),
      field("name", this.name, "people.name-hint"),
      field("people.called", this.called, "people.called-hint"),
      field("password", this.password, "people.password-hint"),
      field("people.role", this.role),
      worded("button", "people.add", { class: "button primary" }),
    );
  }

  async load() {
    try {
      this.everyone = await get("/api/people");
      this.show();
    } catch (refused) {
      toast(refusalText(refused), "error");
    }
  }

  async add(event) {
    event.preventDefault();
    try {
      const person = await post("/api/people", {
        name: this.name.value.trim(),
        password: this.password.value,
        role: this.role.value,
        called: this.called.value.trim(),
      });
      toast(t(person.waits ? "people.added-waits" : "people.added", { name: person.name }), "ok");
      event.target.reset();
      await this.load();
    } catch (refused) {
      toast(refusalText(refused), "error");
    }
  }

  show() {
    const wanted = this.filter.value.trim().toLowerCase();
    const found = this.everyone.filter((each) =>
      !wanted || `${each.name} ${each.called} ${each.role} ${t(`role.${each.role}`)}`.toLowerCase().includes(wanted)
    );
    this.count.textContent = t("people.count", { shown: found.length, all: this.everyone.length });
    const roles = [...new Set(found.map(({ role }) => role))].sort((one, other) => rank(one) - rank(other));
    fill(this.rows, roles.map((role) => this.group(role, found.filter((each) => each.role === role))));
  }

  /** The people of a role under its name. */
  group(role, people) {
    const head = el(
      "tr",
      { class: "of-role" },
      el("th", { colspan: 5, scope: "colgroup" }, t(`role.${role}`), " ", pill(people.length)),
    );
    return [head, ...people.map((person) => this.row(person))];
  }

  row(person) {
    const named = person.called !== person.name
      ? [person.called, " ", el("span", { class: "muted" }, person.name)]
      : person.name;
    const self = person.name === this.who.name ? [" ", worded("span", "people.yourself", { class: "pill" })] : null;
    return el(
      "tr",
      { data: { name: person.name } },
      el("th", { scope: "row" }, named, self),
      el("td", {}, t(`role.${person.role}`)),
      el("td", {}, state(person)),
      el("td", {}, dayOf(person.made)),
      el(
        "td",
        {},
        el("button", {
          type: "button",
          class: "button",
          "aria-label": t("people.manage-one", { name: person.name }),
          onclick: async () => {
            await manage(person, this.who);
            await this.load();
          },
        }, t("people.manage")),
      ),
    );
  }
}

/** Return a mark for a person who may sign in or not. */
export function state(person) {
  if (person.kept_out) return el("span", { class: "pill danger" }, t("people.kept-out"));
  if (person.waits) return el("span", { class: "pill gold" }, t("people.waiting"));
  if (person.disabled) return el("span", { class: "pill danger" }, t("people.disabled"));
  if (person.locked_until && new Date(person.locked_until) > new Date()) {
    return el("span", { class: "pill gold" }, t("people.locked-out", { until: person.locked_until.slice(11, 16) }));
  }
  return el("span", { class: "pill ok" }, t("people.active"));
}
