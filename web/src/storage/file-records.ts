/**
 * Reads and writes records of picked files. A window with a form changes the records only while the window holds the
 * form's lock.
 */
import { files } from "./account-store";
import { mayWrite } from "./records";

export { StorageUnavailable } from "./database";

/** Records store bytes in place of a Blob, because some WebKit versions cannot read a stored Blob after a restart. */
export interface StoredBytes {
  bytes: ArrayBuffer;
  type: string;
}

/** Throws if the browser cannot read the blob, for example because the person has deleted the picked file. */
export async function bytesOf(blob: Blob): Promise<StoredBytes> {
  return { bytes: await blob.arrayBuffer(), type: blob.type };
}

export function blobOf({ bytes, type }: StoredBytes): Blob {
  return new Blob([bytes], { type });
}

/**
 * Stores a record, and deletes the records named `obsolete` in the same transaction. Returns false if only memory holds
 * the record, or if nothing was stored because another window holds the form's lock.
 */
export async function writeFileRecord(
  account: string,
  name: string,
  record: object,
  obsolete: readonly string[] = [],
): Promise<boolean> {
  return mayWrite(account) && (await files.write(account, name, record, obsolete));
}

/** Returns null if there is no such record. Throws `StorageUnavailable` if the database does not answer. */
export async function readFileRecord(account: string, name: string): Promise<unknown> {
  return await files.read(account, name);
}

/** Does nothing if the record does not exist, the database does not answer, or another window holds the form's lock. */
export async function updateFileRecord(
  account: string,
  name: string,
  edit: (record: object) => object,
): Promise<void> {
  if (mayWrite(account)) await files.update(account, name, edit);
}

/** Throws `StorageUnavailable` if the database does not answer. */
export async function listFileRecords(account: string): Promise<Set<string>> {
  return new Set((await files.readAll(account)).keys());
}

/** Returns false if the device may still hold some of the records. */
export async function deleteFileRecords(
  account: string,
  names: readonly string[],
): Promise<boolean> {
  return mayWrite(account) && (await files.delete(account, names));
}

/**
 * Deletes each record of any account for which `isNeeded` returns false. Skips an account while another window holds
 * the lock of its form. Returns false if the database may still hold a record that should be deleted.
 */
export async function deleteUnneededRecords(
  isNeeded: (account: string, name: string) => boolean,
): Promise<boolean> {
  return await files.deleteWhere((account, name) => mayWrite(account) && !isNeeded(account, name));
}

export function areFilesDurable(): boolean {
  return files.isDurable;
}

export const onFilesDurable = files.subscribe;
