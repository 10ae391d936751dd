import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Prepare } from "../../../pictures/prepare";
import { BadFile, type FileProblem } from "../../../pictures/problems";
import { readBlob } from "../../../storage/blobs";
import { readRecord, writeRecord } from "../../../storage/storage.testing";
import { pictureFile, userId } from "../form/testing";
import { FileShelf } from "./file-shelf";
import { emptyPicks, type Picks } from "./picks";
import { clearPicks, loadPicks, rawKey } from "./stored-picks";

// happy-dom has no IndexedDB: the bytes are kept in memory, as in a browser that refuses.

const prepared: Prepare = async (file, { area }) =>
  new Blob([area ? `part of ${await file.text()}` : `small ${await file.text()}`]);
const never: Prepare = () => new Promise(() => undefined);
const refusing = (problem: FileProblem): Prepare => {
  return () => Promise.reject(new BadFile(problem));
};

function open(prepare: Prepare = prepared, picks: Picks = emptyPicks(6)) {
  const changes: (string | null)[] = [];
  const shelf = new FileShelf(userId, picks, prepare, (_, path) => changes.push(path));
  return { shelf, changes };
}

async function openWith(...names: string[]) {
  const { shelf } = open();
  await shelf.addPhotos(
    0,
    names.map((name) => pictureFile(name)),
  );
  return shelf;
}

/** The page is closed, or killed, and opened again. */
const reopen = async (prepare?: Prepare) => open(prepare, await loadPicks(userId, 6)).shelf;
const labels = (shelf: FileShelf) => shelf.picks.photos.map((pick) => pick?.label ?? null);
const bytesOf = async (shelf: FileShelf, slot: number) =>
  (await readBlob(userId, shelf.picks.photos[slot]?.key ?? ""))?.text();

beforeEach(() => localStorage.clear());
afterEach(async () => {
  vi.useRealTimers();
  await clearPicks(userId);
});

test("several files fill the free slots from the tapped one on, and what has no slot is left out", async () => {
  const shelf = await openWith("a", "b");
  shelf.removePick(0);
  await shelf.addPhotos(
    3,
    ["c", "d", "e", "f"].map((name) => pictureFile(name)),
  );
  expect(labels(shelf)).toEqual([null, "b", null, "c", "d", "e"]);
});

test("a file is kept as it came before it is prepared, and prepared when the page is back", async () => {
  const killed = open(never).shelf;
  void killed.addPhotos(0, [pictureFile("a"), pictureFile("b")]);
  await vi.waitFor(() => expect(killed.picks.photos[1]?.status).toBe("raw"));
  const back = await reopen();
  expect(back.picks.photos[0]?.status).toBe("raw");
  back.open();
  await back.untilReady(1);
  expect(await bytesOf(back, 0)).toBe("small bytes of a");
  expect(await bytesOf(back, 1)).toBe("small bytes of b");
});

test("the name of the bytes stays, and the bytes as they came go once they are prepared", async () => {
  const { shelf } = open();
  const adding = shelf.addPhotos(0, [pictureFile("a")]);
  const key = shelf.picks.photos[0]?.key ?? "";
  await adding;
  const pick = shelf.picks.photos[0];
  expect(pick).toMatchObject({ key, status: "ready" });
  await vi.waitFor(async () => {
    expect(pick && (await readBlob(userId, rawKey(pick)))).toBeNull();
  });
});

test("a picture that ended the page twice is put aside, and the others go on", async () => {
  await open(prepared).shelf.addPhotos(1, [pictureFile("good")]);
  const first = await reopen(never);
  void first.addPhotos(0, [pictureFile("bad")]);
  await vi.waitFor(() => expect(first.picks.photos[0]?.nTries).toBe(1));
  const second = await reopen(never);
  second.open();
  await vi.waitFor(() => expect(second.picks.photos[0]?.nTries).toBe(2));
  const third = await reopen();
  third.open();
  await third.untilReady(0);
  expect(third.errors()).toEqual([
    { path: "photoNameList[0]", code: "picture_crashed", params: {} },
  ]);
  expect(third.picks.photos[1]?.status).toBe("ready");
});

