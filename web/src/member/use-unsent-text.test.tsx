import "#/storage/indexed-db.testing";
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { unsent } from "#/storage/account-store";
import { StorageUnavailable } from "#/storage/database";
import { storedRecord } from "#/storage/indexed-db.testing";
import { logInMember, logOutMember, userId } from "./people.testing";
import { useUnsentText } from "./use-unsent-text";

vi.mock(import("#/liff/liff"));

beforeEach(() => logInMember());
afterEach(() => {
  cleanup();
  logOutMember();
  vi.restoreAllMocks();
});

const open = (id = "yes:I1") => renderHook(useUnsentText, { initialProps: id });
const stored = (id = "yes:I1") => storedRecord("unsent", userId, id);
const storedIs = (expected: unknown) =>
  vi.waitFor(async () => expect(await stored()).toBe(expected));
const pause = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)));

it("has the stored text when it opens again", async () => {
  const { result, unmount } = open();
  act(() => result.current.setText("half"));
  unmount();
  await storedIs("half");
  const again = open();
  await vi.waitFor(() => expect(again.result.current.text).toBe("half"));
});

it("stores the latest text once, a moment after the last change", async () => {
  const { result } = open();
  act(() => result.current.setText("h"));
  act(() => result.current.setText("ha"));
  expect(await stored()).toBeNull();
  await storedIs("ha");
});

it("leaves the stored text of a note that only memory has", async () => {
  await unsent.write(userId, "yes:I1", "Hello");
  vi.spyOn(unsent, "isDurable", "get").mockReturnValue(false);
  renderHook(() => useUnsentText("yes:I1", (text) => text === "Hello"));
  await pause();
  expect(await stored()).toBe("Hello");
});

it("keeps the stored text and the one that the member is typing already", async () => {
  await unsent.write(userId, "yes:I1", "old");
  const { result } = open();
  act(() => result.current.setText("new"));
  await storedIs("old\nnew");
  expect(result.current.text).toBe("old\nnew");
});

it("does not replace a text that the database does not give yet", async () => {
  await unsent.write(userId, "yes:I1", "old");
  vi.spyOn(unsent, "readAll").mockRejectedValueOnce(new StorageUnavailable());
  const { result } = open();
  act(() => result.current.setText("new"));
  await vi.waitFor(() => expect(result.current.isStored).toBe(false));
  await storedIs("old\nnew");
  expect(result.current).toMatchObject({ text: "old\nnew", isStored: true });
});

it("says that the text is not stored as long as the database gives none back, also after a write", async () => {
  const reading = vi.spyOn(unsent, "readAll").mockRejectedValue(new StorageUnavailable());
  const { result } = open();
  await vi.waitFor(() => expect(result.current.isStored).toBe(false));
  const writing = vi.spyOn(unsent, "write");
  act(() => result.current.setText("half"));
  await vi.waitFor(() => expect(writing).toHaveBeenCalledOnce());
  expect(await writing.mock.results[0]?.value).toBe(true);
  await pause();
  expect(result.current.isStored).toBe(false);
  reading.mockRestore();
  await vi.waitFor(() => expect(result.current.isStored).toBe(true), { timeout: 5_000 });
});

it("says that the text is stored once the browser takes it after all", async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  const { result } = open();
  act(() => result.current.setText("half"));
  await vi.waitFor(() => expect(result.current.isStored).toBe(false));
  // The write of another box finds room again.
  put.mockRestore();
  await act(() => unsent.write(userId, "yes:I2", "other"));
  await vi.waitFor(() => expect(result.current.isStored).toBe(true));
  await storedIs("half");
});

it("writes nothing when it closes after it has stored the text", async () => {
  const { result, unmount } = open();
  act(() => result.current.setText("yes"));
  act(() => result.current.storeNow());
  await storedIs("yes");
  await unsent.write(userId, "yes:I1", "written by another part of the app");
  unmount();
  await pause();
  expect(await stored()).toBe("written by another part of the app");
});

it("leaves the stored text when it is emptied, and then deletes it", async () => {
  const { result } = open();
  act(() => result.current.setText("sent"));
  act(() => result.current.storeNow());
  await storedIs("sent");
  act(() => result.current.empty());
  await pause();
  expect(await stored()).toBe("sent");
  act(() => result.current.deleteStored());
  await storedIs(null);
});

it("does not delete the stored text while the member types the next one", async () => {
  const { result } = open();
  act(() => result.current.setText("next"));
  await storedIs("next");
  act(() => result.current.deleteStored());
  await pause();
  expect(await stored()).toBe("next");
});

it("stores a new text beside the one that the database does not give, until it does", async () => {
  await unsent.write(userId, "yes:I1", "old");
  vi.spyOn(unsent, "readAll").mockRejectedValue(new StorageUnavailable());
  const { result, unmount } = open();
  act(() => result.current.setText("new"));
  unmount();
  await pause();
  expect(await stored()).toBe("old");
  vi.mocked(unsent.readAll).mockRestore();
  const again = open();
  await vi.waitFor(() => expect(again.result.current.text).toBe("old\nnew"));
  await storedIs("old\nnew");
  await vi.waitFor(async () =>
    expect([...(await unsent.readAll(userId)).keys()]).toEqual(["yes:I1"]),
  );
});

it("leaves the text of the next box alone when an earlier one deletes its own", async () => {
  const first = open();
  act(() => first.result.current.setText("sent"));
  act(() => first.result.current.empty());
  await storedIs("sent");
  first.unmount();
  const next = open();
  act(() => next.result.current.setText("next"));
  await vi.waitFor(async () => expect(await stored()).toContain("next"));
  act(() => first.result.current.deleteStored());
  await pause();
  expect(await stored()).toContain("next");
});
