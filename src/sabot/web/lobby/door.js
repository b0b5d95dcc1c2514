/** Sign-in, and in the demo one click for any role. */
import { askOnce } from "../shared/api.js";
import { el, fill, refusalText } from "../shared/dom.js";
import { t } from "../shared/words.js";

/** Where to go after signing in: a page of this site that was asked for, or the lobby. The browser
 * itself says where an address leads, and gets it back whole, so that both read it alike. */
export function wanted(search = location.search) {
  const next = new URLSearchParams(search).get("next") ?? "/";
  const lobby = new URL("/", location.href);
  try {
    const url = new URL(next, lobby);
    const here = url.protocol === lobby.protocol && url.host === lobby.host;
    return here && !url.username && !url.password ? url.href : lobby.href;
  } catch {
    return lobby.href;
  }
}

/** People to choose from in the demo; none elsewhere. */
export async function demoChairs() {
  try {
    return (await askOnce("GET", "/api/demo")).roles;
  } catch {
    return [];
  }
}

/** Sign in as a person of the demo, and go on to `path`. */
export async function comeInAs({ role, name }, path = wanted()) {
  await askOnce("POST", "/api/demo/session", { role, name });
  location.assign(path);
}

function field(id, label, props) {
  return el(
    "div",
    { class: "field" },
    el("label", { for: id }, label),
    el("input", { id, name: id, required: true, ...props }),
  );
}

/** The digits of an authenticator; asked for once the password is right. */
function codeField() {
  return field("code", t("lobby.code"), {
    autocomplete: "one-time-code",
    autocapitalize: "none",
    spellcheck: "false",
    maxlength: 20,
  });
}

/** What is shown once, to be kept: a picture for an authenticator, the secret, the codes on paper. */
function enrolment({ secret, svg, codes }) {
  const picture = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return el(
    "div",
    { class: "enrol" },
    el("p", {}, t("lobby.enrol-text")),
    el("img", { class: "qr", src: picture, alt: t("lobby.enrol-picture"), width: 180, height: 180 }),
    el("p", {}, t("lobby.enrol-secret"), " ", el("code", { class: "secret" }, secret.replace(/(.{4})/g, "$1 ").trim())),
    el("p", {}, t("lobby.enrol-codes")),
    el("ul", { class: "codes" }, codes.map((code) => el("li", {}, el("code", {}, code)))),
    el("button", { type: "button", class: "button", on: { click: () => window.print() } }, t("lobby.print-codes")),
  );
}

export function signInForm() {
  const message = el("p", { class: "error", role: "alert" });
  const more = el("div", { class: "second", "aria-live": "polite" });
  const form = el(
    "form",
    { class: "sign-in" },
    field("name", t("name"), { autocomplete: "username", autocapitalize: "none", spellcheck: "false" }),
    field("password", t("password"), { type: "password", autocomplete: "current-password" }),
    more,
    message,
    el("button", { class: "button primary" }, t("sign-in")),
  );
  const said = () => ({ name: form.elements.name.value, password: form.elements.password.value });
  /** Ask for digits; for one who has none to show yet, with the picture that makes them. */
  const second = (shown) => {
    fill(more, shown, codeField());
    form.elements.code.focus();
  };
  const next = async (refused) => {
    if (refused.code === "second-factor") return second(null);
    if (refused.code === "enrol-factor") return second(enrolment(await askOnce("POST", "/api/session/factor", said())));
    const wrong = refused.code === "wrong-code" ? form.elements.code : form.elements.password;
    if (refused.code !== "wrong-code") fill(more);
    message.textContent = refusalText(refused);
    wrong.value = "";
    return wrong.focus();
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    message.textContent = "";
    try {
      await askOnce("POST", "/api/session", { ...said(), code: form.elements.code?.value ?? "" });
      location.assign(wanted());
    } catch (refused) {
      await next(refused).catch(next);
    }
  });
  return form;
}

function roleButton(chair) {
  return el(
    "button",
    { type: "button", class: "button role", on: { click: () => comeInAs(chair) } },
    el("span", {}, t(`role.${chair.role}`)),
    el("span", { class: "small" }, chair.name),
  );
}

function demoPanel(chairs) {
  const players = chairs.filter(({ role }) => role === "player");
  const staff = chairs.filter(({ role }) => role !== "player");
  return el(
    "section",
    { class: "door demo", "aria-label": t("lobby.demo") },
    el(
      "div",
      { class: "row" },
      players.map((chair) =>
        el(
          "button",
          { type: "button", class: "button primary", on: { click: () => comeInAs(chair) } },
          t("lobby.play-as", chair),
        )
      ),
    ),
    el("p", { class: "small" }, t("lobby.demo-text")),
    el(
      "div",
      { class: "others" },
      el(
        "details",
        { name: "door" },
        el("summary", {}, t("lobby.staff")),
        el("div", { class: "roles" }, staff.map(roleButton)),
      ),
      el("details", { name: "door" }, el("summary", {}, t("lobby.show")), signInForm()),
    ),
  );
}

/** What a visitor sees who has not signed in. */
export function door(chairs) {
  return el(
    "div",
    { class: "inner" },
    el(
      "div",
      { class: "greeting" },
      el("h1", {}, t("lobby.headline")),
      el("p", { class: "tagline" }, t("lobby.tagline")),
    ),
    chairs.length
      ? demoPanel(chairs)
      : el("section", { class: "door", "aria-label": t("lobby.sign-in") }, signInForm()),
  );
}
