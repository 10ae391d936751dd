/** A form whose answers are given already, for journeys that begin at one of its later pages, and what it sends. */
import {
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
} from "@playwright/test";
import base from "../vectors/base.json" with { type: "json" };
import { openDevice, readMockUserId } from "./browser";
import { agree, fill, type Heading, headings, waitForHeading } from "./form";
import type { Stage } from "./stage";

/** The names of the form's pages in its address, in the order of their headings. */
export const pageIds = [
  "you",
  "life",
  "work",
  "tags",
  "about",
  "marriage",
  "photos",
  "partner",
  "verification",
  "check",
] as const;

export type PageId = (typeof pageIds)[number];

interface FilledForm {
  context: BrowserContext;
  page: Page;
  pageErrors: string[];
  /** The bodies with which the page has called `POST /user-profile`. */
  sent: Record<string, unknown>[];
  /** The number of files that the page has uploaded. */
  countUploads: () => number;
}

/** Opens the form of a new person on a fresh device, at its first page. */
export async function openNewForm(
  stage: Stage,
  options: BrowserContextOptions = {},
): Promise<FilledForm> {
  const device = await openDevice(stage.browser, options);
  const sent: FilledForm["sent"] = [];
  let nUploads = 0;
  device.page.on("request", (request) => {
    if (request.method() !== "POST") return;
    const { pathname } = new URL(request.url());
    if (pathname.endsWith("/user-profile")) sent.push(request.postDataJSON());
    if (pathname.endsWith("/file/tempUpload")) nUploads += 1;
  });
  await device.page.goto(`${stage.server.url}/register`);
  await agree(device.page);
  await waitForHeading(device.page, "Who you are");
  return { ...device, sent, countUploads: () => nUploads };
}

/** Opens a complete form with two photos at the page with this heading. */
export async function openFilledForm(
  stage: Stage,
  heading: Heading,
  options: BrowserContextOptions = {},
): Promise<FilledForm> {
  const form = await openNewForm(stage, options);
  await storeAnswers(form.page);
  await openFormPage(form.page, stage, "Photos");
  await fill.Photos(form.page);
  if (heading !== "Photos") await openFormPage(form.page, stage, heading);
  return form;
}

/** Adds every required answer except the photos to the stored draft. The next load of the page reads it. */
export async function storeAnswers(page: Page): Promise<void> {
  const { photoNameList: _, ...answers } = base;
  await page.evaluate((draft) => {
    const key = Object.keys(localStorage).find((stored) => stored.endsWith(":draft")) ?? "";
    const { account, password, ...stored } = JSON.parse(localStorage.getItem(key) ?? "{}");
    localStorage.setItem(key, JSON.stringify({ ...draft, ...stored, account, password }));
  }, answers);
}

/** Loads the page of the form with this heading. */
export async function openFormPage(page: Page, stage: Stage, heading: Heading): Promise<void> {
  await page.goto(`${stage.server.url}/register?page=${pageIds[headings.indexOf(heading)]}`);
  await waitForHeading(page, heading);
}

/** Sends the form from the list of answers, and returns the lines that a reviewer then sees. */
export async function sendForReview(page: Page, stage: Stage): Promise<string> {
  await waitForHeading(page, "Check your answers");
  await page.getByRole("button", { name: "Send for review" }).click();
  // A debug build of the server takes five seconds for the picture of five pages, and longer beside other tests.
  await page.getByRole("heading", { name: "Waiting for review" }).waitFor({ timeout: 60_000 });
  return stage.server.run("review", "show", await readMockUserId(page));
}

/** Returns the answers on the list before the sending, by their questions. */
export async function readAnswers(page: Page): Promise<Record<string, string>> {
  await waitForHeading(page, "Check your answers");
  const rows = await page.locator("main dl > div").evaluateAll((all) =>
    all.map((row) => {
      const [question, answer] = [row.querySelector("dt"), row.querySelector("dd")];
      // A question ends with the mark of who sees its answer, in brackets.
      const words = (question?.textContent ?? "").replace(/ *\([^()]*\)$/, "");
      return [words, answer?.innerText.trim() ?? ""] as const;
    }),
  );
  expect(rows.length).toBeGreaterThan(0);
  return Object.fromEntries(rows);
}
