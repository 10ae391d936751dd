/**
 * Reads the files that earlier builds stored: the list in localStorage, and in IndexedDB the bytes
 * alone, up to two records for each file. Can go once no device has such a list any more.
 */
import type { Area } from "#/pictures/draw";
import { type FileProblem, isFileProblem } from "#/pictures/problems";
import { readFileRecord, type StoredBytes } from "#/storage/file-records";

/** A file in the list of an earlier build. */
export interface EarlierFile {
  key: string;
  label: string;
  uploadName: string | null;
  /** The oldest builds stored no status; their files are ready. */
  status: "raw" | "ready" | "broken";
  problem?: FileProblem;
  /** The record named `sourceKey` holds the whole picture. */
  crop?: { area: Area; sourceKey: string };
}

/** The list of an earlier build: the keys in order, and the files by key. */
interface EarlierList {
  slots: string[][];
  document: string[];
  ageProof: string[];
  nTries: Record<string, number>;
  earlier: Record<string, EarlierFile>;
}

/** Reads `{ userId, photos: [file or null], document: file or null }`. */
export function parseEarlierList(value: unknown): EarlierList | null {
  const { photos, document } = Object(value) as { photos?: unknown; document?: unknown };
  if (!Array.isArray(photos)) return null;
  const list: EarlierList = { slots: [], document: [], ageProof: [], nTries: {}, earlier: {} };
  list.slots = photos.map((file) => addTo(list, file));
  list.document = addTo(list, document);
  return list;
}

/** Adds a file and, under `before`, the one that it replaces; returns their keys. */
function addTo(list: EarlierList, value: unknown): string[] {
  const { key, label, uploadName, status, problem, nTries, crop, before } = Object(value);
  if (typeof key !== "string" || typeof label !== "string") return [];
  const isKnown = status === "raw" || (status === "broken" && isFileProblem(problem));
  list.earlier[key] = {
    key,
    label,
    uploadName: typeof uploadName === "string" ? uploadName : null,
    status: isKnown ? status : "ready",
    ...(isFileProblem(problem) ? { problem } : {}),
    ...(typeof crop?.sourceKey === "string" ? { crop } : {}),
  };
  if (Number.isInteger(nTries) && nTries > 0) list.nTries[key] = nTries;
  return [key, ...(status === "raw" ? addTo(list, before) : [])];
}

/** Returns the names of all records that may hold bytes of the file. */
export function recordNamesOf({ key, crop }: EarlierFile): string[] {
  return [key, rawName(key), ...(crop ? [crop.sourceKey] : [])];
}

/** The bytes of an earlier file before it was prepared. */
function rawName(key: string): string {
  return `${key}.raw`;
}

/** The bytes of an earlier file, under the field names of today's record. */
interface EarlierBytes {
  prepared: StoredBytes | null;
  original: StoredBytes | null;
}

/** Returns the bytes of an earlier file, or null if they are gone. Throws `StorageUnavailable`. */
export async function readEarlierBytes(
  account: string,
  { key, status, crop }: EarlierFile,
): Promise<EarlierBytes | null> {
  // An unusable file has no bytes.
  if (status === "broken") return { prepared: null, original: null };
  const read = async (name: string) => parseBytes(await readFileRecord(account, name));
  const raw = status === "raw" ? await read(rawName(key)) : null;
  if (raw) return { prepared: null, original: raw };
  const prepared = await read(key);
  return prepared && { prepared, original: crop ? await read(crop.sourceKey) : null };
}

function parseBytes(value: unknown): StoredBytes | null {
  const { bytes, type } = Object(value) as Partial<StoredBytes>;
  return bytes instanceof ArrayBuffer && typeof type === "string" ? { bytes, type } : null;
}
