/** The records of picked files, which a window without the form must leave alone. */
import { files } from "./account-store";
import { mayWrite } from "./records";

export { StorageUnavailable } from "./database";

/** Bytes and type apart: some WebKit versions lose the link to a stored Blob after a restart. */
export interface StoredBytes {
  bytes: ArrayBuffer;
  type: string;
}

/** Throws if the blob cannot be read, such as a picked file that was deleted since. */
export async function bytesOf(blob: Blob): Promise<StoredBytes> {
  return { bytes: await blob.arrayBuffer(), type: blob.type };
}

export function blobOf({ bytes, type }: StoredBytes): Blob {
  return new Blob([bytes], { type });
}

/**
 * Stores a record, and deletes those named `obsolete` in the same transaction. Returns false if only memory holds
 * the record, and if another window has the form, which then keeps its own records.
 */
export async function writeFileRecord(
  account: string,
  name: string,
  record: object,
  obsolete: readonly string[] = [],
): Promise<boolean> {
  return mayWrite(account) && (await files.write(account, name, record, obsolete));
}

/** Returns the record, or null if there is none. Throws `StorageUnavailable`. */
export async function readFileRecord(account: string, name: string): Promise<unknown> {
  return await files.read(account, name);
}

/** Changes a record, if it is there and the database is available. */
export async function updateFileRecord(
  account: string,
  name: string,
  edit: (record: object) => object,
): Promise<void> {
  if (mayWrite(account)) await files.update(account, name, edit);
}

/** Returns the names of an account's records. Throws `StorageUnavailable`. */
export async function listFileRecords(account: string): Promise<Set<string>> {
  return new Set((await files.readAll(account)).keys());
}

/** Deletes records of an account. Returns false if the device may still hold some of them. */
export async function deleteFileRecords(
  account: string,
  names: readonly string[],
): Promise<boolean> {
  return mayWrite(account) && (await files.delete(account, names));
}

/**
 * Deletes the records of all accounts that `isNeeded` does not want. Returns false if the device may
 * still hold some of them.
 */
export async function deleteUnneededRecords(
  isNeeded: (account: string, name: string) => boolean,
): Promise<boolean> {
  return await files.deleteWhere((account, name) => mayWrite(account) && !isNeeded(account, name));
}

/** Returns whether all records written so far survive a reload. */
export function areFilesDurable(): boolean {
  return files.isDurable;
}

/** Calls the listener when that has changed. Returns the function that stops this. */
export const onFilesDurable = files.subscribe;
