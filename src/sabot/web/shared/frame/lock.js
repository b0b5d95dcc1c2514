/**
 * <sabot-lock>: the dialog over a locked session. The password opens it again; in the demo, where
 * visitors have none, one click does. What was on the page is out of the document meanwhile.
 */
import { askOnce, signOut, toSignIn } from "../api.js";
import { el, refusalText } from "../dom.js";
import { t } from "../words.js";

/** Take the page out of the document, all but `lock`, and keep out later additions.
 * What this returns brings it back as it was, with its dialogs, its focus and its place. */
function clearedBut(lock) {
  const page = document.createDocumentFragment();
  const dialogs = [...document.querySelectorAll("dialog:modal")];
  const focused = document.activeElement;
  const place = [scrollX, scrollY];
  const clear = () => page.append(...[...document.body.childNodes].filter((node) => node !== lock));
  const late = new MutationObserver(clear);
  clear();
  late.observe(document.body, { childList: true });
  return () => {
    late.disconnect();
    document.body.append(page);
    for (const dialog of dialogs) {
      dialog.removeAttribute("open"); // a dialog that left the document is no longer modal
      dialog.showModal();
    }
    focused?.focus({ preventScroll: true });
    scrollTo(...place);
  };
}

/** As whom a visitor of the demo sits here; null where a password is needed. */
async function chair() {
  try {
    return (await askOnce("GET", "/api/demo")).yours;
  } catch {
    return null;
  }
}

class Lock extends HTMLElement {
  async open() {
    const restore = clearedBut(this);
    this.message = el("p", { class: "error", role: "alert" });
    const yours = await chair();
    this.dialog = el(
      "dialog",
      { "aria-labelledby": "lock-title" },
      el("h2", { id: "lock-title" }, t("locked-title")),
      el("p", {}, t(yours ? "locked-demo" : "locked-text")),
      yours ? this.click(yours) : this.form(),
    );
    this.dialog.addEventListener("cancel", (event) => event.preventDefault());
    this.replaceChildren(this.dialog);
    this.dialog.showModal();
    (this.password ?? this.dialog.querySelector(".primary")).focus();
    const who = await new Promise((resolve) => (this.opened = resolve));
    this.dialog.close();
    this.remove();
    restore();
    return who;
  }

  form() {
    this.password = el("input", {
      id: "lock-password",
      type: "password",
      required: true,
      autocomplete: "current-password",
    });
    const out = el("button", { type: "button", class: "button", on: { click: signOut } }, t("sign-out"));
    return el(
      "form",
      { on: { submit: (event) => this.submit(event) } },
      el("div", { class: "field" }, el("label", { for: "lock-password" }, t("password")), this.password),
      this.message,
      el("div", { class: "actions" }, out, el("button", { class: "button primary" }, t("unlock"))),
    );
  }

  async submit(event) {
    event.preventDefault();
    this.message.textContent = "";
    try {
      this.opened(await askOnce("POST", "/api/session/unlock", { password: this.password.value }));
    } catch (refused) {
      if (refused.code === "not-signed-in" && !(await this.stillLocked())) return toSignIn();
      this.message.textContent = refusalText(refused);
      this.password.value = "";
      this.password.focus();
    }
  }

  click(yours) {
    const button = (label, act, style = "") =>
      el("button", { type: "button", class: `button ${style}`, on: { click: act } }, label);
    const goOn = async () => {
      this.message.textContent = "";
      try {
        this.opened(await askOnce("POST", "/api/demo/session", yours));
      } catch (refused) {
        this.message.textContent = refusalText(refused);
      }
    };
    return el(
      "div",
      {},
      this.message,
      el("div", { class: "actions" }, button(t("change-role"), signOut), button(t("go-on-as", yours), goOn, "primary")),
    );
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
