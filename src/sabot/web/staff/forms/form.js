/**
 * A form in a dialog, made from a list of fields. It stays open while the table refuses, with the
 * refusal and its clause in it, so that what was typed is not lost.
 *
 * Fields: {name, label, kind, required, value, options: [{value, label}], hint, check}. Kinds:
 * "text", "long", "money", "number", "select", "checks" (several), "bool", "yes-no", "time",
 * "card", "cards", "person" (found by either name; of a `role`), "chips" (a count of `chips`). A field that is
 * left empty is not sent.
 * `check(text)` judges a text as it is
 * typed: {problem} is what is wrong with it, {note} what will come of it.
 */
import { el, fill, refusalText } from "../../shared/dom.js";
import { findsPeople } from "../../shared/said/finding.js";
import { decimal, parse } from "../../shared/said/money.js";
import { instantOf } from "../../shared/said/times.js";
import { t } from "../../shared/words.js";
import { readCard, readCards } from "./cards-typed.js";
import { chipsField } from "./chips-field.js";

let made = 0;

const READ = {
  text: (input) => input.value.trim() || undefined,
  long: (input) => input.value.trim() || undefined,
  person: (input) => input.value.trim() || undefined,
  select: (input) => (input.value === "" ? undefined : input.value),
  bool: (input) => input.checked,
  time: (input) => instantOf(input.value) || undefined,
  number: (input) => (input.value === "" ? undefined : Number(input.value)),
  money: (input) => wanted(input, parse(input.value), decimal, "form.bad-amount"),
  card: (input) => wanted(input, readCard(input.value), (card) => card, "form.bad-card"),
  cards: (input) => wanted(input, readCards(input.value), (cards) => cards, "form.bad-cards"),
};

function wanted(input, read, write, problem) {
  if (!input.value.trim()) return undefined;
  input.setCustomValidity(read === null ? t(problem) : "");
  return read === null ? undefined : write(read);
}

function control(field, id) {
  const props = {
    id,
    name: field.name,
    required: field.required ?? false,
    autocomplete: "off",
    "aria-describedby": field.hint ? `${id}-hint` : null,
  };
  if (field.kind === "long") return el("textarea", { ...props, maxlength: 500, rows: 2 }, field.value ?? "");
  if (field.kind === "bool") {
    return el("input", { ...props, type: "checkbox", required: false, checked: field.value ?? false });
  }
  if (field.kind === "select") {
    const empty = field.required ? [] : [el("option", { value: "" }, field.empty ?? "—")];
    const select = el(
      "select",
      props,
      empty,
      field.options.map((each) => el("option", { value: each.value }, each.label)),
    );
    if (field.value !== undefined && field.value !== null) select.value = String(field.value);
    return select;
  }
  const kinds = {
    number: { type: "number", inputmode: "numeric", min: field.min ?? 0, step: 1 },
    money: { inputmode: "decimal", placeholder: "0.00" },
    time: { type: "datetime-local", step: 1 },
    card: { placeholder: "7H", autocapitalize: "characters" },
    cards: { placeholder: "7H TD ?", autocapitalize: "characters" },
  };
  const input = el("input", { ...props, ...(kinds[field.kind] ?? { maxlength: 300 }), value: field.value ?? "" });
  return field.kind === "person" ? findsPeople(input, field.role) : input;
}

function several(field, id, type) {
  const options = type === "radio"
    ? [
      { value: "yes", label: t("yes") },
      { value: "no", label: t("no") },
    ]
    : field.options;
  const chosen = new Set(
    (field.value === true ? ["yes"] : field.value === false ? ["no"] : (field.value ?? [])).map(String),
  );
  return el(
    "fieldset",
    { class: "several", id },
    el("legend", {}, field.label),
    field.hint && el("p", { class: "hint" }, field.hint),
    options.map((each) =>
      el(
        "label",
        { class: "check" },
        el("input", {
          type,
          name: field.name,
          value: each.value,
          checked: chosen.has(String(each.value)),
          required: type === "radio" && field.required,
        }),
        el("span", {}, each.label),
      )
    ),
  );
}

