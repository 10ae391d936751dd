import { beforeEach, describe, expect, it, vi } from "vitest";
import { getLiffUser } from "../liff/liff";
import { removeStored } from "../storage/local";
import { recordKey } from "../storage/records";
import { readRecord, writeRecord } from "../storage/storage.testing";
import { fetchTicket } from "./calls";
import { ApiError, NetworkError } from "./error";
import { withFreshTicket } from "./registration";
import { post } from "./send";
import { confirmWorkEmail, sendWorkEmailCode } from "./work-email";

vi.mock("./send");
vi.mock("./calls");
vi.mock("../liff/liff");

const expiresAt = "2999-01-01T00:00:00Z";
const ended = new ApiError(401, "E001A", "", []);

beforeEach(() => {
  vi.resetAllMocks();
  removeStored(recordKey("U1", "registrationToken"));
  const user = { userId: "U1", displayName: "Mei", statusMessage: undefined };
  vi.mocked(getLiffUser).mockReturnValue(user);
  vi.mocked(fetchTicket).mockResolvedValue({ token: "fresh", expiresAt });
  document.documentElement.lang = "ja";
});

const sent = (nth: number) => vi.mocked(post).mock.calls[nth - 1];
const proofOf = (nth: number) => sent(nth)?.[2].headers.Authorization;

describe("a code for a work mailbox", () => {
  it("is asked for in the language of the page, with a ticket", async () => {
    await sendWorkEmailCode(withFreshTicket, "ibm", "me@ibm.com");
    const [path, body, { headers }] = sent(1) ?? [undefined, "", { headers: {} }];
    expect(path).toBe("/verification/work-email");
    expect(JSON.parse(String(body))).toEqual({ employerId: "ibm", email: "me@ibm.com" });
    expect(headers).toMatchObject({ "Accept-Language": "ja", Authorization: "Bearer fresh" });
  });

  it("confirms with the answer of the server", async () => {
    const key = crypto.randomUUID();
    vi.mocked(post).mockResolvedValue({ employerId: "ibm", expiresAt });
    expect(await confirmWorkEmail(withFreshTicket, "123456", key)).toEqual({
      employerId: "ibm",
      expiresAt,
    });
    const [path, body, { headers }] = sent(1) ?? [undefined, "", { headers: {} }];
    expect(path).toBe("/verification/work-email/confirm");
    expect(JSON.parse(String(body))).toEqual({ code: "123456" });
    expect(headers).toMatchObject({ "Idempotency-Key": key });
  });

  it("goes out with the ticket that is kept", async () => {
    writeRecord("U1", "registrationToken", { userId: "U1", token: "kept", expiresAt });
    await sendWorkEmailCode(withFreshTicket, "ibm", "me@ibm.com");
    expect(fetchTicket).not.toHaveBeenCalled();
    expect(proofOf(1)).toBe("Bearer kept");
  });

  it("goes out once more with a fresh ticket where the kept one has ended", async () => {
    writeRecord("U1", "registrationToken", { userId: "U1", token: "kept", expiresAt });
    vi.mocked(post).mockRejectedValueOnce(ended);
    await sendWorkEmailCode(withFreshTicket, "ibm", "me@ibm.com");
    expect([proofOf(1), proofOf(2)]).toEqual(["Bearer kept", "Bearer fresh"]);
    expect(readRecord("U1", "registrationToken")).toMatchObject({ token: "fresh" });
  });

  it.each([
    ["whose fresh ticket is refused too", ended, 2],
    ["that finds no network", new NetworkError("no answer"), 1],
    ["that is one too many", new ApiError(429, "E005", "", []), 1],
  ])("is not sent for ever: one %s", async (_what, error, times) => {
    writeRecord("U1", "registrationToken", { userId: "U1", token: "kept", expiresAt });
    vi.mocked(post).mockRejectedValue(error);
    await expect(sendWorkEmailCode(withFreshTicket, "ibm", "me@ibm.com")).rejects.toBe(error);
    expect(post).toHaveBeenCalledTimes(times);
  });
});
