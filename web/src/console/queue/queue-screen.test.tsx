import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { caseOf, openConsole, queueOf, refuseCase, signedIn } from "#/console/console.testing";
import { activateConsole } from "#/i18n/load-console";
import { refuse, startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { claimOf, heldCase, inMinutes, summaryOf } from "#/testing/mock/cases";

const server = startFakeServer(signedIn);
let stop = () => {};

beforeAll(() => activateConsole("en"));
beforeEach(() => {
  window.sessionStorage.clear();
  vi.spyOn(console, "info").mockReturnValue();
});
afterEach(() => {
  stop();
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const open = async (path = "/review") => {
  stop = await openConsole(path);
};
const rows = () => screen.findAllByRole("listitem");
const queryOf = (request: Request | undefined) =>
  Object.fromEntries(new URL(request?.url ?? "").searchParams);

it("says in words what is urgent, overdue and with another reviewer", async () => {
  const holder = { name: "Mei", isMe: false, leaseUntil: inMinutes(9) };
  server.use(
    queueOf(
      summaryOf({ id: 1, kind: "REPORT", isUrgent: true, dueAt: inMinutes(-180) }),
      summaryOf({ id: 2, evidence: "DOCUMENT", employerId: "", employerName: "", holder }),
      summaryOf({ id: 3, isSecondLook: true, employerId: "", employerName: "Café" }),
    ),
  );
  await open();
  const [first, second, third] = (await rows()).map((row) => row.textContent);
  expect(first).toMatch(/Report.*Urgent.*Work email.*Google.*2 hours.*Overdue by 3 hours/);
  expect(second).toMatch(/New profile.*Document.*No employer yet.*Due in 22 hours.*Mei until /);
  expect(third).toMatch(/Second look.*Café/);
});

it("filters by kind, evidence and age, in the address, and for the next case", async () => {
  server.use(queueOf(summaryOf()));
  await open("/review?kind=APPEAL&olderThanHours=nonsense");
  await rows();
  expect(queryOf(server.requests.find(({ url }) => url.includes("cases?")))).toEqual({
    kind: "APPEAL",
    limit: "50",
  });
  fireEvent.click(screen.getByRole("button", { name: /Report 4/ }));
  fireEvent.change(await screen.findByRole("combobox", { name: "Evidence" }), {
    target: { value: "DOCUMENT" },
  });
  fireEvent.change(await screen.findByRole("combobox", { name: "Waiting" }), {
    target: { value: "24" },
  });
  expect(await screen.findByDisplayValue("Over 24 hours")).toBeDefined();
  expect(window.location.search).toBe("?kind=REPORT&evidence=DOCUMENT&olderThanHours=24");
  server.use(api.post("/review/cases/next", ({ response }) => response(200).json({ claim: null })));
  fireEvent.keyDown(document.body, { key: "n" });
  expect(await screen.findByText("No case is free right now.")).toBeDefined();
  const next = server.requests.find(({ url }) => url.includes("/next"));
  const query = Object.fromEntries(new URL(next?.url ?? "").searchParams);
  expect(query).toEqual({ kind: "REPORT", evidence: "DOCUMENT", olderThanHours: "24" });
});

it("clears each filter", async () => {
  server.use(queueOf(summaryOf()));
  await open("/review?kind=REPORT&evidence=DOCUMENT&employerId=google&olderThanHours=24");
  await rows();
  fireEvent.click(screen.getByRole("button", { name: /^All/ }));
  for (const name of ["Evidence", "Employer", "Waiting"]) {
    const select = await screen.findByRole("combobox", { name });
    fireEvent.change(select, { target: { value: "" } });
  }
  await waitFor(() => expect(window.location.search).toBe(""));
  expect(screen.getAllByDisplayValue("Any")).toHaveLength(3);
});

it("shows within five seconds that another reviewer has a case", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  server.use(queueOf(summaryOf()));
  await open();
  await rows();
  const holder = { name: "Mei", isMe: false, leaseUntil: inMinutes(9) };
  server.use(queueOf(summaryOf({ holder })));
  await act(() => vi.advanceTimersByTimeAsync(4_500));
  expect(await screen.findByText(/Mei until/)).toBeDefined();
});

it("fetches nothing while the reviewer is away, so that the session can end", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  server.use(queueOf(summaryOf()));
  await open();
  await rows();
  const nFetches = () => server.requests.filter(({ url }) => url.includes("/review/cases?")).length;
  await act(() => vi.advanceTimersByTimeAsync(11 * 60_000));
  const before = nFetches();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(nFetches()).toBe(before);
  fireEvent.pointerDown(document.body);
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(nFetches()).toBe(before + 1);
});

it("opens the next case with one key", async () => {
  server.use(
    queueOf(summaryOf()),
    api.post("/review/cases/next", ({ response }) => response(200).json({ claim: claimOf() })),
    caseOf(heldCase()),
  );
  await open();
  await rows();
  fireEvent.keyDown(document.body, { key: "n" });
  expect(await screen.findByRole("heading", { name: "New profile · Case 7" })).toBeDefined();
  expect(window.location.pathname).toBe("/review/cases/7");
});

it("says who was faster when a reviewer opens a case, and stays in the queue", async () => {
  server.use(
    queueOf(summaryOf()),
    api.put(
      "/review/cases/{caseId}/claim",
      refuseCase({ holder: "Mei", leaseUntil: inMinutes(9) }),
    ),
  );
  await open();
  const [row] = await rows();
  fireEvent.click(within(row as HTMLElement).getByRole("button"));
  expect(await screen.findByText(/Mei has this case until/)).toBeDefined();
  expect(window.location.pathname).toBe("/review");
});

it("keeps the list while the server is out of reach, and tries again on request", async () => {
  server.use(queueOf(summaryOf()));
  await open();
  await rows();
  server.use(api.get("/review/cases", refuse(503, "E503")));
  vi.useFakeTimers({ shouldAdvanceTime: true });
  fireEvent(window, new Event("online"));
  expect(await screen.findByText(/may be out of date/)).toBeDefined();
  expect(await rows()).toHaveLength(1);
  server.use(queueOf());
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Nothing to review")).toBeDefined();
});

it("loads more of a long queue", async () => {
  const page = (from: number, n: number) =>
    Array.from({ length: n }, (_, index) => summaryOf({ id: from + index }));
  server.use(
    api.get("/review/cases", ({ query, response }) => {
      const limit = Number(query.get("limit"));
      const isSecond = query.get("after") === "c";
      const cases = isSecond ? page(101, 20) : page(1, limit);
      return response(200).json({ cases, next: isSecond ? null : "c" });
    }),
  );
  await open();
  expect(await rows()).toHaveLength(50);
  fireEvent.click(screen.getByRole("button", { name: "Show more" }));
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(100));
  fireEvent.click(screen.getByRole("button", { name: "Show more" }));
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(120));
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

it("leads to the sign-in page when the session is over, and knows the way back", async () => {
  server.use(queueOf(summaryOf()));
  await open("/review?kind=REPORT");
  await rows();
  server.use(api.get("/review/cases", refuse(401, "E001B")));
  fireEvent(window, new Event("online"));
  expect(await screen.findByRole("heading", { name: "Sign in" })).toBeDefined();
  expect(window.sessionStorage.getItem("enmusubi:console:returnTo")).toBe("/review?kind=REPORT");
});
