/** Registrations through a network that flaps while they are sent, and what the server has of them at the end. */
import { setTimeout as wait } from "node:timers/promises";
import type { BrowserContext, Page } from "playwright-core";
import { type Found, lookAtServer, type Registration } from "./chaos-count";
import { launchIn, openLiffView } from "./devices";
import { type Flap, type Mishap, randomFrom, startFlap } from "./flap";
import { fillForm, goOn, headings, isOn } from "./form";
import type { LinePerson } from "./line";
import { drawMarked } from "./marked-pictures";
import { newPerson } from "./members";
import type { LineStage } from "./stage";

/** However bad the network, it is never so for as long. */
const patienceMs = 120_000;
const create = "POST /api/user-profile ";
const upload = "POST /api/file/tempUpload ";

/** One after the other, each registration has something happen to it besides the weather. */
const strikes: { request: string; mishap: Mishap }[] = [
  { request: create, mishap: "deaf" },
  { request: create, mishap: "cut" },
  { request: upload, mishap: "deaf" },
  { request: upload, mishap: "cut" },
];

/** What came of it, all together. */
export interface ChaosResult extends Found {
  registrations: number;
  /** People who were left on the browser's own page of a failed load. */
  stranded: number;
  /** How often a profile was sent: more than there are people, where an answer was lost. */
  createsHeard: number;
  /** Mishaps of `strikes` that really happened. */
  strikesDone: number;
  weather: Flap["counts"];
}

/** What the form keeps of a filled draft, by key. */
type StoredForm = Record<string, string>;

/**
 * So many people register one after the other. The first draft is typed into the form; the others get
 * it as the form left it in storage, under their own names. Photos are picked by each, in the form.
 */
export async function runChaos(stage: LineStage, n: number, seed: number): Promise<ChaosResult> {
  const flap = await startFlap(stage.server.url, seed);
  const random = randomFrom(seed + 1);
  try {
    await stage.line.control({ endpointUrl: `${flap.url}/` });
    const { model, stored } = await typeDraft(stage);
    const registrations: Registration[] = [];
    let [strikesDone, stranded] = [0, 0];
    for (let index = 0; index < n; index += 1) {
      const strike = strikes[index % strikes.length];
      const hasStruck = strike && flap.strikeNext(strike.request, strike.mishap);
      const storedNow = ownDraft(stored, model, newPerson());
      const marks = Array.from(
        { length: 2 + Math.floor(random() * 3) },
        (_, slot) => index * 6 + slot,
      );
      registrations.push({ person: storedNow.person, marks });
      process.stderr.write(`registration ${index + 1} of ${n}\n`);
      if (await register(stage, flap, storedNow, marks, random)) stranded += 1;
      if (hasStruck?.()) strikesDone += 1;
    }
    const looked = await lookAtServer(stage, registrations);
    return {
      ...looked,
      registrations: n,
      stranded,
      createsHeard: flap.heard(create),
      strikesDone,
      weather: flap.counts,
    };
  } finally {
    await flap.stop();
  }
}

/** Fills the form as a person does, up to the list of answers, and takes what it has stored by then. */
async function typeDraft(stage: LineStage): Promise<{ model: LinePerson; stored: StoredForm }> {
  const model = newPerson();
  await stage.line.control({ person: model });
  const { context, page } = await openLiffView(stage.browser, stage.line);
  await launchIn(page, stage.line);
  await fillForm(page, async () => undefined);
  await page.waitForFunction(() =>
    localStorage.getItem("enmusubi:registerForm")?.includes("Thank you"),
  );
  const stored = await page.evaluate(() =>
    Object.fromEntries(
      Object.entries(localStorage).filter(
        ([key]) => /^enmusubi:/.test(key) && !/:(profilePhotos|registrationToken)$/.test(key),
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

/** The same draft as if this person had typed it, with a key of its own. */
function ownDraft(stored: StoredForm, model: LinePerson, person: LinePerson): OwnDraft {
  const entries = Object.fromEntries(
    Object.entries(stored).map(([key, text]) => [
      key,
      text.replaceAll(model.userId, person.userId),
    ]),
  );
  const draft = JSON.parse(entries["enmusubi:registerForm"] ?? "");
  if (typeof draft.idempotencyKey !== "string") throw new Error("the draft has no key of its own");
  draft.idempotencyKey = crypto.randomUUID();
  entries["enmusubi:registerForm"] = JSON.stringify(draft);
  return { person, entries };
}

/** True when the person was left on the browser's own page of a failed load. */
async function register(
  stage: LineStage,
  flap: Flap,
  { person, entries }: OwnDraft,
  marks: number[],
  random: () => number,
): Promise<boolean> {
  await stage.line.control({ person });
  const { context, page } = await openLiffView(stage.browser, stage.line);
  await putIntoStorage(context, entries);
  await launchIn(page, stage.line, "/register?page=photos");
  await isOn(page, "Photos");
  const files = [];
  for (const mark of marks) files.push(await drawMarked(page, mark));
  await page.getByLabel(/^Add photo 1/).setInputFiles(files);
  await page.getByRole("img", { name: `Photo ${marks.length}`, exact: true }).waitFor();
  for (const heading of headings.slice(headings.indexOf("Photos") + 1)) {
    await goOn(page);
    await isOn(page, heading);
  }

  flap.start((isFair) => {
    // In a third of the bad times the phone knows that it has no network, and says so to the page.
    const isTold = isFair || random() < 1 / 3;
    if (isTold) void context.setOffline(!isFair).catch(() => undefined);
  });
  let wasStranded = false;
  try {
    await page.getByRole("button", { name: "Send for review" }).click();
    wasStranded = await isForgotten(page);
  } finally {
    flap.calm();
    await context.setOffline(false);
  }
  wasStranded = (await isRegistered(page)) || wasStranded;
  await context.close();
  return wasStranded;
}

/** Before the app starts, and only once: what it forgets stays forgotten. */
async function putIntoStorage(context: BrowserContext, entries: StoredForm): Promise<void> {
  await context.addInitScript((wanted) => {
    if (location.protocol === "about:" || sessionStorage.getItem("filled")) return;
    sessionStorage.setItem("filled", "yes");
    for (const [key, text] of Object.entries(wanted)) localStorage.setItem(key, text);
  }, entries);
}

/**
 * Waits until the form has forgotten its draft, which it does once it knows that the profile is there.
 * True when the browser's own page of a failed load came in between; there only a tap on Reload helps.
 */
async function isForgotten(page: Page): Promise<boolean> {
  let wasStranded = false;
  for (const start = Date.now(); Date.now() < start + patienceMs; ) {
    // Rejects while the page is being left, and on the browser's own pages.
    const draft = await page
      .evaluate(() => localStorage.getItem("enmusubi:registerForm") ?? "none")
      .catch(() => undefined);
    if (draft === "none") return wasStranded;
    if (await isStranded(page)) {
      wasStranded = true;
      await page.reload().catch(() => undefined);
    }
    await wait(100);
  }
  throw new Error(`the form was not done with after ${patienceMs} ms`);
}

const isStranded = (page: Page): Promise<boolean> =>
  page.evaluate(() => location.protocol === "chrome-error:").catch(() => false);

/** The page says so as well, by itself. */
async function isRegistered(page: Page): Promise<boolean> {
  const wasStranded = await isStranded(page);
  if (wasStranded) await page.reload();
  const heading = page.getByRole("heading", { name: "Waiting for review" });
  await heading.waitFor({ timeout: patienceMs });
  return wasStranded;
}