test("a page that was left in the middle has not been crashed by the picture", async () => {
  const { shelf } = open(never);
  const close = shelf.open();
  void shelf.addPhotos(0, [pictureFile("a")]);
  await vi.waitFor(() => expect(shelf.picks.photos[0]?.nTries).toBe(1));
  window.dispatchEvent(new Event("pagehide"));
  expect(shelf.picks.photos[0]?.nTries).toBe(0);
  close();
});

test.each(["picture_heic", "picture_too_large", "not_a_picture"] as const)(
  "a file with %s is told at its slot and nothing else is lost",
  async (problem) => {
    const shelf = await openWith("a");
    const { shelf: next } = open(refusing(problem), shelf.picks);
    await next.addPhotos(1, [pictureFile("bad")]);
    expect(next.errors()).toEqual([{ path: "photoNameList[1]", code: problem, params: {} }]);
    expect(labels(next).slice(0, 2)).toEqual(["a", "bad"]);
    expect(await bytesOf(next, 0)).toBe("small bytes of a");
    next.removePick(1);
    expect(next.errors()).toEqual([]);
  },
);

test("a file that disappears while it is read is told at its slot, and the others go on", async () => {
  const gone = pictureFile("gone");
  gone.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotReadableError"));
  const { shelf } = open();
  // As browsers give a file that was deleted.
  const sizeless = Object.defineProperty(new File([], "gone.jpg"), "arrayBuffer", {
    value: gone.arrayBuffer,
  });
  await shelf.addPhotos(0, [gone, new File([], "empty.jpg"), sizeless, pictureFile("c")]);
  expect(shelf.errors().map(({ path, code }) => `${path} ${code}`)).toEqual([
    "photoNameList[0] file_unreadable",
    "photoNameList[1] file_empty",
    "photoNameList[2] file_unreadable",
  ]);
  expect(shelf.picks.photos[3]?.status).toBe("ready");
});

test("a broken file stays told after a reload", async () => {
  const { shelf } = open(refusing("picture_broken"));
  await shelf.addPhotos(0, [pictureFile("bad")]);
  expect((await reopen()).errors()).toMatchObject([{ code: "picture_broken" }]);
});

test("a removal can be undone until it is dropped, and then the bytes go", async () => {
  const shelf = await openWith("a", "b");
  const key = shelf.picks.photos[0]?.key ?? "";
  const first = shelf.removePick(0);
  expect(labels(shelf).slice(0, 2)).toEqual([null, "b"]);
  expect(first?.undo()).toBe(true);
  expect(labels(shelf).slice(0, 2)).toEqual(["a", "b"]);

  const second = shelf.removePick(0);
  // The first one's message goes only now.
  first?.drop();
  expect(second?.undo()).toBe(true);
  expect(await readBlob(userId, key)).not.toBeNull();

  const third = shelf.removePick(0);
  third?.drop();
  await vi.waitFor(async () => expect(await readBlob(userId, key)).toBeNull());
  expect(third?.undo()).toBe(false);
  expect(shelf.removePick(0)).toBeNull();
});

test("what is put back finds another slot when its own was taken, and none when all are", async () => {
  const shelf = await openWith("a", "b");
  const removal = shelf.removePick(0);
  await shelf.addPhotos(0, [pictureFile("c")]);
  expect(removal?.undo()).toBe(true);
  expect(labels(shelf).slice(0, 3)).toEqual(["c", "b", "a"]);
  const last = shelf.removePick(1);
  await shelf.addPhotos(
    0,
    ["e", "f", "g", "h"].map((name) => pictureFile(name)),
  );
  expect(last?.undo()).toBe(false);
});

test("a file removed while it is prepared comes back prepared", async () => {
  let finish = () => {};
  const slow: Prepare = async (file, wish) => {
    await new Promise<void>((done) => {
      finish = done;
    });
    return prepared(file, wish);
  };
  const { shelf } = open(slow);
  const adding = shelf.addPhotos(0, [pictureFile("a")]);
  await vi.waitFor(() => expect(shelf.picks.photos[0]?.nTries).toBe(1));
  const removal = shelf.removePick(0);
  finish();
  await adding;
  expect(removal?.undo()).toBe(true);
  expect(shelf.picks.photos[0]?.status).toBe("ready");
  expect(await bytesOf(shelf, 0)).toBe("small bytes of a");
});

