import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { openPrivacyPolicy } from "#/features/policy/privacy-policy";
import { askToConfirm } from "#/overlays/open-dialog";
import { workingPorts } from "#/profile-form/answers/form.testing";
import { pageTable } from "#/profile-form/answers/page-table";
import { apiError, completeDraft, pictureFile, userId } from "#/profile-form/made-up.testing";
import { readText, writeText } from "#/storage/local";
import { recordKey } from "#/storage/records";
import { readRecord } from "#/storage/storage.testing";
import {
  box,
  fillFirstPage,
  heading,
  openForm,
  press,
  querySummary,
  setForm,
  summary,
  surroundings,
  type,
  typeBirthday,
} from "./registration-form.testing";
import { RegistrationScreen } from "./registration-screen";

vi.mock(import("#/overlays/open-dialog"));
vi.mock(import("#/features/policy/privacy-policy"));
setForm();

test("Continue stays on a page with errors, and summary and field show the same sentences", async () => {
  await openForm();
  press("Continue");
  expect(heading()).toBe("Who you are");
  const links = within(await summary()).getAllByRole("link");
  expect(links.map((link) => link.textContent)).toEqual([
    "Enter your nickname",
    "Enter your full name",
    "Choose your gender",
    "Enter your birthday",
  ]);
  const nickname = screen.getByLabelText(/^Nickname/);
  expect(nickname.getAttribute("aria-invalid")).toBe("true");
  expect(nickname).toHaveProperty("id", "field-nickname");
  expect(document.getElementById("field-nickname-error")?.textContent).toBe("Enter your nickname");
  expect(nickname.getAttribute("aria-describedby")).toContain("field-nickname-error");
  await waitFor(async () => expect(document.activeElement).toBe(await summary()));
});

test("the summary calls empty questions open, and wrong answers problems", async () => {
  await openForm();
  press("Continue");
  const name = async () => (await summary()).querySelector("h2")?.textContent;
  expect(await name()).toBe("4 questions left to answer");
  fillFirstPage();
  type(/^Full name/, "");
  press("Continue");
  expect(await name()).toBe("1 question left to answer");
  type(/^Nickname/, "x".repeat(21));
  press("Continue");
  expect(await name()).toBe("There are 2 problems");
});

test("the privacy policy is within reach on every page", async () => {
  for (const { id } of pageTable) {
    await openForm({ page: id, draft: completeDraft });
    press("Privacy policy");
    expect(openPrivacyPolicy).toHaveBeenCalledOnce();
    vi.mocked(openPrivacyPolicy).mockClear();
    cleanup();
  }
});

test("the counter of About me names the minimum until the text has it", async () => {
  await openForm({ page: "about" });
  expect(screen.getByText("0 of at least 10 characters")).toBeDefined();
  type(/^About me/, "I like tea");
  expect(screen.getByText("10 of 1000 characters")).toBeDefined();
});

test("a link of the summary leads to its field", async () => {
  await openForm();
  press("Continue");
  fireEvent.click(within(await summary()).getByText("Enter your full name"));
  expect(document.activeElement).toBe(screen.getByLabelText(/^Full name/));
});

test("a message disappears as soon as the person corrects the answer", async () => {
  await openForm();
  press("Continue");
  await summary();
  type(/^Nickname/, "Ming");
  expect(screen.queryByText("Enter your nickname")).toBeNull();
});

test("a new error appears when the person leaves the field, not while they type", async () => {
  await openForm();
  press("Continue");
  await summary();
  type(/^Nickname/, "x".repeat(21));
  const message = "Nickname: use up to 20 characters";
  expect(screen.queryByText(message)).toBeNull();
  fireEvent.blur(box(/^Nickname/));
  expect(await screen.findAllByText(message)).toHaveLength(2);
  type(/^Nickname/, "x".repeat(20));
  expect(screen.queryByText(message)).toBeNull();
});

test("the title of the document names the page, and says that it has an error", async () => {
  await openForm();
  expect(document.title).toBe("Who you are – Enmusubi");
  press("Continue");
  await summary();
  expect(document.title).toBe("Error: Who you are – Enmusubi");
  fillFirstPage();
  expect(document.title).toBe("Who you are – Enmusubi");
  press("Continue");
  expect(document.title).toBe("Looks and lifestyle – Enmusubi");
});

test("the progress bar has its value in words", async () => {
  await openForm({ page: "work" });
  const bar = screen.getByRole("progressbar", { name: "Progress of the form" });
  expect(bar.getAttribute("aria-valuetext")).toBe("Step 3 of 10: Work and education");
});

