/**
 * A live table, a tournament or the floor over a WebSocket. It connects again by itself from the last number
 * it has, so nothing is missed or doubled, and sends commands that got no answer once more under
 * the same id.
 *
 *   const live = new Live(`/api/tables/${id}/live`);
 *   live.addEventListener("change", ({ detail }) => …);   // {events, table, you, staff, first}
 *   // at `/api/tournaments/${id}/live`: {events, tournament, you, first}, all of it in `live.state`
 *   live.addEventListener("status", ({ detail }) => …);   // "online", "offline", "locked", or one of LOST
 *   live.connect();
 *   await live.send({ do: "place-wager", … });            // the answer; rejects Refused
 */
import { askOnce, isLocked, Refused, toSignIn, unlock, unlocked } from "./api.js";

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;
const QUIET = 15000; // then a ping is sent
const DEAD = 8000; // and without an answer the line is given up
const SIGNED_OUT = 4401;
const NO_WAY = { 4403: "forbidden", 4404: "missing", 4503: "unreadable" };
export const LOST = new Set(Object.values(NO_WAY)); // statuses from which no line comes back

export class Live extends EventTarget {
  constructor(path) {
    super();
    this.path = path;
    this.state = { seq: 0, table: null, you: null, staff: null, tables: null, tournament: null };
    this.status = "offline";
    this.offset = 0;
    this.waiting = new Map();
    this.tries = 0;
    this.closed = false;
    this.onOnline = () => this.connect();
    this.onOffline = () => this.drop();
  }

  /** The server's clock now, in milliseconds. */
  now() {
    return Date.now() + this.offset;
  }

  connect() {
    if (this.closed || this.socket) return;
    clearTimeout(this.timer);
    if (!this.listening) {
      this.listening = true;
      addEventListener("online", this.onOnline);
      addEventListener("offline", this.onOffline);
    }
    if (!navigator.onLine) return; // the event "online" leads here again
    const url = new URL(this.path, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    if (this.state.seq > 0) url.searchParams.set("after", this.state.seq);
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.onmessage = (message) => this.socket === socket && this.take(JSON.parse(message.data));
    socket.onclose = (event) => this.socket === socket && this.lost(event.code);
    this.watch();
  }

  /** Leave for good. */
  close() {
    this.closed = true;
    removeEventListener("online", this.onOnline);
    removeEventListener("offline", this.onOffline);
    clearTimeout(this.timer);
    clearTimeout(this.quiet);
    this.socket?.close();
    this.socket = null;
  }

  /** Send a command (without id it gets one); resolves with the answer, rejects `Refused`. */
  send(command) {
    const sent = { id: crypto.randomUUID(), ...command };
    return new Promise((resolve, reject) => {
      this.waiting.set(sent.id, { sent, resolve, reject });
      if (this.status === "online") this.socket.send(JSON.stringify(sent));
    });
  }

  take(message) {
    if (isLocked()) return this.drop(); // nothing comes to a locked page; all of it comes later
    this.watch();
    if (message.now) this.offset = Date.parse(message.now) - Date.now();
    if (message.type === "snapshot") this.snapshot(message);
    else if (message.type === "events") this.events(message);
    else if (message.type === "floor") this.floor(message);
    else if (message.type === "answer") this.answer(message);
    else if (message.type === "locked") this.tell("locked");
  }

  snapshot({ seq, table = null, you = null, staff = null, tournament = null }) {
    this.state = { ...this.state, seq, table, you, staff, tournament };
    this.arrived({ events: [], table, you, staff, tournament, first: true });
  }

  events({ seq, events, table = {}, you, staff, tournament }) {
    const fresh = events.filter((event) => event.seq > this.state.seq);
    const expected = this.state.seq + 1;
    if (fresh.some((event, index) => event.seq !== expected + index)) return this.drop();
    const state = { ...this.state, seq: Math.max(seq, this.state.seq) };
    state.table = { ...state.table, ...table };
    if (tournament !== undefined) state.tournament = { ...state.tournament, ...tournament };
    if (you !== undefined) state.you = you;
    if (staff !== undefined) state.staff = staff && { ...state.staff, ...staff };
    this.state = state;
    this.arrived({ events: fresh, table, you, staff, tournament, first: false });
  }

  floor({ tables, opening }) {
    const first = this.state.tables === null;
    this.state = { ...this.state, tables, opening };
    this.arrived({ events: [], tables, first });
  }

  arrived(detail) {
    this.tries = 0;
    if (this.status !== "online") {
      this.tell("online");
      for (const { sent } of this.waiting.values()) this.socket.send(JSON.stringify(sent));
    }
    this.dispatchEvent(new CustomEvent("change", { detail }));
  }

  answer(message) {
    const asked = this.waiting.get(message.id);
    if (!asked || message.error?.code === "locked") return; // it is sent again when unlocked
    this.waiting.delete(message.id);
    if (message.error) asked.reject(new Refused(409, message.error));
    else asked.resolve(message);
  }

  /** Give this line up and try again. */
  drop() {
    const socket = this.socket;
    if (!socket) return;
    this.socket = null;
    socket.close();
    this.lost(1006);
  }

  async lost(code) {
    this.socket = null;
    clearTimeout(this.quiet);
    if (this.closed) return;
    if (code in NO_WAY) return this.giveUp(NO_WAY[code], code);
    if (code === SIGNED_OUT) return this.reopen();
    this.tell("offline");
    this.again();
  }

  again() {
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries);
    this.tries += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2));
  }

  async reopen() {
    this.tell("locked");
    await unlocked();
    try {
      await askOnce("GET", "/api/session");
    } catch (refused) {
      if (refused.code === "not-signed-in") return toSignIn();
      if (refused.code === "locked") await unlock();
    }
    this.again();
  }

  giveUp(status, code) {
    this.tell(status);
    for (const { reject } of this.waiting.values()) reject(new Refused(code));
    this.waiting.clear();
  }

  watch() {
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => {
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send('{"type":"ping"}');
      this.quiet = setTimeout(() => this.drop(), DEAD);
    }, QUIET);
  }

  tell(status) {
    if (this.status === status) return;
    this.status = status;
    this.dispatchEvent(new CustomEvent("status", { detail: status }));
  }
}
