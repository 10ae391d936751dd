import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { activateConsole } from "../../i18n/load-console";
import { navigate } from "../../navigation/navigation";
import { unmountAllOverlays } from "../../overlays/overlays";
import { api, breakConnection, refuse, startFakeServer } from "../../testing/fake-server";
import {
  caseOf,
  claimOf,
  heldCase,
  inMinutes,
  openConsole,
  queueOf,
  refuseCase,
  signedIn,
  summaryOf,
} from "../console.testing";
import { readDraft } from "./draft";

const decided = api.put("/review/cases/{caseId}/decision", ({ response }) =>
  response(200).json({ effectAt: new Date(Date.now() + 30_000).toISOString() }),
);
const noNext = api.post("/review/cases/next", ({ response }) =>
  response(200).json({ claim: null }),
);
const server = startFakeServer([...signedIn, queueOf(), decided, noNext]);
let stop = () => {};

beforeAll(() => activateConsole("en"));
beforeEach(() => {
  window.sessionStorage.clear();
  for (const level of ["info", "warn"] as const) vi.spyOn(console, level).mockReturnValue();
});
afterEach(() => {
  act(unmountAllOverlays);
  stop();
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function open(path = "/review/cases/7") {
  stop = await openConsole(path);
  await screen.findByRole("heading", { level: 1, name: /Case \d|Queue/ });
}

const press = (key: string) => fireEvent.keyDown(document.body, { key });
const sent = (path: string) => server.requests.filter(({ url }) => url.endsWith(path));
const bodyOf = async (request: Request | undefined) => await request?.json();

async function openDialog(key: string) {
  await screen.findByText("Photos and documents");
  press(key);
  return within(await screen.findByRole("dialog"));
}

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

describe("a decision with reasons", () => {
  const fill = async () => {
    const dialog = await openDialog("i");
    fireEvent.click(dialog.getByRole("checkbox", { name: "About me" }));
    fireEvent.change(dialog.getByRole("combobox", { name: "Reason: About me" }), {
      target: { value: "other" },
    });
    return dialog;
  };
  const note = "Which company is this?";
  const write = (dialog: Awaited<ReturnType<typeof fill>>) =>
    fireEvent.change(dialog.getByRole("textbox", { name: /Note to the member/ }), {
      target: { value: note },
    });
  const confirm = (dialog: Awaited<ReturnType<typeof fill>>) =>
    fireEvent.click(dialog.getByRole("button", { name: "Ask for info" }));

  it("is not sent before it is complete", async () => {
    server.use(caseOf(heldCase()));
    await open();
    const dialog = await openDialog("i");
    confirm(dialog);
    expect(dialog.getByText("Choose at least one field.")).toBeDefined();
    expect(dialog.queryByRole("checkbox", { name: "Account" })).toBeNull();
    fireEvent.click(dialog.getByRole("checkbox", { name: "About me" }));
    confirm(dialog);
    expect(dialog.getByText("Choose a reason.")).toBeDefined();
    expect(sent("/decision")).toEqual([]);
  });

  it("shows the message that the member will see, in their language and in the others", async () => {
    server.use(caseOf(heldCase({ memberLanguage: "ja" })));
    await open();
    const dialog = await fill();
    write(dialog);
    const preview = async (language: string) =>
      await waitFor(() => {
        const found = document.querySelector(`[data-preview="${language}"]`);
        expect(found?.textContent).toContain(note);
        return found?.textContent;
      });
    expect(await preview("ja")).toContain("審査担当者");
    fireEvent.click(dialog.getByRole("button", { name: "English" }));
    expect(await preview("en")).toMatch(
      /We need a little more from you.*About me – There’s another/,
    );
    expect(dialog.getByRole("button", { name: "日本語 · Their language" })).toBeDefined();
    fireEvent.click(dialog.getByRole("button", { name: "繁體中文" }));
    expect(await preview("zh-TW")).toContain("審核人員");
    expect(document.documentElement.lang).toBe("en");
  });

  it("is sent, can be undone, and comes back with what was typed", async () => {
    server.use(
      caseOf(heldCase()),
      api.delete("/review/cases/{caseId}/decision", ({ response }) =>
        response(200).json(claimOf({ fence: 4 })),
      ),
    );
    await open();
    const dialog = await fill();
    write(dialog);
    confirm(dialog);
    await screen.findByRole("heading", { name: "Queue" });
    expect(await bodyOf(sent("/decision")[0])).toEqual({
      fence: 3,
      version: 1,
      action: "ASK_FOR_INFO",
      reasons: [{ path: "aboutMe", code: "other", note }],
    });
    press("u");
    await screen.findByText(/You had chosen “Ask for info”/);
    const again = await openDialog("i");
    expect(again.getByRole<HTMLTextAreaElement>("textbox").value).toBe(note);
  });

  it("keeps every word if another reviewer was faster, and says who", async () => {
    server.use(
      caseOf(heldCase()),
      api.put(
        "/review/cases/{caseId}/decision",
        refuseCase({ state: "DECIDED", decidedBy: "Mei", decidedAt: inMinutes(-1) }),
      ),
    );
    await open();
    const dialog = await fill();
    write(dialog);
    confirm(dialog);
    expect(await screen.findByText(/Mei decided this case at/)).toBeDefined();
    expect(readDraft(7).reasons).toEqual([{ path: "aboutMe", code: "other", note }]);
    expect(screen.queryByRole("button", { name: /Approve/ })).toBeNull();
  });

  it("stays open with its words if the server is busy", async () => {
    server.use(caseOf(heldCase()), api.put("/review/cases/{caseId}/decision", refuse(503, "E503")));
    await open();
    const dialog = await fill();
    write(dialog);
    confirm(dialog);
    expect(await dialog.findByText(/very busy/)).toBeDefined();
    expect(dialog.getByRole<HTMLTextAreaElement>("textbox").value).toBe(note);
  });

  it("keeps every word if the session is over, and leads to the sign-in page", async () => {
    server.use(
      caseOf(heldCase()),
      api.put("/review/cases/{caseId}/decision", refuse(401, "E001B")),
    );
    await open();
    const dialog = await fill();
    write(dialog);
    confirm(dialog);
    await screen.findByRole("heading", { name: "Sign in" });
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(readDraft(7).reasons).toEqual([{ path: "aboutMe", code: "other", note }]);
    expect(sent("/release")).toEqual([]);
  });

  it("asks before it leaves a case with typed words, and stays if the reviewer says so", async () => {
    server.use(caseOf(heldCase()));
    await open();
    const dialog = await fill();
    write(dialog);
    fireEvent.click(dialog.getByRole("button", { name: "Cancel" }));
    await act(async () => void navigate("/review"));
    const question = within(await screen.findByRole("dialog", { name: "Leave this case?" }));
    fireEvent.click(question.getByRole("button", { name: "Stay" }));
    await waitFor(() => expect(window.location.pathname).toBe("/review/cases/7"));
    expect(sent("/release")).toEqual([]);
  });
});

describe("an approval by document", () => {
  const open = async () => {
    server.use(caseOf(heldCase({ needsEmployer: true }, { evidence: "DOCUMENT" })));
    stop = await openConsole("/review/cases/7");
    return await openDialog("a");
  };
  const approve = (dialog: Awaited<ReturnType<typeof open>>) =>
    fireEvent.click(dialog.getByRole("button", { name: "Approve" }));
  const type = (dialog: Awaited<ReturnType<typeof open>>, value: string) =>
    fireEvent.change(dialog.getByRole("textbox"), { target: { value } });

  it("names an employer of the catalogue", async () => {
    const dialog = await open();
    approve(dialog);
    expect(dialog.getByText(/Choose an employer/)).toBeDefined();
    type(dialog, "goog");
    fireEvent.click(dialog.getByRole("radio", { name: /^Google/ }));
    approve(dialog);
    await waitFor(() => expect(sent("/decision")).toHaveLength(1));
    expect(await bodyOf(sent("/decision")[0])).toMatchObject({ employerId: "google" });
  });

  it("names one that is not listed", async () => {
    const dialog = await open();
    type(dialog, " A bakery ");
    fireEvent.click(dialog.getByRole("radio", { name: "Not listed: “A bakery”" }));
    approve(dialog);
    await waitFor(() => expect(sent("/decision")).toHaveLength(1));
    const body = await bodyOf(sent("/decision")[0]);
    expect(body).toMatchObject({ employerName: "A bakery" });
    expect(body).not.toHaveProperty("employerId");
  });
});

describe("a lost answer", () => {
  it("counts as a decision if the server has it", async () => {
    const effectAt = new Date(Date.now() + 30_000).toISOString();
    const after = {
      ...heldCase(),
      claim: null,
      facts: null,
      effectAt,
    };
    server.use(
      caseOf(heldCase(), after),
      api.put("/review/cases/{caseId}/decision", breakConnection),
    );
    await open();
    await screen.findByText("Photos and documents");
    press("a");
    expect(await screen.findByText("New profile: approved.")).toBeDefined();
    expect(sent("/decision")).toHaveLength(1);
  });

  it("leaves the case open if the server does not have it", async () => {
    server.use(caseOf(heldCase()), api.put("/review/cases/{caseId}/decision", breakConnection));
    await open();
    await screen.findByText("Photos and documents");
    press("a");
    expect(await screen.findByText(/couldn’t reach the server/)).toBeDefined();
    expect(screen.getByRole("button", { name: /Approve/ })).toBeDefined();
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

describe("a decision about a report", () => {
  const reported = (action: "WARN" | "REMOVE_CONTENT") =>
    heldCase({ actions: ["NO_ACTION", action], sections: [] }, { kind: "REPORT" });

  it.each([
    ["WARN", "w", "About me", /we’re giving you a warning.*About me – /],
    ["REMOVE_CONTENT", "r", "Daily life", /we removed something from your profile.*\w+ – /],
  ] as const)("%s shows the member’s news before it is sent", async (action, key, field, news) => {
    server.use(caseOf(reported(action)));
    await open();
    const dialog = await openDialog(key);
    const fields = dialog.getAllByRole("checkbox").map((box) => box.closest("label")?.textContent);
    expect(fields.includes("About me")).toBe(action === "WARN");
    fireEvent.click(dialog.getByRole("checkbox", { name: field }));
    fireEvent.change(dialog.getByRole("combobox"), { target: { value: "inappropriate" } });
    await vi.waitFor(() => {
      const preview = document.querySelector('[data-preview="en"]');
      expect(preview?.textContent).toMatch(news);
    });
  });

  it("that leaves no photo says so", async () => {
    const fields = [{ path: "reasons", code: "too_many" as const, params: {} }];
    const refused = api.put("/review/cases/{caseId}/decision", refuse(422, "E002", { fields }));
    server.use(caseOf(reported("REMOVE_CONTENT")), refused);
    await open();
    const dialog = await openDialog("r");
    fireEvent.click(dialog.getByRole("checkbox", { name: "Daily life" }));
    fireEvent.change(dialog.getByRole("combobox"), { target: { value: "inappropriate" } });
    fireEvent.click(dialog.getByRole("button", { name: "Remove" }));
    await dialog.findByText(/A profile needs a photo/);
  });
});