test("no error appears before Continue, nor on other pages", async () => {
  await openForm();
  type(/^Nickname/, "x".repeat(30));
  expect(querySummary()).toBeNull();
  fillFirstPage();
  press("Continue");
  expect(heading()).toBe("Looks and lifestyle");
  expect(querySummary()).toBeNull();
});

test("Back keeps an answer, right or wrong", async () => {
  await openForm({ page: "life" });
  type(/^Height/, "tall");
  press("Back");
  expect(heading()).toBe("Who you are");
  fillFirstPage();
  press("Continue");
  expect(screen.getByLabelText(/^Height/)).toHaveProperty("value", "tall");
});

test("a condition shows its questions only while it is switched on, and Continue checks its bounds", async () => {
  await openForm({ page: "partner", draft: completeDraft });
  expect(screen.queryByRole("textbox", { name: "Age: from" })).toBeNull();
  fireEvent.click(screen.getByRole("switch", { name: "Age" }));
  type(/^Age: from/, "40");
  type(/^Age: to/, "30");
  press("Continue");
  expect(heading()).toBe("Who you’re looking for");
  const message = "Age: the maximum can’t be below the minimum";
  expect(within(await summary()).getByText(message)).toBeDefined();
  expect(box("Age: to").getAttribute("aria-invalid")).toBe("true");
  fireEvent.click(screen.getByRole("switch", { name: "Age" }));
  press("Continue");
  expect(heading()).toBe("Verification");
});

test.each(["Back", "Save changes"])(
  "%s leads from a change back to the button and the scroll position in the summary",
  async (button) => {
    await openForm({ page: "check", draft: completeDraft, photos: 1 });
    const scrollTo = vi.spyOn(window, "scrollTo").mockReturnValue();
    vi.spyOn(window, "scrollY", "get").mockReturnValue(640);
    for (const page of ["Who you are", "Marriage plans"]) {
      const change = `Change ${page}`;
      press(change);
      expect(heading()).toBe(page);
      press(button);
      expect(heading()).toBe("Check your answers");
      expect(document.activeElement).toBe(screen.getByRole("button", { name: change }));
      expect(scrollTo).toHaveBeenLastCalledWith({ top: 640, behavior: "instant" });
    }
    vi.restoreAllMocks();
  },
);

test("a yes-or-no condition has three choices, and the first takes it back", async () => {
  const store = await openForm({ page: "partner", draft: completeDraft });
  const row = within(screen.getByRole("radiogroup", { name: "Has children?" }));
  const choice = (name: string) => row.getByRole<HTMLInputElement>("radio", { name });
  expect(row.getAllByRole("radio")).toHaveLength(3);
  expect(choice("Doesn’t matter").checked).toBe(true);
  fireEvent.click(choice("No"));
  expect(store.getState().draft.valueItem).toEqual([
    { type: "HAS_CHILDREN", selected: true, value: false },
  ]);
  expect(choice("No").checked).toBe(true);
  fireEvent.click(choice("Doesn’t matter"));
  expect(store.getState().draft.valueItem?.[0]?.selected).toBe(false);
  expect(screen.queryByRole("switch", { name: "Smoking" })).toBeNull();
});

test("a link that the person gave up for another method does not keep them on the page", async () => {
  const draft = { ...completeDraft, reviewLink: "" };
  const store = await openForm({ page: "verification", draft, photos: 1 });
  await store.files.replaceFile("document", pictureFile("card.png"));
  type(/^Link$/, "http://linkedin");
  press("Continue");
  expect(within(await summary()).getByText(/^Enter a public web address/)).toBeDefined();
  fireEvent.click(screen.getByRole("radio", { name: /document/i }));
  expect(querySummary()).toBeNull();
  press("Continue");
  expect(heading()).toBe("Check your answers");
  expect(screen.queryByText("http://linkedin")).toBeNull();
});

test("the form adds https:// to a link when the person leaves the box", async () => {
  await openForm({ page: "verification", draft: { ...completeDraft, reviewLink: "" } });
  type(/^Link$/, "linkedin.com/in/mei");
  fireEvent.blur(box(/^Link$/));
  expect(box(/^Link$/)).toHaveProperty("value", "https://linkedin.com/in/mei");
});

