import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { caseOf } from "#/console/console.testing";
import { refuse } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { claimOf, heldCase, inMinutes, summaryOf } from "#/testing/mock/cases";
import { bodyOf, openDialog, press, setUpCases } from "./case.testing";

const { server, open, sent } = setUpCases();

describe("a case of the reviewer", () => {
  it("shows that other accounts used the same evidence, with the codes of the decisions", async () => {
    const trace = { isDeleted: false, reasons: [], at: "2025-03-04T12:00:00.000Z" };
    server.use(
      caseOf(
        heldCase({
          traces: [
            {
              ...trace,
              kind: "DOCUMENT",
              isDeleted: true,
              outcome: "REJECTED",
              reasons: ["mismatch", "of-an-older-list"],
            },
            { ...trace, kind: "DOCUMENT", outcome: null },
            { ...trace, kind: "MAILBOX", outcome: "SUSPENDED" },
          ],
        }),
      ),
    );
    await open();
    const cardOf = (name: string) => {
      const card = screen.getByRole("heading", { name }).parentElement?.parentElement;
      return within(card as HTMLElement);
    };
    await screen.findByText("Photos and documents");
    const [rejected, undecided] = cardOf(
      "The same document was seen in another account",
    ).getAllByText(/account/, { selector: "li > p:first-child" });
    expect(rejected?.parentElement?.textContent).toBe(
      "That account was rejectedMar 4, 2025 · the account was deleted" +
        "This doesn’t match your proof of employment.of-an-older-list",
    );
    expect(undecided?.parentElement?.textContent).toBe("No decision about that accountMar 4, 2025");
    cardOf("The same work mailbox was seen in another account").getByText(
      "That account was suspended",
    );
  });

  it("has no card of traces if no other account used the evidence", async () => {
    server.use(caseOf(heldCase()));
    await open();
    await screen.findByText("Photos and documents");
    expect(screen.queryByText(/seen in another account/)).toBeNull();
  });

  it("lists the earlier steps of the review, and the decisions about reports", async () => {
    const step = { at: "2025-03-04T05:06:07Z", reviewer: "Bob", reasons: [] };
    const warned = [{ path: "", code: "other", note: "Please stay polite." }];
    server.use(
      caseOf(
        heldCase({
          history: [
            { ...step, caseKind: null, action: "APPEAL", reviewer: "" },
            { ...step, caseKind: "REPORT", action: "WARN", reasons: warned },
            { ...step, caseKind: "CHANGE", action: "REJECT" },
          ],
        }),
      ),
    );
    await open();
    const card = (await screen.findByText("Earlier steps")).closest("section") as HTMLElement;
    const steps = within(card).getAllByText(/./, { selector: "ol > li > p:first-child" });
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      "Appeal",
      "Report · warned",
      "Change · rejected",
    ]);
    within(card).getByText(/Please stay polite/);
  });

  it("is approved with one key, and the next one is open at once", async () => {
    server.use(
      caseOf(heldCase(), heldCase({}, { id: 8 })),
      api.post("/review/cases/next", ({ response }) =>
        response(200).json({ claim: claimOf({ id: 8 }) }),
      ),
    );
    await open();
    await screen.findByText("Photos and documents");
    press("a");
    press("a");
    expect(await screen.findByRole("heading", { name: "New profile · Case 8" })).toBeDefined();
    expect(await screen.findByText("New profile: approved.")).toBeDefined();
    const decisions = sent("/cases/7/decision");
    expect(decisions).toHaveLength(1);
    expect(await bodyOf(decisions[0])).toEqual({
      fence: 3,
      version: 1,
      action: "APPROVE",
      reasons: [],
    });
    expect(sent("/release")).toEqual([]);
  });

  it("shows what a person typed as text", async () => {
    server.use(caseOf(heldCase()));
    await open();
    expect(await screen.findByText("<b>An</b>")).toBeDefined();
  });

  it("shows only what changed, before and now, and folds the rest", async () => {
    const row = {
      field: "nickname" as const,
      label: "Nickname",
      text: "An",
      before: null,
    };
    const rows = [
      row,
      {
        ...row,
        field: "aboutMe" as const,
        label: "About me",
        text: "New.",
        before: "Old.",
      },
    ];
    const sections = [{ page: "basics", heading: "Basics", rows }];
    server.use(caseOf(heldCase({ sections }, { kind: "CHANGE" })));
    await open();
    const changes = (await screen.findByText("What changed")).closest("section");
    expect(changes?.textContent).toMatch(/About me.*Before.*Old\..*Now.*New\./);
    expect(changes?.textContent).not.toContain("Nickname");
    const folded = screen.getByText("Everything else (1)").closest("details");
    expect(folded?.open).toBe(false);
    expect(folded?.textContent).toContain("Nickname");
  });

  it("opens links of a person only over https", async () => {
    const row = { label: "Link", before: null };
    const sections = [
      {
        page: "proof",
        heading: "Proof",
        rows: [
          { ...row, field: "reviewLink" as const, text: "https://example.com/an" },
          { ...row, field: "aboutMe" as const, text: "javascript:alert(1)" },
          { ...row, field: "feedback" as const, text: "http://example.com" },
        ],
      },
    ];
    server.use(caseOf(heldCase({ sections })));
    await open();
    const [link, ...others] = await screen.findAllByRole<HTMLAnchorElement>("link", {
      name: "Open",
    });
    expect(others).toEqual([]);
    expect(link?.href).toBe("https://example.com/an");
    expect(link?.rel).toBe("noopener noreferrer");
  });

  it("goes back to the queue when the reviewer leaves it", async () => {
    server.use(caseOf(heldCase()));
    await open();
    await screen.findByText("Photos and documents");
    press("q");
    await screen.findByRole("heading", { name: "Queue" });
    expect(await bodyOf(sent("/cases/7/release")[0])).toEqual({ fence: 3 });
  });

  it("is skipped with a reason, which leads see", async () => {
    server.use(caseOf(heldCase()));
    await open();
    const dialog = await openDialog("s");
    fireEvent.click(dialog.getByRole("button", { name: "Skip" }));
    expect(dialog.getByText("Choose a reason.")).toBeDefined();
    fireEvent.click(dialog.getByRole("radio", { name: "I know this person" }));
    fireEvent.click(dialog.getByRole("button", { name: "Skip" }));
    await screen.findByRole("heading", { name: "Queue" });
    expect(await bodyOf(sent("/cases/7/release")[0])).toEqual({ fence: 3, reason: "KNOWS_PERSON" });
    expect(sent("/release")).toHaveLength(1);
  });
});

