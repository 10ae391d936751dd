/** LINE's proof was refused: one more login, and never a loop. */
import { loginToLineAgain } from "../liff/liff";
import { readText, removeStored, writeText } from "../storage/local";
import { keepFragment } from "./wanted-place";

/** Leaves for LINE's login unless that was tried already; says whether the page is being left. */
export function loginOnceMore(): boolean {
  // What would not survive the login could not keep it from coming back for ever.
  if (readText("secondLogin") !== null || !writeText("secondLogin", "tried")) return false;
  keepFragment(window.location);
  loginToLineAgain();
  return true;
}

/** The proof was accepted, or the person starts over: the next refusal may try again. */
export function forgetSecondLogin(): void {
  removeStored("secondLogin");
}
