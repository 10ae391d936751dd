/** Picked files on the device: one record each in IndexedDB, with the bytes and what is known of them. */
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
 * The page writes the key of a picked file here before it stores the file's record, and removes it
 * before it deletes the record. A crop, and a file of an earlier answer, have their record first. If
 * the browser is killed in between, `loadPhotos` deletes a key without a record and a record without
 * a key.
 */
interface PhotoOrder {
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
function recordNamesOfOrder(order: PhotoOrder | null): Set<string> {
  if (!order) return new Set();
  return new Set([...order.slots.flat(), ...order.document, ...order.ageProof]);
}

/** If you change the shape, also count up the version of `photos` in `accountRecords`: older builds look only at that one. */
const version = 1;

interface FileRecord {
  version: number;
  label: string;
  uploadName: string | null;
  status: "waiting" | "ready" | "unusable";
  problem?: FileProblem;
  crop?: Area;
  /** The number of pages, if the file is a PDF. */
  nPages?: number;
  /** The picture to show and to send; null until it is prepared. */
  prepared: StoredBytes | null;
  /** The picked file while it waits, and the whole picture of a crop. */
  original: StoredBytes | null;
}

/** Returns the files as the person left them. Deletes records that belong to no file. */
export async function loadPhotos(account: string, nSlots: number): Promise<PhotoList> {
  const empty = emptyPhotoList(nSlots);
  const order = photoOrder.read(account);
  if (!order || recordNamesOfOrder(order).size === 0) {
    void deleteOrphans();
    return empty;
  }
  const slots: (PickedFile | null)[] = [];
  // Read one file after the other, because an original may have 64 MiB.
  for (const slot of empty.slots.keys()) {
    slots.push(await loadFile(account, order.slots[slot] ?? [], order));
  }
  const photos = {
    slots,
    document: await loadFile(account, order.document, order),
    ageProof: await loadFile(account, order.ageProof, order),
  };
  // If no file was found, the stored order stays: it tells the caller that there were files.
  if (listFiles(photos).length > 0) saveOrder(account, photos);
  await deleteOrphans();
  return photos;
}

/** Returns the first file of `keys` that is in storage. The others are those that it replaces. */
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

/** Stands for a file while the database does not answer. */
function unreadFile(key: string): PickedFile {
  return { key, label: "", uploadName: null, status: "unread" };
}

/** Returns a stored file, or null if there is none. Throws `StorageUnavailable`. */
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
    // A document that only the server has is stored here without a type.
    ...(prepared?.type ? { sizeBytes: prepared.bytes.byteLength } : {}),
  };
}

/** Returns the picture to show and to send, or null if it is gone. Throws `StorageUnavailable`. */
export async function readPrepared(account: string, key: string): Promise<Blob | null> {
  const prepared = (await readRecord(account, key))?.prepared;
  return prepared ? blobOf(prepared) : null;
}

/** Returns the file as the person picked it, or the whole picture of a crop. */
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

/** The bytes of a file, as the caller has them. */
interface FileBlobs {
  prepared?: Blob;
  original?: Blob | undefined;
}

/** Stores a file. Throws if a blob cannot be read. */
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

/** Stores that a file cannot be sent for now, and keeps its bytes. */
export async function saveProblem(
  account: string,
  key: string,
  problem: FileProblem,
): Promise<void> {
  await updateFileRecord(account, key, (record) => ({ ...record, status: "unusable", problem }));
}

/** Stores the server's name of a file; null if the server no longer has it. */
export async function saveUploadName(
  account: string,
  key: string,
  uploadName: string | null,
): Promise<void> {
  await updateFileRecord(account, key, (record) => ({ ...record, uploadName }));
}

/** Stores the order of the files. Returns false if it does not survive a reload. */
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

/** Returns whether the account has an order. It has none once the app deleted the registration. */
export function hasOrder(account: string): boolean {
  return (photoOrder.read(account)?.slots.length ?? 0) > 0;
}

/** Deletes the records of a file and of the file that it replaces. */
export async function deleteFile(account: string, file: PickedFile): Promise<void> {
  await deleteFileRecords(account, keysOf(file));
}

/**
 * Deletes all files of an account. An empty order stays until the records are deleted, so that the
 * next start finishes a deletion that the browser interrupted.
 */
export async function clearPhotos(account: string): Promise<void> {
  saveOrder(account, emptyPhotoList(0));
  const areDeleted = await deleteOrphans();
  // The person may have picked a file in the meantime.
  const isEmpty = recordNamesOfOrder(photoOrder.read(account)).size === 0;
  if (areDeleted && isEmpty) photoOrder.remove(account);
}

/**
 * Deletes every record that the order of its account does not name. Skips accounts whose order a newer
 * build stored, because this build cannot read it. Returns false if some may remain.
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

/** Returns whether the account may own files of a newer build. Any record in `aside` counts, because it may be their order. */
function hasNewerOrder(account: string): boolean {
  return listNewerRecords(account).includes("photos") || hasRecord(account, "aside");
}

/** Stores a file as if the person had picked and uploaded it here. */
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
