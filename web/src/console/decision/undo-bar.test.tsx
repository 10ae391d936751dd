import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { refuseCase } from "#/console/console.testing";
import { activateConsole } from "#/i18n/load-console";
import { text } from "#/i18n/use-text";
import { navigate } from "#/navigation/navigation";
import { breakConnection, startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { ToastArea } from "#/toasts/toast-area";
import { emptyDraft, readDraft, writeDraft } from "./draft";
import { noteDecision } from "./undo";
import { UndoBar } from "./undo-bar";

vi.mock(import("#/navigation/navigation"));

const server = startFakeServer();

beforeAll(() => activateConsole("en"));
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  window.sessionStorage.clear();
  render(
    <I18nProvider i18n={i18n}>
      <ToastArea />
      <UndoBar />
    </I18nProvider>,
  );
  writeDraft(7, { ...emptyDraft, action: "REJECT" });
  act(() =>
    noteDecision({
      id: 7,
      kind: "APPEAL",
      action: "REJECT",
      effectAtMs: Date.now() + 30_000,
    }),
  );
});
afterEach(async () => {
  await act(() => vi.advanceTimersByTimeAsync(31_000));
  cleanup();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it("counts the seconds down, and then goes with the draft", async () => {
  expect(screen.getByText("Appeal: rejected.")).toBeDefined();
  expect(screen.getByText("30 s")).toBeDefined();
  await pass(10_000);
  expect(screen.getByText("20 s")).toBeDefined();
  expect(readDraft(7).action).toBe("REJECT");
  await pass(20_500);
  expect(screen.queryByText("Appeal: rejected.")).toBeNull();
  expect(readDraft(7)).toEqual(emptyDraft);
});

it("is read out once: the seconds are hidden from screen readers", () => {
  expect(screen.getByText("30 s").getAttribute("aria-hidden")).toBe("true");
});

it("says that the decision took effect before", async () => {
  server.use(api.delete("/review/cases/{caseId}/decision", refuseCase({ state: "APPLIED" })));
  fireEvent.click(screen.getByRole("button", { name: /Undo/ }));
  expect(await screen.findByText(/Too late/)).toBeDefined();
  expect(screen.queryByText("Appeal: rejected.")).toBeNull();
});

it("is done if an earlier try has undone the decision, and its answer was lost", async () => {
  const path = "/review/cases/{caseId}/decision";
  server.use(api.delete(path, refuseCase({ state: "OPEN", holder: "Ada" })));
  server.use(api.delete(path, breakConnection, { once: true }));
  const undo = () => fireEvent.click(screen.getByRole("button", { name: /Undo/ }));
  undo();
  await screen.findByText(text("failure.network"));
  undo();
  expect(await screen.findByText(text("console.undo.done"))).toBeDefined();
  expect(screen.queryByText(text("console.undo.late"))).toBeNull();
  expect(navigate).toHaveBeenCalledExactlyOnceWith("/review/cases/7");
});

it("belongs to the latest decision", () => {
  act(() =>
    noteDecision({
      id: 8,
      kind: "REPORT",
      action: "NO_ACTION",
      effectAtMs: Date.now() + 30_000,
    }),
  );
  expect(screen.getByText("Report: no action.")).toBeDefined();
  expect(screen.queryByText("Appeal: rejected.")).toBeNull();
  expect(readDraft(7)).toEqual(emptyDraft);
});
