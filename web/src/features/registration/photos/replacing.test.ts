import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { activate, loadNamespaces } from "../../../i18n/load";
import type { Prepare } from "../../../pictures/prepare";
import { BadFile } from "../../../pictures/problems";
import { readBlob } from "../../../storage/blobs";
import { addToast } from "../../../toasts/toasts";
import { pictureFile, userId } from "../form/testing";
import { FileShelf } from "./file-shelf";
import { emptyPicks, type PickPlace, pickAt } from "./picks";
import { clearPicks, loadPicks, rawKey } from "./stored-picks";

// Nothing draws toasts here.
vi.mock("../../../toasts/toasts", () => ({ addToast: vi.fn() }));

const prepared: Prepare = async (file) => new Blob([`small ${await file.text()}`]);
const never: Prepare = () => new Promise(() => undefined);
const refusing: Prepare = () => Promise.reject(new BadFile("picture_heic"));

/** The page is closed, or killed, and opened again. */
async function reopen(prepare: Prepare = prepared) {
  const shelf = new FileShelf(userId, await loadPicks(userId, 6), prepare, () => undefined);
  shelf.open();
  return shelf;
}

async function openWith(label: string) {
  const shelf = new FileShelf(userId, emptyPicks(6), prepared, () => undefined);
  await shelf.addPhotos(0, [pictureFile(label)]);
  await shelf.setDocument(pictureFile(label));
  return shelf;
}

/** A file whose bytes come only when it is told to give them. */
function slowFile(label: string) {
  const file = pictureFile(label);
  let give = () => {};
  file.arrayBuffer = () =>
    new Promise((done) => {
      give = () => done(new ArrayBuffer(4));
    });
  return { file, give: () => give() };
}

const replace = (shelf: FileShelf, place: PickPlace, file: File) =>
  place === "document" ? shelf.setDocument(file) : shelf.replacePhoto(place, file);
const labelAt = (shelf: FileShelf, place: PickPlace) => pickAt(shelf.picks, place)?.label;
const bytesAt = async (shelf: FileShelf, place: PickPlace) =>
  (await readBlob(userId, pickAt(shelf.picks, place)?.key ?? ""))?.text();

beforeAll(async () => {
  await activate("en");
  await loadNamespaces("register", "errors");
});
beforeEach(() => {
  localStorage.clear();
  vi.mocked(addToast).mockClear();
});
afterEach(() => clearPicks(userId));

test.each([0, "document"] as const)(
  "a page killed while another file is read (%s) has the earlier one",
  async (place) => {
    const shelf = await openWith("a");
    void replace(shelf, place, slowFile("b").file);
    expect(labelAt(shelf, place)).toBe("b");
    const back = await reopen();
    expect(labelAt(back, place)).toBe("a");
    expect(await bytesAt(back, place)).toBe("small bytes of a");
  },
);

test.each([0, "document"] as const)(
  "a file of no use (%s) has not cost the earlier one, and the reason is told",
  async (place) => {
    const shelf = await openWith("a");
    const removal = await replace(shelf, place, new File([], "empty.jpg"));
    expect(removal).toBeNull();
    expect(shelf.errors()).toEqual([]);
    expect(labelAt(shelf, place)).toBe("a");
    expect(await bytesAt(shelf, place)).toBe("small bytes of a");
    const [title] = vi.mocked(addToast).mock.lastCall ?? [];
    expect(title).toMatch(/^The earlier file stays\. .+: the file is empty; choose another$/);
    expect(labelAt(await reopen(), place)).toBe("a");
  },
);

test.each([0, "document"] as const)(
  "a picture that turns out to be of no use only at the next start (%s) gives way to the earlier one",
  async (place) => {
    const shelf = await openWith("a");
    const killed = new FileShelf(userId, shelf.picks, never, () => undefined);
    void replace(killed, place, pictureFile("b"));
    await vi.waitFor(() => expect(pickAt(killed.picks, place)?.status).toBe("raw"));
    const broken = pickAt(killed.picks, place);
    const back = await reopen(refusing);
    await back.untilReady(place);
    expect(labelAt(back, place)).toBe("a");
    expect(await bytesAt(back, place)).toBe("small bytes of a");
    expect(addToast).toHaveBeenCalledOnce();
    await vi.waitFor(async () => {
      expect(broken && (await readBlob(userId, rawKey(broken)))).toBeNull();
    });
  },
);

