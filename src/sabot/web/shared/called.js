/** What people call a table: its own name where it was given one. */
export function calledOf({ called, id }) {
  return called || id;
}
