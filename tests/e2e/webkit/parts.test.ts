/** A part of the app is lost on its way once. The app loads it again, by itself or when the person taps "Try again". */
import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import type { Heading } from "../form";
import { man, woman } from "../meeting-stage";
import { makeMatch } from "../member-calls";
import { registerMember } from "../members";
import type { Failure, Network } from "../network";
import type { Person } from "./person";
import { test } from "./stage";

/** The part of a page that the person waits for. */
type Goal = (person: Person) => { isThere: () => Promise<boolean> };

/** The pages of a member, by their addresses. */
const pages: Record<string, Goal> = {
  "/": (person) => person.heading("Today"),
  "/matches": (person) => person.getByRole("link", { name: "小明" }),
  "/matches/MATCH": (person) => person.getByRole("textbox", { name: "Message to 小明" }),
  "/news": (person) => person.getByText("Your profile is approved"),
  "/news/messages": (person) => person.getByRole("heading", { level: 1 }),
  "/preferences": (person) => person.heading("Who you’d like to meet"),
  "/privacy": (person) => person.heading("Privacy"),
  "/profile": (person) => person.heading("小美"),
  "/profile/edit": (person) => person.heading("Edit your profile"),
};

/** The dialogs of the member's profile, by the buttons that open them. */
const dialogs = ["Delete my account", "Log out"];

/** Taps "Try again" or "Reload" whenever the page offers it, until the goal is there; else the button `opener`. */
async function reach(person: Person, goal: Goal, what: string, opener?: string): Promise<void> {
  const buttons = [person.getByRole("button", { name: /^(Try again|Reload)$/ })];
  // The dialog may open at any time, and one of its own buttons has the same name.
  if (opener)
    buttons.push(person.getByRole("main").getByRole("button", { name: opener, exact: true }));
  const isThere = async () => {
    if (await goal(person).isThere()) return true;
    for (const button of buttons) {
      if (!(await button.isThere())) continue;
      // The page may leave between both steps.
      await button.click({ timeout: 1_000 }).catch(() => undefined);
      break;
    }
    return false;
  };
  const answer = expect.poll(isThere, { message: what, timeout: 40_000, intervals: [100] });
  await answer.toBe(true).catch(async (error) => {
    const page = await person.run(() => `${location.href}\n${document.body.innerText}`);
    throw new Error(`${what}: ${page}`, { cause: error });
  });
}

async function loadedParts(person: Person): Promise<string[]> {
  const asked = await person.run(() =>
    performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname),
  );
  return [...new Set(asked)].filter((part) => /^\/assets\/.*(js|wasm)$/.test(part));
}

/**
 * Opens the page once whole, and then with each of its parts lost once. The first script and the wasm, which the page loads
 * in another way, are also refused. Returns how often a part did not come.
 */
async function loseEachPart(
  network: Network,
  person: Person,
  path: string,
  goal: Goal,
  lost: Set<string>,
  opener?: string,
): Promise<number> {
  let nFailed = 0;
  const start = await readFile("../../web/dist/index.html", "utf8");
  await person.open(path);
  await reach(person, goal, `${path} with all parts`, opener);
  // A page whose first scripts are lost has no script that could say so.
  const parts = (await loadedParts(person)).filter((part) => !start.includes(part));
  for (const [n, part] of parts.filter((one) => !lost.has(one)).entries()) {
    lost.add(part);
    const isRefusedToo = n === 0 || part.endsWith(".wasm");
    const failures: readonly Failure[] = isRefusedToo ? ["break", "refuse"] : ["break"];
    for (const failure of failures) {
      const stop = network.failOnce(part, failure);
      await person.open(path);
      await reach(person, goal, `${path} without ${part} (${failure})`, opener);
      // Only the first load of a member without an answer from the server guesses at another page.
      if (stop()) nFailed += 1;
    }
  }
  return nFailed;
}

test.use({ isCached: false });

// Most pages share most parts, so one test for all pages loses each part once.
test("each page of a member loads each of its parts again", async ({ network, person, server }) => {
  const ming = await registerMember(server, "小明", man);
  const mei = await registerMember(server, "小美", woman);
  const matchId = await makeMatch(server, ming, mei);
  await person.becomes(mei);
  const lost = new Set<string>();
  let nFailed = 0;
  for (const [path, goal] of Object.entries(pages)) {
    const address = path.replace("MATCH", matchId);
    nFailed += await loseEachPart(network, person, address, goal, lost);
  }
  expect(nFailed).toBeGreaterThan(Object.keys(pages).length);
});

test("the dialogs of the profile load each of their parts again", async ({
  network,
  person,
  server,
}) => {
  await person.becomes(await registerMember(server, "小美", woman));
  await person.open("/profile");
  await person.heading("小美").waitFor();
  // The test above has lost the parts of the page itself.
  const ofPage = await loadedParts(person);
  const lost = new Set(ofPage);
  const goal: Goal = (found) => found.getByRole("dialog");
  for (const opener of dialogs) await loseEachPart(network, person, "/profile", goal, lost, opener);
  const failed = [...lost].filter((part) => part.includes("-dialog-") && !ofPage.includes(part));
  expect(failed.length).toBeGreaterThan(1);
});

/** The pages of the form that load more than its first one. */
const formPages: Record<string, Heading> = {
  you: "Who you are",
  photos: "Photos",
  partner: "Who you’re looking for",
  verification: "Verification",
  check: "Check your answers",
};

test("the form loads each of its parts again, the core among them", async ({ network, person }) => {
  await person.open("/register");
  await person.begins();
  const lost = new Set<string>();
  let nFailed = 0;
  for (const [page, heading] of Object.entries(formPages)) {
    const goal: Goal = (found) => found.heading(heading);
    nFailed += await loseEachPart(network, person, `/register?page=${page}`, goal, lost);
  }
  expect(nFailed).toBeGreaterThan(0);
  expect(network.requests.some(({ path }) => path.endsWith(".wasm"))).toBe(true);
});
