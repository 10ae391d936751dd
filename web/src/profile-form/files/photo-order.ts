/** The order of the picked files: one small record of the account, which is written synchronously. */
import { defineRecord } from "#/storage/records";

/**
 * The page writes the key of a picked file here before it stores the file's record, and removes it
 * before it deletes the record. A crop, and a file of an earlier answer, have their record first. If
 * the browser is killed in between, `loadPhotos` deletes a key without a record and a record without
 * a key.
 */
export interface PhotoOrder {
  /** For each photo slot, the key of its file and then that of the file that it replaces. */
  slots: readonly (readonly string[])[];
  document: readonly string[];
  ageProof: readonly string[];
  /** The number of preparations that began and did not end, by key. */
  nTries: Readonly<Record<string, number>>;
}

export const photoOrder = defineRecord<PhotoOrder>({ name: "photos", parse: parseOrder });

function parseOrder(value: unknown): PhotoOrder | null {
  const { slots, document, ageProof, nTries } = Object(value) as Record<keyof PhotoOrder, unknown>;
  if (!Array.isArray(slots)) return null;
  return {
    slots: slots.map(parseKeys),
    document: parseKeys(document),
    ageProof: parseKeys(ageProof),
    nTries: parseTries(nTries),
  };
}

function parseKeys(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((key) => typeof key === "string") : [];
}

function parseTries(value: unknown): Record<string, number> {
  return Object.fromEntries(Object.entries(Object(value)).filter(isCount));
}

function isCount(entry: [string, unknown]): entry is [string, number] {
  return Number.isInteger(entry[1]);
}

/** Returns the names of the records in IndexedDB that belong to the files of an order. */
export function recordNamesOfOrder(order: PhotoOrder | null): Set<string> {
  if (!order) return new Set();
  return new Set([...order.slots.flat(), ...order.document, ...order.ageProof]);
}