test("photos change places among themselves, and free slots stay free", async () => {
  const shelf = await openWith("a", "b", "c", "d");
  shelf.removePick(1);
  shelf.movePhoto(3, 0);
  expect(labels(shelf)).toEqual(["d", null, "a", "c", null, null]);
  shelf.movePhoto(0, 1);
  expect(labels(shelf)).toEqual(["a", null, "d", "c", null, null]);
  shelf.movePhoto(3, 9);
  expect(labels(shelf)).toEqual(["a", null, "d", "c", null, null]);
  expect(labels(await reopen())).toEqual(["a", null, "d", "c", null, null]);
});

test("two slots change places, also with a free one, and other windows see it", async () => {
  const shelf = await openWith("a", "b");
  const { shelf: other } = open(prepared, shelf.picks);
  shelf.swapSlots(1, 0);
  shelf.swapSlots(1, 4);
  expect(labels(shelf)).toEqual(["b", null, null, null, "a", null]);
  other.followOtherTabs();
  expect(labels(other)).toEqual(labels(shelf));
});

test("the server's name goes to the file it was given for, wherever that stands by then", async () => {
  const shelf = await openWith("a", "b");
  const key = shelf.picks.photos[0]?.key ?? "";
  shelf.movePhoto(0, 1);
  shelf.setUploadName(key, "name-of-a.jpg");
  expect(shelf.picks.photos.slice(0, 2)).toMatchObject([
    { label: "b", uploadName: null },
    { label: "a", uploadName: "name-of-a.jpg" },
  ]);
});

test("a crop is cut from the whole picture, goes up anew and can be taken back", async () => {
  const shelf = await openWith("a");
  const whole = shelf.picks.photos[0]?.key ?? "";
  const area = { x: 1, y: 2, width: 30, height: 40 };
  shelf.setUploadName(whole, "up.jpg");
  await shelf.cropPhoto(whole, area);
  expect(shelf.picks.photos[0]).toMatchObject({ uploadName: null, crop: { area } });
  expect(await bytesOf(shelf, 0)).toBe("part of small bytes of a");

  // Cut again, from the whole and not from the part.
  const part = shelf.picks.photos[0]?.key ?? "";
  await shelf.cropPhoto(part, { ...area, x: 5 });
  expect(await bytesOf(shelf, 0)).toBe("part of small bytes of a");
  await vi.waitFor(async () => expect(await readBlob(userId, part)).toBeNull());

  const back = await reopen();
  expect(back.picks.photos[0]?.crop?.area.x).toBe(5);
  await back.cropPhoto(back.picks.photos[0]?.key ?? "", null);
  expect(back.picks.photos[0]).toMatchObject({ key: whole, uploadName: null });
  expect(back.picks.photos[0]?.crop).toBeUndefined();
  expect(await bytesOf(back, 0)).toBe("small bytes of a");
});

test("a crop that fails leaves the photo as it was", async () => {
  const { picks } = await openWith("a");
  const { shelf } = open(refusing("picture_failed"), picks);
  const area = { x: 0, y: 0, width: 3, height: 4 };
  await expect(shelf.cropPhoto(picks.photos[0]?.key ?? "", area)).rejects.toThrow();
  expect(shelf.picks).toEqual(picks);
});

test("a document may be a PDF, stays legible, and takes the place of the one before", async () => {
  const wishes: unknown[] = [];
  const { shelf } = open(async (file, wish) => {
    wishes.push(wish);
    return file;
  });
  await shelf.setDocument(pictureFile("card.jpg"));
  await shelf.setDocument(new File(["%PDF"], "card.pdf"));
  expect(wishes).toEqual(Array(2).fill({ longestSidePx: 3000, mayBePdf: true }));
  expect(shelf.picks.document).toMatchObject({ label: "card.pdf", status: "ready" });
});

