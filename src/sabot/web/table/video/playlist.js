/** HLS playlists and the first segment of fragmented MP4, read as far as a player needs them. */

/** The first stream of a playlist of streams, or null where it is a playlist of segments. */
export function firstStream(text, base) {
  const lines = text.split(/\r?\n/);
  const at = lines.findIndex((line) => line.startsWith("#EXT-X-STREAM-INF"));
  const path = at < 0 ? null : lines.slice(at + 1).find((line) => line && !line.startsWith("#"));
  return path ? new URL(path, base).href : null;
}

/** {map, segments: [{number, url}], seconds, over} of a playlist; `map` is the first segment's address. */
export function segmentsOf(text, base) {
  const value = (name) => new RegExp(`^#${name}:(.*)$`, "m").exec(text)?.[1];
  const map = /URI="([^"]+)"/.exec(value("EXT-X-MAP") ?? "")?.[1];
  const first = Number(value("EXT-X-MEDIA-SEQUENCE") ?? 0);
  const paths = text.split(/\r?\n/).filter((line) => line && !line.startsWith("#"));
  return {
    map: map ? new URL(map, base).href : null,
    segments: paths.map((path, index) => ({ number: first + index, url: new URL(path, base).href })),
    seconds: Number(value("EXT-X-TARGETDURATION") ?? 2),
    over: text.includes("#EXT-X-ENDLIST"),
  };
}

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Where the four letters of a box stand in a segment; -1 for none. */
function boxAt(bytes, name) {
  const letters = [...name].map((letter) => letter.charCodeAt(0));
  return bytes.findIndex((_, at) => letters.every((letter, index) => bytes[at + index] === letter));
}

/** The type of a stream as a browser wants it, by the boxes of its first segment; null for none that we know. */
export function typeOf(buffer) {
  const bytes = new Uint8Array(buffer), codecs = [];
  const avc = boxAt(bytes, "avcC"), vp9 = boxAt(bytes, "vpcC"), av1 = boxAt(bytes, "av1C");
  const two = (number) => String(number).padStart(2, "0");
  if (avc >= 0) codecs.push(`avc1.${hex(bytes.subarray(avc + 5, avc + 8))}`);
  else if (vp9 >= 0) codecs.push(`vp09.${two(bytes[vp9 + 8])}.${two(bytes[vp9 + 9])}.${two(bytes[vp9 + 10] >> 4)}`);
  else if (av1 >= 0) {
    const [profile, level] = [bytes[av1 + 5] >> 5, bytes[av1 + 5] & 31];
    codecs.push(`av01.${profile}.${two(level)}M.08`);
  }
  if (boxAt(bytes, "mp4a") >= 0) codecs.push("mp4a.40.2");
  else if (boxAt(bytes, "Opus") >= 0) codecs.push("opus");
  return codecs.length ? `video/mp4; codecs="${codecs.join(",")}"` : null;
}
