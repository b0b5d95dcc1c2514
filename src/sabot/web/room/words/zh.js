export default {
  "room.standings": "排名",
  "room.seats": "下一節座位",
  "room.next": "下一節 {time}",
  "room.playing": "第 {number} 節進行中",
  "room.places": "最終名次",
  "room.pool": "獎金池 {pool}",
  "room.entries": "{number} 名參賽者",
  "room.table": "{table} 桌",
  "room.box": "{box} 號位",
  "room.in": "{time} 後開始",
  "room.full": "全螢幕",
};
