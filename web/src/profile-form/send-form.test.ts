import { beforeAll, beforeEach, expect, test } from "vitest";
import { type ErrorCode, NetworkError } from "#/api/error";
import type { Core, ProfileDraft } from "#/core/core";
import { loadCore } from "#/core/load";
import { apiError, completeDraft, userId } from "#/profile-form/made-up.testing";
import { fileName } from "#/testing/mock/people";
import type { AnswersWithFiles } from "./answers/answers-store";
import { storeWith, workingPorts } from "./answers/form.testing";
import { type SendPorts, sendForm } from "./send-form";

let core: Core;
beforeAll(async () => {
  core = await loadCore();
});
beforeEach(() => localStorage.clear());

/** Sends once, without a listener. */
const sendOnce = (store: AnswersWithFiles, ports: SendPorts) =>
  sendForm({
    store,
    ports,
    signal: new AbortController().signal,
    listener: { onUpload: () => undefined, onSend: () => undefined },
  });

const rejectedBy = (code: ErrorCode, path: string, fieldCode: string) =>
  apiError(code, [{ path, code: fieldCode, params: {} }]);

test("sends token, uploads and payload in the order of the specification", async () => {
  const calls: string[] = [];
  const store = await storeWith(core, completeDraft, 2);
  expect(await sendOnce(store, workingPorts(calls))).toEqual({ kind: "accepted" });
  expect(calls).toEqual(["ticket", "upload photo", "upload photo", "wait 500", "create"]);
});

test("the payload has the names of the uploads, and the account in two fields", async () => {
  const store = await storeWith(core, completeDraft, 2);
  let payload: ProfileDraft = {};
  await sendOnce(store, {
    ...workingPorts(),
    send: async (sent) => {
      payload = sent;
    },
  });
  expect(payload).toMatchObject({
    account: userId,
    password: userId,
    height: 175,
    recommendDistanceKm: 0,
    photoNameList: [fileName("1"), fileName("2")],
  });
});

test("uploads a document if the person chose a document as verification", async () => {
  const calls: string[] = [];
  const store = await storeWith(core, { ...completeDraft, verifyMethod: "DOCUMENT" });
  await store.files.replaceFile(
    "document",
    new File(["%PDF"], "proof.pdf", { type: "application/pdf" }),
  );
  expect((await sendOnce(store, workingPorts(calls))).kind).toBe("accepted");
  expect(calls).toContain("upload document");
});

test("neither uploads nor sends a document that belongs to another choice", async () => {
  const calls: string[] = [];
  const store = await storeWith(core, completeDraft);
  await store.files.replaceFile(
    "document",
    new File(["%PDF"], "proof.pdf", { type: "application/pdf" }),
  );
  expect((await sendOnce(store, workingPorts(calls))).kind).toBe("accepted");
  expect(calls).not.toContain("upload document");
});

test("after a broken upload, the next attempt uploads only the missing files", async () => {
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
  expect(await sendOnce(store, flaky)).toMatchObject({ kind: "temporary", code: null });
  isDown = false;
  expect((await sendOnce(store, flaky)).kind).toBe("accepted");
  expect(calls.filter((call) => call === "upload photo")).toHaveLength(2);
});

test("reports a conflict, whichever call finds the account", async () => {
  const store = await storeWith(core, completeDraft);
  const conflict = async () => {
    throw apiError("E004");
  };
  const fromToken = await sendOnce(store, { ...workingPorts(), requestToken: conflict });
  const fromPayload = await sendOnce(store, { ...workingPorts(), send: conflict });
  expect([fromToken.kind, fromPayload.kind]).toEqual(["conflict", "conflict"]);
});

test.each([
  ["an ID token of LINE that is too old", "requestToken", "E001", "loginRequired"],
  ["a token that was revoked", "uploadTempFile", "E001A", "tokenExpired"],
  ["a token that has expired", "send", "E001B", "tokenExpired"],
  ["too many requests", "send", "E005", "temporary"],
  ["an overloaded server", "uploadTempFile", "E503", "temporary"],
  ["a call that is not allowed", "send", "E008", "permanent"],
] as const)("classifies %s (%s, %s) as %s", async (_, call, code, kind) => {
  const store = await storeWith(core, completeDraft);
  const refuse = async () => {
    throw apiError(code);
  };
  expect((await sendOnce(store, { ...workingPorts(), [call]: refuse })).kind).toBe(kind);
});

test("uploads a file again that the server has deleted", async () => {
  const calls: string[] = [];
  const store = await storeWith(core, completeDraft, 2);
  const ports = workingPorts(calls);
  let attempts = 0;
  const outcome = await sendOnce(store, {
    ...ports,
    send: async () => {
      attempts += 1;
      if (attempts === 1) throw rejectedBy("E002", "photoNameList[1]", "upload_missing");
    },
  });
  expect(outcome.kind).toBe("accepted");
  expect(calls.filter((call) => call === "upload photo")).toHaveLength(3);
});

test("reports an upload that stays missing after a second try", async () => {
  const store = await storeWith(core, completeDraft);
  let attempts = 0;
  const outcome = await sendOnce(store, {
    ...workingPorts(),
    send: async () => {
      attempts += 1;
      throw rejectedBy("E002", "photoNameList[0]", "upload_missing");
    },
  });
  expect(attempts).toBe(2);
  expect(outcome).toMatchObject({ kind: "rejected", errors: [{ code: "upload_missing" }] });
});

test("reports a rule that only the server can check at its field", async () => {
  const store = await storeWith(core, completeDraft);
  const outcome = await sendOnce(store, {
    ...workingPorts(),
    send: async () => {
      throw rejectedBy("E002", "birthday", "under_age");
    },
  });
  expect(outcome).toMatchObject({ kind: "rejected", errors: [{ path: "birthday" }] });
});

test.each(["E006", "E007"] as const)(
  "reports a picture that the server refuses with %s at its slot",
  async (code) => {
    const store = await storeWith(core, completeDraft);
    store.files.removeFile(0)?.finish();
    await store.files.addPhotos(2, [new File(["MZ"], "virus.png", { type: "image/png" })]);
    const outcome = await sendOnce(store, {
      ...workingPorts(),
      uploadTempFile: async () => {
        throw apiError(code);
      },
    });
    expect(outcome).toEqual({
      kind: "rejected",
      errors: [{ path: "photoNameList[2]", code, params: {} }],
    });
  },
);
