import "#/storage/indexed-db.testing";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { loadNamespaces } from "#/i18n/load";
import { text } from "#/i18n/use-text";
import {
  draw,
  loadMessages,
  logInMember,
  logOutMember,
  toasts,
  userId,
} from "#/member/people.testing";
import { getSession } from "#/session/session";
import { unsent } from "#/storage/account-store";
import { breakConnection, refuse, startFakeServer } from "#/testing/fake-server";
import { heldBack } from "#/testing/held-back";
import { api } from "#/testing/mock/api";
import { Appeal } from "./appeal";
import { appealDraftId, removeAppealDraft } from "./appeal-draft";

vi.mock(import("#/liff/liff"));
vi.mock(import("#/toasts/toasts"), { spy: true });

const accept = api.put("/user-profile/appeal", ({ response }) =>
  response(200).json({ reviewStatus: "PENDING" }),
);
const server = startFakeServer([accept]);
const reload = vi.fn(async () => undefined);
const words = "The photo shows me.\nI wear glasses now.";

beforeAll(async () => {
  await loadMessages();
  await loadNamespaces("rights");
});
beforeEach(() => {
  logInMember();
  reload.mockClear();
});
afterEach(logOutMember);

const tap = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const box = () => screen.getByRole<HTMLTextAreaElement>("textbox");
const type = (value: string) => fireEvent.change(box(), { target: { value } });
const stored = () => unsent.read(userId, appealDraftId);
const bodies = async () =>
  await Promise.all(server.requests.map(async (request) => await request.clone().json()));

async function open() {
  draw(<Appeal until="2026-08-31T10:00:00.000Z" reload={reload} />);
  await openDialog();
}

async function openDialog() {
  tap(text("rights.appeal"));
  await screen.findByRole("dialog", { name: text("rights.appeal") });
}

const isClosed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

it("says until when the member can ask for another review", () => {
  draw(<Appeal until="2026-08-31T10:00:00.000Z" reload={reload} />);
  expect(screen.getByText("You can do this until August 31, 2026.")).toBeDefined();
});

it("sends the words, deletes them from the device and shows the new status", async () => {
  await open();
  type(words);
  await waitFor(async () => expect(await stored()).toBe(words));
  tap(text("rights.appeal.send"));
  await isClosed();
  expect(await bodies()).toEqual([{ text: words }]);
  expect(toasts()).toEqual([text("rights.appeal.done")]);
  expect(getSession().userInfo?.reviewStatus).toBe("PENDING");
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  await waitFor(async () => expect(await stored()).toBeNull());
});

it("shows the new status also if the server answers after Back", async () => {
  const { promise, resolve } = heldBack();
  server.use(
    api.put("/user-profile/appeal", async ({ response }) => {
      await promise;
      return response(200).json({ reviewStatus: "PENDING" });
    }),
  );
  await open();
  type(words);
  tap(text("rights.appeal.send"));
  act(() => void window.dispatchEvent(new PopStateEvent("popstate")));
  await isClosed();
  resolve();
  await waitFor(() => expect(toasts()).toEqual([text("rights.appeal.done")]));
  expect(getSession().userInfo?.reviewStatus).toBe("PENDING");
});

it("keeps the words of a closed dialog", async () => {
  await open();
  type(words);
  tap(text("ui.cancel"));
  await isClosed();
  expect(reload).not.toHaveBeenCalled();
  await openDialog();
  await waitFor(() => expect(box().value).toBe(words));
  expect(server.paths()).toEqual([]);
});

it("has the words of an earlier start", async () => {
  await unsent.write(userId, appealDraftId, words);
  await open();
  await waitFor(() => expect(box().value).toBe(words));
});

it.each([
  ["network", breakConnection],
  ["E503", refuse(503, "E503")],
  ["E005", refuse(429, "E005")],
])("keeps the words after the failure %s, and sends the same again", async (code, answer) => {
  server.use(api.put("/user-profile/appeal", answer));
  await open();
  type(words);
  tap(text("rights.appeal.send"));
  expect(await screen.findByText(text(`failure.${code}`))).toBeDefined();
  expect(screen.getByText(text("rights.appeal.failed"))).toBeDefined();
  expect(box().value).toBe(words);
  await waitFor(async () => expect(await stored()).toBe(words));
  server.use(accept);
  tap(text("shell.retry"));
  await isClosed();
  const sent = await bodies();
  expect(sent.length).toBeGreaterThan(1);
  for (const body of sent) expect(body).toEqual({ text: words });
});

it("shows what has changed if the server takes no appeal any more", async () => {
  server.use(api.put("/user-profile/appeal", refuse(403, "E008")));
  await open();
  type(words);
  tap(text("rights.appeal.send"));
  expect(await screen.findByText(text("rights.appeal.over.title"))).toBeDefined();
  expect(box().value).toBe(words);
  expect(screen.queryByRole("button", { name: text("rights.appeal.send") })).toBeNull();
  fireEvent.keyDown(document.body, { key: "Escape" });
  const [close] = screen.getAllByRole("button", { name: text("ui.close") });
  if (close) fireEvent.click(close);
  await isClosed();
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(getSession().userInfo?.reviewStatus).not.toBe("PENDING");
});

it.each([
  ["E002", 422],
  ["E006", 413],
  ["E009", 400],
] as const)("asks for other words, and not for another try, after %s", async (code, status) => {
  server.use(api.put("/user-profile/appeal", refuse(status, code)));
  await open();
  type(words);
  tap(text("rights.appeal.send"));
  expect(await screen.findByText(text("rights.appeal.invalid"))).toBeDefined();
  expect(box().value).toBe(words);
  expect(screen.getByRole("button", { name: text("rights.appeal.send") })).toBeDefined();
  expect(screen.queryByRole("button", { name: text("shell.retry") })).toBeNull();
});

it("asks for words before it sends, and refuses too many", async () => {
  await open();
  tap(text("rights.appeal.send"));
  expect(await screen.findByText(text("rights.appeal.required"))).toBeDefined();
  expect(document.activeElement).toBe(box());
  type(` ${"愛".repeat(1000)} `);
  expect(await screen.findByText("1000 of 1000 characters")).toBeDefined();
  expect(screen.queryByText(text("rights.appeal.tooLong", { max: 1000 }))).toBeNull();
  type("愛".repeat(1001));
  expect(screen.getByText(text("rights.appeal.tooLong", { max: 1000 }))).toBeDefined();
  tap(text("rights.appeal.send"));
  await act(async () => undefined);
  expect(server.paths()).toEqual([]);
  type("愛".repeat(1000));
  tap(text("rights.appeal.send"));
  await isClosed();
  expect(server.paths()).toEqual(["PUT /user-profile/appeal"]);
});

it("removes the words of a member who cannot appeal", async () => {
  await unsent.write(userId, appealDraftId, words);
  await removeAppealDraft(userId);
  expect(await stored()).toBeNull();
});
