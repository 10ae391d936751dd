/** LINE's proof was refused: one more login, and never a loop. */
import { loginToLineAgain } from "../liff/liff";
import { readText, removeStored, writeText } from "../storage/local";
import { keepFragment } from "./wanted-place";

/** Leaves for LINE's login unless that was tried already; says whether the page is being left. */
export function loginOnceMore(): boolean {
  if (readText("secondLogin") !== null) return false;
  writeText("secondLogin", "tried");
  keepFragment(window.location);
  loginToLineAgain();
  return true;
}

/** The proof was accepted, or the person starts over: the next refusal may try again. */
export function forgetSecondLogin(): void {
  removeStored("secondLogin");
}
