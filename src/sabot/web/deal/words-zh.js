export default {
  "next.title": "下一步",
  "next.for-role": "由{role}執行。",
  "phase.closed": "已關枱", "phase.preparing": "備牌", "phase.betting": "投注中", "phase.dealing": "派牌中", "phase.settled": "已結算",
  "status.cards": "已派 {dealt} / {cards} 張", "status.last-coups": "尚餘 {left} 局", "status.float": "籌碼盤 {amount}", "status.clock": "投注剩餘時間",
  "say.result": "{result}：{counts}", "say.no-more-bets": "停止投注", "say.and": "，",
  "banner.take-down": "玩家可收回注碼（{clause}），之後繼續。",
  "banner.no-bet": "飛牌局：不接受投注（{clause}）。",
  "banner.void": "此局作廢（{clause}）。",
  "question.waiting": "等候{who}裁定：問題 {number}，{about}。牌局暫停。",
  "clock.now": "現已到期",

  "wait.bets": "玩家投注中", "wait.card": "下一張牌", "wait.counts": "宣告點數", "wait.result": "宣告結果", "wait.settle": "收賠注碼", "wait.clear": "收牌", "wait.shuffle": "洗牌", "wait.cut": "切牌", "wait.burn": "銷牌", "wait.check": "檢查牌張", "wait.cards": "更換牌張", "wait.decision": "等候玩家決定", "wait.expose": "玩家開牌中", "wait.supervisor": "等候主任", "wait.closed": "賭枱已關閉", "wait.take-down": "玩家可收回注碼",
  "decide.draw": "補牌", "decide.stand": "不補牌",

  "felt.no-cards": "枱面沒有牌", "felt.count": "點數 {total}", "felt.held": "在 {player} 手上", "felt.due": "下一張牌", "felt.stakes": "注碼", "felt.no-stakes": "枱面沒有注碼。", "felt.player": "玩家", "felt.on": "投注", "felt.amount": "有效注碼",
  "pay.title": "賠付", "pay.nobody": "無須賠付。", "pay.take": "收取", "pay.back": "退回",
  "colour.bronze": "銅色", "colour.white": "白色", "colour.pink": "粉紅色", "colour.red": "紅色", "colour.blue": "藍色", "colour.green": "綠色", "colour.black": "黑色", "colour.purple": "紫色", "colour.yellow": "黃色", "colour.orange": "橙色", "colour.teal": "青色", "colour.ivory": "象牙色",

  "entry.idle": "掃描或輸入牌張；只按 Enter 即執行下一步", "entry.deal-card": "派給{hand}的牌：輸入、掃描或點選", "entry.burn-cards": "翻開的銷牌", "entry.expose-cards": "{hand}：逐張輸入翻開的牌", "entry.pad": "牌張", "entry.cutting": "此牌之前出現切牌卡", "entry.no-card": "「{text}」不是牌張。請輸入點數與花色，例如 7H。", "entry.not-due": "未接受{card}：現在不須派牌。",

  "call.button": "呼叫主任", "call.title": "呼叫主任", "call.about": "事由", "call.more": "補充說明", "call.done": "已呼叫主任。", "call.waiting": "已呼叫主任：{reason}", "call.answer": "已到場", "call.note": "處理結果",
  "call.dispute": "玩家有爭議", "call.payment": "賠付有疑問", "call.float": "籌碼不足", "call.conduct": "玩家行為", "call.other": "請前來",

  "more.title": "更多", "more.calls": "宣告", "more.players": "代玩家操作",
  "do.to": "：",
  "do.place-your-bets": "請下注", "do.no-more-bets": "停止投注", "do.deal-card": "派牌", "do.announce-counts": "宣告點數", "do.announce-result": "宣告結果", "do.settle-wagers": "收賠注碼", "do.clear-cards": "收牌", "do.mark-point-total": "標示莊家點數", "do.resume-play": "繼續牌局",
  "do.shuffle": "洗牌", "do.cut-cards": "切牌", "do.burn-cards": "銷牌", "do.check-cards": "檢查牌張", "do.bring-cards": "更換牌張", "do.open-float": "開籌碼盤", "do.expose-cards": "開牌", "do.pass-card": "交一張牌",
  "do.join-table": "玩家入座", "do.buy-chips": "兌換籌碼", "do.place-wager": "代為投注", "do.withdraw-wager": "收回投注", "do.take-down": "取回注碼", "do.leave-table": "玩家離枱", "do.pass-hand": "交牌", "do.refuse-cards": "玩家拒絕牌", "do.return-hand": "收回牌", "do.forfeit-cards": "取走牌", "do.raise-dispute": "提出爭議", "do.remind-player": "提醒輸錢限額", "do.show-rules": "已出示規則",

  "field.player": "玩家", "field.chips": "籌碼", "field.place": "座位", "field.card": "玩家卡", "field.amount": "金額", "field.on": "投注", "field.box": "注區", "field.declared": "玩家申報餘下籌碼", "field.hand": "牌手", "field.reason": "理由", "field.about": "事由", "field.coup": "局數", "field.note": "備註", "field.to": "給誰", "field.dealer": "同檢荷官",
  "form.do": "執行", "form.bad-amount": "請輸入金額，例如 25 或 12.50。", "form.bad-card": "請輸入牌張，例如 7H 或 TD。", "form.bad-cards": "請輸入牌張，例如 7H TD；無人看見的牌用 ?。",

  "guide.button": "異常情況", "guide.title": "報告異常情況", "guide.search": "發生了甚麼事？", "guide.search-hint": "搜尋：多派、外露、銷牌…", "guide.situation": "情況", "guide.none": "沒有符合的情況。", "guide.note": "備註", "guide.answer-first": "請先回答問題，處理方法取決於答案。", "guide.do": "執行", "guide.call": "就此呼叫主任", "guide.known": "賭枱已知：{what}", "guide.rule": "處理方法", "guide.clause": "條文", "guide.no-clause": "沒有條文規定", "guide.decides": "決定者", "guide.dealer-decides": "由荷官報告", "guide.tell": "通知", "guide.or": " 或 ", "guide.waits": "等候：{who}", "guide.refused": "以現況，賭枱將拒絕：", "guide.done": "已執行並記錄。", "guide.held": "已報告。牌局暫停，等候主任裁定。",
  "ask.exposed": "牌有被看見嗎？", "ask.face_up": "如何被看見？", "ask.handled": "玩家有碰過牌嗎？", "ask.hand_complete": "該手牌是否已完成？", "ask.hand": "哪一手牌？", "ask.burned": "派出還是銷去？", "ask.refused": "有玩家拒絕嗎？", "ask.in_doubt": "錯誤還是疑問？", "ask.coup_over": "此局結束了嗎？", "ask.next_started": "下一局開始了嗎？", "ask.rebuildable": "可以重組嗎？", "ask.paid": "款項已轉移嗎？", "ask.deal_correct": "至今派牌正確嗎？", "ask.method": "派牌方式？", "ask.source": "牌從何來？", "ask.in_shuffle": "何時看見？", "ask.pre_shuffled": "哪種牌？", "ask.enough_cards": "牌張足夠嗎？", "ask.damaged": "牌有損壞嗎？", "ask.when": "何時發現？", "ask.several": "單注還是多注？", "ask.paid_for": "賠付甚麼？", "ask.winning": "贏了嗎？", "ask.duties_kept": "玩家有守責嗎？", "ask.device": "是甚麼？", "ask.cause": "原因？", "ask.placed": "注碼在哪裏？", "ask.cards": "牌的情況？", "ask.other_hand": "誰的牌？", "ask.restricted": "誰可下旁注？", "ask.asked": "有玩家要求嗎？", "ask.forced_by": "因何而起？",
  "need.card": "出現的牌", "need.cards": "牌的真正次序（無人看見用 ?）", "need.hand": "哪一手牌", "need.box": "哪個注區", "need.player": "哪位玩家", "need.on": "哪項投注", "need.amount": "多少", "need.area": "哪個投注區域", "need.coup": "哪一局", "need.agreed": "誰同意", "need.confirmed": "真正結果能否確認？", "need.damaged": "損壞牌數", "need.depth": "切在第幾張之後", "need.from_back": "切牌卡距末張數",
  "role.casino operator": "娛樂場經營者", "role.commission": "監管委員會", "role.member of staff": "員工",
};
