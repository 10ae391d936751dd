/** Recognises crawlers of search engines and link previews, which get no error page. */

/** Words of their user agents, without the phones named CUBOT; `line-poker` is LINE's own preview. */
const botWords =
  /(?:^|[^u])bot\b|crawler|spider|slurp|facebookexternalhit|line-poker|whatsapp|embedly|preview/i;

export function isBot(userAgent: string): boolean {
  return botWords.test(userAgent);
}
