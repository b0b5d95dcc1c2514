/** What binds the house beforehand, checked in this browser and not believed. */

const encoder = new TextEncoder();

/** SHA-256 of a text, in hex. */
export async function sha256(text) {
  const digest = await crypto.subtle.digest("SHA-256", encoder.encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What binds the house to a stack of cards: the digest of its salt and its order. */
export function stackDigest(salt, order) {
  return sha256(`sabot stack 1\n${salt}\n${order}\n`);
}
