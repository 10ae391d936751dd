/** Decodes a thumbhash: the tiny blurred version that the server sends with a photo's URL. */
import { thumbHashToDataURL } from "thumbhash";

/** Returns a data URL, or null if the text is no thumbhash. The text is empty for a file that is no picture. */
export function thumbhashUrl(thumbhash: string): string | null {
  if (thumbhash === "") return null;
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (char) => char.charCodeAt(0)));
  } catch {
    return null;
  }
}
