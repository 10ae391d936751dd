import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { MyInfo } from "#/api/account";
import { activate } from "#/i18n/load";
import { text } from "#/i18n/use-text";
import { getLiffUser } from "#/liff/liff";
import { clearSession, getSession, setRegistration, setUserInfo } from "#/session/session";
import { readText, removeStored, writeText } from "#/storage/local";
import { recordKey } from "#/storage/records";
import { breakConnection, refuse, startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { addToast } from "#/toasts/toasts";
import { IndexPage } from "./index-page";

vi.mock(import("#/liff/liff"));
vi.mock(import("#/toasts/toasts"));

const server = startFakeServer();

beforeAll(() => activate("en"));
beforeEach(() => {
  vi.resetAllMocks();
  const user = { userId: "U1", displayName: "Mei", statusMessage: undefined };
  vi.mocked(getLiffUser).mockReturnValue(user);
  clearSession();
  setRegistration("registered");
});

it.each([
  ["network", breakConnection],
  ["E503", refuse(503, "E503")],
  ["E500", refuse(500, "E500")],
])(
  "shows a red toast with the cause %s when a member cannot log in again",
  async (code, answer) => {
    server.use(api.post("/user/login", answer));
    render(
      <I18nProvider i18n={i18n}>
        <IndexPage />
      </I18nProvider>,
    );
    fireEvent.click(screen.getByRole("button", { name: text("shell.index.login") }));
    await waitFor(() =>
      expect(addToast).toHaveBeenCalledExactlyOnceWith(text(`failure.${code}`), {
        color: "red",
        durationMs: 3000,
      }),
    );
  },
);

it.each([
  ["NEEDS_INFO", true],
  ["PENDING", false],
] as const)(
  "deletes answers to a reviewer only after the server said that nobody asks: %s",
  async (reviewStatus, isKept) => {
    const info = { userId: "U1", nickname: "Mei", avatar: null, photos: [], reviewStatus };
    const answer = { ...info, profile: {}, review: { reasons: [] } } as unknown as MyInfo;
    server.use(
      api.post("/user/login", ({ response }) => response(200).json({ token: "t" })),
      api.get("/user/my-info", ({ response }) => response(200).json(answer)),
    );
    const key = recordKey("U1", "resubmission");
    writeText(key, '{"version":1,"value":{}}');
    // This window has the status of before, and the member took the profile back in another one.
    setUserInfo({ userId: "U1", nickname: "Mei", reviewStatus: "PENDING" });
    render(
      <I18nProvider i18n={i18n}>
        <IndexPage />
      </I18nProvider>,
    );
    await waitFor(() => expect(getSession().userInfo?.reviewStatus).toBe(reviewStatus));
    await waitFor(() => expect(server.paths()).toContain("GET /user/my-info"));
    if (isKept) expect(readText(key)).not.toBeNull();
    else await waitFor(() => expect(readText(key)).toBeNull());
    removeStored(key);
  },
);
