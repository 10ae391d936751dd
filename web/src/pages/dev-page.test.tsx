/** The page for developers, with a working and with a failed start-up. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { activate, loadNamespaces } from "#/i18n/load";
import type { Line } from "#/liff/flows/load";
import { getStage, setStage } from "#/person/stage";
import { readText, removeStored, writeText } from "#/storage/local";
import { DevPage } from "./dev-page";

const { loadLine, config } = vi.hoisted(() => ({
  loadLine: vi.fn<() => Promise<Line>>(),
  config: { value: null as { mockEnable: boolean; liffId: string; buildId: string } | null },
}));
vi.mock(import("#/liff/flows/load"), () => ({ loadLine }));
vi.mock(import("#/lib/config"), () => ({ findConfig: () => config.value as never }));
vi.mock(import("#/core/use-core"), () => ({
  useCore: () => ({ core: null, failed: false }) as never,
}));

const line = {
  flows: {
    listGrantedPermissions: async () => ({ kind: "done", value: ["profile", "openid"] }),
    closeWindow: async () => ({ kind: "done", value: null }),
  },
  readFacts: () => ({
    sdkVersion: "2.31.0",
    os: "ios",
    language: "ja",
    lineVersion: "14.5.0",
    isInClient: true,
    isSubWindow: false,
    context: { type: "utou", endpointUrl: "https://app.example/liff" },
  }),
} as unknown as Line;
const initialStage = getStage();

beforeAll(async () => {
  await activate("en");
  await loadNamespaces("dev");
});
beforeEach(() => {
  window.localStorage.clear();
  loadLine.mockResolvedValue(line);
  config.value = { mockEnable: true, liffId: "1234567890-AbcdEfgh", buildId: "b1" };
  setStage({ ...initialStage, isInitialised: true, isFriend: true, userId: "U1" });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function open() {
  await act(async () => {
    render(
      <I18nProvider i18n={i18n}>
        <DevPage />
      </I18nProvider>,
    );
  });
}

/** Returns the value beside a name. */
const fact = (name: string) => screen.getByText(name).nextElementSibling?.textContent;

test("switches, people, mails and the state come first, and everything else is folded", async () => {
  await open();
  const headings = screen.getAllByRole("heading", { level: 2 });
  expect(headings.slice(0, 4).map(({ textContent }) => textContent)).toEqual([
    "Switches",
    "People",
    "Mails",
    "State",
  ]);
  const isFolded = headings.map((heading) => heading.closest("details:not([open])") !== null);
  expect(isFolded).toEqual([false, false, false, false, true, true, true, true, true]);
});

test("it shows the person, the facts of LINE and the versions", async () => {
  await open();
  expect(fact("userId")).toBe("U1");
  expect(fact("liff.os")).toBe("ios");
  expect(fact("liff.grantedScopes")).toBe("profile openid");
  expect(fact("liff.version")).toBe("2.31.0");
  expect(fact("buildId")).toBe("b1");
  const endpoint = screen.getAllByDisplayValue("https://app.example/liff");
  expect(endpoint).toHaveLength(2);
});

test("after a failed start-up it opens, says why, and asks LINE nothing", async () => {
  config.value = null;
  loadLine.mockRejectedValue(new Error("no chunk"));
  const error = Object.assign(new Error("prose"), { code: "INIT_FAILED" });
  setStage({ ...initialStage, failure: { step: "liff", error } });
  await open();
  const [why, notLoaded] = screen.getAllByRole("alert");
  expect(why?.textContent).toContain("liff");
  expect(why?.textContent).toContain("INIT_FAILED: LINE couldn’t start the app.");
  expect(notLoaded?.textContent).toContain("could not be loaded");
  expect(fact("userId")).toBe("–");
});

test("the debug mode is stored", async () => {
  await open();
  fireEvent.click(screen.getByRole("switch", { name: "Debug mode" }));
  expect(readText("debug")).toBe("true");
  fireEvent.click(screen.getByRole("switch", { name: "Debug mode" }));
  expect(readText("debug")).toBe("false");
});

test("the mock's friendship survives the reload that follows", async () => {
  const reload = vi.spyOn(window.location, "reload").mockReturnValue();
  await open();
  fireEvent.click(screen.getByRole("switch", { name: /friend of the account/ }));
  expect(readText("mockIsFriend")).toBe("false");
  expect(reload).toHaveBeenCalledOnce();
});

test("a new user has no data of the one before, except for the debug mode", async () => {
  const assign = vi.spyOn(window.location, "assign").mockReturnValue();
  for (const key of ["mockUserId", "redirectPath", "debug"] as const) {
    writeText(key, "true");
  }
  await open();
  fireEvent.click(screen.getByRole("button", { name: "Become a new user" }));
  expect(readText("mockUserId") ?? readText("redirectPath")).toBeNull();
  expect(readText("debug")).toBe("true");
  expect(assign).toHaveBeenCalledWith("/");
  removeStored("debug");
});

test("without the mock there is no button for a new user", async () => {
  config.value = { mockEnable: false, liffId: "1234567890-AbcdEfgh", buildId: "b1" };
  await open();
  expect(screen.queryByRole("button", { name: "Become a new user" })).toBeNull();
  expect(screen.getAllByRole("switch")).toHaveLength(1);
});

test("a button deletes each stored key", async () => {
  writeText("redirectPath", "/you");
  await open();
  const row = screen.getByText(/redirectPath · 25 bytes/).closest("li") as HTMLElement;
  fireEvent.click(within(row).getByRole("button", { name: "Forget redirectPath" }));
  expect(readText("redirectPath")).toBeNull();
  expect(screen.queryByText(/redirectPath/)).toBeNull();
});
