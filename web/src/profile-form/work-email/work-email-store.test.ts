import { beforeEach, describe, expect, it, vi } from "vitest";
import { apiErrorOf, NetworkError } from "#/api/error";
import { clearAnswers } from "#/features/registration/clear-answers";
import type { AnswersWithFiles } from "#/profile-form/answers/answers-store";
import { apiError, userId } from "#/profile-form/made-up.testing";
import { deleteRecords } from "#/storage/delete-records";
import { writeText } from "#/storage/local";
import { hasRecord, recordKey } from "#/storage/records";
import { writeRecord } from "#/storage/storage.testing";
import { setOnline } from "#/testing/online";
import { checkConfirmed } from "./work-email-context";
import { type WorkEmailPorts, WorkEmailStore } from "./work-email-store";

const nowMs = Date.parse("2026-03-01T09:00:00Z");
const expiresAt = "2027-03-01T09:00:00Z";
const ports = {
  sendCode: vi.fn<WorkEmailPorts["sendCode"]>(),
  confirm: vi.fn<WorkEmailPorts["confirm"]>(),
};

beforeEach(() => {
  window.localStorage.clear();
  vi.useFakeTimers({ now: nowMs, toFake: ["Date"] });
  ports.sendCode.mockReset().mockResolvedValue();
  ports.confirm.mockReset().mockResolvedValue({ employerId: "ibm", expiresAt });
});

/** A form without answers and files. */
const emptyForm = {
  files: { account: userId, photos: { slots: [], document: null, ageProof: null } },
  repository: {},
  getState: () => ({ draft: {} }),
};

const open = (user = userId) => new WorkEmailStore(user, ports);

/** A store whose code to `me@ibm.com` is on the way. */
async function openWaiting(): Promise<WorkEmailStore> {
  const store = open();
  store.setEmail(" me@ibm.com ");
  expect(await store.sendCode("ibm")).toBe(true);
  return store;
}

describe("a work mailbox", () => {
  it("gets a code at its trimmed address, and then waits", async () => {
    const store = await openWaiting();
    expect(ports.sendCode).toHaveBeenCalledExactlyOnceWith("ibm", "me@ibm.com");
    expect(store.isWaitingFor("ibm")).toBe(true);
    expect(store.isConfirmedFor("ibm")).toBe(false);
    expect(store.getState().record.resendAtMs).toBe(nowMs + 60_000);
  });

  it("still waits for its code after the person closed the app", async () => {
    await openWaiting();
    vi.setSystemTime(nowMs + 14 * 60_000);
    const store = open();
    expect(store.isWaitingFor("ibm")).toBe(true);
    expect(await store.confirm("123456")).toBe(true);
    expect(open().isConfirmedFor("ibm")).toBe(true);
    expect(open().getState().record.confirmed?.email).toBe("me@ibm.com");
  });

  it("no longer waits for a code that has expired, and keeps the address", async () => {
    await openWaiting();
    vi.setSystemTime(nowMs + 15 * 60_000);
    expect(open().isWaitingFor("ibm")).toBe(false);
    expect(open().getState().record.email).toBe(" me@ibm.com ");
  });

  it("does not count for another employer, nor after it has expired", async () => {
    const store = await openWaiting();
    await store.confirm("123456");
    const draft = { verifyMethod: "WORK_EMAIL" } as const;
    const unconfirmed = [{ path: "verifyMethod", code: "email_unconfirmed", params: {} }];
    expect(checkConfirmed(store, { ...draft, employerId: "ibm" })).toEqual([]);
    expect(checkConfirmed(store, { ...draft, employerId: "sap" })).toEqual(unconfirmed);
    expect(store.isWaitingFor("sap")).toBe(false);
    vi.setSystemTime(Date.parse(expiresAt));
    expect(checkConfirmed(store, { ...draft, employerId: "ibm" })).toEqual(unconfirmed);
  });

  it("does not matter to other methods, nor before the person chose the employer", () => {
    expect(checkConfirmed(open(), { verifyMethod: "LINK", employerId: "ibm" })).toEqual([]);
    expect(checkConfirmed(open(), { verifyMethod: "WORK_EMAIL" })).toEqual([]);
  });

  it("is never shown to another account of the phone", async () => {
    await openWaiting();
    expect(open(`U${"f".repeat(32)}`).getState().record.email).toBe("");
  });

  it("starts again if the stored record is broken", () => {
    writeText(recordKey(userId, "workEmail"), "{");
    expect(open().getState().record.sent).toBeNull();
    writeRecord(userId, "workEmail", { email: 5, sent: { email: "x" }, confirmed: [] });
    const { record } = open().getState();
    expect(record).toEqual({ email: "", sent: null, resendAtMs: 0, confirmed: null });
  });

  it("is confirmed if another window confirmed it before this one opened the form", async () => {
    await openWaiting();
    await open().confirm("123456");
    expect(open().isConfirmedFor("ibm")).toBe(true);
    expect(open().getState().record.confirmed?.email).toBe("me@ibm.com");
  });

  it("is deleted together with the draft", async () => {
    await openWaiting();
    void deleteRecords(userId, "startedOver");
    expect(open().isWaitingFor("ibm")).toBe(false);
  });

  it("can be replaced by another, and the wait for a code stays", async () => {
    const store = await openWaiting();
    store.changeAddress();
    expect(store.isWaitingFor("ibm")).toBe(false);
    expect(store.getState().record).toMatchObject({
      email: " me@ibm.com ",
      resendAtMs: nowMs + 60_000,
    });
  });
});

