import { beforeEach, describe, expect, it, vi } from "vitest";
import { getLiffUser } from "#/liff/liff";
import { clearSession, currentToken, setToken } from "#/session/session";
import { readText, removeStored, writeText } from "#/storage/local";
import { recordKey } from "#/storage/records";
import { breakConnection, refuse, startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { withRegistrationToken } from "./registration";
import { confirmWorkEmail, sendWorkEmailCode, withSession } from "./work-email";

vi.mock(import("#/liff/liff"));

const key = recordKey("U1", "registrationToken");
const expiresAt = "2999-01-01T00:00:00Z";
const server = startFakeServer([
  api.post("/user/registration", ({ response }) =>
    response(200).json({ token: "fresh", expiresAt }),
  ),
  api.post("/verification/work-email", ({ response }) => response(204).empty()),
  api.post("/verification/work-email/confirm", ({ response }) =>
    response(200).json({ employerId: "ibm", expiresAt }),
  ),
]);

beforeEach(() => {
  vi.resetAllMocks();
  removeStored(key);
  clearSession();
  const user = { userId: "U1", displayName: "Mei", statusMessage: undefined };
  vi.mocked(getLiffUser).mockReturnValue(user);
  document.documentElement.lang = "ja";
});

const storeToken = () =>
  writeText(key, JSON.stringify({ version: 1, value: { token: "stored", expiresAt } }));
const sendCode = () => sendWorkEmailCode(withRegistrationToken, "ibm", "me@ibm.com");
const header = (name: string) =>
  server.requests
    .filter(({ url }) => url.includes("/verification/"))
    .map(({ headers }) => headers.get(name));

describe("a code for a work mailbox", () => {
  it("is requested in the language of the page, with a registration token", async () => {
    await sendCode();
    expect(server.paths()).toEqual(["POST /user/registration", "POST /verification/work-email"]);
    expect(await server.requests[1]?.json()).toEqual({ employerId: "ibm", email: "me@ibm.com" });
    expect(header("Accept-Language")).toEqual(["ja"]);
    expect(header("Authorization")).toEqual(["Bearer fresh"]);
  });

  it("confirms the mailbox with the answer of the server", async () => {
    const idempotencyKey = crypto.randomUUID();
    const confirmed = await confirmWorkEmail(withRegistrationToken, "123456", idempotencyKey);
    expect(confirmed).toEqual({ employerId: "ibm", expiresAt });
    expect(await server.requests[1]?.json()).toEqual({ code: "123456" });
    expect(header("Idempotency-Key")).toEqual([idempotencyKey]);
  });

  it("is requested with the stored registration token", async () => {
    storeToken();
    await sendCode();
    expect(server.paths()).toEqual(["POST /verification/work-email"]);
    expect(header("Authorization")).toEqual(["Bearer stored"]);
  });

  it("is requested once more with a new token if the stored one has expired", async () => {
    storeToken();
    server.use(api.post("/verification/work-email", refuse(401, "E001A"), { once: true }));
    await sendCode();
    expect(header("Authorization")).toEqual(["Bearer stored", "Bearer fresh"]);
    expect(readText(key)).toContain("fresh");
  });

  it("is requested by a member with the session, which the answer may renew", async () => {
    setToken("mine");
    server.use(
      api.post("/verification/work-email", ({ response }) =>
        response(204).empty({ headers: { Authorization: "Bearer newer" } }),
      ),
    );
    await sendWorkEmailCode(withSession, "ibm", "me@ibm.com");
    expect(header("Authorization")).toEqual(["Bearer mine"]);
    expect(currentToken()).toBe("newer");
  });

  it.each([
    ["a new token is refused too", refuse(401, "E001A"), { code: "E001A" }, 2],
    ["no answer comes", breakConnection, { name: "NetworkError" }, 1],
    ["there were too many codes", refuse(429, "E005"), { code: "E005" }, 1],
  ])("is not requested again if %s", async (_what, answer, error, times) => {
    storeToken();
    server.use(api.post("/verification/work-email", answer));
    await expect(sendCode()).rejects.toMatchObject(error);
    expect(header("Authorization")).toHaveLength(times);
  });
});
