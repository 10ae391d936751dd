/** A person goes back and forth in the form, and every answer stays as it was last. */
import { expect, type Page } from "@playwright/test";
import {
  openFilledForm,
  openFormPage,
  openNewForm,
  readAnswers,
  sendForReview,
} from "./filled-form";
import {
  errorSummary,
  fill,
  headings,
  numberBox,
  pressContinue,
  readBirthday,
  summaryPaths,
  typeBirthday,
  waitForHeading,
} from "./form";
import { mockTest as test } from "./stage";

const pressBack = (page: Page) => page.getByRole("button", { name: "Back", exact: true }).click();

test("a person who goes back to change an earlier answer finds the later pages as they left them", async ({
  stage,
}) => {
  const { page, pageErrors } = await openNewForm(stage);
  for (const heading of ["Who you are", "Looks and lifestyle"] as const) {
    await fill[heading](page);
    await pressContinue(page);
  }
  await waitForHeading(page, "Work and education");
  await fill["Work and education"](page);
  await pressBack(page);
  await waitForHeading(page, "Looks and lifestyle");
  await page.getByLabel("Height").fill("17");
  await pressBack(page);
  await waitForHeading(page, "Who you are");
  await page.getByLabel("Nickname").fill("阿美");
  await typeBirthday(page, "1993-12-01");
  await pressContinue(page);

  // Back does not check the page. Continue then shows the error.
  await waitForHeading(page, "Looks and lifestyle");
  await expect(errorSummary(page)).toHaveCount(0);
  await expect(page.getByLabel("Height")).toHaveValue("17");
  await pressContinue(page);
  expect(await summaryPaths(page)).toEqual(["height"]);
  await page.getByLabel("Height").fill("170");
  await pressContinue(page);
  await waitForHeading(page, "Work and education");
  await expect(page.getByLabel("Job title")).toHaveValue("Backend engineer");
  await expect(page.getByLabel("Yearly income")).toHaveValue("FROM_150_TO_200");
  await expect(page.getByLabel("School")).toHaveValue("國立臺灣大學");

  // The reload comes before the usual save.
  await page.getByLabel("School").fill("東京大学");
  await page.reload();
  await waitForHeading(page, "Work and education");
  await expect(page.getByLabel("School")).toHaveValue("東京大学");
  await pressBack(page);
  await pressBack(page);
  await waitForHeading(page, "Who you are");
  await expect(page.getByLabel("Nickname")).toHaveValue("阿美");
  expect(await readBirthday(page)).toBe("1993-12-01");
  expect(pageErrors).toEqual([]);
});

test("the browser's Back and Forward turn the pages of the form, also after a reload", async ({
  stage,
}) => {
  const { page, pageErrors } = await openNewForm(stage);
  const first = headings.slice(0, 4);
  for (const heading of first) {
    await waitForHeading(page, heading);
    await fill[heading](page);
    if (heading !== first.at(-1)) await pressContinue(page);
  }
  for (const heading of first.slice(0, -1).reverse()) {
    await page.goBack();
    await waitForHeading(page, heading);
  }
  await page.getByLabel("Nickname").fill("阿美");
  await page.goForward();
  await waitForHeading(page, "Looks and lifestyle");
  await page.reload();
  await waitForHeading(page, "Looks and lifestyle");
  await page.getByLabel("Address").fill("信義區");
  await page.goForward();
  await waitForHeading(page, "Work and education");
  await page.goForward();
  await waitForHeading(page, "Personality and hobbies");
  await expect(page.getByRole("checkbox", { name: "Cooking", exact: true })).toBeChecked();
  await openFormPage(page, stage, "Check your answers");
  expect(await readAnswers(page)).toMatchObject({ Nickname: "阿美", Address: "信義區" });
  expect(pageErrors).toEqual([]);
});

