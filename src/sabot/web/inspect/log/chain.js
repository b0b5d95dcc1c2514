/**
 * The chain of a log, checked here and not believed: each line's hash is the SHA-256 of its exact
 * text without the final `,"hash":"…"`, and each names the hash of the line before it.
 */

import { sha256 } from "../../shared/seal.js";

export const ZEROS = "0".repeat(64);
const END = /,"prev":"([0-9a-f]{64})","hash":"([0-9a-f]{64})"}$/;
const HASH_LENGTH = `,"hash":"${ZEROS}"}`.length;
function parsed(line) {
  try {
    const event = JSON.parse(line);
    return Number.isInteger(event.seq) ? event : null;
  } catch {
    return null;
  }
}

/**
 * One line after the one before it. `last` is {seq, hash}, or null where reading starts in the
 * middle. `verdict` is "holds", "starts" (sound, and nothing to follow), "wrong-hash" (its text
 * was changed), "wrong-prev" (it follows another line), "gap", or "unreadable".
 */
export async function judge(line, last) {
  const event = parsed(line);
  const end = END.exec(line);
  if (!event || !end) return { line, event: event ?? {}, verdict: "unreadable", next: last };
  const [, prev, hash] = end;
  const next = { seq: event.seq, hash };
  const digest = await sha256(`${line.slice(0, -HASH_LENGTH)}}`);
  let verdict = "holds";
  if (digest !== hash) verdict = "wrong-hash";
  else if (last === null) verdict = "starts";
  else if (event.seq !== last.seq + 1) verdict = "gap";
  else if (prev !== last.hash) verdict = "wrong-prev";
  return { line, event, verdict, next };
}

export function isBroken(verdict) {
  return verdict !== "holds" && verdict !== "starts";
}
