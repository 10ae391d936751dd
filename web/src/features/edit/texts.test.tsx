/** Texts and tags, which change at once. */
import { act, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import "#/storage/indexed-db.testing";
import { sleep } from "#/lib/sleep";
import { completeDraft, userId } from "#/profile-form/made-up.testing";
import { hasRecord } from "#/storage/records";
import { fillStorage } from "#/storage/storage.testing";
import { breakConnection, refuse } from "#/testing/fake-server";
import { heldBack } from "#/testing/held-back";
import { api } from "#/testing/mock/api";
import {
  bodiesOf,
  follow,
  open,
  openList,
  press,
  setEditScreen,
  startEditServer,
  type,
} from "./edit.testing";
import { editedTexts } from "./edit-storage";

vi.mock(import("#/liff/liff"), async (original) => ({
  ...(await original()),
  getLiffUser: () => ({ userId, displayName: "Ming", statusMessage: undefined }),
}));
vi.mock(import("#/logos/preload"), () => ({ preloadLogos: async () => true }));

const server = startEditServer();
setEditScreen();

const sent = () => bodiesOf(server, "PUT", "/user-profile/texts");
/** Answers as the server does: with all texts, once the test lets it. */
const acceptAfter = (allowed: Promise<void>) =>
  api.put("/user-profile/texts", async ({ request, response }) => {
    await allowed;
    const changed = (await request.clone().json()) as object;
    return response(200).json({ aboutMe: String(completeDraft.aboutMe), ...changed });
  });
const accept = acceptAfter(Promise.resolve());
const daily = "Up at six, to bed at ten.";
const box = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: /^My daily life/ });

it("saves only the changed texts, says so, and shows them in the list", async () => {
  server.use(accept);
  await openList();
  await follow("About you");
  await type(/^My daily life/, daily);
  await press("Save");
  expect(await screen.findByText("Saved. Others see it from now on.")).toBeDefined();
  await screen.findByRole("heading", { name: "Changes at once" });
  expect(await sent()).toEqual([{ dailyLife: daily }]);
  expect(screen.getByRole("link", { name: /^About you/ }).textContent).toContain(daily);
  expect(screen.queryByText("Not saved yet")).toBeNull();
  expect(hasRecord(userId, "editedTexts")).toBe(false);
});

it("empties an optional text", async () => {
  server.use(accept);
  await openList();
  await follow("About you");
  await type(/^My daily life/, daily);
  await press("Save");
  await screen.findByRole("heading", { name: "Changes at once" });
  await follow("About you");
  await type(/^My daily life/, "");
  await press("Save");
  await screen.findByRole("heading", { name: "Changes at once" });
  expect(await sent()).toEqual([{ dailyLife: daily }, { dailyLife: "" }]);
});

it("says that the browser stores nothing, once something is typed", async () => {
  await openList();
  await follow("About you");
  fillStorage();
  const warning = () => screen.queryByText(/This device can’t store what you write/);
  expect(warning()).toBeNull();
  await type(/^My daily life/, daily);
  expect(warning()).not.toBeNull();
  vi.unstubAllGlobals();
  await type(/^My daily life/, `${daily} `);
  expect(warning()).toBeNull();
});

it("sends nothing if nothing has changed", async () => {
  await openList();
  await follow("About you");
  await press("Save");
  await screen.findByRole("heading", { name: "Changes at once" });
  expect(await sent()).toEqual([]);
});

it("shows the error of a rule beside its field, and sends nothing", async () => {
  await openList();
  await follow("About you");
  await type(/^About me/, "Short");
  await press("Save");
  const message = "Write 10 to 1000 characters about yourself";
  expect(await screen.findByRole("link", { name: message })).toBeDefined();
  const field = screen.getByRole("textbox", { name: /^About me/ });
  const described = field.getAttribute("aria-describedby") ?? "";
  const words = described.split(" ").map((id) => document.getElementById(id)?.textContent);
  expect(words).toContain(message);
  expect(await sent()).toEqual([]);
});

it("shows the errors that the server finds beside their fields", async () => {
  const fields = [{ path: "dailyLife", code: "control_character", params: {} }] as const;
  server.use(api.put("/user-profile/texts", refuse(400, "E002", { fields: [...fields] })));
  await openList();
  await follow("About you");
  await type(/^My daily life/, daily);
  await press("Save");
  expect(
    await screen.findByRole("link", { name: "My daily life: remove the invisible characters" }),
  ).toBeDefined();
  expect((await box()).value).toBe(daily);
});

it.each([
  ["no answer", breakConnection, /couldn’t reach the server/],
  ["E008", refuse(403, "E008"), /can’t be changed right now/],
  ["E500", refuse(500, "E500"), /went wrong on our side/],
  ["E005", refuse(429, "E005", { headers: { "Retry-After": "86400" } }), /send more from/],
] as const)("keeps what was typed after %s, also over a reload", async (_, answer, words) => {
  server.use(
    api.put("/user-profile/texts", answer),
    api.untyped.get("/user/review-status/:id", () => new Response("{}", { status: 503 })),
  );
  await openList();
  await follow("About you");
  await type(/^My daily life/, daily);
  await press("Save");
  expect((await screen.findByText(words)).getAttribute("role")).toBe("alert");
  expect((await box()).value).toBe(daily);

  open();
  expect((await box()).value).toBe(daily);
  await openList();
  expect(screen.getByRole("link", { name: /^About you.*Not saved yet/ })).toBeDefined();

  server.use(accept);
  await follow("About you");
  await press("Save");
  await screen.findByRole("heading", { name: "Changes at once" });
  expect((await sent()).at(-1)).toEqual({ dailyLife: daily });
  expect(screen.queryByText("Not saved yet")).toBeNull();
});

it("saves the page that the member sees, and keeps the changes of the others", async () => {
  server.use(accept);
  await openList();
  await follow("About you");
  await type(/^My daily life/, daily);
  await openList();
  await follow("Achievement");
  await type(/^Achievement/, "Three patents");
  await press("Save");
  await screen.findByRole("heading", { name: "Changes at once" });
  expect(await sent()).toEqual([{ achievement: "Three patents" }]);
  expect(screen.getByRole("link", { name: /^About you.*Not saved yet/ })).toBeDefined();
});

it("keeps what is typed on the next page when an earlier page is saved late, and stays there", async () => {
  const saved = heldBack();
  server.use(acceptAfter(saved.promise));
  await openList();
  await follow("About you");
  await type(/^My daily life/, daily);
  await press("Save");
  await follow("Edit your profile");
  await follow("Achievement");
  await type(/^Achievement/, "Three patents");
  saved.resolve();
  await screen.findByText("Saved. Others see it from now on.");
  await act(() => sleep(0));
  const achievement = screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^Achievement/ });
  expect(achievement.value).toBe("Three patents");
  expect(editedTexts.read(userId)?.edits).toEqual({ achievement: "Three patents" });
});
