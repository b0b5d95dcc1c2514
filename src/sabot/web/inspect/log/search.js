/** Search the log by stream, player, kind of event, coup or time. */
import { get } from "../../shared/api.js";
import { naming, personBoth } from "../../shared/said/called.js";
import { announce, el, fill, refusalText, toast } from "../../shared/dom.js";
import { findsPeople } from "../../shared/said/finding.js";
import { instantOf } from "../../shared/said/times.js";
import { t } from "../../shared/words.js";
import { field, worded } from "../../shared/said/worded.js";
import { told } from "../named.js";
import { moment, number, streamChoice, streamName } from "../shown.js";

export class SearchPart {
  /** `show(table, coup)` plays a coup again. */
  constructor(streams, show, floor) {
    this.show = show;
    this.floor = floor;
    this.stream = streamChoice(streams, null, [["", t("inspect.any")]]);
    this.stream.options[0].dataset.t = "inspect.any";
    this.player = findsPeople(el("input", { maxlength: 100, autocomplete: "off" }));
    this.what = el("input", { maxlength: 60, autocomplete: "off", list: "event-kinds" });
    this.coup = el("input", { type: "number", min: 1, inputmode: "numeric" });
    this.since = el("input", { type: "datetime-local" });
    this.until = el("input", { type: "datetime-local" });
    this.results = el("ol", { class: "found" });
    this.status = el("p", { role: "status", class: "muted" });
    this.more = worded("button", "inspect.search-on", {
      type: "button",
      class: "button",
      hidden: true,
      onclick: () => this.page(),
    });
    this.node = el("div", { class: "column" }, this.form(), this.status, this.results, this.more);
  }

  form() {
    const fields = [
      field("inspect.stream", this.stream),
      field("inspect.player", this.player),
      field("inspect.kind", this.what),
      field("inspect.coup-number", this.coup, "inspect.coup-hint"),
      field("inspect.since", this.since),
      field("inspect.until", this.until),
    ];
    const list = el("datalist", { id: "event-kinds" });
    this.offerKinds(list);
    return el(
      "form",
      { class: "panel", onsubmit: (event) => this.begin(event) },
      el("div", { class: "grid narrow" }, fields),
      list,
      worded("button", "inspect.search", { class: "button primary" }),
    );
  }

  /** Every event type can be chosen; without them one types its name. */
  async offerKinds(list) {
    try {
      fill(list, (await get("/api/log/kinds")).map((kind) => el("option", { value: kind })));
    } catch (refused) {
      toast(refusalText(refused), "error");
    }
  }

  /** Another table was chosen: it is looked for there. */
  changed() {
    this.stream.value = `table:${this.floor.table}`;
    fill(this.results);
    this.status.textContent = "";
    this.more.hidden = true;
  }

  begin(event) {
    event.preventDefault();
    this.after = 0;
    this.count = 0;
    fill(this.results);
    this.asked = {
      stream: this.stream.value,
      player: this.player.value.trim(),
      what: this.what.value.trim(),
      coup: this.coup.value || 0,
      since: instantOf(this.since.value),
      until: instantOf(this.until.value),
    };
    this.page();
  }

  async page() {
    this.more.hidden = true;
    this.status.textContent = t("loading");
    try {
      const { found, after, done } = await get(
        `/api/log/search?${new URLSearchParams({ ...this.asked, after: this.after })}`,
      );
      this.after = after;
      this.count += found.length;
      this.results.append(...found.map((each) => this.item(each)));
      this.more.hidden = done;
      this.status.textContent = t(done ? "inspect.found" : "inspect.found-more", { count: number(this.count) });
      announce(this.status.textContent);
    } catch (refused) {
      this.status.textContent = "";
      toast(refusalText(refused), "error");
    }
  }

  item(found) {
    const table = found.stream.startsWith("table:") ? found.stream.slice(6) : null;
    const replay = table && found.coup &&
      el(
        "button",
        { type: "button", class: "button", onclick: () => this.show(table, found.coup) },
        t("inspect.replay-coup", { coup: found.coup }),
      );
    return el(
      "li",
      { class: "card" },
      el("div", { class: "row apart" }, el("strong", {}, told(found) || found.what), replay),
      el(
        "div",
        { class: "muted small" },
        `${streamName(found.stream)} ${found.seq} · `,
        naming([found.by], () => personBoth(found.by)),
        `${found.via ? ` (${found.via})` : ""} · ${moment(found.at)}`,
      ),
    );
  }
}
