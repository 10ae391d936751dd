/** The blurred version of a photo that the server sends with its URL. */
import { thumbHashToDataURL } from "thumbhash";

/** Returns a data URL, or null for a text that is no thumbhash, such as the empty one of a file that is no picture. */
export function thumbhashUrl(thumbhash: string): string | null {
  if (thumbhash === "") return null;
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (char) => char.charCodeAt(0)));
  } catch {
    return null;
  }
}
