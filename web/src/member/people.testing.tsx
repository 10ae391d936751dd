/** Test support for the pages of approved members: people, introductions and matches, and the session. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, vi } from "vitest";
import { fetchLists, type Lists } from "#/core/lists";
import { activate, loadNamespaces } from "#/i18n/load";
import { getLiffUser } from "#/liff/liff";
import { OverlayOutlet } from "#/overlays/overlay-outlet";
import { unmountAllOverlays } from "#/overlays/overlays";
import { clearSession } from "#/session/session";
import { logIn } from "#/session/session.testing";
import { replaceIndexedDb } from "#/storage/indexed-db.testing";
import { addToast, readToastText } from "#/toasts/toasts";

export const userId = "U1";

/** Logs in an approved member whose device has stored nothing. The test mocks `liff/liff`. */
export function logInMember(account = userId): void {
  if (vi.isMockFunction(addToast)) vi.mocked(addToast).mockClear();
  replaceIndexedDb();
  switchMember(account);
}

/** Logs in the member and leaves what the device has stored. */
export function switchMember(account: string): void {
  const user = { userId: account, displayName: "Mei", statusMessage: undefined };
  vi.mocked(getLiffUser).mockReturnValue(user);
  logIn(account);
}

/** Takes the page from the screen, and ends the calls that wait for another attempt. */
export function logOutMember(): void {
  cleanup();
  unmountAllOverlays();
  clearSession();
  vi.unstubAllGlobals();
}

export async function loadMessages(): Promise<Lists> {
  await activate("en");
  await loadNamespaces("introductions", "matches", "member", "vocabulary");
  return await fetchLists();
}

/** Draws the page with the place for its dialogs. */
export function draw(page: ReactNode) {
  const framed = (content: ReactNode) => (
    <I18nProvider i18n={i18n}>
      {content}
      <OverlayOutlet />
    </I18nProvider>
  );
  const drawn = render(framed(page));
  return { ...drawn, redraw: (content: ReactNode) => drawn.rerender(framed(content)) };
}

/** Returns the sentences of the test's toasts. The test spies on `toasts/toasts`. */
export const toasts = () => vi.mocked(addToast).mock.calls.map(([title]) => readToastText(title));

/** Returns the first item. Fails the test if there is none. */
export function firstOf<Item>(items: readonly Item[]): Item {
  expect(items.length).toBeGreaterThan(0);
  return items[0] as Item;
}
