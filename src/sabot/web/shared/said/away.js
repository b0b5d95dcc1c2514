/** Whether the dealer is away: the table waits for the dealer, and nothing has come for long. */
const BETS = 30_000; // milliseconds after the end of the countdown
const STEPS = 60_000; // after the last event, where the dealer has the next step
const SIGNED_OFF = 120_000; // and where none has signed on, and nothing lies on the layout

/** `now` is the server's clock. A dealer who waits for the first wager is not away. */
export function isAway({ coup, wait, phase }, now) {
  if (phase === "closed" || coup.held) return false;
  if (coup.bets_open && coup.closes) return now - Date.parse(coup.closes) > BETS;
  return Boolean(wait.since) && now - Date.parse(wait.since) > (wait.step === "bets" ? SIGNED_OFF : STEPS);
}