test("what another tab picked is taken over, and what is still being read here stays", async () => {
  const here = await openWith("a");
  const slow = pictureFile("slow");
  let finish = () => {};
  slow.arrayBuffer = () =>
    new Promise((done) => {
      finish = () => done(new ArrayBuffer(4));
    });
  const reading = here.addPhotos(1, [slow]);
  const there = await reopen();
  await there.addPhotos(1, [pictureFile("b")]);
  here.followOtherTabs();
  expect(labels(here).slice(0, 3)).toEqual(["a", "b", "slow"]);
  finish();
  await reading;
  expect(labels(await reopen()).slice(0, 3)).toEqual(["a", "b", "slow"]);
});

test("a change here does not undo what another tab did just before", async () => {
  const here = await openWith("a", "b");
  (await reopen()).removePick(0);
  here.setUploadName(here.picks.photos[1]?.key ?? "", "up.jpg");
  expect(labels(here).slice(0, 2)).toEqual([null, "b"]);
});

test("opening a tab does not sweep what another has only just picked", async () => {
  const { shelf } = open(never);
  void shelf.addPhotos(0, [pictureFile("a")]);
  await vi.waitFor(() => expect(shelf.picks.photos[0]?.status).toBe("raw"));
  const pick = shelf.picks.photos[0];
  // The bytes are there, and the name is not stored yet.
  const names = readRecord(userId, "photos");
  localStorage.clear();
  await loadPicks(userId, 6);
  writeRecord(userId, "photos", names);
  expect(pick && (await readBlob(userId, rawKey(pick)))).not.toBeNull();
});

test("once the form is forgotten, a picture still being prepared leaves no trace", async () => {
  let finish = () => {};
  const { shelf } = open(async (file) => {
    await new Promise<void>((done) => {
      finish = done;
    });
    return file;
  });
  void shelf.addPhotos(0, [pictureFile("a")]);
  await vi.waitFor(() => expect(shelf.picks.photos[0]?.nTries).toBe(1));
  const key = shelf.picks.photos[0]?.key ?? "";
  await clearPicks(userId);
  finish();
  await vi.waitFor(() => expect(labels(shelf)).toEqual(Array(6).fill(null)));
  await vi.waitFor(async () => expect(await readBlob(userId, key)).toBeNull());
  expect(readRecord(userId, "photos")).toBeNull();
});

test("what lasts only as long as the page is told", async () => {
  const { shelf } = open();
  expect(shelf.isDurable).toBe(true);
  await shelf.addPhotos(0, [pictureFile("a")]);
  expect(shelf.isDurable).toBe(false);
});

test.each(['{"userId":1}', "{broken", '{"photos":[{"key":3},"x",null]}'])(
  "a list of photos that makes no sense (%s) is no list",
  async (text) => {
    localStorage.setItem(`enmusubi:${userId}:photos`, `{"version":1,"value":${text}}`);
    expect(await loadPicks(userId, 6)).toEqual(emptyPicks(6));
  },
);

test("photos kept by an older build are ready", async () => {
  const shelf = await openWith("a");
  const [pick] = shelf.picks.photos;
  const old = { key: pick?.key, label: "a", uploadName: null };
  writeRecord(userId, "photos", { photos: [old], document: null });
  expect((await loadPicks(userId, 6)).photos[0]).toMatchObject({ status: "ready" });
});

test("a tab asleep in the middle of a picture does not keep this one waiting for ever", async () => {
  const request = vi.fn((_name: string, { signal }: LockOptions) => {
    return new Promise((_, refuse) => {
      signal?.addEventListener("abort", () => refuse(new DOMException("", "AbortError")));
    });
  });
  vi.stubGlobal("navigator", { locks: { request } });
  vi.useFakeTimers();
  const { shelf } = open();
  const adding = shelf.addPhotos(0, [pictureFile("a")]);
  await vi.advanceTimersByTimeAsync(60_000);
  await adding;
  expect(request).toHaveBeenCalledOnce();
  expect(shelf.picks.photos[0]?.status).toBe("ready");
  vi.unstubAllGlobals();
});
