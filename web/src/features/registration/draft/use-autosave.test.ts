import { cleanup, renderHook } from "@testing-library/react";
import { createElement, type ReactNode } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Core } from "../../../core/core";
import { loadCore } from "../../../core/load";
import type { TabLock } from "../../../lib/tab-lock";
import { readText, removeStored } from "../../../storage/local";
import { recordKey } from "../../../storage/records";
import { storeWith, userId } from "../form/testing";
import { FormLockContext } from "./form-lock";
import { useAutosave } from "./use-autosave";

const key = recordKey(userId, "draft");

let core: Core;
beforeAll(async () => {
  core = await loadCore();
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  removeStored(key);
});

/** The lock of a window that owns the form, or has not learned yet that it lost it. */
const owned = { getState: () => "owned" } as TabLock;

async function typeInto(nickname: string): Promise<void> {
  const store = await storeWith(core, {});
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(FormLockContext, { value: owned }, children);
  renderHook(() => useAutosave(store), { wrapper });
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  store.setField("nickname", nickname);
}

test("a window that loses the focus stores the last key at once", async () => {
  await typeInto("Ming");
  window.dispatchEvent(new Event("blur"));
  expect(readText(key)).toContain("Ming");
});

test("a window that hung before it lost the focus does not store, because it may have lost the form", async () => {
  await typeInto("Typed as it hung");
  vi.setSystemTime(Date.now() + 5_000);
  window.dispatchEvent(new Event("blur"));
  expect(readText(key) ?? "").not.toContain("Typed as it hung");
  // Its timers come first, and then the draft that the next window has stored.
  vi.advanceTimersByTime(400);
  window.dispatchEvent(new StorageEvent("storage", { key: `enmusubi:${key}`, newValue: "{}" }));
  expect(readText(key) ?? "").not.toContain("Typed as it hung");
  // A page that closes has no later moment.
  window.dispatchEvent(new Event("pagehide"));
  expect(readText(key)).toContain("Typed as it hung");
});
