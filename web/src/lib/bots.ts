/** Crawlers of search engines and link previews, which want no page that says sorry. */

/** Words of their user agents, but for the phones called CUBOT; LINE's own preview calls itself `line-poker`. */
const words =
  /(?:^|[^u])bot\b|crawler|spider|slurp|facebookexternalhit|line-poker|whatsapp|embedly|preview/i;

export function isBot(userAgent: string): boolean {
  return words.test(userAgent);
}