describe("a mailbox that the person deletes", () => {
  /** A store with a call on the way, and the answer to it. */
  function openCalling(step: "sendCode" | "confirm") {
    let answer: (result?: unknown) => void = () => undefined;
    let fail: (error: unknown) => void = () => undefined;
    ports[step].mockImplementationOnce(
      () =>
        new Promise<never>((resolve, reject) => {
          answer = (result) => resolve(result as never);
          fail = reject;
        }),
    );
    const store = open();
    store.setEmail("me@ibm.com");
    const done = step === "sendCode" ? store.sendCode("ibm") : store.confirm("123456");
    return { store, done, answer, fail };
  }

  /** Each step with an outcome that arrives after the deletion. */
  const outcomes: ["sendCode" | "confirm", unknown, unknown][] = [
    ["sendCode", undefined, null],
    ["sendCode", undefined, new NetworkError("no answer")],
    ["sendCode", undefined, apiError("E005", [], 600_000)],
    ["confirm", { employerId: "ibm", expiresAt }, null],
    ["confirm", undefined, apiError("E004", [{ path: "email", code: "duplicate" }])],
  ];

  it.each(outcomes)(
    "is not stored again by a late outcome of %s (%o, %s), and may be replaced",
    async (step, result, error) => {
      const { store, done, answer, fail } = openCalling(step);
      const form = { ...emptyForm, stopSaving: vi.fn() } as unknown as AnswersWithFiles;
      clearAnswers(form, store);
      if (error) fail(error);
      else answer(result);
      expect(await done).toBe(false);
      expect(hasRecord(userId, "workEmail")).toBe(false);
      const { record } = open().getState();
      expect(store.getState()).toEqual({ record, busy: null, error: null, wantsAnother: false });

      store.setEmail("other@ibm.com");
      expect(await store.sendCode("ibm")).toBe(true);
      expect(open().isWaitingFor("ibm")).toBe(true);
    },
  );

  it.each(outcomes)(
    "is not stored again by a late outcome of %s (%o, %s) once the form is closed",
    async (step, result, error) => {
      const { store, done, answer, fail } = openCalling(step);
      store.close();
      void deleteRecords(userId, "startedOver");
      if (error) fail(error);
      else answer(result);
      await done;
      expect(hasRecord(userId, "workEmail")).toBe(false);
    },
  );
});

describe("a mailbox that verified the profile", () => {
  const openVerified = () => new WorkEmailStore(userId, ports, "ibm");

  it("is confirmed for its employer and for no other", () => {
    expect(openVerified().isConfirmedFor("ibm")).toBe(true);
    expect(openVerified().isConfirmedFor("sap")).toBe(false);
    expect(open().isConfirmedFor(null)).toBe(false);
  });

  it("is replaced by another one, unless the person keeps it", () => {
    const store = openVerified();
    store.changeAddress();
    expect(store.isConfirmedFor("ibm")).toBe(false);
    store.keepVerified();
    expect(store.isConfirmedFor("ibm")).toBe(true);
  });

  it("is not confirmed while a code is on its way, also after the person closed the app", async () => {
    await openWaiting();
    const store = openVerified();
    expect(store.isConfirmedFor("ibm")).toBe(false);
    expect(await store.confirm("123456")).toBe(true);
    expect(store.isConfirmedFor("ibm")).toBe(true);
    vi.setSystemTime(Date.parse(expiresAt));
    expect(openVerified().isConfirmedFor("ibm")).toBe(true);
  });

  it("stays replaced if the other mailbox belongs to another account", async () => {
    await openWaiting();
    const store = openVerified();
    ports.confirm.mockRejectedValue(apiError("E004", [{ path: "email", code: "duplicate" }]));
    await store.confirm("123456");
    expect(store.getState().error).toEqual({ at: "email", code: "taken" });
    expect(store.isConfirmedFor("ibm")).toBe(false);
  });
});

