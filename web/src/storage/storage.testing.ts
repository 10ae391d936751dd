/** Test support: empty and full storage, and records of the shape that `defineRecord` stores. */
import { vi } from "vitest";
import { readJson, writeJson } from "./local";
import {
  accountRecords,
  type RecordRules,
  recordKey,
  type StoredRecord,
  type TextRecordName,
} from "./records";

export function emptyStorage(): void {
  window.localStorage.clear();
  window.sessionStorage.clear();
}

/** Makes localStorage refuse all texts, or some, until `vi.unstubAllGlobals()`. */
export function fillStorage(isRefused: (key: string, text: string) => boolean = () => true): void {
  const { localStorage } = window;
  const setItem = (key: string, text: string) => {
    if (isRefused(key, text)) throw new DOMException("full", "QuotaExceededError");
    localStorage.setItem(key, text);
  };
  const getItem = (key: string) => localStorage.getItem(key);
  const removeItem = (key: string) => localStorage.removeItem(key);
  vi.stubGlobal("localStorage", { getItem, setItem, removeItem });
}

/** Returns the stored value of a record, unchecked; null if there is none. */
export function readRecord(account: string, name: TextRecordName): unknown {
  return (readJson(recordKey(account, name)) as StoredRecord | null)?.value ?? null;
}

/** Stores a value as an earlier start of the app did. */
export function writeRecord(account: string, name: TextRecordName, value: unknown): void {
  const { version = 1 }: RecordRules = accountRecords[name];
  writeJson(recordKey(account, name), { version, value } satisfies StoredRecord);
}
