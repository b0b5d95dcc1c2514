/** Long work that answers in lines of JSON while it goes on. Aborting the signal stops it there. */
import { Refused, toSignIn, unlock } from "./api.js";

/** The objects of the answer as they come; throws Refused, also for one that breaks off. */
export async function* errand(path, body, signal) {
  const reply = await asked(path, body, signal);
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    const lines = (rest + (value ?? "")).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const said = JSON.parse(line);
      if (said.type === "refused") throw new Refused(reply.status, said);
      yield said;
    }
    if (done) return;
  }
}

async function asked(path, body, signal) {
  const init = { method: body ? "POST" : "GET", credentials: "same-origin", signal };
  if (body) {
    init.headers = { "content-type": "application/json" };
    init.body = JSON.stringify(body);
  }
  const reply = await fetch(path, init);
  if (reply.ok) return reply;
  const { error } = await reply.json().catch(() => ({}));
  if (reply.status === 401 && error?.code === "locked") {
    await unlock();
    return asked(path, body, signal);
  }
  if (reply.status === 401) toSignIn();
  throw new Refused(reply.status, error);
}
