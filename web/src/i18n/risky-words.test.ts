import { expect, it } from "vitest";
import { isRisky } from "./risky-words";

it.each([
  "Do you invest in Bitcoin?",
  "My investments doubled in a week",
  "I know a good CRYPTO exchange",
  "cryptocurrency is easy",
  "Could you buy me a gift card?",
  "Send it by wire transfer",
  "I need a loan until Friday",
  "Let us move to WhatsApp",
  "my What's App number",
  "What’s App?",
  "WeChat is better",
  "add me on Insta",
  "Are you on Signal?",
  "ＷｈａｔｓＡｐｐ",
  "可以先匯款給我嗎",
  "這個投資穩賺不賠",
  "加我微信聊",
  "買點數卡給我",
  "口座に振込してください",
  "振り込みをお願いします",
  "仮想通貨に興味ありますか",
  "カカオトークで話そう",
  "ﾃﾚｸﾞﾗﾑ やってる？",
])("warns of %j", (text) => {
  expect(isRisky(text)).toBe(true);
});

it.each([
  "",
  "Hello! Which mountain?",
  "Shall we chat tomorrow evening?",
  "I can't get signal up here",
  "What's appropriate to wear?",
  "Sorry, the signal is bad in the tunnel",
  "I read about the investigation",
  "What's up?",
  "We walked along the embankment",
  "I add milk on top",
  "https://example.com/photo",
  "週末想去陽明山，你呢？",
  "你喜歡喝咖啡還是茶？",
  "週末に山へ行きませんか",
  "送ってくれてありがとう",
  "ライン川を旅しました",
])("says nothing of %j", (text) => {
  expect(isRisky(text)).toBe(false);
});

it("gives the same answer when it is asked again", () => {
  expect([isRisky("bitcoin"), isRisky("bitcoin"), isRisky("bitcoin")]).toEqual([true, true, true]);
});
