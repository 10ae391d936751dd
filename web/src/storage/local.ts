/** The only reader and writer of localStorage: prefixed keys, and memory where the browser refuses. */

/** A key that belongs to the device. The keys of an account are in the table of `records.ts`. */
type DeviceKey =
  | "accounts"
  | "consoleKeys"
  | "debug"
  | "deletions"
  | "language"
  | "mockIsFriend"
  | "mockUserId"
  | "redirectPath"
  | "reloadedAt"
  | "secondLogin";

/** The key of a record of an account: its LINE user id, and the name of the record. */
export type AccountKey = `${string}:${string}`;

export type StorageKey = DeviceKey | AccountKey;

export const prefix = "enmusubi:";

/**
 * The texts that localStorage refused. Private windows, a full store and embedded browsers with
 * storage switched off all throw; the form must then still work until the page closes.
 */
const memory = new Map<StorageKey, string>();

// Another window has stored a newer text, or deleted it. The key is null if it deleted all of them.
window.addEventListener("storage", ({ key }) => {
  if (key === null) memory.clear();
  else if (key.startsWith(prefix)) memory.delete(key.slice(prefix.length) as StorageKey);
});

/**
 * Calls the listener when another window stores a text under `key`; not when it deletes the text.
 * Returns the function that stops this.
 */
export function onStoredElsewhere(key: StorageKey, listener: (text: string) => void): () => void {
  const heed = (event: StorageEvent) => {
    if (event.key === prefix + key && event.newValue !== null) listener(event.newValue);
  };
  window.addEventListener("storage", heed);
  return () => window.removeEventListener("storage", heed);
}

export const heldInMemory = (): ReadonlyMap<StorageKey, string> => memory;

/** Returns the text stored under `key`, or null. */
export function readText(key: StorageKey): string | null {
  const held = memory.get(key);
  if (held !== undefined) return held;
  try {
    return window.localStorage.getItem(prefix + key);
  } catch {
    return null;
  }
}

/** Stores `text` under `key`; returns false if it will not survive a reload. */
export function writeText(key: StorageKey, text: string): boolean {
  try {
    window.localStorage.setItem(prefix + key, text);
    memory.delete(key);
    return true;
  } catch {
    memory.set(key, text);
    return false;
  }
}

/** Deletes the text stored under `key`. */
export function removeStored(key: StorageKey): void {
  memory.delete(key);
  try {
    window.localStorage.removeItem(prefix + key);
  } catch {
    // A browser that refuses to store has stored nothing.
  }
}

/**
 * Stores the texts under their keys, and deletes the old keys. If the store has no room, everything
 * stays as it was, and the function returns false.
 */
export function replaceTexts(
  oldKeys: readonly StorageKey[],
  texts: ReadonlyMap<StorageKey, string>,
): boolean {
  const before = [...oldKeys, ...texts.keys()].map((key) => [key, readText(key)] as const);
  const writeAll = () => Array.from(texts, ([key, text]) => writeText(key, text)).every(Boolean);
  const hadRoom = writeAll();
  for (const key of oldKeys) removeStored(key);
  // A full store has room for the texts once the old ones are gone.
  if (hadRoom || writeAll()) return true;
  for (const key of texts.keys()) removeStored(key);
  for (const [key, text] of before) {
    if (text !== null) writeText(key, text);
  }
  return false;
}

/** Returns the JSON value stored under `key`, or null if there is none or the text is not JSON. */
export function readJson(key: StorageKey): unknown {
  const text = readText(key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Stores `value` as JSON under `key`; returns false if it will not survive a reload. */
export function writeJson(key: StorageKey, value: unknown): boolean {
  return writeText(key, JSON.stringify(value));
}

/** Returns every key in storage and in memory. */
export function listKeys(): StorageKey[] {
  return [...new Set([...storedKeys(), ...memory.keys()])];
}

function storedKeys(): StorageKey[] {
  try {
    return Object.keys(window.localStorage).flatMap((name) =>
      name.startsWith(prefix) ? [name.slice(prefix.length) as StorageKey] : [],
    );
  } catch {
    return [];
  }
}
