export default {
  "room.standings": "Standings",
  "room.seats": "Seats of the next session",
  "room.next": "Next session {time}",
  "room.playing": "Session {number} is on",
  "room.places": "Final places",
  "room.pool": "Prize pool {pool}",
  "room.entries": "{number} players",
  "room.table": "Table {table}",
  "room.box": "Box {box}",
  "room.in": "Starts in {time}",
  "room.full": "Full screen",
};
