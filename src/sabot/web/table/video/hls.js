/** An HLS stream for browsers that have none of their own: segments of fragmented MP4, one after the other. */
import { firstStream, segmentsOf, typeOf } from "./playlist.js";

const NATIVE = "application/vnd.apple.mpegurl";
const BEHIND = 30; // seconds of what was shown that are kept
const AHEAD = 3; // segments of a live stream with which one begins

async function fetched(url, signal) {
  const answer = await fetch(url, { signal, credentials: "omit" });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer;
}

const once = (target, name) => new Promise((heard) => target.addEventListener(name, heard, { once: true }));

/** Wait so long, or until it is stopped. */
const pause = (ms, signal) =>
  new Promise((over) => {
    const timer = setTimeout(over, ms);
    signal.addEventListener("abort", () => (clearTimeout(timer), over()), { once: true });
  });

async function append(buffer, bytes) {
  buffer.appendBuffer(bytes);
  await once(buffer, "updateend");
}

/** Let go of what was shown long ago, so that a live stream never fills the memory. */
async function trim(buffer, video) {
  const end = video.currentTime - BEHIND;
  if (end <= 0 || !buffer.buffered.length || buffer.buffered.start(0) >= end) return;
  buffer.remove(0, end);
  await once(buffer, "updateend");
}

async function feed(source, video, address, signal) {
  let base = address;
  const first = await (await fetched(base, signal)).text();
  base = firstStream(first, base) ?? base;
  let buffer = null, newest = -1;
  while (!signal.aborted) {
    const { map, segments, seconds, over } = segmentsOf(await (await fetched(base, signal)).text(), base);
    if (!map || !segments.length) throw new Error("A playlist has segments of fragmented MP4.");
    if (!buffer) {
      const head = await (await fetched(map, signal)).arrayBuffer();
      const type = typeOf(head);
      if (!type || !MediaSource.isTypeSupported(type)) throw new Error(`${type} cannot be shown.`);
      buffer = source.addSourceBuffer(type);
      await append(buffer, head);
      newest = over ? -1 : segments[Math.max(0, segments.length - AHEAD)].number - 1;
    }
    for (const { number, url } of segments.filter((each) => each.number > newest)) {
      await append(buffer, await (await fetched(url, signal)).arrayBuffer());
      newest = number;
      await trim(buffer, video);
      if (video.buffered.length && video.currentTime < video.buffered.start(0)) {
        video.currentTime = video.buffered.start(0);
      }
    }
    if (over) return source.endOfStream();
    await pause((seconds * 1000) / 2, signal);
  }
}

/** Show a playlist in a video; `failed(error)` hears once that it cannot go on. */
export async function showPlaylist(video, address, signal, failed) {
  if (video.canPlayType(NATIVE)) return void (video.src = address);
  if (!("MediaSource" in globalThis)) return failed(new Error("This browser shows no streams."));
  const source = new MediaSource();
  const url = URL.createObjectURL(source);
  video.src = url;
  try {
    await once(source, "sourceopen");
    await feed(source, video, address, signal);
  } catch (error) {
    if (!signal.aborted) failed(error);
  } finally {
    URL.revokeObjectURL(url);
  }
}
