/** Logs in to LINE once more after the server refused LINE's ID token. A stored mark prevents a loop of logins. */
import { loginToLineAgain } from "#/liff/liff";
import { readText, removeStored, writeText } from "#/storage/local";
import { storeFragment } from "./return-to";

/** Leaves for LINE's login unless the app has tried that before. Returns true if the page is leaving. */
export function retryLineLogin(): boolean {
  // Stay on the page if the browser cannot store the mark, because each login would lead to another login.
  if (readText("secondLogin") !== null || !writeText("secondLogin", "tried")) return false;
  storeFragment(window.location);
  loginToLineAgain();
  return true;
}

/** Allows another login. Call it when the server accepted the ID token, or when the person starts over. */
export function resetLineLoginRetry(): void {
  removeStored("secondLogin");
}
