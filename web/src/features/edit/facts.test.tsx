/** Facts, which change after a review. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import "#/storage/indexed-db.testing";
import type { ProfileChanges } from "#/api/profile-changes";
import { sleep } from "#/lib/sleep";
import { userId } from "#/profile-form/made-up.testing";
import { hasRecord } from "#/storage/records";
import { breakConnection, refuse } from "#/testing/fake-server";
import { heldBack } from "#/testing/held-back";
import { api } from "#/testing/mock/api";
import { noChanges } from "#/testing/mock/people";
import {
  answerWith,
  bodiesOf,
  follow,
  infoWith,
  open,
  openList,
  press,
  setEditScreen,
  startEditServer,
  startNewSession,
  storedProfile,
  type,
  waitingFor,
} from "./edit.testing";

vi.mock(import("#/liff/liff"), async (original) => ({
  ...(await original()),
  getLiffUser: () => ({ userId, displayName: "Ming", statusMessage: undefined }),
}));
vi.mock(import("#/logos/preload"), () => ({ preloadLogos: async () => true }));

const server = startEditServer({ workEmail: true });
setEditScreen();

const sent = () => bodiesOf(server, "PUT", "/user-profile/changes");
/** Answers as the server does: the proposal waits. It does so once the test lets it. */
const acceptAfter = (allowed: Promise<void>) =>
  api.put("/user-profile/changes", async ({ request, response }) => {
    await allowed;
    const changes = (await request.clone().json()) as ProfileChanges["changes"];
    return response(202).json(waitingFor(changes));
  });
const accept = acceptAfter(Promise.resolve());
const region = (name: string) => screen.findByRole("region", { name });

async function changeHeight(height: string): Promise<void> {
  await follow("Looks and lifestyle");
  await type(/^Height/, height);
  await press("Continue");
  await screen.findByRole("heading", { name: "Changes at once" });
}

it("proposes only the changed fields, and shows them as waiting", async () => {
  server.use(accept);
  await openList();
  await changeHeight("181");
  const unsent = (await region("Not sent yet")).textContent;
  expect(unsent).toContain("175 cm");
  expect(unsent).toContain("181 cm");
  await press("Send for review");
  const waiting = await region("Waiting for review");
  expect(await sent()).toEqual([{ height: "181" }]);
  expect(waiting.textContent).toContain("Now175 cm");
  expect(waiting.textContent).toContain("New181 cm");
  // The new form opens a moment after the proposal is shown.
  await waitFor(() => expect(screen.queryByRole("region", { name: "Not sent yet" })).toBeNull());
  expect(await screen.findByText("Sent. A reviewer will check your changes.")).toBeDefined();
  expect(hasRecord(userId, "editedFacts")).toBe(false);
  // The form goes on with the values that wait.
  await follow("Looks and lifestyle");
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: /^Height/ }).value).toBe("181");
});

it("sends what waits already together with what is new, because a proposal replaces the one before", async () => {
  server.use(accept, ...answerWith(infoWith(), waitingFor({ school: "NTU" })));
  await openList();
  await changeHeight("181");
  expect((await region("Not sent yet")).textContent).not.toContain("NTU");
  await press("Send for review");
  await waitFor(async () => expect(await sent()).toEqual([{ school: "NTU", height: "181" }]));
});

it("takes the proposal back if the changes lead back to the profile", async () => {
  server.use(
    ...answerWith(infoWith(), waitingFor({ height: 181 })),
    api.delete("/user-profile/changes", ({ response }) => response(204).empty()),
  );
  await openList();
  await changeHeight("175");
  await press("Send for review");
  await waitFor(() => expect(screen.queryByRole("region")).not.toBeNull());
  await screen.findByText(/^No change is waiting any more/);
  expect(server.paths()).toContain("DELETE /user-profile/changes");
  expect(await sent()).toEqual([]);
});

it("keeps the changes over a reload, and after a call that failed", async () => {
  server.use(api.put("/user-profile/changes", breakConnection));
  await openList();
  await follow("Looks and lifestyle");
  await type(/^Height/, "181");
  open();
  const height = await screen.findByRole<HTMLInputElement>("textbox", { name: /^Height/ });
  expect(height.value).toBe("181");
  await press("Continue");
  await press("Send for review");
  const alert = (await screen.findByText(/still on this device/)).closest('[role="alert"]');
  expect(alert?.textContent).toContain("couldn’t reach the server");
  expect((await region("Not sent yet")).textContent).toContain("181 cm");

  server.use(accept);
  await openList();
  await press("Send for review");
  await region("Waiting for review");
  expect((await sent()).at(-1)).toEqual({ height: "181" });
});

it.each([
  ["E003", refuse(404, "E003"), /couldn’t find your profile/],
  ["E004", refuse(409, "E004"), /no longer on our server/],
  ["E005", refuse(429, "E005", { headers: { "Retry-After": "86400" } }), /send more from \w/],
  ["E008", refuse(403, "E008"), /can’t be changed right now/],
] as const)("has a sentence of its own for %s", async (_, answer, words) => {
  server.use(
    api.put("/user-profile/changes", answer),
    api.untyped.get("/user/review-status/:id", () => new Response("{}", { status: 503 })),
  );
  await openList();
  await changeHeight("181");
  await press("Send for review");
  expect((await screen.findByText(words)).closest('[role="alert"]')).not.toBeNull();
  expect(await region("Not sent yet")).toBeDefined();
});

