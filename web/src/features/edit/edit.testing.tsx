/** Opens the page that edits the profile over the fake of our server, for its tests. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach } from "vitest";
import type { MyInfo } from "#/api/account";
import type { ProfileChanges } from "#/api/profile-changes";
import { loadCore } from "#/core/load";
import { activate, loadNamespaces } from "#/i18n/load";
import type { PublicConfig } from "#/lib/config";
import { paths } from "#/lib/paths";
import { startNavigation } from "#/navigation/navigation";
import { OverlayOutlet } from "#/overlays/overlay-outlet";
import { unmountAllOverlays } from "#/overlays/overlays";
import { userId } from "#/profile-form/made-up.testing";
import { preloadVerificationPage } from "#/profile-form/pages/pages";
import { logIn } from "#/session/session.testing";
import { clearIndexedDb } from "#/storage/indexed-db.testing";
import { emptyStorage } from "#/storage/storage.testing";
import { startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { fileName, infoOf, noChanges, photoOf, profileOf } from "#/testing/mock/people";
import { ToastArea } from "#/toasts/toast-area";
import { EditScreen } from "./edit-screen";

export const photoNames = [fileName("a"), fileName("b")] as const;

/** The profile as the server has it. */
export const storedProfile = profileOf({ hobbyTagIds: [], photoNameList: [...photoNames] });

export const infoWith = (profile: object = {}): MyInfo =>
  infoOf({ userId, profile: { ...storedProfile, ...profile } });

/** Returns the answer of the server while these values wait for a reviewer. */
export function waitingFor(changes: ProfileChanges["changes"]): ProfileChanges {
  const photos = (changes?.photoNameList ?? []).map(photoOf);
  return { ...noChanges, changes, photos, proposedAt: "2026-03-01T10:00:00Z" };
}

/** Starts a server with the stored profile and no changes. A test file calls it once. */
export function startEditServer(config: Partial<PublicConfig> = {}) {
  const handlers = [
    ...answerWith(infoWith()),
    api.get("/matches", ({ response }) => response(200).json({ matches: [] })),
    api.get("/news", ({ response }) => response(200).json({ news: [] })),
  ];
  return startFakeServer(handlers, config);
}

/** Makes handlers with what the server has. */
export function answerWith(info: MyInfo, changes = noChanges) {
  return [
    api.get("/user/my-info", ({ response }) => response(200).json(info)),
    api.get("/user-profile/changes", ({ response }) => response(200).json(changes)),
  ];
}

/** Sets up English messages, the real core and empty storage. A test file calls it once. */
export function setEditScreen(): void {
  beforeAll(async () => {
    await loadCore();
    await activate("en");
    await loadNamespaces("edit", "register", "vocabulary", "errors", "member");
    await preloadVerificationPage();
  });
  beforeEach(async () => {
    emptyStorage();
    await clearIndexedDb();
    // A new session, so that no test sees the answers of the one before.
    startNewSession();
    window.history.replaceState(null, "", paths.edit);
  });
  afterEach(() => {
    act(unmountAllOverlays);
    cleanup();
  });
}

/** Forgets the answers that the pages hold in memory, as another start of the app does. */
export function startNewSession(): void {
  logIn(userId);
}

let stopNavigation: (() => void) | null = null;

/** Renders the page at the address of the window, as a reload does. */
export function open(): void {
  cleanup();
  stopNavigation?.();
  stopNavigation = startNavigation({
    check: async () => null,
    load: async () => EditScreen,
    prefetch: async () => undefined,
  });
  render(
    <I18nProvider i18n={i18n}>
      <EditScreen />
      <OverlayOutlet />
      <ToastArea />
    </I18nProvider>,
  );
}

/** Opens the list of everything that a member can change. */
export async function openList(): Promise<void> {
  window.history.replaceState(null, "", paths.edit);
  open();
  await screen.findByRole("heading", { name: "Changes at once" });
}

export async function press(name: string | RegExp): Promise<void> {
  const button = await screen.findByRole("button", { name });
  await act(async () => void fireEvent.click(button));
}

/** Follows a link of the list, and waits for the page with this heading. */
export async function follow(name: string): Promise<void> {
  const link = await screen.findByRole("link", { name: new RegExp(`^${name}`) });
  await act(async () => void fireEvent.click(link));
  await screen.findByRole("heading", { level: 1, name });
}

export async function type(name: RegExp, value: string): Promise<void> {
  fireEvent.change(await screen.findByRole("textbox", { name }), { target: { value } });
}

/** Returns the bodies of the requests with this method and path. */
export async function bodiesOf(
  { requests }: { requests: readonly Request[] },
  method: string,
  path: string,
): Promise<unknown[]> {
  const found = requests.filter(
    (request) => request.method === method && new URL(request.url).pathname.endsWith(path),
  );
  return await Promise.all(found.map((request) => request.clone().json()));
}