test("a picture that is ready only at the next start has replaced the earlier one for good", async () => {
  const shelf = await openWith("a");
  const earlier = shelf.picks.photos[0]?.key ?? "";
  const killed = new FileShelf(userId, shelf.picks, never, () => undefined);
  void killed.replacePhoto(0, pictureFile("b"));
  await vi.waitFor(() => expect(killed.picks.photos[0]?.status).toBe("raw"));
  const back = await reopen();
  await back.untilReady(0);
  expect(await bytesAt(back, 0)).toBe("small bytes of b");
  expect(back.picks.photos[0]?.before).toBeUndefined();
  await vi.waitFor(async () => expect(await readBlob(userId, earlier)).toBeNull());
});

test.each([0, "document"] as const)(
  "the earlier file (%s) can be had back until it is dropped",
  async (place) => {
    const shelf = await openWith("a");
    const removal = await replace(shelf, place, pictureFile("b"));
    const replaced = pickAt(shelf.picks, place)?.key ?? "";
    expect(await bytesAt(shelf, place)).toBe("small bytes of b");
    expect(removal?.undo()).toBe(true);
    expect(await bytesAt(shelf, place)).toBe("small bytes of a");
    await vi.waitFor(async () => expect(await readBlob(userId, replaced)).toBeNull());
    expect(labelAt(await reopen(), place)).toBe("a");

    const earlier = pickAt(shelf.picks, place)?.key ?? "";
    const late = await replace(shelf, place, pictureFile("c"));
    late?.drop();
    await vi.waitFor(async () => expect(await readBlob(userId, earlier)).toBeNull());
    expect(late?.undo()).toBe(false);
    expect(labelAt(shelf, place)).toBe("c");
  },
);

test("the earlier photo comes back in the place of the new one, wherever that stands", async () => {
  const shelf = await openWith("a");
  await shelf.addPhotos(1, [pictureFile("other")]);
  const removal = await shelf.replacePhoto(0, pictureFile("b"));
  shelf.movePhoto(0, 1);
  const area = { x: 0, y: 0, width: 3, height: 4 };
  await shelf.cropPhoto(shelf.picks.photos[1]?.key ?? "", area);
  expect(removal?.undo()).toBe(true);
  expect(shelf.picks.photos.map((pick) => pick?.label)).toEqual([
    "other",
    "a",
    ...Array(4).fill(undefined),
  ]);
});

test("a second thought while the first is read comes back to the file that was good", async () => {
  const shelf = await openWith("a");
  const first = slowFile("b");
  const reading = shelf.replacePhoto(0, first.file);
  const second = shelf.replacePhoto(0, pictureFile("c"));
  const removal = await second;
  first.give();
  expect(await reading).toBeNull();
  expect(labelAt(shelf, 0)).toBe("c");
  expect(removal?.undo()).toBe(true);
  expect(await bytesAt(shelf, 0)).toBe("small bytes of a");
});

test("what another window does to the earlier file counts while the new one is read", async () => {
  const shelf = await openWith("a");
  await shelf.addPhotos(1, [pictureFile("other")]);
  const slow = slowFile("b");
  const replacing = shelf.replacePhoto(0, slow.file);
  const there = await reopen();
  there.movePhoto(0, 1);
  shelf.followOtherTabs();
  expect(shelf.picks.photos.map((pick) => pick?.label).slice(0, 3)).toEqual([
    "other",
    "b",
    undefined,
  ]);
  slow.give();
  await replacing;
  expect(labelAt(await reopen(), 1)).toBe("b");
});

test("removing the new file in the middle takes both away, and undoing brings both back", async () => {
  const shelf = await openWith("a");
  const slow = slowFile("b");
  const replacing = shelf.replacePhoto(0, slow.file);
  const removal = shelf.removePick(0);
  expect(labelAt(shelf, 0)).toBeUndefined();
  expect(removal?.undo()).toBe(true);
  slow.give();
  const back = await replacing;
  expect(labelAt(shelf, 0)).toBe("b");
  expect(back?.undo()).toBe(true);
  expect(labelAt(shelf, 0)).toBe("a");
});