describe("a case that the reviewer does not hold", () => {
  const closed = (summary: Parameters<typeof summaryOf>[0]) => ({
    summary: summaryOf(summary),
    claim: null,
    effectAt: null,
    facts: null,
  });

  it("says who has it", async () => {
    server.use(caseOf(closed({ holder: { name: "Mei", isMe: false, leaseUntil: inMinutes(9) } })));
    await open();
    expect(await screen.findByText(/Mei has this case until/)).toBeDefined();
    expect(screen.queryByRole("button", { name: /Take this case/ })).toBeNull();
  });

  it("is asked for while the reviewer is there, and not while they are away, so that the session can end", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    server.use(caseOf(closed({ holder: { name: "Mei", isMe: false, leaseUntil: inMinutes(99) } })));
    await open();
    await screen.findByText(/Mei has this case until/);
    const nFetches = () => server.requests.filter(({ url }) => url.includes("/cases/7")).length;
    const atFirst = nFetches();
    await act(() => vi.advanceTimersByTimeAsync(11 * 60_000));
    const before = nFetches();
    expect(before).toBeGreaterThan(atFirst + 100);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(nFetches()).toBe(before);
    fireEvent.pointerDown(document.body);
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(nFetches()).toBe(before + 1);
  });

  it("is taken with one key while it is free", async () => {
    server.use(
      caseOf(closed({}), heldCase()),
      api.put("/review/cases/{caseId}/claim", ({ response }) => response(200).json(claimOf())),
    );
    await open();
    await screen.findByRole("button", { name: /Take this case/ });
    press("c");
    expect(await screen.findByText("Photos and documents")).toBeDefined();
  });

  it.each([
    [404, "E003", /doesn’t exist/],
    [403, "E008", /can’t see this case/],
  ] as const)("says that there is none after a %i", async (status, code, words) => {
    server.use(api.get("/review/cases/{caseId}", refuse(status, code)));
    await open();
    expect(await screen.findByText(words)).toBeDefined();
  });
});
