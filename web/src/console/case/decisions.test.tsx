import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { CaseFacts } from "#/api/review-cases";
import { caseOf, refuseCase } from "#/console/console.testing";
import { readDraft } from "#/console/decision/draft";
import { navigate } from "#/navigation/navigation";
import { breakConnection, refuse } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { claimOf, heldCase, inMinutes } from "#/testing/mock/cases";
import { bodyOf, openDialog, press, setUpCases } from "./case.testing";

const { server, open, sent } = setUpCases();

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
  const openApproval = async () => {
    server.use(caseOf(heldCase({ needsEmployer: true }, { evidence: "DOCUMENT" })));
    await open();
    return await openDialog("a");
  };
  const approve = (dialog: Awaited<ReturnType<typeof openApproval>>) =>
    fireEvent.click(dialog.getByRole("button", { name: "Approve" }));
  const type = (dialog: Awaited<ReturnType<typeof openApproval>>, value: string) =>
    fireEvent.change(dialog.getByRole("textbox"), { target: { value } });

  it("names an employer of the catalogue", async () => {
    const dialog = await openApproval();
    approve(dialog);
    expect(dialog.getByText(/Choose an employer/)).toBeDefined();
    type(dialog, "goog");
    fireEvent.click(dialog.getByRole("radio", { name: /^Google/ }));
    approve(dialog);
    await waitFor(() => expect(sent("/decision")).toHaveLength(1));
    expect(await bodyOf(sent("/decision")[0])).toMatchObject({ employerId: "google" });
  });

  it("names one that is not listed", async () => {
    const dialog = await openApproval();
    type(dialog, " A bakery ");
    fireEvent.click(dialog.getByRole("radio", { name: "Not listed: “A bakery”" }));
    approve(dialog);
    await waitFor(() => expect(sent("/decision")).toHaveLength(1));
    const body = await bodyOf(sent("/decision")[0]);
    expect(body).toMatchObject({ employerName: "A bakery" });
    expect(body).not.toHaveProperty("employerId");
  });
});

describe("an approval with a proof of age", () => {
  const age: NonNullable<CaseFacts["age"]> = {
    evidence: "WAITING",
    recordingActions: ["APPROVE", "ASK_FOR_INFO", "REJECT"],
    birthday: "1990-05-17",
    check: null,
  };

  it("names the document, and confirms what it shows", async () => {
    server.use(caseOf(heldCase({ age })));
    await open();
    const dialog = await openDialog("a");
    const approve = () => fireEvent.click(dialog.getByRole("button", { name: "Approve" }));
    approve();
    expect(dialog.getByText("Open the document, and choose its kind.")).toBeDefined();
    fireEvent.change(dialog.getByRole("combobox", { name: /Document that shows the age/ }), {
      target: { value: "PASSPORT" },
    });
    approve();
    expect(dialog.getByText("Confirm this, or ask for another document.")).toBeDefined();
    fireEvent.click(dialog.getByRole("checkbox", { name: /the birthday is 1990-05-17/ }));
    approve();
    await waitFor(() => expect(sent("/decision")).toHaveLength(1));
    expect(await bodyOf(sent("/decision")[0])).toEqual({
      fence: 3,
      version: 1,
      action: "APPROVE",
      reasons: [],
      ageDocument: "PASSPORT",
    });
  });

  it("is not possible without a document", async () => {
    server.use(caseOf(heldCase({ age: { ...age, evidence: "MISSING", recordingActions: [] } })));
    await open();
    const dialog = await openDialog("a");
    fireEvent.click(dialog.getByRole("button", { name: "Approve" }));
    expect(dialog.getByText(/no document to check the age with/)).toBeDefined();
    expect(sent("/decision")).toEqual([]);
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
