/** Registers people over an unstable network, and counts what the server has of them at the end. */
import { setTimeout as wait } from "node:timers/promises";
import type { BrowserContext, Page } from "@playwright/test";
import { countOnServer, type Registration, type ServerCounts } from "./chaos-count";
import { launchIn, openLiffView } from "./devices";
import {
  type NetworkCounts,
  type PlannedFailure,
  randomFrom,
  startUnstableNetwork,
  type UnstableNetwork,
} from "./flap";
import { fillForm, headings, pressContinue, waitForHeading } from "./form";
import type { LinePerson } from "./line";
import { drawMarked } from "./marked-pictures";
import { newPerson } from "./members";
import { readRecord } from "./records";
import type { LineStage } from "./stage";

/** The longest wait for one registration. No bad phase of the network lasts as long. */
const timeoutMs = 120_000;
const create = "POST /api/user-profile ";
const upload = "POST /api/file/tempUpload ";

/** The planned failures. Each registration gets the next one, in addition to the random phases of the network. */
const plannedFailures: { request: string; failure: PlannedFailure }[] = [
  { request: create, failure: "answer-lost" },
  { request: create, failure: "request-cut" },
  { request: upload, failure: "answer-lost" },
  { request: upload, failure: "request-cut" },
];

/** The result of a whole run. */
export interface ChaosResult extends ServerCounts {
  registrations: number;
  /** The number of people who ended on the browser's own page for a failed load. */
  stranded: number;
  /** The number of requests that create a profile. A lost answer causes more than one for a person. */
  createRequests: number;
  /** The number of planned failures that happened. */
  failuresDone: number;
  network: NetworkCounts;
}

/** The entries of localStorage that hold a filled draft. */
type StoredForm = Record<string, string>;

/**
 * Registers `n` people one after the other. One person types a draft into the form. The others start
 * with a copy of it in their storage, under their own user ids, and add their photos in the form.
 */
export async function runChaos(stage: LineStage, n: number, seed: number): Promise<ChaosResult> {
  const network = await startUnstableNetwork(stage.server.url, seed);
  const random = randomFrom(seed + 1);
  try {
    await stage.line.control({ endpointUrl: `${network.url}/` });
    const { model, stored } = await typeDraft(stage);
    const registrations: Registration[] = [];
    let [failuresDone, stranded] = [0, 0];
    for (let index = 0; index < n; index += 1) {
      const planned = plannedFailures[index % plannedFailures.length];
      const hasHappened = planned && network.failNext(planned.request, planned.failure);
      const storedNow = ownDraft(stored, model, newPerson());
      const marks = Array.from(
        { length: 2 + Math.floor(random() * 3) },
        (_, slot) => index * 6 + slot,
      );
      registrations.push({ person: storedNow.person, marks });
      process.stderr.write(`registration ${index + 1} of ${n}\n`);
      if (await register(stage, network, storedNow, marks, random)) stranded += 1;
      if (hasHappened?.()) failuresDone += 1;
    }
    const counts = await countOnServer(stage, registrations);
    return {
      ...counts,
      registrations: n,
      stranded,
      createRequests: network.countRequests(create),
      failuresDone,
      network: network.counts,
    };
  } finally {
    await network.stop();
  }
}

/** Fills the form up to its summary, and returns the entries that it has stored by then. */
async function typeDraft(stage: LineStage): Promise<{ model: LinePerson; stored: StoredForm }> {
  const model = newPerson();
  await stage.line.control({ person: model });
  const { context, page } = await openLiffView(stage.browser, stage.line);
  await launchIn(page, stage.line);
  await fillForm(page, async () => undefined);
  const isStored = async () => (await readRecord(page, "draft"))?.includes("Thank you");
  while (!(await isStored())) await wait(50);
  const stored = await page.evaluate(() =>
    Object.fromEntries(
      Object.entries(localStorage).filter(
        ([key]) => /^enmusubi:/.test(key) && !/:(photos|registrationToken)$/.test(key),
      ),
    ),
  );
  await context.close();
  return { model, stored };
}

