/**
 * A person types in every place of the app while the storage of their browser fails in one way. Nothing typed is lost
 * without a word, nothing is sent twice, and nothing is sent after a logout.
 */
import { appendFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "@playwright/test";
import { man, woman } from "./meeting-stage";
import { logIn, makeMatch } from "./member-calls";
import { newPerson, registerMember } from "./members";
import type { TestServer } from "./server";
import type { Fault } from "./storage-faults";
import {
  comesTrue,
  type Meeting,
  notStored,
  type Place,
  placesOfMember,
  placesOfNewcomer,
  type Stage,
} from "./storage-places";
import type { Visitor } from "./visitor";

const results = join(import.meta.dirname, "results");
const lost = /no longer on this device|can’t give this photo back/;

/** Walks through all places, and adds what the person saw in each to the table of the run. */
export async function walk(fault: Fault, stage: Stage): Promise<void> {
  const failures: string[] = [];
  const enter = async (name: string, work: () => Promise<string>) => {
    const seen = await work().catch(async (error: Error) => {
      const page = await stage.person.run(() => document.body.innerText, null);
      failures.push(`${name} while ${fault.name}: ${error.message} on this page:\n${page}`);
      return "FAILED";
    });
    await note(`${stage.engine} | ${fault.name} | ${name} | ${seen}`);
  };
  const { network, server } = stage;
  const meeting = arrange(server);
  // The newcomer needs none of them, and a rejection is reported below.
  meeting.catch(() => undefined);
  network.inject(fault.script);

  const newcomer = newPerson();
  await stage.person.becomes(newcomer);
  const first = placesOfNewcomer(fault, stage, newcomer);
  for (const [name, place] of Object.entries(first)) {
    await enter(name, () => typeAndSend(fault, stage, place));
  }
  const met = await meeting;
  await stage.person.becomes(met.mei);
  await enter("pages", () => look(stage.person, met));
  const places = placesOfMember(stage, met);
  for (const [name, place] of Object.entries(places)) {
    await enter(name, () => typeAndSend(fault, stage, place));
  }
  await enter("logout", () => logOut(stage, met));
  expect(failures).toEqual([]);
  // A later page may have sent something again.
  for (const { count } of Object.values({ ...first, ...places })) {
    expect(await count(), "number of times that a text was sent").toBe(1);
  }
}

/** Opens the pages that show answers of the server, which wait for no storage. */
async function look(person: Visitor, { ming }: Meeting): Promise<string> {
  const pages = {
    "/matches": person.getByRole("link", { name: ming.nickname }),
    "/news": person.getByText("Your profile is approved"),
    "/privacy": person.getByRole("button", { name: "Pause introductions" }),
  };
  for (const [path, shown] of Object.entries(pages)) {
    await person.open(path);
    await shown.waitFor({ timeout: 8_000 });
  }
  return "shown";
}

/** Introduces two men to a woman, one of whom she matches with. */
async function arrange(server: TestServer): Promise<Meeting> {
  // Both men are there when her first set is made.
  const [hua, ming] = await Promise.all([
    registerMember(server, "大華", man),
    registerMember(server, "小明", man),
  ]);
  const mei = await registerMember(server, "小美", woman);
  const matchId = await makeMatch(server, ming, mei);
  const [his, hers] = await Promise.all([logIn(server, ming), logIn(server, mei)]);
  return { hua, ming, mei, matchId, his, hers };
}

async function note(line: string): Promise<void> {
  console.log(line);
  await mkdir(results, { recursive: true });
  await appendFile(join(results, "storage-faults.txt"), `${line}\n`);
}

/** Types, leaves, comes back, and sends. Returns what the person saw. */
async function typeAndSend(fault: Fault, stage: Stage, place: Place): Promise<string> {
  const isSlow = fault.isSilent && !place.isLocal;
  let seen = await typeAndLeave(fault, stage, place, isSlow ? 2_500 : 700);
  // WebKit's own database is silent now and then. The page says so after two seconds.
  if (seen === null) seen = await typeAndLeave(fault, stage, place, 4_000);
  if (seen === null) throw new Error("it is lost without a word");
  await place.send();
  await expect.poll(place.count, { timeout: 20_000 }).toBe(1);
  return `${seen}; sent once`;
}

/** Types, leaves and comes back. Returns what the person saw, or null if the text is lost without a word. */
async function typeAndLeave(
  fault: Fault,
  { network, person }: Stage,
  { open, type, isTyped }: Place,
  patienceMs: number,
): Promise<string | null> {
  await open();
  if (!(await isTyped())) await type();
  const isSaid = await comesTrue(() => person.getByText(notStored).isThere(), patienceMs);
  const warned = isSaid ? "after the warning, " : "";
  if (fault.evicts) await evict(person, fault.evicts);
  await open();
  // A text that was not stored will not come.
  if (await comesTrue(isTyped, isSaid || fault.evicts ? 300 : patienceMs)) return `${warned}kept`;
  const isLostWithWord = await person.getByText(lost).isThere();
  if (isSaid || isLostWithWord || fault.evicts) {
    await type();
    // The warning moves the buttons.
    if (isSaid) await person.getByText(notStored).waitFor();
    return `${warned}gone${isLostWithWord ? ", which the page says" : ""}`;
  }
  // The device may have the text and not give it.
  network.inject("");
  await open();
  const isThere = await comesTrue(isTyped, 12_000);
  network.inject(fault.script);
  await open();
  if (!(await comesTrue(isTyped, patienceMs))) await type();
  return isThere ? "not shown until the storage answers" : null;
}

/** Repeats work in a page without scripts of the app: in WebKit, the database may be silent for the first page. */
async function runApart<Result, Given>(
  person: Visitor,
  work: (given: Given) => Promise<Result | null>,
  given: Given,
): Promise<Result> {
  for (let tries = 0; tries < 10; tries += 1) {
    await person.open("/loading.css");
    const result = await person.run(work, given);
    if (result !== null) return result;
  }
  throw new Error("the database does not answer the test");
}

/** Deletes the data of the site, as a browser does while no page is open. The mock's user stands for LINE's. */
async function evict(person: Visitor, what: "everything" | "the database"): Promise<void> {
  await runApart(
    person,
    async (isAll) => {
      const deleteAll = async () => {
        for (const { name = "" } of await indexedDB.databases()) {
          await new Promise((done) => {
            const deleting = indexedDB.deleteDatabase(name);
            deleting.onsuccess = deleting.onerror = done;
          });
        }
        return true;
      };
      const late = new Promise<null>((done) => setTimeout(() => done(null), 2_000));
      if (!(await Promise.race([deleteAll(), late]))) return null;
      if (!isAll) return true;
      const key = "enmusubi:mockUserId";
      const user = localStorage.getItem(key) ?? "";
      localStorage.clear();
      localStorage.setItem(key, user);
      for (const name of await caches.keys()) await caches.delete(name);
      for (const cookie of document.cookie.split("; ")) {
        // biome-ignore lint/suspicious/noDocumentCookie: older WebKits have no CookieStore.
        document.cookie = `${cookie.split("=")[0]}=; path=/; max-age=0`;
      }
      return true;
    },
    what === "everything",
  );
}

/** Logs out while a note waits to be sent. Returns what the device keeps. */
async function logOut({ network, person }: Stage, { his, mei, matchId }: Meeting): Promise<string> {
  const endRefusal = network.refuse("POST", "/notes");
  await person.open(`/matches/${matchId}`);
  await person.getByRole("textbox", { name: /^Message to/ }).fill("Too late");
  await person.press("Send");
  await person.getByText("Too late").waitFor();
  await person.open("/profile");
  const dialog = person.getByRole("dialog");
  // The page may still move below the pointer.
  for (let tries = 0; tries < 3 && !(await dialog.isThere()); tries += 1) {
    await person.press("Log out");
    await comesTrue(() => dialog.isThere(), 3_000);
  }
  await dialog.getByRole("button", { name: "Log out", exact: true }).click();
  await person.getByRole("button", { name: "Log in", exact: true }).waitFor();
  endRefusal();
  // The outbox would try again within a second.
  await wait(1_500);
  const { requests } = network;
  const end = requests.findLastIndex(({ path }) => path === "/api/user/logout");
  expect(end).toBeGreaterThan(0);
  expect(
    requests.slice(end + 1).filter(({ isOfMember, path }) => isOfMember || /login/.test(path)),
  ).toEqual([]);
  expect(JSON.stringify(await his("GET", `/matches/${matchId}/notes`))).not.toContain("Too late");

  // The next person on this device starts with a storage that works.
  network.inject("");
  await person.becomes(newPerson());
  await person.open("/register");
  await person.startsApp();
  await person.getByRole("button", { name: "Start my profile", exact: true }).waitFor();
  const own = async () => {
    const all = await runApart(person, listAnswers, null);
    return all.filter((key) => key.startsWith(mei.userId));
  };
  await expect.poll(own, { timeout: 20_000, message: "stored answers of the account" }).toEqual([]);
  return "nothing sent afterwards, and no answer of the server on the device";
}

/** Runs in a page. Returns the keys of the server's answers on the device, or null if the database is silent. */
async function listAnswers(): Promise<string[] | null> {
  const list = async () => {
    if ((await indexedDB.databases()).length === 0) return [];
    return await new Promise<string[]>((resolve) => {
      const opening = indexedDB.open("enmusubi");
      opening.onsuccess = () => {
        const database = opening.result;
        if (!database.objectStoreNames.contains("answers")) return resolve([]);
        const all = database.transaction("answers").objectStore("answers").getAllKeys();
        all.onsuccess = () => {
          database.close();
          resolve(all.result.map(String));
        };
      };
    });
  };
  // Each of the calls may be silent. The driver of WebKit would wait for this function without an end.
  return await Promise.race([
    list(),
    new Promise<null>((resolve) => setTimeout(() => resolve(null), 2_000)),
  ]);
}
