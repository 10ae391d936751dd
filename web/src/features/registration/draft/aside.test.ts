import { beforeEach, expect, test } from "vitest";
import { writeFileRecord } from "../../../storage/file-records";
import { readJson, readText, writeJson, writeText } from "../../../storage/local";
import { photoOrder } from "../photos/photo-order";
import { loadPhotos } from "../photos/photo-storage";
import { forgetAside, forgetFormAside, makeRoomFor, putUnreadAside, usersAside } from "./aside";

const ming = `U${"1".repeat(32)}`;
const hua = `U${"2".repeat(32)}`;
const mei = `U${"3".repeat(32)}`;
const jun = `U${"4".repeat(32)}`;

beforeEach(() => localStorage.clear());

/** What this person left on the device. */
function leave(account: string, nickname: string): void {
  writeJson("registerForm", { account, nickname });
  writeText("registerPage", "photos");
  writeJson("profilePhotos", { userId: account, photos: [{ key: nickname }] });
  writeJson("outbox", { userId: account });
}

test("another person's registration is put aside, and comes back when they do", () => {
  leave(ming, "小明");
  makeRoomFor(hua);
  for (const key of ["registerForm", "registerPage", "profilePhotos", "outbox"] as const) {
    expect(readText(key)).toBeNull();
  }
  expect(usersAside()).toEqual([ming]);
  leave(hua, "小華");

  makeRoomFor(ming);
  expect(readJson("registerForm")).toEqual({ account: ming, nickname: "小明" });
  expect(readText("registerPage")).toBe("photos");
  expect(readJson("profilePhotos")).toMatchObject({ userId: ming });
  expect(readJson("outbox")).toEqual({ userId: ming });
  expect(usersAside()).toEqual([hua]);

  makeRoomFor(hua);
  expect(readJson("registerForm")).toEqual({ account: hua, nickname: "小華" });
});

test("an answer to a reviewer is put aside as a registration is, with its files", async () => {
  const key = `${(Date.now() - 3_600_000).toString(36)}-a`;
  await writeFileRecord(ming, key, {
    version: 1,
    label: "a.png",
    uploadName: null,
    status: "ready",
  });
  writeJson("resubmission", { userId: ming, step: "1" });
  photoOrder.write(ming, { slots: [[key]], document: [], nTries: {}, earlier: {} });
  makeRoomFor(hua);
  expect(readText("resubmission")).toBeNull();
  expect((await loadPhotos(hua, 1)).slots).toEqual([null]);
  leave(hua, "小華");

  makeRoomFor(ming);
  expect(readJson("resubmission")).toEqual({ userId: ming, step: "1" });
  expect((await loadPhotos(ming, 1)).slots).toMatchObject([{ key, label: "a.png" }]);
  expect(usersAside()).toEqual([hua]);
});

test("who is registered by now keeps an answer to a reviewer, and no registration", () => {
  leave(ming, "小明");
  makeRoomFor(hua);
  forgetFormAside(ming);
  expect(usersAside()).toEqual([]);
  writeJson("resubmission", { userId: ming });
  makeRoomFor(hua);
  forgetFormAside(ming);
  expect(usersAside()).toEqual([ming]);
});

test("one's own draft stays where it is", () => {
  leave(ming, "小明");
  makeRoomFor(ming);
  expect(readJson("registerForm")).toEqual({ account: ming, nickname: "小明" });
  expect(readText("registerFormAside")).toBeNull();
});

test("a page and pictures of before do not mix with what comes back", () => {
  leave(ming, "小明");
  makeRoomFor(hua);
  writeText("registerPage", "life");
  makeRoomFor(ming);
  expect(readText("registerPage")).toBe("photos");
  expect(readText("registerFormAside")).toBeNull();
});

test("two are kept aside, and the one that lay there longest gives way", () => {
  for (const [next, who] of [
    [hua, ming],
    [mei, hua],
    [jun, mei],
  ] as const) {
    leave(who, who);
    makeRoomFor(next);
  }
  expect(usersAside()).toEqual([mei, hua]);
});

test("who is registered by now has nothing to come back for", () => {
  leave(ming, "小明");
  makeRoomFor(hua);
  leave(hua, "小華");
  makeRoomFor(mei);
  forgetAside(ming);
  expect(usersAside()).toEqual([hua]);
  forgetAside(hua);
  expect(readText("registerFormAside")).toBeNull();
});

test("what is no list of registrations is none", () => {
  writeText("registerFormAside", "{broken");
  expect(usersAside()).toEqual([]);
  leave(ming, "小明");
  makeRoomFor(hua);
  expect(usersAside()).toEqual([ming]);
});

test("a draft nobody can read is kept under another name", () => {
  writeText("registerForm", "{broken");
  writeText("registerPage", "life");
  putUnreadAside();
  expect(readText("registerForm")).toBeNull();
  expect(readText("registerPage")).toBeNull();
  expect(readText("registerFormUnread")).toBe("{broken");
});
