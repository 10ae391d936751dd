/** Photos, which change after a review. */
import { act, fireEvent, screen, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import "#/storage/indexed-db.testing";
import type { ProfileChanges } from "#/api/profile-changes";
import { pictureFile, userId } from "#/profile-form/made-up.testing";
import { hasRecord } from "#/storage/records";
import { breakConnection } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { fileName } from "#/testing/mock/people";
import {
  answerWith,
  bodiesOf,
  follow,
  infoWith,
  open,
  openList,
  photoNames,
  press,
  setEditScreen,
  startEditServer,
  type,
  waitingFor,
} from "./edit.testing";

vi.mock(import("#/liff/liff"), async (original) => ({
  ...(await original()),
  getLiffUser: () => ({ userId, displayName: "Ming", statusMessage: undefined }),
}));
vi.mock(import("#/logos/preload"), () => ({ preloadLogos: async () => true }));
vi.mock(import("#/profile-form/photos/drag-order"), () => ({
  attachDragOrder: () => () => undefined,
}));
// The files of tests are no pictures.
vi.mock(import("#/pictures/prepare"), async (original) => ({
  ...(await original()),
  preparePicture: async (file) => ({ picture: file }),
  preloadPreparing: async () => undefined,
}));

const server = startEditServer();
setEditScreen();
beforeEach(() => {
  const size = { width: 3, height: 4, thumbhash: "" };
  server.use(
    api.get("/file/fetch/{fileId}", ({ response }) =>
      response.untyped(new HttpResponse("bytes", { headers: { "Content-Type": "image/png" } })),
    ),
    api.post("/file/tempUpload", ({ response }) =>
      response(200).json({ fileName: fileName("c"), ...size }),
    ),
  );
});

const [first, second] = photoNames;
const fetched = () => server.paths().filter((path) => path.startsWith("GET /file/fetch/"));
const uploads = () => server.requests.filter(({ url }) => url.endsWith("/file/tempUpload"));
const sent = () => bodiesOf(server, "PUT", "/user-profile/changes");
const accept = api.put("/user-profile/changes", async ({ request, response }) => {
  const changes = (await request.clone().json()) as ProfileChanges["changes"];
  return response(202).json(waitingFor(changes));
});
const region = (name: string) => screen.findByRole("region", { name });

async function openPhotos(): Promise<void> {
  await openList();
  await follow("Photos");
  await screen.findByRole("button", { name: "Edit photo 2" });
}

async function pick(number: number): Promise<void> {
  const input = screen.getByLabelText(`Add photo ${number}`);
  await act(async () => void fireEvent.change(input, { target: { files: [pictureFile()] } }));
  await screen.findByRole("button", { name: `Edit photo ${number}` });
}

it("fetches the photos only for their page, and proposes the new order without their bytes", async () => {
  server.use(accept);
  await openList();
  expect(fetched()).toEqual([]);
  await follow("Photos");
  await screen.findByRole("button", { name: "Edit photo 2" });
  expect(fetched()).toEqual(photoNames.map((name) => `GET /file/fetch/${name}`));
  await press("Remove photo 1");
  await press("Continue");
  await press("Send for review");
  const waiting = await region("Waiting for review");
  expect(await sent()).toEqual([{ photoNameList: [second] }]);
  expect(uploads()).toEqual([]);
  expect(within(waiting).getAllByRole("img")).toHaveLength(3);
  expect(hasRecord(userId, "editedFacts")).toBe(false);
  expect(hasRecord(userId, "photos")).toBe(false);
});

it("uploads a new photo with the session, and keeps it over a reload and a call that failed", async () => {
  server.use(api.put("/user-profile/changes", breakConnection));
  await openPhotos();
  await pick(3);
  open();
  await screen.findByRole("button", { name: "Edit photo 3" });
  expect(fetched()).toEqual(photoNames.map((name) => `GET /file/fetch/${name}`));
  await press("Continue");
  await press("Send for review");
  await screen.findByText(/still on this device/);
  expect(uploads()).toHaveLength(1);
  const [upload] = uploads();
  expect((await upload?.clone().formData())?.get("purpose")).toBe("photo");
  expect(upload?.headers.get("Authorization")).toBe("Bearer token");

  server.use(accept);
  await openList();
  await press("Send for review");
  await region("Waiting for review");
  expect((await sent()).at(-1)).toEqual({ photoNameList: [first, second, fileName("c")] });
  // The upload of the first attempt is still good.
  expect(uploads()).toHaveLength(1);
});

it("does not propose photos at which the member only looked, and keeps no copy of them", async () => {
  server.use(accept);
  await openPhotos();
  await press("Continue");
  await screen.findByRole("heading", { name: "Changes at once" });
  expect(screen.queryByRole("region", { name: "Not sent yet" })).toBeNull();
  await openList();
  expect(hasRecord(userId, "editedFacts")).toBe(false);
  await follow("Looks and lifestyle");
  await type(/^Height/, "181");
  await press("Continue");
  await press("Send for review");
  await region("Waiting for review");
  expect(await sent()).toEqual([{ height: "181" }]);
});

it("goes on with the photos that wait, and sends them again with another change", async () => {
  server.use(accept, ...answerWith(infoWith(), waitingFor({ photoNameList: [second, first] })));
  await openList();
  await follow("Looks and lifestyle");
  await type(/^Height/, "181");
  await press("Continue");
  await press("Send for review");
  await screen.findByText("Sent. A reviewer will check your changes.");
  expect(await sent()).toEqual([{ height: "181", photoNameList: [second, first] }]);
});

it("asks for at least one photo", async () => {
  await openPhotos();
  await press("Remove photo 2");
  await press("Remove photo 1");
  await press("Continue");
  expect(await screen.findByRole("link", { name: "Add at least one photo" })).toBeDefined();
});

it("says so if the photos cannot be had, and tries again", async () => {
  server.use(api.get("/file/fetch/{fileId}", breakConnection, { once: true }));
  await openList();
  await follow("Photos");
  await screen.findByText("We couldn’t load your photos");
  await press("Try again");
  expect(await screen.findByRole("button", { name: "Edit photo 2" })).toBeDefined();
});

it("gives up the changed photos together with the other changes", async () => {
  await openPhotos();
  await press("Remove photo 1");
  await press("Continue");
  await press("Discard changes");
  const dialog = await screen.findByRole("dialog");
  await act(async () => {
    fireEvent.click(within(dialog).getByRole("button", { name: "Discard changes" }));
  });
  await vi.waitFor(() => expect(screen.queryByRole("region", { name: "Not sent yet" })).toBeNull());
  await follow("Photos");
  expect(await screen.findByRole("button", { name: "Edit photo 2" })).toBeDefined();
});
