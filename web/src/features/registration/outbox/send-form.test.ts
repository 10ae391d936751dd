import { beforeAll, beforeEach, expect, test } from "vitest";
import { NetworkError } from "../../../api/error";
import type { Core, ProfileDraft } from "../../../core/core";
import { loadCore } from "../../../core/load";
import type { FormStore } from "../form/form-store";
import { completeDraft, storeWith, uploadName, userId, workingPorts } from "../form/testing";
import { type SendPorts, sendForm } from "./send-form";

let core: Core;
beforeAll(async () => {
  core = await loadCore();
});
beforeEach(() => localStorage.clear());

/** Sends once, with nobody listening. */
const submitForm = (store: FormStore, ports: SendPorts) =>
  sendForm({
    store,
    ports,
    signal: new AbortController().signal,
    listener: { onUpload: () => undefined, onSend: () => undefined },
  });

const refusedBy = (code: string, path: string, fieldCode: string) =>
  Object.assign(new Error(code), { code, fields: [{ path, code: fieldCode, params: {} }] });

test("the steps come in the order of the specification", async () => {
  const calls: string[] = [];
  const store = await storeWith(core, completeDraft, 2);
  expect(await submitForm(store, workingPorts(calls))).toEqual({ kind: "arrived" });
  expect(calls).toEqual(["ticket", "upload photo", "upload photo", "wait 500", "create"]);
});

test("the payload carries the names of the uploads and the account twice", async () => {
  const store = await storeWith(core, completeDraft, 2);
  let payload: ProfileDraft = {};
  let key = "";
  await submitForm(store, {
    ...workingPorts(),
    createUserProfile: async (sent, idempotencyKey) => {
      payload = sent;
      key = idempotencyKey;
    },
  });
  expect(payload).toMatchObject({
    account: userId,
    password: userId,
    height: 175,
    recommendDistanceKm: 0,
    photoNameList: [uploadName("1"), uploadName("2")],
  });
  expect(key).toBe(store.idempotencyKey);
});

test("a document goes up for reviewers when the proof is a document", async () => {
  const calls: string[] = [];
  const store = await storeWith(core, { ...completeDraft, verifyMethod: "DOCUMENT" });
  await store.files.replaceFile(
    "document",
    new File(["%PDF"], "proof.pdf", { type: "application/pdf" }),
  );
  expect((await submitForm(store, workingPorts(calls))).kind).toBe("arrived");
  expect(calls).toContain("upload document");
});

test("a document left over from another choice is neither uploaded nor sent", async () => {
  const calls: string[] = [];
  const store = await storeWith(core, completeDraft);
  await store.files.replaceFile(
    "document",
    new File(["%PDF"], "proof.pdf", { type: "application/pdf" }),
  );
  expect((await submitForm(store, workingPorts(calls))).kind).toBe("arrived");
  expect(calls).not.toContain("upload document");
});

test("after a broken upload the next attempt sends only what is missing", async () => {
  const calls: string[] = [];
  const store = await storeWith(core, completeDraft, 2);
  const ports = workingPorts(calls);
  let isDown = true;
  const flaky = {
    ...ports,
    uploadTempFile: async (...args: Parameters<typeof ports.uploadTempFile>) => {
      if (calls.includes("upload photo") && isDown) throw new NetworkError("no answer");
      return ports.uploadTempFile(...args);
    },
  };
  expect(await submitForm(store, flaky)).toMatchObject({ kind: "passing", code: null });
  isDown = false;
  expect((await submitForm(store, flaky)).kind).toBe("arrived");
  expect(calls.filter((call) => call === "upload photo")).toHaveLength(2);
});

test("every attempt carries the same idempotency key, after a reload as well", async () => {
  const keys: string[] = [];
  const ports = {
    ...workingPorts(),
    createUserProfile: async (_payload: object, key: string) => {
      keys.push(key);
      throw Object.assign(new Error("E503"), { code: "E503" });
    },
  };
  const store = await storeWith(core, completeDraft);
  store.saveNow();
  expect(await submitForm(store, ports)).toMatchObject({ kind: "passing", code: "E503" });
  await submitForm(await storeWith(core, completeDraft), ports);
  expect(new Set(keys).size).toBe(1);
  expect(keys).toHaveLength(2);
});

test("an account that is already there is told, wherever it is found out", async () => {
  const store = await storeWith(core, completeDraft);
  const taken = async () => {
    throw Object.assign(new Error("E004"), { code: "E004" });
  };
  const taken1 = await submitForm(store, { ...workingPorts(), requestTicket: taken });
  const taken2 = await submitForm(store, { ...workingPorts(), createUserProfile: taken });
  expect([taken1.kind, taken2.kind]).toEqual(["taken", "taken"]);
});

test.each([
  ["a proof of LINE that is too old", "requestTicket", "E001", "loginNeeded"],
  ["a ticket that was revoked", "uploadTempFile", "E001A", "ticketGone"],
  ["a ticket that has ended", "createUserProfile", "E001B", "ticketGone"],
  ["too many requests", "createUserProfile", "E005", "passing"],
  ["an overloaded server", "uploadTempFile", "E503", "passing"],
  ["what is not allowed", "createUserProfile", "E008", "stuck"],
] as const)("%s is told apart", async (_, call, code, kind) => {
  const store = await storeWith(core, completeDraft);
  const refuse = async () => {
    throw Object.assign(new Error(code), { code });
  };
  expect((await submitForm(store, { ...workingPorts(), [call]: refuse })).kind).toBe(kind);
});

test("an upload the server has swept goes up again by itself", async () => {
  const calls: string[] = [];
  const store = await storeWith(core, completeDraft, 2);
  const ports = workingPorts(calls);
  let attempts = 0;
  const outcome = await submitForm(store, {
    ...ports,
    createUserProfile: async () => {
      attempts += 1;
      if (attempts === 1) throw refusedBy("E002", "photoNameList[1]", "upload_missing");
    },
  });
  expect(outcome.kind).toBe("arrived");
  expect(calls.filter((call) => call === "upload photo")).toHaveLength(3);
});

test("an upload that stays missing is told, not tried for ever", async () => {
  const store = await storeWith(core, completeDraft);
  let attempts = 0;
  const outcome = await submitForm(store, {
    ...workingPorts(),
    createUserProfile: async () => {
      attempts += 1;
      throw refusedBy("E002", "photoNameList[0]", "upload_missing");
    },
  });
  expect(attempts).toBe(2);
  expect(outcome).toMatchObject({ kind: "refused", errors: [{ code: "upload_missing" }] });
});

test("a rule the server sees broken comes back at its field", async () => {
  const store = await storeWith(core, completeDraft);
  const outcome = await submitForm(store, {
    ...workingPorts(),
    createUserProfile: async () => {
      throw refusedBy("E002", "birthday", "under_age");
    },
  });
  expect(outcome).toMatchObject({ kind: "refused", errors: [{ path: "birthday" }] });
});

test.each(["E006", "E007"])("a picture refused with %s is told at its slot", async (code) => {
  const store = await storeWith(core, completeDraft);
  store.files.removeFile(0)?.finish();
  await store.files.addPhotos(2, [new File(["MZ"], "virus.png", { type: "image/png" })]);
  const outcome = await submitForm(store, {
    ...workingPorts(),
    uploadTempFile: async () => {
      throw Object.assign(new Error(code), { code });
    },
  });
  expect(outcome).toEqual({
    kind: "refused",
    errors: [{ path: "photoNameList[2]", code, params: {} }],
  });
});
