import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getLiffUser } from "../liff/liff";
import { removeStored } from "../storage/local";
import { recordKey } from "../storage/records";
import { readRecord, writeRecord } from "../storage/storage.testing";
import { fetchTicket } from "./calls";
import { ApiError, NetworkError } from "./error";
import { createUserProfile, requestTicket } from "./registration";
import { post } from "./send";

vi.mock("./send");
vi.mock("./calls");
vi.mock("../liff/liff");

const dayMs = 24 * 3_600_000;
const serverNowMs = Date.parse("2030-01-01T00:00:00Z");

beforeEach(() => {
  vi.resetAllMocks();
  vi.useFakeTimers({ now: serverNowMs });
  removeStored(recordKey("U1", "registrationToken"));
  const user = { userId: "U1", displayName: "Mei", statusMessage: undefined };
  vi.mocked(getLiffUser).mockReturnValue(user);
  let nGiven = 0;
  vi.mocked(fetchTicket).mockImplementation(async () => {
    nGiven += 1;
    const expiresAt = new Date(serverNowMs + 7 * dayMs).toISOString();
    return { token: `ticket ${nGiven}`, expiresAt };
  });
});
afterEach(() => vi.useRealTimers());

const keepTicket = (expiresAtMs: number) =>
  writeRecord("U1", "registrationToken", {
    userId: "U1",
    token: "kept",
    expiresAt: new Date(expiresAtMs).toISOString(),
  });
const proofs = () => vi.mocked(post).mock.calls.map(([, , { headers }]) => headers.Authorization);
const refusal = (code: "E001" | "E001B") => new ApiError(401, code, "", []);

test.each([-400, -8, -7, 0, 6, 7, 8, 400])(
  "with a clock that is %i days wrong, a form is sent with the one ticket that was fetched",
  async (days) => {
    vi.setSystemTime(serverNowMs + days * dayMs);
    await requestTicket();
    await requestTicket();
    await createUserProfile({}, "k");
    expect(fetchTicket).toHaveBeenCalledOnce();
    expect(proofs()).toEqual(["Bearer ticket 1"]);
  },
);

test("a ticket that is about to end is exchanged in time", async () => {
  keepTicket(serverNowMs + dayMs / 2);
  await requestTicket();
  expect(fetchTicket).not.toHaveBeenCalled();
  await requestTicket(dayMs);
  await createUserProfile({}, "k");
  expect(proofs()).toEqual(["Bearer ticket 1"]);
});

test("where there is no other to be had, the server is asked whether the kept one has ended", async () => {
  keepTicket(serverNowMs - dayMs);
  vi.mocked(fetchTicket).mockRejectedValue(refusal("E001"));
  await requestTicket();
  await createUserProfile({}, "k");
  expect(proofs()).toEqual(["Bearer kept"]);
});

test("a ticket that the server refuses is not sent again, and then the login is needed", async () => {
  keepTicket(serverNowMs - dayMs);
  vi.mocked(fetchTicket).mockRejectedValue(refusal("E001"));
  vi.mocked(post).mockRejectedValueOnce(refusal("E001B"));
  await requestTicket();
  await expect(createUserProfile({}, "k")).rejects.toMatchObject({ code: "E001B" });
  expect(readRecord("U1", "registrationToken")).toBeNull();
  await expect(requestTicket()).rejects.toMatchObject({ code: "E001" });
});

test("without a network a ticket that seems to have ended is not begun with", async () => {
  keepTicket(serverNowMs - dayMs);
  vi.mocked(fetchTicket).mockRejectedValue(new NetworkError("no answer"));
  await expect(requestTicket()).rejects.toBeInstanceOf(NetworkError);
});

test("another person's ticket is neither sent nor taken for one's own", async () => {
  writeRecord("U2", "registrationToken", {
    userId: "U2",
    token: "theirs",
    expiresAt: "2999-01-01",
  });
  await requestTicket();
  await createUserProfile({}, "k");
  expect(proofs()).toEqual(["Bearer ticket 1"]);
});
