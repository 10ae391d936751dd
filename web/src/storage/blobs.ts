/** Picked files kept in IndexedDB, each under its LINE user, with memory where IndexedDB is refused. */
import { delMany, get, keys, set } from "idb-keyval";
import { ask, whenBack } from "./file-store";

/** What the browser would not take, which lasts until the page closes or there is room. */
const memory = new Map<string, Blob>();

/** What is to be forgotten, and could not be yet. */
const owed = new Set<string>();
let isCatchingUp = false;
whenBack(() => void catchUp());

/** Bytes and type apart: some WebKit versions lose the link to a stored File after a restart. */
interface StoredFile {
  bytes: ArrayBuffer;
  type: string;
}

type Kept = "stored" | "memory";

/**
 * Keeps `blob` as `name` for `userId`: "stored", or in "memory" only where the browser has no room
 * for it or keeps nothing. Throws where the blob itself cannot be read.
 */
export async function writeBlob(userId: string, name: string, blob: Blob): Promise<Kept> {
  const key = keyOf(userId, name);
  const file: StoredFile = { bytes: await blob.arrayBuffer(), type: blob.type };
  owed.delete(key);
  const kept = await put(key, file);
  if (kept === "memory") {
    memory.set(key, blobOf(file));
  } else {
    memory.delete(key);
    await catchUp();
  }
  return kept;
}

/** Whether all files kept so far survive the page. */
export function areFilesDurable(): boolean {
  return memory.size === 0;
}

/**
 * The file kept as `name` for `userId`, or null when the browser has dropped it. Throws a
 * `StoreOutOfReach` where nobody could be asked.
 */
export async function readBlob(userId: string, name: string): Promise<Blob | null> {
  const key = keyOf(userId, name);
  const held = memory.get(key);
  if (held) return held;
  const file = await ask((files) => get<StoredFile>(key, files), undefined);
  return file ? blobOf(file) : null;
}

/** The names of all files of `userId`. Throws a `StoreOutOfReach` where nobody could be asked. */
export async function listBlobs(userId: string): Promise<Set<string>> {
  const own = keyOf(userId, "");
  const all = [...(await ask((files) => keys<string>(files), [])), ...memory.keys()];
  return new Set(all.flatMap((key) => (key.startsWith(own) ? [key.slice(own.length)] : [])));
}

/** Forgets one file; where it cannot be done now, once the store answers again. */
export async function removeBlob(userId: string, name: string): Promise<void> {
  await removeKeys([keyOf(userId, name)]);
}

/**
 * Forgets every file but those of `userId` whose name is to be kept, and all of those who will come
 * back for theirs. False when the device may still hold some of what was to go.
 */
export async function removeBlobsExcept(
  userId: string,
  isKept: (name: string) => boolean,
  absentUserIds: readonly string[] = [],
): Promise<boolean> {
  const own = keyOf(userId, "");
  const stored = await ask((files) => keys<string>(files), []).catch(() => null);
  const isNeeded = (key: string) =>
    key.startsWith(own)
      ? isKept(key.slice(own.length))
      : absentUserIds.some((absent) => key.startsWith(keyOf(absent, "")));
  const all = [...(stored ?? []), ...memory.keys()];
  const areGone = await removeKeys(all.filter((key) => !isNeeded(key)));
  return stored !== null && areGone;
}

async function removeKeys(gone: string[]): Promise<boolean> {
  for (const key of gone) {
    memory.delete(key);
    owed.add(key);
  }
  try {
    await removeOwed(gone);
  } catch {
    return false;
  }
  void catchUp();
  return true;
}

async function removeOwed(gone: string[]): Promise<void> {
  await ask((files) => delMany(gone, files), undefined);
  for (const key of gone) owed.delete(key);
}

/** Does what could not be done before: forgets what is owed, and stores what is only in memory. */
async function catchUp(): Promise<void> {
  if (isCatchingUp) return;
  isCatchingUp = true;
  try {
    if (owed.size > 0) await removeOwed([...owed]);
    for (const [key, blob] of memory) {
      const file = { bytes: await blob.arrayBuffer(), type: blob.type };
      // Forgotten or replaced meanwhile.
      if (memory.get(key) !== blob) continue;
      if ((await put(key, file)) === "memory") return;
      if (memory.get(key) === blob) memory.delete(key);
    }
  } catch {
    // The next time something is stored or forgotten.
  } finally {
    isCatchingUp = false;
  }
}

async function put(key: string, file: StoredFile): Promise<Kept> {
  try {
    return await ask<Kept>(async (files) => {
      await set(key, file, files);
      return "stored";
    }, "memory");
  } catch {
    return "memory";
  }
}

function blobOf({ bytes, type }: StoredFile): Blob {
  return new Blob([bytes], { type });
}

function keyOf(userId: string, name: string): string {
  return `${userId}/${name}`;
}
