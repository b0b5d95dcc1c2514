/** One face-down card in a player's hands, to be peeled from an edge or a corner and turned. */
import { cardBack, cardFace, cardName } from "../../shared/cards/cards.js";
import { announce, el, svg } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { foldOf, gripOf, HEIGHT, points, WIDTH } from "./fold.js";

const TURNS = 0.42; // more than this part lifted, and the card turns: the fold is halfway to the finger
const TELLS = 0.22; // from here a screen reader hears what the eye sees
const STEP = 16; // how far a key pulls
const SHADE = 20;
const RUSTLES = 0.02; // lifted by so much more or less, pasteboard is heard
const KEYS = {
  ArrowUp: { grip: [WIDTH / 2, HEIGHT], way: [0, -1] },
  ArrowDown: { grip: [WIDTH / 2, 0], way: [0, 1] },
  ArrowLeft: { grip: [WIDTH, HEIGHT / 2], way: [-1, 0] },
  ArrowRight: { grip: [0, HEIGHT / 2], way: [1, 0] },
};
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Squeeze {
  /** `face` is the card's name, null where the player does not know it; `turn()` turns it up; `sound`
   * has rustle() and turn(). */
  constructor({ slot, face, label, back, turn, sound }) {
    Object.assign(this, { slot, face, turn, sound, lifted: 0, heard: 0, moving: null, frame: null });
    const id = `squeeze-${slot}`;
    this.keptClip = svg("polygon", {});
    this.faceClip = svg("polygon", {});
    this.shade = svg(
      "linearGradient",
      { id: `${id}-shade`, gradientUnits: "userSpaceOnUse" },
      svg("stop", { offset: 0, "stop-color": "#000", "stop-opacity": 0.5 }),
      svg("stop", { offset: 0.35, "stop-color": "#fff", "stop-opacity": 0.25 }),
      svg("stop", { offset: 1, "stop-color": "#000", "stop-opacity": 0 }),
    );
    this.fold = svg("polygon", { fill: `url(#${id}-shade)`, "pointer-events": "none" });
    this.faceGroup = svg(
      "g",
      {},
      svg("g", { "clip-path": `url(#${id}-face)` }, face ? sized(cardFace(face)) : null),
    );
    const cast = (dy, opacity) =>
      svg("polygon", { fill: "#000", "fill-opacity": opacity, transform: `translate(0 ${dy})` });
    this.casts = [cast(5, 0.16), cast(2.5, 0.22)];
    this.flap = svg("g", { class: "flap", visibility: "hidden" }, this.casts, this.faceGroup, this.fold);
    this.node = svg(
      "svg",
      {
        class: "squeeze-card",
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        tabindex: 0,
        role: "button",
        "aria-label": label,
        data: { slot },
      },
      svg(
        "defs",
        {},
        svg("clipPath", { id: `${id}-kept` }, this.keptClip),
        svg("clipPath", { id: `${id}-face` }, this.faceClip),
        this.shade,
      ),
      svg("g", { "clip-path": `url(#${id}-kept)` }, sized(cardBack(back))),
      this.flap,
    );
    this.lay();
    this.listen();
  }

  listen() {
    this.node.addEventListener("pointerdown", (event) => this.grab(event));
    this.node.addEventListener(
      "pointermove",
      (event) => this.grip && this.moving === event.pointerId && this.follow(event),
    );
    for (const end of ["pointerup", "pointercancel"]) {
      this.node.addEventListener(end, (event) => this.moving === event.pointerId && this.letGo());
    }
    this.node.addEventListener("keydown", (event) => this.key(event));
  }

  /** The newest place of the finger, once a frame. */
  follow(event) {
    this.finger = this.at(event);
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      if (this.moving !== null && !this.turned) this.pull(this.finger);
    });
  }

  at(event) {
    const box = this.box;
    return [
      ((event.clientX - box.left) / box.width) * WIDTH,
      ((event.clientY - box.top) / box.height) * HEIGHT,
    ];
  }

  grab(event) {
    if (event.button !== 0 || this.turned) return;
    this.node.setPointerCapture(event.pointerId);
    this.moving = event.pointerId;
    this.box = this.node.getBoundingClientRect(); // it stays where it is while it is peeled
    this.start = this.at(event);
    this.grip = gripOf(...this.start);
  }

  pull([x, y]) {
    this.peel([this.grip[0] + x - this.start[0], this.grip[1] + y - this.start[1]]);
  }

  /** Fold the card so that its grip lies at `to`; far enough, it turns. */
  peel(to) {
    this.to = to;
    const fold = foldOf(this.grip, to);
    if (!fold) return this.lay();
    this.lifted = fold.part;
    if (Math.abs(fold.part - this.heard) > RUSTLES) {
      this.heard = fold.part;
      this.sound.rustle(fold.part);
    }
    this.keptClip.setAttribute("points", points(fold.kept));
    this.faceClip.setAttribute("points", points(fold.lifted));
    this.faceGroup.setAttribute(
      "transform",
      `matrix(${fold.matrix.map((each) => each.toFixed(4)).join(" ")})`,
    );
    for (const node of [...this.casts, this.fold]) node.setAttribute("points", points(fold.flap));
    const [mx, my] = fold.middle,
      [nx, ny] = fold.normal;
    for (
      const [name, value] of Object.entries({
        x1: mx,
        y1: my,
        x2: mx + nx * SHADE,
        y2: my + ny * SHADE,
      })
    ) {
      this.shade.setAttribute(name, value);
    }
    this.flap.setAttribute("visibility", "visible");
    if (fold.part > TELLS) this.tell();
    if (fold.part > TURNS) this.flip();
  }

  tell() {
    if (this.told || !this.face) return;
    this.told = true;
    announce(cardName(this.face));
  }

  lay() {
    this.lifted = 0;
    this.keptClip.setAttribute(
      "points",
      points([
        [0, 0],
        [WIDTH, 0],
        [WIDTH, HEIGHT],
        [0, HEIGHT],
      ]),
    );
    this.flap.setAttribute("visibility", "hidden");
  }

  flip() {
    if (this.turned) return;
    this.turned = true;
    this.moving = null;
    this.sound.turn();
    this.node.classList.add("turning");
    this.turn(this.slot);
  }

  /** The table would not have it turned: it lies face down again. */
  undo() {
    this.turned = false;
    this.node.classList.remove("turning");
    this.lay();
  }

  /** Let go before the middle, and the card falls back. */
  letGo() {
    if (this.frame) this.pull(this.finger);
    this.moving = null;
    if (this.turned || !this.to) return;
    if (still.matches) return this.lay();
    const from = this.to,
      began = performance.now();
    const fall = (now) => {
      if (this.turned || this.moving) return;
      const part = Math.min(1, (now - began) / 180);
      if (part === 1) return this.lay();
      const left = (1 - part) ** 2;
      this.peel([
        this.grip[0] + (from[0] - this.grip[0]) * left,
        this.grip[1] + (from[1] - this.grip[1]) * left,
      ]);
      requestAnimationFrame(fall);
    };
    requestAnimationFrame(fall);
  }

  key(event) {
    if (this.turned) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.flip();
    } else if (event.key === "Escape") {
      this.keyed = null;
      this.lay();
    } else if (event.key in KEYS) {
      event.preventDefault();
      this.nudge(KEYS[event.key]);
    }
  }

  /** A key pulls from its own edge; the key that pulls the other way lets the card down again. */
  nudge(pulls) {
    const back = this.keyed && this.keyed.way[0] === -pulls.way[0] && this.keyed.way[1] === -pulls.way[1];
    if (!this.keyed || (!back && this.keyed.grip !== pulls.grip)) {
      this.keyed = { ...pulls, depth: 0 };
    }
    this.keyed.depth = Math.max(0, this.keyed.depth + (back ? -STEP : STEP));
    const { grip, way, depth } = this.keyed;
    if (depth === 0) this.keyed = null;
    this.grip = grip;
    this.peel([grip[0] + way[0] * depth, grip[1] + way[1] * depth]);
  }
}

function sized(card) {
  card.setAttribute("width", WIDTH);
  card.setAttribute("height", HEIGHT);
  card.setAttribute("aria-hidden", "true");
  return card;
}

/** A squeeze with its own button, for one card of a hand. */
export function squeezeBox(squeeze) {
  const button = el("button", { type: "button", class: "button primary" }, t("turn"));
  button.onclick = () => squeeze.flip();
  return el("div", { class: "squeeze-box" }, squeeze.node, button);
}
