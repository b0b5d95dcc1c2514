/** Boards show their names in both languages, as tables do. */
export const NAMES = {
  bead: { en: "Bead plate", zh: "珠盤路" },
  big: { en: "Big road", zh: "大路" },
  big_eye: { en: "Big eye boy", zh: "大眼仔" },
  small: { en: "Small road", zh: "小路" },
  cockroach: { en: "Cockroach pig", zh: "曱甴路" },
  if_banker: { en: "If Banker next", zh: "莊問路" },
  if_player: { en: "If Player next", zh: "閒問路" },
  player: { en: "Player", zh: "閒" },
  banker: { en: "Banker", zh: "莊" },
  tie: { en: "Tie", zh: "和" },
  natural: { en: "Natural", zh: "天牌" },
  player_pair: { en: "Player pair", zh: "閒對" },
  banker_pair: { en: "Banker pair", zh: "莊對" },
};
