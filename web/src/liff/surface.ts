/** Where the page is open, as far as the browser's name tells. */

export type Surface = "liff" | "lineBrowser" | "elsewhere";

/** LINE's own browser calls itself `Line/…`, and `Line/… LIFF` inside a LIFF view. */
export function surfaceOf(userAgent: string): Surface {
  if (!/\bLine\//.test(userAgent)) return "elsewhere";
  return /\bLIFF\b/.test(userAgent) ? "liff" : "lineBrowser";
}
