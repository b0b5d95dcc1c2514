/** Whoever draws a road needs its style; a page need not know. */

export function linkStyle() {
  const href = "/web/shared/roads/roads.css";
  if (document.querySelector(`link[href="${href}"]`)) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  document.head.append(link);
}
