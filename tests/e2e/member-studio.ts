/** The members' app in one language and colour scheme, and the steps that lead to its pictures. */
import type { Browser, Page } from "@playwright/test";
import type { components } from "../../web/src/api/schema";
import { openDevice, waitForAnimations } from "./browser";
import { galleryOf, locales } from "./gallery";
import type { Mock } from "./mock";

interface Answers {
  introductions: components["schemas"]["IntroductionsResponse"];
  matches: components["schemas"]["MatchesResponse"];
  news: components["schemas"]["NewsResponse"];
  privacy: components["schemas"]["PrivacyBody"];
  blocks: { blocks: components["schemas"]["BlockResponse"][] };
  "user-profile/changes": components["schemas"]["ProfileChangesResponse"];
  notes: components["schemas"]["NotesResponse"];
}

type Introduction = components["schemas"]["IntroductionResponse"];
type Match = components["schemas"]["MatchResponse"];
type Call = keyof Answers;
export type Changes = { [Name in Call]?: (answer: Answers[Name]) => Answers[Name] };

export const dayMs = 24 * 60 * 60_000;
export const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

/** Changes each introduction of the answer. */
export const eachIntroduction = (
  change: (introduction: Introduction) => Introduction,
): Changes => ({
  introductions: (data) => ({ ...data, introductions: data.introductions.map(change) }),
});

/** Changes each match of the answer. */
export const eachMatch = (change: (match: Match) => Match): Changes => ({
  matches: ({ matches }) => ({ matches: matches.map(change) }),
});

/** Lets the page see other answers than those of the server, for the states that take days to come. */
async function startChanges(page: Page): Promise<(changes: Changes) => void> {
  let current: Changes = {};
  await page.route("**/api/**", async (route) => {
    const path = new URL(route.request().url()).pathname.replace("/api/", "");
    const name = (path.endsWith("/notes") ? "notes" : path) as Call;
    const change = current[name] as ((answer: unknown) => unknown) | undefined;
    if (!change || route.request().method() !== "GET") return await route.continue();
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });
  return (changes) => {
    current = changes;
  };
}

type Language = keyof typeof locales;

/** Opens the members' app, and returns the steps that lead to its pictures. */
export async function openStudio(
  browser: Browser,
  mock: Mock,
  language: Language,
  colorScheme: "light" | "dark",
) {
  await mock.change({ start: { member: "approved", day: "people" } });
  const { page } = await openDevice(browser, { locale: locales[language], colorScheme });
  const change = await startChanges(page);
  // A dialog may stand above another one.
  const dialog = page.locator("dialog[open]").last();
  const prefix = `${language}-${colorScheme}-meet`;
  const { t, button, take } = await galleryOf(page, language, prefix);
  const open = async (path: string, changes: Changes = {}) => {
    change(changes);
    await page.goto(mock.url + path);
    await page.locator("main h1").waitFor();
    await page.waitForLoadState("networkidle");
  };
  const takePage = async (name: string, path: string, changes: Changes = {}) => {
    await open(path, changes);
    await take(name);
  };
  const closeDialogs = async () => {
    for (let open = await dialog.count(); open > 0; open = await dialog.count()) {
      await page.keyboard.press("Escape");
      await page.waitForTimeout(300);
    }
  };
  const takeDialog = async (name: string) => {
    await waitForAnimations(dialog);
    await take(name, dialog);
  };
  return { mock, page, t, button, dialog, take, takePage, takeDialog, open, closeDialogs };
}

export type Studio = Awaited<ReturnType<typeof openStudio>>;
