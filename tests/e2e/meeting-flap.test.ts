/** Two members meet and write to each other while the networks of both come and go. */
import { expect, type Locator, type Page } from "@playwright/test";
import { type NetworkCounts, randomFrom, startUnstableNetwork, type UnstableNetwork } from "./flap";
import {
  man,
  meetingTest,
  noteBox,
  noteOf,
  openAs,
  waitForCard,
  woman,
  yes,
} from "./meeting-stage";
import { logIn, sayYesByCall } from "./member-calls";
import { type Member, registerMember } from "./members";
import { listUnsent } from "./records";
import type { TestServer } from "./server";

const seed = Number(process.env.CHAOS_SEED ?? 1);
/** The notes of each member. */
const nNotes = 10;
/** The longest time from the last bad phase until both have every note: the waits before new attempts have grown. */
const settleMs = 60_000;
/** The pauses between two notes. */
const [shortestPauseMs, longestPauseMs] = [200, 1_200];

/** A member with a page behind a network of their own. */
interface Writer {
  name: string;
  otherName: string;
  page: Page;
  network: UnstableNetwork;
  random: () => number;
  isUp: boolean;
  /** The notes in the order in which they were written. */
  written: string[];
  nWrittenWhileDown: number;
}

function startFlapping(writer: Writer): void {
  const { network, page, random } = writer;
  network.start((isUp) => {
    writer.isUp = isUp;
    // In a third of the bad phases the browser knows that it is offline and sends the page an event.
    const hasEvent = isUp || random() < 1 / 3;
    if (hasEvent)
      void page
        .context()
        .setOffline(!isUp)
        .catch(() => undefined);
  });
}

async function stabilise({ network, page }: Writer): Promise<void> {
  network.stabilise();
  await page.context().setOffline(false);
}

/** Writes the text after what is in the box, and sends all of it. */
async function finishNote(writer: Writer, text: string): Promise<void> {
  const box = noteBox(writer.page, writer.otherName);
  await box.pressSequentially(text);
  const whole = await box.inputValue();
  if (!writer.isUp) writer.nWrittenWhileDown += 1;
  await writer.page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(box).toHaveValue("");
  await expect(noteOf(writer.page, whole)).toHaveCount(1);
  writer.written.push(whole);
}

/** Writes notes until the member has written `count` of them. */
async function writeUntil(writer: Writer, count: number): Promise<void> {
  while (writer.written.length < count) {
    await finishNote(writer, `${writer.name} ${writer.written.length + 1}.`);
    const pauseMs = shortestPauseMs + writer.random() * (longestPauseMs - shortestPauseMs);
    await writer.page.waitForTimeout(pauseMs);
  }
}

/**
 * Reloads the page until it comes through the network, as a person does. Each attempt begins at the start of a good
 * phase, because a good phase is hardly longer than a load of the page on a busy machine.
 */
async function reloadUntilShown(writer: Writer, content: Locator): Promise<void> {
  await expect(async () => {
    for (const isUp of [false, true]) {
      await expect.poll(() => writer.isUp, { intervals: [20] }).toBe(isUp);
    }
    await writer.page.reload({ timeout: 5_000 });
    await content.waitFor({ timeout: 5_000 });
  }).toPass({ timeout: settleMs, intervals: [0] });
}

/** Waits until the device has stored the text, which it does a moment after the last key. */
async function waitForStoredText(page: Page, text: string): Promise<void> {
  await expect.poll(() => listUnsent(page)).toContain(text);
}

/** Returns the notes that the page shows, without the words around them. */
async function readNotes({ page, name, otherName }: Writer): Promise<string[]> {
  const words = await page.getByRole("log").getByRole("listitem").allInnerTexts();
  const pattern = new RegExp(`(?:${name}|${otherName}) \\d+\\.[^\\n]*`, "g");
  return words.flatMap((text) => text.match(pattern) ?? []);
}

/** Waits until the page shows every note once, each person's in their order, and none waits. */
async function expectAllNotes(reader: Writer, writers: readonly Writer[]): Promise<void> {
  await expect(async () => {
    const shown = await readNotes(reader);
    for (const { name, written } of writers) {
      expect(shown.filter((note) => note.startsWith(name))).toEqual(written);
    }
    expect(shown).toHaveLength(2 * nNotes);
    await expect(reader.page.getByRole("log")).not.toContainText(/Will send|Sending|Not sent/);
  }).toPass({ timeout: settleMs });
}

const nFailed = ({ refused, silenced, requestsCut, answersLost }: NetworkCounts) =>
  refused + silenced + requestsCut + answersLost;

/** Returns the notes that the server has stored, in its order. */
async function readStored(server: TestServer, member: Member, matchId: string): Promise<string[]> {
  const call = await logIn(server, member);
  const { notes } = await call<{ notes: { text: string }[] }>("GET", `/matches/${matchId}/notes`);
  return notes.map(({ text }) => text);
}