interface OwnDraft {
  person: LinePerson;
  entries: StoredForm;
}

/** Returns the draft as if this person had typed it, with another idempotency key. */
function ownDraft(stored: StoredForm, model: LinePerson, person: LinePerson): OwnDraft {
  const entries = Object.fromEntries(
    Object.entries(stored).map(([key, text]) => [
      key.replaceAll(model.userId, person.userId),
      text.replaceAll(model.userId, person.userId),
    ]),
  );
  const draftKey = `enmusubi:${person.userId}:draft`;
  const draft = JSON.parse(entries[draftKey] ?? "");
  if (typeof draft.idempotencyKey !== "string") throw new Error("the draft has no key of its own");
  draft.idempotencyKey = crypto.randomUUID();
  entries[draftKey] = JSON.stringify(draft);
  return { person, entries };
}

/** Sends a registration. Returns whether the person ended on the browser's own page for a failed load. */
async function register(
  stage: LineStage,
  network: UnstableNetwork,
  { person, entries }: OwnDraft,
  marks: number[],
  random: () => number,
): Promise<boolean> {
  await stage.line.control({ person });
  const { context, page } = await openLiffView(stage.browser, stage.line);
  await fillStorage(context, entries);
  await launchIn(page, stage.line, "/register?page=photos");
  await waitForHeading(page, "Photos");
  const files = [];
  for (const mark of marks) files.push(await drawMarked(page, mark));
  await page.getByLabel(/^Add photo 1/).setInputFiles(files);
  await page.getByRole("img", { name: `Photo ${marks.length}`, exact: true }).waitFor();
  for (const heading of headings.slice(headings.indexOf("Photos") + 1)) {
    await pressContinue(page);
    await waitForHeading(page, heading);
  }

  network.start((isUp) => {
    // In a third of the bad phases the browser knows that it is offline and sends the page an event.
    const hasEvent = isUp || random() < 1 / 3;
    if (hasEvent) void context.setOffline(!isUp).catch(() => undefined);
  });
  let wasStranded = false;
  try {
    await page.getByRole("button", { name: "Send for review" }).click();
    wasStranded = await waitForDeletedDraft(page);
  } finally {
    network.stabilise();
    await context.setOffline(false);
  }
  wasStranded = (await waitForProfile(page)) || wasStranded;
  await context.close();
  return wasStranded;
}

/** Fills the storage once, before the app starts. Entries that the app deletes later stay deleted. */
async function fillStorage(context: BrowserContext, entries: StoredForm): Promise<void> {
  await context.addInitScript((wanted) => {
    if (location.protocol === "about:" || sessionStorage.getItem("filled")) return;
    sessionStorage.setItem("filled", "yes");
    for (const [key, text] of Object.entries(wanted)) localStorage.setItem(key, text);
  }, entries);
}

/**
 * Waits until the form has deleted its draft, which it does once it knows that the server has the
 * profile. Returns whether the browser's own page for a failed load came in between, which only a
 * reload by the person can leave.
 */
async function waitForDeletedDraft(page: Page): Promise<boolean> {
  let wasStranded = false;
  for (const start = Date.now(); Date.now() < start + timeoutMs; ) {
    // This rejects during a navigation and on the browser's own pages.
    const draft = await readRecord(page, "draft").catch(() => undefined);
    if (draft === null) return wasStranded;
    if (await isStranded(page)) {
      wasStranded = true;
      await page.reload().catch(() => undefined);
    }
    await wait(100);
  }
  throw new Error(`the form had not deleted its draft after ${timeoutMs} ms`);
}

const isStranded = (page: Page): Promise<boolean> =>
  page.evaluate(() => location.protocol === "chrome-error:").catch(() => false);

/** Waits until the page shows the profile. Returns whether it had to be reloaded. */
async function waitForProfile(page: Page): Promise<boolean> {
  const wasStranded = await isStranded(page);
  if (wasStranded) await page.reload();
  const heading = page.getByRole("heading", { name: "Waiting for review" });
  await heading.waitFor({ timeout: timeoutMs });
  return wasStranded;
}
