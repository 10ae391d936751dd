/** Test support: empty storage, and records of the shape that `defineRecord` stores. */
import { readJson, writeJson } from "./local";
import { recordKey, type StoredRecord, type TextRecordName } from "./records";

export function emptyStorage(): void {
  window.localStorage.clear();
}

/** Returns the stored value of a record, unchecked; null if there is none. */
export function readRecord(account: string, name: TextRecordName): unknown {
  return (readJson(recordKey(account, name)) as StoredRecord | null)?.value ?? null;
}

/** Stores a value as an earlier start of the app did. */
export function writeRecord(account: string, name: TextRecordName, value: unknown): void {
  writeJson(recordKey(account, name), { version: 1, value } satisfies StoredRecord);
}
