import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { render, screen } from "@testing-library/react";
import { beforeAll, expect, test, vi } from "vitest";
import { activate, loadNamespaces } from "#/i18n/load";
import { text } from "#/i18n/use-text";
import type { Outbox } from "./outbox";
import { describeState, SendingScreen } from "./sending-screen";

beforeAll(async () => {
  await activate("en");
  await loadNamespaces("register");
});

test.each([
  ["pictures if there are only photos", false, "register.sending.uploading"],
  ["files if there is a document", true, "register.sending.uploadingFile"],
])("the text of an upload counts %s", (_, hasDocument, id) => {
  const state = { step: "uploading", number: 2, total: 2, fraction: 0.5 } as const;
  const { text } = describeState(state, { isOffline: false, hasDocument });
  expect(text).toEqual({ id, values: { number: 2, total: 2 } });
});

test("an accepted form leaves by itself, and offers the start page if that is out of reach", async () => {
  const state = { step: "done", outcome: "accepted" } as const;
  const outbox = { kind: "registration", subscribe: () => () => undefined, getState: () => state };
  const onDone = vi.fn(async () => false);
  render(
    <I18nProvider i18n={i18n}>
      <SendingScreen outbox={outbox as unknown as Outbox} onLogin={vi.fn()} onDone={onDone} />
    </I18nProvider>,
  );
  expect(screen.queryByRole("button")).toBeNull();
  const name = text("shell.toStart");
  expect(await screen.findByRole("button", { name }, { timeout: 5000 })).toBeDefined();
  expect(onDone).toHaveBeenCalledExactlyOnceWith("accepted");
});
