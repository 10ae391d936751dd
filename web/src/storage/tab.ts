/** Stores texts in sessionStorage, where one tab keeps them until it closes. No other file uses sessionStorage. */
import { prefix } from "./local";

/**
 * The time of a tap that came before the app, or a key of the console: the address to open after the sign-in, the
 * queue's filters, or a case's draft decision.
 */
type TabKey = "started" | "console:returnTo" | "console:filters" | `console:draft:${number}`;

const memory = new Map<TabKey, string>();

export function readTabText(key: TabKey): string | null {
  const held = memory.get(key);
  if (held !== undefined) return held;
  try {
    return window.sessionStorage.getItem(prefix + key);
  } catch {
    return null;
  }
}

/** Returns false if the browser refused to store the text. A reload then loses the text. */
export function writeTabText(key: TabKey, text: string): boolean {
  try {
    window.sessionStorage.setItem(prefix + key, text);
    memory.delete(key);
    return true;
  } catch {
    memory.set(key, text);
    return false;
  }
}

export function removeTabText(key: TabKey): void {
  memory.delete(key);
  try {
    window.sessionStorage.removeItem(prefix + key);
  } catch {
    // The browser refuses all access to sessionStorage, so the text was never stored there.
  }
}

export function readTabJson(key: TabKey): unknown {
  const text = readTabText(key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

export function writeTabJson(key: TabKey, value: unknown): boolean {
  return writeTabText(key, JSON.stringify(value));
}
