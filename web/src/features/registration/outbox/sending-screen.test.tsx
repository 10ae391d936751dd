import { expect, test } from "vitest";
import { describeState } from "./sending-screen";

test.each([
  ["pictures if there are only photos", false, "register.sending.uploading"],
  ["files if there is a document", true, "register.sending.uploadingFile"],
])("the text of an upload counts %s", (_, hasDocument, id) => {
  const state = { step: "uploading", number: 2, total: 2, fraction: 0.5 } as const;
  const { text } = describeState(state, { isOffline: false, hasDocument });
  expect(text).toEqual({ id, values: { number: 2, total: 2 } });
});
