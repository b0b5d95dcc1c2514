"""The first script of every page: ask for words and data while the page's own script is on its way.

It is sent within the page, and the security policy names its digest. `shared/words.js` and
`shared/api.js` take the answers over, each once.
"""

from typing import Final

EARLY: Final = """\
{
  const { words = "shared", early = "" } = document.documentElement.dataset;
  let language = null;
  try {
    language = localStorage.getItem("sabot.language");
  } catch {}
  language ??= navigator.language?.toLowerCase().split("-")[0] || "en";
  const folders = words.trim().split(/\\s+/).join("+");
  const paths = [`/words/${encodeURIComponent(language)}/${folders}.json`];
  const asked = (globalThis.sabotEarly = {});
  const id = location.pathname.split("/")[2] ?? "";
  for (const each of [...paths, ...early.split(" ").filter(Boolean)]) {
    const path = each.replace("{id}", id);
    asked[path] = fetch(path, { headers: { accept: "application/json" } });
    asked[path].catch(() => {});
  }
}
"""
