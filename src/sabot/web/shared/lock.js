/** <sabot-lock>: the dialog over a locked session; the password opens it again. */
import { askOnce, signOut, toSignIn } from "./api.js";
import { el } from "./dom.js";
import { t } from "./words.js";

class Lock extends HTMLElement {
  open() {
    this.message = el("p", { class: "error", role: "alert" });
    this.password = el("input", {
      id: "lock-password",
      type: "password",
      required: true,
      autocomplete: "current-password",
    });
    this.dialog = el(
      "dialog",
      { "aria-labelledby": "lock-title" },
      el("h2", { id: "lock-title" }, t("locked-title")),
      el("p", {}, t("locked-text")),
      el(
        "form",
        { on: { submit: (event) => this.submit(event) } },
        el(
          "div",
          { class: "field" },
          el("label", { for: "lock-password" }, t("password")),
          this.password,
        ),
        this.message,
        el(
          "div",
          { class: "actions" },
          el(
            "button",
            { type: "button", class: "button", on: { click: () => signOut() } },
            t("sign-out"),
          ),
          el("button", { class: "button primary" }, t("unlock")),
        ),
      ),
    );
    this.dialog.addEventListener("cancel", (event) => event.preventDefault());
    this.replaceChildren(this.dialog);
    this.dialog.showModal();
    this.password.focus();
    this.inDemo();
    return new Promise((resolve) => (this.opened = resolve));
  }

  async submit(event) {
    event.preventDefault();
    this.message.textContent = "";
    try {
      const who = await askOnce("POST", "/api/session/unlock", { password: this.password.value });
      this.dialog.close();
      this.remove();
      this.opened(who);
    } catch (refused) {
      if (refused.code === "not-signed-in" && !(await this.stillLocked())) return toSignIn();
      this.message.textContent = refused.message;
      this.password.value = "";
      this.password.focus();
    }
  }

  /** In the demo nobody has a password: whoever was away comes in again by one click. */
  async inDemo() {
    try {
      await askOnce("GET", "/api/demo");
    } catch {
      return;
    }
    const again = el("button", { type: "button", class: "button primary" }, t("come-in-again"));
    again.onclick = () => askOnce("DELETE", "/api/session").finally(toSignIn);
    this.dialog.querySelector("p").textContent = t("locked-demo");
    this.dialog.querySelector("form").replaceWith(el("div", { class: "actions" }, again));
    again.focus();
  }

  /** A wrong password and a session that is gone get one sentence: the session itself tells. */
  async stillLocked() {
    try {
      await askOnce("GET", "/api/session");
      return true;
    } catch (refused) {
      return refused.code === "locked";
    }
  }
}

customElements.define("sabot-lock", Lock);

export function askPassword() {
  const lock = document.createElement("sabot-lock");
  document.body.append(lock);
  return lock.open();
}
