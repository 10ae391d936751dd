/** Recognises the crawlers of search engines and link previews, to which the app shows no error page. */

/** Words in crawlers' user agents. `[^u]` excludes the phones named CUBOT; `line-poker` is LINE's link preview. */
const botWords =
  /(?:^|[^u])bot\b|crawler|spider|slurp|facebookexternalhit|line-poker|whatsapp|embedly|preview/i;

export function isBot(userAgent: string): boolean {
  return botWords.test(userAgent);
}
