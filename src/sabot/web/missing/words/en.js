export default {
  "missing.title": "There is no such page",
  "missing.text": "The address may be mistyped, or what was here has gone.",
  "missing.home": "To the lobby",
};
