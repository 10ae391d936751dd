/** Picked files kept in IndexedDB, each under its LINE user, with memory where IndexedDB is refused. */
import { createStore, delMany, get, keys, set, type UseStore } from "idb-keyval";
import { within } from "../lib/time-limit";

/** What the browser would not take, which lasts until the page closes. */
const memory = new Map<string, Blob>();
let store: UseStore | undefined;

/** After a stay in the background, some WebKit versions never answer. */
const limitMs = 5_000;

/**
 * A store that did not answer twice is not waited for again so soon by what can do without it: every
 * file would wait as long. Only reading has nowhere else to go.
 */
const restMs = 60_000;
let isSilentUntilMs = 0;

/** Bytes and type apart: some WebKit versions lose the link to a stored File after a restart. */
interface StoredFile {
  bytes: ArrayBuffer;
  type: string;
}

/**
 * Keeps `blob` as `name` for `userId`: "stored", or in "memory" only where the browser has no room
 * for it or keeps nothing. Throws where the blob itself cannot be read.
 */
export async function writeBlob(
  userId: string,
  name: string,
  blob: Blob,
): Promise<"stored" | "memory"> {
  const key = keyOf(userId, name);
  const file: StoredFile = { bytes: await blob.arrayBuffer(), type: blob.type };
  try {
    await inStoreThatAnswers((files) => set(key, file, files));
    memory.delete(key);
    return "stored";
  } catch {
    memory.set(key, new Blob([file.bytes], { type: file.type }));
    return "memory";
  }
}

/** Whether all files kept so far survive the page. */
export function areFilesDurable(): boolean {
  return memory.size === 0;
}

/** The file kept as `name` for `userId`, or null when the browser has dropped it. */
export async function readBlob(userId: string, name: string): Promise<Blob | null> {
  const key = keyOf(userId, name);
  const held = memory.get(key);
  if (held) return held;
  try {
    const file = await inStore((files) => get<StoredFile>(key, files));
    return file ? new Blob([file.bytes], { type: file.type }) : null;
  } catch {
    return null;
  }
}

/** Forgets one file. */
export async function removeBlob(userId: string, name: string): Promise<void> {
  await removeKeys([keyOf(userId, name)]);
}

/**
 * Forgets every file but those of `userId` whose name is to be kept, and all of those who will come
 * back for theirs.
 */
export async function removeBlobsExcept(
  userId: string,
  isKept: (name: string) => boolean,
  absentUserIds: readonly string[] = [],
): Promise<void> {
  const own = keyOf(userId, "");
  let stored: string[] = [];
  try {
    stored = await inStoreThatAnswers((files) => keys<string>(files));
  } catch {
    // Only the memory copies are left to sweep.
  }
  const all = [...stored, ...memory.keys()];
  const isNeeded = (key: string) =>
    key.startsWith(own)
      ? isKept(key.slice(own.length))
      : absentUserIds.some((absent) => key.startsWith(keyOf(absent, "")));
  await removeKeys(all.filter((key) => !isNeeded(key)));
}

async function removeKeys(gone: string[]): Promise<void> {
  for (const key of gone) memory.delete(key);
  try {
    await inStoreThatAnswers((files) => delMany(gone, files));
  } catch {
    // A file that cannot be deleted is never read again: its name is forgotten.
  }
}

/** Once more with a new connection: WebKit closes them behind a page in the background. */
async function inStore<Answer>(ask: (files: UseStore) => Promise<Answer>): Promise<Answer> {
  try {
    return await within(limitMs, ask(openStore()));
  } catch (error) {
    if (error instanceof DOMException && error.name === "QuotaExceededError") throw error;
    store = undefined;
  }
  try {
    return await within(limitMs, ask(openStore()));
  } catch (error) {
    // What the browser refuses is told at once, as a DOMException.
    if (!(error instanceof DOMException)) isSilentUntilMs = Date.now() + restMs;
    throw error;
  }
}

/** The same, but at once without one that was silent a moment ago. */
async function inStoreThatAnswers<Answer>(
  ask: (files: UseStore) => Promise<Answer>,
): Promise<Answer> {
  if (Date.now() < isSilentUntilMs) throw new Error("the store does not answer");
  return await inStore(ask);
}

function openStore(): UseStore {
  store ??= createStore("enmusubi:blobs", "files");
  return store;
}

function keyOf(userId: string, name: string): string {
  return `${userId}/${name}`;
}
