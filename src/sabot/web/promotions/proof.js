/** How a draw is proven: what was published when, and twenty lines to check it with. */
import { el } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { worded } from "../shared/said/worded.js";

const LINES = `import hashlib, json, sys

def sha(*lines):
    return hashlib.sha256("".join(f"{line}\\n" for line in lines).encode()).hexdigest()

draw = json.load(open(sys.argv[1], encoding="utf-8"))
secret, beacon, value = (draw.get(key, "") for key in ("secret", "beacon", "value"))
entries = draw["entries"]
numbers = range(1, len(entries) + 1)
digest = sha("sabot entries 1", *(f"{n} {entries[n - 1]}" for n in numbers))
order = sorted(numbers, key=lambda n: sha("sabot place 1", secret, digest, value, n))
assert sha("sabot draw 1", secret, beacon) == draw["commitment"], "another secret was sealed"
assert digest == draw["digest"], "the list is another one"
assert bool(beacon) == bool(value), "the outside value is missing"
assert order == draw["order"], "the order is another one"
print("verified; drawn first:", entries[order[0] - 1])
`;

const shown = (
  key,
  value,
) => [worded("dt", `promotions.${key}`), el("dd", { class: "mono" }, value || t("promotions.not-yet"))];

/** What the scrutineer stated, in one line. */
export const sawWords = ({ called, sound, saw, value }) =>
  [`${called}${t("colon")}${t(sound ? "promotions.sound" : "promotions.unsound")}`, saw, value].filter(Boolean).join(
    " · ",
  );

export function proof({ card, draw }) {
  return el(
    "div",
    { class: "column proof" },
    worded("p", "promotions.how"),
    el(
      "dl",
      { class: "published" },
      shown("commitment", draw.commitment),
      shown("beacon", draw.beacon),
      shown("digest", draw.digest),
      shown("value", draw.value),
      draw.signature && shown("signature", draw.signature),
      shown("secret", draw.secret),
      draw.overseer && shown("overseer", draw.overseer),
      (draw.witnessed || draw.seen) && shown("saw", draw.seen && sawWords(draw.seen)),
    ),
    draw.first.length > 0 &&
      el(
        "p",
        {},
        t("promotions.first"),
        " ",
        el(
          "span",
          { class: "mono" },
          draw.first.slice(0, 20).map(([number, entrant]) => `${number} (${entrant})`).join(", "),
        ),
      ),
    worded("p", "promotions.check"),
    el("pre", { tabindex: 0 }, LINES),
    el(
      "p",
      {},
      el(
        "a",
        { class: "button", href: `/api/promotions/${encodeURIComponent(card.name)}/draw`, download: "" },
        worded("span", "promotions.file"),
      ),
    ),
  );
}
