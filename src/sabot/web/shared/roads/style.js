/** Load the style of roads with the first road that is drawn, unless the page has it. */

export function linkStyle() {
  const href = "/web/shared/roads/roads.css";
  if (document.querySelector(`link[href="${href}"], style[data-of~="${href}"]`)) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  document.head.append(link);
}
