import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { activate, loadNamespaces } from "#/i18n/load";
import { text } from "#/i18n/use-text";
import type { Area } from "#/pictures/draw";
import { preparePicture } from "#/pictures/prepare";
import { UnusableFile } from "#/pictures/problems";
import { breakConnection, refuse, startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { AvatarDialog } from "./avatar-dialog";

/** Moves the picture under the frame; jsdom has no layout for the real tool. */
let crop: (area: Area) => void = () => undefined;
vi.mock(import("#/profile-form/photos/crop-area"), () => ({
  CropArea: ({ alt, onChange }) => {
    crop = onChange;
    return <img alt={alt} />;
  },
}));

vi.mock(import("#/pictures/prepare"));
vi.mock(import("#/person/identify-member"), () => ({ asMember: (call) => call() }));

const file = new File(["bytes"], "me.png", { type: "image/png" });
const picture = { fileId: "a.webp", url: "/api/file/fetch/a.webp?exp=1&sig=2" };
const stored = { fileName: "a.webp", width: 3, height: 4, thumbhash: "" };
const server = startFakeServer([
  api.post("/file/tempUpload", ({ response }) => response(200).json(stored)),
  api.put("/user-profile/avatar", ({ response }) => response(200).json({ avatar: picture })),
]);

beforeAll(async () => {
  await activate("en");
  await loadNamespaces("profile");
});

beforeEach(() => {
  onChanged.mockReset();
  vi.mocked(preparePicture)
    .mockReset()
    .mockImplementation(async (picked) => ({ picture: picked }));
});

const onChanged = vi.fn();

function open() {
  const close = vi.fn();
  render(
    <I18nProvider i18n={i18n}>
      <AvatarDialog isOpen close={close} file={file} onChanged={onChanged} />
    </I18nProvider>,
  );
  return close;
}

const tap = (id: string) => fireEvent.click(screen.getByRole("button", { name: text(id) }));

it("sends nothing before the person agrees", () => {
  const close = open();
  expect(screen.getByRole("img", { name: text("profile.avatar.preview") })).toBeDefined();
  tap("ui.cancel");
  expect(close).toHaveBeenCalledExactlyOnceWith();
  expect(server.paths()).toEqual([]);
});

it("crops the picture before the upload", async () => {
  const cropped = new Blob(["cropped"], { type: "image/jpeg" });
  vi.mocked(preparePicture).mockResolvedValue({ picture: cropped });
  const close = open();
  act(() => crop({ x: 10, y: 0, width: 300, height: 400 }));
  tap("profile.avatar.use");
  await waitFor(() => expect(close).toHaveBeenCalledExactlyOnceWith());
  expect(onChanged).toHaveBeenCalledExactlyOnceWith(picture);
  const area = { x: 10, y: 0, width: 300, height: 400 };
  expect(preparePicture).toHaveBeenCalledExactlyOnceWith(file, { longestSidePx: 2048, area });
  expect(server.paths()).toEqual(["POST /file/tempUpload", "PUT /user-profile/avatar"]);
  const form = await server.requests[0]?.clone().formData();
  expect(form?.get("purpose")).toBe("photo");
  expect(await new Response(form?.get("file")).text()).toBe("cropped");
  expect(await server.bodiesOf("PUT")).toEqual([{ avatar: "a.webp" }]);
});

it.each([
  ["profile.avatar.E007", "not_a_picture"],
  ["profile.avatar.E006", "picture_too_large"],
] as const)(
  "says %s about a file that is refused as %s, and uploads nothing",
  async (id, problem) => {
    vi.mocked(preparePicture).mockRejectedValue(new UnusableFile(problem));
    open();
    tap("profile.avatar.use");
    expect(await screen.findByText(text(id))).toBeDefined();
    expect(server.paths()).toEqual([]);
  },
);

/** A request of which two fifths have left the device. msw reports no progress before the end. */
class StartedRequest extends EventTarget {
  static latest: StartedRequest | undefined;
  readonly upload = new EventTarget();
  readonly status = 200;
  readonly responseText = JSON.stringify(stored);
  open(): void {}
  setRequestHeader(): void {}
  abort(): void {}
  getResponseHeader = () => null;
  send(): void {
    StartedRequest.latest = this;
    const sent = { lengthComputable: true, loaded: 4, total: 10 };
    this.upload.dispatchEvent(Object.assign(new Event("progress"), sent));
  }
  finish(): void {
    for (const name of ["load", "loadend"]) this.dispatchEvent(new Event(name));
  }
}

it("shows the progress of the upload, and hands the picture over", async () => {
  vi.stubGlobal("XMLHttpRequest", StartedRequest);
  onTestFinished(() => void vi.unstubAllGlobals());
  const close = open();
  tap("profile.avatar.use");
  await waitFor(() =>
    expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("40"),
  );
  StartedRequest.latest?.finish();
  await waitFor(() => expect(close).toHaveBeenCalledExactlyOnceWith());
  expect(onChanged).toHaveBeenCalledExactlyOnceWith(picture);
});

it.each([
  ["profile.avatar.E007", api.post("/file/tempUpload", refuse(415, "E007"), { once: true })],
  ["profile.avatar.E006", api.post("/file/tempUpload", refuse(413, "E006"), { once: true })],
  ["failure.E008", api.put("/user-profile/avatar", refuse(403, "E008"), { once: true })],
  ["failure.network", api.post("/file/tempUpload", breakConnection, { once: true })],
])("says what went wrong (%s) and lets the person try again", async (id, failure) => {
  server.use(failure);
  const close = open();
  tap("profile.avatar.use");
  expect(await screen.findByText(text(id))).toBeDefined();
  tap("shell.retry");
  await waitFor(() => expect(close).toHaveBeenCalledExactlyOnceWith());
  expect(onChanged).toHaveBeenCalledExactlyOnceWith(picture);
});
