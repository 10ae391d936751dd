/** The kind of browser that shows the page, according to its user agent. */

export type Surface = "liff" | "lineBrowser" | "elsewhere";

/** The user agent of LINE's browser has `Line/…`, and also `LIFF` inside a LIFF view. */
export function surfaceOf(userAgent: string): Surface {
  if (!/\bLine\//.test(userAgent)) return "elsewhere";
  return /\bLIFF\b/.test(userAgent) ? "liff" : "lineBrowser";
}
