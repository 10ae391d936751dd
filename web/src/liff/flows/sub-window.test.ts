/** Sub-windows: core's rule and the events of LINE, with a replacement for the SDK. */
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { LineRules } from "#/core/core";
import { loadLineRules } from "#/core/load";
import type { WholeSdk } from "#/liff/whole-sdk";
import { subWindowFlows } from "./sub-window";

const liffUrl = "https://liff.line.me/1234567890-AbcdEfgh/answer";
const listeners = new Map<string, Set<(data?: unknown) => void>>();
const subWindow = {
  on: (name: string, listener: () => void) => {
    listeners.set(name, (listeners.get(name) ?? new Set()).add(listener));
  },
  off: (name: string, listener: () => void) => void listeners.get(name)?.delete(listener),
  open: vi.fn(async () => undefined),
  submit: vi.fn(async () => ({ status: "submit", result: "{}" })),
  cancel: vi.fn(async () => ({ status: "cancel", result: "{}" })),
  close: vi.fn(async () => undefined),
  getAppData: vi.fn(async () => ({ question: 1 })),
};

/** Fires an event, as the SDK does when the sub-window acts. */
function fire(name: string, data?: unknown): void {
  for (const listener of [...(listeners.get(name) ?? [])]) listener(data);
}

const nListeners = () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0);

let rules: LineRules;
beforeAll(async () => {
  rules = await loadLineRules();
});
beforeEach(() => {
  vi.clearAllMocks();
  listeners.clear();
  isInClient.mockReturnValue(true);
});

const isInClient = vi.fn<() => boolean>();
const flows = () => subWindowFlows({ isInClient, subWindow } as unknown as WholeSdk, rules);

test("only the address of a LIFF app opens a sub-window", async () => {
  const outcome = await flows().openSubWindow("https://example.com/", {}, () => {});
  expect(outcome).toEqual({ kind: "refused", rule: "liff_url", index: null });
  expect(subWindow.open).not.toHaveBeenCalled();
});

test("outside LINE the app opens no sub-window, and leaves no empty window behind", async () => {
  isInClient.mockReturnValue(false);
  const outcome = await flows().openSubWindow(liffUrl, {}, () => {});
  expect(outcome).toEqual({ kind: "refused", rule: "outside_line", index: null });
  expect(subWindow.open).not.toHaveBeenCalled();
});

test("the sub-window gets the message of the main window", async () => {
  const outcome = await flows().openSubWindow(liffUrl, { question: 1 }, () => {});
  expect(outcome).toEqual({ kind: "done", value: null });
  expect(subWindow.open.mock.calls).toEqual([[{ url: liffUrl, appData: { question: 1 } }]]);
});

test.each([
  ["submit", { answer: 42 }, { kind: "submitted", message: { answer: 42 } }],
  ["cancel", {}, { kind: "cancelled", message: {} }],
  ["close", {}, { kind: "closed" }],
  [
    "error",
    Object.assign(new Error("Failed to connect"), { code: "UNKNOWN" }),
    { kind: "failed", error: { code: "UNKNOWN", platformCode: "UNKNOWN", isClock: false } },
  ],
])("the main window hears once that the sub-window ended by %s", async (name, data, end) => {
  const onEnd = vi.fn();
  await flows().openSubWindow(liffUrl, {}, onEnd);
  fire(name, data);
  fire("close");
  fire(name, data);
  expect(onEnd.mock.calls).toEqual([[end]]);
  expect(nListeners()).toBe(0);
});

test("a second window replaces the first", async () => {
  const ends = [vi.fn(), vi.fn()] as const;
  const both = flows();
  await both.openSubWindow(liffUrl, {}, ends[0]);
  await both.openSubWindow(liffUrl, {}, ends[1]);
  fire("submit", {});
  expect(ends[0]).not.toHaveBeenCalled();
  expect(ends[1]).toHaveBeenCalledTimes(1);
});

test("no listener stays for a window that did not open", async () => {
  subWindow.open.mockRejectedValueOnce(
    Object.assign(new Error("prose"), { code: "CREATE_SUBWINDOW_FAILED" }),
  );
  const outcome = await flows().openSubWindow(liffUrl, {}, () => {});
  expect(outcome).toMatchObject({ kind: "failed", error: { code: "CREATE_SUBWINDOW_FAILED" } });
  expect(nListeners()).toBe(0);
});

test("the sub-window reads, answers and closes", async () => {
  expect(await flows().readOpeningMessage()).toEqual({ kind: "done", value: { question: 1 } });
  const answers = [flows().answerMainWindow("submit", { a: 1 }), flows().closeSubWindow()];
  for (const outcome of await Promise.all(answers)) expect(outcome.kind).toBe("done");
  await flows().answerMainWindow("cancel", {});
  expect(subWindow.submit.mock.calls).toEqual([[{ a: 1 }]]);
  expect(subWindow.cancel.mock.calls).toEqual([[{}]]);
  expect(subWindow.close).toHaveBeenCalledTimes(1);
});
