import { expect, test } from "vitest";
import { sendingWords } from "./sending-words";

test.each([
  ["pictures, where only pictures go along", false, "register.sending.uploading"],
  ["files, where a document goes along", true, "register.sending.uploadingFile"],
])("an upload counts %s", (_, hasDocument, id) => {
  const state = { step: "uploading", number: 2, total: 2, fraction: 0.5 } as const;
  const { text } = sendingWords(state, { isOffline: false, hasDocument });
  expect(text).toEqual({ id, values: { number: 2, total: 2 } });
});
