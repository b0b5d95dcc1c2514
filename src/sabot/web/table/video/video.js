/** The video of a table, where it has one: room on the stage, a sound of its own, and gone when it fails. */
import { get } from "../../shared/api.js";
import { el, fill, svg } from "../../shared/dom.js";
import { t } from "../../shared/words.js";

const AGAIN = 30_000; // milliseconds until a stream that failed is tried once more
const STALLED = 12_000; // without a new picture it has failed

/** A loudspeaker, with waves or crossed out. */
function speaker(muted) {
  const lines = muted ? "M15 9l6 6M21 9l-6 6" : "M15 9a4 4 0 0 1 0 6M18 6a8 8 0 0 1 0 12";
  return svg(
    "svg",
    { viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { d: `M4 9h4l5-4v14l-5-4H4z${lines}` }),
  );
}

export class Video {
  /** `host` is its place on the stage; hidden until there is a picture. */
  constructor(host) {
    this.host = host;
    this.sound = el("button", { type: "button", class: "button tool video-sound" });
    this.sound.addEventListener("click", () => this.mute(!this.video.muted));
    document.addEventListener("language", () => this.label());
  }

  /** Ask whether the table has a stream, and show it. */
  async start(id) {
    const said = await get(`/api/tables/${encodeURIComponent(id)}/video`).catch(() => null);
    if (!said?.url) return;
    this.said = said;
    this.open();
  }

  async open() {
    this.stop = new AbortController();
    const { signal } = this.stop;
    this.video = el("video", { playsinline: true, loop: !this.said.hls, disablepictureinpicture: true });
    this.video.muted = true;
    const seen = () => {
      this.host.hidden = false;
      this.watch();
    };
    this.video.addEventListener("timeupdate", seen, { signal });
    this.video.addEventListener("loadeddata", () => this.video.play().catch(() => this.fail()), { signal });
    this.video.addEventListener("ended", () => this.fail(), { signal });
    this.video.addEventListener("error", () => this.fail(), { signal });
    fill(this.host, this.video, this.sound);
    this.label();
    this.watch();
    if (this.said.hls) {
      const { showPlaylist } = await import("./hls.js");
      await showPlaylist(this.video, this.said.url, signal, () => this.fail());
    } else this.video.src = this.said.url;
  }

  /** A stream that brings no picture has failed as much as one that says so. */
  watch() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.fail(), STALLED);
  }

  /** Hide it, and try again later. */
  fail() {
    if (this.stop.signal.aborted) return;
    this.stop.abort();
    clearTimeout(this.timer);
    this.host.hidden = true;
    this.video.removeAttribute("src");
    this.video.load();
    this.host.replaceChildren();
    setTimeout(() => this.open(), AGAIN);
  }

  mute(muted) {
    this.video.muted = muted;
    this.label();
  }

  label() {
    if (!this.video) return;
    this.video.setAttribute("aria-label", t("video"));
    fill(this.sound, speaker(this.video.muted));
    this.sound.setAttribute("aria-pressed", String(!this.video.muted));
    this.sound.setAttribute("aria-label", t("video-sound"));
    this.sound.title = t(this.video.muted ? "video-sound-off" : "video-sound-on");
  }
}
