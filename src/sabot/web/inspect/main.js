/** The inspector's page: everything to read, nothing to change, and little to believe. */
import { get } from "../shared/api.js";
import { el, fill, refusalText } from "../shared/dom.js";
import "../shared/frame/header.js";
import { CasesPart } from "../cases/part.js";
import { ExceptionsPart } from "../exceptions/part.js";
import { tabs } from "../shared/frame/tabs.js";
import { learnTables, learnTitles } from "../shared/said/called.js";
import { calledOf, titleOf } from "../shared/said/titles.js";
import { t, translate } from "../shared/words.js";
import { choice, field, worded } from "../shared/said/worded.js";
import { AuditPart } from "./audit.js";
import { CoupsPart } from "./coups/coups.js";
import { LogPart } from "./log/log.js";
import { ExportsPart, NoticesPart } from "./notices.js";
import { SearchPart } from "./log/search.js";
import { ShoesPart } from "./shoes.js";
import { clauseLink } from "./shown.js";

/** So many streams of each kind can be chosen from; others are found by a search. */
const LISTED = 500;
const KINDS = ["table:", "player:", "person:", "door"];
const main = document.getElementById("main");

function rulesLink(floor, link) {
  const { rulebook, title } = floor.tables.find((table) => table.id === floor.table) ?? {};
  const named = titleOf({ rulebook, title: title ?? "" });
  link.hidden = !rulebook;
  link.href = `/rules/${encodeURIComponent(rulebook ?? "")}`;
  link.textContent = t("inspect.rulebook", { title: named });
}

async function open() {
  const [tables, ...pages] = await Promise.all([
    get("/api/tables"),
    ...KINDS.map((start) => get(`/api/log/streams?start=${start}&limit=${LISTED}`)),
  ]);
  const streams = pages.flat();
  await Promise.all([learnTables(tables), learnTitles()]);
  const query = new URLSearchParams(location.search);
  const asked = query.get("table") ?? query.get("stream")?.replace(/^table:/, "");
  const floor = { tables, table: tables.some((table) => table.id === asked) ? asked : tables[0]?.id ?? "" };
  const link = el("a", { class: "button" });
  const coups = new CoupsPart(floor);
  const parts = [
    { id: "coups", key: "inspect.part-coups", part: coups },
    {
      id: "log",
      key: "inspect.part-log",
      part: new LogPart(floor, streams, { stream: query.get("stream"), seq: Number(query.get("seq")) }),
    },
    { id: "search", key: "inspect.part-search", part: new SearchPart(streams, replay, floor) },
    { id: "shoes", key: "inspect.part-shoes", part: new ShoesPart(floor) },
    { id: "audit", key: "inspect.part-audit", part: new AuditPart(floor) },
    { id: "notices", key: "inspect.part-notices", part: new NoticesPart(floor) },
    { id: "exceptions", key: "inspect.part-exceptions", part: new ExceptionsPart(tables, { show: replay, cite }) },
    {
      id: "cases",
      key: "inspect.part-cases",
      part: new CasesPart(tables, {
        cite,
        link: (stream, seq) => `/inspect?${new URLSearchParams({ stream, seq })}#log`,
      }),
    },
    { id: "exports", key: "inspect.part-exports", part: new ExportsPart(floor) },
  ];
  const shown = tabs(
    parts.map(({ id, key, part }) => ({ id, key, panel: part.node, shown: (open) => part.shown?.(open) })),
    "inspect.parts",
  );
  const select = choice(
    tables.map((table) => [table.id, `${calledOf(table)} · ${titleOf(table)}`]),
    floor.table,
    (table) => turnTo(table),
  );

  function turnTo(table) {
    floor.table = table;
    select.value = table;
    history.replaceState(null, "", `?table=${encodeURIComponent(table)}${location.hash}`);
    rulesLink(floor, link);
    for (const { part } of parts) part.changed?.(table);
  }

  function cite(id, clause) {
    return clauseLink(tables.find((table) => table.id === id)?.rulebook, clause);
  }

  function replay(table, coup) {
    if (table !== floor.table) turnTo(table);
    shown.open("coups");
    coups.show(coup);
  }

  rulesLink(floor, link);
  document.addEventListener("language", () => {
    rulesLink(floor, link);
    tables.forEach((table, place) => (select.options[place].textContent = `${calledOf(table)} · ${titleOf(table)}`));
  });
  fill(
    main,
    worded("h1", "inspect.title"),
    el("div", { class: "row ends chooser" }, field("table", select), link),
    shown.node,
  );
  translate(main);
  shown.open(location.hash.slice(1) || "coups");
}

open().catch((refused) => fill(main, el("p", { class: "empty error", role: "alert" }, refusalText(refused))));
