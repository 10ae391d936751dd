/** The members' app in one language and colour scheme, and the steps that lead to its pictures. */
import type { Browser, Locator, Page } from "@playwright/test";
import type { components } from "../../web/src/api/schema";
import { waitForAnimations } from "./browser";
import { locales, shoot } from "./gallery";
import { openAs, woman } from "./meeting-stage";
import { registerMember } from "./members";
import { messagesOf } from "./messages";
import type { TestServer } from "./server";

interface Answers {
  introductions: components["schemas"]["IntroductionsResponse"];
  matches: components["schemas"]["MatchesResponse"];
  news: components["schemas"]["NewsResponse"];
  privacy: components["schemas"]["PrivacyBody"];
  blocks: { blocks: components["schemas"]["BlockResponse"][] };
  "user-profile/changes": components["schemas"]["ProfileChangesResponse"];
  notes: components["schemas"]["NotesResponse"];
}

type Call = keyof Answers;
export type Changes = { [Name in Call]?: (answer: Answers[Name]) => Answers[Name] };

export const dayMs = 24 * 60 * 60_000;
export const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

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
  server: TestServer,
  language: Language,
  colorScheme: "light" | "dark",
) {
  const prefix = `${language}-${colorScheme}`;
  const messages = await messagesOf(language);
  const t = (id: string, values: Record<string, string> = {}) =>
    (messages[id] ?? id).replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
  const mei = await registerMember(server, "小美", {
    ...woman,
    datingQuestion: "茶還是咖啡？",
    dailyLife: "早睡早起。",
    surprisePoint: "我會自己做麵包。",
    mbti: "INFJ",
    hobbyTagIds: [301, 302],
    valueItem: [{ type: "SMOKE", value: false }],
  });
  const page = await openAs(browser, server, mei, "/", {
    locale: locales[language],
    colorScheme,
  });
  const change = await startChanges(page);
  // A dialog may stand above another one.
  const dialog = page.locator("dialog[open]").last();
  const button = (id: string, values?: Record<string, string>) =>
    page.getByRole("button", { name: t(id, values), exact: true });
  const take = (name: string, part?: Locator) => shoot(page, prefix, `meet-${name}`, part);
  const open = async (path: string, changes: Changes = {}) => {
    change(changes);
    await page.goto(server.url + path);
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
  return { server, mei, page, t, button, dialog, take, takePage, takeDialog, open, closeDialogs };
}

export type Studio = Awaited<ReturnType<typeof openStudio>>;
