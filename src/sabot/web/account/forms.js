/** Small forms: a few fields, one button, and one sentence when it is refused. */
import { el, refusalText } from "../shared/dom.js";
import { decimal, parse } from "../shared/said/money.js";
import { t } from "../shared/words.js";

export function field(id, label, props) {
  return el(
    "div",
    { class: "field" },
    el("label", { for: id }, label),
    el("input", { id, name: id, required: true, ...props }),
  );
}

export function amountField(id, label) {
  return field(id, label, { inputmode: "decimal", autocomplete: "off" });
}

export function choice(id, label, options) {
  return el(
    "div",
    { class: "field" },
    el("label", { for: id }, label),
    el("select", { id, name: id }, options.map(([value, text]) => el("option", { value }, text))),
  );
}

/** Return a typed amount as decimal text; throw the sentence to show if it is not an amount. */
export function amountIn(input) {
  const cents = parse(input.value);
  if (cents === null) throw new Error(t("account.bad-amount"));
  return decimal(cents);
}

/**
 * A form whose `act(elements, pressed)` does the work; what it throws is shown in the form.
 * Buttons: [{value, label, class}].
 */
export function smallForm(name, fields, buttons, act) {
  const message = el("p", { class: "error", role: "alert" });
  const form = el(
    "form",
    { class: "small-form", "aria-label": name },
    el("div", { class: "fields" }, fields),
    message,
    el(
      "div",
      { class: "row" },
      buttons.map((button) =>
        el(
          "button",
          { class: `button ${button.class ?? ""}`, value: button.value, formnovalidate: button.free ?? false },
          button.label,
        )
      ),
    ),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    message.textContent = "";
    try {
      await act(form.elements, event.submitter?.value);
    } catch (refused) {
      message.textContent = refusalText(refused);
    }
  });
  return form;
}
