import { expect, it } from "vitest";
import { isBot } from "./bots";

it.each([
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "Mozilla/5.0 (compatible; bingbot/2.0)",
  "facebookexternalhit/1.1;line-poker/1.0",
  "Slackbot-LinkExpanding 1.0",
  "Twitterbot/1.0",
  "Mozilla/5.0 (compatible; YandexBot/3.0)",
  "WhatsApp/2.23",
  "Baiduspider+(+http://www.baidu.com/search/spider.htm)",
])("%s is a crawler or a preview", (userAgent) => {
  expect(isBot(userAgent)).toBe(true);
});

it.each([
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Line/14.5.0 LIFF",
  "Mozilla/5.0 (Linux; Android 10; CUBOT NOTE 20; wv) AppleWebKit/537.36 Line/14.5.0 LIFF",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36",
])("%s is a person", (userAgent) => {
  expect(isBot(userAgent)).toBe(false);
});
