/** One person: role, password, sign-in, sessions, and the tokens of their programs. */
import { get, post, put, remove } from "../shared/api.js";
import { ask, el, fill, refusalText, toast } from "../shared/dom.js";
import { dayOf } from "../shared/said/times.js";
import { t } from "../shared/words.js";
import { field, worded } from "../shared/said/worded.js";
import { roleChoice } from "./roles.js";

/** Open the dialog of a person; resolves when it is closed. */
export function manage(person, who) {
  return new Manage(person, who).open();
}

class Manage {
  constructor(person, who) {
    this.person = person;
    this.path = `/api/people/${encodeURIComponent(person.name)}`;
    this.self = person.name === who.name;
    this.dialog = el("dialog", { class: "manage", "aria-labelledby": "manage-title" });
    this.said = el("p", { role: "status", class: "said" });
    this.tokens = el("div");
  }

  open() {
    fill(
      this.dialog,
      el(
        "div",
        { class: "row apart" },
        el("h2", { id: "manage-title" }, this.title()),
        el("button", { type: "button", class: "button", onclick: () => this.dialog.close() }, t("close")),
      ),
      this.said,
      this.acts(),
      this.calledForm(),
      this.roleForm(),
      this.passwordForm(),
      worded("h3", "people.tokens"),
      this.tokens,
    );
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.loadTokens();
    return new Promise((resolve) =>
      this.dialog.addEventListener("close", () => {
        this.dialog.remove();
        Promise.resolve(this.doing).then(resolve); // the next look shows what was done
      })
    );
  }

  acts() {
    const { disabled, locked_until: locked, name } = this.person;
    const act = (key, path, sure = null, kind = "") =>
      el("button", {
        type: "button",
        class: `button ${kind}`,
        onclick: async () => {
          if (
            sure &&
            (await ask(t("people.sure"), el("p", {}, t(sure, { name })), [
                { value: "", label: t("cancel"), free: true },
                { value: "yes", label: t(key), class: "primary" },
              ])) !== "yes"
          ) return;
          await this.does(() => post(`${this.path}/${path}`));
        },
      }, t(key));
    return el(
      "div",
      { class: "row" },
      act("people.end-sessions", "end-sessions", "people.sure-end"),
      locked ? act("people.unlock", "unlock") : null,
      this.person.role === "player" ? null : act("people.reset-factor", "reset-factor", "people.sure-factor"),
      disabled
        ? act("people.enable", "enable", null, "primary")
        : this.self
        ? null
        : act("people.disable", "disable", "people.sure-disable", "danger"),
    );
  }

  title() {
    const { name, called } = this.person;
    return called === name ? name : [called, " ", el("small", { class: "muted" }, name)];
  }

  /** What others read: a label, changed with a reason. */
  calledForm() {
    const called = el("input", {
      maxlength: 60,
      required: true,
      autocomplete: "off",
      spellcheck: "false",
      value: this.person.called,
    });
    const reason = el("input", { maxlength: 200, required: true, autocomplete: "off" });
    return el(
      "form",
      {
        class: "row ends",
        onsubmit: (event) => {
          event.preventDefault();
          this.does(async () => {
            this.person = await put(`${this.path}/called`, {
              called: called.value.trim(),
              reason: reason.value.trim(),
            });
            fill(this.dialog.querySelector("#manage-title"), this.title());
          });
        },
      },
      field("people.called", called),
      field("people.called-reason", reason),
      worded("button", "people.rename", { class: "button" }),
    );
  }

  roleForm() {
    if (this.self) return null;
    const role = roleChoice(this.person.role);
    return el(
      "form",
      {
        class: "row ends",
        onsubmit: (event) => {
          event.preventDefault();
          this.does(() => put(`${this.path}/role`, { role: role.value }));
        },
      },
      field("people.role", role),
      worded("button", "people.change-role", { class: "button" }),
    );
  }

  passwordForm() {
    const password = el("input", { type: "password", maxlength: 256, required: true, autocomplete: "new-password" });
    return el(
      "form",
      {
        class: "row ends",
        onsubmit: (event) => {
          event.preventDefault();
          this.does(() => put(`${this.path}/password`, { password: password.value }));
        },
      },
      field("people.reset-password", password, "people.password-hint"),
      worded("button", "save", { class: "button" }),
    );
  }

  does(work) {
    this.doing = this.told(work);
    return this.doing;
  }

  async told(work) {
    try {
      const done = await work();
      fill(this.said, el("span", { class: "ok" }, t(done?.waits ? "people.waits" : "people.done")));
    } catch (refused) {
      fill(this.said, el("span", { class: "error" }, refusalText(refused)));
    }
  }

  async loadTokens(fresh = null) {
    try {
      const tokens = await get(`${this.path}/tokens`);
      fill(
        this.tokens,
        fresh,
        tokens.length
          ? el("ul", { class: "tokens" }, tokens.map((token) => this.token(token)))
          : worded("p", "people.no-tokens", { class: "muted" }),
        this.self ? this.issueForm() : worded("p", "people.own-tokens", { class: "muted" }),
      );
    } catch (refused) {
      toast(refusalText(refused), "error");
    }
  }

  token(token) {
    return el(
      "li",
      { class: "row apart" },
      el(
        "span",
        {},
        el("strong", {}, token.label),
        " ",
        el("span", { class: "muted small" }, t("people.until", { until: dayOf(token.until), by: token.by })),
      ),
      el("button", {
        type: "button",
        class: "button",
        "aria-label": t("people.revoke-one", { label: token.label }),
        onclick: async () => {
          await this.does(() => remove(`${this.path}/tokens/${encodeURIComponent(token.id)}`));
          await this.loadTokens();
        },
      }, t("people.revoke")),
    );
  }

  issueForm() {
    const label = el("input", { maxlength: 60, required: true, autocomplete: "off" });
    const days = el("input", { type: "number", min: 1, max: 365, value: 90, required: true });
    return el(
      "form",
      {
        class: "row ends",
        onsubmit: async (event) => {
          event.preventDefault();
          await this.does(async () => {
            const { token } = await post("/api/session/tokens", {
              label: label.value.trim(),
              days: Number(days.value),
            });
            await this.loadTokens(
              el(
                "div",
                { class: "card fresh" },
                worded("p", "people.token-once"),
                el("code", { class: "token" }, token),
              ),
            );
          });
        },
      },
      field("people.token-label", label),
      el("div", { class: "days" }, field("people.token-days", days)),
      worded("button", "people.issue", { class: "button" }),
    );
  }
}
