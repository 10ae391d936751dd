/** Stores picked files on the device: a record with the bytes of each file in IndexedDB, and the order of the files. */
import type { Area } from "#/pictures/draw";
import { type FileProblem, isFileProblem } from "#/pictures/problems";
import {
  blobOf,
  bytesOf,
  deleteFileRecords,
  deleteUnneededRecords,
  readFileRecord,
  type StoredBytes,
  updateFileRecord,
  writeFileRecord,
} from "#/storage/file-records";
import { defineRecord, hasRecord, listNewerRecords } from "#/storage/records";
import { emptyPhotoList, keysOf, listFiles, type PhotoList, type PickedFile } from "./photo-list";

/**
 * The keys of the files, in order. The key of a picked file is stored before its record, and removed before its record.
 * The record of a crop or of a file from the server is stored before its key. If the browser ends the page in between,
 * `loadPhotos` deletes keys without a record and records without a key.
 */
interface PhotoOrder {
  /** For each photo slot, the key of its file, followed by the key of the file that it replaces. */
  slots: readonly (readonly string[])[];
  document: readonly string[];
  ageProof: readonly string[];
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

function recordNamesOfOrder(order: PhotoOrder | null): Set<string> {
  if (!order) return new Set();
  return new Set([...order.slots.flat(), ...order.document, ...order.ageProof]);
}

/** The version of `FileRecord`. Increase `photos` in `accountRecords`, too, because older builds check that version. */
const version = 1;

interface FileRecord {
  version: number;
  label: string;
  uploadName: string | null;
  status: "waiting" | "ready" | "unusable";
  problem?: FileProblem;
  crop?: Area;
  nPages?: number;
  /** The picture to show and to send. Null before the preparation. */
  prepared: StoredBytes | null;
  /** The picked file before its preparation, or the whole picture if the person has cropped it. Null otherwise. */
  original: StoredBytes | null;
}

/** Returns the stored files in their slots, and deletes records that no file needs. */
export async function loadPhotos(account: string, nSlots: number): Promise<PhotoList> {
  const empty = emptyPhotoList(nSlots);
  const order = photoOrder.read(account);
  if (!order || recordNamesOfOrder(order).size === 0) {
    void deleteOrphans();
    return empty;
  }
  const slots: (PickedFile | null)[] = [];
  // Read one file after the other to save memory, because an original may have 64 MiB.
  for (const slot of empty.slots.keys()) {
    slots.push(await loadFile(account, order.slots[slot] ?? [], order));
  }
  const photos = {
    slots,
    document: await loadFile(account, order.document, order),
    ageProof: await loadFile(account, order.ageProof, order),
  };
  // If no file was found, keep the stored order. The order tells the caller that there were files whose bytes are lost.
  if (listFiles(photos).length > 0) saveOrder(account, photos);
  await deleteOrphans();
  return photos;
}

/** Returns the file of the first key with a record. Adds the earlier file as `replaces` if the file is not prepared. */
async function loadFile(
  account: string,
  [key, ...others]: readonly string[],
  order: PhotoOrder,
): Promise<PickedFile | null> {
  if (key === undefined) return null;
  const file = await readFile(account, key).catch(() => unreadFile(key));
  if (file?.status === "ready" || file?.status === "unusable") return file;
  const replaces = await loadFile(account, others, order);
  if (!file) return replaces;
  const nTries = order.nTries[key];
  return { ...file, ...(nTries ? { nTries } : {}), ...(replaces ? { replaces } : {}) };
}

function unreadFile(key: string): PickedFile {
  return { key, label: "", uploadName: null, status: "unread" };
}

/** Returns a stored file, or null if there is none. Throws `StorageUnavailable` if the database does not answer. */
export async function readFile(account: string, key: string): Promise<PickedFile | null> {
  const record = await readRecord(account, key);
  if (!record) return null;
  const { label, uploadName, status, problem, crop, nPages, prepared } = record;
  return {
    key,
    label,
    uploadName,
    status,
    ...(problem ? { problem } : {}),
    ...(crop ? { crop } : {}),
    ...(nPages ? { nPages } : {}),
    // A document from the server is stored without its bytes and without a media type, so its size is unknown.
    ...(prepared?.type ? { sizeBytes: prepared.bytes.byteLength } : {}),
  };
}

/** Returns the picture to show and to send, or null if there is none. Throws `StorageUnavailable`. */
export async function readPrepared(account: string, key: string): Promise<Blob | null> {
  const prepared = (await readRecord(account, key))?.prepared;
  return prepared ? blobOf(prepared) : null;
}

/** Returns the uncropped picture, or the picked file before its preparation. Throws `StorageUnavailable`. */
export async function readOriginal(account: string, key: string): Promise<Blob | null> {
  const record = await readRecord(account, key);
  const original = record?.original ?? record?.prepared;
  return original ? blobOf(original) : null;
}

async function readRecord(account: string, key: string): Promise<FileRecord | null> {
  return parseRecord(await readFileRecord(account, key));
}

function parseRecord(value: unknown): FileRecord | null {
  const record = Object(value) as FileRecord;
  if (record.version !== version || typeof record.label !== "string") return null;
  const isKnown = record.status !== "unusable" || isFileProblem(record.problem);
  return isKnown ? record : { ...record, problem: "picture_failed" };
}

interface FileBlobs {
  prepared?: Blob;
  original?: Blob | undefined;
}

/** Replaces the record of a file. Deletes a stored blob that is not passed again. Throws if a blob is unreadable. */
export async function saveFile(
  account: string,
  { key, label, uploadName, problem, crop, nPages }: PickedFile,
  status: FileRecord["status"],
  { prepared, original }: FileBlobs,
): Promise<void> {
  const record: FileRecord = {
    version,
    label,
    uploadName,
    status,
    ...(problem ? { problem } : {}),
    ...(crop ? { crop } : {}),
    ...(nPages ? { nPages } : {}),
    prepared: prepared ? await bytesOf(prepared) : null,
    original: original ? await bytesOf(original) : null,
  };
  await writeFileRecord(account, key, record);
}

/** Stores that a file cannot be sent for now, and keeps its bytes for another attempt. */
export async function saveProblem(
  account: string,
  key: string,
  problem: FileProblem,
): Promise<void> {
  await updateFileRecord(account, key, (record) => ({ ...record, status: "unusable", problem }));
}

/** Stores the name of a file on the server. Null means that the server no longer has the file. */
export async function saveUploadName(
  account: string,
  key: string,
  uploadName: string | null,
): Promise<void> {
  await updateFileRecord(account, key, (record) => ({ ...record, uploadName }));
}

/** Stores the order of the files. Returns false if the order does not survive a reload. */
export function saveOrder(account: string, { slots, document, ageProof }: PhotoList): boolean {
  const files = [...slots, document, ageProof].flatMap((file) => file ?? []);
  const tried = files.flatMap(({ key, nTries }) => (nTries ? [[key, nTries] as const] : []));
  return photoOrder.write(account, {
    slots: slots.map((file) => (file ? keysOf(file) : [])),
    document: document ? keysOf(document) : [],
    ageProof: ageProof ? keysOf(ageProof) : [],
    nTries: Object.fromEntries(tried),
  });
}

/** Returns true if the account has a stored order. The app deletes the order together with the form. */
export function hasOrder(account: string): boolean {
  return (photoOrder.read(account)?.slots.length ?? 0) > 0;
}

export async function deleteFile(account: string, file: PickedFile): Promise<void> {
  await deleteFileRecords(account, keysOf(file));
}

/**
 * Deletes all files of an account. Stores an empty order first, so that the next opening of a form finishes a deletion
 * that the browser has interrupted.
 */
export async function clearPhotos(account: string): Promise<void> {
  saveOrder(account, emptyPhotoList(0));
  const areDeleted = await deleteOrphans();
  // Keep the order if the person has picked a file during the deletion.
  const isEmpty = recordNamesOfOrder(photoOrder.read(account)).size === 0;
  if (areDeleted && isEmpty) photoOrder.remove(account);
}

/**
 * Deletes, in every account, the file records that the account's order does not name. Skips an account with an order of
 * a newer build, because this build cannot read that order. Returns false if unneeded records may remain.
 */
async function deleteOrphans(): Promise<boolean> {
  const named = new Map<string, Set<string>>();
  return await deleteUnneededRecords((account, name) => {
    if (hasNewerOrder(account)) return true;
    const names = named.get(account) ?? recordNamesOfOrder(photoOrder.read(account));
    named.set(account, names);
    return names.has(name);
  });
}

/** Returns true if a newer build may have stored an order of files, under `photos` or in the backup `aside`. */
function hasNewerOrder(account: string): boolean {
  return listNewerRecords(account).includes("photos") || hasRecord(account, "aside");
}

/** Stores a file that the server has, as if the person had picked and uploaded the file on this device. */
export async function storeFile(
  userId: string,
  uploadName: string,
  label: string,
  bytes: Blob,
): Promise<PickedFile> {
  const file: PickedFile = { key: crypto.randomUUID(), label, uploadName, status: "ready" };
  await saveFile(userId, file, "ready", { prepared: bytes });
  return file;
}
