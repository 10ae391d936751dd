import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { MyInfo } from "../../../api/account";
import { NetworkError } from "../../../api/error";
import type { Core, ProfileDraft } from "../../../core/core";
import { loadCore } from "../../../core/load";
import { readBlob } from "../../../storage/blobs";
import { prefix, readJson, removeStored } from "../../../storage/local";
import { emptyStorage } from "../../../storage/storage.testing";
import { forgetAnswers } from "../form/forget-answers";
import { wholeScope } from "../form/page-table";
import { completeDraft, uploadName, userId } from "../form/testing";
import { allPicks } from "../photos/picks";
import { clearPicks, readPicks } from "../photos/stored-picks";
import { forgetResubmission } from "./forget-resubmission";
import { openResubmission } from "./open-resubmission";

// happy-dom has no IndexedDB: a map stands in.
vi.stubGlobal("indexedDB", {});
const files = new Map<string, unknown>();
vi.mock("idb-keyval", () => ({
  createStore: () => ({}),
  get: async (key: string) => files.get(key),
  set: async (key: string, value: unknown) => void files.set(key, value),
  del: async (key: string) => void files.delete(key),
  keys: async () => [...files.keys()],
  delMany: async (gone: string[]) => {
    for (const key of gone) files.delete(key);
  },
}));

const fetchPhoto = vi.fn<(url: string) => Promise<Blob>>();
let core: Core;

beforeAll(async () => {
  core = await loadCore();
});
beforeEach(() => {
  emptyStorage();
  files.clear();
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
  const onReplaced = vi.fn();
  opened.keeper.start(onReplaced);
  return { ...opened, onReplaced };
}

/** The browser tells every other window of a change. */
const tellOthers = () =>
  window.dispatchEvent(new StorageEvent("storage", { key: `${prefix}resubmission` }));

const stored = () => readJson("resubmission") as { draft: ProfileDraft; page: string } | null;
const photosOf = ({ picks }: { picks: Parameters<typeof allPicks>[0] }) =>
  allPicks(picks).map(({ pick }) => pick.uploadName);

it("keeps what two windows answered", async () => {
  const one = await openWindow();
  const other = await openWindow();
  one.store.setField("aboutMe", "I cook for friends every Sunday.");
  one.store.saveNow();
  other.store.setField("occupation", "Cook");
  other.store.saveNow();
  const both = { aboutMe: "I cook for friends every Sunday.", occupation: "Cook" };
  expect(stored()?.draft).toMatchObject(both);
  expect(other.store.getState().draft).toMatchObject(both);
  tellOthers();
  expect(one.store.getState().draft).toMatchObject(both);
  expect(one.onReplaced).not.toHaveBeenCalled();
  expect(other.store.idempotencyKey).toBe(one.store.idempotencyKey);
});

it("keeps the page without the answers of another window", async () => {
  const one = await openWindow();
  const other = await openWindow();
  other.store.setField("occupation", "Cook");
  other.store.saveNow();
  one.store.keeping.savePage("about");
  expect(stored()).toMatchObject({ page: "about", draft: { occupation: "Cook" } });
});

it("stores nothing again of what another window has sent", async () => {
  const one = await openWindow();
  await forgetResubmission(userId);
  one.store.setField("aboutMe", "Too late for this one to be read.");
  one.store.saveNow();
  expect(stored()).toBeNull();
  one.store.setSubmit({ step: "sending" });
  tellOthers();
  expect(one.onReplaced).not.toHaveBeenCalled();
  one.store.setSubmit({ step: "idle" });
  tellOthers();
  expect(one.onReplaced).toHaveBeenCalledOnce();
});

it("keeps what is answered after everything was deleted", async () => {
  const { store, onReplaced } = await openWindow();
  forgetAnswers(store);
  expect(stored()).toBeNull();
  store.setField("aboutMe", "I begin again, and this is kept.");
  store.saveNow();
  expect(stored()?.draft).toMatchObject({ aboutMe: "I begin again, and this is kept." });
  expect(stored()?.draft).not.toHaveProperty("occupation", completeDraft.occupation);
  expect(onReplaced).not.toHaveBeenCalled();
});

it("looks for no photos where nobody asks about photos", async () => {
  const { store } = await openWindow();
  expect(fetchPhoto).not.toHaveBeenCalled();
  expect(photosOf(store.getState())).toEqual([]);
});

it("fetches the photos again that something else has cleared away, and none that were taken out", async () => {
  await openWindow(asking("photoNameList"));
  await clearPicks(userId);
  removeStored("profilePhotos");
  const { store } = await openWindow(asking("photoNameList"));
  expect(photosOf(store.getState())).toEqual([uploadName("a"), uploadName("b")]);
  expect(fetchPhoto).toHaveBeenCalledTimes(4);
  store.files.removePick(0)?.drop();
  store.files.removePick(1)?.drop();
  const again = await openWindow(asking("photoNameList"));
  expect(photosOf(again.store.getState())).toEqual([]);
  expect(fetchPhoto).toHaveBeenCalledTimes(4);
});

it("fetches the photos again whose bytes the browser has dropped", async () => {
  const { store } = await openWindow(asking("photoNameList"));
  files.clear();
  const again = await openWindow(asking("photoNameList"));
  const [first] = again.store.getState().picks.photos;
  expect(first?.key).not.toBe(store.getState().picks.photos[0]?.key);
  expect(await (await readBlob(userId, first?.key ?? ""))?.text()).toBe("/one");
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
  await forgetResubmission(userId);
  arrive(new Blob(["late"]));
  expect(await opening).toBeNull();
  expect(stored()).toBeNull();
  expect(allPicks(readPicks(userId, 6))).toEqual([]);
  expect([...files.keys()]).toEqual([]);
});

it("keeps no photo where another is out of reach, and has them all at the next try", async () => {
  fetchPhoto.mockRejectedValueOnce(new NetworkError("no photo"));
  await expect(open(asking("photoNameList"))).rejects.toThrow("no photo");
  expect(allPicks(readPicks(userId, 6))).toEqual([]);
  expect([...files.keys()]).toEqual([]);
  const { store } = await openWindow(asking("photoNameList"));
  expect(photosOf(store.getState())).toEqual([uploadName("a"), uploadName("b")]);
});
