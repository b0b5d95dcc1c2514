export default {
  "next.title": "Next action",
  "next.for-role": "For the {role}.",
  "phase.closed": "Closed", "phase.preparing": "Cards", "phase.betting": "Betting", "phase.dealing": "Dealing", "phase.settled": "Settled",
  "status.cards": "{dealt} of {cards} cards", "status.last-coups": "{left} left to deal", "status.float": "Float {amount}", "status.clock": "Betting time left",
  "say.result": "{result}: {counts}", "say.no-more-bets": "No more bets", "say.and": ", ",
  "banner.take-down": "Players may take wagers down ({clause}). Then let play go on.",
  "banner.no-bet": "No-bet coup: nobody wagers ({clause}).",
  "banner.void": "This coup is void ({clause}).",
  "question.waiting": "Waiting for a {who}: question {number}, {about}. Play is held.",
  "clock.now": "due now",

  "wait.bets": "Players are betting", "wait.card": "The next card", "wait.counts": "The counts are called", "wait.result": "The result is called", "wait.settle": "Wagers are settled", "wait.clear": "Cards are cleared", "wait.shuffle": "The shuffle", "wait.cut": "The cut", "wait.burn": "The burn", "wait.check": "Cards are checked", "wait.cards": "Other cards", "wait.decision": "A player decides", "wait.expose": "Players turn cards", "wait.supervisor": "A supervisor is needed", "wait.closed": "The table is closed", "wait.take-down": "Players may take wagers down",
  "decide.draw": "Draws", "decide.stand": "Stands",

  "felt.no-cards": "No cards on the felt", "felt.count": "Count {total}", "felt.held": "With {player}", "felt.due": "Next card", "felt.stakes": "Stakes", "felt.no-stakes": "No wager on the layout.", "felt.player": "Player", "felt.on": "On", "felt.amount": "Live",
  "pay.title": "Pay", "pay.nobody": "Nobody is paid.", "pay.take": "Take", "pay.back": "Give back",
  "colour.bronze": "bronze", "colour.white": "white", "colour.pink": "pink", "colour.red": "red", "colour.blue": "blue", "colour.green": "green", "colour.black": "black", "colour.purple": "purple", "colour.yellow": "yellow", "colour.orange": "orange", "colour.teal": "teal", "colour.ivory": "ivory",

  "entry.idle": "Scan or type a card; Enter alone does the next action", "entry.deal-card": "Card to {hand}: type, scan or press it", "entry.burn-cards": "The burned card that is turned up", "entry.expose-cards": "{hand}: each card as it is turned", "entry.pad": "Cards", "entry.cutting": "The cutting card came out before this card", "entry.no-card": "“{text}” is no card. Type rank and suit, such as 7H.", "entry.not-due": "{card} was not taken: no card is due now.",

  "call.button": "Call supervisor", "call.title": "Call a supervisor", "call.about": "What about", "call.more": "Say more", "call.done": "A supervisor is called.", "call.waiting": "Supervisor called: {reason}", "call.answer": "I have come", "call.note": "What came of it",
  "call.dispute": "A player disputes", "call.payment": "A payment is in doubt", "call.float": "The float runs low", "call.conduct": "A player's conduct", "call.other": "Please come",

  "more.title": "More", "more.calls": "Calls", "more.players": "For a player",
  "do.to": ": ",
  "do.place-your-bets": "Place your bets", "do.no-more-bets": "No more bets", "do.deal-card": "Deal a card", "do.announce-counts": "Call the counts", "do.announce-result": "Call the result", "do.settle-wagers": "Take and pay", "do.clear-cards": "Clear the cards", "do.mark-point-total": "Mark the Banker's total", "do.resume-play": "Let play go on",
  "do.shuffle": "Shuffle", "do.cut-cards": "Cut the cards", "do.burn-cards": "Burn", "do.check-cards": "Check the cards", "do.bring-cards": "Bring other cards", "do.open-float": "Open the float", "do.expose-cards": "Turn the cards", "do.pass-card": "Pass a card",
  "do.join-table": "Seat a player", "do.buy-chips": "Sell chips", "do.place-wager": "Place a wager", "do.withdraw-wager": "Withdraw a wager", "do.take-down": "Take wagers down", "do.leave-table": "Player leaves", "do.pass-hand": "Pass a hand", "do.refuse-cards": "Cards refused", "do.return-hand": "Collect a hand", "do.forfeit-cards": "Take cards away", "do.raise-dispute": "A dispute", "do.remind-player": "Remind of the Loss Limit", "do.show-rules": "Rules were shown",

  "field.player": "Player", "field.chips": "Chips", "field.place": "Seat", "field.card": "Player Card", "field.amount": "Amount", "field.on": "Wager", "field.box": "Box", "field.declared": "Chips left, as the player says", "field.hand": "Hand", "field.reason": "Reason", "field.about": "About", "field.coup": "Coup number", "field.note": "Note", "field.to": "To whom", "field.dealer": "Dealer who checks too",
  "form.do": "Do it", "form.bad-amount": "Write an amount such as 25 or 12.50.", "form.bad-card": "Write a card such as 7H or TD.", "form.bad-cards": "Write cards such as 7H TD, and ? for one that nobody saw.",

  "guide.button": "Irregularity", "guide.title": "Report an irregularity", "guide.search": "What happened?", "guide.search-hint": "Search: surplus, exposed, burn…", "guide.situation": "Situations", "guide.none": "No situation has these words.", "guide.note": "Note", "guide.answer-first": "Answer the questions: what must happen depends on them.", "guide.do": "Do it", "guide.call": "Call supervisor for this", "guide.known": "The table knows: {what}", "guide.rule": "What must happen", "guide.clause": "Clause", "guide.no-clause": "No clause speaks of it", "guide.decides": "Decides", "guide.dealer-decides": "The dealer reports it", "guide.tell": "Tell", "guide.or": " or ", "guide.waits": "Waits for: {who}", "guide.refused": "As it stands the table would say no:", "guide.done": "Done and recorded.", "guide.held": "Reported. Play is held until a supervisor decides.",
  "ask.exposed": "Was the card seen?", "ask.face_up": "How was it seen?", "ask.handled": "Has a player handled cards?", "ask.hand_complete": "Was the hand complete?", "ask.hand": "Whose hand?", "ask.burned": "Dealt or burned?", "ask.refused": "Does a player decline it?", "ask.in_doubt": "Error or doubt?", "ask.coup_over": "Is the coup over?", "ask.next_started": "Has the next coup begun?", "ask.rebuildable": "Can it be rebuilt?", "ask.paid": "Has money moved?", "ask.deal_correct": "Dealt correctly so far?", "ask.method": "Which way of dealing?", "ask.source": "Where do the cards come from?", "ask.in_shuffle": "When was it seen?", "ask.pre_shuffled": "Which cards?", "ask.enough_cards": "Are enough cards left?", "ask.damaged": "Are cards damaged?", "ask.when": "When was it found?", "ask.several": "One wager or several?", "ask.paid_for": "What was paid?", "ask.winning": "Did it win?", "ask.duties_kept": "Did the player keep the duties?", "ask.device": "What was it?", "ask.cause": "What is the cause?", "ask.placed": "Where does it lie?", "ask.cards": "What about the cards?", "ask.other_hand": "Whose hand?", "ask.restricted": "Who may place side bets?", "ask.asked": "Did a player ask for it?", "ask.forced_by": "Forced by what?",
  "need.card": "The card that came out", "need.cards": "The cards in their true order (? for one that nobody saw)", "need.hand": "Which hand", "need.box": "Which box", "need.player": "Which player", "need.on": "On which wager", "need.amount": "How much", "need.area": "On which playing area", "need.coup": "In which coup", "need.agreed": "Who agrees", "need.confirmed": "Could the true outcome be confirmed?", "need.damaged": "How many cards are damaged", "need.depth": "Cut after how many cards", "need.from_back": "Cutting card so many from the back",
  "role.casino operator": "Casino operator", "role.commission": "Commission", "role.member of staff": "Staff",
};