/** A change on each page, and the answer of the list that it changes. */
const changes: Record<string, (page: Page) => Promise<[question: string, answer: string]>> = {
  "Who you are": async (page) => {
    await page.getByLabel("Nickname").fill("阿美");
    return ["Nickname", "阿美"];
  },
  "Looks and lifestyle": async (page) => {
    await page.getByLabel("Height").fill("１８０");
    return ["Height", "180 cm"];
  },
  "Work and education": async (page) => {
    await page.getByLabel("Job title").fill("Chef");
    return ["Job title", "Chef"];
  },
  "Personality and hobbies": async (page) => {
    await page.getByRole("checkbox", { name: "Cooking", exact: true }).check();
    return ["Hobbies", "Cooking"];
  },
  "About you": async (page) => {
    await page.getByLabel("MBTI").selectOption("ENTP");
    return ["MBTI", "ENTP"];
  },
  "Marriage plans": async (page) => {
    await page.getByRole("radio", { name: "Open to children", exact: true }).check();
    return ["Plans for children", "Open to children"];
  },
  Photos: async (page) => {
    await page.getByRole("button", { name: "Remove photo 2" }).click();
    return ["Photos of you", "1 photo"];
  },
  "Who you’re looking for": async (page) => {
    await page.getByRole("textbox", { name: /^Maximum distance/ }).fill("50");
    return ["Maximum distance", "50 km"];
  },
  Verification: async (page) => {
    await page.getByLabel("Anything our reviewers should know").fill("I work in Taipei");
    return ["Anything our reviewers should know", "I work in Taipei"];
  },
};

/** The ways back from a page that was opened by "Change". */
const waysBack = [
  (page: Page) => page.getByRole("button", { name: "Save changes" }).click(),
  pressBack,
  (page: Page) => page.goBack(),
];

test("“Change” leads from the check page to each page, and every way back to the same place", async ({
  stage,
}) => {
  const { page, sent, pageErrors } = await openFilledForm(stage, "Check your answers");
  const expected: Record<string, string> = {};
  for (const [index, heading] of headings.slice(0, -1).entries()) {
    const change = page.getByRole("button", { name: `Change ${heading}`, exact: true });
    await change.click();
    await waitForHeading(page, heading);
    const [question, answer] = (await changes[heading]?.(page)) ?? [];
    expected[question ?? ""] = answer ?? "";
    await waysBack[index % waysBack.length]?.(page);
    await waitForHeading(page, "Check your answers");
    await expect(change, heading).toBeFocused();
    await expect(change, heading).toBeInViewport();
  }
  expect(await readAnswers(page)).toMatchObject(expected);
  const shown = await sendForReview(page, stage);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    nickname: "阿美",
    height: 180,
    occupation: "Chef",
    mbti: "ENTP",
    fertilityPlanTagIds: [expect.any(Number)],
    photoNameList: [expect.any(String)],
    recommendDistanceKm: 50,
    verifyDescription: "I work in Taipei",
  });
  for (const text of ["阿美", "Chef", "ENTP", "50 km", "I work in Taipei"]) {
    expect(shown).toContain(text);
  }
  expect(pageErrors).toEqual([]);
});

test("a wrong change cannot be saved, and after Back the check page lists its error", async ({
  stage,
}) => {
  const { page, sent } = await openFilledForm(stage, "Check your answers");
  const change = page.getByRole("button", { name: "Change Looks and lifestyle" });
  await change.click();
  await waitForHeading(page, "Looks and lifestyle");
  await page.getByLabel("Height").fill("99");
  await page.getByRole("button", { name: "Save changes" }).click();
  expect(await summaryPaths(page)).toEqual(["height"]);
  await pressBack(page);
  await waitForHeading(page, "Check your answers");
  expect(await summaryPaths(page)).toEqual(["height"]);
  await page.getByRole("button", { name: "Send for review" }).click();
  await waitForHeading(page, "Looks and lifestyle");
  expect(await summaryPaths(page)).toEqual(["height"]);
  expect(sent).toEqual([]);
  await page.getByLabel("Height").fill("199");
  await page.getByRole("button", { name: "Save changes" }).click();
  await waitForHeading(page, "Check your answers");
  await expect(errorSummary(page)).toHaveCount(0);
  await sendForReview(page, stage);
  expect(sent).toEqual([expect.objectContaining({ height: 199 })]);
});

