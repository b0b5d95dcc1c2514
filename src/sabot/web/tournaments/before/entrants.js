/** A list of entrants from a file: looked through first, then entered line by line. */
import { post } from "../../shared/api.js";
import { el, fill, refusalText } from "../../shared/dom.js";
import { own, t } from "../../shared/words.js";
import { fieldOf, inDialog } from "../../staff/forms/form.js";
import { takenWords } from "../../staff/forms/statements.js";

const METHODS = ["cash", "debit card", "eftpos", "bank transfer", "cheque"];

function fields(view) {
  const method = fieldOf({
    name: "method",
    kind: "select",
    label: t("field.method"),
    required: true,
    options: METHODS.map((each) => ({ value: each, label: t(`method.${each}`) })),
  });
  const text = (name, value = "") => fieldOf({ name, label: t(`field.${name}`), value });
  const parts = [method, text("reference"), text("copy", t("import.printed"))];
  return view.agreement ? [...parts, text("agreed")] : parts;
}

/** The command for a line: what it lacks comes from the fields, with the line's number. */
function commandOf(line, { reference = "", ...said }) {
  return {
    do: "enter-tournament",
    player: line.player,
    form: line.form || `${t("import.form")} ${line.line}`,
    ...said,
    ...(line.method ? { method: line.method } : {}),
    reference: line.reference || `${reference} ${line.line}`.trim(),
  };
}

const problemOf = ({ problem }) => (problem ? own(problem.message, problem.words) : "");

/** Open the dialog. `send(command)` enters one; the answer is taken or says who confirms it. */
export function importEntrants(view, send) {
  const path = `/api/tournaments/${encodeURIComponent(view.card.id)}/entrants`;
  const parts = fields(view);
  const file = el("input", { type: "file", name: "file", accept: ".csv,text/csv,text/plain" });
  const status = el("p", { role: "status" });
  const rows = el("tbody");
  const go = el("button", { type: "button", class: "button primary", disabled: true }, t("import.enter"));
  const close = el("button", { type: "button", class: "button" }, t("close"));
  let lines = [];

  const row = (line) =>
    el(
      "tr",
      { data: { line: line.line } },
      el("td", {}, String(line.line)),
      el("td", {}, line.player),
      el("td", {}, line.form),
      el("td", { class: line.problem ? "error" : "" }, problemOf(line)),
    );

  async function look() {
    const [chosen] = file.files;
    if (!chosen) return;
    try {
      lines = await post(path, { text: await chosen.text() });
      const good = lines.filter(({ problem }) => !problem).length;
      status.textContent = t("import.found", { good, bad: lines.length - good });
      go.disabled = !good;
    } catch (refused) {
      lines = [];
      status.textContent = refusalText(refused);
      go.disabled = true;
    }
    fill(rows, lines.map(row));
  }

  async function enter() {
    go.disabled = true;
    file.disabled = true;
    const said = Object.fromEntries(parts.map((part) => [part.name, part.read() ?? ""]));
    const good = lines.filter(({ problem }) => !problem);
    let [entered, refusals] = [0, 0];
    for (const line of good) {
      const cell = rows.querySelector(`[data-line="${line.line}"] td:last-child`);
      try {
        cell.textContent = takenWords(await send(commandOf(line, said)), t("import.entered"));
        entered += 1;
      } catch (refused) {
        refusals += 1;
        cell.textContent = refusalText(refused);
        cell.classList.add("error");
      }
      status.textContent = t("import.so-far", { entered, all: good.length, refused: refusals });
    }
    status.dataset.done = "";
  }

  file.addEventListener("change", look);
  go.addEventListener("click", enter);
  const body = el(
    "div",
    { class: "from-file" },
    el("p", { class: "muted" }, t("import.text")),
    el("label", { class: "field" }, t("import.file"), file),
    el("div", { class: "fields" }, parts.map((part) => part.node)),
    status,
    el("div", { class: "scroll" }, el("table", { class: "data" }, rows)),
    el("div", { class: "actions" }, close, go),
  );
  return inDialog(t("import.title"), body, (end) => close.addEventListener("click", () => end(null)), true);
}
