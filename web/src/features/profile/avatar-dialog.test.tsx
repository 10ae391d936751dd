import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { changeAvatar } from "#/api/avatar";
import { ApiError, NetworkError } from "#/api/error";
import { activate, loadNamespaces } from "#/i18n/load";
import { text } from "#/i18n/use-text";
import type { Area } from "#/pictures/draw";
import { preparePicture } from "#/pictures/prepare";
import { UnusableFile } from "#/pictures/problems";
import { AvatarDialog } from "./avatar-dialog";

/** Moves the picture under the frame; jsdom has no layout for the real tool. */
let crop: (area: Area) => void = () => undefined;
vi.mock(import("#/profile-form/photos/crop-area"), () => ({
  CropArea: ({ alt, onChange }) => {
    crop = onChange;
    return <img alt={alt} />;
  },
}));

vi.mock(import("#/api/avatar"));
vi.mock(import("#/pictures/prepare"));
vi.mock(import("#/person/identify-member"), () => ({ asMember: (call) => call() }));

const file = new File(["bytes"], "me.png", { type: "image/png" });
const picture = { fileId: "a.webp", url: "/api/file/fetch/a.webp?exp=1&sig=2" };

beforeAll(async () => {
  await activate("en");
  await loadNamespaces("profile");
});

beforeEach(() => {
  onChanged.mockReset();
  vi.mocked(changeAvatar).mockReset();
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
  expect(changeAvatar).not.toHaveBeenCalled();
});

it("crops the picture before the upload", async () => {
  const cropped = new Blob(["cropped"], { type: "image/jpeg" });
  vi.mocked(preparePicture).mockResolvedValue({ picture: cropped });
  vi.mocked(changeAvatar).mockResolvedValue(picture);
  const close = open();
  act(() => crop({ x: 10, y: 0, width: 300, height: 400 }));
  tap("profile.avatar.use");
  await waitFor(() => expect(close).toHaveBeenCalledExactlyOnceWith());
  expect(onChanged).toHaveBeenCalledExactlyOnceWith(picture);
  const area = { x: 10, y: 0, width: 300, height: 400 };
  expect(preparePicture).toHaveBeenCalledExactlyOnceWith(file, { longestSidePx: 2048, area });
  expect(vi.mocked(changeAvatar).mock.calls[0]?.[0]).toBe(cropped);
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
    expect(changeAvatar).not.toHaveBeenCalled();
  },
);

it("shows the progress of the upload, and hands the picture over", async () => {
  let finish: (made: typeof picture) => void = () => undefined;
  vi.mocked(changeAvatar).mockImplementation((_file, onProgress) => {
    onProgress(0.4);
    return new Promise((resolve) => {
      finish = resolve;
    });
  });
  const close = open();
  tap("profile.avatar.use");
  await waitFor(() =>
    expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("40"),
  );
  finish(picture);
  await waitFor(() => expect(close).toHaveBeenCalledExactlyOnceWith());
  expect(onChanged).toHaveBeenCalledExactlyOnceWith(picture);
});

it.each([
  ["profile.avatar.E007", new ApiError(415, "E007", "", [])],
  ["profile.avatar.E006", new ApiError(413, "E006", "", [])],
  ["failure.E008", new ApiError(403, "E008", "", [])],
  ["failure.network", new NetworkError("no answer")],
])("says what went wrong (%s) and lets the person try again", async (id, failure) => {
  vi.mocked(changeAvatar).mockRejectedValueOnce(failure).mockResolvedValue(picture);
  const close = open();
  tap("profile.avatar.use");
  expect(await screen.findByText(text(id))).toBeDefined();
  tap("shell.retry");
  await waitFor(() => expect(close).toHaveBeenCalledExactlyOnceWith());
  expect(onChanged).toHaveBeenCalledExactlyOnceWith(picture);
});