meetingTest(
  `two members meet and write to each other while their networks come and go, and every note arrives once (seed ${seed})`,
  async ({ browser, server }) => {
    const ming = await registerMember(server, "小明", man);
    const mei = await registerMember(server, "小美", woman);
    const networks = [
      await startUnstableNetwork(server.url, seed),
      await startUnstableNetwork(server.url, seed + 1),
    ] as const;
    const open = async (
      network: UnstableNetwork,
      member: Member,
      other: Member,
      itsSeed: number,
    ) => ({
      name: member.nickname,
      otherName: other.nickname,
      page: await openAs(browser, { ...server, url: network.url }, member),
      network,
      random: randomFrom(itsSeed),
      isUp: true,
      written: [],
      nWrittenWhileDown: 0,
    });
    try {
      const him: Writer = await open(networks[0], ming, mei, seed + 2);
      const her: Writer = await open(networks[1], mei, ming, seed + 3);
      const writers = [him, her];
      await waitForCard(her.page, "小明");
      await sayYesByCall(server, ming, mei);

      // Her yes makes the match, but its answer is lost in a network that comes and goes.
      const isYesLost = her.network.failNext("PUT /api/introductions/", "answer-lost");
      await her.page.getByRole("button", { name: yes, exact: true }).click();
      const question = her.page.getByRole("dialog", { name: "Meet 小明?" });
      startFlapping(her);
      await question.getByRole("textbox", { name: "Your answer" }).fill("Mountains");
      await question.getByRole("button", { name: "Yes, I’d like to meet" }).click();
      const match = her.page.getByRole("dialog", { name: "You both said yes" });
      await match.getByRole("button", { name: "Write to them" }).click({ timeout: settleMs });
      await noteBox(her.page, "小明").waitFor({ timeout: settleMs });
      expect(isYesLost()).toBe(true);
      const matchId = new URL(her.page.url()).pathname.split("/").at(-1) ?? "";

      await him.page.goto(`${him.network.url}/matches/${matchId}`);
      await him.page.getByText("小美 answered: Mountains").waitFor();
      startFlapping(him);
      const post = `POST /api/matches/${matchId}/notes `;
      const planned = writers.flatMap(({ network }) => [
        network.failNext(post, "answer-lost"),
        network.failNext(post, "request-cut"),
      ]);
      await Promise.all([writeUntil(him, nNotes / 2), writeUntil(her, nNotes / 2)]);

      // She reloads while a note waits and half of another is in the box; he goes on writing.
      const reload = async () => {
        await her.page.route("**/api/matches/*/notes", (route) =>
          route.request().method() === "POST" ? route.abort() : route.fallback(),
        );
        await writeUntil(her, nNotes / 2 + 1);
        const [waiting = ""] = her.written.slice(-1);
        const box = noteBox(her.page, "小明");
        const half = `小美 ${nNotes / 2 + 2}. Half of`;
        await box.pressSequentially(half);
        await waitForStoredText(her.page, half);
        await reloadUntilShown(her, box);
        await expect(noteOf(her.page, waiting)).toContainText(/Will send|Sending/);
        await expect(box).toHaveValue(half);
        await her.page.unrouteAll();
        await box.press("End");
        await finishNote(her, " a note");
        await writeUntil(her, nNotes);
      };
      await Promise.all([reload(), writeUntil(him, nNotes)]);
      for (const writer of writers) await stabilise(writer);

      for (const reader of writers) await expectAllNotes(reader, writers);
      const stored = await readStored(server, ming, matchId);
      for (const { name, written } of writers) {
        expect(stored.filter((note) => note.startsWith(name))).toEqual(written);
      }
      expect(stored).toHaveLength(2 * nNotes);
      for (const reader of writers) {
        await reader.page.reload();
        await expectAllNotes(reader, writers);
        await expect(noteBox(reader.page, reader.otherName)).toHaveValue("");
      }

      // With fewer failures than this, the journey would prove nothing.
      expect(planned.map((hasHappened) => hasHappened())).toEqual([true, true, true, true]);
      for (const { network, nWrittenWhileDown } of writers) {
        expect(network.counts.phases).toBeGreaterThan(nNotes / 2);
        // Each of the two planned failures causes another request.
        expect(network.countRequests(post)).toBeGreaterThanOrEqual(nNotes + 2);
        expect(nWrittenWhileDown).toBeGreaterThan(0);
      }
      const [his, hers] = networks.map(({ counts }) => nFailed(counts));
      // More has failed than the notes and the yes for which it was planned.
      expect((his ?? 0) + (hers ?? 0)).toBeGreaterThan(planned.length + 1);
    } finally {
      for (const network of networks) await network.stop();
    }
  },
);
