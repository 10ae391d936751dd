/** Draws a page of an approved member over the fake of our server. A test file mocks `liff/liff` itself. */
import "#/storage/indexed-db.testing";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { act } from "react";
import { afterEach, beforeAll, beforeEach, vi } from "vitest";
import type { MyInfo } from "#/api/account";
import { activate, loadNamespaces, type Namespace } from "#/i18n/load";
import { getLiffUser } from "#/liff/liff";
import { OverlayOutlet } from "#/overlays/overlay-outlet";
import { unmountAllOverlays } from "#/overlays/overlays";
import { userId } from "#/profile-form/made-up.testing";
import { logIn } from "#/session/session.testing";
import { clearIndexedDb } from "#/storage/indexed-db.testing";
import { refuse } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { ToastArea } from "#/toasts/toast-area";

/** The calls with which each page refreshes the numbers in its bar, and a way to find out that E008 is true. */
export const barHandlers = [
  api.get("/matches", ({ response }) => response(200).json({ matches: [] })),
  api.get("/news", ({ response }) => response(200).json({ news: [] })),
  api.get("/introductions", refuse(503, "E503", { headers: { "Retry-After": "60" } })),
];

/** Sets up an approved member, English messages and empty storage. A test file calls it once. */
export function setMember(...namespaces: Namespace[]): void {
  beforeAll(async () => {
    await activate("en");
    await loadNamespaces("member", "vocabulary", ...namespaces);
  });
  beforeEach(async () => {
    await clearIndexedDb();
    const user = { userId, displayName: "Mei", statusMessage: undefined };
    vi.mocked(getLiffUser).mockReturnValue(user);
    // Another session, so that no resource has the data of the test before.
    logIn(userId);
    window.history.replaceState(null, "", "/");
  });
  afterEach(() => {
    act(unmountAllOverlays);
    cleanup();
  });
}

/** Draws the page with its dialogs and toasts. */
export function show(page: ReactNode): void {
  render(
    <I18nProvider i18n={i18n}>
      {page}
      <OverlayOutlet />
      <ToastArea />
    </I18nProvider>,
  );
}

/** Returns the member's info with this employer, empty for one that is not in the list. */
export function infoWith(employerId: string): MyInfo {
  const profile = { employerId } as MyInfo["profile"];
  const review = { reasons: [], askedFields: [], takenBack: false } as unknown as MyInfo["review"];
  const photos: MyInfo["photos"] = [];
  return {
    userId,
    nickname: "小美",
    reviewStatus: "APPROVED",
    avatar: null,
    photos,
    profile,
    review,
  };
}
