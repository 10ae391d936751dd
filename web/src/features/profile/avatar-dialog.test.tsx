import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { changeAvatar } from "../../api/avatar";
import { ApiError, NetworkError } from "../../api/error";
import { activate, loadNamespaces } from "../../i18n/load";
import { text } from "../../i18n/use-text";
import { AvatarDialog } from "./avatar-dialog";

vi.mock(import("../../api/avatar"));
vi.mock(import("../../person/identify-member"), () => ({ asMember: (call) => call() }));

const file = new File(["bytes"], "me.png", { type: "image/png" });
const picture = { fileId: "a.webp", url: "/api/file/fetch/a.webp?exp=1&sig=2" };

beforeAll(async () => {
  await activate("en");
  await loadNamespaces("profile");
});

beforeEach(() => {
  vi.mocked(changeAvatar).mockReset();
});

afterEach(cleanup);

function open() {
  const close = vi.fn();
  render(
    <I18nProvider i18n={i18n}>
      <AvatarDialog isOpen close={close} file={file} />
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

it("shows the progress of the upload, and returns the picture", async () => {
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
  await waitFor(() => expect(close).toHaveBeenCalledExactlyOnceWith(picture));
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
  await waitFor(() => expect(close).toHaveBeenCalledExactlyOnceWith(picture));
});
