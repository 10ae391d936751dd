/** The tap on the button of the first screen, if it came before the app. The script in `index.html` notes its time. */
import { readTabText, removeTabText } from "#/storage/tab";

/** An older tap may be that of another person with the same phone. */
const limitMs = 10 * 60_000;

export function hasEarlyStart(): boolean {
  const tappedAtMs = Number(readTabText("started"));
  return Math.abs(Date.now() - tappedAtMs) < limitMs;
}

/** Returns true, once, if the person has tapped the button. */
export function takeEarlyStart(): boolean {
  const hasStarted = hasEarlyStart();
  removeTabText("started");
  return hasStarted;
}
