import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { activate, loadNamespaces } from "#/i18n/load";
import type { FlowOutcome } from "#/liff/flows/outcome";
import { FlowForm } from "./flow-form";
import type { FlowSpec } from "./flow-specs";

const run = vi.fn<FlowSpec["run"]>();

beforeAll(async () => {
  await activate("en");
  await loadNamespaces("dev");
});
beforeEach(() => {
  run.mockReset();
  render(
    <I18nProvider i18n={i18n}>
      <FlowForm
        spec={{
          name: "openSubWindow",
          inputs: [
            { name: "url", initial: "https://liff.line.me/1-a", isJson: false },
            { name: "message", initial: '{"from":"dev"}', isJson: true },
          ],
          run,
        }}
      />
    </I18nProvider>,
  );
});

const press = () => fireEvent.click(screen.getByRole("button", { name: "Try it" }));
const output = () => screen.getByRole("status").textContent;

test("the flow starts with the tap, before any await", async () => {
  run.mockResolvedValueOnce({ kind: "done", value: null });
  press();
  expect(run.mock.calls[0]?.[0]).toEqual(["https://liff.line.me/1-a", { from: "dev" }]);
  expect(await screen.findByText("Done.")).toBeTruthy();
});

test("the typed inputs reach the flow", async () => {
  run.mockResolvedValueOnce({ kind: "cancelled" });
  fireEvent.change(screen.getByLabelText("Address"), { target: { value: "https://a.example" } });
  press();
  expect(run.mock.calls[0]?.[0]?.[0]).toBe("https://a.example");
  await screen.findByText("It was closed without an answer.");
});

test("an input that is not JSON does not start the flow", () => {
  fireEvent.change(screen.getByLabelText(/JSON/), { target: { value: "{" } });
  press();
  expect(run).not.toHaveBeenCalled();
  expect(output()).toBe("This is not JSON.");
});

test("the button is busy until the outcome, and later events are added", async () => {
  let finish: (outcome: FlowOutcome) => void = () => {};
  run.mockReturnValueOnce(
    new Promise((resolve) => {
      finish = resolve;
    }),
  );
  press();
  expect(screen.getByRole("button").getAttribute("aria-busy")).toBe("true");
  await act(async () => finish({ kind: "done", value: null }));
  expect(screen.getByRole("button").getAttribute("aria-busy")).toBeNull();
  const report = run.mock.calls[0]?.[1];
  act(() => report?.("It ended."));
  expect(output()).toBe("Done.\nIt ended.");
});
