"""What the fixed words of a log are called in English and in traditional Chinese.

The pages read the same files: the names of wagers, situations and outcomes have one source in each
language.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec

from sabot.rulebooks import EDITIONS
from sabot.rules.outcomes import Outcome
from sabot.rules.situations import CIRCUMSTANCES, SITUATIONS

LANGUAGES: Final = ("en", "zh")

ENGLISH: Final = {
    "somebody": "Somebody",
    "faces.up": "face up",
    "faces.down": "face down",
    "no card": "A card face down",
    "unseen": "an unseen card",
    "eases": ", from {moment} on; until then it stays at {amount}",
    "hand.player": "Player",
    "hand.banker": "Banker",
    "hand.dealer": "dealer's",
    "hand.box": "box {box}",
    "to.dealer": "the dealer",
    "to.box": "box {box}",
    "total.dealer": "Dealer",
    "total.box": "Box {box}:",
    "wins.player": "Player wins",
    "wins.banker": "Banker wins",
    "wins.dealer": "the dealer wins",
    "wins.tie": "a tie",
    "decides.draw": "draws",
    "decides.stand": "stands",
    "laid": "{amount} on {wager}{place}",
    "place.box": ", box {place}",
    "place.area": ", place {place}",
    "whose": "{player}'s {stake}",
    "unwritten": "form without type or amount",
    "cut": "{stake} to {live}",
    "stake": "stake {sequence}",
    "owed": "{player} {amount}",
    "loss.lost": "{amount} lost",
    "loss.won": "{amount} won",
    "loss.even": "nothing won or lost",
    "gain.up": "{amount} back to the player",
    "gain.down": "{amount} back to the house",
    "too.much": "too much",
    "too.little": "too little",
    "meant.yes": "it was meant",
    "meant.no": "it was not meant",
    "settled": "{count} wagers are settled",
    "settled.one": "1 wager is settled",
    "settled.none": "No wager is settled",
    "tickets": "{count} tickets",
    "tickets.one": "1 ticket",
    "struck": "table {table}, coup {coup}",
    "publicity.marketing": "Marketing names the terms",
    "publicity.available": "The terms can be had",
    "way.face-to-face": "word of mouth",
    "way.mail": "mail",
    "way.telephone": "telephone",
    "way.e-mail": "e-mail",
    "cause.absent": "who is not there",
    "cause.ineligible": "who may not have it",
    "cause.unclaimed": "who has not claimed it",
    "cause.declined": "who has declined it",
    "decision.postpone": "it is postponed",
    "decision.cancel the draw": "the draw is cancelled",
    "paid-by.cash": "in cash",
    "paid-by.cheque": "by cheque",
    "paid-by.transfer": "by transfer",
    "step.commit-draw": "binding the house to the draw",
    "step.close-list": "closing the list",
    "step.open-order": "opening the draw",
    "step.pass-over": "passing a winner over",
    "step.hand-over": "handing over a prize",
    "step.confirm-statement": "confirming a statement",
    "step.enter-by-form": "an entry by form",
    "step.claim-prize": "claiming a prize",
    "cards-count": "{count} cards",
    "cards-count.one": "1 card",
    "coups-count": "{count} coups",
    "coups-count.one": "1 coup",
    "a": "a {role}",
    "an": "an {role}",
    "something": "something",
    "known.yes": ", the true outcome is known",
    "known.no": ", the true outcome cannot be confirmed",
    "need.check": "the cards are checked",
    "need.handled": "the cards are replaced, for players have handled them",
    "need.replace": "the cards are replaced",
    "attempt.identify": "somebody tries to identify the patron",
    "attempt.contact": "somebody tries to contact the patron",
    "attempt.reimburse": "somebody tries to reimburse the patron",
    "attempt.request": "somebody asks for it back",
    "attempt.impractical": "it is not practicable",
    "measure.void": "wagers void",
    "measure.bar": "barred from the game",
    "measure.exclude": "excluded from the casino",
    "measure.detain": "detained",
    "none": "no more",
    "close": "the closing of the table",
    "variant": "another pay scheme",
    "protection": "the end of old minimums",
    "both hands": "a bet on both hands",
    "riffle": "a riffle of pre-shuffled cards",
    "nominate": "others turn the cards",
    "standing": "cards for one who stands",
    "shoe": "card shoe",
    "device": "shuffling device",
    "role.commission": "commission",
}

CHINESE: Final = {
    "somebody": "有人",
    "faces.up": "明牌",
    "faces.down": "暗牌",
    "no card": "一張暗牌",
    "unseen": "一張未見的牌",
    "eases": "，由 {moment} 起生效；之前仍為 {amount}",
    "hand.player": "閒",
    "hand.banker": "莊",
    "hand.dealer": "荷官",
    "hand.box": "{box} 號注區",
    "total.dealer": "荷官",
    "total.box": "{box} 號注區：",
    "wins.player": "閒贏",
    "wins.banker": "莊贏",
    "wins.dealer": "荷官贏",
    "wins.tie": "和",
    "decides.draw": "補牌",
    "decides.stand": "停牌",
    "laid": "{amount}（{wager}{place}）",
    "place.box": "，{place} 號注區",
    "place.area": "，{place} 號座",
    "whose": "{player} 的 {stake}",
    "unwritten": "未填妥的表格",
    "cut": "{stake}減至 {live}",
    "stake": "第 {sequence} 注",
    "owed": "{player} {amount}",
    "loss.lost": "輸 {amount}",
    "loss.won": "贏 {amount}",
    "loss.even": "不輸不贏",
    "gain.up": "退還玩家 {amount}",
    "gain.down": "退還娛樂場 {amount}",
    "too.much": "多付",
    "too.little": "少付",
    "meant.yes": "故意",
    "meant.no": "並非故意",
    "settled": "結算 {count} 注",
    "settled.none": "沒有注碼結算",
    "tickets": "{count} 張抽獎券",
    "struck": "賭枱 {table} 第 {coup} 局",
    "publicity.marketing": "宣傳品提及條款",
    "publicity.available": "條款可於以下取得",
    "way.face-to-face": "面談",
    "way.mail": "郵寄",
    "way.telephone": "電話",
    "way.e-mail": "電郵",
    "cause.absent": "因其不在場",
    "cause.ineligible": "因其不合資格",
    "cause.unclaimed": "因其未申領",
    "cause.declined": "因其放棄",
    "decision.postpone": "延期",
    "decision.cancel the draw": "取消抽獎",
    "paid-by.cash": "現金",
    "paid-by.cheque": "支票",
    "paid-by.transfer": "轉帳",
    "step.commit-draw": "承諾抽獎",
    "step.close-list": "截止名單",
    "step.open-order": "開封抽獎",
    "step.pass-over": "越過得獎者",
    "step.hand-over": "交付獎品",
    "step.confirm-statement": "確認陳述",
    "step.enter-by-form": "以表格參加",
    "step.claim-prize": "申領獎品",
    "cards-count": "{count} 張牌",
    "coups-count": "{count} 局",
    "a": "{role}",
    "something": "某事",
    "known.yes": "，真實結果可確認",
    "known.no": "，真實結果無法確認",
    "paid.wager": "注碼",
    "paid.cash change": "現金兌換",
    "paid.colour change": "籌碼兌換",
    "need.check": "檢查牌張",
    "need.handled": "換牌，因玩家曾接觸",
    "need.replace": "換牌",
    "attempt.identify": "嘗試辨認顧客",
    "attempt.contact": "嘗試聯絡顧客",
    "attempt.reimburse": "嘗試補付顧客",
    "attempt.request": "要求退還",
    "attempt.impractical": "不可行",
    "measure.void": "注碼作廢",
    "measure.bar": "禁止參與",
    "measure.exclude": "逐出娛樂場",
    "measure.detain": "扣留",
    "none": "不再設限",
    "layout": "枱布",
    "odds sign": "賠率告示",
    "written approval (1.1)": "書面批准（1.1）",
    "written approval (9.2)": "書面批准（9.2）",
    "card shoe or shuffling device": "牌靴或洗牌機",
    "shuffling device": "洗牌機",
    "discard rack for six decks": "六副牌的棄牌架",
    "discard rack for eight decks": "八副牌的棄牌架",
    "float tray": "籌碼盤",
    "marker button": "標記鈕",
    "printed 7": "印上的 7",
    "Tie areas": "和注區",
    "areas marked 7's": "標示 7’s 的注區",
    "advice on how to play": "指導玩法",
    "advice that was not asked for": "未經請求的意見",
    "advice in a tournament": "賽事中的意見",
    "private bets": "私下對賭",
    "cards held away from the layout": "持牌離開枱面",
    "minimum": "最低注額",
    "limits": "限額",
    "differential": "差額",
    "close": "關枱",
    "variant": "賠付方式",
    "protection": "終止舊最低注額",
    "both hands": "同時投注兩手",
    "burn": "銷牌",
    "riffle": "再洗預洗牌",
    "nominate": "由他人開牌",
    "standing": "交牌予站立玩家",
    "face down": "牌面向下",
    "shown on request": "應要求出示",
    "counted": "按點數",
    "up": "明牌",
    "down": "暗牌",
    "red": "紅色",
    "blue": "藍色",
    "casino": "娛樂場",
    "angel": "Angel",
    "shoe": "牌靴",
    "device": "洗牌機",
    "cash": "現金",
    "cashless": "無現金",
    "debit card": "扣帳卡",
    "eftpos": "電子轉帳",
    "bank transfer": "銀行轉帳",
    "cheque": "支票",
    "winnings": "彩金",
    "transfer": "內部轉帳",
    "deposit": "存款",
    "loss": "輸錢",
    "day": "日",
    "week": "週",
    "month": "月",
    "commission": "佣金",
    "even-money": "一賠一",
    "non-commission": "免佣",
    "disturbance": "滋擾",
    "fraud": "欺詐",
    "impractical": "無法繼續",
    "at once": "立即",
    "as soon as possible": "盡快",
    "as soon as practicable": "在切實可行範圍內盡快",
    "no time stated": "未定期限",
    "beforehand": "事前",
    "in the daily summary or as a breach report": "列入每日摘要或作違規報告",
    "by the end of the month": "月底前",
    "within 48 hours": "48 小時內",
    "within 2 days": "兩日內",
    "24 hours before": "24 小時前",
    "role.player": "玩家",
    "role.dealer": "荷官",
    "role.commission": "監管委員會",
    "role.gaming supervisor": "博彩主任",
    "role.casino supervisor": "娛樂場主任",
    "role.assistant gaming manager": "助理博彩經理",
    "role.gaming manager": "博彩經理",
    "role.duty manager": "值班經理",
    "role.casino operator": "娛樂場經營者",
    "role.tournament manager": "賽事經理",
    "role.tournament director": "賽事總監",
    "role.surveillance": "監控",
    "role.inspector": "督察",
    "role.winner": "得獎者",
    "role.claimant": "申領人",
    "role.complainant": "投訴人",
    "role.administrator": "管理員",
    "role.member of staff": "員工",
    "role.cashier": "帳房",
    "role.cashier or casino supervisor": "帳房或娛樂場主任",
    "role.administrator or inspector": "管理員或督察",
}


@dataclass(frozen=True)
class Tongue:
    """One language: its fixed words, and the names that rulebooks give to things."""

    words: Mapping[str, str]
    wagers: Mapping[str, str]
    situations: Mapping[str, str]
    outcomes: Mapping[str, str]
    circumstances: Mapping[str, Mapping[str, str]]
    titles: Mapping[str, str]
    between: str

    def word(self, text: str, kind: str = "") -> str:
        """A fixed word of the log, perhaps of one kind such as a role; English words are told as
        they are."""
        found = self.words.get(f"{kind}.{text}") if kind else None
        return found or self.words.get(text) or text.replace("-", " ")

    def phrase(self, key: str, **fields: object) -> str:
        return self.words[key].format(**fields)

    def counted(self, key: str, count: int) -> str:
        """So many of something, in the number that the language asks for."""
        one = f"{key}.one" if count == 1 and f"{key}.one" in self.words else key
        return self.words[one].format(count=count)


@cache
def tongue(language: str) -> Tongue:
    if language == "zh":
        rules, wagers = _read("staff/words/rules-zh.json"), _read("layouts/wagers-zh.json")
        titles = {each.title: rules["situations"][each.name] for each in SITUATIONS}
        return Tongue(
            CHINESE,
            wagers,
            rules["situations"],
            rules["outcomes"],
            rules["circumstances"],
            titles,
            "、",
        )
    return Tongue(
        ENGLISH,
        {
            id_: name
            for editions in EDITIONS.values()
            for book in editions.values()
            for id_, name in book.names.items()
        },
        {each.name: each.title for each in SITUATIONS},
        {each.name: each.value.said for each in Outcome},
        {
            name: {answer(value): words for value, words in answers.items()}
            for name, answers in CIRCUMSTANCES.items()
        },
        {},
        ", ",
    )


def answer(value: object) -> str:
    """A circumstance's value as the word files have it.

    >>> answer(True), answer("no money")
    ('true', 'no money')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def _read(name: str) -> Any:
    return msgspec.json.decode((files("sabot") / "web" / name).read_bytes())
