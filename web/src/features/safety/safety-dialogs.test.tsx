import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { barHandlers, setMember, show } from "#/features/settings/member.testing";
import { text } from "#/i18n/use-text";
import { refuse, startFakeServer } from "#/testing/fake-server";
import { heldBack } from "#/testing/held-back";
import { api } from "#/testing/mock/api";
import { addToast } from "#/toasts/toasts";
import { openReport } from "./open-safety";

vi.mock(import("#/liff/liff"));
vi.mock(import("#/toasts/toasts"), { spy: true });

const server = startFakeServer([
  ...barHandlers,
  api.post("/reports", ({ response }) => response(204).empty()),
]);
setMember();

const posts = () => server.bodiesOf<object>("POST");
const dialog = () => screen.findByRole("dialog");
const press = async (name: string) =>
  fireEvent.click(within(await dialog()).getByRole("button", { name }));
const choose = async (name: string) =>
  fireEvent.click(within(await dialog()).getByRole("radio", { name }));
const note = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^In your own words/ });
const write = (value: string) => fireEvent.change(note(), { target: { value } });

/** Opens a dialog and returns its result once it is closed. */
async function open(opener: typeof openReport, acquaintance = { matchId: "m1" }) {
  show(null);
  let result: Promise<boolean> = Promise.resolve(false);
  act(() => {
    result = opener(acquaintance, "小美");
  });
  await dialog();
  return () => result;
}

it("sends a report with its reason and its words", async () => {
  const result = await open(openReport, { introductionId: "i1" } as never);
  expect(screen.getByText(/^A reviewer looks at every report/)).toBeDefined();
  expect(screen.getByText(/you won’t see each other again/)).toBeDefined();
  await choose("Insults, threats or pestering");
  write("Three calls at night.");
  expect(screen.getByText("21 of 500 characters")).toBeDefined();
  await press("Send report");
  expect(await result()).toBe(true);
  expect(await screen.findByText(/^Thank you/)).toBeDefined();
  expect(await posts()).toEqual([
    { introductionId: "i1", category: "HARASSMENT", note: "Three calls at night." },
  ]);
});

it("thanks the member also if the server answers after Back", async () => {
  const { promise, resolve } = heldBack();
  server.use(
    api.post("/reports", async ({ response }) => {
      await promise;
      return response(204).empty();
    }),
  );
  const result = await open(openReport);
  await choose("Insults, threats or pestering");
  await press("Send report");
  act(() => void window.dispatchEvent(new PopStateEvent("popstate")));
  expect(await result()).toBe(false);
  vi.mocked(addToast).mockClear();
  resolve();
  await waitFor(() => expect(addToast).toHaveBeenCalledOnce());
  expect(addToast).toHaveBeenCalledWith(text("member.report.done"), { color: "green" });
});

it("asks for a reason, and for words with “Something else”", async () => {
  await open(openReport);
  await press("Send report");
  expect(screen.getByText("Choose a reason")).toBeDefined();
  await choose("Something else");
  await press("Send report");
  expect(screen.getByText("Say in a few words what’s wrong")).toBeDefined();
  expect(document.activeElement).toBe(note());
  write("x".repeat(501));
  expect(screen.getByText("Use up to 500 characters")).toBeDefined();
  await press("Send report");
  expect(await posts()).toEqual([]);
});

it("keeps a report that was closed, and opens one dialog for two quick taps", async () => {
  const result = await open(openReport, { matchId: "m9" });
  write("My words");
  await press("Cancel");
  expect(await result()).toBe(false);
  act(() => {
    void openReport({ matchId: "m9" }, "小美");
    void openReport({ matchId: "m9" }, "小美");
  });
  await waitFor(() => expect(note().value).toBe("My words"));
  expect(screen.getAllByRole("dialog")).toHaveLength(1);
});

it.each([
  ["E005", 429, /^You may have sent many reports/],
  ["E003", 404, "This person has left Enmusubi"],
  ["E503", 503, /try again\.$/],
  ["E002", 422, /change them, then send again\.$/],
  ["E009", 400, /change them, then send again\.$/],
] as const)("keeps the words after %s, and says why", async (code, status, words) => {
  server.use(api.post("/reports", refuse(status, code)));
  const result = await open(openReport);
  await choose("Something else");
  write("My words");
  await press("Send report");
  expect(await screen.findByText(words)).toBeDefined();
  await waitFor(() => expect(note().value).toBe("My words"));
  await press("Cancel");
  expect(await result()).toBe(false);
});
