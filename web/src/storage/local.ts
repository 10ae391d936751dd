/** Reads and writes localStorage for the whole app. Keeps in memory the texts that the browser refuses to store. */

/** A key that belongs to the device and not to an account. The keys of accounts come from the table in `records.ts`. */
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

/** The key of an account's record: the LINE user id, a colon, and the name of the record. */
export type AccountKey = `${string}:${string}`;

export type StorageKey = DeviceKey | AccountKey;

export const prefix = "enmusubi:";

/**
 * The texts that localStorage refused to store. A write fails if localStorage is full, in private windows and in some
 * embedded browsers. The form must still work there until the page closes.
 */
const memory = new Map<StorageKey, string>();

// Another window stored or deleted a text, so the text in memory is outdated. A null key stands for all keys.
window.addEventListener("storage", ({ key }) => {
  if (key === null) memory.clear();
  else if (key.startsWith(prefix)) memory.delete(key.slice(prefix.length) as StorageKey);
});

/** Calls the listener when another window stores a text under `key`, but not when another window deletes the text. */
export function onStoredElsewhere(key: StorageKey, listener: (text: string) => void): () => void {
  const heed = (event: StorageEvent) => {
    if (event.key === prefix + key && event.newValue !== null) listener(event.newValue);
  };
  window.addEventListener("storage", heed);
  return () => window.removeEventListener("storage", heed);
}

export const heldInMemory = (): ReadonlyMap<StorageKey, string> => memory;

export function readText(key: StorageKey): string | null {
  const held = memory.get(key);
  if (held !== undefined) return held;
  try {
    return window.localStorage.getItem(prefix + key);
  } catch {
    return null;
  }
}

/** Returns false if the browser refused to store the text. A reload then loses the text. */
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

export function removeStored(key: StorageKey): void {
  memory.delete(key);
  try {
    window.localStorage.removeItem(prefix + key);
  } catch {
    // The browser refuses all access to localStorage, so the text was never stored there.
  }
}

/**
 * Stores the texts and deletes the old keys. If localStorage has no room for the texts, restores all keys and returns
 * false.
 */
export function replaceTexts(
  oldKeys: readonly StorageKey[],
  texts: ReadonlyMap<StorageKey, string>,
): boolean {
  const before = [...oldKeys, ...texts.keys()].map((key) => [key, readText(key)] as const);
  const writeAll = () => Array.from(texts, ([key, text]) => writeText(key, text)).every(Boolean);
  const hadRoom = writeAll();
  for (const key of oldKeys) removeStored(key);
  // A full store may have room for the texts after the old keys are deleted.
  if (hadRoom || writeAll()) return true;
  for (const key of texts.keys()) removeStored(key);
  for (const [key, text] of before) {
    if (text !== null) writeText(key, text);
  }
  return false;
}

export function readJson(key: StorageKey): unknown {
  const text = readText(key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

export function writeJson(key: StorageKey, value: unknown): boolean {
  return writeText(key, JSON.stringify(value));
}

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
