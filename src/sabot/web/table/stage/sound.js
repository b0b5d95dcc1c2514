/** The sounds of the table, made here: a card, its squeeze, a chip, a win. Silent until asked for, remembered. */
import { t } from "../../shared/words.js";

const KEPT = "sabot.sound";
const NOTES = [523.25, 659.25, 783.99, 1046.5]; // C, E, G, C

export class Sound {
  constructor(button) {
    this.button = button;
    this.on = localStorage.getItem(KEPT) === "on";
    button.addEventListener("click", () => this.toggle());
    // A browser lets a page sound only after a first touch.
    addEventListener("pointerdown", () => this.on && this.wake(), { once: true });
    this.show();
  }

  show() {
    this.button.textContent = "♪";
    this.button.setAttribute("aria-pressed", String(this.on));
    this.button.setAttribute("aria-label", t("sound"));
    this.button.title = t(this.on ? "sound-on" : "sound-off");
  }

  toggle() {
    this.on = !this.on;
    localStorage.setItem(KEPT, this.on ? "on" : "off");
    if (this.on) this.wake();
    this.show();
    this.chip();
  }

  wake() {
    this.context ??= new AudioContext();
    this.context.resume();
  }

  /** When to sound, in the context's time; null while there is silence. */
  at(later = 0) {
    if (!this.on || this.context?.state !== "running") return null;
    return this.context.currentTime + later / 1000;
  }

  /** A short hiss: pasteboard over cloth. */
  card(later = 0) {
    const at = this.at(later);
    if (at === null) return;
    const { context } = this;
    const hiss = new AudioBufferSourceNode(context, { buffer: this.hiss() });
    const band = new BiquadFilterNode(context, { type: "bandpass", frequency: 3200, Q: 0.8 });
    hiss.connect(band).connect(this.fade(at, 0.22, 0.09));
    hiss.start(at);
  }

  /** A card that is bent: a soft hiss that rises with how far it is lifted. */
  rustle(part) {
    const at = this.at();
    if (at === null) return;
    const { context } = this;
    const hiss = new AudioBufferSourceNode(context, { buffer: this.hiss(), playbackRate: 0.7 + part });
    const band = new BiquadFilterNode(context, { type: "bandpass", frequency: 1400 + 2600 * part, Q: 1.4 });
    hiss.connect(band).connect(this.fade(at, 0.05 + 0.08 * part, 0.05));
    hiss.start(at);
  }

  /** A card that is turned over: it snaps down on the cloth. */
  turn() {
    this.card();
    const at = this.at();
    if (at !== null) this.tone(180, at + 0.03, 0.2, 0.06, "triangle");
  }

  /** Two damped tones: clay on clay. */
  chip(later = 0) {
    const at = this.at(later);
    if (at === null) return;
    for (const [pitch, loud, after] of [[2350, 0.12, 0], [3480, 0.08, 0.012]]) {
      this.tone(pitch, at + after, loud, 0.07, "sine");
    }
  }

  win() {
    const at = this.at();
    if (at === null) return;
    NOTES.forEach((pitch, index) => this.tone(pitch, at + index * 0.09, 0.12, 0.45, "triangle"));
  }

  tone(frequency, at, loud, seconds, type) {
    const tone = new OscillatorNode(this.context, { type, frequency });
    tone.connect(this.fade(at, loud, seconds));
    tone.start(at);
    tone.stop(at + seconds);
  }

  fade(at, loud, seconds) {
    const gain = new GainNode(this.context, { gain: 0 });
    gain.gain.setValueAtTime(loud, at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
    gain.connect(this.context.destination);
    return gain;
  }

  hiss() {
    if (this.noise) return this.noise;
    const length = Math.round(this.context.sampleRate * 0.1);
    this.noise = this.context.createBuffer(1, length, this.context.sampleRate);
    const data = this.noise.getChannelData(0);
    for (let index = 0; index < length; index += 1) data[index] = Math.random() * 2 - 1;
    return this.noise;
  }
}
