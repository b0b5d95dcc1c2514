/** Fields for a person's name: found by either name, and sent by the sign-in name. */
import { get } from "../api.js";
import { el, fill } from "../dom.js";

const PATIENCE = 200;
const found = el("datalist", { id: "people-found" });

/** The same input, which offers those whom the letters so far may mean; `role`: only such people. */
export function findsPeople(input, role = "") {
  let waits = null;
  let asked = "";
  const look = async () => {
    const like = input.value.trim();
    if (input.getAttribute("list") !== found.id) return;
    if (!like || like === asked || [...found.options].some(({ value }) => value === like)) return;
    asked = like;
    const people = await get(`/api/people/found?${new URLSearchParams({ like, role })}`).catch(() => []);
    if (like === asked) fill(found, people.map(({ name, called }) => el("option", { value: name, label: called })));
  };
  input.addEventListener("focus", () => {
    asked = "";
    fill(found);
    if (!found.isConnected) document.body.append(found);
  });
  input.addEventListener("input", () => {
    clearTimeout(waits);
    waits = setTimeout(look, PATIENCE);
  });
  input.setAttribute("list", found.id);
  return input;
}