it("opens the page with the answer that the server refuses", async () => {
  const fields = [{ path: "height", code: "range", params: { min: 120, max: 180 } }] as const;
  server.use(api.put("/user-profile/changes", refuse(400, "E002", { fields: [...fields] })));
  await openList();
  await changeHeight("181");
  await press("Send for review");
  await screen.findByRole("heading", { level: 1, name: "Looks and lifestyle" });
  expect(
    await screen.findByRole("link", { name: "Enter a height from 120 to 180 cm" }),
  ).toBeDefined();
});

it("checks only what has changed: another rule may have changed since the registration", async () => {
  server.use(accept, ...answerWith(infoWith({ birthday: "1900-01-01", occupation: "" })));
  await openList();
  await follow("Looks and lifestyle");
  await type(/^Height/, "20");
  await press("Continue");
  const errors = await screen.findByRole("group", { name: "There is a problem" });
  expect(within(errors).getAllByRole("link")).toHaveLength(1);
  await type(/^Height/, "181");
  await press("Continue");
  await press("Send for review");
  await region("Waiting for review");
  expect(await sent()).toEqual([{ height: "181" }]);
});

it("sends the proof of employment as a whole", async () => {
  server.use(accept);
  await openList();
  await follow("Verification");
  await type(/^Link/, "https://www.example.com/in/new");
  await press("Continue");
  await press("Send for review");
  await region("Waiting for review");
  expect(await sent()).toEqual([
    {
      verifyMethod: "LINK",
      reviewLink: "https://www.example.com/in/new",
      employerId: null,
      verifyDescription: storedProfile.verifyDescription,
    },
  ]);
});

it("needs no code for the mailbox of a proposal that waits", async () => {
  const proof = {
    verifyMethod: "WORK_EMAIL" as const,
    employerId: "google",
    reviewLink: "",
    verifyTempFileName: "",
    verifyDescription: "",
  };
  server.use(accept, ...answerWith(infoWith(), waitingFor(proof)));
  await openList();
  await changeHeight("181");
  await press("Send for review");
  await screen.findByText("Sent. A reviewer will check your changes.");
  expect(await sent()).toMatchObject([{ height: "181", employerId: "google" }]);
});

it("asks for a new document, because the reviewer's copy of the old one may be gone", async () => {
  const proven = { verifyMethod: "DOCUMENT", reviewLink: "", verifyTempFileName: "old.pdf" };
  server.use(...answerWith(infoWith(proven)));
  await openList();
  expect(screen.queryByRole("region", { name: "Not sent yet" })).toBeNull();
  await follow("Verification");
  await type(/^Anything our reviewers/, "Third floor");
  await press("Continue");
  expect(await screen.findByRole("link", { name: "Choose a document" })).toBeDefined();
});

it("takes a proposal back once the member has confirmed it", async () => {
  server.use(
    ...answerWith(infoWith(), waitingFor({ height: 181 })),
    api.delete("/user-profile/changes", ({ response }) => response(204).empty()),
  );
  await openList();
  const waiting = await region("Waiting for review");
  fireEvent.click(within(waiting).getByRole("button", { name: "Take it back" }));
  const dialog = await screen.findByRole("dialog");
  await act(async () => {
    fireEvent.click(within(dialog).getByRole("button", { name: "Take it back" }));
  });
  await screen.findByText(/^No change is waiting any more/);
  expect(screen.queryByRole("region", { name: "Waiting for review" })).toBeNull();
  await follow("Looks and lifestyle");
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: /^Height/ }).value).toBe("175");
});

it.each([
  ["ACCEPTED", [], "Your last change was accepted", "Height"],
  [
    "REFUSED",
    [{ path: "height", code: "unclear", note: "Really?" }],
    "Your last change wasn’t accepted",
    "Height – This isn’t clear enough for us to check. Really?",
  ],
] as const)("shows the latest decision: %s", async (outcome, reasons, title, words) => {
  const latestDecision = {
    outcome,
    fields: ["height" as const],
    reasons: [...reasons],
    decidedAt: "2026-03-01T10:00:00Z",
  };
  server.use(...answerWith(infoWith(), { ...noChanges, latestDecision }));
  await openList();
  expect((await region(title)).textContent).toContain(words);
});

it("gives the changes up once the member has confirmed it", async () => {
  await openList();
  await changeHeight("181");
  await press("Discard changes");
  const dialog = await screen.findByRole("dialog");
  await act(async () => {
    fireEvent.click(within(dialog).getByRole("button", { name: "Discard changes" }));
  });
  await waitFor(() => expect(screen.queryByRole("region", { name: "Not sent yet" })).toBeNull());
  expect(hasRecord(userId, "editedFacts")).toBe(false);
  await follow("Looks and lifestyle");
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: /^Height/ }).value).toBe("175");
});

it("shows what this device knows while the server is out of reach, and says how old it is", async () => {
  await openList();
  startNewSession();
  server.use(
    api.get("/user/my-info", breakConnection),
    api.get("/user-profile/changes", breakConnection),
  );
  await openList();
  expect(await screen.findByText(/^Last updated/)).toBeDefined();
  await changeHeight("181");
  expect((await region("Not sent yet")).textContent).toContain("181 cm");
});

it("keeps what is typed after a cancel, although the cancelled proposal arrives late", async () => {
  const proposed = heldBack();
  server.use(acceptAfter(proposed.promise));
  await openList();
  await changeHeight("181");
  await press("Send for review");
  await waitFor(async () => expect(await sent()).toHaveLength(1));
  await press("Cancel and edit");
  await changeHeight("182");
  proposed.resolve();
  await act(() => sleep(50));
  await openList();
  expect((await region("Not sent yet")).textContent).toContain("182 cm");
});