/** What is to be said of a text while it is typed; one with a problem is not sent. */
function judgement(input, check) {
  const said = el("output", { class: "small", for: input.id });
  const judge = () => {
    const { problem = "", note = "" } = input.value.trim() ? check(input.value) : {};
    input.setCustomValidity(problem);
    said.classList.toggle("error", Boolean(problem));
    said.textContent = problem || note;
  };
  input.addEventListener("input", judge);
  judge();
  return said;
}

/** One field: {node, read()}. */
export function fieldOf(field) {
  const id = `field-${(made += 1)}`;
  if (field.kind === "chips") return chipsField(field, id);
  if (field.kind === "checks" || field.kind === "yes-no") {
    const type = field.kind === "checks" ? "checkbox" : "radio";
    const node = several(field, id, type);
    const picked = () => [...node.querySelectorAll("input:checked")].map((input) => input.value);
    const read = type === "radio"
      ? () => (picked().length ? picked()[0] === "yes" : undefined)
      : () => (picked().length ? picked() : undefined);
    return { name: field.name, node, read };
  }
  const input = control(field, id);
  input.addEventListener("input", () => input.setCustomValidity(""));
  const label = el("label", { for: id }, field.label);
  const hint = field.hint && el("span", { class: "hint", id: `${id}-hint` }, field.hint);
  const judged = field.check && judgement(input, field.check);
  const node = field.kind === "bool"
    ? el("div", { class: "field check" }, input, label, hint)
    : el("div", { class: `field ${field.kind === "long" ? "long" : ""}` }, label, hint, input, judged);
  return { name: field.name, node, input, read: () => READ[field.kind ?? "text"](input) };
}

/** All that was said in the fields. */
export function readAll(fields) {
  const said = {};
  for (const field of fields) {
    const value = field.read();
    if (value !== undefined) said[field.name] = value;
  }
  return said;
}

/**
 * Open the form; `submit(said)` does it and may reject. Resolves with what `submit` gave, or null
 * when the form is left. `reason`: a reason is asked for, and comes as `said.reason`. `made` are
 * fields that `fieldOf` has made already. `label` names the act, as a text or made of what is said so
 * far; without one, the title does.
 */
export function openForm({
  title,
  intro = null,
  fields = [],
  made: ready = [],
  reason = false,
  label,
  danger = false,
  submit,
}) {
  const parts = [...ready, ...fields.map(fieldOf)];
  if (reason) parts.push(fieldOf({ name: "reason", label: t("reason"), kind: "long", required: true }));
  const problem = el("p", { class: "error", role: "alert", hidden: true });
  const named = (said) => (typeof label === "function" ? label(said) : label) ?? title;
  const go = el("button", { class: `button ${danger ? "danger" : "primary"}` }, named(readAll(parts)));
  const cancel = el("button", { type: "button", class: "button" }, t("cancel"));
  const form = el(
    "form",
    {},
    intro && el("div", { class: "intro" }, intro),
    el(
      "div",
      { class: "fields" },
      parts.map((part) => part.node),
    ),
    problem,
    el("div", { class: "actions" }, cancel, go),
  );
  return inDialog(title, form, (close) => {
    cancel.addEventListener("click", () => close(null));
    if (typeof label === "function") {
      form.addEventListener("input", () => (go.textContent = named(readAll(parts))));
    }
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const said = readAll(parts);
      if (!form.reportValidity()) return;
      go.disabled = true;
      problem.hidden = true;
      try {
        close((await submit(said)) ?? true);
      } catch (refused) {
        fill(problem, refusalText(refused));
        problem.hidden = false;
      } finally {
        go.disabled = false;
      }
    });
  });
}

/** Show `body` in a dialog; `begin(close)` joins what it does. Resolves with what it is closed with. */
export function inDialog(title, body, begin, wide = false) {
  const id = `dialog-${(made += 1)}`;
  const dialog = el(
    "dialog",
    { "aria-labelledby": id, class: wide ? "wide" : null },
    el("h2", { id }, title),
    body,
  );
  document.body.append(dialog);
  return new Promise((resolve) => {
    let answer = null;
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(answer);
    });
    begin((value) => {
      answer = value;
      dialog.close();
    });
    dialog.showModal();
    dialog.scrollTop = 0; // what has the focus may lie further down
  });
}
