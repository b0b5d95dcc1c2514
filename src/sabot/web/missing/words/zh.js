export default {
  "missing.title": "沒有此頁",
  "missing.text": "網址可能有誤，或頁面已不存在。",
  "missing.home": "返回大廳",
};