test("a change of the city removes the location of the city before, and the form sends none", async ({
  stage,
}) => {
  const { page, sent } = await openFilledForm(stage, "Looks and lifestyle", {
    geolocation: { latitude: 25.0339, longitude: 121.5645 },
    permissions: ["geolocation"],
  });
  const add = page.getByRole("button", { name: "Use my current location" });
  const remove = page.getByRole("button", { name: "Remove location" });
  await add.click();
  await page.getByText("Approximate location added").waitFor();
  await page.getByLabel("City").selectOption({ label: "Kaohsiung City" });
  await page.getByText("The location was removed, because you changed the city.").waitFor();
  await add.waitFor();
  // The person chose the city by mistake.
  await page.getByRole("button", { name: "Undo" }).click();
  await remove.waitFor();
  await page.getByLabel("City").selectOption({ label: "Tainan City" });
  await add.waitFor();
  await openFormPage(page, stage, "Check your answers");
  expect(await readAnswers(page)).toMatchObject({
    City: "Tainan City",
    "Approximate location": "Not given",
  });
  const shown = await sendForReview(page, stage);
  expect(sent).toEqual([
    expect.objectContaining({ city: "TW-TNN", latitude: null, longitude: null }),
  ]);
  expect(shown).toContain("Tainan");
});

test("a location that was added after the change of the city is sent as the middle of its cell", async ({
  stage,
}) => {
  const { page, sent } = await openFilledForm(stage, "Looks and lifestyle", {
    geolocation: { latitude: 22.9999, longitude: 120.2269 },
    permissions: ["geolocation"],
  });
  await page.getByLabel("City").selectOption({ label: "Tainan City" });
  await page.getByRole("button", { name: "Use my current location" }).click();
  await page.getByText("Approximate location added").waitFor();
  await pressContinue(page);
  await waitForHeading(page, "Work and education");
  await pressBack(page);
  await page.getByText("Approximate location added").waitFor();
  await openFormPage(page, stage, "Check your answers");
  await sendForReview(page, stage);
  expect(sent).toEqual([
    expect.objectContaining({ city: "TW-TNN", latitude: 22.975, longitude: 120.225 }),
  ]);
});

const ageBox = (page: Page, end: "from" | "to") => numberBox(page, `Age: ${end}`);
const ageSwitch = (page: Page) => page.getByRole("switch", { name: "Age", exact: true });

for (const [wrong, from, to] of [
  ["an age from 99 to 20", "99", "20"],
  ["letters", "abc", "２0歲"],
  ["an age below 18", "17", ""],
] as const) {
  test(`a condition that is switched off with ${wrong} in it neither stops the form nor is sent`, async ({
    stage,
  }) => {
    const { page, sent } = await openFilledForm(stage, "Who you’re looking for");
    // The condition beside it is sent.
    await page.getByRole("switch", { name: "Education", exact: true }).check();
    await page.getByLabel("At least").selectOption("BACHELOR");
    await ageSwitch(page).check();
    await ageBox(page, "from").fill(from);
    await ageBox(page, "to").fill(to);
    // A box for numbers may leave letters out.
    const typed = [await ageBox(page, "from").inputValue(), await ageBox(page, "to").inputValue()];
    await pressContinue(page);
    expect(await errorSummary(page).getByRole("link").count()).toBeGreaterThan(0);
    await ageSwitch(page).uncheck();
    await expect(errorSummary(page)).toHaveCount(0);
    await pressContinue(page);
    await waitForHeading(page, "Verification");

    await pressBack(page);
    await waitForHeading(page, "Who you’re looking for");
    await expect(ageSwitch(page)).not.toBeChecked();
    await ageSwitch(page).check();
    await expect(ageBox(page, "from")).toHaveValue(typed[0] ?? "");
    await expect(ageBox(page, "to")).toHaveValue(typed[1] ?? "");
    await pressContinue(page);
    expect(await errorSummary(page).getByRole("link").count()).toBeGreaterThan(0);
    await ageSwitch(page).uncheck();
    await openFormPage(page, stage, "Check your answers");
    const { "What matters to you": conditions } = await readAnswers(page);
    expect(conditions).toMatch(/^Education: .+$/);
    const shown = await sendForReview(page, stage);
    expect(shown).toMatch(/^ {2}What matters to you +Education: Bachelor’s degree or more$/m);
    expect(sent).toEqual([
      expect.objectContaining({ valueItem: [{ type: "EDUCATION", value: "BACHELOR" }] }),
    ]);
  });
}
