/**
 * The tap on the button of the first screen, if it came before the form. The script in `index.html` notes its time. A
 * browser that refuses the storage of the tab needs no other note: LINE's SDK does not start there.
 */
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