describe("a step that fails", () => {
  it("reports an empty box without a call", async () => {
    const store = open();
    await store.sendCode("ibm");
    expect(store.getState().error).toEqual({ at: "email", code: "required" });
    await store.confirm("");
    expect(store.getState().error).toEqual({ at: "code", code: "required" });
    expect(ports.sendCode).not.toHaveBeenCalled();
    expect(ports.confirm).not.toHaveBeenCalled();
  });

  it("keeps the server's error about the address until the address changes", async () => {
    const store = open();
    store.setEmail("me");
    ports.sendCode.mockRejectedValue(apiError("E002", [{ path: "email", code: "email" }]));
    expect(await store.sendCode("ibm")).toBe(false);
    expect(store.getState()).toMatchObject({
      error: { at: "email", code: "email" },
      busy: null,
      record: { sent: null },
    });
    store.setEmail("me@ibm.com");
    expect(store.getState().error).toBeNull();
  });

  it("waits as long as the server says after too many codes", async () => {
    const store = open();
    store.setEmail("me@ibm.com");
    ports.sendCode.mockRejectedValue(apiError("E005", [], 600_000));
    await store.sendCode("ibm");
    expect(store.getState().error).toMatchObject({ at: null, code: "E005" });
    expect(store.getState().record.resendAtMs).toBe(nowMs + 600_000);
  });

  it.each([
    ["no answer", new NetworkError("no answer")],
    ["a gateway that waited too long", apiErrorOf(504, "<html>")],
    ["a gateway that lost the server", apiErrorOf(502, null)],
  ])("keeps a box for a code that may have been mailed after %s", async (_, failure) => {
    const store = open();
    store.setEmail("me@ibm.com");
    ports.sendCode.mockRejectedValueOnce(failure);
    expect(await store.sendCode("ibm")).toBe(true);
    expect(store.isUnanswered("sending")).toBe(true);
    expect(store.isWaitingFor("ibm")).toBe(true);
    expect(store.getState().record.resendAtMs).toBe(0);
    expect(open().isWaitingFor("ibm")).toBe(true);
    expect(await store.confirm("123456")).toBe(true);
  });

  it("does not wait for a code if the request never left the device", async () => {
    setOnline(false);
    const store = open();
    store.setEmail("me@ibm.com");
    ports.sendCode.mockRejectedValueOnce(new NetworkError("no network"));
    expect(await store.sendCode("ibm")).toBe(false);
    expect(store.getState().error).toEqual({ at: null, code: null, unanswered: null });
    expect(store.isWaitingFor("ibm")).toBe(false);
  });

  it("does not wait for a code if the server sent none", async () => {
    const store = open();
    store.setEmail("me@ibm.com");
    ports.sendCode.mockRejectedValueOnce(apiError("E503"));
    expect(await store.sendCode("ibm")).toBe(false);
    expect(store.isWaitingFor("ibm")).toBe(false);
  });

  it("sends the same code again under the same key if the answer was lost, even after a restart", async () => {
    ports.confirm.mockRejectedValueOnce(new NetworkError("no answer"));
    const closed = await openWaiting();
    expect(await closed.confirm("123456")).toBe(false);
    expect(closed.isUnanswered("confirming")).toBe(true);
    const store = open();
    expect(await store.confirm("123456")).toBe(true);
    const keys = ports.confirm.mock.calls.map(([, key]) => key);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(store.isUnanswered("confirming")).toBe(false);
    expect(store.isConfirmedFor("ibm")).toBe(true);
  });

  it("still waits for its code without a network", async () => {
    const store = await openWaiting();
    ports.confirm.mockRejectedValue(new NetworkError("no answer"));
    expect(await store.confirm("123456")).toBe(false);
    expect(store.getState().error).toMatchObject({ at: null, code: null });
    expect(store.isWaitingFor("ibm")).toBe(true);
  });

  it("still waits for its code after a wrong one", async () => {
    const store = await openWaiting();
    ports.confirm.mockRejectedValue(
      apiError("E002", [{ path: "code", code: "confirmation_code" }]),
    );
    await store.confirm("000000");
    expect(store.getState().error).toEqual({ at: "code", code: "confirmation_code" });
    expect(store.isWaitingFor("ibm")).toBe(true);
  });

  it("asks for another address if the mailbox belongs to another account", async () => {
    const store = await openWaiting();
    ports.confirm.mockRejectedValue(apiError("E004", [{ path: "email", code: "duplicate" }]));
    await store.confirm("123456");
    expect(store.getState().error).toEqual({ at: "email", code: "taken" });
    expect(store.isWaitingFor("ibm")).toBe(false);
  });

  it("does not belong to the mailbox if the account was registered in the meantime", async () => {
    const store = await openWaiting();
    ports.confirm.mockRejectedValue(apiError("E004"));
    await store.confirm("123456");
    expect(store.getState().error).toMatchObject({ at: null, code: "E004" });
    expect(store.isWaitingFor("ibm")).toBe(true);
  });

  it("is not sent twice after two taps", async () => {
    const store = open();
    store.setEmail("me@ibm.com");
    const both = await Promise.all([store.sendCode("ibm"), store.sendCode("ibm")]);
    expect(both).toEqual([true, false]);
    expect(ports.sendCode).toHaveBeenCalledOnce();
  });
});
