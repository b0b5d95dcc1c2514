/** Terms as TOML: the form that `sabot promotion check` reads. */

const text = (value) => JSON.stringify(value);
const list = (values) => `[${values.map(text).join(", ")}]`;
/** A moment with its offset, as the form wants it. */
const moment = (iso) => iso;
const TIMES = new Set(["starts", "when", "entries_close"]);
const PLAIN = new Set(["persons", "litres", "tickets", "most_a_day", "claim_days"]);

function value(key, said) {
  if (Array.isArray(said)) return list(said);
  if (typeof said === "boolean") return String(said);
  if (TIMES.has(key)) return moment(said);
  if (PLAIN.has(key) && /^\d+(\.\d+)?$/.test(said)) return String(said);
  return text(String(said));
}

const isSaid = (said) => said !== undefined && said !== null && said !== "" && !(Array.isArray(said) && !said.length);
const lines = (table) =>
  Object.entries(table).filter(([, said]) => isSaid(said)).map(([key, said]) => `${key} = ${value(key, said)}`);

/** `{rulebooks, name, starts, terms, prizes, earns}` as TOML. */
export function written({ terms, prizes, earns, ...head }) {
  const tables = (heading, each) => each.flatMap((table) => ["", `[[${heading}]]`, ...lines(table)]);
  return [...lines(head), "", "[terms]", ...lines(terms), ...tables("prizes", prizes), ...tables("earns", earns), ""]
    .join("\n");
}
