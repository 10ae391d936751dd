/** Sub-windows: the core's rule and LINE's events, with a stand-in for the SDK. */
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { LineRules } from "../../core/core";
import { loadLineRules } from "../../core/load";
import type { WholeSdk } from "../whole-sdk";
import { subWindowFlows } from "./sub-window";

const liffUrl = "https://liff.line.me/1234567890-AbcdEfgh/answer";
const listeners = new Map<string, Set<(told?: unknown) => void>>();
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

/** As the SDK does when the sub-window says something. */
function tell(name: string, told?: unknown): void {
  for (const listener of [...(listeners.get(name) ?? [])]) listener(told);
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

test("only a LIFF app's address opens a sub-window", async () => {
  const outcome = await flows().openSubWindow("https://example.com/", {}, () => {});
  expect(outcome).toEqual({ kind: "refused", rule: "liff_url", index: null });
  expect(subWindow.open).not.toHaveBeenCalled();
});

test("outside LINE no sub-window is opened, and no empty window is left behind", async () => {
  isInClient.mockReturnValue(false);
  const outcome = await flows().openSubWindow(liffUrl, {}, () => {});
  expect(outcome).toEqual({ kind: "refused", rule: "outside_line", index: null });
  expect(subWindow.open).not.toHaveBeenCalled();
});

test("what the main window says goes along", async () => {
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
])("the main window is told once that it ended by %s", async (name, told, end) => {
  const onEnd = vi.fn();
  await flows().openSubWindow(liffUrl, {}, onEnd);
  tell(name, told);
  tell("close");
  tell(name, told);
  expect(onEnd.mock.calls).toEqual([[end]]);
  expect(nListeners()).toBe(0);
});

test("a second window takes the place of the first", async () => {
  const ends = [vi.fn(), vi.fn()] as const;
  const both = flows();
  await both.openSubWindow(liffUrl, {}, ends[0]);
  await both.openSubWindow(liffUrl, {}, ends[1]);
  tell("submit", {});
  expect(ends[0]).not.toHaveBeenCalled();
  expect(ends[1]).toHaveBeenCalledTimes(1);
});

test("nobody listens for a window that did not open", async () => {
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
