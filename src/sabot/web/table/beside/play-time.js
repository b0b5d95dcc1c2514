/** How long the player has played today and with what result, said quietly beside the felt, and a
 * reminder at the interval of the policy in force. */
import { get } from "../../shared/api.js";
import { fill, toast } from "../../shared/dom.js";
import { gain } from "../../shared/said/money.js";
import { lasting } from "../../shared/said/times.js";
import { t } from "../../shared/words.js";

const EVERY = 30_000;
const MINUTE = 60_000;

export class PlayTime {
  /** `node` is where it stands; `now()` is the server's time in milliseconds. */
  constructor(node, now) {
    this.node = node;
    this.now = now;
    this.reminded = null;
    document.addEventListener("language", () => this.show());
  }

  /** Begin to look, once a player is at the page. */
  begin() {
    if (this.timer) return;
    this.timer = setInterval(() => this.look(), EVERY);
    this.look();
  }

  async look() {
    if (document.visibilityState !== "visible") return;
    this.play = await get("/api/account/play").catch(() => null);
    this.show();
    this.remind();
  }

  show() {
    if (!this.play) return fill(this.node);
    const { seconds, net, policy } = this.play;
    const said = t("play-time", { time: lasting(seconds), net: gain(net) });
    return fill(this.node, policy ? said : `${said} · ${t("no-policy")}`);
  }

  /** Each interval of the visit is told once. */
  remind() {
    const { since, remind, seconds, net } = this.play ?? {};
    if (!since || !remind) return;
    const times = Math.floor((this.now() - Date.parse(since)) / (remind * MINUTE));
    if (this.reminded !== null && times > this.reminded) {
      toast(t("play-reminder", { time: lasting(seconds), net: gain(net) }));
    }
    this.reminded = times;
  }
}
