import { beforeEach, expect, it, vi } from "vitest";
import { getLiffUser } from "#/liff/liff";
import { asMember } from "#/person/identify-member";
import { getSession, setRegistration, setToken, setUserInfo } from "#/session/session";
import { answers } from "#/storage/account-store";
import { readText, writeText } from "#/storage/local";
import { hasRecord, recordKey } from "#/storage/records";
import { writeRecord } from "#/storage/storage.testing";
import { breakConnection, refuse, startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { deleteAccount, sayFarewell } from "./delete-account";

vi.mock(import("#/person/identify-member"));
vi.mock(import("#/liff/liff"));
vi.mock(import("#/storage/account-store"));

const userId = "U1";
const server = startFakeServer([
  api.delete("/user", ({ response }) => response(200).json({ lineAccessWithdrawn: true })),
]);

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(getLiffUser).mockReturnValue({ userId, displayName: "Mei", statusMessage: undefined });
  vi.mocked(asMember).mockImplementation((call) => call());
});

it("sends LINE's access token, and returns whether LINE withdrew the permissions", async () => {
  expect(await deleteAccount("line-token")).toBe(true);
  expect(server.paths()).toEqual(["DELETE /user"]);
  expect(server.requests[0]?.headers.get("X-Line-Access-Token")).toBe("line-token");
});

it("treats a missing account as deleted", async () => {
  server.use(api.delete("/user", refuse(404, "E003")));
  expect(await deleteAccount(null)).toBe(false);
});

it.each([
  ["no answer", breakConnection, { name: "NetworkError" }],
  ["E503", refuse(503, "E503"), { name: "ApiError", code: "E503" }],
])("throws every other failure: %s", async (_, fail, failure) => {
  server.use(api.delete("/user", fail));
  await expect(deleteAccount(null)).rejects.toMatchObject(failure);
});

it("deletes all data of the person on this device, and nothing of other people", async () => {
  setToken("token");
  setUserInfo({ userId, nickname: "小美", reviewStatus: "PENDING" });
  setRegistration("registered");
  const names = ["draft", "resubmission", "workEmail", "registrationToken"] as const;
  for (const account of [userId, "U2"]) {
    for (const name of names) writeRecord(account, name, { nickname: "小美" });
  }
  writeText("redirectPath", "/profile?secret");
  await sayFarewell(true);
  expect(getSession()).toMatchObject({ token: null, userInfo: null });
  expect(document.cookie).not.toContain("token=t");
  expect(answers.deleteAll).toHaveBeenCalledWith(userId);
  expect(readText("redirectPath")).toBeNull();
  for (const name of names) {
    expect(hasRecord(userId, name)).toBe(false);
    expect(readText(recordKey("U2", name))).toContain("小美");
  }
});
