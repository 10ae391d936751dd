/** Test support: the page of a case, for a reviewer who is signed in. */
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, vi } from "vitest";
import { openConsole, queueOf, signedIn } from "#/console/console.testing";
import { activateConsole } from "#/i18n/load-console";
import { unmountAllOverlays } from "#/overlays/overlays";
import { emptyStorage } from "#/storage/storage.testing";
import { startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";

const decided = api.put("/review/cases/{caseId}/decision", ({ response }) =>
  response(200).json({ effectAt: new Date(Date.now() + 30_000).toISOString() }),
);
const noNext = api.post("/review/cases/next", ({ response }) =>
  response(200).json({ claim: null }),
);

export const press = (key: string) => fireEvent.keyDown(document.body, { key });
export const bodyOf = async (request: Request | undefined) => await request?.json();

/** Opens the dialog of a decision with its key. */
export async function openDialog(key: string) {
  await screen.findByText("Photos and documents");
  press(key);
  return within(await screen.findByRole("dialog"));
}

/** Sets up the console around each test of a file, on a server that accepts every decision and has no next case. */
export function setUpCases() {
  const server = startFakeServer([...signedIn, queueOf(), decided, noNext]);
  let stop = () => {};
  beforeAll(() => activateConsole("en"));
  beforeEach(() => {
    emptyStorage();
    for (const level of ["info", "warn"] as const) vi.spyOn(console, level).mockReturnValue();
  });
  afterEach(() => {
    act(unmountAllOverlays);
    stop();
    cleanup();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  return {
    server,
    open: async (path = "/review/cases/7") => {
      stop = await openConsole(path);
      await screen.findByRole("heading", { level: 1, name: /Case \d|Queue/ });
    },
    /** Returns the requests to paths with this end. */
    sent: (path: string) => server.requests.filter(({ url }) => url.endsWith(path)),
  };
}
