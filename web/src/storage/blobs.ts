/** Picked files kept in IndexedDB, each under its LINE user, with memory where IndexedDB is refused. */
import { createStore, delMany, get, keys, set, type UseStore } from "idb-keyval";

/** A fallback for browsers without IndexedDB, where picked files last until the page closes. */
const memory = new Map<string, Blob>();
let store: UseStore | undefined;

/** Bytes and type apart: some WebKit versions lose the link to a stored File after a restart. */
interface StoredFile {
  bytes: ArrayBuffer;
  type: string;
}

/** Keeps `blob` as `name` for `userId`. */
export async function writeBlob(userId: string, name: string, blob: Blob): Promise<void> {
  const key = keyOf(userId, name);
  try {
    const file: StoredFile = { bytes: await blob.arrayBuffer(), type: blob.type };
    await set(key, file, blobStore());
    memory.delete(key);
  } catch {
    memory.set(key, blob);
  }
}

/** The file kept as `name` for `userId`, or null when the browser has dropped it. */
export async function readBlob(userId: string, name: string): Promise<Blob | null> {
  const key = keyOf(userId, name);
  const held = memory.get(key);
  if (held) return held;
  try {
    const file = await get<StoredFile>(key, blobStore());
    return file ? new Blob([file.bytes], { type: file.type }) : null;
  } catch {
    return null;
  }
}

/** Forgets one file. */
export async function removeBlob(userId: string, name: string): Promise<void> {
  await removeKeys([keyOf(userId, name)]);
}

/** Forgets every file but those of `userId` that are named in `keep`, whoever they belong to. */
export async function removeBlobsExcept(userId: string, keep: readonly string[]): Promise<void> {
  const kept = new Set(keep.map((name) => keyOf(userId, name)));
  let stored: string[] = [];
  try {
    stored = await keys<string>(blobStore());
  } catch {
    // Only the memory copies are left to sweep.
  }
  const all = [...stored, ...memory.keys()];
  await removeKeys(all.filter((key) => !kept.has(key)));
}

async function removeKeys(gone: string[]): Promise<void> {
  for (const key of gone) memory.delete(key);
  try {
    await delMany(gone, blobStore());
  } catch {
    // A file that cannot be deleted is never read again: its name is forgotten.
  }
}

function keyOf(userId: string, name: string): string {
  return `${userId}/${name}`;
}

function blobStore(): UseStore {
  store ??= createStore("enmusubi:blobs", "files");
  return store;
}
