import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { MyInfo } from "#/api/account";
import { NetworkError } from "#/api/error";
import type { Core, ProfileDraft } from "#/core/core";
import { loadCore } from "#/core/load";
import { clearAnswers } from "#/features/registration/clear-answers";
import type { AnswersWithFiles } from "#/profile-form/answers/answers-store";
import { wholeScope } from "#/profile-form/answers/page-table";
import { listFiles } from "#/profile-form/files/photo-list";
import { clearPhotos, loadPhotos, readPrepared } from "#/profile-form/files/photo-storage";
import { completeDraft, userId } from "#/profile-form/made-up.testing";
import { deleteRecords } from "#/storage/delete-records";
import { listFileRecords } from "#/storage/file-records";
import { clearIndexedDb } from "#/storage/indexed-db.testing";
import { removeStored } from "#/storage/local";
import { limitWrites, recordKey } from "#/storage/records";
import { emptyStorage, readRecord } from "#/storage/storage.testing";
import { fileName } from "#/testing/mock/people";
import { openResubmission, type ResubmissionPorts } from "./resubmission";

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
      photoNameList: [fileName("a"), fileName("b")],
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
    ports: { fetchPhoto } as unknown as ResubmissionPorts,
    checkMore: () => [],
  });

async function openAnswers(info = asking("aboutMe", "occupation")) {
  const opened = await open(info);
  if (!opened) throw new Error("the answers were deleted");
  return opened;
}

/** Returns the stored answers as this build writes them. */
const stored = () => readRecord(userId, "resubmission") as { draft: ProfileDraft } | null;
const photosOf = ({ files }: AnswersWithFiles) =>
  listFiles(files.photos).map(({ file }) => file.uploadName);

it("stores nothing more after the answers were deleted because the server has them", async () => {
  const { store } = await openAnswers();
  await deleteRecords(userId, "requestOver");
  store.setField("aboutMe", "The reviewer will not read this.");
  store.saveNow();
  store.repository.savePage?.("about");
  expect(stored()).toBeNull();
});

/** A profile that was taken back, as a server of this build describes it, or of an earlier one without the time. */
function takenBack(askedAt: string | undefined, ...askedFields: string[]): MyInfo {
  const info = asking(...askedFields);
  const review = { ...info.review, takenBack: true, askedAt };
  return { ...info, review } as MyInfo;
}

const monday = "2026-11-23T08:00:00.000Z";
const tuesday = "2026-11-24T08:00:00.000Z";

it.each([
  [
    "a deploy adds a question",
    [takenBack(monday, "aboutMe"), takenBack(monday, "aboutMe", "school")],
  ],
  [
    "a deploy gives requests a time",
    [takenBack(undefined, "aboutMe"), takenBack(monday, "aboutMe")],
  ],
  [
    "servers of two builds answer in turns",
    [takenBack(monday, "aboutMe"), takenBack(undefined, "aboutMe"), takenBack(monday, "aboutMe")],
  ],
  [
    "a deploy gives requests a time, and the next one adds a question",
    [
      takenBack(undefined, "aboutMe"),
      takenBack(monday, "aboutMe"),
      takenBack(monday, "aboutMe", "school"),
    ],
  ],
  ["a reviewer undoes a request and asks the same again", [asking("aboutMe"), asking("aboutMe")]],
])("keeps what the person changed when %s", async (_, [first, ...later]) => {
  const { store } = await openAnswers(first);
  store.setField("aboutMe", "Typed before that.");
  store.saveNow();
  for (const info of later) {
    const opened = await openAnswers(info);
    expect(opened.store.wholeDraft().aboutMe).toBe("Typed before that.");
  }
});

it("starts anew when a later request asks for something else", async () => {
  const { store } = await openAnswers(takenBack(monday, "aboutMe"));
  store.setField("aboutMe", "Not sent.");
  store.saveNow();
  const opened = await openAnswers(takenBack(tuesday, "aboutMe", "school"));
  expect(opened.store.wholeDraft().aboutMe).toBe(completeDraft.aboutMe);
});

it("stores nothing once another window has the form", async () => {
  const opened = await open(asking("aboutMe"));
  const endLimit = limitWrites(userId, () => false);
  opened?.store.setField("aboutMe", "Typed before the other window took over.");
  opened?.store.saveNow();
  expect(opened?.store.getState().isSaved).toBe(false);
  expect(stored()?.draft).toMatchObject({ aboutMe: completeDraft.aboutMe });
  endLimit();
});

it("leaves the answers of another window alone that took the form over while it opened", async () => {
  const first = await openAnswers();
  first.store.setField("aboutMe", "Typed in the other window, on quiet mornings.");
  first.store.saveNow();
  const before = readRecord(userId, "resubmission");
  const endLimit = limitWrites(userId, () => false);
  await open(asking("occupation"));
  expect(readRecord(userId, "resubmission")).toEqual(before);
  endLimit();
});

it("stores answers again that the person gives after they deleted everything", async () => {
  const { store } = await openAnswers();
  clearAnswers(store);
  expect(stored()).toBeNull();
  store.setField("aboutMe", "I begin again, and this is kept.");
  store.saveNow();
  expect(stored()?.draft).toMatchObject({ aboutMe: "I begin again, and this is kept." });
  expect(stored()?.draft).not.toHaveProperty("occupation", completeDraft.occupation);
});

it("fetches no photos if the reviewer does not ask for photos", async () => {
  const { store } = await openAnswers();
  expect(fetchPhoto).not.toHaveBeenCalled();
  expect(photosOf(store)).toEqual([]);
});

it("fetches photos again that something else has deleted, and none that the person removed", async () => {
  await openAnswers(asking("photoNameList"));
  await clearPhotos(userId);
  removeStored(recordKey(userId, "photos"));
  const { store } = await openAnswers(asking("photoNameList"));
  expect(photosOf(store)).toEqual([fileName("a"), fileName("b")]);
  expect(fetchPhoto).toHaveBeenCalledTimes(4);
  store.files.removeFile(0)?.finish();
  store.files.removeFile(1)?.finish();
  const again = await openAnswers(asking("photoNameList"));
  expect(photosOf(again.store)).toEqual([]);
  expect(fetchPhoto).toHaveBeenCalledTimes(4);
});

it("fetches photos again whose bytes the browser has deleted", async () => {
  const { store } = await openAnswers(asking("photoNameList"));
  await clearIndexedDb();
  const again = await openAnswers(asking("photoNameList"));
  const [first] = again.store.files.photos.slots;
  expect(first?.key).not.toBe(store.files.photos.slots[0]?.key);
  expect(await (await readPrepared(userId, first?.key ?? ""))?.text()).toBe("/one");
});

it("stores no photo that arrives after the answers were deleted", async () => {
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

it("stores no photo if another is out of reach, and has all of them at the next try", async () => {
  fetchPhoto.mockRejectedValueOnce(new NetworkError("no photo"));
  await expect(open(asking("photoNameList"))).rejects.toThrow("no photo");
  expect(listFiles(await loadPhotos(userId, 6))).toEqual([]);
  expect(await listFileRecords(userId)).toEqual(new Set());
  const { store } = await openAnswers(asking("photoNameList"));
  expect(photosOf(store)).toEqual([fileName("a"), fileName("b")]);
});
