import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { MyInfo } from "../../../api/calls";
import { NetworkError } from "../../../api/error";
import type { Core, ProfileDraft } from "../../../core/core";
import { loadCore } from "../../../core/load";
import { deleteRecords } from "../../../storage/delete-records";
import { listFileRecords } from "../../../storage/file-records";
import { clearIndexedDb } from "../../../storage/indexed-db.testing";
import { removeStored } from "../../../storage/local";
import { recordKey } from "../../../storage/records";
import { emptyStorage, readRecord } from "../../../storage/storage.testing";
import { wholeScope } from "../form/page-table";
import { completeDraft, uploadName, userId } from "../form/testing";
import { clearAnswers } from "../frame/clear-answers";
import { listFiles } from "../photos/photo-list";
import { clearPhotos, loadPhotos, readPrepared } from "../photos/photo-storage";
import { openResubmission } from "./open-resubmission";

const fetchPhoto = vi.fn<(url: string) => Promise<Blob>>();
let core: Core;

beforeAll(async () => {
  core = await loadCore();
});
beforeEach(async () => {
  emptyStorage();
  await clearIndexedDb();
  fetchPhoto.mockReset().mockImplementation(async (url) => new Blob([url]));
});

function asking(...askedFields: string[]): MyInfo {
  const photo = (url: string) => ({ fileId: url, url, thumbhash: "", width: 3, height: 4 });
  return {
    userId,
    reviewStatus: "NEEDS_INFO",
    profile: {
      ...completeDraft,
      photoNameList: [uploadName("a"), uploadName("b")],
      verifyTempFileName: "",
    },
    photos: [photo("/one"), photo("/two")],
    review: { reasons: [], askedFields },
  } as unknown as MyInfo;
}

const open = (info: MyInfo) =>
  openResubmission({
    core,
    userId,
    info,
    scope: wholeScope,
    documentLabel: "Sent before",
    fetchPhoto,
    checkMore: () => [],
  });

/** A window in which the answers are open. */
async function openWindow(info = asking("aboutMe", "occupation")) {
  const opened = await open(info);
  if (!opened) throw new Error("nobody asks");
  return opened;
}

const stored = () =>
  readRecord(userId, "resubmission") as { draft: ProfileDraft; page: string } | null;
const photosOf = ({ photos }: { photos: Parameters<typeof listFiles>[0] }) =>
  listFiles(photos).map(({ file }) => file.uploadName);

it("opens with the answers, the page and the key of the window that had the form before", async () => {
  const one = await openWindow();
  one.store.setField("aboutMe", "I cook for friends every Sunday.");
  one.store.saveNow();
  one.store.repository.savePage("about");
  const other = await openWindow();
  expect(other.store.getState().draft.aboutMe).toBe("I cook for friends every Sunday.");
  expect(other.page).toBe("about");
  expect(other.store.idempotencyKey).toBe(one.store.idempotencyKey);
});

it("stores nothing again of what another window has sent", async () => {
  const one = await openWindow();
  await deleteRecords(userId, "requestOver");
  one.store.setField("aboutMe", "Too late for this one to be read.");
  one.store.saveNow();
  expect(stored()).toBeNull();
  expect(one.store.getState().isSaved).toBe(false);
});

it("keeps what is answered after everything was deleted", async () => {
  const { store } = await openWindow();
  clearAnswers(store);
  expect(stored()).toBeNull();
  store.setField("aboutMe", "I begin again, and this is kept.");
  store.saveNow();
  expect(stored()?.draft).toMatchObject({ aboutMe: "I begin again, and this is kept." });
  expect(stored()?.draft).not.toHaveProperty("occupation", completeDraft.occupation);
});

it("looks for no photos where nobody asks about photos", async () => {
  const { store } = await openWindow();
  expect(fetchPhoto).not.toHaveBeenCalled();
  expect(photosOf(store.getState())).toEqual([]);
});

it("fetches the photos again that something else has cleared away, and none that were taken out", async () => {
  await openWindow(asking("photoNameList"));
  await clearPhotos(userId);
  removeStored(recordKey(userId, "photos"));
  const { store } = await openWindow(asking("photoNameList"));
  expect(photosOf(store.getState())).toEqual([uploadName("a"), uploadName("b")]);
  expect(fetchPhoto).toHaveBeenCalledTimes(4);
  store.files.removeFile(0)?.finish();
  store.files.removeFile(1)?.finish();
  const again = await openWindow(asking("photoNameList"));
  expect(photosOf(again.store.getState())).toEqual([]);
  expect(fetchPhoto).toHaveBeenCalledTimes(4);
});

it("fetches the photos again whose bytes the browser has dropped", async () => {
  const { store } = await openWindow(asking("photoNameList"));
  await clearIndexedDb();
  const again = await openWindow(asking("photoNameList"));
  const [first] = again.store.getState().photos.slots;
  expect(first?.key).not.toBe(store.getState().photos.slots[0]?.key);
  expect(await (await readPrepared(userId, first?.key ?? ""))?.text()).toBe("/one");
});

it("keeps no photo that comes after the answers were forgotten", async () => {
  let arrive = (_: Blob): void => undefined;
  fetchPhoto.mockReturnValueOnce(
    new Promise((resolve) => {
      arrive = resolve;
    }),
  );
  const opening = open(asking("photoNameList"));
  await vi.waitFor(() => expect(fetchPhoto).toHaveBeenCalledTimes(2));
  await deleteRecords(userId, "requestOver");
  arrive(new Blob(["late"]));
  expect(await opening).toBeNull();
  expect(stored()).toBeNull();
  expect(listFiles(await loadPhotos(userId, 6))).toEqual([]);
  expect(await listFileRecords(userId)).toEqual(new Set());
});

it("keeps no photo where another is out of reach, and has them all at the next try", async () => {
  fetchPhoto.mockRejectedValueOnce(new NetworkError("no photo"));
  await expect(open(asking("photoNameList"))).rejects.toThrow("no photo");
  expect(listFiles(await loadPhotos(userId, 6))).toEqual([]);
  expect(await listFileRecords(userId)).toEqual(new Set());
  const { store } = await openWindow(asking("photoNameList"));
  expect(photosOf(store.getState())).toEqual([uploadName("a"), uploadName("b")]);
});