describe("the draft", () => {
  test("answers and page survive a reload", async () => {
    await openForm();
    fillFirstPage();
    press("Continue");
    type(/^Height/, "171");
    expect(readRecord(userId, "draftPage")).toBe("life");
    cleanup();
    await openForm({ page: "life" });
    expect(screen.getByLabelText(/^Height/)).toHaveProperty("value", "171");
    press("Back");
    expect(screen.getByLabelText("Man")).toHaveProperty("checked", true);
  });

  test("another LINE user of the device does not see the draft", async () => {
    writeText(recordKey(`U${"f".repeat(32)}`, "draft"), JSON.stringify(completeDraft));
    await openForm();
    expect(screen.getByLabelText(/^Nickname/)).toHaveProperty("value", "");
  });

  test("a draft of a newer build stays unchanged", async () => {
    writeText(recordKey(userId, "draft"), '{"schemaVersion":99,"nickname":"later"}');
    await openForm();
    type(/^Nickname/, "now");
    expect(readText(recordKey(userId, "draft"))).toBe('{"schemaVersion":99,"nickname":"later"}');
  });
});

describe("the photos", () => {
  test("picked photos fill free slots, and the person can remove them", async () => {
    const store = await openForm({ page: "photos" });
    fireEvent.change(screen.getByLabelText("Add photo 1"), {
      target: { files: [pictureFile("a.png"), pictureFile("b.png")] },
    });
    await screen.findByRole("button", { name: "Remove photo 2" });
    press("Remove photo 1");
    expect(store.files.photos.slots.map((pick) => pick?.label ?? null).slice(0, 2)).toEqual([
      null,
      "b.png",
    ]);
  });

  test("picked photos are there again after a reload", async () => {
    const store = await openForm({ page: "photos" });
    await store.files.addPhotos(1, [pictureFile("a.png")]);
    store.saveNow();
    cleanup();
    render(
      <I18nProvider i18n={i18n}>
        <RegistrationScreen
          userId={userId}
          place={{ page: "photos", isChange: false }}
          goTo={() => undefined}
          ports={workingPorts()}
          {...surroundings}
        />
      </I18nProvider>,
    );
    expect(await screen.findByRole("button", { name: "Remove photo 2" })).toBeDefined();
  });
});

describe("a person who is too young", () => {
  const explained = "Enmusubi is for people aged 18 and over";
  const thisYear = new Date().getFullYear();

  async function meetTheLimit() {
    const store = await openForm({ page: "you" });
    fillFirstPage();
    typeBirthday(`${thisYear - 10}-06-01`);
    press("Continue");
    return store;
  }

  test("gets an explanation and no error", async () => {
    await meetTheLimit();
    expect(heading()).toBe(explained);
    expect(querySummary()).toBeNull();
    expect(screen.getByText(new RegExp(`June 1, ${thisYear - 10}`))).toBeDefined();
  });

  test("corrects a slip in the birthday, and the other answers stay", async () => {
    await meetTheLimit();
    press("Correct the birthday");
    await waitFor(() => expect(document.activeElement).toBe(box("Year")));
    expect(box(/^Nickname/)).toHaveProperty("value", "Ming");
    typeBirthday("1990-01-31");
    press("Continue");
    expect(heading()).toBe("Looks and lifestyle");
  });

  test("returns to the birthday with the browser's Back too", async () => {
    await meetTheLimit();
    window.history.back();
    await waitFor(() => expect(document.activeElement).toBe(box("Year")));
    expect(heading()).toBe("Who you are");
  });

  test("deletes the answers only after a question", async () => {
    const store = await meetTheLimit();
    vi.mocked(askToConfirm).mockResolvedValueOnce(false);
    press("Delete what I entered");
    await waitFor(() => expect(askToConfirm).toHaveBeenCalledTimes(1));
    expect(heading()).toBe(explained);
    expect(readText(recordKey(userId, "draft"))).toContain("Ming");

    vi.mocked(askToConfirm).mockResolvedValueOnce(true);
    press("Delete what I entered");
    await waitFor(() => expect(heading()).toBe("Everything you entered is deleted"));
    window.dispatchEvent(new Event("pagehide"));
    expect(readText(recordKey(userId, "draft"))).toBeNull();
    expect(store.getState().draft).toMatchObject({ nickname: undefined, birthday: undefined });
  });

  test("gets the same explanation if the server finds the age too low", async () => {
    const send = async () => {
      const fields = [{ path: "birthday", code: "under_age", params: { min: 18 } }];
      throw apiError("E002", fields);
    };
    const ports = { ...workingPorts(), send };
    await openForm({ page: "check", draft: completeDraft, photos: 1, ports });
    press("Send for review");
    await waitFor(() => expect(heading()).toBe(explained));
    press("Correct the birthday");
    await waitFor(() => expect(document.activeElement).toBe(box("Year")));
  });
});
