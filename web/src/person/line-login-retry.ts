/** Logs in to LINE once more after the server refused LINE's ID token, and never in a loop. */
import { loginToLineAgain } from "#/liff/liff";
import { readText, removeStored, writeText } from "#/storage/local";
import { storeFragment } from "./return-to";

/** Leaves for LINE's login unless the app has tried that already. Returns whether the page is leaving. */
export function retryLineLogin(): boolean {
  // A mark that would not survive the login could not end a loop of logins.
  if (readText("secondLogin") !== null || !writeText("secondLogin", "tried")) return false;
  storeFragment(window.location);
  loginToLineAgain();
  return true;
}

/** Allows another retry: the server accepted the ID token, or the person starts over. */
export function resetLineLoginRetry(): void {
  removeStored("secondLogin");
}
