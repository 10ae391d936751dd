import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { activate } from "../i18n/load";
import { text } from "../i18n/use-text";
import { getLiffUser } from "../liff/liff";
import { clearSession, setRegistration } from "../session/session";
import { api, breakConnection, refuse, startFakeServer } from "../testing/fake-server";
import { addToast } from "../toasts/toasts";
import { IndexPage } from "./index-page";

vi.mock(import("../liff/liff"));
vi.mock(import("../toasts/toasts"));

const server = startFakeServer();

beforeAll(() => activate("en"));
beforeEach(() => {
  vi.resetAllMocks();
  const user = { userId: "U1", displayName: "Mei", statusMessage: undefined };
  vi.mocked(getLiffUser).mockReturnValue(user);
  clearSession();
  setRegistration("registered");
});
afterEach(cleanup);

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
