/**
 * The tap on the button of the first screen, which is the consent, until the form has taken it. The script in
 * `index.html` notes the time of a tap that comes before the app has started; the app notes each later tap.
 */
import { useSyncExternalStore } from "react";
import { readTabText, removeTabText, writeTabText } from "#/storage/tab";

/** An older tap may be that of another person with the same phone. */
const limitMs = 10 * 60_000;

export function hasEarlyStart(): boolean {
  const tappedAtMs = Number(readTabText("started"));
  return Math.abs(Date.now() - tappedAtMs) < limitMs;
}

export function noteEarlyStart(): void {
  writeTabText("started", String(Date.now()));
}

/** Call this once the tap has had its effect, and for a member: the tap must not count for the next person. */
export function forgetEarlyStart(): void {
  removeTabText("started");
}

/**
 * Returns true once the person has tapped. A person may tap the first screen of the HTML while React draws the screen of
 * the app below, so a component that reads the note only once could miss the tap.
 */
export const useEarlyStart = () => useSyncExternalStore(watchTaps, hasEarlyStart);

/** A click reaches the document after the button, whose handler has noted the tap by then. */
function watchTaps(onTap: () => void): () => void {
  document.addEventListener("click", onTap);
  return () => document.removeEventListener("click", onTap);
}
