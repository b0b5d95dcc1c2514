/** Asking the server. Every no is a `Refused` with a sentence and, where there is one, a clause. */
import { t } from "./words.js";

export class Refused extends Error {
  constructor(status, error = {}) {
    super(error.message ?? t("no-answer"));
    this.name = "Refused";
    this.status = status;
    this.code = error.code ?? "no-answer";
    this.clause = error.clause ?? null;
    this.words = error.words ?? {};
  }
}

/** Ask once, without a dialog or a way to the sign-in page; for those two themselves. */
export async function askOnce(method, path, body) {
  const headers = { accept: "application/json", "x-request-id": crypto.randomUUID() }; // the log's lines have it too
  const init = { method, credentials: "same-origin", headers };
  if (body !== undefined) {
    init.headers["content-type"] = "application/json";
    init.body = JSON.stringify(body);
  }
  const early = method === "GET" ? globalThis.sabotEarly?.[path] : null;
  delete globalThis.sabotEarly?.[path];
  let reply;
  try {
    reply = await (early ?? fetch(path, init));
  } catch {
    throw new Refused(0);
  }
  const text = await reply.text();
  let data = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    throw new Refused(reply.status);
  }
  if (!reply.ok) throw new Refused(reply.status, data?.error);
  return data;
}

const LOOK = 15000;
let unlocking = null;

/** Have the password asked for; resolves when the session is open again. One dialog at a time. */
export function unlock() {
  unlocking ??= import("./frame/lock.js")
    .then((lock) => lock.askPassword())
    .finally(() => (unlocking = null));
  return unlocking;
}

export const isLocked = () => unlocking !== null;

/** Resolves once no password is asked for. Its answer replaces the session: what was sent with the
 * old one meanwhile is refused, and its lines close, which is no reason to sign in again. */
export async function unlocked() {
  await unlocking;
}

/** To the sign-in page, and back here afterwards. */
export function toSignIn() {
  const here = location.pathname + location.search;
  location.assign(here === "/" ? "/" : `/?next=${encodeURIComponent(here)}`);
}

async function request(method, path, body) {
  try {
    return await askOnce(method, path, body);
  } catch (refused) {
    if (refused.status !== 401) throw refused;
    if (refused.code === "locked") {
      await unlock();
      return request(method, path, body);
    }
    if (unlocking) {
      await unlocked();
      return request(method, path, body);
    }
    if (refused.code === "not-signed-in" && location.pathname !== "/") toSignIn();
    throw refused;
  }
}

export const get = (path) => request("GET", path);
export const post = (path, body = {}) => request("POST", path, body);
export const put = (path, body = {}) => request("PUT", path, body);
export const remove = (path) => request("DELETE", path);

let asked = null;

/** Who is signed in: {name, called, role, idle_seconds, demo}. Asked once a page. */
export function me() {
  asked ??= get("/api/session").catch((refused) => {
    asked = null;
    throw refused;
  });
  return asked;
}

const permitted = {};

/** Return the commands that the user may send to things of a kind, such as "table". Asked once a page. */
export function mayDo(kind) {
  permitted.all ??= get("/api/commands").catch((refused) => {
    delete permitted.all;
    throw refused;
  });
  return permitted.all.then((all) => new Set(all[kind] ?? []));
}

/** The same on a page that is for strangers too: null for them. A lock is not opened here. */
export const atDoor = async () => (await askOnce("GET", "/api/door")).session;

/** Ask now and then whether the user is still signed in and not locked out, so that an idle page is
 * not left open to a passer-by. */
export function watchSession() {
  return setInterval(() => isLocked() || get("/api/session").catch(() => null), LOOK);
}

export async function signOut() {
  try {
    await askOnce("DELETE", "/api/session");
  } finally {
    location.assign("/");
  }
}
