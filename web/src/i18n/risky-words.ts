/**
 * Finds words in a note that are typical of the beginning of a fraud. The page warns the member and reports nothing.
 */

/** The patterns name money, investments, and a move to another app. */
const risky = [
  /\b(bank|bitcoin|btc|usdt|crypto\w*|forex|invest(?:ing|ments?|ors?|s|ed)?|gift ?cards?|wire transfer|western union|loan)\b/i,
  // The patterns do not match "we chat" or "a bad signal", which occur in harmless conversations.
  /\b(what['’]?s ?app|telegram|wechat|kakao ?talk|(on|use|via) signal|add me (on|at|elsewhere))\b/i,
  /匯款|轉帳|帳號|銀行|投資|虛擬貨幣|加密貨幣|比特幣|博弈|儲值|點數卡|借錢|微信|電報群|加我/,
  /振り?込|送金|口座|銀行|投資|仮想通貨|暗号資産|ビットコイン|ギフトカード|借金|お金を貸|カカオトーク|テレグラム/,
];

export function isRisky(text: string): boolean {
  const normal = text.normalize("NFKC");
  return risky.some((pattern) => pattern.test(normal));
}
