/** The only reader and writer of localStorage: prefixed keys, and memory where the browser refuses. */

/** Every key this app keeps; a new one is named here first. */
export type StorageKey =
  | "outbox"
  | "registerForm"
  | "registerFormAside"
  | "registerFormUnread"
  | "registerPage"
  | "redirectPath"
  | "profilePhotos"
  | "debug"
  | "language"
  | "mockIsFriend"
  | "mockUserId"
  | "registrationTicket"
  | "reloadedAt"
  | "secondLogin"
  | "resubmission"
  | "workEmail";

export const prefix = "enmusubi:";

/**
 * What localStorage would not take. Private windows, a full store and embedded browsers with storage
 * switched off all throw; the form must then still work until the page closes.
 */
const memory = new Map<StorageKey, string>();

export const heldInMemory = (): ReadonlyMap<StorageKey, string> => memory;

/** The text stored under `key`, or null. */
export function readText(key: StorageKey): string | null {
  const held = memory.get(key);
  if (held !== undefined) return held;
  try {
    return window.localStorage.getItem(prefix + key);
  } catch {
    return null;
  }
}

/** Stores `text` under `key`; false when it will not survive a reload. */
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

/** Forgets what is stored under `key`. */
export function removeStored(key: StorageKey): void {
  memory.delete(key);
  try {
    window.localStorage.removeItem(prefix + key);
  } catch {
    // Nothing was stored where storing is refused.
  }
}

/** The JSON value stored under `key`; null when there is none or it is not JSON. */
export function readJson(key: StorageKey): unknown {
  const text = readText(key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Stores `value` as JSON under `key`; false when it will not survive a reload. */
export function writeJson(key: StorageKey, value: unknown): boolean {
  return writeText(key, JSON.stringify(value));
}

/** Calls `onChange` when another window of this browser changed what is stored under `key`. */
export function watchKey(key: StorageKey, onChange: () => void): () => void {
  const listen = (event: StorageEvent) => {
    // Without a key everything was cleared.
    if (event.key === prefix + key || event.key === null) onChange();
  };
  window.addEventListener("storage", listen);
  return () => window.removeEventListener("storage", listen);
}
