import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { activateConsole } from "#/i18n/load-console";
import { refuse, startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { summaryOf } from "#/testing/mock/cases";
import { openConsole, queueOf, signedIn } from "./console.testing";
import { dropEnrolmentToken, readEnrolmentToken } from "./enrolment-token";

vi.mock(import("@simplewebauthn/browser"), async (original) => ({
  ...(await original()),
  browserSupportsWebAuthn: vi.fn(() => true),
  startAuthentication: vi.fn(),
  startRegistration: vi.fn(),
}));

const credential = { id: "c", rawId: "c", response: {}, type: "public-key" } as never;
const reviewer = { name: "Ada", role: "REVIEWER" } as const;
const options = { challenge: "AAAA" };
const server = startFakeServer([
  ...signedIn,
  queueOf(summaryOf()),
  api.post("/review/enrolment/options", ({ response }) =>
    response(200).json({ ...reviewer, options }),
  ),
  api.post("/review/enrolment", ({ response }) => response(200).json(reviewer)),
  api.post("/review/session/options", ({ response }) => response(200).json({ options })),
  api.post("/review/session", ({ response }) => response(200).json(reviewer)),
]);
const signedOut = () => api.get("/review/session", refuse(401, "E001A"), { once: true });
let stop = () => {};

beforeAll(() => activateConsole("en"));
beforeEach(() => {
  window.sessionStorage.clear();
  vi.mocked(browserSupportsWebAuthn).mockReturnValue(true);
  vi.mocked(startAuthentication).mockReset().mockResolvedValue(credential);
  vi.mocked(startRegistration).mockReset().mockResolvedValue(credential);
});
afterEach(() => {
  stop();
  cleanup();
  dropEnrolmentToken();
});

const failure = (name: string) => Object.assign(new Error("failed"), { name });
const cancelled = () => failure("NotAllowedError");
/** The sentence for each exception of the browser. */
const failures = [
  ["NotAllowedError", /was cancelled, or it took too long/],
  ["AbortError", /was interrupted/],
  ["InvalidStateError", /has a passkey for you already/],
  ["ConstraintError", /needs a screen lock/],
  ["NotSupportedError", /none of the kinds of passkeys/],
  ["SecurityError", /belongs to another address/],
  ["UnknownError", /Your device couldn’t finish/],
  ["TypeError", /This page asked for a passkey in a wrong way/],
] as const;
const queue = () => screen.findByRole("heading", { name: "Queue" });

describe("the page of an enrolment link", () => {
  async function open(hash = "#token") {
    server.use(signedOut());
    window.history.replaceState(null, "", `/review/enrol${hash}`);
    readEnrolmentToken();
    stop = await openConsole(window.location.pathname + window.location.hash);
  }
  const create = async () =>
    fireEvent.click(await screen.findByRole("button", { name: "Create passkey" }));

  it("greets the reviewer, creates a passkey and opens the queue", async () => {
    await open();
    expect(window.location.hash).toBe("");
    expect(await screen.findByRole("heading", { name: "Hello, Ada" })).toBeDefined();
    await create();
    await queue();
    expect(vi.mocked(startRegistration).mock.calls[0]?.[0].optionsJSON).toEqual(options);
    const sent = server.requests.find(({ url }) => url.endsWith("/enrolment"));
    expect(await sent?.json()).toEqual({ token: "token", credential });
  });

  it("lets the reviewer try again with new options after a cancelled passkey", async () => {
    vi.mocked(startRegistration).mockRejectedValueOnce(cancelled());
    await open();
    await create();
    expect(await screen.findByText(/was cancelled/)).toBeDefined();
    await create();
    await queue();
    expect(server.paths().filter((path) => path.endsWith("options"))).toHaveLength(2);
  });

  it.each(failures)("tells %s with a sentence of its own", async (name, words) => {
    vi.mocked(startRegistration).mockRejectedValueOnce(failure(name));
    await open();
    await create();
    expect(await screen.findByText(words)).toBeDefined();
    await create();
    await queue();
  });

  it.each([
    ["/review/enrolment/options", 404, "E003", /expired or was used/],
    ["/review/enrolment", 404, "E003", /expired or was used/],
    ["/review/enrolment", 409, "E004", /Another device has just used/],
  ] as const)("ends if %s answers %i", async (path, status, code, words) => {
    server.use(api.post(path, refuse(status, code)));
    await open();
    if (path === "/review/enrolment") await create();
    expect(await screen.findByText(words)).toBeDefined();
    expect(screen.queryByRole("button", { name: /passkey|again/ })).toBeNull();
  });

  it("says that the address lacks its code", async () => {
    await open("");
    expect(await screen.findByText(/lacks its code/)).toBeDefined();
    expect(server.paths()).not.toContain("POST /review/enrolment/options");
  });

  it("says which browsers can use passkeys", async () => {
    vi.mocked(browserSupportsWebAuthn).mockReturnValue(false);
    await open();
    expect(await screen.findByText(/can’t use passkeys/)).toBeDefined();
    expect(server.paths()).not.toContain("POST /review/enrolment/options");
  });
});

describe("the sign-in page", () => {
  async function open(path = "/review") {
    server.use(signedOut());
    stop = await openConsole(path);
    await screen.findByRole("heading", { name: "Sign in" });
  }
  const signIn = () =>
    fireEvent.click(screen.getByRole("button", { name: "Sign in with a passkey" }));

  it("takes the place of every page without a session, and leads back to it", async () => {
    await open("/review?kind=REPORT");
    expect(window.location.pathname).toBe("/review/sign-in");
    signIn();
    await queue();
    expect(window.location.pathname + window.location.search).toBe("/review?kind=REPORT");
  });

  it("says that the server does not know the passkey", async () => {
    server.use(api.post("/review/session", refuse(401, "E001A")));
    await open();
    signIn();
    expect(await screen.findByText(/don’t know this passkey/)).toBeDefined();
  });

  it("says that the passkey was cancelled", async () => {
    vi.mocked(startAuthentication).mockRejectedValueOnce(cancelled());
    await open();
    signIn();
    expect(await screen.findByText(/was cancelled/)).toBeDefined();
  });

  it.each(failures)("tells %s with a sentence of its own", async (name, words) => {
    vi.mocked(startAuthentication).mockRejectedValueOnce(failure(name));
    await open();
    signIn();
    expect(await screen.findByText(words)).toBeDefined();
  });

  it("returns to no place outside the console", async () => {
    window.sessionStorage.setItem("enmusubi:console:returnTo", "//example.com");
    await open("/review/sign-in");
    signIn();
    await queue();
    expect(window.location.pathname).toBe("/review");
  });
});

it("signs out", async () => {
  server.use(api.delete("/review/session", ({ response }) => response(204).empty()));
  stop = await openConsole("/review");
  await queue();
  fireEvent.click(screen.getByRole("button", { name: "Sign out" }));
  expect(await screen.findByRole("heading", { name: "Sign in" })).toBeDefined();
  expect(server.paths()).toContain("DELETE /review/session");
});
