/** Texts that one tab keeps across a reload, until the tab closes: the only user of sessionStorage. */
import { prefix } from "./local";

/** A key of the reviewers' console: the place to return to, the filters of the queue, the draft of a case. */
type TabKey = "console:returnTo" | "console:filters" | `console:draft:${number}`;

/** The texts that the browser refused to store. They end with the page. */
const memory = new Map<TabKey, string>();

/** Returns the text stored under `key`, or null. */
export function readTabText(key: TabKey): string | null {
  const held = memory.get(key);
  if (held !== undefined) return held;
  try {
    return window.sessionStorage.getItem(prefix + key);
  } catch {
    return null;
  }
}

/** Stores `text` under `key`; returns false if it will not survive a reload. */
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

/** Deletes the text stored under `key`. */
export function removeTabText(key: TabKey): void {
  memory.delete(key);
  try {
    window.sessionStorage.removeItem(prefix + key);
  } catch {
    // A browser that refuses to store has stored nothing.
  }
}

/** Returns the JSON value stored under `key`, or null if there is none or the text is not JSON. */
export function readTabJson(key: TabKey): unknown {
  const text = readTabText(key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Stores `value` as JSON under `key`; returns false if it will not survive a reload. */
export function writeTabJson(key: TabKey, value: unknown): boolean {
  return writeTabText(key, JSON.stringify(value));
}
