/** Where one is signed in, to see and to end, and one's own password. */
import { get, me, put, remove, toSignIn } from "../shared/api.js";
import { el, fill, refusalText, toast } from "../shared/dom.js";
import "../shared/frame/header.js";
import { told } from "../shared/said/times.js";
import { t } from "../shared/words.js";

const main = document.getElementById("main");
let who = null;
let rows = [];

async function end(path, done) {
  try {
    await remove(path);
    toast(done, "ok");
  } catch (refused) {
    toast(refusalText(refused), "error");
  }
  await load();
}

function row({ id, address, made, seen, here }) {
  const label = t("me.end-one", { address, made: told(made) });
  const act = el("button", {
    type: "button",
    class: "button",
    "aria-label": label,
    on: { click: () => end(`/api/session/sign-ins/${encodeURIComponent(id)}`, t("me.ended")) },
  }, t("me.end"));
  return el(
    "tr",
    { data: { id } },
    el("td", {}, address),
    el("td", {}, told(made)),
    el("td", {}, told(seen)),
    el("td", { class: "end" }, here ? el("span", { class: "pill ok" }, t("me.here")) : act),
  );
}

function password() {
  const field = (id, label, autocomplete, type = "password") =>
    el(
      "div",
      { class: "field" },
      el("label", { for: id }, label),
      el("input", { id, name: id, type, required: true, autocomplete }),
    );
  const staff = who.role !== "player";
  const message = el("p", { class: "error", role: "alert" });
  const form = el(
    "form",
    {},
    field("old", t("me.old-password"), "current-password"),
    field("new", t("me.new-password"), "new-password"),
    staff && field("code", t("me.code"), "one-time-code", "text"),
    message,
    el("button", { class: "button" }, t("me.change-password")),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const { old, new: fresh, code } = form.elements;
      await put("/api/session/password", { old: old.value, new: fresh.value, ...(staff && { code: code.value }) });
      toSignIn();
    } catch (refused) {
      message.textContent = refusalText(refused);
    }
  });
  return el("section", { class: "panel" }, el("h2", {}, t("me.password")), form);
}

function show() {
  document.title = `${t("page.me")} · Sabot`;
  const head = ["me.address", "me.made", "me.seen"].map((key) => el("th", { scope: "col" }, t(key)));
  fill(
    main,
    el("h1", {}, t("me.title")),
    el(
      "section",
      { class: "panel" },
      el("p", {}, t("me.text")),
      el("table", { class: "sign-ins" }, el("thead", {}, el("tr", {}, head, el("td"))), el("tbody", {}, rows.map(row))),
      rows.length > 1 &&
        el("button", {
          type: "button",
          class: "button danger",
          on: { click: () => end("/api/session/sign-ins", t("me.others-ended")) },
        }, t("me.end-others")),
    ),
    who.demo ? null : password(),
  );
}

async function load() {
  rows = await get("/api/session/sign-ins");
  show();
}

document.addEventListener("language", show);
try {
  who = await me();
  await load();
} catch (refused) {
  fill(main, el("p", { class: "empty error", role: "alert" }, refusalText(refused)));
}
