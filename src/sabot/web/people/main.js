/** The administrator's page: who may sign in, in which role, and the log of access. */
import { el, fill, refusalText } from "../shared/dom.js";
import { me } from "../shared/api.js";
import "../shared/frame/header.js";
import { tabs } from "../shared/frame/tabs.js";
import { translate } from "../shared/words.js";
import { worded } from "../shared/said/worded.js";
import { AccessPart } from "./access.js";
import { PeoplePart } from "./people.js";

const main = document.getElementById("main");

async function open() {
  const who = await me();
  const parts = [
    { id: "people", key: "people.part-people", part: new PeoplePart(who) },
    { id: "log", key: "people.part-log", part: new AccessPart() },
  ];
  const shown = tabs(
    parts.map(({ id, key, part }) => ({ id, key, panel: part.node, shown: (isOpen) => isOpen && part.load() })),
    "people.parts",
  );
  fill(main, worded("h1", "people.title"), worded("p", "people.text", { class: "muted" }), shown.node);
  translate(main);
  shown.open(location.hash.slice(1) || "people");
}

open().catch((refused) => fill(main, el("p", { class: "empty error", role: "alert" }, refusalText(refused))));
