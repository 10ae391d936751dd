import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getIdToken, getLiffUser } from "#/liff/liff";
import { readText, removeStored, writeText } from "#/storage/local";
import { recordKey } from "#/storage/records";
import { breakConnection, refuse, startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { NetworkError } from "./error";
import { createUserProfile, ensureRegistrationToken, isRegistered } from "./registration";

vi.mock(import("#/liff/liff"));

const server = startFakeServer();

const ownKey = recordKey("U1", "registrationToken");
const dayMs = 24 * 3_600_000;
const serverNowMs = Date.parse("2030-01-01T00:00:00Z");

beforeEach(() => {
  vi.resetAllMocks();
  vi.useFakeTimers({ now: serverNowMs });
  removeStored(ownKey);
  const user = { userId: "U1", displayName: "Mei", statusMessage: undefined };
  vi.mocked(getLiffUser).mockReturnValue(user);
  let nIssued = 0;
  server.use(
    api.post("/user/registration", ({ response }) => {
      nIssued += 1;
      const expiresAt = new Date(serverNowMs + 7 * dayMs).toISOString();
      return response(200).json({ token: `token ${nIssued}`, expiresAt });
    }),
    api.post("/user-profile", ({ response }) =>
      response(201).json({ userId: "U1", reviewStatus: "PENDING" }),
    ),
  );
});
afterEach(() => vi.useRealTimers());

const storeToken = (expiresAtMs: number, key = ownKey) => {
  const value = { token: "stored", expiresAt: new Date(expiresAtMs).toISOString() };
  writeText(key, JSON.stringify({ version: 1, value }));
};
const requestsTo = (path: string) =>
  server.requests.filter(({ url }) => new URL(url).pathname.endsWith(path));
const nIssuedTokens = () => requestsTo("/user/registration").length;
const tokensOfProfiles = () =>
  requestsTo("/user-profile").map(({ headers }) => headers.get("Authorization"));
const refuseNewTokens = () => server.use(api.post("/user/registration", refuse(401, "E001")));

test("the profile goes out as JSON with the idempotency key", async () => {
  await ensureRegistrationToken();
  await createUserProfile({ nickname: "Mei" }, "a key");
  const [request] = requestsTo("/user-profile");
  expect(await request?.json()).toEqual({ nickname: "Mei" });
  expect(request?.headers.get("Content-Type")).toBe("application/json");
  expect(request?.headers.get("Idempotency-Key")).toBe("a key");
});

test.each([-400, -8, -7, 0, 6, 7, 8, 400])(
  "with a clock that is %i days wrong, the form is sent with the first token",
  async (days) => {
    vi.setSystemTime(serverNowMs + days * dayMs);
    await ensureRegistrationToken();
    await ensureRegistrationToken();
    await createUserProfile({}, "k");
    expect(nIssuedTokens()).toBe(1);
    expect(tokensOfProfiles()).toEqual(["Bearer token 1"]);
  },
);

test("a token that expires soon is replaced in time", async () => {
  storeToken(serverNowMs + dayMs / 2);
  await ensureRegistrationToken();
  expect(nIssuedTokens()).toBe(0);
  await ensureRegistrationToken(dayMs);
  await createUserProfile({}, "k");
  expect(tokensOfProfiles()).toEqual(["Bearer token 1"]);
});

test("if LINE's ID token is too old for a new token, the stored one is sent", async () => {
  storeToken(serverNowMs - dayMs);
  refuseNewTokens();
  await ensureRegistrationToken();
  await createUserProfile({}, "k");
  expect(tokensOfProfiles()).toEqual(["Bearer stored"]);
});

test("a token that the server refuses is deleted, and then the person has to log in", async () => {
  storeToken(serverNowMs - dayMs);
  refuseNewTokens();
  server.use(api.post("/user-profile", refuse(401, "E001B")));
  await ensureRegistrationToken();
  await expect(createUserProfile({}, "k")).rejects.toMatchObject({ code: "E001B" });
  expect(readText(ownKey)).toBeNull();
  await expect(ensureRegistrationToken()).rejects.toMatchObject({ code: "E001" });
});

test("without an answer, a token that seems expired is not used", async () => {
  storeToken(serverNowMs - dayMs);
  server.use(api.post("/user/registration", breakConnection));
  await expect(ensureRegistrationToken()).rejects.toBeInstanceOf(NetworkError);
});

test("another person's token is never sent", async () => {
  storeToken(serverNowMs + dayMs, recordKey("U2", "registrationToken"));
  await ensureRegistrationToken();
  await createUserProfile({}, "k");
  expect(tokensOfProfiles()).toEqual(["Bearer token 1"]);
});

test("the question for an account carries both credentials, and E003 means that there is none", async () => {
  vi.mocked(getIdToken).mockResolvedValue("of LINE");
  await ensureRegistrationToken();
  const path = "/user/review-status/{userId}";
  server.use(api.get(path, ({ response }) => response(200).json({ reviewStatus: "PENDING" })));
  expect(await isRegistered()).toBe(true);
  const [request] = requestsTo("/user/review-status/U1");
  expect(request?.headers.get("X-Line-Id-Token")).toBe("of LINE");
  expect(request?.headers.get("Authorization")).toBe("Bearer token 1");
  server.use(api.get(path, refuse(404, "E003")));
  expect(await isRegistered()).toBe(false);
  server.use(api.get(path, refuse(401, "E001")));
  await expect(isRegistered()).rejects.toMatchObject({ code: "E001" });
});
